// SPDX-License-Identifier: MIT
// contact_kernel3.c: the passes of the contact solver, eight contacts at a time; a kernel.
//
// With AVX-512, two blocks at once where possible (contact_pair3.c); half a block in WebAssembly.
#define WIDE_FOUR
#include "math/wide.h"
#include "space3/contact_block3.h"

#include "contact3/contact_visit3.inl"

#include "contact3/contact_prepare3.inl"

// @param lane  of the block: the first of the vector
static inline WideRows rows_at(const ContactBatch3 *batch, uint32_t i, uint32_t lane)
{
    const uint32_t at = batch->first + i;
    return (WideRows){&batch->rows[at / 2], at % 2 * WIDE + lane};
}

// Goes on to the next vector of the block. @return false: there is none.
static inline bool next_vector(WideRows *rows)
{
    rows->first += WIDE_LANES;
    return WIDE_LANES < WIDE && rows->first % WIDE != 0;
}

// Passes over two blocks at once; NULL: not available.
#if defined(TUM_ISA_AVX512)
static const ContactPairKernel3 *const pairs = &tum_contact_pair_kernel3_avx512;
#else
static const ContactPairKernel3 *const pairs = NULL;
#endif

// Whether this block and the next one have their rows side by side, and share no body.
static bool is_pair(const ContactBatch3 *batch, uint32_t i)
{
    return pairs != NULL && (batch->first + i) % 2 == 0 && i + 1 < batch->count && !batch->alone;
}

static bool is_plain_pair(const ContactBatch3 *batch, uint32_t i)
{
    const ContactBlock3 *blocks = &batch->blocks[i];
    return is_pair(batch, i) &&
           (blocks[0].surface_velocities | blocks[1].surface_velocities) == 0 &&
           (blocks[0].bounces | blocks[1].bounces) == 0;
}

static void warm_start(ContactBatch3 batch)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        const ContactBlock3 *block = &batch.blocks[i];
        if (is_pair(&batch, i)) {
            pairs->warm_start(block, rows_at(&batch, i, 0).of, batch.bodies);
            ++i;
            continue;
        }
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            const WideRows rows = rows_at(&batch, i, lane);
            warm_start_visit(block, rows, batch.bodies, block->point_count);
        }
    }
}

// `pushes` is a constant at the call, as in `visit`.
INLINE void solve_blocks(ContactBatch3 batch, const ContactPass3 *pass, bool pushes)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        WideRows rows = rows_at(&batch, i, 0);
        if (is_plain_pair(&batch, i)) {
            prefetch3_fetch(batch.ahead, 2);
            (pushes ? pairs->push : pairs->relax)(block, rows.of, batch.bodies, pass);
            ++i;
            continue;
        }
        prefetch3_fetch(batch.ahead, 1);
        // No loop where there is one vector: gcc 12 would give it fewer registers.
        do {
            visit_by_count(block, rows, &batch.extras[i], batch.bodies, pass, pushes,
                           block->point_count);
        } while (next_vector(&rows));
    }
}

// Two functions, so that each has registers for its own passes alone.
static void push_blocks(ContactBatch3 batch, const ContactPass3 *pass)
{
    solve_blocks(batch, pass, true);
}

static void relax_blocks(ContactBatch3 batch, const ContactPass3 *pass)
{
    solve_blocks(batch, pass, false);
}

static void solve(ContactBatch3 batch, const ContactPass3 *pass)
{
    if (pass->pushes) {
        push_blocks(batch, pass);
    } else {
        relax_blocks(batch, pass);
    }
}

// Lanes of two movable bodies on a slope near the friction angle: load_may_slip. A vector of zeros
// gives none.
INLINE uint32_t slopes_of(const ContactBlock3 *block, WideRows rows, Vec3 down)
{
    const WideVec3 normal = LOAD_BLOCK3(block, rows, normal);
    const Wide along = wide_add(
        wide_add(wide_mul(normal.x, wide_splat(down.x)), wide_mul(normal.y, wide_splat(down.y))),
        wide_mul(normal.z, wide_splat(down.z)));
    const Wide squared = wide_mul(along, along);
    const Wide friction = LOAD_BLOCK(block, rows, static_friction);
    const Wide limit = wide_mul(wide_mul(friction, friction), squared);
    const Wide slope = wide_sub(wide_splat(1.0f), squared);
    const Wide least = wide_mul(limit, wide_splat(SLOPE_LEAST * SLOPE_LEAST));
    const Wide most = wide_mul(limit, wide_splat(SLOPE_MOST * SLOPE_MOST));
    const WideMask is = wide_and(wide_greater(slope, least), wide_greater(most, slope));
    return (uint32_t)wide_bits(is) << lane_in_block(rows) & block->store_a & block->store_b;
}

// A new contact, or one that slid in the step before, keeps sliding where its speed exceeds that of
// sticking.
static void judge_slip_of(ContactBlock3 *block, WideRows rows, const ContactExtra3 *extra,
                          SolverBody3 *bodies)
{
    const Wide zero = wide_splat(0.0f);
    const Wide slip = LOAD_BLOCK(block, rows, slip);
    const WideMask asked =
        wide_or(wide_greater(zero, slip), wide_greater(slip, wide_splat(0.5f * SLIP_SLIDES)));
    Wide judged = zero;
    if (wide_bits(asked) != 0) {
        const WideFrame frame = load_frame(block, rows);
        const WidePair pair = load_pair(rows, bodies);
        const WideVec3 velocity = relative(&frame, &pair.a, &pair.b).linear;
        Wide slide_t = velocity.y, slide_c = velocity.z;
        if (block->surface_velocities) {
            slide_t = wide_add(slide_t, LOAD_BLOCK(extra, rows, slide_surface_velocity[0]));
            slide_c = wide_add(slide_c, LOAD_BLOCK(extra, rows, slide_surface_velocity[1]));
        }
        const Wide squared = wide_add(wide_mul(slide_t, slide_t), wide_mul(slide_c, slide_c));
        const WideMask slides = wide_greater(squared, wide_splat(STICK_SPEED * STICK_SPEED));
        judged = wide_select(wide_and(asked, slides), wide_splat(SLIP_SLIDES), zero);
    }
    STORE_BLOCK(block, rows, slip, judged);
}

static void judge_slip(ContactBatch3 batch, Vec3 down)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        block->slopes = 0;
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            const WideRows rows = rows_at(&batch, i, lane);
            block->slopes |= slopes_of(block, rows, down);
            judge_slip_of(block, rows, &batch.extras[i], batch.bodies);
        }
    }
}

#include "contact3/contact_restitution3.inl"

// Anchors are scattered in memory: those of the next block are prefetched while this one is
// prepared.
static void fetch_next(const ContactSources3 *sources, uint32_t first, uint32_t count)
{
    for (uint32_t lane = first; lane < first + count && lane < sources->lane_count; ++lane) {
        const ManifoldAnchor3 *anchor = &sources->anchors[sources->lanes[lane]];
        __builtin_prefetch(anchor);
        __builtin_prefetch(&anchor->points[LOCAL_POINTS_MAX - 1]);
    }
}

// Chooses the anchors of a block's lanes. New manifolds bring the features of their points; the
// others keep those of their lanes.
static void choose_manifolds(const ContactBatch3 *batch, uint32_t i, uint32_t blocks,
                             const ContactSources3 *sources, ContactManifolds3 *manifolds)
{
    const uint32_t lanes = batch->alone ? 1 : WIDE;
    const ManifoldFeatures3 *names[2 * WIDE];
    manifolds->some_are_new = false;
    for (uint32_t slot = 0; slot < blocks * WIDE; ++slot) {
        const uint32_t lane = i * lanes + slot;
        const bool is_empty = slot >= blocks * lanes || lane >= sources->lane_count;
        names[slot] = NULL;
        manifolds->anchors[slot] = &no_anchor;
        if (is_empty) {
            continue;
        }
        ManifoldAnchor3 *anchor = &sources->anchors[sources->lanes[lane]];
        manifolds->anchors[slot] = anchor;
        if (anchor->is_new != 0) {
            anchor->is_new = 0;
            names[slot] = &sources->features[sources->lanes[lane]];
            manifolds->some_are_new = true;
        }
    }
    for (uint32_t slot = 0; slot < blocks * WIDE && manifolds->some_are_new; ++slot) {
        const ContactBlock3 *block = &batch->blocks[i + slot / WIDE];
        for (uint32_t k = 0; k < LOCAL_POINTS_MAX; ++k) {
            manifolds->feature[k][slot] =
                names[slot] != NULL ? names[slot]->feature[k] : block->feature[k][slot % WIDE];
        }
    }
}

static void prepare(ContactBatch3 batch, const ContactSources3 *sources)
{
    ContactManifolds3 manifolds;
    for (uint32_t i = 0; i < batch.count; ++i) {
        const uint32_t blocks = is_pair(&batch, i) ? 2 : 1;
        if (!batch.alone && i + blocks < batch.count) {
            fetch_next(sources, (i + blocks) * WIDE, blocks * WIDE);
        }
        choose_manifolds(&batch, i, blocks, sources, &manifolds);
        if (blocks == 2) {
            ContactRows3 *rows = rows_at(&batch, i, 0).of;
            pairs->prepare(&batch.blocks[i], rows, sources, &manifolds);
            ++i;
            continue;
        }
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            const WideRows rows = rows_at(&batch, i, lane);
            prepare_block(&batch.blocks[i], rows, sources, &manifolds);
        }
    }
}

static void update_masses(ContactBatch3 batch, const ContactBody3 *bodies)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        const ContactBlock3 *block = &batch.blocks[i];
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            const WideRows rows = rows_at(&batch, i, lane);
            const WideFrame frame = load_frame(block, rows);
            const WideWeight a = load_weights(bodies, &rows.of->place_a[rows.first]);
            const WideWeight b = load_weights(bodies, &rows.of->place_b[rows.first]);
            weigh_block(block, rows, block->point_count, &frame, &a, &b);
        }
    }
}

const ContactKernel3 KERNEL_NAME(tum_contact_kernel3) = {
    .name = KERNEL_SET,
    .prepare = prepare,
    .update_masses = update_masses,
    .judge_slip = judge_slip,
    .warm_start = warm_start,
    .solve = solve,
    .find_bounces = find_bounces,
};
