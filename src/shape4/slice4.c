// SPDX-License-Identifier: MIT
// slice4.c: slices of 4D shapes by a hyperplane, for drawing.
#include "shape4/slice4.h"

#include "math/scalar.h"
#include "math/widen4.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"

static DVec3 without_w(DVec4 p)
{
    return (DVec3){p.x, p.y, p.z};
}

static bool is_above(DVec4 p, double w)
{
    return p.w >= w;
}

// The point between two points on either side where the hyperplane is crossed.
static DVec3 crossing(DVec4 a, DVec4 b, double w)
{
    const double part = (w - a.w) / (b.w - a.w);
    return without_w(dvec4_add_scaled(a, dvec4_sub(b, a), part));
}

// Bit k of a corner's number: the corner lies at +half along axis k. An edge is its lower corner
// and its axis.
enum { CORNERS = 16, AXES = 4 };

static void add_edge(BoxSlice4 *slice, uint8_t vertex_of[CORNERS][AXES], int corner, int a, int b)
{
    // The four edges of the 2-face, two along a and two along b.
    const int edges[4][2] = {{corner, a}, {corner, b}, {corner | 1 << b, a}, {corner | 1 << a, b}};
    SliceEdge4 edge = {.cell = {0, 0}};
    int found = 0;
    for (int i = 0; i < 4; ++i) {
        const uint8_t vertex = vertex_of[edges[i][0]][edges[i][1]];
        if (vertex > 0 && found < 2) {
            edge.vertex[found++] = (uint8_t)(vertex - 1);
        }
    }
    if (found < 2) {
        return;
    }
    int count = 0;
    for (int axis = 0; axis < AXES; ++axis) {
        if (axis != a && axis != b) {
            edge.cell[count++] = (uint8_t)(2 * axis + (corner >> axis & 1));
        }
    }
    slice->edges[slice->edge_count++] = edge;
}

BoxSlice4 tum_slice4_box(DVec4 half, DPose4 pose, double w)
{
    DVec4 corners[CORNERS];
    uint8_t vertex_of[CORNERS][AXES] = {{0}}; // 1 + the vertex on the edge; 0: none.
    BoxSlice4 slice = {.vertex_count = 0};
    for (int i = 0; i < CORNERS; ++i) {
        const DVec4 signs = {(i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0,
                             (i & 4) != 0 ? 1.0 : -1.0, (i & 8) != 0 ? 1.0 : -1.0};
        corners[i] = dpose4_transform(pose, dvec4_multiply(signs, half));
    }
    for (int i = 0; i < CORNERS; ++i) {
        for (int axis = 0; axis < AXES; ++axis) {
            const int other = i | 1 << axis;
            if (other != i && is_above(corners[i], w) != is_above(corners[other], w)) {
                slice.vertices[slice.vertex_count++] = crossing(corners[i], corners[other], w);
                vertex_of[i][axis] = (uint8_t)slice.vertex_count;
            }
        }
    }
    for (int i = 0; i < CORNERS && slice.vertex_count > 0; ++i) {
        for (int a = 0; a < AXES; ++a) {
            for (int b = a + 1; b < AXES; ++b) {
                if ((i & (1 << a | 1 << b)) == 0) {
                    add_edge(&slice, vertex_of, i, a, b);
                }
            }
        }
    }
    return slice;
}

// Joins each corner above the hyperplane with each corner below it.
int tum_slice4_tetrahedron(const DVec4 corners[4], double w, DVec3 polygon[SLICE4_CORNERS])
{
    int above[4], below[4], above_count = 0, below_count = 0;
    for (int i = 0; i < 4; ++i) {
        if (is_above(corners[i], w)) {
            above[above_count++] = i;
        } else {
            below[below_count++] = i;
        }
    }
    int count = 0;
    for (int i = 0; i < above_count; ++i) {
        for (int k = 0; k < below_count; ++k) {
            // Alternate directions keep the corners of a quadrangle in order around it.
            const int turned = i % 2 == 0 ? k : below_count - 1 - k;
            polygon[count++] = crossing(corners[above[i]], corners[below[turned]], w);
        }
    }
    return count;
}

// The support point along (1 - |t|) u + t e_w: its w increases with t.
static DVec4 support_at(const Shape4 *shape, DPose4 pose, DVec3 u, double t)
{
    const double part = 1.0 - absolute64(t);
    const DVec4 direction = {part * u.x, part * u.y, part * u.z, t};
    return dpose4_transform(
        pose, tum_shape4_support(shape, drotation4_unrotate(pose.rotation, direction)));
}

enum { HALVINGS = 60 };

// h(u + s e_w) - s w has its minimum in s where the support point lies in the hyperplane. At flat
// faces the support point jumps across; the result then lies between the last points on either
// side.
bool tum_slice4_support(const Shape4 *shape, DPose4 pose, double w, DVec3 direction, DVec3 *point)
{
    const DVec3 u = dvec3_normalize_or(direction, (DVec3){1.0, 0.0, 0.0});
    double low = -1.0, high = 1.0;
    DVec4 below = support_at(shape, pose, u, low), above = support_at(shape, pose, u, high);
    if (is_above(below, w) || !is_above(above, w)) {
        return false;
    }
    for (int i = 0; i < HALVINGS; ++i) {
        const double middle = 0.5 * (low + high);
        const DVec4 p = support_at(shape, pose, u, middle);
        if (is_above(p, w)) {
            above = p;
            high = middle;
        } else {
            below = p;
            low = middle;
        }
    }
    *point = crossing(below, above, w);
    return true;
}

typedef struct Pen4 {
    SliceLine4 *line;
    void *user;
} Pen4;

static void draw_polygon(const Pen4 *pen, const DVec3 *corners, int count)
{
    for (int i = 0; i < count; ++i) {
        pen->line(pen->user, corners[i], corners[(i + 1) % count]);
    }
}

static void draw_box(const Pen4 *pen, DVec4 half, DPose4 pose, double w)
{
    const BoxSlice4 slice = tum_slice4_box(half, pose, w);
    for (int i = 0; i < slice.edge_count; ++i) {
        pen->line(pen->user, slice.vertices[slice.edges[i].vertex[0]],
                  slice.vertices[slice.edges[i].vertex[1]]);
    }
}

// A 2-face of a hull is a convex polygon: the hyperplane cuts it in at most one line.
static void draw_hull(const Pen4 *pen, const Hull4 *hull, DPose4 pose, double w)
{
    for (uint32_t face = 0; face < hull->face_count; ++face) {
        const uint32_t first = hull->face_first[face], next = hull->face_first[face + 1];
        DVec4 before = dpose4_transform(pose, hull4_vertex(hull, hull->face_vertices[next - 1]));
        DVec3 ends[2];
        int count = 0;
        for (uint32_t i = first; i < next; ++i) {
            const DVec4 p = dpose4_transform(pose, hull4_vertex(hull, hull->face_vertices[i]));
            if (is_above(p, w) != is_above(before, w) && count < 2) {
                ends[count++] = crossing(before, p, w);
            }
            before = p;
        }
        if (count == 2) {
            pen->line(pen->user, ends[0], ends[1]);
        }
    }
}

static void draw_mesh(const Pen4 *pen, const Mesh4 *mesh, DPose4 pose, double w)
{
    for (uint32_t i = 0; i < mesh->tetrahedron_count; ++i) {
        DVec4 corners[4];
        DVec3 polygon[SLICE4_CORNERS];
        for (int k = 0; k < 4; ++k) {
            corners[k] = dpose4_transform(pose, vec4_widen(mesh4_corner(mesh, i, k)));
        }
        draw_polygon(pen, polygon, tum_slice4_tetrahedron(corners, w, polygon));
    }
}

static const double PLANE_EXTENT = 10.0; // [m] From the point nearest to the plane's origin.
static const double FLATTEST = 1e-6;     // A plane nearly parallel to the hyperplane has no slice.
enum { PLANE_LINES = 11 };

bool tum_slice4_plane(DPose4 pose, double w, DVec3 *middle, DVec3 *normal)
{
    const DVec4 up = drotation4_rotate(pose.rotation, (DVec4){0.0, 1.0, 0.0, 0.0});
    const DVec3 across = without_w(up);
    const double squared = dvec3_length_squared(across);
    if (squared < FLATTEST * FLATTEST) {
        return false;
    }
    const double height = up.w * (w - pose.position.w); // of the projected origin
    *middle = dvec3_add_scaled(without_w(pose.position), across, -height / squared);
    *normal = dvec3_scale(across, 1.0 / square_root64(squared));
    return true;
}

static void draw_plane(const Pen4 *pen, DPose4 pose, double w)
{
    DVec3 middle, n;
    if (!tum_slice4_plane(pose, w, &middle, &n)) {
        return;
    }
    const DVec3 a = dvec3_perpendicular(n), b = dvec3_cross(n, a);
    for (int i = 0; i < PLANE_LINES; ++i) {
        const double at = PLANE_EXTENT * (2.0 * (double)i / (double)(PLANE_LINES - 1) - 1.0);
        const DVec3 on_a = dvec3_add_scaled(middle, a, at);
        const DVec3 on_b = dvec3_add_scaled(middle, b, at);
        pen->line(pen->user, dvec3_add_scaled(on_a, b, -PLANE_EXTENT),
                  dvec3_add_scaled(on_a, b, PLANE_EXTENT));
        pen->line(pen->user, dvec3_add_scaled(on_b, a, -PLANE_EXTENT),
                  dvec3_add_scaled(on_b, a, PLANE_EXTENT));
    }
}

// Points with integer coordinates on the octahedron |x| + |y| + |z| = n. Two are neighbours if
// their differences are 1 in two coordinates and 0 in the third.
enum { N = SLICE4_LATTICE, DIRECTIONS = 4 * N * N + 2 };

typedef struct Direction {
    int x, y, z;
} Direction;

static int list_directions(Direction directions[DIRECTIONS])
{
    int count = 0;
    for (int x = -N; x <= N; ++x) {
        for (int y = -N; y <= N; ++y) {
            const int z = N - (x < 0 ? -x : x) - (y < 0 ? -y : y);
            if (z >= 0) {
                directions[count++] = (Direction){x, y, z};
            }
            if (z > 0) {
                directions[count++] = (Direction){x, y, -z};
            }
        }
    }
    return count;
}

static bool are_neighbours(Direction a, Direction b)
{
    const int x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x <= 1 && y * y <= 1 && z * z <= 1 && x * x + y * y + z * z == 2;
}

static void draw_round(const Pen4 *pen, const Shape4 *shape, DPose4 pose, double w)
{
    Direction directions[DIRECTIONS];
    DVec3 points[DIRECTIONS];
    const int count = list_directions(directions);
    for (int i = 0; i < count; ++i) {
        const Direction d = directions[i];
        if (!tum_slice4_support(shape, pose, w, (DVec3){(double)d.x, (double)d.y, (double)d.z},
                                &points[i])) {
            return;
        }
    }
    for (int i = 0; i < count; ++i) {
        for (int k = i + 1; k < count; ++k) {
            if (are_neighbours(directions[i], directions[k])) {
                pen->line(pen->user, points[i], points[k]);
            }
        }
    }
}

void tum_slice4(const Shape4 *shape, DPose4 pose, double w, SliceLine4 *line, void *user)
{
    const Pen4 pen = {line, user};
    if (slice4_is_box(shape)) {
        draw_box(&pen, shape->half, pose, w);
    } else if (shape->kind == SHAPE4_POINTS && shape->hull != NULL && shape->hull->face_count > 0) {
        draw_hull(&pen, shape->hull, pose, w);
    } else if (shape->kind == SHAPE4_MESH) {
        draw_mesh(&pen, shape->mesh, pose, w);
    } else if (shape->kind == SHAPE4_PLANE) {
        draw_plane(&pen, pose, w);
    } else {
        draw_round(&pen, shape, pose, w);
    }
}
