// SPDX-License-Identifier: MIT
/// space_life.h: functions of a space for bodies, contacts and lanes that come, go or rest.
///
/// There is one table per dimension. A space stores its data under the slots of the topology, in a
/// layout of its own.
#ifndef TUM_TOPOLOGY_SPACE_LIFE_H
#define TUM_TOPOLOGY_SPACE_LIFE_H

#include "base/hash.h"
#include "spatial/box.h"
#include "topology/constraint_graph.h"
#include "topology/records.h"

typedef struct Space Space;
typedef struct Topology Topology;

/// Indices `begin` to `end` - 1 of the list named by the function that takes the range.
typedef struct Range {
    uint32_t begin, end;
    uint32_t worker;
} Range;

typedef struct ContactPressure {
    float impulse;    ///< [N s] Normal impulse, over all substeps.
    float separation; ///< [m] Separation of the nearest points when the step began; INFINITY: no
                      ///< points.
} ContactPressure;

enum { APPROACH_POINTS_MAX = 16 }; ///< Per manifold.

/// A manifold point in world coordinates.
typedef struct ApproachPoint {
    float position[4];          ///< [m] Midpoint between the two surfaces.
    float separation, approach; ///< [m], [m/s] Along the normal.
} ApproachPoint;

/// An array with one item per slot: the members of its ARRAY.
typedef struct Column {
    void **items;
    size_t *count, *capacity, item_bytes;
} Column;

#define COLUMN(array)                                                                              \
    ((Column){(void **)&(array).items, &(array).count, &(array).capacity, sizeof *(array).items})

typedef enum ColumnsOf { COLUMNS_OF_CONTACTS, COLUMNS_OF_MANIFOLDS } ColumnsOf;

enum { COLUMNS_MOST = 4 }; ///< Per ColumnsOf.

/// Functions that take a Range run on many workers at once and write only data of their items. The
/// other functions run on one thread at a time.
typedef struct SpaceLife {
    int dimension;
    /// Lists all arrays that the space keeps per contact or per manifold: columns.c grows, permutes
    /// and frees them.
    /// @param columns  [COLUMNS_MOST] receives the arrays.
    /// @return their number.
    uint32_t (*list_columns)(Space *space, ColumnsOf of, Column *columns);
    /// Clears the cached data of a new contact.
    void (*begin_contact)(Space *space, int32_t contact);
    /// Invalidates the cached narrow-phase result of a contact: its shapes or bodies have changed.
    void (*reopen)(Space *space, int32_t contact);
    /// Reserves room for so many lanes of a color and one spare lane behind them.
    /// @return false when out of memory.
    bool (*reserve_lanes)(Space *space, int32_t color, size_t lanes);
    /// Updates the materials of a manifold's lane. NULL: lanes keep no materials.
    void (*name_lane)(Space *space, const Topology *topology, int32_t manifold);
    /// Fills, clears or moves a lane when a manifold gets, loses or changes it. The lane that
    /// move_lane copies from is empty afterwards; so is a lane that is moved onto itself.
    void (*put_lane)(Space *space, const Topology *topology, int32_t manifold);
    void (*take_lane)(Space *space, const Topology *topology, int32_t manifold);
    void (*move_lane)(Space *space, GraphPlace from, GraphPlace to);
    /// Computes topology->boxes for the colliders of these awake bodies: where they are and may be
    /// at the end of the step.
    void (*bound)(Space *space, Topology *topology, StepTime time, Range awake);
    /// Sets topology->escaped for those of these bodies whose displacement, or change of velocity,
    /// since they were last bounded exceeds topology->margins: their boxes may have escaped the
    /// tree. NULL: all bodies are bounded in each step.
    /// @return the number of such bodies.
    uint32_t (*find_escaped)(Space *space, Topology *topology, StepTime time, const int32_t *bodies,
                             uint32_t count);
    /// Whether the movable bodies of two colliders pass each other in the coming time, so that the
    /// pair needs no contact. NULL: never.
    bool (*passes_by)(const Space *space, const Topology *topology, int32_t collider_a,
                      int32_t collider_b, float seconds);
    /// True when a body does not move. A moving kinematic body keeps touching bodies awake.
    bool (*is_still)(const Space *space, int32_t body);
    // Functions called between steps:

    /// [m/s] Upper bound of the speed of any point of a body.
    float (*max_point_speed)(const Space *space, int32_t body);
    /// Box of a collider at the pose of its body, without motion.
    Box (*box)(const Space *space, int32_t body, int32_t collider);
    /// Sets the inverse mass and inertia that the solver uses; zero when the body is not dynamic.
    void (*set_dynamic)(Space *space, int32_t body, bool is_dynamic);
    /// True when impulses could move the body if it were dynamic.
    bool (*has_weight)(const Space *space, int32_t body);
    /// Puts a body to sleep: sets its velocity to zero. The displacement of its last step is kept.
    void (*lay_down)(Space *space, int32_t body);
    /// Sets the velocity of a body to zero.
    void (*stop)(Space *space, int32_t body);
    void (*set_gravity_factor)(Space *space, int32_t body, float factor);
    /// Recomputes the bounding radius of a body from its colliders.
    void (*update_bounding_radius)(Space *space, const Topology *topology, int32_t body);
    /// True when move_joints moves the body through a substep. NULL: never.
    bool (*moves_with_joints)(const Space *space, const Topology *topology, int32_t body);
    /// Impulse and separation of a contact in this step. Requires topology->notes_touches.
    ContactPressure (*pressure)(const Space *space, const Topology *topology, int32_t contact);
    /// Points of a manifold and their approach before the step is solved.
    /// @param points  [APPROACH_POINTS_MAX]
    /// @return their number.
    int (*approach_points)(const Space *space, const Topology *topology, int32_t manifold,
                           float normal[4], ApproachPoint *points);
    /// Fastest impact of a contact in this step, found by continuous collision detection. Requires
    /// topology->notes_touches. NULL: the space has no impacts.
    /// @return false when there was no impact.
    bool (*impact)(const Space *space, int32_t contact, ContactApproach *approach);
    /// Number of points of a manifold.
    uint32_t (*point_count)(const Space *space, int32_t manifold);
    /// Hashes poses, velocities and the cached impulses of contacts and joints, in the order of
    /// slots.
    void (*hash)(const Space *space, const Topology *topology, Hash *hash);
} SpaceLife;

enum {
    BLOCK_LANES = 8,
    CONTACT_MANIFOLDS_MAX = 16 ///< Per contact.
};

// columns.c

/// Extends the arrays that a space keeps per contact or per manifold to `count` items each, zeroed.
/// @param allocator  that of the space.
/// @return false when out of memory.
bool tum_columns_extend(const SpaceLife *life, Space *space, ColumnsOf of, size_t count,
                        const TumAllocator *allocator);

/// Frees those arrays.
void tum_columns_free(const SpaceLife *life, Space *space, const TumAllocator *allocator);

#endif
