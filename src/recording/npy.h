// SPDX-License-Identifier: MIT
/// npy.h: a .npy file, format 1.0 (numpy.lib.format), as an entry of a zip archive.
#ifndef TUM_RECORDING_NPY_H
#define TUM_RECORDING_NPY_H

#include "recording/zip.h"

// Data keeps the machine's byte order, which the header states.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NPY_ORDER "<"
#else
#define NPY_ORDER ">"
#endif

/// Appends an array.
///
/// @param name   "time.npy"; borrowed until tum_zip_end.
/// @param type   NPY_ORDER "f8"
/// @param shape  [dimensions] at most three.
/// @param data   [bytes]
void tum_npy_add(Zip *zip, const char *name, const char *type, const size_t *shape,
                 size_t dimensions, const void *data, size_t bytes);

#endif
