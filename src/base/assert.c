// SPDX-License-Identifier: MIT
// What happens when a check of our own work fails: say where, and stop.
#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void tum_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "tumble: %s:%d: %s does not hold\n", file, line, condition);
    abort();
}
