// SPDX-License-Identifier: MIT
// option.c: option tables: parsing and --help.
#include "option.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table.h"

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Parses one decimal number, up to the end of the text or a comma.
static bool parse_number(const char *text, const char **end, double *number)
{
    // strtod also accepts "inf", "nan", hexadecimal numbers and leading blanks.
    const size_t length = strspn(text, "+-.0123456789eE");
    if (length == 0 || (text[length] != '\0' && text[length] != ',')) {
        return false;
    }
    char *stop = NULL;
    *number = strtod(text, &stop);
    *end = stop;
    return stop == text + length && isfinite(*number);
}

static bool parse_numbers(const Option *option, const char *text, OptionNumbers *numbers)
{
    size_t count = 0;
    for (;;) {
        if (count == option->most || !parse_number(text, &text, &numbers->value[count]) ||
            numbers->value[count] < option->low || numbers->value[count] > option->high) {
            return false;
        }
        ++count;
        if (*text == '\0') {
            break;
        }
        ++text; // skip the comma
    }
    numbers->count = count;
    return count >= option->least;
}

size_t option_choice_count(OptionChoice *choice)
{
    size_t count = 0;
    while (choice(count) != NULL) {
        ++count;
    }
    return count;
}

const char *option_list_choices(char *text, size_t room, OptionChoice *choice, const char *comma,
                                const char *last)
{
    const size_t count = option_choice_count(choice);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < room; ++i) {
        used += (size_t)snprintf(text + used, room - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? last
                                                  : comma,
                                 choice(i));
    }
    return text;
}

// Stores one of the choices; false with a message for another word.
static bool store_choice(const Option *option, const char *text, const char **member, char *error)
{
    enum { MOST = 32, FEW = 4 }; // A list of few needs no suggestion.
    const char *names[MOST];
    size_t count = 0;
    for (const char *name; count < MOST && (name = option->choice(count)) != NULL; ++count) {
        names[count] = name;
        if (strcmp(name, text) == 0) {
            *member = text;
            return true;
        }
    }
    char list[OPTION_ERROR_BYTES / 2];
    const char *nearest = count > FEW ? tum_text_nearest(text, names, count) : NULL;
    snprintf(error, OPTION_ERROR_BYTES, "--%s takes %s, not \"%.60s\"%s%s%s", option->name,
             option_list_choices(list, sizeof list, option->choice, ", ", " or "), text,
             nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
             nearest != NULL ? "?" : "");
    return false;
}

// Stores a value in the settings; false with a message for an invalid value.
static bool store(const Option *option, const char *text, void *settings, char *error)
{
    void *member = (char *)settings + option->offset;
    const char *end = NULL;
    double number = 0.0;
    switch (option->kind) {
    case OPTION_KIND_FLAG: *(bool *)member = true; return true;
    case OPTION_KIND_TEXT: *(const char **)member = text; return true;
    case OPTION_KIND_CHOICE: return store_choice(option, text, member, error);
    case OPTION_KIND_TEXTS: {
        OptionTexts *texts = member;
        if (texts->count == OPTION_MAX_TEXTS) {
            snprintf(error, OPTION_ERROR_BYTES, "--%s can be given %d times", option->name,
                     OPTION_MAX_TEXTS);
            return false;
        }
        texts->value[texts->count++] = text;
        return true;
    }
    case OPTION_KIND_NUMBER:
    case OPTION_KIND_COUNT:
        if (!parse_number(text, &end, &number) || *end != '\0' || number < option->low ||
            number > option->high) {
            break;
        }
        if (option->kind == OPTION_KIND_NUMBER) {
            *(double *)member = number;
            return true;
        }
        if (number != floor(number)) {
            break;
        }
        *(int *)member = (int)number;
        return true;
    case OPTION_KIND_NUMBERS:
        if (parse_numbers(option, text, member)) {
            return true;
        }
        break;
    }
    const char *what = option->kind == OPTION_KIND_COUNT     ? "a whole number"
                       : option->kind == OPTION_KIND_NUMBERS ? option->value
                                                             : "a number";
    snprintf(error, OPTION_ERROR_BYTES, "--%s takes %s from %g to %g, not \"%.60s\"", option->name,
             what, option->low, option->high, text);
    return false;
}

static void unknown_option(const Verb *verb, const char *name, char *error)
{
    // One extra entry: every verb has --help.
    const char *names[64] = {"help"};
    size_t count = 1;
    for (size_t i = 0; i < verb->option_count && count < 64; ++i) {
        names[count++] = verb->options[i].name;
    }
    const char *nearest = tum_text_nearest(name, names, count);
    if (nearest != NULL) {
        snprintf(error, OPTION_ERROR_BYTES, "unknown option --%.60s; did you mean --%s?", name,
                 nearest);
    } else {
        snprintf(error, OPTION_ERROR_BYTES, "unknown option --%.60s; see tumble %s --help", name,
                 verb->name);
    }
}

// Parses the option at words[*next] and moves *next past its value.
static OptionOutcome parse_option(const Verb *verb, int word_count, char *const *words, int *next,
                                  void *settings, char *error)
{
    const char *word = words[(*next)++] + 2;
    const size_t length = strcspn(word, "=");
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)smaller(length, sizeof name - 1), word);
    if (strcmp(name, "help") == 0 && word[length] == '\0') {
        return OPTIONS_HELP;
    }
    const Option *option = NULL;
    for (size_t i = 0; i < verb->option_count && option == NULL; ++i) {
        option = strcmp(verb->options[i].name, name) == 0 ? &verb->options[i] : NULL;
    }
    if (option == NULL || length >= sizeof name) {
        unknown_option(verb, name, error);
        return OPTIONS_WRONG;
    }
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (option->kind == OPTION_KIND_FLAG && value != NULL) {
        snprintf(error, OPTION_ERROR_BYTES, "--%s takes no value", name);
        return OPTIONS_WRONG;
    }
    if (value == NULL && option->alone != NULL) {
        value = option->alone;
    } else if (option->kind != OPTION_KIND_FLAG && value == NULL) {
        if (*next == word_count) {
            char syntax[OPTION_ERROR_BYTES / 2];
            snprintf(error, OPTION_ERROR_BYTES, "--%s needs a value: --%s %.100s", name, name,
                     option_format_value(syntax, sizeof syntax, option));
            return OPTIONS_WRONG;
        }
        value = words[(*next)++];
    }
    return store(option, value, settings, error) ? OPTIONS_PARSED : OPTIONS_WRONG;
}

// Parses a dash and a letter at words[*next].
static OptionOutcome parse_letter(const Verb *verb, int word_count, char *const *words, int *next,
                                  void *settings, char *error)
{
    const char *word = words[(*next)++];
    const Option *option = NULL;
    for (size_t i = 0; i < verb->option_count && option == NULL; ++i) {
        option = verb->options[i].letter == word[1] ? &verb->options[i] : NULL;
    }
    if (option == NULL || word[2] != '\0') {
        snprintf(error, OPTION_ERROR_BYTES, "unknown option %.60s; see tumble %s --help", word,
                 verb->name);
        return OPTIONS_WRONG;
    }
    if (*next == word_count) {
        snprintf(error, OPTION_ERROR_BYTES, "%s needs a value: %s %s", word, word, option->value);
        return OPTIONS_WRONG;
    }
    return store(option, words[(*next)++], settings, error) ? OPTIONS_PARSED : OPTIONS_WRONG;
}

OptionOutcome option_parse(const Verb *verb, int word_count, char *const *words, void *settings,
                           const char **arguments, char error[OPTION_ERROR_BYTES])
{
    size_t argument_count = 0;
    bool options_ended = false;
    for (int next = 0; next < word_count;) {
        const char *word = words[next];
        if (!options_ended && strcmp(word, "--") == 0) {
            options_ended = true;
            ++next;
        } else if (!options_ended && (strcmp(word, "-h") == 0)) {
            return OPTIONS_HELP;
        } else if (!options_ended && strncmp(word, "--", 2) == 0) {
            const OptionOutcome outcome =
                parse_option(verb, word_count, words, &next, settings, error);
            if (outcome != OPTIONS_PARSED) {
                return outcome;
            }
        } else if (!options_ended && word[0] == '-' && word[1] != '\0') {
            const OptionOutcome outcome =
                parse_letter(verb, word_count, words, &next, settings, error);
            if (outcome != OPTIONS_PARSED) {
                return outcome;
            }
        } else if (argument_count == verb->argument_count && !verb->takes_more) {
            snprintf(error, OPTION_ERROR_BYTES, "\"%.60s\" is one argument too many: tumble %s %s",
                     word, verb->name, verb->arguments);
            return OPTIONS_WRONG;
        } else {
            arguments[argument_count++] = word;
            ++next;
        }
    }
    if (argument_count < verb->argument_count) {
        snprintf(error, OPTION_ERROR_BYTES, "an argument is missing: tumble %s %s", verb->name,
                 verb->arguments);
        return OPTIONS_WRONG;
    }
    arguments[argument_count] = NULL;
    return OPTIONS_PARSED;
}

// " (10)": the default of an option; "" where it has none.
static void format_default(char *text, size_t room, const Option *option, const void *settings)
{
    const void *member = (const char *)settings + option->offset;
    text[0] = '\0';
    switch (option->kind) {
    case OPTION_KIND_NUMBER: snprintf(text, room, " (%g)", *(const double *)member); break;
    case OPTION_KIND_COUNT: snprintf(text, room, " (%d)", *(const int *)member); break;
    case OPTION_KIND_NUMBERS: {
        const OptionNumbers *numbers = member;
        size_t used = 0;
        for (size_t i = 0; i < numbers->count && used < room; ++i) {
            used += (size_t)snprintf(text + used, room - used, "%s%g%s", i == 0 ? " (" : ",",
                                     numbers->value[i], i + 1 == numbers->count ? ")" : "");
        }
        break;
    }
    case OPTION_KIND_CHOICE:
        if (*(const char *const *)member != NULL) {
            snprintf(text, room, " (%s)", *(const char *const *)member);
        }
        break;
    case OPTION_KIND_FLAG:
    case OPTION_KIND_TEXT:
    case OPTION_KIND_TEXTS: break;
    }
}

const char *option_format_range(char *text, size_t room, const Option *option, const void *defaults)
{
    enum { MOST_LISTED = 12 }; // More names do not help; the codes of findings are hundreds.
    char list[OPTION_ERROR_BYTES] = "", value[64];
    if (option->choice != NULL && option->value != NULL &&
        option_choice_count(option->choice) <= MOST_LISTED) {
        option_list_choices(list, sizeof list, option->choice, ", ", " or ");
    }
    format_default(value, sizeof value, option, defaults);
    snprintf(text, room, "%s%s%s", list[0] != '\0' ? ": " : "", list, value);
    return text;
}

enum { LEAST_WORDS = 20 }; // [columns] Narrower columns would not hold a sentence.

// Prints a text at the end of a line; text beyond `width` wraps to lines with the same indentation.
// `width` 0: no wrapping.
static void print_wrapped(FILE *out, const char *text, size_t indent, size_t width)
{
    const size_t room = width >= indent + LEAST_WORDS ? width - indent : SIZE_MAX;
    while (width > 0 && strlen(text) > room) {
        size_t cut = room;
        while (cut > 0 && text[cut] != ' ') {
            --cut;
        }
        if (cut == 0) {
            break;
        }
        fprintf(out, "%.*s\n%*s", (int)cut, text, (int)indent, "");
        text += cut + 1;
    }
    fprintf(out, "%s\n", text);
}

// Prints the paragraph about a verb: unchanged, or on a terminal wrapped to its width.
static void print_about(FILE *out, const char *about, size_t width)
{
    char text[2048];
    if (width == 0 || strlen(about) >= sizeof text) {
        fputs(about, out);
        return;
    }
    strcpy(text, about);
    text[strlen(text) - 1] = '\0';
    for (char *c = text; *c != '\0'; ++c) {
        *c = *c == '\n' ? ' ' : *c;
    }
    print_wrapped(out, text, 0, width);
}

const char *option_format_value(char *text, size_t room, const Option *option)
{
    if (option->value == NULL && option->choice != NULL) {
        return option_list_choices(text, room, option->choice, "|", "|");
    }
    snprintf(text, room, "%s", option->value != NULL ? option->value : "");
    return text;
}

int option_format_name(char *text, size_t room, const Option *option)
{
    char value[OPTION_ERROR_BYTES / 2];
    option_format_value(value, sizeof value, option);
    const char letter[] = {'-', option->letter, ',', ' ', '\0'};
    const bool is_optional = option->alone != NULL;
    return snprintf(text, room, "%s--%s%s%s%s", option->letter != 0 ? letter : "", option->name,
                    is_optional        ? "[="
                    : value[0] != '\0' ? " "
                                       : "",
                    value, is_optional ? "]" : "");
}

void option_print_examples(FILE *out, const Example examples[VERB_MOST_EXAMPLES])
{
    for (size_t i = 0; i < VERB_MOST_EXAMPLES && examples[i].command != NULL; ++i) {
        fprintf(out, "%s  %s\n      %s\n", i == 0 ? "\nexamples:\n" : "", examples[i].command,
                examples[i].meaning);
    }
}

// Prints the name of an option and what it does: in two columns, or on a narrow terminal below each
// other.
static void print_option(FILE *out, const char *name, int length, const char *text, int width,
                         size_t columns)
{
    enum { WIDE = 100, BELOW = 6 }; // [columns] Options wrap at WIDE without a terminal.
    const size_t indent = (size_t)width + 4;
    if (columns > 0 && columns < indent + LEAST_WORDS) {
        fprintf(out, "  %s\n%*s", name, BELOW, "");
        print_wrapped(out, text, BELOW, columns);
        return;
    }
    fprintf(out, "  %s%*s", name, width + 2 - length, "");
    print_wrapped(out, text, indent, columns > 0 ? columns : WIDE);
}

void option_print_help(FILE *out, const Verb *verb)
{
    // Without a terminal the paragraph is as it is.
    const size_t columns = table_width(out);
    fprintf(out, "usage: tumble %s %s [options]\n\n", verb->name, verb->arguments);
    print_about(out, verb->about, columns);
    fputs("\noptions:\n", out);
    char name[OPTION_ERROR_BYTES];
    int width = (int)strlen("-h, --help");
    for (size_t i = 0; i < verb->option_count; ++i) {
        const int length = option_format_name(name, sizeof name, &verb->options[i]);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < verb->option_count; ++i) {
        const Option *option = &verb->options[i];
        const int length = option_format_name(name, sizeof name, option);
        char text[3 * OPTION_ERROR_BYTES], range[2 * OPTION_ERROR_BYTES];
        option_format_range(range, sizeof range, option, verb->defaults);
        snprintf(text, sizeof text, "%s%s", option->help, range);
        print_option(out, name, length, text, width, columns);
    }
    print_option(out, "-h, --help", (int)strlen("-h, --help"), "print a page of help", width,
                 columns);
    option_print_examples(out, verb->examples);
}
