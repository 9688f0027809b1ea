// SPDX-License-Identifier: MIT
// query_box.c: box queries for colliders.
#include "tumble/query4.h"
#include "world/query_data.h"

static bool precedes(const void *a, const void *b)
{
    return ((const TumColliderId *)a)->index1 < ((const TumColliderId *)b)->index1;
}

static SortedList list_of(TumColliderId *colliders, size_t capacity)
{
    return (SortedList){colliders, sizeof *colliders, precedes, capacity, 0};
}

typedef struct BoxSearch {
    const View *view;
    const Box *box;
    SortedList *list;
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
            const TumColliderId id = tum_world_collider_at(search->view->world, (size_t)slot);
            tum_query_keep(search->list, &id);
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
                             const TumQueryFilter *filter, SortedList *list)
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
    SortedList list = list_of(colliders, capacity);
    const TumStatus status = overlap_box(world, 3, &box, filter, &list);
    *count = list.count;
    return status;
}

TumStatus tum_world_overlap_box4(const TumWorld *world, TumVec4 low, TumVec4 high,
                                 const TumQueryFilter *filter, TumColliderId *colliders,
                                 size_t capacity, size_t *count)
{
    const Box box = {{low.x, low.y, low.z, low.w}, {high.x, high.y, high.z, high.w}};
    SortedList list = list_of(colliders, capacity);
    const TumStatus status = overlap_box(world, 4, &box, filter, &list);
    *count = list.count;
    return status;
}
