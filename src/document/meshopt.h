// SPDX-License-Identifier: MIT
/// meshopt.h: compressed bufferViews (EXT_meshopt_compression, KHR_meshopt_compression).
///
/// Such a view gives its bytes twice: compressed in one buffer, and plain in another, the fallback,
/// which may be empty. The compressed bytes are read; where they are broken, the fallback is read
/// if it exists.
#ifndef TUM_DOCUMENT_MESHOPT_H
#define TUM_DOCUMENT_MESHOPT_H

#include "document/cursor.h"
#include "document/state.h"

/// True when a buffer without uri is an intentionally empty fallback.
bool tum_meshopt_is_fallback(const Cursor *buffer);

/// Decodes all compressed views; buffers must be loaded.
///
/// The memory is that of the declared views, all together within the document's limit of
/// decompressed bytes (TUM_MAX_INFLATED_BYTES).
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_meshopt_decode(TumDocument *document, TumReport *report);

void tum_meshopt_free(TumDocument *document);

/// The decoded bytes of a view. @return false for a view that was not compressed or not decoded.
bool tum_meshopt_view(const TumDocument *document, size_t index, BufferView *view);

/// Files the reason why a view without bytes cannot be read, where compression is the reason.
void tum_meshopt_report_missing(const Cursor *view);

#endif
