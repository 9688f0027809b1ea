// SPDX-License-Identifier: MIT
/// omi_shape.h: the shapes of OMI_physics_shape and of OMI_collider, whatever their revision.
///
///     {"type": "capsule", "capsule": {"height": 1, "radiusTop": 0.5, "radiusBottom": 0.5}}   S4
///     {"type": "capsule", "capsule": {"height": 2, "radius": 0.5}}                       S2, S3
///     {"type": "capsule", "height": 2, "radius": 0.5}                                OC, S0, S1
///
/// One union of the three is read, property by property; a parameter in the sub-object wins over
/// one beside `type`. The height of a capsule once was its total height and now is the distance of
/// its ends' centres; which one is meant shows in the shape itself, else in the rest of the
/// document (docs/specification.md#omi_collider-and-omi_physics_shape, decision D8).
#ifndef TUM_DIALECTS_OMI_SHAPE_H
#define TUM_DIALECTS_OMI_SHAPE_H

#include "dialects/implicit_shape.h"

/// The revisions that show in a table, for people only.
typedef struct OmiShapeTraces {
    bool flat;        ///< Parameters stand beside `type`.
    bool hull;        ///< Type `hull`.
    bool one_radius;  ///< A capsule or cylinder has `radius` in its sub-object.
    bool two_radii;   ///< … or `radiusTop`, `radiusBottom`.
    bool half_extent; ///< OC0: boxes by half `extents`, meshes of type `mesh`.
} OmiShapeTraces;

/// Must not move while in use.
typedef struct OmiShapeTable {
    RootTable root;
    bool is_collider;       ///< OMI_collider: the height of a capsule is always the total one.
    bool has_total_heights; ///< The document looks old: so heights without a radius are total too.
    int32_t *shapes;        ///< [root.count] Into the scene, or SHAPE_UNUSABLE, SHAPE_OF_MESH.
    bool *is_trigger;       ///< [root.count] OMI_collider's `isTrigger`.
    size_t mesh_count;
    OmiShapeTraces traces;
} OmiShapeTable;

/// Opens the table and adds its implicit shapes to the scene.
///
/// @param has_total_heights  what a capsule with a height and no radius goes by.
void tum_omi_shape_table_open(OmiShapeTable *table, SceneReader *reader, const char *extension,
                              const char *key, bool has_total_heights);

/// True when some capsule or cylinder of an OMI_physics_shape table has a `radius`.
bool tum_omi_shapes_look_old(const SceneReader *reader);

/// The shape in the scene, or -1 when there is none to use; a finding says why.
///
/// @param index  into the table, or -1.
int32_t tum_omi_table_shape(SceneReader *reader, OmiShapeTable *table, int32_t node, int32_t index);

/// A shape that stands in place of an index, which exporters once wrote.
int32_t tum_omi_inline_shape(SceneReader *reader, OmiShapeTable *table, int32_t node,
                             const Cursor *item, bool *is_trigger);

/// An index whose default is -1, none: -1 needs no finding.
int32_t tum_omi_reference(const Cursor *object, const char *key, const RootTable *table);

/// Files a warning where a member that has to name something is -1, with what follows from it.
void tum_omi_report_none(const Cursor *object, const char *key, const char *consequence);

/// Whether a member is there and is not -1.
bool tum_omi_has_index(const Cursor *object, const char *key);

#endif
