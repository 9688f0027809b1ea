// SPDX-License-Identifier: MIT
// What all targets share.
#include "fuzz.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { CAP = 256 << 20 /**< [bytes] */, CPU_SECONDS = 10 };

void fuzz_check(bool condition, const char *text, const char *file, int line)
{
    if (!condition) {
        fprintf(stderr, "%s:%d: not true: %s\n", file, line, text);
        abort();
    }
}

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    FuzzMemory *memory = user;
    void *block = NULL;
    FUZZ_CHECK(bytes <= CAP && memory->alive <= CAP - bytes);
    const size_t least = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    if (posix_memalign(&block, least, bytes > 0 ? bytes : 1) != 0) {
        return NULL;
    }
    memory->alive += bytes;
    memory->most = memory->alive > memory->most ? memory->alive : memory->most;
    return block;
}

static void release(void *user, void *block, size_t bytes)
{
    FuzzMemory *memory = user;
    FUZZ_CHECK(block != NULL && bytes <= memory->alive);
    memory->alive -= bytes;
    free(block);
}

TumAllocator fuzz_allocator(FuzzMemory *memory)
{
    *memory = (FuzzMemory){0};
    return (TumAllocator){.allocate = allocate, .release = release, .user = memory};
}

void fuzz_memory_end(const FuzzMemory *memory)
{
    FUZZ_CHECK(memory->alive == 0);
}

// What a signal handler may touch: the name of the input that takes too long.
static const char *timed = NULL;

static void stop_late(int signal)
{
    static const char what[] = ": more than 10 s of processor time\n";
    (void)signal;
    if (write(STDERR_FILENO, timed, strlen(timed)) < 0 ||
        write(STDERR_FILENO, what, sizeof what - 1) < 0) {
        _exit(3);
    }
    abort(); // libFuzzer and AFL++ keep the input then.
}

void fuzz_limit_time(const char *name)
{
    const struct itimerval limit = {.it_value = {.tv_sec = name != NULL ? CPU_SECONDS : 0}};
    if (name != NULL && timed == NULL) {
        signal(SIGPROF, stop_late);
    }
    timed = name;
    setitimer(ITIMER_PROF, &limit, NULL);
}

TumDocument *fuzz_open(const uint8_t *bytes, size_t count, const TumAllocator *allocator,
                       TumReport *report)
{
    const TumDocumentOptions options = {.allocator = *allocator};
    TumDocument *document = NULL;
    const TumStatus status = tum_document_read(bytes, count, &options, &document, report);
    FUZZ_CHECK((status == TUM_OK) == (document != NULL));
    // What is refused is refused for a reason that is told.
    FUZZ_CHECK(status == TUM_OK || tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
    return document;
}
