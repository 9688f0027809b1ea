// SPDX-License-Identifier: MIT
/// base.h: status codes, memory, tasks and the version, which all of tumble shares.
///
/// Threads: every function of this header may be called on any thread at any time.
#ifndef TUMBLE_BASE_H
#define TUMBLE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @def TUM_API
/// Linkage of public functions: exported from a shared library, and imported on Windows where
/// TUMBLE_SHARED is defined.
#if defined(TUMBLE_SHARED) && defined(_WIN32)
#ifdef TUMBLE_BUILDING
#define TUM_API __declspec(dllexport)
#else
#define TUM_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TUM_API __attribute__((visibility("default")))
#else
#define TUM_API
#endif

#define TUM_VERSION_MAJOR 0 ///< A change breaks programs (docs/versioning.md).
#define TUM_VERSION_MINOR 2 ///< A change adds, and before 1.0 may break programs.
#define TUM_VERSION_PATCH 0 ///< A change mends.

/// A version as one number that grows with it: 1.2.3 is 1002003.
#define TUM_VERSION_NUMBER(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))

/// The version of these headers.
#define TUM_VERSION TUM_VERSION_NUMBER(TUM_VERSION_MAJOR, TUM_VERSION_MINOR, TUM_VERSION_PATCH)

/// True, for the preprocessor, where these headers are of that version or a later one.
#define TUM_VERSION_AT_LEAST(major, minor, patch)                                                  \
    (TUM_VERSION >= TUM_VERSION_NUMBER(major, minor, patch))

/// Version of the library that is linked, "major.minor.patch".
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_version(void);

/// Version of the library that is linked, as TUM_VERSION_NUMBER makes it.
TUM_API uint32_t tum_version_number(void);

/// True where a program that was compiled with headers of a version may use the library that is
/// linked: structs have the same layout and functions the same arguments (docs/versioning.md).
///
///     if (!tum_version_fits(TUM_VERSION)) { … }    // once, at the start of a program
///
/// @param headers  TUM_VERSION of the caller.
TUM_API bool tum_version_fits(uint32_t headers);

/// Answer of a function: a program decides by the status, a person reads the report.
typedef enum TumStatus {
    TUM_OK = 0,            ///< The function did what its comment says.
    TUM_ERROR_ARGUMENT,    ///< The caller broke a rule of the function's comment.
    TUM_ERROR_INPUT,       ///< The content of a file has errors; the report says which.
    TUM_ERROR_FILE,        ///< A file could not be opened, read or written.
    TUM_ERROR_UNSUPPORTED, ///< Valid, but beyond what this build or version can do.
    TUM_ERROR_CAPACITY,    ///< A count beyond capacity.h.
    TUM_ERROR_MEMORY,      ///< The allocator returned NULL.
    TUM_ERROR_DIVERGED,    ///< A simulated state left the finite or sensible numbers.
    TUM_ERROR_INTERNAL,    ///< A fault of ours.
    TUM_ERROR_VERSION      ///< A definition has the layout of another version: compile again.
} TumStatus;

/// Sentence for a status, "no error" for TUM_OK.
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_status_text(TumStatus status);

/// Source of memory. An all-zero allocator means malloc and free. All workers of a world may call
/// both functions at once while the world steps.
typedef struct TumAllocator {
    /// Returns `bytes` bytes at a multiple of `alignment` (a power of two, at most 64), or NULL.
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    /// Takes back a block with the size it was allocated with. `block` is never NULL.
    void (*release)(void *user, void *block, size_t bytes);
    void *user; ///< Handed to both functions; owned by the caller, usable until the last release.
} TumAllocator;

/// Task that runs items `begin` to `end` - 1. `worker` is below TumTasks.worker_count, and no two
/// calls with the same worker overlap.
typedef void TumTaskFunction(void *context, uint32_t begin, uint32_t end, uint32_t worker);

/// Task system of the caller. An all-zero struct means that the world brings its own threads.
typedef struct TumTasks {
    /// Runs function(context, …) over ranges that cover 0 to item_count - 1 once, each of at most
    /// `range` items unless there is one worker, and returns when all are done. How the ranges are
    /// shared out has no influence on results.
    void (*run)(void *user, TumTaskFunction *function, void *context, uint32_t item_count,
                uint32_t range);
    uint32_t worker_count; ///< 1 to 64.
    void *user; ///< Handed to run; owned by the caller, usable until the world is destroyed.
} TumTasks;

#ifdef __cplusplus
}
#endif

#endif
