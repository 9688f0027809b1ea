// SPDX-License-Identifier: MIT
/// animate.h: bodies, colliders and properties that follow the animations of their document
/// (docs/simulation.md#10-animations).
///
/// A driven body is kinematic: before each step it gets the velocity that takes it where the
/// animations put it at the step's end, and after the step it is put there to the last digit. A
/// driven collider that no moving body owns has a kinematic body of its own, after the scene's; so
/// it pushes with the velocity of its surface. One that a body owns is moved within that body, and
/// its surface has a velocity there (space3/surface_velocity3.h); so has one that gets another
/// shape (animate_shapes.c). Materials and motions take the values of their tracks
/// (animate_properties.c), and so do limits and drives; frames of joints go with their nodes
/// (animate_joints.c).
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
    int32_t animated_nodes; ///< Into Rig.nodes.
    DVec3 local_center;
    DPose3 pose;      ///< Now, in the world.
    DPose3 next;      ///< At the end of the step.
    bool moved;       ///< In the last step.
    bool is_released; ///< Somebody has taken the body: its animation moves it no more.
} Keyframe3;

/// A shape whose sizes change.
typedef struct MovingShape {
    TumShape now;                              ///< At the end of the step.
    bool is_even;                              ///< No track jumps from key to key.
    const TumTrack *tracks[SHAPE_TRACK_COUNT]; ///< From TUM_TRACK_SHAPE_SIZE on; or NULL.
} MovingShape;

/// A collider or a trigger part that follows a node within a body, or changes its shape.
typedef struct Rider3 {
    int32_t body;           ///< Slot.
    int32_t item;           ///< Slot of the collider, or index of the trigger part.
    int32_t animated_nodes; ///< Into Rig.nodes, or NONE: it stays where it is in its body.
    DPose3 node_from_shape; ///< Or the body from the shape.
    int32_t shape;          ///< Into shapes, or NONE: it keeps its shape.
    double scale[3];
    bool moves; ///< In this step.
    Pose3 next; ///< At the end of the step, in the body moved to its centre of mass.
    Shape3 next_shape;
} Rider3;

/// A limit or a drive of one joint whose numbers change.
typedef struct JointTracks3 {
    int32_t joint, index; ///< Slot of the joint, and which of its limits or drives.
    bool is_drive;
    const TumTrack *tracks[JOINT_TRACK_COUNT]; ///< From TUM_TRACK_LIMIT_MIN on; or NULL.
    bool changes;                              ///< In this step.
    JointPart3 next;                           ///< At the end of the step.
} JointTracks3;

/// A frame of a joint that moves within its body.
typedef struct JointFrame3 {
    int32_t joint;
    int side;
    int32_t animated_nodes; ///< Into Rig.nodes.
    DPose3 node_from_frame;
    DPose3 next; ///< At the end of the step, in the body.
    bool moves;  ///< In this step.
} JointFrame3;

/// A joint that lets what it joins collide at times.
typedef struct JointGate {
    const TumTrack *track;
    int32_t joint;
} JointGate;

/// A material whose numbers change.
typedef struct Surface {
    const TumTrack *tracks[3]; ///< Static and dynamic friction, restitution; or NULL.
    float values[3];           ///< Now.
    bool has_changed;          ///< In this step.
} Surface;

typedef struct SurfaceUse {
    int32_t collider; ///< Slot.
    int32_t surface;
} SurfaceUse;

/// A body whose motion has numbers that change.
typedef struct MotionTracks3 {
    int32_t body;                                                           ///< Slot.
    const TumTrack *mass, *inertia, *inertia_rotation, *center, *kinematic; ///< Or NULL.
    const TumTrack *gravity_factor, *linear_velocity, *angular_velocity;    ///< Or NULL.
    bool in_world;             ///< Velocities are not turned by the body.
    double mass_at_load;       ///< [kg]
    double inertia_at_load[3]; ///< [kg m^2]
    bool follows_mass[3];      ///< That moment was computed from the mass.
} MotionTracks3;

typedef struct Animation3 {
    Arena arena; ///< Of the rig and of all tracks.
    AnimatedNodes animated_nodes;
    ARRAY(Keyframe3) keyframes; ///< In the order of Rig.nodes.
    int32_t *body_of_node;      ///< [scene nodes] Slot of a collider node's own body, or NONE.
    int32_t *keyframe_of;       ///< [scene bodies] Into keyframes, or NONE.
    ARRAY(Rider3) colliders;
    ARRAY(Rider3) parts;
    ARRAY(MovingShape) shapes;
    int32_t *shape_of;       ///< [scene shapes] Into shapes, or NONE.
    const TumTrack **copies; ///< [scene tracks] Of joints: many may share one.
    ARRAY(JointTracks3) joint_tracks;
    ARRAY(JointFrame3) joint_frames;
    ARRAY(JointGate) gates;
    ARRAY(Surface) surfaces;
    int32_t *surface_of; ///< [scene materials] Into surfaces, or NONE.
    ARRAY(SurfaceUse) surface_uses;
    ARRAY(MotionTracks3) motions;
} Animation3;

/// A solid collider or a trigger part on its way from the scene into the world.
typedef struct Seat3 {
    int32_t node; ///< Of the document.
    int32_t body; ///< Slot.
    Pose3 body_from_shape;
    int32_t animated_nodes; ///< Where it rides, or NONE.
    DPose3 node_from_shape; ///< With a place in the rig.
    DPose3 exact;           ///< body_from_shape, before it was rounded.
} Seat3;

/// After the scene's bodies are in the world: makes bodies for colliders and trigger parts that
/// animations move, and puts all that follows an animation where it is at t = 0. Leaves
/// world->animation NULL where nothing is animated.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_build_animation3(TumWorld *world, const TumScene *scene);
void tum_world_free_animation3(TumWorld *world);

/// Whose body a collider or a trigger part moves with, and where in it.
/// @param body      of the scene, or -1.
/// @param position  [m] in that body's frame, or in the world.
Seat3 tum_world_seat3(const TumWorld *world, const TumScene *scene, int32_t node, int32_t body,
                      bool driven, const double position[3], const TumRotation *rotation);

/// Once a collider is in the world: has it follow its node, its shape and its material.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_follow_collider3(TumWorld *world, const Seat3 *seat, int32_t slot,
                                     const TumCollider *collider);
TumStatus tum_world_follow_part3(TumWorld *world, const Seat3 *seat, int32_t slot,
                                 const TumTriggerPart *part);

/// After all is built: what can only be said of bodies with colliders and joints.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_start_animation3(TumWorld *world);

/// After a checkpoint was read: what follows from the time alone is as it was then.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_resume_animation3(TumWorld *world);

/// Where something that rides an animation stands now, in the body it moves with.
Pose3 tum_world_ride3(const TumWorld *world, int32_t animated_nodes, DPose3 node_from_shape);

/// Before a step of `seconds`: velocities, places in bodies and properties for the step's end.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_animate3(TumWorld *world, float seconds);

/// After it: puts driven bodies exactly where they should be.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_land3(TumWorld *world, float seconds);

// between steps

/// Whether an animation moves a body.
bool tum_world_follows_animation(const TumWorld *world, int32_t body);

/// Takes a body from its animation, for good. What hangs on its node goes with the body from then
/// on; where the body is removed, with the animation.
void tum_world_release_body3(TumWorld *world, int32_t body);

/// Puts a body that was disabled where its animation has got to meanwhile.
void tum_world_catch_up3(TumWorld *world, int32_t body);

/// After its centre of mass moved within a body.
void tum_world_follow_center3(TumWorld *world, int32_t body);

// animate_properties.c

TumStatus tum_world_build_properties3(TumWorld *world, const TumScene *scene);

/// Takes over the numbers of materials and motions at a time [s].
/// @param step  [s] that ends then; 0 while the world is being built.
TumStatus tum_world_move_properties3(TumWorld *world, double seconds, float step);

/// Makes bodies kinematic or dynamic, as a time [s] has them.
TumStatus tum_world_switch_bodies3(TumWorld *world, double seconds);

/// Whether a track gives a body its mass or inertia.
bool tum_world_weight_follows(const TumWorld *world, int32_t body);

// animate_shapes.c

TumStatus tum_world_build_shapes3(TumWorld *world, const TumScene *scene);

/// A shape of the scene as animations have it now.
const TumShape *tum_world_shape_now(const TumWorld *world, const TumScene *scene, int32_t shape);

/// Takes over the sizes of a time [s].
void tum_world_move_shapes3(TumWorld *world, double seconds);

// animate_joints.c

/// A joint of the scene follows its tracks and nodes: its source and its record, which must exist,
/// take what is said of t = 0. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_follow_joint3(TumWorld *world, const TumScene *scene, int32_t joint,
                                  const Seat3 solver_index[2]);

/// Before a step, and after it.
TumStatus tum_world_aim_joints3(TumWorld *world, double seconds, float step);
void tum_world_land_joints3(TumWorld *world);

#endif
