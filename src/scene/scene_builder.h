// SPDX-License-Identifier: MIT
/// scene_builder.h: the interface through which readers fill a physics scene. Programs use
/// tumble/scene_builder.h, which checks its arguments; a reader has filed its findings already, at
/// places of the file.
///
/// A reader adds the content of the file node by node. Finishing derives the rest: bodies with
/// their colliders, frames, scaled and sheared shapes, masses (docs/dialects.md#bodies and
/// docs/dialects.md#shapes).
///
///     SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "crate.gltf", report);
///     … nodes, then shapes, materials, filters, then motions, colliders, triggers, joints …
///     TumStatus status = tum_scene_builder_finish(builder, &scene);
///     tum_scene_builder_destroy(builder);
///
/// A lack of memory is sticky: adding then returns -1 and finishing returns TUM_ERROR_MEMORY. All
/// inputs are copied, texts too.
#ifndef TUM_SCENE_SCENE_BUILDER_H
#define TUM_SCENE_SCENE_BUILDER_H

#include "base/report.h"
#include "tumble/scene.h"
#include "tumble/scene_builder.h"

typedef struct TumSceneBuilder SceneBuilder;

/// A node as authored; see TumNode.
typedef struct NodeDef {
    int32_t parent; ///< -1: a root. The parent may come after its children.
    bool in_scene, has_matrix, animated[3];
    TumTransform local;
    const char *name;
} NodeDef;

/// Sets the number of nodes, before any of them. Until a node is set it has no parent and no
/// transform and is outside the scene.
void tum_scene_builder_node_count(SceneBuilder *builder, size_t count);

/// Sets node `index` of the document. The tree must have no cycle.
void tum_scene_builder_node(SceneBuilder *builder, size_t index, const NodeDef *node);

/// Sets the transform to the parent in 4D, after the node.
void tum_scene_builder_node4(SceneBuilder *builder, size_t index, const TumTransform4 *local);

/// Ids of the detected dialects, for users: "K7, J1".
void tum_scene_builder_dialects(SceneBuilder *builder, const char *ids);
void tum_scene_builder_gravity(SceneBuilder *builder, const double gravity[4]);

/// @return the index in the finished scene, or -1 when out of memory.
int32_t tum_scene_builder_mesh(SceneBuilder *builder, const double *points, size_t point_count,
                               const uint32_t *cells, size_t cell_count);

/// States that the points are those of a mesh of the document, without changes.
void tum_scene_builder_mesh_source(SceneBuilder *builder, int32_t mesh, int32_t document_mesh);

int32_t tum_scene_builder_shape(SceneBuilder *builder, const TumShape *shape);

/// Adds a TUM_SHAPE_GENERAL with its curves; curves without a radius are left out.
int32_t tum_scene_builder_general(SceneBuilder *builder, const TumShape *shape,
                                  const TumCurve *curves, size_t curve_count);

/// Adds the surface of a sphere, box, capsule, cylinder or hull as a shape of its own: a thin shell
/// of triangles, within half a percent of its smallest radius or 1 mm of the round surface.
///
/// @param item_count  receives the number of points and triangles.
/// @return the index in the finished scene, or -1: another kind of shape, or out of memory.
int32_t tum_scene_builder_shell(SceneBuilder *builder, int32_t shape, size_t *item_count);

int32_t tum_scene_builder_material(SceneBuilder *builder, const TumMaterial *material);

/// Lists of system names.
typedef struct FilterDef {
    const char *const *systems;
    const char *const *collide_with;
    const char *const *not_collide_with;
    size_t system_count, collide_with_count, not_collide_with_count;
    const char *pointer;
} FilterDef;

int32_t tum_scene_builder_filter(SceneBuilder *builder, const FilterDef *filter);

/// The dialect's rule for files without a centre of mass.
typedef enum CenterRule {
    CENTER_AUTHORED, ///< The file gives the centre.
    CENTER_OF_VOLUME,
    CENTER_AT_NODE
} CenterRule;

typedef enum VelocitySpace {
    VELOCITY_IN_NODE, ///< Turned by the node's rotation, never scaled (decision D15).
    VELOCITY_IN_WORLD
} VelocitySpace;

/// A motion as authored.
typedef struct MotionDef {
    int32_t node;
    TumBodyKind kind;
    TumBodyTag tag;
    double mass;           ///< [kg] NAN: from volume and density. INFINITY is a mass.
    TumOrigin mass_origin; ///< AUTHORED or DEFAULTED, where mass is a number.
    bool mass_is_unknown;  ///< The file gives an invalid mass with a finding: its absence needs no
                           ///< second one.
    CenterRule center_rule;
    double center_of_mass[4];     ///< [m] In node space, for CENTER_AUTHORED.
    double inertia[6];            ///< [kg m^2] NAN: that component is computed. In 4D one for each
                                  ///< plane.
    double inertia_rotation[4];   ///< x y z w; used where a component is given.
    double inertia_rotation4[16]; ///< A matrix, for 4D.
    double linear_velocity[4], angular_velocity[6];
    VelocitySpace velocity_space;
    double gravity_factor;
    const char *pointer;
} MotionDef;

/// NAN mass and inertia, CENTER_OF_VOLUME, identity, at rest, gravity factor 1, dynamic.
MotionDef tum_default_motion_def(void);

void tum_scene_builder_motion(SceneBuilder *builder, const MotionDef *motion);

/// Node and kind of motion `index` in the order of addition. @return false beyond the last one.
bool tum_scene_builder_motion_at(const SceneBuilder *builder, size_t index, int32_t *node,
                                 TumBodyKind *kind);

typedef struct ColliderDef {
    int32_t node;
    int32_t shape;    ///< -1: no collider.
    int32_t material; ///< -1: none.
    int32_t filter;   ///< -1: none.
    int32_t group;    ///< -1: none.
    const char *pointer;
} ColliderDef;

void tum_scene_builder_collider(SceneBuilder *builder, const ColliderDef *collider);

/// A shape of a trigger; its node need not be the trigger's.
typedef struct TriggerPartDef {
    int32_t node, shape;
    int32_t filter; ///< -1: none. The trigger's own filter applies as well.
    const char *pointer;
} TriggerPartDef;

/// A trigger with a shape, with parts, with member nodes that are triggers themselves (flattened by
/// finishing), or with several of these.
typedef struct TriggerDef {
    int32_t node;
    int32_t shape;  ///< -1: none.
    int32_t filter; ///< -1: none.
    const int32_t *members;
    size_t member_count;
    const TriggerPartDef *parts;
    size_t part_count;
    const char *pointer;
} TriggerDef;

void tum_scene_builder_trigger(SceneBuilder *builder, const TriggerDef *trigger);

/// A volume of gravity, at the trigger of its node.
typedef struct GravityVolumeDef {
    int32_t node;
    TumGravityKind kind;
    double gravity; ///< [m/s^2]
    int64_t priority;
    bool replace, stop;
    double unit_distance; ///< [m] In world units, whatever the node's scale.
    double direction[3];  ///< In node space; for DIRECTIONAL.
    double radius;        ///< [m] In node space; for DISC and TORUS.
    const double *points; ///< [m] [point_count * 3] In node space; for LINE.
    size_t point_count;
    int32_t shape; ///< For SHAPED; -1: none.
    const char *pointer;
} GravityVolumeDef;

void tum_scene_builder_gravity_volume(SceneBuilder *builder, const GravityVolumeDef *volume);

/// A joint; its frames are the nodes' poses at load.
typedef struct JointDef {
    int32_t node_a;      ///< -1, with a frame node: the world.
    int32_t node_b;      ///< -1: the world, at the pose of node A.
    bool has_frame_node; ///< Both frames are at frame_node; the nodes of the two sides only select
                         ///< the bodies.
    int32_t frame_node;
    const TumLimit *limits;
    size_t limit_count;
    const TumDrive *drives;
    size_t drive_count;
    bool enable_collision;
    bool needs_motion; ///< A joint without a simulated side is an error of the file.
    const char *pointer;
    const char *description; ///< JSON pointer of the limits and drives; may be NULL.
} JointDef;

void tum_scene_builder_joint(SceneBuilder *builder, const JointDef *joint);

/// The nodes of joint `index` in the order of addition, -1 for none. @return false beyond the last
/// one.
bool tum_scene_builder_joint_nodes(const SceneBuilder *builder, size_t index, int32_t nodes[2]);

/// One property over time, as animations of a document give it. Tracks of later animations are
/// added later. Invalid tracks are left out: a missing target, values of another width, times that
/// do not ascend. A pointer to a property that no animation can change gets a finding.
typedef struct TrackDef {
    const char *pointer;   ///< JSON pointer of a property of a motion, a material, a joint, a
                           ///< limit, a drive or a shape, like
                           ///< "/nodes/4/extensions/KHR_physics_rigid_bodies/motion/mass"; NULL: a
                           ///< property of a node, given by `target` and `node`.
    const char *place;     ///< JSON pointer of the animation's target, for findings; or NULL.
    TumTrackTarget target; ///< TUM_TRACK_TRANSLATION or TUM_TRACK_ROTATION.
    int32_t node;
    TumInterpolation interpolation;
    size_t width, key_count;
    const double *times;  ///< [s] [key_count]
    const double *values; ///< [key_count * width], three times as many for splines.
} TrackDef;

void tum_scene_builder_track(SceneBuilder *builder, const TrackDef *track);

#endif
