// SPDX-License-Identifier: MIT
// runner.c: main of a folder's test program (runner.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/runner.h"

enum { EXIT_USAGE = 2 };

static const char *program = "";

const char *test_program(void)
{
    return program;
}

static int usage(void)
{
    fprintf(stderr,
            "usage: %s [--list | FILE [TEST]]\nTEST is a pattern of test names. FILE is one of\n",
            program);
    for (const TestFile *file = test_files; file->name != NULL; ++file) {
        fprintf(stderr, "    %s\n", file->name);
    }
    return EXIT_USAGE;
}

static int list(void)
{
    for (const TestFile *file = test_files; file->name != NULL; ++file) {
        puts(file->name);
    }
    return EXIT_SUCCESS;
}

static const TestFile *find(const char *name)
{
    for (const TestFile *file = test_files; file->name != NULL; ++file) {
        if (strcmp(name, file->name) == 0) {
            return file;
        }
    }
    return NULL;
}

static int run_all(void)
{
    int failed = 0;
    for (const TestFile *file = test_files; file->name != NULL; ++file) {
        if (!test_file_passes(program, file)) {
            fprintf(stderr, "%s failed: %s %s\n", file->name, program, file->name);
            ++failed;
        }
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **arguments)
{
    program = arguments[0];
    if (count == 1) {
        return run_all();
    }
    if (count == 2 && strcmp(arguments[1], "--list") == 0) {
        return list();
    }
    const TestFile *file = find(arguments[1]);
    if (file == NULL || count > 3) {
        return usage();
    }
    if (count == 3) {
        cmocka_set_test_filter(arguments[2]);
    }
    return file->run() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
