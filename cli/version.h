// SPDX-License-Identifier: MIT
/// version.h: version, origin and libraries of this program, for people and as JSON.
#ifndef TUM_CLI_VERSION_H
#define TUM_CLI_VERSION_H

#include <stdio.h>

#include "tumble/base.h"

/// Prints the first line "tumble MAJOR.MINOR.PATCH", then a line each on commit, compiler,
/// instruction sets and libraries.
void version_print(FILE *out);

/// Prints the same as one JSON object. @return TUM_ERROR_FILE where a write failed.
TumStatus version_print_json(FILE *out);

/// Hash of the commit; "" where it is unknown.
const char *version_commit(void);

/// Date of the commit, "2026-11-23"; "" where it is unknown.
const char *version_date(void);

#endif
