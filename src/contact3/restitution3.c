// SPDX-License-Identifier: MIT
// restitution3.c: restitution passes over the blocks of a color, and restitution of joined bodies.
//
// A pass visits the disturbed lanes of a color: BounceMark3.
//
// A restitution impulse p is computed as if both bodies were free. The joints then react, and the
// velocity change, which was to satisfy p . (x' - x) = -(1 + e) p . x, is smaller. All restitution
// impulses of a pass that act on the same joint islands are increased by one factor, so that their
// sums agree. The factor is exact for a single impulse, because the reaction of joints is linear;
// for several ones the energy is that of bounces with e,
//
//     gained = p . (x + x') / 2 = (1 - e) p . x / 2 <= 0
#include "contact3/restitution3.h"

#include "contact3/bounce3.h"
#include "contact3/contact_solver3.h"
#include "space3/body_motion3.h"

// Limit of the factor by which joints increase the effective mass of a body.
static const float PRESS_MOST = 1000.0f;

// Share of an impulse of joined bodies that is not worth another one.
static const float MORE_LEAST = 1e-4f;

// Lane that bounced in the last pass, with joints on one side or both.
typedef struct JoinedLane {
    ContactExtra3 *extra;
    uint32_t slot;
    int32_t joint_island[2]; // Both are equal if only one side is joined.
} JoinedLane;

// A pass over blocks of a color.
typedef struct BounceVisit {
    Space3 *space;
    const Topology *topology;
    BounceMark3 *marks; // Marks of the blocks of the color.
    int32_t color;
    uint32_t worker;
    float substep; // [s]
} BounceVisit;

typedef void JoinedVisit(Space3 *space, const Topology *topology, const JoinedLane *lane);

static ContactPlace3 place_of(const Space3 *space, const Topology *topology, int32_t color,
                              uint32_t block, uint32_t worker)
{
    return (ContactPlace3){.block = &space->solver.blocks.items[color].items[block],
                           .rows = tum_space3_rows(space, topology, color, block, worker),
                           .extra = &space->solver.extras.items[color].items[block],
                           .first = block % 2 * WIDE};
}

// Lowest lane of a mask that is not empty.
static uint32_t first_slot(uint32_t lanes)
{
    return (uint32_t)__builtin_ctz(lanes);
}

static Neighbors3 *neighbors_of(const Space3 *space, int32_t body)
{
    return &space->solver.neighbors.items[space->bodies.state_of.items[body]];
}

// Restitution of the shared batch, or of the job in work.
static BounceMarks3 *all_marks(Space3 *space, const Topology *topology, int32_t color,
                               uint32_t worker)
{
    return topology->graph.batches.items[graph_batch_of_color(color)].is_shared
               ? &space->solver.marks
               : &space->solver.scratch[worker].marks;
}

// Marks of the blocks of a color.
static BounceMark3 *marks_of(Space3 *space, const Topology *topology, int32_t color,
                             uint32_t worker)
{
    return all_marks(space, topology, color, worker)->of_blocks.items +
           topology->graph.colors.items[color].first_block;
}

typedef void NeighborVisit(Neighbors3 *neighbors, uint32_t lane, uint32_t *lanes);

static void count_neighbor(Neighbors3 *neighbors, uint32_t lane, uint32_t *lanes)
{
    (void)lane;
    (void)lanes;
    ++neighbors->end;
}

static void add_neighbor(Neighbors3 *neighbors, uint32_t lane, uint32_t *lanes)
{
    lanes[neighbors->end++] = lane;
}

// Visits the lanes with restitution of a batch, for each of their movable bodies.
static void visit_neighbors(Space3 *space, const Topology *topology, int32_t batch, uint32_t worker,
                            NeighborVisit *visit)
{
    Neighbors3 *neighbors = space->solver.neighbors.items;
    for (int32_t color = tum_graph_next_color(&topology->graph, batch, -1); color >= 0;
         color = tum_graph_next_color(&topology->graph, batch, color)) {
        uint32_t *lanes = all_marks(space, topology, color, worker)->neighbors.items;
        const uint32_t first = topology->graph.colors.items[color].first_block;
        const uint32_t count = topology_block_count(topology, color);
        for (uint32_t i = 0; i < count; ++i) {
            const ContactPlace3 place = place_of(space, topology, color, i, worker);
            const uint32_t a = place.block->bounces & place.block->store_a;
            const uint32_t b = place.block->bounces & place.block->store_b;
            for (uint32_t left = a | b; left != 0; left &= left - 1) {
                const uint32_t slot = first_slot(left);
                const uint32_t row = place.first + slot, lane = (first + i) * WIDE + slot;
                if ((a >> slot & 1) != 0) {
                    visit(&neighbors[place.rows->place_a[row] / sizeof(SolverBody3)], lane, lanes);
                }
                if ((b >> slot & 1) != 0) {
                    visit(&neighbors[place.rows->place_b[row] / sizeof(SolverBody3)], lane, lanes);
                }
            }
        }
    }
}

static void visit_all_neighbors(Space3 *space, const Topology *topology, int32_t batch,
                                uint32_t worker, NeighborVisit *visit)
{
    visit_neighbors(space, topology, batch, worker, visit);
    for (size_t i = 0; batch == BATCH_SHARED && i < topology->graph.nodes.count; ++i) {
        visit_neighbors(space, topology, topology->graph.nodes.items[i], worker, visit);
    }
}

void tum_space3_list_neighbors(Space *opaque, const Sim *sim, int32_t batch, Range solver_bodies)
{
    Space3 *space = (Space3 *)opaque;
    const int32_t *bodies = sim->solver_bodies.items;
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        *neighbors_of(space, bodies[i]) = (Neighbors3){0, 0};
    }
    visit_all_neighbors(space, &sim->topology, batch, solver_bodies.worker, count_neighbor);
    uint32_t sum = 0;
    for (uint32_t i = solver_bodies.begin; i < solver_bodies.end; ++i) {
        Neighbors3 *neighbors = neighbors_of(space, bodies[i]);
        const uint32_t count = neighbors->end;
        *neighbors = (Neighbors3){sum, sum};
        sum += count;
    }
    visit_all_neighbors(space, &sim->topology, batch, solver_bodies.worker, add_neighbor);
}

// The lanes with restitution of a struck body are visited again.
static void disturb(const Space3 *space, const BounceMarks3 *marks, int32_t body)
{
    const Neighbors3 *neighbors = neighbors_of(space, body);
    for (uint32_t i = neighbors->begin; i < neighbors->end; ++i) {
        const uint32_t lane = marks->neighbors.items[i];
        Atomic32 *disturbed = &marks->of_blocks.items[lane / WIDE].disturbed;
        const uint32_t bit = 1u << lane % WIDE;
        if ((atomic32_load(disturbed) & bit) == 0) {
            atomic32_or(disturbed, bit);
        }
    }
}

static uint32_t flags_of(const ContactPlace3 *place, uint32_t bounced)
{
    uint32_t flags = bounced != 0 ? BOUNCE_DID : 0;
    for (uint32_t left = bounced; left != 0; left &= left - 1) {
        flags |= place->extra->joined[first_slot(left)] > 0.0f ? BOUNCE_JOINED : 0;
    }
    return flags;
}

// Updates the inertia of a body without joints that has turned. Those of joined bodies are updated
// before the first bounce of a substep.
// @return whether the body has turned.
static bool resist_anew(Space3 *space, int32_t body)
{
    if (space3_weight(space, body)->joined > 0.0f ||
        !space3_resists_anew(space, body, TURN_LEAST)) {
        return false;
    }
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Quat now = place->rotation, start = place->start;
    const bool is_done = space3_start(space, body)->rotation_mode == ROTATION_ALONE &&
                         now.x == start.x && now.y == start.y && now.z == start.z &&
                         now.w == start.w;
    if (!is_done) {
        tum_resist_anew3(space, body);
    }
    return true;
}

// The bodies of a lane that bounces, and its rows, take their present inertia: with another one a
// bounce would gain or lose energy. Rows of their other contacts wait for tum_space3_update_rows.
static void weigh_anew(const BounceVisit *visit, const ContactPlace3 *place, uint32_t block,
                       uint32_t slot)
{
    bool has_turned = false;
    if ((place->block->store_a >> slot & 1) != 0) {
        has_turned |= resist_anew(visit->space, place->block->body_a[slot]);
    }
    if ((place->block->store_b >> slot & 1) != 0) {
        has_turned |= resist_anew(visit->space, place->block->body_b[slot]);
    }
    if (has_turned) {
        tum_space3_weigh_block(visit->space, visit->topology, visit->color, block, visit->worker);
    }
}

static bool bounce(const BounceVisit *visit, const ContactPlace3 *place, uint32_t block,
                   uint32_t slot)
{
    BounceMark3 *mark = &visit->marks[block];
    if ((mark->anew >> slot & 1) == 0) {
        if (!tum_bounce3_find(visit->space, place, slot, visit->substep)) {
            return false;
        }
        weigh_anew(visit, place, block, slot);
        mark->anew |= 1u << slot;
    }
    if (!tum_bounce3(visit->space, place, slot, visit->substep)) {
        return false;
    }
    const BounceMarks3 *all = all_marks(visit->space, visit->topology, visit->color, visit->worker);
    if ((place->block->store_a >> slot & 1) != 0) {
        disturb(visit->space, all, place->block->body_a[slot]);
    }
    if ((place->block->store_b >> slot & 1) != 0) {
        disturb(visit->space, all, place->block->body_b[slot]);
    }
    return true;
}

static uint32_t find(const BounceVisit *visit, Range blocks)
{
    uint32_t flags = 0;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        BounceMark3 *mark = &visit->marks[i];
        const uint32_t lanes = visit->space->solver.blocks.items[visit->color].items[i].meets;
        mark->bounced = mark->anew = 0;
        if (lanes != 0) {
            const ContactPlace3 place =
                place_of(visit->space, visit->topology, visit->color, i, visit->worker);
            for (uint32_t left = lanes; left != 0; left &= left - 1) {
                const uint32_t slot = first_slot(left);
                const bool does = tum_bounce3_find(visit->space, &place, slot, visit->substep);
                mark->bounced |= (uint32_t)does << slot;
            }
            flags |= flags_of(&place, mark->bounced);
        }
        atomic32_store(&mark->disturbed, mark->bounced);
    }
    return flags;
}

// Bounces of one lane leave the bodies of the others as they are, so that all can be searched
// first.
static uint32_t lanes_that_meet(const BounceVisit *visit, uint32_t block, uint32_t lanes)
{
    const uint32_t but_one = lanes & (lanes - 1);
    if ((but_one & (but_one - 1)) == 0) {
        return lanes; // a search takes the time of two lanes
    }
    tum_space3_search_block(visit->space, visit->topology, visit->substep, visit->color, block,
                            visit->worker);
    return lanes & visit->space->solver.blocks.items[visit->color].items[block].meets;
}

static uint32_t apply(const BounceVisit *visit, Range blocks)
{
    uint32_t flags = 0;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        BounceMark3 *mark = &visit->marks[i];
        const uint32_t disturbed = atomic32_load(&mark->disturbed);
        mark->bounced = 0;
        if (disturbed != 0) {
            const uint32_t lanes = lanes_that_meet(visit, i, disturbed);
            const ContactPlace3 place =
                place_of(visit->space, visit->topology, visit->color, i, visit->worker);
            atomic32_store(&mark->disturbed, 0);
            for (uint32_t left = lanes; left != 0; left &= left - 1) {
                const uint32_t slot = first_slot(left);
                mark->bounced |= (uint32_t)bounce(visit, &place, i, slot) << slot;
            }
            flags |= flags_of(&place, mark->bounced);
        }
    }
    return flags;
}

// @return BOUNCE_DID where impulses were measured or given.
static uint32_t repeat(Space3 *space, const Topology *topology, RestitutionPass pass, int32_t color,
                       Range blocks)
{
    const BounceMark3 *marks = marks_of(space, topology, color, blocks.worker);
    uint32_t flags = 0;
    for (uint32_t i = blocks.begin; i < blocks.end; ++i) {
        for (uint32_t left = marks[i].bounced; left != 0; left &= left - 1) {
            const uint32_t slot = first_slot(left);
            const ContactPlace3 place = place_of(space, topology, color, i, blocks.worker);
            if (place.extra->joined[slot] == 0.0f ||
                (pass == RESTITUTION_REPEAT && place.extra->more[slot] == 0.0f)) {
                continue;
            }
            flags = BOUNCE_DID;
            if (pass == RESTITUTION_SCALE) {
                tum_bounce3_measure(space, &place, slot);
            } else {
                tum_bounce3_repeat(space, &place, slot, pass == RESTITUTION_FRICTION);
            }
        }
    }
    return flags;
}

uint32_t tum_space3_restitute(Space *opaque, const Sim *sim, StepTime time, RestitutionPass pass,
                              int32_t color, Range blocks)
{
    Space3 *space = (Space3 *)opaque;
    const Topology *topology = &sim->topology;
    const BounceVisit visit = {.space = space,
                               .topology = topology,
                               .marks = marks_of(space, topology, color, blocks.worker),
                               .color = color,
                               .worker = blocks.worker,
                               .substep = time.substep};
    switch (pass) {
    case RESTITUTION_FIND:
        tum_space3_search_bounces(space, topology, time.substep, color, blocks);
        return find(&visit, blocks);
    case RESTITUTION_APPLY: return apply(&visit, blocks);
    case RESTITUTION_SCALE:
    case RESTITUTION_REPEAT:
    case RESTITUTION_FRICTION: break;
    }
    return repeat(space, topology, pass, color, blocks);
}

static JoinedLane joined_lane(const Topology *topology, const ContactBlock3 *block,
                              ContactExtra3 *extra, uint32_t slot)
{
    const int32_t a = topology->bodies.items[block->body_a[slot]].joint_island;
    const int32_t b = topology->bodies.items[block->body_b[slot]].joint_island;
    return (JoinedLane){extra, slot, {a != NONE ? a : b, b != NONE ? b : a}};
}

static void visit_lanes(Space3 *space, const Topology *topology, int32_t color, JoinedVisit *visit)
{
    const BounceMark3 *marks = marks_of(space, topology, color, 0);
    const uint32_t count = topology_block_count(topology, color);
    for (uint32_t i = 0; i < count; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        ContactExtra3 *extra = &space->solver.extras.items[color].items[i];
        for (uint32_t left = marks[i].bounced; left != 0; left &= left - 1) {
            const uint32_t slot = first_slot(left);
            if (extra->joined[slot] > 0.0f) {
                const JoinedLane lane = joined_lane(topology, block, extra, slot);
                visit(space, topology, &lane);
            }
        }
    }
}

static void mark(Space3 *space, const Topology *topology, const JoinedLane *lane)
{
    (void)topology;
    space->joints.joint_islands.items[lane->joint_island[0]].is_hit = true;
    space->joints.joint_islands.items[lane->joint_island[1]].is_hit = true;
}

// Joints have changed the velocities of all bodies of a joint island.
static void unmark(Space3 *space, const Topology *topology, const JoinedLane *lane)
{
    for (int side = 0; side < 2; ++side) {
        const JointIsland *members =
            &topology->joints.joint_islands.items[lane->joint_island[side]];
        JointIsland3 *joint_island = &space->joints.joint_islands.items[lane->joint_island[side]];
        for (int32_t i = 0; joint_island->is_hit && i < members->body_count; ++i) {
            disturb(space, &space->solver.marks,
                    topology->joints.members.items[members->body_first + i]);
        }
        joint_island->is_hit = false;
    }
}

void tum_space3_mark_struck(Space *opaque, const Sim *sim, int32_t color, bool is_marked)
{
    visit_lanes((Space3 *)opaque, &sim->topology, color, is_marked ? mark : unmark);
}

static RestitutionShare3 *share_of(JointSet3 *set, int32_t joint_island)
{
    return &set->joint_islands.items[joint_island].restitution_impulse;
}

static int32_t leader_of(JointSet3 *set, int32_t joint_island)
{
    while (share_of(set, joint_island)->leader != joint_island) {
        joint_island = share_of(set, joint_island)->leader;
    }
    return joint_island;
}

static void begin_share(Space3 *space, const Topology *topology, const JoinedLane *lane)
{
    (void)topology;
    JointSet3 *set = &space->joints;
    for (int side = 0; side < 2; ++side) {
        *share_of(set, lane->joint_island[side]) =
            (RestitutionShare3){.leader = lane->joint_island[side]};
    }
}

static void join_shares(Space3 *space, const Topology *topology, const JoinedLane *lane)
{
    (void)topology;
    JointSet3 *set = &space->joints;
    const int32_t a = leader_of(set, lane->joint_island[0]),
                  b = leader_of(set, lane->joint_island[1]);
    share_of(set, a < b ? b : a)->leader = a < b ? a : b;
}

static void add_to_share(Space3 *space, const Topology *topology, const JoinedLane *lane)
{
    (void)topology;
    JointSet3 *set = &space->joints;
    RestitutionShare3 *share = share_of(set, leader_of(set, lane->joint_island[0]));
    share->wanted += lane->extra->wanted[lane->slot];
    share->got += lane->extra->got[lane->slot];
}

// Without any motion there is no factor. A factor that changes next to nothing is none: joints need
// not be solved for it.
static void set_factor(Space3 *space, const Topology *topology, const JoinedLane *lane)
{
    (void)topology;
    JointSet3 *set = &space->joints;
    const RestitutionShare3 *share = share_of(set, leader_of(set, lane->joint_island[0]));
    const bool moves = share->got > 0.0f && share->got * PRESS_MOST > share->wanted;
    const float more = moves ? (share->wanted - share->got) / share->got : 0.0f;
    lane->extra->more[lane->slot] = absolute(more) > MORE_LEAST ? more : 0.0f;
}

void tum_space3_share_restitution(Space *opaque, const Sim *sim, int32_t color)
{
    Space3 *space = (Space3 *)opaque;
    visit_lanes(space, &sim->topology, color, begin_share);
    visit_lanes(space, &sim->topology, color, join_shares);
    visit_lanes(space, &sim->topology, color, add_to_share);
    visit_lanes(space, &sim->topology, color, set_factor);
}
