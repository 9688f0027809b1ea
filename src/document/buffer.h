// SPDX-License-Identifier: MIT
/// buffer.h: the bytes of a document's buffers: from the container, from data URIs, from files.
#ifndef TUM_DOCUMENT_BUFFER_H
#define TUM_DOCUMENT_BUFFER_H

#include "document/g4b.h"
#include "document/glb.h"
#include "document/state.h"
#include "system/file.h"

/// Loads all buffers. A buffer that cannot be loaded has no bytes and gets a finding with the
/// reason.
///
/// External files are read inside the document's folder alone, each once for all buffers that name
/// it, and together no more than TUM_MAX_FILE_BYTES.
///
/// @param glb, g4b  the chunks of the container, copied; of the other container, no chunks.
/// @param file      the bytes that hold the chunks, where the document may take them; NULL: they
///                  belong to the caller. A mapped file is taken, and no chunk is copied. A block
///                  is taken when the BIN chunk is most of it: the chunk moves to its beginning and
///                  the rest is released. A large file is thus in memory once.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_buffers_load(TumDocument *document, const GlbChunks *glb, const G4bChunks *g4b,
                           FileBytes *file, TumReport *report);

/// Releases all blocks and mapped files.
void tum_buffers_free(TumDocument *document);

/// Grows a buffer that is no file to a capacity of `count` bytes; its content stays.
///
/// @return false when out of memory.
bool tum_buffer_reserve(TumDocument *document, DocumentBuffer *buffer, size_t count);

/// Finds the bytes of a bufferView. Findings are filed at the view.
///
/// @return false where the view has no bytes.
bool tum_buffer_view_open(const TumDocument *document, int32_t index, BufferView *view,
                          TumReport *report);

#endif
