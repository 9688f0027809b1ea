// SPDX-License-Identifier: MIT
/// dialect.h: a physics scene out of a document, and a document out of a scene.
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

/// What a document can be written in.
typedef enum TumTarget {
    TUM_TARGET_KHR,          ///< KHR_physics_rigid_bodies and KHR_implicit_shapes, newest.
    TUM_TARGET_KHR_DRAFT,    ///< KHR_physics_rigid_bodies and KHR_collision_shapes, first draft.
    TUM_TARGET_MSFT,         ///< MSFT_rigid_bodies and MSFT_collision_primitives.
    TUM_TARGET_OMI,          ///< OMI_physics_body, _shape, _joint and _gravity, newest.
    TUM_TARGET_OMI_DRAFT,    ///< The same before 2023-08, bodies with a type.
    TUM_TARGET_OMI_COLLIDER, ///< OMI_collider with OMI_physics_body.
    TUM_TARGET_G4MF,         ///< A G4MF document of dimension 3.
    TUM_TARGET_GLTF21        ///< KHR_physics_rigid_bodies with the core's shapes; experimental.
} TumTarget;

/// All zero means the defaults.
typedef struct TumWriteOptions {
    TumAllocator allocator; ///< Of working memory; the new document has its source's.
    TumTarget target;
    bool geometry_by_node; ///< KHR: meshes by `geometry.node`, as the release candidate has them.
    bool bake_scale;       ///< Curved shapes under uneven scale become hulls.
    bool merge_names;      ///< Equal items of a table become one even when named differently.
} TumWriteOptions;

/// Writes a scene's physics into a copy of the document it was read from, in place of what physics
/// the document has, and leaves everything else as it is. A document that is in the target's
/// newest revision already is copied as it is.
///
/// Whatever the target says otherwise, in other words or not at all is a finding with a code of its
/// own (docs/diagnostics.md, "Conversion"), at the pointer of its cause in the source.
///
/// @param scene    read from `source`, with animations.
/// @param options  may be NULL.
/// @param written  receives the new document; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (the scene's dimension), TUM_ERROR_CAPACITY or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_write(const TumScene *scene, const TumDocument *source,
                                  const TumWriteOptions *options, TumDocument **written,
                                  TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
