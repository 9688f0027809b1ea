// SPDX-License-Identifier: MIT
/// animated_nodes.h: where animations put nodes: those they move, and those that hang on them.
///
/// Every node of a rig stands in a frame: the body frame of the nearest body above it, or the world
/// where there is none. Within a frame the rig follows the hierarchy of the document, in double;
/// what a body does to its frame is not its concern.
#ifndef TUM_WORLD_ANIMATED_NODES_H
#define TUM_WORLD_ANIMATED_NODES_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/scene.h"

/// Maps p to offset + linear * p.
typedef struct Placing3 {
    DMat3 linear;
    DVec3 offset;
} Placing3;

typedef struct AnimatedNode {
    int32_t parent;    ///< Into Rig.nodes, or -1: it hangs on `root`.
    int32_t frame;     ///< Body of the scene in whose frame it stands, or -1: in the world.
    Placing3 root;     ///< What its parent is in that frame, without a parent in the rig.
    Placing3 authored; ///< In its parent, as the document has it.
    double translation[3], rotation[4], scale[3];       ///< The same in parts.
    const TumTrack *translation_track, *rotation_track; ///< In the rig's arena, or NULL.
    bool jumps;          ///< Some track of it, or above it in the rig, jumps from key to key.
    DQuat lost_rotation; ///< For where the linear part has lost its directions.
    DPose3 at_load;      ///< Its frame without scale, in the frame it stands in.
    Placing3 placing;    ///< Now.
    DPose3 pose;         ///< Now, without scale.
} AnimatedNode;

typedef struct AnimatedNodes {
    AnimatedNode *nodes; ///< [count] Parents before children.
    size_t count;
    int32_t *index_of; ///< [nodes of the scene] Into nodes, or -1.
} AnimatedNodes;

/// A copy of a track that keeps nothing of the scene. @return NULL when out of memory, or for NULL.
const TumTrack *tum_track_copy(Arena *arena, const TumTrack *track);

/// Builds the rig of all that is driven in a scene, as it stands at load.
///
/// @param arena  holds the rig.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_animated_nodes_build(AnimatedNodes *animated_nodes, const TumScene *scene,
                                   Arena *arena);

/// Moves every node to where the animations put it at a time [s].
void tum_animated_nodes_move(AnimatedNodes *animated_nodes, double seconds);

#endif
