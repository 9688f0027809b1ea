// SPDX-License-Identifier: MIT
/// glb.h: the binary container of glTF: a header, a JSON chunk, at most one chunk of bytes.
///
///     0  "glTF"   4  version 2   8  length of all   12  chunks: length, type, data …
///
/// All words are little-endian. Findings carry byte offsets.
#ifndef TUM_DOCUMENT_GLB_H
#define TUM_DOCUMENT_GLB_H

#include "base/json_text.h"
#include "base/report.h"

/// The chunks, borrowed from the file's bytes.
typedef struct GlbChunks {
    const unsigned char *json;
    const unsigned char *bin; ///< NULL: the chunk is absent or empty.
    size_t json_count, bin_count;
    bool has_bin;
} GlbChunks;

/// True when the bytes begin with the magic number.
bool tum_glb_is(const void *bytes, size_t count);

/// Finds the chunks. Chunks with findings are used where possible: a truncated BIN chunk gives its
/// remaining bytes.
///
/// @return false without a readable JSON chunk; a finding gives the reason.
bool tum_glb_read(const void *bytes, size_t count, const char *file, GlbChunks *chunks,
                  TumReport *report);

/// Appends a container to a buffer. Without `bin` it has the JSON chunk alone.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY beyond the 32 bits of its length, or TUM_ERROR_MEMORY.
TumStatus tum_glb_write(TextBuffer *to, const char *json, size_t json_count,
                        const unsigned char *bin, size_t bin_count);

#endif
