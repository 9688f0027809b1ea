// SPDX-License-Identifier: MIT
// compare_joints.c: joints of two scenes: sides, frames, limits and drives.
#include "compare/compare_data.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "compare/match.h"
#include "math/scalar.h"

/// A joint with its limits and drives, the sides perhaps exchanged.
typedef struct Seen {
    const TumScene *scene;
    TumJoint joint;
    bool is_swapped;
} Seen;

static const char *const mode_names[] = {"force", "acceleration"};

// Number of a body that both scenes share: its index in the first one; 0: the world.
static uint64_t shared_body(const Compare *compare, bool is_of_a, int32_t body)
{
    const TumScene *scene = is_of_a ? compare->a : compare->b;
    if (body < 0 || scene->bodies[body].kind == TUM_BODY_STATIC) {
        return 0;
    }
    const int32_t shared = is_of_a ? body : compare->bodies.back[body];
    return shared >= 0 ? (uint64_t)shared + 1 : UINT32_MAX;
}

static MatchItem *items_of(Compare *compare, bool is_of_a)
{
    const TumScene *scene = is_of_a ? compare->a : compare->b;
    MatchItem *items = tum_arena_zeroed(&compare->arena, scene->joint_count, sizeof *items);
    for (size_t i = 0; items != NULL && i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const uint64_t sides[2] = {shared_body(compare, is_of_a, joint->body_a),
                                   shared_body(compare, is_of_a, joint->body_b)};
        items[i].node = joint->node_a >= 0 ? joint->node_a : joint->node_b;
        // Dialects may exchange the sides.
        const uint64_t low = sides[0] < sides[1] ? sides[0] : sides[1];
        items[i].group = hash_u64(hash_u64(low) + sides[0] + sides[1] - low) | 1;
    }
    return items;
}

// Limits. A limit that locks several axes at 0 stands for one limit on each.

static bool is_lock(const TumLimit *limit)
{
    return limit->min == 0.0 && limit->max == 0.0;
}

static int order_limits(const void *left, const void *right)
{
    const TumLimit *a = left, *b = right;
    if (a->space != b->space) {
        return a->space < b->space ? -1 : 1;
    }
    if (a->axes != b->axes) {
        return a->axes < b->axes ? -1 : 1;
    }
    return a->min < b->min ? -1 : a->min > b->min;
}

// A coordinate along or about one axis has the other sign seen from the other side.
static TumLimit seen_limit(const Seen *seen, TumLimit limit)
{
    const bool is_one = (limit.axes & (limit.axes - 1)) == 0;
    if (seen->is_swapped && is_one) {
        const double min = limit.min;
        limit.min = -limit.max;
        limit.max = -min;
    }
    return limit;
}

// Limits of a joint in one form: those that never act are left out.
static TumLimit *limits_of(Compare *compare, const Seen *seen, size_t *count)
{
    const TumJoint *joint = &seen->joint;
    const size_t room = 32 * (size_t)joint->limit_count;
    TumLimit *limits = tum_arena_zeroed(&compare->arena, room, sizeof *limits);
    *count = 0;
    for (int32_t i = 0; limits != NULL && i < joint->limit_count; ++i) {
        const TumLimit limit = seen_limit(seen, seen->scene->limits[joint->limit_first + i]);
        if (!is_finite64(limit.min) && !is_finite64(limit.max)) {
            continue;
        }
        if (!is_lock(&limit)) {
            limits[(*count)++] = limit;
            continue;
        }
        for (uint32_t bit = 0; bit < 32; ++bit) {
            if ((limit.axes >> bit & 1u) != 0) {
                limits[*count] = limit;
                limits[(*count)++].axes = 1u << bit;
            }
        }
    }
    if (limits == NULL) {
        compare->status = TUM_ERROR_MEMORY;
        return NULL;
    }
    tum_sort_any(limits, *count, sizeof *limits, order_limits);
    return limits;
}

static void compare_limit(Compare *compare, const Subject *joint, const TumLimit *a,
                          const TumLimit *b)
{
    const bool is_angle = a->space == TUM_SPACE_ANGULAR;
    const Subject subject = {"limit", joint->node_a, joint->node_b, a->pointer, b->pointer};
    compare_number(compare, &subject, "axes", "bits", a->axes, b->axes, 0.0);
    compare_number(compare, &subject, "space", "", a->space, b->space, 0.0);
    compare_number(compare, &subject, "min", is_angle ? "rad" : "m", a->min, b->min, COMPARE_FLOOR);
    compare_number(compare, &subject, "max", is_angle ? "rad" : "m", a->max, b->max, COMPARE_FLOOR);
    compare_number(compare, &subject, "stiffness", is_angle ? "N m/rad" : "N/m", a->stiffness,
                   b->stiffness, 0.0);
    // Damping acts on soft limits only.
    if (is_finite64(a->stiffness) && is_finite64(b->stiffness)) {
        compare_number(compare, &subject, "damping", is_angle ? "N m s/rad" : "N s/m", a->damping,
                       b->damping, 0.0);
    }
}

static void compare_limits(Compare *compare, const Subject *joint, const Seen *a, const Seen *b)
{
    size_t counts[2] = {0};
    const TumLimit *first = limits_of(compare, a, &counts[0]);
    const TumLimit *second = limits_of(compare, b, &counts[1]);
    compare_number(compare, joint, "limited axes", "", (double)counts[0], (double)counts[1], 0.0);
    for (size_t i = 0; i < counts[0] && counts[0] == counts[1]; ++i) {
        if (first != NULL && second != NULL) {
            compare_limit(compare, joint, &first[i], &second[i]);
        }
    }
}

// Drives, in the order of the file.

static void compare_drive(Compare *compare, const Subject *joint, const TumDrive *a,
                          const TumDrive *b)
{
    const bool is_angle = a->space == TUM_SPACE_ANGULAR;
    const bool is_force = a->mode == TUM_DRIVE_FORCE;
    const Subject subject = {"drive", joint->node_a, joint->node_b, a->pointer, b->pointer};
    compare_number(compare, &subject, "space", "", a->space, b->space, 0.0);
    tum_compare_texts(compare, &subject, "mode", mode_names[a->mode], mode_names[b->mode]);
    compare_number(compare, &subject, "axis", "", a->axis, b->axis, 0.0);
    compare_number(compare, &subject, "max force", is_angle ? "N m" : "N", a->max_force,
                   b->max_force, 0.0);
    compare_flag(compare, &subject, "position target set", a->has_position_target,
                 b->has_position_target);
    compare_number(compare, &subject, "position target", is_angle ? "rad" : "m", a->position_target,
                   b->position_target, COMPARE_FLOOR);
    compare_number(compare, &subject, "velocity target", is_angle ? "rad/s" : "m/s",
                   a->velocity_target, b->velocity_target, COMPARE_FLOOR);
    compare_number(compare, &subject, "stiffness",
                   is_force ? (is_angle ? "N m/rad" : "N/m") : "1/s^2", a->stiffness, b->stiffness,
                   0.0);
    compare_number(compare, &subject, "damping",
                   is_force ? (is_angle ? "N m s/rad" : "N s/m") : "1/s", a->damping, b->damping,
                   0.0);
}

// Targets that are 0 keep their sign, so that no row shows -0.
static TumDrive seen_drive(const Seen *seen, int32_t index)
{
    TumDrive drive = seen->scene->drives[seen->joint.drive_first + index];
    if (seen->is_swapped) {
        drive.position_target = drive.position_target != 0.0 ? -drive.position_target : 0.0;
        drive.velocity_target = drive.velocity_target != 0.0 ? -drive.velocity_target : 0.0;
    }
    return drive;
}

static void compare_drives(Compare *compare, const Subject *joint, const Seen *a, const Seen *b)
{
    const int32_t counts[2] = {a->joint.drive_count, b->joint.drive_count};
    compare_number(compare, joint, "drives", "", counts[0], counts[1], 0.0);
    for (int32_t i = 0; i < counts[0] && counts[0] == counts[1]; ++i) {
        const TumDrive first = seen_drive(a, i), second = seen_drive(b, i);
        compare_drive(compare, joint, &first, &second);
    }
}

// Joints.

/// A side of a joint: the body and the frame.
typedef struct Side {
    const char *position, *rotation; ///< Names of the quantities.
    int32_t body_a, body_b;
    const double *position_a, *position_b;
    const TumRotation *rotation_a, *rotation_b;
} Side;

static const char *name_of_body(const TumScene *scene, int32_t body)
{
    const bool is_world = body < 0 || scene->bodies[body].kind == TUM_BODY_STATIC;
    return is_world ? "the world" : scene->nodes[scene->bodies[body].node].name;
}

static void compare_side(Compare *compare, const Subject *subject, const Side *side)
{
    const size_t axes = compare->a->dimension == 4 ? 4 : 3;
    const bool is_paired = side->body_a >= 0 && side->body_b >= 0 &&
                           compare->bodies.pair[side->body_a] == side->body_b;
    const bool is_alone = (side->body_a >= 0 && compare->bodies.pair[side->body_a] < 0) ||
                          (side->body_b >= 0 && compare->bodies.back[side->body_b] < 0);
    if (!is_alone && !tum_compare_same_owner(compare, side->body_a, side->body_b)) {
        tum_compare_texts(compare, subject, "body", name_of_body(compare->a, side->body_a),
                          name_of_body(compare->b, side->body_b));
    }
    const WorldFrame first = tum_compare_world_frame(compare->a, is_paired ? -1 : side->body_a,
                                                     side->position_a, side->rotation_a);
    const WorldFrame second = tum_compare_world_frame(compare->b, is_paired ? -1 : side->body_b,
                                                      side->position_b, side->rotation_b);
    tum_compare_numbers(compare, subject, side->position, "m", first.position, second.position,
                        axes, COMPARE_FLOOR);
    tum_compare_rotations(compare, subject, side->rotation, first.rotation, second.rotation);
}

// The joint of the second scene as the first one has it: dialects may exchange the sides.
static Seen seen_from(const Compare *compare, const TumJoint *a, const TumJoint *b)
{
    Seen seen = {.scene = compare->b, .joint = *b};
    const bool is_straight = tum_compare_same_owner(compare, a->body_a, b->body_a) &&
                             tum_compare_same_owner(compare, a->body_b, b->body_b);
    if (is_straight || !tum_compare_same_owner(compare, a->body_a, b->body_b) ||
        !tum_compare_same_owner(compare, a->body_b, b->body_a)) {
        return seen;
    }
    seen.is_swapped = true;
    seen.joint.body_a = b->body_b;
    seen.joint.body_b = b->body_a;
    memcpy(seen.joint.position_a, b->position_b, sizeof seen.joint.position_a);
    memcpy(seen.joint.position_b, b->position_a, sizeof seen.joint.position_b);
    seen.joint.rotation_a = b->rotation_b;
    seen.joint.rotation_b = b->rotation_a;
    return seen;
}

static void compare_joint(Compare *compare, const TumJoint *a, const TumJoint *authored)
{
    const Seen first = {.scene = compare->a, .joint = *a};
    const Seen second = seen_from(compare, a, authored);
    const TumJoint *b = &second.joint;
    const Subject subject = {"joint", a->node_a >= 0 ? a->node_a : a->node_b,
                             b->node_a >= 0 ? b->node_a : b->node_b, a->pointer, b->pointer};
    const Side sides[2] = {{"position A", "rotation A", a->body_a, b->body_a, a->position_a,
                            b->position_a, &a->rotation_a, &b->rotation_a},
                           {"position B", "rotation B", a->body_b, b->body_b, a->position_b,
                            b->position_b, &a->rotation_b, &b->rotation_b}};
    compare_number(compare, &subject, "kind", "", a->kind4, b->kind4, 0.0);
    compare_side(compare, &subject, &sides[0]);
    compare_side(compare, &subject, &sides[1]);
    compare_flag(compare, &subject, "collision", a->enable_collision, b->enable_collision);
    compare_limits(compare, &subject, &first, &second);
    compare_drives(compare, &subject, &first, &second);
}

static void tell_alone(Compare *compare, const TumJoint *joint, TumDifferenceKind kind)
{
    const bool is_of_a = kind == TUM_DIFFERENCE_ONLY_A;
    const int32_t node = joint->node_a >= 0 ? joint->node_a : joint->node_b;
    const Subject subject = {"joint", is_of_a ? node : -1, is_of_a ? -1 : node,
                             is_of_a ? joint->pointer : "", is_of_a ? "" : joint->pointer};
    tum_compare_missing(compare, &subject, kind);
}

void tum_compare_joints(Compare *compare)
{
    const TumScene *a = compare->a, *b = compare->b;
    Arena *arena = &compare->arena;
    const MatchSide sides[2] = {{a, items_of(compare, true), a->joint_count},
                                {b, items_of(compare, false), b->joint_count}};
    int32_t *pair = tum_arena_zeroed(arena, a->joint_count, sizeof *pair);
    int32_t *back = tum_arena_zeroed(arena, b->joint_count, sizeof *back);
    if (sides[0].items == NULL || sides[1].items == NULL || pair == NULL || back == NULL ||
        !tum_match(arena, &sides[0], &sides[1], compare->paths, pair, back)) {
        compare->status = TUM_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < a->joint_count && compare_goes_on(compare); ++i) {
        compare->result->joint_count += pair[i] >= 0;
        if (pair[i] >= 0) {
            compare_joint(compare, &a->joints[i], &b->joints[pair[i]]);
        } else {
            tell_alone(compare, &a->joints[i], TUM_DIFFERENCE_ONLY_A);
        }
    }
    for (size_t i = 0; i < b->joint_count; ++i) {
        if (back[i] < 0) {
            tell_alone(compare, &b->joints[i], TUM_DIFFERENCE_ONLY_B);
        }
    }
}
