// SPDX-License-Identifier: MIT
/// inventory.h: a physics scene told in words: a page for people, JSON for scripts.
#ifndef TUM_CLI_INVENTORY_H
#define TUM_CLI_INVENTORY_H

#include <stdio.h>

#include "tumble/report.h"
#include "tumble/scene.h"

/// The page of `tumble info`; the report is only counted.
void inventory_print(FILE *out, const TumScene *scene, const TumReport *report);

/// Every entity with all its numbers. What is infinite is null.
/// @return TUM_OK or TUM_ERROR_FILE.
TumStatus inventory_print_json(FILE *out, const TumScene *scene, const TumReport *report);

#endif
