// SPDX-License-Identifier: MIT
// body4.c: bodies in 4D (docs/simulation.md#11-four-dimensions).
//
// Inertia is one moment for each plane: I_ij = s_i + s_j in the frame where the second moments
// s = integral of x x^T dm are diagonal.
#include "scene/body4.h"

#include <math.h> // INFINITY
#include <string.h>

#include "geometry/mass4.h"
#include "math/linear4.h"
#include "scene/body_colliders.h"

// The same length as in 3D (body_mass.c).
#define STAND_IN_EDGE 0.01
#define STAND_IN_RADIUS 0.5
#define STAND_IN_MASS 1.0
#define LEAST_MOMENT (1e-12 / 6.0)

// A velocity that is not finite counts as zero.
static void settle_velocity(const TumBody *body, double *velocity, size_t count)
{
    bool is_sound = body->kind != TUM_BODY_STATIC;
    for (size_t i = 0; i < count; ++i) {
        is_sound = is_sound && is_finite64(velocity[i]);
    }
    if (!is_sound) {
        memset(velocity, 0, count * sizeof *velocity);
    }
}

// Turns velocities from the node's frame to the world's: v' = R v, W' = R W R^T.
static void turn_velocities(const double rotation[16], TumBody *body)
{
    double spin[16] = {0.0}, back[16];
    for (int j = 1; j < 4; ++j) {
        for (int i = 0; i < j; ++i) {
            spin[4 * i + j] = body->angular_velocity[linear4_plane(i, j)];
            spin[4 * j + i] = -spin[4 * i + j];
        }
    }
    tum_linear4_transpose(rotation, back);
    tum_linear4_multiply(rotation, spin, spin);
    tum_linear4_multiply(spin, back, spin);
    for (int j = 1; j < 4; ++j) {
        for (int i = 0; i < j; ++i) {
            body->angular_velocity[linear4_plane(i, j)] = spin[4 * i + j];
        }
    }
    tum_linear4_transform(rotation, body->linear_velocity, body->linear_velocity);
}

void tum_frame_body4(SceneBuilder *builder, const Hierarchy *hierarchy, TumBody *body)
{
    const NodeFrame4 *frame = hierarchy->frames4[body->node];
    const double *rotation = frame->rotation;
    const int flags = hierarchy->flags[body->node];
    double back[16];
    memcpy(body->position, frame->world.position, sizeof body->position);
    body->rotation = tum_store_rotation4(builder, rotation);
    tum_linear4_transpose(rotation, back);
    tum_linear4_multiply(back, frame->world.basis, back);
    body->stretch = tum_scene_builder_keep_matrix(builder, back);
    settle_velocity(body, body->linear_velocity, 4);
    settle_velocity(body, body->angular_velocity, 6);
    if (!body->velocity_in_world) {
        turn_velocities(rotation, body);
    }
    if ((flags & FRAME_SHEARED) != 0) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_SHEAR, builder->file, body->pointer,
                       "the global transform shears; the body stands in the nearest rotation");
    }
    if ((flags & FRAME_MIRRORED) != 0) {
        tum_report_add(builder->report, CODE_PHYSICS_SCALE_NEGATIVE, builder->file, body->pointer,
                       "the global transform mirrors; the body's Z axis is turned round");
    }
}

/// The sum of a body's colliders, in the body frame.
typedef struct BodyMatter {
    Volume4 volume;
    double low[4], high[4]; ///< Bounds, for bodies without volume.
    bool has_bounds;
} BodyMatter;

static void extend(BodyMatter *matter, const double point[4])
{
    for (int i = 0; i < 4; ++i) {
        matter->low[i] = matter->has_bounds ? minimum64(matter->low[i], point[i]) : point[i];
        matter->high[i] = matter->has_bounds ? maximum64(matter->high[i], point[i]) : point[i];
    }
    matter->has_bounds = true;
}

// Only points need bounds: all other shapes have a volume, or no extent at all.
static void extend_by_points(SceneBuilder *builder, const TumCollider *collider, BodyMatter *matter)
{
    const TumShape *shape = &builder->shapes.items[collider->shape];
    if (shape->mesh < 0) {
        extend(matter, collider->position);
        return;
    }
    const TumMesh *mesh = &builder->meshes.items[shape->mesh];
    for (size_t p = 0; p < mesh->point_count; ++p) {
        double moved[4];
        tum_linear4_transform(collider->rotation.m, &mesh->points[4 * p], moved);
        for (int i = 0; i < 4; ++i) {
            moved[i] += collider->position[i];
        }
        extend(matter, moved);
    }
}

static TumStatus add_collider(SceneBuilder *builder, const TumCollider *collider,
                              BodyMatter *matter)
{
    Volume4 volume;
    const TumShape *shape = &builder->shapes.items[collider->shape];
    const TumStatus status = tum_volume4_of_shape(
        shape, builder->curves.items, shape->mesh >= 0 ? &builder->meshes.items[shape->mesh] : NULL,
        collider->scale, &builder->allocator, &volume);
    if (status != TUM_OK) {
        return status;
    }
    if (volume.volume > 0.0 && is_finite64(volume.volume)) {
        matter->volume = tum_volume4_add(
            matter->volume, tum_volume4_moved(volume, collider->rotation.m, collider->position));
    } else if (builder->bodies.items[collider->body].kind == TUM_BODY_DYNAMIC) {
        extend_by_points(builder, collider, matter);
    }
    return TUM_OK;
}

// The solid over which the body's mass is spread (docs/dialects.md#mass).
static Volume4 matter_of(const BodyMatter *matter)
{
    if (matter->volume.volume > 0.0) {
        return matter->volume;
    }
    static const double upright[16] = LINEAR4_IDENTITY;
    TumCurve ball = {.radii = {STAND_IN_RADIUS, STAND_IN_RADIUS, STAND_IN_RADIUS, STAND_IN_RADIUS},
                     .exponent = 2.0};
    GeneralShape stand_in = {.dimension = 4, .curves = &ball, .curve_count = 1};
    double middle[4] = {0.0};
    if (matter->has_bounds) {
        stand_in.curve_count = 0;
        for (int i = 0; i < 4; ++i) {
            stand_in.size[i] = maximum64(matter->high[i] - matter->low[i], STAND_IN_EDGE);
            middle[i] = 0.5 * (matter->high[i] + matter->low[i]);
        }
    }
    return tum_volume4_moved(tum_volume4_of_general(&stand_in), upright, middle);
}

static void resolve_mass(const SceneBuilder *builder, const Volume4 *volume, TumBody *body)
{
    if (body->mass > 0.0) { // false for NaN
        return;
    }
    const double computed = builder->default_density * volume->volume;
    const bool is_computed = computed > 0.0 && is_finite64(computed);
    body->mass = is_computed ? computed : STAND_IN_MASS;
    body->mass_origin = is_computed ? TUM_ORIGIN_COMPUTED : TUM_ORIGIN_DEFAULTED;
}

static void resolve_center(const Volume4 *matter, TumBody *body)
{
    if (body->center_of_mass_origin == TUM_ORIGIN_AUTHORED) {
        double center[4];
        tum_linear4_transform(body->stretch, body->center_of_mass, center);
        memcpy(body->center_of_mass, center, sizeof center);
    } else if (body->center_of_mass_origin == TUM_ORIGIN_COMPUTED &&
               body->kind == TUM_BODY_DYNAMIC) {
        memcpy(body->center_of_mass, matter->center, sizeof body->center_of_mass);
    } else {
        memset(body->center_of_mass, 0, sizeof body->center_of_mass);
        body->center_of_mass_origin = TUM_ORIGIN_DEFAULTED;
    }
}

static void resolve_inertia(SceneBuilder *builder, const Volume4 *matter, TumBody *body)
{
    bool is_any_given = false;
    for (int i = 0; i < 6; ++i) {
        const bool is_given = body->inertia[i] > 0.0;
        is_any_given = is_any_given || is_given;
        body->inertia_origin[i] = is_given ? TUM_ORIGIN_AUTHORED : TUM_ORIGIN_COMPUTED;
    }
    double moments[16], diagonal[4], frame[16] = LINEAR4_IDENTITY;
    tum_volume4_about(matter, is_finite64(body->mass) ? body->mass : 0.0, body->center_of_mass,
                      moments);
    if (is_any_given) {
        double back[16];
        memcpy(frame, body->inertia_rotation.m, sizeof frame);
        tum_linear4_transpose(frame, back);
        tum_linear4_multiply(back, moments, moments);
        tum_linear4_multiply(moments, frame, moments);
        for (int i = 0; i < 4; ++i) {
            diagonal[i] = moments[5 * i];
        }
    } else {
        tum_eigen_symmetric4(moments, diagonal, frame);
    }
    const double least = is_finite64(body->mass) ? body->mass * LEAST_MOMENT : (double)INFINITY;
    for (int j = 1; j < 4; ++j) {
        for (int i = 0; i < j; ++i) {
            const int plane = linear4_plane(i, j);
            if (body->inertia_origin[plane] == TUM_ORIGIN_COMPUTED) {
                body->inertia[plane] = maximum64(diagonal[i] + diagonal[j], least);
            }
        }
    }
    body->inertia_rotation = tum_store_rotation4(builder, frame);
}

TumStatus tum_resolve_masses4(SceneBuilder *builder)
{
    BodyColliders of;
    if (!tum_body_colliders_list(builder, &of)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t b = 0; b < builder->bodies.count; ++b) {
        TumBody *body = &builder->bodies.items[b];
        BodyMatter sum = {.has_bounds = false};
        for (size_t i = of.first[b]; i < of.first[b + 1]; ++i) {
            const TumStatus status =
                add_collider(builder, &builder->colliders.items[of.colliders[i]], &sum);
            if (status != TUM_OK) {
                return status;
            }
        }
        const Volume4 matter = matter_of(&sum);
        resolve_mass(builder, &sum.volume, body);
        resolve_center(&matter, body);
        resolve_inertia(builder, &matter, body);
    }
    return TUM_OK;
}
