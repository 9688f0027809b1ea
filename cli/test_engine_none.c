// SPDX-License-Identifier: MIT
// test_engine_none.c: engines of other programs, where there are no processes.
#include "test_engine.h"

TumEngine command_engine(CommandEngine *command)
{
    (void)command;
    return (TumEngine){0};
}
