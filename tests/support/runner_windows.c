// SPDX-License-Identifier: MIT
// runner_windows.c: a test file in a process of its own, by a call of the same program.
#include <process.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/runner.h"

bool test_file_passes(const char *program, const TestFile *file)
{
    fflush(NULL);
    const intptr_t status = _spawnl(_P_WAIT, program, "tests", file->name, NULL);
    if (status < 0) {
        perror(program);
    }
    return status == EXIT_SUCCESS;
}
