// SPDX-License-Identifier: MIT
// bounce3.c: restitution, one contact at a time.
//
// Bounces precede the forces of a substep (Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies
// with Stacking", 2003): a point that would meet within the substep, and approaches faster than its
// threshold, receives e times that speed at once. A restitution impulse travels through bodies in
// contact as through a row of steel balls, one contact after the other (Smith et al., "Reflections
// on Simultaneous Impact", 2012, on why contacts may not share it): schedule/restitution_passes.c
// repeats the pass until no point approaches that fast any more.
//
// Few contacts bounce. A kernel looks at all of them once per substep, eight at a time
// (contact_restitution3.inl). From then on each bounce disturbs the contacts of its two bodies, and
// only disturbed contacts are looked at again.
//
// Each bounce is an impact that conserves energy or loses some. The approaching points of a
// manifold bounce together: with velocities x before, x' after, and K the matrix that maps impulses
// to velocities,
//
//     x' = x + K p,  x'_k >= -e x_k  and  p_k (x'_k + e x_k) = 0
//     energy gained = p . (x + x') / 2 = (1 - e) p . x / 2 <= 0
//
// Sweeps approximate p. A common factor then makes p . (x' + e x) = 0, which makes the energy exact
// whatever the distribution of p is.
#include "contact3/bounce3.h"

#include "schedule/contact_numbers.h"

// Velocity of B against A in the frame, or its displacement since the start of the step.
typedef struct Relative {
    Vec3 linear, angular;
} Relative;

// Change of the motion of both bodies, along n, t, c.
typedef struct Change {
    Vec3 push;           // [N s] Impulse on B; A gets the opposite.
    Vec3 turn_a, turn_b; // [rad/s]
} Change;

// Bouncing manifold: its lane, its frame and the motion of its bodies.
typedef struct Bounce {
    const ContactBlock3 *block;
    const ContactRows3 *rows;
    ContactExtra3 *extra;
    uint32_t slot, row; // Lane in the block and in the rows.
    uint32_t point_count;
    Vec3 normal, tangent, across;
    Vec3 arm_a, arm_b; // [m] Along n, t, c.
    SolverBody3 *a, *b;
    BodyStart3 *start_a, *start_b;
    Relative before; // Velocity without impulses.
    Change change;   // By the impulses of points, then also by friction.
    float fall;      // [m/s^2] Of B against A along the normal, for free bodies.
    float held_fall; // The same, with joints assumed to bear all joined bodies.
    // Per point; see ContactExtra3.
    float approach[LOCAL_POINTS_MAX], speed[LOCAL_POINTS_MAX], time[LOCAL_POINTS_MAX];
    float parting[LOCAL_POINTS_MAX], impulse[LOCAL_POINTS_MAX];
} Bounce;

static Vec3 row3(const PairLanes3 *lanes, uint32_t row)
{
    return (Vec3){lanes->x[row], lanes->y[row], lanes->z[row]};
}

static Vec3 into_frame(const Bounce *bounce, Vec3 v)
{
    return (Vec3){vec3_dot(bounce->normal, v), vec3_dot(bounce->tangent, v),
                  vec3_dot(bounce->across, v)};
}

static Vec3 out_of_frame(const Bounce *bounce, Vec3 v)
{
    return vec3_add_scaled(vec3_add_scaled(vec3_scale(bounce->normal, v.x), bounce->tangent, v.y),
                           bounce->across, v.z);
}

static inline Relative relative(const Bounce *bounce, Vec3 linear_a, Vec3 angular_a, Vec3 linear_b,
                                Vec3 angular_b)
{
    const Vec3 a = into_frame(bounce, angular_a), b = into_frame(bounce, angular_b);
    const Vec3 of_centers = into_frame(bounce, vec3_sub(linear_b, linear_a));
    const Vec3 by_rotation = vec3_sub(vec3_cross(b, bounce->arm_b), vec3_cross(a, bounce->arm_a));
    return (Relative){vec3_add(of_centers, by_rotation), vec3_sub(b, a)};
}

static inline Relative velocity_of(const Bounce *bounce)
{
    return relative(bounce, bounce->a->linear, bounce->a->angular, bounce->b->linear,
                    bounce->b->angular);
}

// Change of the velocity of B against A.
static Relative felt(const Bounce *bounce)
{
    const Change *change = &bounce->change;
    const float inverse_mass =
        bounce->rows->inverse_mass_a[bounce->row] + bounce->rows->inverse_mass_b[bounce->row];
    const Vec3 by_rotation = vec3_sub(vec3_cross(change->turn_b, bounce->arm_b),
                                      vec3_cross(change->turn_a, bounce->arm_a));
    return (Relative){vec3_add_scaled(by_rotation, change->push, inverse_mass),
                      vec3_sub(change->turn_b, change->turn_a)};
}

// Velocity, or displacement, of a point of B against A along the normal.
static float along_normal(const Bounce *bounce, const Relative *motion, uint32_t k)
{
    const ContactPointLanes3 *point = &bounce->rows->points[k];
    return motion->linear.x + (point->arm_t[bounce->row] * motion->angular.y +
                               point->arm_c[bounce->row] * motion->angular.z);
}

static float speed_of(const Bounce *bounce, const Relative *velocity, uint32_t k)
{
    const float speed = along_normal(bounce, velocity, k);
    return bounce->block->surface_velocities
               ? speed + bounce->extra->surface_velocity[k][bounce->slot]
               : speed;
}

// [m/s] Threshold of restitution, negative. A point under load needs a faster approach.
static float least_of(const Bounce *bounce, uint32_t k)
{
    const float mass = bounce->rows->points[k].mass[bounce->row];
    const float load = bounce->extra->load[bounce->slot] * bounce->block->impulse[k][bounce->slot];
    return 0.0f - (bounce->extra->least[bounce->slot] + load / (mass > 0.0f ? mass : 1.0f));
}

static void begin(Bounce *bounce, const Space3 *space, const ContactPlace3 *place, uint32_t slot)
{
    const ContactBlock3 *block = place->block;
    bounce->block = block;
    bounce->rows = place->rows;
    bounce->extra = place->extra;
    bounce->slot = slot;
    bounce->row = place->first + slot;
    bounce->point_count = block->lane_points[slot];
    bounce->normal = lane3(&block->normal, slot);
    bounce->tangent = lane3(&block->tangent, slot);
    bounce->across = vec3_cross(bounce->normal, bounce->tangent);
    bounce->arm_a = row3(&place->rows->arm_a, bounce->row);
    bounce->arm_b = row3(&place->rows->arm_b, bounce->row);
    const uint32_t a = place->rows->place_a[bounce->row] / sizeof(SolverBody3);
    const uint32_t b = place->rows->place_b[bounce->row] / sizeof(SolverBody3);
    bounce->a = &space->bodies.states.items[a];
    bounce->b = &space->bodies.states.items[b];
    bounce->start_a = &space->bodies.starts.items[a];
    bounce->start_b = &space->bodies.starts.items[b];
}

// From here on there may be impulses.
static void begin_change(Bounce *bounce)
{
    const Vec3 none = {0.0f, 0.0f, 0.0f};
    bounce->before = velocity_of(bounce);
    bounce->change = (Change){none, none, none};
}

// [m/s^2] Acceleration by forces along the normal of a body in free flight; zero for a supported
// body.
static float fall_of(Vec3 start, Vec3 now, float fall, float substep)
{
    const Vec3 borne = vec3_sub(now, start);
    const float pull = fall * substep;
    return vec3_length_squared(borne) > BORNE_SQUARED * (pull * pull) ? 0.0f : fall;
}

static void find_falls(Bounce *bounce, float substep)
{
    const ContactExtra3 *extra = bounce->extra;
    const uint32_t slot = bounce->slot;
    const float fall_a = extra->fall_a[slot], fall_b = extra->fall_b[slot];
    const bool free_a = extra->free_a[slot] > 0.0f, free_b = extra->free_b[slot] > 0.0f;
    const float flight_a = fall_of(bounce->start_a->linear, bounce->a->linear, fall_a, substep);
    const float flight_b = fall_of(bounce->start_b->linear, bounce->b->linear, fall_b, substep);
    bounce->held_fall = (free_b ? flight_b : 0.0f) - (free_a ? flight_a : 0.0f);
    bounce->fall = (free_b ? flight_b : fall_b) - (free_a ? flight_a : fall_a);
}

// Velocity change by forces until a point meets. Without it, bounces would gain or lose height,
// depending on their time within the substep.
static float fallen(const Bounce *bounce, float time, float substep)
{
    const float later = time - substep; // velocities are those of the substep's end
    // Joints may hold a body or fall with it: the case with the slower bounce is used.
    return maximum(bounce->fall * later, bounce->held_fall * later);
}

// [s] Root of s + v t + a t^2 / 2 = 0, v < 0 being the velocity at the start.
static float time_of_impact(const Bounce *bounce, float gap, float speed, float substep)
{
    const float fall = bounce->held_fall;
    const float rate = fall * substep - speed; // [m/s] -v
    const float squared = rate * rate - 2.0f * (fall * gap);
    const float sum = rate + square_root(maximum(squared, 0.0f));
    return sum > 0.0f ? 2.0f * gap / sum : 0.0f;
}

// A bounce with e > 1 does not raise the speed beyond BOUNCE_GAIN_MOST.
static float parting_speed(float e, float approach)
{
    const float kept = minimum(e, 1.0f) * approach;
    return minimum(e * approach, maximum(kept, BOUNCE_GAIN_MOST));
}

// Whether a point meets within the substep, and approaches fast enough for that moment.
static bool find_point(Bounce *bounce, uint32_t k, float speed, float separation, float substep)
{
    const ContactExtra3 *extra = bounce->extra;
    const uint32_t slot = bounce->slot;
    const float least = least_of(bounce, k);
    // Only the first bounce of a step may add energy: a body between two such contacts would
    // otherwise bounce without end.
    const float authored = extra->restitution[slot];
    const float e = extra->struck[k][slot] > 0.0f ? minimum(authored, 1.0f) : authored;
    const float gap = maximum(separation, 0.0f);
    const float depth = (gap + BOUNCE_DEPTH) / (1.0f + e);
    const float is_free = maximum(extra->free_a[slot], extra->free_b[slot]);
    const float time = is_free * time_of_impact(bounce, minimum(gap, depth), speed, substep);
    const float approach = speed + fallen(bounce, time, substep);
    // Separation at the end, as in passes that push, and closer by the motion that gravity
    // takes away.
    const float rise = maximum(bounce->held_fall, 0.0f) * (0.5f * substep);
    const float end = separation + (speed - rise) * substep;
    if (!(0.0f > end && least > approach)) {
        return false;
    }
    bounce->speed[k] = speed;
    bounce->time[k] = time;
    bounce->approach[k] = approach;
    bounce->parting[k] = parting_speed(e, 0.0f - approach);
    return true;
}

// Finds the points that bounce.
// @return false if none does. Most contacts rest, or are far apart, and need little more than the
//         speeds of their points.
static bool find(Bounce *bounce, float substep)
{
    const Relative velocity = velocity_of(bounce);
    const float rise_most = bounce->extra->fall_most[bounce->slot] * (0.5f * substep);
    uint32_t come = 0;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        bounce->approach[k] = bounce->parting[k] = bounce->time[k] = bounce->impulse[k] = 0.0f;
        bounce->speed[k] = speed_of(bounce, &velocity, k);
        come |= (uint32_t)(least_of(bounce, k) > bounce->speed[k] &&
                           bounce->rows->points[k].mass[bounce->row] > 0.0f)
                << k;
    }
    if (come == 0) {
        return false;
    }
    const Relative moved =
        relative(bounce, bounce->a->moved, bounce->a->turned, bounce->b->moved, bounce->b->turned);
    bool knows_falls = false, found = false;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        const float speed = bounce->speed[k];
        const float separation =
            bounce->rows->points[k].base[bounce->row] + along_normal(bounce, &moved, k);
        if ((come >> k & 1) == 0 || !(0.0f > separation + (speed - rise_most) * substep)) {
            continue;
        }
        if (!knows_falls) {
            find_falls(bounce, substep);
            knows_falls = true;
        }
        found |= find_point(bounce, k, speed, separation, substep);
    }
    return found && bounce->extra->restitution[bounce->slot] > 0.0f;
}

static Vec3 turned_by(const FrameSym3 *inverse_inertia, uint32_t row, Vec3 torque)
{
    const float nn = inverse_inertia->nn[row], tt = inverse_inertia->tt[row];
    const float cc = inverse_inertia->cc[row], nt = inverse_inertia->nt[row];
    const float nc = inverse_inertia->nc[row], tc = inverse_inertia->tc[row];
    return (Vec3){vec3_dot((Vec3){nn, nt, nc}, torque), vec3_dot((Vec3){nt, tt, tc}, torque),
                  vec3_dot((Vec3){nc, tc, cc}, torque)};
}

// Applies an impulse at the middle of the contact and an angular impulse to B; A gets the opposite.
static void apply(Bounce *bounce, Vec3 impulse, Vec3 torque)
{
    const ContactRows3 *rows = bounce->rows;
    const Vec3 on_a = vec3_add(vec3_cross(bounce->arm_a, impulse), torque);
    const Vec3 on_b = vec3_add(vec3_cross(bounce->arm_b, impulse), torque);
    Change *change = &bounce->change;
    change->push = vec3_add(change->push, impulse);
    change->turn_a =
        vec3_sub(change->turn_a, turned_by(&rows->inverse_inertia_a, bounce->row, on_a));
    change->turn_b =
        vec3_add(change->turn_b, turned_by(&rows->inverse_inertia_b, bounce->row, on_b));
}

// Applies the restitution impulses of the points of a manifold, times a factor.
static void apply_to_points(Bounce *bounce, float factor)
{
    Vec3 sum = {0.0f, 0.0f, 0.0f}, torque = sum;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        const ContactPointLanes3 *point = &bounce->rows->points[k];
        const float impulse = factor * bounce->impulse[k];
        sum.x += impulse;
        torque.y += point->arm_t[bounce->row] * impulse;
        torque.z += point->arm_c[bounce->row] * impulse;
    }
    apply(bounce, sum, torque);
}

// Intended x' - x.
static float wanted_change(const Bounce *bounce, uint32_t k)
{
    return bounce->parting[k] - bounce->approach[k];
}

static float response_of(const Bounce *bounce, uint32_t i, uint32_t k)
{
    const uint32_t high = i > k ? i : k, low = i > k ? k : i;
    return bounce->rows->response[high * (high - 1) / 2 + low][bounce->row];
}

// Impulses that give each point its change of velocity alone, as far as they push; a point that
// does not bounce gets none. Since `mass` is the impulse that changes a point's velocity by 1 m/s,
// a point lacks nothing once it got what it lacked, and others lack less by their mass times their
// response.
static void distribute(const Bounce *bounce, float lacks[LOCAL_POINTS_MAX],
                       float impulse[LOCAL_POINTS_MAX])
{
    const uint32_t count = bounce->point_count;
    float less[LOCAL_POINTS_MAX][LOCAL_POINTS_MAX] = {{0.0f}}; // Relief of i by an impulse of k.
    for (uint32_t k = 0; k < count; ++k) {
        for (uint32_t i = 0; i < count; ++i) {
            const float mass = bounce->rows->points[i].mass[bounce->row];
            less[k][i] = i == k ? 1.0f : mass * response_of(bounce, i, k);
        }
    }
    bool changes = true;
    for (int sweep = 0; sweep < BOUNCE_SWEEPS && changes; ++sweep) {
        changes = false;
        for (uint32_t k = 0; k < count; ++k) {
            const float new = maximum(impulse[k] + lacks[k], 0.0f);
            const float change = bounce->approach[k] < 0.0f ? new - impulse[k] : 0.0f;
            changes |= change * change > 0.0f;
            impulse[k] += change;
            for (uint32_t i = 0; i < LOCAL_POINTS_MAX; ++i) {
                lacks[i] -= less[k][i] * change;
            }
        }
    }
}

// [J] Work of the impulses, p . (x' - x): intended and actual.
// @param change  x' - x of each point.
static void measure(const Bounce *bounce, const float change[LOCAL_POINTS_MAX], float *wanted,
                    float *got)
{
    *wanted = *got = 0.0f;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        *wanted += bounce->impulse[k] * wanted_change(bounce, k);
        *got += bounce->impulse[k] * change[k];
    }
}

// Scales the impulses so that p . (x' + e x) = 0.
static void correct(Bounce *bounce)
{
    const Relative changed = felt(bounce);
    float change[LOCAL_POINTS_MAX], wanted, got;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        change[k] = along_normal(bounce, &changed, k);
    }
    measure(bounce, change, &wanted, &got);
    if (!(got > 0.0f)) {
        return;
    }
    const float factor = wanted / got;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        bounce->impulse[k] *= factor;
    }
    bounce->change =
        (Change){vec3_scale(bounce->change.push, factor), vec3_scale(bounce->change.turn_a, factor),
                 vec3_scale(bounce->change.turn_b, factor)};
}

static void solve(Bounce *bounce)
{
    float lacks[LOCAL_POINTS_MAX] = {0.0f};
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        lacks[k] = bounce->rows->points[k].mass[bounce->row] * wanted_change(bounce, k);
    }
    distribute(bounce, lacks, bounce->impulse);
    apply_to_points(bounce, 1.0f);
    if (bounce->point_count > 1) {
        correct(bounce);
    }
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        bounce->extra->struck[k][bounce->slot] += bounce->impulse[k];
    }
}

// Friction of the restitution impulses, in Coulomb's cone of these impulses alone; then about the
// normal.
static void apply_friction(Bounce *bounce)
{
    const ContactBlock3 *block = bounce->block;
    const ContactRows3 *rows = bounce->rows;
    const uint32_t slot = bounce->slot, row = bounce->row;
    float normal_impulse = 0.0f, leverage = 0.0f;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        normal_impulse += bounce->impulse[k];
        leverage += bounce->impulse[k] * rows->lever[k][row];
    }
    const Relative changed = felt(bounce);
    float slide_t = bounce->before.linear.y + changed.linear.y;
    float slide_c = bounce->before.linear.z + changed.linear.z;
    float spin = bounce->before.angular.x + changed.angular.x;
    if (block->surface_velocities) {
        slide_t += bounce->extra->slide_surface_velocity[0][slot];
        slide_c += bounce->extra->slide_surface_velocity[1][slot];
        spin += bounce->extra->spin_surface_velocity[slot];
    }
    const float tt = rows->friction_mass[0][row], cc = rows->friction_mass[1][row];
    const float tc = rows->friction_mass[2][row];
    float along_t = 0.0f - (tt * slide_t + tc * slide_c);
    float along_c = 0.0f - (tc * slide_t + cc * slide_c);
    const float squared = along_t * along_t + along_c * along_c;
    const float static_limit = block->static_friction[slot] * normal_impulse;
    const float dynamic_limit = block->dynamic_friction[slot] * normal_impulse;
    const bool gives_way =
        block->slip[slot] > 0.5f * SLIP_SLIDES || squared > static_limit * static_limit;
    if (gives_way && squared > dynamic_limit * dynamic_limit) {
        const float factor = dynamic_limit / square_root(squared);
        along_t *= factor;
        along_c *= factor;
    }
    spin += rows->spin_from_friction[0][row] * along_t + rows->spin_from_friction[1][row] * along_c;
    const float limit = block->dynamic_friction[slot] * leverage;
    const float twist = clamp(0.0f - rows->twist_mass[row] * spin, 0.0f - limit, limit);
    apply(bounce, (Vec3){0.0f, along_t, along_c}, (Vec3){twist, 0.0f, 0.0f});
}

// A body moves back by the motion that its new velocity would have caused before it met, but not by
// more than its size: it would pass a wall. Its velocity without contacts changes likewise: a body
// in free flight stays so after a bounce.
static void strike(SolverBody3 *body, BodyStart3 *start, Vec3 linear, Vec3 angular, float time)
{
    const float size = start->bounding_radius;
    const bool stays = vec3_length_squared(linear) * (time * time) > size * size;
    body->moved = vec3_sub(body->moved, vec3_scale(linear, stays ? 0.0f : time));
    start->linear = vec3_add(start->linear, linear);
    body->linear = vec3_add(body->linear, linear);
    body->angular = vec3_add(body->angular, angular);
    body->angular_speed_bound = body->angular_bound = 0.0f;
}

static void end(Bounce *bounce)
{
    const ContactExtra3 *extra = bounce->extra;
    const ContactRows3 *rows = bounce->rows;
    const Change *change = &bounce->change;
    const uint32_t slot = bounce->slot, row = bounce->row;
    float normal_impulse = 0.0f, moment = 0.0f;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        normal_impulse += bounce->impulse[k];
        moment += bounce->impulse[k] * bounce->time[k];
    }
    const float time = normal_impulse > 0.0f ? moment / normal_impulse : 0.0f;
    const Vec3 push = out_of_frame(bounce, change->push);
    if ((bounce->block->store_a >> slot & 1) != 0) {
        strike(bounce->a, bounce->start_a, vec3_scale(push, 0.0f - rows->inverse_mass_a[row]),
               out_of_frame(bounce, change->turn_a), time * extra->free_a[slot]);
    }
    if ((bounce->block->store_b >> slot & 1) != 0) {
        strike(bounce->b, bounce->start_b, vec3_scale(push, rows->inverse_mass_b[row]),
               out_of_frame(bounce, change->turn_b), time * extra->free_b[slot]);
    }
}

// Bounces of joined bodies go on after the reaction of joints.
static void keep(const Bounce *bounce)
{
    ContactExtra3 *extra = bounce->extra;
    const uint32_t slot = bounce->slot;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        extra->approach[k][slot] = bounce->approach[k];
        extra->speed[k][slot] = bounce->speed[k];
        extra->time[k][slot] = bounce->time[k];
        extra->parting[k][slot] = bounce->parting[k];
        extra->restitution_impulse[k][slot] = bounce->impulse[k];
    }
}

static void recall(Bounce *bounce, const Space3 *space, const ContactPlace3 *place, uint32_t slot)
{
    begin(bounce, space, place, slot);
    begin_change(bounce);
    const ContactExtra3 *extra = bounce->extra;
    for (uint32_t k = 0; k < bounce->point_count; ++k) {
        bounce->approach[k] = extra->approach[k][slot];
        bounce->speed[k] = extra->speed[k][slot];
        bounce->time[k] = extra->time[k][slot];
        bounce->parting[k] = extra->parting[k][slot];
        bounce->impulse[k] = extra->restitution_impulse[k][slot];
    }
}

bool tum_bounce3_find(const Space3 *space, const ContactPlace3 *place, uint32_t slot, float substep)
{
    Bounce bounce;
    begin(&bounce, space, place, slot);
    return find(&bounce, substep);
}

bool tum_bounce3(const Space3 *space, const ContactPlace3 *place, uint32_t slot, float substep)
{
    Bounce bounce;
    begin(&bounce, space, place, slot);
    if (!find(&bounce, substep)) {
        return false;
    }
    begin_change(&bounce);
    solve(&bounce);
    if (place->extra->joined[slot] > 0.0f) {
        keep(&bounce);
    } else {
        apply_friction(&bounce);
    }
    end(&bounce);
    return true;
}

void tum_bounce3_measure(const Space3 *space, const ContactPlace3 *place, uint32_t slot)
{
    Bounce bounce;
    recall(&bounce, space, place, slot);
    float change[LOCAL_POINTS_MAX];
    for (uint32_t k = 0; k < bounce.point_count; ++k) {
        change[k] = speed_of(&bounce, &bounce.before, k) - bounce.speed[k];
    }
    measure(&bounce, change, &place->extra->wanted[slot], &place->extra->got[slot]);
}

void tum_bounce3_repeat(const Space3 *space, const ContactPlace3 *place, uint32_t slot,
                        bool with_friction)
{
    Bounce bounce;
    recall(&bounce, space, place, slot);
    if (with_friction) {
        apply_friction(&bounce);
    } else {
        const float more = place->extra->more[slot];
        apply_to_points(&bounce, more);
        for (uint32_t k = 0; k < bounce.point_count; ++k) {
            place->extra->struck[k][slot] += more * bounce.impulse[k];
            bounce.impulse[k] += more * bounce.impulse[k];
        }
        keep(&bounce);
    }
    end(&bounce);
}
