// SPDX-License-Identifier: MIT
// joint_edit3.c: changes of joints between two steps, and queries.
//
// Changed numbers are written in place. New parts are appended together with their warm-start data;
// the next layout moves them to their places.
#include "joint3/joint_edit3.h"

#include "base/assert.h"
#include "joint3/joint_form3.h"
#include "joint3/joint_frames3.h"
#include "joint3/joint_measure3.h"
#include "joint3/joint_redundant3.h"
#include "joint3/joint_state3.h"
#include "joint3/joint_sweep3.h"
#include "joint3/limit3.h"
#include "space3/space3.h"

static int32_t rows_of(const JointPart3 *part)
{
    return part->kind == PART_LOCK || part->may_lock ? axis_count(part->axes) : 1;
}

int32_t tum_joint3_row_count(const JointPart3 *parts, size_t count)
{
    int32_t rows = 0;
    for (size_t i = 0; i < count; ++i) {
        rows += rows_of(&parts[i]);
    }
    return rows;
}

static bool is_soft(const JointPart3 *part)
{
    return part->kind == PART_DRIVE || is_finite64(part->stiffness);
}

// Whether the part holds one value, from both sides.
static bool is_equality(const JointPart3 *part)
{
    return part->kind == PART_LOCK || (part->kind == PART_RANGE && part->low == part->high);
}

static bool same_source(const JointPart3 *a, const JointPart3 *b)
{
    return (a->kind == b->kind || (a->may_lock && b->may_lock)) && a->is_angular == b->is_angular &&
           a->source == b->source;
}

// Whether the impulses of one part are valid for the other.
static bool same_nature(const JointPart3 *a, const JointPart3 *b)
{
    return a->kind == b->kind && is_soft(a) == is_soft(b) && is_equality(a) == is_equality(b);
}

static bool same_shape(const JointSet3 *set, const Joint3 *joint, const JointDef3 *def)
{
    bool same = (size_t)joint->part_count == def->part_count;
    for (size_t i = 0; i < def->part_count && same; ++i) {
        const JointPart3 *part = &set->parts.items[(size_t)joint->part_first + i];
        same = same_source(part, &def->parts[i]) && part->axes == def->parts[i].axes &&
               part->row_count == rows_of(&def->parts[i]);
    }
    return same;
}

static JointRow3 fresh_row(const JointPart3 *part)
{
    return (JointRow3){.is_soft = is_soft(part)};
}

static void refresh_part(JointSet3 *set, JointPart3 *part, const JointPart3 *wanted)
{
    const JointPart3 before = *part;
    *part = *wanted;
    part->row_first = before.row_first;
    part->row_count = before.row_count;
    part->joint_sweep = before.joint_sweep;
    part->lane = before.lane;
    for (int32_t i = 0; i < part->row_count && !same_nature(&before, part); ++i) {
        set->rows.items[part->row_first + i] = fresh_row(part);
    }
}

// The row of a part that acts along an axis, or NONE.
static int32_t row_along(const JointPart3 *part, int axis)
{
    const unsigned below = part->axes & ((1u << axis) - 1u);
    return (part->axes >> axis & 1u) != 0 ? part->row_first + axis_count(below) : NONE;
}

static void inherit_rows(JointSet3 *set, const JointPart3 *part, const JointPart3 *before)
{
    if (part->kind != PART_LOCK) {
        if (part->axes == before->axes) {
            set->rows.items[part->row_first] = set->rows.items[before->row_first];
        }
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t to = row_along(part, axis), from = row_along(before, axis);
        if (to != NONE && from != NONE) {
            set->rows.items[to] = set->rows.items[from];
        }
    }
}

static void inherit(JointSet3 *set, const Joint3 *joint, JointPart3 *part)
{
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *before = &set->parts.items[joint->part_first + i];
        if (!same_source(part, before)) {
            continue;
        }
        if (same_nature(part, before)) {
            inherit_rows(set, part, before);
        }
    }
}

// Appends parts and rows; both arrays have capacity.
static void append_parts(JointSet3 *set, Joint3 *joint, const JointDef3 *def, int32_t row_count)
{
    const int32_t first = (int32_t)set->parts.count;
    for (size_t i = 0; i < def->part_count; ++i) {
        JointPart3 *part = &set->parts.items[set->parts.count++];
        *part = def->parts[i];
        part->joint_sweep = SWEEP_NONE;
        part->row_first = (int32_t)set->rows.count;
        part->row_count = rows_of(part);
        for (int32_t k = 0; k < part->row_count; ++k) {
            set->rows.items[set->rows.count++] = fresh_row(part);
        }
        inherit(set, joint, part);
    }
    joint->part_first = first;
    joint->part_count = (int32_t)def->part_count;
    joint->row_first = NONE;
    joint->row_count = row_count;
}

bool tum_space3_reserve_joint(Space3 *space, size_t slot)
{
    return array_extend(&space->joints.joints, slot + 1, &space->allocator);
}

bool tum_space3_set_joint(Space3 *space, int32_t slot, const JointDef3 *def, bool *is_stale)
{
    JointSet3 *set = &space->joints;
    const int32_t rows = tum_joint3_row_count(def->parts, def->part_count);
    TUM_ASSERT(rows <= BLOCK_SIZE_MOST);
    if (!tum_space3_reserve_joint(space, (size_t)slot)) {
        return false;
    }
    tum_joint_set3_release(set);
    Joint3 *joint = &set->joints.items[slot];
    if (same_shape(set, joint, def)) {
        for (int32_t i = 0; i < joint->part_count; ++i) {
            refresh_part(set, &set->parts.items[joint->part_first + i], &def->parts[i]);
        }
    } else {
        if (!array_reserve(&set->parts, set->parts.count + def->part_count, &space->allocator) ||
            !array_reserve(&set->rows, set->rows.count + (size_t)rows, &space->allocator)) {
            return false;
        }
        append_parts(set, joint, def, rows);
        *is_stale = true;
    }
    joint->frame[0] = def->frame[0];
    joint->frame[1] = def->frame[1];
    *is_stale |= joint->joint_sweep != 0 && joint->counts == 0 && def->counts != 0;
    *is_stale |= tum_joint3_set_follows(set, slot, def->frames_follow);
    joint->counts = (uint8_t)def->counts;
    joint->known &= joint->counts;
    joint->placed &= joint->counts;
    tum_joint3_recognize(set, joint);
    *is_stale |= !tum_joint3_fits_joint_sweep(set, joint);
    if (def->part_count == 0) {
        joint->arm[0] = joint->arm[1] = dvec3(0.0, 0.0, 0.0);
    }
    return true;
}

void tum_space3_set_joint_frame(Space3 *space, int32_t slot, int side, DPose3 frame)
{
    ++space->joints.changes;
    joint3_set_frame(&space->joints.joints.items[slot], side, frame);
}

// Directions are measured in copies, as the solver's rows may be older than the poses of bodies.
JointImpulse3 tum_space3_joint_impulse(const Space3 *space, int32_t slot, const int32_t body[2])
{
    const JointSet3 *set = &space->joints;
    JointPart3 parts[BLOCK_SIZE_MOST];
    JointRow3 rows[BLOCK_SIZE_MOST];
    JointBody3 bodies[2];
    for (int side = 0; side < 2; ++side) {
        const DPose3 center = tum_joint3_body_center(space, body[side]);
        bodies[side] = (JointBody3){.center = center, .axes = dquat_matrix(center.rotation)};
    }
    Joint3 joint = set->joints.items[slot];
    int32_t count = 0;
    for (int32_t i = 0; i < joint.part_count; ++i) {
        parts[i] = set->parts.items[joint.part_first + i];
        for (int32_t k = 0; k < parts[i].row_count; ++k) {
            rows[count + k] = set->rows.items[parts[i].row_first + k];
            rows[count + k].impulse =
                tum_joint3_memory(set, &joint, &set->parts.items[joint.part_first + i], k).impulse;
        }
        parts[i].row_first = count;
        count += parts[i].row_count;
    }
    JointSet3 copy = {.parts = {parts, BLOCK_SIZE_MOST, BLOCK_SIZE_MOST},
                      .rows = {rows, BLOCK_SIZE_MOST, BLOCK_SIZE_MOST},
                      .bodies = {bodies, 2, 2},
                      .by_definition = set->by_definition};
    joint.part_first = joint.row_first = joint.body[0] = 0;
    joint.body[1] = 1;
    joint.articulation = 0; // the copy has none
    tum_joint3_measure(&copy, &joint);
    JointImpulse3 sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < count; ++i) {
        if (rows[i].is_angular) {
            sum.angular = dvec3_add_scaled(sum.angular, rows[i].j[1], rows[i].impulse);
        } else {
            sum.linear = dvec3_add_scaled(sum.linear, rows[i].n, rows[i].impulse);
        }
    }
    return sum;
}
