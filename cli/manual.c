// SPDX-License-Identifier: MIT
// manual.c: tumble man: manual pages in roff, written from the tables of program.h and the verbs.
//
// The macros are those of man(7), which groff and mandoc read. The build writes a page for each
// verb (cmake/tumble-shell.cmake).
#include <ctype.h>
#include <string.h>

#include "console.h"
#include "program.h"
#include "tumble/base.h"
#include "verbs.h"
#include "version.h"

// Text without any meaning for roff.
static void put(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c) {
        switch (*c) {
        case '\\': fputs("\\e", out); break;
        case '-': fputs("\\-", out); break;
        case '\'': fputs("\\(aq", out); break;
        case '"': fputs("\\(dq", out); break;
        case '`': fputs("\\(ga", out); break;
        case '^': fputs("\\(ha", out); break;
        case '~': fputs("\\(ti", out); break;
        case '.':
            // A full stop begins a macro where it begins a line.
            fputs(c == text || c[-1] == '\n' ? "\\&." : ".", out);
            break;
        default: fputc(*c, out); break;
        }
    }
}

// "." and the text with a capital: a sentence.
static void put_sentence(FILE *out, const char *text)
{
    const char first[] = {(char)toupper((unsigned char)text[0]), '\0'};
    put(out, first);
    put(out, text + 1);
    fputs(".\n", out);
}

// "tumble-info (1)", in bold, on one line.
static void put_reference(FILE *out, const Verb *verb, const char *end)
{
    fputs(".BR \\%tumble", out);
    if (verb != NULL) {
        fputs("\\-", out);
        put(out, verb->name);
    }
    fprintf(out, " (1)%s\n", end);
}

static void print_title(FILE *out, const Verb *verb, const char *summary)
{
    fputs(".TH TUMBLE", out);
    if (verb != NULL) {
        fputs("\\-", out);
        for (const char *c = verb->name; *c != '\0'; ++c) {
            fputc(toupper((unsigned char)*c), out);
        }
    }
    fprintf(out, " 1 \"%s\" \"tumble %s\" \"User Commands\"\n", version_date(), tum_version());
    fprintf(out, ".SH NAME\ntumble%s", verb != NULL ? "\\-" : "");
    put(out, verb != NULL ? verb->name : "");
    fputs(" \\- ", out);
    put(out, summary);
    fputs("\n.SH SYNOPSIS\n", out);
}

static void print_option(FILE *out, const Verb *verb, const Option *option)
{
    char text[2 * OPTION_ERROR_BYTES];
    fputs(".TP\n", out);
    if (option->letter != 0) {
        fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    }
    fputs("\\fB\\-\\-", out);
    put(out, option->name);
    fputs("\\fR", out);
    option_format_value(text, sizeof text, option);
    if (text[0] != '\0') {
        fputs(option->alone != NULL ? "[=\\fI" : " \\fI", out);
        put(out, text);
        fputs(option->alone != NULL ? "\\fR]" : "\\fR", out);
    }
    fputc('\n', out);
    put(out, option->help);
    put(out, option_format_range(text, sizeof text, option, verb->defaults));
    fputc('\n', out);
}

static void print_own_option(FILE *out, const ProgramOption *option)
{
    fprintf(out, ".TP\n\\fB\\-%c\\fR, \\fB\\-\\-%s\\fR\n", option->letter, option->name);
    put(out, option->help);
    fputc('\n', out);
}

static void print_exits(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < PROGRAM_EXIT_COUNT; ++i) {
        fprintf(out, ".TP\n.B %s\n", program_exits[i].code);
        put_sentence(out, program_exits[i].meaning);
    }
}

static void print_examples(FILE *out, const Example examples[VERB_MOST_EXAMPLES])
{
    fputs(".SH EXAMPLES\n", out);
    for (size_t i = 0; i < VERB_MOST_EXAMPLES && examples[i].command != NULL; ++i) {
        fputs(i > 0 ? ".PP\n" : "", out);
        put_sentence(out, examples[i].meaning);
        fputs(".PP\n.RS 4\n.nf\n\\fB", out);
        put(out, examples[i].command);
        fputs("\\fR\n.fi\n.RE\n", out);
    }
}

// All pages but the one for `self`.
static void print_references(FILE *out, const Verb *self)
{
    fputs(".SH SEE ALSO\n", out);
    const Verb *verb, *before = NULL;
    bool is_pending = self != NULL; // tumble(1) itself comes first.
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (verb == self || verb->is_hidden) {
            continue;
        }
        if (is_pending) {
            put_reference(out, before, ",");
        }
        before = verb;
        is_pending = true;
    }
    put_reference(out, before, "");
}

static void print_program(FILE *out)
{
    print_title(out, NULL, program_summary);
    fputs(".B tumble\n.I VERB\n.RI [ FILE \".\\|.\\|.]\"\n.RI [ options ]\n.PP\n"
          ".B tumble help\n.RI [ VERB ]\n.SH DESCRIPTION\n",
          out);
    put(out, program_about);
    fputs(".SH VERBS\n", out);
    const Verb *verb;
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (!verb->is_hidden) {
            fputs(".TP\n", out);
            put_reference(out, verb, "");
            put_sentence(out, verb->summary);
        }
    }
    fputs(".SH OPTIONS\n", out);
    for (size_t i = 0; i < PROGRAM_OPTION_COUNT; ++i) {
        print_own_option(out, &program_options[i]);
    }
    print_exits(out);
    print_examples(out, program_examples);
    print_references(out, NULL);
}

static void print_verb(FILE *out, const Verb *verb)
{
    print_title(out, verb, verb->summary);
    fprintf(out, ".B tumble %s\n", verb->name);
    fputs(".I ", out);
    put(out, verb->arguments);
    fputs("\n.RI [ options ]\n.SH DESCRIPTION\n", out);
    put(out, verb->about);
    fputs(".SH OPTIONS\n", out);
    for (size_t i = 0; i < verb->option_count; ++i) {
        print_option(out, verb, &verb->options[i]);
    }
    print_own_option(out, &program_options[0]);
    print_exits(out);
    print_examples(out, verb->examples);
    print_references(out, verb);
}

typedef struct ManSettings {
    char none; ///< No options.
} ManSettings;

static const ManSettings defaults = {0};

static int run_man(const void *settings, const char *const *arguments, Console *console)
{
    (void)settings;
    if (arguments[0] == NULL) {
        print_program(stdout);
        return EXIT_DONE;
    }
    const Verb *verb = program_find_verb(arguments[0]);
    if (verb == NULL || arguments[1] != NULL) {
        console_error(console, "tumble man takes a verb or nothing; see tumble --help");
        return EXIT_USAGE;
    }
    print_verb(stdout, verb);
    return EXIT_DONE;
}

const Verb man_verb = {
    .name = "man",
    .arguments = "[VERB]",
    .argument_choice = program_choice_of_verb,
    .summary = "write the manual page of a verb",
    .about = "Writes the manual page of VERB, or of tumble without one, in roff.\n",
    .takes_more = true,
    .is_hidden = true,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .run = run_man,
};
