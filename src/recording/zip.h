// SPDX-License-Identifier: MIT
/// zip.h: a zip archive of stored files, written front to back (PKWARE APPNOTE 6.3.10).
///
/// The same content gives the same bytes: every file is dated 1980-01-01, the format's first day.
/// Files or archives of 4 GiB and more get 64-bit records; smaller ones have none, because some
/// readers of NumPy archives lack them.
#ifndef TUM_RECORDING_ZIP_H
#define TUM_RECORDING_ZIP_H

#include "base/array.h"
#include "tumble/recording.h"

typedef struct ZipEntry {
    const char *name; ///< Borrowed until tum_zip_end.
    uint64_t offset;  ///< [bytes] Offset of the local header.
    uint64_t bytes;
    uint32_t crc;
} ZipEntry;

/// A zeroed Zip with a sink is an empty archive.
typedef struct Zip {
    TumSink sink;
    uint64_t largest; ///< [bytes] Larger sizes and offsets take 64-bit records; 0: 4 GiB - 2, the
                      ///< limit of the format. Tests set a lower limit.
    uint64_t written; ///< [bytes]
    TumStatus status; ///< The first failure; no output follows.
    ARRAY(ZipEntry) entries;
} Zip;

/// A section of a file's content.
typedef struct ZipPart {
    const void *bytes;
    size_t count;
} ZipPart;

/// Appends a file made of parts.
void tum_zip_add(Zip *zip, const char *name, const ZipPart *parts, size_t part_count);

/// Writes the directory and frees the archive's memory.
/// @return TUM_OK, TUM_ERROR_FILE (the sink failed) or TUM_ERROR_MEMORY.
TumStatus tum_zip_end(Zip *zip);

#endif
