// SPDX-License-Identifier: MIT
// body_mass.c: mass properties: the file's values, the dialect's defaults, and the rest from
// volume.
//
// Where no collider has a volume, a substitute takes the place of the body's matter: a solid box as
// large as its colliders, or a ball of half a metre for a body without colliders.
#include "scene/body_mass.h"

#include <math.h> // INFINITY

#include "geometry/weld.h"
#include "scene/body4.h"
#include "scene/body_colliders.h"
#include "scene/collider_shape.h"

#define STAND_IN_EDGE 0.01  // [m] least edge of the substitute box
#define STAND_IN_RADIUS 0.5 // [m] the ball of a body without colliders
#define STAND_IN_MASS 1.0   // [kg] a body of unknown mass

// [m^2] Least moment per mass: that of a cube of one micrometre, the least size of a shape.
#define LEAST_MOMENT (1e-12 / 6.0)

/// The sum of a body's colliders.
typedef struct BodyMatter {
    Volume3 volume;
    DVec3 low, high; // bounds in the body frame, for bodies without volume
    bool has_bounds;
} BodyMatter;

// The largest extent of a shape of any size along a direction of its own frame. Infinite for
// planes.
static double shape_reach(const TumShape *shape, DVec3 scale, DVec3 direction)
{
    const DVec3 d = dvec3_multiply(scale, direction);
    const double around = square_root64(d.x * d.x + d.z * d.z), length = dvec3_length(d);
    const double half = 0.5 * shape->height;
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return shape->radius * length;
    case TUM_SHAPE_BOX:
        return 0.5 * (shape->size[0] * absolute64(d.x) + shape->size[1] * absolute64(d.y) +
                      shape->size[2] * absolute64(d.z));
    case TUM_SHAPE_CAPSULE:
        return maximum64(half * d.y + shape->radius_top * length,
                         -half * d.y + shape->radius_bottom * length);
    case TUM_SHAPE_CYLINDER:
        return maximum64(half * d.y + shape->radius_top * around,
                         -half * d.y + shape->radius_bottom * around);
    case TUM_SHAPE_PLANE:
        // 0 times infinity is NaN; along its normal a plane has no extent.
        return 0.5 * ((d.x != 0.0 ? shape->size[0] * absolute64(d.x) : 0.0) +
                      (d.z != 0.0 ? shape->size[2] * absolute64(d.z) : 0.0));
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_GENERAL:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return 0.0;
}

static DPose3 collider_pose(const TumCollider *collider)
{
    return (DPose3){{collider->position[0], collider->position[1], collider->position[2]},
                    {collider->rotation.q[0], collider->rotation.q[1], collider->rotation.q[2],
                     collider->rotation.q[3]}};
}

static void extend_bounds(BodyMatter *matter, DVec3 low, DVec3 high)
{
    matter->low = matter->has_bounds ? dvec3_minimum(low, matter->low) : low;
    matter->high = matter->has_bounds ? dvec3_maximum(high, matter->high) : high;
    matter->has_bounds = true;
}

// Points are bounded by their box in their own frame, rotated: a mesh of a thousand colliders is
// scanned once.
static void extend_by_extent(BodyMatter *matter, const Extent3 *extent, DPose3 pose)
{
    for (int corner = 0; corner < 8; ++corner) {
        const DVec3 p = {(corner & 1) != 0 ? extent->high.x : extent->low.x,
                         (corner & 2) != 0 ? extent->high.y : extent->low.y,
                         (corner & 4) != 0 ? extent->high.z : extent->low.z};
        const DVec3 moved = dpose3_transform(pose, p);
        extend_bounds(matter, moved, moved);
    }
}

static void extend_by_reach(BodyMatter *matter, const TumShape *shape, DVec3 scale, DPose3 pose)
{
    const DMat3 back = dmat3_transpose(dquat_matrix(pose.rotation));
    const DVec3 axes[3] = {back.x, back.y, back.z};
    double low[3], high[3];
    for (size_t i = 0; i < 3; ++i) {
        high[i] = shape_reach(shape, scale, axes[i]);
        low[i] = -shape_reach(shape, scale, dvec3_negate(axes[i]));
        if (!is_finite64(low[i]) || !is_finite64(high[i])) {
            return;
        }
    }
    extend_bounds(matter, dvec3_add(pose.position, (DVec3){low[0], low[1], low[2]}),
                  dvec3_add(pose.position, (DVec3){high[0], high[1], high[2]}));
}

/// Boxes of the points of meshes, each computed once.
typedef struct MeshExtents {
    Extent3 *extents; ///< [meshes.count] in scratch
    bool *is_known;   ///< [meshes.count] in scratch
} MeshExtents;

static TumStatus add_volume(SceneBuilder *builder, size_t index, BodyMatter *matter)
{
    const TumCollider *collider = &builder->colliders.items[index];
    Volume3 volume;
    const TumStatus status = tum_shape_volume(builder, collider->authored_shape, &volume);
    if (status != TUM_OK) {
        return status;
    }
    volume = tum_volume3_transform(tum_volume3_map(volume, *builder->maps[index]),
                                   collider_pose(collider));
    if (volume.volume > 0.0 && is_finite64(volume.volume)) {
        matter->volume =
            matter->volume.volume > 0.0 ? tum_volume3_add(matter->volume, volume) : volume;
    }
    return TUM_OK;
}

static void add_bounds(const SceneBuilder *builder, size_t index, MeshExtents *meshes,
                       BodyMatter *matter)
{
    const TumCollider *collider = &builder->colliders.items[index];
    const TumShape *shape = &builder->shapes.items[collider->shape];
    const DPose3 pose = collider_pose(collider);
    switch (shape->kind) {
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP: {
        const TumMesh *mesh = &builder->meshes.items[shape->mesh];
        Extent3 *extent = &meshes->extents[shape->mesh];
        if (!meshes->is_known[shape->mesh]) {
            *extent = tum_extent3(mesh->points, mesh->point_count);
            meshes->is_known[shape->mesh] = true;
        }
        extend_by_extent(matter, extent, pose);
        break;
    }
    case TUM_SHAPE_RAY:
    case TUM_SHAPE_GENERAL: break;
    case TUM_SHAPE_SPHERE:
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
    case TUM_SHAPE_PLANE:
        extend_by_reach(matter, shape,
                        (DVec3){collider->scale[0], collider->scale[1], collider->scale[2]}, pose);
        break;
    }
}

// The sum of some colliders: their volume, or their bounds where none has any.
static TumStatus add_colliders(SceneBuilder *builder, const uint32_t *colliders, size_t count,
                               MeshExtents *meshes, BodyMatter *matter)
{
    *matter = (BodyMatter){.has_bounds = false};
    for (size_t i = 0; i < count; ++i) {
        const TumStatus status = add_volume(builder, colliders[i], matter);
        if (status != TUM_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < count && !(matter->volume.volume > 0.0); ++i) {
        add_bounds(builder, colliders[i], meshes, matter);
    }
    return TUM_OK;
}

// The solid over which the body's mass is spread.
static Volume3 matter_of(const BodyMatter *matter)
{
    static const double unscaled[3] = {1.0, 1.0, 1.0};
    if (matter->volume.volume > 0.0) {
        return matter->volume;
    }
    TumShape stand_in = {.kind = TUM_SHAPE_SPHERE, .radius = STAND_IN_RADIUS};
    DVec3 middle = {0.0, 0.0, 0.0};
    if (matter->has_bounds) {
        const DVec3 size = dvec3_sub(matter->high, matter->low);
        middle = dvec3_add_scaled(matter->low, size, 0.5);
        stand_in =
            (TumShape){.kind = TUM_SHAPE_BOX,
                       .size = {maximum64(size.x, STAND_IN_EDGE), maximum64(size.y, STAND_IN_EDGE),
                                maximum64(size.z, STAND_IN_EDGE)}};
    }
    Volume3 volume = tum_volume3_of_shape(&stand_in, NULL, unscaled, NULL);
    volume.center = middle;
    return volume;
}

static bool is_given(double value)
{
    return value > 0.0; // false for NaN
}

static void resolve_mass(SceneBuilder *builder, const Volume3 *volume, TumBody *body)
{
    if (is_given(body->mass)) {
        return;
    }
    const bool is_unknown = body->mass_origin == TUM_ORIGIN_COMPUTED;
    const double computed = builder->default_density * volume->volume;
    if (computed > 0.0 && is_finite64(computed)) {
        body->mass = computed;
        body->mass_origin = TUM_ORIGIN_COMPUTED;
        return;
    }
    body->mass = STAND_IN_MASS;
    body->mass_origin = TUM_ORIGIN_DEFAULTED;
    if (body->kind == TUM_BODY_DYNAMIC && is_unknown) {
        tum_report_add(builder->report, CODE_PHYSICS_MASS_UNDETERMINED, builder->file,
                       text_or_empty(body->pointer),
                       "no mass is given and no collider has a volume to take it from; 1 kg is "
                       "used");
    }
}

// A kinematic body, such as a turntable, turns about its node unless the file gives a centre. Only
// simulated bodies, or bodies that are simulated at times, take the centre of their shapes.
static DVec3 resolve_center(bool is_dynamic, const Volume3 *matter, TumBody *body)
{
    DVec3 center = {0.0, 0.0, 0.0};
    if (body->center_of_mass_origin == TUM_ORIGIN_AUTHORED) {
        const double *m = body->stretch, *c = body->center_of_mass;
        center = (DVec3){m[0] * c[0] + m[4] * c[1] + m[8] * c[2],
                         m[1] * c[0] + m[5] * c[1] + m[9] * c[2],
                         m[2] * c[0] + m[6] * c[1] + m[10] * c[2]};
    } else if (body->center_of_mass_origin == TUM_ORIGIN_COMPUTED && is_dynamic) {
        center = matter->center;
    } else {
        body->center_of_mass_origin = TUM_ORIGIN_DEFAULTED;
    }
    if (!dvec3_is_finite(center)) {
        center = (DVec3){0.0, 0.0, 0.0};
    }
    store_vector(center, body->center_of_mass);
    return center;
}

// Given components stay unchanged, also beside an infinite mass: such a wheel spins about one axis
// only. Missing components follow from the mass. Moments from animations are about the authored
// axes.
static void resolve_inertia(bool is_animated, const Volume3 *matter, DVec3 center, TumBody *body)
{
    bool is_any_given = is_animated;
    for (size_t i = 0; i < 3; ++i) {
        const bool given = is_given(body->inertia[i]);
        is_any_given = is_any_given || given;
        body->inertia_origin[i] = given ? TUM_ORIGIN_AUTHORED : TUM_ORIGIN_COMPUTED;
    }
    const double *q = body->inertia_rotation.q;
    DQuat frame = is_any_given ? dquat_normalize((DQuat){q[0], q[1], q[2], q[3]}) : DQUAT_IDENTITY;
    DVec3 computed = {0.0, 0.0, 0.0};
    double least = (double)INFINITY;
    if (is_finite64(body->mass)) {
        const DSym3 tensor = tum_volume3_inertia(*matter, body->mass, center);
        least = body->mass * LEAST_MOMENT;
        if (is_any_given) {
            const DMat3 axes = dquat_matrix(frame);
            computed = (DVec3){dvec3_dot(axes.x, dsym3_transform(tensor, axes.x)),
                               dvec3_dot(axes.y, dsym3_transform(tensor, axes.y)),
                               dvec3_dot(axes.z, dsym3_transform(tensor, axes.z))};
        } else {
            tum_principal_inertia3(tensor, &computed, &frame);
        }
    }
    const double moments[3] = {computed.x, computed.y, computed.z};
    for (size_t i = 0; i < 3; ++i) {
        if (body->inertia_origin[i] == TUM_ORIGIN_COMPUTED) {
            body->inertia[i] = maximum64(moments[i], least);
        }
    }
    body->inertia_rotation = stored_rotation(frame);
}

TumStatus tum_resolve_masses(SceneBuilder *builder)
{
    if (builder->dimension == 4) {
        return tum_resolve_masses4(builder);
    }
    Arena *scratch = &builder->scratch;
    const size_t mesh_count = builder->meshes.count;
    BodyColliders of;
    MeshExtents meshes = {.extents = tum_arena_zeroed(scratch, mesh_count, sizeof *meshes.extents),
                          .is_known =
                              tum_arena_zeroed(scratch, mesh_count, sizeof *meshes.is_known)};
    if (!tum_body_colliders_list(builder, &of) || meshes.extents == NULL ||
        meshes.is_known == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t b = 0; b < builder->bodies.count; ++b) {
        TumBody *body = &builder->bodies.items[b];
        BodyMatter sum;
        const TumStatus status = add_colliders(builder, &of.colliders[of.first[b]],
                                               of.first[b + 1] - of.first[b], &meshes, &sum);
        if (status != TUM_OK) {
            return status;
        }
        const Volume3 matter = matter_of(&sum);
        const bool is_animated = (builder->body_tracks[b] & BODY_HAS_INERTIA_TRACK) != 0;
        resolve_mass(builder, &sum.volume, body);
        const DVec3 center = resolve_center(builder_is_dynamic(builder, (int32_t)b), &matter, body);
        resolve_inertia(is_animated, &matter, center, body);
    }
    return TUM_OK;
}
