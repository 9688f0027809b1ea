// SPDX-License-Identifier: MIT
// impact3.c: a substep of a fast body, from impact to impact.
#include "contact3/impact3.h"

#include <float.h>

#include "contact3/impact_response3.h"
#include "contact3/recycle3.h"
#include "distance3/toi3.h"
#include "space3/body_motion3.h"
#include "space3/gyroscope3.h"

enum {
    IMPACTS_MOST = 16, // Per substep; the motion that is left after them is dropped.
    INTERVALS_MOST = 64,
    HALVINGS_MOST = 20
};

static const float INTERVAL_TURN = 0.6f; // [rad] Most turn of the inertia in an interval,
static const float IMPACT_TURN = 0.1f;   // and in an interval that ends at an impact.
// [rad] Most turn of a body that is still integrated as for slow bodies.
static const float SMALL_TURN = 0.5f;
// [rad] Turn of the inertia in a substep of which a float has the tenth of a radian alone: no
// number of parts follows it.
static const float BLURRED_TURN = 1e6f;

// Penetration at an impact, as a share of the thinner shape's inner radius.
static const float SLOP = 0.1f;
// Used where contact rows act as well, which only need CCD against tunnelling.
static const float SLOP_WITH_ROWS = 0.5f;
static const float SLOP_WITH_ROWS_MOST = 5e-3f; // [m]
static const float SLOP_LEAST = 1e-6f;          // [m]
static const float SLOP_MOST = 1e-3f;           // [m]
// Share of the distance from the origin: the resolution of floats.
static const float SLOP_PLACE = 1e-6f;

// Share of the slop at which a body that has sunk in is looked at more closely.
static const double START_SHARE = 0.5;

static const Vec3 zero3 = {0.0f, 0.0f, 0.0f};

static float thinner(const Shape3 *probe, const Shape3 *target)
{
    return target->inner > 0.0f ? minimum(target->inner, probe->inner) : probe->inner;
}

static float slop_of(const FastBody *fast, const Shape3 *probe, const Shape3 *target)
{
    const Vec3 at = vec3_absolute(tum_fast_center3(fast));
    const float thin = thinner(probe, target);
    const bool has_rows = !fast->space->bodies.places.items[fast->body].is_fast;
    return maximum(has_rows ? clamp(SLOP_WITH_ROWS * thin, SLOP_LEAST, SLOP_WITH_ROWS_MOST)
                            : clamp(SLOP * thin, SLOP_LEAST, SLOP_MOST),
                   SLOP_PLACE * maximum(at.x, maximum(at.y, at.z)));
}

// [m] Bound of the displacement of any point of the body from the start of the step to the end of
// the interval.
// @param turn  [rad] bound of the turn in the interval
static float displacement_since_start(const FastBody *fast, float turn)
{
    const SolverBody3 *state = space3_state(fast->space, fast->body);
    const float bounding_radius = fast->space->bodies.masses.items[fast->body].bounding_radius;
    const Vec3 moved = vec3_add_scaled(state->moved, state->linear, fast->left);
    const float turned = vec3_length(state->turned) + turn;
    return vec3_length(moved) + (turned > 0.0f ? turned * bounding_radius : 0.0f);
}

// Ball around a body and its path of an interval, however it rotates.
typedef struct Reach3 {
    Vec3 low, high;     // [m] Box around the ball on its path.
    float displacement; // [m] See displacement_since_start.
    Vec3 from, along;   // [m] Path of its centre, without and
    Vec3 lag;           // with this share of a fall in free flight.
    bool is_ball;       // The body fills the ball.
} Reach3;

// Whether a body is one ball about its centre of mass.
static bool is_ball(const FastBody *fast)
{
    const Colliders3 *colliders = &fast->space->colliders;
    const int32_t first = fast->sim->topology.bodies.items[fast->body].first_collider;
    return first != NONE && fast->sim->topology.colliders.items[first].next == NONE &&
           colliders->shapes.items[first].kind == SHAPE3_SPHERE &&
           !(vec3_length_squared(colliders->center_from_shapes.items[first].position) > 0.0f);
}

// @param turn  [rad] bound of the turn in the interval
static Reach3 reach_of(const FastBody *fast, float turn)
{
    const Vec3 from = tum_fast_center3(fast),
               pull = space3_pull(fast->space, fast->body, fast->left);
    const Vec3 to =
        vec3_add_scaled(from, space3_state(fast->space, fast->body)->linear, fast->left);
    const Vec3 low = vec3_minimum(from, to), high = vec3_maximum(from, to);
    const Vec3 far = vec3_maximum(vec3_absolute(low), vec3_absolute(high));
    // A path in free flight is a parabola, below the chord or above it.
    const float more = fast->space->bodies.masses.items[fast->body].bounding_radius +
                       vec3_length(pull) * fast->left +
                       SLOP_PLACE * maximum(far.x, maximum(far.y, far.z));
    const Vec3 all = {more, more, more};
    return (Reach3){.low = vec3_sub(low, all),
                    .high = vec3_add(high, all),
                    .displacement = displacement_since_start(fast, turn),
                    .from = from,
                    .along = vec3_sub(to, from),
                    .lag = vec3_scale(pull, -0.5f * fast->left),
                    .is_ball = is_ball(fast)};
}

static bool is_within(const Reach3 *reach, const Box *box)
{
    return !(reach->low.x > box->high[0] || reach->low.y > box->high[1] ||
             reach->low.z > box->high[2] || reach->high.x < box->low[0] ||
             reach->high.y < box->low[1] || reach->high.z < box->low[2]);
}

// Whether the other, immovable body of a contact is an obstacle.
static bool is_obstacle(const FastBody *fast, const Contact *contact, int side)
{
    const Space3 *space = fast->space;
    const BodyRecord *record = &fast->sim->topology.bodies.items[contact->body[1 - side]];
    return !(fast->is_joined && record->set == SET_AWAKE) &&
           shape3_is_convex(&space->colliders.shapes.items[contact->collider[side]]) &&
           !tum_contact_surface_velocities3(space, contact);
}

// Most obstacles stand upright.
static bool is_upright(Quat q)
{
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f;
}

static DVec3 into_frame(Quat rotation, DVec3 v)
{
    return is_upright(rotation) ? v : dquat_unrotate(quat_widen(rotation), v);
}

static DVec3 out_of_frame(Quat rotation, DVec3 v)
{
    return is_upright(rotation) ? v : dquat_rotate(quat_widen(rotation), v);
}

// Whether the ball around a body stays away from a box or a plane at rest, by the first step of
// tum_impact_time3: along the normal of the nearest point the ball does not come as deep as the
// slop. A body that only fills a part of the ball stays out of the obstacle.
static bool ball_stays_away(const FastBody *fast, const Contact *contact, int side,
                            const Reach3 *reach)
{
    const Space3 *space = fast->space;
    const int32_t body = contact->body[1 - side], collider = contact->collider[1 - side];
    const Shape3 *target = &space->colliders.shapes.items[collider];
    if ((target->kind != SHAPE3_BOX && target->kind != SHAPE3_PLANE) ||
        fast->sim->topology.bodies.items[body].set == SET_AWAKE) {
        return false;
    }
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Pose3 local = space->colliders.center_from_shapes.items[collider];
    const DVec3 apart = dvec3_sub(vec3_widen(reach->from), vec3_widen(place->center));
    const DVec3 from = into_frame(
        local.rotation, dvec3_sub(into_frame(place->rotation, apart), vec3_widen(local.position)));
    DVec3 normal = {0.0, 1.0, 0.0};
    double distance = from.y;
    if (target->kind == SHAPE3_BOX) {
        const DVec3 half = vec3_widen(target->half);
        normal = dvec3_sub(from, dvec3_minimum(dvec3_maximum(from, dvec3_negate(half)), half));
        distance = dvec3_length(normal);
        normal = dvec3_scale(normal, distance > 0.0 ? 1.0 / distance : 0.0);
    }
    normal = out_of_frame(place->rotation, out_of_frame(local.rotation, normal));
    const double along = dvec3_dot(normal, vec3_widen(reach->along));
    const double lag = dvec3_dot(normal, vec3_widen(reach->lag));
    const double begin = distance - (double)space->bodies.masses.items[fast->body].bounding_radius;
    const double end = begin + minimum64(along, 0.0) + minimum64(lag, 0.0);
    if (!reach->is_ball || end >= 0.0) {
        return begin > 0.0 && end >= 0.0;
    }
    const Shape3 *ball = &space->colliders.shapes.items[contact->collider[side]];
    const double slop = (double)slop_of(fast, ball, target);
    return distance > 0.0 && begin > -START_SHARE * slop && end > -slop;
}

static bool may_stop(const FastBody *fast, int32_t edge, const Reach3 *reach)
{
    const Topology *topology = &fast->sim->topology;
    const Contact *contact = &topology->contacts.items[edge / 2];
    const int side = edge & 1;
    return is_within(reach, topology_fat_box(topology, contact->collider[1 - side])) &&
           is_obstacle(fast, contact, side) &&
           !tum_space3_stays_apart(fast->space, topology, edge, reach->displacement, fast->step) &&
           !ball_stays_away(fast, contact, side, reach);
}

// Next contact of a body, from `edge` on, with an obstacle within reach; or NONE. Contacts with
// immovable bodies are the first in a chain.
static int32_t next_obstacle(const FastBody *fast, int32_t edge, const Reach3 *reach)
{
    const Topology *topology = &fast->sim->topology;
    while (edge != NONE && !topology_is_movable(topology, topology_other_body(topology, edge))) {
        if (may_stop(fast, edge, reach)) {
            return edge;
        }
        edge = topology->contacts.items[edge / 2].edge[edge & 1].next;
    }
    return NONE;
}

// Whether no obstacle is within reach. The angular velocity of a gyroscopic body has at most
// doubled by then, hence the factor 2. A ball is the same after any turn.
static bool is_alone(const FastBody *fast)
{
    const SolverBody3 *state = space3_state(fast->space, fast->body);
    const float turn = vec3_length(state->angular) * fast->left;
    if (!(turn <= SMALL_TURN) && !is_ball(fast)) {
        return false;
    }
    const int32_t first = fast->sim->topology.bodies.items[fast->body].first_contact;
    if (first == NONE) {
        return true;
    }
    const Reach3 reach = reach_of(fast, 2.0f * turn);
    return next_obstacle(fast, first, &reach) == NONE;
}

// The box of a moving collider, those of static ones, and whether one of these lies apart from it.
typedef struct Lookout {
    const Box *seen, *others;
    bool is_blind;
} Lookout;

static bool look_out(void *user, uint32_t item)
{
    Lookout *lookout = user;
    lookout->is_blind = !box_overlaps(lookout->seen, &lookout->others[item]);
    return !lookout->is_blind;
}

static Box box_around(Vec3 a, Vec3 b)
{
    const Vec3 low = vec3_minimum(a, b), high = vec3_maximum(a, b);
    return (Box){{low.x, low.y, low.z, 0.0f}, {high.x, high.y, high.z, 0.0f}};
}

// Whether there may be a static obstacle on the path that the broad phase did not see: the centre
// of a body that was struck in this step leaves the box that was made for its velocity before.
static bool is_blind(const FastBody *fast)
{
    const Space3 *space = fast->space;
    const Topology *topology = &fast->sim->topology;
    const int32_t own = topology->bodies.items[fast->body].first_collider;
    if (own == NONE || !topology->colliders.items[own].is_in_tree) {
        return false;
    }
    Lookout lookout = {&topology->moving.boxes[own], topology->still.boxes, false};
    const Vec3 begin = space->bodies.places.items[fast->body].center;
    const Vec3 from = tum_fast_center3(fast);
    const Vec3 to = vec3_add_scaled(from, space3_state(space, fast->body)->linear, fast->left);
    const Box at = box_around(begin, begin), path = box_around(from, to);
    if (box_overlaps(lookout.seen, &at) && !box_contains(lookout.seen, &path)) {
        tum_bvh_query(&topology->still, &path, look_out, &lookout);
    }
    return lookout.is_blind;
}

static Encounter first_encounter(const FastBody *fast, Vec3 turn)
{
    const Space3 *space = fast->space;
    const Topology *topology = &fast->sim->topology;
    const SolverBody3 *state = space3_state(space, fast->body);
    const Reach3 reach = reach_of(fast, vec3_length(turn));
    Moving3 probe = {.center = vec3_widen(tum_fast_center3(fast)),
                     .rotation = quat_widen(space->bodies.places.items[fast->body].rotation),
                     .along = dvec3_scale(vec3_widen(state->linear), (double)fast->left),
                     .turn = vec3_widen(turn)};
    Encounter first = {.contact = NONE, .fraction = 1.0};
    for (int32_t edge =
             next_obstacle(fast, topology->bodies.items[fast->body].first_contact, &reach);
         edge != NONE; edge = next_obstacle(
                           fast, topology->contacts.items[edge / 2].edge[edge & 1].next, &reach)) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        const int side = edge & 1;
        const int32_t other = contact->body[1 - side], collider = contact->collider[side];
        probe.shape = &space->colliders.shapes.items[collider];
        probe.center_from_shape = space->colliders.center_from_shapes.items[collider];
        const Moving3 target = tum_moving_obstacle3(fast, other, contact->collider[1 - side]);
        float slop = slop_of(fast, probe.shape, target.shape);
        Vec3 normal;
        double fraction = tum_impact_time3(&target, &probe, (double)slop, first.fraction, &normal);
        const float most = fast->is_joined ? 0.5f * thinner(probe.shape, target.shape) : 0.0f;
        while (fraction == 0.0 && slop < most) {
            slop *= 2.0f;
            fraction = tum_impact_time3(&target, &probe, (double)slop, first.fraction, &normal);
        }
        // A joined body that penetrates deeper would be stuck for good.
        const bool is_stuck = fast->is_joined && fraction == 0.0;
        if (!is_stuck && fraction < first.fraction) {
            first = (Encounter){edge / 2, side, fraction, normal, slop};
        }
    }
    return first;
}

// [rad/s] Rate at which a body's inertia turns.
static float gyroscopic_rate(const BodyMass3 *mass, const BodyPlace3 *place,
                             const SolverBody3 *state)
{
    if (!mass->is_gyroscopic) {
        return 0.0f;
    }
    const Vec3 spin = tum_end_gyroscopic3(place->rotation, place->start, state->angular,
                                          mass->inertia, mass->body_from_principal);
    const Quat world_from_principal = quat_multiply(place->rotation, mass->body_from_principal);
    const Vec3 local = quat_unrotate(world_from_principal, spin);
    return vec3_length(vec3_multiply(local, mass->inertia_anisotropy));
}

static Vec3 turn_interval(const BodyMass3 *mass, BodyPlace3 *place, const SolverBody3 *state,
                          float rate, float seconds)
{
    const float turn = vec3_length(state->angular) * seconds;
    if (!mass->is_gyroscopic || (turn <= SMALL_TURN && seconds * rate <= IMPACT_TURN)) {
        return tum_turn3(mass, place, state, seconds);
    }
    const float wanted = seconds * rate > BLURRED_TURN ? 0.0f : seconds * rate / IMPACT_TURN;
    const float parts = minimum(wanted, (float)INTERVALS_MOST);
    return tum_turn_spinning3(&place->rotation, place->start, state->angular, mass->inertia,
                              mass->body_from_principal, seconds, 1 + (int)parts);
}

// Advances to the next interval: the longest one allowed, or up to the first impact. Between poses
// the path is that of a uniform turn, which is not exact for a gyroscopic body. At an impact on
// this path the error would be a gain or loss of energy, so the interval is halved then.
static Encounter next_interval(FastBody *fast, BodyPlace3 *end, Vec3 *turn)
{
    const BodyMass3 *mass = &fast->space->bodies.masses.items[fast->body];
    const BodyPlace3 *place = &fast->space->bodies.places.items[fast->body];
    SolverBody3 *state = space3_state(fast->space, fast->body);
    const float rate = maximum(gyroscopic_rate(mass, place, state), 1e-30f);
    const bool is_blurred = fast->substep * rate > BLURRED_TURN;
    const float least = is_blurred ? fast->substep : fast->substep / (float)INTERVALS_MOST;
    fast->left = minimum(fast->whole, maximum(INTERVAL_TURN / rate, least));
    for (int halvings = 0;; ++halvings) {
        *end = *place;
        state->linear = vec3_add_scaled(fast->velocity, fast->fall, 0.5f * fast->left);
        *turn = turn_interval(mass, end, state, rate, fast->left);
        const Encounter first = first_encounter(fast, *turn);
        if (first.contact == NONE || fast->left * rate <= IMPACT_TURN || is_blurred ||
            halvings == HALVINGS_MOST) {
            return first;
        }
        fast->left *= 0.5f;
    }
}

// Ends a substep with too many impacts: the body stays in place for the rest of it, or is carried
// by its last obstacle.
static void carry(FastBody *fast, const Encounter *last)
{
    const Contact *contact = &fast->sim->topology.contacts.items[last->contact];
    const Moving3 kinematic = tum_moving_obstacle3(fast, contact->body[1 - last->side],
                                                   contact->collider[1 - last->side]);
    SolverBody3 *state = space3_state(fast->space, fast->body);
    BodyPlace3 *place = &fast->space->bodies.places.items[fast->body];
    const DVec3 arm = dvec3_sub(vec3_widen(tum_fast_center3(fast)), kinematic.center);
    const Moving3 whole = {.rotation = DQUAT_IDENTITY, .turn = kinematic.turn};
    const DQuat turned = tum_moving3_rotation(&whole, 1.0);
    const DVec3 end = dvec3_add(kinematic.along, dvec3_sub(dquat_rotate(turned, arm), arm));
    state->moved = vec3_add(state->moved, vec3_narrow(end));
    state->turned = vec3_add(state->turned, vec3_narrow(kinematic.turn));
    place->rotation =
        quat_narrow(dquat_normalize(dquat_multiply(turned, quat_widen(place->rotation))));
}

static FastBody fast_body_of(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    return (FastBody){.space = space,
                      .sim = sim,
                      .body = body,
                      .passed = time.moved,
                      .substep = time.substep,
                      .whole = time.substep,
                      .left = time.substep,
                      .step = time.step};
}

bool tum_needs_ccd3(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    const FastBody fast = fast_body_of(space, sim, time, body);
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    const float turn = vec3_length(space3_state(space, body)->angular) * time.substep;
    return (mass->is_gyroscopic && turn > IMPACT_TURN) || !is_alone(&fast) || is_blind(&fast);
}

// Removes the velocity change by forces; the body receives it along its path.
static void begin_falling(FastBody *fast)
{
    const Vec3 pull = space3_pull(fast->space, fast->body, fast->substep);
    fast->velocity = space3_state(fast->space, fast->body)->linear;
    fast->fall = zero3;
    if (space3_flies(fast->space, fast->body, pull)) {
        fast->velocity = vec3_sub(fast->velocity, pull);
        fast->fall = vec3_scale(pull, 1.0f / fast->substep);
    }
}

static void fall_on(FastBody *fast, float seconds)
{
    fast->velocity = vec3_add_scaled(fast->velocity, fast->fall, seconds);
    space3_state(fast->space, fast->body)->linear = fast->velocity;
}

// A body that would fall back within the substep lies on the obstacle, which supports it.
static void end_falling(FastBody *fast, Vec3 normal)
{
    const float down = vec3_dot(fast->fall, normal);
    fast->velocity = space3_state(fast->space, fast->body)->linear;
    if (vec3_dot(fast->velocity, normal) + down * fast->whole < 0.0f) {
        fast->fall = vec3_add_scaled(fast->fall, normal, -minimum(down, 0.0f));
    }
}

void tum_move_guarded3(Space3 *space, const Sim *sim, StepTime time, int32_t body)
{
    FastBody fast = fast_body_of(space, sim, time, body);
    SolverBody3 *state = space3_state(space, body);
    BodyPlace3 *place = &space->bodies.places.items[body];
    const bool flies = space3_flies(space, body, space3_pull(space, body, time.substep));
    int impacts = 0;
    if (is_blind(&fast)) {
        return; // it waits for the next step
    }
    begin_falling(&fast);
    while (impacts < IMPACTS_MOST && fast.whole > 0.0f) {
        BodyPlace3 end;
        Vec3 turn;
        const Encounter first = next_interval(&fast, &end, &turn);
        if (first.contact == NONE) {
            place->rotation = end.rotation;
            state->moved = vec3_add_scaled(state->moved, state->linear, fast.left);
            state->turned = vec3_add(state->turned, turn);
            fall_on(&fast, fast.left);
            fast.passed += fast.left;
            fast.whole -= fast.left;
            continue;
        }
        const Moving3 moving = {.rotation = quat_widen(place->rotation), .turn = vec3_widen(turn)};
        const float gone = (float)first.fraction * fast.left;
        place->rotation = quat_narrow(tum_moving3_rotation(&moving, first.fraction));
        state->moved = vec3_add_scaled(state->moved, state->linear, gone);
        state->turned = vec3_add_scaled(state->turned, turn, (float)first.fraction);
        fast.passed += gone;
        fast.whole -= gone;
        fall_on(&fast, gone);
        tum_collide_fast3(&fast, &first);
        end_falling(&fast, first.normal);
        state->moved = vec3_add_scaled(state->moved, first.normal, 0.5f * first.slop);
        fast.left = fast.whole;
        if (++impacts == IMPACTS_MOST) {
            carry(&fast, &first);
        }
    }
    if (flies) { // the impulse that supported its weight is not repeated
        space3_start(space, body)->linear = state->linear;
    }
}

// A joined body that is pressed deeper into an obstacle than an impact is, by a load that hangs
// over an edge, is still free to move: contact rows push it out.
float tum_free_fraction3(Space3 *space, const Sim *sim, int32_t body, float seconds)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    BodyPlace3 end = space->bodies.places.items[body];
    const SolverBody3 *state = &space->bodies.states.items[body];
    const FastBody fast = {.space = space,
                           .sim = sim,
                           .body = body,
                           .substep = seconds,
                           .left = seconds,
                           .is_joined = true};
    if (is_alone(&fast)) {
        return 1.0f;
    }
    return (float)first_encounter(&fast, tum_turn3(mass, &end, state, seconds)).fraction;
}

// Whether a body is carried by a kinematic one, and so cannot stop.
static bool is_carried(const Space3 *space, const JointBody3 *joined)
{
    const SolverBody3 *state = &space->bodies.states.items[joined->slot];
    return !joined->is_movable && (vec3_length_squared(state->linear) > 0.0f ||
                                   vec3_length_squared(state->angular) > 0.0f);
}

static float free_fraction_of_all(Space3 *space, const Sim *sim, const JointIsland3 *joint_island,
                                  float seconds)
{
    float fraction = 1.0f;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *joined = &space->joints.bodies.items[joint_island->body_first + i];
        const int32_t body = joined->slot;
        if (is_carried(space, joined)) {
            return 1.0f;
        }
        if (joined->is_movable && sim->topology.bodies.items[body].first_contact != NONE &&
            tum_may_pass3(&space->bodies.starts.items[body], &space->bodies.states.items[body],
                          seconds)) {
            fraction = minimum(fraction, tum_free_fraction3(space, sim, body, seconds));
        }
    }
    return fraction;
}

bool tum_move_joined3(Space3 *space, const Sim *sim, const JointIsland3 *joint_island,
                      float seconds)
{
    const float fraction = free_fraction_of_all(space, sim, joint_island, seconds);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *joined = &space->joints.bodies.items[joint_island->body_first + i];
        if (joined->is_movable) {
            BodyPlace3 *place = &space->bodies.places.items[joined->slot];
            SolverBody3 *state = &space->bodies.states.items[joined->slot];
            const BodyMass3 *mass = &space->bodies.masses.items[joined->slot];
            state->moved = vec3_add_scaled(state->moved, state->linear, fraction * seconds);
            state->turned =
                vec3_add(state->turned, tum_turn3(mass, place, state, fraction * seconds));
            tum_end_turn3(mass, place, state); // Joints measure the present spin.
        }
    }
    return fraction == 1.0f;
}

// (a + b)^2 <= 2 (a^2 + b^2): a body against the fastest point of a kinematic body; the factor is a
// little larger, since neither side is exact.
static bool may_meet_fast(const Space3 *space, int32_t body, float max_point_speed, float seconds)
{
    const SolverBody3 *state = &space->bodies.states.items[body];
    const float v2 = vec3_length_squared(state->linear), w2 = vec3_length_squared(state->angular);
    const float radius_squared = space->bodies.masses.items[body].bounding_radius *
                                 space->bodies.masses.items[body].bounding_radius;
    const float speed_squared =
        2.02f * (v2 + max_point_speed * max_point_speed) + w2 * radius_squared;
    return speed_squared * seconds * seconds > radius_squared;
}

bool tum_meets_fast3(const Space3 *space, const Sim *sim, int32_t body, float seconds)
{
    if (!(sim->kinematic_speed > 0.0f) ||
        !may_meet_fast(space, body, sim->kinematic_speed, seconds)) {
        return false;
    }
    for (int32_t edge = sim->topology.bodies.items[body].first_contact; edge != NONE;
         edge = sim->topology.contacts.items[edge / 2].edge[edge & 1].next) {
        const int32_t other = sim->topology.contacts.items[edge / 2].body[1 - (edge & 1)];
        if (!sim->topology.bodies.items[other].is_movable &&
            tum_pair_is_fast3(space, body, other, seconds)) {
            return true;
        }
    }
    return false;
}
