// SPDX-License-Identifier: MIT
// What all targets share.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

enum { CAP = 256 << 20 /**< [bytes] */ };

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
