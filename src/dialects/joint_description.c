// SPDX-License-Identifier: MIT
// joint_description.c: limits and drives: axes, ranges, springs.
#include "dialects/joint_description.h"

#include "math/scalar.h"

#include <float.h>
#include <math.h>

static const double infinite = (double)INFINITY;
static const double anything = -(double)FLT_MAX;

// One axis of a list: 0, 1 or 2; otherwise -1 with a finding.
static int32_t read_axis(const Cursor *list, size_t index)
{
    const int32_t axis = tum_cursor_index_at(list, index, INT32_MAX);
    if (axis > 2) {
        const Cursor at = tum_cursor_item(list, index);
        tum_cursor_report(&at, CODE_VALUE_NOT_IN_RANGE, "%d is no axis: 0, 1 and 2 are X, Y and Z.",
                          (int)axis);
        return -1;
    }
    return axis;
}

// The axes of a list as bits; 0 for an unusable list. A repeated axis counts once.
uint32_t tum_read_axes(const Cursor *list)
{
    const size_t count = tum_cursor_count(list);
    uint32_t axes = 0;
    bool is_whole = true;
    if (count == 0) {
        tum_cursor_report(list, CODE_EMPTY_ENTITY, "A limit needs one to three axes.");
    }
    // In a longer list the first four items contain a repeated or invalid axis.
    for (size_t i = 0; i < count && i < 4; ++i) {
        const int32_t axis = read_axis(list, i);
        if (axis < 0) {
            is_whole = false;
        } else if ((axes >> axis & 1u) != 0) {
            const Cursor at = tum_cursor_item(list, i);
            tum_cursor_report(&at, CODE_DUPLICATE_ELEMENTS, "Axis %d is named twice.", (int)axis);
        } else {
            axes |= 1u << axis;
        }
    }
    return is_whole ? axes : 0;
}

// Reads space and axes of a limit. @return false for an unusable limit.
static bool read_limit_axes(const Cursor *limit, TumLimit *made)
{
    const Cursor linear = tum_cursor_array(limit, "linearAxes");
    const Cursor angular = tum_cursor_array(limit, "angularAxes");
    const bool is_linear = tum_cursor_exists(&linear), is_angular = tum_cursor_exists(&angular);
    if (is_linear == is_angular) {
        const Cursor linear_value = tum_cursor_member(limit, "linearAxes");
        const Cursor angular_value = tum_cursor_member(limit, "angularAxes");
        if (is_linear ||
            (!tum_cursor_exists(&linear_value) && !tum_cursor_exists(&angular_value))) {
            tum_cursor_report(limit, CODE_ONE_OF_MISMATCH,
                              "A limit has either 'linearAxes' or 'angularAxes'; it is ignored.");
        }
        return false;
    }
    made->space = is_linear ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR;
    made->axes = tum_read_axes(is_linear ? &linear : &angular);
    return made->axes != 0;
}

static void read_range(const Cursor *limit, const JointRules *rules, TumLimit *made)
{
    const Cursor min = tum_cursor_member(limit, "min"), max = tum_cursor_member(limit, "max");
    made->min = -infinite;
    made->max = infinite;
    if (tum_cursor_exists(&min) || tum_cursor_exists(&max)) {
        tum_read_number(limit, "min", anything, &made->min);
        tum_read_number(limit, "max", anything, &made->max);
        return;
    }
    if (rules->locks_open_limits) {
        made->min = made->max = 0.0;
    }
    tum_cursor_report(limit, CODE_PHYSICS_LIMIT_UNBOUNDED,
                      rules->locks_open_limits ? "Neither 'min' nor 'max': locked at zero."
                                               : "Neither 'min' nor 'max': nothing is limited.");
    reader_decision(limit, "D7");
}

void tum_check_angles(const Cursor *limit, double min, double max)
{
    const double turn = 2.0 * PI;
    if ((min > -infinite && min < -turn) || (max < infinite && max > turn)) {
        tum_cursor_report(limit, CODE_PHYSICS_LIMIT_ANGLE_RANGE,
                          "From %g to %g radians is more than a turn; are these degrees?", min,
                          max);
    }
}

static void check_range(const Cursor *limit, const TumLimit *made)
{
    const bool is_distance = (made->axes & (made->axes - 1)) != 0;
    if (is_distance && made->max < 0.0) {
        tum_cursor_report(limit, CODE_PHYSICS_LIMIT_UNREACHABLE,
                          "A distance or an opening angle is never %g or less.", made->max);
    }
    if (made->space == TUM_SPACE_ANGULAR) {
        tum_check_angles(limit, made->min, made->max);
    }
}

// An open limit has no effect until an animation closes it. @return false when the limit is left
// out.
static bool read_limit(SceneReader *reader, const Cursor *limit, const JointRules *rules,
                       TumLimit *made)
{
    *made = (TumLimit){.stiffness = infinite, .pointer = tum_reader_pointer(reader, limit)};
    if (!read_limit_axes(limit, made)) {
        return false;
    }
    read_range(limit, rules, made);
    if (!tum_read_number(limit, "stiffness", 0.0, &made->stiffness)) {
        tum_read_number(limit, "springConstant", 0.0, &made->stiffness);
    }
    if (!tum_read_number(limit, "damping", 0.0, &made->damping)) {
        tum_read_number(limit, "springDamping", 0.0, &made->damping);
    }
    if (made->min > made->max) {
        tum_cursor_report(limit, CODE_PHYSICS_LIMIT_MIN_GREATER_MAX,
                          "The minimum %g is above the maximum %g; the limit is ignored.",
                          made->min, made->max);
        reader_decision(limit, "D27");
        return false;
    }
    check_range(limit, made);
    return true;
}

// Reads the required members of a drive. @return false where one is missing or unknown.
static bool read_drive_target(const Cursor *drive, TumDrive *made)
{
    static const char *const types[] = {"linear", "angular"};
    static const char *const modes[] = {"force", "acceleration"};
    const bool has_type = tum_read_required(drive, "type");
    const bool has_mode = tum_read_required(drive, "mode");
    const bool has_axis = tum_read_required(drive, "axis");
    const int type = has_type ? tum_read_choice(drive, "type", types, 2, false) : CHOICE_ABSENT;
    const int mode = has_mode ? tum_read_choice(drive, "mode", modes, 2, false) : CHOICE_ABSENT;
    const int32_t axis = has_axis ? tum_cursor_index(drive, "axis", INT32_MAX) : -1;
    if (axis > 2) {
        const Cursor at = tum_cursor_member(drive, "axis");
        tum_cursor_report(&at, CODE_VALUE_NOT_IN_RANGE, "%d is no axis: 0, 1 and 2 are X, Y and Z.",
                          (int)axis);
    }
    if (type < 0 || mode < 0 || axis < 0 || axis > 2) {
        return false;
    }
    made->space = type == 0 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR;
    made->mode = mode == 0 ? TUM_DRIVE_FORCE : TUM_DRIVE_ACCELERATION;
    made->axis = axis;
    return true;
}

static void report_incomplete(const Cursor *drive, const char *key, const char *partner)
{
    const Cursor at = tum_cursor_member(drive, key);
    tum_cursor_report(&at, CODE_PHYSICS_DRIVE_INCOMPLETE, "'%s' needs '%s', which is absent.", key,
                      partner);
    reader_decision(drive, "D18");
}

static void check_drive(const Cursor *drive, const TumDrive *made)
{
    const bool has_position = reader_has(drive, "positionTarget");
    const bool has_velocity = reader_has(drive, "velocityTarget");
    const bool has_stiffness = reader_has(drive, "stiffness"),
               has_damping = reader_has(drive, "damping");
    const bool no_spring = has_position && !has_stiffness;
    const bool no_target = made->stiffness > 0.0 && !has_position;
    const bool no_damper = has_velocity && !has_damping;
    if (no_spring) {
        report_incomplete(drive, "positionTarget", "stiffness");
    }
    if (no_target) {
        report_incomplete(drive, "stiffness", "positionTarget");
    }
    if (no_damper) {
        report_incomplete(drive, "velocityTarget", "damping");
    }
    const bool is_incomplete = no_spring || no_target || no_damper;
    if (made->max_force == 0.0) {
        tum_cursor_report(drive, CODE_PHYSICS_DRIVE_NO_EFFECT, "The maximum force is zero.");
        reader_decision(drive, "D17");
    } else if (made->stiffness == 0.0 && made->damping == 0.0 && !is_incomplete) {
        tum_cursor_report(drive, CODE_PHYSICS_DRIVE_NO_EFFECT,
                          "Neither stiffness nor damping is above zero.");
    }
}

// @return false when the drive is left out.
static bool read_drive(SceneReader *reader, const Cursor *drive, const JointRules *rules,
                       TumDrive *made)
{
    *made = (TumDrive){.max_force = infinite, .pointer = tum_reader_pointer(reader, drive)};
    if (!read_drive_target(drive, made)) {
        return false;
    }
    if (rules->negative_is_infinite) {
        tum_read_number_or_infinity(drive, "maxForce", anything, &made->max_force);
        made->max_force = made->max_force < 0.0 ? infinite : made->max_force;
    } else {
        tum_read_number(drive, "maxForce", 0.0, &made->max_force);
    }
    made->has_position_target =
        tum_read_number(drive, "positionTarget", anything, &made->position_target);
    tum_read_number(drive, "velocityTarget", anything, &made->velocity_target);
    // An invalid member was reported and counts as unknown
    // (docs/dialects.md#what-every-reader-does).
    const bool knows_stiffness = tum_read_number(drive, "stiffness", 0.0, &made->stiffness) ||
                                 !reader_has(drive, "stiffness");
    const bool knows_damping =
        tum_read_number(drive, "damping", 0.0, &made->damping) || !reader_has(drive, "damping");
    if (knows_stiffness && knows_damping) {
        check_drive(drive, made);
    }
    return true;
}

void tum_read_drives(SceneReader *reader, const Cursor *description, const JointRules *rules,
                     JointDescription *made)
{
    const Cursor array = tum_cursor_array(description, "drives");
    const size_t count = tum_cursor_count(&array);
    TumDrive *drives = tum_arena_zeroed(&reader->arena, count, sizeof *drives);
    unsigned seen[2] = {0, 0};
    for (size_t i = 0; drives != NULL && i < count; ++i) {
        const Cursor item = tum_cursor_object_at(&array, i);
        TumDrive *drive = &drives[made->drive_count];
        if (!tum_cursor_exists(&item) || !read_drive(reader, &item, rules, drive)) {
            continue;
        }
        unsigned *axes = &seen[drive->space == TUM_SPACE_LINEAR ? 0 : 1];
        if ((*axes >> drive->axis & 1u) != 0) {
            tum_cursor_report(&item, CODE_PHYSICS_DRIVE_DUPLICATE,
                              "An earlier drive has the same type and axis; both act.");
        }
        *axes |= 1u << drive->axis;
        ++made->drive_count;
    }
    made->drives = drives;
}

static void read_limits(SceneReader *reader, const Cursor *description, const JointRules *rules,
                        JointDescription *made)
{
    const bool is_bare =
        reader_has(description, "linearAxes") || reader_has(description, "angularAxes");
    const Cursor array = tum_cursor_array(description, rules->is_inline ? "constraints" : "limits");
    const size_t count = tum_cursor_count(&array);
    TumLimit *limits =
        tum_arena_zeroed(&reader->arena, is_bare ? count + 1 : count, sizeof *limits);
    made->limits = limits;
    if (limits == NULL) {
        return;
    }
    if (is_bare && read_limit(reader, description, rules, &limits[0])) {
        made->limit_count = 1;
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_object_at(&array, i);
        if (tum_cursor_exists(&item) &&
            read_limit(reader, &item, rules, &limits[made->limit_count])) {
            ++made->limit_count;
        }
    }
}

JointDescription tum_joint_description_read(SceneReader *reader, const Cursor *description,
                                            const JointRules *rules)
{
    JointDescription made = {.pointer = tum_reader_pointer(reader, description)};
    read_limits(reader, description, rules, &made);
    tum_read_drives(reader, description, rules, &made);
    if (tum_cursor_exists(description) && !rules->is_inline && !reader_has(description, "limits") &&
        !reader_has(description, "drives") && made.limit_count == 0) {
        tum_cursor_report(description, CODE_PHYSICS_JOINT_UNCONSTRAINED,
                          "Neither limits nor drives: joints of this kind move freely.");
    }
    return made;
}
