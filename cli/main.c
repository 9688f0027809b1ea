// SPDX-License-Identifier: MIT
// main.c: selects the verb, parses its options, runs it.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "console.h"
#include "host.h"
#include "interrupt.h"
#include "tumble/base.h"
#include "verbs.h"

static const Verb *const verbs[] = {&info_verb,    &validate_verb, &simulate_verb,
                                    &convert_verb, &explain_verb,  &bench_verb};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static void print_help(FILE *out)
{
    fputs("tumble: 3D files that describe physics, made to move.\n\n"
          "usage: tumble VERB FILE [options]\n\n",
          out);
    for (size_t i = 0; i < VERB_COUNT; ++i) {
        fprintf(out, "  %-9s %-10s %s\n", verbs[i]->name, verbs[i]->arguments, verbs[i]->summary);
    }
    fputs("\n"
          "tumble help VERB tells more. FILE is a .gltf, .glb, .g4tf or .g4b file, or - for\n"
          "standard input.\n"
          "\n"
          "  -h, --help     print this page\n"
          "  -V, --version  print the version\n"
          "\n"
          "exit codes: 0 done, 1 the input has errors, 2 wrong usage, 3 a file could not be read\n"
          "or written, or no memory, 4 the simulation diverged, 5 an internal fault, 128 + N\n"
          "signal N\n",
          out);
}

static const Verb *find_verb(const char *name)
{
    for (size_t i = 0; i < VERB_COUNT; ++i) {
        if (strcmp(verbs[i]->name, name) == 0) {
            return verbs[i];
        }
    }
    return NULL;
}

static int unknown_verb(Console *console, const char *word)
{
    static const char *const own[] = {"help", "--help", "--version"};
    enum { OWN_COUNT = sizeof own / sizeof *own };
    const char *names[VERB_COUNT + OWN_COUNT];
    memcpy(names, own, sizeof own);
    for (size_t i = 0; i < VERB_COUNT; ++i) {
        names[OWN_COUNT + i] = verbs[i]->name;
    }
    const char *nearest = tum_text_nearest(word, names, VERB_COUNT + OWN_COUNT);
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
    const Verb *verb = word != NULL ? find_verb(word) : NULL;
    if (verb != NULL) {
        option_print_help(stdout, verb, verb->defaults);
    } else if (word == NULL || strcmp(word, "help") == 0) {
        print_help(stdout);
    } else {
        return unknown_verb(console, word);
    }
    return EXIT_DONE;
}

static int parse_and_run(const Verb *verb, int word_count, char *const *words, void *settings,
                         const char **arguments, Console *console)
{
    char error[OPTION_ERROR_BYTES];
    switch (option_parse(verb, word_count, words, settings, arguments, error)) {
    case OPTIONS_HELP: option_print_help(stdout, verb, verb->defaults); return EXIT_DONE;
    case OPTIONS_WRONG: console_error(console, "%s", error); return EXIT_USAGE;
    case OPTIONS_PARSED: break;
    }
    return verb->run(settings, arguments, console);
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
        printf("tumble %s\n", tum_version());
        return flushed(EXIT_DONE, &console);
    }
    const Verb *verb = find_verb(word);
    if (verb == NULL) {
        return unknown_verb(&console, word);
    }
    return flushed(run_verb(verb, argument_count - 2, arguments + 2, &console), &console);
}
