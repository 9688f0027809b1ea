// SPDX-License-Identifier: MIT
/// resume.h: checkpoints in files: written whole or not at all, read back.
#ifndef TUM_CLI_RESUME_H
#define TUM_CLI_RESUME_H

#include "console.h"
#include "tumble/world.h"

/// Replaces the file at `path` by the world's state. Prints what went wrong.
/// @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TumStatus checkpoint_save(Console *console, const char *path, const TumWorld *world);

/// Puts the world into the state of the file at `path`. Prints what went wrong; why a checkpoint is
/// refused stands in the report.
///
/// @param rate  [Hz] the steps of the checkpoint must have been of this length.
/// @return TUM_OK, TUM_ERROR_FILE, TUM_ERROR_INPUT (refused, or made at another rate),
///         TUM_ERROR_UNSUPPORTED or TUM_ERROR_MEMORY.
TumStatus checkpoint_resume(Console *console, const char *path, double rate, TumWorld *world,
                            TumReport *report);

#endif
