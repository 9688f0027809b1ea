// SPDX-License-Identifier: MIT
// extension_counts.c: numbers of objects by extension.
#include "inventory.h"

#include <string.h>

// "/nodes/3/extensions/NAME/motion" belongs to NAME; "/nodes/3" to the names of nodes; other
// pointers to the core.
static void name_of(const char *pointer, const char **name, size_t *length)
{
    static const char mark[] = "/extensions/";
    const char *found = strstr(pointer, mark);
    if (found != NULL) {
        *name = found + strlen(mark);
        *length = strcspn(*name, "/");
        return;
    }
    const char *after = strncmp(pointer, "/nodes/", 7) == 0 ? strchr(pointer + 7, '/') : pointer;
    *name = after == NULL ? "names" : "core";
    *length = strlen(*name);
}

// The entry of an extension, created when it is new. The last entry takes the overflow.
static ExtensionCount *count_of(ExtensionCount *counts, size_t *count, const char *pointer)
{
    const char *name = NULL;
    size_t length = 0;
    name_of(pointer, &name, &length);
    for (size_t i = 0; i < *count; ++i) {
        if (counts[i].name_length == length && memcmp(counts[i].name, name, length) == 0) {
            return &counts[i];
        }
    }
    if (*count == EXTENSIONS_MAX) {
        return &counts[EXTENSIONS_MAX - 1];
    }
    counts[*count] = (ExtensionCount){.name = name, .name_length = length};
    return &counts[(*count)++];
}

size_t inventory_count_extensions(const TumScene *scene, ExtensionCount counts[EXTENSIONS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        ++count_of(counts, &count, scene->bodies[i].pointer)->bodies;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        ++count_of(counts, &count, scene->colliders[i].pointer)->colliders;
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        ++count_of(counts, &count, scene->triggers[i].pointer)->triggers;
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        ++count_of(counts, &count, scene->joints[i].pointer)->joints;
    }
    return count;
}
