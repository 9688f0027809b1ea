// SPDX-License-Identifier: MIT
// test_contact_memory3.c: the state of a manifold leaves its lane and comes back whole.
#include "contact3/contact_memory3.h"
#include "tests/support/support.h"

enum {
    FROM = 3,
    TO = 5,
    LANES_BEGIN = offsetof(ContactBlock3, body_a) / sizeof(Lanes),
    LANES_END = sizeof(ContactBlock3) / sizeof(Lanes)
};

static float *row_of(ContactBlock3 *block, size_t row)
{
    return (float *)block + row * WIDE;
}

static bool is_row_of(size_t row, size_t offset, size_t size)
{
    return row >= offset / sizeof(Lanes) && row < (offset + size) / sizeof(Lanes);
}

#define IS_ROW_OF(row, member)                                                                     \
    is_row_of(row, offsetof(ContactBlock3, member), sizeof((ContactBlock3 *)NULL)->member)

// Rows that tum_space3_name_lane sets.
static bool is_named(size_t row)
{
    return IS_ROW_OF(row, body_a) || IS_ROW_OF(row, body_b) || IS_ROW_OF(row, static_friction) ||
           IS_ROW_OF(row, dynamic_friction);
}

static void a_memory_has_every_row_of_its_lane_but_bodies_and_coefficients(void **state)
{
    (void)state;
    ContactBlock3 from = {.point_count = 0}, to = {.point_count = 0};
    const size_t used = (offsetof(ContactBlock3, feature) + sizeof from.feature) / sizeof(Lanes);
    for (size_t row = LANES_BEGIN; row < used; ++row) {
        row_of(&from, row)[FROM] = 1.0f + (float)row;
    }
    from.lane_points[FROM] = LOCAL_POINTS_MAX;
    const ContactMemory3 memory = tum_contact_memory3(&from, FROM);
    tum_contact_set_memory3(&to, TO, &memory);
    for (size_t row = LANES_BEGIN; row < LANES_END; ++row) {
        const float expected = is_named(row) ? 0.0f : row_of(&from, row)[FROM];
        assert_memory_equal(&row_of(&to, row)[TO], &expected, sizeof expected);
        assert_near(row_of(&to, row)[TO - 1], 0, 0);
    }
}

// n = z, t = x, so c = n x t = y.
static void friction_in_the_world_is_along_both_tangents(void **state)
{
    (void)state;
    const ContactMemory3 memory = {.normal = {0, 0, 1},
                                   .tangent = {1, 0, 0},
                                   .friction_impulse = {[FRICTION_T] = 2, [FRICTION_C] = 3}};
    const Vec3 friction = tum_contact_friction3(&memory);
    assert_near(friction.x, 2, 0);
    assert_near(friction.y, 3, 0);
    assert_near(friction.z, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_memory_has_every_row_of_its_lane_but_bodies_and_coefficients),
        cmocka_unit_test(friction_in_the_world_is_along_both_tangents),
    };
    return cmocka_run_group_tests_name("contact memory", tests, NULL, NULL);
}
