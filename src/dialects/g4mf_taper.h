// SPDX-License-Identifier: MIT
/// g4mf_taper.h: curves with varying radii along an axis (docs/formats.md#g4mf, decision G3).
#ifndef TUM_DIALECTS_G4MF_TAPER_H
#define TUM_DIALECTS_G4MF_TAPER_H

#include "dialects/scene_reader.h"

/// Radii at a position along the taper's axis.
typedef struct TaperPoint {
    double at; ///< [m]
    double radii[4];
    double exponent;
} TaperPoint;

/// Radii and exponent are linear between points and constant beyond them.
typedef struct Taper {
    int axis;
    TaperPoint *points; ///< [count] In ascending order.
    size_t count;       ///< 0: none.
    Cursor place;       ///< The `taper` member of the curve; its parent cursor must stay.
} Taper;

/// Reads non-negative numbers, one for each axis; a negative one is filed and counts as 0.
///
/// @return false where a number is invalid.
bool tum_read_lengths(const Cursor *object, const char *key, int dimension, double lengths[4]);

/// The exponent of a curve or of a point of its taper, at least 1; smaller ones are filed.
double tum_curve_exponent(const Cursor *object);

/// Reads `taper` of a curve. A taper whose positions leave a single axis is filed and ignored: the
/// curve's own radii then count.
void tum_taper_read(SceneReader *reader, const Cursor *curve, int dimension, Taper *taper);

/// A box with tapered curves.
typedef struct TaperedShape {
    int dimension;
    const double *size;     ///< [m] [dimension]
    const TumCurve *curves; ///< [count]
    const Taper *tapers;    ///< [count]
    size_t count;
} TaperedShape;

/// Turns a tapered shape into a capsule or a cylinder with two radii. @return false where it is
/// neither.
bool tum_taper_recognize(const TaperedShape *tapered, TumShape *shape);

/// True where the shape is round with two radii, and flat in some axes: the original of a hull in
/// 4D. Sets height, radii and size of `shape`.
bool tum_taper_is_frustum(const TaperedShape *tapered, TumShape *shape);

/// Points of a hull that replaces any other tapered shape, with findings at the shape, `item`.
///
/// @param points  receives `dimension` numbers each, in the reader's arena.
/// @return false when out of memory.
bool tum_taper_points(SceneReader *reader, const TaperedShape *tapered, const Cursor *item,
                      double **points, size_t *count);

#endif
