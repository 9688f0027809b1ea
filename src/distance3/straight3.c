// SPDX-License-Identifier: MIT
// straight3.c: edges of boxes and hulls, and axes of capsules and cylinders.
#include "distance3/straight3.h"

static bool is_even(const Shape3 *shape)
{
    return shape->radius_bottom == shape->radius_top;
}

// The edge at the farthest corner of a box that is most nearly at right angles to the direction.
static void box_edge(Vec3 half, DVec3 d, Straight3 *feature)
{
    const double x = absolute64(d.x), y = absolute64(d.y), z = absolute64(d.z);
    const DVec3 h = vec3_widen(half);
    feature->middle =
        (DVec3){d.x >= 0.0 ? h.x : -h.x, d.y >= 0.0 ? h.y : -h.y, d.z >= 0.0 ? h.z : -h.z};
    feature->half = (DVec3){0.0, 0.0, 0.0};
    if (x <= y && x <= z) {
        feature->middle.x = 0.0;
        feature->half.x = h.x;
    } else if (y <= z) {
        feature->middle.y = 0.0;
        feature->half.y = h.y;
    } else {
        feature->middle.z = 0.0;
        feature->half.z = h.z;
    }
}

static double height_of(const Hull3 *hull, uint32_t vertex, DVec3 d)
{
    return dvec3_dot(vec3_widen(hull->vertices[vertex]), d);
}

// The same of a hull.
static void hull_edge(Core3 *core, DVec3 d, Straight3 *feature)
{
    const Hull3 *hull = core->shape->hull;
    const uint32_t vertex = tum_core3_hull_vertex(core, d);
    const DVec3 p = vec3_widen(hull->vertices[vertex]);
    const double height = height_of(hull, vertex, d);
    DVec3 end = p;
    double least = 2.0;
    for (uint32_t i = hull->neighbor_first[vertex]; i < hull->neighbor_first[vertex + 1]; ++i) {
        const DVec3 q = vec3_widen(hull->vertices[hull->neighbors[i]]);
        const double length = dvec3_distance(q, p);
        const double fall = height - dvec3_dot(q, d);
        if (fall < least * length) {
            least = fall / length;
            end = q;
        }
    }
    feature->middle = dvec3_scale(dvec3_add(p, end), 0.5);
    feature->half = dvec3_scale(dvec3_sub(end, p), 0.5);
}

bool tum_straight3_toward(Core3 *core, DVec3 d, Straight3 *feature)
{
    const Shape3 *shape = core->shape;
    *feature = (Straight3){.radius = 0.0};
    switch (shape->kind) {
    case SHAPE3_BOX: box_edge(shape->half, d, feature); return true;
    case SHAPE3_HULL: hull_edge(core, d, feature); return true;
    case SHAPE3_CAPSULE:
    case SHAPE3_CYLINDER:
        feature->half.y = (double)shape->half_height;
        feature->has_rims = shape->kind == SHAPE3_CYLINDER;
        feature->radius = feature->has_rims ? (double)shape->radius_bottom : 0.0;
        return is_even(shape);
    default: return false;
    }
}

void tum_straight3_of_box_near(Vec3 half, DVec3 p, Straight3 *feature)
{
    const DVec3 h = vec3_widen(half);
    const double x = absolute64(p.x) - h.x, y = absolute64(p.y) - h.y, z = absolute64(p.z) - h.z;
    const DVec3 toward = {x <= y && x <= z ? 0.0
                          : p.x >= 0.0     ? 1.0
                                           : -1.0,
                          y < x && y <= z ? 0.0
                          : p.y >= 0.0    ? 1.0
                                          : -1.0,
                          z < x && z < y ? 0.0
                          : p.z >= 0.0   ? 1.0
                                         : -1.0};
    box_edge(half, toward, feature);
}
