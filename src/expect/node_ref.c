// SPDX-License-Identifier: MIT
// node_ref.c: nodes of a document by index, by unique name or by JSON pointer.
#include "expect/node_ref.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tum_node_names_clear(NodeNames *names)
{
    if (names->is_gathered) {
        const size_t bytes = names->scene->node_count * sizeof *names->first;
        tum_text_set_clear(&names->names);
        tum_release(&names->allocator, names->first, bytes);
        tum_release(&names->allocator, names->second, bytes);
        names->is_gathered = false;
    }
}

static bool gather(NodeNames *names)
{
    const size_t count = names->scene->node_count;
    if (names->is_gathered || count == 0) {
        return true;
    }
    tum_text_set_init(&names->names, &names->allocator);
    names->first = tum_allocate(&names->allocator, count * sizeof *names->first);
    names->second = tum_allocate(&names->allocator, count * sizeof *names->second);
    names->is_gathered = true;
    if (names->first == NULL || names->second == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const char *name = names->scene->nodes[i].name;
        const uint32_t before = names->names.count;
        const uint32_t index = tum_text_set_add(&names->names, name, strlen(name));
        if (index == TEXT_NONE) {
            return false;
        }
        if (names->names.count > before) {
            names->first[index] = (int32_t)i;
            names->second[index] = -1;
        } else if (names->second[index] < 0) {
            names->second[index] = (int32_t)i;
        }
    }
    return true;
}

__attribute__((format(__printf__, 3, 4))) static TumStatus
refuse(const Cursor *place, char fault[NODE_FAULT_BYTES], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fault, NODE_FAULT_BYTES, format, arguments);
    va_end(arguments);
    tum_cursor_report(place, CODE_EXPECTATION_NODE, "%s.", fault);
    return TUM_ERROR_INPUT;
}

// "/nodes/3" as 3; -1 for any other text.
static int64_t index_of_pointer(const char *text)
{
    static const char root[] = "/nodes/";
    const size_t length = sizeof root - 1;
    if (strncmp(text, root, length) != 0 || text[length] == '\0') {
        return -1;
    }
    int64_t index = 0;
    for (const char *digit = text + length; *digit != '\0'; ++digit) {
        if (*digit < '0' || *digit > '9' || index > INT32_MAX) {
            return -1;
        }
        index = index * 10 + (*digit - '0');
    }
    return index;
}

bool tum_node_name_is_unique(NodeNames *names, int32_t node, bool *is_unique)
{
    const char *name = names->scene->nodes[node].name;
    if (!gather(names)) {
        return false;
    }
    const uint32_t index = tum_text_set_find(&names->names, name, strlen(name));
    *is_unique = name[0] != '\0' && index != TEXT_NONE && names->second[index] < 0;
    return true;
}

static TumStatus read_text(NodeNames *names, const Cursor *place, const char *text, int32_t *node,
                           char fault[NODE_FAULT_BYTES])
{
    const size_t count = names->scene->node_count;
    if (!gather(names)) {
        return TUM_ERROR_MEMORY;
    }
    const uint32_t index = count > 0 && *text != '\0'
                               ? tum_text_set_find(&names->names, text, strlen(text))
                               : TEXT_NONE;
    if (index != TEXT_NONE && names->second[index] >= 0) {
        return refuse(place, fault,
                      "several nodes are named \"%.60s\", %" PRId32 " and %" PRId32
                      " among them: give an index",
                      text, names->first[index], names->second[index]);
    }
    if (index != TEXT_NONE) {
        *node = names->first[index];
        return TUM_OK;
    }
    const int64_t pointed = index_of_pointer(text);
    if (pointed >= 0 && (uint64_t)pointed < count) {
        *node = (int32_t)pointed;
        return TUM_OK;
    }
    if (pointed >= 0) {
        return refuse(place, fault, "there is no %.40s: the file has %zu nodes", text, count);
    }
    const char *nearest =
        count > 0 ? tum_text_nearest(text, names->names.texts, names->names.count) : NULL;
    return refuse(place, fault, "no node is named \"%.60s\"%s%.60s%s", text,
                  nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                  nearest != NULL ? "\"?" : "");
}

TumStatus tum_node_ref_read(NodeNames *names, const Cursor *place, int32_t *node,
                            char fault[NODE_FAULT_BYTES])
{
    const char *text;
    double number;
    const JsonKind kind = tum_cursor_kind(place);
    if (kind == JSON_TEXT && tum_cursor_text_here(place, &text)) {
        return read_text(names, place, text, node, fault);
    }
    if (kind != JSON_NUMBER || !tum_cursor_number_here(place, &number)) {
        return refuse(place, fault, "a node is an index, a name or a JSON pointer");
    }
    if (!(number >= 0.0 && number < (double)names->scene->node_count) ||
        (double)(int32_t)number != number) {
        return refuse(place, fault, "there is no node %g: the file has %zu nodes", number,
                      names->scene->node_count);
    }
    *node = (int32_t)number;
    return TUM_OK;
}
