// SPDX-License-Identifier: MIT
// inertia_tensor.c: inertia tensors and their principal frames.
#include "dialects/inertia_tensor.h"

#include "math/eigen.h"

// [1] Entries across the diagonal count as equal within this share of the largest entry; moments
// may exceed the sum of the others by it (docs/dialects.md#what-every-reader-does).
static const double tensor_slack = 1e-3;
// [1] Rounding error of a zero moment where the others are of size 1.
static const double moment_noise = 1e-12;

static double largest_entry(const double *entries, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        largest = maximum64(largest, absolute64(entries[i]));
    }
    return largest;
}

// The symmetric part of the matrix.
static DSym3 symmetric_part(const Cursor *array, const double t[9])
{
    const double allowed = tensor_slack * largest_entry(t, 9);
    if (absolute64(t[1] - t[3]) > allowed || absolute64(t[2] - t[6]) > allowed ||
        absolute64(t[5] - t[7]) > allowed) {
        tum_cursor_report(array, CODE_PHYSICS_INERTIA_NOT_SYMMETRIC,
                          "Entries across the diagonal differ; their mean is used.");
    }
    return (DSym3){.xx = t[0],
                   .yy = t[4],
                   .zz = t[8],
                   .xy = 0.5 * (t[1] + t[3]),
                   .xz = 0.5 * (t[2] + t[6]),
                   .yz = 0.5 * (t[5] + t[7])};
}

// Reads the entries; a diagonal becomes a matrix.
static bool read_entries(const Cursor *motion, double entries[9])
{
    const Cursor array = tum_cursor_array(motion, "inertiaTensor");
    if (tum_cursor_count(&array) != 3) {
        return tum_read_vector(motion, "inertiaTensor", entries, 9);
    }
    double diagonal[3];
    if (!tum_read_vector(motion, "inertiaTensor", diagonal, 3)) {
        return false;
    }
    for (size_t i = 0; i < 3; ++i) {
        entries[i * 4] = diagonal[i];
    }
    return true;
}

static bool check_moments(const Cursor *array, const double moments[3])
{
    const double largest = largest_entry(moments, 3);
    for (int i = 0; i < 3; ++i) {
        const double a = moments[i], others = moments[(i + 1) % 3] + moments[(i + 2) % 3];
        if (a <= moment_noise * largest) {
            tum_cursor_report(array, CODE_PHYSICS_INERTIA_NOT_POSITIVE,
                              "A principal moment is %g; inertia is computed.", a);
            return false;
        }
        if (a > others * (1.0 + tensor_slack)) {
            tum_cursor_report(array, CODE_PHYSICS_INERTIA_TRIANGLE,
                              "No body has these moments: %g is more than the other two, %g.", a,
                              others);
        }
    }
    return true;
}

bool tum_inertia_tensor_read(const Cursor *motion, double inertia[3], double rotation[4])
{
    double entries[9] = {0.0};
    if (!read_entries(motion, entries)) {
        return false;
    }
    const Cursor array = tum_cursor_member(motion, "inertiaTensor");
    DVec3 values;
    DMat3 frame;
    tum_eigen_symmetric3(symmetric_part(&array, entries), &values, &frame);
    const double moments[3] = {values.x, values.y, values.z};
    if (largest_entry(moments, 3) > 0.0 && !check_moments(&array, moments)) {
        return false;
    }
    const DQuat turn = dquat_from_matrix(frame);
    for (int i = 0; i < 3; ++i) {
        inertia[i] = moments[i];
    }
    rotation[0] = turn.x;
    rotation[1] = turn.y;
    rotation[2] = turn.z;
    rotation[3] = turn.w;
    return true;
}
