// SPDX-License-Identifier: MIT
// face4.c: faces of convex shapes in 4D. Nearly every shape is a product
// of segments and discs, and so is its face: a factor that faces the direction gives a point, and a
// factor perpendicular to it stays whole. A disc or a ball is replaced by its inscribed cube, so
// that all these faces are boxes of 0 to 3 axes.
#include "collide4/face4.h"

// Sine of the greatest angle between a factor and the face, by FaceTolerance4. The cell nearest to
// a direction may be tilted by almost 45 degrees.
static const float sines[3] = {1e-3f, 0.02f, 0.7f};

static float *axis_of(Vec4 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : axis == 2 ? &v->z : &v->w;
}

/// A box of up to three axes, in the frame of its shape.
typedef struct BoxFace {
    Vec4 center;
    int dimension;
    Vec4 axes[3];     ///< Unit, perpendicular to each other.
    float half[3];    ///< [m]
    uint32_t name;    ///< Name of the corner at the lower end of all axes.
    uint32_t bits[3]; ///< Bit added to the name at the upper end of an axis.
} BoxFace;

static Vec4 unit_axis(int axis)
{
    return vec4(axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f, axis == 2 ? 1.0f : 0.0f,
                axis == 3 ? 1.0f : 0.0f);
}

// Length of a direction within a factor: the axes of a curve, or one flat axis.
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

// Half edge of the cube in a superball of k axes: radius * k^(-1/n). An exponent between the listed
// ones takes the value of the lower one, whose cube also fits.
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

// A box without curves, in which every axis is a factor.
static BoxFace plain_face(const Shape4 *shape, Vec4 d, float sine)
{
    const Vec4 half = vec4_narrow(shape->half), size = vec4_absolute(d);
    const float largest = maximum(maximum(size.x, size.y), maximum(size.z, size.w));
    BoxFace face = {.center = {.x = 0.0f}};
    for (int i = 0; i < 4; ++i) {
        const float part = vec4_part(d, i), own = vec4_part(half, i);
        if (absolute(part) <= sine && absolute(part) < largest) {
            add_axis(&face, unit_axis(i), own, 1u << i);
        } else {
            *axis_of(&face.center, i) = part < 0.0f ? -own : own;
            face.name |= part < 0.0f ? 0 : 1u << i;
        }
    }
    return face;
}

static BoxFace rounded_face(const Shape4 *shape, Vec4 d, float sine)
{
    if (shape->exponents[0] == 0.0) {
        return plain_face(shape, d, sine);
    }
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
            // Round in the group, but flat along this axis.
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

// v without its components along perpendicular unit directions.
static Vec4 without(Vec4 v, const Vec4 *directions, int count)
{
    for (int i = 0; i < count; ++i) {
        v = vec4_add_scaled(v, directions[i], -vec4_dot(v, directions[i]));
    }
    return v;
}

// Adds perpendicular unit directions up to a count of `wanted`.
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

// Sets the hyperplane that contains the directions of the face and is tilted as little as possible
// from the contact normal. Slabs perpendicular to the contact normal follow from this frame: along
// each direction of the face, sheared along the hyperplane's normal, and across the remaining
// directions.
static void stand_face(Face4 *face, const Vec4 *directions, Vec4 center, Vec4 normal)
{
    Vec4 across = face->dimension == 3
                      ? vec4_perpendicular(directions[0], directions[1], directions[2])
                      : vec4_normalize_or(without(normal, directions, face->dimension), normal);
    across = vec4_dot(across, normal) < 0.0f ? vec4_negate(across) : across;
    face->normal = across;
    face->offset = vec4_dot(face->normal, center);
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
        face->slabs[face->slab_count++] = (Slab4){frame[i], at - thin, at + thin, 0.0f, 0, 0};
    }
}

static void begin_face(Face4 *face, int dimension)
{
    face->dimension = dimension;
    face->edge_count = 0;
    face->slab_count = 0;
    face->hull_count = 0;
    face->is_box = false;
}

static Edge4 *add_edge(Face4 *face, Vec4 p, uint32_t name_p, Vec4 q, uint32_t name_q)
{
    Edge4 *edge = &face->edges[face->edge_count++];
    *edge = (Edge4){{p, q}, {name_p, name_q}, {0, 0}, {true, true}};
    return edge;
}

static void box_face(const BoxFace *box, const View4 *view, Vec4 normal, float thin, float slack,
                     Face4 *face)
{
    const int k = box->dimension;
    const Vec4 center = vec4_add(view->position, mat4_transform(view->rotation, box->center));
    Vec4 directions[3];
    for (int i = 0; i < 3; ++i) {
        directions[i] = i < k ? mat4_transform(view->rotation, box->axes[i]) : (Vec4){0};
    }
    begin_face(face, k);
    stand_face(face, directions, center, normal);
    face->is_box = k == 3;
    face->center = center;
    for (int i = 0; i < k; ++i) {
        face->arms[i] = vec4_scale(directions[i], box->half[i]);
    }
    Vec4 corners[8];
    uint32_t names[8];
    for (int v = 0; v < 1 << k; ++v) {
        corners[v] = center;
        names[v] = box->name;
        for (int i = 0; i < k; ++i) {
            const bool is_high = (v >> i & 1) != 0;
            corners[v] =
                vec4_add_scaled(corners[v], directions[i], is_high ? box->half[i] : -box->half[i]);
            names[v] |= is_high ? box->bits[i] : 0;
        }
    }
    for (int v = 0; v < 1 << k; ++v) {
        for (int i = 0; i < k; ++i) {
            const int other = v | 1 << i, lower = (1 << i) - 1;
            if (other != v) {
                // The edge along the lowest axis from a corner gives the corner's point; the last
                // corner has no such edge.
                Edge4 *edge = add_edge(face, corners[v], names[v], corners[other], names[other]);
                edge->corners[0] = (uint8_t)v;
                edge->corners[1] = (uint8_t)other;
                edge->gives[0] = (v & lower) == lower;
                edge->gives[1] = i == 0 && other == (1 << k) - 1;
            }
        }
    }
    if (k == 0) {
        add_edge(face, center, box->name, center, box->name);
    }
    for (int i = 0; i < k; ++i) {
        const Vec4 m = face4_upright(face, directions[i], normal);
        const float at = vec4_dot(m, center), half = box->half[i];
        face->slabs[face->slab_count++] =
            (Slab4){m, at - half, at + half, slack, 2 * box->bits[i], 2 * box->bits[i] + 1};
    }
    if (k < 3) {
        add_thin_slabs(face, directions, center, thin);
    }
}

// Perpendicular unit directions that span the edges from the first corner.
static int span(const Vec4 *corners, int count, Vec4 *directions)
{
    int found = 0;
    for (int i = 1; i < count && found < 3; ++i) {
        const Vec4 edge = vec4_sub(corners[i], corners[0]);
        Vec4 rest = without(edge, directions, found);
        rest = without(rest, directions, found);
        if (vec4_length_squared(rest) > 1e-8f * vec4_length_squared(edge)) {
            directions[found++] = vec4_normalize_or(rest, unit_axis(0));
        }
    }
    return found;
}

void tum_face4_of_simplex(const Vec4 *corners, const uint32_t *names, int count, Vec4 normal,
                          float thin, Face4 *face)
{
    Vec4 directions[3];
    begin_face(face, span(corners, count, directions));
    stand_face(face, directions, corners[0], normal);
    for (int i = 0; i < count; ++i) {
        for (int k = i + 1; k < count; ++k) {
            add_edge(face, corners[i], names[i], corners[k], names[k]);
        }
    }
    if (count == 1) {
        add_edge(face, corners[0], names[0], corners[0], names[0]);
    }
    // The side opposite to each corner: the slab direction is the corner's direction from the side,
    // within the simplex.
    for (int i = 0; i < count && face->dimension == count - 1 && count > 1; ++i) {
        Vec4 others[3], across[3];
        for (int k = 0, n = 0; k < count; ++k) {
            if (k != i) {
                others[n++] = corners[k];
            }
        }
        const int rank = span(others, count - 1, across);
        const Vec4 out = without(vec4_sub(corners[i], others[0]), across, rank);
        const Vec4 m = face4_upright(face, vec4_normalize_or(out, directions[0]), normal);
        // The slab is slightly larger than the simplex, so that there is no gap between neighbors
        // in a mesh.
        face->slabs[face->slab_count++] =
            (Slab4){m,    vec4_dot(m, others[0]) - thin, vec4_dot(m, corners[i]) + thin,
                    0.0f, tum_feature4(OF_A, names[i]),  tum_feature4(OF_B, names[i])};
    }
    if (face->dimension < 3) {
        add_thin_slabs(face, directions, corners[0], thin);
    }
}

static void cell_face(const View4 *view, uint32_t cell, Vec4 normal, Face4 *face)
{
    const Hull4 *hull = view->shape->hull;
    begin_face(face, 3);
    face->normal = face4_cell_normal(view, cell);
    face->offset = face4_cell_offset(view, cell, face->normal);
    face->view = *view;
    face->item = cell;
    face->contact = normal;
    face->hull_count = (int)(hull->rim_first[cell + 1] - hull->rim_first[cell]);
}

static void polygon_face(const View4 *view, uint32_t polygon, Vec4 normal, float thin, Face4 *face)
{
    const Hull4 *hull = view->shape->hull;
    const uint32_t *v = &hull->face_vertices[hull->face_first[polygon]];
    const Vec4 corners[3] = {face4_hull_vertex(view, v[0]), face4_hull_vertex(view, v[1]),
                             face4_hull_vertex(view, v[2])};
    begin_face(face, 2);
    Vec4 directions[3];
    if (span(corners, 3, directions) < 2) {
        complete(directions, 1, 2);
    }
    stand_face(face, directions, corners[0], normal);
    add_thin_slabs(face, directions, corners[0], thin);
    face->view = *view;
    face->item = polygon;
    face->contact = normal;
    face->plane[0] = directions[0];
    face->plane[1] = directions[1];
    face->hull_count = (int)(hull->face_first[polygon + 1] - hull->face_first[polygon]);
}

// True when the polygon contains `top`, and no vertex lies farther below it than the distance
// between both times the sine.
static bool is_level(const Hull4 *hull, uint32_t polygon, DVec4 toward, uint32_t top, double sine)
{
    const DVec4 peak = hull4_vertex(hull, top);
    bool has_top = false;
    for (uint32_t i = hull->face_first[polygon]; i < hull->face_first[polygon + 1]; ++i) {
        const DVec4 edge_to_peak = dvec4_sub(peak, hull4_vertex(hull, hull->face_vertices[i]));
        if (dvec4_dot(edge_to_peak, toward) > sine * dvec4_length(edge_to_peak)) {
            return false;
        }
        has_top = has_top || hull->face_vertices[i] == top;
    }
    return has_top;
}

// The part of a hull that faces a direction: the cell, else a level polygon around the farthest
// vertex, else a level edge from there, else the vertex.
static void hull_face(const View4 *view, Vec4 local, Vec4 normal, FaceTolerance4 tolerance,
                      float thin, Face4 *face)
{
    const Hull4 *hull = view->shape->hull;
    uint32_t cell = 0;
    for (uint32_t c = 1; c < hull->cell_count; ++c) {
        cell = vec4_dot(hull->normals[c], local) > vec4_dot(hull->normals[cell], local) ? c : cell;
    }
    if (vec4_dot(hull->normals[cell], local) >=
        square_root(1.0f - sines[tolerance] * sines[tolerance])) {
        cell_face(view, cell, normal, face);
        return;
    }
    const FaceTolerance4 level = tolerance == FACE4_WIDE ? FACE4_TIGHT : tolerance;
    const DVec4 toward = vec4_widen(local);
    const double sine = (double)sines[level];
    const uint32_t top = tum_hull4_support(hull, toward);
    for (uint32_t f = 0; f < hull->face_count; ++f) {
        if (is_level(hull, f, toward, top, sine)) {
            polygon_face(view, f, normal, thin, face);
            return;
        }
    }
    const DVec4 peak = hull4_vertex(hull, top);
    uint32_t names[2] = {top, top};
    double best = sine;
    for (uint32_t n = hull->neighbor_first[top]; n < hull->neighbor_first[top + 1]; ++n) {
        const DVec4 edge_to_peak = dvec4_sub(peak, hull4_vertex(hull, hull->neighbors[n]));
        const double slope = dvec4_dot(edge_to_peak, toward) / dvec4_length(edge_to_peak);
        if (slope < best) {
            best = slope;
            names[1] = hull->neighbors[n];
        }
    }
    const Vec4 ends[2] = {face4_hull_vertex(view, names[0]), face4_hull_vertex(view, names[1])};
    tum_face4_of_simplex(ends, names, names[0] == names[1] ? 1 : 2, normal, thin, face);
}

static Vec4 point_at(const Shape4 *shape, size_t i)
{
    const double *p = &shape->points[4 * i];
    return vec4((float)p[0], (float)p[1], (float)p[2], (float)p[3]);
}

// For a simplex, the corners level with the farthest; for other points, only the farthest.
static void points_face(const View4 *view, Vec4 local, Vec4 normal, FaceTolerance4 tolerance,
                        float thin, Face4 *face)
{
    const Shape4 *shape = view->shape;
    size_t top = 0;
    for (size_t i = 1; i < shape->point_count; ++i) {
        const Vec4 rise = vec4_sub(point_at(shape, i), point_at(shape, top));
        top = vec4_dot(rise, local) > 0.0f ? i : top;
    }
    const Vec4 peak = point_at(shape, top);
    Vec4 corners[4];
    uint32_t names[4];
    int count = 0;
    for (size_t i = 0; i < shape->point_count; ++i) {
        const Vec4 p = point_at(shape, i), edge_to_peak = vec4_sub(peak, p);
        const bool is_level =
            shape->point_count <= 4 &&
            vec4_dot(edge_to_peak, local) <= sines[tolerance] * vec4_length(edge_to_peak);
        if (i == top || is_level) {
            corners[count] = vec4_add(view->position, mat4_transform(view->rotation, p));
            names[count++] = shape->names != NULL ? shape->names[i] : (uint32_t)i;
        }
    }
    tum_face4_of_simplex(corners, names, count, normal, thin, face);
}

void tum_face4_of_shape(const View4 *view, Vec4 toward, Vec4 normal, FaceTolerance4 tolerance,
                        float thin, float slack, Face4 *face)
{
    const Vec4 local = mat4_transform_transposed(view->rotation, toward);
    const Shape4 *shape = view->shape;
    if (shape->kind == SHAPE4_ROUNDED || shape->kind == SHAPE4_TAPERED) {
        const BoxFace box = shape->kind == SHAPE4_TAPERED
                                ? tapered_face(shape, local, sines[tolerance])
                                : rounded_face(shape, local, sines[tolerance]);
        box_face(&box, view, normal, thin, slack, face);
    } else if (shape->hull != NULL && shape->hull->cell_count > 0) {
        hull_face(view, local, normal, tolerance, thin, face);
    } else {
        points_face(view, local, normal, tolerance, thin, face);
    }
}
