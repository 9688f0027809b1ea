// SPDX-License-Identifier: MIT
/// records.h: bodies, colliders, contacts and manifolds as the topology keeps them.
#ifndef TUM_TOPOLOGY_RECORDS_H
#define TUM_TOPOLOGY_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NONE = -1,
    WORLD_BODY = 0,
    SUBDOMAIN_DEPTH_MAX = 10 ///< Of the tree of subdomains of what is shared.
};

typedef enum BodySet {
    SET_STATIC, ///< In no list.
    SET_AWAKE,  ///< In `awake`.
    SET_ASLEEP, ///< In a ring of bodies that fell asleep together.
    SET_ABSENT  ///< In no list: switched off, or removed.
} BodySet;

/// What is rarely needed of a body.
typedef struct BodyRecord {
    uint8_t kind;    ///< TumBodyKind
    uint8_t set;     ///< BodySet
    bool is_movable; ///< Some push could change its velocity.
    bool may_sleep;
    bool exists; ///< False: the slot is free.
    uint16_t generation;
    int32_t node;           ///< Of the document, or NONE.
    int32_t awake_index;    ///< Into awake, or NONE.
    int32_t first_collider; ///< Chain through ColliderRecord.next, or NONE.
    int32_t first_contact;  ///< Chain of edges: contact * 2 + side, or NONE.
    int32_t first_joint;    ///< Likewise: joint * 2 + side, ascending, or NONE.
    int32_t next_asleep;    ///< Ring of the sleeping island.
    int32_t island;         ///< Root of its island when islands were last counted.
    int32_t joint_island;   ///< Of joined bodies, or NONE; once laid out.
    int32_t manifold_count; ///< Planes of contact, of all of its contacts.
    float sleep_time;       ///< [s] It has been slow for this long.
} BodyRecord;

typedef struct ColliderRecord {
    int32_t body;
    int32_t next;    ///< Next collider of the body, or NONE.
    int32_t filter;  ///< Or NONE.
    int32_t node;    ///< Of the document, or NONE.
    bool is_static;  ///< In the tree of what never moves.
    bool exists;     ///< False: the slot is free.
    bool is_enabled; ///< Wanted in the tree; there while its body is no absent one.
    bool is_in_tree;
    uint16_t generation;
    float static_friction, dynamic_friction, restitution;
    uint8_t friction_combine, restitution_combine; ///< TumCombine
} ColliderRecord;

typedef struct ContactEdge {
    int32_t previous, next; ///< Edges of the same body, or NONE.
} ContactEdge;

typedef struct Contact {
    int32_t collider[2]; ///< The lower index first. Of free contacts both are NONE.
    int32_t body[2];
    int32_t first_manifold; ///< Chain, or NONE: not touching.
    int32_t manifold_count;
    bool touches; ///< Pressed, and has not parted since; kept where notes_touches is set.
    ContactEdge edge[2];
    float static_friction, dynamic_friction, restitution; ///< Combined.
} Contact;

/// A plane of contact: one lane of the solver.
typedef struct ManifoldRecord {
    int32_t contact; ///< Or NONE: the slot is free.
    int32_t next;    ///< Of the contact, or NONE.
    int32_t color;   ///< In the constraint graph, or NONE: asleep.
    int32_t lane;
} ManifoldRecord;

typedef struct LoadGraph LoadGraph;

/// A collider that touched something, named so that events can tell of it after it is gone.
typedef struct TouchSide {
    uint32_t node;                        ///< Of the document; UINT32_MAX: none.
    uint32_t collider, body;              ///< Slots.
    uint16_t generation, body_generation; ///< Of those slots.
    int32_t motion;                       ///< Node of the body; NONE: it is static, or has none.
    uint64_t user, body_user;             ///< TumColliderDef3.user, TumBodyDef3.user
} TouchSide;

/// How the two colliders of a contact meet.
typedef struct Meeting {
    float speed;     ///< [m/s] Of approach along the normal.
    float point[4];  ///< [m] In the world; the last is 0 in 3D, as below.
    float normal[4]; ///< Unit, from the first collider to the second.
} Meeting;

/// A pair of colliders began or ceased to touch.
typedef struct TouchChange {
    TouchSide side[2]; ///< By node, then by slot, the lower first.
    uint32_t began;    ///< 1: began, 0: ceased.
    float impulse;     ///< [N s] Pressed between them during the step in which they began.
    Meeting meeting;   ///< How they met in it; all zero where they ceased.
} TouchChange;

/// Members of a body that no pass over awake bodies reads.
typedef struct BodyTraits {
    uint64_t user;                         ///< The program's own number.
    float linear_damping, angular_damping; ///< [1/s]
} BodyTraits;

static inline bool traits_damp(const BodyTraits *traits)
{
    return traits->linear_damping > 0.0f || traits->angular_damping > 0.0f;
}

/// Numbers of one step.
typedef struct StepTime {
    float step;    ///< [s]
    float substep; ///< [s]
    int substeps;
    float light;     ///< [m/s] A point whose impulse, by its effective mass, is less bears little.
    int relaxations; ///< Of contacts, in the whole step.
    float sweep;     ///< [s] How far ahead boxes reach: the whole step, also in a part of it.
    float impulse_scale; ///< This substep by the one before it: impulses grow with time.
    float moved;         ///< [s] That bodies have moved since rows were prepared.
    float elapsed;       ///< [s] Of the whole step before this part of it.
    bool may_bounce;     ///< Some contact has restitution.
    bool repeats;        ///< Contacts push in this substep what they pushed in the one before it.
    bool joints_accelerate; ///< Who warm-starts joints lets forces act on what moves with them:
                            ///< nobody looks at it before.
} StepTime;

#endif
