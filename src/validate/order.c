// SPDX-License-Identifier: MIT
// order.c: findings in the order of the document's text.
#include "validate/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"

enum { MOST_STEPS = 24, MOST_NAME = 256 };

/// The place of a finding: the number of earlier neighbors at each step of its pointer.
typedef struct Place {
    uint32_t steps[MOST_STEPS];
    size_t count;
    uint64_t offset;
    uint32_t index; ///< The finding's index, from the first.
    bool is_container;
} Place;

// The next token of a JSON pointer (RFC 6901). @return the rest after the token.
static const char *next_token(const char *pointer, char name[MOST_NAME])
{
    size_t length = 0;
    for (++pointer; *pointer != '\0' && *pointer != '/'; ++pointer) {
        char c = *pointer;
        if (c == '~' && (pointer[1] == '0' || pointer[1] == '1')) {
            c = *++pointer == '0' ? '~' : '/';
        }
        if (length + 1 < MOST_NAME) {
            name[length++] = c;
        }
    }
    name[length] = '\0';
    return pointer;
}

// The position of a value in its parent; a missing value comes last. Members are contiguous, so the
// distance from the first [8 bytes] gives the position.
static uint32_t step_to(const Cursor *parent, const char *name, Cursor *child)
{
    if (tum_cursor_kind(parent) == JSON_ARRAY) {
        const size_t index = (size_t)strtoul(name, NULL, 10);
        *child = tum_cursor_item(parent, index);
        return index < UINT32_MAX ? (uint32_t)index : UINT32_MAX;
    }
    const char *key = NULL;
    const Cursor first = tum_cursor_member_at(parent, 0, &key);
    *child = tum_cursor_member(parent, name);
    if (child->value == NULL || first.value == NULL) {
        return UINT32_MAX;
    }
    const size_t distance = (size_t)((const char *)child->value - (const char *)first.value) / 8;
    return distance < UINT32_MAX ? (uint32_t)distance : UINT32_MAX;
}

static void find_place(const TumDocument *document, const TumDiagnostic *finding, Place *place)
{
    place->is_container = finding->pointer == NULL;
    place->offset = finding->offset;
    Cursor chain[MOST_STEPS + 1];
    chain[0] = tum_cursor_root(document, NULL);
    const char *pointer = finding->pointer != NULL ? finding->pointer : "";
    while (*pointer == '/' && place->count < MOST_STEPS) {
        char name[MOST_NAME];
        pointer = next_token(pointer, name);
        place->steps[place->count] = step_to(&chain[place->count], name, &chain[place->count + 1]);
        ++place->count;
    }
}

static int compare_places(const void *a, const void *b)
{
    const Place *first = a, *second = b;
    if (first->is_container != second->is_container) {
        return first->is_container ? -1 : 1;
    }
    if (first->is_container && first->offset != second->offset) {
        return first->offset < second->offset ? -1 : 1;
    }
    for (size_t i = 0; i < first->count && i < second->count; ++i) {
        if (first->steps[i] != second->steps[i]) {
            return first->steps[i] < second->steps[i] ? -1 : 1;
        }
    }
    if (first->count != second->count) {
        return first->count < second->count ? -1 : 1;
    }
    return first->index < second->index ? -1 : first->index > second->index;
}

void tum_order_findings(const TumDocument *document, Arena *arena, size_t first, TumReport *report)
{
    const size_t count = tum_report_count(report) - first;
    Place *places = tum_arena_zeroed(arena, count, sizeof *places);
    uint32_t *order = tum_arena_zeroed(arena, count, sizeof *order);
    if (places == NULL || order == NULL || count < 2) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        places[i].index = (uint32_t)i;
        find_place(document, tum_report_at(report, first + i), &places[i]);
    }
    tum_sort_any(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < count; ++i) {
        order[i] = places[i].index;
    }
    tum_report_reorder(report, first, order, count);
}
