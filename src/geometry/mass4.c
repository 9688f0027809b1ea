// SPDX-License-Identifier: MIT
// mass4.c: mass properties in 4D.
#include "geometry/mass4.h"

#include <string.h>

#include "geometry/hull4.h"
#include "math/linear4.h"
#include "math/scalar.h"

enum { SLICES = 1024 };

Volume4 tum_volume4_of_general(const GeneralShape *shape)
{
    const GeneralMoments moments = tum_general_moments(shape);
    Volume4 volume = {.volume = moments.volume};
    for (int i = 0; i < 4; ++i) {
        volume.second_moments[5 * i] = moments.volume * moments.mean_square[i];
    }
    return volume;
}

// The radius of a tapered shape at a height above its middle. Capsules have caps and a cone as in
// docs/dialects.md#mass; other shapes are linear between their two ends.
static double radius_at(const TumShape *shape, double y)
{
    const double half = 0.5 * shape->height;
    const double bottom = shape->radius_bottom, top = shape->radius_top;
    if (shape->kind != TUM_SHAPE_CAPSULE) {
        return bottom + (top - bottom) * (y + half) / shape->height;
    }
    const double c = shape->height > 0.0 ? (bottom - top) / shape->height : 2.0;
    if (absolute64(c) < 1.0) {
        const double flat = square_root64(1.0 - c * c);
        const double low = -half + bottom * c, high = half + top * c;
        if (y >= low && y <= high) {
            return (bottom + (top - bottom) * (y - low) / (high - low)) * flat;
        }
    }
    const double from_bottom = bottom * bottom - (y + half) * (y + half);
    const double from_top = top * top - (y - half) * (y - half);
    const double squared = maximum64(from_bottom, from_top);
    return squared > 0.0 ? square_root64(squared) : 0.0;
}

/// A tapered shape as slices along Y: each slice is the product of a ball over the round axes and a
/// box over the flat ones.
typedef struct Slices {
    int round;          ///< Number of round axes: 0 to 3.
    double flat_volume; ///< [m] to the power of the number of flat axes.
    double volume, first, second, across;
} Slices;

// The ball of k axes has a volume of kappa r^k, and the mean square of each coordinate in it is r^2
// / (k + 2) (docs/simulation.md#11-four-dimensions).
static void add_slice(Slices *slices, double y, double radius, double thickness)
{
    static const double kappa[4] = {1.0, 2.0, PI, 4.0 / 3.0 * PI};
    double slice = kappa[slices->round] * slices->flat_volume * thickness;
    for (int i = 0; i < slices->round; ++i) {
        slice *= radius;
    }
    slices->volume += slice;
    slices->first += slice * y;
    slices->second += slice * y * y;
    slices->across += slice * radius * radius / (slices->round + 2);
}

static void add_capsule(Slices *slices, const TumShape *shape)
{
    const double half = 0.5 * shape->height;
    const double low = minimum64(-half - shape->radius_bottom, half - shape->radius_top);
    const double high = maximum64(half + shape->radius_top, -half + shape->radius_bottom);
    const double step = (high - low) / SLICES;
    for (int i = 0; i < SLICES; ++i) {
        const double y = low + (i + 0.5) * step;
        add_slice(slices, y, radius_at(shape, y), step);
    }
    slices->second += slices->volume * step * step / 12.0;
}

// All integrands have a degree of at most five in y, for which three Gauss points are exact.
static void add_frustum(Slices *slices, const TumShape *shape)
{
    static const double points[3] = {-0.77459666924148337704, 0.0, 0.77459666924148337704};
    static const double weights[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
    const double half = 0.5 * shape->height;
    for (int i = 0; i < 3; ++i) {
        add_slice(slices, half * points[i], radius_at(shape, half * points[i]), half * weights[i]);
    }
}

bool tum_shape4_is_tapered(const TumShape *shape)
{
    return shape->radius_bottom != shape->radius_top;
}

Volume4 tum_volume4_of_tapered(const TumShape *shape)
{
    Slices slices = {.round = 0, .flat_volume = 1.0};
    for (int i = 0; i < 4; ++i) {
        const bool is_flat = shape->size[i] > 0.0;
        slices.round += i != 1 && !is_flat;
        slices.flat_volume *= i != 1 && is_flat ? shape->size[i] : 1.0;
    }
    if (shape->kind == TUM_SHAPE_CAPSULE) {
        add_capsule(&slices, shape);
    } else {
        add_frustum(&slices, shape);
    }
    Volume4 result = {.volume = slices.volume};
    if (!(slices.volume > 0.0)) {
        return result;
    }
    result.center[1] = slices.first / slices.volume;
    for (int i = 0; i < 4; ++i) {
        const double size = shape->size[i];
        result.second_moments[5 * i] =
            size > 0.0 ? slices.volume * size * size / 12.0 : slices.across;
    }
    result.second_moments[5] = slices.second - slices.volume * result.center[1] * result.center[1];
    return result;
}

/// Integrals over simplexes, about the origin of the points.
typedef struct Sum {
    double volume, first[4], second[16];
} Sum;

// The simplex of the origin and four points; its volume is det / 4!. Over an n-simplex the mean of
// x_i x_j is (sum over corners of v_i v_j + (sum v)_i (sum v)_j) / ((n + 1)(n + 2)).
static void add_simplex(Sum *sum, const double corners[16], bool is_signed)
{
    const double determinant = tum_linear4_determinant(corners);
    const double volume = (is_signed ? determinant : absolute64(determinant)) / 24.0;
    double total[4] = {0.0};
    for (int i = 0; i < 16; ++i) {
        total[i % 4] += corners[i];
    }
    sum->volume += volume;
    for (int i = 0; i < 4; ++i) {
        sum->first[i] += volume * total[i] / 5.0;
        for (int j = 0; j < 4; ++j) {
            double products = total[i] * total[j];
            for (int c = 0; c < 4; ++c) {
                products += corners[4 * c + i] * corners[4 * c + j];
            }
            sum->second[4 * j + i] += volume * products / 30.0;
        }
    }
}

static Volume4 volume_of_sum(const Sum *sum, const double origin[4])
{
    Volume4 volume = {0};
    const double sign = sum->volume < 0.0 ? -1.0 : 1.0;
    if (!(absolute64(sum->volume) > 0.0)) {
        return volume;
    }
    volume.volume = sign * sum->volume;
    double center[4];
    for (int i = 0; i < 4; ++i) {
        center[i] = sum->first[i] / sum->volume;
        volume.center[i] = origin[i] + center[i];
    }
    for (int i = 0; i < 16; ++i) {
        volume.second_moments[i] =
            sign * (sum->second[i] - sum->volume * center[i / 4] * center[i % 4]);
    }
    return volume;
}

static void cell_corners(const double *points, const uint32_t *cell, const double origin[4],
                         double corners[16])
{
    for (int i = 0; i < 16; ++i) {
        corners[i] = points[4 * (size_t)cell[i / 4] + (size_t)(i % 4)] - origin[i % 4];
    }
}

Volume4 tum_volume4_of_cells(const double *points, const uint32_t *cells, size_t cell_count)
{
    Sum sum = {0};
    double origin[4] = {0.0};
    if (cell_count > 0) {
        memcpy(origin, &points[4 * (size_t)cells[0]], sizeof origin);
    }
    for (size_t t = 0; t < cell_count; ++t) {
        double corners[16];
        cell_corners(points, &cells[4 * t], origin, corners);
        add_simplex(&sum, corners, true);
    }
    return volume_of_sum(&sum, origin);
}

TumStatus tum_volume4_of_points(const double *points, size_t count, Arena *scratch, Volume4 *volume)
{
    uint32_t *cells;
    size_t cell_count;
    *volume = (Volume4){0};
    const TumStatus status = tum_hull4_cells(points, count, scratch, &cells, &cell_count);
    if (status != TUM_OK) {
        return status == TUM_ERROR_MEMORY ? status : TUM_OK;
    }
    // From a point inside, the mean of all points, every cell of the hull is seen from its inner
    // side.
    Sum sum = {0};
    double origin[4] = {0.0};
    for (size_t i = 0; i < 4 * count; ++i) {
        origin[i % 4] += points[i] / (double)count;
    }
    for (size_t t = 0; t < cell_count; ++t) {
        double corners[16];
        cell_corners(points, &cells[4 * t], origin, corners);
        add_simplex(&sum, corners, false);
    }
    *volume = volume_of_sum(&sum, origin);
    return TUM_OK;
}

Volume4 tum_volume4_scaled(Volume4 volume, const double scale[4])
{
    const double growth = scale[0] * scale[1] * scale[2] * scale[3];
    volume.volume *= growth;
    for (int i = 0; i < 4; ++i) {
        volume.center[i] *= scale[i];
    }
    for (int i = 0; i < 16; ++i) {
        volume.second_moments[i] *= growth * scale[i / 4] * scale[i % 4];
    }
    return volume;
}

Volume4 tum_volume4_moved(Volume4 volume, const double rotation[16], const double position[4])
{
    double back[16];
    tum_linear4_transpose(rotation, back);
    tum_linear4_multiply(rotation, volume.second_moments, volume.second_moments);
    tum_linear4_multiply(volume.second_moments, back, volume.second_moments);
    tum_linear4_transform(rotation, volume.center, volume.center);
    for (int i = 0; i < 4; ++i) {
        volume.center[i] += position[i];
    }
    return volume;
}

// Adds to second moments about the centre those of the volume's shift to a point.
static void add_shifted(const Volume4 *volume, const double point[4], double factor,
                        double moments[16])
{
    for (int i = 0; i < 16; ++i) {
        const double a = volume->center[i / 4] - point[i / 4];
        const double b = volume->center[i % 4] - point[i % 4];
        moments[i] += factor * (volume->second_moments[i] + volume->volume * a * b);
    }
}

Volume4 tum_volume4_add(Volume4 a, Volume4 b)
{
    Volume4 sum = {.volume = a.volume + b.volume};
    if (!(sum.volume > 0.0)) {
        return (Volume4){0};
    }
    for (int i = 0; i < 4; ++i) {
        sum.center[i] = (a.volume * a.center[i] + b.volume * b.center[i]) / sum.volume;
    }
    add_shifted(&a, sum.center, 1.0, sum.second_moments);
    add_shifted(&b, sum.center, 1.0, sum.second_moments);
    return sum;
}

void tum_volume4_about(const Volume4 *volume, double mass, const double point[4],
                       double moments[16])
{
    memset(moments, 0, 16 * sizeof *moments);
    if (volume->volume > 0.0) {
        add_shifted(volume, point, mass / volume->volume, moments);
    }
}

// The G4MF shape of a ball, box, capsule or cylinder.
static GeneralShape general_of(const TumShape *shape, const double scale[4], TumCurve *own)
{
    const bool is_box = shape->kind == TUM_SHAPE_BOX;
    const bool is_ball = shape->kind == TUM_SHAPE_SPHERE;
    GeneralShape general = {.dimension = 4, .curves = own, .curve_count = is_box ? 0 : 1};
    *own = (TumCurve){.exponent = 2.0};
    for (int i = 0; i < 4; ++i) {
        const double height = i == 1 && !is_ball ? shape->height : 0.0;
        const double radius = is_ball ? shape->radius : shape->radius_bottom;
        general.size[i] = (is_box ? shape->size[i] : height) * scale[i];
        own->radii[i] = shape->kind == TUM_SHAPE_CYLINDER && i == 1 ? 0.0 : radius * scale[i];
    }
    return general;
}

static TumStatus volume_of_curves(const TumShape *shape, const TumCurve *curves,
                                  const double scale[4], const TumAllocator *allocator,
                                  Volume4 *volume)
{
    const size_t count = (size_t)shape->curve_count;
    GeneralShape general = {.dimension = 4, .curve_count = count};
    TumCurve *scaled = tum_allocate_zeroed(allocator, count, sizeof *scaled);
    if (scaled == NULL && count > 0) {
        return TUM_ERROR_MEMORY;
    }
    for (int i = 0; i < 4; ++i) {
        general.size[i] = shape->size[i] * scale[i];
    }
    for (size_t c = 0; c < count; ++c) {
        scaled[c] = curves[(size_t)shape->curve_first + c];
        for (int i = 0; i < 4; ++i) {
            scaled[c].radii[i] *= scale[i];
        }
    }
    general.curves = scaled;
    *volume = tum_volume4_of_general(&general);
    tum_release(allocator, scaled, count * sizeof *scaled);
    return TUM_OK;
}

TumStatus tum_volume4_of_shape(const TumShape *shape, const TumCurve *curves, const TumMesh *mesh,
                               const double scale[4], const TumAllocator *allocator,
                               Volume4 *volume)
{
    TumStatus status = TUM_OK;
    TumCurve own;
    GeneralShape general;
    Arena scratch;
    *volume = (Volume4){0};
    switch (shape->kind) {
    case TUM_SHAPE_CONVEX:
        if (tum_shape4_is_tapered(shape)) {
            *volume = tum_volume4_scaled(tum_volume4_of_tapered(shape), scale);
            break;
        }
        tum_arena_init(&scratch, allocator);
        status = tum_volume4_of_points(mesh->points, mesh->point_count, &scratch, volume);
        tum_arena_clear(&scratch);
        break;
    case TUM_SHAPE_MESH:
        if (mesh->is_closed) {
            *volume = tum_volume4_of_cells(mesh->points, mesh->cells, mesh->cell_count);
        }
        break;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
        if (tum_shape4_is_tapered(shape)) {
            *volume = tum_volume4_scaled(tum_volume4_of_tapered(shape), scale);
            break;
        }
        // fallthrough
    case TUM_SHAPE_SPHERE:
    case TUM_SHAPE_BOX:
        general = general_of(shape, scale, &own);
        *volume = tum_volume4_of_general(&general);
        break;
    case TUM_SHAPE_GENERAL:
        status = volume_of_curves(shape, curves, scale, allocator, volume);
        break;
    case TUM_SHAPE_PLANE:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return status;
}
