// SPDX-License-Identifier: MIT
/// shapes4.h: the placed objects of the reference data as shapes.
#ifndef TUM_TESTS_SHAPES4_H
#define TUM_TESTS_SHAPES4_H

#include "shape4/shape4.h"
#include "tests/support/support4.h"

enum { REFERENCE_POINTS = 64 };

/// A placed object with what it borrows.
typedef struct Object4 {
    Shape4 shape;
    double points[4 * REFERENCE_POINTS];
    DVec4 position;
    DMat4 rotation;
} Object4;

static inline Shape4 ball_shape4(double radius)
{
    const TumCurve curve = {{radius, radius, radius, radius}, 2};
    Shape4 shape;
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), &curve, 1, &shape));
    return shape;
}

static inline void reference_shape4(const char *item, Object4 *object)
{
    if (reference_is(item, "type", "convex")) {
        const size_t count = reference_list(reference_member(item, "vertices"), object->points,
                                            (size_t)4 * REFERENCE_POINTS);
        assert_true(count <= (size_t)4 * REFERENCE_POINTS);
        object->shape = tum_shape4_points(object->points, count / 4);
        return;
    }
    TumCurve curves[4];
    const size_t curve_count = reference_curves(item, 4, curves);
    const DVec4 half = dvec4_scale(reference_vec4(item, "size"), 0.5);
    assert_true(tum_shape4_general(half, curves, curve_count, &object->shape));
}

static inline void reference_object4(const char *item, const char *name, Object4 *object)
{
    const char *placed = reference_member(item, name);
    assert_non_null(placed);
    reference_shape4(reference_member(placed, "shape"), object);
    object->position = reference_vec4(placed, "position");
    object->rotation = drotation4_matrix(reference_rotation4(placed, "rotor"));
}

#endif
