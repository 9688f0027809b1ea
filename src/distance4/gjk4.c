// SPDX-License-Identifier: MIT
// gjk4.c: GJK in 4D: the point of the difference D = B - A nearest to the origin, found with a
// simplex in D that grows toward it. The code is not shared with gjk3.c: twenty lines are common,
// and the simplices differ.
#include "distance4/gjk4.h"

enum { ITERATIONS_MAX = 256 };

// Cores nearer than this share of the size touch: their difference has no direction.
static const double touch_share = 1e-10;

static DVec4 support_of(const Placed4 *placed, DVec4 direction)
{
    const DVec4 local = dmat4_transform_transposed(placed->rotation, direction);
    return dvec4_add(
        placed->position,
        dmat4_transform(placed->rotation, tum_shape4_core_support(placed->shape, local)));
}

SimplexPoint4 tum_support4(const Placed4 *a, const Placed4 *b, DVec4 direction)
{
    SimplexPoint4 p = {
        .a = support_of(a, dvec4_negate(direction)), .b = support_of(b, direction), .weight = 1.0};
    p.w = dvec4_sub(p.b, p.a);
    return p;
}

static Distance4 answer(const Placed4 *a, const Placed4 *b, const Simplex4 *simplex, DVec4 v,
                        int iterations)
{
    Distance4 result = {.iterations = iterations};
    const double length = dvec4_length(v);
    result.normal = dvec4_scale(v, 1.0 / length);
    tum_simplex4_witnesses(simplex, &result.point_a, &result.point_b);
    result.point_a = dvec4_add_scaled(result.point_a, result.normal, a->shape->radius);
    result.point_b = dvec4_add_scaled(result.point_b, result.normal, -b->shape->radius);
    result.distance = length - a->shape->radius - b->shape->radius;
    return result;
}

bool tum_apart4(const Placed4 *a, const Placed4 *b, DVec4 guess, double tolerance,
                Simplex4 *simplex, Distance4 *distance)
{
    const DVec4 up = {.y = 1.0};
    const DVec4 between = dvec4_normalize_or(dvec4_sub(b->position, a->position), up);
    const DVec4 start = dvec4_normalize_or(guess, between);
    simplex->count = 1;
    simplex->points[0] = tum_support4(a, b, dvec4_negate(start));
    DVec4 v = simplex->points[0].w;
    double largest = dvec4_length_squared(v);
    int i = 0;
    for (; i < ITERATIONS_MAX; ++i) {
        const double squared = dvec4_length_squared(v);
        if (squared <= touch_share * touch_share * largest || squared < 1e-280 ||
            simplex->count == 5) {
            distance->iterations = i;
            return false;
        }
        const SimplexPoint4 added = tum_support4(a, b, dvec4_negate(v));
        largest = maximum64(largest, dvec4_length_squared(added.w));
        // All of D lies beyond the plane through the support point.
        const double lower = dvec4_dot(v, added.w);
        const double rounding = 1e-15 * square_root64(squared * largest);
        if (squared - lower <= tolerance * squared + rounding ||
            tum_simplex4_has(simplex, added.w)) {
            break;
        }
        const Simplex4 previous = *simplex;
        simplex->points[simplex->count++] = added;
        const bool is_found = tum_simplex4_reduce(simplex);
        const DVec4 next = tum_simplex4_nearest(simplex);
        // Rounding may make the search cycle; the result then has the accuracy of doubles.
        if (!is_found || dvec4_length_squared(next) >= squared) {
            *simplex = previous;
            break;
        }
        v = next;
    }
    *distance = answer(a, b, simplex, v, i);
    return true;
}

double tum_separation4(const Placed4 *a, const Placed4 *b, DVec4 normal)
{
    const DVec4 between = dvec4_sub(support_of(b, dvec4_negate(normal)), support_of(a, normal));
    return dvec4_dot(normal, between) - a->shape->radius - b->shape->radius;
}
