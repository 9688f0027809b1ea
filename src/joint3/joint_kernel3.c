// SPDX-License-Identifier: MIT
// joint_kernel3.c: passes over joints in lanes, a vector of parts at a time; a kernel.
#define WIDE_FOUR
#include "schedule/joint_numbers.h"
#include "space3/joint_block3.h"
#include "space3/wide_body3.h"

// Adds -[r] I^-1 [r]: the velocity at the end of an arm by rotation, per impulse there; a row of
// the cross product's matrix at a time.
static void add_swing(WideSym3 *sum, WideSym3 inverse, WideVec3 r)
{
    const Wide zero = wide_splat(0.0f);
    const WideVec3 jx = {zero, r.z, wide_sub(zero, r.y)};
    const WideVec3 jy = {wide_sub(zero, r.z), zero, r.x};
    const WideVec3 jz = {r.y, wide_sub(zero, r.x), zero};
    const WideVec3 kx = wide_sym3_transform(inverse, jx), ky = wide_sym3_transform(inverse, jy);
    const WideVec3 kz = wide_sym3_transform(inverse, jz);
    sum->xx = wide_add(sum->xx, wide_dot3(jx, kx));
    sum->yy = wide_add(sum->yy, wide_dot3(jy, ky));
    sum->zz = wide_add(sum->zz, wide_dot3(jz, kz));
    sum->xy = wide_add(sum->xy, wide_dot3(jx, ky));
    sum->xz = wide_add(sum->xz, wide_dot3(jx, kz));
    sum->yz = wide_add(sum->yz, wide_dot3(jy, kz));
}

// The inverse; zeros in lanes without a part, and of parts between immovable bodies.
static WideSym3 invert(WideSym3 m)
{
    const WideSym3 minors = {.xx = wide_sub(wide_mul(m.yy, m.zz), wide_mul(m.yz, m.yz)),
                             .yy = wide_sub(wide_mul(m.xx, m.zz), wide_mul(m.xz, m.xz)),
                             .zz = wide_sub(wide_mul(m.xx, m.yy), wide_mul(m.xy, m.xy)),
                             .xy = wide_sub(wide_mul(m.xz, m.yz), wide_mul(m.xy, m.zz)),
                             .xz = wide_sub(wide_mul(m.xy, m.yz), wide_mul(m.xz, m.yy)),
                             .yz = wide_sub(wide_mul(m.xy, m.xz), wide_mul(m.xx, m.yz))};
    const Wide determinant = wide_add(
        wide_add(wide_mul(m.xx, minors.xx), wide_mul(m.xy, minors.xy)), wide_mul(m.xz, minors.xz));
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const WideMask regular = wide_greater(determinant, zero);
    const Wide inverse =
        wide_select(regular, wide_div(one, wide_select(regular, determinant, one)), zero);
    return (WideSym3){wide_mul(minors.xx, inverse), wide_mul(minors.yy, inverse),
                      wide_mul(minors.zz, inverse), wide_mul(minors.xy, inverse),
                      wide_mul(minors.xz, inverse), wide_mul(minors.yz, inverse)};
}

static WideSym3 load_weights(const float *const rows[WIDE_LANES], Wide *inverse_mass)
{
    Wide c[WIDE];
    wide_load_rows(rows, c);
    *inverse_mass = c[6];
    return (WideSym3){c[0], c[1], c[2], c[3], c[4], c[5]};
}

// Loads the pose of a body.
// @param arm  of the point, in the body; receives it in the world.
// @return the centre of mass.
static WideVec3 load_place(const float *const rows[WIDE_LANES], WideVec3 *arm)
{
    Wide c[WIDE];
    wide_load_rows(rows, c);
    *arm = wide_quat_rotate((WideQuat){c[3], c[4], c[5], c[6]}, *arm);
    return (WideVec3){c[0], c[1], c[2]};
}

// Whether the matrix is a multiple of the identity in all lanes.
static bool is_round(WideSym3 m)
{
    const Wide zero = wide_splat(0.0f);
    const WideMask diagonal = wide_and(wide_same(m.xx, m.yy), wide_same(m.xx, m.zz));
    const WideMask rest =
        wide_and(wide_same(m.xy, zero), wide_and(wide_same(m.xz, zero), wide_same(m.yz, zero)));
    return wide_bits(wide_and(diagonal, rest)) == (1u << WIDE_LANES) - 1;
}

// Effective masses of points at the ends of these arms.
static WideSym3 weigh(const PointBlock3 *block, uint32_t lane, const PointInertia3 *inertia,
                      WideVec3 arm_a, WideVec3 arm_b)
{
    const Wide zero = wide_splat(0.0f), push = wide_add(wide_load(&block->inverse_mass_a[lane]),
                                                        wide_load(&block->inverse_mass_b[lane]));
    WideSym3 moves = {push, push, push, zero, zero, zero};
    add_swing(&moves, wide_load_sym3_from(&inertia->a, lane), arm_a);
    add_swing(&moves, wide_load_sym3_from(&inertia->b, lane), arm_b);
    return invert(moves);
}

// Weighs some lanes anew; the others keep their bits.
static void weigh_again(PointBlock3 *block, uint32_t lane, const PointInertia3 *inertia,
                        WideVec3 arm_a, WideVec3 arm_b, WideMask lanes)
{
    const WideSym3 now = weigh(block, lane, inertia, arm_a, arm_b);
    const WideSym3 old = wide_load_sym3_from(&block->mass, lane);
    wide_store_sym3_from(
        &block->mass, lane,
        (WideSym3){wide_select(lanes, now.xx, old.xx), wide_select(lanes, now.yy, old.yy),
                   wide_select(lanes, now.zz, old.zz), wide_select(lanes, now.xy, old.xy),
                   wide_select(lanes, now.xz, old.xz), wide_select(lanes, now.yz, old.yz)});
}

static void prepare_lanes(PointBlock3 *block, PointInertia3 *inertia, PointFrames3 *frames,
                          const PointSources3 *sources, uint32_t lane)
{
    Wide mass_a, mass_b;
    const WideSym3 inertia_a = load_weights(sources->weight_a + lane, &mass_a);
    const WideSym3 inertia_b = load_weights(sources->weight_b + lane, &mass_b);
    wide_store(&block->inverse_mass_a[lane], mass_a);
    wide_store(&block->inverse_mass_b[lane], mass_b);
    wide_store(&block->round_a[lane], inertia_a.xx);
    wide_store(&block->round_b[lane], inertia_b.xx);
    block->is_round =
        (lane == 0 || block->is_round != 0) && is_round(inertia_a) && is_round(inertia_b);
    wide_store_sym3_from(&inertia->a, lane, inertia_a);
    wide_store_sym3_from(&inertia->b, lane, inertia_b);
    WideVec3 a = wide_load3_from(&frames->local_a, lane),
             b = wide_load3_from(&frames->local_b, lane);
    const WideVec3 center_a = load_place(sources->place_a + lane, &a);
    const WideVec3 center_b = load_place(sources->place_b + lane, &b);
    const WideVec3 apart = wide_add3(wide_sub3(center_b, center_a), wide_sub3(b, a));
    wide_store3_from(&frames->arm_a, lane, a);
    wide_store3_from(&frames->arm_b, lane, b);
    wide_store3_from(&frames->apart, lane, apart);
    wide_store3_from(&block->arm_a, lane, a);
    wide_store3_from(&block->arm_b, lane, b);
    wide_store3_from(&block->apart, lane, apart);
    wide_store_sym3_from(&block->mass, lane, weigh(block, lane, inertia, a, b));
}

static WideMask is_other(WideSym3 a, WideSym3 b)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const WideMask same = wide_and(
        wide_and(wide_and(wide_same(a.xx, b.xx), wide_same(a.yy, b.yy)), wide_same(a.zz, b.zz)),
        wide_and(wide_and(wide_same(a.xy, b.xy), wide_same(a.xz, b.xz)), wide_same(a.yz, b.yz)));
    return wide_greater(wide_select(same, zero, one), zero);
}

static void take_inertia(PointBlock3 *block, PointInertia3 *inertia, const PointSources3 *sources)
{
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        Wide mass;
        const WideSym3 a = load_weights(sources->weight_a + lane, &mass);
        const WideSym3 b = load_weights(sources->weight_b + lane, &mass);
        const WideMask others = wide_or(is_other(a, wide_load_sym3_from(&inertia->a, lane)),
                                        is_other(b, wide_load_sym3_from(&inertia->b, lane)));
        if (wide_bits(others) != 0) {
            wide_store_sym3_from(&inertia->a, lane, a);
            wide_store_sym3_from(&inertia->b, lane, b);
            weigh_again(block, lane, inertia, wide_load3_from(&block->arm_a, lane),
                        wide_load3_from(&block->arm_b, lane), others);
        }
    }
}

static void prepare_points(PointBlock3 *block, PointInertia3 *inertia, PointFrames3 *frames,
                           const PointSources3 *sources)
{
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        prepare_lanes(block, inertia, frames, sources, lane);
    }
}

static inline __attribute__((always_inline)) void
push_points(const PointBlock3 *block, uint32_t lane, const PointInertia3 *inertia, WideBody *a,
            WideBody *b, WideVec3 impulse)
{
    a->linear = wide_sub_scaled3(a->linear, impulse, wide_load(&block->inverse_mass_a[lane]));
    b->linear = wide_add_scaled3(b->linear, impulse, wide_load(&block->inverse_mass_b[lane]));
    const WideVec3 on_a = wide_cross3(wide_load3_from(&block->arm_a, lane), impulse);
    const WideVec3 on_b = wide_cross3(wide_load3_from(&block->arm_b, lane), impulse);
    if (block->is_round) {
        a->angular = wide_sub_scaled3(a->angular, on_a, wide_load(&block->round_a[lane]));
        b->angular = wide_add_scaled3(b->angular, on_b, wide_load(&block->round_b[lane]));
    } else {
        a->angular = wide_sub3(a->angular,
                               wide_sym3_transform(wide_load_sym3_from(&inertia->a, lane), on_a));
        b->angular = wide_add3(b->angular,
                               wide_sym3_transform(wide_load_sym3_from(&inertia->b, lane), on_b));
    }
}

static void warm_start_points(PointBatch3 batch)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        const PointBlock3 *block = &batch.blocks[i];
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            float *rows_a[WIDE_LANES], *rows_b[WIDE_LANES];
            row_pointers(batch.bodies, block->body_a + lane, rows_a);
            row_pointers(batch.bodies, block->body_b + lane, rows_b);
            WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
            push_points(block, lane, &batch.inertia[i], &a, &b,
                        wide_load3_from(&block->impulse, lane));
            store_bodies(rows_a, &a, block->store_a >> lane);
            store_bodies(rows_b, &b, block->store_b >> lane);
        }
    }
}

static Wide length_of(WideVec3 v)
{
    return wide_sqrt(wide_length_squared3(v));
}

static void strain_points(const PointBlock3 *block, Lanes on_a, Lanes on_b)
{
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        const Wide pull = length_of(wide_load3_from(&block->impulse, lane));
        const Wide arm_a = length_of(wide_load3_from(&block->arm_a, lane));
        const Wide arm_b = length_of(wide_load3_from(&block->arm_b, lane));
        wide_store_words(&on_a[lane], wide_mul(pull, arm_a));
        wide_store_words(&on_b[lane], wide_mul(pull, arm_b));
    }
}

// Displacement of the end of an arm since the step began: the rotation of its body, to second
// order.
static WideVec3 swept_arm(WideVec3 arm, WideVec3 turned)
{
    const WideVec3 half = wide_add_scaled3(arm, wide_cross3(turned, arm), wide_splat(0.5f));
    return wide_cross3(turned, half);
}

// Lanes whose arm has turned by more than TURNED_ARM.
static WideMask has_turned(WideVec3 arm, WideVec3 swept)
{
    const Wide most = wide_mul(wide_dot3(arm, arm), wide_splat(TURNED_ARM * TURNED_ARM));
    return wide_greater(wide_dot3(swept, swept), most);
}

static void move_points(PointBlock3 *block, uint32_t lane, const PointInertia3 *inertia,
                        const PointFrames3 *frames, float *const rows_a[WIDE_LANES],
                        float *const rows_b[WIDE_LANES], const JointPass3 *pass)
{
    const WideMotion a = load_motions(rows_a), b = load_motions(rows_b);
    const WideVec3 arm_a = wide_load3_from(&frames->arm_a, lane),
                   arm_b = wide_load3_from(&frames->arm_b, lane);
    const WideVec3 swept_a = swept_arm(arm_a, a.turned), swept_b = swept_arm(arm_b, b.turned);
    WideVec3 apart = wide_add3(wide_load3_from(&frames->apart, lane),
                               wide_sub3(wide_add3(b.moved, swept_b), wide_add3(a.moved, swept_a)));
    if (block->surface_velocities) {
        apart = wide_add_scaled3(apart, wide_load3_from(&frames->surface_velocity, lane),
                                 wide_splat(pass->elapsed));
    }
    const WideVec3 now_a = wide_add3(arm_a, swept_a), now_b = wide_add3(arm_b, swept_b);
    wide_store3_from(&block->arm_a, lane, now_a);
    wide_store3_from(&block->arm_b, lane, now_b);
    wide_store3_from(&block->apart, lane, apart);
    const WideMask turned = wide_or(has_turned(arm_a, swept_a), has_turned(arm_b, swept_b));
    if (wide_bits(turned) != 0) {
        weigh_again(block, lane, inertia, now_a, now_b, turned);
    }
}

// Limits the velocity at which gaps are closed.
static WideVec3 clamp3(WideVec3 v)
{
    const Wide most = wide_splat((float)PULL_SPEED), least = wide_splat(-(float)PULL_SPEED);
    return (WideVec3){wide_clamp(v.x, least, most), wide_clamp(v.y, least, most),
                      wide_clamp(v.z, least, most)};
}

static void solve_points(PointBatch3 batch, const JointPass3 *pass)
{
    const Wide rate = wide_splat(pass->bias ? pass->softness.bias_rate : 0.0f);
    const Wide scale = wide_splat(pass->bias ? pass->softness.mass_scale : 1.0f);
    const Wide leak = wide_splat(pass->bias ? pass->softness.impulse_scale : 0.0f);
    for (uint32_t i = 0; i < batch.count; ++i) {
        PointBlock3 *block = &batch.blocks[i];
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            float *rows_a[WIDE_LANES], *rows_b[WIDE_LANES];
            row_pointers(batch.bodies, block->body_a + lane, rows_a);
            row_pointers(batch.bodies, block->body_b + lane, rows_b);
            if (!pass->bias) {
                move_points(block, lane, &batch.inertia[i], &batch.frames[i], rows_a, rows_b, pass);
            }
            WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
            const WideVec3 at_a = wide_cross3(a.angular, wide_load3_from(&block->arm_a, lane));
            const WideVec3 at_b = wide_cross3(b.angular, wide_load3_from(&block->arm_b, lane));
            WideVec3 wrong = wide_sub3(wide_add3(b.linear, at_b), wide_add3(a.linear, at_a));
            if (block->surface_velocities) {
                wrong = wide_add3(wrong, wide_load3_from(&batch.frames[i].surface_velocity, lane));
            }
            if (pass->bias) {
                wrong = wide_add3(wrong,
                                  clamp3(wide_scale3(wide_load3_from(&block->apart, lane), rate)));
            }
            const WideVec3 old = wide_load3_from(&block->impulse, lane);
            const WideVec3 back =
                wide_sym3_transform(wide_load_sym3_from(&block->mass, lane), wrong);
            const WideVec3 change = {wide_sub(wide_sub(wide_splat(0.0f), wide_mul(scale, back.x)),
                                              wide_mul(leak, old.x)),
                                     wide_sub(wide_sub(wide_splat(0.0f), wide_mul(scale, back.y)),
                                              wide_mul(leak, old.y)),
                                     wide_sub(wide_sub(wide_splat(0.0f), wide_mul(scale, back.z)),
                                              wide_mul(leak, old.z))};
            wide_store3_from(&block->impulse, lane, wide_add3(old, change));
            push_points(block, lane, &batch.inertia[i], &a, &b, change);
            store_bodies(rows_a, &a, block->store_a >> lane);
            store_bodies(rows_b, &b, block->store_b >> lane);
        }
    }
}

static inline __attribute__((always_inline)) void push_row(const PartBlock3 *block, uint32_t lane,
                                                           const PartRow3 *row, WideBody *a,
                                                           WideBody *b, Wide impulse)
{
    const WideVec3 n = wide_load3_from(&row->n, lane);
    a->linear =
        wide_sub_scaled3(a->linear, n, wide_mul(wide_load(&block->inverse_mass_a[lane]), impulse));
    b->linear =
        wide_add_scaled3(b->linear, n, wide_mul(wide_load(&block->inverse_mass_b[lane]), impulse));
    a->angular = wide_sub_scaled3(a->angular, wide_load3_from(&row->row.ka, lane), impulse);
    b->angular = wide_add_scaled3(b->angular, wide_load3_from(&row->row.kb, lane), impulse);
}

// Component along a row of the relative motion, or velocity, of two bodies.
static Wide along_row(const PartRow3 *row, uint32_t lane, WideVec3 linear_a, WideVec3 angular_a,
                      WideVec3 linear_b, WideVec3 angular_b)
{
    const Wide turning = wide_sub(wide_dot3(wide_load3_from(&row->row.jb, lane), angular_b),
                                  wide_dot3(wide_load3_from(&row->row.ja, lane), angular_a));
    return wide_add(wide_dot3(wide_load3_from(&row->n, lane), wide_sub3(linear_b, linear_a)),
                    turning);
}

static void warm_start_parts(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies)
{
    for (uint32_t i = 0; i < count; ++i) {
        PartBlock3 *block = &blocks[i];
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            float *rows_a[WIDE_LANES], *rows_b[WIDE_LANES];
            row_pointers(bodies, block->body_a + lane, rows_a);
            row_pointers(bodies, block->body_b + lane, rows_b);
            WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
            for (uint32_t k = 0; k < block->row_count; ++k) {
                push_row(block, lane, &block->rows[k], &a, &b,
                         wide_load(&block->rows[k].impulse[lane]));
            }
            store_bodies(rows_a, &a, block->store_a >> lane);
            store_bodies(rows_b, &b, block->store_b >> lane);
        }
    }
}

// Target velocity of a row for a stretch. Springs: their force. Within a range: the velocity that
// reaches its end in this substep. Else the velocity that corrects the violation, in passes that do
// so.
static Wide target_of(const PartRow3 *row, uint32_t lane, Wide stretch, WideMask inside,
                      const JointPass3 *pass)
{
    const Wide zero = wide_splat(0.0f);
    const Wide most = wide_load(&row->most[lane]);
    const Wide pulled = wide_mul(stretch, wide_splat(pass->bias ? pass->softness.bias_rate : 0.0f));
    const Wide undone = wide_minimum(wide_maximum(pulled, wide_sub(zero, most)), most);
    const Wide allowed = wide_mul(stretch, wide_splat(pass->inverse_substep));
    const Wide hard = wide_select(inside, allowed, undone);
    return wide_select(wide_greater(wide_load(&row->hard[lane]), zero), hard,
                       wide_mul(wide_load(&row->rate[lane]), stretch));
}

static void solve_row(PartBlock3 *block, uint32_t lane, PartRow3 *row, WideBody *a, WideBody *b,
                      const WideMotion *motion_a, const WideMotion *motion_b,
                      const JointPass3 *pass)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide moved =
        along_row(row, lane, motion_a->moved, motion_a->turned, motion_b->moved, motion_b->turned);
    const Wide stretch =
        wide_add(wide_add(wide_load(&row->stretch[lane]), moved),
                 wide_mul(wide_load(&row->rate_at_rest[lane]), wide_splat(pass->elapsed)));
    const WideMask inside = wide_greater(wide_mul(stretch, wide_load(&row->side[lane])), zero);
    const Wide speed =
        wide_add(wide_add(along_row(row, lane, a->linear, a->angular, b->linear, b->angular),
                          wide_load(&row->surface_velocity[lane])),
                 target_of(row, lane, stretch, inside, pass));
    const Wide soft = wide_select(inside, zero, wide_load(&row->hard[lane]));
    const WideMask is_soft =
        wide_greater(wide_mul(soft, wide_splat(pass->bias ? 1.0f : 0.0f)), zero);
    const Wide scale = wide_select(is_soft, wide_splat(pass->softness.mass_scale), one);
    const Wide leak = wide_select(is_soft, wide_splat(pass->softness.impulse_scale), zero);
    const Wide old = wide_load(&row->impulse[lane]);
    const Wide wanted = wide_add(speed, wide_mul(wide_load(&row->gamma[lane]), old));
    const Wide back = wide_add(wide_mul(wide_mul(wide_load(&row->mass[lane]), scale), wanted),
                               wide_mul(leak, old));
    const WideMask acts = wide_greater(
        wide_add(wide_load(&row->hard[lane]), wide_splat(pass->impact ? 0.0f : 1.0f)), zero);
    const Wide free = wide_minimum(wide_maximum(wide_sub(old, back), wide_load(&row->low[lane])),
                                   wide_load(&row->high[lane]));
    const Wide new = wide_select(acts, free, old);
    wide_store(&row->impulse[lane], new);
    push_row(block, lane, row, a, b, wide_sub(new, old));
}

static void solve_parts(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies,
                        const JointPass3 *pass)
{
    for (uint32_t i = 0; i < count; ++i) {
        PartBlock3 *block = &blocks[i];
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            float *rows_a[WIDE_LANES], *rows_b[WIDE_LANES];
            row_pointers(bodies, block->body_a + lane, rows_a);
            row_pointers(bodies, block->body_b + lane, rows_b);
            WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
            const WideMotion motion_a = load_motions(rows_a), motion_b = load_motions(rows_b);
            for (uint32_t k = 0; k < block->row_count; ++k) {
                solve_row(block, lane, &block->rows[k], &a, &b, &motion_a, &motion_b, pass);
            }
            store_bodies(rows_a, &a, block->store_a >> lane);
            store_bodies(rows_b, &b, block->store_b >> lane);
        }
    }
}

const JointKernel3 KERNEL_NAME(tum_joint_kernel3) = {
    prepare_points, take_inertia,     strain_points, warm_start_points,
    solve_points,   warm_start_parts, solve_parts};
