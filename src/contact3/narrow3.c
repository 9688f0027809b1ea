// SPDX-License-Identifier: MIT
// narrow3.c: the narrow phase: manifolds of pairs, matched to those of the step before.
#include "contact3/narrow3.h"

#include <stddef.h>

#include "base/assert.h"
#include "contact3/anchor3.h"
#include "contact3/bridge3.h"
#include "contact3/impact3.h"
#include "contact3/passing3.h"
#include "contact3/recycle3.h"
#include "contact3/stale_pair3.h"
#include "contact3/surface_velocity3.h"
#include "schedule/contact_numbers.h"

enum { PREFETCH_AHEAD = 4, PREFETCH_SIDES = 2 };

// Manifolds are recycled while the relative displacement of the shapes stays below this share of
// the smaller shape's size, and below a share of the margin.
static const float SLACK = 1e-2f;
// Fast bodies: most motion of a contact point along the normal in a step, as a share of the body's
// size.
static const float STEADY = 0.05f;

// Resets the finds of all workers. The distribution of manifolds over workers is random. Each
// worker therefore has capacity for the most manifolds that all workers found in one step, so that
// a late first find does not allocate.
static bool forget_finds(Space3 *space)
{
    size_t found = 0;
    for (uint32_t i = 0; i < space->solver.worker_count; ++i) {
        found += space->contacts.finds[i].manifolds.count;
    }
    space->contacts.manifolds_max =
        found > space->contacts.manifolds_max ? found : space->contacts.manifolds_max;
    bool enough = true;
    for (uint32_t i = 0; i < space->solver.worker_count; ++i) {
        ManifoldFinds3 *finds = &space->contacts.finds[i];
        finds->manifolds.count = 0;
        finds->out_of_memory = false;
        enough = enough &&
                 array_reserve(&finds->manifolds, space->contacts.manifolds_max, &space->allocator);
    }
    return enough;
}

bool tum_space3_begin_step(Space *opaque, const Sim *sim, StepTime time)
{
    (void)time;
    Space3 *space = (Space3 *)opaque;
    for (size_t i = 0; i < space->contacts.impacts.count && sim->topology.notes_touches; ++i) {
        space->contacts.impacts.items[i] = (Impact3){.impulse = 0.0f};
    }
    return forget_finds(space) &&
           array_reserve(&space->contacts.results, sim->topology.active.count, &space->allocator) &&
           tum_space3_begin_motion(space, &sim->topology);
}

// [m] Bound of the displacement by surface velocities since the start of the step.
static float surface_velocity_bound(const Space3 *space, const Contact *contact, StepTime time)
{
    float speed = 0.0f;
    for (int side = 0; side < 2 && space->colliders.surface_velocities.count > 0; ++side) {
        speed += tum_surface_speed3(space, contact->collider[side]);
    }
    return speed * (time.elapsed + time.step);
}

// Whether CCD follows the fast body of a contact to an immovable one (impact3.h). Joined bodies are
// excluded: contact rows share their impulses with joints.
static bool is_followed(const Space3 *space, const Topology *topology, const Contact *contact,
                        float seconds)
{
    for (int side = 0; side < 2 && !tum_contact_surface_velocities3(space, contact); ++side) {
        const int32_t body = contact->body[side], other = contact->body[1 - side];
        if (!topology->bodies.items[other].is_movable &&
            topology->bodies.items[body].joint_island == NONE &&
            shape3_is_convex(&space->colliders.shapes.items[contact->collider[side]]) &&
            tum_pair_is_fast3(space, body, other, seconds)) {
            return true;
        }
    }
    return false;
}

// [m/s] Approach of both bodies at a point of a manifold, along the normal.
static float approach_at(const Space3 *space, const Contact *contact, const Manifold3 *manifold,
                         int point)
{
    const SolverBody3 *a = &space->bodies.states.items[contact->body[0]];
    const SolverBody3 *b = &space->bodies.states.items[contact->body[1]];
    const Vec3 a_from_b = vec3_sub(space->bodies.places.items[contact->body[1]].center,
                                   space->bodies.places.items[contact->body[0]].center);
    const Vec3 arm = manifold->points[point].position;
    const Vec3 at_a = vec3_add(a->linear, vec3_cross(a->angular, arm));
    const Vec3 at_b = vec3_add(b->linear, vec3_cross(b->angular, vec3_sub(arm, a_from_b)));
    return -vec3_dot(vec3_sub(at_b, at_a), manifold->normal);
}

// Whether contact rows stay valid for a step: for a rolling ball or wheel they do at any speed.
static bool rows_would_last(const Space3 *space, const Contact *contact, const Manifold3 *manifold,
                            float seconds)
{
    const float most =
        STEADY * minimum(space->colliders.shapes.items[contact->collider[0]].bounding_radius,
                         space->colliders.shapes.items[contact->collider[1]].bounding_radius);
    for (int i = 0; i < manifold->point_count; ++i) {
        if (absolute(approach_at(space, contact, manifold, i)) * seconds > most) {
            return false;
        }
    }
    return true;
}

// Whether the bodies meet, or nearly, at some point of a manifold within a step.
static bool meets(const Space3 *space, const Contact *contact, const Manifold3 *manifold,
                  float seconds)
{
    bool any = false;
    for (int i = 0; i < manifold->point_count; ++i) {
        const float approach = maximum(approach_at(space, contact, manifold, i), 0.0f) * seconds;
        any |= manifold->points[i].separation < approach + MARGIN_LEAST;
    }
    return any;
}

static float smaller_bounding_radius(const Space3 *space, const Contact *contact)
{
    return space3_smaller_radius(space, contact->collider[0], contact->collider[1]);
}

static float margin_at_rest(const Space3 *space, const Contact *contact)
{
    return space3_margin_at_rest(smaller_bounding_radius(space, contact));
}

// [m] Displacement of either body in the coming step if the other one is stopped.
static float lone_displacement(const Space3 *space, const Contact *contact, float seconds)
{
    const float a = vec3_length_squared(space->bodies.states.items[contact->body[0]].linear);
    const float b = vec3_length_squared(space->bodies.states.items[contact->body[1]].linear);
    return square_root(maximum(a, b)) * seconds;
}

// Whether two fast bodies without joints fly past each other in the coming step, so that contact
// rows need not foresee an impact. Immovable bodies must be found however the other bounces.
static bool passes_by(const Space3 *space, const Topology *topology, const Contact *contact,
                      const StalePlace3 *place)
{
    bool passes = place->passing > margin_at_rest(space, contact);
    for (int side = 0; side < 2 && passes; ++side) {
        const BodyRecord *record = &topology->bodies.items[contact->body[side]];
        passes = record->is_movable && record->joint_island == NONE;
    }
    return passes;
}

// Margin of a pair.
// @param ahead  [m] bound of the approach of points of the pair in the coming step
static float contact_margin(const Space3 *space, const Contact *contact, bool followed, float ahead,
                            float surface_velocity)
{
    const float margin = margin_at_rest(space, contact);
    return followed ? margin : margin + ahead + surface_velocity;
}

// Transforms a local manifold from the frame of the first shape to the axes of the world, relative
// to the first body's centre of mass.
static void place_manifold(const Space3 *space, int32_t body, Pose3 world_from_a,
                           const LocalManifold3 *local, Manifold3 *manifold)
{
    const Vec3 origin = vec3_sub(world_from_a.position, space->bodies.places.items[body].center);
    manifold->normal = quat_rotate(world_from_a.rotation, local->normal);
    manifold->point_count = local->point_count;
    for (int i = 0; i < local->point_count; ++i) {
        manifold->points[i] = local->points[i];
        manifold->points[i].position =
            vec3_add(origin, quat_rotate(world_from_a.rotation, local->points[i].position));
    }
}

static int shared_features(const Space3 *space, int32_t before, const Manifold3 *manifold)
{
    const ManifoldFeatures3 *features = &space->contacts.features.items[before];
    int shared = 0;
    for (int i = 0; i < space->contacts.anchors.items[before].point_count; ++i) {
        for (int k = 0; k < manifold->point_count; ++k) {
            shared += features->feature[i] == manifold->points[k].feature;
        }
    }
    return shared;
}

enum { UNMATCHED = NONE };

_Static_assert((int)LOCAL_MANIFOLDS_MAX == (int)CONTACT_MANIFOLDS_MAX,
               "a contact has as many manifolds as a pair");

// Finds for each new manifold the old manifold of the contact that it continues, or UNMATCHED. A
// single manifold continues a single one whatever its normal, unless the normal has turned away.
// @return mask of the old manifolds that end, in the order of the chain
static uint32_t match_manifolds(const Space3 *space, const Topology *topology,
                                const Contact *contact, const Manifold3 *manifolds, int count,
                                int32_t matched[LOCAL_MANIFOLDS_MAX])
{
    uint32_t left = (1u << contact->manifold_count) - 1;
    for (int i = 0; i < count; ++i) {
        float best_score = 0.0f;
        int best = UNMATCHED, position = 0;
        matched[i] = UNMATCHED;
        for (int32_t old = contact->first_manifold; old != NONE && position < LOCAL_MANIFOLDS_MAX;
             old = topology->manifolds.items[old].next, ++position) {
            if ((left >> position & 1) == 0) {
                continue;
            }
            const float alike =
                vec3_dot(tum_space3_manifold_normal(space, topology, old), manifolds[i].normal);
            if (alike < SAME_NORMAL) {
                continue;
            }
            const bool is_alone = count == 1 && contact->manifold_count == 1;
            const float score =
                is_alone ? alike : alike + (float)shared_features(space, old, &manifolds[i]);
            if (score > best_score) {
                best_score = score;
                best = position;
                matched[i] = old;
            }
        }
        if (best != UNMATCHED) {
            left &= ~(1u << best);
        }
    }
    return left;
}

// Whether the result of the last collision is recyclable.
static bool lasts(const Space3 *space, int32_t contact)
{
    return space->contacts.recycle_poses.items[contact].slack > 0.0f;
}

// Stores new manifolds for the serial stage.
static void note_result(Space3 *space, uint32_t active_index, uint32_t finder,
                        const Manifold3 *manifolds, int count, const int32_t *matched,
                        uint32_t ended)
{
    ManifoldFinds3 *finds = &space->contacts.finds[finder];
    ContactResult3 *result = &space->contacts.results.items[active_index];
    *result = (ContactResult3){finder, (uint32_t)finds->manifolds.count, 0, ended};
    for (int i = 0; i < count; ++i) {
        if (matched[i] != UNMATCHED) {
            continue;
        }
        Manifold3 *manifold = array_push(&finds->manifolds, &space->allocator);
        if (manifold == NULL) {
            finds->out_of_memory = true;
            return;
        }
        *manifold = manifolds[i];
        ++result->count;
    }
}

// Notes the budget that a collision leaves for the motion of the shapes: see recycle3.h. Zero if
// the coming step would use it up.
// @param rolls  all manifolds have cores (rolling3.h)
static void note_budget(Space3 *space, const Topology *topology, int32_t slot,
                        const StalePlace3 *place, int count, bool rolls, float surface_velocity,
                        bool falls_far)
{
    const Contact *contact = &topology->contacts.items[slot];
    const float margin = margin_at_rest(space, contact);
    float slack = 0.0f;
    if (surface_velocity > 0.0f || (count == 0 && falls_far)) {
        slack = 0.0f;
    } else if (count == 0) {
        slack = space->contacts.caches.items[slot].apart - margin;
    } else if (rolls) {
        slack = minimum(SLACK * smaller_bounding_radius(space, contact), SLACK_OF_MARGIN * margin);
    }
    tum_space3_note_collision(space, topology, slot, place->seen,
                              slack > place->ahead ? slack : 0.0f);
}

// Pair to be collided.
typedef struct PairCollision3 {
    uint32_t active_index;
    int32_t slot;
    StalePlace3 place;
    float surface_velocity; // [m] See contact_margin.
    bool falls_far;
    float margin; // [m] See contact_margin.
    bool followed;
} PairCollision3;

static PairCollision3 begin_collision(const Space3 *space, const Topology *topology,
                                      uint32_t active_index, StepTime time,
                                      const StalePlace3 *place)
{
    const int32_t slot = topology->active.items[active_index];
    const Contact *contact = &topology->contacts.items[slot];
    const bool followed = is_followed(space, topology, contact, time.sweep);
    const float surface_velocity = surface_velocity_bound(space, contact, time);
    const bool far = space3_falls_far(space, smaller_bounding_radius(space, contact), time.step);
    const float ahead = far ? maximum(place->ahead, lone_displacement(space, contact, time.step))
                        : passes_by(space, topology, contact, place) ? 0.0f
                                                                     : place->ahead;
    return (PairCollision3){.active_index = active_index,
                            .slot = slot,
                            .place = *place,
                            .surface_velocity = surface_velocity,
                            .falls_far = far,
                            .margin =
                                contact_margin(space, contact, followed, ahead, surface_velocity),
                            .followed = followed};
}

// Cores of the manifolds' shapes. @return whether all manifolds have them.
static bool find_cores(const Space3 *space, const Contact *contact, Pose3 a_from_b,
                       const LocalManifold3 *found, int count, Manifold3 *manifolds)
{
    bool all = true;
    for (int i = 0; i < count && all; ++i) {
        all = tum_rolling_cores3(&space->colliders.shapes.items[contact->collider[0]],
                                 &space->colliders.shapes.items[contact->collider[1]], a_from_b,
                                 &found[i], manifolds[i].cores);
    }
    return all;
}

static bool may_bridge(const Topology *topology, const Contact *contact)
{
    return topology->bodies.items[contact->body[0]].joint_island != NONE ||
           topology->bodies.items[contact->body[1]].joint_island != NONE;
}

// Finishes a collided pair. @return the change of its contact.
static ContactChange end_collision(Space3 *space, const Topology *topology,
                                   const PairCollision3 *collision, StepTime time,
                                   const LocalManifold3 *found, int count, uint32_t finder)
{
    const int32_t slot = collision->slot;
    const Contact *contact = &topology->contacts.items[slot];
    LocalManifold3 bridged;
    if (count > 0 && may_bridge(topology, contact)) {
        bridged = found[0];
        if (tum_bridge3(space, topology, contact, collision->place.world_from_a,
                        collision->place.a_from_b, &bridged)) {
            found = &bridged;
        }
    }
    Manifold3 manifolds[LOCAL_MANIFOLDS_MAX];
    if (collision->followed && count > 0) {
        tum_space3_note_collision(space, topology, slot, collision->place.seen,
                                  0.0f); // contact rows are added and removed
    } else {
        const bool rolls =
            find_cores(space, contact, collision->place.a_from_b, found, count, manifolds);
        note_budget(space, topology, slot, &collision->place, count, rolls,
                    collision->surface_velocity, collision->falls_far);
    }
    int32_t matched[LOCAL_MANIFOLDS_MAX];
    for (int i = 0; i < count; ++i) {
        place_manifold(space, contact->body[0], collision->place.world_from_a, &found[i],
                       &manifolds[i]);
        if (collision->followed && !rows_would_last(space, contact, &manifolds[i], time.step)) {
            count = 0;
        }
    }
    if (topology_is_tight(topology, contact)) {
        bool any = false;
        for (int i = 0; i < count; ++i) {
            any |= meets(space, contact, &manifolds[i], time.step);
        }
        if (count > 0 && !any) {
            tum_space3_note_collision(space, topology, slot, collision->place.seen, 0.0f);
            count = 0;
        }
    }
    const uint32_t ended = match_manifolds(space, topology, contact, manifolds, count, matched);
    bool changed = ended != 0;
    for (int i = 0; i < count; ++i) {
        if (matched[i] == UNMATCHED) {
            changed = true;
            continue;
        }
        tum_space3_keep_manifold(space, topology, matched[i], &manifolds[i], lasts(space, slot));
    }
    if (!changed) {
        return CONTACT_SAME;
    }
    note_result(space, collision->active_index, finder, manifolds, count, matched, ended);
    return CONTACT_CHANGED;
}

// Pairs of a batch that wait until the batch of the kernel is full.
typedef struct Waiting3 {
    uint32_t count;
    PairCollision3 collisions[BATCH_PAIRS];
    ShapePair3 pairs[BATCH_PAIRS];
} Waiting3;

static void collide_batch(Space3 *space, Sim *sim, StepTime time, Batch3 batch, Waiting3 *waiting,
                          uint32_t finder)
{
    LocalManifold3 found[BATCH_PAIRS];
    int counts[BATCH_PAIRS];
    if (waiting->count > 0) {
        tum_collide3_together(space->kernels.pairs, batch, waiting->pairs, waiting->count, found,
                              counts);
    }
    for (uint32_t i = 0; i < waiting->count; ++i) {
        const PairCollision3 *collision = &waiting->collisions[i];
        sim->changes.items[collision->active_index] = (uint8_t)end_collision(
            space, &sim->topology, collision, time, &found[i], counts[i], finder);
    }
    waiting->count = 0;
}

// Working state of a worker.
typedef struct Collision3 {
    Space3 *space;
    Sim *sim;
    StepTime time;
    uint32_t finder;
    uint32_t count;                // Number of stale pairs.
    uint32_t active_indices[WIDE]; // Active indices of these pairs.
    StalePairs3 stale;
    Waiting3 waiting[BATCH3_COUNT];
} Collision3;

// Whether a contact without manifolds is of no use in this step (passing3.h).
static bool ends_passing(const Collision3 *c, const Contact *contact, const StalePlace3 *place)
{
    Topology *topology = &c->sim->topology;
    const bool ends = contact->first_manifold == NONE &&
                      place->passing > margin_at_rest(c->space, contact) &&
                      tum_may_pass_by3(c->space, topology, contact, c->time.step);
    if (ends) {
        topology_note_passing(topology, contact->collider[0], contact->collider[1], c->finder);
    }
    return ends;
}

static void collide_pair(Collision3 *c, uint32_t active_index, const StalePlace3 *place)
{
    Space3 *space = c->space;
    Sim *sim = c->sim;
    const PairCollision3 collision =
        begin_collision(space, &sim->topology, active_index, c->time, place);
    const Contact *contact = &sim->topology.contacts.items[collision.slot];
    if (ends_passing(c, contact, place)) {
        sim->changes.items[active_index] = CONTACT_APART;
        return;
    }
    const Shape3 *a = &space->colliders.shapes.items[contact->collider[0]];
    const Shape3 *b = &space->colliders.shapes.items[contact->collider[1]];
    PairCache3 *cache = &space->contacts.caches.items[collision.slot];
    uint8_t *change = &sim->changes.items[active_index];
    const Batch3 batch = tum_collide3_batch(a, b);
    if (batch == BATCH3_NONE) {
        LocalManifold3 found[LOCAL_MANIFOLDS_MAX];
        const int count = tum_collide3(space->kernels.pairs, a, b, place->a_from_b,
                                       collision.margin, cache, found);
        *change = (uint8_t)end_collision(space, &sim->topology, &collision, c->time, found, count,
                                         c->finder);
    } else if (!tum_collide3_may_touch(a, b, place->a_from_b, collision.margin, cache)) {
        *change =
            (uint8_t)end_collision(space, &sim->topology, &collision, c->time, NULL, 0, c->finder);
    } else {
        Waiting3 *waiting = &c->waiting[batch];
        waiting->collisions[waiting->count] = collision;
        waiting->pairs[waiting->count] =
            (ShapePair3){a, b, place->a_from_b, collision.margin, cache};
        if (++waiting->count == BATCH_PAIRS) {
            collide_batch(space, sim, c->time, batch, waiting, c->finder);
        }
    }
}

_Static_assert(offsetof(BodyPlace3, center) == 0 &&
                   offsetof(BodyPlace3, rotation) == sizeof(Vec3) &&
                   sizeof(BodyPlace3) >= WIDE * sizeof(float) &&
                   sizeof(RecyclePose3) == WIDE * sizeof(float),
               "rows of eight numbers");

static void add_stale(Collision3 *c, uint32_t active_index)
{
    const Space3 *space = c->space;
    const int32_t slot = c->sim->topology.active.items[active_index];
    const Contact *contact = &c->sim->topology.contacts.items[slot];
    const uint32_t lane = c->count++;
    c->active_indices[lane] = active_index;
    c->stale.pose[lane] = (const float *)&space->contacts.recycle_poses.items[slot];
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side], collider = contact->collider[side];
        c->stale.place[side][lane] = (const float *)&space->bodies.places.items[body];
        c->stale.state[side][lane] = (const float *)&space->bodies.states.items[body];
        c->stale.shape[side][lane] =
            (StaleShape3){space->colliders.center_from_shapes.items[collider],
                          space->colliders.shapes.items[collider].bounding_radius};
        c->stale.bounding_radius[side][lane] = space->bodies.masses.items[body].bounding_radius;
    }
}

static void repeat_lane(StalePairs3 *stale, uint32_t lane)
{
    stale->pose[lane] = stale->pose[0];
    for (int side = 0; side < 2; ++side) {
        stale->place[side][lane] = stale->place[side][0];
        stale->state[side][lane] = stale->state[side][0];
        stale->shape[side][lane] = stale->shape[side][0];
        stale->bounding_radius[side][lane] = stale->bounding_radius[side][0];
    }
}

// Whether a pair is still near enough to its pose at the last collision. The budget is then
// renewed.
static bool is_as_seen(Space3 *space, int32_t slot, const StalePlace3 *place)
{
    if (!(space->contacts.recycle_poses.items[slot].slack > 0.0f)) {
        return false;
    }
    space->contacts.recycle_budgets.items[slot].budget = place->left;
    return place->left > place->ahead;
}

static void collide_stale(Collision3 *c)
{
    StalePlace3 places[WIDE];
    if (c->count == 0) {
        return;
    }
    for (uint32_t lane = c->count; lane < WIDE; ++lane) {
        repeat_lane(&c->stale, lane);
    }
    c->space->kernels.stale_pairs->locate(&c->stale, c->time.step, places);
    for (uint32_t lane = 0; lane < c->count; ++lane) {
        const uint32_t index = c->active_indices[lane];
        if (is_as_seen(c->space, c->sim->topology.active.items[index], &places[lane])) {
            c->sim->changes.items[index] = CONTACT_SAME;
        } else {
            collide_pair(c, index, &places[lane]);
        }
    }
    c->count = 0;
}

static bool boxes_overlap(const Topology *topology, uint32_t active_index)
{
    const Contact *contact = &topology->contacts.items[topology->active.items[active_index]];
    const ColliderRecord *first = &topology->colliders.items[contact->collider[0]];
    const ColliderRecord *second = &topology->colliders.items[contact->collider[1]];
    return box_overlaps(&topology_tree(topology, first)->boxes[contact->collider[0]],
                        &topology_tree(topology, second)->boxes[contact->collider[1]]);
}

// Stale contacts are scattered in memory: prefetched while the ones before them are processed.
static void prefetch_contact(const Space3 *space, const Sim *sim, uint32_t stale)
{
    const int32_t slot = sim->topology.active.items[sim->stale.items[stale]];
    __builtin_prefetch(&sim->topology.contacts.items[slot]);
    __builtin_prefetch(&space->contacts.caches.items[slot]);
    __builtin_prefetch(&space->contacts.recycle_poses.items[slot]);
}

static void prefetch_sides(const Space3 *space, const Sim *sim, uint32_t stale)
{
    const Contact *contact =
        &sim->topology.contacts.items[sim->topology.active.items[sim->stale.items[stale]]];
    for (int side = 0; side < 2; ++side) {
        __builtin_prefetch(&space->bodies.places.items[contact->body[side]]);
        __builtin_prefetch(&space->bodies.states.items[contact->body[side]]);
        __builtin_prefetch(&space->colliders.shapes.items[contact->collider[side]]);
        __builtin_prefetch(&space->colliders.center_from_shapes.items[contact->collider[side]]);
        __builtin_prefetch(&sim->topology.moving.boxes[contact->collider[side]]);
    }
    if (contact->first_manifold != NONE) {
        __builtin_prefetch(&space->contacts.anchors.items[contact->first_manifold], 1);
        __builtin_prefetch(&space->contacts.anchors.items[contact->first_manifold].points[1], 1);
        __builtin_prefetch(&space->contacts.features.items[contact->first_manifold], 1);
    }
}

void tum_space3_collide(Space *opaque, Sim *sim, StepTime time, Range stale)
{
    Collision3 c;
    c.space = (Space3 *)opaque;
    c.sim = sim;
    c.time = time;
    c.finder = stale.worker;
    c.count = 0;
    for (int batch = 0; batch < BATCH3_COUNT; ++batch) {
        c.waiting[batch].count = 0;
    }
    for (uint32_t i = stale.begin; i < stale.end; ++i) {
        const uint32_t index = sim->stale.items[i];
        if (i + PREFETCH_AHEAD < stale.end) {
            prefetch_contact(c.space, sim, i + PREFETCH_AHEAD);
        }
        if (i + PREFETCH_SIDES < stale.end) {
            prefetch_sides(c.space, sim, i + PREFETCH_SIDES);
        }
        if (!boxes_overlap(&sim->topology, index)) {
            sim->changes.items[index] = CONTACT_APART;
            continue;
        }
        add_stale(&c, index);
        if (c.count == WIDE) {
            collide_stale(&c);
        }
    }
    collide_stale(&c);
    for (int batch = BATCH3_NONE + 1; batch < BATCH3_COUNT; ++batch) {
        collide_batch(c.space, sim, time, (Batch3)batch, &c.waiting[batch], stale.worker);
    }
}

// New manifold found by collide.
static const Manifold3 *manifold_found(const Space3 *space, uint32_t active_index, int found)
{
    const ContactResult3 result = space->contacts.results.items[active_index];
    return &space->contacts.finds[result.finder].manifolds.items[result.first + (uint32_t)found];
}

static bool is_at_surface(const Space3 *space, uint32_t active_index)
{
    float least = 0.0f;
    for (uint32_t i = 0; i < space->contacts.results.items[active_index].count; ++i) {
        const Manifold3 *manifold = manifold_found(space, active_index, (int)i);
        for (int k = 0; k < manifold->point_count; ++k) {
            least = minimum(least, manifold->points[k].separation);
        }
    }
    return least > -SURFACE_DEPTH;
}

ManifoldChanges tum_space3_manifold_changes(const Space *opaque, uint32_t active_index)
{
    const Space3 *space = (const Space3 *)opaque;
    const ContactResult3 *result = &space->contacts.results.items[active_index];
    return (ManifoldChanges){
        .ended = result->ended,
        .begun = space->contacts.finds[result->finder].out_of_memory ? -1 : (int)result->count,
        .at_surface = is_at_surface(space, active_index)};
}

void tum_space3_begin_manifold(Space *opaque, const Sim *sim, uint32_t active_index, int found,
                               int32_t manifold)
{
    Space3 *space = (Space3 *)opaque;
    space->contacts.memories.items[manifold] = (ContactMemory3){.slip = SLIP_NEW};
    tum_space3_keep_manifold(space, &sim->topology, manifold,
                             manifold_found(space, active_index, found),
                             lasts(space, sim->topology.active.items[active_index]));
}
