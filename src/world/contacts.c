// SPDX-License-Identifier: MIT
// contacts.c: contacts in the public interface.
#include "base/assert.h"
#include "contact3/anchor3.h"
#include "contact3/contact_memory3.h"
#include "space4/recycle4.h"
#include "tumble/world3.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

_Static_assert((int)TUM_CONTACT3_POINTS == (int)LOCAL_POINTS_MAX,
               "a plane has as many points outside");

// Contacts in a buffer of the caller: the first `capacity` of them.
typedef struct ContactList3 {
    TumContact3 *contacts;
    size_t capacity, count;
} ContactList3;

static TumVec3 public_vec3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

static void tell_plane3(const TumWorld *world, const Contact *contact, int32_t manifold,
                        TumContact3 *told)
{
    const Manifold3 plane = tum_space3_manifold(world->space3, &world->sim.topology, manifold);
    const ContactMemory3 memory = tum_space3_memory(world->space3, &world->sim.topology, manifold);
    const Vec3 center = world->space3->bodies.places.items[contact->body[0]].center;
    *told = (TumContact3){.collider_a = tum_world_collider_at(world, (size_t)contact->collider[0]),
                          .collider_b = tum_world_collider_at(world, (size_t)contact->collider[1]),
                          .body_a = tum_world_id(world, contact->body[0]),
                          .body_b = tum_world_id(world, contact->body[1]),
                          .normal = public_vec3(plane.normal),
                          .point_count = plane.point_count};
    if (memory.point_count > 0) {
        told->friction_impulse = public_vec3(tum_contact_friction3(&memory));
        told->twist_impulse = memory.friction_impulse[FRICTION_TWIST];
    }
    for (int32_t i = 0; i < plane.point_count; ++i) {
        const LocalPoint3 *point = &plane.points[i];
        told->points[i] =
            (TumContactPoint3){.position = public_vec3(vec3_add(center, point->position)),
                               .separation = point->separation,
                               .normal_impulse = tum_world_impulse_at3(&memory, point->feature)};
    }
}

static void tell_contact3(const TumWorld *world, int32_t slot, ContactList3 *list)
{
    const Contact *contact = &world->sim.topology.contacts.items[slot];
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = world->sim.topology.manifolds.items[manifold].next) {
        if (list->count < list->capacity) {
            tell_plane3(world, contact, manifold, &list->contacts[list->count]);
        }
        ++list->count;
    }
}

TumStatus tum_body_contacts3(const TumWorld *world, TumBodyId body, TumContact3 *contacts,
                             size_t capacity, size_t *count)
{
    *count = 0;
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    ContactList3 list = {contacts, capacity, 0};
    for (int32_t edge = world->sim.topology.bodies.items[slot].first_contact; edge != NONE;
         edge = world->sim.topology.contacts.items[edge / 2].edge[edge & 1].next) {
        tell_contact3(world, edge / 2, &list);
    }
    *count = list.count;
    return TUM_OK;
}

TumStatus tum_collider_contacts3(const TumWorld *world, TumColliderId collider,
                                 TumContact3 *contacts, size_t capacity, size_t *count)
{
    *count = 0;
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    ContactList3 list = {contacts, capacity, 0};
    const int32_t body = world->sim.topology.colliders.items[slot].body;
    for (int32_t edge = world->sim.topology.bodies.items[body].first_contact; edge != NONE;
         edge = world->sim.topology.contacts.items[edge / 2].edge[edge & 1].next) {
        if (world->sim.topology.contacts.items[edge / 2].collider[edge & 1] == slot) {
            tell_contact3(world, edge / 2, &list);
        }
    }
    *count = list.count;
    return TUM_OK;
}

TumStatus tum_world_contacts3(const TumWorld *world, TumContact3 *contacts, size_t capacity,
                              size_t *count)
{
    *count = 0;
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return TUM_ERROR_ARGUMENT;
    }
    ContactList3 list = {contacts, capacity, 0};
    for (size_t i = 0; i < world->sim.topology.contacts.count; ++i) {
        tell_contact3(world, (int32_t)i, &list);
    }
    *count = list.count;
    return TUM_OK;
}

_Static_assert((int)TUM_CONTACT4_POINTS == (int)LOCAL_POINTS_MAX4, "as many points outside");

typedef struct ContactList4 {
    TumContact4 *contacts;
    size_t capacity, count;
} ContactList4;

static float impulse_at4(const ContactMemory4 *memory, uint32_t feature)
{
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        if (memory->feature[i] == feature) {
            return memory->impulse[i];
        }
    }
    return 0.0f;
}

static void tell_plane4(const TumWorld *world, const Contact *contact, int32_t manifold,
                        TumContact4 *told)
{
    const Manifold4 plane = tum_space4_plane(world->space4, &world->sim.topology, manifold);
    const ContactMemory4 memory = tum_space4_memory(world->space4, &world->sim.topology, manifold);
    const Vec4 center = world->space4->places.items[contact->body[0]].center;
    *told = (TumContact4){.collider_a = tum_world_collider_at(world, (size_t)contact->collider[0]),
                          .collider_b = tum_world_collider_at(world, (size_t)contact->collider[1]),
                          .body_a = tum_world_id(world, contact->body[0]),
                          .body_b = tum_world_id(world, contact->body[1]),
                          .normal = public_vec4(plane.normal),
                          .point_count = plane.point_count};
    if (memory.point_count > 0) {
        told->friction_impulse = public_vec4(memory.friction);
    }
    for (int32_t i = 0; i < plane.point_count; ++i) {
        const LocalPoint4 *point = &plane.points[i];
        told->points[i] =
            (TumContactPoint4){.position = public_vec4(vec4_add(center, point->position)),
                               .separation = point->separation,
                               .normal_impulse = impulse_at4(&memory, point->feature)};
    }
}

static void tell_contact4(const TumWorld *world, int32_t slot, ContactList4 *list)
{
    const Contact *contact = &world->sim.topology.contacts.items[slot];
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = world->sim.topology.manifolds.items[manifold].next) {
        if (list->count < list->capacity) {
            tell_plane4(world, contact, manifold, &list->contacts[list->count]);
        }
        ++list->count;
    }
}

TumStatus tum_body_contacts4(const TumWorld *world, TumBodyId body, TumContact4 *contacts,
                             size_t capacity, size_t *count)
{
    *count = 0;
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    ContactList4 list = {contacts, capacity, 0};
    for (int32_t edge = world->sim.topology.bodies.items[slot].first_contact; edge != NONE;
         edge = world->sim.topology.contacts.items[edge / 2].edge[edge & 1].next) {
        tell_contact4(world, edge / 2, &list);
    }
    *count = list.count;
    return TUM_OK;
}

TumStatus tum_collider_contacts4(const TumWorld *world, TumColliderId collider,
                                 TumContact4 *contacts, size_t capacity, size_t *count)
{
    *count = 0;
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    ContactList4 list = {contacts, capacity, 0};
    const int32_t body = world->sim.topology.colliders.items[slot].body;
    for (int32_t edge = world->sim.topology.bodies.items[body].first_contact; edge != NONE;
         edge = world->sim.topology.contacts.items[edge / 2].edge[edge & 1].next) {
        if (world->sim.topology.contacts.items[edge / 2].collider[edge & 1] == slot) {
            tell_contact4(world, edge / 2, &list);
        }
    }
    *count = list.count;
    return TUM_OK;
}

TumStatus tum_world_contacts4(const TumWorld *world, TumContact4 *contacts, size_t capacity,
                              size_t *count)
{
    *count = 0;
    if (!TUM_REQUIRE(world->dimension == 4)) {
        return TUM_ERROR_ARGUMENT;
    }
    ContactList4 list = {contacts, capacity, 0};
    for (size_t i = 0; i < world->sim.topology.contacts.count; ++i) {
        tell_contact4(world, (int32_t)i, &list);
    }
    *count = list.count;
    return TUM_OK;
}
