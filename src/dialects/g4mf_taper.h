// SPDX-License-Identifier: MIT
/// g4mf_taper.h: curves whose radii change along an axis (docs/formats.md#g4mf,
/// decision G3).
#ifndef TUM_DIALECTS_G4MF_TAPER_H
#define TUM_DIALECTS_G4MF_TAPER_H

#include "dialects/scene_reader.h"

/// Radii at a place along the taper's axis.
typedef struct TaperPoint {
    double at; ///< [m]
    double radii[4];
    double exponent;
} TaperPoint;

/// Between points radii and exponent change evenly, beyond them they stay.
typedef struct Taper {
    int axis;
    TaperPoint *points; ///< [count] In rising order.
    size_t count;       ///< 0: none.
    Cursor place;       ///< Its member of the curve; its parent must stay.
} Taper;

/// Numbers from 0 up, one for each axis; a negative one is filed and counts as 0.
///
/// @return false where one is wrong.
bool tum_read_lengths(const Cursor *object, const char *key, int dimension, double lengths[4]);

/// The exponent of a curve or of a point of its taper, 1 or more; what was less is filed.
double tum_curve_exponent(const Cursor *object);

/// Reads `taper` of a curve. One whose positions leave a single axis is filed and left out: the
/// curve's own radii then count.
void tum_taper_read(SceneReader *reader, const Cursor *curve, int dimension, Taper *taper);

/// A box whose curves taper.
typedef struct TaperedShape {
    int dimension;
    const double *size;     ///< [m] [dimension]
    const TumCurve *curves; ///< [count]
    const Taper *tapers;    ///< [count]
    size_t count;
} TaperedShape;

/// Makes `shape` a capsule or a cylinder where it is one of two radii. @return false elsewhere.
bool tum_taper_recognize(const TaperedShape *tapered, TumShape *shape);

/// Whether it is round between two radii, and flat in some axes: what a hull of 4D stands for. Sets
/// height, radii and size of `shape`.
bool tum_taper_is_frustum(const TaperedShape *tapered, TumShape *shape);

/// Points whose hull stands for any other one; findings say so at the shape, `item`.
///
/// @param points  receives `dimension` numbers each, in the reader's arena.
/// @return false when out of memory.
bool tum_taper_points(SceneReader *reader, const TaperedShape *tapered, const Cursor *item,
                      double **points, size_t *count);

#endif
