// SPDX-License-Identifier: MIT
/// program.h: `tumble` as data: its verbs, the options it has without a verb, its exit codes.
/// --help, man pages and completion are written from these tables.
#ifndef TUM_CLI_PROGRAM_H
#define TUM_CLI_PROGRAM_H

#include "option.h"

/// One line each, without a full stop.
extern const char program_summary[], program_about[];

/// The verb of an index, in the order of --help, hidden ones last. @return NULL after the last one.
const Verb *program_verb(size_t index);
/// The verb of a name; NULL where there is none.
const Verb *program_find_verb(const char *name);
/// Name of a verb that is not hidden, and "help", as an OptionChoice.
const char *program_choice_of_verb(size_t index);

/// An option of the program itself: "-V, --version".
typedef struct ProgramOption {
    char letter;
    const char *name, *help;
} ProgramOption;
enum { PROGRAM_OPTION_COUNT = 2 };
extern const ProgramOption program_options[PROGRAM_OPTION_COUNT];

typedef struct ProgramExit {
    const char *code;    ///< "0", "128 + N".
    const char *meaning; ///< Without a full stop.
} ProgramExit;
enum { PROGRAM_EXIT_COUNT = 7 };
extern const ProgramExit program_exits[PROGRAM_EXIT_COUNT];

extern const Example program_examples[VERB_MOST_EXAMPLES];

#endif
