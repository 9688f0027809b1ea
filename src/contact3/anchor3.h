// SPDX-License-Identifier: MIT
/// anchor3.h: planes of contact: as a look finds them, and as both bodies hold them until the next.
///
/// Faces, edges and corners that touch go on touching while they move little (recycle3.h).
/// Meanwhile a plane is carried along by its bodies: each holds on to the points where its surface
/// was, and one of them to the normal. Where it is now is worked out when a step is prepared, for
/// the lanes of a block at once (contact_prepare3.inl), by whoever solves them.
#ifndef TUM_CONTACT3_ANCHOR3_H
#define TUM_CONTACT3_ANCHOR3_H

#include "space3/space3.h"

/// Has the bodies hold a plane that was just found.
/// @param lasts  it is carried along; else it is only good for this step.
void tum_space3_keep_manifold(Space3 *space, const Topology *topology, int32_t manifold,
                              const Manifold3 *plane, bool lasts);

/// A plane where two bodies carry it; its features are left alone.
/// @param a, b  world from body, about its centre of mass
void tum_anchor3_update_manifold(const ManifoldAnchor3 *anchor, Pose3 a, Pose3 b, Manifold3 *plane);

/// A plane of contact where its bodies are now.
Manifold3 tum_space3_manifold(const Space3 *space, const Topology *topology, int32_t manifold);

/// Its normal alone.
Vec3 tum_space3_manifold_normal(const Space3 *space, const Topology *topology, int32_t manifold);

#endif
