// SPDX-License-Identifier: MIT
/// order.h: findings in the order of the file.
#ifndef TUM_VALIDATE_ORDER_H
#define TUM_VALIDATE_ORDER_H

#include "base/arena.h"
#include "document/cursor.h"

/// Sorts the findings from `first` on: those of the container by offset, then those of the document
/// along its text, an object before its members. Without memory the order stays unchanged.
void tum_order_findings(const TumDocument *document, Arena *arena, size_t first, TumReport *report);

#endif
