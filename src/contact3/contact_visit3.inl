// SPDX-License-Identifier: MIT
// contact_visit3.inl: one visit of a contact solver pass to a block, or to two of them.
//
// The code is written once against math/wide.h; a block of eight lanes and two blocks of sixteen
// differ in loads and stores alone (contact_lanes3.inl).
#include "contact3/contact_lanes3.inl"
#include "math/wide.h"
#include "schedule/contact_numbers.h"
#include "space3/contact_block3.h"

// Two blocks are visited at once only if neither has restitution or surface velocities.
INLINE bool surface_velocities(const ContactBlock3 *block)
{
    return WIDE_LANES <= WIDE && block->surface_velocities != 0;
}

INLINE bool bounces(const ContactBlock3 *block)
{
    return WIDE_LANES <= WIDE && block->bounces != 0;
}

// Components of vectors in the frame are normal, tangent, across, in this order.
typedef struct WideFrame {
    WideVec3 normal, tangent, across;
    WideVec3 arm_a, arm_b;
} WideFrame;

INLINE WideFrame load_frame(const ContactBlock3 *block, WideRows rows)
{
    const WideVec3 normal = LOAD_BLOCK3(block, rows, normal),
                   tangent = LOAD_BLOCK3(block, rows, tangent);
    return (WideFrame){normal, tangent, wide_cross3(normal, tangent), LOAD_ROW3(rows, arm_a),
                       LOAD_ROW3(rows, arm_b)};
}

INLINE WideVec3 into_frame(const WideFrame *frame, WideVec3 v)
{
    return (WideVec3){wide_dot3(frame->normal, v), wide_dot3(frame->tangent, v),
                      wide_dot3(frame->across, v)};
}

INLINE WideVec3 out_of_frame(const WideFrame *frame, WideVec3 v)
{
    return wide_add_scaled3(wide_add_scaled3(wide_scale3(frame->normal, v.x), frame->tangent, v.y),
                            frame->across, v.z);
}

// Velocity of B against A in the frame, or its displacement since the start of the step: at the
// middle, and angular.
typedef struct WideRelative {
    WideVec3 linear, angular;
} WideRelative;

INLINE WideRelative relative(const WideFrame *frame, const WideVelocity *a, const WideVelocity *b)
{
    const WideVec3 angular_a = into_frame(frame, a->angular);
    const WideVec3 angular_b = into_frame(frame, b->angular);
    const WideVec3 of_centers = into_frame(frame, wide_sub3(b->linear, a->linear));
    const WideVec3 by_rotation =
        wide_sub3(wide_cross3(angular_b, frame->arm_b), wide_cross3(angular_a, frame->arm_a));
    return (WideRelative){wide_add3(of_centers, by_rotation), wide_sub3(angular_b, angular_a)};
}

INLINE WideVec3 transform(WideFrameSym m, WideVec3 v)
{
    return (WideVec3){wide_dot3((WideVec3){m.nn, m.nt, m.nc}, v),
                      wide_dot3((WideVec3){m.nt, m.tt, m.tc}, v),
                      wide_dot3((WideVec3){m.nc, m.tc, m.cc}, v)};
}

// The same for a vector without component along the normal.
INLINE WideVec3 transform_tilt(WideFrameSym m, Wide t, Wide c)
{
    return (WideVec3){wide_add(wide_mul(m.nt, t), wide_mul(m.nc, c)),
                      wide_add(wide_mul(m.tt, t), wide_mul(m.tc, c)),
                      wide_add(wide_mul(m.tc, t), wide_mul(m.cc, c))};
}

INLINE void apply_linear_impulse(WideRows rows, WidePair *pair, WideVec3 impulse)
{
    pair->a.linear = wide_sub_scaled3(pair->a.linear, impulse, LOAD_ROW(rows, inverse_mass_a));
    pair->b.linear = wide_add_scaled3(pair->b.linear, impulse, LOAD_ROW(rows, inverse_mass_b));
}

// Applies an impulse at the middle of the contact and an angular impulse to B; A gets the opposite.
INLINE void apply_impulse(WideRows rows, const WideFrame *frame, WidePair *pair, WideVec3 impulse,
                          WideVec3 torque)
{
    const WideVec3 on_a = wide_add3(wide_cross3(frame->arm_a, impulse), torque);
    const WideVec3 on_b = wide_add3(wide_cross3(frame->arm_b, impulse), torque);
    const WideVec3 angular_a = transform(LOAD_ROW_SYM(rows, inverse_inertia_a), on_a);
    const WideVec3 angular_b = transform(LOAD_ROW_SYM(rows, inverse_inertia_b), on_b);
    apply_linear_impulse(rows, pair, out_of_frame(frame, impulse));
    pair->a.angular = wide_sub3(pair->a.angular, out_of_frame(frame, angular_a));
    pair->b.angular = wide_add3(pair->b.angular, out_of_frame(frame, angular_b));
}

// The same for an impulse along the normal and an angular impulse about the tangents.
INLINE void apply_normal_impulse(WideRows rows, const WideFrame *frame, WidePair *pair,
                                 Wide impulse, Wide torque_t, Wide torque_c)
{
    const WideVec3 arm_a = frame->arm_a, arm_b = frame->arm_b;
    const WideVec3 angular_a = transform_tilt(LOAD_ROW_SYM(rows, inverse_inertia_a),
                                              wide_add(torque_t, wide_mul(arm_a.z, impulse)),
                                              wide_sub(torque_c, wide_mul(arm_a.y, impulse)));
    const WideVec3 angular_b = transform_tilt(LOAD_ROW_SYM(rows, inverse_inertia_b),
                                              wide_add(torque_t, wide_mul(arm_b.z, impulse)),
                                              wide_sub(torque_c, wide_mul(arm_b.y, impulse)));
    apply_linear_impulse(rows, pair, wide_scale3(frame->normal, impulse));
    pair->a.angular = wide_sub3(pair->a.angular, out_of_frame(frame, angular_a));
    pair->b.angular = wide_add3(pair->b.angular, out_of_frame(frame, angular_b));
}

INLINE void warm_start_visit(const ContactBlock3 *block, WideRows rows, SolverBody3 *bodies,
                             uint32_t count)
{
    const Wide zero = wide_splat(0.0f);
    WideVec3 impulse = {zero, LOAD_BLOCK(block, rows, friction_impulse[FRICTION_T]),
                        LOAD_BLOCK(block, rows, friction_impulse[FRICTION_C])};
    WideVec3 torque = {LOAD_BLOCK(block, rows, friction_impulse[FRICTION_TWIST]), zero, zero};
    for (uint32_t k = 0; k < count; ++k) {
        const Wide normal_impulse = LOAD_BLOCK(block, rows, impulse[k]);
        impulse.x = wide_add(impulse.x, normal_impulse);
        torque.y = wide_add(torque.y, wide_mul(normal_impulse, LOAD_ROW(rows, points[k].arm_t)));
        torque.z = wide_add(torque.z, wide_mul(normal_impulse, LOAD_ROW(rows, points[k].arm_c)));
    }
    const WideFrame frame = load_frame(block, rows);
    WidePair pair = load_pair(rows, bodies);
    apply_impulse(rows, &frame, &pair, impulse, torque);
    store_pair(block, rows, &pair);
}

// Coulomb's cone with two coefficients (docs/dialects.md#surfaces-and-filters). A sticking contact
// holds up to the static coefficient. It slides from the last relaxation on if it exceeds that
// coefficient in every relaxation of a step; a single one could be due to the convergence of the
// solver, because the normal impulses of first passes are not final.
INLINE Wide friction_coefficient(ContactBlock3 *block, WideRows rows, Wide length_squared,
                                 Wide normal_impulse, float patience)
{
    const Wide slip = LOAD_BLOCK(block, rows, slip);
    const Wide static_friction = LOAD_BLOCK(block, rows, static_friction);
    const Wide dynamic_friction = LOAD_BLOCK(block, rows, dynamic_friction);
    const Wide slides = wide_splat(SLIP_SLIDES);
    const Wide limit = wide_mul(static_friction, normal_impulse);
    const WideMask exceeds = wide_greater(length_squared, wide_mul(limit, limit));
    const Wide counted = wide_select(exceeds, wide_add(slip, wide_splat(1.0f)), wide_splat(0.0f));
    const WideMask gives_way = wide_greater(counted, wide_splat(patience - 0.5f));
    const WideMask slid = wide_greater(slip, wide_splat(0.5f * SLIP_SLIDES));
    const Wide next = wide_select(wide_or(slid, gives_way), slides, counted);
    STORE_BLOCK(block, rows, slip, next);
    return wide_select(wide_greater(slides, next), static_friction, dynamic_friction);
}

// Impulses along t and c that would stop sliding, including the previous impulses `old`.
INLINE void sticking_friction(WideRows rows, Wide slide_t, Wide slide_c, const Wide old[2],
                              Wide sticking[2])
{
    const Wide tt = LOAD_ROW(rows, friction_mass[0]), cc = LOAD_ROW(rows, friction_mass[1]);
    const Wide tc = LOAD_ROW(rows, friction_mass[2]);
    sticking[0] = wide_sub(old[0], wide_add(wide_mul(tt, slide_t), wide_mul(tc, slide_c)));
    sticking[1] = wide_sub(old[1], wide_add(wide_mul(tc, slide_t), wide_mul(cc, slide_c)));
}

// Changes of impulses along n, t, c at the middle, and of angular impulses about them.
typedef struct WideChange {
    WideVec3 impulse, torque;
} WideChange;

// Friction along the surface, then about the normal: the torque is limited by the normal impulses
// of the points times their distances from the middle, `leverage`.
INLINE void solve_friction(ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                           WideRelative velocity, Wide normal_impulse, Wide leverage,
                           float patience, WideChange *change)
{
    // Velocities after the changes along the normal.
    const WideVec3 changed = {change->impulse.x, change->torque.y, change->torque.z};
    Wide slide_t =
        wide_add(velocity.linear.y, wide_dot3(LOAD_ROW3(rows, slide_response[0]), changed));
    Wide slide_c =
        wide_add(velocity.linear.z, wide_dot3(LOAD_ROW3(rows, slide_response[1]), changed));
    Wide spin = wide_add(velocity.angular.x, wide_dot3(LOAD_ROW3(rows, spin_response), changed));
    if (surface_velocities(block)) {
        slide_t = wide_add(slide_t, LOAD_BLOCK(extra, rows, slide_surface_velocity[0]));
        slide_c = wide_add(slide_c, LOAD_BLOCK(extra, rows, slide_surface_velocity[1]));
        spin = wide_add(spin, LOAD_BLOCK(extra, rows, spin_surface_velocity));
    }
    const Wide old[2] = {LOAD_BLOCK(block, rows, friction_impulse[FRICTION_T]),
                         LOAD_BLOCK(block, rows, friction_impulse[FRICTION_C])};
    Wide sticking[2];
    sticking_friction(rows, slide_t, slide_c, old, sticking);
    const Wide squared =
        wide_add(wide_mul(sticking[0], sticking[0]), wide_mul(sticking[1], sticking[1]));
    const Wide coefficient = friction_coefficient(block, rows, squared, normal_impulse, patience);
    const Wide most = wide_mul(coefficient, normal_impulse);
    const WideMask beyond = wide_greater(squared, wide_mul(most, most));
    Wide along_t = sticking[0], along_c = sticking[1];
    if (wide_bits(beyond) != 0) {
        const Wide one = wide_splat(1.0f);
        const Wide length = wide_sqrt(wide_select(beyond, squared, one));
        const Wide factor = wide_select(beyond, wide_div(most, length), one);
        along_t = wide_mul(along_t, factor);
        along_c = wide_mul(along_c, factor);
    }
    STORE_BLOCK(block, rows, friction_impulse[FRICTION_T], along_t);
    STORE_BLOCK(block, rows, friction_impulse[FRICTION_C], along_c);
    change->impulse.y = wide_sub(along_t, old[0]);
    change->impulse.z = wide_sub(along_c, old[1]);

    spin = wide_add(spin,
                    wide_add(wide_mul(LOAD_ROW(rows, spin_from_friction[0]), change->impulse.y),
                             wide_mul(LOAD_ROW(rows, spin_from_friction[1]), change->impulse.z)));
    const Wide limit = wide_mul(coefficient, leverage);
    const Wide old_twist = LOAD_BLOCK(block, rows, friction_impulse[FRICTION_TWIST]);
    const Wide stop = wide_sub(old_twist, wide_mul(LOAD_ROW(rows, twist_mass), spin));
    const Wide twist = wide_minimum(wide_maximum(stop, wide_sub(wide_splat(0.0f), limit)), limit);
    STORE_BLOCK(block, rows, friction_impulse[FRICTION_TWIST], twist);
    change->torque.x = wide_sub(twist, old_twist);
}

// Normal impulses of a manifold's points in one visit. Without its limit p >= 0, the impulse p of a
// point would change by
//
//     wanted = -(mass (v + bias) + softening),   softening = impulse_scale p
//
// with v its velocity along the normal (soft constraint: Catto 2011). A softening beyond what the
// fastest push-out restores would let heavier loads sink through (412 times a body's weight, with
// four substeps), so it is limited to that amount. Since `mass` is the impulse that stops the
// point, except for the share that is the softening, the change wanted is zero afterwards; the
// changes that other points want decrease by their mass times their response.
typedef struct WidePoints {
    Wide wanted[LOCAL_POINTS_MAX];                         // [N s]
    Wide bias[LOCAL_POINTS_MAX];                           // [m/s]
    Wide mass[LOCAL_POINTS_MAX];                           // [kg] Impulse per unwanted velocity.
    Wide old[LOCAL_POINTS_MAX], impulse[LOCAL_POINTS_MAX]; // [N s]
} WidePoints;

INLINE void measure_points(const ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                           const ContactPass3 *pass, WideRelative velocity,
                           WideRelative displacement, bool pushes, uint32_t count,
                           WidePoints *points)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide inverse_substep = wide_splat(pass->inverse_substep);
    for (uint32_t k = 0; k < count; ++k) {
        const Wide arm_t = LOAD_ROW(rows, points[k].arm_t), arm_c = LOAD_ROW(rows, points[k].arm_c);
        const Wide tilted = wide_add(wide_mul(arm_t, displacement.angular.y),
                                     wide_mul(arm_c, displacement.angular.z));
        const Wide separation =
            wide_add(wide_add(LOAD_ROW(rows, points[k].base), displacement.linear.x), tilted);
        Wide speed = wide_add(velocity.linear.x, wide_add(wide_mul(arm_t, velocity.angular.y),
                                                          wide_mul(arm_c, velocity.angular.z)));
        if (surface_velocities(block)) {
            speed = wide_add(speed, LOAD_BLOCK(extra, rows, surface_velocity[k]));
        }
        // Separated: the gap may close within the substep. Overlapping: a soft constraint.
        const Wide closing = wide_mul(separation, inverse_substep);
        const Wide mass = LOAD_ROW(rows, points[k].mass);
        Wide softening = zero; // [N s]
        points->old[k] = points->impulse[k] = LOAD_BLOCK(block, rows, impulse[k]);
        if (pushes) {
            const Softness *soft = &pass->softness;
            const WideMask apart = wide_greater(separation, zero);
            const Wide deeper =
                wide_sub(wide_mul(wide_splat(DEEP_RATE), separation), wide_splat(pass->deep_speed));
            const Wide parting =
                wide_maximum(wide_mul(wide_splat(soft->bias_rate), separation), deeper);
            points->bias[k] = wide_select(apart, closing, parting);
            points->mass[k] = wide_mul(mass, wide_select(apart, one, wide_splat(soft->mass_scale)));
            const Wide most = wide_mul(points->mass[k], wide_splat(PUSH_SPEED));
            const Wide share = wide_mul(wide_splat(soft->impulse_scale), points->old[k]);
            softening = wide_select(apart, zero, wide_minimum(share, most));
        } else {
            points->bias[k] = wide_maximum(closing, zero);
            points->mass[k] = mass;
        }
        const Wide stop = wide_mul(points->mass[k], wide_add(speed, points->bias[k]));
        points->wanted[k] = wide_sub(zero, pushes ? wide_add(stop, softening) : stop);
    }
}

// One Gauss-Seidel sweep: each impulse changes what all points want.
INLINE void sweep_points(const ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                         bool pushes, uint32_t count, WidePoints *points)
{
    const Wide zero = wide_splat(0.0f);
    for (uint32_t k = 0; k < count; ++k) {
        Wide wanted = points->wanted[k];
        if (!pushes && bounces(block)) {
            // A fast approach is left to restitution, before the next pass that pushes.
            const Wide fast = wide_sub(LOAD_BLOCK(extra, rows, least), points->bias[k]);
            const Wide load = wide_mul(LOAD_BLOCK(extra, rows, load), points->old[k]);
            const Wide most = wide_add(wide_mul(points->mass[k], fast), load);
            const WideMask comes = wide_greater(wanted, most);
            const WideMask freely = wide_greater(LOAD_BLOCK(extra, rows, restitution), zero);
            wanted = wide_select(wide_and(freely, comes), zero, wanted);
        }
        const Wide change = wide_maximum(wanted, wide_sub(zero, points->impulse[k]));
        points->impulse[k] = wide_add(points->impulse[k], change);
        points->wanted[k] = wide_sub(points->wanted[k], change);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t high = i > k ? i : k, low = i > k ? k : i;
            if (i != k) {
                const Wide response = LOAD_ROW(rows, response[high * (high - 1) / 2 + low]);
                const Wide less = wide_mul(points->mass[i], response);
                points->wanted[i] = wide_sub(points->wanted[i], wide_mul(less, change));
            }
        }
    }
}

static void move_surfaces(const ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                          float seconds)
{
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide displacement =
            wide_mul(LOAD_BLOCK(extra, rows, surface_velocity[k]), wide_splat(seconds));
        STORE_ROW(rows, points[k].base, wide_add(LOAD_ROW(rows, points[k].base), displacement));
    }
}

// One visit in scalars, for the one manifold of a lane. Vectors are in the contact frame n, t, c; h
// is the substep. Lanes are independent, as no two of them share a dynamic body.
//
//     v, w = linear velocity of B against A at the middle, angular velocity of B against A
//     d, r = their displacement and rotation since the step began, likewise        (relative)
//     for each point k with arms y, -x:                                            (measure_points)
//         separation = base[k] + d.n + y r.t - x r.c
//         speed      = v.n + y w.t - x w.c
//         apart:     bias = separation / h, softening = 0
//         overlaps:  bias = max(bias_rate separation, DEEP_RATE separation - deep_speed),
//                    softening = impulse_scale
//         impulse wanted[k]  = -(mass[k] (speed + bias) + softening)
//     twice, for each point k:                                                     (sweep_points)
//         change     = max(wanted[k], -impulse[k]);  impulse[k] += change;  wanted[k] -= change
//         for each other point i:  wanted[i] -= mass[i] response[i][k] change
//     P, L = (sum of the changes, 0, 0), (0, sum of y change, sum of -x change)
//     only if relaxing, at the velocities that P and L lead to:                    (solve_friction)
//         friction   = friction - friction_mass (v.t, v.c), cut off at coefficient sum(impulse)
//         twist      = twist - twist_mass w.n, cut off at coefficient sum(impulse lever)
//         P.t, P.c, L.n = changes of friction and twist
//     v_b += P / m_b,  w_b += I_b^-1 (arm_b x P + L);  A gets the opposite         (apply_impulse)
//
// A pass that pushes resolves overlaps; a relaxation has no bias at overlaps and no softening, so
// it removes the velocity that pushing has added. Velocities of bodies are loaded and stored once
// per visit, however many points and sweeps it has: `response` says how an impulse at one point
// changes the velocity of another.
//
// `pushes` and `count` are constants at the call, so that the body is specialized.
INLINE void visit(ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                  SolverBody3 *bodies, const ContactPass3 *pass, bool pushes, uint32_t count)
{
    const Wide zero = wide_splat(0.0f);
    const WideFrame frame = load_frame(block, rows);
    WidePair pair = load_pair(rows, bodies);
    const WideVelocity moved_a = load_body(pair.bodies + DISPLACEMENT, pair.place_a);
    const WideVelocity moved_b = load_body(pair.bodies + DISPLACEMENT, pair.place_b);
    // Bodies have moved by a substep since the first pass, and so have their surfaces.
    if (surface_velocities(block) && !pushes) {
        move_surfaces(block, rows, extra, 1.0f / pass->inverse_substep);
    }
    const WideRelative velocity = relative(&frame, &pair.a, &pair.b);
    const WideRelative displacement = relative(&frame, &moved_a, &moved_b);
    WidePoints points;
    measure_points(block, rows, extra, pass, velocity, displacement, pushes, count, &points);
    // Two sweeps: the velocities after a relaxation are final, and after one sweep the distribution
    // over the points is uneven, so that colliding bodies would turn.
    for (int sweep = 0; sweep < 2; ++sweep) {
        sweep_points(block, rows, extra, pushes, count, &points);
    }
    WideChange change = {{zero, zero, zero}, {zero, zero, zero}};
    Wide normal_impulse = zero, leverage = zero;
    for (uint32_t k = 0; k < count; ++k) {
        const Wide added = wide_sub(points.impulse[k], points.old[k]);
        STORE_BLOCK(block, rows, impulse[k], points.impulse[k]);
        change.impulse.x = wide_add(change.impulse.x, added);
        change.torque.y =
            wide_add(change.torque.y, wide_mul(added, LOAD_ROW(rows, points[k].arm_t)));
        change.torque.z =
            wide_add(change.torque.z, wide_mul(added, LOAD_ROW(rows, points[k].arm_c)));
        if (!pushes) {
            const Wide lever = LOAD_ROW(rows, lever[k]);
            normal_impulse = wide_add(normal_impulse, points.impulse[k]);
            leverage = wide_add(leverage, wide_mul(points.impulse[k], lever));
        }
    }
    // Friction acts in relaxations alone: they remove the velocity of a push.
    if (pushes) {
        apply_normal_impulse(rows, &frame, &pair, change.impulse.x, change.torque.y,
                             change.torque.z);
    } else {
        solve_friction(block, rows, extra, velocity, normal_impulse, leverage, pass->patience,
                       &change);
        apply_impulse(rows, &frame, &pair, change.impulse, change.torque);
    }
    store_pair(block, rows, &pair);
}

// @param count  largest number of points of a lane
INLINE void visit_by_count(ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                           SolverBody3 *bodies, const ContactPass3 *pass, bool pushes,
                           uint32_t count)
{
    switch (count) {
    case 1: visit(block, rows, extra, bodies, pass, pushes, 1); break;
    case 2: visit(block, rows, extra, bodies, pass, pushes, 2); break;
#if !defined(WIDE_FOUR)
    // A smaller module takes the code of four points for three: the missing one has no mass.
    case 3: visit(block, rows, extra, bodies, pass, pushes, 3); break;
#endif
    default: visit(block, rows, extra, bodies, pass, pushes, 4); break;
    }
}
