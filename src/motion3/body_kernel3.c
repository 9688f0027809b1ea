// SPDX-License-Identifier: MIT
// body_kernel3.c: integrate3.c for a vector of bodies at once, a kernel; body_kernel3.h has the
// method.
#define WIDE_FOUR
#include "motion3/body_kernel3.h"
#include "math/wide3.h"
#include "space3/wide_body3.h"

#include <stddef.h>

// Iterations for the middle of a substep: each multiplies the error by about the turn of the
// substep.
enum { ROUNDS = 3 };

_Static_assert(offsetof(BodyStart3, angular) == 4 * sizeof(float) &&
                   offsetof(BodyStart3, inertia) == WIDE * sizeof(float) &&
                   offsetof(BodyStart3, ccd_distance_squared) == (2 * WIDE - 1) * sizeof(float),
               "two rows");
_Static_assert(offsetof(BodyPlace3, center) == 0 &&
                   offsetof(BodyPlace3, rotation) == 3 * sizeof(float) &&
                   offsetof(BodyPlace3, start) == 7 * sizeof(float),
               "center, rotation and one number more are a row");
_Static_assert(offsetof(BodyMass3, inverse_inertia) == sizeof(float) &&
                   offsetof(BodyMass3, body_from_principal) ==
                       offsetof(BodyMass3, inertia) + sizeof(Vec3),
               "inverse moments are in a row, moments and principal axes in another");

// Bodies of one vector.
typedef struct Bodies {
    const int32_t *body;
    uint32_t count;
} Bodies;

// Unused lanes repeat the last body.
static int32_t body_of(const Bodies *batch, uint32_t lane)
{
    return batch->body[lane < batch->count ? lane : batch->count - 1];
}

static uint32_t used_lanes(const Bodies *batch)
{
    return (1u << batch->count) - 1u;
}

// Rows of an array that has one item per body.
static void rows_of(const Bodies *batch, void *first, size_t bound, float *rows[WIDE_LANES])
{
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        rows[lane] = (float *)(void *)((char *)first + (size_t)body_of(batch, lane) * bound);
    }
}

static void rows_of_states(const Space3 *space, const Bodies *batch, float *rows[WIDE_LANES])
{
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        rows[lane] = &space3_state(space, body_of(batch, lane))->linear.x;
    }
}

static void rows_of_weights(const Space3 *space, const Bodies *batch, float *rows[WIDE_LANES])
{
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        rows[lane] = &space3_weight(space, body_of(batch, lane))->inverse_inertia.xx;
    }
}

// Second rows of BodyStart3: inertia, reach and CCD distance.
static void rows_of_starts(const Space3 *space, const Bodies *batch, float *rows[WIDE_LANES])
{
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        rows[lane] = &space3_start(space, body_of(batch, lane))->inertia.xx;
    }
}

// First rows of BodyStart3: velocities, fall and rotation mode.
static void first_rows(float *const starts[WIDE_LANES], const float *first[WIDE_LANES])
{
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        first[lane] = starts[lane] - WIDE;
    }
}

static WideSym3 first_six(const Wide columns[WIDE])
{
    return (WideSym3){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

static WideSym3 inverse_inertias(const Space3 *space, const Bodies *batch)
{
    float *rows[WIDE_LANES];
    Wide columns[WIDE];
    rows_of_weights(space, batch, rows);
    wide_load_rows((const float *const *)rows, columns);
    return first_six(columns);
}

// R diag(moments) R^T.
static WideSym3 along_axes(WideMat3 axes, WideVec3 moments)
{
    const Wide zero = wide_zero();
    const WideSym3 none = {zero, zero, zero, zero, zero, zero};
    const WideSym3 x = wide_sym3_add_square(none, axes.x, moments.x);
    const WideSym3 xy = wide_sym3_add_square(x, axes.y, moments.y);
    return wide_sym3_add_square(xy, axes.z, moments.z);
}

static void weigh_bodies(Space3 *space, const Bodies *batch)
{
    float *rows[WIDE_LANES];
    Wide place[WIDE], inverses[WIDE], mass[WIDE], columns[WIDE];
    rows_of(batch, &space->bodies.places.items->center, sizeof *space->bodies.places.items, rows);
    wide_load_rows((const float *const *)rows, place);
    rows_of(batch, space->bodies.masses.items, sizeof *space->bodies.masses.items, rows);
    wide_load_rows((const float *const *)rows, inverses);
    rows_of(batch, &space->bodies.masses.items->inertia, sizeof *space->bodies.masses.items, rows);
    wide_load_rows((const float *const *)rows, mass);
    const WideQuat q = wide_quat_multiply((WideQuat){place[3], place[4], place[5], place[6]},
                                          (WideQuat){mass[3], mass[4], mass[5], mass[6]});
    const WideMat3 axes = wide_quat_axes(q);
    const WideSym3 inverse = along_axes(axes, (WideVec3){inverses[1], inverses[2], inverses[3]});
    const WideSym3 inertia = along_axes(axes, (WideVec3){mass[0], mass[1], mass[2]});
    const uint32_t used = used_lanes(batch);

    rows_of_weights(space, batch, rows);
    wide_load_rows((const float *const *)rows, columns);
    const Wide weights[WIDE] = {inverse.xx, inverse.yy, inverse.zz, inverse.xy,
                                inverse.xz, inverse.yz, columns[6], columns[7]};
    wide_store_rows(rows, weights, used);
    rows_of_starts(space, batch, rows);
    wide_load_rows((const float *const *)rows, columns);
    const Wide inertias[WIDE] = {inertia.xx, inertia.yy, inertia.zz, inertia.xy,
                                 inertia.xz, inertia.yz, columns[6], columns[7]};
    wide_store_rows(rows, inertias, used);
}

// Lanes are the numbers of one body's row here; the fourth and the last one are not velocities.
static void accelerate(Space3 *space, const int32_t *bodies, uint32_t count, Vec3 gravity,
                       bool repeats)
{
    const Lanes is_velocity = {1.0f, 1.0f, 1.0f, 0.0f, 1.0f, 1.0f, 1.0f, 0.0f};
    const Lanes pull = {gravity.x, gravity.y, gravity.z, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        const WideMask velocity = wide_greater(wide_load_words(is_velocity + lane), wide_zero());
        const WideMask repeated = repeats ? velocity : wide_greater(wide_zero(), wide_zero());
        const Wide down = wide_load_words(pull + lane);
        for (uint32_t i = 0; i < count; ++i) {
            BodyStart3 *row = space3_start(space, bodies[i]);
            float *state = (float *)(void *)space3_state(space, bodies[i]) + lane;
            float *start = (float *)(void *)row + lane;
            const Wide now = wide_load_words(state), was = wide_load_words(start);
            const Wide after = wide_add(now, wide_mul(down, wide_splat(row->fall)));
            wide_store_words(start, wide_select(velocity, after, was));
            wide_store_words(state, wide_add(after, wide_where(repeated, wide_sub(now, was))));
        }
    }
}

// A gyroscopic body during a step.
typedef struct Gyroscopic {
    WideSym3 inverse; // Inverse of the inertia at the start of the step.
    WideVec3 spin, momentum;
} Gyroscopic;

// u of body_kernel3.h.
static inline __attribute__((always_inline)) WideVec3 spin_within(const Gyroscopic *gyroscopic,
                                                                  WideTurn turned)
{
    const WideVec3 change = wide_turn_back_change3(turned, gyroscopic->momentum);
    return wide_add3(gyroscopic->spin, wide_sym3_transform(gyroscopic->inverse, change));
}

// Rate of the turn.
static WideVec3 turn_rate(const Gyroscopic *gyroscopic, WideVec3 turned)
{
    const WideVec3 u = spin_within(gyroscopic, wide_turn3(turned));
    const WideVec3 across = wide_cross3(turned, u);
    const WideVec3 more = wide_add_scaled3(u, across, wide_splat(1.0f / 6.0f));
    return wide_add_scaled3(u, wide_cross3(turned, more), wide_splat(0.5f));
}

static Gyroscopic gyroscopic_of(const Space3 *space, const Bodies *batch, WideVec3 spin,
                                WideSym3 inertia)
{
    return (Gyroscopic){inverse_inertias(space, batch), spin, wide_sym3_transform(inertia, spin)};
}

static WideVec3 turn_gyroscopic(const Gyroscopic *gyroscopic, WideVec3 turned, Wide seconds)
{
    const Wide half = wide_mul(wide_splat(0.5f), seconds);
    WideVec3 rate = gyroscopic->spin;
    for (int i = 0; i < ROUNDS; ++i) {
        rate = turn_rate(gyroscopic, wide_add_scaled3(turned, rate, half));
    }
    return wide_scale3(rate, seconds);
}

typedef struct RotationModes {
    WideMask late, is_gyroscopic;
    uint32_t joined, alone;
} RotationModes;

static Wide rotation_modes(const Space3 *space, const Bodies *batch)
{
    WideLanes mode;
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        mode[lane] = settled(space3_start(space, body_of(batch, lane))->rotation_mode);
    }
    return wide_load_words(mode);
}

// @param mode  BodyStart3.rotation_mode
static RotationModes modes_of(Wide mode)
{
    const WideMask is_alone = wide_same(mode, wide_splat(ROTATION_ALONE));
    const WideMask is_gyroscopic = wide_same(mode, wide_splat(ROTATION_GYROSCOPIC));
    return (RotationModes){wide_or(is_gyroscopic, wide_same(mode, wide_splat(ROTATION_ISOTROPIC))),
                           is_gyroscopic, wide_bits(wide_same(mode, wide_splat(ROTATION_JOINED))),
                           wide_bits(is_alone)};
}

// space3_pull
static WideVec3 pulls_of(const Space3 *space, const Bodies *batch, Wide fall, float seconds)
{
    if (space3_pulls_evenly(space)) {
        const WideVec3 gravity = {wide_splat(space->gravity.x), wide_splat(space->gravity.y),
                                  wide_splat(space->gravity.z)};
        return wide_scale3(gravity, wide_mul(wide_splat(seconds), fall));
    }
    _Alignas(64) WideLanes x, y, z;
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        const Vec3 pull = space3_pull(space, body_of(batch, lane), seconds);
        x[lane] = settled(pull.x);
        y[lane] = settled(pull.y);
        z[lane] = settled(pull.z);
    }
    return (WideVec3){wide_load_words(x), wide_load_words(y), wide_load_words(z)};
}

// Displacement by which the parabola of a body in free flight (space3_flies) falls short of its end
// velocity times the substep.
// @param start  first row of BodyStart3.
static WideVec3 less_by_flight(const Space3 *space, const Bodies *batch, WideVec3 velocity,
                               const Wide start[WIDE], float seconds)
{
    const WideVec3 pull = pulls_of(space, batch, start[3], seconds);
    const WideVec3 borne = wide_sub3(velocity, (WideVec3){start[0], start[1], start[2]});
    const Wide most = wide_mul(wide_splat(BORNE_SQUARED), wide_length_squared3(pull));
    const WideMask is_borne = wide_greater(wide_length_squared3(borne), most);
    const uint32_t may_fly = used_lanes(batch) & ~wide_bits(is_borne);
    if (may_fly == 0) {
        return wide_zero3();
    }
    WideLanes joined = {0.0f};
    for (uint32_t lane = 0; may_fly >> lane != 0; ++lane) {
        joined[lane] = settled(space3_weight(space, body_of(batch, lane))->joined);
    }
    const WideMask stays = wide_or(is_borne, wide_greater(wide_load_words(joined), wide_zero()));
    return wide_select3(stays, wide_zero3(), wide_scale3(pull, wide_splat(0.5f * seconds)));
}

static uint32_t move_bodies(Space3 *space, const Bodies *batch, float seconds, float guarded)
{
    float *rows[WIDE_LANES], *starts[WIDE_LANES];
    const float *first[WIDE_LANES];
    Wide start[WIDE], velocities[WIDE];
    rows_of_states(space, batch, rows);
    rows_of_starts(space, batch, starts);
    first_rows(starts, first);
    wide_load_rows((const float *const *)starts, start);
    wide_load_rows(first, velocities);
    const RotationModes modes = modes_of(velocities[7]);
    const WideBody now = load_bodies(rows);
    WideMotion motion = load_motions(rows);
    const Wide time = wide_splat(seconds), bounding_radius = start[6],
               ccd_distance_squared = start[7];
    const WideVec3 v = now.linear, w = now.angular;
    uint32_t left = modes.alone;
    if (guarded > 0.0f) {
        const Wide path = wide_splat(guarded);
        const Wide v2 = wide_length_squared3(v), w2 = wide_length_squared3(w);
        const Wide displacement_squared =
            wide_mul(wide_add(v2, wide_mul(w2, wide_mul(bounding_radius, bounding_radius))),
                     wide_mul(path, path));
        left |= wide_bits(wide_greater(displacement_squared, ccd_distance_squared));
    }
    WideVec3 turn = wide_scale3(w, time);
    const WideVec3 turned = wide_add3(motion.turned, turn);
    const WideMask turns =
        wide_greater(wide_length_squared3(turned), wide_splat(TURN_SLOW * TURN_SLOW));
    const WideMask is_gyroscopic = wide_and(modes.is_gyroscopic, turns);
    left |= wide_bits(wide_and(is_gyroscopic, wide_turns_far(turned)));
    left &= used_lanes(batch);
    if ((wide_bits(is_gyroscopic) & ~left) != 0) {
        const Gyroscopic gyroscopic = gyroscopic_of(space, batch, w, first_six(start));
        turn = wide_select3(is_gyroscopic, turn_gyroscopic(&gyroscopic, motion.turned, time), turn);
    }
    motion.moved = wide_sub3(wide_add_scaled3(motion.moved, v, time),
                             less_by_flight(space, batch, v, velocities, seconds));
    motion.turned = wide_add3(motion.turned, turn);
    store_motions(rows, &motion, used_lanes(batch) & ~left);
    return left;
}

// Angular velocity in the pose after the turn. @param inertia  at the start of the step
static WideVec3 end_spin(const Space3 *space, const Bodies *batch, WideVec3 spin, WideSym3 inertia,
                         WideVec3 turned)
{
    const Gyroscopic gyroscopic = gyroscopic_of(space, batch, spin, inertia);
    const WideTurn turn = wide_turn3(turned);
    const WideVec3 within = spin_within(&gyroscopic, turn);
    return wide_add3(within, wide_turn_change3(turn, within));
}

static Wide sum_of_parts(WideVec3 a)
{
    return wide_add(wide_add(wide_absolute(a.x), wide_absolute(a.y)), wide_absolute(a.z));
}

// Mask of the lanes that have certainly not diverged: a sum of absolute values is finite if all
// terms are, and at least as large as each of them.
static WideMask is_sane(WideVec3 center, WideQuat rotation, const WideBody *now)
{
    const Wide speeds = wide_add(sum_of_parts(now->linear), sum_of_parts(now->angular));
    const Wide turn = wide_add(sum_of_parts((WideVec3){rotation.x, rotation.y, rotation.z}),
                               wide_absolute(rotation.w));
    return wide_and(wide_greater(wide_splat(RUNAWAY_SPEED3), speeds),
                    wide_and(wide_greater(wide_splat(RUNAWAY_DISTANCE3), sum_of_parts(center)),
                             wide_greater(wide_splat(4.0f), turn)));
}

// Vector along the axis of the turn, of length 2 sin of half the angle.
static WideVec3 turn_between(WideQuat before, WideQuat after)
{
    const WideQuat q = wide_quat_multiply(after, wide_quat_conjugate(before));
    const WideMask is_far = wide_greater(wide_zero(), q.w);
    const Wide factor = wide_select(is_far, wide_splat(-2.0f), wide_splat(2.0f));
    return wide_scale3((WideVec3){q.x, q.y, q.z}, factor);
}

// The bounding radius of a body without rotation may be infinite.
static Wide angular_bound_of(WideVec3 turn, Wide bounding_radius)
{
    const Wide length = wide_sqrt(wide_length_squared3(turn));
    return wide_where(wide_greater(length, wide_zero()), wide_mul(length, bounding_radius));
}

// Turn of joined bodies, whose poses the joint islands have set.
static WideVec3 turn_since_step(const Space3 *space, const Bodies *batch, WideQuat now)
{
    float *rows[WIDE_LANES];
    Wide before[WIDE];
    rows_of(batch, space->bodies.before.items, sizeof *space->bodies.before.items, rows);
    wide_load_rows((const float *const *)rows, before);
    return turn_between((WideQuat){before[3], before[4], before[5], before[6]}, now);
}

static uint32_t finish_bodies(Space3 *space, const Bodies *batch)
{
    float *rows[WIDE_LANES], *places[WIDE_LANES], *starts[WIDE_LANES];
    Wide place[WIDE], start[WIDE];
    rows_of_states(space, batch, rows);
    rows_of_starts(space, batch, starts);
    wide_load_rows((const float *const *)starts, start);
    rows_of(batch, space->bodies.places.items, sizeof *space->bodies.places.items, places);
    wide_load_rows((const float *const *)places, place);
    const RotationModes modes = modes_of(rotation_modes(space, batch));
    WideBody now = load_bodies(rows);
    WideMotion motion = load_motions(rows);
    const WideVec3 center = wide_add3((WideVec3){place[0], place[1], place[2]}, motion.moved);
    const WideQuat before = {place[3], place[4], place[5], place[6]};
    const WideQuat after = wide_quat_turn(before, wide_turn3(motion.turned));
    if (wide_bits(modes.is_gyroscopic) != 0) {
        const WideVec3 end = end_spin(space, batch, now.angular, first_six(start), motion.turned);
        now.angular = wide_select3(modes.is_gyroscopic, end, now.angular);
    }
    const WideMask far = wide_and(modes.late, wide_turns_far(motion.turned));
    const uint32_t sane = wide_bits(is_sane(center, after, &now));
    const uint32_t left = (modes.alone | wide_bits(far) | ~sane) & used_lanes(batch);
    const uint32_t done = used_lanes(batch) & ~left;
    const Wide columns[WIDE] = {center.x,
                                center.y,
                                center.z,
                                wide_select(modes.late, after.x, before.x),
                                wide_select(modes.late, after.y, before.y),
                                wide_select(modes.late, after.z, before.z),
                                wide_select(modes.late, after.w, before.w),
                                place[7]};
    wide_store_rows(places, columns, done);
    motion.moved = wide_sub3(center, (WideVec3){place[0], place[1], place[2]});
    const WideVec3 joined =
        modes.joined != 0 ? turn_since_step(space, batch, before) : wide_zero3();
    motion.turned = wide_select3(modes.late, turn_between(before, after), joined);
    now.angular_speed_bound = angular_bound_of(now.angular, start[6]);
    now.angular_bound = angular_bound_of(motion.turned, start[6]);
    store_bodies(rows, &now, done);
    store_motions(rows, &motion, done);
    return left;
}

static Bodies bodies_from(const BodyBatch3 *batch, uint32_t lane)
{
    const uint32_t left = batch->count - lane;
    return (Bodies){batch->body + lane, left < WIDE_LANES ? left : WIDE_LANES};
}

static void weigh(Space3 *space, const BodyBatch3 *batch)
{
    for (uint32_t lane = 0; lane < batch->count; lane += WIDE_LANES) {
        const Bodies bodies = bodies_from(batch, lane);
        weigh_bodies(space, &bodies);
    }
}

static uint32_t move(Space3 *space, const BodyBatch3 *batch, float seconds, float guarded)
{
    uint32_t left = 0;
    for (uint32_t lane = 0; lane < batch->count; lane += WIDE_LANES) {
        const Bodies bodies = bodies_from(batch, lane);
        left |= move_bodies(space, &bodies, seconds, guarded) << lane;
    }
    return left;
}

static uint32_t finish(Space3 *space, const BodyBatch3 *batch)
{
    uint32_t left = 0;
    for (uint32_t lane = 0; lane < batch->count; lane += WIDE_LANES) {
        const Bodies bodies = bodies_from(batch, lane);
        left |= finish_bodies(space, &bodies) << lane;
    }
    return left;
}

const BodyKernel3 KERNEL_NAME(tum_body_kernel3) = {weigh, accelerate, move, finish};
