// SPDX-License-Identifier: MIT
/// builder_data.h: the data of a scene builder, for the files that finish a scene.
#ifndef TUM_SCENE_BUILDER_DATA_H
#define TUM_SCENE_BUILDER_DATA_H

#include "base/arena.h"
#include "base/array.h"
#include "base/report.h"
#include "base/shared_arena.h"
#include "base/text.h"
#include "geometry/mass3.h"
#include "scene/item_def.h"

/// A trigger as authored. Members and parts are ranges of SceneBuilder.members, .trigger_parts.
typedef struct BuiltTrigger {
    int32_t node, shape, filter;
    size_t member_first, member_count;
    size_t part_first, part_count;
    const char *pointer;
} BuiltTrigger;

/// A joint as authored, before its bodies and frames are found.
typedef struct JointSource {
    TumJoint joint;
    int32_t frame_node; ///< The node of both frames, or -1: each frame at its own node.
    bool needs_motion;  ///< See JointDef.
    int32_t built;      ///< Index into SceneBuilder.built_joints, or -1: without effect.
} JointSource;

/// A shape with baked points, identified by its source and its map.
typedef struct Bake {
    int32_t source; ///< The shape as authored.
    int32_t shape;  ///< The baked shape.
    DMat3 map;
} Bake;

/// A shape with baked points in 4D.
typedef struct Bake4 {
    int32_t source, shape;
    double map[16];
} Bake4;

/// A track as authored, before its target is found. Its arrays lie in the arena.
typedef struct TrackSource {
    TumTrack track;
    const char *pointer; ///< The pointer of the property, or NULL: the track names its target.
    const char *place;   ///< The place of the animation's target, or NULL.
} TrackSource;

/// Effects of animations on a body, known before its mass.
enum { BODY_IS_SWITCHED = 1, BODY_HAS_INERTIA_TRACK = 2 };

/// The volume of a shape as authored, computed once.
typedef struct ShapeVolume {
    Volume3 volume;
    bool is_known;
} ShapeVolume;

/// The kinds of items that a program adds to a scene, one call each.
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

/// Components of a node that a program added. Bits.
enum { NODE_HAS_BODY = 1, NODE_HAS_COLLIDER = 2 };

/// Items added by a program, besides those in the arrays of the builder.
typedef struct Authored {
    ARRAY(TumNode) nodes;
    ARRAY(TumNode4) nodes4;     ///< [nodes.count] In 4D, else none.
    ARRAY(unsigned char) marks; ///< [nodes.count] NODE_HAS_BODY …
    size_t call_count[THING_COUNT];
    uint32_t left_out; ///< Bit for each Thing: an item of that kind was left out.
    TumStatus misuse;  ///< The result of finishing, where it is not TUM_OK.
} Authored;

// Texts, points, cells and places of the finished scene lie in `arena`; its growing arrays become
// the scene's own.
struct TumSceneBuilder {
    TumAllocator allocator;
    Arena arena;
    Arena scratch;       ///< Memory for finishing only.
    SharedArena *places; ///< Transforms of nodes, shared with the document; or NULL.
    TumReport *report;
    const char *file;
    const char *dialects;
    const char *newest_text; ///< The text kept last by tum_scene_builder_text.
    int dimension;
    double default_density;
    double gravity[4];
    bool has_gravity;
    bool is_out_of_memory;
    bool is_finished;

    TumNode *nodes;   ///< [node_count] in the arena
    TumNode4 *nodes4; ///< [node_count] in the arena, in 4D
    size_t node_count;
    Authored authored;
    TextSet systems;
    ARRAY(TumBody)
    bodies; ///< As authored, until finishing frames them and finds their masses: see
            ///< tum_scene_builder_motion.
    ARRAY(TumCollider) colliders; ///< Body, shape and place are found by finishing.
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

    // Filled by finishing.
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
    ShapeVolume *volumes;       ///< [authored shapes] in scratch
    const DMat3 **maps;         ///< [colliders.count] in scratch: from the points of the authored
                                ///< shape to the collider frame; in 3D.
    unsigned char *body_tracks; ///< [bodies.count] in scratch: BODY_IS_SWITCHED …
};

/// False when out of memory; also false, as misuse, after the scene is finished.
bool tum_scene_builder_is_ready(SceneBuilder *builder);

/// The text in the arena, "" for NULL. A lack of memory is recorded.
const char *tum_scene_builder_keep_text(SceneBuilder *builder, const char *text);

/// A matrix [16] that lives as long as the scene: the identity, which is shared, or a copy. The
/// identity when out of memory, which the builder notes.
const double *tum_scene_builder_keep_matrix(SceneBuilder *builder, const double m[16]);

static inline bool builder_has_node(const SceneBuilder *builder, int32_t node)
{
    return node >= 0 && (size_t)node < builder->node_count;
}

/// The node exists and is part of the active scene.
static inline bool builder_has_live_node(const SceneBuilder *builder, int32_t node)
{
    return builder_has_node(builder, node) && builder->nodes[node].in_scene;
}

/// True where physics moves the body, at least at times.
static inline bool builder_is_dynamic(const SceneBuilder *builder, int32_t body)
{
    if (body < 0) {
        return false;
    }
    const TumBodyKind kind = builder->bodies.items[body].kind;
    return kind == TUM_BODY_DYNAMIC ||
           (kind == TUM_BODY_KINEMATIC && (builder->body_tracks[body] & BODY_IS_SWITCHED) != 0);
}

/// The text itself, "" for NULL.
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

/// A rotation of 4D, its matrix kept as by tum_scene_builder_keep_matrix.
TumRotation tum_store_rotation4(SceneBuilder *builder, const double m[16]);

#endif
