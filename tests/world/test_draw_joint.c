// SPDX-License-Identifier: MIT
// What joints allow, as lines: where each line has to be follows from the metrics
// (docs/simulation.md#5-joints).
#include "tests/support/joint_support.h"
#include "tumble/draw3.h"

enum { LINES_MAX = 256, POINTS_MAX = 8, ALL = 7, X = 1, Y = 2, Z = 4 };

static const double RADIUS = 0.25; // [m] of arcs and cones
static const double MARK = 0.03;   // [m] half of a cross

// One joint from a node of the world's, at the origin, to a body.
typedef struct Scenery {
    Setup setup;
    Joints joints;
    int post, body, joint;
    TumDrawLine3 lines[LINES_MAX];
    TumDrawPoint3 points[POINTS_MAX];
    TumDrawLabel3 labels[POINTS_MAX];
    TumDraw3 draw;
} Scenery;

// The setup must not move: joints point to it.
static void scenery_begin(Scenery *scenery, double x, double y, double z)
{
    *scenery = (Scenery){.setup = setup_empty()};
    scenery->joints = joints_of(&scenery->setup);
    scenery->post = setup_node(&scenery->setup, 0, 0, 0);
    scenery->body = setup_body(&scenery->setup, box_shape(1, 1, 1), x, y, z);
    scenery->setup.things[scenery->body].motion.gravity_factor = 0.0;
    scenery->joint = joint_between(&scenery->joints, scenery->post, scenery->body);
}

static TumLimit *scenery_range(Scenery *scenery, TumSpace space, uint32_t axes, double min,
                               double max)
{
    return joint_range(&scenery->joints, scenery->joint, space, axes, min, max);
}

static void scenery_draw(Scenery *scenery)
{
    if (scenery->setup.world == NULL) {
        setup_start(&scenery->setup);
    }
    scenery->draw = (TumDraw3){.flags = TUM_DRAW_LIMITS | TUM_DRAW_MEASURES,
                               .lines = scenery->lines,
                               .points = scenery->points,
                               .labels = scenery->labels,
                               .line_capacity = LINES_MAX,
                               .point_capacity = POINTS_MAX,
                               .label_capacity = POINTS_MAX};
    assert_int_equal(tum_world_draw3(scenery->setup.world, &scenery->draw), TUM_OK);
    assert_true(scenery->draw.line_count <= LINES_MAX);
    assert_true(scenery->draw.point_count <= POINTS_MAX);
}

static void scenery_end(Scenery *scenery)
{
    joints_end(&scenery->joints);
}

static void assert_place(TumVec3 at, double x, double y, double z)
{
    assert_near(at.x, x, 1e-6);
    assert_near(at.y, y, 1e-6);
    assert_near(at.z, z, 1e-6);
}

static void assert_line(const TumDrawLine3 *line, DVec3 from, DVec3 to)
{
    assert_place(line->from, from.x, from.y, from.z);
    assert_place(line->to, to.x, to.y, to.z);
}

static double length_of(TumVec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

// Both ends of so many lines keep this distance from the origin.
static void assert_round(const TumDrawLine3 *lines, int count, double radius)
{
    for (int i = 0; i < count; ++i) {
        assert_near(length_of(lines[i].from), radius, 1e-6);
        assert_near(length_of(lines[i].to), radius, 1e-6);
    }
}

static void assert_colors(const Scenery *scenery, size_t from, size_t to, uint32_t color)
{
    for (size_t i = from; i < to; ++i) {
        assert_int_equal(scenery->lines[i].color, color);
    }
}

static void a_rail_is_a_segment_with_a_cross_at_each_end(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0.25, 0, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, X, -0.5, 1.0);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 1 + 2 * 2);
    assert_colors(&s, 0, 5, TUM_COLOR_LIMIT);
    assert_line(&s.lines[0], dvec3(-0.5, 0, 0), dvec3(1, 0, 0));
    assert_line(&s.lines[1], dvec3(-0.5, -MARK, 0), dvec3(-0.5, MARK, 0));
    assert_line(&s.lines[4], dvec3(1, 0, -MARK), dvec3(1, 0, MARK));
    assert_int_equal(s.draw.point_count, 1);
    assert_place(s.points[0].position, 0.25, 0, 0);
    assert_near(s.points[0].value, 0.25, 1e-6);
    assert_int_equal(s.points[0].color, TUM_COLOR_MEASURE);
    scenery_end(&s);
}

// Half a metre beyond both the bound at 0 and the joint at 2.
static void an_open_end_is_an_arrow_beyond_where_the_joint_is(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 2, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, Y, 0, INFINITY);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 1 + 2 + 2);
    assert_line(&s.lines[0], dvec3(0, 0, 0), dvec3(0, 2.5, 0));
    // The head: back from the tip, to both sides.
    assert_line(&s.lines[3], dvec3(0, 2.5, 0), dvec3(0, 2.5 - MARK, MARK));
    assert_line(&s.lines[4], dvec3(0, 2.5, 0), dvec3(0, 2.5 - MARK, -MARK));
    scenery_end(&s);

    scenery_begin(&s, 0, 2, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, Y, -INFINITY, 3);
    scenery_draw(&s);
    assert_line(&s.lines[0], dvec3(0, 1.5, 0), dvec3(0, 3, 0));
    assert_line(&s.lines[1], dvec3(0, 1.5, 0), dvec3(0, 1.5 + MARK, MARK));
    scenery_end(&s);
}

static void two_linear_axes_are_an_annulus(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 1.5, 0.7);
    scenery_range(&s, TUM_SPACE_LINEAR, X | Y, 1, 2);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 24 + 24 + 4);
    assert_round(s.lines, 24, 1.0);
    assert_round(s.lines + 24, 24, 2.0);
    for (int i = 0; i < 52; ++i) {
        assert_near(s.lines[i].from.z, 0, 1e-6); // across the axis that is left out
    }
    assert_line(&s.lines[48], dvec3(1, 0, 0), dvec3(2, 0, 0));
    assert_line(&s.lines[51], dvec3(0, -1, 0), dvec3(0, -2, 0));
    assert_near(s.points[0].value, 1.5, 1e-6); // 0.7 m along the axis that is left out
    assert_place(s.points[0].position, 0, 1.5, 0.7);
    scenery_end(&s);

    // Without an inner bound it is a disc; without an outer one arrows lead away.
    scenery_begin(&s, 0, 0.5, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, Y | Z, -INFINITY, 2);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 24 + 4);
    assert_line(&s.lines[24], dvec3(0, 0, 0), dvec3(0, 2, 0));
    scenery_end(&s);
    scenery_begin(&s, 0, 1.25, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, Y | Z, 1, INFINITY);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 24 + 4 * 3);
    assert_line(&s.lines[24], dvec3(0, 1, 0), dvec3(0, 1.75, 0));
    scenery_end(&s);
}

static void three_linear_axes_are_shells_and_a_rod_is_one(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 1, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, ALL, 1, 1);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 3 * 24);
    assert_round(s.lines, 72, 1.0);
    assert_near(s.points[0].value, 1, 1e-6);
    scenery_end(&s);

    scenery_begin(&s, 0, 1, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, ALL, 0.5, 2);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 2 * 3 * 24);
    assert_round(s.lines, 24, 0.5);
    assert_round(s.lines + 24, 24, 2);
    scenery_end(&s);
}

// About Z, angles begin at X and grow toward Y.
static void a_twist_is_an_arc_with_its_ends_and_the_turn_now(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 0, 0, 1, 0.25);
    scenery_range(&s, TUM_SPACE_ANGULAR, Z, -0.5, 1.0);
    scenery_draw(&s);
    // 1.5 rad are 5.7 twenty-fourths of a turn.
    assert_int_equal(s.draw.line_count, 6 + 2 + 1);
    assert_round(s.lines, 6, RADIUS);
    const DVec3 low = dvec3(RADIUS * cos(-0.5), RADIUS * sin(-0.5), 0);
    const DVec3 high = dvec3(RADIUS * cos(1.0), RADIUS * sin(1.0), 0);
    assert_place(s.lines[0].from, low.x, low.y, 0);
    assert_place(s.lines[5].to, high.x, high.y, 0);
    assert_line(&s.lines[6], dvec3(0, 0, 0), low);
    assert_line(&s.lines[7], dvec3(0, 0, 0), high);
    const DVec3 now = dvec3(RADIUS * cos(0.25), RADIUS * sin(0.25), 0);
    assert_line(&s.lines[8], dvec3(0, 0, 0), now);
    assert_int_equal(s.lines[8].color, TUM_COLOR_MEASURE);
    assert_place(s.points[0].position, now.x, now.y, 0);
    assert_near(s.points[0].value, 0.25, 1e-6);
    scenery_end(&s);
}

// A quarter turn beyond the joint at 0.25, which is beyond the bound at 0.
static void an_open_twist_ends_in_an_arrow(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 1, 0, 0, 0.25);
    scenery_range(&s, TUM_SPACE_ANGULAR, X, 0, INFINITY);
    scenery_draw(&s);
    const double end = 0.25 + PI / 2;
    const int arc = 7; // of 6.95 twenty-fourths
    assert_int_equal(s.draw.line_count, arc + 2 + 1 + 1);
    assert_place(s.lines[arc - 1].to, 0, RADIUS * cos(end), RADIUS * sin(end));
    // The head points along the arc, its two lines to the inside and the outside.
    const double back_y = RADIUS * cos(end) + MARK * sin(end);
    const double back_z = RADIUS * sin(end) - MARK * cos(end);
    assert_place(s.lines[arc].to, 0, back_y + MARK * cos(end), back_z + MARK * sin(end));
    assert_line(&s.lines[arc + 2], dvec3(0, 0, 0), dvec3(0, RADIUS, 0));
    scenery_end(&s);
}

// Turned by half a turn a second about its hinge, for three seconds, within ten turns.
static void whole_turns_are_counted(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    set3(s.setup.things[s.body].motion.angular_velocity, 0, PI, 0);
    joint_hinge(&s.joints, s.joint, 1);
    scenery_range(&s, TUM_SPACE_ANGULAR, Y, 0, 20 * PI);
    setup_start(&s.setup);
    setup_run(&s.setup, 3.0);
    scenery_draw(&s);
    assert_near(s.points[0].value, 3 * PI, 0.01);
    // Six bars, two squares, a whole turn of arc, two ends, and now.
    assert_int_equal(s.draw.line_count, 6 + 2 * 4 + 24 + 2 + 1);
    scenery_end(&s);
}

// Before the first step: half a radian back from zero is 5.78 rad, as far as 5.5 to 6 goes, for the
// range as for what drives to 3 whole turns.
static void turns_begin_in_their_range(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 0, 0, 1, -0.5);
    scenery_range(&s, TUM_SPACE_ANGULAR, Z, 5.5, 6);
    TumDrive *drive = joint_drive(&s.joints, s.joint, TUM_SPACE_ANGULAR, 2, TUM_DRIVE_FORCE);
    drive->has_position_target = true;
    drive->position_target = 6 * PI;
    drive->stiffness = 1;
    scenery_draw(&s);
    assert_near(s.points[0].value, 2 * PI - 0.5, 1e-6);
    assert_near(s.points[1].value, 2 * PI - 0.5, 1e-6);
    scenery_end(&s);
}

// X is left out: the cone opens about it. Turned by 0.4 about Z, the body's X leans toward Y.
static void two_angular_axes_are_a_cone(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 0, 0, 1, 0.4);
    scenery_range(&s, TUM_SPACE_ANGULAR, Y | Z, 0, 0.6);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 24 + 4 + 1);
    assert_round(s.lines, 24, RADIUS);
    for (int i = 0; i < 24; ++i) {
        assert_near(s.lines[i].from.x, RADIUS * cos(0.6), 1e-6);
    }
    assert_line(&s.lines[24], dvec3(0, 0, 0), dvec3(RADIUS * cos(0.6), RADIUS * sin(0.6), 0));
    assert_line(&s.lines[28], dvec3(0, 0, 0), dvec3(RADIUS * cos(0.4), RADIUS * sin(0.4), 0));
    assert_near(s.points[0].value, 0.4, 1e-6);
    scenery_end(&s);

    // At least 0.3: that cone, and four arrows that lead on from it.
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 0, 0, 1, 0.4);
    scenery_range(&s, TUM_SPACE_ANGULAR, Y | Z, 0.3, INFINITY);
    scenery_draw(&s);
    const int arc = 7; // 0.4 + a quarter turn - 0.3: 6.4 twenty-fourths
    assert_int_equal(s.draw.line_count, 24 + 4 + 4 * (arc + 2) + 1);
    assert_round(s.lines + 28, arc, RADIUS);
    assert_place(s.lines[28].from, RADIUS * cos(0.3), RADIUS * sin(0.3), 0);
    const double end = 0.4 + PI / 2;
    assert_place(s.lines[28 + arc - 1].to, RADIUS * cos(end), RADIUS * sin(end), 0);
    scenery_end(&s);
}

// 0.25 m for half a turn: 0.5 rad about (1, 1, 0) are 0.0398 m along it.
static void three_angular_axes_are_arcs_both_ways_and_the_turn_along_its_axis(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 1, 1, 0, 0.5);
    scenery_range(&s, TUM_SPACE_ANGULAR, ALL, 0, 0.7);
    scenery_draw(&s);
    const int arc = 3; // of 2.67 twenty-fourths
    assert_int_equal(s.draw.line_count, 3 * 2 * (arc + 1) + 1);
    // About X: from Y toward Z and back.
    assert_place(s.lines[arc - 1].to, 0, RADIUS * cos(0.7), RADIUS * sin(0.7));
    assert_place(s.lines[2 * arc].to, 0, RADIUS * cos(0.7), -RADIUS * sin(0.7));
    const double along = RADIUS * 0.5 / PI / sqrt(2.0);
    assert_line(&s.lines[24], dvec3(0, 0, 0), dvec3(along, along, 0));
    assert_near(s.points[0].value, 0.5, 1e-6);
    scenery_end(&s);
}

static void locks_are_bars_and_squares_and_soft_ones_have_their_color(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    joint_lock(&s.joints, s.joint, TUM_SPACE_LINEAR, X | Y);
    joint_lock(&s.joints, s.joint, TUM_SPACE_ANGULAR, Z);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 2 * 2 + 4);
    assert_int_equal(s.draw.point_count, 0);
    assert_colors(&s, 0, 8, TUM_COLOR_LOCK);
    assert_line(&s.lines[0], dvec3(-MARK, -MARK, 0), dvec3(-MARK, MARK, 0));
    assert_line(&s.lines[1], dvec3(MARK, -MARK, 0), dvec3(MARK, MARK, 0));
    for (int i = 4; i < 8; ++i) { // corners of a square across Z, 12 cm wide
        assert_near(fabs((double)s.lines[i].from.x), 0.06, 1e-6);
        assert_near(fabs((double)s.lines[i].from.y), 0.06, 1e-6);
        assert_near(length_of((TumVec3){s.lines[i].to.x - s.lines[i].from.x,
                                        s.lines[i].to.y - s.lines[i].from.y, 0}),
                    0.12, 1e-6);
    }
    scenery_end(&s);

    // A spring tells how far it is stretched.
    scenery_begin(&s, 0.3, 0.4, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, ALL, 0, 0)->stiffness = 100;
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 3 * 2);
    assert_colors(&s, 0, 6, TUM_COLOR_SPRING);
    assert_int_equal(s.draw.point_count, 1);
    assert_near(s.points[0].value, 0.5, 1e-6);
    scenery_end(&s);

    scenery_begin(&s, 0, 0, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, X, -1, 1)->stiffness = 100;
    scenery_draw(&s);
    assert_colors(&s, 0, s.draw.line_count, TUM_COLOR_SPRING);
    scenery_end(&s);
}

static void drives_lead_to_their_targets_and_show_their_speed(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0.5, 0);
    TumDrive *drive = joint_drive(&s.joints, s.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
    drive->has_position_target = true;
    drive->position_target = 2;
    drive->stiffness = 10;
    drive->damping = 1;
    drive->velocity_target = -3;
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 3 + 3);
    assert_colors(&s, 0, 6, TUM_COLOR_DRIVE);
    assert_line(&s.lines[0], dvec3(0, 0.5, 0), dvec3(0, 2, 0));
    assert_line(&s.lines[1], dvec3(-MARK, 2, -MARK), dvec3(MARK, 2, MARK));
    assert_line(&s.lines[3], dvec3(0, 0.5, 0), dvec3(0, 0.2, 0)); // -3 m/s for 0.1 s
    assert_place(s.lines[4].to, 0, 0.2 + MARK, MARK);
    assert_near(s.points[0].value, 0.5, 1e-6);
    assert_int_equal(s.points[0].color, TUM_COLOR_DRIVE);
    scenery_end(&s);

    // From 0.25 rad about Y, where angles begin at Z and grow toward X, to 1.25.
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 0, 1, 0, 0.25);
    drive = joint_drive(&s.joints, s.joint, TUM_SPACE_ANGULAR, 1, TUM_DRIVE_ACCELERATION);
    drive->has_position_target = true;
    drive->position_target = 1.25;
    drive->stiffness = 10;
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 1 + 4); // 1 rad is 3.8 twenty-fourths
    assert_line(&s.lines[0], dvec3(0, 0, 0), dvec3(0.3 * sin(1.25), 0, 0.3 * cos(1.25)));
    assert_place(s.lines[1].from, 0.2 * sin(0.25), 0, 0.2 * cos(0.25));
    assert_place(s.lines[4].to, 0.2 * sin(1.25), 0, 0.2 * cos(1.25));
    assert_near(s.points[0].value, 0.25, 1e-6);
    scenery_end(&s);
}

// 5 rad/s for 0.1 s, 16 cm from the axis.
static void the_speed_of_a_turn_is_an_arrow_around(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    setup_turn(&s.setup, s.body, 0, 0, 1, 0.25);
    TumDrive *drive = joint_drive(&s.joints, s.joint, TUM_SPACE_ANGULAR, 2, TUM_DRIVE_FORCE);
    drive->damping = 1;
    drive->velocity_target = 5;
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 2 + 2); // half a radian is 1.9 twenty-fourths
    assert_round(s.lines, 2, 0.16);
    assert_place(s.lines[0].from, 0.16 * cos(0.25), 0.16 * sin(0.25), 0);
    assert_place(s.lines[1].to, 0.16 * cos(0.75), 0.16 * sin(0.75), 0);
    scenery_end(&s);
}

static void bounds_beyond_ten_kilometres_count_as_open(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0, 0);
    scenery_range(&s, TUM_SPACE_LINEAR, X, -1e5, 1);
    scenery_range(&s, TUM_SPACE_LINEAR, Y, -1e5, 1e300);
    scenery_draw(&s);
    assert_int_equal(s.draw.line_count, 1 + 2 + 2);
    assert_line(&s.lines[0], dvec3(-0.5, 0, 0), dvec3(1, 0, 0));
    assert_int_equal(s.draw.point_count, 2); // both are measured
    scenery_end(&s);
}

static void labels_say_what_is_measured(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 0, 0.5, 0);
    setup_turn(&s.setup, s.body, 1, 0, 0, 0.25);
    scenery_range(&s, TUM_SPACE_ANGULAR, X, -0.5, 1.2);
    scenery_range(&s, TUM_SPACE_LINEAR, ALL, -INFINITY, 2);
    scenery_range(&s, TUM_SPACE_LINEAR, Y | Z, 0.25, 0.25)->stiffness = 100;
    joint_lock(&s.joints, s.joint, TUM_SPACE_LINEAR, X); // says nothing
    TumDrive *drive = joint_drive(&s.joints, s.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
    drive->damping = 1;
    drive->velocity_target = 1.5;
    scenery_draw(&s);
    assert_int_equal(s.draw.label_count, 4);
    assert_string_equal(s.labels[0].text, "twist x 0.25 rad, -0.5 to 1.2");
    assert_string_equal(s.labels[1].text, "distance xyz 0.5 m, up to 2");
    assert_string_equal(s.labels[2].text, "spring radius yz 0.5 m, at 0.25");
    assert_string_equal(s.labels[3].text, "drive slide y 0.5 m, at 1.5/s");
    assert_int_equal(s.labels[1].color, TUM_COLOR_LIMIT);
    assert_int_equal(s.labels[2].color, TUM_COLOR_SPRING);
    assert_place(s.labels[1].position, 0, 0.5, 0);
    scenery_end(&s);
}

// Node A is on a body that stands at (1, 2, 3), turned so that its X points along the world's Y.
static void limits_stand_in_the_joint_nodes_frame(void **state)
{
    (void)state;
    Scenery s;
    scenery_begin(&s, 1, 2, 3);
    const int other = setup_body(&s.setup, box_shape(1, 1, 1), 1, 2, 3);
    setup_turn(&s.setup, s.body, 0, 0, 1, PI / 2);
    s.joints.defs[s.joint].node_a = s.body;
    s.joints.defs[s.joint].node_b = other;
    scenery_range(&s, TUM_SPACE_LINEAR, X, -1, 2);
    scenery_draw(&s);
    assert_line(&s.lines[0], dvec3(1, 1, 3), dvec3(1, 4, 3));
    scenery_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rail_is_a_segment_with_a_cross_at_each_end),
        cmocka_unit_test(an_open_end_is_an_arrow_beyond_where_the_joint_is),
        cmocka_unit_test(two_linear_axes_are_an_annulus),
        cmocka_unit_test(three_linear_axes_are_shells_and_a_rod_is_one),
        cmocka_unit_test(a_twist_is_an_arc_with_its_ends_and_the_turn_now),
        cmocka_unit_test(an_open_twist_ends_in_an_arrow),
        cmocka_unit_test(whole_turns_are_counted),
        cmocka_unit_test(turns_begin_in_their_range),
        cmocka_unit_test(two_angular_axes_are_a_cone),
        cmocka_unit_test(three_angular_axes_are_arcs_both_ways_and_the_turn_along_its_axis),
        cmocka_unit_test(locks_are_bars_and_squares_and_soft_ones_have_their_color),
        cmocka_unit_test(drives_lead_to_their_targets_and_show_their_speed),
        cmocka_unit_test(the_speed_of_a_turn_is_an_arrow_around),
        cmocka_unit_test(bounds_beyond_ten_kilometres_count_as_open),
        cmocka_unit_test(labels_say_what_is_measured),
        cmocka_unit_test(limits_stand_in_the_joint_nodes_frame),
    };
    return cmocka_run_group_tests_name("drawing joints", tests, NULL, NULL);
}
