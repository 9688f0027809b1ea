// SPDX-License-Identifier: MIT
/// g4mf_buffer.h: the bytes of a G4MF buffer: in a chunk or at a uri, compressed or not.
#ifndef TUM_DOCUMENT_G4MF_BUFFER_H
#define TUM_DOCUMENT_G4MF_BUFFER_H

#include "document/buffer_uri.h"
#include "document/zstd.h"

/// Decodes a chunk, to at most `most` bytes, and subtracts them from the document's limit of
/// decompressed bytes.
///
/// @return false, with a finding at the chunk, when it cannot be decoded.
bool tum_g4mf_inflate_chunk(TumDocument *document, const G4bChunk *chunk, size_t most,
                            ZstdBytes *decoded, TumReport *report);

/// Loads one buffer. The caller compares the declared length.
///
/// @param at  the buffer.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_g4mf_buffer_load(BufferLoading *loading, const Cursor *at, DocumentBuffer *buffer);

/// The value of a member with another name in older files (docs/formats.md#g4mf). Where both names
/// are present the new one counts; an old name is reported.
Cursor tum_g4mf_member(const Cursor *object, const char *key, const char *old_key);

/// An index into a table. An absence written as -1 is reported and read as absent.
int32_t tum_g4mf_index(const Cursor *object, const char *key, size_t table_count);

#endif
