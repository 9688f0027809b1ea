// SPDX-License-Identifier: MIT
// contact_kernel4.c: solver passes over contacts in 4D, eight contacts at a time; a kernel.
#include "math/wide4.h"
#include "schedule/contact_numbers.h"
#include "space4/contact_block4.h"

// Iterations of Newton's method for sliding friction. The iteration converges quadratically from
// one side; the last digit comes from scaling to the limit.
#define SLIDING_ROUNDS 3

// Sweeps over a manifold's points per visit (docs/simulation.md#11-four-dimensions). A new contact,
// or one with a fast approach, gets more: a residual imbalance there rotates a body in planes in
// which it did not move. An overlap is pushed out at up to 3 m/s, and the share of this velocity
// that relaxation leaves is added energy: two sweeps left 0.2 m/s of it.
#define SWEEPS 2
#define SWEEPS_FIRST 4
#define SWEEPS_DEEP 16
#define FAST_APPROACH 1.0f // [m/s]

// Parts of a pass are inlined, so that values stay in registers, and blocks with and without
// anisotropic inertia get loops of their own.
#ifdef TUM_ISA_SCALAR
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

typedef struct WideBody {
    WideVec4 linear;
    WideHalves4 spin;
    WideVec4 moved;
    Wide turned_left_x, turned_left_y; ///< The rest of the second row, stored back unchanged.
} WideBody;

INLINE void row_pointers(SolverBody4 *bodies, const int32_t index[WIDE], float *rows[WIDE])
{
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = &bodies[index[i]].linear.x;
    }
}

INLINE void load_row(float *const rows[WIDE], int row, Wide columns[WIDE])
{
    const float *of_row[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        of_row[i] = rows[i] + row * WIDE;
    }
    wide_load_rows(of_row, columns);
}

INLINE void store_row(float *const rows[WIDE], int row, const Wide columns[WIDE], uint32_t mask)
{
    float *of_row[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        of_row[i] = rows[i] + row * WIDE;
    }
    wide_store_rows(of_row, columns, mask);
}

INLINE WideBody load_bodies(float *const rows[WIDE])
{
    Wide a[WIDE], b[WIDE];
    load_row(rows, 0, a);
    load_row(rows, 1, b);
    return (WideBody){{a[0], a[1], a[2], a[3]},
                      {{a[4], a[5], a[6]}, {a[7], b[0], b[1]}},
                      {b[2], b[3], b[4], b[5]},
                      b[6],
                      b[7]};
}

INLINE WideHalves4 load_turned(float *const rows[WIDE], const WideBody *body)
{
    Wide c[WIDE];
    load_row(rows, 2, c);
    return (WideHalves4){{body->turned_left_x, body->turned_left_y, c[0]}, {c[1], c[2], c[3]}};
}

INLINE void store_bodies(float *const rows[WIDE], const WideBody *body, uint32_t mask)
{
    const WideVec4 v = body->linear, m = body->moved;
    const WideVec3 l = body->spin.left, r = body->spin.right;
    const Wide a[WIDE] = {v.x, v.y, v.z, v.w, l.x, l.y, l.z, r.x};
    const Wide b[WIDE] = {r.y, r.z, m.x, m.y, m.z, m.w, body->turned_left_x, body->turned_left_y};
    store_row(rows, 0, a, mask);
    store_row(rows, 1, b, mask);
}

// Adds the change of spin by an impulse along a row. With isotropic inertia, it is the row times a
// number of the body.
INLINE void push_spin(WideBody *a, WideBody *b, const ContactBlock4 *block, bool uneven,
                      WideHalves4 ja, WideHalves4 jb, const ContactTurn4 *turn, Wide impulse)
{
    if (uneven) {
        a->spin = wide_sub_scaled_halves4(a->spin, wide_load_halves4(&turn->ka), impulse);
        b->spin = wide_add_scaled_halves4(b->spin, wide_load_halves4(&turn->kb), impulse);
    } else {
        a->spin = wide_sub_scaled_halves4(a->spin, ja, wide_mul(wide_load(block->turn_a), impulse));
        b->spin = wide_add_scaled_halves4(b->spin, jb, wide_mul(wide_load(block->turn_b), impulse));
    }
}

INLINE void push_linear(WideBody *a, WideBody *b, const ContactBlock4 *block, WideVec4 direction,
                        Wide impulse)
{
    const Wide to_a = wide_mul(wide_load(block->inverse_mass_a), impulse);
    const Wide to_b = wide_mul(wide_load(block->inverse_mass_b), impulse);
    a->linear = wide_sub_scaled4(a->linear, direction, to_a);
    b->linear = wide_add_scaled4(b->linear, direction, to_b);
}

// The normal row of a point.
typedef struct PointRow {
    WideHalves4 ja, jb;
} PointRow;

INLINE PointRow point_row(const ContactBlock4 *block, uint32_t k)
{
    const WideHalves4 ja = wide_load_halves4(&block->points[k].ja);
    return (PointRow){ja, wide_sub_halves4(ja, wide_load_halves4(&block->shift))};
}

INLINE void push_point(WideBody *a, WideBody *b, const ContactBlock4 *block, bool uneven,
                       uint32_t k, Wide impulse)
{
    const PointRow row = point_row(block, k);
    push_spin(a, b, block, uneven, row.ja, row.jb, &block->point_turns[k], impulse);
}

INLINE Wide turning_speed(const WideBody *a, const WideBody *b, WideHalves4 ja, WideHalves4 jb)
{
    return wide_sub(wide_dot_halves4(jb, b->spin), wide_dot_halves4(ja, a->spin));
}

INLINE void push_friction(const ContactBlock4 *block, bool uneven, WideBody *a, WideBody *b,
                          const Wide impulse[3])
{
    for (int i = 0; i < 3; ++i) {
        const ContactRow4 *row = &block->friction.row[i];
        push_linear(a, b, block, wide_load4(&block->friction.tangent[i]), impulse[i]);
        push_spin(a, b, block, uneven, wide_load_halves4(&row->ja), wide_load_halves4(&row->jb),
                  &block->friction_turns[i], impulse[i]);
    }
}

INLINE void push_twist(const ContactBlock4 *block, bool uneven, WideBody *a, WideBody *b,
                       const Wide impulse[3])
{
    for (int i = 0; i < 3; ++i) {
        const WideHalves4 j = wide_load_halves4(&block->twist.j[i]);
        push_spin(a, b, block, uneven, j, j, &block->twist_turns[i], impulse[i]);
    }
}

INLINE void warm_start_block(ContactBlock4 *block, bool uneven, SolverBody4 *bodies)
{
    float *rows_a[WIDE], *rows_b[WIDE];
    row_pointers(bodies, block->body_a, rows_a);
    row_pointers(bodies, block->body_b, rows_b);
    WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
    Wide sum = wide_splat(0.0f);
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide impulse = wide_load(block->points[k].impulse);
        sum = wide_add(sum, impulse);
        push_point(&a, &b, block, uneven, k, impulse);
    }
    push_linear(&a, &b, block, wide_load4(&block->normal), sum);
    const Wide friction[3] = {wide_load(block->friction.impulse[0]),
                              wide_load(block->friction.impulse[1]),
                              wide_load(block->friction.impulse[2])};
    push_friction(block, uneven, &a, &b, friction);
    if (block->point_count > 1) {
        const Wide twist[3] = {wide_load(block->twist.impulse[0]),
                               wide_load(block->twist.impulse[1]),
                               wide_load(block->twist.impulse[2])};
        push_twist(block, uneven, &a, &b, twist);
    }
    store_bodies(rows_a, &a, block->store_a);
    store_bodies(rows_b, &b, block->store_b);
}

static void warm_start(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (blocks[i].uneven != 0) {
            warm_start_block(&blocks[i], true, bodies);
        } else {
            warm_start_block(&blocks[i], false, bodies);
        }
    }
}

// A block of three decoupled rows, with the solution f = want / mass.
typedef struct FrictionBlock {
    Wide inverse_mass[3]; // 1 where a row has none.
    Wide want[3];
    Wide f[3];
    Wide squared; // Squared length of f.
} FrictionBlock;

INLINE void find_length(FrictionBlock *block)
{
    block->squared =
        wide_add(wide_add(wide_mul(block->f[0], block->f[0]), wide_mul(block->f[1], block->f[1])),
                 wide_mul(block->f[2], block->f[2]));
}

// The force that stops the slip: f = old - slip / inverse_mass.
INLINE FrictionBlock stopping_block(Lanes *inverse_mass, const Wide slip[3], const Wide old[3])
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    FrictionBlock block;
    for (int i = 0; i < 3; ++i) {
        const Wide inverse = wide_load(inverse_mass[i]);
        const WideMask exists = wide_greater(inverse, zero);
        block.inverse_mass[i] = wide_select(exists, inverse, one);
        block.want[i] = wide_select(exists, wide_sub(wide_mul(inverse, old[i]), slip[i]), zero);
        block.f[i] = wide_div(block.want[i], block.inverse_mass[i]);
    }
    find_length(&block);
    return block;
}

// Where the mask is set, replaces f by the force of length `most` that dissipates the most energy:
// not the stopping force cut to length, but want / (inverse_mass + s) with the s >= 0 that gives
// this length (docs/simulation.md#11-four-dimensions; J. More, D. Sorensen, "Computing a trust
// region step", 1983). `most` may be 0.
static void limit_block(FrictionBlock *block, WideMask slides, Wide most)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const WideMask has_room = wide_greater(most, zero);
    const Wide limit = wide_select(has_room, most, one);
    Wide s = zero;
    for (int round = 0; round < SLIDING_ROUNDS; ++round) {
        Wide slope = zero;
        for (int i = 0; i < 3; ++i) {
            const Wide square = wide_mul(block->f[i], block->f[i]);
            slope = wide_add(slope, wide_div(square, wide_add(block->inverse_mass[i], s)));
        }
        const Wide excess = wide_sub(wide_div(wide_sqrt(block->squared), limit), one);
        const WideMask moves = wide_and(slides, wide_greater(slope, zero));
        const Wide safe = wide_select(moves, slope, one);
        const Wide more = wide_div(wide_mul(excess, block->squared), safe);
        s = wide_select(moves, wide_maximum(wide_add(s, more), zero), s);
        for (int i = 0; i < 3; ++i) {
            block->f[i] = wide_div(block->want[i], wide_add(block->inverse_mass[i], s));
        }
        find_length(block);
    }
    const WideMask has_length = wide_greater(block->squared, zero);
    const Wide length = wide_sqrt(wide_select(has_length, block->squared, one));
    const Wide to_limit = wide_select(has_room, wide_div(most, length), zero);
    for (int i = 0; i < 3; ++i) {
        const Wide kept = wide_mul(block->f[i], to_limit);
        block->f[i] = wide_select(slides, kept, block->f[i]);
    }
}

INLINE void hold_to(FrictionBlock *block, Wide most)
{
    const WideMask beyond = wide_greater(block->squared, wide_mul(most, most));
    if (wide_bits(beyond) != 0) {
        limit_block(block, beyond, most);
    }
}

// Coulomb's cone in two regimes (docs/dialects.md#surfaces-and-filters), as in contact_kernel3.c.
// A sticking contact holds up to the static coefficient. A contact that exceeds it in every
// relaxation of a step slides from the last relaxation on.
INLINE Wide friction_coefficient(ContactBlock4 *block, Wide length_squared, Wide pressure,
                                 float patience)
{
    const Wide slip = wide_load(block->slip);
    const Wide holds = wide_load(block->static_friction);
    const Wide drags = wide_load(block->dynamic_friction);
    const Wide slides = wide_splat(SLIP4_SLIDES);
    const Wide most = wide_mul(holds, pressure);
    const WideMask pulled = wide_greater(length_squared, wide_mul(most, most));
    const Wide counted = wide_select(pulled, wide_add(slip, wide_splat(1.0f)), wide_splat(0.0f));
    const WideMask gives_way = wide_greater(counted, wide_splat(patience - 0.5f));
    const WideMask slid = wide_greater(slip, wide_splat(0.5f * SLIP4_SLIDES));
    const Wide next = wide_select(wide_or(slid, gives_way), slides, counted);
    wide_store(block->slip, next);
    return wide_select(wide_greater(slides, next), holds, drags);
}

INLINE void slip_along(const ContactBlock4 *block, const WideBody *a, const WideBody *b,
                       Wide slip[3])
{
    const WideVec4 speed = wide_sub4(b->linear, a->linear);
    for (int i = 0; i < 3; ++i) {
        const ContactRow4 *row = &block->friction.row[i];
        slip[i] =
            wide_add(wide_dot4(speed, wide_load4(&block->friction.tangent[i])),
                     turning_speed(a, b, wide_load_halves4(&row->ja), wide_load_halves4(&row->jb)));
    }
}

INLINE void slip_about(const ContactBlock4 *block, const WideBody *a, const WideBody *b,
                       Wide slip[3])
{
    for (int i = 0; i < 3; ++i) {
        const WideHalves4 j = wide_load_halves4(&block->twist.j[i]);
        slip[i] = turning_speed(a, b, j, j);
    }
}

INLINE void note_impulse(Lanes *impulse, const Wide old[3], const FrictionBlock *solved,
                         Wide change[3])
{
    for (int i = 0; i < 3; ++i) {
        wide_store(impulse[i], solved->f[i]);
        change[i] = wide_sub(solved->f[i], old[i]);
    }
}

INLINE void solve_friction(ContactBlock4 *block, bool uneven, WideBody *a, WideBody *b,
                           Wide pressure, float patience)
{
    Wide slip[3], change[3];
    slip_along(block, a, b, slip);
    const Wide old[3] = {wide_load(block->friction.impulse[0]),
                         wide_load(block->friction.impulse[1]),
                         wide_load(block->friction.impulse[2])};
    FrictionBlock along = stopping_block(block->friction.inverse_mass, slip, old);
    const Wide coefficient = friction_coefficient(block, along.squared, pressure, patience);
    const Wide most = wide_mul(coefficient, pressure);
    hold_to(&along, most);
    note_impulse(block->friction.impulse, old, &along, change);
    push_friction(block, uneven, a, b, change);
    if (block->point_count > 1) {
        const Wide twisted[3] = {wide_load(block->twist.impulse[0]),
                                 wide_load(block->twist.impulse[1]),
                                 wide_load(block->twist.impulse[2])};
        slip_about(block, a, b, slip);
        FrictionBlock about = stopping_block(block->twist.inverse_mass, slip, twisted);
        hold_to(&about, most);
        note_impulse(block->twist.impulse, twisted, &about, change);
        push_twist(block, uneven, a, b, change);
    }
}

// Values that the points of a block share in one visit.
typedef struct Visit {
    WideMask comes_freely; // The contact may bounce before the next pass that pushes.
    Wide mass_sum;
    Wide linear;           // Relative velocity of the centres along the normal.
    Wide pressure, pushed; // Sums over points: impulses, changes.
} Visit;

// Target of a point in a visit, the same for all sweeps since positions do not change.
typedef struct Goal {
    Wide speed; // Velocity to remove besides the point's own.
    Wide mass;
    Wide leak;      // Share of the previous impulse that leaks away.
    Wide most_leak; // [N s] Greatest leak: the impulse of the fastest push.
    Wide least;     // [m/s] Negative; a faster approach may bounce.
} Goal;

// Parameters of a pass, for all blocks.
typedef struct WidePass {
    Wide inverse_substep, rate, deep_speed, mass_scale, impulse_scale;
} WidePass;

// Separate points may approach by their separation; overlapping points get a soft push (Catto
// 2011).
INLINE Goal goal_of(const ContactBlock4 *block, uint32_t k, const WidePass *pass, Wide moved,
                    WideHalves4 turned_a, WideHalves4 turned_b)
{
    const ContactPointLanes4 *point = &block->points[k];
    const PointRow row = point_row(block, k);
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide turned =
        wide_sub(wide_dot_halves4(row.jb, turned_b), wide_dot_halves4(row.ja, turned_a));
    const Wide separation = wide_add(wide_add(wide_load(point->base), moved), turned);
    const WideMask apart = wide_greater(separation, zero);
    const Wide deeper = wide_sub(wide_mul(wide_splat(DEEP_RATE), separation), pass->deep_speed);
    const Wide push = wide_maximum(wide_mul(pass->rate, separation), deeper);
    const Wide mass = wide_mul(wide_select(apart, one, pass->mass_scale), wide_load(point->mass));
    return (Goal){wide_select(apart, wide_mul(separation, pass->inverse_substep), push), mass,
                  wide_select(apart, zero, pass->impulse_scale),
                  wide_mul(mass, wide_splat(PUSH_SPEED)), zero};
}

INLINE void solve_point(ContactBlock4 *block, bool uneven, uint32_t k, const Goal *goal,
                        Visit *visit, WideBody *a, WideBody *b)
{
    ContactPointLanes4 *point = &block->points[k];
    const Wide zero = wide_splat(0.0f);
    const PointRow row = point_row(block, k);
    const Wide speed = wide_add(visit->linear, turning_speed(a, b, row.ja, row.jb));
    const Wide old = wide_load(point->impulse);
    const WideMask bounces = wide_and(visit->comes_freely, wide_greater(goal->least, speed));
    const Wide wanted = wide_select(bounces, zero, wide_add(speed, goal->speed));
    const Wide leak = wide_minimum(wide_mul(goal->leak, old), goal->most_leak);
    const Wide back = wide_add(wide_mul(goal->mass, wanted), leak);
    const Wide new = wide_maximum(wide_sub(old, back), zero);
    const Wide change = wide_sub(new, old);
    wide_store(point->impulse, new);
    visit->pressure = wide_add(visit->pressure, new);
    visit->pushed = wide_add(visit->pushed, change);
    visit->linear = wide_add(visit->linear, wide_mul(visit->mass_sum, change));
    push_spin(a, b, block, uneven, row.ja, row.jb, &block->point_turns[k], change);
}

// [m/s] Negative: the least approach that bounces. The limit is higher for points that already
// press.
INLINE Wide least_of(const ContactBlock4 *block, uint32_t k)
{
    const ContactPointLanes4 *point = &block->points[k];
    const Wide zero = wide_splat(0.0f), mass = wide_load(point->mass);
    const WideMask exists = wide_greater(mass, zero);
    const Wide load = wide_mul(wide_load(block->bounce.load), wide_load(point->impulse));
    const Wide added = wide_div(load, wide_select(exists, mass, wide_splat(1.0f)));
    return wide_sub(zero, wide_add(wide_load(block->bounce.least), added));
}

INLINE void solve_block(ContactBlock4 *block, bool uneven, SolverBody4 *bodies,
                        const ContactPass4 *pass, const WidePass *wide)
{
    const Wide zero = wide_splat(0.0f);
    float *rows_a[WIDE], *rows_b[WIDE];
    row_pointers(bodies, block->body_a, rows_a);
    row_pointers(bodies, block->body_b, rows_b);
    WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
    const WideVec4 normal = wide_load4(&block->normal);
    const WideHalves4 turned_a = load_turned(rows_a, &a), turned_b = load_turned(rows_b, &b);
    const Wide moved = wide_dot4(normal, wide_sub4(b.moved, a.moved));
    Goal goals[LOCAL_POINTS_MAX4];
    for (uint32_t k = 0; k < block->point_count; ++k) {
        goals[k] = goal_of(block, k, wide, moved, turned_a, turned_b);
        goals[k].least = block->bounces != 0 ? least_of(block, k) : zero;
    }
    Visit visit = {
        .comes_freely = wide_greater(pass->pushes ? zero : wide_load(block->restitution), zero),
        .mass_sum = wide_add(wide_load(block->inverse_mass_a), wide_load(block->inverse_mass_b)),
        .linear = wide_dot4(normal, wide_sub4(b.linear, a.linear)),
        .pushed = zero,
    };
    // The eight points are strongly coupled; a single sweep leaves a tilt
    // (docs/simulation.md#11-four-dimensions). All sweeps have the same direction: with alternating
    // sweeps a stack of five tesseracts sways by 0.2 m/s at the top after ten seconds, with these
    // by 1e-5.
    for (uint32_t sweep = 0; sweep < block->sweeps; ++sweep) {
        visit.pressure = zero;
        for (uint32_t k = 0; k < block->point_count; ++k) {
            solve_point(block, uneven, k, &goals[k], &visit, &a, &b);
        }
    }
    push_linear(&a, &b, block, normal, visit.pushed);
    // Friction acts on relaxed velocities only: the velocity of a push is removed anyway.
    if (!pass->pushes) {
        solve_friction(block, uneven, &a, &b, visit.pressure, pass->patience);
    }
    store_bodies(rows_a, &a, block->store_a);
    store_bodies(rows_b, &b, block->store_b);
}

static void solve(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies,
                  const ContactPass4 *pass)
{
    const WidePass wide = {
        wide_splat(pass->inverse_substep),
        wide_splat(pass->pushes ? pass->softness.bias_rate : 0.0f),
        wide_splat(pass->pushes ? deep_speed(pass->softness.bias_rate) : PUSH_SPEED),
        wide_splat(pass->pushes ? pass->softness.mass_scale : 1.0f),
        wide_splat(pass->pushes ? pass->softness.impulse_scale : 0.0f)};
    for (uint32_t i = 0; i < count; ++i) {
        if (blocks[i].uneven != 0) {
            solve_block(&blocks[i], true, bodies, pass, &wide);
        } else {
            solve_block(&blocks[i], false, bodies, pass, &wide);
        }
    }
}

// Contacts that are new, or slid in the last step, slide where their slip exceeds the sticking
// speed.
static void judge_slip(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies)
{
    const Wide zero = wide_splat(0.0f), slides = wide_splat(SLIP4_SLIDES);
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock4 *block = &blocks[i];
        const Wide old = wide_load(block->slip);
        const WideMask is_judged =
            wide_or(wide_greater(zero, old), wide_greater(old, wide_splat(0.5f * SLIP4_SLIDES)));
        Wide judged = zero;
        if (wide_bits(is_judged) != 0) {
            float *rows_a[WIDE], *rows_b[WIDE];
            row_pointers(bodies, block->body_a, rows_a);
            row_pointers(bodies, block->body_b, rows_b);
            const WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
            Wide slip[3], squared = zero;
            slip_along(block, &a, &b, slip);
            for (int k = 0; k < 3; ++k) {
                squared = wide_add(squared, wide_mul(slip[k], slip[k]));
            }
            const Wide least = wide_splat(STICK_SPEED * STICK_SPEED);
            judged = wide_select(wide_greater(squared, least), slides, zero);
        }
        wide_store(block->slip, wide_select(is_judged, judged, zero));
    }
}

#include "space4/contact_prepare4.inl"
#include "space4/contact_restitution4.inl"

const ContactKernel4 KERNEL_NAME(tum_contact_kernel4) = {
    .name = KERNEL_SET,
    .prepare = prepare,
    .weigh = weigh,
    .judge_slip = judge_slip,
    .warm_start = warm_start,
    .solve = solve,
    .bounce = bounce,
};
