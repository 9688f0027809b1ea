// SPDX-License-Identifier: MIT
// info.c: tumble info: the physics in a file.
#include "batch.h"
#include "console.h"
#include "dialect_option.h"
#include "inventory.h"
#include "no_physics.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

typedef struct InfoSettings {
    const char *dialect;
    BatchSettings batch;
    bool json, quiet;
} InfoSettings;

static const InfoSettings defaults = {0};

static const Option options[] = {
    OPTION_DIALECT(InfoSettings, dialect),
    OPTION_FLAG(InfoSettings, json, "json", "print everything as JSON"),
    OPTION_FLAG(InfoSettings, quiet, "quiet", "do not print warnings"),
    OPTION_BATCH(InfoSettings, batch),
};

static size_t name_outputs(void *settings, const char *file, const char *stem, BatchName *names)
{
    const InfoSettings *info = settings;
    return batch_name_report(file, stem, info->json, names);
}

static const BatchVerb batch = {
    .settings_offset = offsetof(InfoSettings, batch),
    .json_offset = offsetof(InfoSettings, json),
    .quiet_offset = offsetof(InfoSettings, quiet),
    .doing = "reading",
    .done = "read",
    .keeps_reports = true,
    .name_outputs = name_outputs,
};

static TumStatus print_info(const char *file, TumDialect dialect, bool as_json, Console *console,
                            TumReport *report)
{
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    const TumSceneOptions reading = {.dialect = dialect};
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    Waiting waiting;
    waiting_begin(&waiting, console, "reading", file);
    TumStatus printed = TUM_OK, status = tum_document_open(file, &opening, &document, report);
    if (status == TUM_OK) {
        status = tum_scene_read(document, &reading, &scene, report);
    }
    waiting_end(&waiting);
    console->scene = scene;
    console_report(console, report);
    if (status != TUM_OK) {
        console_failure(console, file, status, report);
    }
    if (as_json) {
        printed = inventory_print_json(stdout, file, scene, report);
    } else if (status == TUM_OK) {
        inventory_print(stdout, scene, report);
        tell_no_physics(console, file, document, scene);
    }
    console->scene = NULL;
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return status == TUM_OK ? printed : status;
}

static int run_info(const void *settings, const char *const *arguments, Console *console)
{
    const InfoSettings *info = settings;
    console->quiet = info->quiet;
    TumDialect dialect = TUM_DIALECT_ANY;
    if (!dialect_of_option(info->dialect, &dialect, console)) {
        return EXIT_USAGE;
    }
    TumReport *report = tum_report_create(NULL);
    if (report == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    const TumStatus status = print_info(arguments[0], dialect, info->json, console, report);
    const int code = exit_code_of(status, report, NULL);
    tum_report_destroy(report);
    return code;
}

const Verb info_verb = {
    .name = "info",
    .arguments = "FILE...",
    .argument_files = VERB_FILES,
    .summary = "tell what physics is in a file",
    .about = "Tells what physics FILE describes: dialect, bodies and their masses, colliders by\n"
             "shape, joints, materials, filters, triggers. Folders are searched for files.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
    .batch = &batch,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble info bounce.gltf", "the bodies, shapes and materials of a file"},
                 {"tumble info --json chain.gltf", "everything about it for a script"},
                 {"tumble info --json . > physics.jsonl", "a line for each file of a folder"}},
    .run = run_info,
};
