// SPDX-License-Identifier: MIT
// graft.c: tumble graft: physics put back into what an optimizer made of a file.
#include <string.h>

#include "console.h"
#include "findings.h"
#include "json_members.h"
#include "kind_names.h"
#include "no_physics.h"
#include "output.h"
#include "safe.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

typedef struct GraftSettings {
    const char *from, *output;
    bool tag, embed, separate, force, lenient, json, quiet;
} GraftSettings;

static const GraftSettings defaults = {0};

static const Option options[] = {
    OPTION_FILE(GraftSettings, from, "from", "IN", VERB_FILES,
                "the file with the physics, as it was before the optimizer"),
    OPTION_FLAG(GraftSettings, tag, "tag",
                "write FILE with tags, to be given to the optimizer in its place"),
    OPTION_FILE_LETTER(
        GraftSettings, output, "output", 'o', "OUT", VERB_FILES,
        "where to write; the name tells text or binary (.glb); - is standard output"),
    OPTION_FLAG(GraftSettings, embed, "embed", "put all buffers into the file"),
    OPTION_FLAG(GraftSettings, separate, "separate", "put buffers beside the file: OUT.bin"),
    OPTION_FLAG(GraftSettings, force, "force", "allow OUT to be FILE or IN itself"),
    OPTION_FLAG(GraftSettings, lenient, "lenient", "write also when an input has errors"),
    OPTION_FLAG(GraftSettings, json, "json", "print the result as JSON"),
    OPTION_FLAG(GraftSettings, quiet, "quiet", "print nothing but errors"),
};

/// State of one run.
typedef struct GraftRun {
    const GraftSettings *settings;
    const char *file;
    TumDocument *source, *optimized, *written; ///< With --tag the source is FILE.
    TumScene *scene;                           ///< The source's, for names in findings.
    TumGraftCounts counts;
    TumReport *report;   ///< Findings about the source and the graft.
    TumReport *findings; ///< Findings about the optimized file.
} GraftRun;

// @return false after a message.
static bool are_sound(const GraftSettings *settings, const char *file, Console *console)
{
    if (settings->tag == (settings->from != NULL)) {
        console_error(console, "one of --from IN and --tag is needed; see tumble graft --help");
        return false;
    }
    if (settings->output == NULL) {
        console_error(console, "-o OUT is missing; - is standard output");
        return false;
    }
    if (settings->embed && settings->separate) {
        console_error(console, "--embed and --separate exclude each other");
        return false;
    }
    if (settings->json && strcmp(settings->output, "-") == 0) {
        console_error(console, "--json and -o - both want standard output");
        return false;
    }
    if (settings->from != NULL && strcmp(settings->from, "-") == 0 && strcmp(file, "-") == 0) {
        console_error(console, "standard input holds one of the files, not both");
        return false;
    }
    const bool is_input =
        output_is_same_file(settings->output, file) ||
        (settings->from != NULL && output_is_same_file(settings->output, settings->from));
    if (is_input && !settings->force) {
        console_error(console, "-o %s is an input; --force writes over it", settings->output);
        return false;
    }
    return true;
}

static TumStatus open_documents(GraftRun *run, const char **failed)
{
    const GraftSettings *settings = run->settings;
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    *failed = settings->tag ? run->file : settings->from;
    TumStatus status = tum_document_open(*failed, &opening, &run->source, run->report);
    if (status == TUM_OK && !settings->tag) {
        *failed = run->file;
        status = tum_document_open(run->file, &opening, &run->optimized, run->findings);
    }
    return status;
}

static TumStatus make(GraftRun *run)
{
    if (run->settings->tag) {
        return tum_document_tag(run->source, &run->written, run->report);
    }
    return tum_document_graft(run->source, run->optimized, &run->written, &run->counts,
                              run->report);
}

static void tell_findings(Console *console, const TumReport *report, const TumScene *scene)
{
    console->findings_seen = 0;
    memset(console->findings_shown, 0, sizeof console->findings_shown);
    console->scene = scene;
    console_report(console, report);
    console->scene = NULL;
}

static TumStatus print_json(const GraftRun *run, bool is_written)
{
    const GraftSettings *settings = run->settings;
    const TumGraftCounts *counts = &run->counts;
    JsonText json;
    tum_json_text_init(&json, json_sink(stdout), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "file", run->file);
    json_text_member(&json, "from", settings->from);
    json_text_member(&json, "output", is_written ? settings->output : NULL);
    if (!settings->tag) {
        json_integer_member(&json, "nodes", (int64_t)counts->node_count);
        json_integer_member(&json, "byTag", (int64_t)counts->by_tag);
        json_integer_member(&json, "byName", (int64_t)counts->by_name);
        json_integer_member(&json, "byPose", (int64_t)counts->by_pose);
        json_integer_member(&json, "made", (int64_t)counts->made_count);
        json_integer_member(&json, "meshes", (int64_t)counts->mesh_count);
        json_integer_member(&json, "reused", (int64_t)counts->reused_count);
    }
    findings_say(&json, run->report, run->scene);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}

static void print_line(const GraftRun *run)
{
    const GraftSettings *settings = run->settings;
    const TumGraftCounts *counts = &run->counts;
    char size[32];
    output_size_text(settings->output, size);
    printf("%s: ", SAFE(settings->output));
    if (settings->tag) {
        printf("tagged");
    } else {
        printf("%zu %s, %zu by tag, %zu by name, %zu by place, %zu made anew; %zu %s came along",
               counts->node_count, plural(counts->node_count, "node", "nodes"), counts->by_tag,
               counts->by_name, counts->by_pose, counts->made_count, counts->mesh_count,
               plural(counts->mesh_count, "mesh", "meshes"));
    }
    printf("%s%s\n", size[0] != '\0' ? ", " : "", size);
}

// @return an ExitCode.
static int write_result(GraftRun *run, Console *console)
{
    const GraftSettings *settings = run->settings;
    const size_t errors = tum_report_count_of(run->report, TUM_SEVERITY_ERROR) +
                          tum_report_count_of(run->findings, TUM_SEVERITY_ERROR);
    if (errors > 0 && !settings->lenient) {
        console_error(console,
                      "%s: not written: %zu %s in the input; --lenient writes all the same",
                      run->file, errors, severity_noun(TUM_SEVERITY_ERROR, errors));
        return EXIT_INPUT;
    }
    const TumSaveOptions save = {.embed = settings->embed, .separate = settings->separate};
    const TumStatus status = output_save(run->written, settings->output, save, run->report);
    if (status != TUM_OK) {
        console_report(console, run->report);
        console_failure(console, settings->output, status, run->report);
    } else if (!settings->json && !settings->quiet && strcmp(settings->output, "-") != 0) {
        print_line(run);
    }
    return exit_code(status);
}

// @return an ExitCode.
static int graft(GraftRun *run, Console *console)
{
    const char *failed = run->file;
    Waiting waiting;
    waiting_begin(&waiting, console, "grafting", run->file);
    TumStatus status = open_documents(run, &failed);
    if (status == TUM_OK) {
        status = make(run);
        failed = run->file;
        // The names of nodes in findings; its own findings were filed.
        const TumStatus read = tum_scene_read(run->source, NULL, &run->scene, NULL);
        run->scene = read == TUM_OK ? run->scene : NULL;
    }
    waiting_end(&waiting);
    tell_findings(console, run->findings, NULL);
    tell_findings(console, run->report, run->scene);
    int code = exit_code(status);
    if (status != TUM_OK) {
        const bool is_told = tum_report_count_of(run->report, TUM_SEVERITY_ERROR) > 0;
        if (!is_told) {
            console_failure(console, failed, status, run->findings);
        }
    } else {
        if (run->scene != NULL) {
            tell_no_physics(console, run->settings->tag ? run->file : run->settings->from,
                            run->source, run->scene);
        }
        code = write_result(run, console);
    }
    if (run->settings->json) {
        const TumStatus printed = print_json(run, code == EXIT_DONE);
        code = code == EXIT_DONE ? exit_code(printed) : code;
    }
    return code == EXIT_DONE ? exit_code_of(TUM_OK, run->report, run->findings) : code;
}

static int run_graft(const void *settings_bytes, const char *const *arguments, Console *console)
{
    const GraftSettings *settings = settings_bytes;
    console->quiet = settings->quiet;
    if (!are_sound(settings, arguments[0], console)) {
        return EXIT_USAGE;
    }
    GraftRun run = {.settings = settings, .file = arguments[0]};
    int code = EXIT_FILE;
    run.report = tum_report_create(NULL);
    run.findings = tum_report_create(NULL);
    if (run.report == NULL || run.findings == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    } else {
        code = graft(&run, console);
    }
    tum_scene_destroy(run.scene);
    tum_document_destroy(run.written);
    tum_document_destroy(run.optimized);
    tum_document_destroy(run.source);
    tum_report_destroy(run.findings);
    tum_report_destroy(run.report);
    return code;
}

const Verb graft_verb = {
    .name = "graft",
    .arguments = "FILE",
    .argument_files = VERB_FILES,
    .summary = "put physics back into what an optimizer made of a file",
    .about = "Takes FILE, which gltfpack or glTF-Transform made of IN, and writes it with the\n"
             "physics of IN: nodes are found again by tag, by name, by the place of their mesh,\n"
             "and get the transforms that they had; meshes of colliders come along. A node that\n"
             "moves and is not found again is an error. With --tag FILE is the file before:\n"
             "its copy has tags, and optimizers keep its moving nodes apart.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble graft --tag pile.gltf -o tagged.gltf",
                  "the file to give to gltfpack -ke -kn or gltf-transform optimize"},
                 {"tumble graft --from pile.gltf tagged.gltf -o done.glb",
                  "the physics of pile.gltf in what the optimizer wrote"}},
    .run = run_graft,
};
