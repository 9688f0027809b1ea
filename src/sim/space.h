// SPDX-License-Identifier: MIT
/// space.h: the seam between a simulation and the space it happens in.
///
/// One table of functions per dimension, called per batch: a space keeps its own data layout and
/// its own SIMD, and the indirect calls vanish among thousands of contacts. Functions that take a
/// range run on many workers at once and write only what belongs to their items; the others run
/// alone.
#ifndef TUM_SIM_SPACE_H
#define TUM_SIM_SPACE_H

#include "base/hash.h"
#include "sim/sim.h"

/// Indices `begin` to `end` - 1 of the list that the function names.
typedef struct Range {
    uint32_t begin, end;
    uint32_t worker;
} Range;

/// Bounds of the loads of a unit, known before its contacts are (load.h).
typedef struct LoadBounds {
    float pull;     ///< [m/s^2] No gravity is stronger.
    float thinnest; ///< [m] No ball that fits inside one of the bodies is smaller.
    float reach;    ///< [m] None reaches farther from its middle; 0: columns are not looked for.
    float height;   ///< [m] Of the highest middle above the lowest.
    float least_inverse_mass, most_inverse_mass; ///< [1/kg] Of those that can be pushed.
} LoadBounds;

typedef enum SolvePass {
    PASS_WARM_START, ///< Applies last substep's impulses.
    PASS_SOLVE,      ///< Velocities that also push overlaps apart.
    PASS_RELAX,      ///< Velocities alone: takes back what pushing apart added.
    // Of joints only:
    PASS_PREPARE,           ///< Of weaves: rows, once a step.
    PASS_RESTITUTION_BEGIN, ///< Before bounces: velocities as they are wanted now, by true
                            ///< inertias.
    PASS_SOLVE_AGAIN,       ///< After contacts have pushed; of those alone that were pushed.
    PASS_RELAX_AGAIN,       ///< Likewise.
    // Of contacts only:
    PASS_PRESS,               ///< As PASS_SOLVE, where something presses hard.
    PASS_PRESS_RELAX,         ///< As PASS_RELAX, likewise.
    PASS_RESTITUTION_FIND,    ///< What would meet within the substep, fast enough to bounce?
    PASS_RESTITUTION,         ///< Bounces it.
    PASS_RESTITUTION_SCALE,   ///< What is left of the last bounces after joints have taken their
                              ///< share?
    PASS_RESTITUTION_REPEAT,  ///< Makes them longer by what share_restitution found.
    PASS_RESTITUTION_FRICTION ///< Friction of the last bounces of joined bodies.
} SolvePass;

/// Bits: what a color's contacts have to do with bouncing.
enum {
    BOUNCE_MAY = 1,    ///< Some have restitution.
    BOUNCE_DID = 2,    ///< Some bounced in the last pass.
    BOUNCE_JOINED = 4, ///< And joints hold one of their bodies.
    BLOCKS_PRESS = 8,  ///< Not of bouncing: some press harder than a visit holds.
    BLOCKS_SINK = 16,  ///< Likewise: some joined body is deep in another.
    BLOCKS_BEAR = 32   ///< Likewise: some press with more than StepTime.light.
};

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

/// What collide found of a contact, besides bringing the planes that it keeps up to date.
typedef struct ManifoldChanges {
    uint32_t ended; ///< A bit for each of its planes, in the order of the chain: it is no more.
    int begun;      ///< New planes; -1: collide ran out of memory.
} ManifoldChanges;

/// An array with an item for each slot.
typedef struct Column {
    void *items;
    size_t item_bytes;
} Column;

typedef enum ColumnsOf { COLUMNS_OF_CONTACTS, COLUMNS_OF_MANIFOLDS } ColumnsOf;

enum { COLUMNS_MOST = 4 }; ///< Of either.

struct SpaceOps {
    int dimension;
    bool repeats_pushes; ///< integrate_velocities heeds StepTime.repeats.

    /// Room for `count` contacts in all. @return false when out of memory.
    bool (*reserve_contacts)(Space *space, size_t count);
    /// A new contact remembers nothing yet.
    void (*begin_contact)(Space *space, int32_t contact);
    /// What the last steps found out about a contact no longer holds: something of its shapes or
    /// bodies has changed.
    void (*reopen)(Space *space, int32_t contact);
    /// Room for `count` manifolds in all.
    bool (*reserve_manifolds)(Space *space, size_t count);
    /// Up to how many it moves nothing that collide reads or writes.
    size_t (*manifold_room)(const Space *space);
    /// All that the space keeps of contacts, or of manifolds, by their slots: to be put in another
    /// order. @param columns  [COLUMNS_MOST] receives it. @return how many.
    uint32_t (*list_columns)(Space *space, ColumnsOf of, Column *columns);
    /// Parts that a step must be divided into, so that what touches something does not turn out of
    /// the pose its rows are prepared in, and joints can be followed where they swing: 1 nearly
    /// always.
    int (*parts)(const Space *space, const Sim *sim, StepTime time);
    /// Before the narrow phase: room for the results of all active contacts. @return false when out
    /// of memory.
    bool (*begin_step)(Space *space, const Sim *sim, StepTime time);
    /// Room for so many lanes of a color, and a spare one behind them. @return false when out of
    /// memory.
    bool (*reserve_lanes)(Space *space, int32_t color, size_t lanes);
    /// Room for what is prepared anew in each step, once movers are listed: of so many blocks that
    /// are shared, and for each worker of any other cluster. NULL: blocks hold it themselves.
    /// @return false when out of memory.
    bool (*reserve_rows)(Space *space, const Sim *sim, size_t shared, size_t alone);

    /// Tells in sim->changes which active contacts are due. The manifolds of the others are brought
    /// up to date here, or by prepare.
    void (*select_stale)(Space *space, Sim *sim, StepTime time, Range contacts);
    /// Narrow phase of the contacts in sim->due: fills their manifolds and sim->changes. Workers of
    /// a lap count on from those of the lap before.
    void (*collide)(Space *space, Sim *sim, StepTime time, Range stale);
    /// Of a contact whose planes come or go: which.
    ManifoldChanges (*manifold_changes)(const Space *space, uint32_t active_index);
    /// Puts one of the new planes into a new manifold, before it gets its lane.
    void (*begin_manifold)(Space *space, const Sim *sim, uint32_t active_index, int plane,
                           int32_t manifold);

    /// The materials of a manifold's contact have changed. NULL: lanes do not remember them.
    void (*name_lane)(Space *space, const Sim *sim, int32_t manifold);
    /// A manifold gets, leaves or changes its lane. The place that it moves from is empty then; so
    /// is one that it moves from to itself.
    void (*put_lane)(Space *space, const Sim *sim, int32_t manifold);
    void (*take_lane)(Space *space, const Sim *sim, int32_t manifold);
    void (*move_lane)(Space *space, GraphPlace from, GraphPlace to);

    /// A worker is about to solve a unit, and this one after it; NULL: it is the last. What that
    /// needs may be fetched meanwhile. NULL: nothing is.
    void (*prefetch)(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);

    // Of movers: those of a unit all at once, by the worker that solves it.
    void (*prepare_bodies)(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                           uint32_t count, uint32_t worker);
    /// [1/s^2] Gravity by reach: the greatest of these bodies that touch something, or `least`
    /// where none is above that.
    /// @param bounds  receives what bounds their loads
    float (*haste)(const Space *space, const Sim *sim, const int32_t *bodies, uint32_t count,
                   float least, LoadBounds *bounds);
    /// What the bodies of a unit weigh, and how thin they are: load.h.
    void (*weigh_loads)(const Space *space, const Sim *sim, const int32_t *bodies,
                        LoadGraph *graph);
    /// What leans on what in blocks of a color that are prepared.
    void (*list_loads)(const Space *space, const Sim *sim, int32_t color, Range blocks,
                       LoadGraph *graph);
    /// Blocks of one color; a color of n lanes has tum_block_count(color, n) of them.
    void (*prepare)(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
    /// What forces do in a substep. To what moves with joints warm-starting these does it, where
    /// StepTime.joints_accelerate.
    void (*integrate_velocities)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    void (*solve)(Space *space, const Sim *sim, StepTime time, SolvePass pass, int32_t color,
                  Range blocks);
    /// Whether something joined has turned so far since rows were prepared that they are to follow.
    bool (*rows_are_stale)(const Space *space, const Sim *sim);
    /// Whether joints, as they were warm-started, have taken moments for larger than rows do.
    bool (*rows_are_strained)(const Space *space, const Sim *sim);
    /// Before bounces, and where rows are old: what has turned since they were prepared gets the
    /// inertia of its pose now.
    void (*update_inertias)(Space *space, const Sim *sim, Range solver_bodies);
    void (*update_rows)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// BOUNCE_ and BLOCKS_ bits of blocks of a color.
    uint32_t (*bounces)(const Space *space, const Sim *sim, int32_t color, Range blocks);
    /// How much longer the last bounces of joined bodies are to be.
    void (*share_restitution)(Space *space, const Sim *sim, int32_t color);
    /// Whether move_joints takes a body through the substep. NULL: none.
    bool (*moves_with_joints)(const Space *space, const Sim *sim, int32_t body);
    /// Bodies of active assemblies through the substep; all others integrate_positions moves.
    void (*move_joints)(Space *space, const Sim *sim, StepTime time, Range jobs);
    void (*integrate_positions)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    /// Tells in sim->left which of these bodies have moved, or changed their ways, by so much since
    /// they were last bounded that their boxes may be larger by more than sim->rooms. NULL: all.
    /// @return how many.
    uint32_t (*find_escaped)(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                             uint32_t count);
    /// Boxes of the bodies' colliders, where they are and may be at the end of a step.
    void (*bound)(Space *space, Sim *sim, StepTime time, Range awake);
    /// Poses at the end of the step, sleep times. @return how many states are not made of numbers.
    uint32_t (*finish_bodies)(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                              uint32_t count);

    /// Adds the normal impulses of the substep that ends to what each manifold took in this step;
    /// `first`: begins with them.
    void (*sum_impulses)(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
    /// Adds those of its bounces, once the last substep has ended.
    void (*sum_restitution)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Lanes keep impulses of another substep: longer by this factor.
    void (*scale_impulses)(Space *space, const Sim *sim, int32_t color, float factor, Range blocks);
    /// What a contact took in this step and how near it is. Only with sim->notes_touches.
    ContactPressure (*pressure)(const Space *space, const Sim *sim, int32_t contact);
    /// The points of a plane of contact, and how their bodies approach each other there, before a
    /// step is solved. @param points  [MEETING_POINTS_MOST] @return how many there are.
    int (*meeting_points)(const Space *space, const Sim *sim, int32_t manifold, float normal[4],
                          MeetingPoint *points);
    /// The fastest impact of a contact in this step. @return false where there was none, as in
    /// spaces that have no impacts, where this is NULL. Only with sim->notes_touches.
    bool (*impact)(const Space *space, int32_t contact, Meeting *meeting);
    /// Joints of active assemblies: what is worked on side by side, one assembly or several. Alone,
    /// before their first pass in each part of a step. @return how many units that are.
    uint32_t (*begin_joints)(Space *space, const Sim *sim, StepTime time);
    /// Before the first substep, then in each pass of it.
    void (*prepare_joints)(Space *space, StepTime time, Range jobs);
    void (*solve_joints)(Space *space, StepTime time, SolvePass pass, Range jobs);

    /// Weaves: assemblies so large and full of loops that many workers share a pass over them,
    /// color after color.
    /// 0: the assembly is none, or has nothing to do in this pass. PASS_PREPARE has one.
    int32_t (*joint_sweep_colors)(const Space *space, int32_t joint_island, SolvePass pass);
    uint32_t (*joint_sweep_items)(const Space *space, int32_t joint_island, SolvePass pass,
                                  int32_t color);
    void (*run_joint_sweep)(Space *space, StepTime time, SolvePass pass, int32_t joint_island,
                            int32_t color, Range items);

    /// Whether a body's state is made of numbers.
    bool (*is_finite)(const Space *space, int32_t body);
    /// A kinematic body that moves keeps what it touches awake.
    bool (*is_still)(const Space *space, int32_t body);
    /// Points of a plane of contact.
    uint32_t (*point_count)(const Space *space, int32_t manifold);
    /// Adds poses, velocities and what contacts and joints remember, in the order of slots.
    void (*hash)(const Space *space, const Sim *sim, Hash *hash);

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
    void (*update_bounding_radius)(Space *space, const Sim *sim, int32_t body);
};

enum {
    COLLIDE_LAPS = 3, ///< In which collide is done: see laps.c.
    BLOCK_LANES = 8,
    CONTACT_MANIFOLDS_MAX = 16 ///< Of one contact.
};

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
static inline uint32_t sim_block_count(const Sim *sim, int32_t color)
{
    return tum_block_count(color, sim->graph.colors.items[color].constraints.count);
}

/// Of those, the first ones, which have the lanes at the cut of a part: an even number, so that who
/// takes two at once still does, or all.
static inline uint32_t sim_blocks_at_cut(const Sim *sim, int32_t color)
{
    const uint32_t lanes = sim->graph.colors.items[color].at_cut;
    const uint32_t pairs = (lanes + 2 * BLOCK_LANES - 1) / (2 * BLOCK_LANES);
    const uint32_t cut = graph_is_overflow(color) ? lanes : 2 * pairs;
    const uint32_t blocks = sim_block_count(sim, color);
    return cut < blocks ? cut : blocks;
}

/// The first lane of a block, and how many of its lanes hold contacts: the last block of a color is
/// not full, one of overflowing contacts has a single lane.
static inline size_t sim_first_lane(int32_t color, uint32_t block)
{
    return graph_is_overflow(color) ? block : (size_t)block * BLOCK_LANES;
}

static inline uint32_t sim_lanes_in_block(const Sim *sim, int32_t color, uint32_t block)
{
    const size_t lanes = sim->graph.colors.items[color].constraints.count;
    const size_t left = lanes - sim_first_lane(color, block);
    return graph_is_overflow(color) ? 1 : left < BLOCK_LANES ? (uint32_t)left : BLOCK_LANES;
}

static inline int32_t sim_manifold_in(const Sim *sim, int32_t color, uint32_t block, uint32_t slot)
{
    return sim->graph.colors.items[color].constraints.items[sim_first_lane(color, block) + slot];
}

#endif
