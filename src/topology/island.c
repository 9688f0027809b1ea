// SPDX-License-Identifier: MIT
// island.c: islands, and their sleep.
//
// An island is a set of movable awake bodies connected by contacts with manifolds and by joints.
// Islands are found with a disjoint-set forest over BodyRecord.island. An island falls asleep as a
// whole once each of its bodies has been slow for TIME_TO_SLEEP and has not accelerated meanwhile.
// The bodies of a sleeping island form a ring; waking one of them wakes all.
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "math/scalar.h"
#include "topology/topology.h"

static const float TIME_TO_SLEEP = 0.5f; // [s]

// Test for growth of speed. A body that begins to move is slow at first, so its mean speed is
// compared every REST_WINDOW; the body does not rest if it has grown by more than REST_GROWTH. A
// settling body slows down, and a trembling body has a small displacement.
static const float REST_WINDOW = 0.25f; // [s]
static const float REST_GROWTH = 3e-3f; // [m/s] per window: 12 mm/s^2

// Test for acceleration. A body that slides or rolls down a slope a little too steep gains less
// speed than that, but evenly and in one direction. It does not rest if the mean velocity of its
// centre has grown twice over three windows of GROWTH_WINDOW, in size and along the last of them,
// the second time by at least GROWTH_SHARE of the first, and the last two are parallel: their angle
// has a cosine above GROWTH_STRAIGHT. Settling bodies slow down; swaying bodies turn back or change
// direction. The sleep time is set back so far that three windows without growth come before sleep.
static const float GROWTH_WINDOW = 0.1f;    // [s]
static const float GROWTH_LEAST = 5e-4f;    // [m/s^2]
static const float GROWTH_SHARE = 0.5f;     // ratio of two speeds
static const float GROWTH_STRAIGHT = 0.9f;  // cosine
static const float GROWTH_SET_BACK = 0.25f; // [s]

uint32_t tum_topology_count_rest(Topology *topology, int32_t body, RestTrend *trend, bool is_slow,
                                 float seconds)
{
    BodyRecord *record = &topology->bodies.items[body];
    const float before = record->sleep_time;
    if (!is_slow || !topology->may_sleep || !record->may_sleep) {
        if (before > 0.0f) {
            record->sleep_time = 0.0f;
        }
        return REST_NO_WINDOW;
    }
    record->sleep_time = before + seconds;
    if (!(before > 0.0f)) {
        *trend = (RestTrend){.speed = INFINITY};
        return REST_LONG_WINDOW | REST_SHORT_WINDOW;
    }
    trend->elapsed += seconds;
    trend->growth.elapsed += seconds;
    const bool is_due = before < TIME_TO_SLEEP && record->sleep_time >= TIME_TO_SLEEP;
    const bool is_long = trend->elapsed >= (is_due ? 0.5f * REST_WINDOW : REST_WINDOW);
    const bool is_short = trend->growth.elapsed >= GROWTH_WINDOW - 0.5f * seconds;
    return (is_long ? REST_LONG_WINDOW : 0u) | (is_short ? REST_SHORT_WINDOW : 0u);
}

void tum_topology_judge_rest(Topology *topology, int32_t body, RestTrend *trend, float displacement)
{
    if (trend->elapsed > 0.0f) {
        const float speed = displacement / trend->elapsed;
        if (speed > trend->speed + REST_GROWTH) {
            topology->bodies.items[body].sleep_time = REST_WINDOW;
        }
        trend->elapsed = 0.0f;
        trend->speed = speed;
    }
}

static float dot4(const float a[4], const float b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

// Whether a centre with this mean velocity in the window that ends has accelerated evenly.
static bool accelerates(const RestGrowth *growth, const float now[4])
{
    const float *last = growth->velocity[0], *before = growth->velocity[1];
    const float oldest = square_root(dot4(before, before)), old = square_root(dot4(last, last));
    const float speed = square_root(dot4(now, now)), along = dot4(last, now);
    const float least = GROWTH_LEAST * growth->elapsed * speed;
    const float first = along - dot4(before, now), second = speed * speed - along;
    return growth->count == 2 && oldest < old && old < speed && first > least && second > least &&
           second > GROWTH_SHARE * first && along > GROWTH_STRAIGHT * old * speed;
}

void tum_topology_judge_growth(Topology *topology, int32_t body, RestGrowth *growth,
                               const float place[4])
{
    if (growth->elapsed > 0.0f) {
        float now[4];
        for (int i = 0; i < 4; ++i) {
            now[i] = (place[i] - growth->place[i]) / growth->elapsed;
        }
        float *sleep_time = &topology->bodies.items[body].sleep_time;
        if (accelerates(growth, now) && *sleep_time > GROWTH_SET_BACK) {
            *sleep_time = GROWTH_SET_BACK;
        }
        memcpy(growth->velocity[1], growth->velocity[0], sizeof growth->velocity[1]);
        memcpy(growth->velocity[0], now, sizeof now);
        growth->count += growth->count < 2 ? 1 : 0;
        growth->elapsed = 0.0f;
    }
    memcpy(growth->place, place, sizeof growth->place);
}

static int32_t find_root(Topology *topology, int32_t body)
{
    BodyRecord *bodies = topology->bodies.items;
    while (bodies[body].island != body) {
        bodies[body].island = bodies[bodies[body].island].island; // path halving
        body = bodies[body].island;
    }
    return body;
}

// The lower slot becomes the root, so that roots do not depend on the order of contacts.
static void join(Topology *topology, int32_t a, int32_t b)
{
    a = find_root(topology, a);
    b = find_root(topology, b);
    if (a < b) {
        topology->bodies.items[b].island = a;
    } else {
        topology->bodies.items[a].island = b;
    }
}

// Resets the sleep time of an island.
static void keep_awake(Topology *topology, int32_t body)
{
    topology->bodies.items[find_root(topology, body)].sleep_time = 0.0f;
}

static void connect_islands(Topology *topology)
{
    for (size_t i = 0; i < topology->awake.count; ++i) {
        const int32_t body = topology->awake.items[i];
        topology->bodies.items[body].island = body;
    }
    tum_topology_list_active(topology);
    for (size_t i = 0; i < topology->active.count; ++i) {
        const Contact *contact = &topology->contacts.items[topology->active.items[i]];
        const int32_t a = contact->body[0], b = contact->body[1];
        if (contact->manifold_count > 0 && topology->bodies.items[a].kind == TUM_BODY_DYNAMIC &&
            topology->bodies.items[b].kind == TUM_BODY_DYNAMIC) {
            join(topology, a, b);
        }
    }
    for (size_t i = 0; i < topology->joints.active.count; ++i) {
        const JointIsland *joint_island =
            &topology->joints.joint_islands.items[topology->joints.active.items[i]];
        const int32_t *members = topology->joints.members.items + joint_island->body_first;
        for (int32_t k = 1; k < joint_island->body_count; ++k) {
            join(topology, members[0], members[k]);
        }
    }
    // Each root gets the minimum sleep time of its island.
    topology->island_count = 0;
    for (size_t i = 0; i < topology->awake.count; ++i) {
        const int32_t body = topology->awake.items[i];
        const int32_t root = find_root(topology, body);
        topology->island_count += root == body;
        if (topology->bodies.items[body].sleep_time < topology->bodies.items[root].sleep_time) {
            topology->bodies.items[root].sleep_time = topology->bodies.items[body].sleep_time;
        }
    }
    for (size_t i = 0; i < topology->active.count; ++i) {
        const Contact *contact = &topology->contacts.items[topology->active.items[i]];
        if (contact->manifold_count == 0) {
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            const int32_t body = contact->body[side], other = contact->body[1 - side];
            if (topology->bodies.items[body].kind == TUM_BODY_KINEMATIC &&
                topology->bodies.items[other].kind == TUM_BODY_DYNAMIC &&
                !topology->life->is_still(topology->space, body)) {
                keep_awake(topology, other);
            }
        }
    }
}

static void keep_carried_awake(Topology *topology)
{
    for (size_t i = 0; i < topology->joints.active.count; ++i) {
        const JointIsland *joint_island =
            &topology->joints.joint_islands.items[topology->joints.active.items[i]];
        if (tum_topology_is_carried(topology, joint_island)) {
            keep_awake(topology, topology->joints.members.items[joint_island->body_first]);
        }
    }
}

static void put_to_sleep(Topology *topology, int32_t body, int32_t root)
{
    BodyRecord *record = &topology->bodies.items[body];
    tum_topology_remove_awake(topology, body);
    topology->life->lay_down(topology->space, body);
    record->set = SET_ASLEEP;
    if (body == root) {
        record->next_asleep = root;
    } else {
        record->next_asleep = topology->bodies.items[root].next_asleep;
        topology->bodies.items[root].next_asleep = body;
    }
    for (int32_t edge = record->first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        // Contacts with bodies that may still move stay active.
        const int32_t other = topology->contacts.items[edge / 2].body[1 - (edge & 1)];
        if (topology->bodies.items[other].set != SET_AWAKE ||
            (!topology->bodies.items[other].is_movable &&
             topology->life->is_still(topology->space, other))) {
            tum_topology_deactivate_contact(topology, edge / 2);
        }
    }
}

TumStatus tum_topology_rest(Topology *topology)
{
    bool someone = false;
    for (size_t i = 0; i < topology->awake.count && topology->may_sleep; ++i) {
        const BodyRecord *body = &topology->bodies.items[topology->awake.items[i]];
        someone |= body->kind == TUM_BODY_DYNAMIC && body->sleep_time >= TIME_TO_SLEEP;
    }
    if (!someone) {
        return TUM_OK;
    }
    connect_islands(topology);
    keep_carried_awake(topology);
    // Roots first, as the ring of an island starts at its root. Backward, since removal moves the
    // last item into the gap.
    for (size_t pass = 0; pass < 2; ++pass) {
        for (size_t i = topology->awake.count; i-- > 0;) {
            const int32_t body = topology->awake.items[i];
            const int32_t root = find_root(topology, body);
            const BodyRecord *island = &topology->bodies.items[root];
            if (topology->bodies.items[body].kind == TUM_BODY_DYNAMIC &&
                (body == root) == (pass == 0) && island->sleep_time >= TIME_TO_SLEEP) {
                put_to_sleep(topology, body, root);
            }
        }
    }
    return TUM_OK;
}

// The island of one body, found without looking at other islands. Its members are chained through
// next_asleep, which is unused in awake bodies.
typedef struct Island {
    int32_t first, last, root, count;
    bool stays_awake;
} Island;

enum { LAST_OF_CHAIN = -2 };

static void add_member(Topology *topology, Island *island, int32_t body)
{
    BodyRecord *record = &topology->bodies.items[body];
    if (record->next_asleep != NONE) {
        return;
    }
    record->next_asleep = LAST_OF_CHAIN;
    if (island->count++ > 0) {
        topology->bodies.items[island->last].next_asleep = body;
    }
    island->last = body;
    island->root = body < island->root ? body : island->root;
}

static void add_neighbors(Topology *topology, Island *island, int32_t body)
{
    const BodyRecord *record = &topology->bodies.items[body];
    for (int32_t edge = record->first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        const int32_t other = contact->body[1 - (edge & 1)];
        const uint8_t kind = topology->bodies.items[other].kind;
        if (contact->manifold_count == 0 ||
            !bitset_test(&topology->active_set, (uint32_t)edge / 2)) {
            continue;
        }
        if (kind == TUM_BODY_DYNAMIC) {
            add_member(topology, island, other);
        } else if (kind == TUM_BODY_KINEMATIC &&
                   !topology->life->is_still(topology->space, other)) {
            island->stays_awake = true;
        }
    }
    if (record->joint_island == NONE) {
        return;
    }
    const JointIsland *joint_island = &topology->joints.joint_islands.items[record->joint_island];
    for (int32_t k = 0; k < joint_island->body_count; ++k) {
        add_member(topology, island, topology->joints.members.items[joint_island->body_first + k]);
    }
    island->stays_awake |= tum_topology_is_carried(topology, joint_island);
}

static Island island_of(Topology *topology, int32_t body)
{
    Island island = {.first = body, .root = body};
    add_member(topology, &island, body);
    for (int32_t at = body; at != LAST_OF_CHAIN; at = topology->bodies.items[at].next_asleep) {
        add_neighbors(topology, &island, at);
    }
    return island;
}

// Lists the members in topology->found with their indices in `awake`, and clears the chain.
static void list_members(Topology *topology, const Island *island)
{
    int32_t next = island->first;
    topology->found.count = 0;
    while (next != LAST_OF_CHAIN) {
        BodyRecord *record = &topology->bodies.items[next];
        topology->found.items[topology->found.count++] =
            (FoundPair){(uint32_t)record->awake_index, (uint32_t)next};
        record->sleep_time = TIME_TO_SLEEP;
        const int32_t following = record->next_asleep;
        record->next_asleep = NONE;
        next = following;
    }
}

// Uses the order of tum_topology_rest: the root, then the others from the end of the awake list.
static TumStatus put_members_to_sleep(Topology *topology, const Island *island)
{
    put_to_sleep(topology, island->root, island->root);
    for (size_t i = 0; i < topology->found.count; ++i) {
        FoundPair *member = &topology->found.items[i];
        member->low = (uint32_t)topology->bodies.items[member->high].awake_index;
    }
    if (!tum_topology_sort_found(topology)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = topology->found.count; i-- > 0;) {
        const int32_t body = (int32_t)topology->found.items[i].high;
        if (body != island->root) {
            put_to_sleep(topology, body, island->root);
        }
    }
    return TUM_OK;
}

TumStatus tum_topology_put_to_rest(Topology *topology, int32_t body)
{
    if (topology->bodies.items[body].set != SET_AWAKE ||
        topology->bodies.items[body].kind != TUM_BODY_DYNAMIC) {
        return TUM_OK;
    }
    // Reserves room for the largest possible island first, so that no island falls asleep in part.
    if (!array_reserve(&topology->found, topology->awake.count, &topology->allocator) ||
        !array_reserve(&topology->sorted, topology->awake.count, &topology->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    const Island island = island_of(topology, body);
    list_members(topology, &island);
    if (island.stays_awake) {
        topology->bodies.items[island.root].sleep_time = 0.0f;
    } else if (topology->may_sleep) {
        return put_members_to_sleep(topology, &island);
    }
    return TUM_OK;
}

TumStatus tum_topology_wake(Topology *topology, int32_t body)
{
    if (topology->bodies.items[body].set != SET_ASLEEP) {
        return TUM_OK;
    }
    TumStatus status = TUM_OK;
    int32_t next = body;
    topology->awake_is_listed = false;
    do {
        BodyRecord *record = &topology->bodies.items[next];
        record->set = SET_AWAKE;
        record->sleep_time = 0.0f;
        record->awake_index = (int32_t)topology->awake.count;
        topology->awake.items[topology->awake.count++] = next;
        for (int32_t edge = record->first_contact; edge != NONE;
             edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
            const TumStatus answer = tum_topology_activate_contact(topology, edge / 2);
            status = answer != TUM_OK ? answer : status;
        }
        const int32_t following = record->next_asleep;
        record->next_asleep = NONE;
        next = following;
    } while (next != body);
    return status;
}
