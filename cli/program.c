// SPDX-License-Identifier: MIT
// program.c: the tables of `tumble` as a whole.
#include "program.h"

#include <string.h>

#include "verbs.h"

const char program_summary[] = "3D files that describe physics, made to move";
const char program_about[] =
    "Reads glTF and G4MF files that describe rigid bodies in any dialect, tells what is in\n"
    "them and what is wrong with them, converts them, and simulates them in three or four\n"
    "dimensions. FILE is a .gltf, .glb, .g4tf or .g4b file, or - for standard input.\n";

static const Verb *const verbs[] = {&info_verb, &validate_verb, &simulate_verb, &convert_verb, &test_verb, &diff_verb, &graft_verb, &sweep_verb, &report_verb, &view_verb, &scene_verb, &explain_verb, &bench_verb, &completion_verb, &man_verb};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

const ProgramOption program_options[PROGRAM_OPTION_COUNT] = {
    {'h', "help", "print a page of help"},
    {'V', "version", "print version, build and libraries; with --json as JSON"},
};

const ProgramExit program_exits[PROGRAM_EXIT_COUNT] = {
    {"0", "done"},
    {"1", "the input has errors"},
    {"2", "wrong usage"},
    {"3", "a file could not be read or written, or no memory"},
    {"4", "the simulation diverged"},
    {"5", "an internal fault"},
    {"128 + N", "signal N ended the run"},
};

const Example program_examples[VERB_MOST_EXAMPLES] = {
    {"tumble info bounce.gltf", "the physics of a file in a few lines"},
    {"tumble simulate bounce.gltf --bake moving.glb",
     "a copy with the motion as an animation, which any viewer plays"},
    {"tumble help simulate", "the options of a verb"},
};

const Verb *program_verb(size_t index)
{
    return index < VERB_COUNT ? verbs[index] : NULL;
}

const Verb *program_find_verb(const char *name)
{
    for (size_t i = 0; i < VERB_COUNT; ++i) {
        if (strcmp(verbs[i]->name, name) == 0) {
            return verbs[i];
        }
    }
    return NULL;
}

const char *program_choice_of_verb(size_t index)
{
    size_t seen = 0;
    for (size_t i = 0; i < VERB_COUNT; ++i) {
        if (!verbs[i]->is_hidden && seen++ == index) {
            return verbs[i]->name;
        }
    }
    return index == seen ? "help" : NULL;
}
