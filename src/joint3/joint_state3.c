// SPDX-License-Identifier: MIT
// joint_state3.c: packed are turn counts, impulses, and their directions and arms: a step begins
// with the strain of bodies by these. All other data is recomputed; between steps no frame, range
// or target moves.
#include "joint3/joint_state3.h"

#include "joint3/articulation3.h"
#include "joint3/joint_sweep3.h"

// A field that is added to one of these structs is packed below, unless every step computes it
// before its first use.
_Static_assert(sizeof(void *) != 8 || sizeof(JointPart3) == 120,
               "JointPart3 changed: tum_joint_state3_pack");
_Static_assert(sizeof(void *) != 8 || sizeof(Joint3) == 680,
               "Joint3 changed: tum_joint_state3_pack");
_Static_assert(sizeof(JointRow3) == 192, "JointRow3 changed: pack_row");

RowMemory3 tum_joint3_memory(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                             int32_t index)
{
    if (joint->articulation != 0) {
        return tum_articulation3_memory(set, joint, part, index);
    }
    const JointRow3 *row = &set->rows.items[part->row_first + index];
    RowMemory3 memory = {row->impulse, row->state, row->side};
    if (joint->joint_sweep != 0 && set->joint_sweeps.items[joint->joint_sweep - 1].holds) {
        memory.impulse =
            tum_joint_sweep3_impulse(&set->joint_sweeps.items[joint->joint_sweep - 1], part, index);
    }
    return memory;
}

bool tum_joint3_counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle)
{
    const bool is_held =
        joint->articulation != 0 && tum_articulation3_counted(set, joint, axis, angle);
    if (!is_held) {
        *angle = joint->angle[axis];
    }
    return is_held || (joint->known >> axis & 1) != 0;
}

void tum_joint_set3_release(JointSet3 *set)
{
    tum_joint_sweeps3_release(set);
    tum_articulations3_release(set);
}

static void pack_vector(Pack *pack, DVec3 *v)
{
    tum_pack_f64(pack, &v->x);
    tum_pack_f64(pack, &v->y);
    tum_pack_f64(pack, &v->z);
}

static void pack_row(Pack *pack, JointRow3 *row)
{
    pack_vector(pack, &row->n);
    tum_pack_f64(pack, &row->value);
    tum_pack_f64(pack, &row->goal);
    tum_pack_f64(pack, &row->diagonal);
    tum_pack_f64(pack, &row->gamma);
    tum_pack_f64(pack, &row->bias);
    tum_pack_f64(pack, &row->low);
    tum_pack_f64(pack, &row->high);
    tum_pack_f64(pack, &row->impulse);
    tum_pack_u8(pack, &row->state);
    tum_pack_u8(pack, &row->side);
    tum_pack_bool(pack, &row->is_soft);
    tum_pack_bool(pack, &row->is_idle);
    pack_require(pack,
                 row->state <= ROW_AT_HIGH && row->side <= SIDE_HIGH && is_finite64(row->impulse));
}

static void pack_count(Pack *pack, JointSet3 *set, Joint3 *joint)
{
    tum_pack_u8(pack, &joint->known);
    tum_pack_u8(pack, &joint->placed);
    pack_require(pack,
                 (joint->known & ~joint->counts) == 0 && (joint->placed & ~joint->known) == 0);
    for (int axis = 0; axis < 3; ++axis) {
        if ((joint->known >> axis & 1) != 0) {
            tum_pack_f64(pack, &joint->angle[axis]);
            pack_require(pack, is_finite64(joint->angle[axis]));
        }
    }
    set->some_placed |= joint->placed != 0;
}

void tum_joint_state3_pack(Pack *pack, JointSet3 *set)
{
    tum_joint_set3_release(set);
    for (size_t i = 0; i < set->joints.count; ++i) {
        Joint3 *joint = &set->joints.items[i];
        for (int32_t k = 0; k < joint->part_count; ++k) {
            JointPart3 *part = &set->parts.items[joint->part_first + k];
            for (int32_t row = 0; row < part->row_count; ++row) {
                pack_row(pack, &set->rows.items[part->row_first + row]);
            }
        }
        if (joint->part_count > 0) {
            pack_vector(pack, &joint->arm[0]);
            pack_vector(pack, &joint->arm[1]);
            pack_count(pack, set, joint);
        }
    }
}
