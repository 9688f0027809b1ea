// SPDX-License-Identifier: MIT
// island.c: who is connected to whom, who rests, who wakes.
//
// An island is a set of movable awake bodies connected by touching contacts and by joints. It falls
// asleep as a whole once each of its bodies has been slow for TIME_TO_SLEEP, and has not become
// faster meanwhile; waking one body of it wakes all.
#include <math.h>

#include "base/assert.h"
#include "sim/sim.h"
#include "sim/space.h"

static const float TIME_TO_SLEEP = 0.5f; // [s]

// A body that begins to move is slow at first. So while a body is slow its mean speed is compared
// every quarter of a second: it does not rest where that has grown by more. What settles slows
// down, and what trembles comes nowhere.
static const float REST_WINDOW = 0.25f; // [s]
static const float REST_GROWTH = 3e-3f; // [m/s] in a window: an acceleration of 12 mm/s^2

bool tum_sim_count_rest(Sim *sim, int32_t body, RestTrend *trend, bool is_slow, float seconds)
{
    BodyRecord *record = &sim->bodies.items[body];
    const float before = record->sleep_time;
    if (!is_slow || !sim->may_sleep || !record->may_sleep) {
        if (before > 0.0f) {
            record->sleep_time = 0.0f;
        }
        return false;
    }
    record->sleep_time = before + seconds;
    if (!(before > 0.0f)) {
        *trend = (RestTrend){.speed = INFINITY};
        return true;
    }
    trend->elapsed += seconds;
    const bool is_due = before < TIME_TO_SLEEP && record->sleep_time >= TIME_TO_SLEEP;
    return trend->elapsed >= (is_due ? 0.5f * REST_WINDOW : REST_WINDOW);
}

void tum_sim_judge_rest(Sim *sim, int32_t body, RestTrend *trend, float way)
{
    if (trend->elapsed > 0.0f) {
        const float speed = way / trend->elapsed;
        if (speed > trend->speed + REST_GROWTH) {
            sim->bodies.items[body].sleep_time = REST_WINDOW;
        }
        *trend = (RestTrend){.speed = speed};
    }
}

static int32_t find_root(Sim *sim, int32_t body)
{
    BodyRecord *bodies = sim->bodies.items;
    while (bodies[body].island != body) {
        bodies[body].island = bodies[bodies[body].island].island; // path halving
        body = bodies[body].island;
    }
    return body;
}

// The lower slot becomes the root, so that roots do not depend on the order of contacts.
static void join(Sim *sim, int32_t a, int32_t b)
{
    a = find_root(sim, a);
    b = find_root(sim, b);
    if (a < b) {
        sim->bodies.items[b].island = a;
    } else {
        sim->bodies.items[a].island = b;
    }
}

// Marks an island that must stay awake.
static void keep_awake(Sim *sim, int32_t body)
{
    sim->bodies.items[find_root(sim, body)].sleep_time = 0.0f;
}

static void connect_islands(Sim *sim)
{
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const int32_t body = sim->awake.items[i];
        sim->bodies.items[body].island = body;
    }
    tum_sim_list_active(sim);
    for (size_t i = 0; i < sim->active.count; ++i) {
        const Contact *contact = &sim->contacts.items[sim->active.items[i]];
        const int32_t a = contact->body[0], b = contact->body[1];
        if (contact->manifold_count > 0 && sim->bodies.items[a].kind == TUM_BODY_DYNAMIC &&
            sim->bodies.items[b].kind == TUM_BODY_DYNAMIC) {
            join(sim, a, b);
        }
    }
    for (size_t i = 0; i < sim->joints.active.count; ++i) {
        const JointIsland *joint_island =
            &sim->joints.joint_islands.items[sim->joints.active.items[i]];
        const int32_t *members = sim->joints.members.items + joint_island->body_first;
        for (int32_t k = 1; k < joint_island->body_count; ++k) {
            join(sim, members[0], members[k]);
        }
    }
    // A root takes the least sleep time of its island.
    sim->island_count = 0;
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const int32_t body = sim->awake.items[i];
        const int32_t root = find_root(sim, body);
        sim->island_count += root == body;
        if (sim->bodies.items[body].sleep_time < sim->bodies.items[root].sleep_time) {
            sim->bodies.items[root].sleep_time = sim->bodies.items[body].sleep_time;
        }
    }
    for (size_t i = 0; i < sim->active.count; ++i) {
        const Contact *contact = &sim->contacts.items[sim->active.items[i]];
        if (contact->manifold_count == 0) {
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            const int32_t body = contact->body[side], other = contact->body[1 - side];
            if (sim->bodies.items[body].kind == TUM_BODY_KINEMATIC &&
                sim->bodies.items[other].kind == TUM_BODY_DYNAMIC &&
                !sim->ops->is_still(sim->space, body)) {
                keep_awake(sim, other);
            }
        }
    }
}

static void keep_carried_awake(Sim *sim)
{
    for (size_t i = 0; i < sim->joints.active.count; ++i) {
        const JointIsland *joint_island =
            &sim->joints.joint_islands.items[sim->joints.active.items[i]];
        if (tum_sim_is_carried(sim, joint_island)) {
            keep_awake(sim, sim->joints.members.items[joint_island->body_first]);
        }
    }
}

static void put_to_sleep(Sim *sim, int32_t body, int32_t root)
{
    BodyRecord *record = &sim->bodies.items[body];
    tum_sim_remove_awake(sim, body);
    sim->ops->lay_down(sim->space, body);
    record->set = SET_ASLEEP;
    if (body == root) {
        record->next_asleep = root;
    } else {
        record->next_asleep = sim->bodies.items[root].next_asleep;
        sim->bodies.items[root].next_asleep = body;
    }
    for (int32_t edge = record->first_contact; edge != NONE;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        // What is left active: contacts with what may come to push it.
        const int32_t other = sim->contacts.items[edge / 2].body[1 - (edge & 1)];
        if (sim->bodies.items[other].set != SET_AWAKE ||
            (!sim->bodies.items[other].is_movable && sim->ops->is_still(sim->space, other))) {
            tum_sim_deactivate_contact(sim, edge / 2);
        }
    }
}

TumStatus tum_sim_rest(Sim *sim)
{
    bool someone = false;
    for (size_t i = 0; i < sim->awake.count && sim->may_sleep; ++i) {
        const BodyRecord *body = &sim->bodies.items[sim->awake.items[i]];
        someone |= body->kind == TUM_BODY_DYNAMIC && body->sleep_time >= TIME_TO_SLEEP;
    }
    if (!someone) {
        return TUM_OK;
    }
    connect_islands(sim);
    keep_carried_awake(sim);
    // Roots first: the ring of an island hangs on its root. Backward, since removing moves the
    // last.
    for (size_t pass = 0; pass < 2; ++pass) {
        for (size_t i = sim->awake.count; i-- > 0;) {
            const int32_t body = sim->awake.items[i];
            const int32_t root = find_root(sim, body);
            const BodyRecord *island = &sim->bodies.items[root];
            if (sim->bodies.items[body].kind == TUM_BODY_DYNAMIC && (body == root) == (pass == 0) &&
                island->sleep_time >= TIME_TO_SLEEP) {
                put_to_sleep(sim, body, root);
            }
        }
    }
    return TUM_OK;
}

// The island of one body, gathered without a look at any other: a chain through next_asleep, which
// awake bodies have no other use for.
typedef struct Island {
    int32_t first, last, root, count;
    bool stays_awake;
} Island;

enum { LAST_OF_CHAIN = -2 };

static void add_member(Sim *sim, Island *island, int32_t body)
{
    BodyRecord *record = &sim->bodies.items[body];
    if (record->next_asleep != NONE) {
        return;
    }
    record->next_asleep = LAST_OF_CHAIN;
    if (island->count++ > 0) {
        sim->bodies.items[island->last].next_asleep = body;
    }
    island->last = body;
    island->root = body < island->root ? body : island->root;
}

static void add_neighbors(Sim *sim, Island *island, int32_t body)
{
    const BodyRecord *record = &sim->bodies.items[body];
    for (int32_t edge = record->first_contact; edge != NONE;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &sim->contacts.items[edge / 2];
        const int32_t other = contact->body[1 - (edge & 1)];
        const uint8_t kind = sim->bodies.items[other].kind;
        if (contact->manifold_count == 0 || !bitset_test(&sim->active_set, (uint32_t)edge / 2)) {
            continue;
        }
        if (kind == TUM_BODY_DYNAMIC) {
            add_member(sim, island, other);
        } else if (kind == TUM_BODY_KINEMATIC && !sim->ops->is_still(sim->space, other)) {
            island->stays_awake = true;
        }
    }
    if (record->joint_island == NONE) {
        return;
    }
    const JointIsland *joint_island = &sim->joints.joint_islands.items[record->joint_island];
    for (int32_t k = 0; k < joint_island->body_count; ++k) {
        add_member(sim, island, sim->joints.members.items[joint_island->body_first + k]);
    }
    island->stays_awake |= tum_sim_is_carried(sim, joint_island);
}

static Island island_of(Sim *sim, int32_t body)
{
    Island island = {.first = body, .root = body};
    add_member(sim, &island, body);
    for (int32_t at = body; at != LAST_OF_CHAIN; at = sim->bodies.items[at].next_asleep) {
        add_neighbors(sim, &island, at);
    }
    return island;
}

// Lists the members in sim->found by their places among the awake, and ends the chain.
static void list_members(Sim *sim, const Island *island)
{
    int32_t next = island->first;
    sim->found.count = 0;
    while (next != LAST_OF_CHAIN) {
        BodyRecord *record = &sim->bodies.items[next];
        sim->found.items[sim->found.count++] =
            (FoundPair){(uint32_t)record->awake_index, (uint32_t)next};
        record->sleep_time = TIME_TO_SLEEP;
        const int32_t following = record->next_asleep;
        record->next_asleep = NONE;
        next = following;
    }
}

// In the order of tum_sim_rest: the root, then the others from the end of the awake.
static TumStatus put_members_to_sleep(Sim *sim, const Island *island)
{
    put_to_sleep(sim, island->root, island->root);
    for (size_t i = 0; i < sim->found.count; ++i) {
        FoundPair *member = &sim->found.items[i];
        member->low = (uint32_t)sim->bodies.items[member->high].awake_index;
    }
    if (!tum_sim_sort_found(sim)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = sim->found.count; i-- > 0;) {
        const int32_t body = (int32_t)sim->found.items[i].high;
        if (body != island->root) {
            put_to_sleep(sim, body, island->root);
        }
    }
    return TUM_OK;
}

TumStatus tum_sim_put_to_rest(Sim *sim, int32_t body)
{
    if (sim->bodies.items[body].set != SET_AWAKE ||
        sim->bodies.items[body].kind != TUM_BODY_DYNAMIC) {
        return TUM_OK;
    }
    // Room for the largest of islands first: nobody is left half asleep.
    if (!array_reserve(&sim->found, sim->awake.count, &sim->allocator) ||
        !array_reserve(&sim->sorted, sim->awake.count, &sim->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    const Island island = island_of(sim, body);
    list_members(sim, &island);
    if (island.stays_awake) {
        sim->bodies.items[island.root].sleep_time = 0.0f;
    } else if (sim->may_sleep) {
        return put_members_to_sleep(sim, &island);
    }
    return TUM_OK;
}

TumStatus tum_sim_wake(Sim *sim, int32_t body)
{
    if (sim->bodies.items[body].set != SET_ASLEEP) {
        return TUM_OK;
    }
    TumStatus status = TUM_OK;
    int32_t next = body;
    sim->awake_is_listed = false;
    do {
        BodyRecord *record = &sim->bodies.items[next];
        record->set = SET_AWAKE;
        record->sleep_time = 0.0f;
        record->awake_index = (int32_t)sim->awake.count;
        sim->awake.items[sim->awake.count++] = next;
        for (int32_t edge = record->first_contact; edge != NONE;
             edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
            const TumStatus answer = tum_sim_activate_contact(sim, edge / 2);
            status = answer != TUM_OK ? answer : status;
        }
        const int32_t following = record->next_asleep;
        record->next_asleep = NONE;
        next = following;
    } while (next != body);
    return status;
}
