// SPDX-License-Identifier: MIT
// contacts.c: contacts in the public interface.
#include "base/assert.h"
#include "contact3/anchor3.h"
#include "contact3/contact_memory3.h"
#include "space4/contact_solver4.h"
#include "space4/recycle4.h"
#include "tumble/world3.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

_Static_assert((int)TUM_CONTACT3_POINTS == (int)LOCAL_POINTS_MAX,
               "a manifold has as many points outside");
_Static_assert((int)TUM_CONTACT4_POINTS == (int)LOCAL_POINTS_MAX4,
               "a manifold has as many points outside");

static TumVec3 public_vec3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

static void tell_manifold3(const TumWorld *world, const Contact *contact, int32_t slot,
                           TumContact3 *told)
{
    const Manifold3 manifold = tum_space3_manifold(world->space3, &world->sim.topology, slot);
    const ContactMemory3 memory = tum_space3_memory(world->space3, &world->sim.topology, slot);
    const Vec3 center = world->space3->bodies.places.items[contact->body[0]].center;
    *told = (TumContact3){.collider_a = tum_world_collider_at(world, (size_t)contact->collider[0]),
                          .collider_b = tum_world_collider_at(world, (size_t)contact->collider[1]),
                          .body_a = tum_world_id(world, contact->body[0]),
                          .body_b = tum_world_id(world, contact->body[1]),
                          .normal = public_vec3(manifold.normal),
                          .point_count = manifold.point_count};
    if (memory.point_count > 0) {
        told->friction_impulse = public_vec3(tum_contact_friction3(&memory));
        told->twist_impulse = memory.friction_impulse[FRICTION_TWIST];
    }
    for (int32_t i = 0; i < manifold.point_count; ++i) {
        const LocalPoint3 *point = &manifold.points[i];
        told->points[i] =
            (TumContactPoint3){.position = public_vec3(vec3_add(center, point->position)),
                               .separation = point->separation,
                               .normal_impulse = tum_world_impulse_at3(&memory, point->feature)};
    }
}

static float impulse_at4(const ContactMemory4 *memory, uint32_t feature)
{
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        if (memory->feature[i] == feature) {
            return memory->impulse[i];
        }
    }
    return 0.0f;
}

static void tell_manifold4(const TumWorld *world, const Contact *contact, int32_t slot,
                           TumContact4 *told)
{
    const Manifold4 manifold = tum_space4_manifold(world->space4, &world->sim.topology, slot);
    const ContactMemory4 memory = tum_space4_memory(world->space4, &world->sim.topology, slot);
    const Vec4 center = world->space4->places.items[contact->body[0]].center;
    *told = (TumContact4){.collider_a = tum_world_collider_at(world, (size_t)contact->collider[0]),
                          .collider_b = tum_world_collider_at(world, (size_t)contact->collider[1]),
                          .body_a = tum_world_id(world, contact->body[0]),
                          .body_b = tum_world_id(world, contact->body[1]),
                          .normal = public_vec4(manifold.normal),
                          .point_count = manifold.point_count};
    if (memory.point_count > 0) {
        told->friction_impulse = public_vec4(memory.friction);
    }
    for (int32_t i = 0; i < manifold.point_count; ++i) {
        const LocalPoint4 *point = &manifold.points[i];
        told->points[i] =
            (TumContactPoint4){.position = public_vec4(vec4_add(center, point->position)),
                               .separation = point->separation,
                               .normal_impulse = impulse_at4(&memory, point->feature)};
    }
}

// Contacts of a world in a buffer of the caller, of the world's dimension: the first `capacity`.
typedef struct ContactList {
    const TumWorld *world;
    TumContact3 *contacts3;
    TumContact4 *contacts4;
    size_t capacity, count; // count: all contacts that were offered.
} ContactList;

static void list_contact(ContactList *list, int32_t slot)
{
    const Topology *topology = &list->world->sim.topology;
    const Contact *contact = &topology->contacts.items[slot];
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        const size_t index = list->count++;
        if (index >= list->capacity) {
            continue;
        }
        if (list->world->dimension == 3) {
            tell_manifold3(list->world, contact, manifold, &list->contacts3[index]);
        } else {
            tell_manifold4(list->world, contact, manifold, &list->contacts4[index]);
        }
    }
}

// @param collider  slot of a collider of the body, or NONE: contacts of all its colliders.
static void list_edges(ContactList *list, int32_t body, int32_t collider)
{
    const Topology *topology = &list->world->sim.topology;
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        if (collider == NONE || topology->contacts.items[edge / 2].collider[edge & 1] == collider) {
            list_contact(list, edge / 2);
        }
    }
}

static TumStatus list_body(ContactList *list, int dimension, TumBodyId body)
{
    const int32_t slot = tum_world_slot(list->world, body);
    if (!TUM_REQUIRE(list->world->dimension == dimension) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    list_edges(list, slot, NONE);
    return TUM_OK;
}

static TumStatus list_collider(ContactList *list, int dimension, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(list->world, collider);
    if (!TUM_REQUIRE(list->world->dimension == dimension) || slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    list_edges(list, list->world->sim.topology.colliders.items[slot].body, slot);
    return TUM_OK;
}

static TumStatus list_all(ContactList *list, int dimension)
{
    if (!TUM_REQUIRE(list->world->dimension == dimension)) {
        return TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < list->world->sim.topology.contacts.count; ++i) {
        list_contact(list, (int32_t)i);
    }
    return TUM_OK;
}

TumStatus tum_body_contacts3(const TumWorld *world, TumBodyId body, TumContact3 *contacts,
                             size_t capacity, size_t *count)
{
    ContactList list = {.world = world, .contacts3 = contacts, .capacity = capacity};
    const TumStatus status = list_body(&list, 3, body);
    *count = list.count;
    return status;
}

TumStatus tum_collider_contacts3(const TumWorld *world, TumColliderId collider,
                                 TumContact3 *contacts, size_t capacity, size_t *count)
{
    ContactList list = {.world = world, .contacts3 = contacts, .capacity = capacity};
    const TumStatus status = list_collider(&list, 3, collider);
    *count = list.count;
    return status;
}

TumStatus tum_world_contacts3(const TumWorld *world, TumContact3 *contacts, size_t capacity,
                              size_t *count)
{
    ContactList list = {.world = world, .contacts3 = contacts, .capacity = capacity};
    const TumStatus status = list_all(&list, 3);
    *count = list.count;
    return status;
}

TumStatus tum_body_contacts4(const TumWorld *world, TumBodyId body, TumContact4 *contacts,
                             size_t capacity, size_t *count)
{
    ContactList list = {.world = world, .contacts4 = contacts, .capacity = capacity};
    const TumStatus status = list_body(&list, 4, body);
    *count = list.count;
    return status;
}

TumStatus tum_collider_contacts4(const TumWorld *world, TumColliderId collider,
                                 TumContact4 *contacts, size_t capacity, size_t *count)
{
    ContactList list = {.world = world, .contacts4 = contacts, .capacity = capacity};
    const TumStatus status = list_collider(&list, 4, collider);
    *count = list.count;
    return status;
}

TumStatus tum_world_contacts4(const TumWorld *world, TumContact4 *contacts, size_t capacity,
                              size_t *count)
{
    ContactList list = {.world = world, .contacts4 = contacts, .capacity = capacity};
    const TumStatus status = list_all(&list, 4);
    *count = list.count;
    return status;
}
