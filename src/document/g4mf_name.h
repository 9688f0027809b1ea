// SPDX-License-Identifier: MIT
/// g4mf_name.h: the characters allowed in names of G4MF items (docs/formats.md#g4mf).
#ifndef TUM_DOCUMENT_G4MF_NAME_H
#define TUM_DOCUMENT_G4MF_NAME_H

#include <stddef.h>

/// The number of bytes before the first forbidden character; the whole length of a valid name.
size_t tum_g4mf_name_allowed_bytes(const char *name);

#endif
