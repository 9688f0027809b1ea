// SPDX-License-Identifier: MIT
// solid4.c: sections of the colliders of a 4D world as filled solids; in the full module alone.
//
// Sections of convex shapes are convex. A box and a hull with cells give one polygon a cell; the
// section of a ball is a ball; other convex shapes are sampled by their support points, whose
// directions are the normals there.
#include "math/scalar.h"
#include "math/widen3.h"
#include "math/widen4.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"
#include "shape4/slice4.h"
#include "solid.h"
#include "world/public4.h"
#include "world/world_data.h"

static const double PLANE_EXTENT = 20.0; // [m] From the point nearest to the plane's origin.

enum { MOST_CORNERS = 64, LATTICE = 6 };

/// Points of a section that lie in one plane, in any order.
typedef struct Polygon {
    DVec3 corners[MOST_CORNERS];
    int count;
} Polygon;

static void polygon_add(Polygon *polygon, DVec3 p)
{
    if (polygon->count < MOST_CORNERS) {
        polygon->corners[polygon->count++] = p;
    }
}

// Angle-like number of a direction in a plane with axes a and b, rising once around it.
static double turn_of(DVec3 d, DVec3 a, DVec3 b)
{
    const double x = dvec3_dot(d, a), y = dvec3_dot(d, b);
    const double sum = absolute64(x) + absolute64(y);
    const double part = sum > 0.0 ? y / sum : 0.0;
    return x >= 0.0 ? part : 2.0 - part;
}

// A convex polygon: its corners are sorted around their mean, counter-clockwise around the normal.
static void put_polygon(WebSolids *solids, Polygon *polygon, DVec3 normal)
{
    if (polygon->count < 3 || !(dvec3_length_squared(normal) > 0.0)) {
        return;
    }
    const DVec3 n = dvec3_normalize_or(normal, (DVec3){0.0, 1.0, 0.0});
    const DVec3 a = dvec3_perpendicular(n), b = dvec3_cross(n, a);
    DVec3 mean = {0.0, 0.0, 0.0};
    double turns[MOST_CORNERS];
    Vec3 sorted[MOST_CORNERS];
    for (int i = 0; i < polygon->count; ++i) {
        mean = dvec3_add_scaled(mean, polygon->corners[i], 1.0 / (double)polygon->count);
    }
    for (int i = 0; i < polygon->count; ++i) {
        const double turn = turn_of(dvec3_sub(polygon->corners[i], mean), a, b);
        int at = i;
        for (; at > 0 && turns[at - 1] > turn; --at) {
            turns[at] = turns[at - 1];
            sorted[at] = sorted[at - 1];
        }
        turns[at] = turn;
        sorted[at] = vec3_narrow(polygon->corners[i]);
    }
    web_solid_polygon(solids, sorted, polygon->count, vec3_narrow(n));
}

static DVec3 without_w(DVec4 p)
{
    return (DVec3){p.x, p.y, p.z};
}

// The cell 2 * axis lies at -half along the axis, the next one at +half.
static void put_box(WebSolids *solids, DVec4 half, DPose4 pose, double w)
{
    static const DVec4 axes[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const BoxSlice4 slice = tum_slice4_box(half, pose, w);
    for (int cell = 0; cell < 8; ++cell) {
        Polygon polygon = {.count = 0};
        for (int vertex = 0; vertex < slice.vertex_count; ++vertex) {
            for (int i = 0; i < slice.edge_count; ++i) {
                const SliceEdge4 *edge = &slice.edges[i];
                if ((edge->cell[0] == cell || edge->cell[1] == cell) &&
                    (edge->vertex[0] == vertex || edge->vertex[1] == vertex)) {
                    polygon_add(&polygon, slice.vertices[vertex]);
                    break;
                }
            }
        }
        const DVec3 axis = without_w(drotation4_rotate(pose.rotation, axes[cell / 2]));
        put_polygon(solids, &polygon, dvec3_scale(axis, cell % 2 != 0 ? 1.0 : -1.0));
    }
}

// The section of a cell is the polygon of the points where its edges cross the hyperplane.
static void put_hull(WebSolids *solids, const Hull4 *hull, DPose4 pose, double w)
{
    for (uint32_t cell = 0; cell < hull->cell_count; ++cell) {
        Polygon polygon = {.count = 0};
        for (uint32_t i = hull->rim_first[cell]; i < hull->rim_first[cell + 1]; ++i) {
            const DVec4 a = dpose4_transform(pose, hull4_vertex(hull, hull->rims[i][0]));
            const DVec4 b = dpose4_transform(pose, hull4_vertex(hull, hull->rims[i][1]));
            if ((a.w >= w) != (b.w >= w)) {
                const double part = (w - a.w) / (b.w - a.w);
                polygon_add(&polygon, without_w(dvec4_add_scaled(a, dvec4_sub(b, a), part)));
            }
        }
        put_polygon(solids, &polygon,
                    without_w(drotation4_rotate(pose.rotation, vec4_widen(hull->normals[cell]))));
    }
}

static void put_mesh(WebSolids *solids, const Mesh4 *mesh, DPose4 pose, double w)
{
    for (uint32_t i = 0; i < mesh->tetrahedron_count; ++i) {
        DVec4 corners[4];
        DVec3 polygon[SLICE4_CORNERS];
        Vec3 narrow[SLICE4_CORNERS];
        for (int k = 0; k < 4; ++k) {
            corners[k] = dpose4_transform(pose, vec4_widen(mesh4_corner(mesh, i, k)));
        }
        const int count = tum_slice4_tetrahedron(corners, w, polygon);
        for (int k = 0; k < count; ++k) {
            narrow[k] = vec3_narrow(polygon[k]);
        }
        if (count >= 3) {
            const Vec3 normal =
                vec3_cross(vec3_sub(narrow[1], narrow[0]), vec3_sub(narrow[2], narrow[0]));
            web_solid_polygon(solids, narrow, count,
                              vec3_normalize_or(normal, (Vec3){0.0f, 1.0f, 0.0f}));
        }
    }
}

static void put_plane(WebSolids *solids, DPose4 pose, double w)
{
    DVec3 middle, normal;
    if (!tum_slice4_plane(pose, w, &middle, &normal)) {
        return;
    }
    const DVec3 a = dvec3_perpendicular(normal), b = dvec3_cross(normal, a);
    Polygon polygon = {.count = 0};
    for (int i = 0; i < 4; ++i) {
        const double x = i % 2 != 0 ? PLANE_EXTENT : -PLANE_EXTENT;
        const double y = i / 2 != 0 ? PLANE_EXTENT : -PLANE_EXTENT;
        polygon_add(&polygon, dvec3_add_scaled(dvec3_add_scaled(middle, a, x), b, y));
    }
    put_polygon(solids, &polygon, normal);
}

// Point of a section along a direction, and the normal there.
static bool find_corner(const Shape4 *shape, DPose4 pose, double w, DVec3 direction, WebCorner *out)
{
    DVec3 point;
    if (!tum_slice4_support(shape, pose, w, direction, &point)) {
        return false;
    }
    *out = (WebCorner){vec3_narrow(point),
                       vec3_narrow(dvec3_normalize_or(direction, (DVec3){0.0, 1.0, 0.0}))};
    return true;
}

// The section of a ball: a ball whose radius is the other leg of the distance.
static bool ball_corner(const Shape4 *shape, DPose4 pose, double w, DVec3 direction, WebCorner *out)
{
    const double gap = w - pose.position.w;
    const double squared = shape->radius * shape->radius - gap * gap;
    if (!(squared > 0.0)) {
        return false;
    }
    const DVec3 unit = dvec3_normalize_or(direction, (DVec3){0.0, 1.0, 0.0});
    const DVec3 point = dvec3_add_scaled(without_w(pose.position), unit, square_root64(squared));
    *out = (WebCorner){vec3_narrow(point), vec3_narrow(unit)};
    return true;
}

// An octant of directions: points with integer coordinates of sum LATTICE, by signs.
static void put_octant(WebSolids *solids, const Shape4 *shape, DPose4 pose, double w, int octant)
{
    const double x = octant & 1 ? -1.0 : 1.0, y = octant & 2 ? -1.0 : 1.0,
                 z = octant & 4 ? -1.0 : 1.0;
    const bool is_mirrored = x * y * z < 0.0;
    WebCorner rows[LATTICE + 1][LATTICE + 1];
    for (int i = 0; i <= LATTICE; ++i) {
        for (int k = 0; k <= LATTICE - i; ++k) {
            const DVec3 direction = {x * (double)i, y * (double)k, z * (double)(LATTICE - i - k)};
            const bool is_found = shape4_is_ball(shape)
                                      ? ball_corner(shape, pose, w, direction, &rows[i][k])
                                      : find_corner(shape, pose, w, direction, &rows[i][k]);
            if (!is_found) {
                return;
            }
        }
    }
    for (int i = 0; i < LATTICE; ++i) {
        for (int k = 0; k < LATTICE - i; ++k) {
            const WebCorner a = rows[i][k], b = rows[i + 1][k], c = rows[i][k + 1];
            web_solid_triangle(solids, a, is_mirrored ? c : b, is_mirrored ? b : c);
            if (k < LATTICE - i - 1) {
                const WebCorner d = rows[i + 1][k + 1];
                web_solid_triangle(solids, b, is_mirrored ? c : d, is_mirrored ? d : c);
            }
        }
    }
}

static void put_section(const Shape4 *shape, DPose4 pose, double w, WebSolids *solids)
{
    if (slice4_is_box(shape)) {
        put_box(solids, shape->half, pose, w);
    } else if (shape->kind == SHAPE4_POINTS && shape->hull != NULL && shape->hull->cell_count > 0) {
        put_hull(solids, shape->hull, pose, w);
    } else if (shape->kind == SHAPE4_MESH) {
        put_mesh(solids, shape->mesh, pose, w);
    } else if (shape->kind == SHAPE4_PLANE) {
        put_plane(solids, pose, w);
    } else {
        for (int octant = 0; octant < 8; ++octant) {
            put_octant(solids, shape, pose, w, octant);
        }
    }
}

void web_solids_of_sections(const TumWorld *world, double w, WebSolids *solids)
{
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (collider->exists) {
            web_solid_begin(solids, world, (int32_t)i);
            put_section(&world->space4->shapes.items[i],
                        pose4_widen(space4_shape_pose(world->space4, collider->body, (int32_t)i)),
                        w, solids);
        }
    }
    for (size_t i = 0; i < world->trigger_parts4.count; ++i) {
        const TriggerPart4 *part = &world->trigger_parts4.items[i];
        web_solid_begin_trigger(solids, world, part->body);
        put_section(&part->shape,
                    pose4_widen(pose4_multiply(space4_pose(world->space4, part->body),
                                               part->principal_from_shape)),
                    w, solids);
    }
}
