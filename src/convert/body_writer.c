// SPDX-License-Identifier: MIT
// body_writer.c: mass properties of a body, in numbers.
#include "convert/body_writer.h"

#include "math/scalar.h"

#include <string.h>

// [kg] and [kg m^2] The replacement for infinity.
#define HUGE_MASS 1e9

static bool is_infinite_everywhere(const TumBody *body)
{
    return !is_finite64(body->mass) && !is_finite64(body->inertia[0]) &&
           !is_finite64(body->inertia[1]) && !is_finite64(body->inertia[2]);
}

static bool has_joint(const TumScene *scene, int32_t body)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        if (scene->joints[i].body_a == body || scene->joints[i].body_b == body) {
            return true;
        }
    }
    return false;
}

static double finite_or_huge(double value, bool *was_infinite)
{
    if (is_finite64(value)) {
        return value;
    }
    *was_infinite = true;
    return HUGE_MASS;
}

static void find_center(SceneWriter *writer, const TumBody *body, BodyValues *values)
{
    const double *c = body->center_of_mass;
    const DVec3 center =
        dmat3_transform(dmat3_inverse(tum_writer_stretch(body)), dvec3(c[0], c[1], c[2]));
    values->center_of_mass[0] = center.x;
    values->center_of_mass[1] = center.y;
    values->center_of_mass[2] = center.z;
    const bool is_off = c[0] != 0.0 || c[1] != 0.0 || c[2] != 0.0;
    if (is_off && body->center_of_mass_origin == TUM_ORIGIN_COMPUTED) {
        tum_writer_tell(writer, CODE_B_COM, body->pointer, NULL,
                        "The centre of the colliders, (%g, %g, %g) m, was written.", center.x,
                        center.y, center.z);
    }
}

static void find_inertia(const TumBody *body, BodyValues *values, bool *was_infinite)
{
    for (size_t i = 0; i < 3; ++i) {
        values->has_inertia |= body->inertia_origin[i] == TUM_ORIGIN_AUTHORED;
        values->inertia[i] = finite_or_huge(body->inertia[i], was_infinite);
    }
    values->has_inertia |= *was_infinite;
    const double *q = body->inertia_rotation.q;
    memcpy(values->inertia_rotation, q, sizeof values->inertia_rotation);
    values->is_upright = q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0;
}

BodyValues tum_writer_body_values(SceneWriter *writer, const TumBody *body)
{
    const int32_t index = (int32_t)(body - writer->scene->bodies);
    BodyValues values = {.kind = body->kind, .gravity_factor = body->gravity_factor};
    bool was_infinite = false;
    values.mass = finite_or_huge(body->mass, &was_infinite);
    find_center(writer, body, &values);
    find_inertia(body, &values, &was_infinite);
    if (body->kind != TUM_BODY_DYNAMIC) {
        // No force moves the body, whatever its mass.
        values.mass = is_finite64(body->mass) ? body->mass : 1.0;
        values.has_inertia = values.has_inertia && !was_infinite;
    } else if (is_infinite_everywhere(body) && !has_joint(writer->scene, index)) {
        values.kind = TUM_BODY_KINEMATIC;
        values.mass = 1.0;
        values.has_inertia = false;
        tum_writer_tell(
            writer, CODE_B_KINEMATIC, body->pointer, NULL,
            "Mass and inertia are infinite, so nothing changes its velocity: kinematic.");
    } else if (was_infinite) {
        values.gravity_factor = is_finite64(body->mass) ? values.gravity_factor : 0.0;
        tum_writer_tell(writer, CODE_A_INFINITE, body->pointer, NULL,
                        "The target knows nothing infinite; %g was written.", HUGE_MASS);
    } else if (body->mass_origin == TUM_ORIGIN_COMPUTED) {
        tum_writer_tell(writer, CODE_B_MASS, body->pointer, NULL,
                        "The mass that the colliders give, %g kg, was written.", body->mass);
    }
    if (values.gravity_factor != 1.0 && !writer_can(writer, CAN_GRAVITY_FACTOR)) {
        tum_writer_tell(writer, CODE_L_GFACTOR, body->pointer, NULL,
                        "The gravity factor %g cannot be said.", values.gravity_factor);
        values.gravity_factor = 1.0;
    }
    return values;
}

void tum_writer_body_vector(SceneWriter *writer, const Cursor *object, const char *key,
                            const double *vector)
{
    if (vector[0] != 0.0 || vector[1] != 0.0 || vector[2] != 0.0) {
        tum_writer_numbers(writer, object, key, vector, 3);
    }
}
