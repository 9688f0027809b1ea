// SPDX-License-Identifier: MIT
/// meshopt.h: compressed bufferViews (EXT_meshopt_compression, KHR_meshopt_compression).
///
/// Such a view tells twice where its bytes are: compressed in one buffer, and plain in another,
/// the fallback, which may be left empty. The compressed bytes are the ones that are read; where
/// they are broken, the fallback where there is one.
#ifndef TUM_DOCUMENT_MESHOPT_H
#define TUM_DOCUMENT_MESHOPT_H

#include "document/cursor.h"
#include "document/state.h"

/// True when a buffer without uri is a fallback that was left empty on purpose.
bool tum_meshopt_is_fallback(const Cursor *buffer);

/// Decodes all compressed views; buffers must be loaded.
///
/// Takes memory for what the views declare, and all of them together no more than compressed data
/// of a document may become (TUM_MAX_INFLATED_BYTES).
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_meshopt_decode(TumDocument *document, TumReport *report);

void tum_meshopt_free(TumDocument *document);

/// The decoded bytes of a view. @return false where it was not compressed, or not decoded.
bool tum_meshopt_view(const TumDocument *document, size_t index, BufferView *view);

/// Files why a view whose buffer has no bytes cannot be read, where compression is the reason.
void tum_meshopt_report_missing(const Cursor *view);

#endif
