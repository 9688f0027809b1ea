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

typedef struct WideBody {
    WideVec3 linear;
    Wide unused_0;
    WideVec3 angular;
    Wide unused_1;
} WideBody;

typedef struct WideMotion {
    WideVec3 moved;
    Wide unused_0;
    WideVec3 turned;
    Wide unused_1;
} WideMotion;

static void row_pointers(SolverBody3 *bodies, const int32_t index[WIDE], float *rows[WIDE])
{
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = &bodies[index[i]].linear.x;
    }
}

static WideBody load_bodies(float *const rows[WIDE])
{
    Wide columns[WIDE];
    wide_load_rows((const float *const *)rows, columns);
    return (WideBody){{columns[0], columns[1], columns[2]},
                      columns[3],
                      {columns[4], columns[5], columns[6]},
                      columns[7]};
}

static WideMotion load_motions(float *const rows[WIDE])
{
    const float *second[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        second[i] = rows[i] + WIDE;
    }
    Wide columns[WIDE];
    wide_load_rows(second, columns);
    return (WideMotion){{columns[0], columns[1], columns[2]},
                        columns[3],
                        {columns[4], columns[5], columns[6]},
                        columns[7]};
}

static void store_bodies(float *const rows[WIDE], const WideBody *body, uint32_t mask)
{
    const Wide columns[WIDE] = {body->linear.x,  body->linear.y,  body->linear.z,  body->unused_0,
                                body->angular.x, body->angular.y, body->angular.z, body->unused_1};
    wide_store_rows(rows, columns, mask);
}

static void store_motions(float *const rows[WIDE], const WideMotion *motion, uint32_t mask)
{
    float *second[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        second[i] = rows[i] + WIDE;
    }
    const Wide columns[WIDE] = {motion->moved.x,  motion->moved.y,  motion->moved.z,
                                motion->unused_0, motion->turned.x, motion->turned.y,
                                motion->turned.z, motion->unused_1};
    wide_store_rows(second, columns, mask);
}

static void push_angular(WideBody *a, WideBody *b, const ContactRow3 *row, Wide impulse)
{
    a->angular = wide_sub_scaled3(a->angular, wide_load3(&row->ka), impulse);
    b->angular = wide_add_scaled3(b->angular, wide_load3(&row->kb), impulse);
}

static void push_linear(WideBody *a, WideBody *b, const ContactBlock3 *block, WideVec3 direction,
                        Wide impulse)
{
    const Wide to_a = wide_mul(wide_load(block->inverse_mass_a), impulse);
    const Wide to_b = wide_mul(wide_load(block->inverse_mass_b), impulse);
    a->linear = wide_sub_scaled3(a->linear, direction, to_a);
    b->linear = wide_add_scaled3(b->linear, direction, to_b);
}

static Wide turning_speed(const WideBody *a, const WideBody *b, const ContactRow3 *row)
{
    return wide_sub(wide_dot3(wide_load3(&row->jb), b->angular),
                    wide_dot3(wide_load3(&row->ja), a->angular));
}

static void warm_start(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies)
{
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock3 *block = &blocks[i];
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);

        Wide sum = wide_splat(0.0f);
        for (uint32_t k = 0; k < block->point_count; ++k) {
            const ContactPointLanes3 *point = &block->points[k];
            const Wide impulse = wide_load(point->impulse);
            sum = wide_add(sum, impulse);
            push_angular(&a, &b, &point->row, impulse);
        }
        const WideVec3 normal = wide_load3(&block->normal), tangent = wide_load3(&block->tangent);
        push_linear(&a, &b, block, normal, sum);
        const Wide f0 = wide_load(block->friction_impulse[0]);
        const Wide f1 = wide_load(block->friction_impulse[1]);
        push_linear(&a, &b, block, tangent, f0);
        push_linear(&a, &b, block, wide_cross3(normal, tangent), f1);
        push_angular(&a, &b, &block->friction[0], f0);
        push_angular(&a, &b, &block->friction[1], f1);
        const Wide twist = wide_load(block->twist_impulse);
        a.angular = wide_sub_scaled3(a.angular, wide_load3(&block->twist_ka), twist);
        b.angular = wide_add_scaled3(b.angular, wide_load3(&block->twist_kb), twist);

        store_bodies(rows_a, &a, block->store_a);
        store_bodies(rows_b, &b, block->store_b);
    }
}

// Friction about the normal: as much torque as the points' pressures hold at their distances from
// the middle of the contact.
static void solve_twist(ContactBlock3 *block, WideBody *a, WideBody *b, WideVec3 normal, Wide limit)
{
    Wide speed = wide_dot3(normal, wide_sub3(b->angular, a->angular));
    if (block->drifts) {
        speed = wide_add(speed, wide_load(block->twist_drift));
    }
    const Wide old = wide_load(block->twist_impulse);
    Wide new = wide_sub(old, wide_mul(wide_load(block->twist_mass), speed));
    new = wide_minimum(wide_maximum(new, wide_sub(wide_splat(0.0f), limit)), limit);
    const Wide change = wide_sub(new, old);
    wide_store(block->twist_impulse, new);
    a->angular = wide_sub_scaled3(a->angular, wide_load3(&block->twist_ka), change);
    b->angular = wide_add_scaled3(b->angular, wide_load3(&block->twist_kb), change);
}

// Coulomb's cone in two regimes (spec/scene-model.md section 6.2). A sticking contact may hold up
// to the static coefficient; pulled beyond it in every relaxation of a step it slides from the last
// one on. Once could be the solver's own hesitation: in first passes pressures are not yet what
// they will be.
static Wide friction_coefficient(ContactBlock3 *block, Wide length_squared, Wide pressure,
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

static void solve_friction(ContactBlock3 *block, WideBody *a, WideBody *b, WideVec3 normal,
                           Wide pressure, Wide leverage, float patience)
{
    const WideVec3 tangent = wide_load3(&block->tangent), across = wide_cross3(normal, tangent);
    const WideVec3 speed = wide_sub3(b->linear, a->linear);
    Wide v0 = wide_add(wide_dot3(speed, tangent), turning_speed(a, b, &block->friction[0]));
    Wide v1 = wide_add(wide_dot3(speed, across), turning_speed(a, b, &block->friction[1]));
    if (block->drifts) {
        v0 = wide_add(v0, wide_load(block->friction_drift[0]));
        v1 = wide_add(v1, wide_load(block->friction_drift[1]));
    }
    const Wide xx = wide_load(block->friction_mass[0]), yy = wide_load(block->friction_mass[1]);
    const Wide xy = wide_load(block->friction_mass[2]);
    const Wide old0 = wide_load(block->friction_impulse[0]);
    const Wide old1 = wide_load(block->friction_impulse[1]);
    Wide f0 = wide_sub(old0, wide_add(wide_mul(xx, v0), wide_mul(xy, v1)));
    Wide f1 = wide_sub(old1, wide_add(wide_mul(xy, v0), wide_mul(yy, v1)));

    const Wide squared = wide_add(wide_mul(f0, f0), wide_mul(f1, f1));
    const Wide coefficient = friction_coefficient(block, squared, pressure, patience);
    const Wide most = wide_mul(coefficient, pressure);
    const WideMask beyond = wide_greater(squared, wide_mul(most, most));
    const Wide length = wide_sqrt(wide_select(beyond, squared, wide_splat(1.0f)));
    const Wide factor = wide_select(beyond, wide_div(most, length), wide_splat(1.0f));
    f0 = wide_mul(f0, factor);
    f1 = wide_mul(f1, factor);
    wide_store(block->friction_impulse[0], f0);
    wide_store(block->friction_impulse[1], f1);
    const Wide d0 = wide_sub(f0, old0), d1 = wide_sub(f1, old1);
    push_linear(a, b, block, tangent, d0);
    push_linear(a, b, block, across, d1);
    push_angular(a, b, &block->friction[0], d0);
    push_angular(a, b, &block->friction[1], d1);
    solve_twist(block, a, b, normal, wide_mul(coefficient, leverage));
}

// What all points of a block share in one visit.
typedef struct Visit {
    WideVec3 turned_a, turned_b;
    Wide moved; // along the normal, since the step began
    Wide mass_sum;
    Wide rate, mass_scale, impulse_scale;
    Wide inverse_substep;
    WideMask comes_freely;           // to bounce before the next pass that pushes
    Wide linear;                     // relative velocity of the centres along the normal
    Wide pressure, leverage, pushed; // sums over points: impulses, with levers, changes
    bool drifts;
} Visit;

static void solve_point(ContactPointLanes3 *point, Visit *visit, WideBody *a, WideBody *b)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const WideVec3 ja = wide_load3(&point->row.ja), jb = wide_load3(&point->row.jb);
    const Wide turned = wide_sub(wide_dot3(jb, visit->turned_b), wide_dot3(ja, visit->turned_a));
    const Wide separation = wide_add(wide_add(wide_load(point->base), visit->moved), turned);
    // Apart: may approach by what is between. Overlapping: a soft push (Catto 2011).
    const WideMask apart = wide_greater(separation, zero);
    const Wide push = wide_maximum(wide_mul(visit->rate, separation), wide_splat(-PUSH_SPEED));
    const Wide target = wide_select(apart, wide_mul(separation, visit->inverse_substep), push);
    const Wide scale = wide_select(apart, one, visit->mass_scale);
    const Wide leak = wide_select(apart, zero, visit->impulse_scale);
    Wide speed =
        wide_add(visit->linear, wide_sub(wide_dot3(jb, b->angular), wide_dot3(ja, a->angular)));
    if (visit->drifts) {
        speed = wide_add(speed, wide_load(point->drift));
    }
    const Wide old = wide_load(point->impulse);
    const WideMask bounces =
        wide_and(visit->comes_freely, wide_greater(wide_splat(-BOUNCE_SPEED), speed));
    const Wide wanted = wide_select(bounces, zero, wide_mul(wide_add(speed, target), scale));
    const Wide back = wide_add(wide_mul(wide_load(point->mass), wanted), wide_mul(leak, old));
    const Wide new = wide_maximum(wide_sub(old, back), zero);
    const Wide change = wide_sub(new, old);
    wide_store(point->impulse, new);
    visit->pressure = wide_add(visit->pressure, new);
    visit->leverage = wide_add(visit->leverage, wide_mul(new, wide_load(point->lever)));
    visit->pushed = wide_add(visit->pushed, change);
    visit->linear = wide_add(visit->linear, wide_mul(visit->mass_sum, change));
    push_angular(a, b, &point->row, change);
}

static void drift_on(ContactBlock3 *block, Wide seconds)
{
    for (uint32_t k = 0; k < block->point_count; ++k) {
        ContactPointLanes3 *point = &block->points[k];
        const Wide base = wide_load(point->base);
        wide_store(point->base, wide_add(base, wide_mul(wide_load(point->drift), seconds)));
    }
}

static void solve(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, float inverse_substep,
                  bool bias, float patience)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock3 *block = &blocks[i];
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
        const WideMotion motion_a = load_motions(rows_a), motion_b = load_motions(rows_b);
        const WideVec3 normal = wide_load3(&block->normal);
        Visit visit = {
            .turned_a = motion_a.turned,
            .turned_b = motion_b.turned,
            .moved = wide_dot3(normal, wide_sub3(motion_b.moved, motion_a.moved)),
            .mass_sum =
                wide_add(wide_load(block->inverse_mass_a), wide_load(block->inverse_mass_b)),
            .rate = bias ? wide_load(block->bias_rate) : zero,
            .mass_scale = bias ? wide_load(block->mass_scale) : one,
            .impulse_scale = bias ? wide_load(block->impulse_scale) : zero,
            .inverse_substep = wide_splat(inverse_substep),
            .comes_freely = wide_greater(bias ? zero : wide_load(block->restitution), zero),
            .linear = wide_dot3(normal, wide_sub3(b.linear, a.linear)),
            .pushed = zero,
            .drifts = block->drifts != 0,
        };
        // Bodies have moved by a substep since the first pass, and so have surfaces.
        if (visit.drifts && !bias) {
            drift_on(block, wide_splat(1.0f / inverse_substep));
        }
        // Twice: after one sweep the points' shares are uneven, and bodies that collide turn.
        for (int sweep = 0; sweep < 2; ++sweep) {
            visit.pressure = zero;
            visit.leverage = zero;
            for (uint32_t k = 0; k < block->point_count; ++k) {
                solve_point(&block->points[k], &visit, &a, &b);
            }
        }
        push_linear(&a, &b, block, normal, visit.pushed);
        // Friction belongs to velocities alone: what a push adds is taken back anyway.
        if (!bias) {
            solve_friction(block, &a, &b, normal, visit.pressure, visit.leverage, patience);
        }
        store_bodies(rows_a, &a, block->store_a);
        store_bodies(rows_b, &b, block->store_b);
    }
}

#include "space3/contact_bounce3.inl"

const ContactKernel3 KERNEL = {KERNEL_NAME, warm_start, solve, bounce, weigh_blows, press_on};
