// SPDX-License-Identifier: MIT
/// accessor.h: typed arrays of a document, read as doubles or indices.
///
///     Accessor accessor;
///     if (tum_accessor_open(document, 3, &accessor, report)) {
///         double *points = …;                                  // accessor.count * 3
///         tum_accessor_read(&accessor, 0, accessor.count, points);
///     }
///
/// Opening checks every count, offset and size, so reading cannot fail. Strides, padded matrix
/// columns, sparse overrides and normalisation are taken care of.
#ifndef TUM_DOCUMENT_ACCESSOR_H
#define TUM_DOCUMENT_ACCESSOR_H

#include "base/arena.h"
#include "document/cursor.h"

typedef enum ComponentType {
    COMPONENT_BYTE = 5120,
    COMPONENT_UNSIGNED_BYTE = 5121,
    COMPONENT_SHORT = 5122,
    COMPONENT_UNSIGNED_SHORT = 5123,
    COMPONENT_UNSIGNED_INT = 5125,
    COMPONENT_FLOAT = 5126
} ComponentType;

/// Borrows the bytes of the document. Fields but `index` to `is_normalized` are internal.
typedef struct Accessor {
    int32_t index;
    size_t count;             ///< Elements.
    size_t rows, columns;     ///< VEC3 is 3 by 1, MAT4 is 4 by 4.
    size_t width;             ///< Numbers per element: rows * columns.
    ComponentType type;       ///< Of each number.
    bool is_normalized;       ///< Integers stand for -1 … 1 or 0 … 1.
    bool is_misaligned;       ///< Its elements begin where its type must not; read all the same.
    bool has_stride;          ///< Its bufferView has a byteStride.
    const uint8_t *bytes;     ///< Of the first element; NULL: zeros.
    size_t stride;            ///< [bytes] From element to element.
    size_t column_bytes;      ///< From column to column: multiples of 4 in matrices.
    size_t sparse_count;      ///< Elements that are overridden.
    ComponentType index_type; ///< Of their numbers.
    const uint8_t *sparse_indices, *sparse_values;
} Accessor;

/// Findings are filed at the accessor or its bufferView.
///
/// @param index  of /accessors; an index that is not there gives false.
/// @return false when the accessor cannot be read.
bool tum_accessor_open(const TumDocument *document, int32_t index, Accessor *accessor,
                       TumReport *report);

/// Elements first … first + count - 1, width numbers each; matrices column by column.
///
/// Integers are turned into what they stand for where normalised (glTF 2.0, section 3.6.2.2 and
/// 3.11: c / 127, not below -1, and so on).
void tum_accessor_read(const Accessor *accessor, size_t first, size_t count, double *values);

/// The same for scalars of an unsigned type, as they are.
void tum_accessor_read_indices(const Accessor *accessor, size_t first, size_t count,
                               uint32_t *values);

#endif
