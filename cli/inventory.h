// SPDX-License-Identifier: MIT
/// inventory.h: the content of a physics scene: a page for people, JSON for scripts.
#ifndef TUM_CLI_INVENTORY_H
#define TUM_CLI_INVENTORY_H

#include <stdio.h>

#include "tumble/report.h"
#include "tumble/scene.h"

/// An extension with the number of its objects in the scene.
typedef struct ExtensionCount {
    const char *name; ///< Without a terminating zero.
    size_t name_length;
    size_t bodies, colliders, triggers, joints;
} ExtensionCount;

enum { EXTENSIONS_MAX = 16 };

/// Counts objects by the extension in their JSON pointer; physics from names of nodes counts as
/// "names". @return the number of extensions.
size_t inventory_count_extensions(const TumScene *scene, ExtensionCount counts[EXTENSIONS_MAX]);

/// Prints the page of `tumble info`, with the number of findings.
void inventory_print(FILE *out, const TumScene *scene, const TumReport *report);

/// Prints every object with all its numbers, and the findings. Infinite numbers become null.
///
/// @param scene  NULL for an unreadable file: then only findings are printed.
/// @return TUM_OK or TUM_ERROR_FILE.
TumStatus inventory_print_json(FILE *out, const char *file, const TumScene *scene,
                               const TumReport *report);

#endif
