// SPDX-License-Identifier: MIT
// assert.c: the report of a failed assertion, with its place, and the stop after it.
#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void tum_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "tumble: %s:%d: %s does not hold\n", file, line, condition);
    abort();
}
