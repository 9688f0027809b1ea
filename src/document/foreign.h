// SPDX-License-Identifier: MIT
/// foreign.h: files of other formats, recognized by their first bytes.
#ifndef TUM_DOCUMENT_FOREIGN_H
#define TUM_DOCUMENT_FOREIGN_H

#include <stddef.h>

typedef struct Foreign {
    const char *name; ///< "a PNG picture"; NULL for a possible document.
    const char *hint; ///< "gunzip unpacks it"; NULL: only another file helps.
} Foreign;

/// The format of a file that is no glTF and no G4MF.
Foreign tum_foreign_format(const unsigned char *bytes, size_t count);

#endif
