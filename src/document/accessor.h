// SPDX-License-Identifier: MIT
/// accessor.h: typed arrays of a document, read as doubles or indices.
///
///     Accessor accessor;
///     if (tum_accessor_open(document, 3, &accessor, report)) {
///         double *points = …;                                  // accessor.count * 3
///         tum_accessor_read(&accessor, 0, accessor.count, points);
///     }
///
/// Opening checks every count, offset and size, so reading cannot fail. Reading handles strides,
/// padded matrix columns, sparse overrides and normalisation.
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

/// [bytes] Size of a number of this type.
static inline size_t component_type_bytes(ComponentType type)
{
    switch (type) {
    case COMPONENT_BYTE:
    case COMPONENT_UNSIGNED_BYTE: return 1;
    case COMPONENT_SHORT:
    case COMPONENT_UNSIGNED_SHORT: return 2;
    case COMPONENT_UNSIGNED_INT:
    case COMPONENT_FLOAT: break;
    }
    return 4;
}

/// Borrows the bytes of the document. Members other than `index` to `is_normalized` are internal.
typedef struct Accessor {
    int32_t index;
    size_t count;             ///< Elements.
    size_t rows, columns;     ///< VEC3 is 3 by 1, MAT4 is 4 by 4.
    size_t width;             ///< Numbers per element: rows * columns.
    ComponentType type;       ///< The type of each number.
    bool is_normalized;       ///< Integers map to -1 … 1 or 0 … 1.
    bool is_misaligned;       ///< Elements do not begin at multiples of their type's size; reading
                              ///< works.
    bool has_stride;          ///< The bufferView has a byteStride.
    const uint8_t *bytes;     ///< The first element; NULL: all zeros.
    size_t stride;            ///< [bytes] From element to element.
    size_t column_bytes;      ///< From column to column: multiples of 4 in matrices.
    size_t sparse_count;      ///< Number of overridden elements.
    ComponentType index_type; ///< The type of the overrides' element numbers.
    const uint8_t *sparse_indices, *sparse_values;
} Accessor;

/// Opens an accessor. Findings are filed at the accessor or its bufferView.
///
/// @param index  into /accessors; an index out of range gives false.
/// @return false when the accessor cannot be read.
bool tum_accessor_open(const TumDocument *document, int32_t index, Accessor *accessor,
                       TumReport *report);

/// Reads elements first … first + count - 1, width numbers each; matrices column by column.
///
/// Normalised integers become fractions (glTF 2.0, section 3.6.2.2 and 3.11: c / 127, not below -1,
/// and so on).
void tum_accessor_read(const Accessor *accessor, size_t first, size_t count, double *values);

/// Reads scalars of an unsigned type as integers.
void tum_accessor_read_indices(const Accessor *accessor, size_t first, size_t count,
                               uint32_t *values);

#endif
