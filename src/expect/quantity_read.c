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
} quantities[] = {
    {"x", QUANTITY_PLACE, 0, "m"},
    {"y", QUANTITY_PLACE, 1, "m"},
    {"z", QUANTITY_PLACE, 2, "m"},
    {"vx", QUANTITY_LINEAR, 0, "m/s"},
    {"vy", QUANTITY_LINEAR, 1, "m/s"},
    {"vz", QUANTITY_LINEAR, 2, "m/s"},
    {"wx", QUANTITY_ANGULAR, 0, "rad/s"},
    {"wy", QUANTITY_ANGULAR, 1, "rad/s"},
    {"wz", QUANTITY_ANGULAR, 2, "rad/s"},
    {"speed", QUANTITY_SPEED, 0, "m/s"},
    {"angularSpeed", QUANTITY_ANGULAR_SPEED, 0, "rad/s"},
    {"displacement", QUANTITY_DISPLACEMENT, 0, "m"},
    {"along", QUANTITY_ALONG, 0, "m"},
    {"horizontal", QUANTITY_HORIZONTAL, 0, "m"},
    {"distance", QUANTITY_DISTANCE, 0, "m"},
    {"turn", QUANTITY_TURN, 0, "rad"},
    {"tilt", QUANTITY_TILT, 0, "rad"},
    {"twist", QUANTITY_TWIST, 0, "rad"},
    {"low.x", QUANTITY_LOW, 0, "m"},
    {"low.y", QUANTITY_LOW, 1, "m"},
    {"low.z", QUANTITY_LOW, 2, "m"},
    {"high.x", QUANTITY_HIGH, 0, "m"},
    {"high.y", QUANTITY_HIGH, 1, "m"},
    {"high.z", QUANTITY_HIGH, 2, "m"},
    {"asleep", QUANTITY_ASLEEP, 0, ""},
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
    static const DVec3 none = {0.0, 0.0, 0.0}, up = {0.0, 1.0, 0.0};
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
