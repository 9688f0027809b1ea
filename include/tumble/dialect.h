// SPDX-License-Identifier: MIT
/// dialect.h: reading the physics of a file of any dialect into a scene, and writing a scene in
/// another.
///
///     TumScene *scene = NULL;
///     TumReport *report = tum_report_create(NULL);
///     if (tum_scene_open("crate.glb", NULL, &scene, report) == TUM_OK) {
///         for (size_t i = 0; i < scene->body_count; ++i) { … }    // scene.h
///     }
///     tum_scene_destroy(scene);
///     tum_report_destroy(report);
///
/// Threads: documents and scenes are only read here. Calls on several threads may share them, but
/// neither a report nor an allocator that does not allow it.
#ifndef TUMBLE_DIALECT_H
#define TUMBLE_DIALECT_H

#include "tumble/document.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Dialects, by the names that the command line has for them. Readers tell revisions apart by
/// content, so one name stands for all revisions of its line that are read the same way.
typedef enum TumDialect {
    TUM_DIALECT_ANY, ///< Every dialect of the document; where two say the same, the newer line
                     ///< counts.
    TUM_DIALECT_KHR, ///< "khr": KHR_physics_rigid_bodies with KHR_implicit_shapes
    TUM_DIALECT_KHR_DRAFT,    ///< "khr-draft": its drafts, with KHR_collision_shapes
    TUM_DIALECT_MSFT,         ///< "msft": MSFT_rigid_bodies, MSFT_RigidBodies, MSFT_physics
    TUM_DIALECT_OMI,          ///< "omi": OMI_physics_body with OMI_physics_shape
    TUM_DIALECT_OMI_DRAFT,    ///< "omi-draft": its first form, with a `type` on the node
    TUM_DIALECT_OMI_COLLIDER, ///< "omi-collider": that form with OMI_collider
    TUM_DIALECT_G4MF,         ///< "g4mf": G4MF
    TUM_DIALECT_GLTF21,       ///< "gltf21": KHR_physics_rigid_bodies with the shapes of glTF 2.1
    TUM_DIALECT_NAMES, ///< "names": suffixes -col, -colonly, -convcol, -convcolonly, -rigid of the
                       ///< names of nodes; read only when asked for
    TUM_DIALECT_COUNT  ///< Number of the dialects.
} TumDialect;

/// Name of a dialect; "" for TUM_DIALECT_ANY.
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_dialect_name(TumDialect dialect);

/// Finds the dialect of a name, or of the id of one of its revisions ("K6", as TumScene.dialects
/// lists them).
///
/// @param dialect  receives the dialect.
/// @return false where no dialect has the name: then nothing is written.
TUM_API bool tum_dialect_by_name(const char *name, TumDialect *dialect);

/// Options of reading a scene. An all-zero struct holds the defaults.
typedef struct TumSceneOptions {
    TumAllocator allocator; ///< Memory of the scene; all zero: malloc and free.
    double default_density; ///< [kg/m^3] Density of bodies without a mass. 0: 1000.
    bool literal_stiffness; ///< A small stiffness of a limit that Godot wrote is N/m like any
                            ///< other. Else it is rigid: Godot means a softness without unit by it.
    bool node_velocities;   ///< Velocities are in the space of their node in every dialect. Else
                            ///< OMI's are those of the world (`docs/dialects.md#d15`).
    bool no_animations; ///< Nothing is animated. Else all animations of the document play from the
                        ///< start; of two that move the same, the later one counts.
    uint64_t map_from_bytes; ///< For tum_scene_open: as in TumDocumentOptions.
    TumDialect dialect; ///< The only dialect that is read; content of others is ignored. A document
                        ///< without this dialect gets the finding PHYSICS_DIALECT_FORCED.
} TumSceneOptions;

/// Reads the physics of a document in any dialect; content tells the dialects apart.
///
/// Findings go to the report; one bad collider does not hide the next. A document without physics
/// gives a scene with nodes and nothing else.
///
/// @param options  may be NULL: the defaults.
/// @param scene  receives the scene; free it with tum_scene_destroy. NULL on failure. It borrows
///               nothing of the document. Where both have the same allocator, the transforms of the
///               nodes belong to both and stay until both are destroyed.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_INPUT (a required extension that tumble cannot honour),
///         TUM_ERROR_CAPACITY (a count beyond capacity.h), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT
///         (a required pointer is NULL, or the dialect is none).
TUM_API TumStatus tum_scene_read(const TumDocument *document, const TumSceneOptions *options,
                                 TumScene **scene, TumReport *report);

/// Reads the physics of a file, for programs that have no other use for the document.
///
/// @param path  "-" is standard input.
/// @param options  may be NULL: the defaults.
/// @param scene  receives the scene; free it with tum_scene_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return as tum_document_open and tum_scene_read.
TUM_API TumStatus tum_scene_open(const char *path, const TumSceneOptions *options, TumScene **scene,
                                 TumReport *report);

/// Reads the physics of a file whose bytes lie in memory.
///
/// @param bytes  borrowed until the return.
/// @param where  may be NULL; its folder resolves relative URIs, its name is that of the file in
///               findings.
/// @param options  may be NULL: the defaults.
/// @param scene  receives the scene; free it with tum_scene_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return as tum_document_read and tum_scene_read.
TUM_API TumStatus tum_scene_read_bytes(const void *bytes, size_t count,
                                       const TumDocumentOptions *where,
                                       const TumSceneOptions *options, TumScene **scene,
                                       TumReport *report);

/// Forms in which tum_scene_write can write physics.
typedef enum TumTarget {
    TUM_TARGET_KHR,          ///< KHR_physics_rigid_bodies and KHR_implicit_shapes, newest.
    TUM_TARGET_KHR_DRAFT,    ///< KHR_physics_rigid_bodies and KHR_collision_shapes, first draft.
    TUM_TARGET_MSFT,         ///< MSFT_rigid_bodies and MSFT_collision_primitives.
    TUM_TARGET_OMI,          ///< OMI_physics_body, _shape, _joint and _gravity, newest.
    TUM_TARGET_OMI_DRAFT,    ///< OMI_physics_body before 2023-08, with a type.
    TUM_TARGET_OMI_COLLIDER, ///< OMI_collider with OMI_physics_body.
    TUM_TARGET_G4MF,         ///< A G4MF document of the scene's dimension.
    TUM_TARGET_GLTF21        ///< KHR_physics_rigid_bodies with the core's shapes; experimental.
} TumTarget;

/// Options of writing a scene. An all-zero struct holds the defaults.
typedef struct TumWriteOptions {
    TumAllocator allocator; ///< Working memory. The new document uses the allocator of its source,
                            ///< or this one without a source.
    TumTarget target;       ///< Form of the new document.
    bool geometry_by_node;  ///< KHR: meshes by `geometry.node`, as the release candidate has them.
    bool bake_scale;        ///< Curved shapes under uneven scale become hulls.
    bool merge_names;       ///< Equal items of a table become one even when named differently.
} TumWriteOptions;

/// Writes the physics of a scene into a copy of the document that the scene was read from, in place
/// of the physics that the document has, and leaves everything else as it is. A document that is in
/// the target's newest revision already is copied as it is.
///
/// Content that the target cannot express as it stands, or not at all, is a finding with a code of
/// its own (docs/diagnostics.md, "Conversion"), at the pointer of its cause in the source.
///
/// @param scene  read from `source`, with animations; or built for the nodes of `source`
///               (scene_builder.h), which then has the same ones in the same order; or any of 3D
///               where there is no source, of 4D too for TUM_TARGET_G4MF.
/// @param source  NULL: a document is made of the scene's nodes, its physics and, as one animation,
///                the tracks of its nodes. That document shows nothing.
/// @param options  may be NULL: the defaults.
/// @param written  receives the new document; free it with tum_document_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (the scene's dimension), TUM_ERROR_CAPACITY or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_write(const TumScene *scene, const TumDocument *source,
                                  const TumWriteOptions *options, TumDocument **written,
                                  TumReport *report);

/// Projects a G4MF document to its first three dimensions, so that its scene can be written in any
/// dialect. Shapes keep their first three sizes, rotations become the nearest of three dimensions,
/// meshes the triangles of their tetrahedra. Each loss is a finding (A-PROJECT); nodes and shapes
/// keep their index. Textures, animations and skins are left out.
///
/// @param projected  receives the new document, with the allocator of `document`; free it with
///                   tum_document_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (fewer than three dimensions) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_document_project(const TumDocument *document, TumDocument **projected,
                                       TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
