// SPDX-License-Identifier: MIT
/// animate.h: bodies, colliders and properties that follow the animations of their document
/// (docs/simulation.md#10-animations).
///
/// A driven body is kinematic. Before each step it gets the velocity that leads to the pose its
/// animation has at the end of the step; after the step it is set to exactly that pose. A driven
/// collider without a moving owner has a kinematic body of its own, in a slot after the scene's
/// bodies, so that it pushes with the velocity of its surface. A driven collider of a moving body
/// is moved within that body, and its surface has a velocity there (contact3/surface_velocity3.h);
/// the same holds for a collider whose shape changes (animate_shapes.c). Materials and motions take
/// the values of their tracks (animate_properties.c), and so do limits and drives; joint frames
/// follow their nodes (animate_joints.c).
#ifndef TUM_WORLD_ANIMATE_H
#define TUM_WORLD_ANIMATE_H

#include "base/arena.h"
#include "base/array.h"
#include "schedule/sim.h"
#include "space3/joint_data3.h"
#include "space3/space3.h"
#include "tumble/world.h"
#include "world/animated_nodes.h"

enum {
    SHAPE_TRACK_COUNT = TUM_TRACK_SHAPE_TOP - TUM_TRACK_SHAPE_SIZE + 1,
    JOINT_TRACK_COUNT = TUM_TRACK_DRIVE_DAMPING - TUM_TRACK_LIMIT_MIN + 1,
    MOTION_TRACK_COUNT = 8
};

/// A body that follows a node.
typedef struct Keyframe3 {
    int32_t body;           ///< Slot.
    int32_t animated_nodes; ///< Index into AnimatedNodes.nodes.
    DVec3 local_center;
    DPose3 pose;      ///< Current pose in the world.
    DPose3 next;      ///< Pose at the end of the step.
    bool moved;       ///< The pose changed in the last step.
    bool is_released; ///< The program has taken the body over; the animation moves it no more.
} Keyframe3;

/// A shape whose sizes are animated.
typedef struct MovingShape {
    TumShape now;                              ///< Sizes at the end of the step.
    bool is_even;                              ///< No track of a size has step interpolation.
    const TumTrack *tracks[SHAPE_TRACK_COUNT]; ///< From TUM_TRACK_SHAPE_SIZE on; NULL for sizes
                                               ///< without a track.
} MovingShape;

/// A collider or trigger part that follows a node within a body, or whose shape changes.
typedef struct AttachedShape3 {
    int32_t body;           ///< Slot.
    int32_t item;           ///< Slot of the collider, or index of the trigger part.
    int32_t animated_nodes; ///< Index into AnimatedNodes.nodes, or NONE: the pose in the body is
                            ///< fixed.
    DPose3 node_from_shape; ///< Pose of the shape in the node, or in the body without a node.
    int32_t shape;          ///< Index into shapes, or NONE: the shape is fixed.
    double scale[3];
    bool moves; ///< The pose changes in this step.
    Pose3 next; ///< Pose at the end of the step, relative to the body's centre of mass.
    Shape3 next_shape;
} AttachedShape3;

/// A limit or drive of one joint whose values are animated.
typedef struct JointTracks3 {
    int32_t joint, index; ///< Slot of the joint, and index of the limit or drive.
    bool is_drive;
    const TumTrack *tracks[JOINT_TRACK_COUNT]; ///< From TUM_TRACK_LIMIT_MIN on; NULL for values
                                               ///< without a track.
    bool changes;                              ///< The values change in this step.
    JointPart3 next;                           ///< Values at the end of the step.
} JointTracks3;

/// A joint frame that moves within its body.
typedef struct JointFrame3 {
    int32_t joint;
    int side;
    int32_t animated_nodes; ///< Index into AnimatedNodes.nodes.
    DPose3 node_from_frame;
    DPose3 next; ///< Frame in the body, at the end of the step.
    bool moves;  ///< The frame changes in this step.
} JointFrame3;

/// A joint whose collision flag is animated: its bodies collide at times.
typedef struct JointCollisionTrack {
    const TumTrack *track;
    int32_t joint;
} JointCollisionTrack;

/// A material whose values are animated.
typedef struct Surface {
    const TumTrack *tracks[3]; ///< Static friction, dynamic friction, restitution; NULL without a
                               ///< track.
    float values[3];           ///< Current values.
    bool has_changed;          ///< A value changed in this step.
} Surface;

typedef struct SurfaceUse {
    int32_t collider; ///< Slot.
    int32_t surface;
} SurfaceUse;

/// A body whose motion properties are animated.
typedef struct MotionTracks3 {
    int32_t body;                                                           ///< Slot.
    const TumTrack *mass, *inertia, *inertia_rotation, *center, *kinematic; ///< NULL without a
                                                                            ///< track.
    const TumTrack *gravity_factor, *linear_velocity, *angular_velocity;    ///< NULL without a
                                                                            ///< track.
    bool in_world;             ///< Velocities are in the world frame, not in the body frame.
    double mass_at_load;       ///< [kg]
    double inertia_at_load[3]; ///< [kg m^2]
    bool follows_mass[3];      ///< The moment was computed from the mass.
} MotionTracks3;

typedef struct Animation3 {
    Arena arena; ///< Memory of the nodes and of all tracks.
    AnimatedNodes animated_nodes;
    ARRAY(Keyframe3) keyframes; ///< In the order of AnimatedNodes.nodes.
    int32_t *body_of_node;      ///< [scene nodes] Slot of the body made for a collider node, or
                                ///< NONE.
    int32_t *keyframe_of;       ///< [scene bodies] Index into keyframes, or NONE.
    ARRAY(AttachedShape3) colliders;
    ARRAY(AttachedShape3) parts;
    ARRAY(MovingShape) shapes;
    int32_t *shape_of;       ///< [scene shapes] Index into shapes, or NONE.
    const TumTrack **copies; ///< [scene tracks] Copies of joint tracks, which several joints may
                             ///< share.
    ARRAY(JointTracks3) joint_tracks;
    ARRAY(JointFrame3) joint_frames;
    ARRAY(JointCollisionTrack) collision_tracks;
    ARRAY(Surface) surfaces;
    int32_t *surface_of; ///< [scene materials] Index into surfaces, or NONE.
    ARRAY(SurfaceUse) surface_uses;
    ARRAY(MotionTracks3) motions;
} Animation3;

/// Placement of a collider or trigger part while the world is built from the scene.
typedef struct ShapePlacement3 {
    int32_t node; ///< Node of the document.
    int32_t body; ///< Slot.
    Pose3 body_from_shape;
    int32_t animated_nodes; ///< Index of the animated node that moves the shape, or NONE.
    DPose3 node_from_shape; ///< Valid with an animated node.
    DPose3 exact;           ///< body_from_shape in double precision.
} ShapePlacement3;

/// Makes bodies for animated colliders and trigger parts, and sets all animated poses and values to
/// those at t = 0. Called when the scene's bodies are in the world. world->animation stays NULL
/// where nothing is animated.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_build_animation3(TumWorld *world, const TumScene *scene);
void tum_world_free_animation3(TumWorld *world);

/// The body with which a collider or trigger part moves, and its pose in that body.
/// @param body      body of the scene, or -1.
/// @param position  [m] in that body's frame, or in the world.
ShapePlacement3 tum_world_shape_placement3(const TumWorld *world, const TumScene *scene,
                                           int32_t node, int32_t body, bool driven,
                                           const double position[3], const TumRotation *rotation);

/// Connects a collider that has just been added with its node, shape and material.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_follow_collider3(TumWorld *world, const ShapePlacement3 *placement,
                                     int32_t slot, const TumCollider *collider);
TumStatus tum_world_follow_part3(TumWorld *world, const ShapePlacement3 *placement, int32_t slot,
                                 const TumTriggerPart *part);

/// Completes the animation of bodies that needs their colliders and joints. Called last.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_start_animation3(TumWorld *world);

/// Recomputes the animated state that depends on time alone, after a checkpoint was read.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_resume_animation3(TumWorld *world);

/// Current pose of an animated shape in the body with which it moves.
Pose3 tum_world_attached_pose3(const TumWorld *world, int32_t animated_nodes,
                               DPose3 node_from_shape);

/// Sets velocities, poses in bodies and properties for the end of a step of `seconds`. Called
/// before the step.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_animate3(TumWorld *world, float seconds);

/// Sets driven bodies to the exact poses of their animations. Called after the step.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_land3(TumWorld *world, float seconds);

// between steps

/// True when an animation moves the body.
bool tum_world_follows_animation(const TumWorld *world, int32_t body);

/// Ends the animation of a body for good. Colliders and trigger parts of its node follow the body
/// from then on; if the body is removed, they follow the animation.
void tum_world_release_body3(TumWorld *world, int32_t body);

/// Moves a body that was disabled to the current pose of its animation.
void tum_world_catch_up3(TumWorld *world, int32_t body);

/// Adjusts animated frames after the centre of mass moved within the body.
void tum_world_follow_center3(TumWorld *world, int32_t body);

// animate_properties.c

TumStatus tum_world_build_properties3(TumWorld *world, const TumScene *scene);

/// Sets materials and motions to their values at a time [s].
/// @param step  [s] duration of the step that ends at that time; 0 while the world is being built.
TumStatus tum_world_move_properties3(TumWorld *world, double seconds, float step);

/// Makes bodies kinematic or dynamic according to their tracks at a time [s].
TumStatus tum_world_switch_bodies3(TumWorld *world, double seconds);

/// True when a track determines the mass or inertia of a body.
bool tum_world_weight_follows(const TumWorld *world, int32_t body);

// animate_shapes.c

TumStatus tum_world_build_shapes3(TumWorld *world, const TumScene *scene);

/// A shape of the scene with its current animated sizes.
const TumShape *tum_world_shape_now(const TumWorld *world, const TumScene *scene, int32_t shape);

/// Sets shapes to their sizes at a time [s].
void tum_world_move_shapes3(TumWorld *world, double seconds);

// animate_joints.c

/// Connects a joint of the scene with its tracks and nodes: its source and its record, which must
/// exist, take the values at t = 0.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_follow_joint3(TumWorld *world, const TumScene *scene, int32_t joint,
                                  const ShapePlacement3 placements[2]);

/// Moves joint frames and values before a step, and completes them after the step.
TumStatus tum_world_aim_joints3(TumWorld *world, double seconds, float step);
void tum_world_land_joints3(TumWorld *world);

#endif
