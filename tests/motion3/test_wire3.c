// SPDX-License-Identifier: MIT
// Wireframes lie on the surfaces of their shapes.
#include "motion3/wire3.h"

#include "distance3/shapecast3.h"
#include "tests/support/shapes3.h"

typedef struct Check {
    const char *name;
    const Shape3 *shape;
    Pose3 pose;
    Bound3 bound;
    int lines;
} Check;

static void check_end(Check *check, Vec3 p)
{
    Nearest3 nearest;
    assert_true(tum_nearest3(check->shape, check->pose, p, 1e30, &nearest));
    if (!(fabs(nearest.distance) < 1e-4)) {
        fail_msg("%s: line %d ends %g from the surface", check->name, check->lines,
                 nearest.distance);
    }
    check->bound.low = vec3_minimum(check->bound.low, p);
    check->bound.high = vec3_maximum(check->bound.high, p);
}

static void check_line(void *user, Vec3 from, Vec3 to)
{
    Check *check = user;
    check_end(check, from);
    check_end(check, to);
    ++check->lines;
}

// Both ends of each line lie on the surface, and together they reach as far as the shape does but
// for the height of a circle's arc over its chord, 1 - cos(7.5 deg) of a radius below 1 m.
static void lines_lie_on_every_convex_shape_and_reach_its_ends(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    for (int k = 0; k < ZOO_COUNT; ++k) {
        Check check = {
            .name = zoo.names[k],
            .shape = &zoo.shapes[k],
            .pose = pose_at(0.5f, -1.0f, 2.0f),
            .bound = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}};
        tum_wire3(check.shape, check.pose, check_line, &check);
        assert_between(check.lines, 6, 200);
        const Bound3 bound = tum_shape3_bound(check.shape, &check.pose);
        for (int axis = 0; axis < 3; ++axis) {
            assert_near(vec3_part(check.bound.low, axis), vec3_part(bound.low, axis), 0.01);
            assert_near(vec3_part(check.bound.high, axis), vec3_part(bound.high, axis), 0.01);
        }
    }
    zoo_close(&zoo);
}

static void count_line(void *user, Vec3 from, Vec3 to)
{
    assert_true(vec3_is_finite(from) && vec3_is_finite(to));
    ++*(int *)user;
}

static void what_has_no_end_is_drawn_near_its_middle(void **state)
{
    (void)state;
    const Shape3 shapes[3] = {tum_shape3_plane(),
                              tum_shape3_sheet((float)INFINITY, (float)INFINITY, true),
                              tum_shape3_sheet(1.0f, (float)INFINITY, false)};
    const int lines[3] = {23, 5, 5};
    for (int i = 0; i < 3; ++i) {
        int count = 0;
        tum_wire3(&shapes[i], pose_at(1.0f, 2.0f, 3.0f), count_line, &count);
        assert_int_equal(count, lines[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_lie_on_every_convex_shape_and_reach_its_ends),
        cmocka_unit_test(what_has_no_end_is_drawn_near_its_middle),
    };
    return cmocka_run_group_tests_name("wireframes", tests, NULL, NULL);
}
