// SPDX-License-Identifier: MIT
/// omi_shape.h: the shapes of OMI_physics_shape and of OMI_collider, in all revisions.
///
///     {"type": "capsule", "capsule": {"height": 1, "radiusTop": 0.5, "radiusBottom": 0.5}}   S4
///     {"type": "capsule", "capsule": {"height": 2, "radius": 0.5}}                       S2, S3
///     {"type": "capsule", "height": 2, "radius": 0.5}                                OC, S0, S1
///
/// The reader accepts the union of the three, property by property; a parameter in the sub-object
/// overrides one beside `type`. The height of a capsule was its total height in older revisions and
/// is now the distance of its ends' centres; the shape itself shows the meaning, else the rest of
/// the document (docs/specification.md#omi_collider-and-omi_physics_shape, decision D8).
#ifndef TUM_DIALECTS_OMI_SHAPE_H
#define TUM_DIALECTS_OMI_SHAPE_H

#include "dialects/implicit_shape.h"

/// Traces of revisions in a table, for messages only.
typedef struct OmiShapeTraces {
    bool flat;        ///< Parameters are beside `type`.
    bool hull;        ///< Type `hull`.
    bool one_radius;  ///< A capsule or cylinder has `radius` in its sub-object.
    bool two_radii;   ///< … or `radiusTop`, `radiusBottom`.
    bool half_extent; ///< OC0: boxes by half `extents`, meshes of type `mesh`.
} OmiShapeTraces;

/// A table of OMI shapes. Must not move while in use.
typedef struct OmiShapeTable {
    RootTable root;
    bool is_collider;       ///< OMI_collider: the height of a capsule is always the total height.
    bool has_total_heights; ///< The document has an old form: heights without a radius are total
                            ///< too.
    int32_t *shapes;        ///< [root.count] Index in the scene, or SHAPE_UNUSABLE, SHAPE_OF_MESH.
    bool *is_trigger;       ///< [root.count] OMI_collider's `isTrigger`.
    size_t mesh_count;
    OmiShapeTraces traces;
} OmiShapeTable;

/// Opens the table and adds its implicit shapes to the scene.
///
/// @param has_total_heights  the reading of a capsule with a height and no radius.
void tum_omi_shape_table_open(OmiShapeTable *table, SceneReader *reader, const char *extension,
                              const char *key, bool has_total_heights);

/// True when a capsule or cylinder of an OMI_physics_shape table has a `radius`.
bool tum_omi_shapes_look_old(const SceneReader *reader);

/// The shape in the scene, or -1 for an unusable one, with a finding.
///
/// @param index  into the table, or -1.
int32_t tum_omi_table_shape(SceneReader *reader, OmiShapeTable *table, int32_t node, int32_t index);

/// A shape in place of an index, as exporters once wrote it.
int32_t tum_omi_inline_shape(SceneReader *reader, OmiShapeTable *table, int32_t node,
                             const Cursor *item, bool *is_trigger);

/// An index with the default -1, none: -1 gets no finding.
int32_t tum_omi_reference(const Cursor *object, const char *key, const RootTable *table);

/// Files a warning with its consequence where a required reference is -1.
void tum_omi_report_none(const Cursor *object, const char *key, const char *consequence);

/// True where a member is present and not -1.
bool tum_omi_has_index(const Cursor *object, const char *key);

#endif
