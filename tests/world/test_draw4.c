// SPDX-License-Identifier: MIT
// A four-dimensional world is drawn as what of it lies at one place along W.
#include "tests/support/joint_support4.h"
#include "tumble/draw4.h"

enum { LINES_MOST = 2000, OTHERS_MOST = 20 };

typedef struct Sheet {
    TumDraw3 draw;
    TumDrawLine3 lines[LINES_MOST];
    TumDrawPoint3 points[OTHERS_MOST];
    TumDrawLabel3 labels[OTHERS_MOST];
} Sheet;

static Sheet sheet_of(const Setup4 *setup, uint32_t flags, float w)
{
    Sheet sheet = {.draw = {.flags = flags, .scene = setup->scene}};
    assert_int_equal(tum_world_draw4(setup->world, w, &sheet.draw), TUM_OK);
    const size_t lines = sheet.draw.line_count;
    assert_true(lines <= LINES_MOST && sheet.draw.point_count <= OTHERS_MOST);
    sheet.draw.lines = sheet.lines;
    sheet.draw.points = sheet.points;
    sheet.draw.labels = sheet.labels;
    sheet.draw.line_capacity = LINES_MOST;
    sheet.draw.point_capacity = sheet.draw.label_capacity = OTHERS_MOST;
    assert_int_equal(tum_world_draw4(setup->world, w, &sheet.draw), TUM_OK);
    assert_int_equal(sheet.draw.line_count, lines);
    return sheet;
}

static void a_tesseract_is_a_cube_where_it_is_and_nothing_beyond(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_body(&setup, box4(2, 2, 2, 2), (double[4]){1, 2, 3, 0.5});
    setup4_start(&setup);
    const Sheet within = sheet_of(&setup, TUM_DRAW_SHAPES, 1.4f);
    assert_int_equal(within.draw.line_count, 12);
    for (size_t i = 0; i < within.draw.line_count; ++i) {
        const TumDrawLine3 *line = &within.lines[i];
        assert_near(fabs((double)line->from.x - 1), 1, 1e-6);
        assert_near(fabs((double)line->from.y - 2), 1, 1e-6);
        assert_near(fabs((double)line->to.z - 3), 1, 1e-6);
        assert_int_equal(line->color, TUM_COLOR_AWAKE);
    }
    assert_int_equal(sheet_of(&setup, TUM_DRAW_SHAPES, 1.6f).draw.line_count, 0);
    setup4_end(&setup);
}

// The hull of a tesseract's corners has its faces.
static void every_kind_of_thing_is_drawn(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int ball = setup4_body(&setup, ball4(1), (double[4]){0, 3, 0, 0.6});
    const int roll = setup4_body(&setup, duocylinder4(0.5, 0.5), (double[4]){3, 3, 0, 0});
    const int zone = setup4_static(&setup, box4(1, 1, 1, 1), (double[4]){9, 9, 9, 0});
    setup.things[zone].is_trigger = true;
    setup4_start(&setup);
    joint4_join(&setup, TUM_JOINT4_HINGE, ball, roll, (double[4]){1.5, 3, 0, 0});
    assert_int_equal(sheet_of(&setup, TUM_DRAW_SHAPES, 0).draw.line_count, 22 + 2 * 192);
    assert_int_equal(sheet_of(&setup, TUM_DRAW_TRIGGERS, 0).draw.line_count, 12);
    assert_int_equal(sheet_of(&setup, TUM_DRAW_JOINTS, 0).draw.line_count, 7);
    const Sheet centers = sheet_of(&setup, TUM_DRAW_CENTERS | TUM_DRAW_NAMES, 0.5f);
    assert_int_equal(centers.draw.point_count, 2);
    assert_near(centers.points[0].position.y, 3, 1e-6);
    assert_near(centers.points[0].value, 0.1, 1e-6);
    assert_int_equal(centers.draw.label_count, 2);
    assert_string_equal(centers.labels[1].text, "node 2");
    setup4_step(&setup);
    assert_int_equal(sheet_of(&setup, TUM_DRAW_VELOCITIES, 0).draw.line_count, 2);
    setup4_end(&setup);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_body(&setup, ball4(1), (double[4]){0});
    setup4_start(&setup);
    TumDraw3 draw = {.flags = TUM_DRAW_SHAPES};
    assert_int_equal(tum_world_draw4(setup.world, NAN, &draw), TUM_ERROR_ARGUMENT);
    const TumScene other = {.dimension = 4};
    draw.scene = &other;
    assert_int_equal(tum_world_draw4(setup.world, 0, &draw), TUM_ERROR_ARGUMENT);
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tesseract_is_a_cube_where_it_is_and_nothing_beyond),
        cmocka_unit_test(every_kind_of_thing_is_drawn),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests_name("draw4", tests, NULL, NULL);
}
