// SPDX-License-Identifier: MIT
/// required_extensions.h: extensions that a document requires.
///
/// A document is refused when it requires an extension unknown to the readers and to the Khronos
/// registry, since its effects are unknown, or a missing decompression for a mesh of a collider,
/// since the shape cannot be read. Registered extensions for materials, sound and light never
/// prevent physics (docs/dialects.md#what-every-reader-does).
#ifndef TUM_DIALECTS_REQUIRED_EXTENSIONS_H
#define TUM_DIALECTS_REQUIRED_EXTENSIONS_H

#include "dialects/scene_reader.h"

/// True when the Khronos registry lists the extension and the extension does not affect physics.
bool tum_extension_is_registered(const char *name);

/// Checks extensionsRequired: marks the reader as refused and files UNSUPPORTED_EXTENSION for each
/// unsupported extension.
void tum_required_extensions_check(SceneReader *reader);

/// True when a mesh needs a required codec that does not exist here; the reader is then refused,
/// with a finding. Call before reading the mesh.
bool tum_required_codec_is_missing(SceneReader *reader, int32_t mesh);

/// As above, for compressed bytes that this build may not decode. Call when reading has failed.
bool tum_required_codec_has_failed(SceneReader *reader, int32_t mesh);

#endif
