// SPDX-License-Identifier: MIT
// result.c: numbers of one run, for programs and for people.
#include "result.h"

#include <inttypes.h>
#include <math.h>
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

void bench_result_print(FILE *out, const BenchResult *result, bool is_first)
{
    if (is_first) {
        fprintf(out, "%-9s %7s %8s %8s %8s %8s  %-16s  %s\n", "scene", "threads", "mean", "median",
                "95 %", "99 %", "hash", "quality at the end");
    }
    fprintf(out, "%-9s %7d %8.3f %8.3f %8.3f %8.3f  %016" PRIx64 "  ", result->scene,
            result->threads, result->mean_ms, result->median_ms, result->p95_ms, result->p99_ms,
            result->hash);
    const BenchQuality *q = &result->end;
    if (result->hits > 0) {
        fprintf(out, "%" PRIu64 " hits at %.5f of the way\n", result->hits, result->fraction);
        return;
    }
    fprintf(out,
            "overlap %.1f mm, 99 %% %.1f mm; drift %.3f m; joints %.1f mm; %.1f mm/s; energy %.3f",
            1e3 * q->deepest, 1e3 * q->deep99, q->drift_largest, 1e3 * q->joint_largest,
            1e3 * q->speed, q->energy);
    fprintf(out, "; fallen %" PRIu64 ", lost %" PRIu64 ", outside %" PRIu64 ", disturbed %" PRIu64,
            q->fallen, q->lost, q->outside, q->disturbed);
    fputc('\n', out);
    for (size_t i = 0; i < result->phase_count; ++i) {
        fprintf(out, "%s%s %.3f", i == 0 ? "          ms: " : ", ", result->phase_names[i],
                result->phase_ms[i]);
    }
    fputs(result->phase_count > 0 ? "\n" : "", out);
}
