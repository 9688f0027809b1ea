// SPDX-License-Identifier: MIT
/// topology.h: what exists, what touches, what rests: all of a simulation that outlives a step, but
/// for places and impulses, which are the space's (space_life.h).
///
/// Everything is found by index and lives in arrays:
///
///     bodies      one slot a body, stable; slot 0 is the world itself, which never moves
///     colliders   one slot a collider, stable; chained per body
///     contacts    one slot a pair of colliders whose boxes overlap; chained per body
///     manifolds   one slot a manifold of a contact: one constraint of the solver
///     joints      one slot a joint, stable; chained per body, together by joint islands
///                 (joint_record.h)
///
/// What is asleep is in none of the lists that a step walks: awake bodies, active contacts, colors.
#ifndef TUM_TOPOLOGY_TOPOLOGY_H
#define TUM_TOPOLOGY_TOPOLOGY_H

#include "base/array.h"
#include "base/free_slots.h"
#include "spatial/bvh.h"
#include "system/thread.h"
#include "topology/constraint_graph.h"
#include "topology/joint_record.h"
#include "topology/pair_set.h"
#include "topology/records.h"
#include "topology/space_life.h"
#include "tumble/scene.h"

/// Colliders whose boxes began to overlap, the lower slot first.
typedef struct FoundPair {
    uint32_t low, high;
} FoundPair;

/// Lanes of what is shared.
typedef struct SubdomainCut {
    uint32_t all;
    uint32_t largest; ///< Of the part that has most.
    uint32_t between; ///< Between parts, or of what is of none.
} SubdomainCut;

typedef struct Topology {
    TumAllocator allocator;
    TumTasks tasks;
    const SpaceLife *life;
    Space *space;

    ARRAY(BodyRecord) bodies;
    ARRAY(ColliderRecord) colliders;
    ARRAY(BodyTraits) traits;       ///< One a body.
    ARRAY(uint64_t) collider_users; ///< One a collider: the program's own number.
    uint32_t damped_count;          ///< Bodies with damping.
    ARRAY(Box)
    boxes; ///< One a collider: tight, grown by the coming step's motion; of when its
           ///< body was last bounded.
    ARRAY(Contact) contacts;
    ARRAY(ManifoldRecord) manifolds;
    FreeSlots free_contacts, free_manifolds;
    ARRAY(int32_t) awake;  ///< Bodies that move: dynamic and kinematic.
    bool awake_is_listed;  ///< Neither the awake nor how anybody among them is solved has changed
                           ///< since solver bodies were listed; unless bodies of the graph did.
    Bitset active_set;     ///< Contacts with an awake body,
    uint32_t active_count; ///< so many.
    ARRAY(int32_t)
    active;                  ///< They in the order of slots, so that what a worker writes of its
                             ///< stretch of them lies side by side; as last listed.
    bool active_is_old;      ///< Some came or went since.
    ARRAY(FoundPair) found;  ///< Pairs of this step's broad phase.
    uint64_t left_out;       ///< Pairs that were found where there were TUM_MAX_CROWD, in all.
    ARRAY(FoundPair) sorted; ///< Room to sort them.
    ARRAY(uint32_t)
    order;                  ///< Room to weigh islands, and to put contacts in another one.
    Bitset *enlarged_nodes; ///< One a worker: nodes of `moving` with items whose boxes it enlarged.
    ARRAY(uint8_t)
    left; ///< One a body: its boxes may have left those in the tree; once they are
          ///< made anew, one of them did.
    ARRAY(float)
    margins; ///< [m] One a body: by how much more boxes of its colliders may grow within
             ///< those in the tree. 0: not known.
    ARRAY(int32_t) free_bodies, free_colliders; ///< Slots to use again, the last first.

    Bvh moving, still; ///< Trees of colliders: of bodies that may move, of static ones. Boxes in
                       ///< the first are larger than those in `boxes`.
    PairSet pairs;
    ConstraintGraph graph;
    JointTable joints;

    /// filter_count squared bits: who meets whom; NULL with filter_count 0.
    uint8_t *filter_matrix;
    uint32_t filter_count;

    /// Pairs that began or ceased to touch since the world emptied the list; with room for one more
    /// change a contact.
    ARRAY(TouchChange) touch_changes;

    /// One a contact: how it stood as the step began. Valid in one step, of contacts that have
    /// planes and do not touch; only with notes_touches.
    ARRAY(Meeting) meetings;

    float restitution_threshold; ///< [m/s] Of TumWorldDef.
    bool may_sleep;
    bool notes_touches;    ///< Contact.touches and touch_changes are kept.
    bool boxes_are_stale;  ///< Bodies were added or changed since the boxes were made.
    uint32_t island_count; ///< When last counted.
    uint32_t untidy_steps; ///< Since clusters were last put in order.
    int32_t open_batch;    ///< That new islands go to, or NO_BATCH.
    SubdomainCut cut;      ///< How things stood after the last look that led to a cut.
    float last_substep;    ///< [s] Of the step before; 0: there was none.
    float swept;           ///< [s] How far ahead the boxes reach now.
    int32_t diverged;      ///< Body whose state left the finite numbers, or NONE.
} Topology;

/// Overflowing constraints share bodies: each has a block of its own.
static inline uint32_t tum_block_count(int32_t color, size_t lanes)
{
    return graph_is_overflow(color) ? (uint32_t)lanes
                                    : (uint32_t)((lanes + BLOCK_LANES - 1) / BLOCK_LANES);
}

/// Where a lane lies: block and position in the block.
static inline uint32_t tum_lane_block(int32_t color, int32_t lane)
{
    return graph_is_overflow(color) ? (uint32_t)lane : (uint32_t)lane / BLOCK_LANES;
}

static inline uint32_t tum_lane_slot(int32_t color, int32_t lane)
{
    return graph_is_overflow(color) ? 0 : (uint32_t)lane % BLOCK_LANES;
}

/// Blocks that a color has now.
static inline uint32_t topology_block_count(const Topology *topology, int32_t color)
{
    return tum_block_count(color, topology->graph.colors.items[color].constraints.count);
}

/// Of those, the first ones, which have the lanes at the cut of a part: an even number, so that who
/// takes two at once still does, or all.
static inline uint32_t topology_blocks_at_cut(const Topology *topology, int32_t color)
{
    const uint32_t lanes = topology->graph.colors.items[color].at_cut;
    const uint32_t pairs = (lanes + 2 * BLOCK_LANES - 1) / (2 * BLOCK_LANES);
    const uint32_t cut = graph_is_overflow(color) ? lanes : 2 * pairs;
    const uint32_t blocks = topology_block_count(topology, color);
    return cut < blocks ? cut : blocks;
}

/// The first lane of a block, and how many of its lanes hold contacts: the last block of a color is
/// not full, one of overflowing contacts has a single lane.
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

/// How far a body came while it was slow: since the last look at it, and before.
typedef struct RestTrend {
    float elapsed; ///< [s] Since then.
    float speed;   ///< [m/s] Its mean before; INFINITY: it was not slow then.
} RestTrend;

/// Counts how long a body has been slow, at the end of a step of so many seconds.
///
/// @param is_slow  so is it now.
/// @return whether it is due for a look: tum_topology_judge_rest.
bool tum_topology_count_rest(Topology *topology, int32_t body, RestTrend *trend, bool is_slow,
                             float seconds);

/// @param way  [m] from where it was at the last look to where it is: what is slow but moves ever
///             faster does not rest yet.
void tum_topology_judge_rest(Topology *topology, int32_t body, RestTrend *trend, float way);

/// Whether some push could change a body's velocity.
static inline bool topology_is_movable(const Topology *topology, int32_t body)
{
    return topology->bodies.items[body].is_movable;
}

/// Only joined bodies and what moves without being movable are looked at by others.
static inline bool topology_keeps_to_shared(const BodyRecord *body)
{
    return body->joint_island != NONE || (!body->is_movable && body->kind != TUM_BODY_STATIC);
}

/// Begins a topology of nothing but the world's own body.
///
/// @param tasks  of the world; all zero: all is done in the calling thread.
TumStatus tum_topology_init(Topology *topology, const TumAllocator *allocator, TumTasks tasks,
                            const SpaceLife *life, Space *space);
void tum_topology_clear(Topology *topology);

// bodies and colliders: body_table.c

/// Slots that were freed are used first.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_body(Topology *topology, TumBodyKind kind, int32_t node, bool is_movable,
                              bool may_sleep);

/// Copies body and materials of `collider`; the leaf is put into the tree with `box`.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_collider(Topology *topology, const ColliderRecord *collider,
                                  const Box *box);

/// A body is moved from outside: a kinematic one is given a velocity, or colliders another place in
/// their body. Makes room in the trees for where it is and what it is about to do, wakes what it
/// touches and has its contacts look again. Call it before each step [s] in which it moves.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_topology_kinematic_moved(Topology *topology, float seconds, int32_t body);

// changes between steps: edit.c

/// Takes a body out of the list of the awake.
void tum_topology_remove_awake(Topology *topology, int32_t body);

/// Takes a collider out of its tree. Its contacts end; who touched it wakes.
TumStatus tum_topology_detach_collider(Topology *topology, int32_t collider);

/// Puts a collider that is in no tree into that of its body, with the box in sim->boxes. Pairs are
/// looked for in the next step; where the body never moves, who sleeps inside the box wakes.
TumStatus tum_topology_attach_collider(Topology *topology, int32_t collider);

/// Gives a body that is out of all lists and trees another kind, or none: absent. Which of its
/// joints act is for the caller to say.
void tum_topology_set_body(Topology *topology, int32_t body, TumBodyKind kind, bool is_movable,
                           bool is_absent);

/// Frees the slots of a detached collider, and of an absent body without colliders. Slots below
/// `least` are not used again.
void tum_topology_remove_collider(Topology *topology, int32_t collider, size_t least);
void tum_topology_remove_body(Topology *topology, int32_t body, size_t least);

/// Gives a body damping [1/s]: each not negative.
void tum_topology_set_damping(Topology *topology, int32_t body, float linear, float angular);

/// Ends the contacts of a body that joints forbid; who touched it wakes.
TumStatus tum_topology_end_forbidden(Topology *topology, int32_t body);

/// Has the next step look for all pairs of a body, also those that it looked at before.
void tum_topology_look_again(Topology *topology, int32_t body);

/// Joins the materials of both sides again for every contact of a collider.
void tum_topology_update_materials(Topology *topology, int32_t collider);

// contacts: contact_table.c

/// Joins the materials of the two colliders of a contact.
void tum_topology_combine_materials(const Topology *topology, Contact *contact);

/// A new contact of two colliders; awake where one of its bodies is. Its slot is near that of
/// another contact of theirs: who goes through a stretch of contacts meets the same bodies again.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_contact(Topology *topology, int32_t collider_a, int32_t collider_b);
void tum_topology_remove_contact(Topology *topology, int32_t contact);

/// Gives a collider another friction and restitution, also where it touches already; what rests
/// there wakes. The ways to combine stay. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_topology_set_surface(Topology *topology, int32_t collider, float static_friction,
                                   float dynamic_friction, float restitution);

/// Puts a contact among the active ones or takes it out, its manifolds in or out of the colors.
TumStatus tum_topology_activate_contact(Topology *topology, int32_t contact);
void tum_topology_deactivate_contact(Topology *topology, int32_t contact);

/// Lists active contacts in sim->active, unless none has come or gone since.
void tum_topology_list_active(Topology *topology);

/// A new plane of an active contact at the end of the contact's chain, in the slot of the same
/// number as the contact's or near it: planes lie in the order of contacts. Once the space knows
/// what it remembers, tum_topology_start_manifold gives it a colour.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_manifold(Topology *topology, int32_t contact);
TumStatus tum_topology_start_manifold(Topology *topology, int32_t manifold);
void tum_topology_remove_manifold(Topology *topology, int32_t contact, int32_t manifold);

/// Gives contacts and their planes other slots, part by part, where neighbours are mostly of
/// different parts (contact_order.c). Between steps.
/// @return false when out of memory; all is as it was.
bool tum_topology_order_contacts(Topology *topology);

// who touches whom: touch.c

/// A collider by its slot, and what is known of it now.
TouchSide tum_topology_touch_side(const Topology *topology, int32_t collider);

/// Before contacts of a step are solved: how those stand that may begin to touch in it.
/// @return false when out of memory.
bool tum_topology_note_meetings(Topology *topology, float seconds);

/// Before a contact is removed: a pair that touched no longer does.
void tum_topology_note_parting(Topology *topology, int32_t contact);

/// At the end of a step, while its contacts are still active. @return false when out of memory.
bool tum_topology_note_touches(Topology *topology);

// broad phase: broadphase.c

/// Whether two filters (indices, or NONE) let each other's owners meet.
static inline bool tum_topology_filters_admit(const Topology *topology, int32_t a, int32_t b)
{
    if (a == NONE || b == NONE) {
        return true;
    }
    const size_t bit = (size_t)a * topology->filter_count + (size_t)b;
    return (topology->filter_matrix[bit / 8] >> (bit % 8) & 1) != 0;
}

/// The tree that a collider is in, or would be.
static inline const Bvh *topology_tree(const Topology *topology, const ColliderRecord *collider)
{
    return collider->is_static ? &topology->still : &topology->moving;
}

static inline Bvh *topology_own_tree(Topology *topology, const ColliderRecord *collider)
{
    return collider->is_static ? &topology->still : &topology->moving;
}

/// Tells in `left` which of some bodies that a step is done with may have left their boxes.
/// @return how many.
uint32_t tum_topology_find_escaped(Topology *topology, StepTime time, const int32_t *bodies,
                                   uint32_t count);

/// Bounds the awake bodies of which boxes may have left those in the tree, and gives colliders of
/// which they did larger ones there; `left` tells of both. Ranges of awake bodies may be done side
/// by side, once there is room for each worker to note where.
bool tum_topology_begin_boxes(Topology *topology);
void tum_topology_enlarge_boxes(Topology *topology, StepTime time, uint32_t begin, uint32_t end,
                                uint32_t worker);

/// All bodies are to be bounded anew: each may have left its boxes.
void tum_topology_forget_margins(Topology *topology);

/// Moves what left its box in the tree, once all boxes are enlarged.
void tum_topology_update_trees(Topology *topology);

/// Both for one body that moves, awake or not, and has been bounded for a step of so many seconds.
void tum_topology_update_leaves(Topology *topology, float seconds, int32_t body);

/// Sorts sim->found by the lower, then by the higher collider. @return false when out of memory.
bool tum_topology_sort_found(Topology *topology);

/// Makes contacts for all pairs whose boxes began to overlap and that may meet.
TumStatus tum_topology_find_pairs(Topology *topology);

// joints: joint_table.c

/// Copies bodies and flags of `joint`; it does not act yet. Slots that were freed are used first.
/// @return the slot, or NONE when out of memory.
int32_t tum_topology_add_joint(Topology *topology, const JointRecord *joint);

/// Puts a joint, or a free slot, after the last one: as it was, but for acting.
/// @return false when out of memory.
bool tum_topology_restore_joint(Topology *topology, const JointRecord *joint);

/// Frees the slot of a joint that does not act. Slots below `least` are not used again.
void tum_topology_remove_joint(Topology *topology, int32_t joint, size_t least);

/// Whether a joint pushes. One that does has a movable side, and neither is absent.
/// @param is_driven  there is more than hard limits.
void tum_topology_set_acting(Topology *topology, int32_t joint, bool acts, bool is_driven);

/// Wakes both bodies, and what sleeps with them.
TumStatus tum_topology_wake_joint(Topology *topology, int32_t joint);

/// Works out the assemblies. joints.is_stale is for the caller to clear, once the space has laid
/// them out too and their islands are shared.
TumStatus tum_topology_finish_joints(Topology *topology);
void tum_topology_clear_joints(Topology *topology);

/// Joined bodies, or a body and a collider of what it is joined to, no longer meet; or meet again.
/// Contacts that exist: tum_topology_end_forbidden; that may now be: tum_topology_look_again.
TumStatus tum_topology_forbid_bodies(Topology *topology, int32_t body_a, int32_t body_b);
TumStatus tum_topology_forbid_collider(Topology *topology, int32_t body, int32_t collider);
void tum_topology_admit_bodies(Topology *topology, int32_t body_a, int32_t body_b);
void tum_topology_admit_collider(Topology *topology, int32_t body, int32_t collider);
bool tum_topology_joint_forbids(const Topology *topology, int32_t collider_a, int32_t collider_b);

/// Whether a moving body that no push stops holds one end of a joint of the assembly.
bool tum_topology_is_carried(const Topology *topology, const JointIsland *joint_island);

/// Wakes assemblies that are carried along.
TumStatus tum_topology_wake_joined(Topology *topology);

/// Lists the assemblies that are awake.
void tum_topology_gather_joint_islands(Topology *topology);

// who is solved with whom: island_batch.c

/// The cluster for a new constraint of a contact, with which its two sides become one island.
/// @return NO_BATCH: out of memory.
int32_t tum_topology_choose_batch(Topology *topology, const Contact *contact);

/// Moves the islands of joined bodies to the shared cluster: joints are solved there.
TumStatus tum_topology_share_joined(Topology *topology);

/// At the beginning of a step: every now and then, small islands that were part of a large one, or
/// are in a cluster that has grown large, go to other clusters, clusters of which little is left
/// are merged, what is shared is cut anew where it has changed much, and shared lanes and contacts
/// are put in order.
TumStatus tum_topology_tidy_batches(Topology *topology);

/// Moves a manifold that has a lane to another cluster, in whose colour there is room.
void tum_topology_move_manifold(Topology *topology, int32_t manifold, int32_t batch);

/// Whether a body is shared and nobody looks at it in the middle of a step.
bool tum_topology_may_be_in_subdomain(const Topology *topology, int32_t body);

// parts of what is shared: subdomain.c

/// Cuts what is shared into parts where it has changed much since it was cut.
/// @return false when out of memory; all is as it was.
bool tum_topology_cut_subdomains(Topology *topology);

/// The cluster of a contact whose movable bodies are shared: of the node of their parts.
int32_t tum_topology_shared_batch(const Topology *topology, const Contact *contact);

/// A body of a part is about to have a constraint in a node of the tree of parts: those against
/// what cannot be moved go there too, if it is higher than where they are.
/// @return false when out of memory.
bool tum_topology_raise_top(Topology *topology, int32_t body, int32_t node);

/// A manifold has got a lane, or is about to leave it: lanes of a part that are of bodies at its
/// cut come first in their colors.
void tum_topology_enter_lane(Topology *topology, int32_t manifold);
void tum_topology_leave_lane(Topology *topology, int32_t manifold);

/// Counts a lane of a color that is being restored, the first one first. @return whether it may
/// come after those before it.
bool tum_topology_lane_follows(Topology *topology, int32_t manifold);

/// Whether a manifold's lane is among those at the cut, or not, as it should be.
bool tum_topology_lane_is_valid(const Topology *topology, const ManifoldRecord *manifold);

/// A shared body is of no part any more. @return false when out of memory: it still is.
bool tum_topology_leave_subdomain(Topology *topology, int32_t body);

/// Puts lanes of the shared cluster's colours in the order of where their bodies are
/// (lane_order.c).
/// @return false when out of memory; all is as it was.
bool tum_topology_order_lanes(Topology *topology);

/// Room to weigh islands. @return false when out of memory.
bool tum_topology_reserve_weights(Topology *topology);

/// Whether each plane has its lane once, no colour a movable body twice, and islands keep to their
/// clusters; for TUM_VALIDATE.
bool tum_topology_batches_are_valid(const Topology *topology);

// islands and sleep: island.c

/// Wakes a body with all that fell asleep together with it. Waking the awake does nothing.
TumStatus tum_topology_wake(Topology *topology, int32_t body);

/// Puts a body to sleep with all it touches, unless something that moves on its own touches them.
TumStatus tum_topology_put_to_rest(Topology *topology, int32_t body);

/// Puts islands to sleep in which every body has been slow for long enough.
TumStatus tum_topology_rest(Topology *topology);

#endif
