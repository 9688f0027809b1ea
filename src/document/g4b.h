// SPDX-License-Identifier: MIT
/// g4b.h: the binary container of G4MF: a header and chunks, each at a multiple of 16 bytes.
///
///     0  "G4MF"   4  version 0   8  size of all (64 bits)   16  chunks …
///     0  type     4  encoding    8  size of the data (64 bits)   16  the data, as encoded
///
/// All words are little-endian. The document is the first chunk of type JSON, at any place; buffers
/// name chunks by their number. Findings carry byte offsets.
#ifndef TUM_DOCUMENT_G4B_H
#define TUM_DOCUMENT_G4B_H

#include "base/arena.h"
#include "base/json_text.h"
#include "base/report.h"

enum {
    G4B_PLAIN = 0,
    G4B_ZSTD = 0x6474735a, ///< "Zstd"
    G4B_ALIGNMENT = 16     ///< [bytes] Alignment of chunks; enough for every component type as
                           ///< well.
};

/// A chunk, borrowed from the file's bytes.
typedef struct G4bChunk {
    uint32_t type, encoding;
    size_t start;               ///< [bytes] Offset of its header in the file.
    const unsigned char *bytes; ///< As stored.
    size_t count;               ///< Cut at the end of the file.
    bool is_whole;
    uint32_t buffer1; ///< The first buffer with this chunk, plus one; 0: none yet.
} G4bChunk;

typedef struct G4bChunks {
    G4bChunk *items; ///< [count] All chunks, custom ones too.
    size_t count;
    size_t json; ///< Index of the document's chunk.
} G4bChunks;

/// True when the bytes begin with the magic number.
bool tum_g4b_is(const void *bytes, size_t count);

/// Finds the chunks. Chunks with findings are used where possible.
///
/// @param chunks  in the arena.
/// @return TUM_OK, TUM_ERROR_INPUT without a whole JSON chunk (a finding gives the reason),
///         TUM_ERROR_UNSUPPORTED (the version) or TUM_ERROR_MEMORY.
TumStatus tum_g4b_read(const void *bytes, size_t count, const char *file, Arena *arena,
                       G4bChunks *chunks, TumReport *report);

/// Appends a container to a buffer: the text, then `blob` as chunk 1 unless it is NULL.
TumStatus tum_g4b_write(TextBuffer *to, const char *json, size_t json_count,
                        const unsigned char *blob, size_t blob_count);

/// The four characters of an encoding, "plain" for none; a code with other characters than letters
/// as "0x…".
///
/// @param text  at least 12 bytes.
void tum_g4b_encoding_text(uint32_t encoding, char text[12]);

#endif
