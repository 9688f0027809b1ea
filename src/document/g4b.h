// SPDX-License-Identifier: MIT
/// g4b.h: the binary container of G4MF: a header and chunks, each at a multiple of 16 bytes.
///
///     0  "G4MF"   4  version 0   8  size of all (64 bits)   16  chunks …
///     0  type     4  encoding    8  size of the data (64 bits)   16  the data, as encoded
///
/// All words are little-endian. The document is the first chunk of type JSON, wherever it stands;
/// buffers name chunks by their number. Findings carry byte offsets (validation.md section 3.2).
#ifndef TUM_DOCUMENT_G4B_H
#define TUM_DOCUMENT_G4B_H

#include "base/arena.h"
#include "base/json_text.h"
#include "base/report.h"

enum {
    G4B_PLAIN = 0,
    G4B_ZSTD = 0x6474735a, ///< "Zstd"
    G4B_ALIGNMENT = 16     ///< [bytes] Of chunks; enough for every component type as well.
};

/// A chunk, borrowed from the bytes that were read.
typedef struct G4bChunk {
    uint32_t type, encoding;
    size_t start;               ///< [bytes] Of its header in the file.
    const unsigned char *bytes; ///< As stored.
    size_t count;               ///< As far as the file reaches.
    bool is_whole;
    uint32_t buffer1; ///< The first buffer that has taken it, plus one; 0: none yet.
} G4bChunk;

typedef struct G4bChunks {
    G4bChunk *items; ///< [count] All of them, custom ones too.
    size_t count;
    size_t json; ///< The number of the one with the document.
} G4bChunks;

/// True when the bytes begin with the magic.
bool tum_g4b_is(const void *bytes, size_t count);

/// Finds the chunks. What can be used in spite of findings is used.
///
/// @param chunks  in the arena.
/// @return TUM_OK, TUM_ERROR_INPUT where there is no whole JSON chunk (a finding says why),
///         TUM_ERROR_UNSUPPORTED (the version) or TUM_ERROR_MEMORY.
TumStatus tum_g4b_read(const void *bytes, size_t count, const char *file, Arena *arena,
                       G4bChunks *chunks, TumReport *report);

/// Appends a container to a buffer: the text, and behind it `blob` as chunk 1 unless it is NULL.
TumStatus tum_g4b_write(TextBuffer *to, const char *json, size_t json_count,
                        const unsigned char *blob, size_t blob_count);

/// The four characters of an encoding, "plain" for none; others than letters as "0x…".
///
/// @param text  room for 12 bytes.
void tum_g4b_encoding_text(uint32_t encoding, char text[12]);

#endif
