// SPDX-License-Identifier: MIT
// collider.c: colliders of a script's world.
#include "module.h"

/// Adds a collider.
///
/// @param body       0: the world owns it.
/// @param def        TumShapeKind, size (3), height, radius, radius at the bottom, radius at the
/// top,
///                   double sided, pose (7), static friction, dynamic friction, restitution,
///                   combine of frictions, combine of restitution, filter, node.
/// @param points     [m] [point_count * 3] of hulls and meshes; copied.
/// @param triangles  [triangle_count * 3] of meshes; copied.
/// @param id         receives the id, 0 on failure.
int WEB_EXPORT(tum_web_add_collider)(TumWebWorld *world, double body, const double def[23],
                                     const float *points, size_t point_count,
                                     const uint32_t *triangles, size_t triangle_count, double *id)
{
    TumColliderDef3 collider = tum_default_collider_def3();
    collider.kind = (TumShapeKind)def[0];
    collider.size = web_vec3(def + 1);
    collider.height = (float)def[4];
    collider.radius = (float)def[5];
    collider.radius_bottom = (float)def[6];
    collider.radius_top = (float)def[7];
    collider.double_sided = def[8] != 0.0;
    collider.pose = web_pose3(def + 9);
    collider.material.static_friction = def[16];
    collider.material.dynamic_friction = def[17];
    collider.material.restitution = def[18];
    collider.material.friction_combine = (TumCombine)def[19];
    collider.material.restitution_combine = (TumCombine)def[20];
    collider.filter = (int32_t)def[21];
    collider.node = (int32_t)def[22];
    collider.points = points;
    collider.point_count = point_count;
    collider.triangles = triangles;
    collider.triangle_count = triangle_count;
    TumColliderId made = {0};
    const TumBodyId owner = web_body(body);
    // A number that is no body's must not name the world.
    TumStatus status = TUM_ERROR_ARGUMENT;
    if (body == 0.0 || owner.index1 > 0) {
        status = tum_world_add_collider3(world->world, owner, &collider, &made);
    }
    *id = web_collider_id(made);
    return web_changed(world, status);
}

double WEB_EXPORT(tum_web_collider_body)(const TumWebWorld *world, double id)
{
    return web_body_id(tum_collider_body(world->world, web_collider(id)));
}

size_t WEB_EXPORT(tum_web_collider_count)(const TumWebWorld *world)
{
    return tum_world_collider_count(world->world);
}

double WEB_EXPORT(tum_web_collider_at)(const TumWebWorld *world, size_t index)
{
    return web_collider_id(tum_world_collider_at(world->world, index));
}

/// Sets the material of a collider.
///
/// @param material  static friction, dynamic friction, restitution, and both combines.
int WEB_EXPORT(tum_web_set_material)(TumWebWorld *world, double id, const double material[5])
{
    const TumMaterial numbers = {.static_friction = material[0],
                                 .dynamic_friction = material[1],
                                 .restitution = material[2],
                                 .friction_combine = (TumCombine)material[3],
                                 .restitution_combine = (TumCombine)material[4]};
    return web_changed(world, tum_collider_set_material(world->world, web_collider(id), &numbers));
}

/// Reads the material of a collider, as tum_web_set_material takes it.
int WEB_EXPORT(tum_web_material)(const TumWebWorld *world, double id, double material[5])
{
    TumMaterial numbers;
    const TumStatus status = tum_collider_material(world->world, web_collider(id), &numbers);
    if (status == TUM_OK) {
        material[0] = numbers.static_friction;
        material[1] = numbers.dynamic_friction;
        material[2] = numbers.restitution;
        material[3] = numbers.friction_combine;
        material[4] = numbers.restitution_combine;
    }
    return (int)status;
}
