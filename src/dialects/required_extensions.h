// SPDX-License-Identifier: MIT
/// required_extensions.h: what a document may require of us.
///
/// A document is refused when it requires an extension that neither we nor the Khronos registry
/// know, since nobody can say what it changes, or a compression of a mesh that a collider is made
/// of, since the shape cannot be read. Registered extensions that concern looks, sounds and light
/// never stop physics (docs/dialects.md#what-every-reader-does).
#ifndef TUM_DIALECTS_REQUIRED_EXTENSIONS_H
#define TUM_DIALECTS_REQUIRED_EXTENSIONS_H

#include "dialects/scene_reader.h"

/// True when the Khronos registry lists the extension and it leaves alone what we read.
bool tum_extension_is_registered(const char *name);

/// Goes through extensionsRequired; marks the reader refused and files UNSUPPORTED_EXTENSION for
/// each that cannot be honoured.
void tum_required_extensions_check(SceneReader *reader);

/// True when a mesh is stored in a way that the document requires us to decode and nobody here can;
/// the reader is then refused, and a finding says why. Ask before reading it.
bool tum_required_codec_is_missing(SceneReader *reader, int32_t mesh);

/// The same for compressed bytes, which may be beyond this build. Ask when reading has failed.
bool tum_required_codec_has_failed(SceneReader *reader, int32_t mesh);

#endif
