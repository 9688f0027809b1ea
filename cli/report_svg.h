// SPDX-License-Identifier: MIT
/// report_svg.h: the plot of a measure over a varied number, as SVG 1.1.
#ifndef TUM_CLI_REPORT_SVG_H
#define TUM_CLI_REPORT_SVG_H

#include "option.h"
#include "report_text.h"

enum { SVG_MOST_SERIES = 12 };

/// Settings of a plot.
typedef struct SvgPlot {
    ReportAxes axes;          ///< x and y are given.
    const OptionTexts *marks; ///< Vertical lines, "0.364" or "0.364=tan 20°".
    const char *title;        ///< NULL: the name of the file.
} SvgPlot;

/// Checks the marks. @return false after a message.
bool svg_marks_check(const OptionTexts *marks, Console *console);

/// Writes the plot into an open output; a failure of writing is the output's. Points of a series
/// are joined where each x has one point.
///
/// @return TUM_OK, TUM_ERROR_INPUT (no run has both numbers, or more than SVG_MOST_SERIES numbers
///         of the series) or TUM_ERROR_MEMORY.
TumStatus report_write_svg(Output *output, const Report *report, const SvgPlot *plot);

#endif
