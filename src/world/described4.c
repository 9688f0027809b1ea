// SPDX-License-Identifier: MIT
// described4.c: what bodies weigh and colliders are in four dimensions, as definitions say it.
#include "base/assert.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

#include <math.h> // INFINITY

TumStatus tum_body_mass4(const TumWorld *world, TumBodyId body, TumMass4 *mass)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const BodyMass4 *inner = &world->space4->masses.items[slot];
    const TumPose4 frame = public_pose4(inner->body_from_principal);
    const float inverse = inner->weight.inverse_mass;
    *mass = (TumMass4){.mass = inverse > 0.0f ? 1.0f / inverse : INFINITY,
                       .center = frame.position,
                       .inertia = public_bivec4(inner->weight.inertia),
                       .orientation = frame.rotation};
    return TUM_OK;
}

TumStatus tum_collider_def4(const TumWorld *world, TumColliderId collider, TumColliderDef4 *def)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    if ((size_t)slot < world->scene_collider_count) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const AddedShape4 *added = &world->added4.items[(size_t)slot - world->scene_collider_count];
    const ColliderRecord *record = &world->sim.colliders.items[slot];
    const Pose4 body_from_principal = world->space4->masses.items[record->body].body_from_principal;
    *def = tum_default_collider_def4();
    def->kind = (TumShapeKind)added->kind;
    def->size = (TumVec4){added->size[0], added->size[1], added->size[2], added->size[3]};
    def->height = added->height;
    def->radius = added->radius;
    def->radius_bottom = added->radius_bottom;
    def->radius_top = added->radius_top;
    def->curves = added->curves;
    def->curve_count = added->curve_count;
    def->points = added->points;
    def->point_count = added->point_count;
    def->tetrahedra = added->tetrahedra;
    def->tetrahedron_count = added->tetrahedron_count;
    def->pose = public_pose4(
        pose4_multiply(body_from_principal, world->space4->principal_from_shapes.items[slot]));
    def->filter = record->filter;
    def->node = record->node;
    def->user = world->sim.collider_users.items[slot];
    return tum_collider_material(world, collider, &def->material);
}
