// SPDX-License-Identifier: MIT
// query_shape.c: shape casts, overlaps and nearest points in a 3D world.
#include "collide3/collide3.h"
#include "distance3/shapecast3.h"
#include "shape3/core3.h"
#include "space3/bodies3.h"
#include "world/query_data3.h"

// Converts the shape that the caller gives.
static TumStatus probe_of(const TumShape *shape, Shape3 *probe)
{
    const double *size = shape->size;
    const float half_height = (float)(0.5 * shape->height);
    const float bottom = (float)shape->radius_bottom, top = (float)shape->radius_top;
    bool is_sized;
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE:
        is_sized = query_is_size(shape->radius);
        *probe = tum_shape3_sphere((float)shape->radius);
        break;
    case TUM_SHAPE_BOX:
        is_sized = query_is_size(size[0]) && query_is_size(size[1]) && query_is_size(size[2]);
        *probe = tum_shape3_box(
            (Vec3){(float)(0.5 * size[0]), (float)(0.5 * size[1]), (float)(0.5 * size[2])});
        break;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
        is_sized = query_is_size(shape->height) && query_is_size(shape->radius_bottom) &&
                   query_is_size(shape->radius_top);
        *probe = shape->kind == TUM_SHAPE_CAPSULE ? tum_shape3_capsule(half_height, bottom, top)
                                                  : tum_shape3_cylinder(half_height, bottom, top);
        break;
    default: return TUM_ERROR_UNSUPPORTED;
    }
    return is_sized ? TUM_OK : TUM_ERROR_ARGUMENT;
}

static bool pose_of(TumPose3 given, Pose3 *pose)
{
    const TumQuat q = given.rotation;
    pose->position = query_vec3(given.position);
    pose->rotation = quat_normalize((Quat){q.x, q.y, q.z, q.w});
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return vec3_is_finite(pose->position) && squared > 0.5f && squared < 2.0f;
}

static bool is_translation(TumVec3 along)
{
    return vec3_is_finite(query_vec3(along)) &&
           (along.x != 0.0f || along.y != 0.0f || along.z != 0.0f);
}

typedef struct ShapeSearch3 {
    const View *view;
    const Shape3 *probe;
    Pose3 world_from_probe;
    Vec3 along;
    double length;
    double best_fraction;
    TumHit3 best;
    SortedList *list; ///< List of overlaps.
} ShapeSearch3;

static double visit_cast(void *user, const Target *target, double limit)
{
    ShapeSearch3 *search = user;
    PlacedShape3 placed;
    tum_query_place3(search->view, target, &placed);
    CastHit3 found;
    if (!tum_shapecast3(placed.shape, placed.world_from_shape, search->probe,
                        search->world_from_probe, search->along, limit, &found)) {
        return limit;
    }
    TumHit3 hit;
    tum_query_hit3(search->view, target, &found, search->length, &hit);
    if (!search->best.is_hit || found.fraction < search->best_fraction ||
        tum_query_precedes3(&hit, &search->best)) {
        search->best = hit;
        search->best_fraction = found.fraction;
    }
    return found.fraction;
}

// Continues with the best hit of the search so far.
static void cast_probe(ShapeSearch3 *search, const Shape3 *probe, Pose3 world_from_probe)
{
    search->probe = probe;
    search->world_from_probe = world_from_probe;
    const Bound3 bound = tum_shape3_bound(probe, &world_from_probe);
    const DVec3 low = vec3_widen(bound.low), high = vec3_widen(bound.high);
    const DVec3 half = dvec3_scale(dvec3_sub(high, low), 0.5);
    const double margin =
        QUERY_SLACK * dvec3_length(dvec3_maximum(dvec3_absolute(low), dvec3_absolute(high))) +
        SHAPECAST3_TOUCH;
    const DVec3 from = dvec3_add(low, half), along = vec3_widen(search->along);
    const DVec3 extent = dvec3_add(half, (DVec3){margin, margin, margin});
    const QueryPath path = {.from = {from.x, from.y, from.z},
                            .along = {along.x, along.y, along.z},
                            .extent = {extent.x, extent.y, extent.z}};
    search->length = dvec3_length(along);
    tum_query_along(search->view, &path, search->best.is_hit ? search->best_fraction : 1.0,
                    visit_cast, search);
}

TumStatus tum_world_cast_shape3(const TumWorld *world, const TumShape *shape, TumPose3 pose,
                                TumVec3 along, const TumQueryFilter *filter, TumHit3 *hit)
{
    query_no_hit3(hit);
    View view;
    Shape3 probe;
    Pose3 world_from_probe;
    TumStatus status = tum_query_view(world, 3, filter, &view);
    status = status == TUM_OK ? probe_of(shape, &probe) : status;
    if (status != TUM_OK || !pose_of(pose, &world_from_probe) || !is_translation(along)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    ShapeSearch3 search = {.view = &view, .along = query_vec3(along)};
    query_no_hit3(&search.best);
    cast_probe(&search, &probe, world_from_probe);
    *hit = search.best;
    return TUM_OK;
}

TumStatus tum_world_cast_body3(const TumWorld *world, TumBodyId body, TumVec3 along,
                               const TumQueryFilter *filter, TumHit3 *hit)
{
    query_no_hit3(hit);
    View view;
    const TumStatus status = tum_query_view(world, 3, filter, &view);
    const int32_t slot = tum_world_slot(world, body);
    if (status != TUM_OK || slot == NONE || !is_translation(along)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    view.unseen = slot;
    const Topology *topology = &world->sim.topology;
    ShapeSearch3 search = {.view = &view, .along = query_vec3(along)};
    query_no_hit3(&search.best);
    for (int32_t collider = topology->bodies.items[slot].first_collider; collider != NONE;
         collider = topology->colliders.items[collider].next) {
        const Shape3 *probe = &world->space3->colliders.shapes.items[collider];
        if (shape3_is_convex(probe)) {
            cast_probe(&search, probe, space3_shape_pose(world->space3, slot, collider));
        }
    }
    *hit = search.best;
    return TUM_OK;
}

// The deepest point of all manifolds stands for the overlap.
static double visit_overlap(void *user, const Target *target, double limit)
{
    ShapeSearch3 *search = user;
    PlacedShape3 placed;
    tum_query_place3(search->view, target, &placed);
    PairCache3 nothing = {.kind = 0};
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    const Pose3 target_from_probe =
        pose3_relative(placed.world_from_shape, search->world_from_probe);
    const int count = tum_collide3(search->view->world->space3->kernels.pairs, placed.shape,
                                   search->probe, target_from_probe, 0.0f, &nothing, touches);
    CastHit3 deepest = {.fraction = 1.0, .triangle = -1};
    float separation = 1.0f;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < touches[i].point_count; ++k) {
            if (touches[i].points[k].separation < separation) {
                separation = touches[i].points[k].separation;
                deepest.point =
                    pose3_transform(placed.world_from_shape, touches[i].points[k].position);
                deepest.normal = quat_rotate(placed.world_from_shape.rotation, touches[i].normal);
                deepest.fraction = 0.0;
            }
        }
    }
    if (deepest.fraction == 0.0) {
        TumHit3 hit;
        tum_query_hit3(search->view, target, &deepest, 0.0, &hit);
        hit.distance = separation;
        tum_query_keep(search->list, &hit);
    }
    return limit;
}

static void widen_box(Box *box)
{
    for (int i = 0; i < 3; ++i) {
        const float slack = 1e-6f * (absolute(box->low[i]) + absolute(box->high[i]));
        box->low[i] -= slack;
        box->high[i] += slack;
    }
    // The boxes in the trees have margins in all four lanes.
    box->low[3] = box->high[3] = 0.0f;
}

static void find_overlaps(const View *view, const Shape3 *probe, Pose3 world_from_probe,
                          SortedList *list)
{
    ShapeSearch3 search = {
        .view = view, .probe = probe, .world_from_probe = world_from_probe, .list = list};
    const Bound3 bound = tum_shape3_bound(probe, &world_from_probe);
    Box box = {{bound.low.x, bound.low.y, bound.low.z, 0.0f},
               {bound.high.x, bound.high.y, bound.high.z, 0.0f}};
    widen_box(&box);
    tum_query_within(view, &box, visit_overlap, &search);
}

TumStatus tum_world_overlap_shape3(const TumWorld *world, const TumShape *shape, TumPose3 pose,
                                   const TumQueryFilter *filter, TumHit3 *hits, size_t capacity,
                                   size_t *count)
{
    *count = 0;
    View view;
    Shape3 probe;
    Pose3 world_from_probe;
    TumStatus status = tum_query_view(world, 3, filter, &view);
    status = status == TUM_OK ? probe_of(shape, &probe) : status;
    if (status != TUM_OK || !pose_of(pose, &world_from_probe)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    SortedList list = tum_query_list3(hits, capacity);
    find_overlaps(&view, &probe, world_from_probe, &list);
    *count = list.count;
    return TUM_OK;
}

TumStatus tum_world_overlap_collider3(const TumWorld *world, TumColliderId collider,
                                      const TumQueryFilter *filter, TumHit3 *hits, size_t capacity,
                                      size_t *count)
{
    *count = 0;
    View view;
    const TumStatus status = tum_query_view(world, 3, filter, &view);
    const int32_t slot = status == TUM_OK ? tum_query_leave_out(&view, collider) : NONE;
    if (slot == NONE) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    SortedList list = tum_query_list3(hits, capacity);
    find_overlaps(&view, &world->space3->colliders.shapes.items[slot],
                  space3_shape_pose(world->space3, view.unseen, slot), &list);
    *count = list.count;
    return TUM_OK;
}

typedef struct PointSearch3 {
    const View *view;
    Vec3 point;
    double best_distance;
    TumHit3 best;
} PointSearch3;

// A limit below zero would end the walk, but inside one solid another may be deeper.
static double visit_nearest(void *user, const Target *target, double limit)
{
    PointSearch3 *search = user;
    PlacedShape3 placed;
    tum_query_place3(search->view, target, &placed);
    Nearest3 found;
    if (!tum_nearest3(placed.shape, placed.world_from_shape, search->point, limit, &found)) {
        return limit;
    }
    const CastHit3 as_hit = {
        .normal = found.normal, .point = found.point, .triangle = found.triangle};
    TumHit3 hit;
    tum_query_hit3(search->view, target, &as_hit, 0.0, &hit);
    hit.distance = (float)found.distance;
    if (!search->best.is_hit || found.distance < search->best_distance ||
        (found.distance == search->best_distance && tum_query_precedes3(&hit, &search->best))) {
        search->best = hit;
        search->best_distance = found.distance;
    }
    return maximum64(minimum64(limit, found.distance), 0.0);
}

TumStatus tum_world_nearest_point3(const TumWorld *world, TumVec3 point, float reach,
                                   const TumQueryFilter *filter, TumHit3 *hit)
{
    query_no_hit3(hit);
    View view;
    const TumStatus status = tum_query_view(world, 3, filter, &view);
    if (status != TUM_OK || !vec3_is_finite(query_vec3(point)) || !(reach > 0.0f)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    PointSearch3 search = {.view = &view, .point = query_vec3(point)};
    query_no_hit3(&search.best);
    const DVec3 p = vec3_widen(search.point);
    tum_query_near(&view, (const double[4]){p.x, p.y, p.z}, (double)reach, visit_nearest, &search);
    *hit = search.best;
    return TUM_OK;
}
