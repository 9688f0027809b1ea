// SPDX-License-Identifier: MIT
// explain.c: tumble explain: the meaning of a finding's code, with advice.
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "console.h"
#include "findings.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "words.h"

enum { CODE_BYTES = 96, MOST_SIMILAR = 8, MOST_CODES = 512 };

typedef struct ExplainSettings {
    bool json;
} ExplainSettings;

static const ExplainSettings defaults = {0};

static const Option options[] = {
    OPTION_FLAG(ExplainSettings, json, "json", "print explanations as JSON"),
};

// Codes are upper case; arguments may be lower case.
static void to_code(const char *word, char code[CODE_BYTES])
{
    size_t count = 0;
    for (; word[count] != '\0' && count + 1 < CODE_BYTES; ++count) {
        code[count] = (char)toupper((unsigned char)word[count]);
    }
    code[count] = '\0';
}

// The codes that contain the word, or the one with a similar spelling.
static size_t find_similar(const char *code, const char *similar[MOST_SIMILAR])
{
    const char *names[MOST_CODES];
    size_t name_count = 0, count = 0;
    for (const char *name; name_count < MOST_CODES && (name = tum_report_code(name_count)) != NULL;
         ++name_count) {
        names[name_count] = name;
        if (count < MOST_SIMILAR && strlen(code) > 2 && strstr(name, code) != NULL) {
            similar[count++] = name;
        }
    }
    const char *nearest = tum_text_nearest(code, names, name_count);
    if (count == 0 && nearest != NULL) {
        similar[count++] = nearest;
    }
    return count;
}

static void tell_unknown(const char *word, const char *code, Console *console)
{
    const char *similar[MOST_SIMILAR];
    char list[MOST_SIMILAR * CODE_BYTES];
    size_t used = 0;
    const size_t count = find_similar(code, similar);
    if (count == 0) {
        console_error(console, "no finding has the code \"%.60s\"; tumble explain lists all", word);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const char *mark = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", mark, similar[i]);
    }
    console_error(console, "no finding has the code \"%.60s\"; did you mean %s?", word, list);
}

static void print_explanation(const TumExplanation *explanation)
{
    printf("%s (%s)\n  %s\n  What to do: %s\n", explanation->code,
           severity_name(explanation->severity), explanation->meaning, explanation->advice);
}

static void say_explanation(JsonText *json, const TumExplanation *explanation)
{
    tum_json_text_begin_object(json);
    say_text(json, "code", explanation->code);
    say_text(json, "severity", severity_name(explanation->severity));
    say_text(json, "meaning", explanation->meaning);
    say_text(json, "advice", explanation->advice);
    tum_json_text_end_object(json);
}

// The code of an argument, or of all codes without arguments. @return NULL after the last one.
static const char *code_at(const char *const *arguments, size_t index, char code[CODE_BYTES])
{
    if (arguments[0] == NULL) {
        return tum_report_code(index);
    }
    if (arguments[index] == NULL) {
        return NULL;
    }
    to_code(arguments[index], code);
    return code;
}

static void print_all(const char *const *arguments)
{
    char word[CODE_BYTES];
    const char *code;
    for (size_t i = 0; (code = code_at(arguments, i, word)) != NULL; ++i) {
        fputs(i > 0 ? "\n" : "", stdout);
        print_explanation(tum_report_explain(code));
    }
}

static TumStatus print_all_json(const char *const *arguments)
{
    char word[CODE_BYTES];
    const char *code;
    JsonText json;
    tum_json_text_init(&json, words_sink(stdout), 2);
    tum_json_text_begin_array(&json);
    for (size_t i = 0; (code = code_at(arguments, i, word)) != NULL; ++i) {
        say_explanation(&json, tum_report_explain(code));
    }
    tum_json_text_end_array(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}

static int run_explain(const void *settings, const char *const *arguments, Console *console)
{
    const ExplainSettings *explain = settings;
    char word[CODE_BYTES];
    const char *code;
    for (size_t i = 0; (code = code_at(arguments, i, word)) != NULL; ++i) {
        if (tum_report_explain(code) == NULL) {
            tell_unknown(arguments[i], code, console);
            return EXIT_USAGE;
        }
    }
    if (explain->json) {
        return exit_code(print_all_json(arguments));
    }
    print_all(arguments);
    return EXIT_DONE;
}

const Verb explain_verb = {
    .name = "explain",
    .arguments = "[CODE...]",
    .argument_choice = tum_report_code,
    .summary = "explain findings and their cures",
    .about = "Tells what the findings with each CODE mean and how to mend their cause; all codes\n"
             "where none is named. A part of a code is answered with the codes that hold it.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 0,
    .takes_more = true,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble explain UNUSED_OBJECT", "meaning and cure of a finding"},
                 {"tumble explain --json", "all codes for a script"}},
    .run = run_explain,
};
