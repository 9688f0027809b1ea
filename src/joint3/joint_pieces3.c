// SPDX-License-Identifier: MIT
// joint_pieces3.c: joint islands move to the end of a substep, where arms sweep far in pieces.
#include "joint3/joint_pieces3.h"

#include <math.h>

#include "contact3/impact3.h"
#include "joint3/joint_bodies3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_rows3.h"
#include "joint3/joint_solver3.h"
#include "math/widen3.h"

static const double INFINITE = (double)INFINITY;

enum {
    PIECES_APART = 2,   // minimum, while joints are pulled together
    PIECES_STRAINED = 3 // minimum with increased moments: a half or a third of a gap opens in each
                        // piece, and is closed by the next
};

// Moving frames advance by whole substeps.
static bool has_moving_frames(const JointSet3 *set, const JointIsland3 *joint_island)
{
    bool found = false;
    for (int32_t i = 0; i < joint_island->joint_count && !found; ++i) {
        found = joint_island3_joint(set, joint_island, i)->is_moving;
    }
    return found;
}

// @param may_be_equal  a length with equal ends counts as well.
static bool has_hard_end(const JointSet3 *set, const Joint3 *joint, bool may_be_equal)
{
    bool found = false;
    for (int32_t i = 0; i < joint->part_count && !found; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        found = part->kind == PART_RANGE && !part->is_angular && !is_finite64(part->stiffness) &&
                (may_be_equal || part->low < part->high);
    }
    return found;
}

// Whether there are ropes or other lengths with hard ends. Strained by heavy bodies on a light one,
// these are flung by their own corrections, the more the shorter a piece is.
static bool has_ropes(const JointSet3 *set, const JointIsland3 *joint_island, bool may_be_equal)
{
    bool found = false;
    for (int32_t i = 0; i < joint_island->joint_count && !found; ++i) {
        found = has_hard_end(set, joint_island3_joint(set, joint_island, i), may_be_equal);
    }
    return found;
}

// Ratio to the mass of the lightest body: limbs of a figure are about twenty times lighter than the
// whole.
static const double HEAVY = 32.0;

static bool has_heavy_body(const JointSet3 *set, const JointIsland3 *joint_island)
{
    double least = INFINITE, most = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            least = minimum64(least, body->inverse_mass);
            most = maximum64(most, body->inverse_mass);
        }
    }
    return most > HEAVY * least;
}

// A tree follows an impact in a whole substep, unless a heavy body flings light ones. Loops that
// cannot close come to rest only in pieces; a loop that the solve closes by itself needs none. The
// solve does not foresee the direction of a rod, a length with equal ends.
static bool is_flung(const JointSet3 *set, const JointIsland3 *joint_island)
{
    if (!joint_island->is_strained || has_ropes(set, joint_island, false)) {
        return false;
    }
    if (joint_island->is_aimed && !has_ropes(set, joint_island, true)) {
        return false;
    }
    return !joint_island->is_tree || has_heavy_body(set, joint_island);
}

static int least_pieces(const JointSet3 *set, const JointIsland3 *joint_island)
{
    if (joint_island->is_pulled) {
        return PIECES_APART;
    }
    return is_flung(set, joint_island) ? PIECES_STRAINED : 1;
}

// [rad/s] The fastest rotation of an arm of its joints.
static double joint_island_sweep(const Space3 *space, const JointIsland3 *joint_island)
{
    const JointSet3 *set = &space->joints;
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        for (int side = 0; side < 2; ++side) {
            const int32_t slot = set->bodies.items[joint->body[side]].slot;
            const DVec3 angular = vec3_widen(space->bodies.states.items[slot].angular);
            most = maximum64(most, arm3_sweep_squared(angular, joint->arm[side]));
        }
    }
    return square_root64(most);
}

// The arm of a joint rotates no faster than its body.
static double fastest_turn(const Space3 *space, const JointIsland3 *joint_island, double substep)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const int32_t slot = space->joints.bodies.items[joint_island->body_first + i].slot;
        most =
            maximum64(most, (double)vec3_length_squared(space->bodies.states.items[slot].angular));
    }
    return square_root64(most) * substep;
}

int tum_joint3_pieces_to_sweep(double sweep)
{
    return sweep < PIECE_SWEEP * (double)PIECES_MOST ? 1 + (int)(sweep / PIECE_SWEEP) : PIECES_MOST;
}

static int pieces_of(const Space3 *space, const JointIsland3 *joint_island, double substep)
{
    const int least = least_pieces(&space->joints, joint_island);
    if ((least == 1 && fastest_turn(space, joint_island, substep) <= PIECE_SWEEP) ||
        has_moving_frames(&space->joints, joint_island)) {
        return 1;
    }
    const int pieces =
        tum_joint3_pieces_to_sweep(joint_island_sweep(space, joint_island) * substep);
    return pieces > least ? pieces : least;
}

static void begin_piece(JointSet3 *set, JointIsland3 *joint_island, double seconds)
{
    joint_island->gap = -1.0;
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        SystemBlock *system_block =
            &set->layout.system_blocks.items[joint_island->system_block_first + i];
        for (int32_t k = 0; k < system_block->joint_count; ++k) {
            system_block->is_stale |= tum_joint3_begin_piece(
                set, joint_set3_ordered(set, system_block->joint_first + k), seconds);
        }
    }
}

// Immovable bodies reach the end of the substep only after the last piece.
static void carry_on(JointSet3 *set, const JointIsland3 *joint_island, double seconds)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        if (!body->is_movable) {
            body->center.position = dvec3_add_scaled(body->center.position, body->linear, seconds);
            body->center.rotation =
                dquat_advance(body->center.rotation, dvec3_scale(body->angular, seconds));
            body->axes = dquat_matrix(body->center.rotation);
        }
    }
}

void tum_joint_island3_move(Space3 *space, const Sim *sim, StepTime time,
                            JointIsland3 *joint_island)
{
    JointSet3 *set = &space->joints;
    if (joint_island->joint_sweep != NONE) {
        return; // its bodies move like bodies without joints
    }
    const int pieces = pieces_of(space, joint_island, (double)time.substep);
    const float piece = time.substep / (float)pieces;
    for (int i = 0; i < pieces; ++i) {
        if (pieces > 1) {
            tum_joint3_load_changed(space, joint_island);
            begin_piece(set, joint_island, (double)piece);
            tum_joint_island3_solve_positions(space, joint_island, (double)piece);
            tum_joint3_store_velocities(space, joint_island);
        }
        if (!tum_move_joined3(space, sim, joint_island, piece)) {
            return;
        }
        if (i + 1 < pieces) {
            tum_joint3_load_changed(space, joint_island);
            tum_joint3_load_poses(space, joint_island);
            carry_on(set, joint_island, (double)piece * (double)(i + 1));
            tum_joint_island3_relax(set, joint_island, (double)piece);
            tum_joint3_store_velocities(space, joint_island);
        }
    }
}
