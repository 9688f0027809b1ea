// SPDX-License-Identifier: MIT
// runner_posix.c: a test file in a process of its own, by fork.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/runner.h"

bool test_file_passes(const char *program, const TestFile *file)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        exit(file->run() == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror(program);
        return false;
    }
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "%s: ended by signal %d\n", file->name, WTERMSIG(status));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}
