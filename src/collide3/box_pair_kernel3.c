// SPDX-License-Identifier: MIT
// box_pair_kernel3.c: axes and faces of boxes, a kernel.
#define WIDE_FOUR
#include "collide3/box_pair3.h"

#include "collide3/clip3.h"
#include "collide3/sat_choice3.h"

typedef struct WideBoxes {
    Wide a[3], b[3];                     // [m] half edges
    Wide at_a[3], at_b[3];               // [m] from A's middle to B's, along A's and along B's axes
    Wide turn[3][3], size_of_turn[3][3]; // turn[i][j]: A's axis i . B's axis j
    Wide margin;
} WideBoxes;

static inline void spread(WideVec3 v, Wide parts[3])
{
    parts[0] = v.x;
    parts[1] = v.y;
    parts[2] = v.z;
}

static inline WideVec3 gathered(const Wide parts[3])
{
    return (WideVec3){parts[0], parts[1], parts[2]};
}

// BoxPairRow3 by columns.
typedef struct WideRows {
    WideVec3 position;
    WideQuat rotation;
    Wide margin;
    WideVec3 half_a;
    Wide bias;
    WideVec3 half_b;
    Wide last;
} WideRows;

// Results of a block, from a lane on.
typedef struct WideResults {
    BoxPairResults3 *of;
    uint32_t lane;
} WideResults;

#define STORE_RESULT(results, field, a) wide_store(&(results).of->field[(results).lane], a)

static inline void store_result3(WideResults results, Lanes3 *to, WideVec3 a)
{
    wide_store3_from(to, results.lane, a);
}

static inline WideRows load_rows(const BoxPairRow3 rows[WIDE_LANES])
{
    const float *first[WIDE_LANES], *second[WIDE_LANES];
    for (uint32_t i = 0; i < WIDE_LANES; ++i) {
        first[i] = (const float *)&rows[i];
        second[i] = first[i] + WIDE;
    }
    Wide c[WIDE], d[WIDE];
    wide_load_rows(first, c);
    wide_load_rows(second, d);
    return (WideRows){{c[0], c[1], c[2]},
                      {c[3], c[4], c[5], c[6]},
                      c[7],
                      {d[0], d[1], d[2]},
                      d[3],
                      {d[4], d[5], d[6]},
                      d[7]};
}

static inline WideBoxes boxes_of(const WideRows *rows)
{
    const WideMat3 axes = wide_quat_axes(rows->rotation);
    const WideVec3 columns[3] = {axes.x, axes.y, axes.z};
    WideBoxes p = {.margin = rows->margin};
    spread(rows->half_a, p.a);
    spread(rows->half_b, p.b);
    spread(rows->position, p.at_a);
    for (int j = 0; j < 3; ++j) {
        Wide column[3];
        spread(columns[j], column);
        p.at_b[j] = wide_dot3(rows->position, columns[j]);
        for (int i = 0; i < 3; ++i) {
            p.turn[i][j] = column[i];
            p.size_of_turn[i][j] = wide_absolute(column[i]);
        }
    }
    return p;
}

// Faces of one box. The last winner is kept when its separation is within the bias of the best.
typedef struct WideFaces {
    Wide separation, face;
    Wide last_separation, last; // face of the last step and its separation; -infinity: no face
} WideFaces;

static inline WideFaces no_face(Wide last)
{
    const Wide nowhere = wide_splat(-endless);
    return (WideFaces){nowhere, wide_zero(), nowhere, last};
}

static inline void offer_face(WideFaces *best, Wide face, Wide separation)
{
    const WideMask better = wide_greater(separation, best->separation);
    best->separation = wide_select(better, separation, best->separation);
    best->face = wide_select(better, face, best->face);
    best->last_separation =
        wide_select(wide_same(face, best->last), separation, best->last_separation);
}

static inline void keep_last_face(WideFaces *best, Wide bias)
{
    const WideMask clearly = wide_greater(wide_sub(best->separation, bias), best->last_separation);
    best->separation = wide_select(clearly, best->separation, best->last_separation);
    best->face = wide_select(clearly, best->face, best->last);
}

static inline void offer_faces(const WideBoxes *p, WideFaces *of_a, WideFaces *of_b)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    for (int i = 0; i < 3; ++i) {
        const WideVec3 row = gathered(p->size_of_turn[i]);
        const WideVec3 column = {p->size_of_turn[0][i], p->size_of_turn[1][i],
                                 p->size_of_turn[2][i]};
        const Wide radius_b = wide_dot3(gathered(p->b), row);
        const Wide radius_a = wide_dot3(gathered(p->a), column);
        const Wide low = wide_splat(2.0f * (float)i), high = wide_add(low, one);
        offer_face(of_a, wide_select(wide_greater(zero, p->at_a[i]), low, high),
                   wide_sub(wide_sub(wide_absolute(p->at_a[i]), p->a[i]), radius_b));
        offer_face(of_b, wide_select(wide_greater(zero, p->at_b[i]), high, low),
                   wide_sub(wide_sub(wide_absolute(p->at_b[i]), p->b[i]), radius_a));
    }
}

typedef struct WideEdges {
    Wide separation, a, b;
    Wide normal[3];
    Wide parting; // separation along the first separating axis
    Wide parts;   // 1 where there is such an axis
} WideEdges;

// Separation along A's axis i x B's axis j (Gottschalk, Lin, Manocha, "OBBTree", 1996, table 1),
// divided by the length of the product.
static inline void offer_edges(const WideBoxes *p, int i, int j, WideEdges *best)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const Wide turn1 = p->turn[i1][j], turn2 = p->turn[i2][j];
    const Wide squared = wide_add(wide_mul(turn1, turn1), wide_mul(turn2, turn2));
    const WideMask exists = wide_greater(squared, wide_splat(parallel_sine * parallel_sine));
    const Wide length = wide_sqrt(wide_select(exists, squared, one));
    const Wide along = wide_sub(wide_mul(p->at_a[i2], turn1), wide_mul(p->at_a[i1], turn2));
    const Wide radius_a = wide_add(wide_mul(p->a[i1], p->size_of_turn[i2][j]),
                                   wide_mul(p->a[i2], p->size_of_turn[i1][j]));
    const Wide radius_b = wide_add(wide_mul(p->b[j1], p->size_of_turn[i][j2]),
                                   wide_mul(p->b[j2], p->size_of_turn[i][j1]));
    const Wide separation =
        wide_div(wide_sub(wide_sub(wide_absolute(along), radius_a), radius_b), length);
    const WideMask parts = wide_and(wide_and(wide_greater(separation, p->margin), exists),
                                    wide_greater(one, best->parts));
    best->parting = wide_select(parts, separation, best->parting);
    best->parts = wide_select(parts, one, best->parts);
    // e_i x c: zero along i, -c[i2] along i1, c[i1] along i2.
    const Wide factor =
        wide_div(wide_select(wide_greater(zero, along), wide_splat(-1.0f), one), length);
    const WideMask better = wide_and(wide_greater(separation, best->separation), exists);
    best->separation = wide_select(better, separation, best->separation);
    best->a = wide_select(better, wide_splat((float)i), best->a);
    best->b = wide_select(better, wide_splat((float)j), best->b);
    best->normal[i] = wide_select(better, zero, best->normal[i]);
    best->normal[i1] = wide_select(better, wide_negate(wide_mul(turn2, factor)), best->normal[i1]);
    best->normal[i2] =
        wide_select(better, wide_add(wide_mul(turn1, factor), zero), best->normal[i2]);
}

// Outward normal of a box's face in the frame of the box.
static inline WideVec3 face_normal(Wide face)
{
    const Wide one = wide_splat(1.0f);
    Wide parts[3];
    for (int i = 0; i < 3; ++i) {
        const Wide low = wide_splat(2.0f * (float)i), high = wide_add(low, one);
        parts[i] =
            wide_sub(wide_where(wide_same(face, high), one), wide_where(wide_same(face, low), one));
    }
    return gathered(parts);
}

// Selects one of three values by two masks that exclude each other.
static inline Wide one_of(WideMask is_second, WideMask is_third, Wide first, Wide second,
                          Wide third)
{
    return wide_select(is_third, third, wide_select(is_second, second, first));
}

// The reference, and the face of the other box most along the normal, projected along the normal: x
// and y in the reference from its middle, z the height over it along the normal.
typedef struct WideFacing {
    Wide half_u, half_v;   // [m] half edges of the reference, widened
    WideVec3 middle;       // middle of the other face
    WideVec3 edge1, edge2; // from there to the middles of its sides
    Wide other;            // number of the other face
} WideFacing;

// Components along one of three axes and along the two that follow it.
static inline void from_axis(WideMask is_second, WideMask is_third, const Wide parts[3],
                             Wide turned[3])
{
    for (int i = 0; i < 3; ++i) {
        turned[i] = one_of(is_second, is_third, parts[i], parts[(i + 1) % 3], parts[(i + 2) % 3]);
    }
}

// Vector in the frame of the reference, sheared along the normal.
static inline WideVec3 projected(Wide u, Wide v, Wide w, const Wide lean[2], Wide rise)
{
    return (WideVec3){wide_sub(u, wide_mul(w, lean[0])), wide_sub(v, wide_mul(w, lean[1])),
                      wide_mul(w, rise)};
}

// Direction along which faces may lie over each other: the normal of the reference, or an axis of
// two edges.
typedef struct WideAlong {
    WideMask b_wins;    // the reference is a face of B
    Wide face;          // number of the reference
    WideVec3 outward;   // its normal in the frame of its box
    WideMask are_edges; // the direction is `axis`, and the reference is a face of A
    WideVec3 axis;      // in the frame of A
} WideAlong;

// Both boxes as the reference sees them: w is its own axis; u and v are the two that follow.
typedef struct WideReference {
    WideMask own_is_y, own_is_z; // the own axis
    Wide half[3];                // [m] Half sizes of the reference's box along w, u and v.
    Wide other_half[3];          // [m] Half sizes of the other box along its axes.
    Wide at[3];                  // [m] Centre of the other box along w, u and v.
    Wide row[3][3];              // Axes of the other box along w, u and v.
    Wide sign;                   // 1 or -1: of w along the own axis
} WideReference;

static inline WideReference reference_of(const WideBoxes *p, const WideAlong *along)
{
    const WideMask b_wins = along->b_wins;
    WideReference r = {.own_is_z = wide_greater(along->face, wide_splat(3.5f)),
                       .own_is_y = wide_greater(along->face, wide_splat(1.5f))};
    Wide half[3], at[3], turn[3][3];
    for (int i = 0; i < 3; ++i) {
        half[i] = wide_select(b_wins, p->b[i], p->a[i]);
        r.other_half[i] = wide_select(b_wins, p->a[i], p->b[i]);
        at[i] = wide_select(b_wins, wide_negate(p->at_b[i]), p->at_a[i]);
        for (int j = 0; j < 3; ++j) {
            turn[i][j] = wide_select(b_wins, p->turn[j][i], p->turn[i][j]);
        }
    }
    from_axis(r.own_is_y, r.own_is_z, half, r.half);
    from_axis(r.own_is_y, r.own_is_z, at, r.at);
    for (int j = 0; j < 3; ++j) {
        const Wide column[3] = {turn[0][j], turn[1][j], turn[2][j]};
        Wide turned[3];
        from_axis(r.own_is_y, r.own_is_z, column, turned);
        for (int i = 0; i < 3; ++i) {
            r.row[i][j] = turned[i];
        }
    }
    r.sign = wide_add(wide_add(along->outward.x, along->outward.y), along->outward.z);
    for (int j = 0; j < 3; ++j) {
        r.row[0][j] = wide_mul(r.row[0][j], r.sign);
    }
    r.at[0] = wide_mul(r.at[0], r.sign);
    return r;
}

static inline WideFacing facing(const WideBoxes *p, const WideAlong *along)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f), two = wide_splat(2.0f);
    const WideMask are_edges = along->are_edges;
    const WideReference r = reference_of(p, along);
    // Normal in the frame of the reference, and along the axes of the other box.
    Wide given[3], n[3], toward[3];
    spread(along->axis, given);
    from_axis(r.own_is_y, r.own_is_z, given, n);
    n[0] = wide_select(are_edges, wide_mul(n[0], r.sign), one);
    n[1] = wide_where(are_edges, n[1]);
    n[2] = wide_where(are_edges, n[2]);
    for (int j = 0; j < 3; ++j) {
        const WideVec3 column = {r.row[0][j], r.row[1][j], r.row[2][j]};
        toward[j] = wide_select(are_edges, wide_dot3(gathered(n), column), r.row[0][j]);
    }
    const Wide rise = wide_div(one, n[0]);
    const Wide lean[2] = {wide_mul(n[1], rise), wide_mul(n[2], rise)};
    // The other face is the one whose normal is most opposite to the direction.
    const Wide down_x = wide_absolute(toward[0]), down_y = wide_absolute(toward[1]);
    const WideMask y_is_best = wide_greater(down_y, down_x);
    const Wide down = wide_select(y_is_best, down_y, down_x);
    const WideMask z_is_best = wide_greater(wide_absolute(toward[2]), down);
    Wide sizes[3], w[3], u[3], v[3];
    from_axis(y_is_best, z_is_best, r.other_half, sizes);
    from_axis(y_is_best, z_is_best, r.row[0], w);
    from_axis(y_is_best, z_is_best, r.row[1], u);
    from_axis(y_is_best, z_is_best, r.row[2], v);
    const WideMask is_low =
        wide_greater(one_of(y_is_best, z_is_best, toward[0], toward[1], toward[2]), zero);
    const Wide to_face = wide_select(is_low, wide_negate(sizes[0]), sizes[0]);
    const Wide diagonal =
        wide_sqrt(wide_add(wide_mul(r.half[1], r.half[1]), wide_mul(r.half[2], r.half[2])));
    const Wide widening = wide_mul(wide_splat(2.0f * CLIP_FLUSH_SHARE), diagonal);
    const WideVec3 height = {zero, zero, r.half[0]};
    const WideVec3 middle = {r.at[1], r.at[2], r.at[0]};
    const WideVec3 over =
        wide_sub3(wide_add_scaled3(middle, (WideVec3){u[0], v[0], w[0]}, to_face), height);
    return (WideFacing){.half_u = wide_add(r.half[1], widening),
                        .half_v = wide_add(r.half[2], widening),
                        .middle = projected(over.x, over.y, over.z, lean, rise),
                        .edge1 = wide_scale3(projected(u[1], v[1], w[1], lean, rise), sizes[1]),
                        .edge2 = wide_scale3(projected(u[2], v[2], w[2], lean, rise), sizes[2]),
                        .other =
                            wide_add(one_of(y_is_best, z_is_best, zero, two, wide_add(two, two)),
                                     wide_select(is_low, zero, one))};
}

// Points found so far, as bits of a number.
typedef struct WidePoints {
    WideResults to;
    Wide margin;
    Wide points, sides;
} WidePoints;

// Stores a point; lanes of the mask lack it.
static inline void note_point(WidePoints *found, int index, WideVec3 at, WideMask missing)
{
    const WideMask high = wide_greater(at.z, found->margin);
    const Wide with = wide_add(found->points, wide_splat((float)(1 << index)));
    found->points = wide_select(wide_or(missing, high), found->points, with);
    STORE_RESULT(found->to, u[index], at.x);
    STORE_RESULT(found->to, v[index], at.y);
    STORE_RESULT(found->to, height[index], at.z);
}

// Stores at which sides an edge crosses: those across u, or across v.
static inline void note_side(WidePoints *found, int index, WideMask is_v)
{
    found->sides = wide_add(found->sides, wide_where(is_v, wide_splat((float)(1 << index))));
}

// 1 / x, with x = 0 replaced by a length below that of any edge.
static inline Wide inverse_of(Wide x)
{
    const Wide least = wide_splat(1e-20f);
    const WideMask is_some = wide_greater(wide_absolute(x), least);
    return wide_div(wide_splat(1.0f), wide_select(is_some, x, least));
}

// Part of an edge within |coordinate| <= half, as fractions of the edge (Liang and Barsky, "A New
// Concept and Method for Line Clipping", 1984).
static inline void slab(Wide from, Wide inverse, Wide half, Wide *enter, Wide *leave)
{
    const Wide low = wide_mul(wide_sub(wide_negate(half), from), inverse);
    const Wide high = wide_mul(wide_sub(half, from), inverse);
    *enter = wide_minimum(low, high);
    *leave = wide_maximum(low, high);
}

static inline WideMask is_beside(const WideFacing *f, WideVec3 point)
{
    return wide_or(wide_greater(wide_absolute(point.x), f->half_u),
                   wide_greater(wide_absolute(point.y), f->half_v));
}

// An end of an edge within the rectangle is a corner and is stored as a corner. Such an edge does
// not cross a side at that end, whatever rounding says.
static inline void note_edge(WidePoints *found, const WideFacing *f, int edge,
                             const WideVec3 corners[4], WideVec3 along, Wide inverse_u,
                             Wide inverse_v)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const WideVec3 from = corners[edge], to = corners[(edge + 1) % 4];
    Wide enter_u, leave_u, enter_v, leave_v;
    slab(from.x, inverse_u, f->half_u, &enter_u, &leave_u);
    slab(from.y, inverse_v, f->half_v, &enter_v, &leave_v);
    const Wide enter = wide_maximum(wide_maximum(enter_u, enter_v), zero);
    const Wide leave = wide_minimum(wide_minimum(leave_u, leave_v), one);
    const WideMask misses = wide_greater(enter, leave);
    const Wide begins_beside = wide_where(is_beside(f, from), one);
    const Wide ends_beside = wide_where(is_beside(f, to), one);
    note_point(found, BOX_CORNERS + edge, from, wide_greater(begins_beside, zero));
    note_point(found, BOX_ENTRIES + edge, wide_add_scaled3(from, along, enter),
               wide_or(misses, wide_greater(one, begins_beside)));
    note_point(found, BOX_EXITS + edge, wide_add_scaled3(from, along, leave),
               wide_or(misses, wide_greater(one, ends_beside)));
    note_side(found, BOX_ENTRIES + edge, wide_greater(enter_v, enter_u));
    note_side(found, BOX_EXITS + edge, wide_greater(leave_u, leave_v));
}

static inline void note_edges(WidePoints *found, const WideFacing *f)
{
    const WideVec3 low = wide_sub3(f->middle, f->edge2), high = wide_add3(f->middle, f->edge2);
    const WideVec3 corners[4] = {wide_sub3(low, f->edge1), wide_add3(low, f->edge1),
                                 wide_add3(high, f->edge1), wide_sub3(high, f->edge1)};
    const WideVec3 along1 = wide_add3(f->edge1, f->edge1), along2 = wide_add3(f->edge2, f->edge2);
    const Wide inverse1_u = inverse_of(along1.x), inverse1_v = inverse_of(along1.y);
    const Wide inverse2_u = inverse_of(along2.x), inverse2_v = inverse_of(along2.y);
    note_edge(found, f, 0, corners, along1, inverse1_u, inverse1_v);
    note_edge(found, f, 1, corners, along2, inverse2_u, inverse2_v);
    note_edge(found, f, 2, corners, wide_negate3(along1), wide_negate(inverse1_u),
              wide_negate(inverse1_v));
    note_edge(found, f, 3, corners, wide_negate3(along2), wide_negate(inverse2_u),
              wide_negate(inverse2_v));
}

// Corners of the reference as fractions of the other face's edges. These edges are never parallel
// in projection: the other face leans by no more than 55 degrees against the normal, or another
// face would be more opposite.
static inline void note_references(WidePoints *found, const WideFacing *f)
{
    const WideVec3 e = f->edge1, g = f->edge2;
    const Wide area = wide_sub(wide_mul(e.x, g.y), wide_mul(e.y, g.x));
    const Wide size = wide_absolute(area), inverse = inverse_of(area);
    for (int i = 0; i < 4; ++i) {
        const Wide u = i == 1 || i == 2 ? f->half_u : wide_negate(f->half_u);
        const Wide v = i >= 2 ? f->half_v : wide_negate(f->half_v);
        const Wide x = wide_sub(u, f->middle.x), y = wide_sub(v, f->middle.y);
        const Wide along1 = wide_sub(wide_mul(x, g.y), wide_mul(y, g.x));
        const Wide along2 = wide_sub(wide_mul(y, e.x), wide_mul(x, e.y));
        const Wide rise = wide_add(wide_mul(along1, e.z), wide_mul(along2, g.z));
        const Wide height = wide_add(f->middle.z, wide_mul(rise, inverse));
        note_point(found, BOX_REFERENCES + i, (WideVec3){u, v, height},
                   wide_or(wide_greater(wide_absolute(along1), size),
                           wide_greater(wide_absolute(along2), size)));
    }
}

// The better of A's and B's best faces, with the bias toward the last winner, else toward A.
typedef struct WideBestFace {
    WideMask is_of_b;
    Wide face, separation;
    WideVec3 outward, normal; // outward: in the frame of its box; normal: from A toward B
} WideBestFace;

static inline WideBestFace best_face_of(const WideRows *rows, WideFaces *of_a, WideFaces *of_b)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f), bias = rows->bias;
    const WideMask was_b = wide_and(wide_greater(rows->last, wide_splat(BOX_LAST_OF_B - 1)),
                                    wide_greater(wide_splat(BOX_LAST_EDGES), rows->last));
    keep_last_face(of_a, bias);
    keep_last_face(of_b, bias);
    const WideMask a_is_clear = wide_greater(of_a->separation, wide_add(of_b->separation, bias));
    const WideMask b_is_clear = wide_greater(of_b->separation, wide_add(of_a->separation, bias));
    const Wide b_counts =
        wide_select(was_b, wide_select(a_is_clear, zero, one), wide_where(b_is_clear, one));
    const WideMask b_wins = wide_greater(b_counts, zero);
    const Wide face = wide_select(b_wins, of_b->face, of_a->face);
    const WideVec3 outward = face_normal(face);
    const WideVec3 toward_b =
        wide_scale3(wide_quat_rotate(rows->rotation, outward), wide_splat(-1.0f));
    return (WideBestFace){b_wins, face, wide_select(b_wins, of_b->separation, of_a->separation),
                          outward, wide_select3(b_wins, toward_b, outward)};
}

static inline WideMask edges_are_better(const WideRows *rows, Wide edges, Wide face)
{
    const WideMask won = wide_same(rows->last, wide_splat(BOX_LAST_EDGES));
    const Wide size = wide_absolute(face);
    const Wide again = wide_add(face, wide_mul(wide_splat(0.5f * edge_depth_bias), size));
    const Wide anew =
        wide_add(wide_add(face, rows->bias), wide_mul(wide_splat(edge_depth_bias), size));
    return wide_greater(edges, wide_select(won, again, anew));
}

// A's face most along a normal.
static inline Wide face_toward(WideVec3 normal)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f), two = wide_splat(2.0f);
    const Wide x = wide_absolute(normal.x), y = wide_absolute(normal.y);
    const WideMask y_is_best = wide_greater(y, x);
    const WideMask z_is_best = wide_greater(wide_absolute(normal.z), wide_select(y_is_best, y, x));
    const Wide part = one_of(y_is_best, z_is_best, normal.x, normal.y, normal.z);
    return wide_add(one_of(y_is_best, z_is_best, zero, two, wide_add(two, two)),
                    wide_select(wide_greater(zero, part), zero, one));
}

static void meet_lanes(const BoxPairRow3 pair_rows[WIDE_LANES], WideResults results)
{
    const Wide zero = wide_zero();
    const WideRows rows = load_rows(pair_rows);
    const WideBoxes p = boxes_of(&rows);
    WideFaces of_a = no_face(rows.last);
    WideFaces of_b = no_face(wide_sub(rows.last, wide_splat(BOX_LAST_OF_B)));
    offer_faces(&p, &of_a, &of_b);
    const Wide farthest = wide_maximum(of_a.separation, of_b.separation);
    const WideMask faces_part = wide_greater(farthest, p.margin);
    WideEdges edges = {wide_splat(-endless), zero, zero, {zero, zero, zero}, zero, zero};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            offer_edges(&p, i, j, &edges);
        }
    }
    const WideMask edges_part = wide_greater(edges.parts, zero);

    const WideBestFace best = best_face_of(&rows, &of_a, &of_b);
    const WideMask edges_win = edges_are_better(&rows, edges.separation, best.separation);
    const Wide face_kind =
        wide_select(best.is_of_b, wide_splat(AXIS3_FACE_B), wide_splat(AXIS3_FACE_A));
    const Wide kind = wide_select(edges_win, wide_splat(AXIS3_EDGES), face_kind);
    const Wide face_a = wide_select(best.is_of_b, zero, best.face);
    const Wide face_b = wide_select(best.is_of_b, best.face, zero);
    const Wide won = wide_select(edges_win, edges.separation, best.separation);
    const Wide apart = wide_select(faces_part, farthest, edges.parting);
    const WideMask are_apart = wide_or(faces_part, edges_part);
    STORE_RESULT(results, kind, wide_select(are_apart, wide_splat(AXIS3_NONE), kind));
    STORE_RESULT(results, a, wide_select(edges_win, edges.a, face_a));
    STORE_RESULT(results, b, wide_select(edges_win, edges.b, face_b));
    const WideVec3 of_edges = gathered(edges.normal);
    store_result3(results, &results.of->normal, wide_select3(edges_win, of_edges, best.normal));
    STORE_RESULT(results, separation, wide_select(are_apart, apart, won));

    const Wide face = wide_select(edges_win, face_toward(of_edges), best.face);
    const Wide is_of_b = wide_select(edges_win, zero, wide_where(best.is_of_b, wide_splat(1.0f)));
    const WideAlong along = {.b_wins = wide_greater(is_of_b, zero),
                             .face = face,
                             .outward = face_normal(face),
                             .are_edges = edges_win,
                             .axis = of_edges};
    const WideFacing f = facing(&p, &along);
    WidePoints found = {results, p.margin, zero, zero};
    note_edges(&found, &f);
    note_references(&found, &f);
    STORE_RESULT(results, reference, face);
    STORE_RESULT(results, other, f.other);
    STORE_RESULT(results, points, found.points);
    STORE_RESULT(results, sides, found.sides);
}

static void meet(const BoxPairRow3 rows[WIDE], BoxPairResults3 *results)
{
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        meet_lanes(rows + lane, (WideResults){results, lane});
    }
}

const BoxPairKernel3 KERNEL_NAME(tum_box_pair3) = {meet};
