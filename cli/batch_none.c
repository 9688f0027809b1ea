// SPDX-License-Identifier: MIT
// batch_none.c: many files on a system without fork.
#include "batch.h"

bool batch_has_workers(void)
{
    return false;
}

int batch_run(const Verb *verb, const void *settings, const char *const *arguments,
              Console *console)
{
    (void)settings;
    (void)arguments;
    console_error(console,
                  "tumble %s takes one file here: folders, several files and their options need "
                  "worker processes, which this build does not have",
                  verb->name);
    return EXIT_USAGE;
}
