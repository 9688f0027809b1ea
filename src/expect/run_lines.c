// SPDX-License-Identifier: MIT
// run_lines.c: a run as JSON Lines (docs/formats.md), line by line.
#include <string.h>

#include "document/json.h"
#include "expect/run.h"

static bool out_of_memory(TumRun *run)
{
    run->is_out_of_memory = true;
    return tum_run_fail(run, "out of memory");
}

static const JsonValue *find(const JsonValue *object, const char *key, JsonKind kind)
{
    const JsonValue *value = object->kind == JSON_OBJECT ? tum_json_find(object, key) : NULL;
    return value != NULL && value->kind == kind ? value : NULL;
}

static double number_of(const JsonValue *object, const char *key, double otherwise)
{
    const JsonValue *value = find(object, key, JSON_NUMBER);
    return value != NULL ? tum_json_number_of(value) : otherwise;
}

// A node as an integer; TUM_RUN_NO_NODE where there is none.
static int32_t node_of(const JsonValue *object, const char *key)
{
    const double number = number_of(object, key, -2.0);
    return number >= -1.0 && number <= INT32_MAX && (double)(int32_t)number == number
               ? (int32_t)number
               : TUM_RUN_NO_NODE;
}

static const char *text_of(const JsonValue *object, const char *key)
{
    const JsonValue *value = find(object, key, JSON_TEXT);
    return value != NULL ? value->text : NULL;
}

// Reads an array of exactly `count` numbers.
static bool read_numbers(const JsonValue *object, const char *key, double *numbers, size_t count)
{
    const JsonValue *array = find(object, key, JSON_ARRAY);
    if (array == NULL || array->count != count) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (array->items[i].kind != JSON_NUMBER) {
            return false;
        }
        numbers[i] = tum_json_number_of(&array->items[i]);
    }
    return true;
}

static bool read_nodes(TumRun *run, const JsonValue *root)
{
    LineReader *lines = &run->lines;
    const JsonValue *nodes = find(root, "nodes", JSON_ARRAY);
    for (uint32_t i = 0; nodes != NULL && i < nodes->count; ++i) {
        TumRunNode *node = array_push(&lines->nodes, &run->allocator);
        if (node == NULL) {
            return out_of_memory(run);
        }
        *node = (TumRunNode){.index = node_of(&nodes->items[i], "index"),
                             .name = text_of(&nodes->items[i], "name")};
        if (node->index < 0) {
            return tum_run_fail(run, "the header lists a node without an index");
        }
    }
    return true;
}

static bool read_unsupported(TumRun *run, const JsonValue *root)
{
    LineReader *lines = &run->lines;
    const JsonValue *list = find(root, "unsupported", JSON_ARRAY);
    for (uint32_t i = 0; list != NULL && i < list->count; ++i) {
        const char **text = array_push(&lines->texts, &run->allocator);
        if (text == NULL) {
            return out_of_memory(run);
        }
        if (list->items[i].kind != JSON_TEXT) {
            return tum_run_fail(run, "\"unsupported\" of the header has an item that is no text");
        }
        *text = list->items[i].text;
    }
    return true;
}

static bool read_header(TumRun *run, const JsonValue *root)
{
    const char *format = text_of(root, "format");
    if (format == NULL || strcmp(format, "tumble-trajectory") != 0 ||
        number_of(root, "version", 0.0) != 1.0) {
        return tum_run_fail(run, "the first line is no header of a trajectory, version 1");
    }
    if (!read_nodes(run, root) || !read_unsupported(run, root)) {
        return false;
    }
    const double dimension = number_of(root, "dimension", 0.0);
    const TumRunHeader header = {.rate = number_of(root, "rate", 0.0),
                                 .dimension =
                                     dimension >= 0.0 && dimension <= 1e6 ? (int)dimension : 0,
                                 .nodes = run->lines.nodes.items,
                                 .node_count = run->lines.nodes.count,
                                 .engine = text_of(root, "engine"),
                                 .version = text_of(root, "engineVersion"),
                                 .unsupported = run->lines.texts.items,
                                 .unsupported_count = run->lines.texts.count};
    return tum_run_header(run, &header);
}

static bool read_body(TumRun *run, const JsonValue *value, TumRunBody *body)
{
    const JsonValue *asleep = value->kind == JSON_OBJECT ? tum_json_find(value, "asleep") : NULL;
    *body = (TumRunBody){.node = node_of(value, "node"),
                         .asleep = asleep != NULL && asleep->kind == JSON_TRUE};
    if (body->node < 0) {
        return tum_run_fail(run, "line %zu: a body has no node", run->lines.number);
    }
    const int dimension = run->scene->dimension;
    const size_t width = (size_t)dimension;
    const size_t turn = tum_turn_width(dimension), spin = tum_spin_width(dimension);
    if (!read_numbers(value, "position", body->position, width) ||
        !read_numbers(value, "orientation", body->orientation, turn) ||
        !read_numbers(value, "linearVelocity", body->linear_velocity, width) ||
        !read_numbers(value, "angularVelocity", body->angular_velocity, spin)) {
        return tum_run_fail(run,
                            "line %zu, node %d: position, orientation, linearVelocity and "
                            "angularVelocity are %zu, %zu, %zu and %zu numbers",
                            run->lines.number, body->node, width, turn, width, spin);
    }
    return true;
}

static bool read_bodies(TumRun *run, const JsonValue *bodies)
{
    LineReader *lines = &run->lines;
    if (bodies->count > run->motion.body_count) {
        return tum_run_fail(run, "line %zu has %u bodies, the header %zu", lines->number,
                            bodies->count, run->motion.body_count);
    }
    for (uint32_t i = 0; i < bodies->count; ++i) {
        TumRunBody *body = array_push(&lines->bodies, &run->allocator);
        if (body == NULL) {
            return out_of_memory(run);
        }
        if (!read_body(run, &bodies->items[i], body)) {
            return false;
        }
    }
    return true;
}

static bool read_events(TumRun *run, const JsonValue *events)
{
    LineReader *lines = &run->lines;
    for (uint32_t i = 0; events != NULL && i < events->count; ++i) {
        const JsonValue *value = &events->items[i];
        TumRunEvent *event = array_push(&lines->events, &run->allocator);
        if (event == NULL) {
            return out_of_memory(run);
        }
        *event = (TumRunEvent){.type = text_of(value, "type"),
                               .trigger = node_of(value, "trigger"),
                               .collider = node_of(value, "collider"),
                               .motion = node_of(value, "motion"),
                               .collider_a = node_of(value, "colliderA"),
                               .collider_b = node_of(value, "colliderB")};
        if (event->type == NULL) {
            return tum_run_fail(run, "line %zu: an event has no type", lines->number);
        }
    }
    return true;
}

static bool read_step(TumRun *run, const JsonValue *root)
{
    LineReader *lines = &run->lines;
    const JsonValue *bodies = find(root, "bodies", JSON_ARRAY);
    lines->bodies.count = lines->events.count = 0;
    if (bodies == NULL || find(root, "t", JSON_NUMBER) == NULL) {
        return tum_run_fail(run, "line %zu is no step: it has no \"t\" or no \"bodies\"",
                            lines->number);
    }
    if (!read_bodies(run, bodies) || !read_events(run, find(root, "events", JSON_ARRAY))) {
        return false;
    }
    const TumRunStep step = {.time = number_of(root, "t", 0.0),
                             .bodies = lines->bodies.items,
                             .body_count = lines->bodies.count,
                             .events = lines->events.items,
                             .event_count = lines->events.count};
    return tum_run_step(run, &step);
}

// The parser's own sentence about a line that is no JSON.
static bool refuse_line(TumRun *run, const char *line, size_t bytes)
{
    Arena arena;
    JsonValue root;
    TumReport *report = tum_report_create(&run->allocator);
    tum_arena_init(&arena, &run->allocator);
    (void)tum_json_parse(line, bytes, &arena, &root, "", report);
    tum_run_fail(run, "line %zu is no JSON: %.200s", run->lines.number,
                 tum_report_count(report) > 0 ? tum_report_at(report, 0)->message : "");
    tum_arena_clear(&arena);
    tum_report_destroy(report);
    return false;
}

static bool read_line(TumRun *run, const char *line, size_t bytes)
{
    LineReader *lines = &run->lines;
    JsonValue root;
    ++lines->number;
    const TumStatus status = tum_json_parse(line, bytes, &lines->arena, &root, "", NULL);
    bool is_right = status == TUM_OK;
    if (status == TUM_ERROR_MEMORY) {
        out_of_memory(run);
    } else if (!is_right) {
        refuse_line(run, line, bytes);
    } else {
        is_right = run->has_header ? read_step(run, &root) : read_header(run, &root);
    }
    tum_arena_clear(&lines->arena);
    return is_right;
}

static bool keep(TumRun *run, const char *bytes, size_t count)
{
    LineReader *lines = &run->lines;
    if (count > TUM_MAX_RUN_LINE_BYTES - lines->line.count) {
        return tum_run_fail(run, "line %zu is longer than %d bytes", lines->number + 1,
                            TUM_MAX_RUN_LINE_BYTES);
    }
    if (!array_reserve(&lines->line, lines->line.count + count, &run->allocator)) {
        return out_of_memory(run);
    }
    memcpy(lines->line.items + lines->line.count, bytes, count);
    lines->line.count += count;
    return true;
}

bool tum_run_lines(TumRun *run, const void *bytes, size_t count)
{
    LineReader *lines = &run->lines;
    const char *text = bytes;
    while (count > 0 && !run->is_refused) {
        const char *end = memchr(text, '\n', count);
        const size_t length = end != NULL ? (size_t)(end - text) : count;
        if (end == NULL || lines->line.count > 0) {
            if (keep(run, text, length) && end != NULL) {
                read_line(run, lines->line.items, lines->line.count);
                lines->line.count = 0;
            }
        } else {
            read_line(run, text, length);
        }
        text += length + (end != NULL);
        count -= length + (end != NULL);
    }
    return !run->is_refused;
}

void tum_run_flush_lines(TumRun *run)
{
    LineReader *lines = &run->lines;
    if (lines->line.count > 0 && !run->is_refused) {
        read_line(run, lines->line.items, lines->line.count);
        lines->line.count = 0;
    }
}
