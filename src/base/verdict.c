// SPDX-License-Identifier: MIT
// verdict.c: a list of verdicts, with their texts.
#include "tumble/verdict.h"

#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/assert.h"

enum { OUTCOME_COUNT = TUM_OUTCOME_SKIPPED + 1 };

struct TumVerdicts {
    Arena texts;
    ARRAY(TumVerdict) items;
    size_t counts[OUTCOME_COUNT]; ///< Verdicts of each outcome.
};

TumVerdicts *tum_verdicts_create(const TumAllocator *allocator)
{
    TumVerdicts *verdicts = tum_allocate_zeroed(allocator, 1, sizeof *verdicts);
    if (verdicts != NULL) {
        tum_arena_init(&verdicts->texts, allocator);
    }
    return verdicts;
}

void tum_verdicts_destroy(TumVerdicts *verdicts)
{
    if (verdicts == NULL) {
        return;
    }
    const TumAllocator allocator = verdicts->texts.allocator;
    tum_arena_clear(&verdicts->texts);
    array_free(&verdicts->items, &allocator);
    tum_release(&allocator, verdicts, sizeof *verdicts);
}

// Replaces a text by its copy; false when out of memory.
static bool keep_text(TumVerdicts *verdicts, const char **text)
{
    *text = *text == NULL ? "" : tum_arena_text(&verdicts->texts, *text, strlen(*text));
    return *text != NULL;
}

TumStatus tum_verdicts_add(TumVerdicts *verdicts, const TumVerdict *verdict)
{
    if (!TUM_REQUIRE(verdicts != NULL && verdict != NULL && verdict->check != NULL &&
                     (unsigned)verdict->outcome < OUTCOME_COUNT)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumVerdict kept = *verdict;
    if (!keep_text(verdicts, &kept.check) || !keep_text(verdicts, &kept.subject) ||
        !keep_text(verdicts, &kept.unit) || !keep_text(verdicts, &kept.pointer) ||
        !keep_text(verdicts, &kept.message)) {
        return TUM_ERROR_MEMORY;
    }
    TumVerdict *place = array_push(&verdicts->items, &verdicts->texts.allocator);
    if (place == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *place = kept;
    ++verdicts->counts[kept.outcome];
    return TUM_OK;
}

size_t tum_verdicts_count(const TumVerdicts *verdicts)
{
    return verdicts == NULL ? 0 : verdicts->items.count;
}

size_t tum_verdicts_count_of(const TumVerdicts *verdicts, TumOutcome outcome)
{
    return verdicts == NULL || (unsigned)outcome >= OUTCOME_COUNT ? 0 : verdicts->counts[outcome];
}

const TumVerdict *tum_verdicts_at(const TumVerdicts *verdicts, size_t index)
{
    if (!TUM_REQUIRE(verdicts != NULL && index < verdicts->items.count)) {
        return NULL;
    }
    return &verdicts->items.items[index];
}
