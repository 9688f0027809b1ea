// SPDX-License-Identifier: MIT
// face4.c: faces of convex shapes in 4D and their contact points. Nearly every shape is a product
// of segments and discs, and so is its face: a factor that faces the direction gives a point, and a
// factor perpendicular to it stays whole. A disc or a ball is replaced by its inscribed cube, so
// that all these faces are boxes of 0 to 3 axes.
#include "collide4/face4.h"

#include "math/widen4.h"
#include "shape4/hull4.h"

// Sine of the greatest angle between a factor and the face, by FaceTolerance4. The cell nearest to
// a direction may be tilted by almost 45 degrees.
static const float sines[3] = {1e-3f, 0.02f, 0.7f};

static float *axis_of(Vec4 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : axis == 2 ? &v->z : &v->w;
}

enum { OF_A = 0x0a54, OF_B = 0x0b54, EDGE = 0x0e54, CUT = 0x0c54 };

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
        const Vec4 m = upright(face, directions[i], normal);
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
        const Vec4 m = upright(face, vec4_normalize_or(out, directions[0]), normal);
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

static Vec4 hull_vertex(const View4 *view, uint32_t i)
{
    const Vec4 local = vec4_narrow(hull4_vertex(view->shape->hull, i));
    return vec4_add(view->position, mat4_transform(view->rotation, local));
}

static Vec4 cell_normal(const View4 *view, uint32_t cell)
{
    return mat4_transform(view->rotation, view->shape->hull->normals[cell]);
}

static float cell_offset(const View4 *view, uint32_t cell, Vec4 turned)
{
    return view->shape->hull->offsets[cell] + vec4_dot(turned, view->position);
}

static void cell_face(const View4 *view, uint32_t cell, Vec4 normal, Face4 *face)
{
    const Hull4 *hull = view->shape->hull;
    begin_face(face, 3);
    face->normal = cell_normal(view, cell);
    face->offset = cell_offset(view, cell, face->normal);
    face->view = *view;
    face->item = cell;
    face->contact = normal;
    face->hull_count = (int)(hull->rim_first[cell + 1] - hull->rim_first[cell]);
}

static void polygon_face(const View4 *view, uint32_t polygon, Vec4 normal, float thin, Face4 *face)
{
    const Hull4 *hull = view->shape->hull;
    const uint32_t *v = &hull->face_vertices[hull->face_first[polygon]];
    const Vec4 corners[3] = {hull_vertex(view, v[0]), hull_vertex(view, v[1]),
                             hull_vertex(view, v[2])};
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
    const Vec4 ends[2] = {hull_vertex(view, names[0]), hull_vertex(view, names[1])};
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
    return (Edge4){{hull_vertex(&face->view, ends[0]), hull_vertex(&face->view, ends[1])},
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
    const Vec4 other = cell_normal(view, beside);
    // Within the cell's hyperplane, the neighbor's component along the cell's normal is constant.
    const float along = vec4_dot(other, face->normal);
    const Vec4 flat = vec4_add_scaled(other, face->normal, -along);
    const float flat_offset = cell_offset(view, beside, other) - along * face->offset;
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
    const Vec4 p = hull_vertex(&face->view, v[index]);
    const Vec4 edge = vec4_sub(hull_vertex(&face->view, v[(index + 1) % count]), p);
    const Vec4 next = vec4_sub(hull_vertex(&face->view, v[(index + 2) % count]), p);
    Vec4 out = vec4_sub(vec4_scale(face->plane[0], vec4_dot(edge, face->plane[1])),
                        vec4_scale(face->plane[1], vec4_dot(edge, face->plane[0])));
    out = vec4_normalize_or(out, face->plane[0]);
    out = vec4_dot(out, next) > 0.0f ? vec4_negate(out) : out;
    const Vec4 m = upright(face, out, face->contact);
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
