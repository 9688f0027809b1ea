// SPDX-License-Identifier: MIT
// fit_joint.c: a joint in the form of the target: places of its frames, order of its bodies, and
// the target's kinds of limits and drives (docs/dialects.md#from-one-to-another).
#include "convert/fit_joint.h"
#include "document/node.h"

#include "math/scalar.h"

#include <math.h>
#include <string.h>

// Frames nearer than this coincide at load.
#define SAME_PLACE 1e-4 // [m]
#define SAME_TURN 1e-3  // [rad]

// Frames.

static DPose3 frame_of(const double position[4], const TumRotation *rotation)
{
    const double *q = rotation->q;
    return (DPose3){dvec3(position[0], position[1], position[2]), {q[0], q[1], q[2], q[3]}};
}

static DPose3 world_from_body(const TumScene *scene, int32_t body)
{
    return body >= 0 ? frame_of(scene->bodies[body].position, &scene->bodies[body].rotation)
                     : (DPose3){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
}

static DPose3 frame_a(const TumJoint *joint)
{
    return frame_of(joint->position_a, &joint->rotation_a);
}

static DPose3 frame_b(const TumJoint *joint)
{
    return frame_of(joint->position_b, &joint->rotation_b);
}

static DPose3 world_frame_a(const TumScene *scene, const TumJoint *joint)
{
    return dpose3_multiply(world_from_body(scene, joint->body_a), frame_a(joint));
}

static DPose3 world_frame_b(const TumScene *scene, const TumJoint *joint)
{
    return dpose3_multiply(world_from_body(scene, joint->body_b), frame_b(joint));
}

static bool is_dynamic(const TumScene *scene, int32_t body)
{
    return body >= 0 && scene->bodies[body].kind == TUM_BODY_DYNAMIC;
}

// [node_count] Number of the world's colliders at and below each node; counted once.
static const size_t *world_colliders(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (writer->world_colliders == NULL) {
        size_t *counts = tum_arena_zeroed(&writer->arena, scene->node_count, sizeof *counts);
        if (counts == NULL) {
            writer_note(writer, TUM_ERROR_MEMORY);
            return NULL;
        }
        for (size_t i = 0; i < scene->collider_count; ++i) {
            int32_t at = scene->colliders[i].body < 0 ? scene->colliders[i].node : -1;
            for (; at >= 0; at = scene->nodes[at].parent) {
                ++counts[at];
            }
        }
        writer->world_colliders = counts;
    }
    return writer->world_colliders;
}

// The node for a new static body at a joint's side: on the frame's node, above it or below it. The
// same colliders of the world as in the source must be excluded from collisions with the joined
// body (docs/dialects.md#joints).
static int32_t anchor_at(SceneWriter *writer, int32_t node)
{
    const TumScene *scene = writer->scene;
    const size_t *counts = world_colliders(writer);
    int32_t anchor = node;
    if (counts == NULL) {
        return node;
    }
    size_t apart = counts[node];
    for (int32_t at = scene->nodes[node].parent; at >= 0; at = scene->nodes[at].parent) {
        // The rest after the nodes below are the node's own colliders, where all those below are on
        // the path.
        size_t below = 0;
        const size_t child_count = tum_document_child_count(writer->source, at);
        for (size_t i = 0; i < child_count; ++i) {
            below += counts[tum_document_child(writer->source, at, i)];
        }
        if (below != apart) {
            break;
        }
        anchor = counts[at] > below ? at : anchor;
        apart = counts[at];
    }
    return anchor;
}

// Adds a static body for a side fixed to the world. @return its node; *frame is the frame's node.
static int32_t add_anchor(SceneWriter *writer, const WrittenJoint *joint, int32_t node, DPose3 pose,
                          int32_t *frame)
{
    const bool is_at_node = joint->source->is_at_nodes && node >= 0;
    *frame = is_at_node ? node : tum_writer_add_frame(writer, -1, pose, "anchor");
    const int32_t anchor =
        is_at_node && !joint->source->enable_collision ? anchor_at(writer, node) : *frame;
    const Cursor at = tum_writer_node(writer, anchor);
    writer->target->anchor(writer, anchor);
    tum_writer_tell(
        writer, CODE_B_ANCHOR, joint->source->pointer, &at,
        "The target joins bodies only; node %d is a static one that stands for the world.",
        (int)anchor);
    return anchor;
}

static void tell_of_split(SceneWriter *writer, const WrittenJoint *joint, int32_t node)
{
    const Cursor at = tum_writer_node(writer, node);
    tum_writer_tell(writer, CODE_B_SPLIT, joint->source->pointer, &at,
                    "The joint's frame has node %d to itself.", (int)node);
}

// Places frames at two arbitrary nodes. A node can carry one joint; further joints get a node
// below.
static void place_at_nodes(SceneWriter *writer, WrittenJoint *joint)
{
    const TumJoint *source = joint->source;
    if (!source->is_at_nodes) {
        joint->node_a = tum_writer_add_frame(writer, source->body_a, frame_a(source), "joint");
        joint->node_b = tum_writer_add_frame(writer, source->body_b, frame_b(source), "joint");
        tell_of_split(writer, joint, joint->node_a);
        tell_of_split(writer, joint, joint->node_b);
    } else if (writer->has_joint[joint->node_a]) {
        joint->node_a = tum_writer_add_node(writer, joint->node_a, NULL);
        tell_of_split(writer, joint, joint->node_a);
    } else {
        writer->has_joint[joint->node_a] = true;
    }
}

// Exchanges the sides: values on one axis change their sign, those on two and three axes stay.
static void swap_sides(SceneWriter *writer, WrittenJoint *joint)
{
    TumJoint *swapped = tum_arena_allocate(&writer->arena, sizeof *swapped);
    TumLimit *limits = tum_arena_zeroed(&writer->arena, (size_t)joint->limit_count, sizeof *limits);
    TumDrive *drives = tum_arena_zeroed(&writer->arena, (size_t)joint->drive_count, sizeof *drives);
    if (swapped == NULL || limits == NULL || drives == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    *swapped = *joint->source;
    swapped->node_a = joint->source->node_b;
    swapped->node_b = joint->source->node_a;
    swapped->body_a = joint->source->body_b;
    swapped->body_b = joint->source->body_a;
    memcpy(swapped->position_a, joint->source->position_b, sizeof swapped->position_a);
    memcpy(swapped->position_b, joint->source->position_a, sizeof swapped->position_b);
    swapped->rotation_a = joint->source->rotation_b;
    swapped->rotation_b = joint->source->rotation_a;
    uint32_t locked_turns = 0;
    bool is_along_axes = false;
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        const TumLimit *from = &joint->limits[i];
        const bool is_single = (from->axes & (from->axes - 1)) == 0;
        const bool is_locked = from->min == 0.0 && from->max == 0.0;
        limits[i] = *from;
        if (is_single) {
            limits[i].min = 0.0 - from->max;
            limits[i].max = 0.0 - from->min;
        }
        if (from->space == TUM_SPACE_ANGULAR && is_locked) {
            locked_turns |= from->axes;
        }
        is_along_axes |= from->space == TUM_SPACE_LINEAR && from->axes != 7;
    }
    for (int32_t i = 0; i < joint->drive_count; ++i) {
        drives[i] = joint->drives[i];
        // Subtraction from 0 gives 0, not -0.
        drives[i].position_target = 0.0 - joint->drives[i].position_target;
        drives[i].velocity_target = 0.0 - joint->drives[i].velocity_target;
        is_along_axes |= drives[i].space == TUM_SPACE_LINEAR;
    }
    const bool is_exact = !is_along_axes || locked_turns == 7;
    tum_writer_tell(writer, is_exact ? CODE_B_SWAP : CODE_A_SWAP, joint->source->pointer, NULL,
                    is_exact
                        ? "The target wants a dynamic body first; the sides were exchanged."
                        : "The target wants a dynamic body first; the sides were exchanged, and "
                          "distances are measured along the axes of a frame that turns.");
    joint->source = swapped;
    joint->limits = limits;
    joint->drives = drives;
}

// Places the first frame on a node of its own below a dynamic body, the second on or below any
// body.
static void place_on_bodies(SceneWriter *writer, WrittenJoint *joint)
{
    const TumScene *scene = writer->scene;
    if (!is_dynamic(scene, joint->source->body_a) && is_dynamic(scene, joint->source->body_b)) {
        swap_sides(writer, joint);
    }
    const TumJoint *source = joint->source;
    const int32_t own = source->is_at_nodes ? source->node_a : -1;
    if (own >= 0 && !writer->is_taken[own] && !writer->has_joint[own]) {
        writer->has_joint[own] = true;
        joint->node_a = own;
    } else {
        joint->node_a = tum_writer_add_frame(writer, source->body_a, frame_a(source), "joint");
        tell_of_split(writer, joint, joint->node_a);
    }
    if (source->body_b < 0) {
        add_anchor(writer, joint, source->node_b, frame_b(source), &joint->node_b);
    } else if (source->is_at_nodes) {
        joint->node_b = source->node_b;
    } else {
        joint->node_b = tum_writer_add_frame(writer, source->body_b, frame_b(source), "joint");
    }
}

// Merges frames that do not coincide at load: ranges along an axis take the offset; rotations
// cannot.
static void make_frames_one(SceneWriter *writer, WrittenJoint *joint)
{
    const TumScene *scene = writer->scene;
    const DPose3 b_in_a = dpose3_multiply(dpose3_inverse(world_frame_a(scene, joint->source)),
                                          world_frame_b(scene, joint->source));
    const DQuat q = b_in_a.rotation;
    const double turn = 2.0 * square_root64(q.x * q.x + q.y * q.y + q.z * q.z);
    const double offset = dvec3_length(b_in_a.position);
    if (offset <= SAME_PLACE && turn <= SAME_TURN) {
        return;
    }
    TumLimit *limits =
        tum_arena_zeroed(&writer->arena, 3 * (size_t)joint->limit_count, sizeof *limits);
    if (limits == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    bool is_exact = turn <= SAME_TURN;
    int32_t count = 0;
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        const TumLimit *from = &joint->limits[i];
        const bool is_single = (from->axes & (from->axes - 1)) == 0;
        const bool is_locked = from->min == 0.0 && from->max == 0.0;
        if (from->space != TUM_SPACE_LINEAR || !(is_single || is_locked)) {
            is_exact = is_exact && (from->space == TUM_SPACE_ANGULAR || offset <= SAME_PLACE);
            limits[count++] = *from;
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            if ((from->axes >> axis & 1u) != 0) {
                limits[count] = *from;
                limits[count].axes = 1u << axis;
                limits[count].min -= dvec3_part(b_in_a.position, axis);
                limits[count].max -= dvec3_part(b_in_a.position, axis);
                ++count;
            }
        }
    }
    joint->limits = limits;
    joint->limit_count = count;
    tum_writer_tell(
        writer, is_exact ? CODE_B_SPLIT : CODE_A_FRAMES, joint->source->pointer, NULL,
        "The target has one frame for both sides; they are %g m and %g rad apart at the "
        "start%s.",
        offset, turn, is_exact ? ", which the ranges take up" : "");
}

// The node of a body, or an anchor for the world.
static int32_t body_node(SceneWriter *writer, const WrittenJoint *joint, int32_t body, int32_t node,
                         DPose3 pose)
{
    int32_t frame;
    return body >= 0 ? writer->scene->bodies[body].node
                     : add_anchor(writer, joint, node, pose, &frame);
}

static void place_at_one(SceneWriter *writer, WrittenJoint *joint)
{
    const TumScene *scene = writer->scene;
    const TumJoint *source = joint->source;
    make_frames_one(writer, joint);
    joint->node_a = tum_writer_add_frame(writer, -1, world_frame_a(scene, source), "joint");
    joint->node_b = joint->node_a;
    tell_of_split(writer, joint, joint->node_a);
    joint->body_a =
        body_node(writer, joint, source->body_a, source->node_a, world_frame_a(scene, source));
    joint->body_b =
        body_node(writer, joint, source->body_b, source->node_b, world_frame_b(scene, source));
}

void tum_writer_place_joint(SceneWriter *writer, WrittenJoint *joint)
{
    switch (writer->target->joints) {
    case JOINT_AT_NODES: place_at_nodes(writer, joint); return;
    case JOINT_ON_BODIES: place_on_bodies(writer, joint); return;
    case JOINT_AT_ONE: place_at_one(writer, joint); return;
    }
}

// Limits.

/// Limits during construction.
typedef struct LimitList {
    TumLimit *items;
    int32_t count;
} LimitList;

static bool is_locked(const TumLimit *limit)
{
    return limit->min == 0.0 && limit->max == 0.0;
}

// Replaces a disc, a ball or a cone by one range on each axis around zero.
static void add_per_axis(SceneWriter *writer, const WrittenJoint *joint, const TumLimit *from,
                         LimitList *list)
{
    for (int axis = 0; axis < 3; ++axis) {
        if ((from->axes >> axis & 1u) != 0) {
            TumLimit limit = *from;
            limit.axes = 1u << axis;
            limit.min = -from->max;
            list->items[list->count++] = limit;
        }
    }
    tum_writer_tell(writer, CODE_A_RADIAL, joint->source->pointer, NULL,
                    "A limit from %g to %g over several axes became %g to %g on each of them.",
                    from->min, from->max, -from->max, from->max);
}

static void add_limit(SceneWriter *writer, const WrittenJoint *joint, const TumLimit *from,
                      LimitList *list)
{
    const bool is_single = (from->axes & (from->axes - 1)) == 0;
    if (from->stiffness == 0.0 && !writer_can(writer, CAN_NO_SPRING)) {
        tum_writer_tell(writer, CODE_L_SOFT, joint->source->pointer, NULL,
                        "A limit without stiffness cannot be said and is gone.");
    } else if (is_single || is_locked(from) || writer_can(writer, CAN_RADIAL)) {
        list->items[list->count++] = *from;
    } else if (is_finite64(from->max)) {
        add_per_axis(writer, joint, from, list);
    } else {
        tum_writer_tell(writer, CODE_A_RADIAL, joint->source->pointer, NULL,
                        "A limit that only keeps away, from %g on, cannot be said and is gone.",
                        from->min);
    }
}

// Where a later limit overrides an earlier one, two limits on one axis become their intersection.
static void merge_overlaps(SceneWriter *writer, const WrittenJoint *joint, LimitList *list)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; ++i) {
        const TumLimit limit = list->items[i];
        TumLimit *other = NULL;
        for (int32_t k = 0; k < kept && other == NULL; ++k) {
            const bool overlaps =
                list->items[k].space == limit.space && (list->items[k].axes & limit.axes) != 0;
            other = overlaps ? &list->items[k] : NULL;
        }
        if (other == NULL) {
            list->items[kept++] = limit;
            continue;
        }
        const bool is_hard = !is_finite64(limit.stiffness) && !is_finite64(other->stiffness);
        const double min = maximum64(limit.min, other->min);
        const double max = minimum64(limit.max, other->max);
        if (min <= max) {
            tum_writer_tell(writer,
                            is_hard && other->axes == limit.axes ? CODE_B_SPLIT : CODE_A_OVERLAP,
                            joint->source->pointer, NULL,
                            "Two limits on one axis became one that allows what both do.");
        } else {
            tum_writer_tell(writer, CODE_A_OVERLAP, joint->source->pointer, NULL,
                            "Two limits on one axis, from %g and to %g, allow nothing together; "
                            "they became the middle between these.",
                            min, max);
        }
        other->min = min <= max ? min : 0.5 * (min + max);
        other->max = min <= max ? max : other->min;
        if (limit.stiffness > other->stiffness) {
            other->stiffness = limit.stiffness;
            other->damping = limit.damping;
        }
        other->axes |= limit.axes;
    }
    list->count = kept;
}

static void close_open_ends(SceneWriter *writer, const WrittenJoint *joint, LimitList *list)
{
    for (int32_t i = 0; i < list->count; ++i) {
        TumLimit *limit = &list->items[i];
        if (!is_finite64(limit->min) || !is_finite64(limit->max)) {
            limit->min = is_finite64(limit->min) ? limit->min : -WRITER_UNBOUNDED;
            limit->max = is_finite64(limit->max) ? limit->max : WRITER_UNBOUNDED;
            tum_writer_tell(writer, CODE_A_UNBOUNDED, joint->source->pointer, NULL,
                            "The target wants both ends of a range; %g was written for no end.",
                            WRITER_UNBOUNDED);
        }
    }
}

void tum_writer_fit_joint(SceneWriter *writer, WrittenJoint *joint)
{
    LimitList list = {.items = tum_arena_zeroed(&writer->arena, 3 * (size_t)joint->limit_count + 1,
                                                sizeof *list.items)};
    if (list.items == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        add_limit(writer, joint, &joint->limits[i], &list);
    }
    if (writer->target->joints == JOINT_AT_ONE) {
        merge_overlaps(writer, joint, &list);
    }
    if (!writer_can(writer, CAN_OPEN_END)) {
        close_open_ends(writer, joint, &list);
    }
    joint->limits = list.items;
    joint->limit_count = list.count;
    if (joint->drive_count > 0 && !writer_can(writer, CAN_DRIVE)) {
        tum_writer_tell(writer, CODE_L_DRIVE, joint->source->pointer, NULL,
                        "The target has no drives; lost: %d.", (int)joint->drive_count);
        joint->drive_count = 0;
    }
}
