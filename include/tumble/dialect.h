// SPDX-License-Identifier: MIT
/// dialect.h: a physics scene out of a document.
#ifndef TUMBLE_DIALECT_H
#define TUMBLE_DIALECT_H

#include "tumble/document.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// All zero means the defaults.
typedef struct TumSceneOptions {
    TumAllocator allocator; ///< All zero: malloc and free.
    double default_density; ///< [kg/m^3] 0: 1000.
    bool literal_stiffness; ///< A small stiffness of a limit that Godot wrote is N/m like any
                            ///< other. Else it is rigid: Godot means a softness without unit by it.
    bool node_velocities;   ///< Velocities are in the space of their node in every dialect. Else
                            ///< OMI's are those of the world (spec/dialects.md, decision D15).
    bool no_animations;     ///< Nothing is animated. Else all animations of the document play from
                            ///< the start, a later one winning where two move the same.
} TumSceneOptions;

/// Reads the physics of a document, whatever dialects it speaks; they are told apart by content.
///
/// Findings go to the report; one bad collider does not hide the next. A document without physics
/// gives a scene with nodes and nothing else.
///
/// @param options  may be NULL.
/// @param scene    receives the scene; free it with tum_scene_destroy. NULL on failure. It keeps
///                 nothing of the document.
/// @return TUM_OK, TUM_ERROR_INPUT (a required extension that tumble cannot honour),
///         TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_read(const TumDocument *document, const TumSceneOptions *options,
                                 TumScene **scene, TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
