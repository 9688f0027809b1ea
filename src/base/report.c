// SPDX-License-Identifier: MIT
// report.c: a report is a list of findings and a hash table of their places.
#include "base/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/hash.h"
#include "base/text.h"
#include "tumble/capacity.h"

enum {
    MESSAGE_BYTES = 300, ///< Longer messages are cut.
    FORMAT_BYTES = 2048, ///< Longer than any kept message; the rest is cut in any case.
    SEVERITY_COUNT = TUM_SEVERITY_HINT + 1,
    NO_FINDING = 0,
    LOST_PLACES = 1 << 21 ///< Places of lost findings that are told apart: 32 MB of hashes.
};

static const char ellipsis[] = "\xe2\x80\xa6";    // U+2026
static const char replacement[] = "\xef\xbf\xbd"; // U+FFFD

struct TumReport {
    Arena texts;
    ARRAY(TumDiagnostic) findings;
    ARRAY(uint64_t) hashes; ///< [findings.count] The hash of each finding's key.
    uint32_t *slots;        ///< [slot_count] Index of a finding plus one, 0: free. A power of two.
    size_t slot_count;
    size_t counts[SEVERITY_COUNT]; ///< Findings of each severity, lost ones included.
    size_t lost;
    uint64_t *lost_slots; ///< Hashes of lost findings' keys, 0: free. A power of two, half full.
    size_t lost_slot_count, lost_place_count;
    size_t kept_of[CODE_COUNT], lost_of[CODE_COUNT]; ///< Findings per code.
    size_t newest; ///< Index plus one of the finding of the last call; NO_FINDING: it was lost.
};

/// The name of a code and the severity of most of its findings.
static const struct {
    const char *code;
    TumSeverity severity;
} codes[CODE_COUNT] = {
#define DIAGNOSTIC(code, severity, meaning, advice) {#code, severity},
#define CONVERSION(code, name, severity, meaning, advice) {name, severity},
#include "base/conversion.def"
#include "base/diagnostics.def"
#undef CONVERSION
#undef DIAGNOSTIC
};

TumSeverity tum_diagnostic_severity(DiagnosticCode code)
{
    return TUM_REQUIRE((unsigned)code < CODE_COUNT) ? codes[code].severity : TUM_SEVERITY_ERROR;
}

TumReport *tum_report_create(const TumAllocator *allocator)
{
    TumReport *report = tum_allocate_zeroed(allocator, 1, sizeof *report);
    if (report != NULL) {
        tum_arena_init(&report->texts, allocator);
    }
    return report;
}

void tum_report_destroy(TumReport *report)
{
    if (report == NULL) {
        return;
    }
    const TumAllocator allocator = report->texts.allocator;
    tum_arena_clear(&report->texts);
    array_free(&report->findings, &allocator);
    array_free(&report->hashes, &allocator);
    tum_release(&allocator, report->slots, report->slot_count * sizeof *report->slots);
    tum_release(&allocator, report->lost_slots,
                report->lost_slot_count * sizeof *report->lost_slots);
    tum_release(&allocator, report, sizeof *report);
}

size_t tum_report_count(const TumReport *report)
{
    return report == NULL ? 0 : report->findings.count;
}

size_t tum_report_count_of(const TumReport *report, TumSeverity severity)
{
    return report == NULL || (unsigned)severity >= SEVERITY_COUNT ? 0 : report->counts[severity];
}

size_t tum_report_lost(const TumReport *report)
{
    return report == NULL ? 0 : report->lost;
}

size_t tum_report_lost_of(const TumReport *report, const char *code)
{
    for (size_t i = 0; report != NULL && code != NULL && i < CODE_COUNT; ++i) {
        if (strcmp(codes[i].code, code) == 0) {
            return report->lost_of[i];
        }
    }
    return 0;
}

const TumDiagnostic *tum_report_at(const TumReport *report, size_t index)
{
    if (!TUM_REQUIRE(report != NULL && index < report->findings.count)) {
        return NULL;
    }
    return &report->findings.items[index];
}

// An object may lack several required properties, and each is a finding at the object's pointer.
// The message, which names the property, is then part of the place.
static bool message_is_part_of_place(const char *code)
{
    return code == codes[CODE_UNDEFINED_PROPERTY].code;
}

static uint64_t hash_of(const TumDiagnostic *finding)
{
    Hash hash;
    tum_hash_init(&hash, 0);
    tum_hash_add(&hash, finding->code, strlen(finding->code) + 1);
    tum_hash_add(&hash, finding->file, strlen(finding->file) + 1);
    if (finding->pointer != NULL) {
        tum_hash_add(&hash, finding->pointer, strlen(finding->pointer) + 1);
    } else {
        tum_hash_add_u64(&hash, finding->offset);
    }
    if (message_is_part_of_place(finding->code)) {
        tum_hash_add(&hash, finding->message, strlen(finding->message) + 1);
    }
    return tum_hash_final(&hash);
}

static bool is_same_place(const TumDiagnostic *a, const TumDiagnostic *b)
{
    if (strcmp(a->code, b->code) != 0 || strcmp(a->file, b->file) != 0 ||
        (a->pointer == NULL) != (b->pointer == NULL)) {
        return false;
    }
    if (a->pointer == NULL ? a->offset != b->offset : strcmp(a->pointer, b->pointer) != 0) {
        return false;
    }
    return !message_is_part_of_place(a->code) || strcmp(a->message, b->message) == 0;
}

// The slot of the finding at the same place, or the free slot for a new one.
static uint32_t *find_slot(const TumReport *report, const TumDiagnostic *finding, uint64_t hash)
{
    size_t slot = (size_t)hash & (report->slot_count - 1);
    for (; report->slots[slot] != 0; slot = (slot + 1) & (report->slot_count - 1)) {
        const size_t other = report->slots[slot] - 1;
        if (report->hashes.items[other] == hash &&
            is_same_place(&report->findings.items[other], finding)) {
            break;
        }
    }
    return &report->slots[slot];
}

// Keeps the table at most half full after one more finding.
static bool grow_slots(TumReport *report)
{
    const size_t count = report->findings.count;
    if (count >= UINT32_MAX - 1) {
        return false;
    }
    if ((count + 1) * 2 <= report->slot_count) {
        return true;
    }
    const size_t slot_count = report->slot_count == 0 ? 64 : report->slot_count * 2;
    uint32_t *slots =
        tum_allocate_zeroed(&report->texts.allocator, slot_count, sizeof *report->slots);
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        size_t slot = (size_t)report->hashes.items[i] & (slot_count - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slot_count - 1);
        }
        slots[slot] = (uint32_t)i + 1;
    }
    tum_release(&report->texts.allocator, report->slots,
                report->slot_count * sizeof *report->slots);
    report->slots = slots;
    report->slot_count = slot_count;
    return true;
}

// Rebuilds the table.
static void index_findings(TumReport *report)
{
    memset(report->slots, 0, report->slot_count * sizeof *report->slots);
    for (size_t i = 0; i < report->findings.count; ++i) {
        size_t slot = (size_t)report->hashes.items[i] & (report->slot_count - 1);
        while (report->slots[slot] != 0) {
            slot = (slot + 1) & (report->slot_count - 1);
        }
        report->slots[slot] = (uint32_t)i + 1;
    }
}

static uint64_t *find_lost(uint64_t *slots, size_t slot_count, uint64_t hash)
{
    size_t slot = (size_t)hash & (slot_count - 1);
    while (slots[slot] != 0 && slots[slot] != hash) {
        slot = (slot + 1) & (slot_count - 1);
    }
    return &slots[slot];
}

static bool grow_lost(TumReport *report)
{
    if ((report->lost_place_count + 1) * 2 <= report->lost_slot_count) {
        return true;
    }
    const TumAllocator *allocator = &report->texts.allocator;
    const size_t count = report->lost_slot_count, grown = count == 0 ? 64 : count * 2;
    uint64_t *slots = tum_allocate_zeroed(allocator, grown, sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (report->lost_slots[i] != 0) {
            *find_lost(slots, grown, report->lost_slots[i]) = report->lost_slots[i];
        }
    }
    tum_release(allocator, report->lost_slots, count * sizeof *slots);
    report->lost_slots = slots;
    report->lost_slot_count = grown;
    return true;
}

// Readers and rules find the same at one place: it counts once. Beyond LOST_PLACES, and out of
// memory, each finding counts.
//
// @return true where a lost finding of the place was counted before.
static bool is_known_as_lost(TumReport *report, uint64_t hash)
{
    hash = hash == 0 ? 1 : hash;
    if (report->lost_slot_count != 0 &&
        *find_lost(report->lost_slots, report->lost_slot_count, hash) == hash) {
        return true;
    }
    if (report->lost_place_count < LOST_PLACES && grow_lost(report)) {
        *find_lost(report->lost_slots, report->lost_slot_count, hash) = hash;
        ++report->lost_place_count;
    }
    return false;
}

// Copies the texts of a finding into the report. Findings of one file share its name.
static bool keep_texts(TumReport *report, TumDiagnostic *finding)
{
    const size_t count = report->findings.count;
    const TumDiagnostic *last = count == 0 ? NULL : &report->findings.items[count - 1];
    if (last != NULL && strcmp(last->file, finding->file) == 0) {
        finding->file = last->file;
    } else {
        finding->file = tum_arena_text(&report->texts, finding->file, strlen(finding->file));
    }
    if (finding->pointer != NULL) {
        finding->pointer =
            tum_arena_text(&report->texts, finding->pointer, strlen(finding->pointer));
        if (finding->pointer == NULL) {
            return false;
        }
    }
    finding->message = tum_arena_text(&report->texts, finding->message, strlen(finding->message));
    return finding->file != NULL && finding->message != NULL;
}

static void file_finding(TumReport *report, DiagnosticCode code, TumDiagnostic finding)
{
    const uint64_t hash = hash_of(&finding);
    report->newest = NO_FINDING;
    if (report->slot_count != 0) {
        const uint32_t known = *find_slot(report, &finding, hash);
        if (known != 0) {
            report->newest = known;
            return;
        }
    }
    const bool is_full = report->kept_of[code] == TUM_MAX_FINDINGS_OF_CODE;
    if (is_full && is_known_as_lost(report, hash)) {
        return;
    }
    ++report->counts[finding.severity];
    if (is_full) {
        ++report->lost_of[code];
        ++report->lost;
        return;
    }
    const TumAllocator *allocator = &report->texts.allocator;
    const size_t count = report->findings.count;
    if (!grow_slots(report) || !array_reserve(&report->findings, count + 1, allocator) ||
        !array_reserve(&report->hashes, count + 1, allocator) || !keep_texts(report, &finding)) {
        ++report->lost_of[code];
        ++report->lost;
        return;
    }
    ++report->kept_of[code];
    uint32_t *slot = find_slot(report, &finding, hash);
    report->findings.items[report->findings.count++] = finding;
    report->hashes.items[report->hashes.count++] = hash;
    *slot = (uint32_t)count + 1;
    report->newest = count + 1;
}

// Replaces bytes that are not UTF-8, and line breaks: a message is one line, whatever the file
// holds. Then cuts the message to MESSAGE_BYTES with an ellipsis.
static void tidy_message(const char *raw, char message[MESSAGE_BYTES + 1])
{
    const size_t raw_bytes = strlen(raw);
    char tidy[MESSAGE_BYTES + 8];
    size_t bytes = 0;
    for (size_t i = 0; i < raw_bytes && bytes <= MESSAGE_BYTES;) {
        const size_t length = tum_utf8_sequence(raw + i, raw_bytes - i);
        if (length == 0) {
            memcpy(tidy + bytes, replacement, 3);
            bytes += 3;
            ++i;
            continue;
        }
        const bool is_control = (unsigned char)raw[i] < 0x20 || raw[i] == 0x7f;
        if (is_control) {
            tidy[bytes] = ' ';
        } else {
            memcpy(tidy + bytes, raw + i, length);
        }
        bytes += length;
        i += length;
    }
    if (bytes > MESSAGE_BYTES) {
        bytes = tum_utf8_prefix(tidy, bytes, MESSAGE_BYTES - 3);
        memcpy(tidy + bytes, ellipsis, 3);
        bytes += 3;
    }
    memcpy(message, tidy, bytes);
    message[bytes] = '\0';
}

__attribute__((format(__printf__, 6, 0))) static void
file_formatted(TumReport *report, DiagnosticCode code, TumSeverity severity, const char *file,
               TumDiagnostic place, const char *format, va_list arguments)
{
    if (report == NULL || !TUM_REQUIRE((unsigned)code < CODE_COUNT) ||
        !TUM_REQUIRE((unsigned)severity < SEVERITY_COUNT)) {
        return;
    }
    char raw[FORMAT_BYTES], message[MESSAGE_BYTES + 1];
    if (vsnprintf(raw, sizeof raw, format, arguments) < 0) {
        raw[0] = '\0';
    }
    tidy_message(raw, message);
    place.code = codes[code].code;
    place.severity = severity;
    place.file = file == NULL ? "" : file;
    place.message = message;
    file_finding(report, code, place);
}

void tum_report_add(TumReport *report, DiagnosticCode code, const char *file, const char *pointer,
                    const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    file_formatted(report, code, tum_diagnostic_severity(code), file,
                   (TumDiagnostic){.pointer = pointer == NULL ? "" : pointer}, format, arguments);
    va_end(arguments);
}

void tum_report_add_as(TumReport *report, DiagnosticCode code, TumSeverity severity,
                       const char *file, const char *pointer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    file_formatted(report, code, severity, file,
                   (TumDiagnostic){.pointer = pointer == NULL ? "" : pointer}, format, arguments);
    va_end(arguments);
}

void tum_report_add_at(TumReport *report, DiagnosticCode code, const char *file, uint64_t offset,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    file_formatted(report, code, tum_diagnostic_severity(code), file,
                   (TumDiagnostic){.offset = offset}, format, arguments);
    va_end(arguments);
}

// Sets a text of the newest finding. Out of memory, only this text is lost.
static void mark(TumReport *report, const char **text, const char *value)
{
    if (*text == NULL) {
        *text = tum_arena_text(&report->texts, value, strlen(value));
    }
}

void tum_report_mark_decision(TumReport *report, const char *decision)
{
    if (report != NULL && report->newest != NO_FINDING) {
        mark(report, &report->findings.items[report->newest - 1].decision, decision);
    }
}

void tum_report_mark_result(TumReport *report, const char *pointer)
{
    if (report != NULL && report->newest != NO_FINDING) {
        mark(report, &report->findings.items[report->newest - 1].result, pointer);
    }
}

const char *tum_report_code(size_t index)
{
    return index < CODE_COUNT ? codes[index].code : NULL;
}

bool tum_report_reorder(TumReport *report, size_t first, const uint32_t *order, size_t count)
{
    const TumAllocator *allocator = &report->texts.allocator;
    TumDiagnostic *findings = tum_allocate_zeroed(allocator, count, sizeof *findings);
    uint64_t *hashes = tum_allocate_zeroed(allocator, count, sizeof *hashes);
    const bool has_room = findings != NULL && hashes != NULL;
    for (size_t i = 0; has_room && i < count; ++i) {
        findings[i] = report->findings.items[first + order[i]];
        hashes[i] = report->hashes.items[first + order[i]];
    }
    if (has_room && count > 0) {
        memcpy(report->findings.items + first, findings, count * sizeof *findings);
        memcpy(report->hashes.items + first, hashes, count * sizeof *hashes);
        index_findings(report);
        report->newest = NO_FINDING;
    }
    if (findings != NULL) {
        tum_release(allocator, findings, count * sizeof *findings);
    }
    if (hashes != NULL) {
        tum_release(allocator, hashes, count * sizeof *hashes);
    }
    return has_room;
}
