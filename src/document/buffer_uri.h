// SPDX-License-Identifier: MIT
/// buffer_uri.h: the bytes of one buffer: from a data URI or a file beside the document.
#ifndef TUM_DOCUMENT_BUFFER_URI_H
#define TUM_DOCUMENT_BUFFER_URI_H

#include "document/cursor.h"
#include "document/g4b.h"
#include "document/state.h"

/// State while buffers are loaded.
typedef struct BufferLoading {
    TumDocument *document;
    TumReport *report;
    const G4bChunks *g4b;
    ARRAY(uint32_t) files; ///< Buffers that hold a whole file, which other buffers may share.
    bool chunks_stay;      ///< The chunks lie in a mapped file.
    bool is_encoded;       ///< The file is encoded, so its bytes are not shared.
} BufferLoading;

/// Loads the bytes of a uri: from its text, or from a file beside the document. A buffer that
/// cannot be read stays unchanged and gets a finding with the reason.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_buffer_load_uri(BufferLoading *loading, const Cursor *uri, DocumentBuffer *buffer);

/// Keeps a mapped file for as long as the document lives. @return false when out of memory.
bool tum_buffer_keep_mapped(TumDocument *document, FileBytes *file);

/// Releases a buffer's block, if the buffer owns one.
void tum_buffer_release(TumDocument *document, uint8_t *bytes, size_t block_bytes);

#endif
