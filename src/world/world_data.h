// SPDX-License-Identifier: MIT
/// world_data.h: data of a world and the functions that its files share; inside world/ and
/// rollout/ only.
#ifndef TUM_WORLD_WORLD_DATA_H
#define TUM_WORLD_WORLD_DATA_H

#include "schedule/sim.h"
#include "shape3/mesh3.h"
#include "space3/space3.h"
#include "space4/bodies4.h"
#include "system/task_pool.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

/// One shape of a trigger in 3D.
typedef struct TriggerPart3 {
    int32_t body;   ///< Slot of the body that carries the part; WORLD_BODY: the part is fixed.
    int32_t filter; ///< Filter, or NONE.
    Shape3 shape;
    Pose3 center_from_shape; ///< In the body frame translated to the centre of mass.
} TriggerPart3;

/// One shape of a trigger in 4D.
typedef struct TriggerPart4 {
    int32_t body, filter;
    Shape4 shape;
    Pose4 principal_from_shape; ///< In the principal frame of the body.
} TriggerPart4;

/// Collision shape of a 4D scene, shared by all colliders with this shape and scale.
typedef struct BuiltShape4 {
    int32_t source; ///< Index of the shape in the scene.
    int32_t before; ///< Previous BuiltShape4 of the same source at another scale, or NONE.
    double scale[4];
    Shape4 shape;
    TumShape defined; ///< Definition of the shape, without points.
    TumCurve *curves; ///< [defined.curve_count] Curves of `defined`.
    bool is_defined;  ///< false: no definition describes the shape at this scale.
} BuiltShape4;

typedef struct Trigger {
    int32_t node;
    int32_t filter;                  ///< Filter of a compound, or NONE.
    uint32_t part_first, part_count; ///< Range of the parts of the world's dimension.
} Trigger;

/// A solid collider inside a trigger. Overlaps are sorted like events: by node and index of the
/// trigger, then by node and slot of the collider.
typedef struct Overlap {
    uint32_t node, trigger; ///< Node of the trigger; index of the trigger in the scene.
    TouchSide side;         ///< The collider.
} Overlap;

typedef ARRAY(Overlap) Overlaps;

struct Animation3;
struct Volumes3;

/// Definition of the shape of a collider that the program added, from which the shape can be
/// rebuilt. Sizes are those of TumColliderDef3. All zero: the slot has none.
typedef struct AddedShape {
    uint32_t kind; ///< TumShapeKind
    float size[3], height, radius, radius_bottom, radius_top;
    bool double_sided;
    float *points;       ///< point_count * 3
    uint32_t *triangles; ///< triangle_count * 3
    size_t point_count, triangle_count;
    Hull3 *hull; ///< Built from the points.
    Mesh3 *mesh;
} AddedShape;

/// Definition of an added shape in 4D; sizes are those of TumColliderDef4.
typedef struct AddedShape4 {
    uint32_t kind; ///< TumShapeKind
    float size[4], height, radius, radius_bottom, radius_top;
    TumCurve *curves;     ///< curve_count
    float *points;        ///< point_count * 4
    uint32_t *tetrahedra; ///< tetrahedron_count * 4
    size_t curve_count, point_count, tetrahedron_count;
    Shape4 shape; ///< Built from the definition, with its own hull or mesh; all zero: not yet
                  ///< built.
} AddedShape4;

/// A body and a collider between which a joint disables collision.
typedef struct KeptApart {
    int32_t body, collider; ///< Slots; collider is NONE once it has been removed.
} KeptApart;

/// Definition of a joint, with current animated values. The joint in the solver follows from the
/// definition and from the joint's bodies. All zero: the slot has none.
typedef struct JointSource3 {
    uint64_t user;          ///< User data.
    DPose3 frame[2];        ///< In the body frame, or in the world for a side that is the world.
    bool frame_follows[2];  ///< A track moves the frame.
    bool collision_follows; ///< A track decides whether the two sides collide.
    int32_t node[2];        ///< Node of the document, or NONE.
    TumLimit *limits;       ///< limit_count
    TumDrive *drives;       ///< drive_count
    bool *follows; ///< [limit_count + drive_count] The values of this limit or drive follow
                   ///< tracks.
    int32_t limit_count, drive_count;
    int32_t part_of[2];     ///< Slots of the bodies whose colliders do not collide because of the
                            ///< joint, if neither is the world. They may differ from the bodies on
                            ///< which the joint acts: an animated part of a static body, or of the
                            ///< world, has a body of its own.
    ARRAY(KeptApart) apart; ///< Further pairs: colliders for which a side of the world stands.
} JointSource3;

/// Members of a joint definition in 4D, where no tracks are followed.
typedef struct JointForm4 {
    DPose4 frame[2]; ///< As in JointSource3.frame, which 4D does not use.
    JointKind4 kind;
} JointForm4;

/// The flag of a limit or a drive in JointSource3.follows.
static inline bool *joint_source_follows(const JointSource3 *source, bool is_drive, int32_t index)
{
    return &source->follows[is_drive ? source->limit_count + index : index];
}

struct TumWorld {
    TumAllocator allocator;
    int dimension;
    int substeps;
    uint16_t id;                   ///< Distinguishes ids of this world from ids of other worlds.
    bool is_in_rollout;            ///< A call of worlds.h has the world (rollout/worlds.c).
    TumStatus rollout_status;      ///< Status of the last step of such a call.
    double time;                   ///< [s]
    uint64_t steps;                ///< Completed steps.
    uint64_t scene_fingerprint;    ///< Fingerprint of the scene from which the world was made.
    uint64_t settings_fingerprint; ///< Fingerprint of the motion settings in the world's
                                   ///< definition.
    TaskPool *pool;                ///< The world's own pool; NULL where the caller runs tasks, or
                                   ///< without threads.
    Sim sim;
    Space3 *space3; ///< NULL in 4D. Animations and gravity volumes exist in 3D only.
    Space4 *space4; ///< NULL in 3D.
    ARRAY(BuiltShape4) shapes4;
    int32_t *built_of; ///< [built_of_count] In 4D, last BuiltShape4 of each shape of the scene, or
                       ///< NONE.
    size_t built_of_count;
    ARRAY(int32_t) collider_shapes4; ///< In 4D, index into shapes4 per scene collider.
    Hull3 **hulls;  ///< [geometry_count] Hulls of the scene's meshes; NULL where unused.
    Mesh3 **meshes; ///< [geometry_count] Collision meshes of the scene's meshes; NULL where unused.
    size_t geometry_count;
    size_t scene_body_count;     ///< Body i of the scene is slot i + 1.
    size_t fixed_body_count;     ///< Count of slots for bodies of the scene and of its animations.
    size_t scene_collider_count; ///< Count of slots for colliders of the scene.
    ARRAY(AddedShape) added;     ///< In 3D, one per collider slot after the scene's.
    ARRAY(AddedShape4) added4;   ///< In 4D, one per collider slot after the scene's.
    ARRAY(JointSource3) joints;  ///< One per joint slot.
    ARRAY(JointForm4) joints4;   ///< In 4D, one per joint slot; empty in 3D.
    size_t scene_joint_count;    ///< Count of slots for joints of the scene: joint i has slot i.

    ARRAY(Trigger) triggers; ///< Triggers of the scene, in its order.
    ARRAY(TriggerPart3) trigger_parts;
    ARRAY(TriggerPart4) trigger_parts4;
    Overlaps overlaps, overlaps_before; ///< Overlaps of this step and of the previous step, sorted.
    Overlaps overlap_scratch;
    ARRAY(TumEvent) events;
    ARRAY(TouchChange) touch_scratch; ///< Scratch memory for sorting begin and end of touches.

    struct Animation3 *animation; ///< NULL: nothing is animated (animate.h).
    struct Volumes3 *gravity;     ///< NULL: gravity is uniform (gravity.h).
};

/// Slot of the next collider.
static inline size_t world_next_collider(const TumWorld *world)
{
    const Topology *topology = &world->sim.topology;
    return topology->free_colliders.count > 0
               ? (size_t)topology->free_colliders.items[topology->free_colliders.count - 1]
               : topology->colliders.count;
}

/// True for a body that was made for an animated part of the world or of a static body.
static inline bool is_own_body(const TumWorld *world, int32_t body)
{
    return (size_t)body > world->scene_body_count && (size_t)body < world->fixed_body_count;
}

/// Fill a new world from a scene. world->sim and its space are initialized and empty.
TumStatus tum_world_build3(TumWorld *world, const TumScene *scene, TumReport *report);
TumStatus tum_world_build4(TumWorld *world, const TumScene *scene, TumReport *report);

/// Builds the collision filters. Called before anything else is built.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_CAPACITY: more than TUM_MAX_FILTERS differ.
TumStatus tum_world_build_filters(TumWorld *world, const TumScene *scene, TumReport *report);

/// Converts the shape of a collider or trigger part to the simulation's shape.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (the shape has no surface to touch: a finding says why) or
///         TUM_ERROR_MEMORY.
TumStatus tum_world_convert_shape(TumWorld *world, const TumScene *scene, int32_t shape,
                                  const double scale[3], const char *pointer, Shape3 *converted,
                                  TumReport *report);

/// Converts a shape without points: sphere, box, capsule, cylinder, plane.
/// @return false for other shapes.
bool tum_world_implicit_shape(const TumShape *shape, const double scale[3], Shape3 *converted);

/// Builds joints, after bodies and colliders: joint_scene.c.
TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report);

/// Likewise in 4D: joint_edit4.c.
TumStatus tum_world_build_joints4(TumWorld *world, const TumScene *scene, TumReport *report);

/// Lists the colliders that do not collide because of a joint of the scene: with a side that is the
/// world, those of the nodes above and below the joint's node.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_keep_scene_apart(TumWorld *world, const TumScene *scene, const TumJoint *joint,
                                     JointSource3 *source);

// joint_build.c

/// Updates a joint in the solver from its source and its bodies, without waking a body.
/// @return TUM_OK, or TUM_ERROR_MEMORY: the joint stays as it was.
TumStatus tum_world_refresh_joint(TumWorld *world, int32_t joint);

/// Updates all joints of a body that has changed. A joint without memory for its update ceases to
/// act.
TumStatus tum_world_refresh_joints_of(TumWorld *world, int32_t body);

/// Makes a joint inactive. Allocates no memory.
void tum_world_quiet_joint(TumWorld *world, int32_t joint);

/// Computes the joint graph and its solver layout. Contacts between bodies that are joined now may
/// still exist.
TumStatus tum_world_lay_out_joints(TumWorld *world);

/// Lays joints out again where joints or their bodies have changed.
/// @return TUM_OK, or TUM_ERROR_MEMORY: no step is allowed before a call returns TUM_OK.
TumStatus tum_world_settle_joints(TumWorld *world);

// joint_build4.c

/// The 4D cases of the functions above, which call these. Frames are recomputed from the principal
/// frame of each body.
TumStatus tum_world_refresh_joint4(TumWorld *world, int32_t joint);
void tum_world_quiet_joint4(TumWorld *world, int32_t joint);

/// The joint freedom of an axis index 0 to 5. @return false where no joint has this freedom.
bool tum_joint4_freedom(TumSpace space, int32_t axis, JointFreedom4 *freedom);

/// The only axis in a mask, or NONE for other masks.
int32_t tum_joint4_axis(uint32_t axes);

/// True when the joint leaves the freedom of a limit or drive free and measures it, and the values
/// are valid.
bool tum_joint4_allows_limit(JointKind4 kind, const TumLimit *limit);
bool tum_joint4_allows_drive(JointKind4 kind, const TumDrive *drive);

// joint_build.c

/// True when a body of the joint is movable and neither body is absent.
bool tum_world_joint_can_act(const TumWorld *world, int32_t joint);

/// A joint frame relative to the centre of mass of its body, as the solver uses it.
DPose3 tum_world_frame_from_center3(const TumWorld *world, int32_t body, DPose3 frame);

/// Updates joint frames after the centre of mass of a body moved. Frames keep their places in the
/// body.
void tum_world_place_joint_frames3(TumWorld *world, int32_t body);

/// True when limits and drives constrain more directions than a joint can have.
bool tum_joint_source_is_full(const JointSource3 *source);

/// Gives a source limits and drives that follow no tracks. @return false when out of memory.
bool tum_joint_source_copy(JointSource3 *source, const TumLimit *limits, size_t limit_count,
                           const TumDrive *drives, size_t drive_count,
                           const TumAllocator *allocator);

/// Disables collision between `body` and the colliders of a node of the world, which a side of the
/// joint stands for. Animated colliders have a body of their own.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_joint_source_keep_world_apart(JointSource3 *source, const TumWorld *world,
                                            int32_t node, int32_t body);

/// The same for a joint with one side at the world, by the nodes and bodies of its source; a joint
/// of two bodies stays as it is.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_joint_source_keep_side_apart(JointSource3 *source, const TumWorld *world);

/// Adds a pair without collision. @return false when out of memory.
bool tum_joint_source_keep_apart(JointSource3 *source, int32_t body, int32_t collider,
                                 const TumAllocator *allocator);
void tum_joint_source_clear(JointSource3 *source, const TumAllocator *allocator);

// joint_collide.c

/// Disable and enable collision for a joint. Existing contacts stay.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_forbid_joint(TumWorld *world, int32_t joint);
void tum_world_admit_joint(TumWorld *world, int32_t joint);

/// Makes the next step search for contacts. Called before the joint ceases to disable collision.
void tum_world_look_again(TumWorld *world, int32_t joint);

/// Ends existing contacts, after the joint began to disable collision.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_end_forbidden(TumWorld *world, int32_t joint);

/// Enables or disables collision between the joined bodies.
/// @return TUM_OK, or TUM_ERROR_MEMORY: nothing changed.
TumStatus tum_world_let_collide(TumWorld *world, int32_t joint, bool lets_collide);

/// Removes a collider from all joints that name it, since another collider may get its slot.
void tum_world_forget_collider(TumWorld *world, int32_t collider);

// joint_edit.c

/// Joins two different body slots. The world takes ownership of the data of `source`, also on
/// failure.
///
/// @param form  in 4D; NULL in 3D.
/// @param slot  receives the slot of the joint.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY: no joint was made.
TumStatus tum_world_join(TumWorld *world, const int32_t body[2], bool lets_collide,
                         JointSource3 *source, const JointForm4 *form, int32_t *slot);

/// Slot of a joint, or NONE where it does not exist.
int32_t tum_world_joint_slot(const TumWorld *world, TumJointId joint);

/// True when the values of a limit or a drive are valid.
bool tum_limit_is_sound(const TumLimit *limit);
bool tum_drive_is_sound(const TumDrive *drive);

/// Takes a joint out of a world without waking its bodies.
void tum_world_drop_joint(TumWorld *world, int32_t joint);

/// Removes a joint and wakes its bodies. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_remove_joint_at(TumWorld *world, int32_t joint);

/// Replaces the limit or drive with this index, which must exist. The values are taken unchanged,
/// and tracks no longer change them. Joined bodies wake where a value differs. Changes of values
/// alone are applied in the running solver; other changes lay joints out again before the next
/// step.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY: nothing changed.
TumStatus tum_world_set_limit(TumWorld *world, int32_t joint, int32_t index, const TumLimit *limit);
TumStatus tum_world_set_drive(TumWorld *world, int32_t joint, int32_t index, const TumDrive *drive);

/// Sets a frame of a joint in its body, or in the world; no animation moves it from then on. The
/// rotation has unit length. Joined bodies wake where the frame differs.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_set_joint_frame3(TumWorld *world, int32_t joint, int side, DPose3 frame);

/// Builds triggers, after bodies and colliders: trigger.c.
TumStatus tum_world_build_triggers(TumWorld *world, const TumScene *scene, TumReport *report);

/// Finds the colliders inside each trigger, and the changes since the last update.
TumStatus tum_world_update_triggers(TumWorld *world);

/// 4D cases of triggers: adding a part, its box, and its overlap test (trigger4.c).
TumStatus tum_world_add_part4(TumWorld *world, const TumScene *scene, const TumTrigger *trigger,
                              const TumTriggerPart *source, TumReport *report);
Box tum_world_part_box4(const TumWorld *world, const TriggerPart4 *part);
bool tum_world_part_touches4(const TumWorld *world, const TriggerPart4 *part, int32_t collider);

/// Converts the shape of a collider or trigger part in 4D; the world owns the result.
/// @param shape  receives it; NULL where the shape has no surface to touch: a finding says why.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_convert_shape4(TumWorld *world, const TumScene *scene, int32_t source,
                                   const double scale[4], const char *pointer, const Shape4 **shape,
                                   TumReport *report);
void tum_world_free_shapes4(TumWorld *world);

/// Makes the definition of a scene's shape at its scale, as for a collider, without points.
/// @return false when out of memory.
bool tum_built_shape4_define(BuiltShape4 *built, const TumShape *from, const TumCurve *curves,
                             const TumAllocator *allocator);

/// A pose of the scene, rounded to single precision. @return false where a number is not finite.
bool tum_world_pose4(const double position[4], const TumRotation *rotation, Pose4 *pose);

/// Converts one side of an event: event.c.
TumEventSide tum_world_event_side(const TumWorld *world, const TouchSide *side);

/// Adds events for the contact changes of the last step; with TumWorldDef.contact_events.
TumStatus tum_world_add_contact_events(TumWorld *world);

/// True when two numbers [1/s] are a valid linear and angular damping.
bool tum_is_damping(float linear, float angular);

/// Applies damping to the velocities of damped bodies for a time [s].
void tum_world_damp(TumWorld *world, float seconds);

/// Impulse [N s] of a contact at the point of this feature; 0 for a new point.
float tum_world_impulse_at3(const ContactMemory3 *memory, uint32_t feature);

/// Slot of a body, or NONE where it does not exist.
int32_t tum_world_slot(const TumWorld *world, TumBodyId body);

/// Slot of a body or collider, as above; an id of zero names the world's own body.
int32_t tum_world_slot_or_own(const TumWorld *world, TumBodyId body);
int32_t tum_world_collider_slot(const TumWorld *world, TumColliderId collider);

/// Id of the body in a slot; zero for an empty slot and for the world's own body.
TumBodyId tum_world_id(const TumWorld *world, int32_t slot);

/// Copies the shape data of a definition. @return false when out of memory; the caller clears
/// `added` in any case.
bool tum_added_shape_copy(AddedShape *added, const TumColliderDef3 *def,
                          const TumAllocator *allocator);

/// Builds a shape from its definition; `added` owns the hull and mesh that are made. A mesh keeps
/// the kernels.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (the shape has no extent, or a number is invalid) or
///         TUM_ERROR_MEMORY.
TumStatus tum_added_shape_build(AddedShape *added, const ShapeKernels3 *kernels,
                                const TumAllocator *allocator, Shape3 *shape);
void tum_added_shape_clear(AddedShape *added, const TumAllocator *allocator);

/// The 4D versions; also TUM_ERROR_CAPACITY for a hull of too many points.
bool tum_added_shape4_copy(AddedShape4 *added, const TumColliderDef4 *def,
                           const TumAllocator *allocator);
TumStatus tum_added_shape4_build(AddedShape4 *added, const TumAllocator *allocator);
void tum_added_shape4_clear(AddedShape4 *added, const TumAllocator *allocator);

/// Frees the added shape of a collider slot.
void tum_world_clear_added(TumWorld *world, int32_t collider);
void tum_world_free_added(TumWorld *world);

/// Validates a definition except for its filter and its shape.
TumStatus tum_collider_def3_status(const TumColliderDef3 *def);
TumStatus tum_collider_def4_status(const TumColliderDef4 *def);

/// True when the values of a material are valid.
bool tum_material_is_sound(const TumMaterial *material);

/// Sets friction, restitution and their combine modes.
void tum_collider_record_set_material(ColliderRecord *record, const TumMaterial *material);

/// Checks that a collider of this filter can be added to a body of a world of this dimension.
/// @param owner  receives the slot of the body; an id of zero names the world's own body.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_CAPACITY.
TumStatus tum_world_check_added_collider(const TumWorld *world, int dimension, TumBodyId body,
                                         int32_t filter, int32_t *owner);

/// Remove all colliders of a body from the trees, or insert its enabled colliders again. The body
/// and the bodies joined to it wake.
TumStatus tum_world_detach_body(TumWorld *world, int32_t body);
TumStatus tum_world_attach_body(TumWorld *world, int32_t body);

/// Changes the kind of a body, or makes it absent: edit.c.
TumStatus tum_world_become(TumWorld *world, int32_t slot, TumBodyKind kind, bool is_absent);

/// Moves a body's centre of mass [m, in the body frame]. The pose and the angular velocity of the
/// body stay the same: edit3.c.
void tum_world_move_center3(TumWorld *world, int32_t slot, Vec3 center);

#endif
