// SPDX-License-Identifier: MIT
/// edit_extension.h: extensions of a document under edit, and their lists at the root. Lifetimes
/// are those of edit.h.
#ifndef TUM_DOCUMENT_EDIT_EXTENSION_H
#define TUM_DOCUMENT_EDIT_EXTENSION_H

#include "document/edit.h"

/// Removes an extension everywhere: from every `extensions`, from extensionsUsed and
/// extensionsRequired, with the lists that become empty. `extras` stay unchanged.
void tum_edit_remove_extension(TumDocument *document, const char *name);

/// Moves a name from extensionsRequired to extensionsUsed, if it is not there already.
///
/// @param was_required  receives true where the extension was required.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_edit_relax_extension(TumDocument *document, const char *name, bool *was_required);

/// Adds a name to extensionsUsed, and with is_required to extensionsRequired, unless it is there.
TumStatus tum_edit_declare_extension(TumDocument *document, const char *name, bool is_required);

#endif
