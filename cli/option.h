// SPDX-License-Identifier: MIT
/// option.h: typed option tables. Parsing, --help and the page in docs/cli.md come from one table.
///
///     typedef struct Settings { double duration; const char *trajectory; bool quiet; } Settings;
///
///     static const Option options[] = {
///         OPTION_NUMBER(Settings, duration, "duration", "S", 0.0, 1e6, "simulated time [s]"),
///         OPTION_TEXT(Settings, trajectory, "trajectory", "OUT", "poses as JSON Lines"),
///         OPTION_FLAG(Settings, quiet, "quiet", "print nothing but errors"),
///     };
///
/// A value follows as `--duration 2` or `--duration=2`; a lone `--` ends the options; `-` alone is
/// an argument. Defaults are the settings' values before parsing.
#ifndef TUM_CLI_OPTION_H
#define TUM_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OPTION_MAX_NUMBERS = 4 };

/// The value of an option that takes several numbers, separated by commas.
typedef struct OptionNumbers {
    double value[OPTION_MAX_NUMBERS];
    size_t count; ///< 0: not given.
} OptionNumbers;

enum { OPTION_MAX_TEXTS = 64 };

/// The values of an option that may be given several times.
typedef struct OptionTexts {
    const char *value[OPTION_MAX_TEXTS]; ///< Borrowed from the command line.
    size_t count;
} OptionTexts;

typedef enum OptionKind {
    OPTION_KIND_FLAG,    ///< bool
    OPTION_KIND_NUMBER,  ///< double
    OPTION_KIND_COUNT,   ///< int
    OPTION_KIND_TEXT,    ///< const char *, borrowed from the command line; NULL: not given
    OPTION_KIND_NUMBERS, ///< OptionNumbers
    OPTION_KIND_TEXTS,   ///< OptionTexts
} OptionKind;

typedef struct Option {
    OptionKind kind;
    size_t offset;      ///< [bytes] of the member in the settings.
    const char *name;   ///< Without the dashes.
    const char *value;  ///< Name of the value in --help; NULL for flags.
    double low, high;   ///< Range of numbers.
    size_t least, most; ///< Number of values for OPTION_KIND_NUMBERS.
    const char *help;   ///< One line.
    char letter;        ///< Short name after one dash; 0: none.
    const char *alone;  ///< Value of a bare --name; NULL: a value is required. With a default the
                        ///< syntax is --name=value.
} Option;

#define OPTION_ROW(kind, Settings, member, name, value, low, high, least, most, help, letter,      \
                   alone)                                                                          \
    {                                                                                              \
        kind, offsetof(Settings, member), name, value, low, high, least, most, help, letter, alone \
    }
#define OPTION_FLAG(Settings, member, name, help)                                                  \
    OPTION_ROW(OPTION_KIND_FLAG, Settings, member, name, NULL, 0.0, 0.0, 0, 0, help, 0, NULL)
#define OPTION_NUMBER(Settings, member, name, value, low, high, help)                              \
    OPTION_ROW(OPTION_KIND_NUMBER, Settings, member, name, value, low, high, 0, 0, help, 0, NULL)
#define OPTION_COUNT(Settings, member, name, value, low, high, help)                               \
    OPTION_ROW(OPTION_KIND_COUNT, Settings, member, name, value, low, high, 0, 0, help, 0, NULL)
#define OPTION_TEXT(Settings, member, name, value, help)                                           \
    OPTION_ROW(OPTION_KIND_TEXT, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, NULL)
#define OPTION_NUMBERS(Settings, member, name, value, least, most, low, high, help)                \
    OPTION_ROW(OPTION_KIND_NUMBERS, Settings, member, name, value, low, high, least, most, help,   \
               0, NULL)
/// A text option that may be repeated.
#define OPTION_TEXTS(Settings, member, name, value, help)                                          \
    OPTION_ROW(OPTION_KIND_TEXTS, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, NULL)
/// A text option with a short form, a dash and a letter.
#define OPTION_LETTER(Settings, member, name, letter, value, help)                                 \
    OPTION_ROW(OPTION_KIND_TEXT, Settings, member, name, value, 0.0, 0.0, 0, 0, help, letter, NULL)
/// A text option with an optional value: --name means --name=alone.
#define OPTION_CHOICE(Settings, member, name, value, alone, help)                                  \
    OPTION_ROW(OPTION_KIND_TEXT, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, alone)

struct Console;

/// A verb of the command line with all data for main.c.
typedef struct Verb {
    const char *name;
    const char *arguments; ///< "FILE"
    const char *summary;   ///< One line, for the list of verbs.
    const char *about;     ///< A paragraph for the verb's --help, ending in a line feed.
    const Option *options;
    size_t option_count;
    size_t argument_count; ///< Number of arguments; with takes_more the least one.
    bool takes_more;       ///< More arguments are allowed.
    const void *defaults;  ///< The settings before parsing.
    size_t settings_bytes;
    /// Runs the verb. A NULL follows the last argument. Returns an exit code (console.h).
    int (*run)(const void *settings, const char *const *arguments, struct Console *console);
} Verb;

typedef enum OptionOutcome {
    OPTIONS_PARSED,
    OPTIONS_HELP, ///< The command line has --help.
    OPTIONS_WRONG ///< A message is in `error`.
} OptionOutcome;

enum { OPTION_ERROR_BYTES = 256 };

/// Parses the words after the verb into the settings.
///
/// @param arguments  receives the words that are no options, borrowed from `words`, and a NULL; at
///                   least word_count + 1 entries.
/// @param error      receives one sentence with the option and its valid values.
OptionOutcome option_parse(const Verb *verb, int word_count, char *const *words, void *settings,
                           const char **arguments, char error[OPTION_ERROR_BYTES]);

/// Prints the page of a verb. `settings` holds the defaults.
void option_print_help(FILE *out, const Verb *verb, const void *settings);

#endif
