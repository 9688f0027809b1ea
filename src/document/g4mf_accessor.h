// SPDX-License-Identifier: MIT
/// g4mf_accessor.h: typed arrays of a G4MF document.
///
/// Packed tightly, without stride or count: a bufferView is all elements. Components are floats and
/// integers of 1 to 16 bytes.
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

/// Findings are filed at the accessor or its bufferView.
///
/// @param index  of /accessors; an index that is not there gives false.
/// @return false when the accessor cannot be read.
bool tum_g4mf_accessor_open(const TumDocument *document, int32_t index, G4mfAccessor *accessor,
                            TumReport *report);

/// Number `at` of all, count * width of them. Of 16 bytes, rounded to nearest even.
double tum_g4mf_accessor_number(const G4mfAccessor *accessor, size_t at);

/// The same of an accessor of integers, as an index; UINT32_MAX for what is below 0 or above it.
uint32_t tum_g4mf_accessor_index(const G4mfAccessor *accessor, size_t at);

#endif
