// SPDX-License-Identifier: MIT
// rigid_motion.c: motion objects: mass, inertia, velocities.
#include "dialects/rigid_motion.h"

#include "dialects/inertia_tensor.h"
#include "dialects/motion_members.h"
#include "math/math3_64.h"

#include <float.h>
#include <math.h>

static const double infinite = (double)INFINITY;

// Zero means infinite, for each component (decision D3).
static void read_inertia(const Cursor *motion, double inertia[3])
{
    double found[3];
    if (!tum_read_vector(motion, "inertiaDiagonal", found, 3)) {
        return;
    }
    const Cursor array = tum_cursor_member(motion, "inertiaDiagonal");
    for (size_t i = 0; i < 3; ++i) {
        if (found[i] < 0.0) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE,
                              "%g is below the minimum 0; the moment is computed.", found[i]);
        } else {
            inertia[i] = found[i] > 0.0 ? found[i] : infinite;
        }
    }
    tum_check_moments(&array, inertia);
}

static void read_mass(const Cursor *motion, MotionDef *made)
{
    if (!tum_read_number(motion, "mass", 0.0, &made->mass)) {
        made->mass_is_unknown = reader_has(motion, "mass");
        return;
    }
    made->mass_origin = TUM_ORIGIN_AUTHORED;
    if (made->mass == 0.0) {
        made->mass = infinite;
    }
}

static void check_gravity(const Cursor *motion, const MotionDef *made)
{
    const bool is_infinite = made->mass > (double)FLT_MAX && made->kind == TUM_BODY_DYNAMIC;
    if (is_infinite && made->gravity_factor != 1.0 && made->gravity_factor != 0.0) {
        const Cursor at = tum_cursor_member(motion, "gravityFactor");
        tum_cursor_report(&at, CODE_PHYSICS_INFINITE_MASS_GRAVITY,
                          "A body of infinite mass does not fall: %g has no effect.",
                          made->gravity_factor);
        reader_decision(&at, "D3");
    }
}

// Reads the principal frame of a tensor, where no diagonal is given. A zero tensor means infinite
// inertia.
static void read_tensor(const Cursor *motion, MotionDef *made)
{
    double inertia[3];
    if (!tum_inertia_tensor_read(motion, inertia, made->inertia_rotation)) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        made->inertia[i] = inertia[i] > 0.0 ? inertia[i] : infinite;
    }
}

void tum_rigid_motion_read(SceneReader *reader, int32_t node, const Cursor *motion,
                           const MotionRules *rules)
{
    MotionDef made = tum_default_motion_def();
    bool is_kinematic = false;
    tum_cursor_boolean(motion, "isKinematic", &is_kinematic);
    made.node = node;
    made.kind = is_kinematic ? TUM_BODY_KINEMATIC : TUM_BODY_DYNAMIC;
    made.velocity_space = VELOCITY_IN_NODE;
    made.pointer = tum_reader_pointer(reader, motion);
    if (rules->has_defaults) {
        made.mass = 1.0;
        made.mass_origin = TUM_ORIGIN_DEFAULTED;
        made.center_rule = CENTER_AT_NODE;
    }
    read_mass(motion, &made);
    read_inertia(motion, made.inertia);
    tum_read_inertia_rotation(motion, made.inertia_rotation);
    if (rules->has_tensor && !reader_has(motion, "inertiaDiagonal")) {
        read_tensor(motion, &made);
    }
    if (tum_read_vector(motion, "centerOfMass", made.center_of_mass, 3)) {
        made.center_rule = CENTER_AUTHORED;
    }
    tum_read_vector(motion, "linearVelocity", made.linear_velocity, 3);
    tum_read_vector(motion, "angularVelocity", made.angular_velocity, 3);
    tum_read_number(motion, "gravityFactor", -(double)FLT_MAX, &made.gravity_factor);
    check_gravity(motion, &made);
    tum_scene_builder_motion(reader->builder, &made);
}
