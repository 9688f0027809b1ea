// SPDX-License-Identifier: MIT
// joint_kernel3.c: passes over joints in lanes, eight parts at a time; a kernel.
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

static WideSym3 load_weights(const float *const rows[WIDE], Wide *inverse_mass)
{
    Wide c[WIDE];
    wide_load_rows(rows, c);
    *inverse_mass = c[6];
    return (WideSym3){c[0], c[1], c[2], c[3], c[4], c[5]};
}

// Loads the pose of a body.
// @param arm  of the point, in the body; receives it in the world.
// @return the centre of mass.
static WideVec3 load_place(const float *const rows[WIDE], WideVec3 *arm)
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
    return wide_bits(wide_and(diagonal, rest)) == (1u << WIDE) - 1;
}

static void prepare_points(PointBlock3 *block, PointInertia3 *inertia, PointFrames3 *frames,
                           const PointSources3 *sources)
{
    Wide mass_a, mass_b;
    const WideSym3 inertia_a = load_weights(sources->weight_a, &mass_a);
    const WideSym3 inertia_b = load_weights(sources->weight_b, &mass_b);
    wide_store(block->inverse_mass_a, mass_a);
    wide_store(block->inverse_mass_b, mass_b);
    wide_store(block->round_a, inertia_a.xx);
    wide_store(block->round_b, inertia_b.xx);
    block->is_round = is_round(inertia_a) && is_round(inertia_b);
    wide_store_sym3(&inertia->a, inertia_a);
    wide_store_sym3(&inertia->b, inertia_b);
    WideVec3 a = wide_load3(&frames->local_a), b = wide_load3(&frames->local_b);
    const WideVec3 center_a = load_place(sources->place_a, &a);
    const WideVec3 center_b = load_place(sources->place_b, &b);
    const WideVec3 apart = wide_add3(wide_sub3(center_b, center_a), wide_sub3(b, a));
    wide_store3(&frames->arm_a, a);
    wide_store3(&frames->arm_b, b);
    wide_store3(&frames->apart, apart);
    wide_store3(&block->arm_a, a);
    wide_store3(&block->arm_b, b);
    wide_store3(&block->apart, apart);
    const Wide zero = wide_splat(0.0f), push = wide_add(mass_a, mass_b);
    WideSym3 moves = {push, push, push, zero, zero, zero};
    add_swing(&moves, inertia_a, a);
    add_swing(&moves, inertia_b, b);
    wide_store_sym3(&block->mass, invert(moves));
}

static inline __attribute__((always_inline)) void push_points(const PointBlock3 *block,
                                                              const PointInertia3 *inertia,
                                                              WideBody *a, WideBody *b,
                                                              WideVec3 impulse)
{
    a->linear = wide_sub_scaled3(a->linear, impulse, wide_load(block->inverse_mass_a));
    b->linear = wide_add_scaled3(b->linear, impulse, wide_load(block->inverse_mass_b));
    const WideVec3 on_a = wide_cross3(wide_load3(&block->arm_a), impulse);
    const WideVec3 on_b = wide_cross3(wide_load3(&block->arm_b), impulse);
    if (block->is_round) {
        a->angular = wide_sub_scaled3(a->angular, on_a, wide_load(block->round_a));
        b->angular = wide_add_scaled3(b->angular, on_b, wide_load(block->round_b));
    } else {
        a->angular = wide_sub3(a->angular, wide_sym3_transform(wide_load_sym3(&inertia->a), on_a));
        b->angular = wide_add3(b->angular, wide_sym3_transform(wide_load_sym3(&inertia->b), on_b));
    }
}

static void warm_start_points(PointBatch3 batch)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        const PointBlock3 *block = &batch.blocks[i];
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(batch.bodies, block->body_a, rows_a);
        row_pointers(batch.bodies, block->body_b, rows_b);
        WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
        push_points(block, &batch.inertia[i], &a, &b, wide_load3(&block->impulse));
        store_bodies(rows_a, &a, block->store_a);
        store_bodies(rows_b, &b, block->store_b);
    }
}

// Displacement of the end of an arm since the step began: the rotation of its body, to second
// order.
static WideVec3 swept_arm(WideVec3 arm, WideVec3 turned)
{
    const WideVec3 half = wide_add_scaled3(arm, wide_cross3(turned, arm), wide_splat(0.5f));
    return wide_cross3(turned, half);
}

static void move_points(PointBlock3 *block, const PointFrames3 *frames, float *const rows_a[WIDE],
                        float *const rows_b[WIDE], const JointPass3 *pass)
{
    const WideMotion a = load_motions(rows_a), b = load_motions(rows_b);
    const WideVec3 arm_a = wide_load3(&frames->arm_a), arm_b = wide_load3(&frames->arm_b);
    const WideVec3 swept_a = swept_arm(arm_a, a.turned), swept_b = swept_arm(arm_b, b.turned);
    WideVec3 apart = wide_add3(wide_load3(&frames->apart),
                               wide_sub3(wide_add3(b.moved, swept_b), wide_add3(a.moved, swept_a)));
    if (block->surface_velocities) {
        apart = wide_add_scaled3(apart, wide_load3(&frames->surface_velocity),
                                 wide_splat(pass->elapsed));
    }
    wide_store3(&block->arm_a, wide_add3(arm_a, swept_a));
    wide_store3(&block->arm_b, wide_add3(arm_b, swept_b));
    wide_store3(&block->apart, apart);
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
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(batch.bodies, block->body_a, rows_a);
        row_pointers(batch.bodies, block->body_b, rows_b);
        if (!pass->bias) {
            move_points(block, &batch.frames[i], rows_a, rows_b, pass);
        }
        WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
        const WideVec3 at_a = wide_cross3(a.angular, wide_load3(&block->arm_a));
        const WideVec3 at_b = wide_cross3(b.angular, wide_load3(&block->arm_b));
        WideVec3 wrong = wide_sub3(wide_add3(b.linear, at_b), wide_add3(a.linear, at_a));
        if (block->surface_velocities) {
            wrong = wide_add3(wrong, wide_load3(&batch.frames[i].surface_velocity));
        }
        if (pass->bias) {
            wrong = wide_add3(wrong, clamp3(wide_scale3(wide_load3(&block->apart), rate)));
        }
        const WideVec3 old = wide_load3(&block->impulse);
        const WideVec3 back = wide_sym3_transform(wide_load_sym3(&block->mass), wrong);
        const WideVec3 change = {
            wide_sub(wide_sub(wide_splat(0.0f), wide_mul(scale, back.x)), wide_mul(leak, old.x)),
            wide_sub(wide_sub(wide_splat(0.0f), wide_mul(scale, back.y)), wide_mul(leak, old.y)),
            wide_sub(wide_sub(wide_splat(0.0f), wide_mul(scale, back.z)), wide_mul(leak, old.z))};
        wide_store3(&block->impulse, wide_add3(old, change));
        push_points(block, &batch.inertia[i], &a, &b, change);
        store_bodies(rows_a, &a, block->store_a);
        store_bodies(rows_b, &b, block->store_b);
    }
}

static inline __attribute__((always_inline)) void
push_row(const PartBlock3 *block, const PartRow3 *row, WideBody *a, WideBody *b, Wide impulse)
{
    const WideVec3 n = wide_load3(&row->n);
    a->linear = wide_sub_scaled3(a->linear, n, wide_mul(wide_load(block->inverse_mass_a), impulse));
    b->linear = wide_add_scaled3(b->linear, n, wide_mul(wide_load(block->inverse_mass_b), impulse));
    a->angular = wide_sub_scaled3(a->angular, wide_load3(&row->row.ka), impulse);
    b->angular = wide_add_scaled3(b->angular, wide_load3(&row->row.kb), impulse);
}

// Component along a row of the relative motion, or velocity, of two bodies.
static Wide along_row(const PartRow3 *row, WideVec3 linear_a, WideVec3 angular_a, WideVec3 linear_b,
                      WideVec3 angular_b)
{
    const Wide turning = wide_sub(wide_dot3(wide_load3(&row->row.jb), angular_b),
                                  wide_dot3(wide_load3(&row->row.ja), angular_a));
    return wide_add(wide_dot3(wide_load3(&row->n), wide_sub3(linear_b, linear_a)), turning);
}

static void warm_start_parts(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies)
{
    for (uint32_t i = 0; i < count; ++i) {
        PartBlock3 *block = &blocks[i];
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
        for (uint32_t k = 0; k < block->row_count; ++k) {
            push_row(block, &block->rows[k], &a, &b, wide_load(block->rows[k].impulse));
        }
        store_bodies(rows_a, &a, block->store_a);
        store_bodies(rows_b, &b, block->store_b);
    }
}

// Target velocity of a row for a stretch. Springs: their force. Within a range: the velocity that
// reaches its end in this substep. Else the velocity that corrects the violation, in passes that do
// so.
static Wide target_of(const PartRow3 *row, Wide stretch, WideMask inside, const JointPass3 *pass)
{
    const Wide zero = wide_splat(0.0f);
    const Wide most = wide_load(row->most);
    const Wide pulled = wide_mul(stretch, wide_splat(pass->bias ? pass->softness.bias_rate : 0.0f));
    const Wide undone = wide_minimum(wide_maximum(pulled, wide_sub(zero, most)), most);
    const Wide allowed = wide_mul(stretch, wide_splat(pass->inverse_substep));
    const Wide hard = wide_select(inside, allowed, undone);
    return wide_select(wide_greater(wide_load(row->hard), zero), hard,
                       wide_mul(wide_load(row->rate), stretch));
}

static void solve_row(PartBlock3 *block, PartRow3 *row, WideBody *a, WideBody *b,
                      const WideMotion *motion_a, const WideMotion *motion_b,
                      const JointPass3 *pass)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide moved =
        along_row(row, motion_a->moved, motion_a->turned, motion_b->moved, motion_b->turned);
    const Wide stretch =
        wide_add(wide_add(wide_load(row->stretch), moved),
                 wide_mul(wide_load(row->rate_at_rest), wide_splat(pass->elapsed)));
    const WideMask inside = wide_greater(wide_mul(stretch, wide_load(row->side)), zero);
    const Wide speed =
        wide_add(wide_add(along_row(row, a->linear, a->angular, b->linear, b->angular),
                          wide_load(row->surface_velocity)),
                 target_of(row, stretch, inside, pass));
    const Wide soft = wide_select(inside, zero, wide_load(row->hard));
    const WideMask is_soft =
        wide_greater(wide_mul(soft, wide_splat(pass->bias ? 1.0f : 0.0f)), zero);
    const Wide scale = wide_select(is_soft, wide_splat(pass->softness.mass_scale), one);
    const Wide leak = wide_select(is_soft, wide_splat(pass->softness.impulse_scale), zero);
    const Wide old = wide_load(row->impulse);
    const Wide wanted = wide_add(speed, wide_mul(wide_load(row->gamma), old));
    const Wide back =
        wide_add(wide_mul(wide_mul(wide_load(row->mass), scale), wanted), wide_mul(leak, old));
    const Wide new =
        wide_minimum(wide_maximum(wide_sub(old, back), wide_load(row->low)), wide_load(row->high));
    wide_store(row->impulse, new);
    push_row(block, row, a, b, wide_sub(new, old));
}

static void solve_parts(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies,
                        const JointPass3 *pass)
{
    for (uint32_t i = 0; i < count; ++i) {
        PartBlock3 *block = &blocks[i];
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        WideBody a = load_bodies(rows_a), b = load_bodies(rows_b);
        const WideMotion motion_a = load_motions(rows_a), motion_b = load_motions(rows_b);
        for (uint32_t k = 0; k < block->row_count; ++k) {
            solve_row(block, &block->rows[k], &a, &b, &motion_a, &motion_b, pass);
        }
        store_bodies(rows_a, &a, block->store_a);
        store_bodies(rows_b, &b, block->store_b);
    }
}

const JointKernel3 KERNEL_NAME(tum_joint_kernel3) = {prepare_points, warm_start_points,
                                                     solve_points, warm_start_parts, solve_parts};
