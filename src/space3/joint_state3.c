// SPDX-License-Identifier: MIT
// joint_state3.c: turns counted and impulses kept. Directions, inertia and matrices are worked out
// anew when a step begins.
#include "space3/joint_state3.h"

// A field that is added to one of these belongs below, unless every step computes it before it is
// used.
_Static_assert(sizeof(JointPart3) == 104, "JointPart3 changed: tum_joint_state3_pack");
_Static_assert(sizeof(JointRow3) == 192, "JointRow3 changed: pack_row");

bool tum_joint_state3_begin(const JointSet3 *set, JointSet3 *copy, const TumAllocator *allocator)
{
    if (!array_reserve(&copy->parts, set->parts.count, allocator) ||
        !array_reserve(&copy->rows, set->rows.count, allocator)) {
        return false;
    }
    for (size_t i = 0; i < set->parts.count; ++i) {
        copy->parts.items[copy->parts.count++] = set->parts.items[i];
    }
    for (size_t i = 0; i < set->rows.count; ++i) {
        copy->rows.items[copy->rows.count++] = set->rows.items[i];
    }
    return true;
}

static void pack_row(Pack *pack, JointRow3 *row)
{
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

void tum_joint_state3_pack(Pack *pack, JointSet3 *set)
{
    for (size_t i = 0; i < set->parts.count; ++i) {
        JointPart3 *part = &set->parts.items[i];
        tum_pack_f64(pack, &part->angle);
        tum_pack_bool(pack, &part->angle_is_known);
        pack_require(pack, is_finite64(part->angle));
    }
    for (size_t i = 0; i < set->rows.count; ++i) {
        pack_row(pack, &set->rows.items[i]);
    }
}

void tum_joint_state3_take(JointSet3 *set, const JointSet3 *copy)
{
    for (size_t i = 0; i < set->parts.count; ++i) {
        set->parts.items[i] = copy->parts.items[i];
    }
    for (size_t i = 0; i < set->rows.count; ++i) {
        set->rows.items[i] = copy->rows.items[i];
    }
}
