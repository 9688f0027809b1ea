// SPDX-License-Identifier: MIT
// Faces. Nearly every shape is a product of segments and discs, and so is its face: a factor that
// faces the direction gives a point, one at right angles to it stays whole. A disc or a ball stays
// as the cube that fits into it, so that all these faces are boxes of 0 to 3 axes.
#include "space4/face4.h"

#include "space4/pairs4.h"

// Sine of the angle up to which a factor lies in the face, as FaceReach4 says; the cell most nearly
// facing a direction may lean by nearly half a right angle.
static const float sines[3] = {1e-3f, 0.02f, 0.7f};

static float *axis_of(Vec4 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : axis == 2 ? &v->z : &v->w;
}

/// A box of up to three axes, in the frame of its shape.
typedef struct BoxFace {
    Vec4 center;
    int dimension;
    Vec4 axes[3];     ///< Unit, at right angles to each other.
    float half[3];    ///< [m]
    uint32_t name;    ///< Of the corner at the lower end of all axes.
    uint32_t bits[3]; ///< What the higher end of an axis adds to the name.
} BoxFace;

static Vec4 unit_axis(int axis)
{
    return vec4(axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f, axis == 2 ? 1.0f : 0.0f,
                axis == 3 ? 1.0f : 0.0f);
}

// The size of a direction within a factor: the axes of a curve, or one flat axis.
static float factor_size(const Shape4 *shape, Vec4 d, int axis)
{
    if (shape->group[axis] == 0) {
        return absolute(vec4_part(d, axis));
    }
    float squared = 0.0f;
    for (int i = 0; i < 4; ++i) {
        const float part = vec4_part(d, i);
        squared += shape->group[i] == shape->group[axis] ? part * part : 0.0f;
    }
    return square_root(squared);
}

static int axes_in_group(const Shape4 *shape, int axis)
{
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        count += shape->group[i] == shape->group[axis] ? 1 : 0;
    }
    return count;
}

// Half an edge of the cube in a superball of k axes: radius * k^(-1/n); of those between the
// exponents listed, that of the lower, which fits as well.
static float cube_share(int axes, double exponent)
{
    static const float of_two[5] = {1.0f, 1.0f, 0.70710678f, 0.57735027f, 0.5f};
    return exponent >= 2.0 ? of_two[axes] : 1.0f / (float)axes;
}

static void add_axis(BoxFace *face, Vec4 axis, float half, uint32_t bit)
{
    if (half > 0.0f && face->dimension < 3) {
        face->axes[face->dimension] = axis;
        face->half[face->dimension] = half;
        face->bits[face->dimension++] = bit;
    }
}

static BoxFace rounded_face(const Shape4 *shape, Vec4 d, float sine)
{
    BoxFace face = {.center = vec4_narrow(tum_shape4_core_support(shape, vec4_widen(d)))};
    float sizes[4], largest = 0.0f;
    for (int i = 0; i < 4; ++i) {
        sizes[i] = factor_size(shape, d, i);
        largest = maximum(sizes[i], largest);
    }
    for (int i = 0; i < 4; ++i) {
        const float half = (float)dvec4_part(shape->half, i);
        const float part = vec4_part(d, i);
        const uint32_t bit = 1u << i;
        const bool is_across = sizes[i] <= sine && sizes[i] < largest;
        if (is_across) {
            float whole = half;
            if (shape->group[i] != 0) {
                const double exponent = shape->exponents[shape->group[i] - 1];
                whole += (float)dvec4_part(shape->radii, i) *
                         cube_share(axes_in_group(shape, i), exponent);
            }
            *axis_of(&face.center, i) = 0.0f;
            add_axis(&face, unit_axis(i), whole, bit);
        } else if (shape->group[i] != 0 && absolute(part) <= minimum(sine, sines[FACE4_TIGHT]) &&
                   half > 0.0f) {
            // Round, and flat along this axis.
            *axis_of(&face.center, i) = 0.0f;
            add_axis(&face, unit_axis(i), half, bit);
        } else if (part >= 0.0f) {
            face.name |= bit;
        }
    }
    return face;
}

static BoxFace tapered_face(const Shape4 *shape, Vec4 d, float sine)
{
    const DVec4 direction = vec4_widen(d);
    const Shape4 ends[2] = {
        {.kind = SHAPE4_ROUNDED, .radii = shape->radii, .group = {1, 1, 1, 1}, .exponents = {2.0}},
        {.kind = SHAPE4_ROUNDED,
         .radii = shape->radii_top,
         .group = {1, 1, 1, 1},
         .exponents = {2.0}}};
    DVec4 bottom = tum_shape4_core_support(&ends[0], direction);
    DVec4 top = tum_shape4_core_support(&ends[1], direction);
    bottom.y -= shape->half_height;
    top.y += shape->half_height;
    const double drop = dvec4_dot(dvec4_sub(top, bottom), direction);
    const bool is_top = drop > 0.0;
    const DVec4 radii = is_top ? shape->radii_top : shape->radii;
    BoxFace face = {.center = vec4_narrow(is_top ? top : bottom), .name = is_top ? 2 : 0};
    const float aside = square_root(d.x * d.x + d.z * d.z + d.w * d.w);
    if (radii.y == 0.0 && aside <= sine && aside < absolute(d.y)) {
        face.center = vec4(0.0f, face.center.y, 0.0f, 0.0f);
        for (int i = 0; i < 4; ++i) {
            if (i != 1) {
                add_axis(&face, unit_axis(i), (float)dvec4_part(radii, i) * cube_share(3, 2.0),
                         1u << i);
            }
        }
        return face;
    }
    const DVec4 along = dvec4_scale(dvec4_sub(top, bottom), 0.5);
    const double length = dvec4_length(along);
    if (absolute64(drop) <= 2.0 * length * (double)minimum(sine, sines[FACE4_TIGHT])) {
        face.center = vec4_narrow(dvec4_scale(dvec4_add(top, bottom), 0.5));
        face.name = 0;
        add_axis(&face, vec4_narrow(dvec4_scale(along, 1.0 / length)), (float)length, 2);
    }
    return face;
}

// v without its part along unit directions at right angles to each other.
static Vec4 without(Vec4 v, const Vec4 *directions, int count)
{
    for (int i = 0; i < count; ++i) {
        v = vec4_add_scaled(v, directions[i], -vec4_dot(v, directions[i]));
    }
    return v;
}

// Unit directions at right angles to those given, until there are `wanted`.
static void complete(Vec4 *directions, int count, int wanted)
{
    while (count < wanted) {
        Vec4 best = {0};
        for (int i = 0; i < 4; ++i) {
            const Vec4 rest = without(unit_axis(i), directions, count);
            best = vec4_length_squared(rest) > vec4_length_squared(best) + 1e-3f ? rest : best;
        }
        best = without(best, directions, count);
        directions[count++] = vec4_normalize_or(best, unit_axis(0));
    }
}

// The hyperplane that holds directions of the face and leans as little as it can from the normal.
// Slabs at right angles to the normal of contact then come of the frame: along each direction of
// the face, sheared along the hyperplane's normal, and across what is left.
static void stand_face(Face4 *face, const Vec4 *directions, Vec4 center, Vec4 normal)
{
    face->normal = vec4_normalize_or(without(normal, directions, face->dimension), normal);
    face->offset = vec4_dot(face->normal, center);
}

static Vec4 upright(const Face4 *face, Vec4 direction, Vec4 normal)
{
    const float lean = vec4_dot(direction, normal) / vec4_dot(face->normal, normal);
    return vec4_add_scaled(direction, face->normal, -lean);
}

static void add_thin_slabs(Face4 *face, const Vec4 *directions, Vec4 center, float thin)
{
    Vec4 frame[4];
    for (int i = 0; i < face->dimension; ++i) {
        frame[i] = directions[i];
    }
    frame[face->dimension] = face->normal;
    complete(frame, face->dimension + 1, 4);
    for (int i = face->dimension + 1; i < 4; ++i) {
        const float at = vec4_dot(frame[i], center);
        face->slabs[face->slab_count++] = (Slab4){frame[i], at - thin, at + thin, 0, 0};
    }
}

static void box_face(const BoxFace *box, const View4 *view, Vec4 normal, float thin, Face4 *face)
{
    const int k = box->dimension;
    const Vec4 center = vec4_add(view->position, mat4_transform(view->rotation, box->center));
    Vec4 directions[3];
    for (int i = 0; i < k; ++i) {
        directions[i] = mat4_transform(view->rotation, box->axes[i]);
    }
    face->dimension = k;
    face->vertex_count = 1 << k;
    face->edge_count = 0;
    face->slab_count = 0;
    stand_face(face, directions, center, normal);
    for (int v = 0; v < 1 << k; ++v) {
        Vec4 p = center;
        uint32_t name = box->name;
        for (int i = 0; i < k; ++i) {
            p = vec4_add_scaled(p, directions[i], (v >> i & 1) != 0 ? box->half[i] : -box->half[i]);
            name |= (v >> i & 1) != 0 ? box->bits[i] : 0;
            if ((v >> i & 1) == 0) {
                face->edges[face->edge_count][0] = (uint8_t)v;
                face->edges[face->edge_count++][1] = (uint8_t)(v | 1 << i);
            }
        }
        face->vertices[v] = p;
        face->names[v] = name;
    }
    if (k == 0) {
        face->edges[face->edge_count][0] = 0;
        face->edges[face->edge_count++][1] = 0;
    }
    for (int i = 0; i < k; ++i) {
        const Vec4 m = upright(face, directions[i], normal);
        const float at = vec4_dot(m, center);
        face->slabs[face->slab_count++] = (Slab4){m, at - box->half[i], at + box->half[i],
                                                  2 * box->bits[i], 2 * box->bits[i] + 1};
    }
    if (k < 3) {
        add_thin_slabs(face, directions, center, thin);
    }
}

void tum_face4_of_shape(const View4 *view, Vec4 toward, Vec4 normal, FaceReach4 reach, float thin,
                        Face4 *face)
{
    const Vec4 local = mat4_transform_transposed(view->rotation, toward);
    const float sine = sines[reach];
    const BoxFace box = view->shape->kind == SHAPE4_TAPERED
                            ? tapered_face(view->shape, local, sine)
                            : rounded_face(view->shape, local, sine);
    box_face(&box, view, normal, thin, face);
}

/// What stays the same while two faces meet.
typedef struct Meeting {
    Vec4 normal;
    float radii, lean; ///< Sum of the radii, half their difference.
    float margin, same;
    Batch4 *batch;
} Meeting;

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

// A point of one core, `other` being the face it meets; `side` is 1 for points of A, -1 of B.
static void add_point(const Meeting *meeting, const Face4 *other, float side, Vec4 p, uint32_t name)
{
    const float gap = side * (other->offset - vec4_dot(other->normal, p)) /
                      vec4_dot(other->normal, meeting->normal);
    const float separation = gap - meeting->radii;
    if (!(separation <= meeting->margin)) {
        return;
    }
    const Vec4 middle = vec4_add_scaled(p, meeting->normal, 0.5f * side * gap + meeting->lean);
    if (!is_known(meeting->batch, middle, meeting->same)) {
        tum_batch4_add(meeting->batch, (TouchPoint4){middle, separation, name});
    }
}

enum { OF_A = 0x0a54, OF_B = 0x0b54, EDGE = 0x0e54, CUT = 0x0c54 };

static uint32_t edge_name(const Face4 *face, int edge)
{
    return tum_feature4(tum_feature4(EDGE, face->names[face->edges[edge][0]]),
                        face->names[face->edges[edge][1]]);
}

/// An edge within slabs: from..to of its length, and what cut it there.
typedef struct Cut {
    float from, to;
    int from_slab, to_slab; ///< -1: the edge's own end.
    bool from_high, to_high;
} Cut;

static bool cut_edge(Cut *cut, const Slab4 *slab, int index, float start, float end)
{
    if ((start < slab->low && end < slab->low) || (start > slab->high && end > slab->high)) {
        return false;
    }
    const float change = end - start;
    if ((start < slab->low) || (start > slab->high)) {
        const bool is_high = start > slab->high;
        const float t = ((is_high ? slab->high : slab->low) - start) / change;
        if (t > cut->from) {
            cut->from = t;
            cut->from_slab = index;
            cut->from_high = is_high;
        }
    }
    if ((end < slab->low) || (end > slab->high)) {
        const bool is_high = end > slab->high;
        const float t = ((is_high ? slab->high : slab->low) - start) / change;
        if (t < cut->to) {
            cut->to = t;
            cut->to_slab = index;
            cut->to_high = is_high;
        }
    }
    return cut->from <= cut->to;
}

// A vertex keeps its name whatever it stands on; where an edge is cut, both that meet there name
// the point.
static uint32_t end_name(const Face4 *face, int edge, int end, const Face4 *other, int slab,
                         bool is_high, uint32_t side)
{
    if (slab < 0) {
        return tum_feature4(side, face->names[face->edges[edge][end]]);
    }
    const Slab4 *cutter = &other->slabs[slab];
    return tum_feature4(tum_feature4(side ^ CUT, edge_name(face, edge)),
                        is_high ? cutter->name_high : cutter->name_low);
}

static void clip_edges(const Meeting *meeting, const Face4 *face, const Face4 *other, float side)
{
    const uint32_t of = side > 0.0f ? OF_A : OF_B;
    float along[FACE4_VERTICES][4];
    const bool is_boxy = other->slab_count <= 4;
    for (int v = 0; is_boxy && v < face->vertex_count; ++v) {
        for (int s = 0; s < other->slab_count; ++s) {
            along[v][s] = vec4_dot(other->slabs[s].normal, face->vertices[v]);
        }
    }
    for (int e = 0; e < face->edge_count; ++e) {
        const int i = face->edges[e][0], k = face->edges[e][1];
        const Vec4 p = face->vertices[i], q = face->vertices[k];
        Cut cut = {0.0f, 1.0f, -1, -1, false, false};
        bool is_left = true;
        for (int s = 0; is_left && s < other->slab_count; ++s) {
            const Slab4 *slab = &other->slabs[s];
            const float start = is_boxy ? along[i][s] : vec4_dot(slab->normal, p);
            const float end = is_boxy ? along[k][s] : vec4_dot(slab->normal, q);
            is_left = cut_edge(&cut, slab, s, start, end);
        }
        if (!is_left) {
            continue;
        }
        const Vec4 edge = vec4_sub(q, p);
        // What an edge has within a face's little thickness is the point where it goes through.
        if ((cut.to - cut.from) * vec4_length(edge) <= meeting->same) {
            cut.from = cut.to = 0.5f * (cut.from + cut.to);
        }
        add_point(meeting, other, side, vec4_add_scaled(p, edge, cut.from),
                  end_name(face, e, 0, other, cut.from_slab, cut.from_high, of));
        if (cut.from < cut.to) {
            add_point(meeting, other, side, vec4_add_scaled(p, edge, cut.to),
                      end_name(face, e, 1, other, cut.to_slab, cut.to_high, of));
        }
    }
}

void tum_face4_meet(const Face4 *a, const Face4 *b, Vec4 normal, float radius_a, float radius_b,
                    float margin, float same, Batch4 *batch)
{
    batch->normal = normal;
    const Meeting meeting = {
        normal, radius_a + radius_b, 0.5f * (radius_a - radius_b), margin, same, batch};
    clip_edges(&meeting, b, a, -1.0f);
    clip_edges(&meeting, a, b, 1.0f);
}
