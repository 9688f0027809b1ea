// SPDX-License-Identifier: MIT
/// stamp.h: the first member of a definition: its kind in the upper 16 bits, its size in bytes, as
/// the caller was compiled, in the lower 16.
///
///     static const uint32_t BODY_STAMP = STAMP_OF('b', '3', TumBodyDef3);
///
/// A caller compiled against another layout passes a stamp of the same kind with another size. The
/// library reads the stamp before any other member.
#ifndef TUM_BASE_STAMP_H
#define TUM_BASE_STAMP_H

#include "tumble/base.h"

#define STAMP_OF(a, b, type) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)sizeof(type))

/// @param own  the stamp of the library's own layout.
/// @return TUM_OK, TUM_ERROR_VERSION (the same definition with another size) or TUM_ERROR_ARGUMENT.
TumStatus tum_stamp_status(uint32_t stamp, uint32_t own);

/// Fills a definition in the caller's layout. A definition whose size differs from the library's
/// becomes zero within its own bytes, but for its stamp.
///
/// @param bytes     [bytes] size of the caller's definition.
/// @param defaults  in the library's layout, with its stamp as the first member.
void tum_stamp_fill(void *def, size_t bytes, const void *defaults);

#endif
