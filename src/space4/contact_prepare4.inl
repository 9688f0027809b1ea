// SPDX-License-Identifier: MIT
// contact_prepare4.inl: preparation of contact lanes for a step, eight at a time; part of
// contact_kernel4.c.
//
// A lane keeps the features and impulses of the last step until they are carried over.

#include "space4/contact_response4.inl"

// The friction impulse in the world, which is independent of the frames of the rows.
INLINE WideVec4 friction_held(const ContactBlock4 *block, Wide scale)
{
    WideVec4 sum = {wide_splat(0.0f), wide_splat(0.0f), wide_splat(0.0f), wide_splat(0.0f)};
    for (int k = 0; k < 3; ++k) {
        sum = wide_add_scaled4(sum, wide_load4(&block->friction.tangent[k]),
                               wide_mul(scale, wide_load(block->friction.impulse[k])));
    }
    return sum;
}

INLINE WideHalves4 twist_held(const ContactBlock4 *block, Wide scale)
{
    const Wide zero = wide_splat(0.0f), twice = wide_add(scale, scale);
    WideHalves4 sum = {{zero, zero, zero}, {zero, zero, zero}};
    for (int k = 0; k < 3; ++k) {
        sum = wide_add_scaled_halves4(sum, wide_load_halves4(&block->twist.j[k]),
                                      wide_mul(twice, wide_load(block->twist.impulse[k])));
    }
    return sum;
}

// A point keeps its impulse by the name of its feature. Where no name matches, the points share the
// total impulse: the bodies still rest on each other.
INLINE void carry_impulses(ContactBlock4 *block, const WideManifold *manifold, Wide scale)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide old_count = wide_from_words(wide_load_words(block->lane_points));
    Wide kept[LOCAL_POINTS_MAX4];
    for (uint32_t i = 0; i < manifold->most; ++i) {
        kept[i] = zero;
    }
    Wide sum = zero, known = zero;
    for (uint32_t k = 0; k < LOCAL_POINTS_MAX4; ++k) {
        const WideMask was = has_point(old_count, k);
        if (wide_bits(was) == 0) {
            break;
        }
        const Wide impulse = wide_load(block->points[k].impulse);
        const Wide feature = wide_load_words(block->feature[k]);
        sum = wide_add(sum, only_if(was, impulse));
        for (uint32_t i = 0; i < manifold->most; ++i) {
            const WideMask is = wide_and(was, has_point(manifold->count, i));
            const WideMask same = wide_and(is, wide_same(feature, manifold->feature[i]));
            kept[i] = wide_select(same, impulse, kept[i]);
            known = wide_select(same, one, known);
        }
    }
    const Wide share = wide_div(sum, wide_maximum(manifold->count, one));
    const WideMask is_known = wide_greater(known, zero);
    for (uint32_t i = 0; i < manifold->most; ++i) {
        const WideMask is = has_point(manifold->count, i);
        const Wide carried = wide_mul(scale, wide_select(is_known, kept[i], share));
        wide_store(block->points[i].impulse, only_if(is, carried));
        wide_store_words(block->feature[i], manifold->feature[i]);
    }
    wide_store_words(block->lane_points, manifold->count_word);
}

INLINE WideVec4 middle_of(const WideManifold *manifold)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    WideVec4 sum = {zero, zero, zero, zero};
    for (uint32_t k = 0; k < manifold->most; ++k) {
        sum = wide_add_scaled4(sum, manifold->position[k], one);
    }
    return wide_scale4(sum, wide_div(one, wide_maximum(manifold->count, one)));
}

// The gap of the nearest point. Friction acts at the surfaces where they will touch, so that the
// current gap does not add a lever.
INLINE Wide gap_of(const WideManifold *manifold)
{
    const Wide zero = wide_splat(0.0f);
    Wide gap = manifold->most > 0 ? manifold->separation[0] : zero;
    for (uint32_t k = 1; k < manifold->most; ++k) {
        gap = wide_select(has_point(manifold->count, k), wide_minimum(gap, manifold->separation[k]),
                          gap);
    }
    return wide_maximum(gap, zero);
}

// Prepares the normal rows. @return the fastest approach of a point in each lane [m/s].
INLINE Wide prepare_points(ContactBlock4 *block, const WideManifold *manifold,
                           const WideAnswer *answer, WideVec4 a_from_b, const WideWeight *a,
                           const WideWeight *b)
{
    const Wide zero = wide_splat(0.0f);
    const WideVec4 normal = manifold->normal;
    const WideHalves4 shift = half_wedge(a_from_b, normal);
    const Wide speed = wide_dot4(normal, wide_sub4(b->linear, a->linear));
    Wide fastest = zero;
    wide_store_halves4(&block->shift, shift);
    for (uint32_t k = 0; k < manifold->most; ++k) {
        ContactPointLanes4 *point = &block->points[k];
        const WideMask is = has_point(manifold->count, k);
        const WideHalves4 ja = half_wedge(manifold->position[k], normal);
        const WideHalves4 jb = wide_sub_halves4(ja, shift);
        const Wide turned = weigh_row(answer, ja, jb, &block->point_turns[k]);
        const Wide spin = wide_sub(wide_dot_halves4(jb, b->spin), wide_dot_halves4(ja, a->spin));
        const Wide coming = wide_sub(zero, wide_add(speed, spin));
        wide_store_halves4(&point->ja, ja);
        wide_store(point->mass, only_if(is, inverse_or_zero(wide_add(answer->mass, turned))));
        wide_store(point->base, manifold->separation[k]);
        fastest = wide_maximum(fastest, only_if(is, coming));
    }
    return fastest;
}

// Prepares three rows along tangents in which the response at the centre is diagonal.
INLINE void prepare_friction(ContactBlock4 *block, const WideAnswer *answer,
                             const WideVec4 given[3], WideVec4 arm_a, WideVec4 arm_b, WideVec4 held)
{
    WideHalves4 ja[3], jb[3];
    for (int i = 0; i < 3; ++i) {
        ja[i] = half_wedge(arm_a, given[i]);
        jb[i] = half_wedge(arm_b, given[i]);
    }
    WideFrame frame;
    find_response(answer, ja, jb, answer->mass, &frame);
    find_frame(&frame);
    for (int i = 0; i < 3; ++i) {
        const WideVec4 tangent = combine4(given, frame.vector[i]);
        const WideHalves4 row_a = combine_halves(ja, frame.vector[i]);
        const WideHalves4 row_b = combine_halves(jb, frame.vector[i]);
        const Wide turned = weigh_row(answer, row_a, row_b, &block->friction_turns[i]);
        wide_store4(&block->friction.tangent[i], tangent);
        wide_store_halves4(&block->friction.row[i].ja, row_a);
        wide_store_halves4(&block->friction.row[i].jb, row_b);
        wide_store(block->friction.inverse_mass[i], wide_add(answer->mass, turned));
        wide_store(block->friction.impulse[i], wide_dot4(held, tangent));
    }
}

// Points at d from the centre, in three axes along the contact, rotate about an axis a at the speed
// |a x d|. The mean square of this speed is a . M a, with M = mean of |d|^2 - d d^T = G G^T and G
// lower triangular. A negligible pivot means that the points are in line with its axis.
INLINE void lever_factor(const WideManifold *manifold, WideVec4 middle, const WideVec4 axes[3],
                         Wide g[3][3])
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide share = wide_div(one, wide_maximum(manifold->count, one));
    Wide m[3][3] = {{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}};
    for (uint32_t i = 0; i < manifold->most; ++i) {
        const Wide weight = only_if(has_point(manifold->count, i), share);
        const WideVec4 from_middle = wide_sub4(manifold->position[i], middle);
        Wide d[3], square = zero;
        for (int k = 0; k < 3; ++k) {
            d[k] = wide_dot4(from_middle, axes[k]);
            square = wide_add(square, wide_mul(d[k], d[k]));
        }
        for (int k = 0; k < 3; ++k) {
            for (int l = 0; l <= k; ++l) {
                const Wide product = wide_mul(d[k], d[l]);
                const Wide term = k == l ? wide_sub(square, product) : wide_sub(zero, product);
                m[k][l] = wide_add(m[k][l], wide_mul(weight, term));
            }
        }
    }
    const Wide trace = wide_add(wide_add(m[0][0], m[1][1]), m[2][2]);
    const Wide least = wide_mul(wide_splat(1e-6f), trace);
    for (int l = 0; l < 3; ++l) {
        Wide pivot = m[l][l];
        for (int j = 0; j < l; ++j) {
            pivot = wide_sub(pivot, wide_mul(g[l][j], g[l][j]));
        }
        const WideMask is = wide_greater(pivot, least);
        const Wide root = wide_sqrt(wide_select(is, pivot, one));
        g[l][l] = only_if(is, root);
        for (int k = l + 1; k < 3; ++k) {
            Wide rest = m[k][l];
            for (int j = 0; j < l; ++j) {
                rest = wide_sub(rest, wide_mul(g[k][j], g[l][j]));
            }
            g[k][l] = only_if(is, wide_div(rest, root));
            g[l][k] = zero;
        }
    }
}

// A single point has no lever, so its twist rows are zero.
INLINE void prepare_twist(ContactBlock4 *block, const WideManifold *manifold,
                          const WideAnswer *answer, const WideVec4 axes[3], WideVec4 middle,
                          WideHalves4 impulse)
{
    const Wide zero = wide_splat(0.0f), half = wide_splat(0.5f), one = wide_splat(1.0f);
    WideHalves4 about[3], row[3];
    Wide g[3][3];
    // Torques about the three axes: rotation about one axis is rotation in the plane of the other
    // two.
    for (int k = 0; k < 3; ++k) {
        about[k] = wide_wedge(axes[(k + 1) % 3], axes[(k + 2) % 3]);
    }
    lever_factor(manifold, middle, axes, g);
    // Rows of unit lever: column l of G has the components of row l along the axes.
    for (int l = 0; l < 3; ++l) {
        const Wide column[3] = {wide_mul(half, g[0][l]), wide_mul(half, g[1][l]),
                                wide_mul(half, g[2][l])};
        row[l] = combine_halves(about, column);
    }
    WideFrame frame;
    find_response(answer, row, row, zero, &frame);
    find_frame(&frame);
    // The carried twist impulse: G f = its components about the axes, by forward substitution.
    Wide held[3];
    for (int l = 0; l < 3; ++l) {
        Wide rest = wide_mul(half, wide_dot_halves4(impulse, about[l]));
        for (int j = 0; j < l; ++j) {
            rest = wide_sub(rest, wide_mul(g[l][j], held[j]));
        }
        const WideMask is = wide_greater(g[l][l], zero);
        held[l] = only_if(is, wide_div(rest, wide_select(is, g[l][l], one)));
    }
    for (int i = 0; i < 3; ++i) {
        const Wide *e = frame.vector[i];
        const WideHalves4 j = combine_halves(row, e);
        wide_store(block->twist.inverse_mass[i], weigh_row(answer, j, j, &block->twist_turns[i]));
        wide_store_halves4(&block->twist.j[i], j);
        wide_store(block->twist.impulse[i],
                   wide_add(wide_add(wide_mul(e[0], held[0]), wide_mul(e[1], held[1])),
                            wide_mul(e[2], held[2])));
    }
}

// Mask of lanes with a point deeper than `deep`.
INLINE uint32_t deep_lanes(const WideManifold *manifold, float deep)
{
    Wide least = wide_splat(0.0f);
    for (uint32_t k = 0; k < manifold->most; ++k) {
        least =
            wide_minimum(least, only_if(has_point(manifold->count, k), manifold->separation[k]));
    }
    return wide_bits(wide_greater(wide_splat(-deep), least));
}

// Count of sweeps over the points per visit.
INLINE uint32_t sweeps_of(const ContactBlock4 *block, const WideManifold *manifold, Wide approach)
{
    if (manifold->most < 2) {
        return 1;
    }
    if (block->deep != 0) {
        return SWEEPS_DEEP;
    }
    const WideMask is_new = wide_greater(wide_splat(0.0f), wide_load(block->slip));
    const WideMask meets = wide_or(is_new, wide_greater(approach, wide_splat(FAST_APPROACH)));
    return wide_bits(wide_and(meets, has_point(manifold->count, 1))) != 0 ? SWEEPS_FIRST : SWEEPS;
}

INLINE void prepare_block(ContactBlock4 *block, const ContactSources4 *sources,
                          const WideManifold *manifold, const WideWeight *a, const WideWeight *b,
                          bool uneven)
{
    const Wide scale = wide_splat(sources->impulse_scale), half = wide_splat(0.5f);
    const WideVec4 normal = manifold->normal;
    WideAnswer answer;
    answer.uneven = uneven;
    answer.mass = wide_add(a->inverse_mass, b->inverse_mass);
    answer.turn_a = a->turn;
    answer.turn_b = b->turn;
    if (uneven) {
        load_inertias(sources->inverse_inertias, block->body_a, &answer.a);
        load_inertias(sources->inverse_inertias, block->body_b, &answer.b);
    }
    const WideVec4 friction = friction_held(block, scale);
    const WideHalves4 twist = twist_held(block, scale);
    carry_impulses(block, manifold, scale);
    wide_store4(&block->normal, normal);
    wide_store(block->inverse_mass_a, a->inverse_mass);
    wide_store(block->inverse_mass_b, b->inverse_mass);
    wide_store(block->turn_a, a->turn);
    wide_store(block->turn_b, b->turn);
    const WideVec4 a_from_b = wide_sub4(b->center, a->center);
    const Wide approach = prepare_points(block, manifold, &answer, a_from_b, a, b);
    block->deep = deep_lanes(manifold, sources->deep);
    block->sweeps = sweeps_of(block, manifold, approach);

    const WideVec4 middle = middle_of(manifold);
    const Wide shift = wide_mul(half, gap_of(manifold));
    const WideVec4 arm_a = wide_sub_scaled4(middle, normal, shift);
    const WideVec4 arm_b = wide_add_scaled4(wide_sub4(middle, a_from_b), normal, shift);
    WideVec4 axes[3];
    wide_tangents(normal, axes);
    prepare_friction(block, &answer, axes, arm_a, arm_b, friction);
    if (manifold->most > 1) {
        prepare_twist(block, manifold, &answer, axes, middle, twist);
    } else {
        for (int i = 0; i < 3; ++i) {
            wide_store(block->twist.impulse[i], wide_splat(0.0f));
        }
    }
}

// Manifolds are scattered in memory: those of the next block are prefetched.
static void fetch_next(const ContactSources4 *sources, uint32_t first)
{
    for (uint32_t lane = first; lane < first + WIDE && lane < sources->lane_count; ++lane) {
        const char *manifold = (const char *)&sources->manifolds[sources->lanes[lane]];
        for (size_t at = 0; at < sizeof(Manifold4); at += 64) {
            __builtin_prefetch(manifold + at);
        }
    }
}

static void prepare(ContactBlock4 *blocks, uint32_t count, const ContactSources4 *sources)
{
    const uint32_t lanes = sources->alone ? 1 : WIDE;
    for (uint32_t i = 0; i < count; ++i) {
        if (!sources->alone && i + 1 < count) {
            fetch_next(sources, (i + 1) * WIDE);
        }
        const Manifold4 *manifolds[WIDE];
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            const uint32_t lane = i * lanes + slot;
            const bool is_empty = slot >= lanes || lane >= sources->lane_count;
            manifolds[slot] = is_empty ? &no_manifold : &sources->manifolds[sources->lanes[lane]];
        }
        ContactBlock4 *block = &blocks[i];
        WideManifold manifold;
        load_manifolds(manifolds, &manifold);
        const WideWeight a = load_weights(sources, block->body_a);
        const WideWeight b = load_weights(sources, block->body_b);
        block->point_count = manifold.most;
        block->uneven = wide_bits(wide_or(a.uneven, b.uneven)) != 0;
        block->bounced = 0;
        if (block->uneven != 0) {
            prepare_block(block, sources, &manifold, &a, &b, true);
        } else {
            prepare_block(block, sources, &manifold, &a, &b, false);
        }
    }
}

static void weigh(ContactBlock4 *block, const InverseInertia4 *inverse_inertias)
{
    WideAnswer answer = {.uneven = true};
    answer.mass = wide_add(wide_load(block->inverse_mass_a), wide_load(block->inverse_mass_b));
    load_inertias(inverse_inertias, block->body_a, &answer.a);
    load_inertias(inverse_inertias, block->body_b, &answer.b);
    const Wide count = wide_from_words(wide_load_words(block->lane_points));
    for (uint32_t k = 0; k < block->point_count; ++k) {
        ContactPointLanes4 *point = &block->points[k];
        const PointRow row = point_row(block, k);
        const Wide turned = weigh_row(&answer, row.ja, row.jb, &block->point_turns[k]);
        wide_store(point->mass,
                   only_if(has_point(count, k), inverse_or_zero(wide_add(answer.mass, turned))));
    }
    // The frames stay; the off-diagonal response that appears is small beside the masses.
    for (int i = 0; i < 3; ++i) {
        const ContactRow4 *row = &block->friction.row[i];
        const Wide turned = weigh_row(&answer, wide_load_halves4(&row->ja),
                                      wide_load_halves4(&row->jb), &block->friction_turns[i]);
        wide_store(block->friction.inverse_mass[i], wide_add(answer.mass, turned));
        const WideHalves4 j = wide_load_halves4(&block->twist.j[i]);
        wide_store(block->twist.inverse_mass[i], weigh_row(&answer, j, j, &block->twist_turns[i]));
    }
}
