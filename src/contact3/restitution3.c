// SPDX-License-Identifier: MIT
// restitution3.c: restitution of joined bodies.
//
// A restitution impulse p is computed as if both bodies were free. The joints then react, and the
// velocity change, which was to satisfy p . (x' - x) = -(1 + e) p . x, is smaller. All restitution
// impulses of a pass that act on the same joint islands are increased by one factor, so that their
// sums agree. The factor is exact for a single impulse, because the reaction of joints is linear;
// for several ones the energy is that of bounces with e,
//
//     gained = p . (x + x') / 2 = (1 - e) p . x / 2 <= 0
#include "contact3/restitution3.h"

#include "space3/space3.h"

// Limit of the factor by which joints increase the effective mass of a body.
static const float PRESS_MOST = 1000.0f;

// Lane that bounced in the last pass, with joints on one side or both.
typedef struct JoinedLane {
    ContactExtra3 *extra;
    uint32_t slot;
    int32_t joint_island[2]; // Both are equal if only one side is joined.
} JoinedLane;

typedef void JoinedVisit(JointSet3 *set, const JoinedLane *lane);

static JoinedLane joined_lane(const Topology *topology, const ContactBlock3 *block,
                              ContactExtra3 *extra, uint32_t slot)
{
    const int32_t a = topology->bodies.items[block->body_a[slot]].joint_island;
    const int32_t b = topology->bodies.items[block->body_b[slot]].joint_island;
    return (JoinedLane){extra, slot, {a != NONE ? a : b, b != NONE ? b : a}};
}

static void visit_lanes(Space3 *space, const Topology *topology, int32_t color, JoinedVisit *visit)
{
    const uint32_t count = topology_block_count(topology, color);
    for (uint32_t i = 0; i < count; ++i) {
        const ContactBlock3 *block = &space->solver.blocks.items[color].items[i];
        ContactExtra3 *extra = &space->solver.extras.items[color].items[i];
        for (uint32_t slot = 0; block->bounced >> slot != 0; ++slot) {
            if ((block->bounced >> slot & 1) != 0 && extra->joined[slot] > 0.0f) {
                const JoinedLane lane = joined_lane(topology, block, extra, slot);
                visit(&space->joints, &lane);
            }
        }
    }
}

static void mark(JointSet3 *set, const JoinedLane *lane)
{
    set->joint_islands.items[lane->joint_island[0]].is_hit = true;
    set->joint_islands.items[lane->joint_island[1]].is_hit = true;
}

static void unmark(JointSet3 *set, const JoinedLane *lane)
{
    set->joint_islands.items[lane->joint_island[0]].is_hit = false;
    set->joint_islands.items[lane->joint_island[1]].is_hit = false;
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

static void begin_share(JointSet3 *set, const JoinedLane *lane)
{
    for (int side = 0; side < 2; ++side) {
        *share_of(set, lane->joint_island[side]) =
            (RestitutionShare3){.leader = lane->joint_island[side]};
    }
}

static void join_shares(JointSet3 *set, const JoinedLane *lane)
{
    const int32_t a = leader_of(set, lane->joint_island[0]),
                  b = leader_of(set, lane->joint_island[1]);
    share_of(set, a < b ? b : a)->leader = a < b ? a : b;
}

static void add_to_share(JointSet3 *set, const JoinedLane *lane)
{
    RestitutionShare3 *share = share_of(set, leader_of(set, lane->joint_island[0]));
    share->wanted += lane->extra->wanted[lane->slot];
    share->got += lane->extra->got[lane->slot];
}

// Without any motion there is no factor.
static void set_factor(JointSet3 *set, const JoinedLane *lane)
{
    const RestitutionShare3 *share = share_of(set, leader_of(set, lane->joint_island[0]));
    const bool moves = share->got > 0.0f && share->got * PRESS_MOST > share->wanted;
    lane->extra->more[lane->slot] = moves ? (share->wanted - share->got) / share->got : 0.0f;
}

void tum_space3_share_restitution(Space *opaque, const Sim *sim, int32_t color)
{
    Space3 *space = (Space3 *)opaque;
    visit_lanes(space, &sim->topology, color, begin_share);
    visit_lanes(space, &sim->topology, color, join_shares);
    visit_lanes(space, &sim->topology, color, add_to_share);
    visit_lanes(space, &sim->topology, color, set_factor);
}
