// SPDX-License-Identifier: MIT
// motion_members.c: the kind of a body, its principal moments and their frame.
#include "dialects/motion_members.h"

#include <string.h>

#include "math/math3_64.h"

// [1] Largest deviation of a quaternion's length from 1 (docs/dialects.md#what-every-reader-does).
static const double unit_slack = 0.00769;

TumBodyKind tum_read_motion_kind(const Cursor *motion)
{
    static const char *const names[] = {"static", "kinematic", "dynamic"};
    static const TumBodyKind kinds[] = {TUM_BODY_STATIC, TUM_BODY_KINEMATIC, TUM_BODY_DYNAMIC};
    const char *text = NULL;
    if (!tum_read_required(motion, "type") || !tum_cursor_text(motion, "type", &text)) {
        return TUM_BODY_DYNAMIC; // A published example omits the kind of a dynamic body.
    }
    for (size_t i = 0; i < 3; ++i) {
        if (strcmp(text, names[i]) == 0) {
            return kinds[i];
        }
    }
    const Cursor at = tum_cursor_member(motion, "type");
    tum_cursor_report_as(&at, CODE_VALUE_NOT_IN_LIST, TUM_SEVERITY_ERROR,
                         "'%.64s' is none of static, kinematic, dynamic; it is read as dynamic.",
                         text);
    return TUM_BODY_DYNAMIC;
}

void tum_read_inertia_rotation(const Cursor *motion, double rotation[4])
{
    double found[4];
    if (!tum_read_vector(motion, "inertiaOrientation", found, 4)) {
        return;
    }
    const double length = square_root64(found[0] * found[0] + found[1] * found[1] +
                                        found[2] * found[2] + found[3] * found[3]);
    if (absolute64(length - 1.0) > unit_slack) {
        const Cursor at = tum_cursor_member(motion, "inertiaOrientation");
        tum_cursor_report(&at, CODE_ROTATION_NON_UNIT, "The quaternion has length %g, not 1.",
                          length);
    }
    const DQuat unit = dquat_normalize((DQuat){found[0], found[1], found[2], found[3]});
    rotation[0] = unit.x;
    rotation[1] = unit.y;
    rotation[2] = unit.z;
    rotation[3] = unit.w;
}

void tum_check_moments(const Cursor *place, const double moments[3])
{
    for (int i = 0; i < 3; ++i) {
        const double a = moments[i], others = moments[(i + 1) % 3] + moments[(i + 2) % 3];
        if (is_finite64(a) && is_finite64(others) && a > others * 1.001) {
            tum_cursor_report(place, CODE_PHYSICS_INERTIA_TRIANGLE,
                              "No body has these moments: %g is more than the other two, %g.", a,
                              others);
        }
    }
}
