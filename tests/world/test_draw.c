// SPDX-License-Identifier: MIT
// What a world looks like: how many lines, where, in which color.
#include "tumble/draw3.h"

#include "tests/scene/kit.h"
#include "tests/support/world_support.h"

typedef struct Picture {
    TumDraw3 draw;
} Picture;

// Counts first, then draws with exactly that much room.
static Picture picture_of(const TumWorld *world, const TumScene *scene, uint32_t flags)
{
    Picture picture = {.draw = {.flags = flags, .scene = scene}};
    TumDraw3 *draw = &picture.draw;
    assert_int_equal(tum_world_draw3(world, draw), TUM_OK);
    draw->lines = calloc(draw->line_count + 1, sizeof *draw->lines);
    draw->points = calloc(draw->point_count + 1, sizeof *draw->points);
    draw->labels = calloc(draw->label_count + 1, sizeof *draw->labels);
    draw->line_capacity = draw->line_count;
    draw->point_capacity = draw->point_count;
    draw->label_capacity = draw->label_count;
    const size_t lines = draw->line_count;
    assert_int_equal(tum_world_draw3(world, draw), TUM_OK);
    assert_true(draw->line_count == lines);
    return picture;
}

static void picture_free(Picture *picture)
{
    free(picture->draw.lines);
    free(picture->draw.points);
    free(picture->draw.labels);
}

static void every_shape_has_the_lines_its_header_says(void **state)
{
    (void)state;
    const TumShape shapes[6] = {sphere_shape(0.5),
                                box_shape(1, 2, 3),
                                capsule_shape(1, 0.5, 0.25),
                                cylinder_shape(1, 0.5, 0.25),
                                plane_shape(),
                                {.kind = TUM_SHAPE_MESH, .mesh = -1}};
    // Three circles; edges; two circles and twice two arcs and two sides; two circles and four
    // sides; a grid and a normal; a box of 12 edges and 6 diagonals.
    const size_t lines[6] = {3 * 24, 12, 2 * 24 + 2 * (2 * 12 + 2), 2 * 24 + 4, 2 * 11 + 1, 18};
    for (int i = 0; i < 6; ++i) {
        Setup setup = setup_empty();
        const int thing = setup_static(&setup, shapes[i], 0, 0, 0);
        if (i == 5) {
            setup_box_mesh(&setup, thing, 1, 1, 1);
        }
        setup_start(&setup);
        Picture picture = picture_of(setup.world, NULL, TUM_DRAW_SHAPES);
        assert_int_equal(picture.draw.line_count, lines[i]);
        for (size_t k = 0; k < picture.draw.line_count; ++k) {
            assert_int_equal(picture.draw.lines[k].color, TUM_COLOR_STATIC);
        }
        picture_free(&picture);
        setup_end(&setup);
    }
}

// Points of a wireframe are points of the surface: 1 m around the middle of a turned capsule's
// ends.
static void wireframes_lie_on_their_shapes(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int thing = setup_static(&setup, capsule_shape(3, 1, 0.5), 4, 5, 6);
    setup_turn(&setup, thing, 0, 0, 1, PI / 2); // its top points to -X
    setup_start(&setup);
    Picture picture = picture_of(setup.world, NULL, TUM_DRAW_SHAPES);
    double highest = -INFINITY, left = INFINITY, right = -INFINITY;
    for (size_t i = 0; i < picture.draw.line_count; ++i) {
        const TumVec3 p = picture.draw.lines[i].from;
        highest = fmax(highest, (double)p.y);
        left = fmin(left, (double)p.x);
        right = fmax(right, (double)p.x);
    }
    assert_near(highest, 6.0, 0.02); // chords of 24 to a circle stay 1 - cos(7.5 deg) below it
    assert_near(left, 4 - 1.5 - 0.5, 0.02);
    assert_near(right, 4 + 1.5 + 1.0, 0.02);
    picture_free(&picture);
    setup_end(&setup);
}

static void colors_tell_who_moves_and_who_sleeps(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int mover = setup_body(&setup, box_shape(1, 1, 1), 9, 5, 0);
    setup.things[mover].motion.kind = TUM_BODY_KINEMATIC;
    setup_start(&setup);
    Picture picture = picture_of(setup.world, NULL, TUM_DRAW_SHAPES);
    assert_int_equal(picture.draw.line_count, 23 + 12 + 12);
    assert_int_equal(picture.draw.lines[0].color, TUM_COLOR_STATIC);
    assert_int_equal(picture.draw.lines[23].color, TUM_COLOR_AWAKE);
    assert_int_equal(picture.draw.lines[35].color, TUM_COLOR_KINEMATIC);
    picture_free(&picture);
    setup_run(&setup, 2.0);
    picture = picture_of(setup.world, NULL, TUM_DRAW_SHAPES);
    assert_int_equal(picture.draw.lines[23].color, TUM_COLOR_ASLEEP);
    picture_free(&picture);
    setup_end(&setup);
}

// In rest the impulses of a substep carry the weight: their sum is m g h, asleep as awake.
static void contacts_show_the_weight_they_carry(void **state)
{
    (void)state;
    for (int asleep = 0; asleep < 2; ++asleep) {
        Setup setup = setup_empty();
        setup_floor(&setup);
        setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
        setup.def.no_sleep = !asleep;
        setup_start(&setup);
        setup_run(&setup, 2.0);
        Picture picture = picture_of(setup.world, NULL, TUM_DRAW_CONTACTS);
        assert_int_equal(picture.draw.point_count, 4);
        assert_int_equal(picture.draw.line_count, 4);
        double sum = 0.0;
        for (int i = 0; i < 4; ++i) {
            const TumDrawPoint3 *point = &picture.draw.points[i];
            const TumDrawLine3 *line = &picture.draw.lines[i];
            sum += (double)point->value;
            assert_near(fabs((double)point->position.x), 0.5, 1e-3);
            assert_near(point->position.y, 0.0, 2e-3);
            assert_near(fabs((double)(line->to.y - line->from.y)), 0.1, 1e-5);
        }
        assert_near(sum, 1000.0 * 9.81 / 240.0, 0.5);
        picture_free(&picture);
        setup_end(&setup);
    }
}

// A box of 1 m on a table that turns by half a radian a second, about the middle of both: contacts
// are at its lower corners, wherever these have got to since the shapes were last looked at.
static void contacts_are_where_bodies_have_carried_them(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int table = setup_body(&setup, box_shape(4, 1, 4), 0, -0.5, 0);
    setup.things[table].motion.kind = TUM_BODY_KINEMATIC;
    set3(setup.things[table].motion.angular_velocity, 0, 0.5, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    set3(setup.things[box].motion.angular_velocity, 0, 0.5, 0);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    const TumPose3 pose = setup_pose(&setup, box);
    const double turn = 2.0 * atan2(pose.rotation.y, pose.rotation.w);
    assert_near(turn, 0.75, 0.01);
    Picture picture = picture_of(setup.world, NULL, TUM_DRAW_CONTACTS);
    assert_int_equal(picture.draw.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        const TumVec3 at = picture.draw.points[i].position;
        const double x = at.x * cos(turn) - at.z * sin(turn);
        const double z = at.x * sin(turn) + at.z * cos(turn);
        assert_near(fabs(x), 0.5, 2e-3);
        assert_near(fabs(z), 0.5, 2e-3);
        assert_near(at.y, 0.0, 2e-3);
    }
    picture_free(&picture);
    setup_end(&setup);
}

static void centers_boxes_velocities_and_names_are_drawn_for_bodies(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup); // its box has no end
    const int box = setup_body(&setup, box_shape(1, 1, 1), 1, 2, 3);
    set3(setup.things[box].motion.linear_velocity, 10, 0, 0);
    setup_start(&setup);
    Picture picture = picture_of(setup.world, NULL,
                                 TUM_DRAW_CENTERS | TUM_DRAW_BOXES | TUM_DRAW_VELOCITIES |
                                     TUM_DRAW_NAMES | TUM_DRAW_JOINTS);
    assert_int_equal(picture.draw.point_count, 1);
    assert_near(picture.draw.points[0].position.y, 2.0, 1e-6);
    assert_int_equal(picture.draw.line_count, 12 + 1);
    assert_near(picture.draw.lines[12].to.x, 2.0, 1e-5); // 10 m/s for 0.1 s
    assert_int_equal(picture.draw.label_count, 1);
    assert_string_equal(picture.draw.labels[0].text, "node 1");
    picture_free(&picture);
    setup_end(&setup);
}

static void joints_have_frames_and_bodies_the_names_of_the_scene(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t post = kit_node_at(&kit, -1, 0, 3, 0), ball = kit_node_at(&kit, -1, 1, 2, 0);
    kit.nodes[ball].name =
        "a name of more than fifty-five bytes, cut between \xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc";
    kit_motion(&kit, ball);
    kit_sphere(&kit, ball, 0.5);
    const TumLimit rope = {.axes = 7, .min = -INFINITY, .max = 2, .stiffness = INFINITY};
    JointDef *joint = kit_joint(&kit, post, ball);
    joint->limits = &rope;
    joint->limit_count = 1;
    const TumScene *scene = kit_finish(&kit);
    const TumWorldDef def = tum_default_world_def();
    TumWorld *world;
    assert_int_equal(tum_world_create(scene, &def, &world, kit.report), TUM_OK);
    Picture picture = picture_of(world, scene, TUM_DRAW_JOINTS | TUM_DRAW_NAMES);
    assert_int_equal(picture.draw.line_count, 7); // three axes twice, and what is between
    assert_near(picture.draw.lines[6].from.y, 3.0, 1e-6);
    assert_near(picture.draw.lines[6].to.x, 1.0, 1e-6);
    // 50 bytes, then characters of two: two of them are whole within 55.
    assert_int_equal(strlen(picture.draw.labels[0].text), 54);
    assert_memory_equal(picture.draw.labels[0].text, kit.nodes[ball].name, 54);
    picture_free(&picture);
    TumScene other = *scene;
    other.body_count = 7;
    TumDraw3 draw = {.flags = TUM_DRAW_JOINTS, .scene = &other};
    assert_int_equal(tum_world_draw3(world, &draw), TUM_ERROR_ARGUMENT);
    tum_world_destroy(world);
    kit_end(&kit);
}

static void too_little_room_is_filled_and_the_rest_counted(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, sphere_shape(1), 0, 0, 0);
    setup_start(&setup);
    TumDrawLine3 lines[6];
    memset(lines, 0, sizeof lines);
    TumDraw3 draw = {.flags = TUM_DRAW_SHAPES, .lines = lines, .line_capacity = 5};
    assert_int_equal(tum_world_draw3(setup.world, &draw), TUM_OK);
    assert_int_equal(draw.line_count, 72);
    assert_int_equal(lines[4].color, TUM_COLOR_STATIC);
    assert_int_equal(lines[5].color, 0);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_has_the_lines_its_header_says),
        cmocka_unit_test(wireframes_lie_on_their_shapes),
        cmocka_unit_test(colors_tell_who_moves_and_who_sleeps),
        cmocka_unit_test(contacts_show_the_weight_they_carry),
        cmocka_unit_test(contacts_are_where_bodies_have_carried_them),
        cmocka_unit_test(centers_boxes_velocities_and_names_are_drawn_for_bodies),
        cmocka_unit_test(joints_have_frames_and_bodies_the_names_of_the_scene),
        cmocka_unit_test(too_little_room_is_filled_and_the_rest_counted),
    };
    return cmocka_run_group_tests_name("drawing", tests, NULL, NULL);
}
