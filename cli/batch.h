// SPDX-License-Identifier: MIT
/// batch.h: a verb over many files and folders, by worker processes.
///
/// The verb runs as for one file, in a process that is forked once and takes file after file. A
/// file that ends its process, takes too long or too much memory is a row of its own, and a new
/// process goes on behind it. Rows are printed in the order of the arguments.
#ifndef TUM_CLI_BATCH_H
#define TUM_CLI_BATCH_H

#include "console.h"
#include "option.h"

enum { BATCH_MOST_JOBS = 64, BATCH_MOST_OUTPUTS = 3, BATCH_PATH_BYTES = 4096 };

/// Options that verbs over many files share.
typedef struct BatchSettings {
    const char *out, *match, *shard;
    int jobs, memory_limit;
    double time_limit;
    bool is_worker; ///< Set for one of many files, in its process.
} BatchSettings;

#define OPTION_BATCH(Settings, batch)                                                              \
    OPTION_FILE(Settings, batch.out, "out", "DIR", OPTION_FOLDER,                                  \
                "write the outputs of many files into this folder; names keep their tree"),        \
        OPTION_TEXT(Settings, batch.match, "match", "GLOB", NULL,                                  \
                    "take these files of folders, \"*.glb\" or \"props/*.gltf\"; without it all "  \
                    "of known endings"),                                                           \
        OPTION_TEXT(Settings, batch.shard, "shard", "K/N", NULL,                                   \
                    "take the share K of N, 1 to N, of the files; auto: as Slurm, Kubernetes or "  \
                    "MPI say"),                                                                    \
        OPTION_COUNT(Settings, batch.jobs, "jobs", "N", 0, BATCH_MOST_JOBS,                        \
                     "files worked on at once; 0: one a processor"),                               \
        OPTION_COUNT(Settings, batch.memory_limit, "memory-limit", "MB", 0, 1 << 24,               \
                     "memory for one of many files; 0: no limit"),                                 \
        OPTION_NUMBER(Settings, batch.time_limit, "time-limit", "S", 0.0, 1e6,                     \
                      "seconds for one of many files; 0: no limit")

/// The path of an output.
typedef struct BatchName {
    char path[BATCH_PATH_BYTES];
} BatchName;

/// Reports of a verb that gather many files.
typedef struct BatchGather {
    /// @return the gathered reports, for `end`; NULL after a message.
    void *(*begin)(const void *settings, Console *console);
    /// Takes the output of a file, in the order of files.
    ///
    /// @param ending  the end of a process before it was done with the file.
    /// @return how much of the output is to be printed.
    size_t (*take)(void *gathered, const char *file, const char *ending, const char *output,
                   size_t bytes);
    /// Writes the reports. @return an ExitCode.
    int (*end)(void *gathered, Console *console);
} BatchGather;
struct BatchRow;

/// The part of a verb that knows of many files.
typedef struct BatchVerb {
    size_t settings_offset;    ///< [bytes] of the BatchSettings in the settings.
    size_t json_offset;        ///< [bytes] of the flag of --json.
    size_t quiet_offset;       ///< [bytes] of the flag of --quiet.
    const char *doing;         ///< "converting"
    const char *done;          ///< Word for files without errors: "converted".
    bool takes_several_itself; ///< Where there are no workers, the verb takes several files.
    bool keeps_reports;        ///< --out keeps what the verb prints, in files.
    /// Sets the outputs of one file in a copy of the settings, which borrows the names.
    ///
    /// @param stem   the file's path below --out, without its extension.
    /// @param names  [BATCH_MOST_OUTPUTS] receives them.
    /// @return how many there are.
    size_t (*name_outputs)(void *settings, const char *file, const char *stem, BatchName *names);
    /// Checks the settings for many files. @return false after a message. May be NULL.
    bool (*check)(const void *settings, Console *console);
    const BatchGather *gather; ///< NULL: none.
    /// Takes a row in place of printing it, in the order of the list; no summary is printed then.
    /// May be NULL. @return false: the batch ends early.
    bool (*take)(const void *settings, const struct BatchRow *row, Console *console);
} BatchVerb;

/// Names a report below --out: "out/props/crate.gltf.json". @return 1.
size_t batch_name_report(const char *file, const char *stem, bool is_json, BatchName *name);

/// Names an output below --out by its ending. @return false where it is too long.
bool batch_name_output(const char *stem, const char *ending, BatchName *name);

/// Checks that an output of many files is an ending, ".glb". @return false after a message.
bool batch_check_ending(const char *output, Console *console);

/// True where this build has worker processes.
bool batch_has_workers(void);

/// True for folders, several files, and options that only many files have.
bool batch_is_wanted(const Verb *verb, const void *settings, const char *const *arguments);

/// Runs the verb over all files. @return the largest ExitCode of a file; EXIT_INPUT for one that
/// ended its process or reached a limit.
int batch_run(const Verb *verb, const void *settings, const char *const *arguments,
              Console *console);

#endif
