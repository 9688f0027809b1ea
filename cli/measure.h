// SPDX-License-Identifier: MIT
/// measure.h: named quantities of bodies, reduced to one number of a run.
///
///     z(Ball)@end                 a coordinate at the end of the run
///     speed(Ball)@1.5             at the step nearest to 1.5 s
///     max tilt(Tower)@1:3         a reduction over a window of time [s]
///     span x(Pendulum)            over the whole run
///
/// A node is named by its name or its index. A node below a body counts with the pose that the body
/// gives it. The text of a quantity is read here alone, its value is computed in measure_value.c.
#ifndef TUM_CLI_MEASURE_H
#define TUM_CLI_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tumble/scene.h"
#include "tumble/world.h"

enum { MEASURE_FAULT_BYTES = 320 };

typedef enum MeasureKind {
    MEASURE_PLACE,         ///< [m] Coordinate `axis` of the node's origin.
    MEASURE_LINEAR,        ///< [m/s] Component `axis` of the velocity of the centre of mass.
    MEASURE_ANGULAR,       ///< [rad/s] Component `axis` of the angular velocity.
    MEASURE_SPEED,         ///< [m/s] Length of the velocity.
    MEASURE_ANGULAR_SPEED, ///< [rad/s] Length of the angular velocity.
    MEASURE_DISPLACEMENT,  ///< [m] Distance from the place at step 0.
    MEASURE_ALONG,         ///< [m] Displacement along the world's `axis`.
    MEASURE_HORIZONTAL,    ///< [m] Distance in XZ from the place at step 0.
    MEASURE_TURN,          ///< [rad] Angle from the orientation at step 0.
    MEASURE_TILT,          ///< [rad] Angle between Y of the node and Y of the world.
    MEASURE_TWIST,         ///< [rad] Angle about the world's `axis` since step 0, with all turns.
    MEASURE_LOW,           ///< [m] Lowest coordinate `axis` of the body's colliders.
    MEASURE_HIGH,          ///< [m] Highest coordinate `axis` of the body's colliders.
    MEASURE_ASLEEP         ///< 1 while the body sleeps, else 0.
} MeasureKind;

typedef enum MeasureReduction {
    MEASURE_LAST,
    MEASURE_FIRST,
    MEASURE_MIN,
    MEASURE_MAX,
    MEASURE_MEAN,
    MEASURE_SPAN, ///< Largest less smallest.
    MEASURE_REDUCTION_COUNT
} MeasureReduction;

typedef struct Measure {
    const char *text; ///< As it was given; borrowed.
    MeasureKind kind;
    int axis;
    MeasureReduction reduction;
    double begin, end; ///< [s] Window; steps within half a step count. INFINITY: the run's end.
    int32_t node;
} Measure;

/// Reads a measure.
///
/// @param scene  gives nodes and dimension.
/// @param fault  receives one sentence without a full stop, where the text is no measure.
/// @return false after a fault.
bool measure_read(const char *text, const TumScene *scene, Measure *measure,
                  char fault[MEASURE_FAULT_BYTES]);

/// A measure of one run, step by step. A zeroed MeasureSeries with a measure and a scene is ready.
typedef struct MeasureSeries {
    const Measure *measure;
    const TumScene *scene;
    uint64_t steps; ///< Steps added, in the window or not.
    uint64_t count; ///< Steps in the window.
    double first, last, least, most, sum;
    double place[4];       ///< [m] Of the node at step 0.
    double orientation[4]; ///< Orientation of the body at step 0.
    double twist, angle;   ///< [rad] Sum of all turns, and the last angle without whole turns.
} MeasureSeries;

/// Adds a step of a world that was made from the scene: first step 0, then each step.
///
/// @param time    [s] of the step.
/// @param length  [s] of a step.
/// @param is_end  the last step of the run.
void measure_add(MeasureSeries *series, const TumWorld *world, double time, double length,
                 bool is_end);

/// The reduction; NAN where no step was in the window.
double measure_value(const MeasureSeries *series);

/// The value of the quantity at the present step, which measure_add calls (measure_value.c).
double measure_now(MeasureSeries *series, const TumWorld *world);

/// The choice of reductions: "last", "first" …; NULL after the last one.
const char *measure_reduction_name(size_t index);

#endif
