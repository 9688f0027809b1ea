// SPDX-License-Identifier: MIT
/// animated_nodes.h: poses of nodes that animations move, and of the nodes below them.
///
/// Each animated node has a frame: the body frame of the nearest body above it, or the world
/// without such a body. Within a frame the poses follow the hierarchy of the document, in double
/// precision. The motion of the body itself is not included.
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
    int32_t parent;    ///< Index into AnimatedNodes.nodes, or -1: the parent is `root`.
    int32_t frame;     ///< Body of the scene whose frame this is, or -1: the world.
    Placing3 root;     ///< Transform of the parent in that frame, for a node without an animated
                       ///< parent.
    Placing3 authored; ///< Transform in the parent, as in the document.
    double translation[3], rotation[4], scale[3];       ///< The authored transform as components.
    const TumTrack *translation_track, *rotation_track; ///< In the arena of the nodes, or NULL.
    bool jumps;          ///< A track of the node, or of one above it, has step interpolation.
    DQuat lost_rotation; ///< Rotation used where the linear part is singular.
    DPose3 at_load;      ///< Pose at load in the frame, without scale.
    Placing3 placing;    ///< Current transform in the frame.
    DPose3 pose;         ///< Current pose in the frame, without scale.
} AnimatedNode;

typedef struct AnimatedNodes {
    AnimatedNode *nodes; ///< [count] Parents before children.
    size_t count;
    int32_t *index_of; ///< [nodes of the scene] Index into nodes, or -1.
} AnimatedNodes;

/// Copies a track with all its data. @return NULL when out of memory, or for NULL.
const TumTrack *tum_track_copy(Arena *arena, const TumTrack *track);

/// Builds the nodes of all that is animated in a scene, with their transforms at load.
///
/// @param arena  holds the nodes.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_animated_nodes_build(AnimatedNodes *animated_nodes, const TumScene *scene,
                                   Arena *arena);

/// Moves every node to its animated pose at a time [s].
void tum_animated_nodes_move(AnimatedNodes *animated_nodes, double seconds);

#endif
