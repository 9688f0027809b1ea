// SPDX-License-Identifier: MIT
/// scene_builder.h: a physics scene made by a program, in 3D or 4D.
///
/// A scene that was built is like one that was read: it can be simulated (world.h), checked
/// (check.h), handed to another engine (scene.h) and written as a file: in 3D of any dialect, in 4D
/// of G4MF (tum_scene_write of dialect.h, without a source).
///
///     TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "crate", report);
///     TumShape cube = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}};         // 1 m along each edge
///     TumNodeDef node = tum_default_node_def();
///     TumBodyDef body = tum_default_body_def();
///     TumColliderDef collider = tum_default_collider_def();
///     node.name = "Crate";
///     node.position[1] = 3.0;
///     body.node = collider.node = tum_scene_builder_add_node(builder, &node);
///     collider.shape = tum_scene_builder_add_shape(builder, &cube);
///     tum_scene_builder_add_body(builder, &body);                         // dynamic, 1000 kg
///     tum_scene_builder_add_collider(builder, &collider);
///     TumScene *scene = NULL;
///     TumStatus status = tum_scene_builder_finish(builder, &scene);
///     tum_scene_builder_destroy(builder);
///
/// Nodes are places: each has a pose in its parent. Bodies, colliders, triggers, joints, volumes of
/// gravity and tracks stand at nodes and have no place of their own; a collider belongs to the body
/// of its node or of the nearest node above, else to the world. An item that another one names by
/// index (node, mesh, curves, shape, material, filter) is added before it. Finishing computes
/// masses, centres of mass, moments of inertia, frames and scaled shapes.
///
/// Errors. Content is never asserted. A faulty item (a number out of range or not finite, an index
/// of nothing, a second body at one node) is a finding of severity error in the report, at a
/// pointer that names the call ("/builder/colliders/2/shape" is the third
/// tum_scene_builder_add_collider) unless the definition has a pointer of its own; the item is left
/// out, and the call answers -1 or false. A node is never left out: it stands unturned at its
/// parent's origin then. Items that name one which was left out are left out without another
/// finding. Faults that only finishing can find (a body whose mass cannot be determined, a joint of
/// one body with itself) are the findings that files have.
///
/// Lack of memory and definitions of another version are remembered: adding answers -1 or false
/// from then on, and finishing answers the status. Inputs are copied, texts too. Units are SI,
/// angles radians.
///
/// Threads: a builder belongs to one thread at a time; two share nothing but their report.
#ifndef TUMBLE_SCENE_BUILDER_H
#define TUMBLE_SCENE_BUILDER_H

#include "tumble/base.h"
#include "tumble/report.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Builder of a scene. Opaque; made by tum_scene_builder_create, freed by
/// tum_scene_builder_destroy.
typedef struct TumSceneBuilder TumSceneBuilder;

/// Makes a builder without items.
///
/// @param allocator  memory of the builder and of the scene; NULL or all zero: malloc and free.
///                   Copied.
/// @param dimension  3 or 4; with any other the scene has nodes alone.
/// @param default_density  [kg/m^3], in 4D [kg/m^4]: density of bodies without a mass; 0: 1000.
/// @param name  name of the scene in findings: TumDiagnostic.file. Copied. NULL: "".
/// @param report  receives the findings; it outlives finishing. May be NULL.
/// @return the builder; free it with tum_scene_builder_destroy. NULL when out of memory.
TUM_API TumSceneBuilder *tum_scene_builder_create(const TumAllocator *allocator, int dimension,
                                                  double default_density, const char *name,
                                                  TumReport *report);

/// Frees the builder, finished or not. NULL is fine.
TUM_API void tum_scene_builder_destroy(TumSceneBuilder *builder);

/// Makes the scene. No item can be added afterwards.
///
/// @param scene  receives the scene, NULL on failure; free it with tum_scene_destroy. It does not
///               need the builder. Items that were left out are no failure.
/// @return TUM_OK, TUM_ERROR_MEMORY, TUM_ERROR_CAPACITY (a count beyond capacity.h),
///         TUM_ERROR_UNSUPPORTED (items besides nodes in other dimensions than 3 and 4),
///         TUM_ERROR_VERSION (a definition of another version's layout) or TUM_ERROR_ARGUMENT (a
///         definition that is from no tum_default_…_def; the builder was finished before).
TUM_API TumStatus tum_scene_builder_finish(TumSceneBuilder *builder, TumScene **scene);

/// Sets the gravity of the world. Without it the scene has none, and TumWorldDef.gravity acts.
///
/// @param gravity  [m/s^2] four numbers; the fourth counts in 4D alone.
/// @return false where a number is not finite.
TUM_API bool tum_scene_builder_set_gravity(TumSceneBuilder *builder, const double gravity[4]);

/// Definition of a node: a place. In 3D the fourth numbers are not read.
typedef struct TumNodeDef {
    uint32_t stamp;       ///< Written by tum_default_node_def.
    int32_t parent;       ///< An earlier node; default -1: a root of the scene.
    const char *name;     ///< UTF-8. Default "".
    double position[4];   ///< [m] In the parent. Default 0.
    TumRotation rotation; ///< In the parent: q in 3D, of any length but 0; m in 4D, a rotation
                          ///< matrix, or NULL: the identity. It is copied. Default the identity.
    double scale[4];      ///< Along the node's axes, negative: mirrored. Default 1.
} TumNodeDef;

/// Fills a definition with the defaults, for languages that cannot call the inline function below.
///
/// @param bytes  sizeof *def, as the caller was compiled. A size that is not the library's leaves
///               all zero but the stamp; finishing a scene that has such a definition answers
///               TUM_ERROR_VERSION.
TUM_API void tum_node_def_init(TumNodeDef *def, size_t bytes);

/// Definition of a node with the defaults.
static inline TumNodeDef tum_default_node_def(void)
{
    TumNodeDef def;
    tum_node_def_init(&def, sizeof def);
    return def;
}

/// Adds a node.
///
/// @return the node's index, also in the scene; -1 when out of memory.
TUM_API int32_t tum_scene_builder_add_node(TumSceneBuilder *builder, const TumNodeDef *node);

/// Adds points, and cells between them: triangles in 3D, tetrahedra in 4D.
///
/// @param points  [m] [point_count * dimension], at least one point, each number within 1e18.
/// @param point_count  number of points.
/// @param cells  [cell_count * dimension] indices of points. Triangles are counter-clockwise seen
///               from outside. NULL for a hull.
/// @param cell_count  number of cells; 0 for a hull.
/// @return the mesh, for TumShape.mesh; -1 where it was left out.
TUM_API int32_t tum_scene_builder_add_mesh(TumSceneBuilder *builder, const double *points,
                                           size_t point_count, const uint32_t *cells,
                                           size_t cell_count);

/// Adds curves of a general shape, one behind the other. Each rounds at least one axis; the
/// exponent is above 0.
///
/// @param curves  [count]
/// @return the first, for TumShape.curve_first; -1 where they were left out.
TUM_API int32_t tum_scene_builder_add_curves(TumSceneBuilder *builder, const TumCurve *curves,
                                             size_t count);

/// Adds a shape. The members that its kind has (TumShapeKind) are read; lengths are above 0, but
/// for one of the two radii of a cylinder, one of a capsule, the height of a capsule, and sizes of
/// a general shape that has curves. Planes may be infinite along X, Z or both.
///
/// @param shape  pointer may be NULL.
/// @return the shape, for any number of colliders, triggers and volumes of gravity; -1 where it was
///         left out.
TUM_API int32_t tum_scene_builder_add_shape(TumSceneBuilder *builder, const TumShape *shape);

/// Adds a material: frictions and restitution of 0 or more. Start from tum_default_material.
///
/// @param material  pointer may be NULL.
/// @return the material, for any number of colliders; -1 where it was left out.
TUM_API int32_t tum_scene_builder_add_material(TumSceneBuilder *builder,
                                               const TumMaterial *material);

/// Definition of a filter: names of systems that decide the pairs of colliders that may touch.
/// Lists are copied.
typedef struct TumFilterDef {
    uint32_t stamp; ///< Written by tum_default_filter_def.
    const char *const
        *systems; ///< [system_count] Names of the systems that it belongs to. Default none.
    const char *const *collide_with; ///< [collide_with_count] It meets members of these systems
                                     ///< alone. Default none: every collider.
    const char *const
        *not_collide_with; ///< [not_collide_with_count] It meets all but members of these systems.
                           ///< Default none. Not together with collide_with.
    size_t system_count;   ///< Number of memberships. Default 0.
    size_t collide_with_count;     ///< Default 0.
    size_t not_collide_with_count; ///< Default 0.
    const char *pointer;           ///< Its place in findings. Default NULL: the call.
} TumFilterDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_filter_def_init(TumFilterDef *def, size_t bytes);

/// Definition of a filter with the defaults.
static inline TumFilterDef tum_default_filter_def(void)
{
    TumFilterDef def;
    tum_filter_def_init(&def, sizeof def);
    return def;
}

/// Adds a filter.
///
/// @return the filter, for any number of colliders and triggers; -1 where it was left out.
TUM_API int32_t tum_scene_builder_add_filter(TumSceneBuilder *builder, const TumFilterDef *filter);

/// Definition of a body: its node, and the nodes below that have no body of their own, move as one.
/// In 3D the numbers beyond the third are not read.
typedef struct TumBodyDef {
    uint32_t stamp;           ///< Written by tum_default_body_def.
    int32_t node;             ///< A node that has no body yet. Default -1: has to be set.
    TumBodyKind kind;         ///< Default TUM_BODY_DYNAMIC.
    double mass;              ///< [kg] > 0, INFINITY; default NAN: from volume and density.
    double center_of_mass[4]; ///< [m] In node space. Default NAN: of the volume.
    double inertia[6]; ///< [kg m^2] As TumBody.inertia, each > 0 or INFINITY; default NAN: that
                       ///< moment is computed.
    TumRotation inertia_rotation; ///< Body frame from principal frame; for a given inertia. As
                                  ///< TumNodeDef.rotation.
    double linear_velocity[4];    ///< [m/s] Of the centre of mass, in the world. Default 0.
    double angular_velocity[6];   ///< [rad/s] In the world, in 4D one for each plane. Default 0.
    double gravity_factor;        ///< Default 1.
    uint64_t user;                ///< User number: tum_body_user of worlds. Default 0.
    const char *pointer;          ///< Its place in findings. Default NULL: the call.
} TumBodyDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_body_def_init(TumBodyDef *def, size_t bytes);

/// Definition of a body with the defaults.
static inline TumBodyDef tum_default_body_def(void)
{
    TumBodyDef def;
    tum_body_def_init(&def, sizeof def);
    return def;
}

/// Adds a body. The scene lists bodies in the order of their nodes: TumNode.body tells the index.
///
/// @return false where it was left out.
TUM_API bool tum_scene_builder_add_body(TumSceneBuilder *builder, const TumBodyDef *body);

/// Definition of a collider: a solid shape at a node.
typedef struct TumColliderDef {
    uint32_t stamp;      ///< Written by tum_default_collider_def.
    int32_t node;        ///< A node that has no collider yet. Default -1: has to be set.
    int32_t shape;       ///< Default -1: has to be set.
    int32_t material;    ///< Default -1: tum_default_material.
    int32_t filter;      ///< Default -1: it meets every collider.
    uint64_t user;       ///< User number: tum_collider_user of worlds. Default 0.
    const char *pointer; ///< Its place in findings. Default NULL: the call.
} TumColliderDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_collider_def_init(TumColliderDef *def, size_t bytes);

/// Definition of a collider with the defaults.
static inline TumColliderDef tum_default_collider_def(void)
{
    TumColliderDef def;
    tum_collider_def_init(&def, sizeof def);
    return def;
}

/// Adds a collider. The scene lists colliders in the order of their nodes.
///
/// @return false where it was left out.
TUM_API bool tum_scene_builder_add_collider(TumSceneBuilder *builder,
                                            const TumColliderDef *collider);

/// Definition of a trigger: a volume that detects colliders, made of a shape, the shapes of other
/// triggers, or both.
typedef struct TumTriggerDef {
    uint32_t stamp;         ///< Written by tum_default_trigger_def.
    int32_t node;           ///< Default -1: has to be set.
    int32_t shape;          ///< Default -1: none.
    int32_t filter;         ///< Default -1: it detects every collider.
    const int32_t *members; ///< [member_count] Nodes with triggers of their own, which may come
                            ///< later; copied. Default none.
    size_t member_count;    ///< Number of members. Default 0.
    const char *pointer;    ///< Its place in findings. Default NULL: the call.
} TumTriggerDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_trigger_def_init(TumTriggerDef *def, size_t bytes);

/// Definition of a trigger with the defaults.
static inline TumTriggerDef tum_default_trigger_def(void)
{
    TumTriggerDef def;
    tum_trigger_def_init(&def, sizeof def);
    return def;
}

/// Adds a trigger. The scene keeps the order.
///
/// @return false where it was left out.
TUM_API bool tum_scene_builder_add_trigger(TumSceneBuilder *builder, const TumTriggerDef *trigger);

/// Definition of a volume of gravity inside the trigger of a node; 3D alone. tum_scene_write has no
/// word for it without a source.
typedef struct TumGravityVolumeDef {
    uint32_t stamp;       ///< Written by tum_default_gravity_volume_def.
    int32_t node;         ///< A node that has a trigger. Default -1: has to be set.
    TumGravityKind kind;  ///< Default TUM_GRAVITY_DIRECTIONAL.
    double gravity;       ///< [m/s^2] Negative: away. Default 9.81.
    int64_t priority;     ///< Volumes of higher priority count first. Default 0.
    bool replace;         ///< As in TumGravityVolume. Default false.
    bool stop;            ///< As in TumGravityVolume. Default false.
    double unit_distance; ///< [m] As in TumGravityVolume, >= 0. Default 0.
    double direction[3];  ///< Directional: in node space, of any length but 0. Default (0, -1, 0).
    double radius;        ///< [m] Disc and torus: in node space, > 0. Default 1.
    const double *points; ///< [m] [point_count * 3] Line: in node space, at least two; copied.
    size_t point_count;   ///< Number of points. Default 0.
    int32_t shape;        ///< Shaped: index of the shape. Default -1.
    const char *pointer;  ///< Its place in findings. Default NULL: the call.
} TumGravityVolumeDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_gravity_volume_def_init(TumGravityVolumeDef *def, size_t bytes);

/// Definition of a volume of gravity with the defaults.
static inline TumGravityVolumeDef tum_default_gravity_volume_def(void)
{
    TumGravityVolumeDef def;
    tum_gravity_volume_def_init(&def, sizeof def);
    return def;
}

/// Adds a volume of gravity.
///
/// @return false where it was left out.
TUM_API bool tum_scene_builder_add_gravity_volume(TumSceneBuilder *builder,
                                                  const TumGravityVolumeDef *volume);

/// Definition of a joint: limits and drives between the frames of two nodes, as they stand at load.
/// In 4D the kind says which directions it holds, and limits and drives act on those that it
/// leaves, one each (TumJointDef4).
typedef struct TumJointDef {
    uint32_t stamp;         ///< Written by tum_default_joint_def.
    TumJointKind4 kind4;    ///< 4D alone. Default TUM_JOINT4_PIN.
    int32_t node_a;         ///< Default -1: has to be set.
    int32_t node_b;         ///< Default -1: the world, at the pose of node A.
    const TumLimit *limits; ///< [limit_count] Copied; pointers may be NULL. Default none.
    size_t limit_count;     ///< Number of limits. Default 0.
    const TumDrive *drives; ///< [drive_count] Copied; pointers may be NULL. Default none.
    size_t drive_count;     ///< Number of drives. Default 0.
    bool enable_collision;  ///< The two sides may collide with each other. Default false.
    uint64_t user;          ///< User number: tum_joint_user of worlds. Default 0.
    const char *pointer;    ///< Its place in findings. Default NULL: the call.
} TumJointDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_joint_def_init(TumJointDef *def, size_t bytes);

/// Definition of a joint with the defaults.
static inline TumJointDef tum_default_joint_def(void)
{
    TumJointDef def;
    tum_joint_def_init(&def, sizeof def);
    return def;
}

/// Adds a joint. The scene keeps the order of joints that join two different sides.
///
/// @return false where it was left out.
TUM_API bool tum_scene_builder_add_joint(TumSceneBuilder *builder, const TumJointDef *joint);

/// Definition of a track: the translation or rotation of a node over time; 3D alone. Bodies that it
/// carries are kinematic.
typedef struct TumTrackDef {
    uint32_t stamp;                 ///< Written by tum_default_track_def.
    int32_t node;                   ///< Default -1: has to be set.
    TumTrackTarget target;          ///< TUM_TRACK_TRANSLATION, the default, or TUM_TRACK_ROTATION.
    TumInterpolation interpolation; ///< Default TUM_INTERPOLATION_LINEAR.
    size_t key_count;               ///< 1 or more.
    const double *times;            ///< [s] [key_count], rising; copied.
    const double *values; ///< [key_count * 3] translations [m], or [key_count * 4] quaternions
                          ///< x y z w, three times as many for splines; copied.
    const char *pointer;  ///< Its place in findings. Default NULL: the call.
} TumTrackDef;

/// Fills a definition with the defaults, as tum_node_def_init does.
TUM_API void tum_track_def_init(TumTrackDef *def, size_t bytes);

/// Definition of a track with the defaults.
static inline TumTrackDef tum_default_track_def(void)
{
    TumTrackDef def;
    tum_track_def_init(&def, sizeof def);
    return def;
}

/// Adds a track. The later of two with the same node and target counts.
///
/// @return false where it was left out.
TUM_API bool tum_scene_builder_add_track(TumSceneBuilder *builder, const TumTrackDef *track);

#ifdef __cplusplus
}
#endif

#endif
