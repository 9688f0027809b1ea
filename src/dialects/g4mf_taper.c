// SPDX-License-Identifier: MIT
// g4mf_taper.c: curves with varying radii along an axis.
#include "dialects/g4mf_taper.h"

#include <string.h>

#include "geometry/general.h"
#include "math/scalar.h"

enum { AXIS_Y = 1 };

#define SAME 1e-6
#define DEVIATION_SHARE 0.005
#define DEVIATION 0.001 // [m]

bool tum_read_lengths(const Cursor *object, const char *key, int dimension, double lengths[4])
{
    double read[4];
    if (!tum_read_vector(object, key, read, (size_t)dimension)) {
        return !reader_has(object, key);
    }
    const Cursor array = tum_cursor_member(object, key);
    bool is_right = true;
    for (int i = 0; i < dimension; ++i) {
        if (read[i] < 0.0) {
            const Cursor item = tum_cursor_item(&array, (size_t)i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE, "%g is below the minimum 0.",
                              read[i]);
            read[i] = 0.0;
            is_right = false;
        }
    }
    memcpy(lengths, read, (size_t)dimension * sizeof *read);
    return is_right;
}

double tum_curve_exponent(const Cursor *object)
{
    double exponent = 2.0;
    const Cursor member = tum_cursor_member(object, "exponent");
    if (!tum_cursor_number(object, "exponent", &exponent)) {
        return 2.0;
    }
    if (!(exponent > 0.0)) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE, "An exponent of %g is not above 0.",
                          exponent);
        return 2.0;
    }
    if (exponent < 1.0) {
        tum_cursor_report(&member, CODE_PHYSICS_EXPONENT_APPROXIMATED,
                          "An exponent of %g is not convex; 1 is used, its hull.", exponent);
        return 1.0;
    }
    return exponent;
}

static void sort_points(TaperPoint *points, size_t count)
{
    // The number is small, and insertion sort is stable.
    for (size_t i = 1; i < count; ++i) {
        const TaperPoint point = points[i];
        size_t k = i;
        for (; k > 0 && points[k - 1].at > point.at; --k) {
            points[k] = points[k - 1];
        }
        points[k] = point;
    }
}

// The axis along which positions differ; -1: they differ along several. For equal positions: Y.
static int find_axis(const double *positions, size_t count, int dimension)
{
    int axis = -2;
    for (int i = 0; i < dimension; ++i) {
        bool differs = false;
        for (size_t p = 1; p < count; ++p) {
            differs = differs || absolute64(positions[4 * p + (size_t)i] - positions[i]) > SAME;
        }
        if (differs) {
            axis = axis == -2 ? i : -1;
        }
    }
    return axis == -2 ? AXIS_Y : axis;
}

void tum_taper_read(SceneReader *reader, const Cursor *curve, int dimension, Taper *taper)
{
    enum { MOST = 256 /**< Points of one taper; a longer one describes a mesh. */ };
    *taper = (Taper){.axis = AXIS_Y};
    taper->place = tum_cursor_array(curve, "taper");
    const size_t count = tum_cursor_count(&taper->place);
    if (count == 0) {
        return;
    }
    if (count > MOST) {
        tum_cursor_report(&taper->place, CODE_PHYSICS_TAPER_APPROXIMATED,
                          "%zu points; the first %d are used.", count, MOST);
    }
    const size_t used = count < MOST ? count : MOST;
    double *positions = tum_arena_zeroed(&reader->arena, used, 4 * sizeof *positions);
    taper->points = tum_arena_zeroed(&reader->arena, used, sizeof *taper->points);
    if (positions == NULL || taper->points == NULL) {
        return;
    }
    for (size_t p = 0; p < used; ++p) {
        const Cursor item = tum_cursor_object_at(&taper->place, p);
        TaperPoint *point = &taper->points[p];
        tum_read_vector(&item, "position", &positions[4 * p], (size_t)dimension);
        tum_read_lengths(&item, "radii", dimension, point->radii);
        point->exponent = tum_curve_exponent(&item);
    }
    taper->axis = find_axis(positions, used, dimension);
    if (taper->axis < 0) {
        tum_cursor_report(&taper->place, CODE_PHYSICS_TAPER_APPROXIMATED,
                          "Positions differ along several axes; the radii beside it are used.");
        return;
    }
    for (size_t p = 0; p < used; ++p) {
        taper->points[p].at = positions[4 * p + (size_t)taper->axis];
    }
    taper->count = used;
    sort_points(taper->points, used);
}

// The curve at a position along the axis.
static TumCurve curve_at(const Taper *taper, const TumCurve *untapered, double at)
{
    TumCurve curve = *untapered;
    if (taper->count == 0) {
        return curve;
    }
    size_t above = 0;
    while (above < taper->count && taper->points[above].at < at) {
        ++above;
    }
    const TaperPoint *high = &taper->points[above < taper->count ? above : taper->count - 1];
    const TaperPoint *low = above > 0 ? &taper->points[above - 1] : high;
    const double width = high->at - low->at;
    const double share = width > 0.0 ? clamp64((at - low->at) / width, 0.0, 1.0) : 1.0;
    curve.exponent = low->exponent + (high->exponent - low->exponent) * share;
    for (int i = 0; i < 4; ++i) {
        curve.radii[i] = low->radii[i] + (high->radii[i] - low->radii[i]) * share;
    }
    return curve;
}

static bool are_same(double a, double b)
{
    return absolute64(a - b) <= SAME * maximum64(absolute64(a), absolute64(b));
}

// The radius where all radii except the axis's are equal. @return the radius, or -1.
static double round_radius(const TaperPoint *point, int dimension)
{
    for (int i = 2; i < dimension; ++i) {
        if (!are_same(point->radii[i], point->radii[0])) {
            return -1.0;
        }
    }
    return point->radii[0];
}

// True for two points, with ellipses, at the ends of Y.
static bool is_between_ends(const Taper *taper, double half)
{
    return taper->count == 2 && taper->axis == AXIS_Y && half > 0.0 &&
           are_same(taper->points[0].at, -half) && are_same(taper->points[1].at, half) &&
           taper->points[0].exponent == 2.0 && taper->points[1].exponent == 2.0;
}

bool tum_taper_recognize(const TaperedShape *tapered, TumShape *shape)
{
    const Taper *taper = &tapered->tapers[0];
    const double half = 0.5 * tapered->size[AXIS_Y];
    if (tapered->count != 1 || !is_between_ends(taper, half)) {
        return false;
    }
    for (int i = 0; i < tapered->dimension; ++i) {
        if (i != AXIS_Y && tapered->size[i] > 0.0) {
            return false;
        }
    }
    const TaperPoint *bottom = &taper->points[0], *top = &taper->points[1];
    const double r = round_radius(bottom, tapered->dimension);
    const double s = round_radius(top, tapered->dimension);
    const bool is_capsule = are_same(bottom->radii[AXIS_Y], r) && are_same(top->radii[AXIS_Y], s);
    const bool is_cylinder = bottom->radii[AXIS_Y] == 0.0 && top->radii[AXIS_Y] == 0.0;
    if (r < 0.0 || s < 0.0 || r + s == 0.0 || (!is_capsule && !is_cylinder)) {
        return false;
    }
    shape->kind = is_cylinder ? TUM_SHAPE_CYLINDER : TUM_SHAPE_CAPSULE;
    shape->height = tapered->size[AXIS_Y];
    shape->radius_bottom = r;
    shape->radius_top = s;
    memset(shape->size, 0, sizeof shape->size);
    return true;
}

bool tum_taper_is_frustum(const TaperedShape *tapered, TumShape *shape)
{
    const Taper *taper = &tapered->tapers[0];
    const double half = 0.5 * tapered->size[AXIS_Y];
    if (tapered->count != 1 || !is_between_ends(taper, half)) {
        return false;
    }
    double radii[2] = {0.0, 0.0};
    for (int i = 0; i < tapered->dimension; ++i) {
        for (int end = 0; end < 2; ++end) {
            const double radius = taper->points[end].radii[i];
            const bool is_flat = i == AXIS_Y || tapered->size[i] > 0.0;
            radii[end] = is_flat || radii[end] > 0.0 ? radii[end] : radius;
            if (is_flat ? radius != 0.0 : !are_same(radius, radii[end])) {
                return false;
            }
        }
    }
    shape->height = tapered->size[AXIS_Y];
    shape->radius_bottom = radii[0];
    shape->radius_top = radii[1];
    for (int i = 0; i < tapered->dimension; ++i) {
        shape->size[i] = i != AXIS_Y ? tapered->size[i] : 0.0;
    }
    return true;
}

// Positions along the axis, within the shape, where the profile has a corner.
static size_t find_stations(const TaperedShape *tapered, int axis, double *stations, size_t room)
{
    const double half = 0.5 * tapered->size[axis];
    size_t count = 0;
    stations[count++] = -half;
    for (size_t c = 0; c < tapered->count; ++c) {
        const Taper *taper = &tapered->tapers[c];
        for (size_t p = 0; taper->axis == axis && p < taper->count && count + 1 < room; ++p) {
            const double at = taper->points[p].at;
            if (at > -half && at < half) {
                stations[count++] = at;
            }
        }
    }
    stations[count++] = half;
    return count;
}

// True where the profile is concave: the hull is then larger than the shape.
static bool is_concave_profile(const Taper *taper)
{
    for (size_t p = 1; p + 1 < taper->count; ++p) {
        const TaperPoint *a = &taper->points[p - 1], *b = &taper->points[p],
                         *c = &taper->points[p + 1];
        const double width = c->at - a->at;
        const double share = width > 0.0 ? (b->at - a->at) / width : 0.5;
        for (int i = 0; i < 4; ++i) {
            const double chord = a->radii[i] + (c->radii[i] - a->radii[i]) * share;
            if (b->radii[i] < chord * (1.0 - SAME)) {
                return false;
            }
        }
    }
    return true;
}

static int taper_axis(const TaperedShape *tapered)
{
    for (size_t c = 0; c < tapered->count; ++c) {
        if (tapered->tapers[c].count > 0) {
            return tapered->tapers[c].axis;
        }
    }
    return AXIS_Y;
}

static void report_hull(const TaperedShape *tapered, const Cursor *item)
{
    bool is_profile_concave = true;
    for (size_t c = 0; c < tapered->count; ++c) {
        is_profile_concave = is_profile_concave && is_concave_profile(&tapered->tapers[c]);
    }
    tum_cursor_report(item, CODE_PHYSICS_TAPER_APPROXIMATED,
                      is_profile_concave
                          ? "The tapered shape becomes the hull of points on its surface."
                          : "The tapered shape becomes the hull of points on its surface, which is "
                            "larger: its profile bends inwards.");
}

// Adds the shape's cross-section at one station, or its ball where a curve covers the axis.
static bool add_station(SceneReader *reader, const TaperedShape *tapered, int axis, double at,
                        double **points, size_t *count)
{
    GeneralShape section = {.dimension = tapered->dimension, .curve_count = tapered->count};
    TumCurve *curves = tum_arena_zeroed(&reader->arena, tapered->count, sizeof *curves);
    double *own;
    size_t own_count;
    const size_t width = (size_t)tapered->dimension;
    if (curves == NULL) {
        return false;
    }
    for (size_t c = 0; c < tapered->count; ++c) {
        curves[c] = curve_at(&tapered->tapers[c], &tapered->curves[c], at);
    }
    memcpy(section.size, tapered->size, width * sizeof *tapered->size);
    section.size[axis] = 0.0;
    section.curves = curves;
    const double share = DEVIATION_SHARE * tum_general_smallest_radius(&section);
    if (tum_general_points(&section, maximum64(share, DEVIATION), &reader->arena, &own,
                           &own_count) != TUM_OK) {
        return false;
    }
    double *all = tum_arena_zeroed(&reader->arena, *count + own_count, width * sizeof *all);
    if (all == NULL) {
        return false;
    }
    if (*count > 0) {
        memcpy(all, *points, *count * width * sizeof *all);
    }
    memcpy(all + *count * width, own, own_count * width * sizeof *all);
    for (size_t p = *count; p < *count + own_count; ++p) {
        all[p * width + (size_t)axis] += at;
    }
    *points = all;
    *count += own_count;
    return true;
}

bool tum_taper_points(SceneReader *reader, const TaperedShape *tapered, const Cursor *item,
                      double **points, size_t *count)
{
    enum { MOST = 64 /**< Stations: more points would not improve the hull. */ };
    const int axis = taper_axis(tapered);
    double stations[MOST];
    const size_t station_count = find_stations(tapered, axis, stations, MOST);
    report_hull(tapered, item);
    *points = NULL;
    *count = 0;
    for (size_t i = 0; i < station_count; ++i) {
        if (!add_station(reader, tapered, axis, stations[i], points, count)) {
            return false;
        }
    }
    return true;
}
