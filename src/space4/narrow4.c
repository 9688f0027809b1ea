// SPDX-License-Identifier: MIT
// narrow4.c: the narrow phase in 4D: manifolds of pairs, matched to those of the last step.
#include "space4/narrow4.h"
#include "collide4/collide4.h"
#include "collide4/manifold4.h"
#include "schedule/contact_numbers.h"
#include "space4/recycle4.h"

enum { PREFETCH_AHEAD = 3 };

// Manifolds are updated while the shapes move relative to each other by no more than this share of
// the smaller one's size, and a share of the margin. Manifolds that are exact for any motion are
// limited by the margin alone.
static const float SLACK = 2e-3f;

// Points nearer to an old point of the manifold count as the same point.
static const float SAME_POINT = 0.02f; // [m]

// The distribution of manifolds over finders depends on timing. So each finder reserves capacity
// for the greatest total count of any step before, and a finder with an unusual share needs no
// memory during the step.
static bool forget_finds(Space4 *space)
{
    size_t found = 0;
    for (uint32_t i = 0; i < space->worker_count; ++i) {
        found += space->finds[i].manifolds.count;
    }
    space->manifolds_max = found > space->manifolds_max ? found : space->manifolds_max;
    bool enough = true;
    for (uint32_t i = 0; i < space->worker_count; ++i) {
        ManifoldFinds4 *finds = &space->finds[i];
        finds->manifolds.count = 0;
        finds->out_of_memory = false;
        enough =
            enough && array_reserve(&finds->manifolds, space->manifolds_max, &space->allocator);
    }
    return enough;
}

bool tum_space4_begin_step(Space *opaque, const Sim *sim, StepTime time)
{
    Space4 *space = (Space4 *)opaque;
    return forget_finds(space) &&
           array_reserve(&space->results, sim->topology.active.count, &space->allocator) &&
           tum_space4_measure_motion(space, &sim->topology, time);
}

static float smaller_bounding_radius(const Space4 *space, const Contact *contact)
{
    return minimum(space->sizes.items[contact->collider[0]].bounding_radius,
                   space->sizes.items[contact->collider[1]].bounding_radius);
}

static float margin_at_rest(const Space4 *space, const Contact *contact)
{
    return clamp(MARGIN * smaller_bounding_radius(space, contact), MARGIN_LEAST, MARGIN_MOST);
}

// True when gravity moves a body of the pair far for its size within a step.
static bool falls_far(const Space4 *space, const Contact *contact, float seconds)
{
    return vec4_length(space->gravity) * seconds * seconds >
           FAR_FALL * smaller_bounding_radius(space, contact);
}

// [m] Greatest displacement of either body in the coming step, in case the other one is stopped.
static float lone_displacement(const Space4 *space, const Contact *contact, float seconds)
{
    const float a = vec4_length_squared(space->states.items[contact->body[0]].linear);
    const float b = vec4_length_squared(space->states.items[contact->body[1]].linear);
    return square_root(maximum(a, b)) * seconds;
}

// Transforms from the frame of the first shape to the world, relative to the first body's centre of
// mass.
static void place_manifold(const Space4 *space, int32_t body, Pose4 world_from_a,
                           const LocalManifold4 *local, Manifold4 *manifold)
{
    const Vec4 origin = vec4_sub(world_from_a.position, space->places.items[body].center);
    const Mat4 turn = rotation4_matrix(world_from_a.rotation);
    manifold->normal = mat4_transform(turn, local->normal);
    manifold->point_count = local->point_count;
    for (int i = 0; i < local->point_count; ++i) {
        manifold->points[i] = local->points[i];
        manifold->points[i].position =
            vec4_add(origin, mat4_transform(turn, local->points[i].position));
    }
}

static int shared_features(const Manifold4 *a, const Manifold4 *b)
{
    int shared = 0;
    for (int i = 0; i < a->point_count; ++i) {
        for (int k = 0; k < b->point_count; ++k) {
            shared += a->points[i].feature == b->points[k].feature;
        }
    }
    return shared;
}

enum { UNMATCHED = NONE };

_Static_assert((int)LOCAL_MANIFOLDS_MAX4 == (int)CONTACT_MANIFOLDS_MAX,
               "a contact has as many manifolds as a pair can touch in");

// Matches each new manifold to the contact's old manifold that it continues, or UNMATCHED. A
// contact with one manifold before and after is continued for any normal that has not turned away.
// @return a bit for each old manifold without a match, in the order of the chain.
static uint32_t match_manifolds(const Space4 *space, const Topology *topology,
                                const Contact *contact, const Manifold4 *manifolds, int count,
                                int32_t matched[LOCAL_MANIFOLDS_MAX4])
{
    uint32_t left = (1u << contact->manifold_count) - 1;
    for (int i = 0; i < count; ++i) {
        float best_score = 0.0f;
        int best = UNMATCHED, position = 0;
        matched[i] = UNMATCHED;
        for (int32_t old = contact->first_manifold; old != NONE && position < LOCAL_MANIFOLDS_MAX4;
             old = topology->manifolds.items[old].next, ++position) {
            const Manifold4 *before = &space->manifolds.items[old];
            const float alike = vec4_dot(before->normal, manifolds[i].normal);
            if ((left >> position & 1) == 0 || alike < SAME_NORMAL) {
                continue;
            }
            const float score = alike + (float)shared_features(before, &manifolds[i]);
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

// A point keeps its name and its position in the list where its feature is the same, or else where
// an old point was nearby. Where cells coincide, every corner has a dozen names, and rounding
// selects one of them (docs/simulation.md#11-four-dimensions).
static void keep_names(const Manifold4 *before, Manifold4 *now)
{
    int old_of[LOCAL_POINTS_MAX4], new_of[LOCAL_POINTS_MAX4];
    for (int k = 0; k < LOCAL_POINTS_MAX4; ++k) {
        old_of[k] = new_of[k] = UNMATCHED;
    }
    for (int i = 0; i < now->point_count; ++i) {
        for (int k = 0; k < before->point_count; ++k) {
            if (now->points[i].feature == before->points[k].feature) {
                old_of[i] = k;
                new_of[k] = i;
            }
        }
    }
    for (int i = 0; i < now->point_count; ++i) {
        float nearest = SAME_POINT;
        int best = UNMATCHED;
        for (int k = 0; k < before->point_count && old_of[i] == UNMATCHED; ++k) {
            const float distance =
                vec4_distance(now->points[i].position, before->points[k].position);
            if (new_of[k] == UNMATCHED && distance < nearest) {
                nearest = distance;
                best = k;
            }
        }
        if (best != UNMATCHED) {
            old_of[i] = best;
            new_of[best] = i;
            now->points[i].feature = before->points[best].feature;
        }
    }
    const Manifold4 found = *now;
    int count = 0;
    for (int k = 0; k < before->point_count; ++k) {
        if (new_of[k] != UNMATCHED) {
            now->points[count++] = found.points[new_of[k]];
        }
    }
    for (int i = 0; i < found.point_count; ++i) {
        if (old_of[i] == UNMATCHED) {
            now->points[count++] = found.points[i];
        }
    }
}

// Stores new manifolds for the serial stage.
static void note_result(Space4 *space, uint32_t active_index, uint32_t finder,
                        const Manifold4 *manifolds, int count, const int32_t *matched,
                        uint32_t ended)
{
    ManifoldFinds4 *finds = &space->finds[finder];
    ContactResult4 *result = &space->results.items[active_index];
    *result = (ContactResult4){finder, (uint32_t)finds->manifolds.count, 0, ended};
    for (int i = 0; i < count; ++i) {
        if (matched[i] != UNMATCHED) {
            continue;
        }
        Manifold4 *manifold = array_push(&finds->manifolds, &space->allocator);
        if (manifold == NULL) {
            finds->out_of_memory = true;
            return;
        }
        *manifold = manifolds[i];
        ++result->count;
    }
}

static void anchor_if_updated(Space4 *space, const Topology *topology, int32_t contact,
                              int32_t manifold)
{
    if (space->recycle_budgets.items[contact].is_updated != 0) {
        tum_space4_anchor_manifold(space, topology, manifold);
    }
}

// Manifolds that continue old ones replace them; the match stage adds and removes the others.
static ContactChange put_manifolds(Space4 *space, const Topology *topology, uint32_t active_index,
                                   uint32_t finder, Manifold4 *manifolds, int count)
{
    const int32_t slot = topology->active.items[active_index];
    const Contact *contact = &topology->contacts.items[slot];
    int32_t matched[LOCAL_MANIFOLDS_MAX4];
    const uint32_t ended = match_manifolds(space, topology, contact, manifolds, count, matched);
    bool changed = ended != 0;
    for (int i = 0; i < count; ++i) {
        if (matched[i] == UNMATCHED) {
            changed = true;
            continue;
        }
        keep_names(&space->manifolds.items[matched[i]], &manifolds[i]);
        space->manifolds.items[matched[i]] = manifolds[i];
        anchor_if_updated(space, topology, slot, matched[i]);
    }
    if (!changed) {
        return CONTACT_SAME;
    }
    note_result(space, active_index, finder, manifolds, count, matched, ended);
    return CONTACT_CHANGED;
}

// Records how far the result holds when the shapes move: see recycle4.h.
static void note_narrow_result(Space4 *space, const Topology *topology, int32_t slot,
                               Pose4 a_from_b, int count, bool falls_far)
{
    const Contact *contact = &topology->contacts.items[slot];
    const Shape4 *a = &space->shapes.items[contact->collider[0]];
    const Shape4 *b = &space->shapes.items[contact->collider[1]];
    const float margin = margin_at_rest(space, contact);
    float slack = 0.0f;
    if (count == 0) {
        slack = falls_far ? 0.0f : space->caches.items[slot].apart - margin;
    } else if (tum_collide4_is_exact(a, b)) {
        slack = margin;
    } else if (tum_collide4_lasts(a, b)) {
        slack = minimum(SLACK * smaller_bounding_radius(space, contact), SLACK_OF_MARGIN * margin);
    }
    tum_space4_note_collision(space, topology, slot, a_from_b, count > 0 && slack > 0.0f, slack);
}

static Vec4 shape_middle(const Space4 *space, int32_t body, int32_t collider)
{
    const BodyPlace4 *place = &space->places.items[body];
    const Vec4 offset = space->principal_from_shapes.items[collider].position;
    const bool is_centered =
        offset.x == 0.0f && offset.y == 0.0f && offset.z == 0.0f && offset.w == 0.0f;
    return is_centered ? place->center
                       : vec4_add(place->center, rotation4_rotate(place->rotation, offset));
}

/// Balls around both shapes of a contact, or the shapes themselves.
typedef struct TwoBalls {
    Vec4 from;     // From the first body's centre to the first ball's centre.
    Vec4 between;  // From the first ball's centre to the second's.
    float radii;   // [m] Sum of the radii.
    bool is_exact; // The shapes are balls.
} TwoBalls;

static TwoBalls balls_of(const Space4 *space, const Contact *contact)
{
    const ShapeSize4 a = space->sizes.items[contact->collider[0]];
    const ShapeSize4 b = space->sizes.items[contact->collider[1]];
    const Vec4 from = shape_middle(space, contact->body[0], contact->collider[0]);
    const Vec4 to = shape_middle(space, contact->body[1], contact->collider[1]);
    const bool is_exact = a.radius > 0.0f && b.radius > 0.0f;
    return (TwoBalls){
        vec4_sub(from, space->places.items[contact->body[0]].center), vec4_sub(to, from),
        is_exact ? a.radius + b.radius : 1.00001f * (a.bounding_radius + b.bounding_radius),
        is_exact};
}

static void manifold_of_balls(const TwoBalls *balls, float radius_a, float distance,
                              Manifold4 *manifold)
{
    const Vec4 normal = vec4_normalize_or(balls->between, vec4(0.0f, 1.0f, 0.0f, 0.0f));
    const float separation = distance - balls->radii;
    manifold->normal = normal;
    manifold->point_count = 1;
    manifold->points[0] =
        (LocalPoint4){vec4_add_scaled(balls->from, normal, radius_a + 0.5f * separation),
                      separation, FEATURE4_SINGLE};
}

static ContactChange collide_contact(Space4 *space, const Topology *topology, uint32_t active_index,
                                     float seconds, uint32_t finder)
{
    const int32_t slot = topology->active.items[active_index];
    const Contact *contact = &topology->contacts.items[slot];
    const ColliderRecord *first = &topology->colliders.items[contact->collider[0]];
    const ColliderRecord *second = &topology->colliders.items[contact->collider[1]];
    const Box *box_a = &topology_tree(topology, first)->boxes[contact->collider[0]];
    const Box *box_b = &topology_tree(topology, second)->boxes[contact->collider[1]];
    if (!box_overlaps(box_a, box_b)) {
        return CONTACT_APART;
    }
    const bool far = falls_far(space, contact, seconds);
    const float approach = tum_space4_approach(space, contact);
    const float margin =
        margin_at_rest(space, contact) +
        (far ? maximum(approach, lone_displacement(space, contact, seconds)) : approach);
    Manifold4 manifolds[LOCAL_MANIFOLDS_MAX4];
    // Boxes overlap long before their contents: a third of a 4-ball's box is ball. So balls around
    // the shapes are tested first; for shapes that are balls this is the whole test.
    const TwoBalls balls = balls_of(space, contact);
    const float distance = vec4_length(balls.between);
    const bool is_near = distance <= balls.radii + margin;
    if (balls.is_exact || !is_near) {
        const float rest = margin_at_rest(space, contact);
        tum_space4_note_balls(space, slot, contact, is_near,
                              is_near ? rest
                              : far   ? 0.0f
                                      : distance - balls.radii - rest);
        manifold_of_balls(&balls, space->sizes.items[contact->collider[0]].radius, distance,
                          manifolds);
        return put_manifolds(space, topology, active_index, finder, manifolds, is_near ? 1 : 0);
    }
    const Pose4 world_from_a = space4_shape_pose(space, contact->body[0], contact->collider[0]);
    const Pose4 world_from_b = space4_shape_pose(space, contact->body[1], contact->collider[1]);
    const Pose4 a_from_b = pose4_relative(world_from_a, world_from_b);
    if (tum_space4_is_as_seen(space, topology, slot, a_from_b)) {
        return CONTACT_SAME;
    }
    LocalManifold4 locals[LOCAL_MANIFOLDS_MAX4];
    const int count = tum_collide4(&space->shapes.items[contact->collider[0]],
                                   &space->shapes.items[contact->collider[1]], a_from_b, margin,
                                   &space->caches.items[slot], locals);
    note_narrow_result(space, topology, slot, a_from_b, count, far);
    for (int i = 0; i < count; ++i) {
        place_manifold(space, contact->body[0], world_from_a, &locals[i], &manifolds[i]);
    }
    return put_manifolds(space, topology, active_index, finder, manifolds, count);
}

// Stale contacts are scattered in memory: they are prefetched while earlier ones are processed.
static void prefetch_contact(const Space4 *space, const Sim *sim, uint32_t stale)
{
    const int32_t slot = sim->topology.active.items[sim->stale.items[stale]];
    __builtin_prefetch(&sim->topology.contacts.items[slot]);
    __builtin_prefetch(&space->caches.items[slot]);
    __builtin_prefetch(&space->recycle_poses.items[slot]);
}

void tum_space4_collide(Space *opaque, Sim *sim, StepTime time, Range stale)
{
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = stale.begin; i < stale.end; ++i) {
        const uint32_t index = sim->stale.items[i];
        if (i + PREFETCH_AHEAD < stale.end) {
            prefetch_contact(space, sim, i + PREFETCH_AHEAD);
        }
        sim->changes.items[index] =
            (uint8_t)collide_contact(space, &sim->topology, index, time.step, stale.worker);
    }
}

// A new manifold that collide found.
static const Manifold4 *manifold_found(const Space4 *space, uint32_t active_index, int found_index)
{
    const ContactResult4 result = space->results.items[active_index];
    return &space->finds[result.finder].manifolds.items[result.first + (uint32_t)found_index];
}

static bool is_at_surface(const Space4 *space, uint32_t active_index)
{
    float least = 0.0f;
    for (uint32_t i = 0; i < space->results.items[active_index].count; ++i) {
        const Manifold4 *manifold = manifold_found(space, active_index, (int)i);
        for (int k = 0; k < manifold->point_count; ++k) {
            least = minimum(least, manifold->points[k].separation);
        }
    }
    return least > -SURFACE_DEPTH;
}

ManifoldChanges tum_space4_manifold_changes(const Space *opaque, uint32_t active_index)
{
    const Space4 *space = (const Space4 *)opaque;
    const ContactResult4 *result = &space->results.items[active_index];
    return (ManifoldChanges){
        .ended = result->ended,
        .begun = space->finds[result->finder].out_of_memory ? -1 : (int)result->count,
        .at_surface = is_at_surface(space, active_index)};
}

void tum_space4_begin_manifold(Space *opaque, const Sim *sim, uint32_t active_index,
                               int found_index, int32_t manifold)
{
    Space4 *space = (Space4 *)opaque;
    space->memories.items[manifold] = (ContactMemory4){.slip = SLIP4_NEW};
    space->manifolds.items[manifold] = *manifold_found(space, active_index, found_index);
    anchor_if_updated(space, &sim->topology, sim->topology.active.items[active_index], manifold);
}
