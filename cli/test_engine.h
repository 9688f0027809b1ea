// SPDX-License-Identifier: MIT
/// test_engine.h: engines of `tumble test`: a motion in a file, and programs of other engines.
#ifndef TUM_CLI_TEST_ENGINE_H
#define TUM_CLI_TEST_ENGINE_H

#include "console.h"
#include "tumble/expect.h"

/// A motion in a file of JSON Lines.
typedef struct RecordedRun {
    const char *path; ///< "-" is standard input.
    Console *console;
} RecordedRun;

TumEngine recorded_engine(RecordedRun *recorded);

/// A program that takes a scene as JSON on its standard input (`tumble scene FILE --json`) and
/// writes a trajectory to its standard output.
typedef struct CommandEngine {
    const char *command; ///< Words for the shell; --duration and --rate follow them.
    const char *file;    ///< File of the scene.
    const char *dialect; ///< Value of --dialect; NULL: none.
    bool literal_stiffness, no_animations; ///< Options of reading the scene.
    double time_limit; ///< [s] After it a run is refused and its program ended; 0: no limit.
    Console *console;
} CommandEngine;

/// @return an engine without a function where this system has no programs to run.
TumEngine command_engine(CommandEngine *command);

#endif
