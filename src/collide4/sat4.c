// SPDX-License-Identifier: MIT
// sat4.c: separating axis test of boxes in 4D. The difference of two boxes is a zonotope of 8
// generators; a facet normal is perpendicular to three independent ones, so there are C(8, 3) = 56
// axes (docs/simulation.md#11-four-dimensions). With Q = A^T B, d = A^T (x_B - x_A), e = Q^T d,
// half sizes h, g, and the 2x2 minors D^pq_km = Q_pk Q_qm - Q_qk Q_pm:
//
//     cell i of A   |d_i| - h_i - sum_k |Q_ik| g_k
//     cell k of B   |e_k| - g_k - sum_i |Q_ik| h_i
//     pq of A, k    (|Q_qk d_p - Q_pk d_q| - h_p |Q_qk| - h_q |Q_pk| - sum_m |D^pq_km| g_m) / L
//     k, pq of B    (|Q_kq e_p - Q_kp e_q| - g_p |Q_kq| - g_q |Q_kp| - sum_m |D^km_pq| h_m) / L
//
// where L is the length of the two entries of Q in the numerator. The 36 minors serve all 48 axes.
#include "collide4/sat4.h"

// An axis replaces a competing one if it is better by this share of the smallest half size, and by
// this share of the depth.
static const float size_bias = 5e-3f, depth_bias = 0.02f;

// Sine below which edge and face count as parallel: a cell then has a better axis.
static const float parallel_sine = 1e-3f;

enum { PAIRS = 6, AXES = 4 };

static const uint8_t pair_axes[PAIRS][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

typedef struct Boxes {
    float half_a[AXES], half_b[AXES];
    float d[AXES], e[AXES];                ///< Displacement from A's centre to B's, in A's axes and
                                           ///< in B's.
    float q[AXES][AXES], size[AXES][AXES]; ///< B's axes in A's frame: q[i][k] is component i of
                                           ///< axis k.
} Boxes;

/// Separations along the four cells of each box, and along the 24 axes of faces with edges of the
/// other.
typedef struct Separations {
    float cells_a[AXES], cells_b[AXES];
    float aab[PAIRS * AXES], abb[PAIRS * AXES];
} Separations;

static void spread(Vec4 v, float parts[AXES])
{
    parts[0] = v.x;
    parts[1] = v.y;
    parts[2] = v.z;
    parts[3] = v.w;
}

static void prepare(Vec4 half_a, Vec4 half_b, Vec4 position, Mat4 rotation, Boxes *boxes)
{
    spread(half_a, boxes->half_a);
    spread(half_b, boxes->half_b);
    spread(position, boxes->d);
    spread(mat4_transform_transposed(rotation, position), boxes->e);
    const Mat4 rows = mat4_transpose(rotation);
    spread(rows.x, boxes->q[0]);
    spread(rows.y, boxes->q[1]);
    spread(rows.z, boxes->q[2]);
    spread(rows.w, boxes->q[3]);
    for (int i = 0; i < AXES; ++i) {
        for (int k = 0; k < AXES; ++k) {
            boxes->size[i][k] = absolute(boxes->q[i][k]);
        }
    }
}

static float cell_a(const Boxes *boxes, uint32_t i)
{
    const float *size = boxes->size[i], *g = boxes->half_b;
    return absolute(boxes->d[i]) - boxes->half_a[i] -
           (size[0] * g[0] + size[1] * g[1] + size[2] * g[2] + size[3] * g[3]);
}

static float cell_b(const Boxes *boxes, uint32_t k)
{
    const float *h = boxes->half_a;
    return absolute(boxes->e[k]) - boxes->half_b[k] -
           (boxes->size[0][k] * h[0] + boxes->size[1][k] * h[1] + boxes->size[2][k] * h[2] +
            boxes->size[3][k] * h[3]);
}

// Divides by the length; parallel directions count as deep overlap.
static float normalized(float numerator, float squared)
{
    const float least = parallel_sine * parallel_sine;
    const float quotient = numerator / square_root(maximum(squared, least));
    return squared > least ? quotient : -__builtin_inff();
}

// One row of four axes at a time: pair pq of A with the four edges of B.
static void face_a_rows(const Boxes *boxes, int pair, float aab[AXES], float minors[AXES][AXES])
{
    const int p = pair_axes[pair][0], q = pair_axes[pair][1];
    const float *qp = boxes->q[p], *qq = boxes->q[q];
    const float *sp = boxes->size[p], *sq = boxes->size[q];
    for (int k = 0; k < AXES; ++k) {
        float reach = 0.0f;
        for (int m = 0; m < AXES; ++m) {
            minors[k][m] = absolute(qp[k] * qq[m] - qq[k] * qp[m]);
            reach += minors[k][m] * boxes->half_b[m];
        }
        const float along = absolute(qq[k] * boxes->d[p] - qp[k] * boxes->d[q]);
        aab[k] = normalized(along - boxes->half_a[p] * sq[k] - boxes->half_a[q] * sp[k] - reach,
                            qp[k] * qp[k] + qq[k] * qq[k]);
    }
}

static float face_a(const Boxes *boxes, uint32_t pair, uint32_t k)
{
    float row[AXES], minors[AXES][AXES];
    face_a_rows(boxes, (int)pair, row, minors);
    return row[k];
}

// Edge k of A with pair pq of B.
static float face_b(const Boxes *boxes, uint32_t k, uint32_t pair)
{
    const int p = pair_axes[pair][0], q = pair_axes[pair][1];
    const float *row = boxes->q[k], *size = boxes->size[k];
    float reach = 0.0f;
    for (int m = 0; m < AXES; ++m) {
        reach += absolute(row[p] * boxes->q[m][q] - row[q] * boxes->q[m][p]) * boxes->half_a[m];
    }
    const float along = absolute(row[q] * boxes->e[p] - row[p] * boxes->e[q]);
    return normalized(along - boxes->half_b[p] * size[q] - boxes->half_b[q] * size[p] - reach,
                      row[p] * row[p] + row[q] * row[q]);
}

static float separation_of(const Boxes *boxes, AxisKind4 kind, uint32_t a, uint32_t b)
{
    // The cache of a checkpoint may contain any values.
    const bool is_face_a = kind == AXIS4_AAB, is_face_b = kind == AXIS4_ABB;
    const float none = -__builtin_inff();
    if (a >= (is_face_a ? (uint32_t)PAIRS : AXES) || b >= (is_face_b ? (uint32_t)PAIRS : AXES)) {
        return none;
    }
    switch (kind) {
    case AXIS4_CELL_A: return cell_a(boxes, a);
    case AXIS4_CELL_B: return cell_b(boxes, b);
    case AXIS4_AAB: return face_a(boxes, a, b);
    case AXIS4_ABB: return face_b(boxes, a, b);
    case AXIS4_NONE:
    case AXIS4_FREE: break;
    }
    return none;
}

static Vec4 unit_axis(int axis, float length)
{
    return vec4(axis == 0 ? length : 0.0f, axis == 1 ? length : 0.0f, axis == 2 ? length : 0.0f,
                axis == 3 ? length : 0.0f);
}

// The unit vector in the plane of pair pq, perpendicular to a direction with these components.
static Vec4 across(int pair, float part_p, float part_q)
{
    const float length = square_root(part_p * part_p + part_q * part_q);
    return vec4_add(unit_axis(pair_axes[pair][0], part_q / length),
                    unit_axis(pair_axes[pair][1], -part_p / length));
}

static Vec4 normal_of(const Boxes *boxes, Mat4 rotation, const Axis4 *axis)
{
    Vec4 normal = {0};
    const float(*q)[AXES] = boxes->q;
    switch (axis->kind) {
    case AXIS4_CELL_A: normal = unit_axis((int)axis->a, 1.0f); break;
    case AXIS4_CELL_B: normal = mat4_transform(rotation, unit_axis((int)axis->b, 1.0f)); break;
    case AXIS4_AAB:
        normal = across((int)axis->a, q[pair_axes[axis->a][0]][axis->b],
                        q[pair_axes[axis->a][1]][axis->b]);
        break;
    case AXIS4_ABB:
        normal = mat4_transform(rotation, across((int)axis->b, q[axis->a][pair_axes[axis->b][0]],
                                                 q[axis->a][pair_axes[axis->b][1]]));
        break;
    case AXIS4_NONE:
    case AXIS4_FREE: break;
    }
    const float along = normal.x * boxes->d[0] + normal.y * boxes->d[1] + normal.z * boxes->d[2] +
                        normal.w * boxes->d[3];
    return along < 0.0f ? vec4_negate(normal) : normal;
}

// Replaces the best axis by a candidate that is better by more than a bias.
static void offer(Axis4 *best, AxisKind4 kind, uint32_t a, uint32_t b, float separation, float bias)
{
    if (separation > best->separation + bias) {
        *best = (Axis4){.kind = kind, .a = a, .b = b, .separation = separation};
    }
}

static bool is_cell(AxisKind4 kind)
{
    return kind == AXIS4_CELL_A || kind == AXIS4_CELL_B;
}

// Finds the best cell and the best other axis. @return false where one exceeds the margin.
static bool find_best(const Boxes *boxes, float margin, Axis4 *cell, Axis4 *cross)
{
    const float endless = __builtin_inff();
    *cell = *cross = (Axis4){.separation = -endless};
    // Rounding must not let a cell of B win over the same cell of A.
    const float same =
        1e-5f * (boxes->half_a[0] + boxes->half_a[1] + boxes->half_a[2] + boxes->half_a[3]);
    for (uint32_t i = 0; i < AXES; ++i) {
        offer(cell, AXIS4_CELL_A, i, 0, cell_a(boxes, i), 0.0f);
    }
    for (uint32_t k = 0; k < AXES; ++k) {
        offer(cell, AXIS4_CELL_B, 0, k, cell_b(boxes, k), same);
    }
    if (cell->separation > margin) {
        *cross = *cell;
        return false;
    }
    float minors[PAIRS][AXES][AXES], aab[PAIRS][AXES], abb[AXES][PAIRS];
    for (int pair = 0; pair < PAIRS; ++pair) {
        face_a_rows(boxes, pair, aab[pair], minors[pair]);
    }
    for (int k = 0; k < AXES; ++k) {
        for (int pair = 0; pair < PAIRS; ++pair) {
            abb[k][pair] = face_b(boxes, (uint32_t)k, (uint32_t)pair);
        }
    }
    for (uint32_t i = 0; i < PAIRS; ++i) {
        for (uint32_t k = 0; k < AXES; ++k) {
            offer(cross, AXIS4_AAB, i, k, aab[i][k], 0.0f);
        }
    }
    for (uint32_t k = 0; k < AXES; ++k) {
        for (uint32_t i = 0; i < PAIRS; ++i) {
            offer(cross, AXIS4_ABB, k, i, abb[k][i], same);
        }
    }
    return !(cross->separation > margin);
}

bool tum_sat4_boxes(Vec4 half_a, Vec4 half_b, Vec4 position, Mat4 rotation, float margin,
                    const PairCache4 *cache, Axis4 best[2])
{
    Boxes boxes;
    prepare(half_a, half_b, position, rotation, &boxes);
    Axis4 last = {.kind = (AxisKind4)cache->kind, .a = cache->a, .b = cache->b};
    last.separation = separation_of(&boxes, last.kind, last.a, last.b);
    if (last.separation > margin) {
        best[0] = best[1] = last;
        best[0].normal = normal_of(&boxes, rotation, &last);
        return false;
    }
    Axis4 cell, cross;
    const bool may_touch = find_best(&boxes, margin, &cell, &cross);
    if (!may_touch) {
        best[0] = best[1] = cross;
    } else {
        float least = minimum(half_a.x, minimum(half_a.y, minimum(half_a.z, half_a.w)));
        least = minimum(least, minimum(half_b.x, minimum(half_b.y, minimum(half_b.z, half_b.w))));
        const float bias = size_bias * least;
        // The axis of the last step stays if it is nearly as good as the best of its kind.
        Axis4 *const rival = is_cell(last.kind) ? &cell : &cross;
        if (last.separation >= rival->separation - bias) {
            *rival = last;
        }
        const float lead = bias + depth_bias * absolute(cell.separation);
        const bool keeps_cross = last.kind == AXIS4_AAB || last.kind == AXIS4_ABB;
        const bool is_cross = cross.separation > cell.separation + (keeps_cross ? 0.0f : lead);
        best[0] = is_cross ? cross : cell;
        best[1] = is_cross ? cell : cross;
    }
    best[0].normal = normal_of(&boxes, rotation, &best[0]);
    best[1].normal = normal_of(&boxes, rotation, &best[1]);
    return may_touch;
}
