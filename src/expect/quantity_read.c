// SPDX-License-Identifier: MIT
// quantity_read.c: a quantity of a check, from JSON.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expect/check_read.h"

static const struct {
    const char *name;
    QuantityKind kind;
    int axis;
    const char *unit;
    int dimension; ///< The only one that has it; 0: any.
} quantities[] = {
    {"x", QUANTITY_PLACE, 0, "m", 0},
    {"y", QUANTITY_PLACE, 1, "m", 0},
    {"z", QUANTITY_PLACE, 2, "m", 0},
    {"w", QUANTITY_PLACE, 3, "m", 4},
    {"vx", QUANTITY_LINEAR, 0, "m/s", 0},
    {"vy", QUANTITY_LINEAR, 1, "m/s", 0},
    {"vz", QUANTITY_LINEAR, 2, "m/s", 0},
    {"vw", QUANTITY_LINEAR, 3, "m/s", 4},
    {"wx", QUANTITY_ANGULAR, 6, "rad/s", 3},
    {"wy", QUANTITY_ANGULAR, 7, "rad/s", 3},
    {"wz", QUANTITY_ANGULAR, 8, "rad/s", 3},
    {"wxy", QUANTITY_ANGULAR, 0, "rad/s", 4},
    {"wxz", QUANTITY_ANGULAR, 1, "rad/s", 4},
    {"wyz", QUANTITY_ANGULAR, 2, "rad/s", 4},
    {"wxw", QUANTITY_ANGULAR, 3, "rad/s", 4},
    {"wyw", QUANTITY_ANGULAR, 4, "rad/s", 4},
    {"wzw", QUANTITY_ANGULAR, 5, "rad/s", 4},
    {"speed", QUANTITY_SPEED, 0, "m/s", 0},
    {"angularSpeed", QUANTITY_ANGULAR_SPEED, 0, "rad/s", 0},
    {"displacement", QUANTITY_DISPLACEMENT, 0, "m", 0},
    {"along", QUANTITY_ALONG, 0, "m", 0},
    {"horizontal", QUANTITY_HORIZONTAL, 0, "m", 0},
    {"distance", QUANTITY_DISTANCE, 0, "m", 0},
    {"turn", QUANTITY_TURN, 0, "rad", 0},
    {"tilt", QUANTITY_TILT, 0, "rad", 0},
    {"twist", QUANTITY_TWIST, 0, "rad", 3},
    {"low.x", QUANTITY_LOW, 0, "m", 0},
    {"low.y", QUANTITY_LOW, 1, "m", 0},
    {"low.z", QUANTITY_LOW, 2, "m", 0},
    {"low.w", QUANTITY_LOW, 3, "m", 4},
    {"high.x", QUANTITY_HIGH, 0, "m", 0},
    {"high.y", QUANTITY_HIGH, 1, "m", 0},
    {"high.z", QUANTITY_HIGH, 2, "m", 0},
    {"high.w", QUANTITY_HIGH, 3, "m", 4},
    {"asleep", QUANTITY_ASLEEP, 0, "", 0},
};
enum { QUANTITY_COUNT = sizeof quantities / sizeof *quantities };

static const char *const reduce_names[] = {
    [REDUCE_ALL] = "",         [REDUCE_ANY] = "",          [REDUCE_MIN] = "lowest ",
    [REDUCE_MAX] = "highest ", [REDUCE_FIRST] = "first ",  [REDUCE_LAST] = "last ",
    [REDUCE_MEAN] = "mean ",   [REDUCE_SPAN] = "span of ", [REDUCE_NET] = "net change of ",
};

// @return the row of the quantity's name, or -1 after a finding.
static int find_row(CheckReader *reader, const Cursor *object)
{
    const char *text, *names[QUANTITY_COUNT];
    const Cursor member = tum_cursor_member(object, "q");
    if (!tum_cursor_text(object, "q", &text)) {
        tum_expect_missing(reader, object, "q");
        return -1;
    }
    for (int i = 0; i < QUANTITY_COUNT; ++i) {
        names[i] = quantities[i].name;
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    const char *nearest = tum_text_nearest(text, names, QUANTITY_COUNT);
    tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST, "unknown quantity '%.40s'%s%s%s",
                      text, nearest != NULL ? "; did you mean " : "",
                      nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
    return -1;
}

// Members of some quantities alone.
static void read_details(CheckReader *reader, const Cursor *object, Quantity *quantity)
{
    static const DVec4 none = {0}, up = {.y = 1.0};
    const QuantityKind kind = quantity->kind;
    quantity->axis = kind == QUANTITY_TILT ? up : none;
    quantity->to = kind == QUANTITY_TILT ? up : none;
    const bool has_axis = tum_expect_vector(reader, object, "axis", &quantity->axis);
    if ((kind == QUANTITY_ALONG || kind == QUANTITY_TWIST) && !has_axis) {
        tum_expect_missing(reader, object, "axis");
    }
    const bool has_to = tum_expect_vector(reader, object, "to", &quantity->to);
    if (kind == QUANTITY_DISTANCE && !has_to &&
        !tum_expect_node(reader, object, "other", &quantity->other)) {
        tum_expect_missing(reader, object, "other");
    }
    quantity->has_from = tum_expect_vector(reader, object, "from", &quantity->from);
    quantity->has_reference =
        tum_expect_rotation(reader, object, "reference", &quantity->reference);
}

void tum_quantity_read(CheckReader *reader, const Cursor *object, Quantity *quantity)
{
    char window[64], node[64];
    quantity->other = -1;
    const int row = find_row(reader, object);
    if (row < 0) {
        return;
    }
    const int only = quantities[row].dimension, has = reader->expectations->scene->dimension;
    if (only != 0 && only != has) {
        const Cursor member = tum_cursor_member(object, "q");
        tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST,
                          "quantity '%s' exists in %d dimensions alone, the scene has %d",
                          quantities[row].name, only, has);
        return;
    }
    quantity->kind = quantities[row].kind;
    quantity->axis_index = quantities[row].axis;
    quantity->unit = quantities[row].unit;
    if (!tum_expect_node(reader, object, "node", &quantity->node)) {
        tum_expect_missing(reader, object, "node");
        return;
    }
    tum_expect_window(reader, object, &quantity->window);
    tum_expect_reduce(reader, object, &quantity->reduce);
    quantity->has_point = tum_expect_vector(reader, object, "point", &quantity->point);
    read_details(reader, object, quantity);
    quantity->subject = tum_expect_text(
        reader, "%s%s of %s%s", reduce_names[quantity->reduce], quantities[row].name,
        tum_node_label(reader->expectations->scene, quantity->node, node, sizeof node),
        tum_window_label(&quantity->window, window, sizeof window));
}
