// SPDX-License-Identifier: MIT
// body_mass4.c: mass properties of 4D bodies from their colliders
// (docs/simulation.md#11-four-dimensions): masses in proportion to volumes, second moments
// transformed and added, then diagonalized.
#include "base/assert.h"
#include "geometry/mass4.h"
#include "math/linear4.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"
#include "world/public4.h"
#include "world/world_data.h"

// [m^2] Least moment of inertia per mass, as in 3D.
static const double LEAST_MOMENT = 1e-12 / 6.0;

static const double AS_IT_IS[4] = {1.0, 1.0, 1.0, 1.0};

static TumStatus rounded_volume(const Shape4 *shape, const TumAllocator *allocator, Volume4 *volume)
{
    TumShape source = {.kind = TUM_SHAPE_GENERAL, .mesh = NONE};
    TumCurve curves[SHAPE4_CURVES + 1];
    for (int i = 0; i < 4; ++i) {
        source.size[i] = 2.0 * dvec4_part(shape->half, i);
    }
    for (int c = 0; c < SHAPE4_CURVES && shape->exponents[c] > 0.0; ++c) {
        TumCurve *curve = &curves[source.curve_count++];
        curve->exponent = shape->exponents[c];
        for (int i = 0; i < 4; ++i) {
            curve->radii[i] = shape->group[i] == c + 1 ? dvec4_part(shape->radii, i) : 0.0;
        }
    }
    if (shape->radius > 0.0) {
        const double r = shape->radius;
        curves[source.curve_count++] = (TumCurve){.radii = {r, r, r, r}, .exponent = 2.0};
    }
    return tum_volume4_of_shape(&source, curves, NULL, AS_IT_IS, allocator, volume);
}

// The radii of both ends along the other axes are the radius along X times a scale.
static TumStatus tapered_volume(const Shape4 *shape, const TumAllocator *allocator, Volume4 *volume)
{
    const DVec4 widest = dvec4_maximum(shape->radii, shape->radii_top);
    const bool is_capsule = widest.y > 0.0;
    if (!(widest.x > 0.0)) {
        *volume = (Volume4){.volume = 0.0};
        return TUM_OK;
    }
    const double scale[4] = {1.0, is_capsule ? widest.y / widest.x : 1.0, widest.z / widest.x,
                             widest.w / widest.x};
    const TumShape source = {.kind = is_capsule ? TUM_SHAPE_CAPSULE : TUM_SHAPE_CYLINDER,
                             .height = 2.0 * shape->half_height / scale[1],
                             .radius_bottom = shape->radii.x,
                             .radius_top = shape->radii_top.x,
                             .mesh = NONE};
    return tum_volume4_of_shape(&source, NULL, NULL, scale, allocator, volume);
}

static TumStatus mesh_volume(const Mesh4 *mesh, const TumAllocator *allocator, Volume4 *volume)
{
    *volume = (Volume4){.volume = 0.0};
    if (!mesh->is_closed) {
        return TUM_OK;
    }
    double *points = tum_allocate_zeroed(allocator, mesh->point_count, 4 * sizeof *points);
    if (points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < mesh->point_count; ++i) {
        for (int k = 0; k < 4; ++k) {
            points[4 * i + (size_t)k] = (double)vec4_part(mesh->points[i], k);
        }
    }
    *volume = tum_volume4_of_cells(points, mesh->tetrahedra[0], mesh->tetrahedron_count);
    tum_release(allocator, points, mesh->point_count * 4 * sizeof *points);
    return TUM_OK;
}

// Volume in the shape's own frame.
static TumStatus shape_volume(const Shape4 *shape, const TumAllocator *allocator, Volume4 *volume)
{
    *volume = (Volume4){.volume = 0.0};
    switch (shape->kind) {
    case SHAPE4_ROUNDED: return rounded_volume(shape, allocator, volume);
    case SHAPE4_TAPERED: return tapered_volume(shape, allocator, volume);
    case SHAPE4_MESH: return mesh_volume(shape->mesh, allocator, volume);
    case SHAPE4_POINTS: {
        Arena scratch;
        tum_arena_init(&scratch, allocator);
        const TumStatus status =
            tum_volume4_of_points(shape->points, shape->point_count, &scratch, volume);
        tum_arena_clear(&scratch);
        return status;
    }
    case SHAPE4_PLANE: break;
    }
    return TUM_OK;
}

// Adds the volume of a shape at its pose in the body.
static TumStatus add_shape(const Shape4 *shape, Pose4 body_from_shape,
                           const TumAllocator *allocator, Volume4 *sum)
{
    Volume4 volume;
    const TumStatus status = shape_volume(shape, allocator, &volume);
    if (status == TUM_OK) {
        const DMat4 m = drotation4_matrix(rotation4_widen(body_from_shape.rotation));
        const DVec4 p = vec4_widen(body_from_shape.position);
        const double turn[16] = {m.x.x, m.x.y, m.x.z, m.x.w, m.y.x, m.y.y, m.y.z, m.y.w,
                                 m.z.x, m.z.y, m.z.z, m.z.w, m.w.x, m.w.y, m.w.z, m.w.w};
        const double position[4] = {p.x, p.y, p.z, p.w};
        *sum = tum_volume4_add(*sum, tum_volume4_moved(volume, turn, position));
    }
    return status;
}

static TumVec4 vec4_of(const double v[4])
{
    return (TumVec4){(float)v[0], (float)v[1], (float)v[2], (float)v[3]};
}

static TumStatus mass_of(const Volume4 *volume, float density, TumMass4 *mass)
{
    const double kilograms = (double)density * volume->volume;
    if (!(density > 0.0f) || !(kilograms > 0.0) || !is_finite((float)kilograms)) {
        return TUM_ERROR_ARGUMENT;
    }
    double moments[16], s[4], frame[16];
    float planes[6];
    tum_volume4_about(volume, kilograms, volume->center, moments);
    tum_eigen_symmetric4(moments, s, frame);
    for (int j = 1; j < 4; ++j) {
        for (int i = 0; i < j; ++i) {
            planes[linear4_plane(i, j)] = (float)maximum64(s[i] + s[j], kilograms * LEAST_MOMENT);
        }
    }
    *mass =
        (TumMass4){.mass = (float)kilograms,
                   .center = vec4_of(volume->center),
                   .inertia = {planes[0], planes[1], planes[2], planes[3], planes[4], planes[5]},
                   .orientation = {vec4_of(&frame[0]), vec4_of(&frame[4]), vec4_of(&frame[8]),
                                   vec4_of(&frame[12])}};
    return TUM_OK;
}

static TumStatus add_def(const TumColliderDef4 *def, const TumAllocator *allocator, Volume4 *sum)
{
    AddedShape4 added = {.kind = 0};
    Pose4 pose;
    TumStatus status = tum_collider_def4_status(def);
    if (status != TUM_OK) {
        return status;
    }
    (void)inner_pose4(def->pose, &pose);
    status = tum_added_shape4_copy(&added, def, allocator)
                 ? tum_added_shape4_build(&added, allocator)
                 : TUM_ERROR_MEMORY;
    status = status == TUM_OK ? add_shape(&added.shape, pose, allocator, sum) : status;
    tum_added_shape4_clear(&added, allocator);
    return status;
}

TumStatus tum_mass4_of_colliders(const TumColliderDef4 *colliders, size_t count, float density,
                                 TumMass4 *mass)
{
    const TumAllocator allocator = tum_allocator_or_default(NULL);
    Volume4 sum = {.volume = 0.0};
    for (size_t i = 0; i < count; ++i) {
        const TumStatus status = add_def(&colliders[i], &allocator, &sum);
        if (status != TUM_OK) {
            return status;
        }
    }
    return mass_of(&sum, density, mass);
}

TumStatus tum_body_set_density4(TumWorld *world, TumBodyId body, float density)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const Space4 *space = world->space4;
    const Pose4 body_from_principal = space->masses.items[slot].body_from_principal;
    Volume4 sum = {.volume = 0.0};
    for (int32_t i = world->sim.topology.bodies.items[slot].first_collider; i != NONE;
         i = world->sim.topology.colliders.items[i].next) {
        const Pose4 pose =
            pose4_multiply(body_from_principal, space->principal_from_shapes.items[i]);
        const TumStatus status = add_shape(&space->shapes.items[i], pose, &world->allocator, &sum);
        if (status != TUM_OK) {
            return status;
        }
    }
    TumMass4 mass;
    const TumStatus status = mass_of(&sum, density, &mass);
    return status == TUM_OK ? tum_body_set_mass4(world, body, &mass) : status;
}
