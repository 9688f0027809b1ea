// SPDX-License-Identifier: MIT
// check_overlap.c: colliders that overlap before the first step.
#include "base/sort.h"
#include "check/check_data.h"
#include "tumble/query3.h"
#include "tumble/query4.h"

static const double least_overlap = 0.01; // [m] Smaller overlaps are contact margins.

enum { MOST_HITS = 64 };

typedef struct BodyPair {
    int32_t low, high;
} BodyPair;

static int compare_pairs(const void *a, const void *b)
{
    const BodyPair *first = a, *second = b;
    return first->low != second->low    ? (first->low < second->low ? -1 : 1)
           : first->high < second->high ? -1
                                        : first->high > second->high;
}

static BodyPair body_pair(int32_t a, int32_t b)
{
    return a < b ? (BodyPair){a, b} : (BodyPair){b, a};
}

// Pairs of bodies whose joint disables their collision, sorted. @return their number.
static size_t joined_pairs(SceneCheck *check, BodyPair **pairs)
{
    const TumScene *scene = check->scene;
    size_t count = 0;
    *pairs = tum_arena_zeroed(&check->arena, scene->joint_count, sizeof **pairs);
    for (size_t i = 0; *pairs != NULL && i < scene->joint_count; ++i) {
        if (!scene->joints[i].enable_collision) {
            (*pairs)[count++] = body_pair(scene->joints[i].body_a, scene->joints[i].body_b);
        }
    }
    if (count > 1) {
        tum_sort_any(*pairs, count, sizeof **pairs, compare_pairs);
    }
    return count;
}

// Data shared by all queries of overlaps.
typedef struct Overlaps {
    const BodyPair *joined;
    size_t joined_count;
    int32_t *body_at; ///< [node_count] The node's body, or -1.
    bool *asks;       ///< [node_count] A collider of this node gets its own query.
} Overlaps;

/// A hit in any dimension.
typedef struct Hit {
    int32_t node, motion;
    double depth; ///< [m]
} Hit;

static bool asks(const TumScene *scene, const TumCollider *collider)
{
    return collider->enabled && collider->body >= 0 &&
           scene->bodies[collider->body].kind == TUM_BODY_DYNAMIC;
}

static void check_hit(SceneCheck *check, const Overlaps *overlaps, const TumCollider *collider,
                      Hit hit)
{
    const int32_t other = hit.motion >= 0 ? overlaps->body_at[hit.motion] : -1;
    const BodyPair pair = body_pair(collider->body, other);
    const bool was_asked =
        hit.node >= 0 && hit.node < collider->node && overlaps->asks[hit.node] && other >= 0;
    if (was_asked || hit.depth <= least_overlap ||
        (overlaps->joined_count > 0 &&
         tum_sort_find(&pair, overlaps->joined, overlaps->joined_count, sizeof pair,
                       compare_pairs) != NULL)) {
        return;
    }
    TumOverlaps *found = &check->overlaps;
    ++found->count;
    if (hit.depth > found->depth) {
        found->depth = hit.depth;
        found->node = collider->node;
        found->other = hit.node;
    }
    tum_report_add(check->report, CODE_CHECK_COLLIDERS_OVERLAP, check->scene->file,
                   collider->pointer, "The collider stands %.3g m deep in that of node %d.",
                   hit.depth, (int)hit.node);
}

// The colliders that overlap a collider of the world. @return the number of filled `hits`.
static size_t find_hits3(const SceneCheck *check, TumColliderId id, const TumQueryFilter *filter,
                         Hit *hits)
{
    TumHit3 found[MOST_HITS];
    size_t count = 0;
    if (tum_world_overlap_collider3(check->world, id, filter, found, MOST_HITS, &count) != TUM_OK) {
        return 0;
    }
    count = count < MOST_HITS ? count : MOST_HITS;
    for (size_t i = 0; i < count; ++i) {
        hits[i] = (Hit){found[i].node, found[i].motion, -(double)found[i].distance};
    }
    return count;
}

static size_t find_hits4(const SceneCheck *check, TumColliderId id, const TumQueryFilter *filter,
                         Hit *hits)
{
    TumHit4 found[MOST_HITS];
    size_t count = 0;
    if (tum_world_overlap_collider4(check->world, id, filter, found, MOST_HITS, &count) != TUM_OK) {
        return 0;
    }
    count = count < MOST_HITS ? count : MOST_HITS;
    for (size_t i = 0; i < count; ++i) {
        hits[i] = (Hit){found[i].node, found[i].motion, -(double)found[i].distance};
    }
    return count;
}

static void check_collider(SceneCheck *check, const Overlaps *overlaps, const TumCollider *collider,
                           TumColliderId id)
{
    TumQueryFilter filter = tum_default_query_filter();
    filter.filter = collider->filter;
    Hit hits[MOST_HITS];
    const size_t count = check->scene->dimension == 4 ? find_hits4(check, id, &filter, hits)
                                                      : find_hits3(check, id, &filter, hits);
    for (size_t i = 0; i < count; ++i) {
        check_hit(check, overlaps, collider, hits[i]);
    }
}

// The world has the scene's colliders in their order, without those that could not be built.
static void check_colliders(SceneCheck *check, const Overlaps *overlaps)
{
    const TumScene *scene = check->scene;
    size_t at = 0;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const TumColliderId id = tum_world_collider_at(check->world, at);
        if (tum_collider_exists(check->world, id) &&
            tum_collider_node(check->world, id) == collider->node) {
            ++at;
            if (asks(scene, collider)) {
                check_collider(check, overlaps, collider, id);
            }
        }
    }
}

TumStatus tum_check_overlaps(SceneCheck *check)
{
    const TumScene *scene = check->scene;
    BodyPair *joined = NULL;
    Overlaps overlaps = {.joined_count = joined_pairs(check, &joined)};
    overlaps.joined = joined;
    overlaps.body_at = tum_arena_zeroed(&check->arena, scene->node_count, sizeof(int32_t));
    overlaps.asks = tum_arena_zeroed(&check->arena, scene->node_count, sizeof(bool));
    if (joined == NULL || overlaps.body_at == NULL || overlaps.asks == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        overlaps.body_at[i] = -1;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        overlaps.body_at[scene->bodies[i].node] = (int32_t)i;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        overlaps.asks[scene->colliders[i].node] |= asks(scene, &scene->colliders[i]);
    }
    check_colliders(check, &overlaps);
    return TUM_OK;
}

TumStatus tum_scene_overlaps(const TumScene *scene, const TumWorld *world, TumOverlaps *overlaps)
{
    SceneCheck check = {.scene = scene, .world = world, .overlaps = {.node = -1, .other = -1}};
    tum_arena_init(&check.arena, NULL);
    const TumStatus status = tum_check_overlaps(&check);
    tum_arena_clear(&check.arena);
    *overlaps = check.overlaps;
    return status;
}
