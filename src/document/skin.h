// SPDX-License-Identifier: MIT
/// skin.h: points that follow joints (glTF 2.0, section 3.7.3).
#ifndef TUM_DOCUMENT_SKIN_H
#define TUM_DOCUMENT_SKIN_H

#include "base/arena.h"
#include "document/cursor.h"

/// What a skin does to points at load.
typedef struct Skin {
    const TumDocument *document;
    TumReport *report;
    double (*world_from_bind)[16]; ///< [joint_count] World of the joint times its inverse bind
                                   ///< matrix: from the mesh at bind time to the world now.
    size_t joint_count;
} Skin;

/// A skin that is not there, or has no joints, opens with joint_count 0. A joint that is no node
/// stays where it was bound, with a finding.
///
/// @return false when out of memory.
bool tum_skin_open(const TumDocument *document, int32_t index, Arena *arena, Skin *skin,
                   TumReport *report);

/// Moves points from the mesh's space to the world: each is the mean of where its joints take it,
/// weighted. Weights are made to sum up to 1; a point without any follows the first joint.
///
/// @param attributes  of the primitive: JOINTS_0, WEIGHTS_0, JOINTS_1 …
/// @param points      [3 * count]
/// @param elements    receives how many elements of accessors were read.
void tum_skin_apply(const Skin *skin, const Cursor *attributes, double *points, size_t count,
                    uint64_t *elements);

#endif
