// SPDX-License-Identifier: MIT
// runner.h: the test files of one folder as one program.
//
//     build/release/tests/laws_tests                       every file, each in a process of its own
//     build/release/tests/laws_tests --list                names of the files
//     build/release/tests/laws_tests test_rest             one file, in this process: for debuggers
//     build/release/tests/laws_tests test_rest '*slope*'   its tests whose names match
//
// CMake writes the table of a folder's files (tests/CMakeLists.txt); ctest runs one file at a time.
#ifndef TUM_TESTS_RUNNER_H
#define TUM_TESTS_RUNNER_H

#include <stdbool.h>

typedef struct TestFile {
    const char *name; ///< Without folder and ending: test_rest.
    int (*run)(void); ///< Its main: the number of tests that failed.
} TestFile;

/// Test files of this program in order of their names, ended by one without a name.
extern const TestFile test_files[];

/// Runs a file in a process of its own: one that crashes ends that process only. @return true when
/// all its tests pass.
bool test_file_passes(const char *program, const TestFile *file);

/// Path of this program, as it was called: for lines that show how to run a test again.
const char *test_program(void);

#endif
