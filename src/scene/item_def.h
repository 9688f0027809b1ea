// SPDX-License-Identifier: MIT
/// item_def.h: the items of a scene as authored, as readers hand them to the scene builder.
///
/// Data only: scene_builder.h has the functions, builder_data.h keeps the items.
#ifndef TUM_SCENE_ITEM_DEF_H
#define TUM_SCENE_ITEM_DEF_H

#include "tumble/scene.h"
#include "tumble/scene_builder.h"

typedef struct TumSceneBuilder SceneBuilder;

/// A node as authored; see TumNode.
typedef struct NodeDef {
    int32_t parent; ///< -1: a root. The parent may come after its children.
    bool in_scene, has_matrix, animated[3];
    const TumTransform *local; ///< Copied, unless it lies in an arena that the builder shares.
                               ///< NULL: the identity.
    const char *name;
} NodeDef;

/// Lists of system names.
typedef struct FilterDef {
    const char *const *systems;
    const char *const *collide_with;
    const char *const *not_collide_with;
    size_t system_count, collide_with_count, not_collide_with_count;
    const char *pointer;
} FilterDef;

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
    uint64_t user;
    const char *pointer;
} MotionDef;

typedef struct ColliderDef {
    int32_t node;
    int32_t shape;    ///< -1: no collider.
    int32_t material; ///< -1: none.
    int32_t filter;   ///< -1: none.
    int32_t group;    ///< -1: none.
    uint64_t user;
    const char *pointer;
} ColliderDef;

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

/// A joint; its frames are the nodes' poses at load.
typedef struct JointDef {
    TumJointKind4 kind4; ///< In 4D.
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
    uint64_t user;
    bool needs_motion; ///< A joint without a simulated side is an error of the file.
    const char *pointer;
    const char *description; ///< JSON pointer of the limits and drives; may be NULL.
} JointDef;

/// One property over time, as animations of a document give it.
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

#endif
