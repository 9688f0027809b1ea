// SPDX-License-Identifier: MIT
// mesh_convex3.c: a convex shape on a mesh: triangles near the shape, the side from which each
// pushes, and the manifolds that are kept.
//
// A mesh is a shell without inside (docs/dialects.md#shapes). A triangle pushes toward the side of
// its plane on which the middle of the shape is, so a shape that has sunk into the shell leaves
// where most of the shape still is. Where the shape also reaches through one part of the mesh and
// meets another part from behind, the manifold of that other part is dropped
// (tum_mesh_gather3_drop_hidden). Where the shape is stuck in a wall thinner than itself, with its
// middle inside, both sides of the wall push it inward; leave_pinch lets it out through one of
// them.

#include "collide3/mesh_convex3.h"
#include "collide3/pairs3.h"
#include "shape3/core3.h"
#include "shape3/mesh3.h"

#include <math.h>

enum {
    HULL_EDGES = 96 // With more edges, GJK is faster than all pairs of edges.
};

// Bound of the clearance that is measured for a shape out of contact: these shares of the shape's
// bounding radius and of the margin.
static const float ROOM = 0.5f, ROOM_OF_MARGIN = 3.0f;

void tum_mesh_convex3_add(const ConvexPass3 *pass, Vec3 normal, Vec3 on_triangle, float separation,
                          uint32_t feature)
{
    if (!(separation <= pass->margin) || (pass->only_above && normal.y > 0.0f)) {
        return; // `normal` leads to a sheet: the mesh is below the sheet.
    }
    const NearView3 *view = &pass->view;
    const Vec3 between = vec3_add_scaled(on_triangle, normal, 0.5f * separation);
    tum_mesh_gather3_add(pass->gather, mat3_transform(view->turn, normal),
                         vec3_add(view->position, mat3_transform(view->turn, between)), separation,
                         feature);
}

bool tum_mesh_convex3_is_ridge(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                               unsigned edges, Vec3 point, Vec3 direction)
{
    return tum_mesh3_is_ridge(pass->mesh, triangle->index, edges,
                              pose3_transform(pass->mesh_from_shape, point),
                              quat_rotate(pass->mesh_from_shape.rotation, direction));
}

// [1] Share of a shape's inner radius beyond which the depth of a sheet may pinch the shape.
static const float PINCHED = 0.05f;

/// Near triangles of a block.
typedef struct NearLanes3 {
    const NearBlock3 *block;
    SeenBlock3 seen;
    Outlines3 outlines;
    uint32_t lanes;  ///< Bits of the near triangles.
    uint32_t stands; ///< Bits of triangles below the box's lowest corner.
} NearLanes3;

// Triangle relative to the shape; members that depend on the shape's surface stay unset.
static void face_triangle(const ConvexPass3 *pass, const NearLanes3 *near, uint32_t lane,
                          FacedTriangle3 *triangle)
{
    const uint32_t index = near->block->triangles[lane];
    triangle->index = index;
    triangle->source = pass->mesh->source[index];
    triangle->edge_flags = pass->mesh->edge_flags[index];
    triangle->normal = lane3(&near->seen.normals, lane);
    triangle->separation = near->seen.heights[lane];
    triangle->size = near->outlines.sizes[lane];
    for (int i = 0; i < 3; i++) {
        triangle->corners[i] = lane3(&near->seen.corners[i], lane);
        triangle->outward[i] = lane3(&near->outlines.outward[i], lane);
    }
}

// Support point of a shape against the normal of a triangle.
static Vec3 lowest_point(const Shape3 *shape, Vec3 normal)
{
    return shape->kind == SHAPE3_SPHERE ? vec3_scale(normal, -shape->radius_bottom)
                                        : tum_shape3_support(shape, vec3_negate(normal));
}

// Triangle relative to the shape, with the surface of the shape.
//
// @return false where the shape is above the triangle's plane, beyond the margin.
static bool reach_triangle(const ConvexPass3 *pass, const NearLanes3 *near, uint32_t lane,
                           FacedTriangle3 *triangle)
{
    const Vec3 normal = lane3(&near->seen.normals, lane);
    const Vec3 lowest = lowest_point(pass->shape, normal);
    const float separation =
        vec3_dot(normal, vec3_sub(lowest, lane3(&near->seen.corners[0], lane)));
    if (separation > pass->margin) {
        return false;
    }
    face_triangle(pass, near, lane, triangle);
    triangle->lowest = lowest;
    triangle->separation = separation;
    return true;
}

static void touch_triangles(const ConvexPass3 *pass, const NearLanes3 *near)
{
    const bool is_round = pass->shape->kind == SHAPE3_SPHERE || pass->shape->kind == SHAPE3_CAPSULE;
    for (uint32_t left = near->lanes; left != 0; left &= left - 1) {
        FacedTriangle3 triangle;
        if (!reach_triangle(pass, near, (uint32_t)__builtin_ctz(left), &triangle)) {
            continue;
        }
        if (is_round) {
            tum_mesh_round3(pass, &triangle);
        } else {
            tum_mesh_polytope3(pass, &triangle);
        }
    }
}

static void touch_hull(const ConvexPass3 *pass, const NearLanes3 *near)
{
    FacedTriangle3 triangles[WIDE];
    NearAxes3 axes = {0};
    uint32_t lanes = 0, flat = 0;
    for (uint32_t left = near->lanes; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (reach_triangle(pass, near, lane, &triangles[lane])) {
            lanes |= 1u << lane;
            flat |= (uint32_t)tum_mesh_polytope3_is_flat(pass, &triangles[lane]) << lane;
            axes.separations[lane] = triangles[lane].separation;
        }
    }
    if ((lanes & ~flat) != 0) {
        pass->kernel->hull_axes(&near->seen, &near->outlines, pass->shape->hull, lanes & ~flat,
                                &axes);
    }
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if ((flat >> lane & 1) != 0) {
            tum_mesh_polytope3_flat(pass, &triangles[lane]);
        } else {
            tum_mesh_polytope3_along(pass, &triangles[lane], lane3(&axes.directions, lane),
                                     axes.separations[lane]);
        }
    }
}

// Bits of the triangles that touch a box along their own normal only: the lowest corner of the box
// stands over the triangle, or no edge of the triangle may push.
static uint32_t flat_lanes(const ConvexPass3 *pass, const NearLanes3 *near)
{
    uint32_t flat = near->stands & near->lanes;
    for (uint32_t left = near->lanes; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        if (pass->mesh->edge_flags[near->block->triangles[lane]] == 0) {
            flat |= 1u << lane;
        }
        if (near->seen.heights[lane] < -pass->shallow) {
            flat &= ~(1u << lane);
        }
    }
    return flat;
}

static void touch_box(const ConvexPass3 *pass, const NearLanes3 *near)
{
    const uint32_t flat = flat_lanes(pass, near);
    NearAxes3 axes;
    if ((near->lanes & ~flat) != 0) {
        pass->kernel->box_axes(&near->seen, pass->shape->half, &axes);
    }
    for (uint32_t left = near->lanes; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        const bool is_flat = (flat >> lane & 1) != 0;
        if (!is_flat && axes.separations[lane] > pass->margin) {
            continue;
        }
        FacedTriangle3 triangle;
        face_triangle(pass, near, lane, &triangle);
        if (is_flat) {
            tum_mesh_polytope3_flat(pass, &triangle);
        } else {
            tum_mesh_polytope3_along(pass, &triangle, lane3(&axes.directions, lane),
                                     axes.separations[lane]);
        }
    }
}

static void touch_near(void *user)
{
    const ConvexPass3 *pass = user;
    NearLanes3 near;
    for (uint32_t i = 0; i * WIDE < pass->near->count; i++) {
        near.block = &pass->near->blocks[i];
        near.lanes = pass->kernel->see(near.block, &pass->view, &near.seen) &
                     mesh_near3_lanes(pass->near, i);
        if (near.lanes == 0) {
            continue;
        }
        near.stands = pass->kernel->outline(&near.seen, pass->view.half, &near.outlines);
        if (pass->shape->kind == SHAPE3_BOX) {
            touch_box(pass, &near);
        } else if (pass->shape->kind == SHAPE3_HULL &&
                   pass->shape->hull->edge_count <= HULL_EDGES) {
            touch_hull(pass, &near);
        } else {
            touch_triangles(pass, &near);
        }
    }
}

static Bound3 grown(Bound3 bound, float margin)
{
    const Vec3 all = {margin, margin, margin};
    return (Bound3){vec3_sub(bound.low, all), vec3_add(bound.high, all)};
}

static Vec3 middle_of(const Shape3 *shape)
{
    return shape->kind == SHAPE3_HULL ? shape->hull->center : (Vec3){0.0f, 0.0f, 0.0f};
}

static NearView3 view_of(const Shape3 *shape, Pose3 mesh_from_shape, float margin)
{
    const Bound3 bound = tum_shape3_bound(shape, &POSE3_IDENTITY);
    return (NearView3){.position = mesh_from_shape.position,
                       .turn = quat_matrix(mesh_from_shape.rotation),
                       .middle = middle_of(shape),
                       .center = vec3_scale(vec3_add(bound.low, bound.high), 0.5f),
                       .half = vec3_scale(vec3_sub(bound.high, bound.low), 0.5f),
                       .margin = margin};
}

void tum_mesh_convex3_gather(const NearKernel3 *kernel, const Mesh3 *mesh, const Shape3 *convex,
                             Pose3 a_from_b, float margin, bool only_above, MeshGather3 *gather)
{
    NearTriangles3 near;
    near.bound = grown(tum_shape3_bound(convex, &a_from_b), margin);
    ConvexPass3 pass = {.mesh = mesh,
                        .shape = convex,
                        .mesh_from_shape = a_from_b,
                        .margin = margin,
                        .view = view_of(convex, a_from_b, margin),
                        .kernel = kernel,
                        .near = &near,
                        .shallow = 0.5f * convex->inner,
                        .only_above = only_above,
                        .gather = gather};
    kernel->gather(mesh, &near, touch_near, &pass);
    touch_near(&pass);
    tum_mesh_gather3_drop_hidden(gather, kernel, mesh, &near,
                                 pose3_transform(a_from_b, pass.view.middle));
}

/// Search for a lower bound of the distance between a mesh and a shape.
typedef struct Clearance {
    const Shape3 *shape;
    NearView3 view; ///< view.margin is the least distance found so far.
    const NearKernel3 *kernel;
    NearTriangles3 near;
} Clearance;

static void measure_near(void *user)
{
    Clearance *clearance = user;
    NearView3 *view = &clearance->view;
    const bool is_box = clearance->shape->kind == SHAPE3_BOX;
    for (uint32_t i = 0; i * WIDE < clearance->near.count; i++) {
        SeenBlock3 seen;
        NearAxes3 axes;
        uint32_t left = clearance->kernel->see(&clearance->near.blocks[i], view, &seen) &
                        mesh_near3_lanes(&clearance->near, i);
        if (is_box && left != 0) {
            clearance->kernel->box_axes(&seen, clearance->shape->half, &axes);
        }
        for (; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            const Vec3 normal = lane3(&seen.normals, lane);
            const float apart =
                is_box ? axes.separations[lane]
                       : maximum(seen.gaps[lane],
                                 vec3_dot(normal, vec3_sub(lowest_point(clearance->shape, normal),
                                                           lane3(&seen.corners[0], lane))));
            view->margin = minimum(view->margin, apart);
        }
    }
}

// Lower bound of the distance between mesh and shape, at most `room`. [m]
static float clearance_of(const NearKernel3 *kernel, const Mesh3 *mesh, const Shape3 *convex,
                          Pose3 a_from_b, float room)
{
    Clearance clearance;
    clearance.shape = convex;
    clearance.view = view_of(convex, a_from_b, room);
    clearance.kernel = kernel;
    clearance.near.bound = grown(tum_shape3_bound(convex, &a_from_b), room);
    kernel->gather(mesh, &clearance.near, measure_near, &clearance);
    measure_near(&clearance);
    return clearance.view.margin;
}

static float farthest(const Shape3 *convex, Pose3 a_from_b, Vec3 direction)
{
    const Vec3 own = quat_unrotate(a_from_b.rotation, direction);
    return vec3_dot(direction, a_from_b.position) + vec3_dot(own, tum_shape3_support(convex, own));
}

// Detects a pinch: pushed out of a sheet toward its middle, the shape would reach with its other
// end behind another sheet, and that sheet would push it back forever. The way out then leads
// through the sheet in which the shape is deepest, all of it.
//
// @return whether `manifold` receives that way out.
static bool leave_pinch(const MeshGather3 *gather, const Mesh3 *mesh, const Shape3 *convex,
                        Pose3 a_from_b, Vec3 middle, LocalManifold3 *manifold)
{
    float best = -INFINITY;
    for (int i = 0; i < gather->manifold_count; ++i) {
        const float depth = gather->manifolds[i].deepest;
        const Vec3 n = gather->manifolds[i].deepest_normal, out = vec3_negate(n);
        if (!(depth < -PINCHED * convex->inner)) {
            continue;
        }
        const float high = farthest(convex, a_from_b, n);
        const float separation = -(high + farthest(convex, a_from_b, out) + depth);
        const Vec3 end = vec3_add_scaled(middle, n, high - vec3_dot(n, middle) - depth);
        if (separation < 0.0f && separation > best && tum_mesh3_hides(mesh, middle, end)) {
            best = separation;
            manifold->normal = out;
        }
    }
    manifold->point_count = 1;
    manifold->points[0] = (LocalPoint3){.position = a_from_b.position, .separation = best};
    return best > -INFINITY;
}

int tum_collide_mesh_convex3(const NearKernel3 *kernel, const Shape3 *mesh, const Shape3 *convex,
                             Pose3 a_from_b, float margin, PairCache3 *cache,
                             LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, minimum(convex->bounding_radius, 2.0f * mesh->mesh->radius),
                          margin);
    tum_mesh_convex3_gather(kernel, mesh->mesh, convex, a_from_b, margin, false, &gather);
    const Vec3 middle = pose3_transform(a_from_b, middle_of(convex));
    if (leave_pinch(&gather, mesh->mesh, convex, a_from_b, middle, manifolds)) {
        return 1;
    }
    const int count = tum_mesh_gather3_finish(&gather, manifolds);
    if (count == 0) {
        const float room = maximum(ROOM * convex->bounding_radius, ROOM_OF_MARGIN * margin);
        cache->apart = clearance_of(kernel, mesh->mesh, convex, a_from_b, room);
    }
    return count;
}
