// SPDX-License-Identifier: MIT
#include "tests/support/support.h"

#include <stdatomic.h>

#include "base/alloc.h"

static void *counting_allocate(void *user, size_t bytes, size_t alignment)
{
    Counting *counting = user;
    if (counting->fail_after != SIZE_MAX) {
        if (counting->fail_after == 0) {
            return NULL;
        }
        --counting->fail_after;
    }
    const TumAllocator from = tum_allocator_or_default(NULL);
    void *block = from.allocate(from.user, bytes, alignment);
    if (block != NULL) {
        ++counting->allocations;
        ++counting->blocks;
        const size_t now = atomic_fetch_add(&counting->bytes, bytes) + bytes;
        for (size_t most = counting->most_bytes; now > most;) {
            if (atomic_compare_exchange_weak(&counting->most_bytes, &most, now)) {
                break;
            }
        }
    }
    return block;
}

static void counting_release(void *user, void *block, size_t bytes)
{
    Counting *counting = user;
    --counting->blocks;
    counting->bytes -= bytes;
    const TumAllocator from = tum_allocator_or_default(NULL);
    from.release(from.user, block, bytes);
}

TumAllocator counting_allocator(Counting *counting)
{
    *counting = (Counting){.fail_after = SIZE_MAX};
    return (TumAllocator){counting_allocate, counting_release, counting};
}

bool report_has(const TumReport *report, const char *code, const char *pointer)
{
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        if (strcmp(found->code, code) == 0 &&
            (pointer == NULL || (found->pointer != NULL && strcmp(found->pointer, pointer) == 0))) {
            return true;
        }
    }
    return false;
}

void assert_no_errors(const TumReport *report)
{
    if (tum_report_count_of(report, TUM_SEVERITY_ERROR) == 0) {
        return;
    }
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        print_error("%s %s: %s\n", found->code, found->pointer != NULL ? found->pointer : "(bytes)",
                    found->message);
    }
    fail();
}
