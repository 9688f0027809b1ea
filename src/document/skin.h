// SPDX-License-Identifier: MIT
/// skin.h: points that follow joints (glTF 2.0, section 3.7.3).
#ifndef TUM_DOCUMENT_SKIN_H
#define TUM_DOCUMENT_SKIN_H

#include "base/arena.h"
#include "document/cursor.h"

/// The effect of a skin on points at load time.
typedef struct Skin {
    const TumDocument *document;
    TumReport *report;
    double (*world_from_bind)[16]; ///< [joint_count] World of the joint times its inverse bind
                                   ///< matrix: from the mesh at bind time to the world now.
    size_t joint_count;
} Skin;

/// Opens a skin. A skin that is missing or has no joints gets joint_count 0. A joint whose node is
/// missing stays at its bind pose, with a finding.
///
/// @return false when out of memory.
bool tum_skin_open(const TumDocument *document, int32_t index, Arena *arena, Skin *skin,
                   TumReport *report);

/// Moves points from the mesh's space to the world: each becomes the weighted mean of its positions
/// by joint. Weights are scaled to a sum of 1; a point without weights follows the first joint.
///
/// @param attributes  of the primitive: JOINTS_0, WEIGHTS_0, JOINTS_1 …
/// @param points      [3 * count]
/// @param elements    receives the number of accessor elements read.
void tum_skin_apply(const Skin *skin, const Cursor *attributes, double *points, size_t count,
                    uint64_t *elements);

#endif
