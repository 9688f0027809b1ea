// SPDX-License-Identifier: MIT
/// dialect_option.h: the option --dialect NAME.
#ifndef TUM_CLI_DIALECT_OPTION_H
#define TUM_CLI_DIALECT_OPTION_H

#include "console.h"
#include "option.h"
#include "tumble/dialect.h"

#define OPTION_DIALECT(Settings, member)                                                           \
    OPTION_TEXT(Settings, member, "dialect", "NAME", choice_of_dialect,                            \
                "read only this dialect of the file")

/// Names of dialects, as an OptionChoice. Ids such as "K6" are valid besides.
const char *choice_of_dialect(size_t index);

/// The dialect of an option; TUM_DIALECT_ANY for NULL.
/// @return false for an unknown name, after a message with the list of names.
bool dialect_of_option(const char *name, TumDialect *dialect, Console *console);

/// Prints the ids of TumScene.dialects after their option names: "khr (K6), omi (B4, S4)".
void print_dialects(FILE *out, const char *ids);

#endif
