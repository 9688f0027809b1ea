// SPDX-License-Identifier: MIT
// main.c: selects the verb, parses its options, runs it.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "batch.h"
#include "console.h"
#include "host.h"
#include "interrupt.h"
#include "program.h"
#include "tumble/base.h"
#include "version.h"

static void print_help(FILE *out)
{
    fprintf(out, "tumble: %s.\n\nusage: tumble VERB FILE [options]\n\n", program_summary);
    const Verb *verb;
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (!verb->is_hidden) {
            fprintf(out, "  %-10s %-10s %s\n", verb->name, verb->arguments, verb->summary);
        }
    }
    fputs("\n"
          "tumble help VERB tells more. FILE is a .gltf, .glb, .g4tf or .g4b file, or - for\n"
          "standard input.\n"
          "\noptions:\n",
          out);
    for (size_t i = 0; i < PROGRAM_OPTION_COUNT; ++i) {
        fprintf(out, "  -%c, --%-9s %s\n", program_options[i].letter, program_options[i].name,
                program_options[i].help);
    }
    option_print_examples(out, program_examples);
    fputs("\nexit codes:\n", out);
    for (size_t i = 0; i < PROGRAM_EXIT_COUNT; ++i) {
        fprintf(out, "  %-7s  %s\n", program_exits[i].code, program_exits[i].meaning);
    }
}

static int unknown_verb(Console *console, const char *word)
{
    static const char *const own[] = {"--help", "--version"};
    enum { OWN_COUNT = sizeof own / sizeof *own, MOST_VERBS = 32 };
    const char *names[OWN_COUNT + MOST_VERBS];
    memcpy(names, own, sizeof own);
    size_t count = OWN_COUNT;
    for (const char *name; count < OWN_COUNT + MOST_VERBS &&
                           (name = program_choice_of_verb(count - OWN_COUNT)) != NULL;) {
        names[count++] = name;
    }
    const char *nearest = tum_text_nearest(word, names, count);
    if (word[0] == '-') {
        console_error(console, "unknown option %.60s; %s%s%s", word,
                      nearest != NULL ? "did you mean " : "see tumble --help",
                      nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
        return EXIT_USAGE;
    }
    if (nearest != NULL) {
        console_error(console, "unknown verb \"%.60s\"; did you mean %s?", word, nearest);
    } else {
        console_error(console, "unknown verb \"%.60s\"; see tumble --help", word);
    }
    return EXIT_USAGE;
}

// Prints the page of a verb; without a known verb, of all.
static int help(Console *console, const char *word)
{
    const Verb *verb = word != NULL ? program_find_verb(word) : NULL;
    if (verb != NULL) {
        option_print_help(stdout, verb);
    } else if (word == NULL || strcmp(word, "help") == 0) {
        print_help(stdout);
    } else {
        return unknown_verb(console, word);
    }
    return EXIT_DONE;
}

// Scripts have one code for files and memory; batches tell them apart.
static int outside_code(int code)
{
    return code == EXIT_MEMORY ? EXIT_FILE : code;
}

static int parse_and_run(const Verb *verb, int word_count, char *const *words, void *settings,
                         const char **arguments, Console *console)
{
    char error[OPTION_ERROR_BYTES];
    switch (option_parse(verb, word_count, words, settings, arguments, error)) {
    case OPTIONS_HELP: option_print_help(stdout, verb); return EXIT_DONE;
    case OPTIONS_WRONG: console_error(console, "%s", error); return EXIT_USAGE;
    case OPTIONS_PARSED: break;
    }
    return batch_is_wanted(verb, settings, arguments)
               ? batch_run(verb, settings, arguments, console)
               : outside_code(verb->run(settings, arguments, console));
}

static int run_verb(const Verb *verb, int word_count, char *const *words, Console *console)
{
    void *settings = malloc(verb->settings_bytes);
    const char **arguments = calloc((size_t)word_count + 1, sizeof *arguments);
    if (settings == NULL || arguments == NULL) {
        free(settings);
        free(arguments);
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    memcpy(settings, verb->defaults, verb->settings_bytes);
    const int code = parse_and_run(verb, word_count, words, settings, arguments, console);
    free(arguments);
    free(settings);
    return code;
}

// Checks that the output was written: a full disk behind `>` gives EXIT_FILE.
static int flushed(int code, Console *console)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (code == EXIT_DONE) {
            console_error(console, "standard output could not be written");
            return EXIT_FILE;
        }
    }
    return code;
}

// Prints the version page, or with --json the same as JSON.
static int version(Console *console, int word_count, char *const *words)
{
    const bool is_json = word_count == 1 && strcmp(words[0], "--json") == 0;
    if (word_count > 0 && !is_json) {
        console_error(console, "--version takes --json or nothing, not \"%.60s\"",
                      words[word_count - 1]);
        return EXIT_USAGE;
    }
    if (is_json) {
        return exit_code(version_print_json(stdout));
    }
    version_print(stdout);
    return EXIT_DONE;
}

int main(int argument_count, char **arguments)
{
    Console console;
    if (!host_begin(&argument_count, &arguments)) {
        fprintf(stderr, "tumble: error: %s\n", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    console_init(&console);
    interrupt_init();
    if (argument_count < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *word = arguments[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        return flushed(help(&console, arguments[2]), &console);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        return flushed(version(&console, argument_count - 2, arguments + 2), &console);
    }
    const Verb *verb = program_find_verb(word);
    if (verb == NULL) {
        return unknown_verb(&console, word);
    }
    return flushed(run_verb(verb, argument_count - 2, arguments + 2, &console), &console);
}
