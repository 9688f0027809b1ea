// SPDX-License-Identifier: MIT
/// topology.h: the state of a simulation that outlives a step: bodies, colliders, contacts, joints,
/// islands and sleep. Poses, velocities and impulses belong to the space (space_life.h).
///
/// Records are stored in arrays and refer to each other by index:
///
///     bodies      one stable slot per body; slot 0 is the world itself, which never moves
///     colliders   one stable slot per collider; chained per body
///     contacts    one slot per pair of colliders whose boxes overlap; chained per body
///     manifolds   one slot per contact manifold: one constraint of the solver; chained per contact
///     joints      one stable slot per joint; chained per body, grouped by joint island
///                 (joint_record.h)
///
/// Sleeping bodies and their contacts are in none of the lists that a step iterates over: awake
/// bodies, active contacts, colors.
#ifndef TUM_TOPOLOGY_TOPOLOGY_H
#define TUM_TOPOLOGY_TOPOLOGY_H

#include "base/array.h"
#include "base/free_slots.h"
#include "spatial/bvh.h"
#include "spatial/spatial_kernels.h"
#include "system/thread.h"
#include "topology/constraint_graph.h"
#include "topology/joint_record.h"
#include "topology/pair_set.h"
#include "topology/records.h"
#include "topology/space_life.h"
#include "tumble/capacity.h"
#include "tumble/scene.h"

/// Two colliders whose boxes began to overlap; the lower slot is first.
typedef struct FoundPair {
    uint32_t low, high;
} FoundPair;

/// Lane counts of the shared batch and its subdomains.
typedef struct SubdomainCut {
    uint32_t all;
    uint32_t largest; ///< Lanes of the largest subdomain.
    uint32_t between; ///< Lanes of separators and of bodies without a subdomain.
} SubdomainCut;

typedef struct Topology {
    TumAllocator allocator;
    TumTasks tasks;
    const SpaceLife *life;
    Space *space;

    ARRAY(BodyRecord) bodies;
    ARRAY(ColliderRecord) colliders;
    ARRAY(BodyTraits) traits;       ///< One per body.
    ARRAY(uint64_t) collider_users; ///< One per collider: the program's own number.
    uint32_t damped_count;          ///< Number of bodies with damping.
    /// One per collider: its tight bounding box, extended by the motion of the coming step, as of
    /// the last time its body was bounded.
    ARRAY(Box) boxes;
    ARRAY(Contact) contacts;
    ARRAY(ManifoldRecord) manifolds;
    FreeSlots free_contacts, free_manifolds;
    ARRAY(int32_t) awake; ///< Dynamic and kinematic bodies that do not sleep.
    /// True while the list of solver bodies is up to date: neither `awake` nor the batch of an
    /// awake body has changed since. Changes of the graph are noted in graph.bodies_changed
    /// instead.
    bool awake_is_listed;
    Bitset active_set;     ///< Contacts with an awake body.
    uint32_t active_count; ///< Number of contacts in active_set.
    /// Contacts of active_set in the order of slots, as last listed. Ascending slots keep the
    /// writes of one worker's range close together in memory.
    ARRAY(int32_t) active;
    bool active_is_old;      ///< active_set has changed since `active` was listed.
    ARRAY(FoundPair) found;  ///< Pairs of this step's broad phase; scratch elsewhere.
    uint64_t dropped_pairs;  ///< Pairs left out so far: TUM_MAX_CROWD, TUM_MAX_NEIGHBORS.
    ARRAY(FoundPair) sorted; ///< Scratch for sorting `found`.
    /// Scratch for weighing islands and for reordering contacts.
    ARRAY(uint32_t) order;
    /// One per worker: nodes of `moving` with leaves whose boxes the worker enlarged.
    Bitset *enlarged_nodes;
    /// One per worker: the lower colliders of pairs that pass by in this step. The next search
    /// finds these pairs again.
    Bitset *passing;
    /// One per body: true when its boxes may have escaped those in the tree. After
    /// tum_topology_enlarge_boxes: true when one of them has.
    ARRAY(uint8_t) escaped;
    /// [m] One per body: bound by which the boxes of its colliders may still grow inside those in
    /// the tree. 0: unknown.
    ARRAY(float) margins;
    ARRAY(int32_t) free_bodies, free_colliders; ///< Free slots, a stack.

    /// Trees of the colliders of dynamic and kinematic bodies, and of static bodies. Boxes in
    /// `moving` are larger than those in `boxes`.
    Bvh moving, still;
    PairSet pairs;
    ConstraintGraph graph;
    JointTable joints;

    /// Filters with the same lists share a class.
    uint32_t *filter_classes; ///< [filter_count] NULL when filter_count is 0.
    uint8_t *filter_matrix;   ///< filter_class_count squared bits: pairs of classes that collide.
    uint32_t filter_count, filter_class_count;

    /// Pairs that began or ceased to touch since the world emptied the list. Its capacity leaves
    /// room for one more change per contact.
    ARRAY(TouchChange) touch_changes;

    /// One per contact: approach at the beginning of the step. Valid during the step, for contacts
    /// that have manifolds and do not touch yet, if notes_touches is set.
    ARRAY(ContactApproach) results;

    float restitution_threshold; ///< [m/s] TumWorldDef.restitution_threshold
    bool may_sleep;
    bool notes_touches;    ///< Contact.touches and touch_changes are kept up to date.
    bool boxes_are_stale;  ///< Bodies were added or changed since boxes were computed.
    uint32_t island_count; ///< As of the last count.
    uint32_t untidy_steps; ///< Steps since batches were last tidied.
    int32_t open_batch;    ///< Batch that new islands begin in, or NO_BATCH.
    SubdomainCut cut;      ///< Lane counts after the last cut into subdomains.
    float last_substep;    ///< [s] Length of the previous substep; 0: none yet.
    float swept;           ///< [s] Time by which the current boxes extend ahead.
    int32_t diverged;      ///< Body whose state is not finite, or NONE.
} Topology;

/// Number of blocks for so many lanes. Constraints of the overflow color may share bodies, so each
/// has a block of its own.
static inline uint32_t tum_block_count(int32_t color, size_t lanes)
{
    return graph_is_overflow(color) ? (uint32_t)lanes
                                    : (uint32_t)((lanes + BLOCK_LANES - 1) / BLOCK_LANES);
}

/// Block of a lane, and the lane's position in that block.
static inline uint32_t tum_lane_block(int32_t color, int32_t lane)
{
    return graph_is_overflow(color) ? (uint32_t)lane : (uint32_t)lane / BLOCK_LANES;
}

static inline uint32_t tum_lane_slot(int32_t color, int32_t lane)
{
    return graph_is_overflow(color) ? 0 : (uint32_t)lane % BLOCK_LANES;
}

/// Number of blocks that a color has now.
static inline uint32_t topology_block_count(const Topology *topology, int32_t color)
{
    return tum_block_count(color, topology->graph.colors.items[color].constraints.count);
}

/// Number of leading blocks that hold the color's lanes at the cut (constraint_graph.h). The
/// number is even, or all blocks, so that kernels that take two blocks at once still can.
static inline uint32_t topology_blocks_at_cut(const Topology *topology, int32_t color)
{
    const uint32_t lanes = topology->graph.colors.items[color].at_cut;
    const uint32_t pairs = (lanes + 2 * BLOCK_LANES - 1) / (2 * BLOCK_LANES);
    const uint32_t cut = graph_is_overflow(color) ? lanes : 2 * pairs;
    const uint32_t blocks = topology_block_count(topology, color);
    return cut < blocks ? cut : blocks;
}

/// First lane of a block, and the number of its lanes that hold contacts. The last block of a
/// color may be partly filled; a block of the overflow color has a single lane.
static inline size_t topology_first_lane(int32_t color, uint32_t block)
{
    return graph_is_overflow(color) ? block : (size_t)block * BLOCK_LANES;
}

static inline uint32_t topology_lanes_in_block(const Topology *topology, int32_t color,
                                               uint32_t block)
{
    const size_t lanes = topology->graph.colors.items[color].constraints.count;
    const size_t left = lanes - topology_first_lane(color, block);
    return graph_is_overflow(color) ? 1 : left < BLOCK_LANES ? (uint32_t)left : BLOCK_LANES;
}

static inline int32_t topology_manifold_in(const Topology *topology, int32_t color, uint32_t block,
                                           uint32_t slot)
{
    return topology->graph.colors.items[color]
        .constraints.items[topology_first_lane(color, block) + slot];
}

/// Mean velocities of a slow body's centre in the last short windows of time.
typedef struct RestGrowth {
    float elapsed;        ///< [s] Length of the current window so far.
    uint32_t count;       ///< Windows that have ended, 2 at most.
    float place[4];       ///< [m] Centre as the current window began; unused axes are 0.
    float velocity[2][4]; ///< [m/s] In the last window, and in the one before.
} RestGrowth;

/// Mean speed of a slow body in the current and the previous long window of time.
typedef struct RestTrend {
    float elapsed; ///< [s] Length of the current window so far.
    float speed;   ///< [m/s] Mean speed in the window before; INFINITY: the body was not slow then.
    RestGrowth growth;
} RestTrend;

/// Windows of time that have ended, or begin with this step.
typedef enum RestWindows {
    REST_NO_WINDOW = 0,
    REST_LONG_WINDOW = 1,
    REST_SHORT_WINDOW = 2
} RestWindows;

/// Adds the step to a body's sleep time if the body is slow, else resets that time.
///
/// @param is_slow  the body is slow at the end of this step.
/// @param seconds  [s] length of the step.
/// @return a set of RestWindows: call tum_topology_judge_rest for a long one,
///         tum_topology_judge_growth for a short one.
uint32_t tum_topology_count_rest(Topology *topology, int32_t body, RestTrend *trend, bool is_slow,
                                 float seconds);

/// Ends a long window. A slow body whose mean speed grows from window to window does not rest: its
/// sleep time is set back.
///
/// @param displacement  [m] displacement of the body since the window began.
void tum_topology_judge_rest(Topology *topology, int32_t body, RestTrend *trend,
                             float displacement);

/// Ends a short window. A slow body whose centre keeps accelerating in one direction does not rest,
/// however small the acceleration: its sleep time is set back.
///
/// @param place  [m] 4 numbers: the centre of the body now; unused axes are 0.
void tum_topology_judge_growth(Topology *topology, int32_t body, RestGrowth *growth,
                               const float place[4]);

/// True when impulses can change the body's velocity.
static inline bool topology_is_movable(const Topology *topology, int32_t body)
{
    return topology->bodies.items[body].is_movable;
}

/// Body on the other side of a contact's edge.
static inline int32_t topology_other_body(const Topology *topology, int32_t edge)
{
    return topology->contacts.items[edge / 2].body[1 - (edge & 1)];
}

/// True for bodies whose state other batches read in the middle of a step, so that they must be in
/// the shared batch: joined bodies, and bodies that are neither movable nor static.
static inline bool topology_keeps_to_shared(const BodyRecord *body)
{
    return body->joint_island != NONE || (!body->is_movable && body->kind != TUM_BODY_STATIC);
}

/// Initializes a topology that holds only the world's own body.
///
/// @param tasks    task system of the world; all zero: everything runs in the calling thread.
/// @param kernels  of the world's instruction set.
TumStatus tum_topology_init(Topology *topology, const TumAllocator *allocator, TumTasks tasks,
                            const SpatialKernels *kernels, const SpaceLife *life, Space *space);
void tum_topology_clear(Topology *topology);

// Bodies and colliders: body_table.c

/// Adds a body. Free slots are used first.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_body(Topology *topology, TumBodyKind kind, int32_t node, bool is_movable,
                              bool may_sleep);

/// Adds a collider with the body and materials of `collider` and inserts its leaf with `box`.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_collider(Topology *topology, const ColliderRecord *collider,
                                  const Box *box);

/// Prepares the topology for a body that is moved from outside: a kinematic body with a new
/// velocity, or a body whose colliders were moved. Enlarges its boxes to where it is and where it
/// will be after `seconds`, wakes touching bodies and marks its contacts stale. Call it before each
/// step [s] in which the body moves.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_topology_kinematic_moved(Topology *topology, float seconds, int32_t body);

// Changes between steps: edit.c

/// Removes a body from the list of awake bodies.
void tum_topology_remove_awake(Topology *topology, int32_t body);

/// Removes a collider from its tree. Its contacts end and touching bodies wake.
TumStatus tum_topology_detach_collider(Topology *topology, int32_t collider);

/// Inserts a collider into the tree of its body, with the box in topology->boxes. The next step
/// finds its pairs. If the body is static, bodies that sleep inside the box wake.
TumStatus tum_topology_attach_collider(Topology *topology, int32_t collider);

/// Changes the kind of a body, or makes it absent. The body must be in no list and no tree. The
/// caller updates which of its joints act.
void tum_topology_set_body(Topology *topology, int32_t body, TumBodyKind kind, bool is_movable,
                           bool is_absent);

/// Frees the slot of a detached collider, or of an absent body without colliders. Slots below
/// `least` are not reused.
void tum_topology_remove_collider(Topology *topology, int32_t collider, size_t least);
void tum_topology_remove_body(Topology *topology, int32_t body, size_t least);

/// Sets the damping of a body [1/s], each not negative.
void tum_topology_set_damping(Topology *topology, int32_t body, float linear, float angular);

/// Ends those contacts of a body that joints forbid; touching bodies wake.
TumStatus tum_topology_end_forbidden(Topology *topology, int32_t body);

/// Makes the next step search for all pairs of a body, including pairs it found before.
void tum_topology_look_again(Topology *topology, int32_t body);

/// Combines the materials again for each contact of a collider.
void tum_topology_update_materials(Topology *topology, int32_t collider);

// Contacts: contact_table.c

/// Combines the materials of both colliders of a contact.
void tum_topology_combine_materials(const Topology *topology, Contact *contact);

/// Adds a contact, active if one of its bodies is awake. Its slot is close to another contact of
/// these bodies, so that a pass over a range of contacts finds the same bodies in cache.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_contact(Topology *topology, int32_t collider_a, int32_t collider_b);
void tum_topology_remove_contact(Topology *topology, int32_t contact);

/// Sets friction and restitution of a collider, also for its existing contacts; bodies that rest on
/// it wake. The combine modes stay.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_topology_set_surface(Topology *topology, int32_t collider, float static_friction,
                                   float dynamic_friction, float restitution);

/// Adds a contact to the active ones or removes it; its manifolds enter or leave their colors.
TumStatus tum_topology_activate_contact(Topology *topology, int32_t contact);
void tum_topology_deactivate_contact(Topology *topology, int32_t contact);

/// Updates topology->active from active_set if that has changed.
void tum_topology_list_active(Topology *topology);

/// Appends a manifold to the chain of an active contact. Its slot has the number of the contact or
/// one close to it, so that manifolds are stored in the order of contacts. The manifold gets a
/// color by tum_topology_start_manifold, once the space has filled its record.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_manifold(Topology *topology, int32_t contact);

/// Whether a contact that begins to touch is left out, as its lesser collider has
/// TUM_MAX_NEIGHBORS contacts already, or TUM_MAX_SURFACE_NEIGHBORS if the contact begins where the
/// surfaces meet; counts it once.
bool tum_topology_drops(Topology *topology, int32_t contact, bool at_surface);

/// True when a contact has no manifold, and its lesser collider so many contacts that this one may
/// begin only where the colliders meet within the step: rods of 2 cm in a heap have hundreds of
/// others within the largest margin.
static inline bool topology_is_tight(const Topology *topology, const Contact *contact)
{
    return contact->manifold_count == 0 &&
           topology->colliders.items[contact->collider[contact->lesser]].neighbor_count >=
               TUM_MAX_NEIGHBORS / 2;
}
TumStatus tum_topology_start_manifold(Topology *topology, int32_t manifold);
void tum_topology_remove_manifold(Topology *topology, int32_t contact, int32_t manifold);

/// Renumbers contacts and manifolds subdomain by subdomain if neighbouring slots mostly belong to
/// different subdomains (contact_order.c). Call it between steps.
/// @return false when out of memory; nothing has changed then.
bool tum_topology_order_contacts(Topology *topology);

// Begin and end of touching: touch.c

/// Identity of a collider, as recorded in touch changes.
TouchSide tum_topology_touch_side(const Topology *topology, int32_t collider);

/// Records the approach of contacts that may begin to touch. Call it before the contacts of a step
/// are solved.
/// @return false when out of memory.
bool tum_topology_note_approaches(Topology *topology, float seconds);

/// Records the end of touching for a contact that is about to be removed.
void tum_topology_note_parting(Topology *topology, int32_t contact);

/// Records contacts that began or ceased to touch. Call it at the end of a step, while the contacts
/// are still active.
/// @return false when out of memory.
bool tum_topology_note_touches(Topology *topology);

// Broad phase: broadphase.c

/// True when the filters (indices, or NONE) of two colliders let them collide.
static inline bool tum_topology_filters_admit(const Topology *topology, int32_t a, int32_t b)
{
    if (a == NONE || b == NONE) {
        return true;
    }
    const size_t bit = (size_t)topology->filter_classes[a] * topology->filter_class_count +
                       topology->filter_classes[b];
    return (topology->filter_matrix[bit / 8] >> (bit % 8) & 1) != 0;
}

/// The tree of a collider, whether the collider is in it or not.
static inline const Bvh *topology_tree(const Topology *topology, const ColliderRecord *collider)
{
    return collider->is_static ? &topology->still : &topology->moving;
}

static inline Bvh *topology_own_tree(Topology *topology, const ColliderRecord *collider)
{
    return collider->is_static ? &topology->still : &topology->moving;
}

/// Box of a collider in its tree: part of the state, unlike the tight box in `boxes`.
static inline const Box *topology_fat_box(const Topology *topology, int32_t collider)
{
    return &topology_tree(topology, &topology->colliders.items[collider])->boxes[collider];
}

/// Sets `escaped` for those of these bodies that may have escaped their boxes in the step.
/// @return the number of such bodies.
uint32_t tum_topology_find_escaped(Topology *topology, StepTime time, const int32_t *bodies,
                                   uint32_t count);

/// Bounds the awake bodies whose `escaped` is set, and enlarges the boxes in the tree that their
/// colliders have escaped. Ranges of awake bodies may run on several workers at once, after
/// tum_topology_begin_boxes has made room for each worker's notes.
bool tum_topology_begin_boxes(Topology *topology);
void tum_topology_enlarge_boxes(Topology *topology, StepTime time, uint32_t begin, uint32_t end,
                                uint32_t worker);

/// Notes that a pair of `moving` needs no contact in this step.
static inline void topology_note_passing(Topology *topology, int32_t a, int32_t b, uint32_t worker)
{
    bitset_set(&topology->passing[worker], (uint32_t)(a < b ? a : b));
}

/// Marks the boxes of all bodies stale.
void tum_topology_forget_margins(Topology *topology);

/// Updates the tree after all boxes are enlarged.
void tum_topology_update_trees(Topology *topology);

/// Enlarges boxes and updates the tree for one moving body, awake or not, that has been bounded for
/// a step of `seconds` [s].
void tum_topology_update_leaves(Topology *topology, float seconds, int32_t body);

/// Sorts topology->found by the lower, then by the higher collider. @return false when out of
/// memory.
bool tum_topology_sort_found(Topology *topology);

/// Adds contacts for all pairs whose boxes began to overlap and that may collide.
TumStatus tum_topology_find_pairs(Topology *topology);

// Joints: joint_table.c

/// Adds a joint with the bodies and flags of `joint`; it does not act yet. Free slots are used
/// first.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_joint(Topology *topology, const JointRecord *joint);

/// Appends the record of a joint, or of a free slot, that was read from a state. The joint does not
/// act yet.
/// @return false when out of memory.
bool tum_topology_restore_joint(Topology *topology, const JointRecord *joint);

/// Frees the slot of a joint that does not act. Slots below `least` are not reused.
void tum_topology_remove_joint(Topology *topology, int32_t joint, size_t least);

/// Sets whether a joint acts. An acting joint has a movable body, and neither body is absent.
/// @param is_driven  the joint has more than hard limits.
void tum_topology_set_acting(Topology *topology, int32_t joint, bool acts, bool is_driven);

/// Wakes both bodies of a joint and the islands they sleep in.
TumStatus tum_topology_wake_joint(Topology *topology, int32_t joint);

/// Computes the joint islands. The caller clears joints.is_stale after the space has laid out the
/// joint islands too and their contact islands are in the shared batch.
TumStatus tum_topology_finish_joints(Topology *topology);
void tum_topology_clear_joints(Topology *topology);

/// Forbids or admits contacts between two joined bodies, or between a body and a collider. Contacts
/// that exist are ended by tum_topology_end_forbidden; contacts that are admitted again are found
/// by tum_topology_look_again.
TumStatus tum_topology_forbid_bodies(Topology *topology, int32_t body_a, int32_t body_b);
TumStatus tum_topology_forbid_collider(Topology *topology, int32_t body, int32_t collider);
void tum_topology_admit_bodies(Topology *topology, int32_t body_a, int32_t body_b);
void tum_topology_admit_collider(Topology *topology, int32_t body, int32_t collider);
bool tum_topology_joint_forbids(const Topology *topology, int32_t collider_a, int32_t collider_b);

/// True when a moving kinematic body holds one end of a joint of the joint island.
bool tum_topology_is_carried(const Topology *topology, const JointIsland *joint_island);

/// Wakes joint islands that a kinematic body moves.
TumStatus tum_topology_wake_joined(Topology *topology);

/// Lists the joint islands that are awake.
void tum_topology_gather_joint_islands(Topology *topology);

// Batches of islands: island_batch.c

/// Chooses the batch for a new manifold of a contact, and merges the islands of both bodies.
/// @return the batch, or NO_BATCH when out of memory.
int32_t tum_topology_choose_batch(Topology *topology, const Contact *contact);

/// Moves the islands of joined bodies to the shared batch, where joints are solved.
TumStatus tum_topology_share_joined(Topology *topology);

/// Keeps batches balanced; call it at the beginning of a step. At fixed intervals of steps, small
/// islands leave the shared batch and overfull batches, nearly empty batches are merged, the shared
/// batch is cut into subdomains again if it has changed much, and shared lanes and contacts are put
/// in order.
TumStatus tum_topology_tidy_batches(Topology *topology);

/// Moves a manifold that has a lane to another batch, whose color must have room.
void tum_topology_move_manifold(Topology *topology, int32_t manifold, int32_t batch);

/// True for shared bodies that no other batch reads in the middle of a step.
bool tum_topology_may_be_in_subdomain(const Topology *topology, int32_t body);

// Subdomains of the shared batch: subdomain.c

/// Cuts the shared batch into subdomains if it has changed much since the last cut.
/// @return false when out of memory; nothing has changed then.
bool tum_topology_cut_subdomains(Topology *topology);

/// Batch of a contact whose movable bodies are shared: that of the tree node the contact belongs
/// to.
int32_t tum_topology_shared_batch(const Topology *topology, const Contact *contact);

/// Raises GraphBody.top of a body that is about to have a constraint in `node`. Its constraints
/// against static and kinematic bodies move to the new top.
/// @return false when out of memory.
bool tum_topology_raise_top(Topology *topology, int32_t body, int32_t node);

/// Keeps lanes at the cut first in their color: call `enter` after a manifold has got its lane and
/// `leave` before it loses it.
void tum_topology_enter_lane(Topology *topology, int32_t manifold);
void tum_topology_leave_lane(Topology *topology, int32_t manifold);

/// Counts a lane at the cut while a state is read; call it with ascending lanes of a color.
/// @return false when the lane violates the order that lanes at the cut come first.
bool tum_topology_lane_follows(Topology *topology, int32_t manifold);

/// True when the manifold's lane is on the correct side of GraphColor.at_cut.
bool tum_topology_lane_is_valid(const Topology *topology, const ManifoldRecord *manifold);

/// Removes a shared body from its subdomain. @return false when out of memory: it is still there.
bool tum_topology_leave_subdomain(Topology *topology, int32_t body);

/// Sorts the lanes of shared colors by the position of their bodies (lane_order.c).
/// @return false when out of memory; nothing has changed then.
bool tum_topology_order_lanes(Topology *topology);

/// Reserves scratch for weighing islands. @return false when out of memory.
bool tum_topology_reserve_weights(Topology *topology);

/// True when each manifold has exactly one lane, no color has a movable body twice, and the bodies
/// of an island are in one batch; for TUM_VALIDATE.
bool tum_topology_batches_are_valid(const Topology *topology);

// Islands and sleep: island.c

/// Wakes a body and all bodies that fell asleep with it. An awake body is left as it is.
TumStatus tum_topology_wake(Topology *topology, int32_t body);

/// Puts the island of a body to sleep, unless a moving kinematic body touches it or holds one
/// of its joints.
TumStatus tum_topology_put_to_rest(Topology *topology, int32_t body);

/// Puts islands to sleep in which every body has been slow for long enough.
TumStatus tum_topology_rest(Topology *topology);

#endif
