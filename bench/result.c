// SPDX-License-Identifier: MIT
// result.c: numbers of one run, for programs and for people.
#include "result.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double percentile(const double *sorted, size_t count, size_t percent)
{
    return sorted[(count * percent + 99) / 100 - 1];
}

// @return the mean of numbers, which are sorted.
static double sort_and_average(double *numbers, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        sum += numbers[i];
    }
    qsort(numbers, count, sizeof *numbers, by_size);
    return sum / (double)count;
}

void bench_result_time(BenchResult *result, double *frame_ms, double *cpu_ms, size_t count)
{
    result->frames = count;
    if (count == 0) {
        return;
    }
    result->mean_ms = sort_and_average(frame_ms, count);
    result->cpu_ms = sort_and_average(cpu_ms, count);
    result->cpu_p99_ms = percentile(cpu_ms, count, 99);
    result->median_ms = percentile(frame_ms, count, 50);
    result->p95_ms = percentile(frame_ms, count, 95);
    result->p99_ms = percentile(frame_ms, count, 99);
    result->worst_ms = frame_ms[count - 1];
}

static void print_number(FILE *out, const char *key, double number)
{
    if (isfinite(number)) {
        fprintf(out, ", \"%s\": %.9g", key, number);
    } else {
        fprintf(out, ", \"%s\": null", key);
    }
}

static void print_quality(FILE *out, const char *key, const BenchQuality *q)
{
    fprintf(out, ", \"%s\": {\"overlaps\": %" PRIu64, key, q->overlaps);
    print_number(out, "deepest_mm", 1e3 * q->deepest);
    print_number(out, "deep99_mm", 1e3 * q->deep99);
    print_number(out, "drift_largest_m", q->drift_largest);
    print_number(out, "drift_mean_m", q->drift_mean);
    print_number(out, "joint_largest_mm", 1e3 * q->joint_largest);
    print_number(out, "joint_mean_mm", 1e3 * q->joint_mean);
    print_number(out, "speed_mm_s", 1e3 * q->speed);
    print_number(out, "energy", q->energy);
    fprintf(out,
            ", \"fallen\": %" PRIu64 ", \"lost\": %" PRIu64 ", \"outside\": %" PRIu64
            ", \"disturbed\": %" PRIu64 ", \"not_finite\": %" PRIu64 ", \"unmeasured\": %" PRIu64
            "}",
            q->fallen, q->lost, q->outside, q->disturbed, q->not_finite, q->unmeasured);
}

void bench_result_print_json(FILE *out, const BenchResult *result)
{
    fprintf(out, "{\"scene\": \"%s\", \"engine\": \"%s\", \"threads\": %d, \"frames\": %zu",
            result->scene, result->engine, result->threads, result->frames);
    print_number(out, "mean_ms", result->mean_ms);
    print_number(out, "median_ms", result->median_ms);
    print_number(out, "p95_ms", result->p95_ms);
    print_number(out, "p99_ms", result->p99_ms);
    print_number(out, "worst_ms", result->worst_ms);
    print_number(out, "cpu_ms", result->cpu_ms);
    print_number(out, "cpu_p99_ms", result->cpu_p99_ms);
    fprintf(out, ", \"hash\": \"%016" PRIx64 "\", \"hits\": %" PRIu64, result->hash, result->hits);
    print_number(out, "fraction", result->fraction);
    print_quality(out, "half", &result->half);
    print_quality(out, "end", &result->end);
    for (size_t i = 0; i < result->phase_count; ++i) {
        fprintf(out, "%s\"%s\": %.6g", i == 0 ? ", \"phases_ms\": {" : ", ", result->phase_names[i],
                result->phase_ms[i]);
    }
    fputs(result->phase_count > 0 ? "}}\n" : "}\n", out);
}

// Items of text below a row of the table, in lines that fit a terminal of 80 columns.
enum { ITEM_INDENT = 4, ITEM_COLUMNS = 79 };

static __attribute__((format(__printf__, 3, 4))) void print_item(FILE *out, int *column,
                                                                 const char *format, ...)
{
    char text[96];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int needed = length + 3; // ", " before it and "," after it
    if (*column == 0 || *column + needed > ITEM_COLUMNS) {
        fprintf(out, "%s%*s%s", *column == 0 ? "" : ",\n", ITEM_INDENT, "", text);
        *column = ITEM_INDENT + length;
    } else {
        fprintf(out, ", %s", text);
        *column += 2 + length;
    }
}

static void end_items(FILE *out, int *column)
{
    if (*column > 0) {
        fputc('\n', out);
    }
    *column = 0;
}

void bench_result_print(FILE *out, const BenchResult *result, bool is_first)
{
    if (is_first) {
        fprintf(out, "%-28s %7s %8s %8s %8s %8s\n", "scene", "threads", "mean", "median", "95 %",
                "99 %");
    }
    fprintf(out, "%-28s %7d %8.3f %8.3f %8.3f %8.3f\n", result->scene, result->threads,
            result->mean_ms, result->median_ms, result->p95_ms, result->p99_ms);
    const BenchQuality *q = &result->end;
    int column = 0;
    if (result->hash != 0) {
        print_item(out, &column, "hash %016" PRIx64, result->hash);
    }
    if (result->hits > 0) {
        print_item(out, &column, "%" PRIu64 " hits at %.5f of the way", result->hits,
                   result->fraction);
    } else {
        print_item(out, &column, "overlap %.1f mm (99 %% %.1f mm)", 1e3 * q->deepest,
                   1e3 * q->deep99);
        print_item(out, &column, "drift %.3f m", q->drift_largest);
        print_item(out, &column, "joints %.1f mm", 1e3 * q->joint_largest);
        print_item(out, &column, "speed %.1f mm/s", 1e3 * q->speed);
        print_item(out, &column, "energy %.3f", q->energy);
        print_item(out, &column, "fallen %" PRIu64, q->fallen);
        print_item(out, &column, "lost %" PRIu64, q->lost);
        print_item(out, &column, "outside %" PRIu64, q->outside);
        print_item(out, &column, "disturbed %" PRIu64, q->disturbed);
    }
    end_items(out, &column);
    for (size_t i = 0; i < result->phase_count; ++i) {
        print_item(out, &column, "%s %.3f ms", result->phase_names[i], result->phase_ms[i]);
    }
    end_items(out, &column);
}
