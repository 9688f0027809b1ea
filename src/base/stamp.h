// SPDX-License-Identifier: MIT
/// stamp.h: the first member of a definition: its kind in the upper 16 bits, its size in bytes, as
/// the caller was compiled, in the lower 16.
///
///     static const uint32_t BODY_STAMP = STAMP_OF('b', '3', TumBodyDef3);
///
/// A caller that was compiled against another layout passes a stamp of the same kind with another
/// size. The stamp is read before anything else of the definition.
#ifndef TUM_BASE_STAMP_H
#define TUM_BASE_STAMP_H

#include "tumble/base.h"

#define STAMP_OF(a, b, type) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)sizeof(type))

/// @param own  the stamp of the library's own layout.
/// @return TUM_OK, TUM_ERROR_VERSION (the same definition of another size) or TUM_ERROR_ARGUMENT.
TumStatus tum_stamp_status(uint32_t stamp, uint32_t own);

/// Fills a definition of the caller's layout. One of another size than the library's becomes zero
/// but for its stamp, within its own bytes.
///
/// @param bytes     [bytes] of the caller's definition.
/// @param defaults  of the library's layout, with its stamp as the first member.
void tum_stamp_fill(void *def, size_t bytes, const void *defaults);

#endif
