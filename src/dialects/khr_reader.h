// SPDX-License-Identifier: MIT
/// khr_reader.h: the KHR line of rigid bodies, in all revisions.
///
/// One extension name covers several incompatible revisions, and files mix them, so every object is
/// read by its members (docs/dialects.md#how-revisions-are-told-apart). Three files implement the
/// line:
///
///     khr_reader.c        motions, colliders, triggers, joints of a node
///     khr_geometry.c      geometry of colliders and triggers: the release candidate's `geometry`
///     khr_draft_reader.c  the drafts' `shape`, and the early name KHR_rigid_bodies
#ifndef TUM_DIALECTS_KHR_READER_H
#define TUM_DIALECTS_KHR_READER_H

#include "dialects/dialect.h"
#include "dialects/implicit_shape.h"
#include "dialects/joint_description.h"
#include "dialects/mesh_shape.h"
#include "dialects/surface_tables.h"

/// Traces of revisions in a document, for messages only.
typedef struct KhrTraces {
    bool geometry, geometry_node, geometry_mesh;
    bool core_shape;   ///< A shape of the glTF core is in use.
    bool mesh_type;    ///< K3: a shape of type mesh.
    bool shape_object; ///< K4: `collider.shape` is an object.
    bool mesh_flags;   ///< K5: `useNodeWeights`, or `convexHull` as an extension of a shape.
} KhrTraces;

/// The tables of shapes in a document. The dialects of the line share them.
typedef struct KhrShapes {
    ShapeTable implicit; ///< KHR_implicit_shapes.shapes
    ShapeTable draft;    ///< KHR_collision_shapes.shapes, once .colliders
    ShapeTable core;     ///< The array `shapes` of the document
    bool has_core, is_oldest;
    size_t mesh_count;
    KhrTraces traces;
} KhrShapes;

/// The differences between dialects of the line.
typedef struct KhrForm {
    const char *name; ///< Name of the extension, on nodes and on the root.
    JointRules joints;
} KhrForm;

typedef struct KhrState {
    const KhrForm *form;
    KhrShapes *shapes;
    SurfaceTables surface;
    RootTable joints;                 ///< physicsJoints
    RootTable joint_limits;           ///< physicsJointLimits, K0 and K1
    JointDescription *joint_of;       ///< [joints.count]
    JointDescription *joint_limit_of; ///< [joint_limits.count]
    bool is_declared;                 ///< extensionsUsed names the extension.
    bool is_seen;                     ///< On the root or on a node.
} KhrState;

/// The functions of a Dialect, for any form of the line.
KhrState *tum_khr_open(SceneReader *reader, const KhrForm *form);
unsigned tum_khr_aspects(const void *state, const Cursor *node);
void tum_khr_read_node(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                       unsigned wanted);

/// The tables of shapes, opened on first use. @return NULL when out of memory.
KhrShapes *tum_khr_shapes(SceneReader *reader);

/// The shape of a collider or trigger, in any form.
///
/// @param node  the node with the object.
/// @return the shape in the scene, or -1 for an unusable one, with a finding.
int32_t tum_khr_shape(SceneReader *reader, KhrState *state, int32_t node, const Cursor *object);

/// An entry of a table of shapes.
int32_t tum_khr_table_shape(SceneReader *reader, KhrShapes *shapes, ShapeTable *table,
                            int32_t index, const ShapeUse *use);

/// The drafts: `shape` (an index, or K4's object) or K0's `collider`.
int32_t tum_khr_draft_shape(SceneReader *reader, KhrState *state, int32_t node,
                            const Cursor *object);

/// Opens the drafts' table under either name, and records traces of revisions.
void tum_khr_draft_open(SceneReader *reader, KhrShapes *shapes);

#endif
