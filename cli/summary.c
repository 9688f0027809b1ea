// SPDX-License-Identifier: MIT
// summary.c: final poses, moved bodies and contacts of a run.
#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "findings.h"
#include "json_members.h"
#include "kind_names.h"
#include "remarks.h"
#include "safe.h"
#include "table.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

enum { MOST_ROWS = 20 };
static const double degrees = 57.295779513082321;
// [m], [deg] Smaller motion counts as rest: a table of this precision would show zero.
static const double least_move = 0.0005, least_turn = 0.05;

bool places_read(Places *places, const TumWorld *world)
{
    const size_t count = tum_world_body_count(world);
    const bool is_4d = tum_world_dimension(world) == 4;
    places->axes = is_4d ? 4 : 3;
    places->turns = is_4d ? 16 : 4;
    // One extra item, so that a scene without bodies is no failure.
    places->positions = calloc(count + 1, places->axes * sizeof(float));
    places->rotations = calloc(count + 1, places->turns * sizeof(float));
    places->count = count;
    if (places->positions == NULL || places->rotations == NULL) {
        places_free(places);
        return false;
    }
    if (is_4d) {
        tum_world_read_bodies4(world,
                               &(TumBodyArrays4){.capacity = count,
                                                 .positions = (TumVec4 *)places->positions,
                                                 .rotations = (TumBasis4 *)places->rotations});
    } else {
        tum_world_read_bodies3(world, &(TumBodyArrays3){.capacity = count,
                                                        .positions = (TumVec3 *)places->positions,
                                                        .rotations = (TumQuat *)places->rotations});
    }
    return true;
}

void places_free(Places *places)
{
    free(places->positions);
    free(places->rotations);
    *places = (Places){0};
}

// [m]
static double distance_moved(const Places *begin, const Places *end, size_t body)
{
    double squared = 0.0;
    for (size_t i = begin->axes * body; i < begin->axes * (body + 1); ++i) {
        const double way = (double)end->positions[i] - (double)begin->positions[i];
        squared += way * way;
    }
    return sqrt(squared);
}

// [deg] The larger of the two angles between two rotations in 4D, 0 to 180. The relative rotation R
// turns two planes by these angles: the trace of R is twice the sum of their cosines, the trace of
// its square twice the sum of the cosines of the doubled angles. Small angles are precise in the
// antisymmetric part of R, whose halves have the sum and the difference of the sines as their
// lengths.
static double angle_turned4(const float *a, const float *b)
{
    double r[4][4], trace = 0.0, square = 0.0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            r[i][k] = 0.0;
            for (int c = 0; c < 4; ++c) {
                r[i][k] += (double)b[4 * c + i] * (double)a[4 * c + k];
            }
        }
    }
    for (int i = 0; i < 4; ++i) {
        trace += r[i][i];
        for (int k = 0; k < 4; ++k) {
            square += r[i][k] * r[k][i];
        }
    }
    if (trace > 3.8) {
        double plane[4][4];
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < 4; ++k) {
                plane[i][k] = 0.5 * (r[k][i] - r[i][k]);
            }
        }
        double lengths[2] = {0.0, 0.0};
        for (int half = 0; half < 2; ++half) {
            const double sign = half == 0 ? -1.0 : 1.0;
            const double x = plane[1][2] + sign * plane[0][3];
            const double y = -plane[0][2] + sign * plane[1][3];
            const double z = plane[0][1] + sign * plane[2][3];
            lengths[half] = sqrt(x * x + y * y + z * z);
        }
        return asin(fmin(0.5 * (lengths[0] + lengths[1]), 1.0)) * degrees;
    }
    const double sum = 0.5 * trace, squares = 0.25 * square + 1.0;
    const double cosine = 0.5 * (sum - sqrt(fmax(2.0 * squares - sum * sum, 0.0)));
    return acos(fmin(fmax(cosine, -1.0), 1.0)) * degrees;
}

// [deg] The angle between two rotations, 0 to 180: from the vector and scalar parts of the relative
// rotation.
static double angle_turned(const Places *begin, const Places *end, size_t body)
{
    if (begin->turns == 16) {
        return angle_turned4(begin->rotations + 16 * body, end->rotations + 16 * body);
    }
    const float *a = begin->rotations + 4 * body, *b = end->rotations + 4 * body;
    const double ax = (double)a[0], ay = (double)a[1], az = (double)a[2], aw = (double)a[3];
    const double bx = (double)b[0], by = (double)b[1], bz = (double)b[2], bw = (double)b[3];
    const double x = aw * bx - ax * bw - ay * bz + az * by;
    const double y = aw * by + ax * bz - ay * bw - az * bx;
    const double z = aw * bz - ax * by + ay * bx - az * bw;
    const double w = aw * bw + ax * bx + ay * by + az * bz;
    return 2.0 * atan2(sqrt(x * x + y * y + z * z), fabs(w)) * degrees;
}

bool has_moved(const Places *begin, const Places *end, size_t body)
{
    return distance_moved(begin, end, body) >= least_move ||
           angle_turned(begin, end, body) >= least_turn;
}

static const char *state_of(const TumWorld *world, TumBodyId body)
{
    if (tum_body_kind(world, body) == TUM_BODY_STATIC) {
        return "fixed";
    }
    return tum_body_is_awake(world, body) ? "awake" : "asleep";
}

static void print_place(char *text, size_t room, const float *at, size_t axes)
{
    size_t used = 0;
    for (size_t k = 0; k < axes && used < room; ++k) {
        // Adding zero turns a rounded -0 into 0.
        used += (size_t)snprintf(text + used, room - used, "%s%.3f", k == 0 ? "" : " ",
                                 rint((double)at[k] * 1e3) / 1e3 + 0.0);
    }
}

static void print_row(Table *table, const Summary *summary, const Places *end, size_t index)
{
    const TumBody *body = &summary->scene->bodies[index];
    char place[96];
    print_place(place, sizeof place, end->positions + end->axes * index, end->axes);
    table_cell(table, "%" PRId32, body->node);
    table_cell(table, "%s", summary->scene->nodes[body->node].name);
    table_cell(table, "%s", name_of_body_kind(body->kind));
    table_cell(table, "%.3f", distance_moved(summary->begin, end, index));
    table_cell(table, "%.1f", angle_turned(summary->begin, end, index));
    table_cell(table, "%s", place);
    table_cell(table, "%s", state_of(summary->world, tum_world_body_at(summary->world, index)));
}

static void print_rows(FILE *out, const Summary *summary, const Places *end)
{
    static const TableColumn columns[] = {
        {"node", .is_number = true},
        {"name", .is_flexible = true},
        {"kind", .spare = 3},
        {"moved [m]", .is_number = true},
        {"turned [deg]", .is_number = true, .spare = 1},
        {.title = "ended at [m]"},
        {"state", .spare = 2},
    };
    Table table = {.columns = columns, .column_count = sizeof columns / sizeof *columns};
    size_t rows = 0;
    for (size_t i = 0; i < summary->scene->body_count; ++i) {
        if (has_moved(summary->begin, end, i) && rows++ < MOST_ROWS) {
            print_row(&table, summary, end, i);
        }
    }
    if (rows > 0) {
        fputc('\n', out);
        table_print(out, &table, table_width(out));
    }
    if (rows > MOST_ROWS) {
        fprintf(out, "... and %zu more that moved (--json lists all)\n", rows - MOST_ROWS);
    }
    table_clear(&table);
}

static void print_timing(FILE *out, const Summary *summary)
{
    const Timing *timing = summary->timing;
    const double total = (double)timing->total_ns * 1e-9;
    const double steps = summary->steps > 0 ? (double)summary->steps : 1.0;
    fprintf(out, "time: %.3f s, %.3f ms a step, %.3f ms the longest, %.1f times real time\n", total,
            total / steps * 1e3, (double)timing->worst_ns * 1e-6,
            total > 0.0 ? (double)summary->steps / summary->rate / total : 0.0);
    fprintf(out,
            "most in one step: %" PRIu32 " awake bodies, %" PRIu32 " pairs, %" PRIu32
            " contacts, %" PRIu32 " manifolds, %" PRIu32 " points, %" PRIu32 " colors, %" PRIu32
            " islands\n",
            summary->peak.awake_bodies, summary->peak.pairs, summary->peak.contacts,
            summary->peak.manifolds, summary->peak.points, summary->peak.colors,
            summary->peak.islands);
}

void summary_print(FILE *out, const Summary *summary)
{
    Places end = {0};
    if (!places_read(&end, summary->world)) {
        return;
    }
    const TumScene *scene = summary->scene;
    fprintf(out, "%s: %g s in %" PRIu64 " %s, %zu %s\n", SAFE(summary->file),
            (double)summary->steps / summary->rate, summary->steps,
            plural(summary->steps, "step", "steps"), scene->body_count,
            plural(scene->body_count, "body", "bodies"));
    print_rows(out, summary, &end);
    const TumWorldCounts now = tum_world_counts(summary->world);
    fprintf(out, "\n%" PRIu32 " %s at %" PRIu32 " %s, %" PRIu32 " of %" PRIu32 " %s awake\n",
            now.contacts, plural(now.contacts, "contact", "contacts"), now.points,
            plural(now.points, "point", "points"), now.awake_bodies, now.bodies,
            plural(now.bodies, "body", "bodies"));
    remarks_print(out, summary->remarks);
    if (summary->timing != NULL) {
        print_timing(out, summary);
    }
    places_free(&end);
}

static void write_body(JsonText *json, const Summary *summary, const Places *end, size_t index)
{
    const TumScene *scene = summary->scene;
    const TumBody *body = &scene->bodies[index];
    tum_json_text_begin_object(json);
    json_integer_member(json, "node", body->node);
    json_text_member(json, "name", scene->nodes[body->node].name);
    json_text_member(json, "kind", name_of_body_kind(body->kind));
    json_floats_member(json, "position", end->positions + end->axes * index, end->axes);
    json_floats_member(json, "orientation", end->rotations + end->turns * index, end->turns);
    json_number_member(json, "moved", distance_moved(summary->begin, end, index));
    json_text_member(json, "state",
                     state_of(summary->world, tum_world_body_at(summary->world, index)));
    tum_json_text_end_object(json);
}

static void write_counts(JsonText *json, const char *key, const TumWorldCounts *counts)
{
    tum_json_text_key(json, key);
    tum_json_text_begin_object(json);
    json_integer_member(json, "bodies", counts->bodies);
    json_integer_member(json, "awakeBodies", counts->awake_bodies);
    json_integer_member(json, "pairs", counts->pairs);
    json_integer_member(json, "contacts", counts->contacts);
    json_integer_member(json, "manifolds", counts->manifolds);
    json_integer_member(json, "points", counts->points);
    json_integer_member(json, "colors", counts->colors);
    json_integer_member(json, "islands", counts->islands);
    json_integer_member(json, "leftOut", (int64_t)counts->left_out);
    tum_json_text_end_object(json);
}

static void write_run(JsonText *json, const Summary *summary, const Places *end)
{
    tum_json_text_begin_object(json);
    json_text_member(json, "file", summary->file);
    json_integer_member(json, "steps", (int64_t)summary->steps);
    json_number_member(json, "rate", summary->rate);
    json_number_member(json, "time", (double)summary->steps / summary->rate);
    json_boolean_member(json, "diverged", summary->diverged);
    if (summary->diverged) {
        const TumBodyId body = tum_world_diverged_body(summary->world);
        json_integer_member(json, "divergedNode", tum_body_node(summary->world, body));
    }
    // The hash is text: most JSON readers use doubles, which cannot hold 64 bits.
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, tum_world_hash(summary->world));
    json_text_member(json, "hash", hash);
    json_boolean_member(json, "interrupted", summary->interrupted);
    tum_json_text_key(json, "bodies");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < summary->scene->body_count; ++i) {
        write_body(json, summary, end, i);
    }
    tum_json_text_end_array(json);
    const TumWorldCounts now = tum_world_counts(summary->world);
    write_counts(json, "counts", &now);
    if (summary->timing != NULL) {
        write_counts(json, "mostCounts", &summary->peak);
        json_number_member(json, "elapsedMs", (double)summary->timing->total_ns * 1e-6);
        json_number_member(json, "longestStepMs", (double)summary->timing->worst_ns * 1e-6);
    }
    remarks_say(json, summary->remarks);
    findings_say(json, summary->report, summary->scene);
    tum_json_text_end_object(json);
}

TumStatus summary_print_failure_json(FILE *out, const char *file, const TumReport *report,
                                     const TumScene *scene)
{
    JsonText json;
    tum_json_text_init(&json, json_sink(out), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "file", file);
    findings_say(&json, report, scene);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}

TumStatus summary_print_json(FILE *out, const Summary *summary)
{
    Places end = {0};
    if (!places_read(&end, summary->world)) {
        return TUM_ERROR_MEMORY;
    }
    JsonText json;
    tum_json_text_init(&json, json_sink(out), 2);
    write_run(&json, summary, &end);
    tum_json_text_end_line(&json);
    places_free(&end);
    return tum_json_text_finish(&json);
}
