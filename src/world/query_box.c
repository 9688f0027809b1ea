// SPDX-License-Identifier: MIT
// query_box.c: box queries for colliders.
#include "world/query_data4.h"

// Sorted colliders in a buffer of the caller: the first `capacity` in order.
typedef struct ColliderList {
    TumColliderId *colliders;
    size_t capacity, count; // count: all colliders that were found.
} ColliderList;

static void keep(const TumWorld *world, ColliderList *list, int32_t slot)
{
    const size_t kept = list->count < list->capacity ? list->count : list->capacity;
    const TumColliderId id = tum_world_collider_at(world, (size_t)slot);
    ++list->count;
    if (kept == list->capacity && (kept == 0 || id.index1 > list->colliders[kept - 1].index1)) {
        return;
    }
    size_t at = kept < list->capacity ? kept : kept - 1;
    for (; at > 0 && id.index1 < list->colliders[at - 1].index1; --at) {
        list->colliders[at] = list->colliders[at - 1];
    }
    list->colliders[at] = id;
}

typedef struct BoxSearch {
    const View *view;
    const Box *box;
    ColliderList *list;
} BoxSearch;

// Boxes in the trees have margins, so the exact box is tested as well.
static bool visit_collider(void *user, uint32_t item)
{
    BoxSearch *search = user;
    const Topology *topology = &search->view->world->sim.topology;
    const int32_t slot = (int32_t)item;
    if (tum_query_sees_collider(search->view, slot)) {
        const Box box =
            topology->life->box(topology->space, topology->colliders.items[slot].body, slot);
        if (box_overlaps(&box, search->box)) {
            keep(search->view->world, search->list, slot);
        }
    }
    return true;
}

// @return false where a number is NaN, or low is above high.
static bool is_box(const Box *box)
{
    return box->low[0] <= box->high[0] && box->low[1] <= box->high[1] &&
           box->low[2] <= box->high[2] && box->low[3] <= box->high[3];
}

static TumStatus overlap_box(const TumWorld *world, int dimension, const Box *box,
                             const TumQueryFilter *filter, ColliderList *list)
{
    View view;
    const TumStatus status = tum_query_view(world, dimension, filter, &view);
    if (status != TUM_OK || !is_box(box)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    BoxSearch search = {&view, box, list};
    tum_bvh_query(&world->sim.topology.moving, box, visit_collider, &search);
    tum_bvh_query(&world->sim.topology.still, box, visit_collider, &search);
    return TUM_OK;
}

TumStatus tum_world_overlap_box3(const TumWorld *world, TumVec3 low, TumVec3 high,
                                 const TumQueryFilter *filter, TumColliderId *colliders,
                                 size_t capacity, size_t *count)
{
    const Box box = {{low.x, low.y, low.z, 0.0f}, {high.x, high.y, high.z, 0.0f}};
    ColliderList list = {colliders, capacity, 0};
    const TumStatus status = overlap_box(world, 3, &box, filter, &list);
    *count = list.count;
    return status;
}

TumStatus tum_world_overlap_box4(const TumWorld *world, TumVec4 low, TumVec4 high,
                                 const TumQueryFilter *filter, TumColliderId *colliders,
                                 size_t capacity, size_t *count)
{
    const Box box = {{low.x, low.y, low.z, low.w}, {high.x, high.y, high.z, high.w}};
    ColliderList list = {colliders, capacity, 0};
    const TumStatus status = overlap_box(world, 4, &box, filter, &list);
    *count = list.count;
    return status;
}
