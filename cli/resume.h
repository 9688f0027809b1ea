// SPDX-License-Identifier: MIT
/// resume.h: checkpoints in files, written whole or not at all.
#ifndef TUM_CLI_RESUME_H
#define TUM_CLI_RESUME_H

#include "console.h"
#include "tumble/world.h"

/// Replaces the file at `path` by the world's state. Prints a message on failure.
/// @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TumStatus checkpoint_save(Console *console, const char *path, const TumWorld *world);

/// Restores the world's state from the file at `path`. Prints a message on failure; the report has
/// the reason for a refused checkpoint.
///
/// @param rate  [Hz] must be the checkpoint's rate.
/// @return TUM_OK, TUM_ERROR_FILE, TUM_ERROR_INPUT (refused, or made at another rate),
///         TUM_ERROR_UNSUPPORTED or TUM_ERROR_MEMORY.
TumStatus checkpoint_resume(Console *console, const char *path, double rate, TumWorld *world,
                            TumReport *report);

#endif
