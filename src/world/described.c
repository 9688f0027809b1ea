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
    const BodyWeight3 *weight = &world->space3->bodies.weights.items[slot];
    const BodyMass3 *inner = &world->space3->bodies.masses.items[slot];
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
    const Pose3 pose = world->space3->colliders.center_from_shapes.items[slot];
    if (!describe_shape(&world->space3->colliders.shapes.items[slot], &found)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    describe_points(world, slot, &found);
    found.pose = (TumPose3){
        public_vec3(
            vec3_add(pose.position, world->space3->bodies.masses.items[record->body].local_center)),
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

// [m] A size, raised to the least size that is simulated.
static double size_of(double size)
{
    return size > 1e-6 ? size : 1e-6;
}

static bool define_curves(BuiltShape4 *built, const TumShape *from, const TumCurve *curves,
                          const TumAllocator *allocator)
{
    const size_t count = from->kind == TUM_SHAPE_GENERAL ? (size_t)from->curve_count : 0;
    if (count == 0) {
        return true;
    }
    built->curves = tum_allocate_zeroed(allocator, count, sizeof *built->curves);
    if (built->curves == NULL) {
        return false;
    }
    built->defined.curve_count = (int32_t)count;
    for (size_t c = 0; c < count; ++c) {
        built->curves[c] = curves[(size_t)from->curve_first + c];
        for (int i = 0; i < 4; ++i) {
            built->curves[c].radii[i] *= built->scale[i];
        }
    }
    return true;
}

// Sets the scaled size. Without curves, an axis gets at least the least size.
static void define_size(BuiltShape4 *built, const TumShape *from)
{
    for (int i = 0; i < 4; ++i) {
        bool is_curved = false;
        for (int32_t c = 0; c < built->defined.curve_count; ++c) {
            is_curved = is_curved || built->curves[c].radii[i] > 0.0;
        }
        const double size = from->size[i] * built->scale[i];
        built->defined.size[i] = is_curved ? size : size_of(size);
    }
}

bool tum_built_shape4_define(BuiltShape4 *built, const TumShape *from, const TumCurve *curves,
                             const TumAllocator *allocator)
{
    const double *scale = built->scale;
    const bool is_round = scale[0] == scale[2] && scale[2] == scale[3];
    const bool is_even = is_round && scale[0] == scale[1];
    const double ends[2] = {from->radius_bottom * scale[0], from->radius_top * scale[0]};
    TumShape *to = &built->defined;
    *to = (TumShape){.kind = from->kind, .mesh = -1};
    built->is_defined = true;
    switch (from->kind) {
    case TUM_SHAPE_SPHERE:
        to->radius = size_of(from->radius * scale[0]);
        built->is_defined = is_even;
        return true;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
        to->height = from->height * scale[1];
        to->height = from->kind == TUM_SHAPE_CYLINDER ? size_of(to->height) : to->height;
        to->radius_bottom = ends[0] > 0.0 || ends[1] > 0.0 ? ends[0] : size_of(0.0);
        to->radius_top = ends[0] > 0.0 || ends[1] > 0.0 ? ends[1] : size_of(0.0);
        built->is_defined = from->kind == TUM_SHAPE_CAPSULE ? is_even : is_round;
        return true;
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_GENERAL:
        if (!define_curves(built, from, curves, allocator)) {
            return false;
        }
        define_size(built, from);
        return true;
    case TUM_SHAPE_HEIGHTMAP: to->kind = TUM_SHAPE_MESH; return true;
    case TUM_SHAPE_PLANE:
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH: return true;
    case TUM_SHAPE_RAY: break;
    }
    built->is_defined = false;
    return true;
}

// @return false where no definition describes this shape.
static bool describe_built4(const BuiltShape4 *built, TumColliderDef4 *def)
{
    const TumShape *from = &built->defined;
    def->kind = from->kind;
    def->size = (TumVec4){(float)from->size[0], (float)from->size[1], (float)from->size[2],
                          (float)from->size[3]};
    def->height = (float)from->height;
    def->radius = (float)from->radius;
    def->radius_bottom = (float)from->radius_bottom;
    def->radius_top = (float)from->radius_top;
    def->curves = built->curves;
    def->curve_count = (size_t)from->curve_count;
    return built->is_defined;
}

static void describe_added4(const AddedShape4 *added, TumColliderDef4 *def)
{
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
}

TumStatus tum_collider_def4(const TumWorld *world, TumColliderId collider, TumColliderDef4 *def)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    TumColliderDef4 found = tum_default_collider_def4();
    if ((size_t)slot >= world->scene_collider_count) {
        describe_added4(&world->added4.items[(size_t)slot - world->scene_collider_count], &found);
    } else if (!describe_built4(&world->shapes4.items[world->collider_shapes4.items[slot]],
                                &found)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const ColliderRecord *record = &world->sim.topology.colliders.items[slot];
    const Pose4 body_from_principal = world->space4->masses.items[record->body].body_from_principal;
    found.pose = public_pose4(
        pose4_multiply(body_from_principal, world->space4->principal_from_shapes.items[slot]));
    found.filter = record->filter;
    found.node = record->node;
    found.user = world->sim.topology.collider_users.items[slot];
    *def = found;
    return tum_collider_material(world, collider, &def->material);
}
