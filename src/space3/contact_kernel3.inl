// SPDX-License-Identifier: MIT
// contact_kernel3.inl: the passes of the contact solver, eight contacts at a time.
//
// Written once against math/wide.h and compiled per instruction set; the including file defines the
// instruction set and KERNEL, the name of the table.
#include "math/wide.h"
#include "space3/contact_block3.h"

// Overlaps are pushed apart no faster than this: deep ones part gently instead of exploding.
#define PUSH_SPEED 3.0f // [m/s]

// Slower approaches do not bounce, so that stacks rest (spec/scene-model.md section 6.3: at most
// 0.5).
#define BOUNCE_SPEED 0.5f // [m/s]

#define STICK_SPEED 0.01f // [m/s] Below it a sliding contact sticks again.

// Parts of a pass: inlined, so that numbers stay in registers and loops over points unroll.
#ifdef WIDE_SCALAR
#define PART static inline
#else
#define PART static inline __attribute__((always_inline))
#endif

// A body's velocity, or its motion since the step began.
typedef struct WideBody {
    WideVec3 linear, angular;
} WideBody;

typedef struct WidePair {
    float *rows_a[WIDE], *rows_b[WIDE];
    WideBody a, b;
} WidePair;

PART void row_pointers(SolverBody3 *bodies, const int32_t index[WIDE], float *rows[WIDE])
{
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = &bodies[index[i]].linear.x;
    }
}

PART WideBody load_body(float *const rows[WIDE])
{
    Wide columns[WIDE];
    wide_load_rows((const float *const *)rows, columns);
    return (WideBody){{columns[0], columns[1], columns[2]}, {columns[4], columns[5], columns[6]}};
}

// The second half of a solver body: what it moved.
PART WideBody load_motion(float *const rows[WIDE])
{
    float *second[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        second[i] = rows[i] + WIDE;
    }
    return load_body(second);
}

PART void store_body(float *const rows[WIDE], const WideBody *body, uint32_t mask)
{
    const Wide unused = wide_splat(0.0f);
    const Wide columns[WIDE] = {body->linear.x,  body->linear.y,  body->linear.z,  unused,
                                body->angular.x, body->angular.y, body->angular.z, unused};
    wide_store_rows(rows, columns, mask);
}

static void store_motion(float *const rows[WIDE], const WideBody *motion, uint32_t mask)
{
    float *second[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        second[i] = rows[i] + WIDE;
    }
    store_body(second, motion, mask);
}

PART WidePair load_pair(const ContactBlock3 *block, SolverBody3 *bodies)
{
    WidePair pair;
    row_pointers(bodies, block->body_a, pair.rows_a);
    row_pointers(bodies, block->body_b, pair.rows_b);
    pair.a = load_body(pair.rows_a);
    pair.b = load_body(pair.rows_b);
    return pair;
}

PART void store_pair(const ContactBlock3 *block, const WidePair *pair)
{
    store_body(pair->rows_a, &pair->a, block->store_a);
    store_body(pair->rows_b, &pair->b, block->store_b);
}

// Vectors in it are along normal, tangent, across, in this order.
typedef struct WideFrame {
    WideVec3 normal, tangent, across;
    WideVec3 arm_a, arm_b;
} WideFrame;

PART WideFrame load_frame(const ContactBlock3 *block, const ContactRows3 *rows)
{
    const WideVec3 normal = wide_load3(&block->normal), tangent = wide_load3(&block->tangent);
    return (WideFrame){normal, tangent, wide_cross3(normal, tangent), wide_load3(&rows->arm_a),
                       wide_load3(&rows->arm_b)};
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

// How B moves against A in the frame: at the middle, and turning.
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

PART WideVec3 transform(const FrameSym3 *m, WideVec3 v)
{
    const Wide nt = wide_load(m->nt), nc = wide_load(m->nc), tc = wide_load(m->tc);
    return (WideVec3){
        wide_dot3((WideVec3){wide_load(m->nn), nt, nc}, v),
        wide_dot3((WideVec3){nt, wide_load(m->tt), tc}, v),
        wide_dot3((WideVec3){nc, tc, wide_load(m->cc)}, v),
    };
}

// The same where v has no part along the normal.
PART WideVec3 transform_tilt(const FrameSym3 *m, Wide t, Wide c)
{
    const Wide tc = wide_load(m->tc);
    return (WideVec3){
        wide_add(wide_mul(wide_load(m->nt), t), wide_mul(wide_load(m->nc), c)),
        wide_add(wide_mul(wide_load(m->tt), t), wide_mul(tc, c)),
        wide_add(wide_mul(tc, t), wide_mul(wide_load(m->cc), c)),
    };
}

PART void push_linear(const ContactRows3 *rows, WidePair *pair, WideVec3 push)
{
    pair->a.linear = wide_sub_scaled3(pair->a.linear, push, wide_load(rows->inverse_mass_a));
    pair->b.linear = wide_add_scaled3(pair->b.linear, push, wide_load(rows->inverse_mass_b));
}

// A push at the middle of the contact and a torque, on B; A gets the opposite.
PART void push(const ContactRows3 *rows, const WideFrame *frame, WidePair *pair, WideVec3 impulse,
               WideVec3 torque)
{
    const WideVec3 on_a = wide_add3(wide_cross3(frame->arm_a, impulse), torque);
    const WideVec3 on_b = wide_add3(wide_cross3(frame->arm_b, impulse), torque);
    const WideVec3 turn_a = transform(&rows->inverse_inertia_a, on_a);
    const WideVec3 turn_b = transform(&rows->inverse_inertia_b, on_b);
    push_linear(rows, pair, out_of_frame(frame, impulse));
    pair->a.angular = wide_sub3(pair->a.angular, out_of_frame(frame, turn_a));
    pair->b.angular = wide_add3(pair->b.angular, out_of_frame(frame, turn_b));
}

// The same of a push along the normal and a torque that tilts.
PART void push_apart(const ContactRows3 *rows, const WideFrame *frame, WidePair *pair, Wide impulse,
                     Wide torque_t, Wide torque_c)
{
    const WideVec3 arm_a = frame->arm_a, arm_b = frame->arm_b;
    const WideVec3 turn_a =
        transform_tilt(&rows->inverse_inertia_a, wide_add(torque_t, wide_mul(arm_a.z, impulse)),
                       wide_sub(torque_c, wide_mul(arm_a.y, impulse)));
    const WideVec3 turn_b =
        transform_tilt(&rows->inverse_inertia_b, wide_add(torque_t, wide_mul(arm_b.z, impulse)),
                       wide_sub(torque_c, wide_mul(arm_b.y, impulse)));
    push_linear(rows, pair, wide_scale3(frame->normal, impulse));
    pair->a.angular = wide_sub3(pair->a.angular, out_of_frame(frame, turn_a));
    pair->b.angular = wide_add3(pair->b.angular, out_of_frame(frame, turn_b));
}

static void warm_start(ContactBatch3 batch)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        const ContactBlock3 *block = &batch.blocks[i];
        const ContactRows3 *rows = &batch.rows[i];
        const Wide zero = wide_splat(0.0f);
        WideVec3 impulse = {zero, wide_load(block->friction_impulse[0]),
                            wide_load(block->friction_impulse[1])};
        WideVec3 torque = {wide_load(block->twist_impulse), zero, zero};
        for (uint32_t k = 0; k < block->point_count; ++k) {
            const ContactPointLanes3 *point = &rows->points[k];
            const Wide pressed = wide_load(block->impulse[k]);
            impulse.x = wide_add(impulse.x, pressed);
            torque.y = wide_add(torque.y, wide_mul(pressed, wide_load(point->arm_t)));
            torque.z = wide_add(torque.z, wide_mul(pressed, wide_load(point->arm_c)));
        }
        const WideFrame frame = load_frame(block, rows);
        WidePair pair = load_pair(block, batch.bodies);
        push(rows, &frame, &pair, impulse, torque);
        store_pair(block, &pair);
    }
}

// Coulomb's cone in two regimes (spec/scene-model.md section 6.2). A sticking contact may hold up
// to the static coefficient; pulled beyond it in every relaxation of a step it slides from the last
// one on. Once could be the solver's own hesitation: in first passes pressures are not yet what
// they will be.
PART Wide friction_coefficient(ContactBlock3 *block, Wide length_squared, Wide pressure,
                               float patience)
{
    const Wide slip = wide_load(block->slip);
    const Wide holds = wide_load(block->static_friction);
    const Wide drags = wide_load(block->dynamic_friction);
    const Wide slides = wide_splat(SLIP_SLIDES);
    const Wide most = wide_mul(holds, pressure);
    const WideMask pulled = wide_greater(length_squared, wide_mul(most, most));
    const Wide counted = wide_select(pulled, wide_add(slip, wide_splat(1.0f)), wide_splat(0.0f));
    const WideMask gives_way = wide_greater(counted, wide_splat(patience - 0.5f));
    const WideMask slid = wide_greater(slip, wide_splat(0.5f * SLIP_SLIDES));
    const Wide next = wide_select(wide_or(slid, gives_way), slides, counted);
    wide_store(block->slip, next);
    return wide_select(wide_greater(slides, next), holds, drags);
}

// What friction would stop at once along t and c, with impulses `old` there before.
PART void aim_friction(const ContactRows3 *rows, Wide v0, Wide v1, const Wide old[2], Wide aim[2])
{
    const Wide tt = wide_load(rows->friction_mass[0]), cc = wide_load(rows->friction_mass[1]);
    const Wide tc = wide_load(rows->friction_mass[2]);
    aim[0] = wide_sub(old[0], wide_add(wide_mul(tt, v0), wide_mul(tc, v1)));
    aim[1] = wide_sub(old[1], wide_add(wide_mul(tc, v0), wide_mul(cc, v1)));
}

// Changes of impulses, along normal and tangents, and of torques about them.
typedef struct WideChange {
    WideVec3 impulse, torque;
} WideChange;

// Friction along the surface, then about the normal: as much torque as the points' pressures hold
// at their distances from the middle of the contact.
PART void solve_friction(ContactBlock3 *block, const ContactRows3 *rows, const ContactRare3 *rare,
                         WideRelative moves, Wide pressure, Wide leverage, float patience,
                         WideChange *change)
{
    const WideVec3 pushed = {change->impulse.x, change->torque.y, change->torque.z};
    Wide v0 = wide_add(moves.slide.y, wide_dot3(wide_load3(&rows->slide_response[0]), pushed));
    Wide v1 = wide_add(moves.slide.z, wide_dot3(wide_load3(&rows->slide_response[1]), pushed));
    Wide spin = wide_add(moves.turn.x, wide_dot3(wide_load3(&rows->spin_response), pushed));
    if (block->drifts) {
        v0 = wide_add(v0, wide_load(rare->slide_drift[0]));
        v1 = wide_add(v1, wide_load(rare->slide_drift[1]));
        spin = wide_add(spin, wide_load(rare->spin_drift));
    }
    const Wide old[2] = {wide_load(block->friction_impulse[0]),
                         wide_load(block->friction_impulse[1])};
    Wide aim[2];
    aim_friction(rows, v0, v1, old, aim);
    const Wide squared = wide_add(wide_mul(aim[0], aim[0]), wide_mul(aim[1], aim[1]));
    const Wide coefficient = friction_coefficient(block, squared, pressure, patience);
    const Wide most = wide_mul(coefficient, pressure);
    const WideMask beyond = wide_greater(squared, wide_mul(most, most));
    const Wide length = wide_sqrt(wide_select(beyond, squared, wide_splat(1.0f)));
    const Wide factor = wide_select(beyond, wide_div(most, length), wide_splat(1.0f));
    const Wide f0 = wide_mul(aim[0], factor), f1 = wide_mul(aim[1], factor);
    wide_store(block->friction_impulse[0], f0);
    wide_store(block->friction_impulse[1], f1);
    change->impulse.y = wide_sub(f0, old[0]);
    change->impulse.z = wide_sub(f1, old[1]);

    spin = wide_add(spin,
                    wide_add(wide_mul(wide_load(rows->spin_from_friction[0]), change->impulse.y),
                             wide_mul(wide_load(rows->spin_from_friction[1]), change->impulse.z)));
    const Wide limit = wide_mul(coefficient, leverage);
    const Wide twist = wide_load(block->twist_impulse);
    const Wide stop = wide_sub(twist, wide_mul(wide_load(rows->twist_mass), spin));
    const Wide next = wide_minimum(wide_maximum(stop, wide_sub(wide_splat(0.0f), limit)), limit);
    wide_store(block->twist_impulse, next);
    change->torque.x = wide_sub(next, twist);
}

// The points of a plane in one visit.
typedef struct WidePoints {
    Wide velocity[TOUCH_POINTS]; // wanted: zero. Along the normal, with what overlaps add to it
    Wide still[TOUCH_POINTS];    // that part of it
    Wide give[TOUCH_POINTS];     // [kg] impulse for a velocity that is not wanted
    Wide leak[TOUCH_POINTS];     // part of the impulse that a soft contact lets go
    Wide old[TOUCH_POINTS], impulse[TOUCH_POINTS];
} WidePoints;

PART void aim_points(const ContactBlock3 *block, const ContactRows3 *rows, const ContactRare3 *rare,
                     const ContactPass3 *pass, WideRelative moves, WideRelative moved, bool pushes,
                     uint32_t count, WidePoints *points)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide inverse_substep = wide_splat(pass->inverse_substep);
    for (uint32_t k = 0; k < count; ++k) {
        const ContactPointLanes3 *point = &rows->points[k];
        const Wide arm_t = wide_load(point->arm_t), arm_c = wide_load(point->arm_c);
        const Wide tilted = wide_add(wide_mul(arm_t, moved.turn.y), wide_mul(arm_c, moved.turn.z));
        const Wide separation = wide_add(wide_add(wide_load(point->base), moved.slide.x), tilted);
        Wide velocity = wide_add(
            moves.slide.x, wide_add(wide_mul(arm_t, moves.turn.y), wide_mul(arm_c, moves.turn.z)));
        if (block->drifts) {
            velocity = wide_add(velocity, wide_load(rare->drift[k]));
        }
        // Apart: may approach by what is between. Overlapping: a soft push (Catto 2011).
        const Wide closing = wide_mul(separation, inverse_substep);
        const Wide mass = wide_load(point->mass);
        if (pushes) {
            const Softness *soft = &pass->softness;
            const WideMask apart = wide_greater(separation, zero);
            const Wide parting = wide_maximum(wide_mul(wide_splat(soft->bias_rate), separation),
                                              wide_splat(-PUSH_SPEED));
            points->still[k] = wide_select(apart, closing, parting);
            points->give[k] = wide_mul(mass, wide_select(apart, one, wide_splat(soft->mass_scale)));
            points->leak[k] = wide_select(apart, zero, wide_splat(soft->impulse_scale));
        } else {
            points->still[k] = wide_maximum(closing, zero);
            points->give[k] = mass;
        }
        points->velocity[k] = wide_add(velocity, points->still[k]);
        points->old[k] = points->impulse[k] = wide_load(block->impulse[k]);
    }
}

// Point after point; what one gets changes the velocities of all.
PART void sweep_points(const ContactBlock3 *block, const ContactRows3 *rows,
                       const ContactRare3 *rare, bool pushes, uint32_t count, WidePoints *points)
{
    const Wide zero = wide_splat(0.0f);
    for (uint32_t k = 0; k < count; ++k) {
        Wide velocity = points->velocity[k];
        if (!pushes && block->bounces != 0) {
            // To bounce before the next pass that pushes.
            const WideMask comes =
                wide_greater(wide_sub(points->still[k], wide_splat(BOUNCE_SPEED)), velocity);
            const WideMask freely = wide_greater(wide_load(rare->restitution), zero);
            velocity = wide_select(wide_and(freely, comes), zero, velocity);
        }
        const Wide old = points->impulse[k];
        Wide back = wide_mul(points->give[k], velocity);
        if (pushes) {
            back = wide_add(back, wide_mul(points->leak[k], old));
        }
        points->impulse[k] = wide_maximum(wide_sub(old, back), zero);
        const Wide change = wide_sub(points->impulse[k], old);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t high = i > k ? i : k, low = i > k ? k : i;
            const Wide response = wide_load(rows->response[high * (high + 1) / 2 + low]);
            points->velocity[i] = wide_add(points->velocity[i], wide_mul(response, change));
        }
    }
}

static void drift_on(const ContactBlock3 *block, ContactRows3 *rows, const ContactRare3 *rare,
                     float seconds)
{
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide way = wide_mul(wide_load(rare->drift[k]), wide_splat(seconds));
        wide_store(rows->points[k].base, wide_add(wide_load(rows->points[k].base), way));
    }
}

// `pushes` and `count` are constants where this is called.
PART void visit(ContactBlock3 *block, ContactRows3 *rows, const ContactRare3 *rare,
                SolverBody3 *bodies, const ContactPass3 *pass, bool pushes, uint32_t count)
{
    const Wide zero = wide_splat(0.0f);
    const WideFrame frame = load_frame(block, rows);
    WidePair pair = load_pair(block, bodies);
    const WideBody motion_a = load_motion(pair.rows_a), motion_b = load_motion(pair.rows_b);
    // Bodies have moved by a substep since the first pass, and so have surfaces.
    if (block->drifts && !pushes) {
        drift_on(block, rows, rare, 1.0f / pass->inverse_substep);
    }
    const WideRelative moves = relative(&frame, &pair.a, &pair.b);
    const WideRelative moved = relative(&frame, &motion_a, &motion_b);
    WidePoints points;
    aim_points(block, rows, rare, pass, moves, moved, pushes, count, &points);
    // Velocities stay as relaxation leaves them. There twice: after one sweep the points' shares
    // are uneven, and bodies that collide turn.
    for (int sweep = 0; sweep < 2; ++sweep) {
        sweep_points(block, rows, rare, pushes, count, &points);
    }
    WideChange change = {{zero, zero, zero}, {zero, zero, zero}};
    Wide pressure = zero, leverage = zero;
    for (uint32_t k = 0; k < count; ++k) {
        const ContactPointLanes3 *point = &rows->points[k];
        const Wide pushed = wide_sub(points.impulse[k], points.old[k]);
        wide_store(block->impulse[k], points.impulse[k]);
        change.impulse.x = wide_add(change.impulse.x, pushed);
        change.torque.y = wide_add(change.torque.y, wide_mul(pushed, wide_load(point->arm_t)));
        change.torque.z = wide_add(change.torque.z, wide_mul(pushed, wide_load(point->arm_c)));
        if (!pushes) {
            const Wide lever = wide_load(rows->lever[k]);
            pressure = wide_add(pressure, points.impulse[k]);
            leverage = wide_add(leverage, wide_mul(points.impulse[k], lever));
        }
    }
    // Friction belongs to velocities alone: what a push adds is taken back anyway.
    if (pushes) {
        push_apart(rows, &frame, &pair, change.impulse.x, change.torque.y, change.torque.z);
    } else {
        solve_friction(block, rows, rare, moves, pressure, leverage, pass->patience, &change);
        push(rows, &frame, &pair, change.impulse, change.torque);
    }
    store_pair(block, &pair);
}

static void solve_pushing(ContactBatch3 batch, const ContactPass3 *pass)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        ContactRows3 *rows = &batch.rows[i];
        switch (block->point_count) {
        case 1: visit(block, rows, &batch.rares[i], batch.bodies, pass, true, 1); break;
        case 2: visit(block, rows, &batch.rares[i], batch.bodies, pass, true, 2); break;
        case 3: visit(block, rows, &batch.rares[i], batch.bodies, pass, true, 3); break;
        default: visit(block, rows, &batch.rares[i], batch.bodies, pass, true, 4); break;
        }
    }
}

static void solve_relaxing(ContactBatch3 batch, const ContactPass3 *pass)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        ContactRows3 *rows = &batch.rows[i];
        switch (block->point_count) {
        case 1: visit(block, rows, &batch.rares[i], batch.bodies, pass, false, 1); break;
        case 2: visit(block, rows, &batch.rares[i], batch.bodies, pass, false, 2); break;
        case 3: visit(block, rows, &batch.rares[i], batch.bodies, pass, false, 3); break;
        default: visit(block, rows, &batch.rares[i], batch.bodies, pass, false, 4); break;
        }
    }
}

static void solve(ContactBatch3 batch, const ContactPass3 *pass)
{
    if (pass->pushes) {
        solve_pushing(batch, pass);
    } else {
        solve_relaxing(batch, pass);
    }
}

static void judge_slip(ContactBatch3 batch, bool only_new)
{
    const Wide zero = wide_splat(0.0f);
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        const Wide slip = wide_load(block->slip);
        const WideMask asked = only_new ? wide_greater(zero, slip)
                                        : wide_greater(slip, wide_splat(0.5f * SLIP_SLIDES));
        const Wide unasked = only_new ? slip : zero;
        Wide judged = unasked;
        if (wide_bits(asked) != 0) {
            const WideFrame frame = load_frame(block, &batch.rows[i]);
            const WidePair pair = load_pair(block, batch.bodies);
            const WideVec3 slide = relative(&frame, &pair.a, &pair.b).slide;
            Wide v0 = slide.y, v1 = slide.z;
            if (block->drifts) {
                v0 = wide_add(v0, wide_load(batch.rares[i].slide_drift[0]));
                v1 = wide_add(v1, wide_load(batch.rares[i].slide_drift[1]));
            }
            const Wide squared = wide_add(wide_mul(v0, v0), wide_mul(v1, v1));
            const WideMask slides = wide_greater(squared, wide_splat(STICK_SPEED * STICK_SPEED));
            judged =
                wide_select(asked, wide_select(slides, wide_splat(SLIP_SLIDES), zero), unasked);
        }
        wide_store(block->slip, judged);
    }
}

#include "space3/contact_bounce3.inl"
#include "space3/contact_prepare3.inl"

const ContactKernel3 KERNEL = {
    .name = KERNEL_NAME,
    .prepare = prepare,
    .weigh = weigh,
    .judge_slip = judge_slip,
    .warm_start = warm_start,
    .solve = solve,
    .bounce = bounce,
    .weigh_blows = weigh_blows,
    .press_on = press_on,
};
