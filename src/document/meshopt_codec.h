// SPDX-License-Identifier: MIT
/// meshopt_codec.h: the bit streams of KHR_meshopt_compression and EXT_meshopt_compression.
///
/// After appendices A (streams) and B (filters) of the extension's text; EXT has version 0 of
/// attributes and no filter for colors. Every read is checked: a stream that ends early, has bytes
/// left over, or refers to elements not yet decoded is invalid as a whole.
#ifndef TUM_DOCUMENT_MESHOPT_CODEC_H
#define TUM_DOCUMENT_MESHOPT_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A stream and the size of its output.
typedef struct MeshoptStream {
    const uint8_t *bytes;
    size_t byte_count;
    size_t count;  ///< Elements.
    size_t stride; ///< [bytes] Of an element: a multiple of 4 up to 256; 2 or 4 for indices.
} MeshoptStream;

/// Modes ATTRIBUTES, TRIANGLES (count is a multiple of 3) and INDICES.
///
/// @param to  receives count * stride bytes.
/// @return false where the stream is invalid; the content of `to` is then undefined.
bool tum_meshopt_attributes(const MeshoptStream *stream, uint8_t *to);
bool tum_meshopt_triangles(const MeshoptStream *stream, uint8_t *to);
bool tum_meshopt_indices(const MeshoptStream *stream, uint8_t *to);

/// Filters OCTAHEDRAL, QUATERNION, EXPONENTIAL and COLOR, in place.
///
/// @return false for a stride that the filter does not support.
bool tum_meshopt_octahedral(uint8_t *bytes, size_t count, size_t stride);
bool tum_meshopt_quaternion(uint8_t *bytes, size_t count, size_t stride);
bool tum_meshopt_exponential(uint8_t *bytes, size_t count, size_t stride);
bool tum_meshopt_color(uint8_t *bytes, size_t count, size_t stride);

#endif
