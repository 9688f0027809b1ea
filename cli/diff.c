// SPDX-License-Identifier: MIT
// diff.c: tumble diff: differences of the physics of two files, and of their motion.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "console.h"
#include "dialect_option.h"
#include "findings.h"
#include "json_members.h"
#include "kind_names.h"
#include "safe.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

typedef struct DiffSettings {
    const char *dialect;
    double tolerance, duration, rate;
    bool structure, motion, json, quiet;
} DiffSettings;

static const DiffSettings defaults = {.tolerance = 0.001, .duration = 10.0, .rate = 60.0};

static const Option options[] = {
    OPTION_NUMBER(DiffSettings, tolerance, "tolerance", "T", 0.0, 1e6,
                  "gap [m] and angle [rad] between poses that count as none; 0: the same bits"),
    OPTION_NUMBER(DiffSettings, duration, "duration", "S", 1e-4, 1e6, "simulated time [s]"),
    OPTION_NUMBER(DiffSettings, rate, "rate", "HZ", 1.0, 1e4, "steps per simulated second"),
    OPTION_FLAG(DiffSettings, structure, "structure", "compare what the files say alone"),
    OPTION_FLAG(DiffSettings, motion, "motion", "compare the motion alone"),
    OPTION_DIALECT(DiffSettings, dialect),
    OPTION_FLAG(DiffSettings, json, "json", "print the differences as JSON"),
    OPTION_FLAG(DiffSettings, quiet, "quiet", "print nothing but errors: the exit code tells"),
};

/// State of one run.
typedef struct Diff {
    const DiffSettings *settings;
    const char *files[2];
    TumScene *scenes[2];
    TumReport *reports[2];
    TumReport *simulation; ///< Approximations of the engine.
    TumComparison found;
    JsonText json;
} Diff;

// Rows for people.

// "2", "(0, 1, 0)"; digits tell two numbers apart.
static void print_value(const double *value, size_t count, int digits)
{
    for (size_t i = 0; i < count; ++i) {
        printf("%s%.*g", i > 0 ? ", " : count > 1 ? "(" : "", digits, value[i]);
    }
    printf("%s", count > 1 ? ")" : "");
}

// The least number of digits, from 6 on, in which the values differ.
static int digits_for(const TumDifference *difference)
{
    for (int digits = 6; digits < 17; ++digits) {
        for (size_t i = 0; i < difference->count; ++i) {
            char a[32], b[32];
            snprintf(a, sizeof a, "%.*g", digits, difference->value_a[i]);
            snprintf(b, sizeof b, "%.*g", digits, difference->value_b[i]);
            if (strcmp(a, b) != 0) {
                return digits;
            }
        }
    }
    return 17;
}

static void print_values(const TumDifference *difference)
{
    const char *space = difference->unit[0] != '\0' ? " " : "";
    if (difference->count == 0) {
        printf("\"%s\" | \"%s\"", SAFE(difference->text_a), SAFE(difference->text_b));
        return;
    }
    const int digits = digits_for(difference);
    print_value(difference->value_a, difference->count, digits);
    printf("%s%s | ", space, difference->unit);
    print_value(difference->value_b, difference->count, digits);
    printf("%s%s", space, difference->unit);
}

static const char *place_of(const char *pointer)
{
    return pointer[0] != '\0' ? pointer : "-";
}

static void print_motion(const TumDifference *difference)
{
    if (difference->count == 0) {
        printf("at %.9g s: %s | %s", difference->time, difference->text_a, difference->text_b);
    } else {
        printf("at %.9g s: %.6g m and %.6g rad apart, ", difference->time, difference->gap,
               difference->angle);
        print_values(difference);
    }
}

static bool print_row(void *user, const TumDifference *difference)
{
    (void)user;
    const bool is_motion = difference->kind == TUM_DIFFERENCE_MOTION;
    printf("%s%s", is_motion ? "motion of " : "", difference->subject);
    if (difference->name[0] != '\0') {
        printf(" \"%s\"", SAFE_NAME(difference->name));
    }
    printf("%s%s: ", difference->quantity[0] != '\0' && !is_motion ? " " : "",
           is_motion ? "" : difference->quantity);
    switch (difference->kind) {
    case TUM_DIFFERENCE_VALUE: print_values(difference); break;
    case TUM_DIFFERENCE_ONLY_A: printf("only in the first file"); break;
    case TUM_DIFFERENCE_ONLY_B: printf("only in the second file"); break;
    case TUM_DIFFERENCE_MOTION: print_motion(difference); break;
    }
    printf("  [%s | %s]\n", SAFE(place_of(difference->pointer_a)),
           SAFE(place_of(difference->pointer_b)));
    return true;
}

static void print_count(size_t count, const char *one, const char *many)
{
    printf("%zu %s", count, plural(count, one, many));
}

// Worlds of 3 and of 4 dimensions have no motion in common.
static bool is_moved(const Diff *diff)
{
    return diff->scenes[0]->dimension == diff->scenes[1]->dimension;
}

static void print_summary(const Diff *diff)
{
    const TumComparison *found = &diff->found;
    const DiffSettings *settings = diff->settings;
    if (!settings->motion) {
        printf("structure: ");
        print_count(found->difference_count - (found->motion_differs ? 1 : 0), "difference",
                    "differences");
        printf("; compared: ");
        print_count(found->body_count, "body, ", "bodies, ");
        print_count(found->collider_count, "collider, ", "colliders, ");
        print_count(found->joint_count, "joint\n", "joints\n");
    }
    if (!settings->structure && !is_moved(diff)) {
        printf("motion: not compared, as the dimensions differ\n");
    } else if (!settings->structure) {
        printf("motion: %s; ", found->motion_differs ? "different" : "the same");
        print_count(found->moving_count, "body, ", "bodies, ");
        printf("%" PRIu64 " %s at %g Hz, at most %.3g m and %.3g rad apart\n", found->step_count,
               plural(found->step_count, "step", "steps"), settings->rate, found->largest_gap,
               found->largest_angle);
    }
}

// Rows for scripts.

static void say_value(JsonText *json, const char *key, const TumDifference *difference,
                      const double *value, const char *text)
{
    if (difference->count == 0) {
        json_text_member(json, key, text);
    } else if (difference->count == 1) {
        json_number_member(json, key, value[0]);
    } else {
        json_numbers_member(json, key, value, difference->count);
    }
}

static void say_node(JsonText *json, const char *key, int32_t node)
{
    tum_json_text_key(json, key);
    if (node >= 0) {
        tum_json_text_integer(json, node);
    } else {
        tum_json_text_null(json);
    }
}

static bool say_row(void *user, const TumDifference *difference)
{
    static const char *const kinds[] = {"value", "only a", "only b", "motion"};
    JsonText *json = &((Diff *)user)->json;
    tum_json_text_begin_object(json);
    json_text_member(json, "kind", kinds[difference->kind]);
    json_text_member(json, "subject", difference->subject);
    json_text_member(json, "name", difference->name);
    say_node(json, "nodeA", difference->node_a);
    say_node(json, "nodeB", difference->node_b);
    json_text_member(json, "pointerA", difference->pointer_a);
    json_text_member(json, "pointerB", difference->pointer_b);
    if (difference->quantity[0] != '\0') {
        json_text_member(json, "quantity", difference->quantity);
        json_text_member(json, "unit", difference->unit);
        say_value(json, "a", difference, difference->value_a, difference->text_a);
        say_value(json, "b", difference, difference->value_b, difference->text_b);
    }
    if (difference->kind == TUM_DIFFERENCE_MOTION) {
        json_number_member(json, "time", difference->time);
        json_number_member(json, "gap", difference->gap);
        json_number_member(json, "angle", difference->angle);
    }
    tum_json_text_end_object(json);
    return true;
}

static bool count_row(void *user, const TumDifference *difference)
{
    (void)user;
    (void)difference;
    return true;
}

static void begin_json(Diff *diff)
{
    tum_json_text_init(&diff->json, json_sink(stdout), 2);
    tum_json_text_begin_object(&diff->json);
    json_text_member(&diff->json, "a", diff->files[0]);
    json_text_member(&diff->json, "b", diff->files[1]);
    tum_json_text_key(&diff->json, "differences");
    tum_json_text_begin_array(&diff->json);
}

static TumStatus end_json(Diff *diff, TumStatus status)
{
    static const char *const keys[2] = {"findingsA", "findingsB"};
    JsonText *json = &diff->json;
    const TumComparison *found = &diff->found;
    tum_json_text_end_array(json);
    json_boolean_member(json, "same", status == TUM_OK && found->difference_count == 0);
    json_integer_member(json, "bodies", (int64_t)found->body_count);
    json_integer_member(json, "colliders", (int64_t)found->collider_count);
    json_integer_member(json, "joints", (int64_t)found->joint_count);
    if (!diff->settings->structure) {
        tum_json_text_key(json, "motion");
        tum_json_text_begin_object(json);
        json_boolean_member(json, "same",
                            status == TUM_OK && !found->motion_differs && is_moved(diff));
        json_number_member(json, "tolerance", diff->settings->tolerance);
        json_number_member(json, "rate", diff->settings->rate);
        json_integer_member(json, "steps", (int64_t)found->step_count);
        json_integer_member(json, "bodies", (int64_t)found->moving_count);
        json_number_member(json, "largestGap", found->largest_gap);
        json_number_member(json, "largestAngle", found->largest_angle);
        tum_json_text_end_object(json);
    }
    for (int i = 0; i < 2; ++i) {
        tum_json_text_key(json, keys[i]);
        tum_json_text_begin_object(json);
        findings_say(json, diff->reports[i], diff->scenes[i]);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_object(json);
    tum_json_text_end_line(json);
    return tum_json_text_finish(json);
}

// The run.

static int read_scenes(Diff *diff, Console *console, TumDialect dialect)
{
    const TumSceneOptions reading = {.map_from_bytes = MAP_FROM_BYTES, .dialect = dialect};
    int code = EXIT_DONE;
    for (int i = 0; i < 2; ++i) {
        Waiting waiting;
        waiting_begin(&waiting, console, "reading", diff->files[i]);
        const TumStatus status =
            tum_scene_open(diff->files[i], &reading, &diff->scenes[i], diff->reports[i]);
        waiting_end(&waiting);
        console->findings_seen = 0;
        memset(console->findings_shown, 0, sizeof console->findings_shown);
        console->scene = diff->scenes[i];
        console_report(console, diff->reports[i]);
        console->scene = NULL;
        if (status != TUM_OK) {
            console_failure(console, diff->files[i], status, diff->reports[i]);
        }
        code = code == EXIT_DONE ? exit_code(status) : code;
    }
    return code;
}

static int compare(Diff *diff, Console *console)
{
    const DiffSettings *settings = diff->settings;
    const TumCompareOptions comparing = {.no_structure = settings->motion,
                                         .no_motion = settings->structure,
                                         .same_bits = settings->tolerance == 0.0,
                                         .tolerance = settings->tolerance,
                                         .duration = settings->duration,
                                         .rate = settings->rate};
    TumDifferenceSink *sink = settings->json ? say_row : settings->quiet ? count_row : print_row;
    if (settings->json) {
        begin_json(diff);
    }
    TumStatus status = tum_scenes_compare(diff->scenes[0], diff->scenes[1], &comparing, sink, diff,
                                          &diff->found, diff->simulation);
    if (status != TUM_OK) {
        console_error(console, "%s and %s: %s", diff->files[0], diff->files[1],
                      tum_status_text(status));
    } else if (!settings->json && !settings->quiet) {
        print_summary(diff);
    }
    const TumStatus printed = settings->json ? end_json(diff, status) : TUM_OK;
    status = status == TUM_OK ? printed : status;
    const int code = status == TUM_OK ? exit_code_of(TUM_OK, diff->reports[0], diff->reports[1])
                                      : exit_code(status);
    return code == EXIT_DONE && diff->found.difference_count > 0 ? EXIT_INPUT : code;
}

static int run_diff(const void *settings_bytes, const char *const *arguments, Console *console)
{
    const DiffSettings *settings = settings_bytes;
    TumDialect dialect = TUM_DIALECT_ANY;
    console->quiet = settings->quiet;
    if (settings->structure && settings->motion) {
        console_error(console, "--structure and --motion exclude each other");
        return EXIT_USAGE;
    }
    if (strcmp(arguments[0], "-") == 0 && strcmp(arguments[1], "-") == 0) {
        console_error(console, "standard input holds one of the files, not both");
        return EXIT_USAGE;
    }
    if (!dialect_of_option(settings->dialect, &dialect, console)) {
        return EXIT_USAGE;
    }
    Diff diff = {.settings = settings, .files = {arguments[0], arguments[1]}};
    int code = EXIT_FILE;
    diff.reports[0] = tum_report_create(NULL);
    diff.reports[1] = tum_report_create(NULL);
    diff.simulation = tum_report_create(NULL);
    if (diff.reports[0] == NULL || diff.reports[1] == NULL || diff.simulation == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    } else {
        code = read_scenes(&diff, console, dialect);
        code = code == EXIT_DONE ? compare(&diff, console) : code;
    }
    for (int i = 0; i < 2; ++i) {
        tum_scene_destroy(diff.scenes[i]);
        tum_report_destroy(diff.reports[i]);
    }
    tum_report_destroy(diff.simulation);
    return code;
}

const Verb diff_verb = {
    .name = "diff",
    .arguments = "A B",
    .argument_files = VERB_FILES,
    .summary = "tell what differs in the physics of two files",
    .about =
        "Compares the physics of two files of any dialect, matched by the names of their nodes:\n"
        "bodies, colliders, shapes, materials, filters, triggers, joints, gravity, one row\n"
        "for each difference, with both values and both JSON pointers. Then simulates both\n"
        "and names the first body whose motion differs: time, gap, angle. The exit code is\n"
        "0 where nothing differs, else 1.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 2,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble diff bounce.gltf bounce.gltf", "a file and itself: no difference"},
                 {"tumble diff pile.gltf pile.gltf --structure --json",
                  "differences of what two files say, for a script"}},
    .run = run_diff,
};
