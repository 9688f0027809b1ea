// SPDX-License-Identifier: MIT
// record.c: expectations that a scene meets now, with margins around its motion.
//
// Places of falling and bouncing bodies are ranges over the whole run, since one collision later
// they differ between rates; only bodies that rest have a place.
#include <math.h> // INFINITY
#include <string.h>

#include "base/assert.h"
#include "base/json_text.h"
#include "document/edit.h"
#include "document/json_document.h"
#include "expect/node_ref.h"
#include "expect/run.h"
#include "math/scalar.h"

enum { MOST_BODIES = 1024 };

static const double default_rates[] = {30.0, 60.0, 120.0}; // [Hz]
static const double default_duration = 3.0;                // [s]
static const double margin = 0.02;                         // [m] Around ranges and places of rest.
static const double margin_share = 0.1;                    // [1] Of the width of a range.
static const double rest_share = 0.75; // [1] Bodies rest that rest from this part of a run on.
static const double rest_speed = 0.05, rest_spin = 0.2; // [m/s], [rad/s] Defaults of atRest.
static const double still = 1e-4; // [m], [rad] Bodies that move less are fixed.
static const double limit_metres = 0.03, limit_radians = 0.06; // Defaults of limits.
static const double limit_room = 1.5; // [1] Measured excess times this is allowed.

/// The motion of a body over all runs.
typedef struct BodyRecord {
    DVec4 low, high;         ///< [m] Range of the node.
    DVec4 end_low, end_high; ///< [m] Range of its places at the ends of runs.
    bool rests;              ///< Slow in the last part of every run.
    double moved, turned;    ///< [m], [rad] Furthest from the start.
} BodyRecord;

/// Entries of a trigger in each run.
typedef struct TriggerRecord {
    size_t now; ///< In the present run.
    size_t least, most;
} TriggerRecord;

typedef struct Recorder {
    const TumDocument *document;
    const TumScene *scene;
    const TumEngine *engine;
    double duration;
    const double *rates;
    size_t rate_count;
    Arena arena;
    BodyRecord *bodies;      ///< [scene->body_count]
    TriggerRecord *triggers; ///< [scene->trigger_count]
    DVec4 *ends;             ///< [scene->body_count] Places at the last step of the present run.
    NodeNames names;
    bool is_out_of_memory;
} Recorder;

static void record_body(Recorder *recorder, const Motion *motion, size_t index)
{
    const int32_t at = motion->body_of[recorder->scene->bodies[index].node];
    if (at < 0) {
        return;
    }
    BodyRecord *body = &recorder->bodies[index];
    const BodyState *now = &motion->now[at], *first = &motion->first[at];
    const double moved = dvec4_distance(now->position, first->position);
    const double turned =
        tum_turn_angle(drotation4_multiply(now->rotation, drotation4_inverse(first->rotation)));
    body->low = dvec4_minimum(body->low, now->position);
    body->high = dvec4_maximum(body->high, now->position);
    body->moved = moved > body->moved ? moved : body->moved;
    body->turned = turned > body->turned ? turned : body->turned;
    // Windows reach half a step before their beginning.
    if (motion->time + 0.5 / motion->rate >= rest_share * recorder->duration &&
        (dvec4_length(now->linear) > rest_speed || dbivec4_length(now->angular) > rest_spin)) {
        body->rests = false;
    }
    recorder->ends[index] = now->position;
}

static bool record_step(void *user, const Motion *motion, const TumRunStep *step)
{
    Recorder *recorder = user;
    for (size_t i = 0; i < recorder->scene->body_count; ++i) {
        record_body(recorder, motion, i);
    }
    for (size_t i = 0; i < step->event_count; ++i) {
        for (size_t k = 0; k < recorder->scene->trigger_count; ++k) {
            recorder->triggers[k].now +=
                strcmp(step->events[i].type, "triggerEntered") == 0 &&
                step->events[i].trigger == recorder->scene->triggers[k].node;
        }
    }
    return true;
}

static void end_run(Recorder *recorder)
{
    for (size_t i = 0; i < recorder->scene->body_count; ++i) {
        BodyRecord *body = &recorder->bodies[i];
        body->end_low = dvec4_minimum(body->end_low, recorder->ends[i]);
        body->end_high = dvec4_maximum(body->end_high, recorder->ends[i]);
    }
    for (size_t i = 0; i < recorder->scene->trigger_count; ++i) {
        TriggerRecord *trigger = &recorder->triggers[i];
        trigger->least = trigger->now < trigger->least ? trigger->now : trigger->least;
        trigger->most = trigger->now > trigger->most ? trigger->now : trigger->most;
        trigger->now = 0;
    }
}

static TumStatus run_once(Recorder *recorder, double rate)
{
    TumRun run;
    tum_run_begin(&run, recorder->scene, &recorder->arena.allocator, recorder->duration, rate,
                  (RunListener){record_step, recorder});
    TumStatus status =
        recorder->engine->run(recorder->engine->user, recorder->duration, rate, &run);
    tum_run_finish(&run);
    if (status == TUM_OK && run.is_refused) {
        status = run.is_out_of_memory ? TUM_ERROR_MEMORY : TUM_ERROR_INPUT;
    }
    tum_run_clear(&run);
    end_run(recorder);
    return status;
}

static TumStatus begin(Recorder *recorder)
{
    static const DVec4 most = {(double)INFINITY, (double)INFINITY, (double)INFINITY,
                               (double)INFINITY};
    const TumScene *scene = recorder->scene;
    recorder->bodies =
        tum_arena_zeroed(&recorder->arena, scene->body_count + 1, sizeof *recorder->bodies);
    recorder->ends =
        tum_arena_zeroed(&recorder->arena, scene->body_count + 1, sizeof *recorder->ends);
    recorder->triggers =
        tum_arena_zeroed(&recorder->arena, scene->trigger_count + 1, sizeof *recorder->triggers);
    if (recorder->bodies == NULL || recorder->ends == NULL || recorder->triggers == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        recorder->bodies[i] = (BodyRecord){.low = most,
                                           .high = dvec4_negate(most),
                                           .end_low = most,
                                           .end_high = dvec4_negate(most),
                                           .rests = true};
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        recorder->triggers[i].least = SIZE_MAX;
    }
    return TUM_OK;
}

// Text.

static void begin_check(JsonText *json, const char *type)
{
    tum_json_text_begin_object(json);
    tum_json_text_key(json, "type");
    tum_json_text_string(json, type);
}

static void put_number(JsonText *json, const char *key, double number)
{
    tum_json_text_key(json, key);
    tum_json_text_double(json, number);
}

static void put_numbers(JsonText *json, const char *key, const double *numbers, size_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_doubles(json, numbers, count);
}

static void put_node(Recorder *recorder, JsonText *json, int32_t node)
{
    bool is_unique = false;
    if (!tum_node_name_is_unique(&recorder->names, node, &is_unique)) {
        recorder->is_out_of_memory = true;
    }
    if (is_unique) {
        tum_json_text_string(json, recorder->scene->nodes[node].name);
    } else {
        tum_json_text_integer(json, node);
    }
}

// Rounds outward to a number that people read: a millimetre, below or above.
static double rounded(double number, bool is_up)
{
    const double scaled = number * 1000.0;
    if (!(absolute64(scaled) < 1e15)) {
        return number;
    }
    const double whole = (double)(int64_t)scaled;
    const double next =
        is_up ? (whole < scaled ? whole + 1.0 : whole) : (whole > scaled ? whole - 1.0 : whole);
    return next / 1000.0;
}

static bool is_recorded(const TumScene *scene, size_t index)
{
    return scene->bodies[index].kind == TUM_BODY_DYNAMIC && !scene->bodies[index].driven &&
           index < MOST_BODIES;
}

static void put_range(Recorder *recorder, JsonText *json, size_t index)
{
    static const char *const axes[] = {"x", "y", "z", "w"};
    const BodyRecord *body = &recorder->bodies[index];
    for (int axis = 0; axis < recorder->scene->dimension; ++axis) {
        const double low = dvec4_part(body->low, axis), high = dvec4_part(body->high, axis);
        const double room = margin + margin_share * (high - low);
        begin_check(json, "within");
        tum_json_text_key(json, "q");
        tum_json_text_string(json, axes[axis]);
        tum_json_text_key(json, "node");
        put_node(recorder, json, recorder->scene->bodies[index].node);
        put_number(json, "min", rounded(low - room, false));
        put_number(json, "max", rounded(high + room, true));
        tum_json_text_end_object(json);
    }
}

static void put_rest_place(Recorder *recorder, JsonText *json, size_t index)
{
    const BodyRecord *body = &recorder->bodies[index];
    const DVec4 middle = dvec4_scale(dvec4_add(body->end_low, body->end_high), 0.5);
    const double place[4] = {rounded(middle.x, true), rounded(middle.y, true),
                             rounded(middle.z, true), rounded(middle.w, true)};
    const double apart = dvec4_distance(body->end_low, body->end_high);
    begin_check(json, "position");
    tum_json_text_key(json, "node");
    put_node(recorder, json, recorder->scene->bodies[index].node);
    put_numbers(json, "expect", place, (size_t)recorder->scene->dimension);
    put_number(json, "tol", rounded(margin + apart, true));
    tum_json_text_end_object(json);
}

static bool is_fixed(const Recorder *recorder, size_t index)
{
    const TumBody *body = &recorder->scene->bodies[index];
    return body->kind != TUM_BODY_DYNAMIC && !body->driven &&
           recorder->bodies[index].moved < still && recorder->bodies[index].turned < still &&
           index < MOST_BODIES;
}

static bool is_at_rest(const Recorder *recorder, size_t index)
{
    return is_recorded(recorder->scene, index) && recorder->bodies[index].rests;
}

// Writes the nodes of all bodies that a test admits. @return their number; none are not written.
static size_t put_bodies(Recorder *recorder, JsonText *json, const char *key,
                         bool (*admits)(const Recorder *recorder, size_t index))
{
    size_t count = 0;
    tum_json_text_key(json, key);
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < recorder->scene->body_count; ++i) {
        if (admits(recorder, i)) {
            put_node(recorder, json, recorder->scene->bodies[i].node);
            ++count;
        }
    }
    tum_json_text_end_array(json);
    return count;
}

static bool has_any(const Recorder *recorder,
                    bool (*admits)(const Recorder *recorder, size_t index))
{
    for (size_t i = 0; i < recorder->scene->body_count; ++i) {
        if (admits(recorder, i)) {
            return true;
        }
    }
    return false;
}

static bool is_any(const Recorder *recorder, size_t index)
{
    (void)recorder;
    (void)index;
    return true;
}

static void put_events(Recorder *recorder, JsonText *json)
{
    for (size_t i = 0; i < recorder->scene->trigger_count && i < MOST_BODIES; ++i) {
        begin_check(json, "event");
        tum_json_text_key(json, "trigger");
        put_node(recorder, json, recorder->scene->triggers[i].node);
        put_number(json, "min", (double)recorder->triggers[i].least);
        put_number(json, "max", (double)recorder->triggers[i].most);
        tum_json_text_end_object(json);
    }
}

// @param excess  greatest excess of a limit in tolerances; negative: there are no hard limits.
static void put_checks(Recorder *recorder, JsonText *json, double excess)
{
    const TumScene *scene = recorder->scene;
    if (scene->body_count <= MOST_BODIES) {
        begin_check(json, "bodies");
        put_bodies(recorder, json, "equals", is_any);
        tum_json_text_end_object(json);
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (is_recorded(scene, i)) {
            put_range(recorder, json, i);
            if (recorder->bodies[i].rests) {
                put_rest_place(recorder, json, i);
            }
        }
    }
    if (has_any(recorder, is_at_rest)) {
        const double last[2] = {rest_share * recorder->duration, recorder->duration};
        begin_check(json, "atRest");
        put_bodies(recorder, json, "nodes", is_at_rest);
        put_numbers(json, "t", last, 2);
        tum_json_text_end_object(json);
    }
    if (has_any(recorder, is_fixed)) {
        begin_check(json, "fixed");
        put_bodies(recorder, json, "nodes", is_fixed);
        tum_json_text_end_object(json);
    }
    if (excess >= 0.0) {
        const double room = excess * limit_room > 1.0 ? excess * limit_room : 1.0;
        begin_check(json, "limits");
        put_number(json, "linear", rounded(limit_metres * room, true));
        put_number(json, "angular", rounded(limit_radians * room, true));
        tum_json_text_end_object(json);
    }
    put_events(recorder, json);
    begin_check(json, "deterministic");
    tum_json_text_end_object(json);
}

// The greatest excess of the hard limits, found by a check of them; -1 without hard limits.
static TumStatus measure_limits(Recorder *recorder, double *excess)
{
    static const char text[] = "{\"tumbleExpectations\":1,\"checks\":[{\"type\":\"limits\"}]}";
    const TumAllocator *allocator = &recorder->arena.allocator;
    TumExpectations *expectations = NULL;
    TumVerdicts *verdicts = tum_verdicts_create(allocator);
    *excess = -1.0;
    TumStatus status = verdicts == NULL
                           ? TUM_ERROR_MEMORY
                           : tum_expectations_read(text, sizeof text - 1, NULL, recorder->document,
                                                   recorder->scene, allocator, &expectations, NULL);
    if (status == TUM_OK && expectations->checks[0].limit_count > 0) {
        expectations->duration = recorder->duration;
        status = tum_expectations_judge(expectations, recorder->engine, recorder->rates,
                                        recorder->rate_count, verdicts);
        for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) {
            const double value = tum_verdicts_at(verdicts, i)->value;
            *excess = value > *excess ? value : *excess;
        }
    }
    tum_expectations_destroy(expectations);
    tum_verdicts_destroy(verdicts);
    return status;
}

static TumStatus write_text(Recorder *recorder, double excess, TextBuffer *buffer)
{
    JsonText *json = tum_arena_allocate(&recorder->arena, sizeof *json);
    if (json == NULL) {
        return TUM_ERROR_MEMORY;
    }
    tum_json_text_init(json, tum_text_buffer_sink(buffer), 2);
    tum_json_text_begin_object(json);
    put_number(json, "tumbleExpectations", 1.0);
    put_number(json, "duration", recorder->duration);
    put_numbers(json, "rates", recorder->rates, recorder->rate_count);
    tum_json_text_key(json, "checks");
    tum_json_text_begin_array(json);
    put_checks(recorder, json, excess);
    tum_json_text_end_array(json);
    tum_json_text_end_object(json);
    const TumStatus status = tum_json_text_finish(json);
    return recorder->is_out_of_memory ? TUM_ERROR_MEMORY : status;
}

// Hands the text over as a block of its exact size.
static TumStatus give_text(const TextBuffer *buffer, char **json, size_t *count)
{
    *json = tum_allocate(NULL, buffer->text.count + 1);
    if (*json == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memcpy(*json, buffer->text.items, buffer->text.count);
    (*json)[buffer->text.count] = '\0';
    *count = buffer->text.count;
    return TUM_OK;
}

static TumStatus record(Recorder *recorder, char **json, size_t *count)
{
    TextBuffer buffer = {0};
    double excess = -1.0;
    TumStatus status = begin(recorder);
    for (size_t i = 0; i < recorder->rate_count && status == TUM_OK; ++i) {
        status = run_once(recorder, recorder->rates[i]);
    }
    status = status == TUM_OK ? measure_limits(recorder, &excess) : status;
    status = status == TUM_OK ? write_text(recorder, excess, &buffer) : status;
    status = status == TUM_OK ? give_text(&buffer, json, count) : status;
    tum_text_buffer_free(&buffer);
    return status;
}

TumStatus tum_expectations_record(const TumDocument *document, const TumScene *scene,
                                  const TumRecordOptions *options, const TumEngine *engine,
                                  char **json, size_t *count)
{
    static const TumRecordOptions defaults = {0};
    if (!TUM_REQUIRE(document != NULL && scene != NULL && json != NULL && count != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *json = NULL;
    *count = 0;
    options = options != NULL ? options : &defaults;
    if (options->rate_count > TUM_MAX_RATES) {
        return TUM_ERROR_ARGUMENT;
    }
    if (scene->dimension != 3 && scene->dimension != 4) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const bool has_rates = options->rates != NULL && options->rate_count > 0;
    TumOwnEngine own = {.scene = scene, .def = tum_default_world_def()};
    const TumEngine own_engine = tum_own_engine(&own);
    Recorder recorder = {.document = document,
                         .scene = scene,
                         .engine = engine != NULL ? engine : &own_engine,
                         .duration = options->duration > 0.0 ? options->duration : default_duration,
                         .rates = has_rates ? options->rates : default_rates,
                         .rate_count = has_rates ? options->rate_count
                                                 : sizeof default_rates / sizeof *default_rates,
                         .names = {.scene = scene, .allocator = tum_allocator_or_default(NULL)}};
    tum_arena_init(&recorder.arena, NULL);
    const TumStatus status = record(&recorder, json, count);
    tum_node_names_clear(&recorder.names);
    tum_arena_clear(&recorder.arena);
    return status;
}

void tum_expectations_free_text(char *json, size_t count)
{
    tum_release(NULL, json, json != NULL ? count + 1 : 0);
}

// Makes the extras of a scene an object, in place of another value.
static TumStatus settle_extras(TumDocument *document, const Cursor *scene)
{
    const Cursor extras = tum_cursor_member(scene, "extras");
    if (tum_cursor_exists(&extras) && tum_cursor_kind(&extras) != JSON_OBJECT) {
        tum_edit_remove(document, scene, "extras");
    }
    return tum_edit_set_object(document, scene, "extras");
}

TumStatus tum_expectations_write_extras(TumDocument *document, const char *json, size_t count,
                                        TumReport *report)
{
    if (!TUM_REQUIRE(document != NULL && json != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumDocument *text = NULL;
    TumStatus status = tum_json_document_read(json, count, "", NULL, &text, report);
    if (status != TUM_OK) {
        return status;
    }
    const Cursor root = tum_cursor_root(document, report);
    const Cursor scenes = tum_cursor_array(&root, "scenes");
    const size_t scene_count = tum_cursor_count(&scenes);
    int64_t index = 0;
    (void)tum_cursor_integer(&root, "scene", &index);
    if (index < 0 || (uint64_t)index >= scene_count) {
        tum_cursor_report_missing(&root, "scenes");
        status = TUM_ERROR_INPUT;
    } else {
        const Cursor scene = tum_cursor_item(&scenes, (size_t)index);
        const Cursor value = tum_cursor_root(text, report);
        status = settle_extras(document, &scene);
        if (status == TUM_OK) {
            const Cursor fresh_root = tum_cursor_root(document, report);
            const Cursor fresh_scenes = tum_cursor_member(&fresh_root, "scenes");
            const Cursor fresh_scene = tum_cursor_item(&fresh_scenes, (size_t)index);
            const Cursor extras = tum_cursor_member(&fresh_scene, "extras");
            status = tum_edit_set_copy(document, &extras, "tumbleExpectations", &value);
        }
    }
    tum_document_destroy(text);
    return status;
}
