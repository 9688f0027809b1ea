// SPDX-License-Identifier: MIT
// contact_visit3.inl: one visit of a contact solver pass to a block, or to two of them.
//
// The code is written once against math/wide.h. Sixteen lanes are the lanes of two successive
// blocks that share no body. The rows of the two blocks are side by side in any case.
#include "math/wide.h"
#include "schedule/contact_numbers.h"
#include "space3/contact_block3.h"

#include <stddef.h>

// Rows of the block or, from lane 0 on, of both blocks.
typedef struct WideRows {
    ContactRows3 *of;
    uint32_t first; // Lane.
} WideRows;

#define ROW(rows, field) wide_load(&(rows).of->field[(rows).first])
#define ROW3(rows, field) ((WideVec3){ROW(rows, field.x), ROW(rows, field.y), ROW(rows, field.z)})
#define SET_ROW(rows, field, a) wide_store(&(rows).of->field[(rows).first], a)

// Access to the persistent lane values of the block, or of both blocks.
#ifdef WIDE_SIXTEEN
#define KEPT(block, field) wide_load_two((block)[0].field, (block)[1].field)
#define KEEP(block, field, a) wide_store_two((block)[0].field, (block)[1].field, a)
#define KEPT_WORDS(block, field) wide_load_words_two((block)[0].field, (block)[1].field)
#define KEEP_WORDS(block, field, a) wide_store_words_two((block)[0].field, (block)[1].field, a)
#else
#define KEPT(block, field) wide_load((block)->field)
#define KEEP(block, field, a) wide_store((block)->field, a)
#define KEPT_WORDS(block, field) wide_load_words((block)->field)
#define KEEP_WORDS(block, field, a) wide_store_words((block)->field, a)
#endif
#define KEPT3(block, field)                                                                        \
    ((WideVec3){KEPT(block, field.x), KEPT(block, field.y), KEPT(block, field.z)})

// Functions of a pass are inlined, so that values stay in registers and loops over points unroll.
#ifdef TUM_ISA_SCALAR
#define PART static inline
#else
#define PART static inline __attribute__((always_inline))
#endif

// Velocities of bodies, or their motion since the start of the step.
typedef struct WideBody {
    WideVec3 linear, angular;
} WideBody;

// Bodies of both sides, and their addresses.
typedef struct WidePair {
    char *bodies;
    const uint32_t *place_a, *place_b;
    WideBody a, b;
} WidePair;

// Second half of a solver body: its motion.
enum { MOTION = offsetof(SolverBody3, moved) };

PART WideBody load_body(const char *bodies, const uint32_t place[WIDE_LANES])
{
    const float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = (const float *)(bodies + place[i]);
    }
    Wide columns[WIDE];
    wide_load_rows(rows, columns);
    return (WideBody){{columns[0], columns[1], columns[2]}, {columns[4], columns[5], columns[6]}};
}

PART void store_body(char *bodies, const uint32_t place[WIDE_LANES], const WideBody *body,
                     uint32_t mask)
{
    float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = (float *)(bodies + place[i]);
    }
    const Wide unused = wide_splat(0.0f);
    const Wide columns[WIDE] = {body->linear.x,  body->linear.y,  body->linear.z,  unused,
                                body->angular.x, body->angular.y, body->angular.z, unused};
    wide_store_rows(rows, columns, mask);
}

// Makes the compiler reload the value, instead of keeping sixteen pointers on the stack during a
// whole visit.
PART const uint32_t *anew(const uint32_t *place)
{
    __asm__("" : "+r"(place));
    return place;
}

// Two blocks are visited at once only if neither has restitution or surface velocities.
PART bool surface_velocities(const ContactBlock3 *block)
{
    return WIDE_LANES == WIDE && block->surface_velocities != 0;
}

PART bool bounces(const ContactBlock3 *block)
{
    return WIDE_LANES == WIDE && block->bounces != 0;
}

PART WidePair load_pair(WideRows rows, SolverBody3 *bodies)
{
    WidePair pair = {.bodies = (char *)bodies,
                     .place_a = &rows.of->place_a[rows.first],
                     .place_b = &rows.of->place_b[rows.first]};
    pair.a = load_body(pair.bodies, pair.place_a);
    pair.b = load_body(pair.bodies, pair.place_b);
    return pair;
}

PART void store_pair(const ContactBlock3 *block, const WidePair *pair)
{
    uint32_t a = block->store_a, b = block->store_b;
    if (WIDE_LANES > WIDE) {
        a |= block[1].store_a << WIDE;
        b |= block[1].store_b << WIDE;
    }
    store_body(pair->bodies, anew(pair->place_a), &pair->a, a);
    store_body(pair->bodies, anew(pair->place_b), &pair->b, b);
}

// Components of vectors in the frame are normal, tangent, across, in this order.
typedef struct WideFrame {
    WideVec3 normal, tangent, across;
    WideVec3 arm_a, arm_b;
} WideFrame;

PART WideFrame load_frame(const ContactBlock3 *block, WideRows rows)
{
    const WideVec3 normal = KEPT3(block, normal), tangent = KEPT3(block, tangent);
    return (WideFrame){normal, tangent, wide_cross3(normal, tangent), ROW3(rows, arm_a),
                       ROW3(rows, arm_b)};
}

PART WideVec3 into_frame(const WideFrame *frame, WideVec3 v)
{
    return (WideVec3){wide_dot3(frame->normal, v), wide_dot3(frame->tangent, v),
                      wide_dot3(frame->across, v)};
}

PART WideVec3 out_of_frame(const WideFrame *frame, WideVec3 v)
{
    return wide_add_scaled3(wide_add_scaled3(wide_scale3(frame->normal, v.x), frame->tangent, v.y),
                            frame->across, v.z);
}

// Motion of B against A in the frame: at the middle, and angular.
typedef struct WideRelative {
    WideVec3 slide, turn;
} WideRelative;

PART WideRelative relative(const WideFrame *frame, const WideBody *a, const WideBody *b)
{
    const WideVec3 turn_a = into_frame(frame, a->angular), turn_b = into_frame(frame, b->angular);
    const WideVec3 apart = into_frame(frame, wide_sub3(b->linear, a->linear));
    const WideVec3 swing =
        wide_sub3(wide_cross3(turn_b, frame->arm_b), wide_cross3(turn_a, frame->arm_a));
    return (WideRelative){wide_add3(apart, swing), wide_sub3(turn_b, turn_a)};
}

// Inverse inertia of one side.
typedef struct WideFrameSym {
    Wide nn, tt, cc, nt, nc, tc;
} WideFrameSym;

#define ROW_SYM(rows, field)                                                                       \
    ((WideFrameSym){ROW(rows, field.nn), ROW(rows, field.tt), ROW(rows, field.cc),                 \
                    ROW(rows, field.nt), ROW(rows, field.nc), ROW(rows, field.tc)})

PART WideVec3 transform(WideFrameSym m, WideVec3 v)
{
    return (WideVec3){wide_dot3((WideVec3){m.nn, m.nt, m.nc}, v),
                      wide_dot3((WideVec3){m.nt, m.tt, m.tc}, v),
                      wide_dot3((WideVec3){m.nc, m.tc, m.cc}, v)};
}

// The same for a v without component along the normal.
PART WideVec3 transform_tilt(WideFrameSym m, Wide t, Wide c)
{
    return (WideVec3){wide_add(wide_mul(m.nt, t), wide_mul(m.nc, c)),
                      wide_add(wide_mul(m.tt, t), wide_mul(m.tc, c)),
                      wide_add(wide_mul(m.tc, t), wide_mul(m.cc, c))};
}

PART void push_linear(WideRows rows, WidePair *pair, WideVec3 push)
{
    pair->a.linear = wide_sub_scaled3(pair->a.linear, push, ROW(rows, inverse_mass_a));
    pair->b.linear = wide_add_scaled3(pair->b.linear, push, ROW(rows, inverse_mass_b));
}

// Applies an impulse at the middle of the contact and an angular impulse to B; A gets the opposite.
PART void push(WideRows rows, const WideFrame *frame, WidePair *pair, WideVec3 impulse,
               WideVec3 torque)
{
    const WideVec3 on_a = wide_add3(wide_cross3(frame->arm_a, impulse), torque);
    const WideVec3 on_b = wide_add3(wide_cross3(frame->arm_b, impulse), torque);
    const WideVec3 turn_a = transform(ROW_SYM(rows, inverse_inertia_a), on_a);
    const WideVec3 turn_b = transform(ROW_SYM(rows, inverse_inertia_b), on_b);
    push_linear(rows, pair, out_of_frame(frame, impulse));
    pair->a.angular = wide_sub3(pair->a.angular, out_of_frame(frame, turn_a));
    pair->b.angular = wide_add3(pair->b.angular, out_of_frame(frame, turn_b));
}

// The same for an impulse along the normal and a tilting angular impulse.
PART void push_apart(WideRows rows, const WideFrame *frame, WidePair *pair, Wide impulse,
                     Wide torque_t, Wide torque_c)
{
    const WideVec3 arm_a = frame->arm_a, arm_b = frame->arm_b;
    const WideVec3 turn_a = transform_tilt(ROW_SYM(rows, inverse_inertia_a),
                                           wide_add(torque_t, wide_mul(arm_a.z, impulse)),
                                           wide_sub(torque_c, wide_mul(arm_a.y, impulse)));
    const WideVec3 turn_b = transform_tilt(ROW_SYM(rows, inverse_inertia_b),
                                           wide_add(torque_t, wide_mul(arm_b.z, impulse)),
                                           wide_sub(torque_c, wide_mul(arm_b.y, impulse)));
    push_linear(rows, pair, wide_scale3(frame->normal, impulse));
    pair->a.angular = wide_sub3(pair->a.angular, out_of_frame(frame, turn_a));
    pair->b.angular = wide_add3(pair->b.angular, out_of_frame(frame, turn_b));
}

PART void warm_start_visit(const ContactBlock3 *block, WideRows rows, SolverBody3 *bodies,
                           uint32_t count)
{
    const Wide zero = wide_splat(0.0f);
    WideVec3 impulse = {zero, KEPT(block, friction_impulse[0]), KEPT(block, friction_impulse[1])};
    WideVec3 torque = {KEPT(block, twist_impulse), zero, zero};
    for (uint32_t k = 0; k < count; ++k) {
        const Wide pressed = KEPT(block, impulse[k]);
        impulse.x = wide_add(impulse.x, pressed);
        torque.y = wide_add(torque.y, wide_mul(pressed, ROW(rows, points[k].arm_t)));
        torque.z = wide_add(torque.z, wide_mul(pressed, ROW(rows, points[k].arm_c)));
    }
    const WideFrame frame = load_frame(block, rows);
    WidePair pair = load_pair(rows, bodies);
    push(rows, &frame, &pair, impulse, torque);
    store_pair(block, &pair);
}

// Coulomb's cone with two coefficients (docs/dialects.md#surfaces-and-filters). A sticking contact
// holds up to the static coefficient. It slides from the last relaxation on if it exceeds that
// coefficient in every relaxation of a step; a single one could be due to the convergence of the
// solver, because the pressures of first passes are not final.
PART Wide friction_coefficient(ContactBlock3 *block, Wide length_squared, Wide pressure,
                               float patience)
{
    const Wide slip = KEPT(block, slip);
    const Wide holds = KEPT(block, static_friction);
    const Wide drags = KEPT(block, dynamic_friction);
    const Wide slides = wide_splat(SLIP_SLIDES);
    const Wide most = wide_mul(holds, pressure);
    const WideMask pulled = wide_greater(length_squared, wide_mul(most, most));
    const Wide counted = wide_select(pulled, wide_add(slip, wide_splat(1.0f)), wide_splat(0.0f));
    const WideMask gives_way = wide_greater(counted, wide_splat(patience - 0.5f));
    const WideMask slid = wide_greater(slip, wide_splat(0.5f * SLIP_SLIDES));
    const Wide next = wide_select(wide_or(slid, gives_way), slides, counted);
    KEEP(block, slip, next);
    return wide_select(wide_greater(slides, next), holds, drags);
}

// Impulses that would stop sliding along t and c, including the previous impulses `old`.
PART void aim_friction(WideRows rows, Wide v0, Wide v1, const Wide old[2], Wide aim[2])
{
    const Wide tt = ROW(rows, friction_mass[0]), cc = ROW(rows, friction_mass[1]);
    const Wide tc = ROW(rows, friction_mass[2]);
    aim[0] = wide_sub(old[0], wide_add(wide_mul(tt, v0), wide_mul(tc, v1)));
    aim[1] = wide_sub(old[1], wide_add(wide_mul(tc, v0), wide_mul(cc, v1)));
}

// Changes of impulses along normal and tangents, and of angular impulses about them.
typedef struct WideChange {
    WideVec3 impulse, torque;
} WideChange;

// Friction along the surface, then about the normal: the torque is limited by the points' pressures
// times their distances from the middle.
PART void solve_friction(ContactBlock3 *block, WideRows rows, const ContactRare3 *rare,
                         WideRelative moves, Wide pressure, Wide leverage, float patience,
                         WideChange *change)
{
    const WideVec3 pushed = {change->impulse.x, change->torque.y, change->torque.z};
    Wide v0 = wide_add(moves.slide.y, wide_dot3(ROW3(rows, slide_response[0]), pushed));
    Wide v1 = wide_add(moves.slide.z, wide_dot3(ROW3(rows, slide_response[1]), pushed));
    Wide spin = wide_add(moves.turn.x, wide_dot3(ROW3(rows, spin_response), pushed));
    if (surface_velocities(block)) {
        v0 = wide_add(v0, KEPT(rare, slide_surface_velocity[0]));
        v1 = wide_add(v1, KEPT(rare, slide_surface_velocity[1]));
        spin = wide_add(spin, KEPT(rare, spin_surface_velocity));
    }
    const Wide old[2] = {KEPT(block, friction_impulse[0]), KEPT(block, friction_impulse[1])};
    Wide aim[2];
    aim_friction(rows, v0, v1, old, aim);
    const Wide squared = wide_add(wide_mul(aim[0], aim[0]), wide_mul(aim[1], aim[1]));
    const Wide coefficient = friction_coefficient(block, squared, pressure, patience);
    const Wide most = wide_mul(coefficient, pressure);
    const WideMask beyond = wide_greater(squared, wide_mul(most, most));
    Wide f0 = aim[0], f1 = aim[1];
    if (wide_bits(beyond) != 0) {
        const Wide one = wide_splat(1.0f);
        const Wide length = wide_sqrt(wide_select(beyond, squared, one));
        const Wide factor = wide_select(beyond, wide_div(most, length), one);
        f0 = wide_mul(f0, factor);
        f1 = wide_mul(f1, factor);
    }
    KEEP(block, friction_impulse[0], f0);
    KEEP(block, friction_impulse[1], f1);
    change->impulse.y = wide_sub(f0, old[0]);
    change->impulse.z = wide_sub(f1, old[1]);

    spin = wide_add(spin, wide_add(wide_mul(ROW(rows, spin_from_friction[0]), change->impulse.y),
                                   wide_mul(ROW(rows, spin_from_friction[1]), change->impulse.z)));
    const Wide limit = wide_mul(coefficient, leverage);
    const Wide twist = KEPT(block, twist_impulse);
    const Wide stop = wide_sub(twist, wide_mul(ROW(rows, twist_mass), spin));
    const Wide next = wide_minimum(wide_maximum(stop, wide_sub(wide_splat(0.0f), limit)), limit);
    KEEP(block, twist_impulse, next);
    change->torque.x = wide_sub(next, twist);
}

// Normal impulses of a manifold's points in one visit. The change of a point's impulse is
//
//     wish = -(give v + leak p)
//
// with v its velocity along the normal plus the term of its overlap, and p its impulse, limited by
// p >= 0. A leak beyond what the fastest push-out restores would let heavier loads sink through
// (412 times a body's weight, with four substeps), so the leak is limited to that amount. Since
// give is the impulse that stops the point, except for the share that is the leak, its wish is zero
// afterwards; the wishes of other points decrease by give times their response.
typedef struct WidePoints {
    Wide wish[LOCAL_POINTS_MAX];  // [N s]
    Wide still[LOCAL_POINTS_MAX]; // [m/s] Velocity term of the overlap.
    Wide give[LOCAL_POINTS_MAX];  // [kg] Impulse per unwanted velocity.
    Wide old[LOCAL_POINTS_MAX], impulse[LOCAL_POINTS_MAX];
} WidePoints;

PART void aim_points(const ContactBlock3 *block, WideRows rows, const ContactRare3 *rare,
                     const ContactPass3 *pass, WideRelative moves, WideRelative moved, bool pushes,
                     uint32_t count, WidePoints *points)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide inverse_substep = wide_splat(pass->inverse_substep);
    for (uint32_t k = 0; k < count; ++k) {
        const Wide arm_t = ROW(rows, points[k].arm_t), arm_c = ROW(rows, points[k].arm_c);
        const Wide tilted = wide_add(wide_mul(arm_t, moved.turn.y), wide_mul(arm_c, moved.turn.z));
        const Wide separation =
            wide_add(wide_add(ROW(rows, points[k].base), moved.slide.x), tilted);
        Wide velocity = wide_add(
            moves.slide.x, wide_add(wide_mul(arm_t, moves.turn.y), wide_mul(arm_c, moves.turn.z)));
        if (surface_velocities(block)) {
            velocity = wide_add(velocity, KEPT(rare, surface_velocity[k]));
        }
        // Separated: the gap may close within the substep. Overlapping: a soft constraint (Catto
        // 2011).
        const Wide closing = wide_mul(separation, inverse_substep);
        const Wide mass = ROW(rows, points[k].mass);
        Wide leak = zero; // [N s]
        points->old[k] = points->impulse[k] = KEPT(block, impulse[k]);
        if (pushes) {
            const Softness *soft = &pass->softness;
            const WideMask apart = wide_greater(separation, zero);
            const Wide parting = wide_maximum(wide_mul(wide_splat(soft->bias_rate), separation),
                                              wide_splat(-PUSH_SPEED));
            points->still[k] = wide_select(apart, closing, parting);
            points->give[k] = wide_mul(mass, wide_select(apart, one, wide_splat(soft->mass_scale)));
            const Wide most = wide_mul(points->give[k], wide_splat(PUSH_SPEED));
            const Wide share = wide_mul(wide_splat(soft->impulse_scale), points->old[k]);
            leak = wide_select(apart, zero, wide_minimum(share, most));
        } else {
            points->still[k] = wide_maximum(closing, zero);
            points->give[k] = mass;
        }
        const Wide back = wide_mul(points->give[k], wide_add(velocity, points->still[k]));
        points->wish[k] = wide_sub(zero, pushes ? wide_add(back, leak) : back);
    }
}

// Visits the points in turn; each impulse changes the wishes of all points.
PART void sweep_points(const ContactBlock3 *block, WideRows rows, const ContactRare3 *rare,
                       bool pushes, uint32_t count, WidePoints *points)
{
    const Wide zero = wide_splat(0.0f);
    for (uint32_t k = 0; k < count; ++k) {
        Wide wish = points->wish[k];
        if (!pushes && bounces(block)) {
            // Left to restitution before the next pass that pushes.
            const Wide fast = wide_sub(KEPT(rare, least), points->still[k]);
            const Wide load = wide_mul(KEPT(rare, load), points->old[k]);
            const Wide most = wide_add(wide_mul(points->give[k], fast), load);
            const WideMask comes = wide_greater(wish, most);
            const WideMask freely = wide_greater(KEPT(rare, restitution), zero);
            wish = wide_select(wide_and(freely, comes), zero, wish);
        }
        const Wide change = wide_maximum(wish, wide_sub(zero, points->impulse[k]));
        points->impulse[k] = wide_add(points->impulse[k], change);
        points->wish[k] = wide_sub(points->wish[k], change);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t high = i > k ? i : k, low = i > k ? k : i;
            if (i != k) {
                const Wide response = ROW(rows, response[high * (high - 1) / 2 + low]);
                const Wide less = wide_mul(points->give[i], response);
                points->wish[i] = wide_sub(points->wish[i], wide_mul(less, change));
            }
        }
    }
}

static void surface_velocity_on(const ContactBlock3 *block, WideRows rows, const ContactRare3 *rare,
                                float seconds)
{
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide way = wide_mul(KEPT(rare, surface_velocity[k]), wide_splat(seconds));
        SET_ROW(rows, points[k].base, wide_add(ROW(rows, points[k].base), way));
    }
}

// `pushes` and `count` are constants at the call, so that the body is specialized.
PART void visit(ContactBlock3 *block, WideRows rows, const ContactRare3 *rare, SolverBody3 *bodies,
                const ContactPass3 *pass, bool pushes, uint32_t count)
{
    const Wide zero = wide_splat(0.0f);
    const WideFrame frame = load_frame(block, rows);
    WidePair pair = load_pair(rows, bodies);
    const WideBody motion_a = load_body(pair.bodies + MOTION, pair.place_a);
    const WideBody motion_b = load_body(pair.bodies + MOTION, pair.place_b);
    // Bodies have moved by a substep since the first pass, and so have their surfaces.
    if (surface_velocities(block) && !pushes) {
        surface_velocity_on(block, rows, rare, 1.0f / pass->inverse_substep);
    }
    const WideRelative moves = relative(&frame, &pair.a, &pair.b);
    const WideRelative moved = relative(&frame, &motion_a, &motion_b);
    WidePoints points;
    aim_points(block, rows, rare, pass, moves, moved, pushes, count, &points);
    // Two sweeps: the velocities after a relaxation are final, and after one sweep the distribution
    // over the points is uneven, so that colliding bodies would turn.
    for (int sweep = 0; sweep < 2; ++sweep) {
        sweep_points(block, rows, rare, pushes, count, &points);
    }
    WideChange change = {{zero, zero, zero}, {zero, zero, zero}};
    Wide pressure = zero, leverage = zero;
    for (uint32_t k = 0; k < count; ++k) {
        const Wide pushed = wide_sub(points.impulse[k], points.old[k]);
        KEEP(block, impulse[k], points.impulse[k]);
        change.impulse.x = wide_add(change.impulse.x, pushed);
        change.torque.y = wide_add(change.torque.y, wide_mul(pushed, ROW(rows, points[k].arm_t)));
        change.torque.z = wide_add(change.torque.z, wide_mul(pushed, ROW(rows, points[k].arm_c)));
        if (!pushes) {
            const Wide lever = ROW(rows, lever[k]);
            pressure = wide_add(pressure, points.impulse[k]);
            leverage = wide_add(leverage, wide_mul(points.impulse[k], lever));
        }
    }
    // Friction acts in velocity passes alone: relaxation removes the velocity of a push.
    if (pushes) {
        push_apart(rows, &frame, &pair, change.impulse.x, change.torque.y, change.torque.z);
    } else {
        solve_friction(block, rows, rare, moves, pressure, leverage, pass->patience, &change);
        push(rows, &frame, &pair, change.impulse, change.torque);
    }
    store_pair(block, &pair);
}

PART void push_visit(ContactBlock3 *block, WideRows rows, const ContactRare3 *rare,
                     SolverBody3 *bodies, const ContactPass3 *pass, uint32_t count)
{
    switch (count) {
    case 1: visit(block, rows, rare, bodies, pass, true, 1); break;
    case 2: visit(block, rows, rare, bodies, pass, true, 2); break;
    case 3: visit(block, rows, rare, bodies, pass, true, 3); break;
    default: visit(block, rows, rare, bodies, pass, true, 4); break;
    }
}

PART void relax_visit(ContactBlock3 *block, WideRows rows, const ContactRare3 *rare,
                      SolverBody3 *bodies, const ContactPass3 *pass, uint32_t count)
{
    switch (count) {
    case 1: visit(block, rows, rare, bodies, pass, false, 1); break;
    case 2: visit(block, rows, rare, bodies, pass, false, 2); break;
    case 3: visit(block, rows, rare, bodies, pass, false, 3); break;
    default: visit(block, rows, rare, bodies, pass, false, 4); break;
    }
}
