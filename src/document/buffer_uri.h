// SPDX-License-Identifier: MIT
/// buffer_uri.h: the bytes of one buffer: from a data URI or a file beside the document.
#ifndef TUM_DOCUMENT_BUFFER_URI_H
#define TUM_DOCUMENT_BUFFER_URI_H

#include "document/cursor.h"
#include "document/g4b.h"
#include "document/state.h"

/// Buffers being loaded.
typedef struct BufferLoading {
    TumDocument *document;
    TumReport *report;
    const G4bChunks *g4b;
    ARRAY(uint32_t) files; ///< Buffers that hold a file: what others may share.
    bool chunks_stay;      ///< They lie in a file that is mapped.
    bool is_encoded;       ///< What the file holds is not what the buffer will: it is not shared.
} BufferLoading;

/// Reads what a uri says: the bytes in the text, or those of a file beside the document. A buffer
/// that cannot be read stays as it is, and a finding says why.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_buffer_load_uri(BufferLoading *loading, const Cursor *uri, DocumentBuffer *buffer);

/// A file that buffers lie in from now on. @return false when out of memory.
bool tum_buffer_keep_mapped(TumDocument *document, FileBytes *file);

/// Gives a buffer's block back, where it has one of its own.
void tum_buffer_release(TumDocument *document, uint8_t *bytes, size_t block_bytes);

#endif
