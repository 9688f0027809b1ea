// SPDX-License-Identifier: MIT
// body_mass3.c: mass properties of 3D bodies from their colliders (docs/dialects.md#mass).
#include "base/assert.h"
#include "geometry/mass3.h"
#include "tumble/world3.h"
#include "world/world_data.h"

// [m^2] Least moment of inertia per mass: that of a cube of one micrometre, the least size of a
// shape.
static const double LEAST_MOMENT = 1e-12 / 6.0;

static DPose3 widened(Pose3 pose)
{
    const Vec3 p = pose.position;
    const Quat q = pose.rotation;
    return (DPose3){{(double)p.x, (double)p.y, (double)p.z},
                    dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w})};
}

// @return NULL when out of memory.
static DVec3 *widened_points(const Vec3 *points, size_t count, const TumAllocator *allocator)
{
    DVec3 *wide = tum_allocate_zeroed(allocator, count, sizeof *wide);
    for (size_t i = 0; wide != NULL && i < count; ++i) {
        wide[i] = dvec3((double)points[i].x, (double)points[i].y, (double)points[i].z);
    }
    return wide;
}

static TumStatus hull_volume(const Hull3 *hull, const TumAllocator *allocator, Volume3 *volume)
{
    DVec3 *points = widened_points(hull->vertices, hull->vertex_count, allocator);
    if (points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *volume = tum_volume3_of_hull(&(HullMesh3){.vertices = points,
                                               .face_first = hull->face_first,
                                               .face_vertices = hull->face_vertices,
                                               .vertex_count = hull->vertex_count,
                                               .face_count = hull->face_count});
    tum_release(allocator, points, hull->vertex_count * sizeof *points);
    return TUM_OK;
}

static TumStatus mesh_volume(const Mesh3 *mesh, const TumAllocator *allocator, Volume3 *volume)
{
    if (mesh->solid == 0) {
        return TUM_OK;
    }
    DVec3 *points = widened_points(mesh->points, mesh->point_count, allocator);
    if (points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const double scale = mesh->solid > 0 ? 1.0 : -1.0; // a mesh with inward triangles has a
                                                       // negative volume
    Volume3 solid =
        tum_volume3_of_triangles(&points[0].x, mesh->triangles[0], mesh->triangle_count);
    const DSym3 m = solid.second_moments;
    solid.volume *= scale;
    solid.second_moments =
        (DSym3){m.xx * scale, m.yy * scale, m.zz * scale, m.xy * scale, m.xz * scale, m.yz * scale};
    *volume = solid;
    tum_release(allocator, points, mesh->point_count * sizeof *points);
    return TUM_OK;
}

static TumShape round_shape(ShapeKind3 kind, const Shape3 *shape)
{
    return (TumShape){.kind = kind == SHAPE3_SPHERE    ? TUM_SHAPE_SPHERE
                              : kind == SHAPE3_CAPSULE ? TUM_SHAPE_CAPSULE
                                                       : TUM_SHAPE_CYLINDER,
                      .height = 2.0 * (double)shape->half_height,
                      .radius = (double)shape->radius_bottom,
                      .radius_bottom = (double)shape->radius_bottom,
                      .radius_top = (double)shape->radius_top,
                      .mesh = NONE};
}

// Volume in the shape's own frame.
static TumStatus shape_volume(const Shape3 *shape, const TumAllocator *allocator, Volume3 *volume)
{
    const bool is_elliptic = shape->kind == SHAPE3_ELLIPTIC;
    const double scale[3] = {is_elliptic ? (double)shape->scale.x : 1.0,
                             is_elliptic ? (double)shape->scale.y : 1.0,
                             is_elliptic ? (double)shape->scale.z : 1.0};
    TumShape source;
    *volume = (Volume3){0};
    switch (shape->kind) {
    case SHAPE3_HULL: return hull_volume(shape->hull, allocator, volume);
    case SHAPE3_MESH: return mesh_volume(shape->mesh, allocator, volume);
    case SHAPE3_BOX:
        source = (TumShape){.kind = TUM_SHAPE_BOX,
                            .size = {2.0 * (double)shape->half.x, 2.0 * (double)shape->half.y,
                                     2.0 * (double)shape->half.z},
                            .mesh = NONE};
        break;
    case SHAPE3_SPHERE:
    case SHAPE3_CAPSULE:
    case SHAPE3_CYLINDER: source = round_shape(shape->kind, shape); break;
    case SHAPE3_ELLIPTIC: source = round_shape(shape->base, shape); break;
    case SHAPE3_PLANE:
    case SHAPE3_SHEET:
    case SHAPE3_KIND_COUNT:
    default: return TUM_OK;
    }
    *volume = tum_volume3_of_shape(&source, NULL, scale, allocator);
    return TUM_OK;
}

static TumStatus mass_of(Volume3 volume, float density, TumMass3 *mass)
{
    const double kilograms = (double)density * volume.volume;
    if (!(density > 0.0f) || !(kilograms > 0.0) || !is_finite((float)kilograms)) {
        return TUM_ERROR_ARGUMENT;
    }
    DVec3 moments;
    DQuat q;
    tum_principal_inertia3(tum_volume3_inertia(volume, kilograms, volume.center), &moments, &q);
    const double least = kilograms * LEAST_MOMENT;
    const DVec3 c = volume.center;
    *mass = (TumMass3){.mass = (float)kilograms,
                       .center = {(float)c.x, (float)c.y, (float)c.z},
                       .inertia = {(float)maximum64(moments.x, least),
                                   (float)maximum64(moments.y, least),
                                   (float)maximum64(moments.z, least)},
                       .orientation = {(float)q.x, (float)q.y, (float)q.z, (float)q.w}};
    return TUM_OK;
}

static TumStatus add_def(const TumColliderDef3 *def, const TumAllocator *allocator, Volume3 *sum)
{
    AddedShape added = {0};
    Shape3 shape;
    Volume3 volume;
    TumStatus status = tum_collider_def3_status(def);
    if (status != TUM_OK) {
        return status;
    }
    status =
        tum_added_shape_copy(&added, def, allocator)
            ? tum_added_shape_build(&added, shape_kernels3(tum_cpu_widest()), allocator, &shape)
            : TUM_ERROR_MEMORY;
    status = status == TUM_OK ? shape_volume(&shape, allocator, &volume) : status;
    if (status == TUM_OK) {
        const TumVec3 p = def->pose.position;
        const TumQuat q = def->pose.rotation;
        const Pose3 pose = {{p.x, p.y, p.z}, {q.x, q.y, q.z, q.w}};
        *sum = tum_volume3_add(*sum, tum_volume3_transform(volume, widened(pose)));
    }
    tum_added_shape_clear(&added, allocator);
    return status;
}

TumStatus tum_mass3_of_colliders(const TumColliderDef3 *colliders, size_t count, float density,
                                 TumMass3 *mass)
{
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    Volume3 sum = {0};
    for (size_t i = 0; i < count; ++i) {
        const TumStatus status = add_def(&colliders[i], &allocator, &sum);
        if (status != TUM_OK) {
            return status;
        }
    }
    return mass_of(sum, density, mass);
}

TumStatus tum_body_set_density3(TumWorld *world, TumBodyId body, float density)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const Space3 *space = world->space3;
    Volume3 sum = {0};
    for (int32_t i = world->sim.topology.bodies.items[slot].first_collider; i != NONE;
         i = world->sim.topology.colliders.items[i].next) {
        Volume3 volume;
        const TumStatus status =
            shape_volume(&space->colliders.shapes.items[i], &world->allocator, &volume);
        if (status != TUM_OK) {
            return status;
        }
        Pose3 pose = space->colliders.center_from_shapes.items[i];
        pose.position = vec3_add(pose.position, space->bodies.masses.items[slot].local_center);
        sum = tum_volume3_add(sum, tum_volume3_transform(volume, widened(pose)));
    }
    TumMass3 mass;
    const TumStatus status = mass_of(sum, density, &mass);
    return status == TUM_OK ? tum_body_set_mass3(world, body, &mass) : status;
}
