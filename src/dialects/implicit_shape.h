// SPDX-License-Identifier: MIT
/// implicit_shape.h: shape objects: `{"type": "box", "box": {"size": [1, 1, 1]}}`.
///
/// The tables of shapes of the MSFT and KHR line and of the coming glTF core share one grammar: a
/// type, and its parameters in a sub-object of that name. Grammars differ in their types, their
/// defaults, and the lengths that may be zero
/// (docs/specification.md#khr_implicit_shapes-and-khr_collision_shapes and
/// docs/dialects.md#shapes-of-gltf-21).
#ifndef TUM_DIALECTS_IMPLICIT_SHAPE_H
#define TUM_DIALECTS_IMPLICIT_SHAPE_H

#include "dialects/scene_reader.h"

typedef enum ShapeType {
    SHAPE_TYPE_NONE, ///< No type, or an unknown one.
    SHAPE_TYPE_SPHERE,
    SHAPE_TYPE_BOX,
    SHAPE_TYPE_CAPSULE,
    SHAPE_TYPE_CYLINDER,
    SHAPE_TYPE_PLANE,
    SHAPE_TYPE_CONVEX,  ///< Hull of a mesh.
    SHAPE_TYPE_TRIMESH, ///< Triangles of a mesh.
    SHAPE_TYPE_CONCAVE, ///< Triangles of a mesh, under the name of the glTF core.
    SHAPE_TYPE_MESH,    ///< A hull or triangles, with skin and weights.
    SHAPE_TYPE_COUNT
} ShapeType;

typedef struct ShapeGrammar {
    uint32_t types; ///< Bit n: the grammar has ShapeType n.
    double capsule_height, capsule_radius, cylinder_height, cylinder_radius; ///< [m] Defaults.
    bool has_flat_capsules; ///< A capsule of height 0 needs no warning.
    bool has_double_sided;  ///< Planes may have two sides.
    bool is_oldest;         ///< Without `type` the sub-object determines the type; one `radius` for
                            ///< both ends.
} ShapeGrammar;

extern const ShapeGrammar tum_khr_implicit_shapes;  ///< KHR_implicit_shapes
extern const ShapeGrammar tum_khr_collision_shapes; ///< KHR_collision_shapes: K0 to K5
extern const ShapeGrammar tum_msft_shapes;          ///< The MSFT dialects: M0 to M3
extern const ShapeGrammar tum_core_shapes;          ///< The array `shapes` of glTF 2.1

/// Reads `type` and files its faults, parameters of a second type included.
ShapeType tum_shape_type_read(const Cursor *item, const ShapeGrammar *grammar);

/// The sub-object with the parameters of a type; absent where the item lacks it.
Cursor tum_shape_parameters(const Cursor *item, ShapeType type);

/// Reads the parameters of SPHERE to PLANE; absent or invalid ones take their defaults. The caller
/// sets the pointer.
TumShape tum_implicit_shape_read(const Cursor *item, const ShapeGrammar *grammar, ShapeType type);

// Parts of tum_implicit_shape_read, for tables with parameters in other places.

/// A length of zero is accepted with a warning (docs/dialects.md#shapes). @return true where the
/// length is present and valid.
bool tum_read_length(const Cursor *parameters, const char *key, bool may_be_zero, double *length);
/// Member `size` of a box; 1 where it is absent or invalid.
void tum_read_box_size(const Cursor *parameters, TumShape *shape);
/// Files faults of the radii of a capsule or cylinder after reading its numbers.
void tum_check_round(const Cursor *parameters, const TumShape *shape);

enum { SHAPE_UNUSABLE = -1, SHAPE_OF_MESH = -2 };

/// A table of shapes, read once. Entries of meshes are read on first use, so that unused meshes
/// cost nothing.
typedef struct ShapeTable {
    RootTable root;
    const ShapeGrammar *grammar;
    int32_t *shapes;  ///< [root.count] Index in the scene, or SHAPE_UNUSABLE, SHAPE_OF_MESH.
    ShapeType *types; ///< [root.count]
} ShapeTable;

/// Opens the table and adds its implicit shapes to the scene.
///
/// @param extension  NULL: the array `shapes` of the document itself.
void tum_shape_table_open(ShapeTable *table, SceneReader *reader, const char *extension,
                          const char *key, const ShapeGrammar *grammar);

/// The default shape of a kind.
TumShape tum_default_shape(TumShapeKind kind);

#endif
