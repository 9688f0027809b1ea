// SPDX-License-Identifier: MIT
/// motion_members.h: members common to the motions of several dialects.
#ifndef TUM_DIALECTS_MOTION_MEMBERS_H
#define TUM_DIALECTS_MOTION_MEMBERS_H

#include "dialects/scene_reader.h"

/// Member `type`: static, kinematic or dynamic; another text means dynamic, with a finding.
TumBodyKind tum_read_motion_kind(const Cursor *motion);

/// Member `inertiaOrientation`: a quaternion, normalized; unchanged where it is absent.
void tum_read_inertia_rotation(const Cursor *motion, double rotation[4]);

/// Files a finding at `place` for impossible moments: one exceeds the sum of the others. Infinite
/// moments and NaN are skipped.
void tum_check_moments(const Cursor *place, const double moments[3]);

#endif
