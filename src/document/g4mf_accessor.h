// SPDX-License-Identifier: MIT
/// g4mf_accessor.h: typed arrays of a G4MF document.
///
/// Elements are packed tightly, without stride or count: a bufferView consists of elements only.
/// Components are floats and integers of 1 to 16 bytes.
#ifndef TUM_DOCUMENT_G4MF_ACCESSOR_H
#define TUM_DOCUMENT_G4MF_ACCESSOR_H

#include "base/arena.h"
#include "document/cursor.h"

typedef enum G4mfComponent { G4MF_FLOAT, G4MF_SIGNED, G4MF_UNSIGNED } G4mfComponent;

/// Borrows the bytes of the document.
typedef struct G4mfAccessor {
    int32_t index;
    size_t count; ///< Elements.
    size_t width; ///< Numbers per element.
    G4mfComponent kind;
    size_t component_bytes; ///< 1, 2, 4, 8 or 16.
    const uint8_t *bytes;
} G4mfAccessor;

/// Opens an accessor. Findings are filed at the accessor or its bufferView.
///
/// @param index  into /accessors; an index out of range gives false.
/// @return false when the accessor cannot be read.
bool tum_g4mf_accessor_open(const TumDocument *document, int32_t index, G4mfAccessor *accessor,
                            TumReport *report);

/// Number `at` of count * width numbers. Components of 16 bytes are rounded to nearest even.
double tum_g4mf_accessor_number(const G4mfAccessor *accessor, size_t at);

/// Number `at` of an integer accessor as an index; UINT32_MAX for a number out of range.
uint32_t tum_g4mf_accessor_index(const G4mfAccessor *accessor, size_t at);

#endif
