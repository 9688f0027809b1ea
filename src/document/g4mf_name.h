// SPDX-License-Identifier: MIT
/// g4mf_name.h: which characters names of G4MF items may have (docs/formats.md#g4mf).
#ifndef TUM_DOCUMENT_G4MF_NAME_H
#define TUM_DOCUMENT_G4MF_NAME_H

#include <stddef.h>

/// How many bytes of the name come before the first character that names must not contain: all of
/// them where it is right.
size_t tum_g4mf_name_allowed_bytes(const char *name);

#endif
