// SPDX-License-Identifier: MIT
// zip.c: zip records, little-endian on every machine.
#include "recording/zip.h"

#include <string.h>

#include <zlib.h>

enum {
    VERSION_PLAIN = 20, ///< 2.0: the version for stored files.
    VERSION_LARGE = 45, ///< 4.5: 64-bit records.
    DAY_ONE = 0x0021,   ///< 1980-01-01.
    EXTRA_LARGE = 1,    ///< Id of the 64-bit extra field.
    RECORD_BYTES = 128  ///< Longer than any record without its name.
};
static const uint32_t saturated = 0xffffffffu;

typedef struct Record {
    unsigned char bytes[RECORD_BYTES];
    size_t count;
} Record;

static void put(Record *record, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        record->bytes[record->count++] = (unsigned char)(value >> (8 * i) & 0xff);
    }
}

static void emit(Zip *zip, const void *bytes, size_t count)
{
    if (zip->status == TUM_OK && count > 0) {
        if (zip->sink.write(zip->sink.user, bytes, count)) {
            zip->written += count;
        } else {
            zip->status = TUM_ERROR_FILE;
        }
    }
}

static bool is_large(const Zip *zip, uint64_t value)
{
    return value > (zip->largest != 0 ? zip->largest : saturated - 1u);
}

static bool entry_is_large(const Zip *zip, const ZipEntry *entry)
{
    return is_large(zip, entry->bytes) || is_large(zip, entry->offset);
}

// The common fields of local header and directory, from "version needed" to the name's length
// (APPNOTE 4.3.7).
static void put_common(Record *record, const ZipEntry *entry, bool large)
{
    const uint64_t bytes = large ? saturated : entry->bytes;
    put(record, large ? VERSION_LARGE : VERSION_PLAIN, 2);
    put(record, 0, 2); // flags
    put(record, 0, 2); // method: stored
    put(record, 0, 2); // midnight
    put(record, DAY_ONE, 2);
    put(record, entry->crc, 4);
    put(record, bytes, 4); // compressed
    put(record, bytes, 4); // uncompressed
    put(record, strlen(entry->name), 2);
}

void tum_zip_add(Zip *zip, const char *name, const ZipPart *parts, size_t part_count)
{
    ZipEntry entry = {.name = name, .offset = zip->written};
    uLong crc = crc32_z(0, NULL, 0);
    for (size_t i = 0; i < part_count; ++i) {
        if (parts[i].count > 0) { // a NULL part would restart crc32
            crc = crc32_z(crc, parts[i].bytes, parts[i].count);
            entry.bytes += parts[i].count;
        }
    }
    entry.crc = (uint32_t)crc;
    ZipEntry *slot = zip->status == TUM_OK ? array_push(&zip->entries, NULL) : NULL;
    if (slot == NULL) {
        zip->status = zip->status != TUM_OK ? zip->status : TUM_ERROR_MEMORY;
        return;
    }
    *slot = entry;
    const bool large = is_large(zip, entry.bytes);
    Record record = {0};
    put(&record, 0x04034b50, 4);
    put_common(&record, &entry, large);
    put(&record, large ? 20 : 0, 2);
    emit(zip, record.bytes, record.count);
    emit(zip, name, strlen(name));
    if (large) {
        Record extra = {0};
        put(&extra, EXTRA_LARGE, 2);
        put(&extra, 16, 2);
        put(&extra, entry.bytes, 8);
        put(&extra, entry.bytes, 8);
        emit(zip, extra.bytes, extra.count);
    }
    for (size_t i = 0; i < part_count; ++i) {
        emit(zip, parts[i].bytes, parts[i].count);
    }
}

// One entry of the directory (APPNOTE 4.3.12).
static void emit_directory_entry(Zip *zip, const ZipEntry *entry)
{
    const bool large = entry_is_large(zip, entry);
    Record record = {0};
    put(&record, 0x02014b50, 4);
    put(&record, large ? VERSION_LARGE : VERSION_PLAIN, 2); // made by
    put_common(&record, entry, large);
    put(&record, large ? 28 : 0, 2);
    put(&record, 0, 2); // comment
    put(&record, 0, 2); // disk
    put(&record, 0, 2); // internal attributes
    put(&record, 0, 4); // external attributes
    put(&record, large ? saturated : entry->offset, 4);
    emit(zip, record.bytes, record.count);
    emit(zip, entry->name, strlen(entry->name));
    if (large) {
        Record extra = {0};
        put(&extra, EXTRA_LARGE, 2);
        put(&extra, 24, 2);
        put(&extra, entry->bytes, 8);
        put(&extra, entry->bytes, 8);
        put(&extra, entry->offset, 8);
        emit(zip, extra.bytes, extra.count);
    }
}

// The end of the directory, in 64 bits (APPNOTE 4.3.14 and 4.3.15).
static void emit_large_end(Zip *zip, uint64_t directory, uint64_t directory_bytes)
{
    const uint64_t here = zip->written;
    Record record = {0};
    put(&record, 0x06064b50, 4);
    put(&record, 44, 8); // bytes after this field
    put(&record, VERSION_LARGE, 2);
    put(&record, VERSION_LARGE, 2);
    put(&record, 0, 4); // this disk
    put(&record, 0, 4); // the directory's disk
    put(&record, zip->entries.count, 8);
    put(&record, zip->entries.count, 8);
    put(&record, directory_bytes, 8);
    put(&record, directory, 8);
    put(&record, 0x07064b50, 4); // the locator
    put(&record, 0, 4);
    put(&record, here, 8);
    put(&record, 1, 4); // disks
    emit(zip, record.bytes, record.count);
}

TumStatus tum_zip_end(Zip *zip)
{
    const uint64_t directory = zip->written;
    bool large = is_large(zip, directory);
    for (size_t i = 0; i < zip->entries.count; ++i) {
        emit_directory_entry(zip, &zip->entries.items[i]);
        large = large || entry_is_large(zip, &zip->entries.items[i]);
    }
    const uint64_t directory_bytes = zip->written - directory;
    if (large) {
        emit_large_end(zip, directory, directory_bytes);
    }
    Record record = {0};
    put(&record, 0x06054b50, 4);
    put(&record, 0, 2); // this disk
    put(&record, 0, 2); // the directory's disk
    put(&record, zip->entries.count, 2);
    put(&record, zip->entries.count, 2);
    put(&record, directory_bytes, 4);
    put(&record, large ? saturated : directory, 4);
    put(&record, 0, 2); // comment
    emit(zip, record.bytes, record.count);
    array_free(&zip->entries, NULL);
    return zip->status;
}
