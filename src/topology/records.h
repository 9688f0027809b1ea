// SPDX-License-Identifier: MIT
/// records.h: records of bodies, colliders, contacts and manifolds in the topology.
#ifndef TUM_TOPOLOGY_RECORDS_H
#define TUM_TOPOLOGY_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NONE = -1,
    WORLD_BODY = 0,
    SUBDOMAIN_DEPTH_MAX = 10 ///< Depth of the tree of subdomains.
};

typedef enum BodySet {
    SET_STATIC, ///< In no list.
    SET_AWAKE,  ///< In `awake`.
    SET_ASLEEP, ///< In a ring of bodies that fell asleep together.
    SET_ABSENT  ///< In no list: switched off, or removed.
} BodySet;

/// Topology of a body. Velocities and poses are in the space.
typedef struct BodyRecord {
    uint8_t kind;    ///< TumBodyKind
    uint8_t set;     ///< BodySet
    bool is_movable; ///< Impulses can change its velocity.
    bool may_sleep;
    bool exists; ///< False: the slot is free.
    uint16_t generation;
    int32_t node;           ///< Index in the document, or NONE.
    int32_t awake_index;    ///< Into awake, or NONE.
    int32_t first_collider; ///< Chain through ColliderRecord.next, or NONE.
    /// Chain of edges: contact * 2 + side, or NONE. Contacts of a movable body with immovable ones
    /// come first.
    int32_t first_contact;
    int32_t first_joint;    ///< Likewise: joint * 2 + side, ascending, or NONE.
    int32_t next_asleep;    ///< Ring of the bodies of its sleeping island.
    int32_t island;         ///< Root of its island as of the last count.
    int32_t joint_island;   ///< Index of its joint island, or NONE.
    int32_t manifold_count; ///< Sum over its contacts.
    float sleep_time;       ///< [s] Time for which it has been slow.
} BodyRecord;

typedef struct ColliderRecord {
    int32_t body;
    int32_t next;    ///< Next collider of the body, or NONE.
    int32_t filter;  ///< Index, or NONE.
    int32_t node;    ///< Index in the document, or NONE.
    bool is_static;  ///< In the tree of static colliders.
    bool exists;     ///< False: the slot is free.
    bool is_enabled; ///< Requested by the program; in the tree while its body is not absent.
    bool is_in_tree;
    uint16_t generation;
    float static_friction, dynamic_friction, restitution;
    uint8_t friction_combine, restitution_combine; ///< TumCombine
    int32_t neighbor_count; ///< Contacts with manifolds of which this is the lesser collider.
} ColliderRecord;

typedef struct ContactEdge {
    int32_t previous, next; ///< Neighbours in the chain of the same body, or NONE.
} ContactEdge;

typedef struct Contact {
    int32_t collider[2]; ///< The lower slot first. Both are NONE in a free slot.
    int32_t body[2];
    int32_t first_manifold; ///< First of its chain, or NONE: no contact points.
    int32_t manifold_count;
    uint8_t lesser;  ///< Side of the collider whose box was smaller when the contact began.
    bool is_dropped; ///< The pair touches, and is left out: the lesser collider has enough others.
    bool touches;    ///< The pair has pressed and not parted since; kept if notes_touches is set.
    ContactEdge edge[2];
    float static_friction, dynamic_friction, restitution; ///< Combined of both colliders.
} Contact;

/// A contact manifold: one lane of the solver.
typedef struct ManifoldRecord {
    int32_t contact; ///< NONE: the slot is free.
    int32_t next;    ///< Next manifold of the contact, or NONE.
    int32_t color;   ///< Index in the constraint graph, or NONE: asleep.
    int32_t lane;
} ManifoldRecord;

typedef struct LoadGraph LoadGraph;

/// Identity of a collider in a touch change; still valid after the collider is removed.
typedef struct TouchSide {
    uint32_t node;                        ///< Index in the document; UINT32_MAX: none.
    uint32_t collider, body;              ///< Slots.
    uint16_t generation, body_generation; ///< Generations of those slots.
    int32_t motion;           ///< Node of the body; NONE: the body is static or has no node.
    uint64_t user, body_user; ///< TumColliderDef3.user, TumBodyDef3.user
} TouchSide;

/// Approach of the two colliders of a contact.
typedef struct ContactApproach {
    float speed;     ///< [m/s] Approach along the normal.
    float point[4];  ///< [m] World coordinates; the fourth number is 0 in 3D, likewise of `normal`.
    float normal[4]; ///< Unit vector from the first collider to the second.
} ContactApproach;

/// A pair of colliders began or ceased to touch.
typedef struct TouchChange {
    TouchSide side[2]; ///< Sorted by node, then by slot.
    uint32_t began;    ///< 1: the pair began to touch, 0: it ceased.
    float impulse;     ///< [N s] Normal impulse of the pair in the step in which it began to touch.
    ContactApproach approach; ///< All zero where touching ceased.
} TouchChange;

/// Body data that no pass over awake bodies reads.
typedef struct BodyTraits {
    uint64_t user;                         ///< The program's own number.
    float linear_damping, angular_damping; ///< [1/s]
} BodyTraits;

static inline bool traits_damp(const BodyTraits *traits)
{
    return traits->linear_damping > 0.0f || traits->angular_damping > 0.0f;
}

/// Parameters of one step, or of one split of a step.
typedef struct StepTime {
    float step;    ///< [s] Length of the step or split.
    float substep; ///< [s]
    int substeps;
    /// [m/s] Impulse per effective mass below which a contact point bears no heavy load (load.h).
    float light;
    int relaxations;     ///< Relaxation passes over contacts in the whole step.
    float sweep;         ///< [s] Time by which boxes extend ahead: the whole step, also in a split.
    float impulse_scale; ///< Length of this substep by that of the one before: warm-start impulses
                         ///< scale with it.
    float moved;         ///< [s] Simulated time since rows were prepared.
    float elapsed;       ///< [s] Time of the whole step before this split.
    bool may_bounce;     ///< Some contact has restitution.
    /// Contacts are warm-started by the velocity change that bodies remember from the last substep.
    bool repeats;
    /// The warm start of joints also applies forces to bodies that move with joints, as no pass
    /// reads their velocities earlier.
    bool joints_accelerate;
} StepTime;

#endif
