// SPDX-License-Identifier: MIT
/// motion_members.h: members of motions that several dialects have in common.
#ifndef TUM_DIALECTS_MOTION_MEMBERS_H
#define TUM_DIALECTS_MOTION_MEMBERS_H

#include "dialects/scene_reader.h"

/// Member `type`: static, kinematic or dynamic; dynamic where it is none of these, with a finding.
TumBodyKind tum_read_motion_kind(const Cursor *motion);

/// Member `inertiaOrientation`: a quaternion, made unit; untouched where none is given.
void tum_read_inertia_rotation(const Cursor *motion, double rotation[4]);

/// Files at `place` that no body has these moments, where one of them is more than the others
/// together. What is infinite or no number is left out.
void tum_check_moments(const Cursor *place, const double moments[3]);

#endif
