// SPDX-License-Identifier: MIT
// described.c: mass properties and collider definitions in the public interface.
#include "base/assert.h"
#include "tumble/world3.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

#include <math.h> // INFINITY

static float weight_of(float inverse)
{
    return inverse > 0.0f ? 1.0f / inverse : INFINITY;
}

static TumQuat public_quat(Quat q)
{
    return (TumQuat){q.x, q.y, q.z, q.w};
}

static TumVec3 public_vec3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

TumStatus tum_body_mass3(const TumWorld *world, TumBodyId body, TumMass3 *mass)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const BodyWeight3 *weight = &world->space3->weights.items[slot];
    const BodyMass3 *inner = &world->space3->masses.items[slot];
    const Vec3 inverse = weight->inverse_inertia, moments = weight->inertia;
    *mass = (TumMass3){.mass = weight_of(weight->inverse_mass),
                       .center = public_vec3(inner->local_center),
                       .inertia = {inverse.x > 0.0f ? moments.x : INFINITY,
                                   inverse.y > 0.0f ? moments.y : INFINITY,
                                   inverse.z > 0.0f ? moments.z : INFINITY},
                       .orientation = public_quat(inner->body_from_principal)};
    return TUM_OK;
}

// @return false where no definition describes this shape.
static bool describe_shape(const Shape3 *shape, TumColliderDef3 *def)
{
    switch (shape->kind) {
    case SHAPE3_SPHERE:
        def->kind = TUM_SHAPE_SPHERE;
        def->radius = shape->radius_bottom;
        return true;
    case SHAPE3_CAPSULE:
    case SHAPE3_CYLINDER:
        def->kind = shape->kind == SHAPE3_CAPSULE ? TUM_SHAPE_CAPSULE : TUM_SHAPE_CYLINDER;
        def->height = 2.0f * shape->half_height;
        def->radius_bottom = shape->radius_bottom;
        def->radius_top = shape->radius_top;
        return true;
    case SHAPE3_BOX:
        def->kind = TUM_SHAPE_BOX;
        def->size = public_vec3(vec3_scale(shape->half, 2.0f));
        return true;
    case SHAPE3_PLANE:
        def->kind = TUM_SHAPE_PLANE;
        def->size = (TumVec3){INFINITY, 0.0f, INFINITY};
        return true;
    case SHAPE3_SHEET:
        def->kind = TUM_SHAPE_PLANE;
        def->size = (TumVec3){2.0f * shape->half.x, 0.0f, 2.0f * shape->half.z};
        def->double_sided = shape->double_sided;
        return true;
    case SHAPE3_HULL: def->kind = TUM_SHAPE_CONVEX; return true;
    case SHAPE3_MESH: def->kind = TUM_SHAPE_MESH; return true;
    default: return false;
    }
}

static void describe_points(const TumWorld *world, int32_t collider, TumColliderDef3 *def)
{
    if ((size_t)collider < world->scene_collider_count) {
        return;
    }
    const AddedShape *added = &world->added.items[(size_t)collider - world->scene_collider_count];
    def->points = added->points;
    def->point_count = added->point_count;
    def->triangles = added->triangles;
    def->triangle_count = added->triangle_count;
}

TumStatus tum_collider_def3(const TumWorld *world, TumColliderId collider, TumColliderDef3 *def)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    TumColliderDef3 found = tum_default_collider_def3();
    const ColliderRecord *record = &world->sim.topology.colliders.items[slot];
    const Pose3 pose = world->space3->center_from_shapes.items[slot];
    if (!describe_shape(&world->space3->shapes.items[slot], &found)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    describe_points(world, slot, &found);
    found.pose =
        (TumPose3){public_vec3(vec3_add(pose.position,
                                        world->space3->masses.items[record->body].local_center)),
                   public_quat(pose.rotation)};
    found.filter = record->filter;
    found.node = record->node;
    found.user = world->sim.topology.collider_users.items[slot];
    *def = found;
    return tum_collider_material(world, collider, &def->material);
}

TumStatus tum_body_mass4(const TumWorld *world, TumBodyId body, TumMass4 *mass)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const BodyMass4 *inner = &world->space4->masses.items[slot];
    const TumPose4 frame = public_pose4(inner->body_from_principal);
    *mass = (TumMass4){.mass = weight_of(inner->weight.inverse_mass),
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
    const ColliderRecord *record = &world->sim.topology.colliders.items[slot];
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
    def->user = world->sim.topology.collider_users.items[slot];
    return tum_collider_material(world, collider, &def->material);
}
