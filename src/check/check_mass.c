// SPDX-License-Identifier: MIT
// check_mass.c: masses and moments compared with those of the shapes.
#include "check/check_data.h"
#include "geometry/mass3.h"
#include "geometry/mass4.h"
#include "math/linear4.h"
#include "math/scalar.h"

// [kg/m^3] Aerogel has 1 and more, osmium 22590.
static const double least_density = 1.0, most_density = 25000.0;

// [1] Largest ratio to the moments of the shapes: hollow shells and loads at one end stay below it.
static const double most_moment_ratio = 10.0;

static DPose3 pose_of(const double position[4], const TumRotation *rotation)
{
    return (DPose3){{position[0], position[1], position[2]},
                    {rotation->q[0], rotation->q[1], rotation->q[2], rotation->q[3]}};
}

static Volume3 volume_of(const SceneCheck *check, const TumCollider *collider)
{
    const TumScene *scene = check->scene;
    const TumShape *shape = &scene->shapes[collider->shape];
    const TumMesh *mesh = shape->mesh >= 0 ? &scene->meshes[shape->mesh] : NULL;
    const Volume3 own = tum_volume3_of_shape(shape, mesh, collider->scale, &check->arena.allocator);
    return tum_volume3_transform(own, pose_of(collider->position, &collider->rotation));
}

static void sort(double *v, int count)
{
    for (int i = 1; i < count; ++i) {
        for (int k = i; k > 0 && v[k - 1] > v[k]; --k) {
            const double larger = v[k - 1];
            v[k - 1] = v[k];
            v[k] = larger;
        }
    }
}

// The moments given by the file, ascending. @return false where a moment is missing.
static bool given_moments(const TumBody *body, double *moments, int count)
{
    for (int i = 0; i < count; ++i) {
        if (body->inertia_origin[i] != TUM_ORIGIN_AUTHORED || !is_finite64(body->inertia[i])) {
            return false;
        }
        moments[i] = body->inertia[i];
    }
    sort(moments, count);
    return true;
}

// Both arrays ascend.
static bool are_alike(const double *given, const double *likely, int count)
{
    for (int i = 0; i < count; ++i) {
        if (given[i] > likely[i] * most_moment_ratio || given[i] * most_moment_ratio < likely[i]) {
            return false;
        }
    }
    return true;
}

static void check_inertia3(const SceneCheck *check, const TumBody *body, Volume3 volume)
{
    const DVec3 center = {body->center_of_mass[0], body->center_of_mass[1],
                          body->center_of_mass[2]};
    DVec3 moments;
    DQuat rotation;
    tum_principal_inertia3(tum_volume3_inertia(volume, body->mass, center), &moments, &rotation);
    double likely[3] = {moments.x, moments.y, moments.z}, given[3];
    sort(likely, 3);
    if (given_moments(body, given, 3) && !are_alike(given, likely, 3)) {
        tum_report_add(check->report, CODE_CHECK_INERTIA, check->scene->file, body->pointer,
                       "Principal moments of %.3g, %.3g and %.3g kg m^2; %g kg spread over the "
                       "shapes have %.3g, %.3g and %.3g.",
                       given[0], given[1], given[2], body->mass, likely[0], likely[1], likely[2]);
    }
}

static void check_inertia4(const SceneCheck *check, const TumBody *body, const Volume4 *volume)
{
    double moments[16], along[4], frame[16], likely[6], given[6];
    tum_volume4_about(volume, body->mass, body->center_of_mass, moments);
    tum_eigen_symmetric4(moments, along, frame);
    for (int j = 1; j < 4; ++j) {
        for (int i = 0; i < j; ++i) {
            likely[linear4_plane(i, j)] = along[i] + along[j];
        }
    }
    sort(likely, 6);
    if (given_moments(body, given, 6) && !are_alike(given, likely, 6)) {
        tum_report_add(check->report, CODE_CHECK_INERTIA, check->scene->file, body->pointer,
                       "Principal moments of %.3g to %.3g kg m^2; %g kg spread over the shapes "
                       "have %.3g to %.3g.",
                       given[0], given[5], body->mass, likely[0], likely[5]);
    }
}

static void check_masses3(SceneCheck *check)
{
    const TumScene *scene = check->scene;
    Volume3 *volumes = tum_arena_zeroed(&check->arena, scene->body_count, sizeof *volumes);
    for (size_t i = 0; volumes != NULL && i < scene->collider_count; ++i) {
        const int32_t body = scene->colliders[i].body;
        if (body >= 0 && scene->colliders[i].enabled) {
            volumes[body] = tum_volume3_add(volumes[body], volume_of(check, &scene->colliders[i]));
        }
    }
    for (size_t i = 0; volumes != NULL && i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        if (body->kind != TUM_BODY_DYNAMIC || !is_finite64(body->mass) ||
            !(volumes[i].volume > 0.0)) {
            continue;
        }
        const double density = body->mass / volumes[i].volume;
        if (body->mass_origin == TUM_ORIGIN_AUTHORED &&
            (density < least_density || density > most_density)) {
            tum_report_add(check->report, CODE_CHECK_DENSITY, scene->file, body->pointer,
                           "%g kg in %.3g m^3 are %.3g kg/m^3; water has 1000, lead 11340.",
                           body->mass, volumes[i].volume, density);
        }
        check_inertia3(check, body, volumes[i]);
    }
}

// Materials of four dimensions do not exist, so no density can be compared.
static void check_masses4(SceneCheck *check)
{
    const TumScene *scene = check->scene;
    const TumAllocator *allocator = &check->arena.allocator;
    Volume4 *volumes = tum_arena_zeroed(&check->arena, scene->body_count, sizeof *volumes);
    for (size_t i = 0; volumes != NULL && i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const TumShape *shape = &scene->shapes[collider->shape];
        const TumMesh *mesh = shape->mesh >= 0 ? &scene->meshes[shape->mesh] : NULL;
        Volume4 own;
        if (collider->body >= 0 && collider->enabled &&
            tum_volume4_of_shape(shape, scene->curves, mesh, collider->scale, allocator, &own) ==
                TUM_OK) {
            volumes[collider->body] =
                tum_volume4_add(volumes[collider->body],
                                tum_volume4_moved(own, collider->rotation.m, collider->position));
        }
    }
    for (size_t i = 0; volumes != NULL && i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        if (body->kind == TUM_BODY_DYNAMIC && is_finite64(body->mass) && volumes[i].volume > 0.0) {
            check_inertia4(check, body, &volumes[i]);
        }
    }
}

void tum_check_masses(SceneCheck *check)
{
    if (check->scene->dimension == 4) {
        check_masses4(check);
    } else {
        check_masses3(check);
    }
}
