// SPDX-License-Identifier: MIT
// verdicts.c: measures against their bounds, and the verdicts of several starts as one.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scenario/scenario_data.h"

enum { TEXT_BYTES = 512 };

Measure tum_measure(const char *check, const char *unit, double value)
{
    return (Measure){.check = check,
                     .unit = unit,
                     .value = value,
                     .least = -INFINITE,
                     .most = INFINITE,
                     .time = NO_NUMBER,
                     .body = -1,
                     .joint = -1};
}

static const char *keep(Results *results, const char *text)
{
    const char *kept = tum_arena_text(&results->arena, text, strlen(text));
    results->is_out_of_memory |= kept == NULL;
    return kept != NULL ? kept : "";
}

static const char *name_of_node(const Run *run, int32_t node, char text[TEXT_BYTES])
{
    const TumScene *scene = run->asset->scene;
    const char *name = node >= 0 ? scene->nodes[node].name : "";
    if (name != NULL && name[0] != '\0') {
        snprintf(text, TEXT_BYTES, "%s", name);
    } else if (node >= 0) {
        snprintf(text, TEXT_BYTES, "node %d", (int)node);
    } else {
        text[0] = '\0';
    }
    return text;
}

static int32_t node_of(const Run *run, const Measure *measure)
{
    const TumScene *scene = run->asset->scene;
    return measure->joint >= 0  ? scene->joints[measure->joint].node_a
           : measure->body >= 0 ? scene->bodies[measure->body].node
                                : -1;
}

// A verdict without an outcome, in the memory of the results.
static TumVerdict verdict_of(const Run *run, const Measure *measure)
{
    char text[TEXT_BYTES];
    const int32_t node = node_of(run, measure);
    const char *subject =
        measure->subject != NULL ? measure->subject : name_of_node(run, node, text);
    TumVerdict verdict = {.subject = keep(run->results, subject),
                          .value = measure->value,
                          .least = measure->least,
                          .most = measure->most,
                          .unit = measure->unit,
                          .time = measure->time,
                          .rate = run->rate,
                          .node = node,
                          .pointer = "",
                          .message = ""};
    snprintf(text, sizeof text, "%s/%s", tum_scenario_name(run->scenario), measure->check);
    verdict.check = keep(run->results, text);
    return verdict;
}

static void add(Results *results, TumVerdict verdict)
{
    TumVerdict *place = array_push(&results->items, &results->arena.allocator);
    if (place == NULL) {
        results->is_out_of_memory = true;
        return;
    }
    *place = verdict;
}

// Sentence of the failure, then cause and cure.
static void explain(const Run *run, const Measure *measure, const char *found, TumVerdict *verdict)
{
    Cause cause = {measure->pointer, measure->cure};
    if (measure->pointer == NULL) {
        cause = tum_find_cause(run, measure);
    }
    char text[2 * TEXT_BYTES];
    snprintf(text, sizeof text, "%s%s%s", found, cause.text[0] != '\0' ? " " : "", cause.text);
    verdict->pointer = keep(run->results, cause.pointer);
    verdict->message = keep(run->results, text);
}

bool tum_judge(const Run *run, const Measure *measure, const char *format, ...)
{
    TumVerdict verdict = verdict_of(run, measure);
    const bool is_passed = measure->value >= measure->least && measure->value <= measure->most;
    verdict.outcome = is_passed ? TUM_OUTCOME_PASSED : TUM_OUTCOME_FAILED;
    if (!is_passed) {
        char found[TEXT_BYTES];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(found, sizeof found, format, arguments);
        va_end(arguments);
        explain(run, measure, found, &verdict);
    }
    add(run->results, verdict);
    return is_passed;
}

void tum_skip(const Run *run, const char *check, int32_t body, const char *format, ...)
{
    Measure measure = tum_measure(check, "", NO_NUMBER);
    measure.body = body;
    TumVerdict verdict = verdict_of(run, &measure);
    char reason[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    verdict.outcome = TUM_OUTCOME_SKIPPED;
    verdict.message = keep(run->results, reason);
    add(run->results, verdict);
}

void tum_judge_diverged(const Run *run, int32_t body, double seconds)
{
    Measure measure = tum_measure("finite", "", NO_NUMBER);
    measure.time = seconds;
    measure.body = body;
    tum_judge(run, &measure, "The body leaves the range of sensible numbers.");
}

// Distance of a value from its nearer bound, in multiples of that bound; below 0: out of bounds.
static double margin(const TumVerdict *verdict)
{
    const double above = verdict->value - verdict->least, below = verdict->most - verdict->value;
    return above < below ? above : below;
}

// Failed before skipped before passed; of two alike the one nearer to its bound.
static bool is_worse(const TumVerdict *a, const TumVerdict *b)
{
    static const int rank[] = {
        [TUM_OUTCOME_FAILED] = 2, [TUM_OUTCOME_SKIPPED] = 1, [TUM_OUTCOME_PASSED] = 0};
    return rank[a->outcome] != rank[b->outcome] ? rank[a->outcome] > rank[b->outcome]
                                                : margin(a) < margin(b);
}

// The verdict of the same check; NULL where there is none. A check of all bodies names another body
// in each run; joints and groups that are left out are told apart.
static TumVerdict *find(Results *results, const TumVerdict *verdict)
{
    const bool is_of_each = strcmp(verdict->check, "joints/moves") == 0 ||
                            strcmp(verdict->check, "release/speed") == 0 ||
                            strstr(verdict->check, "/held") != NULL;
    for (size_t i = 0; i < results->items.count; ++i) {
        TumVerdict *found = &results->items.items[i];
        if (strcmp(found->check, verdict->check) == 0 &&
            (!is_of_each || found->node == verdict->node)) {
            return found;
        }
    }
    return NULL;
}

static TumVerdict kept_verdict(Results *results, const TumVerdict *verdict, uint32_t attempt,
                               uint32_t attempts, uint64_t seed)
{
    TumVerdict kept = *verdict;
    kept.check = keep(results, verdict->check);
    kept.subject = keep(results, verdict->subject);
    kept.pointer = keep(results, verdict->pointer);
    kept.message = keep(results, verdict->message);
    if (attempts > 1 && verdict->outcome == TUM_OUTCOME_FAILED) {
        char text[3 * TEXT_BYTES];
        snprintf(text, sizeof text, "%s (Start %u of %u, seed %llu.)", verdict->message,
                 (unsigned)attempt + 1, (unsigned)attempts, (unsigned long long)seed);
        kept.message = keep(results, text);
    }
    return kept;
}

void tum_merge_results(Results *merged, const Results *run, uint32_t attempt, uint32_t attempts,
                       uint64_t seed)
{
    for (size_t i = 0; i < run->items.count; ++i) {
        const TumVerdict *verdict = &run->items.items[i];
        TumVerdict *place = find(merged, verdict);
        if (place == NULL) {
            add(merged, kept_verdict(merged, verdict, attempt, attempts, seed));
        } else if (is_worse(verdict, place)) {
            *place = kept_verdict(merged, verdict, attempt, attempts, seed);
        }
    }
    merged->is_out_of_memory |= run->is_out_of_memory;
}
