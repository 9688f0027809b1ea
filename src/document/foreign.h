// SPDX-License-Identifier: MIT
/// foreign.h: files of other formats, told by their first bytes.
#ifndef TUM_DOCUMENT_FOREIGN_H
#define TUM_DOCUMENT_FOREIGN_H

#include <stddef.h>

typedef struct Foreign {
    const char *name; ///< "a PNG picture"; NULL for what may be a document of ours.
    const char *hint; ///< "gunzip unpacks it"; NULL: nothing helps but another file.
} Foreign;

/// The format of a file that is no glTF and no G4MF.
Foreign tum_foreign_format(const unsigned char *bytes, size_t count);

#endif
