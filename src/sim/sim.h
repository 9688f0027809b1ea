// SPDX-License-Identifier: MIT
/// sim.h: what a simulation holds in any number of dimensions: who exists, who touches whom, who
/// rests. Where things are and how they push is the space's (space.h).
///
/// Everything is found by index and lives in arrays:
///
///     bodies      one slot a body, stable; slot 0 is the world itself, which never moves
///     colliders   one slot a collider, stable; chained per body
///     contacts    one slot a pair of colliders whose boxes overlap; chained per body
///     manifolds   one slot a plane of contact: one constraint of the solver
///     joints      one slot a joint, stable; chained per body, together by assemblies
///                 (joint_table.h)
///
/// What is asleep is in none of the lists that a step walks: awake bodies, active contacts, colors.
#ifndef TUM_SIM_SIM_H
#define TUM_SIM_SIM_H

#include "base/array.h"
#include "base/free_slots.h"
#include "sim/constraint_graph.h"
#include "sim/joint_table.h"
#include "sim/pair_set.h"
#include "spatial/bvh.h"
#include "system/thread.h"
#include "tumble/scene.h"

enum {
    NONE = -1,
    WORLD_BODY = 0,
    STEP_SPLITS_MAX = 8,     ///< Parts that a step may be divided into.
    SUBDOMAIN_DEPTH_MAX = 10 ///< Of the tree of parts of what is shared.
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

/// What one worker solves whole: the islands of a cluster, or some bodies that touch nothing.
typedef struct SolveJob {
    int32_t batch;       ///< Or NO_BATCH.
    uint32_t begin, end; ///< Its bodies: into movers.
} SolveJob;

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

typedef struct Space Space;
typedef struct SpaceOps SpaceOps;

/// Colliders whose boxes began to overlap, the lower slot first.
typedef struct FoundPair {
    uint32_t low, high;
} FoundPair;

/// What a step spends its time on, in the order of step.c and solve.c.
typedef enum StepPhase {
    PHASE_PAIRS,      ///< Boxes, trees, who came near whom.
    PHASE_COLLIDE,    ///< Where shapes touch.
    PHASE_MATCH,      ///< Planes of contact come and go.
    PHASE_ISLANDS,    ///< Small ones and lone bodies, from preparing to finishing them.
    PHASE_PREPARE,    ///< Of the others: bodies and the rows of contacts.
    PHASE_JOINTS,     ///< All passes over joints, their preparation too.
    PHASE_INTEGRATE,  ///< Velocities and positions.
    PHASE_WARM_START, ///< Passes over contacts, from here
    PHASE_SOLVE,
    PHASE_RELAX,
    PHASE_RESTITUTION, ///< to here.
    PHASE_FINISH,      ///< Impulses and poses are put back.
    PHASE_REST,        ///< Touches, islands, sleep.
    PHASE_COUNT
} StepPhase;

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

/// Lanes of what is shared.
typedef struct SubdomainCut {
    uint32_t all;
    uint32_t largest; ///< Of the part that has most.
    uint32_t between; ///< Between parts, or of what is of none.
} SubdomainCut;

/// How far a part, or the root, has come in the passes of a task; or a worker's seat.
typedef struct SubdomainProgress {
    _Alignas(64) Atomic32 begun; ///< Passes.
    Atomic32 done;
    Atomic32 arrived; ///< At the root: its children, once each in a pass.
    Atomic32 is_here; ///< 1: the seat is taken.
} SubdomainProgress;

typedef struct Sim {
    TumAllocator allocator;
    TumTasks tasks;
    const SpaceOps *ops;
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
    ARRAY(int32_t) awake;         ///< Bodies that move: dynamic and kinematic.
    ARRAY(int32_t) solver_bodies; ///< The same as they are solved in a step: first those that all
    uint32_t shared_count; ///< workers share, so many, then unit by unit. Of those that are shared
    uint32_t separator_count; ///< first what is of no part, so many, then part by part. Of those of
    uint32_t joined_count;    ///< no part first what moves with its joints, so many.
    ARRAY(uint32_t) solver_index;  ///< One a body: where a mover is among movers.
    ARRAY(int32_t) shared_bodies;  ///< The movers that are shared, in the order of the awake.
    ARRAY(int32_t) solver_batches; ///< Who solves each of the awake.
    bool awake_is_listed; ///< Neither the awake nor how anybody among them is solved has changed
                          ///< since solver bodies were listed; unless bodies of the graph did.
    ARRAY(int32_t) kinematic; ///< Of the awake, those that no push moves.
    float kinematic_speed;    ///< [m/s] No point of them is faster.
    ARRAY(SolveJob) jobs;
    Bitset active_set;     ///< Contacts with an awake body,
    uint32_t active_count; ///< so many.
    ARRAY(int32_t)
    active;                  ///< They in the order of slots, so that what a worker writes of its
                             ///< stretch of them lies side by side; as last listed.
    bool active_is_old;      ///< Some came or went since.
    ARRAY(uint8_t) changes;  ///< One an active contact: ContactChange, written by sift and collide.
    ARRAY(uint32_t) stale;   ///< Indices into active of the contacts that collide looks at.
    ARRAY(uint32_t) changed; ///< Likewise: of those whose planes come or go,
    ARRAY(uint32_t) parted;  ///< of those whose boxes are apart;
    uint32_t stale_listed;   ///< so many of the due have been looked through for these,
    uint32_t matched;        ///< and so many of `changed` are done with.
    ARRAY(FoundPair) found;  ///< Pairs of this step's broad phase.
    uint64_t left_out;       ///< Pairs that were found where there were TUM_MAX_CROWD, in all.
    ARRAY(FoundPair) sorted; ///< Room to sort them.
    ARRAY(uint32_t)
    order;                  ///< Room to weigh islands, and to put contacts in another one.
    LoadGraph *loads;       ///< One a worker.
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
    bool notes_touches;       ///< Contact.touches and touch_changes are kept.
    bool notes_times;         ///< phase_ns is kept.
    bool boxes_are_stale;     ///< Bodies were added or changed since the boxes were made.
    uint32_t island_count;    ///< When last counted.
    uint32_t untidy_steps;    ///< Since clusters were last put in order.
    int32_t open_batch;       ///< That new islands go to, or NO_BATCH.
    SubdomainCut cut;         ///< How things stood after the last look that led to a cut.
    ARRAY(Atomic32) arrivals; ///< One a node of the tree of parts: passes that children have ended.
    ARRAY(SubdomainProgress) progress; ///< The root's, one a part, one a seat.
    float last_substep;                ///< [s] Of the step before; 0: there was none.
    float swept;                       ///< [s] How far ahead the boxes reach now.
    int32_t diverged;                  ///< Body whose state left the finite numbers, or NONE.
    uint64_t phase_began_ns;
    uint64_t phase_ns[PHASE_COUNT]; ///< Of the last step.
} Sim;

/// What sift and collide found out about an active contact, next to filling its manifolds.
typedef enum ContactChange {
    CONTACT_SAME,    ///< As many planes as before: nothing to do.
    CONTACT_CHANGED, ///< Planes come or go: match.c.
    CONTACT_APART,   ///< The boxes no longer overlap: the contact ends.
    CONTACT_STALE    ///< Of sift: collide has to look.
} ContactChange;

/// How far a body came while it was slow: since the last look at it, and before.
typedef struct RestTrend {
    float elapsed; ///< [s] Since then.
    float speed;   ///< [m/s] Its mean before; INFINITY: it was not slow then.
} RestTrend;

/// Counts how long a body has been slow, at the end of a step of so many seconds.
///
/// @param is_slow  so is it now.
/// @return whether it is due for a look: tum_sim_judge_rest.
bool tum_sim_count_rest(Sim *sim, int32_t body, RestTrend *trend, bool is_slow, float seconds);

/// @param way  [m] from where it was at the last look to where it is: what is slow but moves ever
///             faster does not rest yet.
void tum_sim_judge_rest(Sim *sim, int32_t body, RestTrend *trend, float way);

/// Whether some push could change a body's velocity.
static inline bool sim_is_movable(const Sim *sim, int32_t body)
{
    return sim->bodies.items[body].is_movable;
}

/// Only joined bodies and what moves without being movable are looked at by others.
static inline bool sim_keeps_to_shared(const BodyRecord *body)
{
    return body->joint_island != NONE || (!body->is_movable && body->kind != TUM_BODY_STATIC);
}

/// Begins a simulation of nothing but the world's own body.
TumStatus tum_sim_init(Sim *sim, const TumAllocator *allocator, TumTasks tasks, const SpaceOps *ops,
                       Space *space);
void tum_sim_clear(Sim *sim);

// bodies and colliders: body_table.c

/// Slots that were freed are used first.
/// @return the slot, or NONE when out of memory.
int32_t tum_sim_add_body(Sim *sim, TumBodyKind kind, int32_t node, bool is_movable, bool may_sleep);

/// Copies body and materials of `collider`; the leaf is put into the tree with `box`.
/// @return the slot, or NONE when out of memory.
int32_t tum_sim_add_collider(Sim *sim, const ColliderRecord *collider, const Box *box);

/// A body is moved from outside: a kinematic one is given a velocity, or colliders another place in
/// their body. Makes room in the trees for where it is and what it is about to do, wakes what it
/// touches and has its contacts look again. Call it before each step [s] in which it moves.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_kinematic_moved(Sim *sim, float seconds, int32_t body);

// changes between steps: edit.c

/// Takes a body out of the list of the awake.
void tum_sim_remove_awake(Sim *sim, int32_t body);

/// Takes a collider out of its tree. Its contacts end; who touched it wakes.
TumStatus tum_sim_detach_collider(Sim *sim, int32_t collider);

/// Puts a collider that is in no tree into that of its body, with the box in sim->boxes. Pairs are
/// looked for in the next step; where the body never moves, who sleeps inside the box wakes.
TumStatus tum_sim_attach_collider(Sim *sim, int32_t collider);

/// Gives a body that is out of all lists and trees another kind, or none: absent. Which of its
/// joints act is for the caller to say.
void tum_sim_set_body(Sim *sim, int32_t body, TumBodyKind kind, bool is_movable, bool is_absent);

/// Frees the slots of a detached collider, and of an absent body without colliders. Slots below
/// `least` are not used again.
void tum_sim_remove_collider(Sim *sim, int32_t collider, size_t least);
void tum_sim_remove_body(Sim *sim, int32_t body, size_t least);

/// Gives a body damping [1/s]: each not negative.
void tum_sim_set_damping(Sim *sim, int32_t body, float linear, float angular);

/// Ends the contacts of a body that joints forbid; who touched it wakes.
TumStatus tum_sim_end_forbidden(Sim *sim, int32_t body);

/// Has the next step look for all pairs of a body, also those that it looked at before.
void tum_sim_look_again(Sim *sim, int32_t body);

/// Joins the materials of both sides again for every contact of a collider.
void tum_sim_update_materials(Sim *sim, int32_t collider);

// contacts: contact_table.c

/// Joins the materials of the two colliders of a contact.
void tum_sim_combine_materials(const Sim *sim, Contact *contact);

/// A new contact of two colliders; awake where one of its bodies is. Its slot is near that of
/// another contact of theirs: who goes through a stretch of contacts meets the same bodies again.
/// @return the slot, or NONE when out of memory.
int32_t tum_sim_add_contact(Sim *sim, int32_t collider_a, int32_t collider_b);
void tum_sim_remove_contact(Sim *sim, int32_t contact);

/// Gives a collider another friction and restitution, also where it touches already; what rests
/// there wakes. The ways to combine stay. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_set_surface(Sim *sim, int32_t collider, float static_friction,
                              float dynamic_friction, float restitution);

/// Puts a contact among the active ones or takes it out, its manifolds in or out of the colors.
TumStatus tum_sim_activate_contact(Sim *sim, int32_t contact);
void tum_sim_deactivate_contact(Sim *sim, int32_t contact);

/// Lists active contacts in sim->active, unless none has come or gone since.
void tum_sim_list_active(Sim *sim);

/// A new plane of an active contact at the end of the contact's chain, in the slot of the same
/// number as the contact's or near it: planes lie in the order of contacts. Once the space knows
/// what it remembers, tum_sim_start_manifold gives it a colour.
/// @return the slot, or NONE when out of memory.
int32_t tum_sim_add_manifold(Sim *sim, int32_t contact);
TumStatus tum_sim_start_manifold(Sim *sim, int32_t manifold);
void tum_sim_remove_manifold(Sim *sim, int32_t contact, int32_t manifold);

/// Gives contacts and their planes other slots, part by part, where neighbours are mostly of
/// different parts (contact_order.c). Between steps.
/// @return false when out of memory; all is as it was.
bool tum_sim_order_contacts(Sim *sim);

// the narrow phase: laps.c

/// Looks at all that is due, and matches most of what was found meanwhile.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_collide(Sim *sim, StepTime time);

// what it found: match.c

/// Before collide: nothing has been found. @return false when out of memory.
bool tum_sim_begin_matching(Sim *sim);

/// Adds and removes planes of contacts that changed, and wakes whom they touch: of those among the
/// first `due` of the due, which collide is done with, while it goes on with others. Leaves some
/// for later where more manifolds are needed than there is room for.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_match_first(Sim *sim, uint32_t stale);

/// The same with all that are left, and removes contacts whose boxes are apart.
TumStatus tum_sim_match_contacts(Sim *sim);

// who touches whom: touch.c

/// A collider by its slot, and what is known of it now.
TouchSide tum_sim_touch_side(const Sim *sim, int32_t collider);

/// Before contacts of a step are solved: how those stand that may begin to touch in it.
/// @return false when out of memory.
bool tum_sim_note_meetings(Sim *sim, float seconds);

/// Before a contact is removed: a pair that touched no longer does.
void tum_sim_note_parting(Sim *sim, int32_t contact);

/// At the end of a step, while its contacts are still active. @return false when out of memory.
bool tum_sim_note_touches(Sim *sim);

// broad phase: broadphase.c

/// Whether two filters (indices, or NONE) let each other's owners meet.
static inline bool tum_sim_filters_admit(const Sim *sim, int32_t a, int32_t b)
{
    if (a == NONE || b == NONE) {
        return true;
    }
    const size_t bit = (size_t)a * sim->filter_count + (size_t)b;
    return (sim->filter_matrix[bit / 8] >> (bit % 8) & 1) != 0;
}

/// The tree that a collider is in, or would be.
static inline const Bvh *sim_tree(const Sim *sim, const ColliderRecord *collider)
{
    return collider->is_static ? &sim->still : &sim->moving;
}

static inline Bvh *sim_own_tree(Sim *sim, const ColliderRecord *collider)
{
    return collider->is_static ? &sim->still : &sim->moving;
}

/// Tells in `left` which of some bodies that a step is done with may have left their boxes.
/// @return how many.
uint32_t tum_sim_find_escaped(Sim *sim, StepTime time, const int32_t *bodies, uint32_t count);

/// Bounds the awake bodies of which boxes may have left those in the tree, and gives colliders of
/// which they did larger ones there; `left` tells of both. Ranges of awake bodies may be done side
/// by side, once there is room for each worker to note where.
bool tum_sim_begin_boxes(Sim *sim);
void tum_sim_enlarge_boxes(Sim *sim, StepTime time, uint32_t begin, uint32_t end, uint32_t worker);

/// All bodies are to be bounded anew: each may have left its boxes.
void tum_sim_forget_margins(Sim *sim);

/// Moves what left its box in the tree, once all boxes are enlarged.
void tum_sim_update_trees(Sim *sim);

/// Both for one body that moves, awake or not, and has been bounded for a step of so many seconds.
void tum_sim_update_leaves(Sim *sim, float seconds, int32_t body);

/// Sorts sim->found by the lower, then by the higher collider. @return false when out of memory.
bool tum_sim_sort_found(Sim *sim);

/// Makes contacts for all pairs whose boxes began to overlap and that may meet.
TumStatus tum_sim_find_pairs(Sim *sim);

// joints: joint_table.c

/// Copies bodies and flags of `joint`; it does not act yet. Slots that were freed are used first.
/// @return the slot, or NONE when out of memory.
int32_t tum_sim_add_joint(Sim *sim, const JointRecord *joint);

/// Puts a joint, or a free slot, after the last one: as it was, but for acting.
/// @return false when out of memory.
bool tum_sim_restore_joint(Sim *sim, const JointRecord *joint);

/// Frees the slot of a joint that does not act. Slots below `least` are not used again.
void tum_sim_remove_joint(Sim *sim, int32_t joint, size_t least);

/// Whether a joint pushes. One that does has a movable side, and neither is absent.
/// @param is_driven  there is more than hard limits.
void tum_sim_set_acting(Sim *sim, int32_t joint, bool acts, bool is_driven);

/// Wakes both bodies, and what sleeps with them.
TumStatus tum_sim_wake_joint(Sim *sim, int32_t joint);

/// Works out the assemblies. joints.is_stale is for the caller to clear, once the space has laid
/// them out too and their islands are shared.
TumStatus tum_sim_finish_joints(Sim *sim);
void tum_sim_clear_joints(Sim *sim);

/// Joined bodies, or a body and a collider of what it is joined to, no longer meet; or meet again.
/// Contacts that exist: tum_sim_end_forbidden; that may now be: tum_sim_look_again.
TumStatus tum_sim_forbid_bodies(Sim *sim, int32_t body_a, int32_t body_b);
TumStatus tum_sim_forbid_collider(Sim *sim, int32_t body, int32_t collider);
void tum_sim_admit_bodies(Sim *sim, int32_t body_a, int32_t body_b);
void tum_sim_admit_collider(Sim *sim, int32_t body, int32_t collider);
bool tum_sim_joint_forbids(const Sim *sim, int32_t collider_a, int32_t collider_b);

/// Whether a moving body that no push stops holds one end of a joint of the assembly.
bool tum_sim_is_carried(const Sim *sim, const JointIsland *joint_island);

/// Wakes assemblies that are carried along.
TumStatus tum_sim_wake_joined(Sim *sim);

/// Lists the assemblies that are awake.
void tum_sim_gather_joint_islands(Sim *sim);

// who is solved with whom: island_batch.c

/// The cluster for a new constraint of a contact, with which its two sides become one island.
/// @return NO_BATCH: out of memory.
int32_t tum_sim_choose_batch(Sim *sim, const Contact *contact);

/// Moves the islands of joined bodies to the shared cluster: joints are solved there.
TumStatus tum_sim_share_joined(Sim *sim);

/// At the beginning of a step: every now and then, small islands that were part of a large one, or
/// are in a cluster that has grown large, go to other clusters, clusters of which little is left
/// are merged, what is shared is cut anew where it has changed much, and shared lanes and contacts
/// are put in order.
TumStatus tum_sim_tidy_batches(Sim *sim);

/// Moves a manifold that has a lane to another cluster, in whose colour there is room.
void tum_sim_move_manifold(Sim *sim, int32_t manifold, int32_t batch);

/// Whether a body is shared and nobody looks at it in the middle of a step.
bool tum_sim_may_be_in_subdomain(const Sim *sim, int32_t body);

// parts of what is shared: subdomain.c

/// Cuts what is shared into parts where it has changed much since it was cut.
/// @return false when out of memory; all is as it was.
bool tum_sim_cut_subdomains(Sim *sim);

/// The cluster of a contact whose movable bodies are shared: of the node of their parts.
int32_t tum_sim_shared_batch(const Sim *sim, const Contact *contact);

/// A body of a part is about to have a constraint in a node of the tree of parts: those against
/// what cannot be moved go there too, if it is higher than where they are.
/// @return false when out of memory.
bool tum_sim_raise_top(Sim *sim, int32_t body, int32_t node);

/// A manifold has got a lane, or is about to leave it: lanes of a part that are of bodies at its
/// cut come first in their colors.
void tum_sim_enter_lane(Sim *sim, int32_t manifold);
void tum_sim_leave_lane(Sim *sim, int32_t manifold);

/// Counts a lane of a color that is being restored, the first one first. @return whether it may
/// come after those before it.
bool tum_sim_lane_follows(Sim *sim, int32_t manifold);

/// Whether a manifold's lane is among those at the cut, or not, as it should be.
bool tum_sim_lane_is_valid(const Sim *sim, const ManifoldRecord *manifold);

/// A shared body is of no part any more. @return false when out of memory: it still is.
bool tum_sim_leave_subdomain(Sim *sim, int32_t body);

/// Puts lanes of the shared cluster's colours in the order of where their bodies are
/// (lane_order.c).
/// @return false when out of memory; all is as it was.
bool tum_sim_order_lanes(Sim *sim);

/// Room to weigh islands. @return false when out of memory.
bool tum_sim_reserve_weights(Sim *sim);

/// Lists movers and units. @return false when out of memory.
bool tum_sim_list_solver_bodies(Sim *sim);

/// Whether each plane has its lane once, no colour a movable body twice, and islands keep to their
/// clusters; for TUM_VALIDATE.
bool tum_sim_batches_are_valid(const Sim *sim);

/// Whether movers are the awake, cluster by cluster; for TUM_VALIDATE.
bool tum_sim_solver_bodies_are_valid(const Sim *sim);

// islands and sleep: island.c

/// Wakes a body with all that fell asleep together with it. Waking the awake does nothing.
TumStatus tum_sim_wake(Sim *sim, int32_t body);

/// Puts a body to sleep with all it touches, unless something that moves on its own touches them.
TumStatus tum_sim_put_to_rest(Sim *sim, int32_t body);

/// Puts islands to sleep in which every body has been slow for long enough.
TumStatus tum_sim_rest(Sim *sim);

/// One step of all, in several parts while something turns too fast for one.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_DIVERGED.
TumStatus tum_sim_step(Sim *sim, float seconds, int substeps);

#endif
