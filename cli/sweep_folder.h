// SPDX-License-Identifier: MIT
/// sweep_folder.h: the folder of a sweep, in which processes of several machines may work at once.
///
///     out/runs/3f/3f2a….jsonl         the row of a finished run
///     out/runs/3f/3f2a….claim         a run in work: machine and process
///     out/trajectories/3f/3f2a….npz   where trajectories are asked for
///
/// A run is claimed by creating its claim, which only one process can, and finished by a rename. A
/// claim is taken over when its process is gone from this machine, or when it was not renewed for
/// the timeout. Claims only save work: a run that two processes do has the same row twice.
#ifndef TUM_CLI_SWEEP_FOLDER_H
#define TUM_CLI_SWEEP_FOLDER_H

#include "batch.h"
#include "system/folder.h"

enum { SWEEP_PATH_BYTES = BATCH_PATH_BYTES };

typedef struct SweepFolder {
    const char *path;
    double claim_timeout; ///< [s]
    char machine[256];
} SweepFolder;

/// Makes the folder, and with `trajectories` the one for these.
FileResult sweep_folder_make(SweepFolder *folder, const char *path, double claim_timeout,
                             bool trajectories);

/// Makes room for a run and writes a path: kind "runs", ending ".jsonl".
FileResult sweep_folder_place(const SweepFolder *folder, const char *kind, const char *name,
                              const char *ending, char path[SWEEP_PATH_BYTES]);

/// True where the run has its row.
bool sweep_folder_has(const SweepFolder *folder, const char *name);

/// Writes the row of a run, in one move.
FileResult sweep_folder_keep(const SweepFolder *folder, const char *name, const char *row,
                             size_t bytes);

/// Removes the row of a run.
void sweep_folder_forget(const SweepFolder *folder, const char *name);

typedef struct Claim {
    char path[SWEEP_PATH_BYTES];
    double timeout;      ///< [s]
    uint64_t renewed_ns; ///< Time of the newest renewal, by the clock.
} Claim;

/// @param is_mine  receives false where another process has the run.
FileResult claim_take(Claim *claim, const SweepFolder *folder, const char *name, bool *is_mine);

/// Renews a claim, four times in its timeout at most.
void claim_renew(Claim *claim);

void claim_drop(Claim *claim);

/// Removes the claim of a process that ended, whosever it is.
void claim_remove(const SweepFolder *folder, const char *name);

/// Sleeps.
void sweep_pause(unsigned milliseconds);

#endif
