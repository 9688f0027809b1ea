// SPDX-License-Identifier: MIT
/// anchor3.h: manifolds as the narrow phase finds them, and as both bodies hold them until the next
/// collision of the pair.
///
/// Contacts of faces, edges and corners persist while the shapes move little (recycle3.h).
/// Meanwhile the manifold follows its bodies: each body holds the points of its surface, and one of
/// them the normal. The present manifold is computed when a step is prepared, for the lanes of a
/// block at once (contact_prepare3.inl), by the worker that solves them.
#ifndef TUM_CONTACT3_ANCHOR3_H
#define TUM_CONTACT3_ANCHOR3_H

#include "space3/space3.h"

/// Anchors a new manifold in its bodies.
/// @param lasts  the manifold follows its bodies; else it is valid for this step alone
void tum_space3_keep_manifold(Space3 *space, const Topology *topology, int32_t index,
                              const Manifold3 *manifold, bool lasts);

/// Computes the present manifold of an anchor, without its features.
/// @param a, b  world from body, about its centre of mass
void tum_anchor3_update_manifold(const ManifoldAnchor3 *anchor, Pose3 a, Pose3 b,
                                 Manifold3 *manifold);

/// Manifold at the present poses of its bodies.
Manifold3 tum_space3_manifold(const Space3 *space, const Topology *topology, int32_t manifold);

/// Normal of that manifold.
Vec3 tum_space3_manifold_normal(const Space3 *space, const Topology *topology, int32_t manifold);

#endif
