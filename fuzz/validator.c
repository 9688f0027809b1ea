// SPDX-License-Identifier: MIT
// All rules over any bytes: every finding is whole, and the same the second time; and what has no
// errors makes a world (validation.md, P6).
#include "fuzz.h"

#include <string.h>

static void check_finding(const TumDiagnostic *found)
{
    FUZZ_CHECK(found->code != NULL && found->code[0] != '\0');
    FUZZ_CHECK(found->message != NULL && found->message[0] != '\0');
    FUZZ_CHECK(strlen(found->message) <= 300);
    FUZZ_CHECK(found->pointer == NULL || found->pointer[0] == '\0' || found->pointer[0] == '/');
}

static void make_world(const TumScene *scene, const TumAllocator *allocator)
{
    TumWorldDef def = tum_default_world_def();
    TumReport *report = tum_report_create(allocator);
    TumWorld *world = NULL;
    def.allocator = *allocator;
    const TumStatus status = tum_world_create(scene, &def, &world, report);
    FUZZ_CHECK((status == TUM_OK) == (world != NULL));
    FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_CAPACITY ||
               (status == TUM_ERROR_UNSUPPORTED && scene->dimension != 3));
    tum_world_destroy(world);
    tum_report_destroy(report);
}

static TumReport *validate(const uint8_t *bytes, size_t count, const TumAllocator *allocator)
{
    const TumDocumentOptions options = {.allocator = *allocator};
    TumReport *report = tum_report_create(allocator);
    TumValidation validation;
    char *info = NULL;
    size_t info_count = 0;
    FUZZ_CHECK(tum_validate_bytes(bytes, count, &options, &validation, report) == TUM_OK);
    FUZZ_CHECK(validation.document != NULL || tum_report_count(report) > 0);
    FUZZ_CHECK(tum_validation_info(&validation, &info, &info_count) == TUM_OK);
    tum_validation_free_text(info, info_count);
    if (validation.scene != NULL && tum_report_count_of(report, TUM_SEVERITY_ERROR) == 0) {
        make_world(validation.scene, allocator);
    }
    tum_validation_clear(&validation);
    return report;
}

int fuzz_validator(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    TumReport *first = validate(bytes, count, &allocator);
    TumReport *second = validate(bytes, count, &allocator);
    FUZZ_CHECK(tum_report_count(first) == tum_report_count(second));
    for (size_t i = 0; i < tum_report_count(first); ++i) {
        const TumDiagnostic *a = tum_report_at(first, i), *b = tum_report_at(second, i);
        check_finding(a);
        FUZZ_CHECK(a->severity == b->severity && strcmp(a->code, b->code) == 0 &&
                   strcmp(a->message, b->message) == 0);
    }
    tum_report_destroy(second);
    tum_report_destroy(first);
    fuzz_memory_end(&memory);
    return 0;
}
