// SPDX-License-Identifier: MIT
// joint_form3.c: the form of each part of a joint, by which it is measured.
#include "joint3/joint_form3.h"

#include "joint3/limit3.h"

static PartForm form_of(const JointPart3 *part)
{
    const int axes = axis_count(part->axes);
    const bool is_hard_lock = part->kind == PART_LOCK && !is_finite64(part->stiffness);
    if (!part->is_angular) {
        return axes != 3                  ? FORM_ANY
               : is_hard_lock             ? FORM_POINT
               : part->kind == PART_RANGE ? FORM_DISTANCE
                                          : FORM_ANY;
    }
    switch (axes) {
    case 1: return FORM_TWIST;
    case 2: return is_hard_lock ? FORM_SWING : part->kind == PART_RANGE ? FORM_CONE : FORM_ANY;
    default: return is_hard_lock ? FORM_TURN : FORM_ANY;
    }
}

void tum_joint3_recognize(JointSet3 *set, Joint3 *joint)
{
    ++set->changes;
    joint3_set_frame(joint, 0, joint->frame[0]);
    joint3_set_frame(joint, 1, joint->frame[1]);
    joint->needs_axes = joint->counts != 0;
    joint->has_bounds = false;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = &set->parts.items[joint->part_first + i];
        part->form = (uint8_t)(set->by_definition ? FORM_ANY : form_of(part));
        joint->needs_axes |= part->form != FORM_POINT && part->form != FORM_DISTANCE;
        joint->has_bounds |= part->kind == PART_DRIVE ||
                             (part->kind == PART_RANGE &&
                              (part->low != part->high || part->low_rate != part->high_rate));
    }
    joint->is_point_first =
        joint->part_count > 0 && set->parts.items[joint->part_first].form == FORM_POINT;
}
