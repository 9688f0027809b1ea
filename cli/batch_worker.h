// SPDX-License-Identifier: MIT
/// batch_worker.h: a process that runs a verb on file after file.
///
/// The parent sends numbers of files (uint32_t); the worker answers each with a BatchAnswer and
/// the texts that the verb printed. The worker ends when the parent closes the socket.
#ifndef TUM_CLI_BATCH_WORKER_H
#define TUM_CLI_BATCH_WORKER_H

#include "batch_list.h"

/// The work of all workers.
typedef struct BatchWork {
    const Verb *verb;
    const void *settings;
    const BatchSettings *batch;
    const BatchList *list;
    const Console *console;
} BatchWork;

typedef struct BatchAnswer {
    uint32_t file;
    int32_t code; ///< An ExitCode.
    uint32_t output_bytes, error_bytes;
} BatchAnswer;

/// Works until the socket is closed, then ends the process. Runs in a forked process.
_Noreturn void batch_worker_run(const BatchWork *work, int socket);

/// Reads or writes all bytes of a socket. @return false at its end, or after a failure.
bool batch_receive(int socket, void *bytes, size_t count);
bool batch_send(int socket, const void *bytes, size_t count);

#endif
