// SPDX-License-Identifier: MIT
// A convex shape on a mesh: which triangles, seen from which side, and what is kept.
//
// A mesh is a shell without inside (spec/scene-model.md section 5.2). A triangle pushes toward the
// side of its plane that the middle of the shape is on, so a shape that has sunk into the shell
// comes out where most of it still is. Where the shape also reaches through one part of the mesh
// and meets another from behind, that other part is forgotten (tum_mesh_gather3_drop_hidden).

#include "space3/mesh_convex3.h"

// Where nothing is touched nothing may be near either: a box grown by these parts of the shape's
// size and of the margin is asked for triangles.
static const float ROOM = 0.5f, ROOM_OF_MARGIN = 3.0f;

void tum_mesh_convex3_add(const ConvexPass3 *pass, Vec3 normal, Vec3 on_triangle, float separation,
                          uint32_t feature)
{
    if (pass->only_above && normal.y > 0.0f) {
        return; // `normal` leads to the sheet: the mesh is below it.
    }
    const Vec3 between = vec3_add_scaled(on_triangle, normal, 0.5f * separation);
    tum_mesh_gather3_add(pass->gather, quat_rotate(pass->mesh_from_shape.rotation, normal),
                         pose3_transform(pass->mesh_from_shape, between), separation, feature);
}

bool tum_mesh_convex3_is_ridge(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                               unsigned edges, Vec3 point, Vec3 direction)
{
    return tum_mesh3_is_ridge(pass->mesh, triangle->index, edges,
                              pose3_transform(pass->mesh_from_shape, point),
                              quat_rotate(pass->mesh_from_shape.rotation, direction));
}

static bool boxes_apart(const FacedTriangle3 *triangle, Bound3 bound)
{
    const Vec3 *c = triangle->corners;
    const Vec3 low = vec3_minimum(vec3_minimum(c[0], c[1]), c[2]);
    const Vec3 high = vec3_maximum(vec3_maximum(c[0], c[1]), c[2]);
    return low.x > bound.high.x || low.y > bound.high.y || low.z > bound.high.z ||
           high.x < bound.low.x || high.y < bound.low.y || high.z < bound.low.z;
}

// The point of the shape that is lowest above a triangle.
static Vec3 lowest_point(const Shape3 *shape, Vec3 normal)
{
    if (shape->kind == SHAPE3_SPHERE) {
        return vec3_scale(normal, -shape->radius_bottom);
    }
    if (shape->kind == SHAPE3_BOX) { // Most shapes are boxes, and most triangles end here.
        const Vec3 h = shape->half;
        return (Vec3){normal.x > 0.0f ? -h.x : h.x, normal.y > 0.0f ? -h.y : h.y,
                      normal.z > 0.0f ? -h.z : h.z};
    }
    return tum_shape3_support(shape, vec3_negate(normal));
}

static bool visit_triangle(void *user, uint32_t index)
{
    const ConvexPass3 *pass = user;
    const Mesh3 *mesh = pass->mesh;
    FacedTriangle3 triangle;
    triangle.index = index;
    triangle.source = mesh->source[index];
    triangle.edge_flags = mesh->edge_flags[index];
    for (int i = 0; i < 3; i++) {
        triangle.corners[i] =
            pose3_untransform(pass->mesh_from_shape, mesh3_corner(mesh, index, i));
    }
    if (boxes_apart(&triangle, pass->bound)) {
        return true;
    }
    const Vec3 normal = quat_unrotate(pass->mesh_from_shape.rotation, mesh->normals[index]);
    const float side = vec3_dot(normal, vec3_sub(pass->middle, triangle.corners[0]));
    triangle.normal = side < 0.0f ? vec3_negate(normal) : normal;
    triangle.lowest = lowest_point(pass->shape, triangle.normal);
    triangle.separation = vec3_dot(triangle.normal, vec3_sub(triangle.lowest, triangle.corners[0]));
    if (triangle.separation > pass->margin) {
        return true;
    }
    triangle.size = 0.0f;
    for (int i = 0; i < 3; i++) {
        const Vec3 along = vec3_sub(triangle.corners[(i + 1) % 3], triangle.corners[i]);
        triangle.size = maximum(triangle.size, vec3_length(along));
        triangle.outward[i] = vec3_normalize_or(vec3_cross(along, normal), normal);
    }
    if (pass->shape->kind == SHAPE3_SPHERE || pass->shape->kind == SHAPE3_CAPSULE) {
        tum_mesh_round3(pass, &triangle);
    } else {
        tum_mesh_polytope3(pass, &triangle);
    }
    return true;
}

static Bound3 grown(Bound3 bound, float margin)
{
    const Vec3 all = {margin, margin, margin};
    return (Bound3){vec3_sub(bound.low, all), vec3_add(bound.high, all)};
}

void tum_mesh_convex3_gather(const Mesh3 *mesh, const Shape3 *convex, Pose3 a_from_b, float margin,
                             bool only_above, MeshGather3 *gather)
{
    ConvexPass3 pass = {.mesh = mesh,
                        .shape = convex,
                        .mesh_from_shape = a_from_b,
                        .margin = margin,
                        .middle = convex->kind == SHAPE3_HULL ? convex->hull->center
                                                              : (Vec3){0.0f, 0.0f, 0.0f},
                        .bound = grown(tum_shape3_bound(convex, POSE3_IDENTITY), margin),
                        .shallow = 0.5f * convex->inner,
                        .only_above = only_above,
                        .gather = gather};
    tum_mesh3_query(mesh, grown(tum_shape3_bound(convex, a_from_b), margin), visit_triangle, &pass);
    tum_mesh_gather3_drop_hidden(gather, mesh, pose3_transform(a_from_b, pass.middle));
}

static bool note_met(void *user, uint32_t index)
{
    (void)index;
    *(bool *)user = true;
    return false;
}

// Whether a box meets that of no triangle.
static bool is_free(const Mesh3 *mesh, Bound3 bound)
{
    bool is_met = false;
    tum_mesh3_query(mesh, bound, note_met, &is_met);
    return !is_met;
}

int tum_collide_mesh_convex3(const Shape3 *mesh, const Shape3 *convex, Pose3 a_from_b, float margin,
                             PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, minimum(convex->reach, 2.0f * mesh->mesh->radius), margin);
    tum_mesh_convex3_gather(mesh->mesh, convex, a_from_b, margin, false, &gather);
    const int count = tum_mesh_gather3_finish(&gather, touches);
    if (count == 0) {
        const float room = maximum(ROOM * convex->reach, ROOM_OF_MARGIN * margin);
        const Bound3 bound = grown(tum_shape3_bound(convex, a_from_b), room);
        cache->apart = is_free(mesh->mesh, bound) ? room : 0.0f;
    }
    return count;
}
