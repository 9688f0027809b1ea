// SPDX-License-Identifier: MIT
// convert.c: tumble convert: the physics of a file in another dialect, with a report of the
// changes.
#include <string.h>

#include "batch.h"
#include "console.h"
#include "dialect_option.h"
#include "findings.h"
#include "json_members.h"
#include "no_physics.h"
#include "output.h"
#include "safe.h"
#include "system/path.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

typedef struct ConvertSettings {
    const char *dialect, *to, *output, *strict, *khr_geometry;
    bool embed, separate, compact, bake_scale, literal_stiffness, project, experimental, force,
        lenient, json, quiet;
    BatchSettings batch;
} ConvertSettings;

static const ConvertSettings defaults = {.khr_geometry = "mesh"};

typedef struct Target {
    const char *name;
    TumTarget target;
    bool is_experimental;
} Target;

static const Target targets[] = {
    {"khr", TUM_TARGET_KHR, false},
    {"khr-draft", TUM_TARGET_KHR_DRAFT, false},
    {"msft", TUM_TARGET_MSFT, false},
    {"omi", TUM_TARGET_OMI, false},
    {"omi-draft", TUM_TARGET_OMI_DRAFT, false},
    {"omi-collider", TUM_TARGET_OMI_COLLIDER, false},
    {"g4mf", TUM_TARGET_G4MF, false},
    {"gltf21", TUM_TARGET_GLTF21, true},
};
enum { TARGET_COUNT = sizeof targets / sizeof *targets };

static const char *choice_of_target(size_t index)
{
    return index < TARGET_COUNT ? targets[index].name : NULL;
}

static const char *choice_of_strictness(size_t index)
{
    static const char *const names[] = {"losses", "all"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static const char *choice_of_geometry(size_t index)
{
    static const char *const names[] = {"mesh", "node"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static const Option options[] = {
    OPTION_DIALECT(ConvertSettings, dialect),
    OPTION_CHOICE(ConvertSettings, to, "to", "DIALECT", choice_of_target, "write this dialect"),
    OPTION_FILE_LETTER(
        ConvertSettings, output, "output", 'o', "OUT", VERB_FILES,
        "where to write; the name tells text or binary (.glb, .g4b); - is standard output"),
    OPTION_FLAG(ConvertSettings, embed, "embed", "put all buffers into the file"),
    OPTION_FLAG(ConvertSettings, separate, "separate", "put buffers beside the file: OUT.bin"),
    OPTION_CHOICE_OR(ConvertSettings, strict, "strict", "losses", choice_of_strictness,
                     "fail when something is lost; all: also when it is approximated"),
    OPTION_CHOICE(ConvertSettings, khr_geometry, "khr-geometry", NULL, choice_of_geometry,
                  "how khr names the meshes of colliders; node is the release candidate's way"),
    OPTION_FLAG(ConvertSettings, bake_scale, "bake-scale",
                "make hulls of curved shapes that are scaled unevenly"),
    OPTION_FLAG(ConvertSettings, compact, "compact",
                "merge equal items of tables also when they are named differently"),
    OPTION_FLAG(ConvertSettings, literal_stiffness, "literal-stiffness",
                "small stiffnesses that Godot wrote for limits are N/m, not rigid"),
    OPTION_FLAG(ConvertSettings, project, "project",
                "leave out the fourth dimension of G4MF, and those beyond"),
    OPTION_FLAG(ConvertSettings, experimental, "experimental",
                "allow targets that may still change: gltf21"),
    OPTION_FLAG(ConvertSettings, force, "force", "allow OUT to be FILE itself"),
    OPTION_FLAG(ConvertSettings, lenient, "lenient", "write also when the input has errors"),
    OPTION_FLAG(ConvertSettings, json, "json", "print the report as JSON"),
    OPTION_FLAG(ConvertSettings, quiet, "quiet", "do not print warnings"),
    OPTION_BATCH(ConvertSettings, batch),
};

// The target of --to. @return NULL after a message.
static const Target *find_target(const ConvertSettings *settings, Console *console)
{
    if (settings->to == NULL) {
        console_error(console, "--to DIALECT is missing; see tumble convert --help");
        return NULL;
    }
    const Target *target = targets;
    while (strcmp(target->name, settings->to) != 0) {
        ++target; // --to is one of the choices.
    }
    if (target->is_experimental && !settings->experimental) {
        console_error(console, "%s may still change; --experimental writes it all the same",
                      target->name);
        return NULL;
    }
    return target;
}

// @return false after a message.
static bool are_sound(const ConvertSettings *settings, Console *console)
{
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
    return true;
}

// The first letter of a conversion's code: A approximated, B in another form, L lost.
static size_t count_of(const TumReport *report, char letter)
{
    size_t count = 0;
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        count += tum_report_at(report, i)->code[0] == letter ? 1 : 0;
    }
    return count;
}

static bool is_refused(const ConvertSettings *settings, const TumReport *changes)
{
    if (settings->strict == NULL) {
        return false;
    }
    const bool is_all = strcmp(settings->strict, "all") == 0;
    return count_of(changes, 'L') + (is_all ? count_of(changes, 'A') : 0) > 0;
}

// The container stays, the format follows the target.
static size_t name_outputs(void *settings_bytes, const char *file, const char *stem,
                           BatchName *names)
{
    ConvertSettings *settings = settings_bytes;
    const bool is_binary =
        tum_path_has_extension(file, "glb") || tum_path_has_extension(file, "g4b");
    const bool is_g4mf = settings->to != NULL && strcmp(settings->to, "g4mf") == 0;
    const char *ending = is_g4mf ? (is_binary ? ".g4b" : ".g4tf") : (is_binary ? ".glb" : ".gltf");
    if (!batch_name_output(stem, ending, names)) {
        return 0;
    }
    settings->output = names[0].path;
    return 1;
}

static bool check_batch(const void *settings_bytes, Console *console)
{
    const ConvertSettings *settings = settings_bytes;
    if (settings->output != NULL) {
        console_error(console, "-o names the output of one file; --out DIR those of many");
        return false;
    }
    return find_target(settings, console) != NULL;
}

static const BatchVerb batch = {
    .settings_offset = offsetof(ConvertSettings, batch),
    .json_offset = offsetof(ConvertSettings, json),
    .quiet_offset = offsetof(ConvertSettings, quiet),
    .doing = "converting",
    .done = "converted",
    .name_outputs = name_outputs,
    .check = check_batch,
};

typedef struct Conversion {
    TumDialect dialect; ///< The dialect to read.
    TumDocument *document, *written;
    TumScene *scene;
    TumReport *report;  ///< Findings about the source.
    TumReport *changes; ///< Changes by the conversion.
} Conversion;

// @param is_written  the output file exists.
static TumStatus print_json(const char *file, const ConvertSettings *settings,
                            const Conversion *conversion, bool is_written)
{
    const TumReport *changes = conversion->changes;
    JsonText json;
    tum_json_text_init(&json, json_sink(stdout), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "file", file);
    json_text_member(&json, "output", is_written ? settings->output : NULL);
    json_text_member(&json, "to", settings->to);
    json_integer_member(&json, "approximated", (int64_t)count_of(changes, 'A'));
    json_integer_member(&json, "restated", (int64_t)count_of(changes, 'B'));
    json_integer_member(&json, "lost", (int64_t)count_of(changes, 'L'));
    tum_json_text_key(&json, "changes");
    tum_json_text_begin_array(&json);
    for (size_t i = 0; i < tum_report_count(changes); ++i) {
        const TumDiagnostic *change = tum_report_at(changes, i);
        tum_json_text_begin_object(&json);
        json_text_member(&json, "code", change->code);
        json_text_member(&json, "severity", severity_name(change->severity));
        json_text_member(&json, "pointer", change->pointer);
        json_text_member(&json, "result", change->result);
        json_text_member(&json, "message", change->message);
        tum_json_text_end_object(&json);
    }
    tum_json_text_end_array(&json);
    findings_say(&json, conversion->report, conversion->scene);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}

// Prints the changes, separate from faults of the source.
static void tell_changes(const Console *console, const TumReport *changes)
{
    Console about_changes = *console;
    about_changes.findings_seen = 0;
    memset(about_changes.findings_shown, 0, sizeof about_changes.findings_shown);
    console_report(&about_changes, changes);
}

static void tell_failure(const char *file, const ConvertSettings *settings, TumStatus status,
                         const Conversion *conversion, Console *console)
{
    tell_changes(console, conversion->changes);
    if (tum_report_count_of(conversion->changes, TUM_SEVERITY_ERROR) == 0) {
        console_failure(console, file, status, conversion->report);
    }
    if (status == TUM_ERROR_UNSUPPORTED && !settings->project && conversion->scene != NULL &&
        conversion->scene->dimension > 3) {
        console_error(console, "%s: --project leaves out what lies beyond the third dimension",
                      file);
    }
}

// @return false after a message, where the options forbid this output.
static bool may_write(const char *file, const ConvertSettings *settings,
                      const Conversion *conversion, Console *console)
{
    const size_t errors = tum_report_count_of(conversion->report, TUM_SEVERITY_ERROR);
    if (errors > 0 && !settings->lenient) {
        console_error(console,
                      "%s: not written: %zu %s in the input; --lenient writes all the same", file,
                      errors, severity_noun(TUM_SEVERITY_ERROR, errors));
        return false;
    }
    if (is_refused(settings, conversion->changes)) {
        console_error(console, "%s: not written: %zu approximated, %zu lost", file,
                      count_of(conversion->changes, 'A'), count_of(conversion->changes, 'L'));
        return false;
    }
    return true;
}

// @return an ExitCode.
static int write_result(const char *file, const ConvertSettings *settings,
                        const Conversion *conversion, Console *console)
{
    tell_changes(console, conversion->changes);
    tell_no_physics(console, file, conversion->document, conversion->scene);
    if (!may_write(file, settings, conversion, console)) {
        return EXIT_INPUT;
    }
    const TumSaveOptions save = {.embed = settings->embed, .separate = settings->separate};
    const TumStatus status =
        output_save(conversion->written, settings->output, save, conversion->report);
    console_report(console, conversion->report);
    if (status != TUM_OK) {
        console_failure(console, settings->output, status, conversion->report);
    } else if (!settings->json && strcmp(settings->output, "-") != 0 && !settings->quiet) {
        char size[32];
        output_size_text(settings->output, size);
        printf("%s: %s, %zu approximated, %zu in other words, %zu lost%s%s\n",
               SAFE(settings->output), settings->to, count_of(conversion->changes, 'A'),
               count_of(conversion->changes, 'B'), count_of(conversion->changes, 'L'),
               size[0] != '\0' ? ", " : "", size);
    }
    return exit_code(status);
}

// Replaces a document of more dimensions by its projection to three.
static TumStatus project(Conversion *conversion)
{
    TumDocument *projected = NULL;
    const TumStatus status =
        tum_document_project(conversion->document, &projected, conversion->changes);
    if (status == TUM_OK) {
        tum_document_destroy(conversion->document);
        conversion->document = projected;
    }
    return status;
}

static int convert(const char *file, const ConvertSettings *settings, const Target *target,
                   Conversion *conversion, Console *console)
{
    const TumWriteOptions write = {.target = target->target,
                                   .geometry_by_node = strcmp(settings->khr_geometry, "node") == 0,
                                   .bake_scale = settings->bake_scale,
                                   .merge_names = settings->compact};
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    Waiting waiting;
    waiting_begin(&waiting, console, "converting", file);
    TumStatus status = tum_document_open(file, &opening, &conversion->document, conversion->report);
    if (status == TUM_OK && settings->project &&
        tum_document_dimension(conversion->document) != 3) {
        status = project(conversion);
    }
    if (status == TUM_OK) {
        const TumSceneOptions read = {.literal_stiffness = settings->literal_stiffness,
                                      .dialect = conversion->dialect};
        status =
            tum_scene_read(conversion->document, &read, &conversion->scene, conversion->report);
    }
    if (status == TUM_OK) {
        status = tum_scene_write(conversion->scene, conversion->document, &write,
                                 &conversion->written, conversion->changes);
    }
    waiting_end(&waiting);
    console->scene = conversion->scene;
    console_report(console, conversion->report);
    int code = exit_code(status);
    if (status != TUM_OK) {
        tell_failure(file, settings, status, conversion, console);
    } else {
        code = write_result(file, settings, conversion, console);
    }
    if (settings->json) {
        const TumStatus printed = print_json(file, settings, conversion, code == EXIT_DONE);
        code = code == EXIT_DONE ? exit_code(printed) : code;
    }
    console->scene = NULL;
    return code == EXIT_DONE ? exit_code_of(TUM_OK, conversion->report, conversion->changes) : code;
}

static int run_convert(const void *settings_bytes, const char *const *arguments, Console *console)
{
    const ConvertSettings *settings = settings_bytes;
    console->quiet = settings->quiet;
    const Target *target = find_target(settings, console);
    if (target == NULL || !are_sound(settings, console)) {
        return EXIT_USAGE;
    }
    if (!settings->force && output_is_same_file(settings->output, arguments[0])) {
        console_error(console, "-o %s is the input; --force writes over it", settings->output);
        return EXIT_USAGE;
    }
    TumDialect dialect = TUM_DIALECT_ANY;
    if (!dialect_of_option(settings->dialect, &dialect, console)) {
        return EXIT_USAGE;
    }
    Conversion conversion = {
        .dialect = dialect, .report = tum_report_create(NULL), .changes = tum_report_create(NULL)};
    int code = EXIT_FILE;
    if (conversion.report != NULL && conversion.changes != NULL) {
        code = convert(arguments[0], settings, target, &conversion, console);
    } else {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    }
    tum_document_destroy(conversion.written);
    tum_scene_destroy(conversion.scene);
    tum_document_destroy(conversion.document);
    tum_report_destroy(conversion.changes);
    tum_report_destroy(conversion.report);
    return code;
}

const Verb convert_verb = {
    .name = "convert",
    .arguments = "FILE...",
    .argument_files = VERB_FILES,
    .summary = "write the same physics in another dialect",
    .about = "Writes FILE with its physics in another dialect and everything else as it is, and\n"
             "tells what the dialect says otherwise (A-...), in other words (B-...) or not at all\n"
             "(L-...); docs/diagnostics.md lists the codes.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
    .batch = &batch,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble convert chain.gltf --to omi -o chain-omi.gltf",
                  "the joints of a chain in another dialect"},
                 {"tumble convert joints.gltf --to khr --strict -o joints.glb",
                  "a binary file, written only if nothing is lost"},
                 {"tumble convert bounce.gltf --to msft -o - > bounce-msft.gltf",
                  "to standard output"}},
    .run = run_convert,
};
