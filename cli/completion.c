// SPDX-License-Identifier: MIT
// completion.c: tumble completion: completion of commands for bash, zsh and fish, written from the
// tables of program.h and the verbs.
#include <string.h>

#include "console.h"
#include "program.h"
#include "verbs.h"

// "khr khr-draft msft"
static void put_choices(FILE *out, OptionChoice *choice)
{
    const char *name;
    for (size_t i = 0; (name = choice(i)) != NULL; ++i) {
        fprintf(out, "%s%s", i > 0 ? " " : "", name);
    }
}

// Puts a backslash before each of these characters.
static void put_escaped(FILE *out, const char *text, const char *characters)
{
    for (; *text != '\0'; ++text) {
        fprintf(out, "%s%c", strchr(characters, *text) != NULL ? "\\" : "", *text);
    }
}

// CODE=LEVEL: the choices are names before the sign.
static bool is_assignment(const Option *option)
{
    return option->kind == OPTION_KIND_TEXTS && strchr(option->value, '=') != NULL;
}

// The endings of Option.files and Verb.argument_files, one after the other.
static size_t next_ending(const char **files, const char **ending)
{
    *files += strspn(*files, " ");
    *ending = *files;
    const size_t length = strcspn(*files, " ");
    *files += length;
    return length;
}

// ---- bash, from 3.2 on

static const char bash_head[] =
    "# Completion of tumble for bash.\n"
    "_tumble_words() { # WORDS [SUFFIX]\n"
    "    local word\n"
    "    while IFS= read -r word; do\n"
    "        COMPREPLY+=(\"$word\")\n"
    "    done < <(compgen -W \"$1\" -S \"${2:-}\" -- \"$cur\")\n"
    "}\n"
    "_tumble_files() { # [ENDING...]: folders, and files with these endings\n"
    "    local name ending\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r name; do\n"
    "        COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen -d -- \"$cur\"; for ending; do compgen -f -X \"!*$ending\" -- \"$cur\"; "
    "done)\n"
    "}\n"
    "_tumble() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} glue=\n"
    "    COMPREPLY=()\n"
    "    # The sign of --option=value is a word of its own.\n"
    "    if [ \"$cur\" = = ]; then\n"
    "        glue== cur=\n"
    "    elif [ \"$option\" = = ]; then\n"
    "        glue== option=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    case $glue$option in\n"
    "    =-*) ;;\n"
    "    =*) return ;;\n"
    "    esac\n"
    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
    "        case $cur in\n";

static void put_bash_files(FILE *out, const char *files)
{
    fputs("_tumble_files", out);
    if (strcmp(files, OPTION_FOLDER) != 0) {
        fprintf(out, " %s", files[0] != '\0' ? files : "''");
    }
}

// The values of an option; nothing after an option with another value.
static void print_bash_value(FILE *out, const Option *option)
{
    if (option->kind == OPTION_KIND_FLAG) {
        return;
    }
    const char *glue = option->alone != NULL ? "=" : "";
    fprintf(out, "        %s--%s", glue, option->name);
    if (option->alone == NULL) {
        fprintf(out, " | =--%s", option->name);
    }
    if (option->letter != 0) {
        fprintf(out, " | -%c", option->letter);
    }
    fputs(") ", out);
    if (option->choice != NULL) {
        fputs(is_assignment(option) ? "compopt -o nospace 2>/dev/null; " : "", out);
        fputs("_tumble_words '", out);
        put_choices(out, option->choice);
        fputs(is_assignment(option) ? "' =; " : "'; ", out);
    } else if (option->files != NULL) {
        put_bash_files(out, option->files);
        fputs("; ", out);
    }
    fputs("return ;;\n", out);
}

static void print_bash_verb(FILE *out, const Verb *verb)
{
    fprintf(out, "    %s)\n        case $glue$option in\n", verb->name);
    for (size_t i = 0; i < verb->option_count; ++i) {
        print_bash_value(out, &verb->options[i]);
    }
    fputs("        esac\n        case $cur in\n        -*) _tumble_words '", out);
    for (size_t i = 0; i < verb->option_count; ++i) {
        fprintf(out, "--%s ", verb->options[i].name);
    }
    fputs("--help' ;;\n        *)\n", out);
    if (verb->argument_choice != NULL) {
        fputs("            _tumble_words '", out);
        put_choices(out, verb->argument_choice);
        fputs("'\n", out);
    }
    if (verb->argument_files != NULL) {
        fputs("            ", out);
        put_bash_files(out, verb->argument_files);
        fputc('\n', out);
    }
    fputs("            ;;\n        esac\n        ;;\n", out);
}

static void print_bash(FILE *out)
{
    fputs(bash_head, out);
    fputs("        -*) _tumble_words '", out);
    for (size_t i = 0; i < PROGRAM_OPTION_COUNT; ++i) {
        fprintf(out, "%s--%s", i > 0 ? " " : "", program_options[i].name);
    }
    fputs("' ;;\n        *) _tumble_words '", out);
    put_choices(out, program_choice_of_verb);
    fputs("' ;;\n        esac\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n"
          "    --version) _tumble_words --json ;;\n    help) _tumble_words '",
          out);
    put_choices(out, program_choice_of_verb);
    fputs("' ;;\n", out);
    const Verb *verb;
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (!verb->is_hidden) {
            print_bash_verb(out, verb);
        }
    }
    fputs("    esac\n}\ncomplete -F _tumble tumble\n", out);
}

// ---- zsh

// Text between single quotes, in a place of _arguments and _describe where a colon ends it.
static void put_zsh(FILE *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (*text == '\'') {
            fputs("'\\''", out);
        } else {
            fprintf(out, "%s%c", strchr("\\:[]", *text) != NULL ? "\\" : "", *text);
        }
    }
}

static void put_zsh_files(FILE *out, const char *files)
{
    if (strcmp(files, OPTION_FOLDER) == 0) {
        fputs("_files -/", out);
        return;
    }
    fputs("_files", out);
    if (files[0] == '\0') {
        return;
    }
    // zsh reads a lone "(.csv)" as qualifiers of a file, and "(.glb|.gltf)" as a part of its name.
    const bool is_choice = strchr(files, ' ') != NULL;
    fprintf(out, " -g \"*%s", is_choice ? "(" : "");
    const char *ending;
    for (size_t length, i = 0; (length = next_ending(&files, &ending)) > 0; ++i) {
        fprintf(out, "%s%.*s", i > 0 ? "|" : "", (int)length, ending);
    }
    fprintf(out, "%s\"", is_choice ? ")" : "");
}

// ":NAME:(khr omi)", after an option that takes a value.
static void put_zsh_value(FILE *out, const Option *option)
{
    char value[OPTION_ERROR_BYTES];
    fputs(option->alone != NULL ? "::" : ":", out);
    put_zsh(out, option_format_value(value, sizeof value, option));
    fputc(':', out);
    if (option->choice != NULL) {
        fputs(is_assignment(option) ? "compadd -S = - " : "(", out);
        put_choices(out, option->choice);
        fputs(is_assignment(option) ? "" : ")", out);
    } else if (option->files != NULL) {
        put_zsh_files(out, option->files);
    }
}

static void print_zsh_option(FILE *out, const Option *option)
{
    fputs(" \\\n            '", out);
    fputs(option->kind == OPTION_KIND_TEXTS ? "*" : "", out);
    if (option->letter != 0) {
        fprintf(out, "(-%c --%s)'{-%c,--%s=}'", option->letter, option->name, option->letter,
                option->name);
    } else {
        fprintf(out, "--%s%s", option->name,
                option->kind == OPTION_KIND_FLAG ? ""
                : option->alone != NULL          ? "=-"
                                                 : "=");
    }
    fputc('[', out);
    put_zsh(out, option->help);
    fputc(']', out);
    if (option->kind != OPTION_KIND_FLAG) {
        put_zsh_value(out, option);
    }
    fputc('\'', out);
}

static void print_zsh_verb(FILE *out, const Verb *verb)
{
    fprintf(out,
            "        %s)\n            _arguments '(-h --help)'{-h,--help}'[print a page of help]'",
            verb->name);
    for (size_t i = 0; i < verb->option_count; ++i) {
        print_zsh_option(out, &verb->options[i]);
    }
    if (verb->argument_choice == NULL && verb->argument_files == NULL) {
        fputs("\n            ;;\n", out);
        return;
    }
    fprintf(out, " \\\n            '%s:", verb->takes_more ? "*" : "1");
    put_zsh(out, verb->arguments);
    fputc(':', out);
    if (verb->argument_choice != NULL && verb->argument_files != NULL) {
        fputs("_alternative \"names:name:(", out);
        put_choices(out, verb->argument_choice);
        fputs(")\" \"files:file:_files\"", out);
    } else if (verb->argument_choice != NULL) {
        fputc('(', out);
        put_choices(out, verb->argument_choice);
        fputc(')', out);
    } else {
        put_zsh_files(out, verb->argument_files);
    }
    fputs("'\n            ;;\n", out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef tumble\n# Completion of tumble for zsh.\n_tumble() {\n"
          "    local context state state_descr line\n    typeset -A opt_args\n    local -a verbs\n"
          "    verbs=(\n",
          out);
    const Verb *verb;
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (!verb->is_hidden) {
            fprintf(out, "        '%s:", verb->name);
            put_zsh(out, verb->summary);
            fputs("'\n", out);
        }
    }
    fputs("        'help:print the page of a verb'\n    )\n    _arguments -C", out);
    for (size_t i = 0; i < PROGRAM_OPTION_COUNT; ++i) {
        const ProgramOption *option = &program_options[i];
        fprintf(out, " \\\n        '(- *)'{-%c,--%s}'[", option->letter, option->name);
        put_zsh(out, option->help);
        fputs("]'", out);
    }
    fputs(" \\\n        '1:verb:->verb' '*::argument:->argument'\n    case $state in\n"
          "    verb) _describe verb verbs ;;\n    argument)\n        case $words[1] in\n"
          "        help) _describe verb verbs ;;\n",
          out);
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (!verb->is_hidden) {
            print_zsh_verb(out, verb);
        }
    }
    fputs("        esac\n        ;;\n    esac\n}\n"
          "# A file in $fpath is the function itself; a sourced one registers it.\n"
          "if [ \"$funcstack[1]\" = _tumble ]; then\n    _tumble \"$@\"\nelse\n"
          "    compdef _tumble tumble\nfi\n",
          out);
}

// ---- fish

static const char fish_head[] =
    "# Completion of tumble for fish.\n"
    "function __tumble_files --description 'Folders, and files with these endings'\n"
    "    set -l endings (string join '|' (string escape --style=regex -- $argv))\n"
    "    __fish_complete_path (commandline -ct) | string match -r "
    "\"^.*(?:/|$endings)(?:\\t.*)?\\$\"\n"
    "end\n"
    "complete -c tumble -f\n";

static void put_fish(FILE *out, const char *text)
{
    fputc('\'', out);
    put_escaped(out, text, "\\'");
    fputc('\'', out);
}

static void put_fish_files(FILE *out, const char *files)
{
    if (strcmp(files, OPTION_FOLDER) == 0) {
        fputs(" -x -a '(__fish_complete_directories)'", out);
    } else if (files[0] == '\0') {
        fputs(" -r -F", out);
    } else {
        fprintf(out, " -x -a '(__tumble_files %s)'", files);
    }
}

static void put_fish_choices(FILE *out, OptionChoice *choice)
{
    fputs(" -a '", out);
    put_choices(out, choice);
    fputc('\'', out);
}

static void print_fish_option(FILE *out, const Verb *verb, const Option *option)
{
    fprintf(out, "complete -c tumble -n '__fish_seen_subcommand_from %s' -l %s", verb->name,
            option->name);
    if (option->letter != 0) {
        fprintf(out, " -s %c", option->letter);
    }
    if (option->files != NULL) {
        put_fish_files(out, option->files);
    } else if (option->kind != OPTION_KIND_FLAG) {
        fputs(option->alone != NULL ? " -f" : " -x", out);
        if (option->choice != NULL) {
            put_fish_choices(out, option->choice);
        }
    }
    fputs(" -d ", out);
    put_fish(out, option->help);
    fputc('\n', out);
}

static void print_fish_verb(FILE *out, const Verb *verb)
{
    fprintf(out, "complete -c tumble -n __fish_use_subcommand -a %s -d ", verb->name);
    put_fish(out, verb->summary);
    fprintf(
        out,
        "\ncomplete -c tumble -n '__fish_seen_subcommand_from %s' -s h -l help -d 'print a page "
        "of help'\n",
        verb->name);
    for (size_t i = 0; i < verb->option_count; ++i) {
        print_fish_option(out, verb, &verb->options[i]);
    }
    if (verb->argument_files != NULL) {
        fprintf(out, "complete -c tumble -n '__fish_seen_subcommand_from %s'", verb->name);
        put_fish_files(out, verb->argument_files);
        fputc('\n', out);
    }
    if (verb->argument_choice != NULL) {
        fprintf(out, "complete -c tumble -n '__fish_seen_subcommand_from %s'", verb->name);
        put_fish_choices(out, verb->argument_choice);
        fputc('\n', out);
    }
}

static void print_fish(FILE *out)
{
    fputs(fish_head, out);
    for (size_t i = 0; i < PROGRAM_OPTION_COUNT; ++i) {
        const ProgramOption *option = &program_options[i];
        fprintf(out, "complete -c tumble -n __fish_use_subcommand -s %c -l %s -d ", option->letter,
                option->name);
        put_fish(out, option->help);
        fputc('\n', out);
    }
    fputs("complete -c tumble -n __fish_use_subcommand -a help -d 'print the page of a verb'\n"
          "complete -c tumble -n '__fish_seen_subcommand_from help'",
          out);
    put_fish_choices(out, program_choice_of_verb);
    fputc('\n', out);
    const Verb *verb;
    for (size_t i = 0; (verb = program_verb(i)) != NULL; ++i) {
        if (!verb->is_hidden) {
            print_fish_verb(out, verb);
        }
    }
}

// ---- the verb

static const struct Shell {
    const char *name;
    void (*print)(FILE *out);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
enum { SHELL_COUNT = sizeof shells / sizeof *shells };

static const char *choice_of_shell(size_t index)
{
    return index < SHELL_COUNT ? shells[index].name : NULL;
}

typedef struct CompletionSettings {
    char none; ///< No options.
} CompletionSettings;

static const CompletionSettings defaults = {0};

static int run_completion(const void *settings, const char *const *arguments, Console *console)
{
    (void)settings;
    for (size_t i = 0; i < SHELL_COUNT; ++i) {
        if (strcmp(arguments[0], shells[i].name) == 0) {
            shells[i].print(stdout);
            return EXIT_DONE;
        }
    }
    char list[64];
    console_error(console, "tumble completion takes %s, not \"%.60s\"",
                  option_list_choices(list, sizeof list, choice_of_shell, ", ", " or "),
                  arguments[0]);
    return EXIT_USAGE;
}

const Verb completion_verb = {
    .name = "completion",
    .arguments = "SHELL",
    .argument_choice = choice_of_shell,
    .summary = "write the completion of commands for a shell",
    .about =
        "Writes what makes bash, zsh or fish complete verbs, options, names and files. Packages\n"
        "install it; without one, load it at the start of the shell.\n",
    .argument_count = 1,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble completion bash > tumble.bash", "then: source tumble.bash"},
                 {"tumble completion fish > tumble.fish",
                  "for the folder ~/.config/fish/completions"}},
    .run = run_completion,
};
