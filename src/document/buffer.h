// SPDX-License-Identifier: MIT
/// buffer.h: the bytes behind a document: from the container, from data URIs, from files beside it.
#ifndef TUM_DOCUMENT_BUFFER_H
#define TUM_DOCUMENT_BUFFER_H

#include "document/g4b.h"
#include "document/glb.h"
#include "document/state.h"
#include "system/file.h"

/// Loads all buffers. A buffer that cannot be loaded has no bytes, and a finding says why.
///
/// External files are read inside the document's folder alone, each once however many buffers name
/// it, and together no more than TUM_MAX_FILE_BYTES.
///
/// @param glb, g4b  the chunks of the container, copied; without any where it is another one.
/// @param file      what a container's chunks lie in, where it may be kept. One that is mapped is
///                  taken, and chunks are not copied. A block is taken, with the BIN chunk moved to
///                  its beginning and everything else gone, when that is most of it. So a large
///                  file is in memory once. NULL: it is somebody else's.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_buffers_load(TumDocument *document, const GlbChunks *glb, const G4bChunks *g4b,
                           FileBytes *file, TumReport *report);

/// Gives all blocks and mapped files back.
void tum_buffers_free(TumDocument *document);

/// Makes room for `count` bytes in all in a buffer that is no file, keeping what is there.
///
/// @return false when out of memory.
bool tum_buffer_reserve(TumDocument *document, DocumentBuffer *buffer, size_t count);

/// Finds the bytes of a bufferView. Findings are filed at the view.
///
/// @return false when there are none.
bool tum_buffer_view_open(const TumDocument *document, int32_t index, BufferView *view,
                          TumReport *report);

#endif
