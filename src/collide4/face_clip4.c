// SPDX-License-Identifier: MIT
// face_clip4.c: edges of a face clipped by the slabs of another. Edges and slabs of hulls are
// looked up one by one.
#include "collide4/face_clip4.h"

static bool is_hull_cell(const Face4 *face)
{
    return face->hull_count > 0 && face->dimension == 3;
}

static int edges_of(const Face4 *face)
{
    return face->edge_count + face->hull_count;
}

static int slabs_of(const Face4 *face)
{
    if (!is_hull_cell(face)) {
        return face->slab_count + face->hull_count;
    }
    const Hull4 *hull = face->view.shape->hull;
    return (int)(hull->side_first[face->item + 1] - hull->side_first[face->item]);
}

static Edge4 edge_at(const Face4 *face, int index)
{
    if (index < face->edge_count) {
        return face->edges[index];
    }
    const Hull4 *hull = face->view.shape->hull;
    const uint32_t i = (uint32_t)(index - face->edge_count);
    uint32_t ends[2];
    if (is_hull_cell(face)) {
        memcpy(ends, hull->rims[hull->rim_first[face->item] + i], sizeof ends);
    } else {
        const uint32_t *v = &hull->face_vertices[hull->face_first[face->item]];
        const uint32_t next = i + 1 == (uint32_t)face->hull_count ? 0 : i + 1;
        ends[0] = v[i];
        ends[1] = v[next];
    }
    return (Edge4){
        {face4_hull_vertex(&face->view, ends[0]), face4_hull_vertex(&face->view, ends[1])},
        {ends[0], ends[1]},
        {0, 0},
        {true, true}};
}

// The slab at which a cell borders its neighbor, seen along the contact normal.
static Slab4 cell_slab(const Face4 *face, uint32_t index)
{
    const View4 *view = &face->view;
    const Hull4 *hull = view->shape->hull;
    const uint32_t beside = hull->sides[hull->side_first[face->item] + index];
    const Vec4 other = face4_cell_normal(view, beside);
    // Within the cell's hyperplane, the neighbor's component along the cell's normal is constant.
    const float along = vec4_dot(other, face->normal);
    const Vec4 flat = vec4_add_scaled(other, face->normal, -along);
    const float flat_offset = face4_cell_offset(view, beside, other) - along * face->offset;
    const float lean = vec4_dot(flat, face->contact) / vec4_dot(face->normal, face->contact);
    return (Slab4){vec4_add_scaled(flat, face->normal, -lean),
                   -__builtin_inff(),
                   flat_offset - lean * face->offset,
                   0.0f,
                   0,
                   beside};
}

static Slab4 polygon_slab(const Face4 *face, uint32_t index)
{
    const Hull4 *hull = face->view.shape->hull;
    const uint32_t *v = &hull->face_vertices[hull->face_first[face->item]];
    const uint32_t count = (uint32_t)face->hull_count;
    const Vec4 p = face4_hull_vertex(&face->view, v[index]);
    const Vec4 edge = vec4_sub(face4_hull_vertex(&face->view, v[(index + 1) % count]), p);
    const Vec4 next = vec4_sub(face4_hull_vertex(&face->view, v[(index + 2) % count]), p);
    Vec4 out = vec4_sub(vec4_scale(face->plane[0], vec4_dot(edge, face->plane[1])),
                        vec4_scale(face->plane[1], vec4_dot(edge, face->plane[0])));
    out = vec4_normalize_or(out, face->plane[0]);
    out = vec4_dot(out, next) > 0.0f ? vec4_negate(out) : out;
    const Vec4 m = face4_upright(face, out, face->contact);
    return (Slab4){m,
                   -__builtin_inff(),
                   vec4_dot(m, p),
                   0.0f,
                   0,
                   tum_feature4(v[index], v[(index + 1) % count])};
}

static Slab4 slab_at(const Face4 *face, int index)
{
    if (index < face->slab_count) {
        return face->slabs[index];
    }
    const uint32_t i = (uint32_t)(index - face->slab_count);
    return is_hull_cell(face) ? cell_slab(face, i) : polygon_slab(face, i);
}

/// Values that stay constant for a pair of faces.
typedef struct FaceMatch {
    Vec4 normal;
    float radii, lean; ///< Sum of the radii, and half of their difference.
    float margin, same;
    Batch4 *batch;
} FaceMatch;

static bool is_known(const Batch4 *batch, Vec4 position, float same)
{
    for (int i = 0; i < batch->count; ++i) {
        const Vec4 apart = vec4_sub(batch->points[i].position, position);
        if (vec4_length_squared(apart) <= same * same) {
            return true;
        }
    }
    return false;
}

// Adds a point of one core; `other` is the opposite face, and `side` is 1 for points of A, -1 of B.
static void add_point(const FaceMatch *pair, const Face4 *other, float side, Vec4 p, uint32_t name)
{
    const float gap =
        side * (other->offset - vec4_dot(other->normal, p)) / vec4_dot(other->normal, pair->normal);
    const float separation = gap - pair->radii;
    if (!(separation <= pair->margin)) {
        return;
    }
    const Vec4 middle = vec4_add_scaled(p, pair->normal, 0.5f * side * gap + pair->lean);
    if (!is_known(pair->batch, middle, pair->same)) {
        tum_batch4_add(pair->batch, (LocalPoint4){middle, separation, name});
    }
}

static uint32_t edge_name(const Edge4 *edge)
{
    const uint32_t low = edge->names[0] < edge->names[1] ? edge->names[0] : edge->names[1];
    const uint32_t high = edge->names[0] < edge->names[1] ? edge->names[1] : edge->names[0];
    return tum_feature4(tum_feature4(EDGE, low), high);
}

/// An edge clipped by slabs: fractions of its length, and names of the slabs that clipped it.
typedef struct Cut {
    float from, to;
    bool is_from_cut, is_to_cut;
    uint32_t from_name, to_name;
} Cut;

static bool cut_edge(Cut *cut, const Slab4 *slab, float start, float end)
{
    const float low = slab->low - slab->slack, high = slab->high + slab->slack;
    if ((start < low && end < low) || (start > high && end > high)) {
        return false;
    }
    const float change = end - start;
    if (start < low || start > high) {
        const bool is_high = start > high;
        const float t = ((is_high ? slab->high : slab->low) - start) / change;
        if (t > cut->from) {
            cut->from = minimum(t, 1.0f);
            cut->is_from_cut = true;
            cut->from_name = is_high ? slab->name_high : slab->name_low;
        }
    }
    if (end < low || end > high) {
        const bool is_high = end > high;
        const float t = ((is_high ? slab->high : slab->low) - start) / change;
        if (t < cut->to) {
            cut->to = maximum(t, 0.0f);
            cut->is_to_cut = true;
            cut->to_name = is_high ? slab->name_high : slab->name_low;
        }
    }
    return cut->from <= cut->to;
}

// A vertex keeps its name on any face; a clipped end is named by its edge and its slab.
static void add_ends(const FaceMatch *pair, const Edge4 *edge, Cut cut, const Face4 *other,
                     float side)
{
    const uint32_t of = side > 0.0f ? OF_A : OF_B;
    const Vec4 p = edge->ends[0], along = vec4_sub(edge->ends[1], p);
    const bool is_cut = cut.is_from_cut || cut.is_to_cut;
    // The piece of an edge within a thin face is a single point, where the edge passes through.
    if (is_cut && (cut.to - cut.from) * vec4_length(along) <= pair->same) {
        cut.from = cut.to = 0.5f * (cut.from + cut.to);
    }
    if (cut.is_from_cut) {
        add_point(pair, other, side, vec4_add_scaled(p, along, cut.from),
                  tum_feature4(tum_feature4(of ^ CUT, edge_name(edge)), cut.from_name));
    } else if (edge->gives[0]) {
        add_point(pair, other, side, p, tum_feature4(of, edge->names[0]));
    }
    if (!(cut.from < cut.to)) {
        return;
    }
    if (cut.is_to_cut) {
        add_point(pair, other, side, vec4_add_scaled(p, along, cut.to),
                  tum_feature4(tum_feature4(of ^ CUT, edge_name(edge)), cut.to_name));
    } else if (edge->gives[1]) {
        add_point(pair, other, side, edge->ends[1], tum_feature4(of, edge->names[1]));
    }
}

static void clip_edges(const FaceMatch *pair, const Face4 *face, const Face4 *other, float side)
{
    enum { SOME = 16 }; // edges at a time, so that each slab that is looked up serves several edges
    const int edge_count = edges_of(face), slab_count = slabs_of(other);
    for (int first = 0; first < edge_count; first += SOME) {
        const int count = edge_count - first < SOME ? edge_count - first : SOME;
        Edge4 edges[SOME];
        Cut cuts[SOME];
        bool is_left[SOME];
        for (int e = 0; e < count; ++e) {
            edges[e] = edge_at(face, first + e);
            cuts[e] = (Cut){.from = 0.0f, .to = 1.0f};
            is_left[e] = true;
        }
        for (int s = 0; s < slab_count; ++s) {
            const Slab4 slab = slab_at(other, s);
            for (int e = 0; e < count; ++e) {
                is_left[e] =
                    is_left[e] && cut_edge(&cuts[e], &slab, vec4_dot(slab.normal, edges[e].ends[0]),
                                           vec4_dot(slab.normal, edges[e].ends[1]));
            }
        }
        for (int e = 0; e < count; ++e) {
            if (is_left[e]) {
                add_ends(pair, &edges[e], cuts[e], other, side);
            }
        }
    }
}

// clip_edges for a cell of a box and few slabs: distances of its corners along a slab's normal
// follow from the centre and three arms, and most edges lie entirely inside or outside.
static void clip_box(const FaceMatch *pair, const Face4 *face, const Face4 *other, float side)
{
    float along[FACE4_SLABS][8];
    uint32_t beyond[8] = {0}; // For each corner, two bits per slab.
    for (int s = 0; s < other->slab_count; ++s) {
        const Slab4 *slab = &other->slabs[s];
        const float middle = vec4_dot(slab->normal, face->center);
        const float x = vec4_dot(slab->normal, face->arms[0]);
        const float y = vec4_dot(slab->normal, face->arms[1]);
        const float z = vec4_dot(slab->normal, face->arms[2]);
        for (int v = 0; v < 8; ++v) {
            const float at = middle + ((v & 1) != 0 ? x : -x) + ((v & 2) != 0 ? y : -y) +
                             ((v & 4) != 0 ? z : -z);
            along[s][v] = at;
            beyond[v] |= (at < slab->low - slab->slack ? 1u : 0u) << 2 * s;
            beyond[v] |= (at > slab->high + slab->slack ? 2u : 0u) << 2 * s;
        }
    }
    for (int e = 0; e < face->edge_count; ++e) {
        const Edge4 *edge = &face->edges[e];
        const int p = edge->corners[0], q = edge->corners[1];
        if ((beyond[p] & beyond[q]) != 0) {
            continue;
        }
        Cut cut = {.from = 0.0f, .to = 1.0f};
        bool is_left = true;
        for (int s = 0; s < other->slab_count && is_left; ++s) {
            if (((beyond[p] | beyond[q]) >> 2 * s & 3) != 0) {
                is_left = cut_edge(&cut, &other->slabs[s], along[s][p], along[s][q]);
            }
        }
        if (is_left) {
            add_ends(pair, edge, cut, other, side);
        }
    }
}

static void clip(const FaceMatch *pair, const Face4 *face, const Face4 *other, float side)
{
    if (face->is_box && other->hull_count == 0) {
        clip_box(pair, face, other, side);
    } else {
        clip_edges(pair, face, other, side);
    }
}

void tum_face4_meet(const Face4 *a, const Face4 *b, Vec4 normal, float radius_a, float radius_b,
                    float margin, float same, Batch4 *batch)
{
    batch->normal = normal;
    const FaceMatch pair = {normal, radius_a + radius_b, 0.5f * (radius_a - radius_b), margin, same,
                            batch};
    clip(&pair, b, a, -1.0f);
    clip(&pair, a, b, 1.0f);
}
