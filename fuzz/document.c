// SPDX-License-Identifier: MIT
// Containers, JSON, buffers, nodes; and what is written of them.
#include "fuzz.h"

#include <string.h>

typedef struct Written {
    void *bytes;
    size_t count;
} Written;

static Written write_document(const TumDocument *document, TumReport *report)
{
    const TumSaveOptions options = {.container = TUM_CONTAINER_BINARY, .embed = true};
    Written written = {0};
    const TumStatus status =
        tum_document_write(document, &options, &written.bytes, &written.count, report);
    FUZZ_CHECK((status == TUM_OK) == (written.bytes != NULL));
    return written;
}

// A document that was opened and written opens again, and is then written to the same bytes.
int fuzz_document(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    TumReport *report = tum_report_create(&allocator);
    TumReport *quiet = tum_report_create(&allocator);
    TumDocument *document = fuzz_open(bytes, count, &allocator, report);
    TumDocument *copy = NULL;
    if (document != NULL) {
        const Written first = write_document(document, quiet);
        FUZZ_CHECK(tum_document_copy(document, &copy) == TUM_OK);
        TumDocument *again =
            first.bytes != NULL ? fuzz_open(first.bytes, first.count, &allocator, quiet) : NULL;
        FUZZ_CHECK(first.bytes == NULL || again != NULL);
        if (again != NULL) {
            const Written second = write_document(again, quiet);
            FUZZ_CHECK(second.count == first.count &&
                       memcmp(second.bytes, first.bytes, first.count) == 0);
            tum_document_free_bytes(again, second.bytes, second.count);
            tum_document_destroy(again);
        }
        tum_document_free_bytes(document, first.bytes, first.count);
    }
    tum_document_destroy(copy);
    tum_document_destroy(document);
    tum_report_destroy(quiet);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
