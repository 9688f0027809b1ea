// SPDX-License-Identifier: MIT
// host_web.c: a program of WebAssembly in Node. No signal reaches it, and Emscripten takes every
// stream for a terminal, so none is one here.
#include "host.h"

bool host_begin(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    return true;
}

bool host_is_terminal(FILE *stream)
{
    (void)stream;
    return false;
}

size_t host_columns(FILE *stream)
{
    (void)stream;
    return 0;
}

void host_catch_signals(void)
{
}

const char *host_signal_name(int number)
{
    (void)number;
    return "a signal";
}
