// SPDX-License-Identifier: MIT
// general.c: the shapes of G4MF. All are symmetric in every axis, so one orthant is computed and
// mirrored.
#include "geometry/general.h"

#include "math/gamma.h"
#include "math/power.h"
#include "math/scalar.h"

enum {
    QUARTER_MIN = 2, ///< Points in a quarter turn.
    QUARTER_MAX = 32,
    QUARTER_MAX4 = 6, ///< In 4D, where the number of points grows with the cube of this number.
    GRID3 = 48,       ///< Cells along an axis of the orthant.
    GRID4 = 20,
    BISECTIONS = 52
};

// With a larger exponent a curve differs from a box by less than 1e-6.
#define LARGEST_EXPONENT 1e6

static double exponent_of(const TumCurve *curve)
{
    return clamp64(curve->exponent, 1.0, LARGEST_EXPONENT);
}

static bool is_covered(const GeneralShape *shape, int axis)
{
    for (size_t c = 0; c < shape->curve_count; ++c) {
        if (shape->curves[c].radii[axis] > 0.0) {
            return true;
        }
    }
    return false;
}

static bool have_overlap(const GeneralShape *shape)
{
    for (int axis = 0; axis < shape->dimension; ++axis) {
        int count = 0;
        for (size_t c = 0; c < shape->curve_count; ++c) {
            count += shape->curves[c].radii[axis] > 0.0 ? 1 : 0;
        }
        if (count > 1) {
            return true;
        }
    }
    return false;
}

bool tum_general_is_inside(const GeneralShape *shape, const double point[4])
{
    for (size_t c = 0; c < shape->curve_count; ++c) {
        const TumCurve *curve = &shape->curves[c];
        const double exponent = exponent_of(curve);
        double sum = 0.0;
        for (int i = 0; i < shape->dimension; ++i) {
            const double beyond = absolute64(point[i]) - 0.5 * shape->size[i];
            if (curve->radii[i] > 0.0 && beyond > 0.0) {
                sum += tum_pow64(beyond / curve->radii[i], exponent);
            }
        }
        if (sum > 1.0) {
            return false;
        }
    }
    for (int i = 0; i < shape->dimension; ++i) {
        if (!is_covered(shape, i) && absolute64(point[i]) > 0.5 * shape->size[i]) {
            return false;
        }
    }
    return true;
}

double tum_general_smallest_radius(const GeneralShape *shape)
{
    double smallest = 0.0;
    for (size_t c = 0; c < shape->curve_count; ++c) {
        for (int i = 0; i < shape->dimension; ++i) {
            const double r = shape->curves[c].radii[i];
            smallest = r > 0.0 && (smallest == 0.0 || r < smallest) ? r : smallest;
        }
    }
    return smallest;
}

// The extent along an axis; a curve alone bounds the axes that it covers.
static double reach(const GeneralShape *shape, int axis)
{
    double least = 0.0;
    for (size_t c = 0; c < shape->curve_count; ++c) {
        const double r = shape->curves[c].radii[axis];
        least = r > 0.0 && (least == 0.0 || r < least) ? r : least;
    }
    return 0.5 * shape->size[axis] + least;
}

static bool is_near(double a, double b, double noise)
{
    return absolute64(a - b) <= noise * maximum64(absolute64(a), absolute64(b));
}

bool tum_general_is_round(const GeneralShape *shape, DVec3 scale, double noise, GeneralRound *round)
{
    static const DQuat turns[3] = {{0.0, 0.0, -0.70710678118654752, 0.70710678118654752},
                                   {0.0, 0.0, 0.0, 1.0},
                                   {0.70710678118654752, 0.0, 0.0, 0.70710678118654752}};
    if (shape->curve_count != 1 || shape->curves[0].exponent != 2.0) {
        return false;
    }
    const double factors[3] = {scale.x, scale.y, scale.z};
    double r[3], a[3];
    int sized = 0, axis = 1;
    for (int i = 0; i < 3; ++i) {
        r[i] = factors[i] * shape->curves[0].radii[i];
        a[i] = factors[i] * shape->size[i];
        if (a[i] > 0.0) {
            ++sized;
            axis = i;
        }
    }
    const int x = (axis + 1) % 3, z = (axis + 2) % 3;
    if (sized > 1 || !(r[x] > 0.0) || !is_near(r[x], r[z], noise)) {
        return false;
    }
    const bool is_capped = is_near(r[axis], r[x], noise);
    *round = (GeneralRound){.kind = sized == 0  ? TUM_SHAPE_SPHERE
                                    : is_capped ? TUM_SHAPE_CAPSULE
                                                : TUM_SHAPE_CYLINDER,
                            .height = a[axis],
                            .radius = r[x],
                            .turn = turns[axis]};
    return is_capped || (sized == 1 && r[axis] == 0.0);
}

// Volume and moments. Where curves share no axis the solid is a product, and a coordinate depends
// on its own factor only. A curve's factor is a sum over the subsets of its axes
// (docs/simulation.md#11-four-dimensions): where a point lies outside the box on k axes, those
// coordinates are a superball's, and the others are the box's. The superball of exponent n over k
// axes has, by Dirichlet's integral,
//
//     volume   (2 gamma(1 + 1/n))^k / gamma(1 + k/n)
//     E |u|^p  gamma((p + 1)/n) / gamma(1/n) * gamma(1 + k/n) / gamma(1 + (k + p)/n)

/// The unit superball over some axes: its volume, and the means of |u| and u^2.
typedef struct Superball {
    double volume, first, second;
} Superball;

static Superball superball(int axes, double exponent)
{
    const double k = axes, step = 1.0 / exponent;
    double side = 2.0 * tum_gamma64(1.0 + step), volume = 1.0;
    for (int i = 0; i < axes; ++i) {
        volume *= side;
    }
    const double whole = tum_gamma64(1.0 + k * step), one = tum_gamma64(step);
    return (Superball){
        volume / whole,
        tum_gamma64(2.0 * step) / one * whole / tum_gamma64(1.0 + (k + 1.0) * step),
        tum_gamma64(3.0 * step) / one * whole / tum_gamma64(1.0 + (k + 2.0) * step),
    };
}

// Volume of one factor; its mean squares go to `mean`.
static double curve_moments(const GeneralShape *shape, const TumCurve *curve, double mean[4])
{
    const double exponent = exponent_of(curve);
    int axes[4], count = 0;
    for (int i = 0; i < shape->dimension; ++i) {
        if (curve->radii[i] > 0.0) {
            axes[count++] = i;
        }
    }
    double volume = 0.0, sums[4] = {0.0};
    for (unsigned out = 0; out < 1u << count; ++out) {
        int out_count = 0;
        double part = 1.0;
        for (int i = 0; i < count; ++i) {
            const bool sticks_out = (out >> i & 1) != 0;
            part *= sticks_out ? curve->radii[axes[i]] : shape->size[axes[i]];
            out_count += sticks_out ? 1 : 0;
        }
        const Superball ball = superball(out_count, exponent);
        part *= ball.volume;
        volume += part;
        for (int i = 0; i < count; ++i) {
            const double a = shape->size[axes[i]], r = curve->radii[axes[i]];
            const bool sticks_out = (out >> i & 1) != 0;
            sums[i] += part * (sticks_out ? 0.25 * a * a + a * r * ball.first + r * r * ball.second
                                          : a * a / 12.0);
        }
    }
    for (int i = 0; i < count; ++i) {
        mean[axes[i]] = volume > 0.0 ? sums[i] / volume : 0.0;
    }
    return volume;
}

static GeneralMoments product_moments(const GeneralShape *shape)
{
    GeneralMoments moments = {.volume = 1.0};
    for (int i = 0; i < shape->dimension; ++i) {
        if (!is_covered(shape, i)) {
            moments.volume *= shape->size[i];
            moments.mean_square[i] = shape->size[i] * shape->size[i] / 12.0;
        }
    }
    for (size_t c = 0; c < shape->curve_count; ++c) {
        moments.volume *= curve_moments(shape, &shape->curves[c], moments.mean_square);
    }
    return moments;
}

static GeneralMoments grid_sum(const GeneralShape *shape)
{
    const int n = shape->dimension, cells = n == 3 ? GRID3 : GRID4;
    int at[4] = {0};
    double step[4] = {0.0}, point[4] = {0.0}, sums[4] = {0.0}, count = 0.0, cell = 1.0;
    for (int i = 0; i < n; ++i) {
        step[i] = reach(shape, i) / cells;
        cell *= 2.0 * step[i];
    }
    for (int axis = 0; axis < n;) {
        for (int i = 0; i < n; ++i) {
            point[i] = (at[i] + 0.5) * step[i];
        }
        if (tum_general_is_inside(shape, point)) {
            count += 1.0;
            for (int i = 0; i < n; ++i) {
                sums[i] += point[i] * point[i] + step[i] * step[i] / 12.0;
            }
        }
        for (axis = 0; axis < n && ++at[axis] == cells; ++axis) {
            at[axis] = 0;
        }
    }
    GeneralMoments moments = {.volume = count * cell};
    for (int i = 0; i < n && count > 0.0; ++i) {
        moments.mean_square[i] = sums[i] / count;
    }
    return moments;
}

GeneralMoments tum_general_moments(const GeneralShape *shape)
{
    return have_overlap(shape) ? grid_sum(shape) : product_moments(shape);
}

// Points on the surface.

static int quarter_points(const GeneralShape *shape, double deviation)
{
    double largest = 0.0;
    bool is_round = true;
    for (size_t c = 0; c < shape->curve_count; ++c) {
        is_round = is_round && shape->curves[c].exponent == 2.0;
        for (int i = 0; i < shape->dimension; ++i) {
            largest = maximum64(largest, shape->curves[c].radii[i]);
        }
    }
    const int most = shape->dimension == 3 ? QUARTER_MAX : QUARTER_MAX4;
    if (!(deviation < largest)) {
        return QUARTER_MIN;
    }
    // As in tessellate.c: facets of an angle a fall short by r sin(a / 2)^2.
    const double share = deviation / largest;
    const double half = tum_atan2_64(square_root64(share), square_root64(1.0 - share));
    const double count = 0.25 * PI / half * (is_round ? 1.0 : 2.0);
    const int whole = count < most ? (int)count + 1 : most;
    return whole < QUARTER_MIN ? QUARTER_MIN : whole;
}

// Directions of the orthant over `k` axes, one for every grid point of the k - 1 angles; (1, 0 …)
// for k = 1.
static void direction(int k, const int *at, int quarter, double *out)
{
    double left = 1.0;
    for (int i = 0; i + 1 < k; ++i) {
        double sine, cosine;
        tum_sine_cosine64(0.5 * PI * at[i] / quarter, &sine, &cosine);
        // The ends are exact: points of an edge must lie on it.
        cosine = at[i] == quarter ? 0.0 : cosine;
        sine = at[i] == 0 ? 0.0 : sine;
        out[i] = left * cosine;
        left *= sine;
    }
    out[k - 1] = left;
}

/// All points of an orthant, before mirroring.
typedef struct Orthant {
    double *points; ///< [count * dimension]
    size_t count;
} Orthant;

static size_t grid_size(int k, int quarter)
{
    size_t count = 1;
    for (int i = 0; i + 1 < k; ++i) {
        count *= (size_t)quarter + 1;
    }
    return count;
}

// The grid point with number `index` of a curve over k axes.
static void curve_direction(int k, int quarter, size_t index, double *out)
{
    int at[3] = {0};
    for (int i = 0; i + 1 < k; ++i) {
        at[i] = (int)(index % ((size_t)quarter + 1));
        index /= (size_t)quarter + 1;
    }
    direction(k, at, quarter, out);
}

// Disjoint curves: a point of each curve is added to the box's corner.
static bool disjoint_orthant(const GeneralShape *shape, int quarter, Arena *arena, Orthant *out)
{
    const int n = shape->dimension;
    size_t total = 1;
    for (size_t c = 0; c < shape->curve_count; ++c) {
        int k = 0;
        for (int i = 0; i < n; ++i) {
            k += shape->curves[c].radii[i] > 0.0 ? 1 : 0;
        }
        total *= grid_size(k, quarter);
    }
    out->points = tum_arena_zeroed(arena, total, (size_t)n * sizeof *out->points);
    out->count = total;
    for (size_t p = 0; out->points != NULL && p < total; ++p) {
        double *point = &out->points[p * (size_t)n];
        size_t index = p;
        for (int i = 0; i < n; ++i) {
            point[i] = 0.5 * shape->size[i];
        }
        for (size_t c = 0; c < shape->curve_count; ++c) {
            const TumCurve *curve = &shape->curves[c];
            int axes[4], k = 0;
            double unit[4], largest = 0.0, length = 0.0;
            for (int i = 0; i < n; ++i) {
                if (curve->radii[i] > 0.0) {
                    axes[k++] = i;
                }
            }
            if (k == 0) {
                continue;
            }
            curve_direction(k, quarter, index % grid_size(k, quarter), unit);
            index /= grid_size(k, quarter);
            const double exponent = exponent_of(curve);
            // Scaling by the largest coordinate keeps a large exponent from underflowing all of
            // them.
            for (int i = 0; i < k; ++i) {
                largest = maximum64(largest, unit[i]);
            }
            for (int i = 0; i < k; ++i) {
                length += tum_pow64(unit[i] / largest, exponent);
            }
            length = exponent == 2.0 ? 1.0 : largest * tum_pow64(length, 1.0 / exponent);
            for (int i = 0; i < k; ++i) {
                point[axes[i]] += curve->radii[axes[i]] * unit[i] / length;
            }
        }
    }
    return out->points != NULL;
}

// Curves that share axes: points where rays from the middle leave the shape, which is star-shaped
// about its middle.
static bool overlapping_orthant(const GeneralShape *shape, int quarter, Arena *arena, Orthant *out)
{
    const int n = shape->dimension;
    out->count = grid_size(n, quarter);
    out->points = tum_arena_zeroed(arena, out->count, (size_t)n * sizeof *out->points);
    for (size_t p = 0; out->points != NULL && p < out->count; ++p) {
        double unit[4], low = 0.0, high = 1.0;
        curve_direction(n, quarter, p, unit);
        for (int i = 0; i < n; ++i) {
            unit[i] *= 2.0 * reach(shape, i);
        }
        for (int step = 0; step < BISECTIONS; ++step) {
            const double middle = 0.5 * (low + high);
            double point[4] = {0.0};
            for (int i = 0; i < n; ++i) {
                point[i] = middle * unit[i];
            }
            *(tum_general_is_inside(shape, point) ? &low : &high) = middle;
        }
        for (int i = 0; i < n; ++i) {
            out->points[p * (size_t)n + (size_t)i] = low * unit[i];
        }
    }
    return out->points != NULL;
}

TumStatus tum_general_points(const GeneralShape *shape, double deviation, Arena *arena,
                             double **points, size_t *count)
{
    const int n = shape->dimension;
    const int quarter = quarter_points(shape, deviation);
    Orthant orthant;
    *count = 0;
    const bool is_made = have_overlap(shape) ? overlapping_orthant(shape, quarter, arena, &orthant)
                                             : disjoint_orthant(shape, quarter, arena, &orthant);
    const size_t most = is_made ? orthant.count << n : 0;
    double *out = tum_arena_zeroed(arena, most, (size_t)n * sizeof *out);
    *points = out;
    if (!is_made || out == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t p = 0; p < orthant.count; ++p) {
        const double *point = &orthant.points[p * (size_t)n];
        for (int signs = 0; signs < 1 << n; ++signs) {
            bool is_new = true; // A point on a mirror plane is its own image.
            for (int i = 0; i < n; ++i) {
                is_new = is_new && !((signs >> i & 1) != 0 && point[i] == 0.0);
            }
            for (int i = 0; i < n && is_new; ++i) {
                *out++ = (signs >> i & 1) != 0 ? -point[i] : point[i];
            }
            *count += is_new ? 1 : 0;
        }
    }
    return TUM_OK;
}
