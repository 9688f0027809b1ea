// SPDX-License-Identifier: MIT
// gjk3.c: distance of two cores by GJK: a simplex in the difference D = B - A grows toward the
// point of D nearest the origin (Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the
// Distance Between Complex Objects in Three-Dimensional Space", 1988).
#include "distance3/gjk3.h"

#include "distance3/epa3.h"
#include "distance3/simplex3.h"

enum { ITERATIONS_MAX = 64 };

// The search ends when the squared distance can shrink by no more than this share: the error of the
// normal is then at most the square root of twice the share, 1.4e-5 rad.
static const double squared_tolerance = 1e-10;

// Cores nearer than this share of the size touch: the difference has no reliable direction.
static const double touch_share = 1e-10;

static Gap3 gap_of(const Simplex *simplex, DVec3 v, int iterations)
{
    Gap3 gap = {.iterations = iterations, .distance = dvec3_length(v)};
    gap.normal = dvec3_normalize_or(v, (DVec3){0.0, 1.0, 0.0});
    tum_simplex3_witnesses(simplex, &gap.a, &gap.b);
    return gap;
}

Gap3 tum_gap3(Core3 *a, Core3 *b, double limit, DVec3 guess)
{
    Gap3 known;
    if (tum_segment_box3(a, b, &known)) {
        return known;
    }
    const double reach = limit + a->radius + b->radius;
    DVec3 start = guess;
    if (!(dvec3_length_squared(start) > 1e-20)) {
        start = dvec3_sub(b->position, a->position);
    }
    start = dvec3_normalize_or(start, (DVec3){0.0, 1.0, 0.0});
    Simplex simplex = {.count = 1, .points = {tum_simplex3_support(a, b, dvec3_negate(start))}};
    DVec3 v = simplex.points[0].w;
    double largest = dvec3_length_squared(v);
    for (int i = 0; i < ITERATIONS_MAX; ++i) {
        const double squared = dvec3_length_squared(v);
        if (squared <= touch_share * touch_share * largest || squared < 1e-280) {
            Gap3 gap = tum_overlap3(a, b, guess);
            gap.iterations += i;
            return gap;
        }
        const SimplexPoint added = tum_simplex3_support(a, b, dvec3_negate(v));
        const double lower = dvec3_dot(v, added.w), length = square_root64(squared);
        largest = maximum64(largest, dvec3_length_squared(added.w));
        // All of D lies beyond the plane through the support point, at least this far from the
        // origin.
        if (lower > reach * length) {
            Gap3 gap = gap_of(&simplex, v, i);
            gap.distance = lower / length;
            return gap;
        }
        const double rounding = 1e-15 * length * square_root64(largest);
        if (squared - lower <= squared_tolerance * squared + rounding ||
            tum_simplex3_has(&simplex, added.w)) {
            return gap_of(&simplex, v, i);
        }
        const Simplex previous = simplex;
        simplex.points[simplex.count++] = added;
        tum_simplex3_reduce(&simplex);
        if (simplex.count == 4) {
            Gap3 gap = tum_overlap3(a, b, guess);
            gap.iterations += i;
            return gap;
        }
        const DVec3 next = tum_simplex3_nearest(&simplex);
        // Rounding may make the search cycle; the distance is then as exact as doubles allow.
        if (dvec3_length_squared(next) >= squared) {
            return gap_of(&previous, v, i);
        }
        v = next;
    }
    return gap_of(&simplex, v, ITERATIONS_MAX);
}

Distance3 tum_distance3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float limit, Vec3 guess)
{
    Core3 core_a = tum_core3_at_origin(a), core_b = tum_core3_at_pose(b, a_from_b);
    const Gap3 gap = tum_gap3(&core_a, &core_b, (double)limit, vec3_widen(guess));
    const DVec3 n = gap.normal;
    return (Distance3){
        .distance = (float)(gap.distance - core_a.radius - core_b.radius),
        .normal = vec3_narrow(n),
        .point_a = vec3_narrow(dvec3_add_scaled(gap.a, n, core_a.radius)),
        .point_b = vec3_narrow(dvec3_add_scaled(gap.b, n, -core_b.radius)),
        .iterations = gap.iterations,
    };
}
