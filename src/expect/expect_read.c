// SPDX-License-Identifier: MIT
// expect_read.c: expectations from JSON: duration, rates, checks.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "document/json_document.h"
#include "expect/check_read.h"

enum { EXPECTATIONS_VERSION = 1 };

static const double default_duration = 3.0, default_rate = 60.0; // [s], [Hz]
static const double most_duration = 1e6, least_rate = 1.0, most_rate = 1e4;

const char *tum_node_label(const TumScene *scene, int32_t node, char *text, size_t room)
{
    const bool is_named =
        node >= 0 && (size_t)node < scene->node_count && scene->nodes[node].name[0] != '\0';
    if (is_named) {
        const char *name = scene->nodes[node].name;
        const size_t bytes = tum_utf8_prefix(name, strlen(name), 40);
        (void)snprintf(text, room, "%.*s", (int)bytes, name);
    } else {
        (void)snprintf(text, room, node < 0 ? "none" : "node %" PRId32, node);
    }
    return text;
}

static bool take_rate(TumExpectations *expectations, const Cursor *place)
{
    double rate;
    if (!tum_cursor_number_here(place, &rate)) {
        return false;
    }
    if (!(rate >= least_rate && rate <= most_rate)) {
        tum_cursor_report_as(place, CODE_VALUE_NOT_IN_RANGE, TUM_SEVERITY_ERROR,
                             "A rate is %g to %g Hz, not %g.", least_rate, most_rate, rate);
        return false;
    }
    expectations->rates[expectations->rate_count++] = rate;
    return true;
}

static TumStatus read_rates(TumExpectations *expectations, const Cursor *root)
{
    const Cursor rates = tum_cursor_array(root, "rates");
    const Cursor rate = tum_cursor_member(root, "rate");
    const size_t count = tum_cursor_count(&rates);
    if (count > TUM_MAX_RATES) {
        tum_cursor_report(&rates, CODE_CAPACITY_EXCEEDED, "%zu rates; at most %d.", count,
                          TUM_MAX_RATES);
        return TUM_ERROR_CAPACITY;
    }
    bool is_right = true;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&rates, i);
        is_right = take_rate(expectations, &item) && is_right;
    }
    if (count == 0 && tum_cursor_exists(&rate)) {
        is_right = take_rate(expectations, &rate);
    } else if (count == 0) {
        expectations->rates[expectations->rate_count++] = default_rate;
    }
    return is_right ? TUM_OK : TUM_ERROR_INPUT;
}

static TumStatus read_duration(TumExpectations *expectations, const Cursor *root)
{
    const Cursor member = tum_cursor_member(root, "duration");
    expectations->duration = default_duration;
    if (!tum_cursor_exists(&member)) {
        return TUM_OK;
    }
    if (!tum_cursor_number(root, "duration", &expectations->duration)) {
        return TUM_ERROR_INPUT;
    }
    if (!(expectations->duration >= 0.0 && expectations->duration <= most_duration)) {
        tum_cursor_report_as(&member, CODE_VALUE_NOT_IN_RANGE, TUM_SEVERITY_ERROR,
                             "A duration is 0 to %g s, not %g.", most_duration,
                             expectations->duration);
        return TUM_ERROR_INPUT;
    }
    return TUM_OK;
}

static TumStatus check_steps(const TumExpectations *expectations, const Cursor *root)
{
    for (size_t i = 0; i < expectations->rate_count; ++i) {
        const double steps = expectations->duration * expectations->rates[i];
        if (steps > TUM_MAX_RUN_STEPS) {
            tum_cursor_report(root, CODE_CAPACITY_EXCEEDED, "%.0f steps at %g Hz; at most %d.",
                              steps, expectations->rates[i], TUM_MAX_RUN_STEPS);
            return TUM_ERROR_CAPACITY;
        }
    }
    return TUM_OK;
}

// Cases of a conformance suite have no version; files for people have one.
static TumStatus check_version(const Cursor *root)
{
    const Cursor member = tum_cursor_member(root, "tumbleExpectations");
    double version = 0.0;
    if (!tum_cursor_exists(&member)) {
        const Cursor checks = tum_cursor_member(root, "checks");
        if (tum_cursor_kind(&checks) == JSON_ARRAY) {
            return TUM_OK;
        }
        tum_cursor_report_missing(root, "tumbleExpectations");
        return TUM_ERROR_INPUT;
    }
    if (!tum_cursor_number(root, "tumbleExpectations", &version)) {
        return TUM_ERROR_INPUT;
    }
    if (version != EXPECTATIONS_VERSION) {
        tum_cursor_report_as(&member, CODE_VALUE_NOT_IN_LIST, TUM_SEVERITY_ERROR,
                             "Expectations of version %g; this reader knows version %d.", version,
                             EXPECTATIONS_VERSION);
        return TUM_ERROR_INPUT;
    }
    return TUM_OK;
}

static void tell_unknown(const Cursor *root)
{
    static const char *const known[] = {"tumbleExpectations",
                                        "duration",
                                        "rate",
                                        "rates",
                                        "checks",
                                        "why",
                                        "note",
                                        "$schema",
                                        "id",
                                        "asset",
                                        "tags"};
    for (size_t i = 0, count = tum_cursor_count(root); i < count; ++i) {
        const char *key;
        const Cursor member = tum_cursor_member_at(root, i, &key);
        bool is_known = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
            is_known = is_known || strcmp(key, known[k]) == 0;
        }
        if (!is_known) {
            tum_cursor_report_as(&member, CODE_UNEXPECTED_PROPERTY, TUM_SEVERITY_WARNING,
                                 "Expectations have no property '%.60s'.", key);
        }
    }
}

static TumStatus read_checks(TumExpectations *expectations, const TumDocument *document,
                             const Cursor *root)
{
    const Cursor checks = tum_cursor_array(root, "checks");
    const size_t count = tum_cursor_count(&checks);
    const Cursor member = tum_cursor_member(root, "checks");
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report(root, CODE_UNDEFINED_PROPERTY, "Property 'checks' must be defined.");
    }
    if (!tum_cursor_exists(&checks)) {
        return TUM_ERROR_INPUT;
    }
    if (count == 0) {
        tum_cursor_report_as(&checks, CODE_EMPTY_ENTITY, TUM_SEVERITY_WARNING,
                             "There are no checks: any motion passes.");
    }
    if (count > TUM_MAX_CHECKS) {
        tum_cursor_report(&checks, CODE_CAPACITY_EXCEEDED, "%zu checks; at most %d.", count,
                          TUM_MAX_CHECKS);
        return TUM_ERROR_CAPACITY;
    }
    expectations->checks =
        tum_arena_zeroed(&expectations->arena, count + 1, sizeof *expectations->checks);
    if (expectations->checks == NULL) {
        return TUM_ERROR_MEMORY;
    }
    NodeNames names = {.scene = expectations->scene, .allocator = expectations->allocator};
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        CheckReader reader = {.expectations = expectations,
                              .document = document,
                              .names = &names,
                              .check = &expectations->checks[i]};
        const Cursor check = tum_cursor_object_at(&checks, i);
        tum_expect_read(&reader, &check);
        status = reader.status;
    }
    expectations->check_count = count;
    tum_node_names_clear(&names);
    return status;
}

static TumStatus read_all(TumExpectations *expectations, const TumDocument *document,
                          const Cursor *root)
{
    TumStatus status = check_version(root);
    status = status == TUM_OK ? read_duration(expectations, root) : status;
    status = status == TUM_OK ? read_rates(expectations, root) : status;
    status = status == TUM_OK ? check_steps(expectations, root) : status;
    if (status == TUM_OK) {
        tell_unknown(root);
        status = read_checks(expectations, document, root);
    }
    return status;
}

static TumStatus make(const TumDocument *document, const TumScene *scene,
                      const TumAllocator *allocator, const Cursor *root,
                      TumExpectations **expectations)
{
    if (scene->dimension != 3 && scene->dimension != 4) {
        tum_cursor_report(root, CODE_UNSUPPORTED_DIMENSION,
                          "Expectations are of three or four dimensions, the scene has %d.",
                          scene->dimension);
        return TUM_ERROR_UNSUPPORTED;
    }
    const TumAllocator own = tum_allocator_or_default(allocator);
    TumExpectations *made = tum_allocate_zeroed(&own, 1, sizeof *made);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    made->allocator = own;
    made->scene = scene;
    tum_arena_init(&made->arena, &own);
    const TumStatus status = read_all(made, document, root);
    if (status != TUM_OK) {
        tum_expectations_destroy(made);
        return status;
    }
    *expectations = made;
    return TUM_OK;
}

TumStatus tum_expectations_read(const void *json, size_t count, const char *name,
                                const TumDocument *document, const TumScene *scene,
                                const TumAllocator *allocator, TumExpectations **expectations,
                                TumReport *report)
{
    if (!TUM_REQUIRE(json != NULL && document != NULL && scene != NULL && expectations != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *expectations = NULL;
    TumDocument *text = NULL;
    TumStatus status =
        tum_json_document_read(json, count, name != NULL ? name : "", allocator, &text, report);
    if (status == TUM_OK) {
        const Cursor root = tum_cursor_root(text, report);
        status = make(document, scene, allocator, &root, expectations);
    }
    tum_document_destroy(text);
    return status;
}

TumStatus tum_expectations_read_extras(const TumDocument *document, const TumScene *scene,
                                       const TumAllocator *allocator,
                                       TumExpectations **expectations, TumReport *report)
{
    if (!TUM_REQUIRE(document != NULL && scene != NULL && expectations != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *expectations = NULL;
    const Cursor root = tum_cursor_root(document, report);
    const Cursor scenes = tum_cursor_member(&root, "scenes");
    const Cursor active = tum_cursor_member(&root, "scene");
    double index = 0.0;
    if (tum_cursor_kind(&active) == JSON_NUMBER) {
        (void)tum_cursor_number_here(&active, &index);
    }
    if (!(index >= 0.0 && index < (double)tum_cursor_count(&scenes))) {
        return TUM_OK;
    }
    const Cursor item = tum_cursor_item(&scenes, (size_t)index);
    const Cursor extras = tum_cursor_member(&item, "extras");
    const Cursor place = tum_cursor_object(&extras, "tumbleExpectations");
    return tum_cursor_exists(&place) ? make(document, scene, allocator, &place, expectations)
                                     : TUM_OK;
}

void tum_expectations_destroy(TumExpectations *expectations)
{
    if (expectations != NULL) {
        const TumAllocator allocator = expectations->allocator;
        tum_arena_clear(&expectations->arena);
        tum_release(&allocator, expectations, sizeof *expectations);
    }
}

double tum_expectations_duration(const TumExpectations *expectations)
{
    return expectations->duration;
}

size_t tum_expectations_rates(const TumExpectations *expectations, const double **rates)
{
    *rates = expectations->rates;
    return expectations->rate_count;
}

size_t tum_expectations_check_count(const TumExpectations *expectations)
{
    return expectations->check_count;
}

const char *tum_expectations_why(const TumExpectations *expectations, size_t check)
{
    return TUM_REQUIRE(check < expectations->check_count) ? expectations->checks[check].why : "";
}
