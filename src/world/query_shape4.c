// SPDX-License-Identifier: MIT
// query_shape4.c: shape casts, overlaps and nearest points in a 4D world.
#include "collide4/collide4.h"
#include "distance4/shapecast4.h"
#include "world/query_data4.h"

static bool is_sized(const TumShape *shape)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return query_is_size(shape->radius);
    case TUM_SHAPE_BOX:
        return query_is_size(shape->size[0]) && query_is_size(shape->size[1]) &&
               query_is_size(shape->size[2]) && query_is_size(shape->size[3]);
    default:
        return query_is_size(shape->height) && query_is_size(shape->radius_bottom) &&
               query_is_size(shape->radius_top);
    }
}

// Converts the shape that the caller gives.
static TumStatus probe_of(const TumShape *shape, Shape4 *probe)
{
    static const double as_it_is[4] = {1.0, 1.0, 1.0, 1.0};
    if (shape->kind != TUM_SHAPE_SPHERE && shape->kind != TUM_SHAPE_BOX &&
        shape->kind != TUM_SHAPE_CAPSULE && shape->kind != TUM_SHAPE_CYLINDER) {
        return TUM_ERROR_UNSUPPORTED;
    }
    return is_sized(shape) && tum_shape4_of_scene(shape, NULL, NULL, as_it_is, probe)
               ? TUM_OK
               : TUM_ERROR_ARGUMENT;
}

typedef struct ShapeSearch4 {
    const View *view;
    const Shape4 *probe;
    Pose4 world_from_probe;
    Vec4 along;
    double length;
    double best_fraction;
    TumHit4 best;
    SortedList *list; ///< List of overlaps.
} ShapeSearch4;

static double visit_cast(void *user, const Target *target, double limit)
{
    ShapeSearch4 *search = user;
    const PlacedShape4 placed = tum_query_place4(search->view, target);
    CastHit4 found;
    if (!tum_shapecast4(placed.shape, placed.world_from_shape, search->probe,
                        search->world_from_probe, search->along, limit, &found)) {
        return limit;
    }
    const TumHit4 hit = tum_query_hit4(search->view, target, &found, search->length);
    if (!search->best.is_hit || found.fraction < search->best_fraction ||
        tum_query_precedes4(&hit, &search->best)) {
        search->best = hit;
        search->best_fraction = found.fraction;
    }
    return found.fraction;
}

// Continues with the best hit of the search so far.
static void cast_probe(ShapeSearch4 *search, const Shape4 *probe, Pose4 world_from_probe)
{
    search->probe = probe;
    search->world_from_probe = world_from_probe;
    const DMat4 rotation = drotation4_matrix(rotation4_widen(world_from_probe.rotation));
    const Bound4 bound = tum_shape4_bound(probe, vec4_widen(world_from_probe.position), rotation);
    const DVec4 half = dvec4_scale(dvec4_sub(bound.high, bound.low), 0.5);
    const double margin = QUERY_SLACK * dvec4_length(dvec4_maximum(dvec4_absolute(bound.low),
                                                                   dvec4_absolute(bound.high))) +
                          SHAPECAST4_TOUCH;
    const DVec4 margins = {margin, margin, margin, margin};
    const DVec4 f = dvec4_add(bound.low, half), d = vec4_widen(search->along);
    const DVec4 e = dvec4_add(half, margins);
    const QueryPath path = {.from = {f.x, f.y, f.z, f.w},
                            .along = {d.x, d.y, d.z, d.w},
                            .extent = {e.x, e.y, e.z, e.w}};
    search->length = dvec4_length(d);
    tum_query_along(search->view, &path, search->best.is_hit ? search->best_fraction : 1.0,
                    visit_cast, search);
}

TumStatus tum_world_cast_shape4(const TumWorld *world, const TumShape *shape, TumPose4 pose,
                                TumVec4 along, const TumQueryFilter *filter, TumHit4 *hit)
{
    *hit = tum_query_no_hit4();
    View view;
    Shape4 probe;
    Pose4 world_from_probe;
    TumStatus status = tum_query_view(world, 4, filter, &view);
    status = status == TUM_OK ? probe_of(shape, &probe) : status;
    if (status != TUM_OK || !inner_pose4(pose, &world_from_probe) ||
        !tum_query_is_translation4(along)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    ShapeSearch4 search = {.view = &view, .along = inner_vec4(along), .best = tum_query_no_hit4()};
    cast_probe(&search, &probe, world_from_probe);
    *hit = search.best;
    return TUM_OK;
}

TumStatus tum_world_cast_body4(const TumWorld *world, TumBodyId body, TumVec4 along,
                               const TumQueryFilter *filter, TumHit4 *hit)
{
    *hit = tum_query_no_hit4();
    View view;
    const TumStatus status = tum_query_view(world, 4, filter, &view);
    const int32_t slot = tum_world_slot(world, body);
    if (status != TUM_OK || slot == NONE || !tum_query_is_translation4(along)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    view.unseen = slot;
    const Topology *topology = &world->sim.topology;
    ShapeSearch4 search = {.view = &view, .along = inner_vec4(along), .best = tum_query_no_hit4()};
    for (int32_t collider = topology->bodies.items[slot].first_collider; collider != NONE;
         collider = topology->colliders.items[collider].next) {
        const Shape4 *probe = &world->space4->shapes.items[collider];
        if (shape4_is_convex(probe)) {
            cast_probe(&search, probe, space4_shape_pose(world->space4, slot, collider));
        }
    }
    *hit = search.best;
    return TUM_OK;
}

// The deepest point of all manifolds stands for the overlap.
static double visit_overlap(void *user, const Target *target, double limit)
{
    ShapeSearch4 *search = user;
    const PlacedShape4 placed = tum_query_place4(search->view, target);
    PairCache4 nothing = {.kind = 0};
    LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4];
    const Pose4 target_from_probe =
        pose4_relative(placed.world_from_shape, search->world_from_probe);
    const int count =
        tum_collide4(placed.shape, search->probe, target_from_probe, 0.0f, &nothing, touches);
    CastHit4 deepest = {.fraction = 1.0, .tetrahedron = -1};
    float separation = 1.0f;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < touches[i].point_count; ++k) {
            if (touches[i].points[k].separation < separation) {
                separation = touches[i].points[k].separation;
                deepest.point =
                    pose4_transform(placed.world_from_shape, touches[i].points[k].position);
                deepest.normal =
                    rotation4_rotate(placed.world_from_shape.rotation, touches[i].normal);
                deepest.fraction = 0.0;
            }
        }
    }
    if (deepest.fraction == 0.0) {
        TumHit4 hit = tum_query_hit4(search->view, target, &deepest, 0.0);
        hit.distance = separation;
        tum_query_keep(search->list, &hit);
    }
    return limit;
}

static void widen_box(Box *box)
{
    for (int i = 0; i < 4; ++i) {
        const float slack = (float)QUERY_SLACK * (absolute(box->low[i]) + absolute(box->high[i]));
        box->low[i] -= slack;
        box->high[i] += slack;
    }
}

static void find_overlaps(const View *view, const Shape4 *probe, Pose4 world_from_probe,
                          SortedList *list)
{
    ShapeSearch4 search = {
        .view = view, .probe = probe, .world_from_probe = world_from_probe, .list = list};
    Box box = tum_box4(probe, world_from_probe);
    widen_box(&box);
    tum_query_within(view, &box, visit_overlap, &search);
}

TumStatus tum_world_overlap_shape4(const TumWorld *world, const TumShape *shape, TumPose4 pose,
                                   const TumQueryFilter *filter, TumHit4 *hits, size_t capacity,
                                   size_t *count)
{
    *count = 0;
    View view;
    Shape4 probe;
    Pose4 world_from_probe;
    TumStatus status = tum_query_view(world, 4, filter, &view);
    status = status == TUM_OK ? probe_of(shape, &probe) : status;
    if (status != TUM_OK || !inner_pose4(pose, &world_from_probe)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    SortedList list = tum_query_list4(hits, capacity);
    find_overlaps(&view, &probe, world_from_probe, &list);
    *count = list.count;
    return TUM_OK;
}

TumStatus tum_world_overlap_collider4(const TumWorld *world, TumColliderId collider,
                                      const TumQueryFilter *filter, TumHit4 *hits, size_t capacity,
                                      size_t *count)
{
    *count = 0;
    View view;
    const TumStatus status = tum_query_view(world, 4, filter, &view);
    const int32_t slot = status == TUM_OK ? tum_query_leave_out(&view, collider) : NONE;
    if (slot == NONE) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    SortedList list = tum_query_list4(hits, capacity);
    find_overlaps(&view, &world->space4->shapes.items[slot],
                  space4_shape_pose(world->space4, view.unseen, slot), &list);
    *count = list.count;
    return TUM_OK;
}

typedef struct PointSearch4 {
    const View *view;
    Vec4 point;
    double best_distance;
    TumHit4 best;
} PointSearch4;

// A limit below zero would end the walk, but inside one solid another may be deeper.
static double visit_nearest(void *user, const Target *target, double limit)
{
    PointSearch4 *search = user;
    const PlacedShape4 placed = tum_query_place4(search->view, target);
    Nearest4 found;
    if (!tum_nearest4(placed.shape, placed.world_from_shape, search->point, limit, &found)) {
        return limit;
    }
    const CastHit4 as_hit = {
        .normal = found.normal, .point = found.point, .tetrahedron = found.tetrahedron};
    TumHit4 hit = tum_query_hit4(search->view, target, &as_hit, 0.0);
    hit.distance = (float)found.distance;
    if (!search->best.is_hit || found.distance < search->best_distance ||
        (found.distance == search->best_distance && tum_query_precedes4(&hit, &search->best))) {
        search->best = hit;
        search->best_distance = found.distance;
    }
    return maximum64(minimum64(limit, found.distance), 0.0);
}

TumStatus tum_world_nearest_point4(const TumWorld *world, TumVec4 point, float reach,
                                   const TumQueryFilter *filter, TumHit4 *hit)
{
    *hit = tum_query_no_hit4();
    View view;
    const TumStatus status = tum_query_view(world, 4, filter, &view);
    if (status != TUM_OK || !vec4_is_finite(inner_vec4(point)) || !(reach > 0.0f)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    PointSearch4 search = {.view = &view, .point = inner_vec4(point), .best = tum_query_no_hit4()};
    const DVec4 p = vec4_widen(search.point);
    tum_query_near(&view, (const double[4]){p.x, p.y, p.z, p.w}, (double)reach, visit_nearest,
                   &search);
    *hit = search.best;
    return TUM_OK;
}
