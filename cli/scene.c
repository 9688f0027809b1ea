// SPDX-License-Identifier: MIT
// scene.c: tumble scene: the physics scene of a file, for engines.
#include "console.h"
#include "dialect_option.h"
#include "no_physics.h"
#include "scene_json.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

typedef struct SceneSettings {
    const char *dialect;
    bool json, literal_stiffness, no_animations, quiet;
} SceneSettings;

static const SceneSettings defaults = {0};

static const Option options[] = {
    OPTION_DIALECT(SceneSettings, dialect),
    OPTION_FLAG(SceneSettings, literal_stiffness, "literal-stiffness",
                "small stiffnesses that Godot wrote for limits are N/m, not rigid"),
    OPTION_FLAG(SceneSettings, no_animations, "no-animations", "ignore the animations of the file"),
    OPTION_FLAG(SceneSettings, json, "json", "print the whole scene as JSON, on one line"),
    OPTION_FLAG(SceneSettings, quiet, "quiet", "do not print warnings"),
};

static TumStatus read_scene(const char *file, const TumSceneOptions *reading, Console *console,
                            TumReport *report, TumScene **scene)
{
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    TumDocument *document = NULL;
    Waiting waiting;
    waiting_begin(&waiting, console, "reading", file);
    TumStatus status = tum_document_open(file, &opening, &document, report);
    if (status == TUM_OK) {
        status = tum_scene_read(document, reading, scene, report);
    }
    waiting_end(&waiting);
    console->scene = *scene;
    console_report(console, report);
    if (status != TUM_OK) {
        console_failure(console, file, status, report);
    } else {
        tell_no_physics(console, file, document, *scene);
    }
    console->scene = NULL;
    tum_document_destroy(document);
    return status;
}

static TumStatus print_scene(const SceneSettings *settings, const char *file, TumDialect dialect,
                             Console *console, TumReport *report)
{
    const TumSceneOptions reading = {.literal_stiffness = settings->literal_stiffness,
                                     .no_animations = settings->no_animations,
                                     .dialect = dialect};
    TumScene *scene = NULL;
    TumStatus status = read_scene(file, &reading, console, report, &scene);
    if (status == TUM_OK) {
        status = settings->json ? scene_print_json(stdout, scene) : scene_print_tree(stdout, scene);
        if (status != TUM_OK) {
            console_error(console, "%s", tum_status_text(status));
        }
    }
    tum_scene_destroy(scene);
    return status;
}

static int run_scene(const void *settings_bytes, const char *const *arguments, Console *console)
{
    const SceneSettings *settings = settings_bytes;
    console->quiet = settings->quiet;
    TumDialect dialect = TUM_DIALECT_ANY;
    if (!dialect_of_option(settings->dialect, &dialect, console)) {
        return EXIT_USAGE;
    }
    TumReport *report = tum_report_create(NULL);
    if (report == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    const TumStatus status = print_scene(settings, arguments[0], dialect, console, report);
    const int code = exit_code_of(status, report, NULL);
    tum_report_destroy(report);
    return code;
}

const Verb scene_verb = {
    .name = "scene",
    .arguments = "FILE",
    .argument_files = VERB_FILES,
    .summary = "print the physics scene of a file, for other engines",
    .about = "Prints the physics that FILE describes in any dialect as one scene, in metres,\n"
             "kilograms, seconds and radians: bodies with poses, masses and velocities, shapes\n"
             "with their triangles, materials, filters, joints, triggers, gravity, animations.\n"
             "With --json it is whole (docs/scene-json.md), else a tree of names.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble scene chain.gltf", "bodies, shapes and joints as a tree"},
                 {"tumble scene --json bounce.gltf > bounce.json",
                  "everything that another engine needs"}},
    .run = run_scene,
};
