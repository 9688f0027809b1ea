// SPDX-License-Identifier: MIT
// Comparisons of scenes: pairs that stand for each other, values that count as the same, and the
// first difference of two motions.
#include "tests/support/support.h"
#include "tumble/compare.h"
#include "tumble/scene_builder.h"

/// A crate of a scene.
typedef struct Crate {
    const char *name;
    double x, y;              ///< [m] Position.
    double size;              ///< [m] Edge of its box; 0: 1.
    double spin;              ///< [rad/s] About Y.
    double speed;             ///< [m/s] Along X.
    int parent_plus_one;      ///< Crate above it; 0: none.
    bool is_static, is_world; ///< A static body, or a collider of the world.
} Crate;

/// A joint of the first two crates that holds all of them, with a drive about Y.
typedef struct Hinge {
    bool is_there;
    bool is_swapped;  ///< Sides exchanged, and the drive turned the other way.
    bool is_split;    ///< One limit for each axis.
    double low, high; ///< [rad] Range about X.
    double speed;     ///< [rad/s]
} Hinge;

static TumScene *build_joined(int dimension, const Crate *crates, size_t count, const Hinge *hinge)
{
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, dimension, 0.0, "test", NULL);
    for (size_t i = 0; i < count; ++i) {
        const Crate *crate = &crates[i];
        const double edge = crate->size > 0.0 ? crate->size : 1.0;
        const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {edge, edge, edge, edge}, .mesh = -1};
        TumNodeDef node = tum_default_node_def();
        TumBodyDef body = tum_default_body_def();
        TumColliderDef collider = tum_default_collider_def();
        node.name = crate->name;
        node.parent = crate->parent_plus_one - 1;
        node.position[0] = crate->x;
        node.position[1] = crate->y;
        body.node = collider.node = tum_scene_builder_add_node(builder, &node);
        body.kind = crate->is_static ? TUM_BODY_STATIC : TUM_BODY_DYNAMIC;
        body.linear_velocity[0] = crate->speed;
        body.angular_velocity[1] = crate->spin; // In 4D the plane XZ.
        collider.shape = tum_scene_builder_add_shape(builder, &box);
        if (!crate->is_world) {
            assert_true(tum_scene_builder_add_body(builder, &body));
        }
        assert_true(tum_scene_builder_add_collider(builder, &collider));
    }
    if (hinge != NULL && hinge->is_there) {
        const double sign = hinge->is_swapped ? -1.0 : 1.0;
        TumLimit limits[4] = {
            {.space = TUM_SPACE_LINEAR, .axes = hinge->is_split ? 1 : 7, .stiffness = INFINITY},
            {.space = TUM_SPACE_ANGULAR,
             .axes = 1,
             .min = hinge->is_swapped ? -hinge->high : hinge->low,
             .max = hinge->is_swapped ? -hinge->low : hinge->high,
             .stiffness = INFINITY},
            {.space = TUM_SPACE_LINEAR, .axes = 2, .stiffness = INFINITY},
            {.space = TUM_SPACE_LINEAR, .axes = 4, .stiffness = INFINITY}};
        const TumDrive drive = {.space = TUM_SPACE_ANGULAR,
                                .axis = 1,
                                .max_force = INFINITY,
                                .velocity_target = sign * hinge->speed,
                                .damping = 1.0};
        TumJointDef joint = tum_default_joint_def();
        joint.node_a = hinge->is_swapped ? 1 : 0;
        joint.node_b = hinge->is_swapped ? 0 : 1;
        joint.limits = limits;
        joint.limit_count = hinge->is_split ? 4 : 2;
        joint.drives = &drive;
        joint.drive_count = 1;
        assert_true(tum_scene_builder_add_joint(builder, &joint));
    }
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    return scene;
}

static TumScene *build(int dimension, const Crate *crates, size_t count)
{
    return build_joined(dimension, crates, count, NULL);
}

/// The differences of a comparison, as text: "body Crate mass; …".
typedef struct Rows {
    char text[1024];
    size_t count, most; ///< `most`: rows after which the comparison ends; 0: none.
    TumDifference last; ///< Without its pointers, which end with the callback.
} Rows;

static bool keep_row(void *user, const TumDifference *difference)
{
    static const char *const kinds[] = {"", " only a", " only b", " moves"};
    Rows *rows = user;
    const size_t used = strlen(rows->text);
    snprintf(rows->text + used, sizeof rows->text - used, "%s %s%s%s%s; ", difference->subject,
             difference->name, difference->quantity[0] != '\0' ? " " : "", difference->quantity,
             kinds[difference->kind]);
    rows->last = *difference;
    ++rows->count;
    return rows->most == 0 || rows->count < rows->most;
}

/// Compares two scenes and frees them.
static Rows compare_scenes(TumScene *a, TumScene *b, const TumCompareOptions *options,
                           TumComparison *found)
{
    Rows rows = {0};
    TumComparison own;
    found = found != NULL ? found : &own;
    assert_int_equal(tum_scenes_compare(a, b, options, keep_row, &rows, found, NULL), TUM_OK);
    assert_int_equal(found->difference_count, rows.count);
    tum_scene_destroy(a);
    tum_scene_destroy(b);
    return rows;
}

static TumCompareOptions structure_alone(void)
{
    return (TumCompareOptions){.no_motion = true};
}

static void bodies_are_matched_by_name_whatever_their_order(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate a[] = {{.name = "A"}, {.name = "B", .x = 3.0}};
    const Crate b[] = {{.name = "B", .x = 3.0}, {.name = "A"}};
    TumComparison found;
    const Rows rows = compare_scenes(build(3, a, 2), build(3, b, 2), &options, &found);
    assert_string_equal(rows.text, "");
    assert_int_equal(found.body_count, 2);
    assert_int_equal(found.collider_count, 2);
}

// The wheels have one name; the carts above them tell them apart.
static void bodies_of_one_name_are_matched_by_their_path(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate a[] = {{.name = "Left"},
                       {.name = "Right", .x = 5.0},
                       {.name = "Wheel", .y = 2.0, .parent_plus_one = 1},
                       {.name = "Wheel", .y = 4.0, .parent_plus_one = 2}};
    const Crate b[] = {{.name = "Left"},
                       {.name = "Right", .x = 5.0},
                       {.name = "Wheel", .y = 4.0, .parent_plus_one = 2},
                       {.name = "Wheel", .y = 2.0, .parent_plus_one = 1}};
    const Rows rows = compare_scenes(build(3, a, 4), build(3, b, 4), &options, NULL);
    assert_string_equal(rows.text, "");
}

static void bodies_without_names_are_matched_by_their_index(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate a[] = {{.x = 0.0}, {.x = 3.0}}, b[] = {{.x = 0.0}, {.x = 3.5}};
    const Rows rows = compare_scenes(build(3, a, 2), build(3, b, 2), &options, NULL);
    assert_string_equal(rows.text, "body  position; ");
    assert_int_equal(rows.last.node_a, 1);
    assert_int_equal(rows.last.node_b, 1);
}

static void things_of_one_scene_alone_are_told(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate a[] = {{.name = "A"}, {.name = "Gone", .x = 3.0}};
    const Crate b[] = {{.name = "A"}};
    Rows rows = compare_scenes(build(3, a, 2), build(3, b, 1), &options, NULL);
    assert_string_equal(rows.text, "body Gone only a; collider Gone only a; ");
    rows = compare_scenes(build(3, b, 1), build(3, a, 2), &options, NULL);
    assert_string_equal(rows.text, "body Gone only b; collider Gone only b; ");
}

static void a_static_body_is_the_world(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate a[] = {{.name = "Wall", .x = 2.0, .is_static = true}};
    const Crate b[] = {{.name = "Wall", .x = 2.0, .is_world = true}};
    const Rows rows = compare_scenes(build(3, a, 1), build(3, b, 1), &options, NULL);
    assert_string_equal(rows.text, "");
}

// Conversions turn points into floats: 1e-7 of a number. A thousandth is another number.
static void rounding_is_no_difference(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate a[] = {{.name = "A", .x = 1000.0, .size = 2.0}};
    const Crate near[] = {{.name = "A", .x = 1000.0 * (1.0 + 1e-7), .size = 2.0 * (1.0 - 1e-7)}};
    const Crate far[] = {{.name = "A", .x = 1000.0, .size = 2.0 * 1.00001}};
    Rows rows = compare_scenes(build(3, a, 1), build(3, near, 1), &options, NULL);
    assert_string_equal(rows.text, "");
    rows = compare_scenes(build(3, a, 1), build(3, far, 1), &options, NULL);
    assert_string_equal(rows.text, "collider A size; ");
}

static void joints_are_the_same_from_either_side_and_however_axes_are_locked(void **state)
{
    (void)state;
    const TumCompareOptions options = structure_alone();
    const Crate crates[] = {{.name = "A"}, {.name = "B"}};
    const Hinge hinge = {.is_there = true, .low = -0.25, .high = 1.0, .speed = 2.0};
    Hinge other = hinge;
    other.is_swapped = true;
    other.is_split = true;
    TumComparison found;
    Rows rows = compare_scenes(build_joined(3, crates, 2, &hinge),
                               build_joined(3, crates, 2, &other), &options, &found);
    assert_string_equal(rows.text, "");
    assert_int_equal(found.joint_count, 1);
    other.high = 0.5;
    other.speed = -2.0;
    rows = compare_scenes(build_joined(3, crates, 2, &hinge), build_joined(3, crates, 2, &other),
                          &options, NULL);
    assert_string_equal(rows.text, "limit A max; drive A velocity target; ");
    other = hinge;
    other.is_there = false;
    rows = compare_scenes(build_joined(3, crates, 2, &hinge), build_joined(3, crates, 2, &other),
                          &options, NULL);
    assert_string_equal(rows.text, "joint A only a; ");
}

static void dimensions_that_differ_end_the_comparison(void **state)
{
    (void)state;
    const Crate crates[] = {{.name = "A"}};
    const Rows rows = compare_scenes(build(3, crates, 1), build(4, crates, 1), NULL, NULL);
    assert_string_equal(rows.text, "scene  dimension; ");
}

static void the_callback_ends_the_comparison(void **state)
{
    (void)state;
    const Crate a[] = {{.name = "A"}, {.name = "B", .x = 3.0}};
    const Crate b[] = {{.name = "A", .y = 1.0}, {.name = "B", .x = 4.0}};
    TumScene *first = build(3, a, 2), *second = build(3, b, 2);
    Rows rows = {.most = 1};
    TumComparison found;
    assert_int_equal(tum_scenes_compare(first, second, NULL, keep_row, &rows, &found, NULL),
                     TUM_OK);
    assert_int_equal(found.difference_count, 1);
    assert_int_equal(found.step_count, 0);
    // Without a callback all are counted: two places, and the motion.
    assert_int_equal(tum_scenes_compare(first, second, NULL, NULL, NULL, &found, NULL), TUM_OK);
    assert_int_equal(found.difference_count, 3);
    assert_true(found.motion_differs);
    tum_scene_destroy(first);
    tum_scene_destroy(second);
}

// Motion.

// Free bodies: B is 0.5 m/s faster, so 0.1 m away after 0.2 s; its spin of 1 rad/s turns it by 0.1
// rad after 0.1 s, which comes first.
static void the_first_difference_of_a_motion_has_its_body_time_and_size(void **state)
{
    (void)state;
    TumCompareOptions options = {.no_structure = true};
    options.rate = 240.0;
    options.tolerance = 0.101;
    const Crate a[] = {{.name = "A"}, {.name = "B", .x = 3.0}};
    const Crate fast[] = {{.name = "A"}, {.name = "B", .x = 3.0, .speed = 0.5}};
    const Crate both[] = {{.name = "A"}, {.name = "B", .x = 3.0, .speed = 0.5, .spin = 1.0}};
    TumComparison found;
    Rows rows = compare_scenes(build(3, a, 2), build(3, fast, 2), &options, &found);
    assert_string_equal(rows.text, "body B position moves; ");
    assert_near(rows.last.time, 49.0 / 240.0, 1e-12);
    assert_near(rows.last.gap, 0.5 * 49.0 / 240.0, 1e-5);
    assert_near(rows.last.angle, 0.0, 1e-6);
    assert_int_equal(found.moving_count, 2);
    assert_near(found.largest_gap, rows.last.gap, 0.0);
    for (int dimension = 3; dimension <= 4; ++dimension) {
        rows = compare_scenes(build(dimension, a, 2), build(dimension, both, 2), &options, NULL);
        assert_string_equal(rows.text, "body B position moves; ");
        assert_near(rows.last.time, 25.0 / 240.0, 1e-12);
        assert_near(rows.last.angle, 25.0 / 240.0, 1e-4);
    }
    options.tolerance = 10.0;
    options.duration = 0.5;
    rows = compare_scenes(build(3, a, 2), build(3, both, 2), &options, &found);
    assert_string_equal(rows.text, "");
    assert_int_equal(found.step_count, 120);
    assert_near(found.largest_gap, 0.25, 1e-3);
    assert_near(found.largest_angle, 0.5, 1e-3);
}

static void a_scene_moves_as_itself_to_the_last_bit(void **state)
{
    (void)state;
    TumCompareOptions options = {.same_bits = true};
    options.duration = 2.0;
    const Crate crates[] = {{.name = "Floor", .size = 8.0, .y = -4.0, .is_world = true},
                            {.name = "A", .y = 2.0, .spin = 3.0},
                            {.name = "B", .x = 0.25, .y = 4.0, .speed = 1.0}};
    for (int dimension = 3; dimension <= 4; ++dimension) {
        TumComparison found;
        const Rows rows = compare_scenes(build(dimension, crates, 3), build(dimension, crates, 3),
                                         &options, &found);
        assert_string_equal(rows.text, "");
        assert_int_equal(found.step_count, 120);
        assert_int_equal(found.moving_count, 2);
    }
}

// Every allocation fails once: the comparison ends with a status, and nothing is left.
static void lack_of_memory_is_a_status(void **state)
{
    (void)state;
    const Crate crates[] = {{.name = "A"}, {.name = "B", .y = 3.0}};
    const Hinge hinge = {.is_there = true, .low = -0.25, .high = 1.0, .speed = 2.0};
    TumScene *scene = build_joined(3, crates, 2, &hinge);
    TumComparison found;
    size_t failures = 0;
    for (size_t most = 0;; ++most) {
        Counting counting = {0};
        TumCompareOptions options = structure_alone();
        options.allocator = counting_allocator(&counting);
        counting.fail_after = most;
        const TumStatus status =
            tum_scenes_compare(scene, scene, &options, NULL, NULL, &found, NULL);
        assert_int_equal(counting.blocks, 0);
        if (status == TUM_OK) {
            break;
        }
        assert_int_equal(status, TUM_ERROR_MEMORY);
        ++failures;
    }
    assert_true(failures > 0);
    tum_scene_destroy(scene);
}

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    const Crate crates[] = {{.name = "A"}};
    TumScene *scene = build(3, crates, 1);
    TumComparison found;
    for (int i = 0; i < 5; ++i) {
        TumCompareOptions options = {0};
        double *const members[] = {&options.tolerance, &options.duration, &options.duration,
                                   &options.rate, &options.rate};
        const double values[] = {-1.0, -1.0, NAN, 0.5, 1e5};
        *members[i] = values[i];
        assert_int_equal(tum_scenes_compare(scene, scene, &options, NULL, NULL, &found, NULL),
                         TUM_ERROR_ARGUMENT);
    }
    assert_int_equal(tum_scenes_compare(scene, NULL, NULL, NULL, NULL, &found, NULL),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_scenes_compare(scene, scene, NULL, NULL, NULL, NULL, NULL),
                     TUM_ERROR_ARGUMENT);
    tum_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_matched_by_name_whatever_their_order),
        cmocka_unit_test(bodies_of_one_name_are_matched_by_their_path),
        cmocka_unit_test(bodies_without_names_are_matched_by_their_index),
        cmocka_unit_test(things_of_one_scene_alone_are_told),
        cmocka_unit_test(a_static_body_is_the_world),
        cmocka_unit_test(rounding_is_no_difference),
        cmocka_unit_test(joints_are_the_same_from_either_side_and_however_axes_are_locked),
        cmocka_unit_test(dimensions_that_differ_end_the_comparison),
        cmocka_unit_test(the_callback_ends_the_comparison),
        cmocka_unit_test(the_first_difference_of_a_motion_has_its_body_time_and_size),
        cmocka_unit_test(a_scene_moves_as_itself_to_the_last_bit),
        cmocka_unit_test(lack_of_memory_is_a_status),
        cmocka_unit_test(options_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
