// SPDX-License-Identifier: MIT
/// option.h: typed option tables. Parsing, --help, docs/cli.md, man pages and completion come from
/// one table.
///
///     typedef struct Settings { double duration; const char *trajectory; bool quiet; } Settings;
///
///     static const Option options[] = {
///         OPTION_NUMBER(Settings, duration, "duration", "S", 0.0, 1e6, "simulated time [s]"),
///         OPTION_FILE(Settings, trajectory, "trajectory", "OUT", ".ndjson", "poses as JSON
///         Lines"), OPTION_FLAG(Settings, quiet, "quiet", "print nothing but errors"),
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
    OPTION_KIND_CHOICE,  ///< const char *, one of the names that `choice` gives; NULL: not given
    OPTION_KIND_NUMBERS, ///< OptionNumbers
    OPTION_KIND_TEXTS,   ///< OptionTexts
} OptionKind;

/// Names of valid values, in order of their index. @return NULL after the last one.
typedef const char *OptionChoice(size_t index);

/// OptionFiles of a value that is a folder.
#define OPTION_FOLDER "/"

typedef struct Option {
    OptionKind kind;
    size_t offset;        ///< [bytes] of the member in the settings.
    const char *name;     ///< Without the dashes.
    const char *value;    ///< Name of the value in --help; NULL for flags, and for choices that are
                          ///< listed in its place: "mesh|node".
    double low, high;     ///< Range of numbers.
    size_t least, most;   ///< Number of values for OPTION_KIND_NUMBERS.
    const char *help;     ///< One line.
    char letter;          ///< Short name after one dash; 0: none.
    const char *alone;    ///< Value of a bare --name; NULL: a value is required. With a default the
                          ///< syntax is --name=value.
    OptionChoice *choice; ///< Values to choose from, all valid ones for OPTION_KIND_CHOICE; NULL:
                          ///< other values.
    const char *files;    ///< Endings of files to choose from, ".glb .gltf", "" for all files, or
                          ///< OPTION_FOLDER; NULL: the value is no file.
} Option;

#define OPTION_ROW(kind, Settings, member, name, value, low, high, least, most, help, letter,      \
                   alone, choice, files)                                                           \
    {                                                                                              \
        kind, offsetof(Settings, member), name, value, low, high, least, most, help, letter,       \
            alone, choice, files                                                                   \
    }
#define OPTION_FLAG(Settings, member, name, help)                                                  \
    OPTION_ROW(OPTION_KIND_FLAG, Settings, member, name, NULL, 0.0, 0.0, 0, 0, help, 0, NULL,      \
               NULL, NULL)
#define OPTION_NUMBER(Settings, member, name, value, low, high, help)                              \
    OPTION_ROW(OPTION_KIND_NUMBER, Settings, member, name, value, low, high, 0, 0, help, 0, NULL,  \
               NULL, NULL)
#define OPTION_COUNT(Settings, member, name, value, low, high, help)                               \
    OPTION_ROW(OPTION_KIND_COUNT, Settings, member, name, value, low, high, 0, 0, help, 0, NULL,   \
               NULL, NULL)
#define OPTION_NUMBERS(Settings, member, name, value, least, most, low, high, help)                \
    OPTION_ROW(OPTION_KIND_NUMBERS, Settings, member, name, value, low, high, least, most, help,   \
               0, NULL, NULL, NULL)
/// A text option; `choice` gives values worth suggesting.
#define OPTION_TEXT(Settings, member, name, value, choice, help)                                   \
    OPTION_ROW(OPTION_KIND_TEXT, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, NULL,     \
               choice, NULL)
/// A text option that may be repeated.
#define OPTION_TEXTS(Settings, member, name, value, choice, help)                                  \
    OPTION_ROW(OPTION_KIND_TEXTS, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, NULL,    \
               choice, NULL)
/// A text option with the name of a file or folder.
#define OPTION_FILE(Settings, member, name, value, files, help)                                    \
    OPTION_ROW(OPTION_KIND_TEXT, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, NULL,     \
               NULL, files)
/// The same with a short form, a dash and a letter.
#define OPTION_FILE_LETTER(Settings, member, name, letter, value, files, help)                     \
    OPTION_ROW(OPTION_KIND_TEXT, Settings, member, name, value, 0.0, 0.0, 0, 0, help, letter,      \
               NULL, NULL, files)
/// An option whose value is one of the choices.
#define OPTION_CHOICE(Settings, member, name, value, choice, help)                                 \
    OPTION_ROW(OPTION_KIND_CHOICE, Settings, member, name, value, 0.0, 0.0, 0, 0, help, 0, NULL,   \
               choice, NULL)
/// The same with an optional value: --name means --name=alone.
#define OPTION_CHOICE_OR(Settings, member, name, alone, choice, help)                              \
    OPTION_ROW(OPTION_KIND_CHOICE, Settings, member, name, NULL, 0.0, 0.0, 0, 0, help, 0, alone,   \
               choice, NULL)

/// Number of choices.
size_t option_choice_count(OptionChoice *choice);

/// Writes all choices, "error, warning, info or hint". Too long a list is cut.
///
/// @param comma, last  between two choices, and before the last one.
/// @return text.
const char *option_list_choices(char *text, size_t room, OptionChoice *choice, const char *comma,
                                const char *last);

/// Writes the name with its value: "-o, --output OUT", "--strict[=losses|all]".
/// @return the length.
int option_format_name(char *text, size_t room, const Option *option);

/// Writes the value alone, "OUT" or "losses|all"; "" for flags.
/// @return text.
const char *option_format_value(char *text, size_t room, const Option *option);

/// Writes what follows the help of an option: its choices and its default, ": node or world
/// (world)".
///
/// @param defaults  settings before parsing.
/// @return text.
const char *option_format_range(char *text, size_t room, const Option *option,
                                const void *defaults);

struct Console;
struct BatchVerb;

/// A command as a person types it, and its purpose.
typedef struct Example {
    const char *command; ///< "tumble info crate.gltf"; a test runs it beside the files of samples/.
    const char *meaning; ///< Begins a line, without a full stop.
} Example;

enum { VERB_MOST_EXAMPLES = 4 };

/// A verb of the command line with all data for main.c, man pages and completion.
typedef struct Verb {
    const char *name;
    const char *arguments;         ///< "FILE"
    OptionChoice *argument_choice; ///< Names to choose arguments from; NULL: none.
    const char *argument_files;    ///< Endings of files that are arguments, as Option.files; NULL:
                                   ///< arguments are no files.
    const char *summary;           ///< One line, for the list of verbs.
    const char *about;             ///< A paragraph for the verb's --help, ending in a line feed.
    const Option *options;
    size_t option_count;
    size_t argument_count;                ///< Number of arguments; with takes_more the least one.
    bool takes_more;                      ///< More arguments are allowed.
    bool is_hidden;                       ///< For the build alone: in no list of verbs.
    Example examples[VERB_MOST_EXAMPLES]; ///< Entries without a command are unused.
    const void *defaults;                 ///< The settings before parsing.
    size_t settings_bytes;
    const struct BatchVerb *batch; ///< Many files (batch.h); NULL: the verb takes one.
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

/// Prints the page of a verb.
void option_print_help(FILE *out, const Verb *verb);

/// Prints "examples:" and each command with its meaning, where there are any.
void option_print_examples(FILE *out, const Example examples[VERB_MOST_EXAMPLES]);

#endif
