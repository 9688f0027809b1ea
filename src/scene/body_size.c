// SPDX-License-Identifier: MIT
// body_size.c: bodies below the size for dependable simulation.
#include "scene/body_size.h"

#include <math.h>

#include "base/report.h"
#include "math/scalar.h"
#include "tumble/capacity.h"

// True where numbers, one every `stride`, differ by more than the least size.
static bool are_spread(const double *numbers, size_t count, size_t stride)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t i = 0; i < count && !(high - low >= TUM_MIN_BODY_SIZE); ++i) {
        low = minimum64(low, numbers[i * stride]);
        high = maximum64(high, numbers[i * stride]);
    }
    return high - low >= TUM_MIN_BODY_SIZE;
}

static bool mesh_is_large(const TumMesh *mesh, size_t dimension)
{
    bool is_large = false;
    for (size_t i = 0; i < dimension && !is_large; ++i) {
        is_large = are_spread(mesh->points + i, mesh->point_count, dimension);
    }
    return is_large;
}

static bool collider_is_large(const TumScene *scene, const TumCollider *collider)
{
    const TumShape *shape = &scene->shapes[collider->shape];
    const size_t dimension = (size_t)scene->dimension;
    if (shape->mesh >= 0) {
        return mesh_is_large(&scene->meshes[shape->mesh], dimension);
    }
    const double wide = 2.0 * maximum64(shape->radius_bottom, shape->radius_top);
    const double caps = shape->kind == TUM_SHAPE_CAPSULE ? wide : 0.0;
    double longest = 0.0;
    for (size_t i = 0; i < dimension; ++i) {
        const double scale = collider->scale[i];
        for (int32_t k = 0; k < shape->curve_count; ++k) {
            const TumCurve *curve = &scene->curves[shape->curve_first + k];
            longest = maximum64(longest, 2.0 * scale * curve->radii[i]);
        }
        longest = maximum64(longest, scale * maximum64(shape->size[i], 2.0 * shape->radius));
        longest = maximum64(longest, scale * (i == 1 ? shape->height + caps : wide));
    }
    return longest >= TUM_MIN_BODY_SIZE;
}

// State of measuring a body.
typedef struct BodySize {
    const TumCollider *first; // may be NULL
    bool is_large;
} BodySize;

static bool is_far_from(const TumCollider *a, const TumCollider *b)
{
    double farthest = 0.0;
    for (int i = 0; i < 4; ++i) {
        farthest = maximum64(farthest, absolute64(a->position[i] - b->position[i]));
    }
    return farthest >= TUM_MIN_BODY_SIZE;
}

static void take_collider(const TumScene *scene, const TumCollider *collider, BodySize *size)
{
    if (size->first == NULL) {
        size->first = collider;
    }
    size->is_large =
        size->is_large || is_far_from(collider, size->first) || collider_is_large(scene, collider);
}

bool tum_report_small_bodies(const TumScene *scene, Arena *scratch, TumReport *report)
{
    BodySize *sizes = tum_arena_zeroed(scratch, scene->body_count, sizeof *sizes);
    if (sizes == NULL) {
        return false;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (collider->body >= 0 && scene->bodies[collider->body].kind == TUM_BODY_DYNAMIC) {
            take_collider(scene, collider, &sizes[collider->body]);
        }
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (sizes[i].first != NULL && !sizes[i].is_large) {
            tum_report_add(report, CODE_PHYSICS_BODY_TOO_SMALL, scene->file,
                           scene->bodies[i].pointer,
                           "The body is less than %g m long; what is that small may sink into "
                           "others, and stacks of it fall.",
                           TUM_MIN_BODY_SIZE);
        }
    }
    return true;
}
