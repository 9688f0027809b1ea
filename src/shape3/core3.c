// SPDX-License-Identifier: MIT
// core3.c: support points of convex cores, in doubles.
#include "shape3/core3.h"

#include "base/assert.h"

// Up to this number of vertices, a scan is no slower than a climb along edges.
enum { HULL_SCAN_MAX = 48 };

float tum_core3_radius(const Shape3 *shape)
{
    switch (shape->kind) {
    case SHAPE3_SPHERE: return shape->radius_bottom;
    case SHAPE3_CAPSULE: return minimum(shape->radius_bottom, shape->radius_top);
    default: return 0.0f;
    }
}

Core3 tum_core3_at_origin(const Shape3 *shape)
{
    return (Core3){.shape = shape,
                   .rotation = DMAT3_IDENTITY,
                   .radius = (double)tum_core3_radius(shape),
                   .is_turned = false};
}

Core3 tum_core3_at_pose(const Shape3 *shape, Pose3 pose)
{
    return (Core3){.shape = shape,
                   .rotation = core3_rotation(pose.rotation),
                   .position = vec3_widen(pose.position),
                   .radius = (double)tum_core3_radius(shape),
                   .is_turned = true};
}

// A capsule is the hull of two balls; the farther of their two support points is the capsule's.
static DVec3 capsule_support(double half_height, double bottom, double top, DVec3 d)
{
    const double length = bottom != 0.0 || top != 0.0 ? dvec3_length(d) : 0.0;
    const bool up = half_height * d.y + top * length >= bottom * length - half_height * d.y;
    const double radius = up ? top : bottom;
    const DVec3 center = {0.0, up ? half_height : -half_height, 0.0};
    return radius > 0.0 && length > 0.0 ? dvec3_add_scaled(center, d, radius / length) : center;
}

// Along the axis every point of a cap is equally far; the centre of the cap is the stable choice.
static DVec3 cylinder_support(double half_height, double bottom, double top, DVec3 d)
{
    const double across = square_root64(d.x * d.x + d.z * d.z);
    const bool up = half_height * d.y + top * across >= bottom * across - half_height * d.y;
    const double y = up ? half_height : -half_height;
    if (!(across > 1e-12 * absolute64(d.y))) {
        return (DVec3){0.0, y, 0.0};
    }
    const double factor = (up ? top : bottom) / across;
    return (DVec3){d.x * factor, y, d.z * factor};
}

static double height_of(const Hull3 *hull, uint32_t vertex, DVec3 d)
{
    const Vec3 p = hull->vertices[vertex];
    return (double)p.x * d.x + (double)p.y * d.y + (double)p.z * d.z;
}

// On a convex polyhedron a vertex without a higher neighbour is the highest. Every step of the
// climb gains height, so the climb ends.
static uint32_t climb(const Hull3 *hull, DVec3 d, uint32_t start)
{
    uint32_t best = start;
    double height = height_of(hull, best, d);
    for (bool moved = true; moved;) {
        moved = false;
        const uint32_t vertex = best;
        for (uint32_t i = hull->neighbor_first[vertex]; i < hull->neighbor_first[vertex + 1]; ++i) {
            const double other = height_of(hull, hull->neighbors[i], d);
            if (other > height) {
                height = other;
                best = hull->neighbors[i];
                moved = true;
            }
        }
    }
    return best;
}

uint32_t tum_core3_hull_vertex(Core3 *core, DVec3 d)
{
    const Hull3 *hull = core->shape->hull;
    if (hull->vertex_count > HULL_SCAN_MAX) {
        core->hint = climb(hull, d, core->hint);
        return core->hint;
    }
    uint32_t best = 0;
    double height = height_of(hull, 0, d);
    for (uint32_t i = 1; i < hull->vertex_count; ++i) {
        const double other = height_of(hull, i, d);
        if (other > height) {
            height = other;
            best = i;
        }
    }
    return best;
}

static DVec3 hull_support(Core3 *core, DVec3 d)
{
    return vec3_widen(core->shape->hull->vertices[tum_core3_hull_vertex(core, d)]);
}

// The support of a scaled shape is the scaled support of its base along the scaled direction.
static DVec3 elliptic_support(const Shape3 *shape, DVec3 d)
{
    const DVec3 scale = vec3_widen(shape->scale);
    const DVec3 along = dvec3_multiply(scale, d);
    const double bottom = (double)shape->radius_bottom, top = (double)shape->radius_top;
    const double half_height = (double)shape->half_height;
    DVec3 p;
    switch (shape->base) {
    case SHAPE3_CYLINDER: p = cylinder_support(half_height, bottom, top, along); break;
    case SHAPE3_CAPSULE: p = capsule_support(half_height, bottom, top, along); break;
    default: p = capsule_support(0.0, bottom, bottom, along); break;
    }
    return dvec3_multiply(scale, p);
}

static DVec3 local_support(Core3 *core, DVec3 d)
{
    const Shape3 *shape = core->shape;
    switch (shape->kind) {
    case SHAPE3_SPHERE: return (DVec3){0.0, 0.0, 0.0};
    case SHAPE3_CAPSULE:
        return capsule_support((double)shape->half_height,
                               (double)shape->radius_bottom - core->radius,
                               (double)shape->radius_top - core->radius, d);
    case SHAPE3_BOX: {
        const DVec3 half = vec3_widen(shape->half);
        return (DVec3){d.x >= 0.0 ? half.x : -half.x, d.y >= 0.0 ? half.y : -half.y,
                       d.z >= 0.0 ? half.z : -half.z};
    }
    case SHAPE3_CYLINDER:
        return cylinder_support((double)shape->half_height, (double)shape->radius_bottom,
                                (double)shape->radius_top, d);
    case SHAPE3_ELLIPTIC: return elliptic_support(shape, d);
    case SHAPE3_HULL: return hull_support(core, d);
    default: break;
    }
    TUM_ASSERT(shape3_is_convex(shape));
    return (DVec3){0.0, 0.0, 0.0};
}

DVec3 tum_core3_support(Core3 *core, DVec3 direction)
{
    if (!core->is_turned) {
        return local_support(core, direction);
    }
    const DVec3 d = dmat3_transform_transposed(core->rotation, direction);
    return dvec3_add(core->position, dmat3_transform(core->rotation, local_support(core, d)));
}

double tum_core3_separation(Core3 *a, Core3 *b, DVec3 normal)
{
    const DVec3 far_a = tum_core3_support(a, normal);
    const DVec3 near_b = tum_core3_support(b, dvec3_negate(normal));
    return dvec3_dot(dvec3_sub(near_b, far_a), normal) - a->radius - b->radius;
}

Vec3 tum_shape3_support(const Shape3 *shape, Vec3 direction)
{
    if (!TUM_REQUIRE(shape3_is_convex(shape))) {
        return vec3(0.0f, 0.0f, 0.0f);
    }
    Core3 core = tum_core3_at_origin(shape);
    const DVec3 d = vec3_widen(direction);
    const DVec3 unit = dvec3_normalize_or(d, (DVec3){0.0, 1.0, 0.0});
    return vec3_narrow(dvec3_add_scaled(tum_core3_support(&core, unit), unit, core.radius));
}
