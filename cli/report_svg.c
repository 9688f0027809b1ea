// SPDX-License-Identifier: MIT
// report_svg.c: draws a plot: axes with round numbers, points, lines, marks, a legend.
#include "report_svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"

// [px]
enum { WIDTH = 720, HEIGHT = 440, LEFT = 78, RIGHT = 24, TOP = 44, BOTTOM = 62, MOST_TICKS = 12 };
enum { MOST_LABEL = 200 };

// Colours that people of every colour vision tell apart (Okabe, Ito, "Color universal design",
// 2008), and others for more series.
static const char *const colors[SVG_MOST_SERIES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                    "#e69f00", "#56b4e9", "#222222", "#8c6bb1",
                                                    "#7f7f7f", "#a6761d", "#1b9e77", "#b2182b"};

typedef struct Point {
    double x, y, series;
} Point;

typedef struct Axis {
    double low, high; // Bounds of the plot.
    double step;      // Distance of its ticks.
} Axis;

typedef struct Draw {
    Output *output;
    const SvgPlot *plot;
    Point *points; // [count] by series, then by x.
    size_t count;
    double series[SVG_MOST_SERIES];
    size_t series_count;
    Axis x, y;
} Draw;

__attribute__((format(__printf__, 2, 3))) static void print(const Draw *draw, const char *format,
                                                            ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)output_write(draw->output, text,
                       length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}

// Text of XML: control characters are left out.
static void print_text(const Draw *draw, const char *text)
{
    for (const char *at = text; *at != '\0'; ++at) {
        const char *escape = *at == '<'   ? "&lt;"
                             : *at == '>' ? "&gt;"
                             : *at == '&' ? "&amp;"
                                          : NULL;
        if (escape != NULL) {
            print(draw, "%s", escape);
        } else if ((unsigned char)*at >= ' ') {
            (void)output_write(draw->output, at, 1);
        }
    }
}

// The last part of a pointer, and at most so many bytes of whole characters.
static const char *short_name(const char *name, char text[MOST_LABEL])
{
    const char *slash = strrchr(name, '/');
    const char *last = name[0] == '/' && slash != NULL ? slash + 1 : name;
    const size_t length = strlen(last);
    snprintf(text, MOST_LABEL, "%.*s", (int)tum_utf8_prefix(last, length, MOST_LABEL - 1), last);
    return text;
}

// Marks.

// Reads "0.364=tan 20°". @return the label, "" without one; NULL where there is no number.
static const char *read_mark(const char *text, double *x)
{
    const size_t length = strcspn(text, "=");
    const bool is_number =
        length > 0 && tum_number_parse(text, length, x) == length && isfinite(*x);
    return !is_number ? NULL : text[length] == '=' ? text + length + 1 : "";
}

bool svg_marks_check(const OptionTexts *marks, Console *console)
{
    for (size_t i = 0; i < marks->count; ++i) {
        double x;
        if (read_mark(marks->value[i], &x) == NULL) {
            console_error(console, "--mark takes X or X=LABEL, as 0.364=edge, not \"%.60s\"",
                          marks->value[i]);
            return false;
        }
    }
    return true;
}

// Axes.

// Chooses a step of 1, 2 or 5 times a power of ten, and ends at multiples of it.
static Axis make_axis(double low, double high)
{
    if (!(high > low)) {
        const double margin = low != 0.0 ? 0.5 * fabs(low) : 0.5;
        low -= margin;
        high += margin;
    }
    const double rough = (high - low) / 6.0;
    double power = 1.0;
    while (power * 10.0 <= rough) {
        power *= 10.0;
    }
    while (power > rough) {
        power /= 10.0;
    }
    const double part = rough / power;
    const double step = power * (part < 1.5 ? 1.0 : part < 3.5 ? 2.0 : part < 7.5 ? 5.0 : 10.0);
    return (Axis){floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step};
}

static double at_x(const Draw *draw, double x)
{
    return LEFT + (x - draw->x.low) / (draw->x.high - draw->x.low) * (WIDTH - LEFT - RIGHT);
}

static double at_y(const Draw *draw, double y)
{
    return HEIGHT - BOTTOM -
           (y - draw->y.low) / (draw->y.high - draw->y.low) * (HEIGHT - TOP - BOTTOM);
}

static void find_axes(Draw *draw)
{
    double low[2] = {(double)INFINITY, (double)INFINITY};
    double high[2] = {-(double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < draw->count; ++i) {
        const double numbers[2] = {draw->points[i].x, draw->points[i].y};
        for (int k = 0; k < 2; ++k) {
            low[k] = numbers[k] < low[k] ? numbers[k] : low[k];
            high[k] = numbers[k] > high[k] ? numbers[k] : high[k];
        }
    }
    draw->x = make_axis(low[0], high[0]);
    draw->y = make_axis(low[1], high[1]);
}

static void draw_ticks(const Draw *draw)
{
    const double right = WIDTH - RIGHT, bottom = HEIGHT - BOTTOM;
    for (int i = 0; i <= MOST_TICKS; ++i) {
        const double x = draw->x.low + i * draw->x.step, y = draw->y.low + i * draw->y.step;
        if (x <= draw->x.high + 1e-9 * draw->x.step) {
            print(draw, "<path class=\"grid\" d=\"M%.1f %d V%.1f\"/>\n", at_x(draw, x), TOP,
                  bottom);
            print(draw, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.6g</text>\n",
                  at_x(draw, x), bottom + 18.0, fabs(x) < 1e-9 * draw->x.step ? 0.0 : x);
        }
        if (y <= draw->y.high + 1e-9 * draw->y.step) {
            print(draw, "<path class=\"grid\" d=\"M%d %.1f H%.1f\"/>\n", LEFT, at_y(draw, y),
                  right);
            print(draw, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>\n", LEFT - 8,
                  at_y(draw, y) + 4.0, fabs(y) < 1e-9 * draw->y.step ? 0.0 : y);
        }
    }
}

static void draw_labels(const Draw *draw, const char *title)
{
    char label[MOST_LABEL];
    print(draw, "<text class=\"title\" x=\"%d\" y=\"26\">", LEFT);
    print_text(draw, title);
    print(draw, "</text>\n<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
          0.5 * (LEFT + WIDTH - RIGHT), HEIGHT - 20);
    print_text(draw, short_name(draw->plot->axes.x->name, label));
    print(draw,
          "</text>\n<text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">",
          0.5 * (TOP + HEIGHT - BOTTOM));
    print_text(draw, short_name(draw->plot->axes.y->name, label));
    print(draw, "</text>\n");
}

static void draw_marks(const Draw *draw)
{
    for (size_t i = 0; i < draw->plot->marks->count; ++i) {
        double x = 0.0;
        const char *label = read_mark(draw->plot->marks->value[i], &x);
        if (label == NULL || x < draw->x.low || x > draw->x.high) {
            continue;
        }
        print(draw, "<path class=\"mark\" d=\"M%.1f %d V%d\"/>\n", at_x(draw, x), TOP,
              HEIGHT - BOTTOM);
        print(draw, "<text x=\"%.1f\" y=\"%zu\">", at_x(draw, x) + 5.0, TOP + 14 + 16 * i);
        print_text(draw, label);
        print(draw, "</text>\n");
    }
}

// Points.

static int compare_points(const void *left, const void *right)
{
    const Point *a = left, *b = right;
    const double first[3] = {a->series, a->x, a->y}, second[3] = {b->series, b->x, b->y};
    for (int i = 0; i < 3; ++i) {
        if (first[i] != second[i]) {
            return first[i] < second[i] ? -1 : 1;
        }
    }
    return 0;
}

// Gathers the points of runs that have all numbers.
static TumStatus find_points(Draw *draw, const Report *report)
{
    const ReportAxes *axes = &draw->plot->axes;
    draw->points = malloc((report->row_count + 1) * sizeof *draw->points);
    if (draw->points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < report->row_count; ++i) {
        const ReportRow *row = &report->rows[i];
        const Point point = {report_number(axes->x, row), report_number(axes->y, row),
                             axes->series != NULL ? report_number(axes->series, row) : 0.0};
        if (!isnan(point.x) && !isnan(point.y) && !isnan(point.series) && report_is_done(row)) {
            draw->points[draw->count++] = point;
        }
    }
    if (draw->count == 0) {
        return TUM_ERROR_INPUT;
    }
    qsort(draw->points, draw->count, sizeof *draw->points, compare_points);
    for (size_t i = 0; i < draw->count; ++i) {
        if (i > 0 && draw->points[i].series == draw->points[i - 1].series) {
            continue;
        }
        if (draw->series_count == SVG_MOST_SERIES) {
            return TUM_ERROR_INPUT;
        }
        draw->series[draw->series_count++] = draw->points[i].series;
    }
    return TUM_OK;
}

// A line through the points, where each x has one.
static void draw_line(const Draw *draw, const Point *points, size_t count, const char *color)
{
    for (size_t i = 1; i < count; ++i) {
        if (points[i].x == points[i - 1].x) {
            return;
        }
    }
    print(draw, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" d=\"", color);
    for (size_t i = 0; i < count; ++i) {
        print(draw, "%s%.1f %.1f", i == 0 ? "M" : " L", at_x(draw, points[i].x),
              at_y(draw, points[i].y));
    }
    print(draw, "\"/>\n");
}

static void draw_series(const Draw *draw)
{
    for (size_t i = 0, end = 0, k = 0; i < draw->count; i = end, ++k) {
        while (end < draw->count && draw->points[end].series == draw->points[i].series) {
            ++end;
        }
        draw_line(draw, draw->points + i, end - i, colors[k]);
        print(draw, "<g fill=\"%s\">\n", colors[k]);
        // Later series have smaller points, so that equal ones are all seen.
        const double radius =
            2.0 + 3.0 * (double)(draw->series_count - k) / (double)(draw->series_count + 1);
        for (size_t p = i; p < end; ++p) {
            print(draw, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                  at_x(draw, draw->points[p].x), at_y(draw, draw->points[p].y), radius);
        }
        print(draw, "</g>\n");
    }
}

static void draw_legend(const Draw *draw)
{
    char label[MOST_LABEL];
    if (draw->plot->axes.series == NULL) {
        return;
    }
    const int left = WIDTH - RIGHT - 130;
    print(draw, "<text x=\"%d\" y=\"%d\">", left, TOP + 16);
    print_text(draw, short_name(draw->plot->axes.series->name, label));
    print(draw, "</text>\n");
    for (size_t i = 0; i < draw->series_count; ++i) {
        const double y = TOP + 34.0 + 18.0 * (double)i;
        print(draw, "<circle cx=\"%d\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", left + 6, y - 4.0,
              colors[i]);
        print(draw, "<text x=\"%d\" y=\"%.1f\">%.6g</text>\n", left + 18, y, draw->series[i]);
    }
}

TumStatus report_write_svg(Output *output, const Report *report, const SvgPlot *plot)
{
    Draw draw = {.output = output, .plot = plot};
    const TumStatus status = find_points(&draw, report);
    if (status == TUM_OK) {
        find_axes(&draw);
        print(&draw, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", WIDTH,
              HEIGHT);
        print(&draw, "<style>text{font:13px sans-serif;fill:#222}.title{font-size:15px}"
                     ".grid{stroke:#ddd}.mark{stroke:#222;stroke-dasharray:5 4}</style>\n");
        print(&draw, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
        draw_ticks(&draw);
        draw_labels(&draw, plot->title != NULL ? plot->title : report->rows[0].file);
        draw_marks(&draw);
        draw_series(&draw);
        draw_legend(&draw);
        print(&draw, "</svg>\n");
    }
    free(draw.points);
    return status;
}
