// SPDX-License-Identifier: MIT
// Gives files to the targets, without a fuzzer:
//
//     replay [--only TARGET] [--cut N] PATH…
//
// A PATH is a file or a folder of them. --cut gives beginnings of each file as well, N of
// different length. Each input has the time of fuzz_limit_time(), so that a hang ends with its
// name: far more than any takes, for sanitizers and loaded machines.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "fuzz.h"

enum { PATH_BYTES = 4096 };

typedef struct Target {
    const char *name;
    int (*run)(const uint8_t *bytes, size_t count);
} Target;

static const Target targets[] = {
    {"text", fuzz_text},
    {"document", fuzz_document},
    {"dialects", fuzz_dialects},
    {"validator", fuzz_validator},
    {"converter", fuzz_converter},
    {"roundtrip", fuzz_roundtrip},
    {"simulation", fuzz_simulation},
    {"edits", fuzz_edits},
    {"judge", fuzz_judge},
    {"pairs", fuzz_pairs},
};

typedef struct Replay {
    const char *only;
    size_t cuts; ///< Beginnings of each file.
    size_t inputs;
    clock_t most; ///< Processor time of the slowest input.
    char slowest[PATH_BYTES + 64];
} Replay;

static void run_one(Replay *replay, const char *path, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
        if (replay->only != NULL && strcmp(replay->only, targets[i].name) != 0) {
            continue;
        }
        char current[sizeof replay->slowest];
        snprintf(current, sizeof current, "%s: %s of %zu bytes", path, targets[i].name, count);
        fuzz_limit_time(current);
        const clock_t began = clock();
        targets[i].run(bytes, count);
        const clock_t took = clock() - began;
        fuzz_limit_time(NULL);
        if (took > replay->most) {
            replay->most = took;
            memcpy(replay->slowest, current, sizeof current);
        }
        ++replay->inputs;
    }
}

static bool run_file(Replay *replay, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        fprintf(stderr, "replay: cannot open %s\n", path);
        return false;
    }
    const size_t size = (size_t)about.st_size;
    uint8_t *bytes = malloc(size + 1);
    const bool is_read = bytes != NULL && fread(bytes, 1, size, file) == size;
    fclose(file);
    if (!is_read) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        free(bytes);
        return false;
    }
    for (size_t i = 0; i < replay->cuts; ++i) {
        // The last cuts are the last bytes: ends of lists and of containers.
        const size_t back = replay->cuts - i;
        const size_t count = i % 2 == 0    ? size * i / replay->cuts
                             : size > back ? size - back
                                           : size / 2;
        uint8_t *beginning = malloc(count + 1);
        if (beginning != NULL && count < size) {
            memcpy(beginning, bytes, count);
            run_one(replay, path, beginning, count);
        }
        free(beginning);
    }
    run_one(replay, path, bytes, size);
    free(bytes);
    return true;
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool run_path(Replay *replay, const char *path)
{
    struct stat about;
    struct dirent **entries = NULL;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        return run_file(replay, path);
    }
    const int count = scandir(path, &entries, NULL, compare_names);
    bool is_fine = count >= 0;
    for (int i = 0; i < count; ++i) {
        char below[PATH_BYTES];
        if (entries[i]->d_name[0] != '.') {
            snprintf(below, sizeof below, "%s/%s", path, entries[i]->d_name);
            is_fine = run_path(replay, below) && is_fine;
        }
        free(entries[i]);
    }
    free(entries);
    return is_fine;
}

int main(int argument_count, char **arguments)
{
    Replay replay = {0};
    bool is_fine = true;
    int paths = 0;
    for (int i = 1; i < argument_count; ++i) {
        if (strcmp(arguments[i], "--cut") == 0 && i + 1 < argument_count) {
            replay.cuts = strtoul(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--only") == 0 && i + 1 < argument_count) {
            replay.only = arguments[++i];
        } else {
            is_fine = run_path(&replay, arguments[i]) && is_fine;
            ++paths;
        }
    }
    printf("replay: %zu inputs, the slowest %.3f s: %s\n", replay.inputs,
           (double)replay.most / CLOCKS_PER_SEC, replay.slowest);
    return is_fine && paths > 0 && replay.inputs > 0 ? 0 : 1;
}
