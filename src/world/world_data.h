// SPDX-License-Identifier: MIT
/// world_data.h: what a world consists of; inside world/ only.
#ifndef TUM_WORLD_WORLD_DATA_H
#define TUM_WORLD_WORLD_DATA_H

#include "schedule/sim.h"
#include "shape3/mesh3.h"
#include "space3/space3.h"
#include "space4/space4.h"
#include "system/task_pool.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

/// One shape of a trigger, as the simulation needs it.
typedef struct TriggerPart3 {
    int32_t body;   ///< It moves with this body; WORLD_BODY: never.
    int32_t filter; ///< Or NONE.
    Shape3 shape;
    Pose3 center_from_shape; ///< In the body frame moved to the centre of mass.
} TriggerPart3;

/// The same in 4D.
typedef struct TriggerPart4 {
    int32_t body, filter;
    Shape4 shape;
    Pose4 principal_from_shape; ///< In the principal frame of the body.
} TriggerPart4;

/// A shape of a 4D scene as it collides: shared by all that have it at the same scale.
typedef struct BuiltShape4 {
    int32_t source; ///< Of the scene.
    int32_t before; ///< The same at another scale, built before; or NONE.
    double scale[4];
    Shape4 shape;
    TumShape defined; ///< The shape as a definition says it; without points.
    TumCurve *curves; ///< [defined.curve_count] Its own.
    bool is_defined;  ///< False: no definition has the shape at this scale.
} BuiltShape4;

typedef struct Trigger {
    int32_t node;
    int32_t filter;                  ///< A compound's own, or NONE.
    uint32_t part_first, part_count; ///< Of the parts of the world's dimension.
} Trigger;

/// A solid collider inside a trigger. Sorted by node and index of the trigger, then by node and
/// slot of the collider, as events are.
typedef struct Overlap {
    uint32_t node, trigger; ///< Of the trigger; its index in the scene.
    TouchSide side;         ///< The collider.
} Overlap;

typedef ARRAY(Overlap) Overlaps;

struct Animation3;
struct Volumes3;

/// The shape of a collider that was added, as it was given: enough to build it again. Sizes are
/// those of TumColliderDef3. All zero: none, or removed.
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

/// The same in 4D; sizes are those of TumColliderDef4.
typedef struct AddedShape4 {
    uint32_t kind; ///< TumShapeKind
    float size[4], height, radius, radius_bottom, radius_top;
    TumCurve *curves;     ///< curve_count
    float *points;        ///< point_count * 4
    uint32_t *tetrahedra; ///< tetrahedron_count * 4
    size_t curve_count, point_count, tetrahedron_count;
    Shape4 shape; ///< Built from them; all zero: not yet. Its hull or mesh is its own.
} AddedShape4;

/// A body and a collider that a joint keeps apart.
typedef struct KeptApart {
    int32_t body, collider; ///< Slots; NONE for a collider that is gone.
} KeptApart;

/// What a joint was asked to be, and what animations make of it; what acts follows from that and
/// from its bodies. All zero: none, or removed.
typedef struct JointSource3 {
    uint64_t user;         ///< The program's own number.
    DPose3 frame[2];       ///< In the body frames; in the world where a side is the world.
    bool frame_follows[2]; ///< A track moves it.
    int32_t node[2];       ///< Of the document, or NONE.
    TumLimit *limits;      ///< limit_count
    TumDrive *drives;      ///< drive_count
    bool *follows;         ///< limit_count + drive_count: its numbers are those of its tracks.
    int32_t limit_count, drive_count;
    int32_t part_of[2]; ///< Slots of bodies whose colliders do not meet for it, where neither is
                        ///< the world. They may be others than those that it pulls: what an
                        ///< animation moves of a static body, or of the world, has one of its own.
    ARRAY(KeptApart) apart; ///< Likewise: what of the world, or of such bodies, a side stands for.
} JointSource3;

/// The rest of what a joint was asked to be in 4D, where there are no tracks to follow.
typedef struct JointForm4 {
    DPose4 frame[2]; ///< As JointSource3.frame, which is not used.
    JointKind4 kind;
} JointForm4;

/// Where it is said whether a limit or a drive follows its tracks.
static inline bool *joint_source_follows(const JointSource3 *source, bool is_drive, int32_t index)
{
    return &source->follows[is_drive ? source->limit_count + index : index];
}

struct TumWorld {
    TumAllocator allocator;
    int dimension;
    int substeps;
    uint16_t id;                   ///< Tells this world's ids from another's.
    double time;                   ///< [s]
    uint64_t steps;                ///< Completed.
    uint64_t scene_fingerprint;    ///< Of the scene it was made from.
    uint64_t settings_fingerprint; ///< Of what its definition says about motion.
    TaskPool *pool;                ///< Ours, or NULL: the caller's tasks or none.
    Sim sim;
    Space3 *space3; ///< In 3D, else NULL; so is all that follows an animation or pulls.
    Space4 *space4; ///< In 4D, else NULL.
    ARRAY(BuiltShape4) shapes4;
    int32_t *built_of; ///< [built_of_count] In 4D, by the scene's shapes: the last built, or NONE.
    size_t built_of_count;
    ARRAY(int32_t) collider_shapes4; ///< In 4D: index into shapes4 of each collider of the scene.
    Hull3 **hulls;  ///< geometry_count; hull of each of the scene's meshes, where one is used.
    Mesh3 **meshes; ///< geometry_count; likewise.
    size_t geometry_count;
    size_t scene_body_count;     ///< Body i of the scene is slot i + 1.
    size_t fixed_body_count;     ///< Slots of bodies that the scene gave, then its animations.
    size_t scene_collider_count; ///< Slots of colliders that the scene gave.
    ARRAY(AddedShape) added;     ///< One a slot beyond those, in 3D.
    ARRAY(AddedShape4) added4;   ///< Likewise in 4D.
    ARRAY(JointSource3) joints;  ///< One a joint of sim and of its space.
    ARRAY(JointForm4) joints4;   ///< In 4D likewise, else empty.
    size_t scene_joint_count;    ///< Slots of joints that the scene gave: joint i is slot i.

    ARRAY(Trigger) triggers; ///< Those of the scene, in its order.
    ARRAY(TriggerPart3) trigger_parts;
    ARRAY(TriggerPart4) trigger_parts4;
    Overlaps overlaps, overlaps_before; ///< Of this step and of the one before, sorted.
    Overlaps overlap_scratch;
    ARRAY(TumEvent) events;
    ARRAY(TouchChange) touch_scratch; ///< Room to sort what touches began and ended.

    struct Animation3 *animation; ///< See animate.h; NULL: nothing is animated.
    struct Volumes3 *gravity;     ///< See gravity.h; NULL: gravity is the same everywhere.
};

/// The slot that the next collider gets.
static inline size_t world_next_collider(const TumWorld *world)
{
    const Topology *topology = &world->sim.topology;
    return topology->free_colliders.count > 0
               ? (size_t)topology->free_colliders.items[topology->free_colliders.count - 1]
               : topology->colliders.count;
}

/// Whether a body was made for what an animation moves of the world, or of a static body.
static inline bool is_own_body(const TumWorld *world, int32_t body)
{
    return (size_t)body > world->scene_body_count && (size_t)body < world->fixed_body_count;
}

/// Fills a new world from a scene. world->sim and its space are ready and empty.
TumStatus tum_world_build3(TumWorld *world, const TumScene *scene, TumReport *report);
TumStatus tum_world_build4(TumWorld *world, const TumScene *scene, TumReport *report);

/// Who meets whom: the first thing that is built.
TumStatus tum_world_build_filters(TumWorld *world, const TumScene *scene);

/// The shape of a collider or trigger part in the simulation's terms.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (it gives nothing that can touch: a finding says why) or
///         TUM_ERROR_MEMORY.
TumStatus tum_world_convert_shape(TumWorld *world, const TumScene *scene, int32_t shape,
                                  const double scale[3], const char *pointer, Shape3 *converted,
                                  TumReport *report);

/// The same of a shape without points: sphere, box, capsule, cylinder, plane. @return false of
/// others.
bool tum_world_implicit_shape(const TumShape *shape, const double scale[3], Shape3 *converted);

/// Joints, after bodies and colliders: joint_scene.c.
TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report);

// joint_build.c

/// Has a joint act as its source and its bodies say, without waking anybody.
/// @return TUM_OK, or TUM_ERROR_MEMORY: it acts as before.
TumStatus tum_world_refresh_joint(TumWorld *world, int32_t joint);

/// The same for all joints of a body that has changed. One for which memory is short ceases to act.
TumStatus tum_world_refresh_joints_of(TumWorld *world, int32_t body);

/// Has a joint act no more. This asks for no memory.
void tum_world_quiet_joint(TumWorld *world, int32_t joint);

/// Works out who is joined with whom, and how that is solved. Contacts of who is joined may still
/// be where they were.
TumStatus tum_world_lay_out_joints(TumWorld *world);

/// Lays joints out anew where they or their bodies are not what they were.
/// @return TUM_OK, or TUM_ERROR_MEMORY: no step may be taken before it answers TUM_OK.
TumStatus tum_world_settle_joints(TumWorld *world);

// joint_build4.c

/// The same in a world of four dimensions, for the functions above to call. Frames are found anew
/// from where the body's principal frame is in it.
TumStatus tum_world_refresh_joint4(TumWorld *world, int32_t joint);
void tum_world_quiet_joint4(TumWorld *world, int32_t joint);

/// What an axis of 0 to 5 is of what joints leave free. @return false where it is none of that.
bool tum_joint4_freedom(TumSpace space, int32_t axis, JointFreedom4 *freedom);

/// The only axis of a mask, or NONE.
int32_t tum_joint4_axis(uint32_t axes);

/// Whether a limit or a drive is of something that the joint leaves free and measures, and its
/// numbers make sense.
bool tum_joint4_allows_limit(JointKind4 kind, const TumLimit *limit);
bool tum_joint4_allows_drive(JointKind4 kind, const TumDrive *drive);

// joint_build.c

/// Some side can be moved, and none is absent.
bool tum_world_joint_can_act(const TumWorld *world, int32_t joint);

/// A frame as the solver has it: relative to the centre of mass of its body.
DPose3 tum_world_frame_from_center3(const TumWorld *world, int32_t body, DPose3 frame);

/// After a body's centre of mass moved within it: the frames of its joints stay where they are.
void tum_world_place_joint_frames3(TumWorld *world, int32_t body);

/// More directions than a joint can have are in its limits and drives.
bool tum_joint_source_is_full(const JointSource3 *source);

/// Gives it limits and drives that follow no tracks. @return false when out of memory.
bool tum_joint_source_copy(JointSource3 *source, const TumLimit *limits, size_t limit_count,
                           const TumDrive *drives, size_t drive_count,
                           const TumAllocator *allocator);

/// Adds the colliders of the world that a side of it stands for to what it keeps from `body`: those
/// of its node. Where an animation moves them they have a body of their own.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_joint_source_keep_world_apart(JointSource3 *source, const TumWorld *world,
                                            int32_t node, int32_t body);

/// Adds to what it keeps apart. @return false when out of memory.
bool tum_joint_source_keep_apart(JointSource3 *source, int32_t body, int32_t collider,
                                 const TumAllocator *allocator);
void tum_joint_source_clear(JointSource3 *source, const TumAllocator *allocator);

// joint_collide.c

/// Keeps apart, or together again, what a joint keeps from colliding. Contacts that exist stay.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_forbid_joint(TumWorld *world, int32_t joint);
void tum_world_admit_joint(TumWorld *world, int32_t joint);

/// Before it ceases to forbid: has the next step look for contacts.
void tum_world_look_again(TumWorld *world, int32_t joint);

/// After it began to forbid: ends the contacts there are. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_end_forbidden(TumWorld *world, int32_t joint);

/// Lets what a joint joins meet, or keeps it apart again. @return TUM_OK, or TUM_ERROR_MEMORY: then
/// nothing changed.
TumStatus tum_world_let_collide(TumWorld *world, int32_t joint, bool lets_collide);

/// A collider that joints may name by itself is gone: another one may get its slot.
void tum_world_forget_collider(TumWorld *world, int32_t collider);

// joint_edit.c

/// Joins two slots of bodies, which are different. The world takes what `source` owns, also where
/// it fails.
///
/// @param form  in 4D; else NULL.
/// @param slot  receives that of the joint.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY: then there is no joint.
TumStatus tum_world_join(TumWorld *world, const int32_t body[2], bool lets_collide,
                         JointSource3 *source, const JointForm4 *form, int32_t *slot);

/// Slot of a joint, or NONE where it does not exist.
int32_t tum_world_joint_slot(const TumWorld *world, TumJointId joint);

/// Whether the numbers of a limit or a drive make sense.
bool tum_limit_is_sound(const TumLimit *limit);
bool tum_drive_is_sound(const TumDrive *drive);

/// Takes a joint out of a world without a word to its bodies.
void tum_world_drop_joint(TumWorld *world, int32_t joint);

/// Removes a joint. Who it joined wakes. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_remove_joint_at(TumWorld *world, int32_t joint);

/// Another limit or drive in place of the one with this index, which must exist; the values are
/// taken as they are, and no track changes them from here on. Bodies that are joined wake where it
/// says something new. Numbers alone are changed in the running solver; more than that lays joints
/// out anew before the next step.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY: then nothing changed.
TumStatus tum_world_set_limit(TumWorld *world, int32_t joint, int32_t index, const TumLimit *limit);
TumStatus tum_world_set_drive(TumWorld *world, int32_t joint, int32_t index, const TumDrive *drive);

/// A frame of a joint in its body, or in the world, which no animation moves from here on; its
/// rotation is of unit length. Wakes who is joined where it is a new one. @return TUM_OK or
/// TUM_ERROR_MEMORY.
TumStatus tum_world_set_joint_frame3(TumWorld *world, int32_t joint, int side, DPose3 frame);

/// Triggers, after bodies and colliders: trigger.c.
TumStatus tum_world_build_triggers(TumWorld *world, const TumScene *scene, TumReport *report);

/// Finds out which colliders are inside which triggers now, and what changed.
TumStatus tum_world_update_triggers(TumWorld *world);

/// What is of four dimensions in that: a part of a trigger, its box, what it touches: trigger4.c.
TumStatus tum_world_add_part4(TumWorld *world, const TumScene *scene, const TumTrigger *trigger,
                              const TumTriggerPart *source, TumReport *report);
Box tum_world_part_box4(const TumWorld *world, const TriggerPart4 *part);
bool tum_world_part_touches4(const TumWorld *world, const TriggerPart4 *part, int32_t collider);

/// The shape of a collider or trigger part in 4D, which the world owns.
/// @param shape  receives it; NULL when it gives nothing that can touch: a finding says why.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_convert_shape4(TumWorld *world, const TumScene *scene, int32_t source,
                                   const double scale[4], const char *pointer, const Shape4 **shape,
                                   TumReport *report);
void tum_world_free_shapes4(TumWorld *world);

/// Describes a shape of a scene at its scale as a definition of a collider would, without points.
/// @return false when out of memory.
bool tum_built_shape4_define(BuiltShape4 *built, const TumShape *from, const TumCurve *curves,
                             const TumAllocator *allocator);

/// The pose of something in the scene, rounded. @return false where a number is none of ours.
bool tum_world_pose4(const double position[4], const TumRotation *rotation, Pose4 *pose);

/// One side of an event: event.c.
TumEventSide tum_world_event_side(const TumWorld *world, const TouchSide *side);

/// Adds what the last step's contacts did to the events; with TumWorldDef.contact_events.
TumStatus tum_world_add_contact_events(TumWorld *world);

/// Whether two numbers [1/s] are a linear and an angular damping.
bool tum_is_damping(float linear, float angular);

/// Takes from the velocities of damped bodies what damping takes in a time [s].
void tum_world_damp(TumWorld *world, float seconds);

/// What a contact pressed with at the point of this feature [N s]; 0: it is a new one.
float tum_world_impulse_at3(const ContactMemory3 *memory, uint32_t feature);

/// Slot of a body, or NONE where it does not exist.
int32_t tum_world_slot(const TumWorld *world, TumBodyId body);

/// Likewise of a collider, and of a body, where an id that is zero names the world's own.
int32_t tum_world_slot_or_own(const TumWorld *world, TumBodyId body);
int32_t tum_world_collider_slot(const TumWorld *world, TumColliderId collider);

/// The id of the body in a slot; zero where none is, and for the world's own.
TumBodyId tum_world_id(const TumWorld *world, int32_t slot);

/// Copies what a definition says of a shape. @return false when out of memory; clear it all the
/// same.
bool tum_added_shape_copy(AddedShape *added, const TumColliderDef3 *def,
                          const TumAllocator *allocator);

/// Builds a shape from what was given: hull and mesh of `added` are made and owned by it.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (it has no extent, or a number is wrong) or TUM_ERROR_MEMORY.
TumStatus tum_added_shape_build(AddedShape *added, const TumAllocator *allocator, Shape3 *shape);
void tum_added_shape_clear(AddedShape *added, const TumAllocator *allocator);

/// The same in 4D; also TUM_ERROR_CAPACITY: a hull of too many points.
bool tum_added_shape4_copy(AddedShape4 *added, const TumColliderDef4 *def,
                           const TumAllocator *allocator);
TumStatus tum_added_shape4_build(AddedShape4 *added, const TumAllocator *allocator);
void tum_added_shape4_clear(AddedShape4 *added, const TumAllocator *allocator);

/// What was added with the collider of a slot goes with it.
void tum_world_clear_added(TumWorld *world, int32_t collider);
void tum_world_free_added(TumWorld *world);

/// Whether a definition makes sense but for its filter's number, and its shape.
TumStatus tum_collider_def3_status(const TumColliderDef3 *def);
TumStatus tum_collider_def4_status(const TumColliderDef4 *def);

/// Whether the numbers of a material make sense.
bool tum_material_is_sound(const TumMaterial *material);

/// Takes all colliders of a body out of their trees, or puts those that are enabled in again. Wakes
/// it and who is joined to it.
TumStatus tum_world_detach_body(TumWorld *world, int32_t body);
TumStatus tum_world_attach_body(TumWorld *world, int32_t body);

/// Makes a body another kind, or absent: edit.c.
TumStatus tum_world_become(TumWorld *world, int32_t slot, TumBodyKind kind, bool is_absent);

/// Moves a body's centre of mass [m, in the body frame]; the body stays where it is, and goes on
/// turning as it does: edit3.c.
void tum_world_move_center3(TumWorld *world, int32_t slot, Vec3 center);

#endif
