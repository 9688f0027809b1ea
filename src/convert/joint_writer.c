// SPDX-License-Identifier: MIT
// joint_writer.c: limits and drives in a table that joints share, in the KHR line and in today's
// OMI.
#include "convert/scene_writer.h"

#include "math/scalar.h"

#include <math.h>

static void write_axes(SceneWriter *writer, const Cursor *limit, const TumLimit *from)
{
    const Cursor axes = tum_writer_array(
        writer, limit, from->space == TUM_SPACE_LINEAR ? "linearAxes" : "angularAxes");
    for (int i = 0; i < 3; ++i) {
        if ((from->axes >> i & 1u) != 0) {
            tum_writer_add_number(writer, &axes, i);
        }
    }
}

static void write_limit(SceneWriter *writer, const JointWords *words, const Cursor *limits,
                        const TumLimit *limit)
{
    const bool has_min = is_finite64(limit->min), has_max = is_finite64(limit->max);
    if (!has_min && !has_max && !writer_can(writer, CAN_OPEN_RANGE)) {
        return; // An open limit has no effect; written without a range it would lock.
    }
    const Cursor at = tum_writer_add_object(writer, limits);
    write_axes(writer, &at, limit);
    if (has_min) {
        tum_writer_number(writer, &at, "min", limit->min);
    }
    if (has_max) {
        tum_writer_number(writer, &at, "max", limit->max);
    }
    if (is_finite64(limit->stiffness)) {
        tum_writer_number(writer, &at, words->stiffness, limit->stiffness);
    }
    if (limit->damping != 0.0) {
        tum_writer_number(writer, &at, words->damping, limit->damping);
    }
}

static void write_drive(SceneWriter *writer, const Cursor *drives, const TumDrive *drive)
{
    const Cursor at = tum_writer_add_object(writer, drives);
    tum_writer_text(writer, &at, "type", drive->space == TUM_SPACE_LINEAR ? "linear" : "angular");
    tum_writer_text(writer, &at, "mode", drive->mode == TUM_DRIVE_FORCE ? "force" : "acceleration");
    tum_writer_number(writer, &at, "axis", drive->axis);
    if (is_finite64(drive->max_force)) {
        tum_writer_number(writer, &at, "maxForce", drive->max_force);
    }
    // A target and its gain belong together; a spring without a target has no effect.
    if (drive->has_position_target) {
        tum_writer_number(writer, &at, "positionTarget", drive->position_target);
        tum_writer_number(writer, &at, "stiffness", drive->stiffness);
    }
    if (drive->damping != 0.0 || drive->velocity_target != 0.0) {
        tum_writer_number(writer, &at, "velocityTarget", drive->velocity_target);
        tum_writer_number(writer, &at, "damping", drive->damping);
    }
}

static void write_limits(SceneWriter *writer, const JointWords *words, const Cursor *item,
                         const WrittenJoint *joint)
{
    if (joint->limit_count == 0 && !words->needs_limits) {
        return;
    }
    const Cursor list = tum_writer_array(writer, item, "limits");
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        write_limit(writer, words, &list, &joint->limits[i]);
    }
    if (words->needs_limits && tum_writer_count(writer, &list) == 0) {
        const TumLimit dummy = {.space = TUM_SPACE_LINEAR,
                                .axes = 1,
                                .min = -WRITER_UNBOUNDED,
                                .max = WRITER_UNBOUNDED,
                                .stiffness = (double)INFINITY};
        write_limit(writer, words, &list, &dummy);
        tum_writer_tell(writer, CODE_A_DUMMY, joint->source->pointer, item,
                        "The target wants a limit; one from %g m to %g m was written.",
                        -WRITER_UNBOUNDED, WRITER_UNBOUNDED);
    }
}

int32_t tum_writer_joint_description(SceneWriter *writer, const Cursor *owner,
                                     const JointWords *words, const WrittenJoint *joint)
{
    const Cursor table = tum_writer_array(writer, owner, words->table);
    const Cursor item = tum_writer_add_object(writer, &table);
    write_limits(writer, words, &item, joint);
    if (joint->drive_count > 0) {
        const Cursor drives = tum_writer_array(writer, &item, "drives");
        for (int32_t i = 0; i < joint->drive_count; ++i) {
            write_drive(writer, &drives, &joint->drives[i]);
        }
    }
    tum_writer_take_along(writer, joint->source->description, &item);
    tum_writer_moved(writer, joint->source->description, &item);
    return (int32_t)item.index;
}
