// SPDX-License-Identifier: MIT
// A mesh against a half-space or a rectangle.
//
// Against a half-space every corner below the surface is a point of contact. A sheet is a shell as
// the mesh is: what is larger is the ground, and what is smaller is a body whose middle tells the
// side. A smaller sheet is therefore a flat box on the mesh, a smaller mesh stands on the sheet.

#include "base/assert.h"
#include "space3/mesh_convex3.h"

/// A mesh over a surface.
typedef struct Landing {
    const Mesh3 *mesh;
    Pose3 mesh_from_surface;
    Vec3 up; ///< Unit, in the frame of the mesh: the side of the surface the mesh belongs on.
    float margin;
    bool bounded; ///< Cut at half_x and half_z.
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

static void land_triangle(const Landing *landing, uint32_t triangle)
{
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
}

// Whether any of a box is below the surface or near it.
static bool box_lands(const Landing *landing, const MeshNode3 *node, int slot)
{
    const Bound3 box = mesh_node3_bound(node, slot);
    const Vec3 low = box.low, high = box.high;
    const Vec3 up = landing->up;
    const Vec3 lowest = {up.x > 0.0f ? low.x : high.x, up.y > 0.0f ? low.y : high.y,
                         up.z > 0.0f ? low.z : high.z};
    return !mesh_node3_is_empty(node, slot) && height_of(landing, lowest) <= landing->margin;
}

static void land(const Landing *landing)
{
    int32_t stack[MESH3_STACK];
    uint8_t counts[MESH3_STACK];
    int depth = 0;
    stack[depth] = 0;
    counts[depth++] = 0;
    while (depth > 0) {
        const int32_t child = stack[--depth];
        if (child < 0) {
            const uint32_t first = (uint32_t)~child;
            for (uint32_t t = first; t < first + counts[depth]; t++) {
                land_triangle(landing, t);
            }
            continue;
        }
        const MeshNode3 *node = &landing->mesh->nodes[child];
        TUM_ASSERT(depth + MESH3_CHILDREN <= MESH3_STACK);
        for (int i = MESH3_CHILDREN - 1; i >= 0; i--) {
            if (box_lands(landing, node, i)) {
                stack[depth] = node->child[i];
                counts[depth++] = node->count[i];
            }
        }
    }
}

int tum_collide_mesh_plane3(const Shape3 *mesh, const Shape3 *plane, Pose3 a_from_b, float margin,
                            Touch3 touches[TOUCHES_MAX])
{
    (void)plane;
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, 2.0f * mesh->mesh->radius, margin);
    const Landing landing = {.mesh = mesh->mesh,
                             .mesh_from_surface = a_from_b,
                             .up = quat_rotate(a_from_b.rotation, (Vec3){0.0f, 1.0f, 0.0f}),
                             .margin = margin,
                             .gather = &gather};
    land(&landing);
    return tum_mesh_gather3_finish(&gather, touches);
}

int tum_collide_mesh_sheet3(const Shape3 *mesh, const Shape3 *sheet, Pose3 a_from_b, float margin,
                            Touch3 touches[TOUCHES_MAX])
{
    const float sheet_radius =
        square_root(sheet->half.x * sheet->half.x + sheet->half.z * sheet->half.z);
    MeshGather3 gather;
    tum_mesh_gather3_init(&gather, 2.0f * minimum(sheet_radius, mesh->mesh->radius), margin);
    if (sheet_radius < mesh->mesh->radius) {
        const Shape3 card = tum_shape3_box((Vec3){sheet->half.x, 0.0f, sheet->half.z});
        tum_mesh_convex3_gather(mesh->mesh, &card, a_from_b, margin, !sheet->double_sided, &gather);
        return tum_mesh_gather3_finish(&gather, touches);
    }
    const float side = pose3_untransform(a_from_b, mesh->mesh->middle).y < 0.0f ? -1.0f : 1.0f;
    if (side < 0.0f && !sheet->double_sided) {
        return 0;
    }
    const Landing landing = {.mesh = mesh->mesh,
                             .mesh_from_surface = a_from_b,
                             .up = quat_rotate(a_from_b.rotation, (Vec3){0.0f, side, 0.0f}),
                             .margin = margin,
                             .bounded = true,
                             .half_x = sheet->half.x,
                             .half_z = sheet->half.z,
                             .gather = &gather};
    land(&landing);
    return tum_mesh_gather3_finish(&gather, touches);
}
