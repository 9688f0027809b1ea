// SPDX-License-Identifier: MIT
/// fuzz.h: hostile files against the library: the targets, and what each input is held to.
///
/// A target takes any bytes and ends. It stops the program where something is wrong that no
/// sanitizer sees: memory left or beyond the cap, a result that contradicts another.
///
///     libFuzzer     cmake --preset fuzz; each target is a program of its own, see entry.c
///     AFL++         the same preset, compiled by afl-clang-fast
///     neither       replay.c: a program that gives files to all targets, built by any compiler
#ifndef TUM_FUZZ_FUZZ_H
#define TUM_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "tumble/tumble.h"

// Each returns 0, as libFuzzer has it.
int fuzz_text(const uint8_t *bytes, size_t count);       ///< Numbers, JSON strings, URIs.
int fuzz_document(const uint8_t *bytes, size_t count);   ///< Open, write, open again.
int fuzz_dialects(const uint8_t *bytes, size_t count);   ///< Read a scene, look at all of it.
int fuzz_validator(const uint8_t *bytes, size_t count);  ///< All rules, twice.
int fuzz_converter(const uint8_t *bytes, size_t count);  ///< Into another dialect.
int fuzz_roundtrip(const uint8_t *bytes, size_t count);  ///< There and back, and there again.
int fuzz_simulation(const uint8_t *bytes, size_t count); ///< Read a scene, step it, try it.
int fuzz_edits(const uint8_t *bytes, size_t count);      ///< Change a world between its steps.
int fuzz_judge(const uint8_t *bytes, size_t count);      ///< Expectations, profiles, trajectories.
int fuzz_pairs(const uint8_t *bytes, size_t count);      ///< Compare and graft two documents.

/// Memory of one input: what is alive, and the most that was.
typedef struct FuzzMemory {
    size_t alive, most; ///< [bytes]
} FuzzMemory;

/// Counts what is asked for. More than the cap at once is a finding: 256 MiB, as much as the
/// compressed parts and the unwritten zeros of a small file may stand for (tumble/capacity.h).
TumAllocator fuzz_allocator(FuzzMemory *memory);

/// All memory came back.
void fuzz_memory_end(const FuzzMemory *memory);

/// Stops the program with a message, unless the condition holds.
#define FUZZ_CHECK(condition) fuzz_check((condition), #condition, __FILE__, __LINE__)
void fuzz_check(bool condition, const char *text, const char *file, int line);

/// Gives what follows ten seconds of the process's processor time, those of all its threads, and
/// stops the program with `name` and a message when they are spent. Unlike wall time it is the
/// input's own: other programs of the machine do not use it up. NULL ends the bound.
void fuzz_limit_time(const char *name);

/// Opens the bytes as a file without a name. NULL where it is refused.
TumDocument *fuzz_open(const uint8_t *bytes, size_t count, const TumAllocator *allocator,
                       TumReport *report);

#endif
