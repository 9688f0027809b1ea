// SPDX-License-Identifier: MIT
/// builder_data.h: what a scene builder has collected, for the files that finish it.
#ifndef TUM_SCENE_BUILDER_DATA_H
#define TUM_SCENE_BUILDER_DATA_H

#include "base/array.h"
#include "base/text.h"
#include "geometry/mass3.h"
#include "scene/scene_builder.h"

/// A collider as authored, and how its shape came to stand in its frame.
typedef struct BuiltCollider {
    TumCollider collider;
    int32_t source; ///< The shape as authored.
    DMat3 map;      ///< The authored shape's points to the collider frame; not in 4D.
} BuiltCollider;

/// A trigger as authored. Members and parts are ranges of SceneBuilder.members, .trigger_parts.
typedef struct BuiltTrigger {
    int32_t node, shape, filter;
    size_t member_first, member_count;
    size_t part_first, part_count;
    const char *pointer;
} BuiltTrigger;

/// A joint as authored; bodies and frames are still to come.
typedef struct JointSource {
    TumJoint joint;
    int32_t frame_node; ///< Where both frames stand, or -1: each at its own node.
    bool needs_motion;  ///< See JointDef.
    int32_t built;      ///< Into SceneBuilder.built_joints, or -1: it has no effect.
} JointSource;

/// A shape whose points were baked, told apart by what was baked how.
typedef struct Bake {
    int32_t source; ///< The shape as authored.
    int32_t shape;  ///< The one that was made of it.
    DMat3 map;
} Bake;

/// The same in 4D.
typedef struct Bake4 {
    int32_t source, shape;
    double map[16];
} Bake4;

/// A track as authored; what it changes is still to be found. Its arrays lie in the arena.
typedef struct TrackSource {
    TumTrack track;
    const char *pointer; ///< Of the property, or NULL: the track tells its target.
    const char *place;   ///< Of the animation's target, or NULL.
} TrackSource;

/// What animations change of a body, needed before its mass is known.
enum { BODY_IS_SWITCHED = 1, BODY_HAS_INERTIA_TRACK = 2 };

/// The volume of a shape as authored, found once.
typedef struct ShapeVolume {
    Volume3 volume;
    bool is_known;
} ShapeVolume;

/// What a program adds to a scene, one call each.
typedef enum Thing {
    THING_NODE,
    THING_MESH,
    THING_CURVES,
    THING_SHAPE,
    THING_MATERIAL,
    THING_FILTER,
    THING_BODY,
    THING_COLLIDER,
    THING_TRIGGER,
    THING_GRAVITY_VOLUME,
    THING_JOINT,
    THING_TRACK,
    THING_COUNT
} Thing;

/// What a node that a program added has. Bits.
enum { NODE_HAS_BODY = 1, NODE_HAS_COLLIDER = 2 };

/// What a program has added, besides what the arrays of the builder hold.
typedef struct Authored {
    ARRAY(TumNode) nodes;
    ARRAY(TumNode4) nodes4;     ///< [nodes.count] In 4D, else none.
    ARRAY(unsigned char) marks; ///< [nodes.count] NODE_HAS_BODY …
    size_t call_count[THING_COUNT];
    uint32_t left_out; ///< Bit for each Thing: one of them was left out.
    TumStatus misuse;  ///< The answer of finishing, where it is not TUM_OK.
} Authored;

// Everything that ends up in the scene, texts and meshes included, lies in `arena`; the growing
// arrays are copied there when finishing.
struct TumSceneBuilder {
    TumAllocator allocator;
    Arena arena;
    Arena scratch; ///< What only finishing needs.
    TumReport *report;
    const char *file;
    const char *dialects;
    int dimension;
    double default_density;
    double gravity[4];
    bool has_gravity;
    bool is_out_of_memory;
    bool is_finished;

    TumNode *nodes;   ///< [node_count] in the arena
    TumNode4 *nodes4; ///< [node_count] likewise, in 4D
    size_t node_count;
    Authored authored;
    TextSet systems;
    ARRAY(MotionDef) motions;
    ARRAY(BuiltCollider) colliders;
    ARRAY(BuiltTrigger) triggers;
    ARRAY(int32_t) members;
    ARRAY(TriggerPartDef) trigger_parts;
    ARRAY(GravityVolumeDef) gravity_volumes; ///< Points lie in the arena.
    ARRAY(TumShape) shapes;
    ARRAY(TumCurve) curves;
    ARRAY(TumMesh) meshes;
    ARRAY(TumMaterial) materials;
    ARRAY(TumFilter) filters;
    ARRAY(int32_t) filter_systems;
    ARRAY(JointSource) joints;
    ARRAY(TumLimit) limits;
    ARRAY(TumDrive) drives;
    ARRAY(TrackSource) track_sources;

    // Filled when finishing.
    ARRAY(TumBody) bodies;
    ARRAY(TumTrigger) built_triggers;
    ARRAY(TumTriggerPart) parts;
    ARRAY(TumGravityVolume) built_gravity;
    ARRAY(double) gravity_points;
    ARRAY(TumJoint) built_joints;
    ARRAY(TumTrack) tracks;
    ARRAY(Bake) bakes;
    ARRAY(Bake4) bakes4;
    ARRAY(uint32_t) bake_slots; ///< Hash of bakes: index plus one; a power of two.
    size_t baked_points;
    ShapeVolume *volumes;        ///< [authored shapes] in scratch
    const MotionDef **motion_of; ///< [bodies.count] in scratch
    unsigned char *body_tracks;  ///< [bodies.count] in scratch: BODY_IS_SWITCHED …
};

/// False when out of memory, and, which is misuse, once the scene is finished.
bool tum_scene_builder_is_ready(SceneBuilder *builder);

/// The text in the arena, "" for NULL. Lack of memory is remembered.
const char *tum_scene_builder_keep_text(SceneBuilder *builder, const char *text);

static inline bool builder_has_node(const SceneBuilder *builder, int32_t node)
{
    return node >= 0 && (size_t)node < builder->node_count;
}

/// The node exists and is part of the active scene.
static inline bool builder_has_live_node(const SceneBuilder *builder, int32_t node)
{
    return builder_has_node(builder, node) && builder->nodes[node].in_scene;
}

/// Physics may move it, at least at times.
static inline bool builder_is_dynamic(const SceneBuilder *builder, int32_t body)
{
    if (body < 0) {
        return false;
    }
    const TumBodyKind kind = builder->bodies.items[body].kind;
    return kind == TUM_BODY_DYNAMIC ||
           (kind == TUM_BODY_KINEMATIC && (builder->body_tracks[body] & BODY_IS_SWITCHED) != 0);
}

/// "" for NULL.
static inline const char *text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

/// The body frame, or the world where body is -1.
static inline DPose3 builder_body_pose(const SceneBuilder *builder, int32_t body)
{
    if (body < 0) {
        return DPOSE3_IDENTITY;
    }
    const TumBody *b = &builder->bodies.items[body];
    return (DPose3){{b->position[0], b->position[1], b->position[2]},
                    {b->rotation.q[0], b->rotation.q[1], b->rotation.q[2], b->rotation.q[3]}};
}

static inline void store_vector(DVec3 v, double out[4])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    out[3] = 0.0;
}

static inline TumRotation stored_rotation(DQuat q)
{
    return (TumRotation){.q = {q.x, q.y, q.z, q.w}};
}

#endif
