// SPDX-License-Identifier: MIT
// Small things and large ones behave alike: lengths in sizes, times in sqrt(size / gravity).
#include "math/scalar.h"
#include "tests/support/world_support.h"
#include "tumble/capacity.h"

static const double sizes[] = {TUM_MIN_BODY_SIZE, 0.001, 0.002, 0.005, 0.01, 0.1, 1, 10, 1000};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static const double gravity = 9.81;

static double speed_of(TumVec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

// A floor at y = 0 under a gravity that leans by this slope, as if the floor did.
static Setup sloping_floor(double slope)
{
    Setup setup = setup_empty();
    const double length = sqrt(1 + slope * slope);
    setup.def.no_sleep = true;
    setup.def.override_gravity = true;
    setup.def.gravity[0] = (float)(gravity * slope / length);
    setup.def.gravity[1] = (float)(-gravity / length);
    setup_floor(&setup);
    return setup;
}

static void a_stack_of_ten_cubes_of_any_size_stands(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double size = sizes[k];
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup_floor(&setup);
        int boxes[10];
        for (int i = 0; i < 10; ++i) {
            boxes[i] = setup_body(&setup, box_shape(size, size, size), 0, (0.5 + i) * size, 0);
        }
        setup_start(&setup);
        setup_run(&setup, 2 + 4 * sqrt(size));
        for (int i = 0; i < 10; ++i) {
            const TumVec3 p = setup_pose(&setup, boxes[i]).position;
            print_message("size %g, cube %d\n", size, i);
            // Under k cubes contacts give way by 2 k g h^2 / (pi / 2)^2, in a substep h of which
            // g h^2 is at most 1/500 of half a cube's diagonal: 0.0014 k of its edge, 0.077 in all.
            assert_near((double)p.x / size, 0, 0.01);
            assert_between((double)p.y / size, i + 0.5 - 0.08, i + 0.5 + 0.001);
            assert_near((double)p.z / size, 0, 0.01);
            assert_near(setup_tilt(&setup, boxes[i]), 0, 0.01);
        }
        setup_end(&setup);
    }
}

static void friction_holds_and_drags_whatever_the_size(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double size = sizes[k];
        print_message("size %g\n", size);
        for (int slides = 0; slides < 2; ++slides) {
            const double slope = slides ? 0.6 : 0.45, friction = 0.5;
            Setup setup = sloping_floor(slope);
            const int box = setup_body(&setup, box_shape(size, size, size), 0, 0.5 * size, 0);
            setup_all_materials(&setup, friction, friction, 0);
            setup_start(&setup);
            setup_run(&setup, 0.5);
            const double began = (double)setup_velocity(&setup, box).x;
            setup_run(&setup, 0.5);
            const double gained = ((double)setup_velocity(&setup, box).x - began) / 0.5;
            if (slides) {
                // Friction acts at the middle of the points, and pressure is uneven under a cube
                // that slides: up to 1 %.
                assert_near(gained, gravity * (slope - friction) / sqrt(1 + slope * slope), 0.01);
            } else {
                const TumVec3 p = setup_pose(&setup, box).position;
                assert_near((double)p.x / size, 0, 0.01);
                assert_near(gained, 0, 1e-3);
            }
            setup_end(&setup);
        }
    }
}

static void a_ball_of_any_size_rolls_down_a_slope(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double size = sizes[k], slope = 0.2, radius = size / 2;
        Setup setup = sloping_floor(slope);
        const int ball = setup_body(&setup, sphere_shape(radius), 0, radius, 0);
        setup_all_materials(&setup, 0.5, 0.5, 0);
        setup_start(&setup);
        setup_run(&setup, 0.25);
        const double began = (double)setup_velocity(&setup, ball).x;
        setup_run(&setup, 0.5);
        const double speed = (double)setup_velocity(&setup, ball).x;
        const double spin = (double)setup_spin(&setup, ball).z;
        print_message("size %g\n", size);
        // I = 2/5 m r^2: five sevenths of what would slide.
        const double expected = 5.0 / 7 * gravity * slope / sqrt(1 + slope * slope);
        assert_near((speed - began) / 0.5, expected, 0.01 * expected);
        assert_near(-spin * radius, speed, 0.01 * speed);
        setup_end(&setup);
    }
}

// From their own size above the ground, and small ones from 5 cm.
static void shapes_of_any_size_land_on_planes_boxes_and_meshes(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double s = sizes[k], drop = s < 0.05 ? 0.05 : s;
        const struct {
            TumShape shape;
            double height;
        } cases[] = {{box_shape(s, s, s), 0.5},
                     {sphere_shape(s / 2), 0.5},
                     {capsule_shape(s, s / 4, s / 4), 0},
                     {cylinder_shape(s, s / 2, s / 2), 0.5},
                     {cylinder_shape(s, s / 2, s / 4), 0.5}};
        enum { CASES = sizeof cases / sizeof cases[0] };
        for (int ground = 0; ground < 3; ++ground) {
            Setup setup = setup_empty();
            if (ground == 0) {
                setup_floor(&setup);
            } else {
                const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};
                const TumShape box = box_shape(100 * s, 2 * s, 100 * s);
                const int floor = setup_static(&setup, ground == 1 ? box : mesh, 0, -s, 0);
                if (ground == 2) {
                    setup_box_mesh(&setup, floor, 50 * s, s, 50 * s);
                }
            }
            int bodies[CASES];
            for (int i = 0; i < CASES; ++i) {
                bodies[i] = setup_body(&setup, cases[i].shape, (i - 2) * 6 * s, s + drop, 0);
            }
            setup_start(&setup);
            setup_run(&setup, sqrt(2 * drop / gravity) + 3 * sqrt(s) + 1);
            for (int i = 0; i < CASES; ++i) {
                print_message("size %g, ground %d, case %d\n", s, ground, i);
                const double height = (double)setup_pose(&setup, bodies[i]).position.y / s;
                if (cases[i].height > 0) {
                    assert_near(height, cases[i].height, 0.005);
                } else { // may stand or lie
                    assert_between(height, 0.24, 0.76);
                }
            }
            setup_end(&setup);
        }
    }
}

static double energy_of(const Setup *setup, const int *bodies, int count)
{
    double energy = 0;
    for (int i = 0; i < count; ++i) {
        const double speed = speed_of(setup_velocity(setup, bodies[i]));
        energy += gravity * (double)setup_pose(setup, bodies[i]).position.y + speed * speed / 2;
    }
    return energy;
}

static double nearest_of(const Setup *setup, const int *bodies, int count)
{
    double nearest = INFINITY;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j) {
            const TumVec3 a = setup_pose(setup, bodies[i]).position;
            const TumVec3 b = setup_pose(setup, bodies[j]).position;
            nearest = fmin(nearest, speed_of((TumVec3){a.x - b.x, a.y - b.y, a.z - b.z}));
        }
    }
    return nearest;
}

// Columns of balls fall together: while one is stopped, the one above comes on at full speed, which
// within a step is several times the size of small ones.
static void columns_of_balls_of_any_size_fall_without_gaining_energy(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double s = sizes[k];
        Setup setup = setup_empty();
        setup_floor(&setup);
        int balls[16];
        for (int i = 0; i < 16; ++i) {
            const int column = i % 4, layer = i / 4;
            balls[i] =
                setup_body(&setup, sphere_shape(s / 2), (column % 2 + 0.05 * layer) * 1.5 * s,
                           (1 + 1.6 * layer) * s, (column / 2 + 0.03 * layer) * 1.5 * s);
        }
        setup_all_materials(&setup, 0.5, 0.5, 0);
        setup_start(&setup);
        const double before = energy_of(&setup, balls, 16);
        double most = before, nearest = INFINITY;
        const int steps = (int)((1 + 4 * sqrt(s)) * setup.rate);
        for (int i = 0; i < steps; ++i) {
            setup_step(&setup);
            most = fmax(most, energy_of(&setup, balls, 16));
            nearest = fmin(nearest, nearest_of(&setup, balls, 16));
        }
        print_message("size %g: nearest %g\n", s, nearest / s);
        assert_between(most / before, 0, 1.01);
        // Planes are found once a step: for a moment balls may be a third in each other.
        assert_between(nearest / s, 0.6, INFINITY);
        setup_end(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_ten_cubes_of_any_size_stands),
        cmocka_unit_test(friction_holds_and_drags_whatever_the_size),
        cmocka_unit_test(a_ball_of_any_size_rolls_down_a_slope),
        cmocka_unit_test(shapes_of_any_size_land_on_planes_boxes_and_meshes),
        cmocka_unit_test(columns_of_balls_of_any_size_fall_without_gaining_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
