// SPDX-License-Identifier: MIT
/// meshopt_codec.h: the bit streams of KHR_meshopt_compression and EXT_meshopt_compression.
///
/// Appendices A (streams) and B (filters) of the extension's text; EXT has version 0 of attributes
/// and not the filter for colours. Every read is checked: a stream that ends early, or has bytes
/// left over, or refers to what it has not said, is wrong as a whole.
#ifndef TUM_DOCUMENT_MESHOPT_CODEC_H
#define TUM_DOCUMENT_MESHOPT_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A stream and what comes out of it.
typedef struct MeshoptStream {
    const uint8_t *bytes;
    size_t byte_count;
    size_t count;  ///< Elements.
    size_t stride; ///< [bytes] Of an element: a multiple of 4 up to 256; 2 or 4 for indices.
} MeshoptStream;

/// Modes ATTRIBUTES, TRIANGLES (count is a multiple of 3) and INDICES.
///
/// @param to  receives count * stride bytes.
/// @return false where the stream is wrong; `to` then holds anything.
bool tum_meshopt_attributes(const MeshoptStream *stream, uint8_t *to);
bool tum_meshopt_triangles(const MeshoptStream *stream, uint8_t *to);
bool tum_meshopt_indices(const MeshoptStream *stream, uint8_t *to);

/// Filters OCTAHEDRAL, QUATERNION, EXPONENTIAL and COLOR, in place.
///
/// @return false where the stride is none that the filter has.
bool tum_meshopt_octahedral(uint8_t *bytes, size_t count, size_t stride);
bool tum_meshopt_quaternion(uint8_t *bytes, size_t count, size_t stride);
bool tum_meshopt_exponential(uint8_t *bytes, size_t count, size_t stride);
bool tum_meshopt_color(uint8_t *bytes, size_t count, size_t stride);

#endif
