// SPDX-License-Identifier: MIT
// version.c: version, origin and libraries of this program.
//
// The commit comes from tumble_commit.h, which cmake/tumble-commit.cmake writes. Versions of
// libraries are those that are loaded, which may be newer than the headers of the build.
#include "version.h"

#include <string.h>
#include <zlib.h>
#ifdef TUMBLE_ZSTD
#include <zstd.h>
#endif

#include "film.h"
#include "json_members.h"
#include "serve.h"
#include "system/cpu.h"
#include "tumble_commit.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

// NULL: not linked.
static const char *zstd_version(void)
{
#ifdef TUMBLE_ZSTD
    return ZSTD_versionString();
#else
    return NULL;
#endif
}

const char *version_date(void)
{
    return TUMBLE_COMMIT_DATE;
}

const char *version_commit(void)
{
    return TUMBLE_COMMIT;
}

void version_print(FILE *out)
{
    fprintf(out, "tumble %s\n", tum_version());
    fprintf(out, "  commit        %s%s%s\n", TUMBLE_COMMIT[0] != '\0' ? TUMBLE_COMMIT : "unknown",
            TUMBLE_COMMIT_DATE[0] != '\0' ? " of " : "", TUMBLE_COMMIT_DATE);
    fprintf(out, "  compiler      %s\n", COMPILER);
    fprintf(out, "  system        %s on %s\n", TUMBLE_SYSTEM, TUMBLE_PROCESSOR);
    fprintf(out,
            "  instructions  %s here; built:", tum_cpu_name(tum_cpu_kernels(tum_cpu_widest())));
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        if (tum_cpu_kernels((CpuInstructions)i) == (CpuInstructions)i) {
            fprintf(out, " %s", tum_cpu_name((CpuInstructions)i));
        }
    }
    fprintf(out, "\n  libraries     zlib %s, zstd %s, libmicrohttpd %s, giflib %s\n", zlibVersion(),
            zstd_version() != NULL ? zstd_version() : "none",
            serve_library_version() != NULL ? serve_library_version() : "none",
            film_library_version() != NULL ? film_library_version() : "none");
}

// Writes a key and its text; null for a text that is NULL or empty.
static void write_known(JsonText *json, const char *key, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        json_text_member(json, key, text);
        return;
    }
    tum_json_text_key(json, key);
    tum_json_text_null(json);
}

TumStatus version_print_json(FILE *out)
{
    JsonText json;
    tum_json_text_init(&json, json_sink(out), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "version", tum_version());
    write_known(&json, "commit", TUMBLE_COMMIT);
    write_known(&json, "date", TUMBLE_COMMIT_DATE);
    json_text_member(&json, "compiler", COMPILER);
    json_text_member(&json, "system", TUMBLE_SYSTEM);
    json_text_member(&json, "processor", TUMBLE_PROCESSOR);
    tum_json_text_key(&json, "instructions");
    tum_json_text_begin_object(&json);
    json_text_member(&json, "here", tum_cpu_name(tum_cpu_kernels(tum_cpu_widest())));
    tum_json_text_key(&json, "built");
    tum_json_text_begin_array(&json);
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        if (tum_cpu_kernels((CpuInstructions)i) == (CpuInstructions)i) {
            tum_json_text_string(&json, tum_cpu_name((CpuInstructions)i));
        }
    }
    tum_json_text_end_array(&json);
    tum_json_text_end_object(&json);
    tum_json_text_key(&json, "libraries");
    tum_json_text_begin_object(&json);
    json_text_member(&json, "zlib", zlibVersion());
    write_known(&json, "zstd", zstd_version());
    write_known(&json, "libmicrohttpd", serve_library_version());
    write_known(&json, "giflib", film_library_version());
    tum_json_text_end_object(&json);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}
