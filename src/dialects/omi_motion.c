// SPDX-License-Identifier: MIT
// omi_motion.c: members common to the motions of all OMI revisions.
#include "dialects/omi_reader.h"

#include "math/scalar.h"

// A missing mass takes the documented default (decision D19).
static void read_mass(const Cursor *motion, MotionDef *made)
{
    made->mass = 1.0;
    made->mass_origin = TUM_ORIGIN_DEFAULTED;
    double mass = 0.0;
    if (!tum_read_number(motion, "mass", 0.0, &mass)) {
        return;
    }
    if (mass > 0.0) {
        made->mass = mass;
        made->mass_origin = TUM_ORIGIN_AUTHORED;
    } else if (made->kind == TUM_BODY_DYNAMIC) {
        const Cursor at = tum_cursor_member(motion, "mass");
        tum_cursor_report(&at, CODE_PHYSICS_ZERO_MASS,
                          "A mass of 0 is read as 1 kg; what does not move is static.");
        reader_decision(&at, "D19");
    }
}

static void check_rest(const Cursor *motion, const char *key)
{
    double v[3];
    Cursor quiet = *motion;
    quiet.report = NULL;
    if (tum_read_vector(&quiet, key, v, 3) && (v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0)) {
        const Cursor at = tum_cursor_member(motion, key);
        tum_cursor_report(
            &at, CODE_PHYSICS_STATIC_VELOCITY,
            "A static body never moves; make it kinematic, or leave its velocity out.");
    }
}

void tum_omi_check_rest(const Cursor *motion)
{
    check_rest(motion, "linearVelocity");
    check_rest(motion, "angularVelocity");
}

MotionDef tum_omi_motion_read(SceneReader *reader, int32_t node, const Cursor *motion,
                              TumBodyKind kind)
{
    MotionDef made = tum_default_motion_def();
    made.node = node;
    made.kind = kind;
    // decision D15
    made.velocity_space = reader->node_velocities ? VELOCITY_IN_NODE : VELOCITY_IN_WORLD;
    made.center_rule = CENTER_AT_NODE;
    made.pointer = tum_reader_pointer(reader, motion);
    read_mass(motion, &made);
    if (tum_read_vector(motion, "centerOfMass", made.center_of_mass, 3)) {
        made.center_rule = CENTER_AUTHORED;
    }
    tum_read_vector(motion, "linearVelocity", made.linear_velocity, 3);
    tum_read_vector(motion, "angularVelocity", made.angular_velocity, 3);
    if (kind == TUM_BODY_STATIC) {
        tum_omi_check_rest(motion);
    }
    return made;
}
