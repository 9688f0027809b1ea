// SPDX-License-Identifier: MIT
/// animate.h: bodies, colliders and properties that follow the animations of their document
/// (spec/scene-model.md section 3.4).
///
/// A driven body is kinematic: before each step it gets the velocity that takes it where the
/// animations put it at the step's end, and after the step it is put there to the last digit. A
/// driven collider that no moving body owns has a kinematic body of its own, after the scene's; so
/// it pushes with the velocity of its surface. One that a body owns is moved within that body.
/// Materials and motions take the values of their tracks (animate_properties.c).
#ifndef TUM_WORLD_ANIMATE_H
#define TUM_WORLD_ANIMATE_H

#include "base/arena.h"
#include "base/array.h"
#include "sim/sim.h"
#include "space3/space3.h"
#include "tumble/world.h"
#include "world/rig.h"

/// A body that follows a node.
typedef struct Keyframe3 {
    int32_t body; ///< Slot.
    int32_t rig;  ///< Into Rig.nodes.
    DVec3 local_center;
    DPose3 pose;      ///< Now, in the world.
    DPose3 next;      ///< At the end of the step.
    bool moved;       ///< In the last step.
    bool is_released; ///< Somebody has taken the body: its animation moves it no more.
} Keyframe3;

/// A collider or a trigger part that follows a node within a body.
typedef struct Rider3 {
    int32_t body; ///< Slot.
    int32_t item; ///< Slot of the collider, or index of the trigger part.
    int32_t rig;  ///< Into Rig.nodes.
    DPose3 node_from_shape;
} Rider3;

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
    int32_t body;                                       ///< Slot.
    const TumTrack *mass, *gravity_factor;              ///< Or NULL.
    const TumTrack *linear_velocity, *angular_velocity; ///< Or NULL.
    bool in_world;                                      ///< Velocities are not turned by the body.
    double mass_at_load;                                ///< [kg]
    double inertia[3];                                  ///< [kg m^2] At load.
    bool follows_mass[3];                               ///< That moment was computed from the mass.
    double mass_now;
} MotionTracks3;

typedef struct Animation3 {
    Arena arena; ///< Of the rig and of all tracks.
    Rig rig;
    ARRAY(Keyframe3) keyframes; ///< In the order of Rig.nodes.
    int32_t *body_of_node;      ///< [scene nodes] Slot of a collider node's own body, or NONE.
    int32_t *keyframe_of;       ///< [scene bodies] Into keyframes, or NONE.
    ARRAY(Rider3) colliders;
    ARRAY(Rider3) parts;
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
    int32_t rig; ///< Where it rides, or NONE.
    DPose3 node_from_shape;
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

/// Once a collider is in the world: has it follow its node and its material.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_follow_collider3(TumWorld *world, const Seat3 *seat, int32_t collider,
                                     int32_t material);
TumStatus tum_world_follow_part3(TumWorld *world, const Seat3 *seat, int32_t part);

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

#endif
