// SPDX-License-Identifier: MIT
// Limits and drives: docs/dialects.md#d7, D17, D18, D27.
#include "tests/dialects/reading.h"

#define JOINTS KHR_ROOT "/physicsJoints"

// A joint between a dynamic body and the world with this description.
static Reading read_joint(const char *description)
{
    char members[4096];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, "
             "'joint': {'connectedNode': 1, 'joint': 0}}}}, {}], "
             "'extensions': {'KHR_physics_rigid_bodies': {'physicsJoints': [%s]}}",
             description);
    return read_members(2, members);
}

static Reading read_limit(const char *limit)
{
    char description[2048];
    snprintf(description, sizeof description, "{'limits': [%s]}", limit);
    return read_joint(description);
}

static Reading read_drive(const char *drive)
{
    char description[2048];
    snprintf(description, sizeof description, "{'drives': [%s]}", drive);
    return read_joint(description);
}

// KHR-110.
static void limits_keep_their_axes_and_range(void **state)
{
    (void)state;
    Reading reading = read_limit("{'linearAxes': [2, 0], 'min': -1, 'max': 2, 'stiffness': 30, "
                                 "'damping': 4}, {'angularAxes': [1], 'min': 0, 'max': 0}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->joint_count, 1);
    assert_int_equal(reading.scene->joints[0].limit_count, 2);
    const TumLimit *limits = &reading.scene->limits[reading.scene->joints[0].limit_first];
    assert_int_equal(limits[0].space, TUM_SPACE_LINEAR);
    assert_int_equal(limits[0].axes, 1u << 0 | 1u << 2);
    assert_near(limits[0].min, -1, 0.0);
    assert_near(limits[0].max, 2, 0.0);
    assert_near(limits[0].stiffness, 30, 0.0);
    assert_near(limits[0].damping, 4, 0.0);
    assert_int_equal(limits[1].space, TUM_SPACE_ANGULAR);
    assert_int_equal(limits[1].axes, 1u << 1);
    reading_end(&reading);
}

// KHR-123, KHR-124, KHR-126.
static void a_limit_is_hard_and_undamped_unless_it_says_otherwise(void **state)
{
    (void)state;
    Reading reading = read_limit("{'linearAxes': [0], 'max': 3}");
    assert_no_errors(reading.report);
    const TumLimit *limit = &reading.scene->limits[0];
    assert_true(isinf(limit->stiffness) && limit->stiffness > 0);
    assert_near(limit->damping, 0, 0.0);
    assert_true(isinf(limit->min) && limit->min < 0); // One side missing: open there.
    assert_near(limit->max, 3, 0.0);
    reading_end(&reading);
}

// KHR-123.
static void a_limit_without_a_range_limits_nothing(void **state)
{
    (void)state;
    Reading reading = read_limit("{'linearAxes': [0]}");
    assert_found(&reading, "PHYSICS_LIMIT_UNBOUNDED", TUM_SEVERITY_WARNING, JOINTS "/0/limits/0");
    assert_int_equal(reading.scene->joint_count, 1);
    assert_int_equal(reading.scene->joints[0].limit_count, 1); // an animation may close it
    assert_true(reading.scene->limits[0].min == -INFINITY &&
                reading.scene->limits[0].max == INFINITY);
    assert_string_equal(reading.scene->limits[0].pointer, JOINTS "/0/limits/0");
    reading_end(&reading);
}

static void a_reversed_range_is_an_error_and_the_limit_ignored(void **state)
{
    (void)state;
    Reading reading = read_limit("{'linearAxes': [0], 'min': 2, 'max': 1}, "
                                 "{'linearAxes': [1], 'min': 0, 'max': 0}");
    assert_found(&reading, "PHYSICS_LIMIT_MIN_GREATER_MAX", TUM_SEVERITY_ERROR,
                 JOINTS "/0/limits/0");
    assert_int_equal(reading.scene->joints[0].limit_count, 1);
    assert_int_equal(reading.scene->limits[0].axes, 1u << 1);
    reading_end(&reading);
}

// KHR-113, KHR-114.
static void axes_must_be_named_once_and_exist(void **state)
{
    (void)state;
    Reading reading =
        read_limit("{'linearAxes': [0, 0], 'min': 0}, {'angularAxes': [3], 'min': 0}, "
                   "{'angularAxes': [-1], 'min': 0}, {'linearAxes': [], 'min': 0}, "
                   "{'linearAxes': ['x'], 'min': 0}, {'linearAxes': 1, 'min': 0}");
    assert_found(&reading, "DUPLICATE_ELEMENTS", TUM_SEVERITY_ERROR,
                 JOINTS "/0/limits/0/linearAxes/1");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 JOINTS "/0/limits/1/angularAxes/0");
    assert_found(&reading, "INVALID_INDEX", TUM_SEVERITY_ERROR, JOINTS "/0/limits/2/angularAxes/0");
    assert_found(&reading, "EMPTY_ENTITY", TUM_SEVERITY_ERROR, JOINTS "/0/limits/3/linearAxes");
    assert_found(&reading, "ARRAY_TYPE_MISMATCH", TUM_SEVERITY_ERROR,
                 JOINTS "/0/limits/4/linearAxes/0");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, JOINTS "/0/limits/5/linearAxes");
    // The repeated axis counts once, the others leave no limit.
    assert_int_equal(reading.scene->joints[0].limit_count, 1);
    assert_int_equal(reading.scene->limits[0].axes, 1u);
    reading_end(&reading);
}

// KHR-112.
static void a_limit_is_linear_or_angular(void **state)
{
    (void)state;
    Reading reading =
        read_limit("{'linearAxes': [0], 'angularAxes': [0], 'min': 0}, {'min': 0, 'max': 1}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, JOINTS "/0/limits/0");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, JOINTS "/0/limits/1");
    assert_int_equal(reading.scene->joints[0].limit_count, 0);
    reading_end(&reading);
}

// KHR-121.
static void suspicious_ranges_are_pointed_out_and_kept(void **state)
{
    (void)state;
    Reading reading = read_limit("{'linearAxes': [0, 1], 'min': -3, 'max': -1}, "
                                 "{'angularAxes': [0], 'min': -90, 'max': 90}");
    assert_found(&reading, "PHYSICS_LIMIT_UNREACHABLE", TUM_SEVERITY_WARNING, JOINTS "/0/limits/0");
    assert_found(&reading, "PHYSICS_LIMIT_ANGLE_RANGE", TUM_SEVERITY_HINT, JOINTS "/0/limits/1");
    assert_int_equal(reading.scene->joints[0].limit_count, 2);
    reading_end(&reading);
}

// KHR-127.
static void springs_may_not_push_the_wrong_way(void **state)
{
    (void)state;
    Reading reading = read_limit("{'linearAxes': [0], 'max': 0, 'stiffness': -5, 'damping': -1}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 JOINTS "/0/limits/0/stiffness");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, JOINTS "/0/limits/0/damping");
    assert_true(isinf(reading.scene->limits[0].stiffness));
    assert_near(reading.scene->limits[0].damping, 0, 0.0);
    reading_end(&reading);
}

// KHR-110, KHR-131, KHR-132, KHR-134, KHR-137, KHR-141, OMI-JOINT-51, OMI-JOINT-57, OMI-JOINT-59,
// OMI-JOINT-61.
static void drives_are_read_with_their_defaults(void **state)
{
    (void)state;
    Reading reading = read_drive(
        "{'type': 'angular', 'mode': 'acceleration', 'axis': 2, 'damping': 3}, "
        "{'type': 'linear', 'mode': 'force', 'axis': 0, 'maxForce': 9, 'positionTarget': 1, "
        "'velocityTarget': 2, 'stiffness': 3, 'damping': 4}");
    assert_int_equal(tum_report_count(reading.report) -
                         tum_report_count_of(reading.report, TUM_SEVERITY_INFO),
                     0);
    assert_int_equal(reading.scene->joints[0].drive_count, 2);
    const TumDrive *drives = reading.scene->drives;
    assert_int_equal(drives[0].space, TUM_SPACE_ANGULAR);
    assert_int_equal(drives[0].mode, TUM_DRIVE_ACCELERATION);
    assert_int_equal(drives[0].axis, 2);
    assert_true(isinf(drives[0].max_force));
    assert_false(drives[0].has_position_target);
    assert_near(drives[0].velocity_target, 0, 0.0);
    assert_near(drives[0].stiffness, 0, 0.0);
    assert_int_equal(drives[1].space, TUM_SPACE_LINEAR);
    assert_int_equal(drives[1].mode, TUM_DRIVE_FORCE);
    assert_near(drives[1].max_force, 9, 0.0);
    assert_true(drives[1].has_position_target);
    assert_near(drives[1].position_target, 1, 0.0);
    assert_near(drives[1].velocity_target, 2, 0.0);
    assert_near(drives[1].stiffness, 3, 0.0);
    assert_near(drives[1].damping, 4, 0.0);
    reading_end(&reading);
}

// KHR-131, KHR-132, KHR-133, OMI-JOINT-52, OMI-JOINT-53, OMI-JOINT-55.
static void a_drive_needs_type_mode_and_axis(void **state)
{
    (void)state;
    Reading reading = read_drive("{'mode': 'force', 'axis': 0, 'damping': 1}, "
                                 "{'type': 'linear', 'mode': 'magic', 'axis': 0, 'damping': 1}, "
                                 "{'type': 'linear', 'mode': 'force', 'axis': 3, 'damping': 1}, "
                                 "{'type': 'sideways', 'mode': 'force', 'axis': 0, 'damping': 1}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, JOINTS "/0/drives/0");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING, JOINTS "/0/drives/1/mode");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, JOINTS "/0/drives/2/axis");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING, JOINTS "/0/drives/3/type");
    assert_int_equal(reading.scene->joints[0].drive_count, 0);
    reading_end(&reading);
}

// KHR-142, OMI-JOINT-57, OMI-JOINT-62.
static void half_a_drive_is_warned_of_and_kept(void **state)
{
    (void)state;
    Reading reading =
        read_drive("{'type': 'linear', 'mode': 'force', 'axis': 0, 'stiffness': 5}, "
                   "{'type': 'linear', 'mode': 'force', 'axis': 1, 'positionTarget': 5}, "
                   "{'type': 'linear', 'mode': 'force', 'axis': 2, 'velocityTarget': 5}, "
                   "{'type': 'angular', 'mode': 'force', 'axis': 0, 'maxForce': 0, 'damping': 1}, "
                   "{'type': 'angular', 'mode': 'force', 'axis': 1}, "
                   "{'type': 'angular', 'mode': 'force', 'axis': 1, 'damping': 1}");
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_DRIVE_INCOMPLETE", TUM_SEVERITY_WARNING,
                 JOINTS "/0/drives/0/stiffness");
    assert_found(&reading, "PHYSICS_DRIVE_INCOMPLETE", TUM_SEVERITY_WARNING,
                 JOINTS "/0/drives/1/positionTarget");
    assert_found(&reading, "PHYSICS_DRIVE_INCOMPLETE", TUM_SEVERITY_WARNING,
                 JOINTS "/0/drives/2/velocityTarget");
    assert_found(&reading, "PHYSICS_DRIVE_NO_EFFECT", TUM_SEVERITY_WARNING, JOINTS "/0/drives/3");
    assert_found(&reading, "PHYSICS_DRIVE_NO_EFFECT", TUM_SEVERITY_WARNING, JOINTS "/0/drives/4");
    assert_found(&reading, "PHYSICS_DRIVE_DUPLICATE", TUM_SEVERITY_WARNING, JOINTS "/0/drives/5");
    assert_int_equal(reading.scene->joints[0].drive_count, 6);
    assert_near(reading.scene->drives[3].max_force, 0, 0.0); // Decision D17: zero, not unlimited.
    reading_end(&reading);
}

// KHR-109.
static void a_description_without_anything_is_warned_of(void **state)
{
    (void)state;
    Reading reading = read_joint("{}");
    assert_found(&reading, "PHYSICS_JOINT_UNCONSTRAINED", TUM_SEVERITY_WARNING, JOINTS "/0");
    assert_int_equal(reading.scene->joint_count, 1);
    reading_end(&reading);
}

// KHR-141.
static void numbers_of_a_drive_are_not_negative(void **state)
{
    (void)state;
    Reading reading =
        read_drive("{'type': 'linear', 'mode': 'force', 'axis': 0, 'maxForce': -1, "
                   "'positionTarget': 1, 'velocityTarget': 1, 'stiffness': -2, 'damping': -3}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, JOINTS "/0/drives/0/maxForce");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 JOINTS "/0/drives/0/stiffness");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, JOINTS "/0/drives/0/damping");
    const TumDrive *drive = &reading.scene->drives[0];
    assert_true(isinf(drive->max_force));
    assert_near(drive->stiffness, 0, 0.0);
    assert_near(drive->damping, 0, 0.0);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_keep_their_axes_and_range),
        cmocka_unit_test(a_limit_is_hard_and_undamped_unless_it_says_otherwise),
        cmocka_unit_test(a_limit_without_a_range_limits_nothing),
        cmocka_unit_test(a_reversed_range_is_an_error_and_the_limit_ignored),
        cmocka_unit_test(axes_must_be_named_once_and_exist),
        cmocka_unit_test(a_limit_is_linear_or_angular),
        cmocka_unit_test(suspicious_ranges_are_pointed_out_and_kept),
        cmocka_unit_test(springs_may_not_push_the_wrong_way),
        cmocka_unit_test(drives_are_read_with_their_defaults),
        cmocka_unit_test(a_drive_needs_type_mode_and_axis),
        cmocka_unit_test(half_a_drive_is_warned_of_and_kept),
        cmocka_unit_test(a_description_without_anything_is_warned_of),
        cmocka_unit_test(numbers_of_a_drive_are_not_negative),
    };
    return cmocka_run_group_tests_name("joint descriptions", tests, NULL, NULL);
}
