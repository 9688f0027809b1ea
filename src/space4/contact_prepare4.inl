// SPDX-License-Identifier: MIT
// contact_prepare4.inl: preparation of contact lanes for a step, eight at a time; part of
// contact_kernel4.c.
//
// Manifolds and bodies are rows of eight words, so that those of a block are read by transposing. A
// lane keeps the features and impulses of the last step until they are carried over.

// Eight manifolds, transposed; counts and features are words.
typedef struct WideManifold {
    WideVec4 normal;
    Wide count; // As a float.
    Wide count_word;
    uint32_t most; // Greatest count of a lane.
    WideVec4 position[LOCAL_POINTS_MAX4];
    Wide separation[LOCAL_POINTS_MAX4];
    Wide feature[LOCAL_POINTS_MAX4];
} WideManifold;

enum {
    MANIFOLD_ROWS = sizeof(Manifold4) / (WIDE * sizeof(float)),
    POINT_WORDS = sizeof(LocalPoint4) / sizeof(float)
};

// Manifold of empty lanes.
static const Manifold4 no_manifold = {.normal = {1.0f, 0.0f, 0.0f, 0.0f}};

INLINE WideMask has_point(Wide count, uint32_t k)
{
    return wide_greater(count, wide_splat((float)k + 0.5f));
}

INLINE Wide only_if(WideMask mask, Wide a)
{
    return wide_select(mask, a, wide_splat(0.0f));
}

INLINE void load_manifold_row(const Manifold4 *const manifolds[WIDE], int row, Wide *columns)
{
    const float *rows[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = &manifolds[i]->normal.x + row * WIDE;
    }
    wide_load_rows(rows, columns + row * WIDE);
}

// Rows after the last point of all lanes are not read. Points that a manifold does not have may
// contain anything, and become zeros.
INLINE void load_manifolds(const Manifold4 *const manifolds[WIDE], WideManifold *loaded)
{
    Wide columns[MANIFOLD_ROWS * WIDE];
    load_manifold_row(manifolds, 0, columns);
    loaded->normal = (WideVec4){columns[0], columns[1], columns[2], columns[3]};
    loaded->count = wide_from_words(columns[4]);
    loaded->count_word = columns[4];
    loaded->most = 0;
    while (loaded->most < LOCAL_POINTS_MAX4 &&
           wide_bits(has_point(loaded->count, loaded->most)) != 0) {
        ++loaded->most;
    }
    for (int row = 1; (row - 1) * WIDE < (int)loaded->most * POINT_WORDS; ++row) {
        load_manifold_row(manifolds, row, columns);
    }
    for (uint32_t k = 0; k < loaded->most; ++k) {
        const Wide *point = columns + WIDE + (uint32_t)POINT_WORDS * k;
        const WideMask is = has_point(loaded->count, k);
        loaded->position[k] = (WideVec4){only_if(is, point[0]), only_if(is, point[1]),
                                         only_if(is, point[2]), only_if(is, point[3])};
        loaded->separation[k] = only_if(is, point[4]);
        loaded->feature[k] = point[5];
    }
}

// Eight bodies, as the preparation of rows needs them.
typedef struct WideWeight {
    WideVec4 linear, center;
    WideHalves4 spin;
    Wide inverse_mass, turn; // k = j * turn, for isotropic inertia.
    WideMask uneven;
} WideWeight;

INLINE WideWeight load_weights(const ContactSources4 *sources, const int32_t index[WIDE])
{
    const float *rows[WIDE], *centers[WIDE];
    Wide a[WIDE], b[WIDE], c[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = &sources->bodies[index[i]].linear.x;
        centers[i] = (const float *)((const char *)sources->centers +
                                     (size_t)index[i] * sources->center_stride);
    }
    wide_load_rows(rows, a);
    for (int i = 0; i < WIDE; ++i) {
        rows[i] += WIDE;
    }
    wide_load_rows(rows, b);
    for (int i = 0; i < WIDE; ++i) {
        rows[i] += WIDE;
    }
    wide_load_rows(rows, c);
    WideWeight weight = {.linear = {a[0], a[1], a[2], a[3]},
                         .spin = {{a[4], a[5], a[6]}, {a[7], b[0], b[1]}},
                         .inverse_mass = c[4],
                         .turn = wide_add(c[6], c[6]),
                         .uneven = wide_greater(c[7], wide_splat(0.5f))};
    wide_load_rows(centers, c);
    weight.center = (WideVec4){c[0], c[1], c[2], c[3]};
    return weight;
}

// Eight inverse inertias in the world, doubled: the change of spin of a row is their product with
// it.
typedef struct WideInertia {
    WideVec3 left[3], right[3], across[3], across_turned[3]; // Rows of the matrices.
} WideInertia;

INLINE void rows_of(const Wide *columns, WideVec3 rows[3], WideVec3 turned[3])
{
    // The matrices are stored by columns.
    for (int i = 0; i < 3; ++i) {
        rows[i] = (WideVec3){columns[i], columns[3 + i], columns[6 + i]};
        turned[i] = (WideVec3){columns[3 * i], columns[3 * i + 1], columns[3 * i + 2]};
    }
}

INLINE void load_inertias(const InverseInertia4 *bodies, const int32_t index[WIDE],
                          WideInertia *inertia)
{
    enum { WORDS = sizeof(InverseInertia4) / sizeof(float) };
    _Static_assert(WORDS == 27, "three matrices");
    Wide columns[4 * WIDE];
    for (int row = 0; row < 4; ++row) {
        // The last row ends at the last number, and overlaps the row before it.
        const int first = row < 3 ? row * WIDE : WORDS - WIDE;
        const float *rows[WIDE];
        for (int i = 0; i < WIDE; ++i) {
            rows[i] = &bodies[index[i]].left.x.x + first;
        }
        wide_load_rows(rows, columns + first);
    }
    for (int i = 0; i < WORDS; ++i) {
        columns[i] = wide_add(columns[i], columns[i]);
    }
    WideVec3 unused[3];
    rows_of(columns, inertia->left, unused);
    rows_of(columns + 9, inertia->right, unused);
    rows_of(columns + 18, inertia->across, inertia->across_turned);
}

INLINE WideVec3 transform(const WideVec3 rows[3], WideVec3 v)
{
    return (WideVec3){wide_dot3(rows[0], v), wide_dot3(rows[1], v), wide_dot3(rows[2], v)};
}

INLINE WideHalves4 respond(const WideInertia *inertia, WideHalves4 j)
{
    return (WideHalves4){
        wide_add3(transform(inertia->left, j.left), transform(inertia->across, j.right)),
        wide_add3(transform(inertia->across_turned, j.left), transform(inertia->right, j.right))};
}

// Response of both bodies of eight contacts to impulses.
typedef struct WideAnswer {
    bool uneven;
    Wide mass; // Sum of the inverse masses.
    Wide turn_a, turn_b;
    WideInertia a, b; // Valid for anisotropic inertia.
} WideAnswer;

INLINE WideHalves4 answer_of(const WideAnswer *answer, bool of_a, WideHalves4 j)
{
    if (answer->uneven) {
        return respond(of_a ? &answer->a : &answer->b, j);
    }
    const Wide turn = of_a ? answer->turn_a : answer->turn_b;
    return (WideHalves4){wide_scale3(j.left, turn), wide_scale3(j.right, turn)};
}

// Stores the change of spin per impulse of a row. @return the angular part of the row's effective
// inverse mass.
INLINE Wide weigh_row(const WideAnswer *answer, WideHalves4 ja, WideHalves4 jb, ContactTurn4 *turn)
{
    const WideHalves4 ka = answer_of(answer, true, ja), kb = answer_of(answer, false, jb);
    if (answer->uneven) {
        wide_store_halves4(&turn->ka, ka);
        wide_store_halves4(&turn->kb, kb);
    }
    return wide_add(wide_dot_halves4(ja, ka), wide_dot_halves4(jb, kb));
}

INLINE WideHalves4 wide_wedge(WideVec4 a, WideVec4 b)
{
    const Wide xy = wide_sub(wide_mul(a.x, b.y), wide_mul(a.y, b.x));
    const Wide xz = wide_sub(wide_mul(a.x, b.z), wide_mul(a.z, b.x));
    const Wide yz = wide_sub(wide_mul(a.y, b.z), wide_mul(a.z, b.y));
    const Wide xw = wide_sub(wide_mul(a.x, b.w), wide_mul(a.w, b.x));
    const Wide yw = wide_sub(wide_mul(a.y, b.w), wide_mul(a.w, b.y));
    const Wide zw = wide_sub(wide_mul(a.z, b.w), wide_mul(a.w, b.z));
    const Wide zx = wide_sub(wide_splat(0.0f), xz);
    return (WideHalves4){{wide_sub(yz, xw), wide_sub(zx, yw), wide_sub(xy, zw)},
                         {wide_add(yz, xw), wide_add(zx, yw), wide_add(xy, zw)}};
}

INLINE WideHalves4 half_wedge(WideVec4 arm, WideVec4 direction)
{
    const WideHalves4 whole = wide_wedge(arm, direction);
    const Wide half = wide_splat(0.5f);
    return (WideHalves4){wide_scale3(whole.left, half), wide_scale3(whole.right, half)};
}

INLINE void wide_tangents(WideVec4 n, WideVec4 tangents[3])
{
    const Wide zero = wide_splat(0.0f);
    const WideVec4 m = wide_sub4((WideVec4){zero, zero, zero, zero}, n);
    tangents[0] = (WideVec4){n.w, n.z, m.y, m.x};
    tangents[1] = (WideVec4){m.z, n.w, n.x, m.y};
    tangents[2] = (WideVec4){n.y, m.x, n.w, m.z};
}

INLINE Wide inverse_or_zero(Wide a)
{
    const Wide one = wide_splat(1.0f);
    const WideMask is = wide_greater(a, wide_splat(0.0f));
    return only_if(is, wide_div(one, wide_select(is, a, one)));
}

INLINE WideVec4 combine4(const WideVec4 vectors[3], const Wide factors[3])
{
    return wide_add_scaled4(
        wide_add_scaled4(wide_scale4(vectors[0], factors[0]), vectors[1], factors[1]), vectors[2],
        factors[2]);
}

INLINE WideHalves4 combine_halves(const WideHalves4 parts[3], const Wide factors[3])
{
    const WideHalves4 first = {wide_scale3(parts[0].left, factors[0]),
                               wide_scale3(parts[0].right, factors[0])};
    return wide_add_scaled_halves4(wide_add_scaled_halves4(first, parts[1], factors[1]), parts[2],
                                   factors[2]);
}

// A symmetric 3 by 3 matrix per lane, and its eigenvectors: the k-th is vector[k].
typedef struct WideFrame {
    Wide m[3][3];
    Wide vector[3][3];
} WideFrame;

// One rotation of Jacobi's method (Golub and Van Loan, "Matrix Computations", section 8.5).
// @return false where the element is negligible in all lanes.
INLINE bool rotate_away(WideFrame *frame, int p, int q)
{
    const Wide one = wide_splat(1.0f), zero = wide_splat(0.0f);
    const Wide off = frame->m[p][q], pp = frame->m[p][p], qq = frame->m[q][q];
    // An element that is negligible beside the diagonal is rounding: isotropic blocks keep their
    // given axes.
    const WideMask turns =
        wide_greater(wide_mul(off, off), wide_mul(wide_splat(1e-13f), wide_mul(pp, qq)));
    if (wide_bits(turns) == 0) {
        return false;
    }
    const Wide safe = wide_select(turns, off, one);
    const Wide theta = wide_div(wide_sub(qq, pp), wide_add(safe, safe));
    const Wide size = wide_maximum(theta, wide_sub(zero, theta));
    const Wide root = wide_sqrt(wide_add(wide_mul(theta, theta), one));
    const Wide sign = wide_select(wide_greater(zero, theta), wide_splat(-1.0f), one);
    const Wide t = only_if(turns, wide_div(sign, wide_add(size, root)));
    const Wide c = wide_div(one, wide_sqrt(wide_add(wide_mul(t, t), one)));
    const Wide s = wide_mul(t, c);
    const int r = 3 - p - q;
    const Wide rp = frame->m[r][p], rq = frame->m[r][q];
    frame->m[p][p] = wide_sub(pp, wide_mul(t, off));
    frame->m[q][q] = wide_add(qq, wide_mul(t, off));
    frame->m[p][q] = frame->m[q][p] = wide_select(turns, zero, off);
    frame->m[r][p] = frame->m[p][r] = wide_sub(wide_mul(c, rp), wide_mul(s, rq));
    frame->m[r][q] = frame->m[q][r] = wide_add(wide_mul(s, rp), wide_mul(c, rq));
    for (int i = 0; i < 3; ++i) {
        const Wide a = frame->vector[p][i], b = frame->vector[q][i];
        frame->vector[p][i] = wide_sub(wide_mul(c, a), wide_mul(s, b));
        frame->vector[q][i] = wide_add(wide_mul(s, a), wide_mul(c, b));
    }
    return true;
}

static void find_frame(WideFrame *frame)
{
    enum { ROUNDS = 4 }; // Convergence is quadratic: the fourth round finds nothing left.
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            frame->vector[i][k] = i == k ? one : zero;
        }
    }
    bool turned = true;
    for (int round = 0; round < ROUNDS && turned; ++round) {
        turned = rotate_away(frame, 0, 1);
        turned |= rotate_away(frame, 0, 2);
        turned |= rotate_away(frame, 1, 2);
    }
}

// Response of three torques on both bodies; each body may have its own.
INLINE void find_response(const WideAnswer *answer, const WideHalves4 ja[3],
                          const WideHalves4 jb[3], Wide mass, WideFrame *frame)
{
    for (int i = 0; i < 3; ++i) {
        const WideHalves4 ka = answer_of(answer, true, ja[i]);
        const WideHalves4 kb = answer_of(answer, false, jb[i]);
        for (int l = 0; l <= i; ++l) {
            const Wide turned = wide_add(wide_dot_halves4(ja[l], ka), wide_dot_halves4(jb[l], kb));
            frame->m[i][l] = frame->m[l][i] = l == i ? wide_add(mass, turned) : turned;
        }
    }
}

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
