// SPDX-License-Identifier: MIT
/// inventory.h: a physics scene told in words: a page for people, JSON for scripts.
#ifndef TUM_CLI_INVENTORY_H
#define TUM_CLI_INVENTORY_H

#include <stdio.h>

#include "tumble/report.h"
#include "tumble/scene.h"

/// An extension, and what of the scene comes from it.
typedef struct Speaker {
    const char *name; ///< Not ended by a zero.
    size_t name_length;
    size_t bodies, colliders, triggers, joints;
} Speaker;

enum { SPEAKERS_MAX = 16 };

/// Sorts what there is by the extension its JSON pointer leads through; names of nodes are "names".
/// @return how many there are.
size_t inventory_speakers(const TumScene *scene, Speaker speakers[SPEAKERS_MAX]);

/// The page of `tumble info`; the report is only counted.
void inventory_print(FILE *out, const TumScene *scene, const TumReport *report);

/// Every entity with all its numbers, and the findings. What is infinite is null.
///
/// @param scene  NULL where the file could not be read: then there are only findings.
/// @return TUM_OK or TUM_ERROR_FILE.
TumStatus inventory_print_json(FILE *out, const char *file, const TumScene *scene,
                               const TumReport *report);

#endif
