// SPDX-License-Identifier: MIT
// mesh_plane3.c: a mesh on a half-space or a rectangle.
//
// On a half-space every corner below the surface is a contact point. A sheet is a shell like the
// mesh: the larger of the two is the ground, and the middle of the smaller one tells the side. So a
// smaller sheet is a flat box on the mesh, and a smaller mesh stands on the sheet.

#include "collide3/mesh_convex3.h"
#include "collide3/pairs3.h"
#include "shape3/mesh_visit3.h"

/// A mesh over a surface.
typedef struct Landing {
    const Mesh3 *mesh;
    Pose3 mesh_from_surface;
    Vec3 up; ///< Unit, in the frame of the mesh: the side of the surface to which the mesh belongs.
    float margin;
    bool bounded; ///< The surface ends at half_x and half_z.
    float half_x, half_z;
    MeshGather3 *gather;
} Landing;

static float height_of(const Landing *landing, Vec3 point)
{
    return vec3_dot(landing->up, vec3_sub(point, landing->mesh_from_surface.position));
}

static void add_point(const Landing *landing, Vec3 point, uint32_t feature)
{
    const float height = height_of(landing, point);
    tum_mesh_gather3_add(landing->gather, vec3_negate(landing->up),
                         vec3_add_scaled(point, landing->up, -0.5f * height), height, feature);
}

static bool land_triangle(void *user, uint32_t triangle)
{
    const Landing *landing = user;
    const Mesh3 *mesh = landing->mesh;
    Clipper3 clipper;
    clipper.which = 0;
    clipper.polygons[0].count = 3;
    for (int i = 0; i < 3; i++) {
        clipper.polygons[0].points[i] = mesh3_corner(mesh, triangle, i);
        clipper.polygons[0].names[i] = mesh->point_source[mesh->triangles[triangle][i]];
    }
    if (landing->bounded) {
        const Pose3 pose = landing->mesh_from_surface;
        const Vec3 x = quat_rotate(pose.rotation, (Vec3){1.0f, 0.0f, 0.0f});
        const Vec3 z = quat_rotate(pose.rotation, (Vec3){0.0f, 0.0f, 1.0f});
        const float at_x = vec3_dot(x, pose.position), at_z = vec3_dot(z, pose.position);
        const uint32_t side = mesh_feature3(mesh->source[triangle], 3u);
        tum_mesh_clip3(&clipper, x, landing->half_x + at_x, side);
        tum_mesh_clip3(&clipper, vec3_negate(x), landing->half_x - at_x, side + 1u);
        tum_mesh_clip3(&clipper, z, landing->half_z + at_z, side + 2u);
        tum_mesh_clip3(&clipper, vec3_negate(z), landing->half_z - at_z, side + 3u);
    }
    const Clipped3 *part = clipper3_polygon(&clipper);
    for (int i = 0; i < part->count; i++) {
        add_point(landing, part->points[i], part->names[i]);
    }
    return true;
}

// Bits of a node's children with a part below the surface or near it.
static uint32_t children_that_land(const void *with, const MeshNode3 *node)
{
    const Landing *landing = with;
    const Vec3 up = landing->up;
    uint32_t met = 0;
    for (int i = 0; i < MESH3_CHILDREN; i++) {
        const Bound3 box = mesh_node3_bound(node, i);
        const Vec3 lowest = {up.x > 0.0f ? box.low.x : box.high.x,
                             up.y > 0.0f ? box.low.y : box.high.y,
                             up.z > 0.0f ? box.low.z : box.high.z};
        if (!mesh_node3_is_empty(node, i) && height_of(landing, lowest) <= landing->margin) {
            met |= 1u << i;
        }
    }
    return met;
}

static void land(Landing *landing)
{
    mesh_visit3(landing->mesh, children_that_land, landing, land_triangle, landing);
}

int tum_collide_mesh_plane3(const Shape3 *mesh, const Shape3 *plane, Pose3 a_from_b, float margin,
                            LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    (void)plane;
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, 2.0f * mesh->mesh->radius, margin);
    Landing landing = {.mesh = mesh->mesh,
                       .mesh_from_surface = a_from_b,
                       .up = quat_rotate(a_from_b.rotation, (Vec3){0.0f, 1.0f, 0.0f}),
                       .margin = margin,
                       .gather = &gather};
    land(&landing);
    return tum_mesh_gather3_finish(&gather, manifolds);
}

int tum_collide_mesh_sheet3(const NearKernel3 *kernel, const Shape3 *mesh, const Shape3 *sheet,
                            Pose3 a_from_b, float margin,
                            LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const float sheet_radius =
        square_root(sheet->half.x * sheet->half.x + sheet->half.z * sheet->half.z);
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, 2.0f * minimum(sheet_radius, mesh->mesh->radius), margin);
    if (sheet_radius < mesh->mesh->radius) {
        const Shape3 card = tum_shape3_box((Vec3){sheet->half.x, 0.0f, sheet->half.z});
        tum_mesh_convex3_gather(kernel, mesh->mesh, &card, a_from_b, margin, !sheet->double_sided,
                                &gather);
        return tum_mesh_gather3_finish(&gather, manifolds);
    }
    const float side = pose3_untransform(a_from_b, mesh->mesh->middle).y < 0.0f ? -1.0f : 1.0f;
    if (side < 0.0f && !sheet->double_sided) {
        return 0;
    }
    Landing landing = {.mesh = mesh->mesh,
                       .mesh_from_surface = a_from_b,
                       .up = quat_rotate(a_from_b.rotation, (Vec3){0.0f, side, 0.0f}),
                       .margin = margin,
                       .bounded = true,
                       .half_x = sheet->half.x,
                       .half_z = sheet->half.z,
                       .gather = &gather};
    land(&landing);
    return tum_mesh_gather3_finish(&gather, manifolds);
}
