// SPDX-License-Identifier: MIT
// joint_writer.c: the joints of a scene; their limits and drives in a table that they share, in the
// KHR line and in today's OMI.
#include "convert/joint_writer.h"

#include "convert/fit_joint.h"
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

static bool have_same_limits(const WrittenJoint *a, const WrittenJoint *b)
{
    for (int32_t i = 0; a->limit_count == b->limit_count && i < a->limit_count; ++i) {
        const TumLimit *x = &a->limits[i], *y = &b->limits[i];
        if (x->space != y->space || x->axes != y->axes || x->min != y->min || x->max != y->max ||
            x->stiffness != y->stiffness || x->damping != y->damping) {
            return false;
        }
    }
    return a->limit_count == b->limit_count;
}

static bool have_same_drives(const WrittenJoint *a, const WrittenJoint *b)
{
    for (int32_t i = 0; a->drive_count == b->drive_count && i < a->drive_count; ++i) {
        const TumDrive *x = &a->drives[i], *y = &b->drives[i];
        if (x->space != y->space || x->mode != y->mode || x->axis != y->axis ||
            x->max_force != y->max_force || x->has_position_target != y->has_position_target ||
            x->position_target != y->position_target || x->velocity_target != y->velocity_target ||
            x->stiffness != y->stiffness || x->damping != y->damping) {
            return false;
        }
    }
    return a->drive_count == b->drive_count;
}

// Joints with a common description keep sharing it, and equal descriptions of others are merged.
static int32_t description_of(SceneWriter *writer, const WrittenJoint *joint)
{
    for (size_t i = 0; i < writer->joints.count; ++i) {
        const WrittenJoint *other = &writer->joints.items[i];
        if (have_same_limits(joint, other) && have_same_drives(joint, other) &&
            tum_writer_may_merge(writer, joint->source->description, other->source->description)) {
            return other->description;
        }
    }
    WrittenJoint *slot = array_push(&writer->joints, &writer->allocator);
    if (slot == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return 0;
    }
    *slot = *joint;
    slot->description = writer->target->description(writer, joint);
    return slot->description;
}

static void write_joint(SceneWriter *writer, const TumJoint *joint)
{
    if (!writer_can(writer, CAN_JOIN)) {
        tum_writer_tell(writer, CODE_L_JOINT, joint->pointer, NULL, "The target has no joints.");
        return;
    }
    if (joint->enable_collision && !writer_can(writer, CAN_COLLIDE_JOINED)) {
        tum_writer_tell(writer, CODE_L_COLLIDE, joint->pointer, NULL,
                        "In the target, bodies that are joined never collide.");
    }
    WrittenJoint written = {.source = joint,
                            .node_a = joint->node_a,
                            .node_b = joint->node_b,
                            .limits = &writer->scene->limits[joint->limit_first],
                            .drives = &writer->scene->drives[joint->drive_first],
                            .limit_count = joint->limit_count,
                            .drive_count = joint->drive_count};
    tum_writer_place_joint(writer, &written);
    tum_writer_fit_joint(writer, &written);
    if (writer->target->description != NULL && writer_is_fine(writer)) {
        written.description = description_of(writer, &written);
    }
    if (writer_is_fine(writer)) {
        writer->target->joint(writer, &written);
    }
}

void tum_writer_joints(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->joint_count && writer_is_fine(writer); ++i) {
        write_joint(writer, &scene->joints[i]);
    }
}
