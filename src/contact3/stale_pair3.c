// SPDX-License-Identifier: MIT
// stale_pair3.c: poses of stale pairs, a kernel.
#include "contact3/stale_pair3.h"

typedef struct WidePose {
    WideVec3 position;
    WideQuat rotation;
} WidePose;

// A pose and the number behind it.
static inline WidePose load_poses(const float *const rows[WIDE], Wide *last)
{
    Wide c[WIDE];
    wide_load_rows(rows, c);
    *last = c[7];
    return (WidePose){{c[0], c[1], c[2]}, {c[3], c[4], c[5], c[6]}};
}

static inline void store_poses(StalePlace3 places[WIDE], size_t row, WidePose pose, Wide last)
{
    float *rows[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = (float *)&places[i] + row * WIDE;
    }
    const WideVec3 p = pose.position;
    const WideQuat q = pose.rotation;
    const Wide columns[WIDE] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w, last};
    wide_store_rows(rows, columns, 0xff);
}

// Changes the sign, of zeros too.
static inline Wide flipped(Wide a)
{
    return wide_mul(a, wide_splat(-1.0f));
}

static inline WideQuat backward(WideQuat q)
{
    return (WideQuat){flipped(q.x), flipped(q.y), flipped(q.z), q.w};
}

static inline Wide length_of(WideVec3 v)
{
    return wide_sqrt(wide_length_squared3(v));
}

static inline WidePose select_pose(WideMask mask, WidePose a, WidePose b)
{
    const WideQuat p = a.rotation, q = b.rotation;
    return (WidePose){wide_select3(mask, a.position, b.position),
                      {wide_select(mask, p.x, q.x), wide_select(mask, p.y, q.y),
                       wide_select(mask, p.z, q.z), wide_select(mask, p.w, q.w)}};
}

static inline WidePose multiply(WidePose a, WidePose b)
{
    return (WidePose){wide_add3(a.position, wide_quat_rotate(a.rotation, b.position)),
                      wide_quat_multiply(a.rotation, b.rotation)};
}

// b_from_c out of a_from_b and a_from_c.
static inline WidePose relative(WidePose b, WidePose c)
{
    const WideQuat back = backward(b.rotation);
    return (WidePose){wide_quat_rotate(back, wide_sub3(c.position, b.position)),
                      wide_quat_multiply(back, c.rotation)};
}

static inline WidePose inverse(WidePose pose)
{
    const WideQuat back = backward(pose.rotation);
    const WideVec3 p = pose.position;
    return (WidePose){wide_quat_rotate(back, (WideVec3){flipped(p.x), flipped(p.y), flipped(p.z)}),
                      back};
}

// MotionBound3 of a step without contacts.
typedef struct WideMotionBound {
    WideVec3 moved, turned;
    Wide angular_bound, bounding_radius;
} WideMotionBound;

static inline WideMotionBound motion_bound_ahead(const float *const states[WIDE],
                                                 Wide bounding_radius, Wide seconds)
{
    Wide c[WIDE];
    wide_load_rows(states, c);
    return (WideMotionBound){wide_scale3((WideVec3){c[0], c[1], c[2]}, seconds),
                             wide_scale3((WideVec3){c[4], c[5], c[6]}, seconds),
                             wide_mul(c[3], seconds), bounding_radius};
}

// The bounding radius of a body without rotation may be infinite.
static inline Wide angular_bound_of(Wide turn, Wide bounding_radius)
{
    return wide_where(wide_greater(turn, wide_zero()), wide_mul(turn, bounding_radius));
}

// tum_motion_bound3_displacement.
static inline Wide displacement_of(const WideMotionBound *a, const WideMotionBound *b,
                                   WideVec3 between)
{
    const Wide half = wide_splat(0.5f);
    const WideMask b_is_smaller = wide_greater(a->bounding_radius, b->bounding_radius);
    const WideVec3 turned = wide_select3(b_is_smaller, a->turned, b->turned); // of the larger
    const Wide bounding_radius = wide_select(b_is_smaller, b->bounding_radius, a->bounding_radius);
    const WideVec3 parting = wide_sub3(a->moved, b->moved);
    // In the frame of B all vectors are reversed, except the turn.
    const Wide straight = length_of(parting);
    const WideVec3 first = wide_sub3(parting, wide_cross3(turned, between));
    const Wide turn_a = length_of(a->turned), turn_b = length_of(b->turned);
    const Wide frame_turn = wide_select(b_is_smaller, turn_a, turn_b);
    const Wide turns = wide_add(turn_a, turn_b);
    const Wide against = length_of(wide_sub3(a->turned, b->turned));
    const Wide bend = wide_mul(wide_mul(half, frame_turn), length_of(between));
    const Wide second = wide_mul(frame_turn, wide_add(straight, bend));
    const Wide in_frame = wide_add(
        wide_add(wide_add(length_of(first), angular_bound_of(against, bounding_radius)), second),
        angular_bound_of(wide_mul(wide_mul(half, turns), turns), bounding_radius));
    const Wide rough = wide_add(straight, wide_add(a->angular_bound, b->angular_bound));
    return wide_minimum(in_frame, rough);
}

// Displacement from one pose to another, for a point at distance `reach`.
static inline Wide displacement_since(WidePose now, WidePose then, Wide bounding_radius)
{
    const WideQuat turn = wide_quat_multiply(now.rotation, backward(then.rotation));
    const WideVec3 sines = wide_scale3((WideVec3){turn.x, turn.y, turn.z}, wide_splat(2.0f));
    return wide_add(length_of(wide_sub3(now.position, then.position)),
                    angular_bound_of(length_of(sines), bounding_radius));
}

// StalePlace3.passing.
// @param between  [m] from the centre of one ball to that of the other
static inline Wide passing_distance(const WideMotionBound *a, const WideMotionBound *b,
                                    WideVec3 between, Wide radii)
{
    const WideVec3 moved = wide_sub3(a->moved, b->moved);
    const Wide length = length_of(moved), squared = wide_length_squared3(moved);
    const Wide least = wide_div(wide_sub(wide_zero(), wide_dot3(between, moved)), squared);
    const Wide across = length_of(wide_add_scaled3(between, moved, least));
    const Wide later = wide_div(wide_mul(across, wide_splat(DEFLECTION_TANGENT)), length);
    const Wide t = wide_clamp(wide_add(least, later), wide_zero(), wide_splat(1.0f));
    const Wide room =
        wide_add(wide_add(radii, wide_mul(wide_splat(DEFLECTION), wide_mul(t, length))),
                 wide_add(a->angular_bound, b->angular_bound));
    const Wide distance = length_of(wide_add_scaled3(between, moved, t));
    return wide_select(wide_greater(length, radii), wide_sub(distance, room), wide_splat(-1.0f));
}

static void locate(const StalePairs3 *pairs, float seconds, StalePlace3 places[WIDE])
{
    const float *shapes[2][WIDE];
    for (int i = 0; i < WIDE; ++i) {
        shapes[0][i] = (const float *)&pairs->shape[0][i];
        shapes[1][i] = (const float *)&pairs->shape[1][i];
    }
    Wide unused, bounding_radius_a, bounding_radius_b, slack;
    const WidePose body_a = load_poses(pairs->place[0], &unused);
    const WidePose body_b = load_poses(pairs->place[1], &unused);
    const WidePose in_a = load_poses(shapes[0], &bounding_radius_a);
    const WidePose in_b = load_poses(shapes[1], &bounding_radius_b);
    const WidePose world_from_a = multiply(body_a, in_a);
    const WidePose world_from_b = multiply(body_b, in_b);
    const WidePose a_from_b = relative(world_from_a, world_from_b);

    const Wide step = wide_splat(seconds);
    const WideMotionBound a =
        motion_bound_ahead(pairs->state[0], wide_load(pairs->bounding_radius[0]), step);
    const WideMotionBound b =
        motion_bound_ahead(pairs->state[1], wide_load(pairs->bounding_radius[1]), step);
    store_poses(places, 0, world_from_a,
                displacement_of(&a, &b, wide_sub3(body_a.position, body_b.position)));

    const WidePose then = load_poses(pairs->pose, &slack);
    const WidePose seen = select_pose(wide_greater(bounding_radius_b, bounding_radius_a),
                                      inverse(a_from_b), a_from_b);
    const Wide displacement =
        displacement_since(seen, then, wide_minimum(bounding_radius_a, bounding_radius_b));
    store_poses(places, 1, a_from_b, wide_sub(slack, displacement));
    store_poses(places, 2, seen,
                passing_distance(&a, &b, wide_sub3(world_from_a.position, world_from_b.position),
                                 wide_add(bounding_radius_a, bounding_radius_b)));
}

const StalePairKernel3 KERNEL_NAME(tum_stale_pair3) = {locate};
