// SPDX-License-Identifier: MIT
/// space_life.h: what a space does when bodies, contacts and lanes come, go or rest.
///
/// One table per dimension. A space keeps its own data layout by the slots of the topology.
#ifndef TUM_TOPOLOGY_SPACE_LIFE_H
#define TUM_TOPOLOGY_SPACE_LIFE_H

#include "base/hash.h"
#include "spatial/box.h"
#include "topology/constraint_graph.h"
#include "topology/records.h"

typedef struct Space Space;
typedef struct Topology Topology;

/// Indices `begin` to `end` - 1 of the list that the function names.
typedef struct Range {
    uint32_t begin, end;
    uint32_t worker;
} Range;

typedef struct ContactPressure {
    float impulse;    ///< [N s] Along the normals, over all substeps.
    float separation; ///< [m] Of the nearest points when the step began; INFINITY without any.
} ContactPressure;

enum { MEETING_POINTS_MOST = 16 }; ///< Of one plane of contact.

/// Points of a plane of contact as a space tells of them.
typedef struct MeetingPoint {
    float position[4];          ///< [m] In the world, halfway between the two surfaces.
    float separation, approach; ///< [m], [m/s] Along the normal.
} MeetingPoint;

/// An array with an item for each slot.
typedef struct Column {
    void *items;
    size_t item_bytes;
} Column;

typedef enum ColumnsOf { COLUMNS_OF_CONTACTS, COLUMNS_OF_MANIFOLDS } ColumnsOf;

enum { COLUMNS_MOST = 4 }; ///< Of either.

/// Functions that take a range run on many workers at once and write only what belongs to their
/// items; the others run alone.
typedef struct SpaceLife {
    int dimension;
    /// Room for `count` contacts in all. @return false when out of memory.
    bool (*reserve_contacts)(Space *space, size_t count);
    /// A new contact remembers nothing yet.
    void (*begin_contact)(Space *space, int32_t contact);
    /// What the last steps found out about a contact no longer holds: something of its shapes or
    /// bodies has changed.
    void (*reopen)(Space *space, int32_t contact);
    /// Room for `count` manifolds in all.
    bool (*reserve_manifolds)(Space *space, size_t count);
    /// All that the space keeps of contacts, or of manifolds, by their slots: to be put in another
    /// order. @param columns  [COLUMNS_MOST] receives it. @return how many.
    uint32_t (*list_columns)(Space *space, ColumnsOf of, Column *columns);
    /// Room for so many lanes of a color, and a spare one behind them. @return false when out of
    /// memory.
    bool (*reserve_lanes)(Space *space, int32_t color, size_t lanes);
    /// The materials of a manifold's contact have changed. NULL: lanes do not remember them.
    void (*name_lane)(Space *space, const Topology *topology, int32_t manifold);
    /// A manifold gets, leaves or changes its lane. The place that it moves from is empty then; so
    /// is one that it moves from to itself.
    void (*put_lane)(Space *space, const Topology *topology, int32_t manifold);
    void (*take_lane)(Space *space, const Topology *topology, int32_t manifold);
    void (*move_lane)(Space *space, GraphPlace from, GraphPlace to);
    /// Boxes of the bodies' colliders, where they are and may be at the end of a step.
    void (*bound)(Space *space, Topology *topology, StepTime time, Range awake);
    /// Tells in topology->left which of these bodies have moved, or changed their ways, by so much
    /// since they were last bounded that their boxes may be larger by more than topology->rooms.
    /// NULL: all.
    /// @return how many.
    uint32_t (*find_escaped)(Space *space, Topology *topology, StepTime time, const int32_t *bodies,
                             uint32_t count);
    /// A kinematic body that moves keeps what it touches awake.
    bool (*is_still)(const Space *space, int32_t body);
    // Between steps.

    /// [m/s] No point of a body is faster.
    float (*max_point_speed)(const Space *space, int32_t body);
    /// The box of a collider where its body is, at rest.
    Box (*box)(const Space *space, int32_t body, int32_t collider);
    /// What the solver uses of a body's weight: all of it, or none where the body is not dynamic.
    void (*set_dynamic)(Space *space, int32_t body, bool is_dynamic);
    /// Some push could move it, were it dynamic.
    bool (*has_weight)(const Space *space, int32_t body);
    /// A body falls asleep: what speed is left is none. How far it moved in the last step stays.
    void (*lay_down)(Space *space, int32_t body);
    /// Takes all its velocity.
    void (*stop)(Space *space, int32_t body);
    void (*set_gravity_factor)(Space *space, int32_t body, float factor);
    /// Measures again how far a body's colliders reach.
    void (*update_bounding_radius)(Space *space, const Topology *topology, int32_t body);
    /// Whether move_joints takes a body through the substep. NULL: none.
    bool (*moves_with_joints)(const Space *space, const Topology *topology, int32_t body);
    /// What a contact took in this step and how near it is. Only with topology->notes_touches.
    ContactPressure (*pressure)(const Space *space, const Topology *topology, int32_t contact);
    /// The points of a plane of contact, and how their bodies approach each other there, before a
    /// step is solved. @param points  [MEETING_POINTS_MOST] @return how many there are.
    int (*meeting_points)(const Space *space, const Topology *topology, int32_t manifold,
                          float normal[4], MeetingPoint *points);
    /// The fastest impact of a contact in this step. @return false where there was none, as in
    /// spaces that have no impacts, where this is NULL. Only with topology->notes_touches.
    bool (*impact)(const Space *space, int32_t contact, Meeting *meeting);
    /// Points of a plane of contact.
    uint32_t (*point_count)(const Space *space, int32_t manifold);
    /// Adds poses, velocities and what contacts and joints remember, in the order of slots.
    void (*hash)(const Space *space, const Topology *topology, Hash *hash);
} SpaceLife;

enum {
    BLOCK_LANES = 8,
    CONTACT_MANIFOLDS_MAX = 16 ///< Of one contact.
};

#endif
