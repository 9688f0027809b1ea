// SPDX-License-Identifier: MIT
// box_pair3.inl: axes of boxes, compiled per instruction set; the including file defines
// BOX_PAIR_KERNEL, and WIDE_AVX2 where that is there.
#if defined(WIDE_AVX2) || defined(WIDE_SCALAR)
#elif defined(__SSE2__)
#define WIDE_SSE2
#else
#define WIDE_SCALAR
#endif
#include "space3/box_pair3.h"

#include "space3/sat_choice3.h"

typedef struct WideBoxes {
    Wide a[3], b[3];                     // half sizes
    Wide at_a[3], at_b[3];               // B's middle from A's, along A's and along B's axes
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

// Row by row: a pose and a margin, half sizes and what they are compared by.
typedef struct WideRows {
    WideVec3 position;
    WideQuat rotation;
    Wide margin;
    WideVec3 half_a;
    Wide bias;
    WideVec3 half_b;
    Wide last;
} WideRows;

static inline WideRows load_rows(const BoxPairRow3 rows[WIDE])
{
    const float *first[WIDE], *second[WIDE];
    for (uint32_t i = 0; i < WIDE; ++i) {
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

// The faces of one box, of which the last winner is kept when it is nearly as good.
typedef struct WideFaces {
    Wide separation, face;
    Wide last_separation, last; // of the face that won in the last step; -infinity: none did
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
    Wide parting; // separation along the first that parts the boxes
    Wide parts;   // 1 where one does
} WideEdges;

// Along A's axis i x B's axis j (Gottschalk, Lin, Manocha, "OBBTree", 1996, table 1), over its
// length. A unit axis turned by the cross product has the parts below along A's axes.
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

// The outward normal of a box's face in its own frame.
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

static void meet(const BoxPairRow3 pair_rows[WIDE], BoxMeetings3 *meetings)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const WideRows rows = load_rows(pair_rows);
    const WideBoxes p = boxes_of(&rows);
    const Wide last_b = wide_splat((float)BOX_LAST_OF_B);
    WideFaces of_a = no_face(rows.last), of_b = no_face(wide_sub(rows.last, last_b));
    offer_faces(&p, &of_a, &of_b);
    const Wide farthest = wide_maximum(of_a.separation, of_b.separation);
    const WideMask faces_part = wide_greater(farthest, p.margin);

    WideEdges edges = {wide_splat(-endless), zero, zero, {zero, zero, zero}, zero, zero};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            offer_edges(&p, i, j, &edges);
        }
    }

    const Wide bias = rows.bias, last_edges = wide_splat((float)BOX_LAST_EDGES);
    const WideMask edges_won = wide_same(rows.last, last_edges);
    const WideMask was_b = wide_and(wide_greater(rows.last, wide_sub(last_b, one)),
                                    wide_greater(last_edges, rows.last));
    keep_last_face(&of_a, bias);
    keep_last_face(&of_b, bias);
    const WideMask a_is_clear = wide_greater(of_a.separation, wide_add(of_b.separation, bias));
    const WideMask b_is_clear = wide_greater(of_b.separation, wide_add(of_a.separation, bias));
    const Wide b_counts =
        wide_select(was_b, wide_select(a_is_clear, zero, one), wide_where(b_is_clear, one));
    const WideMask b_wins = wide_greater(b_counts, zero);
    const Wide face = wide_select(b_wins, of_b.face, of_a.face);
    const Wide depth = wide_select(b_wins, of_b.separation, of_a.separation);
    const WideVec3 own = face_normal(face), turned = wide_quat_rotate(rows.rotation, own);
    const WideVec3 normal = wide_select3(b_wins, wide_scale3(turned, wide_splat(-1.0f)), own);

    const Wide size = wide_absolute(depth);
    const Wide needed =
        wide_select(edges_won, wide_add(depth, wide_mul(wide_splat(0.5f * edge_depth_bias), size)),
                    wide_add(wide_add(depth, bias), wide_mul(wide_splat(edge_depth_bias), size)));
    const WideMask edges_win = wide_greater(edges.separation, needed);

    const Wide face_kind =
        wide_select(b_wins, wide_splat((float)AXIS3_FACE_B), wide_splat((float)AXIS3_FACE_A));
    const Wide kind = wide_select(edges_win, wide_splat((float)AXIS3_EDGES), face_kind);
    const WideMask edges_part = wide_greater(edges.parts, zero);
    const WideMask are_apart = wide_or(faces_part, edges_part);
    wide_store(meetings->kind, wide_select(are_apart, zero, kind));
    wide_store(meetings->a, wide_select(edges_win, edges.a, wide_select(b_wins, zero, face)));
    wide_store(meetings->b, wide_select(edges_win, edges.b, wide_select(b_wins, face, zero)));
    wide_store3(&meetings->normal, wide_select3(edges_win, gathered(edges.normal), normal));
    wide_store(meetings->separation,
               wide_select(faces_part, farthest,
                           wide_select(edges_part, edges.parting,
                                       wide_select(edges_win, edges.separation, depth))));
}

const BoxPairKernel3 BOX_PAIR_KERNEL = {meet};
