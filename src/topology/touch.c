// SPDX-License-Identifier: MIT
// touch.c: records which pairs of colliders began and ceased to touch.
//
// A contact exists while boxes overlap, and has points while shapes are closer than a margin. A
// pair begins to touch in the step in which its impulse is positive. The pair ceases to touch when
// it has no impulse and its nearest points are PARTED apart; this hysteresis keeps a pair that
// barely presses from flickering.
//
// The approach of a pair describes its first manifold to close, at the beginning of the step: the
// mean of the points that would close within the step, and the fastest approach among them. An
// impact found by continuous collision detection (impact3.h) is an approach of its own.
#include <string.h>

#include "math/scalar.h"
#include "topology/topology.h"

static const float PARTED = 1e-3f; // [m]

TouchSide tum_topology_touch_side(const Topology *topology, int32_t collider)
{
    const ColliderRecord *record = &topology->colliders.items[collider];
    const BodyRecord *body = &topology->bodies.items[record->body];
    return (TouchSide){.node = (uint32_t)record->node,
                       .collider = (uint32_t)collider,
                       .body = (uint32_t)record->body,
                       .generation = record->generation,
                       .body_generation = body->generation,
                       .motion = body->kind == TUM_BODY_STATIC ? NONE : body->node,
                       .user = topology->collider_users.items[collider],
                       .body_user = topology->traits.items[record->body].user};
}

static bool precedes(const TouchSide *a, const TouchSide *b)
{
    return a->node != b->node ? a->node < b->node : a->collider < b->collider;
}

// Appends a change. tum_topology_note_touches has reserved room for each active contact of its step
// and for each contact removed before the next step.
static void note_change(Topology *topology, const Contact *contact, bool began, float impulse,
                        const ContactApproach *approach)
{
    if (topology->touch_changes.count == topology->touch_changes.capacity) {
        return;
    }
    const TouchSide a = tum_topology_touch_side(topology, contact->collider[0]);
    const TouchSide b = tum_topology_touch_side(topology, contact->collider[1]);
    const bool swaps = precedes(&b, &a);
    TouchChange *change = &topology->touch_changes.items[topology->touch_changes.count++];
    *change = (TouchChange){.side = {swaps ? b : a, swaps ? a : b},
                            .began = began,
                            .impulse = impulse,
                            .approach = *approach};
    for (int i = 0; i < 4 && swaps && began; ++i) {
        change->approach.normal[i] = 0.0f - change->approach.normal[i];
    }
}

void tum_topology_note_parting(Topology *topology, int32_t contact)
{
    Contact *record = &topology->contacts.items[contact];
    if (record->touches) {
        note_change(topology, record, false, 0.0f, &(ContactApproach){.speed = 0.0f});
        record->touches = false;
    }
}

// [m] Least separation of the points at the end of the step if nothing stops them.
static float least_gap(const ApproachPoint *points, int count, float seconds)
{
    float least = points[0].separation - points[0].approach * seconds;
    for (int i = 1; i < count; ++i) {
        least = minimum(least, points[i].separation - points[i].approach * seconds);
    }
    return least;
}

// Position of the contact relative to the middle of the gap, as a share of the separation: on the
// surface of the unmovable body, if there is one.
static float surface_share(const Topology *topology, const Contact *contact)
{
    const bool moves_a = topology->bodies.items[contact->body[0]].is_movable;
    const bool moves_b = topology->bodies.items[contact->body[1]].is_movable;
    return moves_a == moves_b ? 0.0f : moves_a ? 0.5f : -0.5f;
}

static ContactApproach approach_of(const ApproachPoint *points, int count, const float normal[4],
                                   float share, float seconds)
{
    const float most = maximum(least_gap(points, count, seconds), 0.0f);
    ContactApproach approach = {.speed = 0.0f};
    float number = 0.0f;
    memcpy(approach.normal, normal, sizeof approach.normal);
    for (int i = 0; i < count; ++i) {
        if (points[i].separation - points[i].approach * seconds > most) {
            continue;
        }
        number += 1.0f;
        approach.speed = maximum(approach.speed, points[i].approach);
        for (int k = 0; k < 4; ++k) {
            approach.point[k] += points[i].position[k] + share * points[i].separation * normal[k];
        }
    }
    for (int k = 0; k < 4 && number > 1.0f; ++k) {
        approach.point[k] /= number;
    }
    return approach;
}

static ContactApproach meet(const Topology *topology, const Contact *contact, float seconds)
{
    ContactApproach found = {.speed = 0.0f};
    float least = 0.0f;
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        ApproachPoint points[APPROACH_POINTS_MAX];
        float normal[4];
        const int count =
            topology->life->approach_points(topology->space, topology, manifold, normal, points);
        const float gap = count > 0 ? least_gap(points, count, seconds) : 0.0f;
        if (count > 0 && (manifold == contact->first_manifold || gap < least)) {
            least = gap;
            found = approach_of(points, count, normal, surface_share(topology, contact), seconds);
        }
    }
    return found;
}

bool tum_topology_note_approaches(Topology *topology, float seconds)
{
    if (!topology->notes_touches) {
        return true;
    }
    if (!array_extend(&topology->results, topology->contacts.count, &topology->allocator)) {
        return false;
    }
    tum_topology_list_active(topology);
    for (size_t i = 0; i < topology->active.count; ++i) {
        const int32_t slot = topology->active.items[i];
        const Contact *contact = &topology->contacts.items[slot];
        if (!contact->touches && contact->manifold_count > 0) {
            topology->results.items[slot] = meet(topology, contact, seconds);
        }
    }
    return true;
}

// Approach of a contact that has begun to press: as predicted from its manifolds, or the impact
// found by continuous collision detection if that is faster.
static ContactApproach approach_at(const Topology *topology, int32_t slot)
{
    const bool had_manifolds = topology->contacts.items[slot].manifold_count > 0;
    ContactApproach met =
        had_manifolds ? topology->results.items[slot] : (ContactApproach){.speed = 0.0f};
    ContactApproach impact;
    if (topology->life->impact != NULL && topology->life->impact(topology->space, slot, &impact) &&
        (!had_manifolds || impact.speed > met.speed)) {
        met = impact;
    }
    return met;
}

bool tum_topology_note_touches(Topology *topology)
{
    if (!topology->notes_touches) {
        return true;
    }
    tum_topology_list_active(topology);
    if (!array_reserve(&topology->touch_changes,
                       topology->touch_changes.count + topology->active.count +
                           topology->contacts.count,
                       &topology->allocator)) {
        return false;
    }
    for (size_t i = 0; i < topology->active.count; ++i) {
        Contact *contact = &topology->contacts.items[topology->active.items[i]];
        const ContactPressure now =
            topology->life->pressure(topology->space, topology, topology->active.items[i]);
        if (!contact->touches && now.impulse > 0.0f) {
            const ContactApproach approach = approach_at(topology, topology->active.items[i]);
            contact->touches = true;
            note_change(topology, contact, true, now.impulse, &approach);
        } else if (contact->touches && now.impulse <= 0.0f && now.separation > PARTED) {
            contact->touches = false;
            note_change(topology, contact, false, 0.0f, &(ContactApproach){.speed = 0.0f});
        }
    }
    return true;
}
