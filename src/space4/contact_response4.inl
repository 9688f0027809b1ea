// SPDX-License-Identifier: MIT
// contact_response4.inl: manifolds and bodies of eight lanes, and the response of the bodies to
// impulses; part of contact_prepare4.inl.
//
// Manifolds and bodies are rows of eight words, so that those of a block are read by transposing.

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
