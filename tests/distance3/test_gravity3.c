// SPDX-License-Identifier: MIT
// Fields of gravity pull towards the nearest point of their source:
// docs/simulation.md#9-volumes-of-gravity.
#include "distance3/gravity3.h"

#include "tests/support/support.h"

static void assert_acceleration(const Field3 *field, DVec3 at, double x, double y, double z)
{
    const DVec3 found = tum_field3_at(field, at);
    assert_near(found.x, x, 1e-9);
    assert_near(found.y, y, 1e-9);
    assert_near(found.z, z, 1e-9);
}

static Field3 field_of(FieldKind3 kind, double strength, double unit_distance)
{
    return (Field3){.kind = kind,
                    .strength = strength,
                    .unit_distance = unit_distance,
                    .world_from_frame = POSE3_IDENTITY};
}

// OMI-GRAVITY-15.
static void a_direction_is_the_same_everywhere_and_turns_with_its_frame(void **state)
{
    (void)state;
    Field3 field = field_of(FIELD3_DIRECTIONAL, 3, 0);
    field.direction = dvec3(0, -1, 0);
    assert_acceleration(&field, dvec3(5, 6, 7), 0, -3, 0);
    // A half turn about X, exact in floats.
    field.world_from_frame.rotation = (Quat){1.0f, 0.0f, 0.0f, 0.0f};
    assert_acceleration(&field, dvec3(5, 6, 7), 0, 3, 0);
}

// OMI-GRAVITY-27.
static void a_point_pulls_by_the_square_of_the_distance_or_evenly(void **state)
{
    (void)state;
    Field3 field = field_of(FIELD3_POINT, 8, 2);
    field.world_from_frame.position = (Vec3){1.0f, 0.0f, 0.0f};
    // 8 at 2 m, so 2 at 4 m.
    assert_acceleration(&field, dvec3(3, 0, 0), -8, 0, 0);
    assert_acceleration(&field, dvec3(1, 4, 0), 0, -2, 0);
    field.unit_distance = 0;
    assert_acceleration(&field, dvec3(1, 4, 0), 0, -8, 0);
    field.strength = -8;
    assert_acceleration(&field, dvec3(1, 4, 0), 0, 8, 0);
    // At the source there is no direction.
    assert_acceleration(&field, dvec3(1, 0, 0), 0, 0, 0);
}

// OMI-GRAVITY-18, OMI-GRAVITY-20.
static void a_disc_pulls_straight_onto_itself_and_to_its_rim(void **state)
{
    (void)state;
    Field3 field = field_of(FIELD3_DISC, 5, 0);
    field.radii[0] = field.radii[1] = 2;
    assert_acceleration(&field, dvec3(1, 3, -1), 0, -5, 0);
    assert_acceleration(&field, dvec3(0, -3, 0), 0, 5, 0);
    // From (5, 4, 0) the rim is at (2, 0, 0): 3 and 4 away, 5 in all.
    assert_acceleration(&field, dvec3(5, 4, 0), -3, -4, 0);
    assert_acceleration(&field, dvec3(0, -4, -5), 0, 4, 3);
}

// OMI-GRAVITY-19.
static void a_torus_pulls_to_its_rim_from_all_sides_but_its_axis(void **state)
{
    (void)state;
    Field3 field = field_of(FIELD3_TORUS, 5, 0);
    field.radii[0] = field.radii[1] = 4;
    // From (1, 4, 0) the rim is at (4, 0, 0).
    assert_acceleration(&field, dvec3(1, 4, 0), 3, -4, 0);
    assert_acceleration(&field, dvec3(0, 0, 7), 0, 0, -5);
    assert_acceleration(&field, dvec3(0, 4, 0), 0, 0, 0);
}

// The least distance of a point of the plane to the rim, from 200000 points of it.
static double rim_distance(double a, double b, double x, double z)
{
    double least = INFINITY;
    for (int i = 0; i < 200000; ++i) {
        const double angle = 2 * 3.14159265358979323846 * i / 200000;
        const double d = hypot(a * cos(angle) - x, b * sin(angle) - z);
        least = d < least ? d : least;
    }
    return least;
}

static void the_nearest_point_of_an_ellipse_is_found_from_anywhere(void **state)
{
    (void)state;
    static const double radii[][2] = {{3, 1}, {1, 3}, {2, 1.999}, {5, 0.01}};
    static const double points[][2] = {{4, 2},      {-4, 2},      {0.5, -0.2}, {1, 0},
                                       {0, 0.7},    {2.9, 0},     {0, -6},     {-0.1, 0.1},
                                       {2.7, 0.01}, {-1.5, -2.5}, {1e-3, 5},   {6, 1e-9}};
    for (size_t r = 0; r < sizeof radii / sizeof *radii; ++r) {
        Field3 field = field_of(FIELD3_TORUS, 1, 1);
        memcpy(field.radii, radii[r], sizeof field.radii);
        for (size_t p = 0; p < sizeof points / sizeof *points; ++p) {
            const double x = points[p][0], z = points[p][1];
            // Strength 1 and unit distance 1: the pull is 1 / distance^2.
            const double pull = dvec3_length(tum_field3_at(&field, dvec3(x, 0, z)));
            const double expected = rim_distance(radii[r][0], radii[r][1], x, z);
            // A sample lies within half a spacing s of the nearest point, across the way to it, so
            // it is at most s^2 / 8 d farther.
            const double spacing = 2 * 3.15 * 5 / 200000;
            assert_near(1 / sqrt(pull), expected, 1e-9 + spacing * spacing / (8 * expected));
        }
    }
}

static void an_ellipse_without_width_is_a_segment(void **state)
{
    (void)state;
    Field3 field = field_of(FIELD3_TORUS, 5, 0);
    field.radii[0] = 2;
    assert_acceleration(&field, dvec3(1, 0, 7), 0, 0, -5);
    assert_acceleration(&field, dvec3(5, 4, 0), -3, -4, 0);
    field.kind = FIELD3_DISC;
    assert_acceleration(&field, dvec3(-1.5, 1, 0), 0, -5, 0);
}

// OMI-GRAVITY-22.
static void a_line_pulls_to_its_segments_and_ends(void **state)
{
    (void)state;
    static const double points[9] = {0, 0, 0, 10, 0, 0, 10, 10, 0};
    Field3 field = field_of(FIELD3_LINE, 5, 0);
    field.points = points;
    field.point_count = 3;
    assert_acceleration(&field, dvec3(4, 0, 7), 0, 0, -5);
    assert_acceleration(&field, dvec3(13, 6, 4), -3, 0, -4);
    assert_acceleration(&field, dvec3(-3, -4, 0), 3, 4, 0);
    // Not closed: above the middle of the missing side the nearest are the others.
    assert_acceleration(&field, dvec3(4, 5, 0), 0, -5, 0);
}

// OMI-GRAVITY-25.
static void a_shape_pulls_to_its_surface_from_outside_and_inside(void **state)
{
    (void)state;
    Field3 field = field_of(FIELD3_SHAPED, 5, 0);
    field.shape = tum_shape3_sphere(2.0f);
    assert_acceleration(&field, dvec3(0, 0, 4), 0, 0, -5);
    assert_acceleration(&field, dvec3(1, 0, 0), 5, 0, 0);
    field.unit_distance = 1;
    // Inside by half a metre: 5 * (1 / 0.5)^2.
    assert_acceleration(&field, dvec3(0, -1.5, 0), 0, -20, 0);
}

static void bodies_sum_their_fields_and_the_rest_feel_the_world(void **state)
{
    (void)state;
    Field3 fields[2] = {field_of(FIELD3_DIRECTIONAL, 3, 0), field_of(FIELD3_DIRECTIONAL, 4, 0)};
    fields[0].direction = dvec3(1, 0, 0);
    fields[1].direction = dvec3(0, 0, 1);
    const uint32_t order[3] = {0, 1, 1};
    const FieldRange3 bodies[3] = {{0, 0, false}, {0, 2, false}, {2, 1, true}};
    const Gravity3 gravity = {.fields = fields, .order = order, .bodies = bodies, .body_count = 3};
    const Vec3 world = {0.0f, -10.0f, 0.0f}, center = {0.0f, 0.0f, 0.0f};
    const Vec3 expected[4] = {
        {0.0f, -10.0f, 0.0f}, {3.0f, -10.0f, 4.0f}, {0.0f, 0.0f, 4.0f}, {0.0f, -10.0f, 0.0f}};
    for (int32_t body = 0; body < 4; ++body) {
        const Vec3 found = tum_gravity3_at(&gravity, body, center, world);
        assert_near((double)vec3_length(vec3_sub(found, expected[body])), 0, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_direction_is_the_same_everywhere_and_turns_with_its_frame),
        cmocka_unit_test(a_point_pulls_by_the_square_of_the_distance_or_evenly),
        cmocka_unit_test(a_disc_pulls_straight_onto_itself_and_to_its_rim),
        cmocka_unit_test(a_torus_pulls_to_its_rim_from_all_sides_but_its_axis),
        cmocka_unit_test(the_nearest_point_of_an_ellipse_is_found_from_anywhere),
        cmocka_unit_test(an_ellipse_without_width_is_a_segment),
        cmocka_unit_test(a_line_pulls_to_its_segments_and_ends),
        cmocka_unit_test(a_shape_pulls_to_its_surface_from_outside_and_inside),
        cmocka_unit_test(bodies_sum_their_fields_and_the_rest_feel_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
