// SPDX-License-Identifier: MIT
/// world_data.h: what a world consists of; inside world/ only.
#ifndef TUM_WORLD_WORLD_DATA_H
#define TUM_WORLD_WORLD_DATA_H

#include "sim/sim.h"
#include "space3/mesh3.h"
#include "space3/space3.h"
#include "system/task_pool.h"
#include "tumble/world.h"

/// One shape of a trigger, as the simulation needs it.
typedef struct TriggerPart3 {
    int32_t body;   ///< It moves with this body; WORLD_BODY: never.
    int32_t filter; ///< Or NONE.
    Shape3 shape;
    Pose3 center_from_shape; ///< In the body frame moved to the centre of mass.
} TriggerPart3;

typedef struct Trigger3 {
    int32_t node;
    int32_t filter; ///< A compound's own, or NONE.
    uint32_t part_first, part_count;
} Trigger3;

/// A solid collider inside a trigger, by nodes.
typedef struct Overlap {
    uint32_t trigger, collider; ///< Nodes; overlaps are sorted by them, as events are.
    uint32_t motion;            ///< Node of the collider's body plus one; 0: it never moves.
} Overlap;

typedef ARRAY(Overlap) Overlaps;

struct Animation3;
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
    Space3 *space3;
    Hull3 **hulls;  ///< geometry_count; hull of each of the scene's meshes, where one is used.
    Mesh3 **meshes; ///< geometry_count; likewise.
    size_t geometry_count;
    size_t scene_body_count;     ///< Body i of the scene is slot i + 1.
    size_t fixed_body_count;     ///< Slots of bodies that the scene and its animations gave.
    size_t scene_collider_count; ///< Slots of colliders that the scene gave.
    ARRAY(AddedShape) added;     ///< One a slot beyond those.

    ARRAY(Trigger3) triggers;
    ARRAY(TriggerPart3) trigger_parts;
    Overlaps overlaps, overlaps_before; ///< Of this step and of the one before, sorted.
    Overlaps overlap_scratch;
    ARRAY(TumEvent) events;
    ARRAY(TouchChange) touch_scratch; ///< Room to sort what touches began and ended.

    struct Animation3 *animation; ///< See animate.h; NULL: nothing is animated.
};

/// Fills a new world from a scene. world->sim and world->space3 are ready and empty.
TumStatus tum_world_build3(TumWorld *world, const TumScene *scene, TumReport *report);

/// The shape of a collider or trigger part in the simulation's terms.
/// @return false when it gives nothing that can touch: a finding says why.
bool tum_world_convert_shape(TumWorld *world, const TumScene *scene, int32_t shape,
                             const double scale[3], const char *pointer, Shape3 *converted,
                             TumReport *report);

/// The same of a shape without points: sphere, box, capsule, cylinder, plane. @return false of
/// others.
bool tum_world_implicit_shape(const TumShape *shape, const double scale[3], Shape3 *converted);

/// Joints, after bodies and colliders: joint_build.c.
TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report);

/// Triggers, after bodies and colliders: trigger.c.
TumStatus tum_world_build_triggers3(TumWorld *world, const TumScene *scene, TumReport *report);

/// Finds out which colliders are inside which triggers now, and what changed.
TumStatus tum_world_update_triggers3(TumWorld *world);

/// Adds what the last step's contacts did to the events; with TumWorldDef.contact_events.
TumStatus tum_world_add_contact_events(TumWorld *world);

/// Slot of a body, or NONE where it does not exist.
int32_t tum_world_slot(const TumWorld *world, TumBodyId body);

/// The id of the body in a slot; zero where none is, and for the world's own.
TumBodyId tum_world_id(const TumWorld *world, int32_t slot);

/// Builds a shape from what was given: hull and mesh of `added` are made and owned by it.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (it has no extent, or a number is wrong) or TUM_ERROR_MEMORY.
TumStatus tum_added_shape_build(AddedShape *added, const TumAllocator *allocator, Shape3 *shape);
void tum_added_shape_clear(AddedShape *added, const TumAllocator *allocator);

/// Whether the numbers of a material make sense.
bool tum_material_is_sound(const TumMaterial *material);

/// Takes all colliders of a body out of their trees, or puts those that are enabled in again.
TumStatus tum_world_detach_body(TumWorld *world, int32_t body);
TumStatus tum_world_attach_body(TumWorld *world, int32_t body);

/// Makes a body another kind, or absent, whatever it is bound to: edit.c.
TumStatus tum_world_become(TumWorld *world, int32_t slot, TumBodyKind kind, bool is_absent);

/// Moves a body's centre of mass [m, in the body frame]; the body stays where it is, and goes on
/// turning as it does: edit3.c.
void tum_world_move_center3(TumWorld *world, int32_t slot, Vec3 center);

/// Whether an animation moves a body; whether that, or a joint, keeps it as it is: edit.c.
bool tum_world_follows_animation(const TumWorld *world, int32_t slot);
bool tum_world_is_bound(const TumWorld *world, int32_t slot);

#endif
