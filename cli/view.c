// SPDX-License-Identifier: MIT
// view.c: tumble view: a file and its physics in a browser.
#include <string.h>

#include "console.h"
#include "serve.h"
#include "verbs.h"

typedef struct ViewSettings {
    const char *viewer;
    int port;
    bool no_open, quiet;
} ViewSettings;

static const ViewSettings defaults = {0};

static const Option options[] = {
    OPTION_COUNT(ViewSettings, port, "port", "N", 0, 65535, "port of the server; 0: a free one"),
    OPTION_FLAG(ViewSettings, no_open, "no-open",
                "open no browser; print the address on standard output"),
    OPTION_FILE(ViewSettings, viewer, "viewer", "DIR", OPTION_FOLDER,
                "folder of the viewer's pages, in place of the installed one"),
    OPTION_FLAG(ViewSettings, quiet, "quiet", "print nothing but errors and the address"),
};

static int run_view(const void *settings, const char *const *arguments, Console *console)
{
    const ViewSettings *view = settings;
    console->quiet = view->quiet;
    if (strcmp(arguments[0], "-") == 0) {
        console_error(console, "tumble view reads a file each time it changes, so it takes no "
                               "standard input");
        return EXIT_USAGE;
    }
    const ServeOptions serve = {.file = arguments[0],
                                .viewer = view->viewer,
                                .port = view->port,
                                .opens_browser = !view->no_open};
    return serve_run(&serve, console);
}

const Verb view_verb = {
    .name = "view",
    .arguments = "FILE",
    .argument_files = VERB_FILES,
    .summary = "show a file and its physics in a browser",
    .about =
        "Opens the viewer with FILE in the browser: the scene with its physics over it, to\n"
        "play, step and inspect. The page follows changes of the file. Only programs of this\n"
        "machine that know a secret in the address reach the server. It ends with Ctrl-C, and\n"
        "10 s after the last page of the browser that it opened.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble view bounce.gltf", "the viewer in the browser"},
                 {"tumble view --no-open --port 8080 bounce.gltf",
                  "the address alone, for another browser or through a tunnel of ssh"}},
    .run = run_view,
};
