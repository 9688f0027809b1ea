// SPDX-License-Identifier: MIT
#include "space3/watch3.h"

#include "space3/core3.h"
#include "space3/pairs3.h"
#include "space3/space3.h"

#include <string.h>

// Cores that are nearer than this share of their radii have no direction from one to the other.
static const float CROSSING = 1e-3f;

static float swing_of(float turn, float reach)
{
    return turn > 0.0f ? turn * reach : 0.0f; // what does not turn may be endless
}

// As long as twice the sine of half the angle, which is how far points at a unit's distance get;
// about the axis of the turn from b to a.
static Vec3 turn_since(Quat a, Quat b)
{
    const Quat q = quat_multiply(a, quat_conjugate(b));
    const float factor = q.w < 0.0f ? -2.0f : 2.0f;
    return vec3(factor * q.x, factor * q.y, factor * q.z);
}

Stride3 tum_stride3(Vec3 moved, Vec3 turned, float reach)
{
    return (Stride3){moved, turned, swing_of(vec3_length(turned), reach)};
}

Stride3 tum_stride3_between(Pose3 before, Pose3 after, float reach)
{
    return tum_stride3(vec3_sub(after.position, before.position),
                       turn_since(after.rotation, before.rotation), reach);
}

void tum_space3_note_way(Space3 *space, int32_t body)
{
    const BodyPlace3 *place = &space->places.items[body];
    SolverBody3 *state = &space->states.items[body];
    const Stride3 stride =
        tum_stride3_between(space->before.items[body].pose, (Pose3){place->center, place->rotation},
                            space->masses.items[body].reach);
    state->moved = stride.moved;
    state->turned = stride.turned;
    state->swung = stride.swung;
}

void tum_space3_note_swing(Space3 *space, int32_t body)
{
    SolverBody3 *state = &space->states.items[body];
    state->swing = swing_of(vec3_length(state->angular), space->masses.items[body].reach);
}

static bool same_are_awake(const Space3 *space, const Sim *sim)
{
    const size_t count = sim->awake.count;
    return space->resting_count == 0 && space->stirred.count == count &&
           (count == 0 ||
            memcmp(space->stirred.items, sim->awake.items, count * sizeof *sim->awake.items) == 0);
}

bool tum_space3_begin_motion(Space3 *space, const Sim *sim)
{
    if (same_are_awake(space, sim)) {
        return true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < space->stirred.count; ++i) {
        const int32_t body = space->stirred.items[i];
        if (sim->bodies.items[body].awake_index != NONE) {
            continue;
        }
        if (i < space->resting_count) {
            SolverBody3 *state = &space->states.items[body];
            state->moved = state->turned = (Vec3){0.0f, 0.0f, 0.0f};
            state->swung = 0.0f;
        } else {
            space->stirred.items[kept++] = body;
        }
    }
    space->stirred.count = space->resting_count = kept;
    if (!array_reserve(&space->stirred, kept + sim->awake.count, &space->allocator)) {
        return false;
    }
    for (size_t i = 0; i < sim->awake.count; ++i) {
        space->stirred.items[kept++] = sim->awake.items[i];
    }
    space->stirred.count = kept;
    return true;
}

static Stride3 way_back(const SolverBody3 *state)
{
    return (Stride3){state->moved, state->turned, state->swung};
}

// What it may do in a step if nothing stops it.
static Stride3 way_ahead(const SolverBody3 *state, float seconds)
{
    return (Stride3){vec3_scale(state->linear, seconds), vec3_scale(state->angular, seconds),
                     state->swing * seconds};
}

// The way of two bodies against each other, from above, and soon known.
static float rough_way(const Stride3 *a, const Stride3 *b)
{
    return vec3_distance(a->moved, b->moved) + (a->swung + b->swung);
}

// The way of a body that reaches so far, in the frame of another one; see watch3.h.
static float way_in_frame(const Stride3 *a, const Stride3 *b, Vec3 between, float reach)
{
    const Vec3 parting = vec3_sub(a->moved, b->moved);
    const Vec3 first = vec3_sub(parting, vec3_cross(b->turned, between));
    const float turn_a = vec3_length(a->turned), turn_b = vec3_length(b->turned);
    const float turns = turn_a + turn_b;
    return vec3_length(first) + swing_of(vec3_distance(a->turned, b->turned), reach) +
           turn_b * (vec3_length(parting) + 0.5f * turn_b * vec3_length(between)) +
           swing_of(0.5f * turns * turns, reach);
}

float tum_stride3_way(const Stride3 *a, float reach_a, const Stride3 *b, float reach_b,
                      Vec3 between)
{
    const float in_frame = reach_a <= reach_b ? way_in_frame(a, b, between, reach_a)
                                              : way_in_frame(b, a, vec3_negate(between), reach_b);
    return minimum(in_frame, rough_way(a, b));
}

static float way_of(const Space3 *space, const int32_t body[2], const Stride3 *a, const Stride3 *b)
{
    const Vec3 between =
        vec3_sub(space->places.items[body[0]].center, space->places.items[body[1]].center);
    return tum_stride3_way(a, space->masses.items[body[0]].reach, b,
                           space->masses.items[body[1]].reach, between);
}

float tum_space3_approach(const Space3 *space, const Contact *contact, float seconds)
{
    const Stride3 a = way_ahead(&space->states.items[contact->body[0]], seconds);
    const Stride3 b = way_ahead(&space->states.items[contact->body[1]], seconds);
    return way_of(space, contact->body, &a, &b);
}

bool tum_space3_stays_apart(const Space3 *space, const Sim *sim, int32_t edge, float way,
                            float seconds)
{
    const Contact *contact = &sim->contacts.items[edge / 2];
    const SolverBody3 *other = &space->states.items[contact->body[1 - (edge & 1)]];
    const float speed = vec3_length(other->linear) + other->swing;
    return contact->first_manifold == NONE &&
           space->watches.items[edge / 2].budget > speed * seconds + way;
}

// What is no number is due.
static bool spend(const Space3 *space, PairWatch3 *watch, float seconds)
{
    if (!(watch->budget > 0.0f)) {
        return false;
    }
    const SolverBody3 *state_a = &space->states.items[watch->body[0]];
    const SolverBody3 *state_b = &space->states.items[watch->body[1]];
    const Stride3 a = way_back(state_a), b = way_back(state_b);
    const Stride3 next_a = way_ahead(state_a, seconds), next_b = way_ahead(state_b, seconds);
    const float left = watch->budget - rough_way(&a, &b);
    if (left > rough_way(&next_a, &next_b)) {
        watch->budget = left;
        return true;
    }
    watch->budget -= way_of(space, watch->body, &a, &b);
    return watch->budget > way_of(space, watch->body, &next_a, &next_b);
}

static Vec3 get_point(const PointLanes3 *lanes, int i)
{
    return (Vec3){lanes->x[i], lanes->y[i], lanes->z[i]};
}

static void set_point(PointLanes3 *lanes, int i, Vec3 point)
{
    lanes->x[i] = point.x;
    lanes->y[i] = point.y;
    lanes->z[i] = point.z;
}

static PointLanes3 place_points(Mat3 turn, Vec3 origin, const PointLanes3 *local)
{
    PointLanes3 placed;
    for (int i = 0; i < TOUCH_POINTS; ++i) {
        const float x = local->x[i], y = local->y[i], z = local->z[i];
        placed.x[i] = origin.x + (turn.x.x * x + turn.y.x * y + turn.z.x * z);
        placed.y[i] = origin.y + (turn.x.y * x + turn.y.y * y + turn.z.y * z);
        placed.z[i] = origin.z + (turn.x.z * x + turn.y.z * y + turn.z.z * z);
    }
    return placed;
}

static void shift_points(PointLanes3 *points, Vec3 normal, float way)
{
    for (int i = 0; i < TOUCH_POINTS; ++i) {
        points->x[i] += normal.x * way;
        points->y[i] += normal.y * way;
        points->z[i] += normal.z * way;
    }
}

// Of two cores that meet in one point: where they are nearest now.
static void meet_cores(PointLanes3 *on_a, PointLanes3 *on_b)
{
    const Vec3 end_a = get_point(on_a, 1), end_b = get_point(on_b, 1);
    const Vec3 a = vec3_scale(vec3_add(get_point(on_a, 0), end_a), 0.5f);
    const Vec3 b = vec3_scale(vec3_add(get_point(on_b, 0), end_b), 0.5f);
    Vec3 from_a, from_b;
    tum_nearest_on_axes3(vec3_sub(end_a, a), vec3_sub(b, a), vec3_sub(end_b, b), &from_a, &from_b);
    set_point(on_a, 0, vec3_add(a, from_a));
    set_point(on_b, 0, vec3_add(a, from_b));
}

// From core to core; of two points, at right angles to the segment that both are on.
static Vec3 normal_of_cores(const PointLanes3 *on_a, const PointLanes3 *on_b, int count,
                            float least, Vec3 last)
{
    Vec3 way = vec3_sub(get_point(on_b, 0), get_point(on_a, 0));
    if (count == 2) {
        const Vec3 other_way = vec3_sub(get_point(on_b, 1), get_point(on_a, 1));
        const Vec3 line = vec3_sub(get_point(on_a, 1), get_point(on_a, 0));
        way = vec3_scale(vec3_add(way, other_way), 0.5f);
        way = vec3_add_scaled(way, line, -vec3_dot(way, line) / vec3_length_squared(line));
    }
    const float length = vec3_length(way);
    return length > least ? vec3_scale(way, 1.0f / length) : last;
}

// Gives a plane's points their place and separation. What rolls touches below its core; what
// slides, somewhere between where both hold on.
static void place_touches(Manifold3 *plane, const PlaneAnchor3 *anchor, const PointLanes3 *on_a,
                          const PointLanes3 *on_b)
{
    const Vec3 n = plane->normal;
    const float from_a = anchor->radius_a > 0.0f ? 1.0f : anchor->radius_b > 0.0f ? 0.0f : 0.5f;
    float separation[TOUCH_POINTS];
    PointLanes3 at;
    for (int i = 0; i < TOUCH_POINTS; ++i) {
        const float x = on_b->x[i] - on_a->x[i], y = on_b->y[i] - on_a->y[i];
        const float z = on_b->z[i] - on_a->z[i];
        const float apart = n.x * x + n.y * y + n.z * z;
        const float along = (from_a - 0.5f) * apart, across = 1.0f - from_a;
        separation[i] = apart;
        at.x[i] = on_a->x[i] + across * x + along * n.x;
        at.y[i] = on_a->y[i] + across * y + along * n.y;
        at.z[i] = on_a->z[i] + across * z + along * n.z;
    }
    for (int i = 0; i < plane->point_count; ++i) {
        plane->points[i].position = get_point(&at, i);
        plane->points[i].separation = separation[i];
    }
}

static void carry_plane(Space3 *space, const Contact *contact, int32_t index)
{
    const PlaneAnchor3 *anchor = &space->anchors.items[index];
    Manifold3 *plane = &space->manifolds.items[index];
    const BodyPlace3 *a = &space->places.items[contact->body[0]];
    const BodyPlace3 *b = &space->places.items[contact->body[1]];
    const Mat3 turn_a = quat_matrix(a->rotation), turn_b = quat_matrix(b->rotation);
    PointLanes3 on_a = place_points(turn_a, vec3(0.0f, 0.0f, 0.0f), &anchor->on_a);
    PointLanes3 on_b = place_points(turn_b, vec3_sub(b->center, a->center), &anchor->on_b);
    if (anchor->side == ANCHOR3_CORES) {
        if (plane->point_count == 1) {
            meet_cores(&on_a, &on_b);
        }
        plane->normal =
            normal_of_cores(&on_a, &on_b, plane->point_count,
                            CROSSING * (anchor->radius_a + anchor->radius_b), plane->normal);
    } else {
        plane->normal = mat3_transform(anchor->side == ANCHOR3_A ? turn_a : turn_b, anchor->normal);
    }
    shift_points(&on_a, plane->normal, anchor->radius_a);
    shift_points(&on_b, plane->normal, -anchor->radius_b);
    place_touches(plane, anchor, &on_a, &on_b);
}

static void carry_planes(Space3 *space, const Sim *sim, int32_t slot)
{
    const Contact *contact = &sim->contacts.items[slot];
    for (int32_t plane = contact->first_manifold; plane != NONE;
         plane = sim->manifolds.items[plane].next) {
        carry_plane(space, contact, plane);
    }
}

// What is asked of pairs lies scattered, and on two threads half of it with the other core: a pair
// is asked for early, its bodies once that is here, its plane once it is known which one that is.
enum { PREFETCH_PAIR = 16, PREFETCH_BODIES = 8, PREFETCH_PLANE = 4 };

static void prefetch_plane(const Space3 *space, const Sim *sim, int32_t slot)
{
    const PairWatch3 *watch = &space->watches.items[slot];
    const int32_t plane = sim->contacts.items[slot].first_manifold;
    if (plane != NONE) {
        __builtin_prefetch(&sim->manifolds.items[plane]);
        __builtin_prefetch(&space->anchors.items[plane]);
        __builtin_prefetch(&space->anchors.items[plane].on_b);
        __builtin_prefetch(&space->manifolds.items[plane]);
        __builtin_prefetch(&space->manifolds.items[plane].points[TOUCH_POINTS - 1]);
        __builtin_prefetch(&space->places.items[watch->body[0]]);
        __builtin_prefetch(&space->places.items[watch->body[1]]);
    }
}

static void prefetch_pairs(const Space3 *space, const Sim *sim, uint32_t index, uint32_t end)
{
    if (index + PREFETCH_PAIR < end) {
        __builtin_prefetch(&space->watches.items[sim->active.items[index + PREFETCH_PAIR]]);
    }
    if (index + PREFETCH_BODIES < end) {
        const int32_t slot = sim->active.items[index + PREFETCH_BODIES];
        const PairWatch3 *watch = &space->watches.items[slot];
        if (watch->budget > 0.0f) {
            __builtin_prefetch(&space->states.items[watch->body[0]]);
            __builtin_prefetch(&space->states.items[watch->body[1]]);
        }
        if (watch->lies != 0) {
            __builtin_prefetch(&sim->contacts.items[slot]);
        }
    }
    if (index + PREFETCH_PLANE < end) {
        const int32_t slot = sim->active.items[index + PREFETCH_PLANE];
        if (space->watches.items[slot].lies != 0) {
            prefetch_plane(space, sim, slot);
        }
    }
}

void tum_space3_sift(Space *opaque, Sim *sim, StepTime time, Range contacts)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = contacts.begin; i < contacts.end; ++i) {
        const int32_t slot = sim->active.items[i];
        PairWatch3 *watch = &space->watches.items[slot];
        prefetch_pairs(space, sim, i, contacts.end);
        if (!spend(space, watch, time.step)) {
            sim->changes.items[i] = CONTACT_DUE;
            continue;
        }
        sim->changes.items[i] = CONTACT_SAME;
        if (watch->lies != 0) {
            carry_planes(space, sim, slot);
        }
    }
}

// The shape that reaches less far, in the frame of the other.
static Pose3 pose_of_smaller(const Space3 *space, const Contact *contact, Pose3 a_from_b,
                             float *reach)
{
    const float reach_a = space->shapes.items[contact->collider[0]].reach;
    const float reach_b = space->shapes.items[contact->collider[1]].reach;
    *reach = minimum(reach_a, reach_b);
    return reach_a < reach_b ? pose3_inverse(a_from_b) : a_from_b;
}

bool tum_space3_is_as_seen(Space3 *space, const Sim *sim, int32_t slot, Pose3 a_from_b,
                           float approach)
{
    const PairLook3 *look = &space->looks.items[slot];
    if (!(look->slack > 0.0f)) {
        return false;
    }
    const Contact *contact = &sim->contacts.items[slot];
    float reach;
    const Pose3 pose = pose_of_smaller(space, contact, a_from_b, &reach);
    const float way = vec3_distance(pose.position, look->pose.position) +
                      swing_of(vec3_length(turn_since(pose.rotation, look->pose.rotation)), reach);
    PairWatch3 *watch = &space->watches.items[slot];
    watch->budget = look->slack - way;
    if (!(watch->budget > approach)) {
        return false;
    }
    if (watch->lies != 0) {
        carry_planes(space, sim, slot);
    }
    return true;
}

void tum_space3_note_look(Space3 *space, const Sim *sim, int32_t slot, Pose3 a_from_b, bool lies,
                          float slack)
{
    const Contact *contact = &sim->contacts.items[slot];
    float reach;
    space->watches.items[slot] =
        (PairWatch3){{contact->body[0], contact->body[1]}, slack, lies ? 1 : 0};
    space->looks.items[slot] =
        (PairLook3){pose_of_smaller(space, contact, a_from_b, &reach), slack};
}

static void hold_core(const Space3 *space, int32_t collider, PointLanes3 *ends)
{
    const Shape3 *shape = &space->shapes.items[collider];
    const Pose3 pose = space->center_from_shapes.items[collider];
    const float half = shape->kind == SHAPE3_CAPSULE ? shape->half_height : 0.0f;
    set_point(ends, 0, pose3_transform(pose, vec3(0.0f, -half, 0.0f)));
    set_point(ends, 1, pose3_transform(pose, vec3(0.0f, half, 0.0f)));
}

void tum_space3_anchor_plane(Space3 *space, const Sim *sim, int32_t index)
{
    const Contact *contact = &sim->contacts.items[sim->manifolds.items[index].contact];
    const Manifold3 *plane = &space->manifolds.items[index];
    const BodyPlace3 *a = &space->places.items[contact->body[0]];
    const BodyPlace3 *b = &space->places.items[contact->body[1]];
    const Vec3 between = vec3_sub(b->center, a->center);
    const Mat3 turn_a = quat_matrix(a->rotation), turn_b = quat_matrix(b->rotation);
    PlaneAnchor3 *anchor = &space->anchors.items[index];
    anchor->radius_a = tum_core3_radius(&space->shapes.items[contact->collider[0]]);
    anchor->radius_b = tum_core3_radius(&space->shapes.items[contact->collider[1]]);
    const bool round_a = anchor->radius_a > 0.0f, round_b = anchor->radius_b > 0.0f;
    if (round_a && round_b) {
        anchor->side = ANCHOR3_CORES;
        anchor->normal = plane->normal;
        if (plane->point_count == 1) {
            hold_core(space, contact->collider[0], &anchor->on_a);
            hold_core(space, contact->collider[1], &anchor->on_b);
            return;
        }
    } else {
        const bool b_rests = !sim->bodies.items[contact->body[1]].is_movable;
        anchor->side = round_a || (!round_b && b_rests) ? ANCHOR3_B : ANCHOR3_A;
        anchor->normal =
            mat3_transform_transposed(anchor->side == ANCHOR3_A ? turn_a : turn_b, plane->normal);
    }
    for (int i = 0; i < plane->point_count; ++i) {
        const TouchPoint3 *point = &plane->points[i];
        const float half = 0.5f * point->separation;
        const Vec3 core_a =
            vec3_add_scaled(point->position, plane->normal, -half - anchor->radius_a);
        const Vec3 core_b =
            vec3_add_scaled(point->position, plane->normal, half + anchor->radius_b);
        set_point(&anchor->on_a, i, mat3_transform_transposed(turn_a, core_a));
        set_point(&anchor->on_b, i, mat3_transform_transposed(turn_b, vec3_sub(core_b, between)));
    }
}

void tum_space3_reopen(Space *opaque, int32_t contact)
{
    Space3 *space = (Space3 *)opaque;
    space->watches.items[contact].budget = 0.0f;
    space->looks.items[contact].slack = 0.0f;
}
