// SPDX-License-Identifier: MIT
/// msft_reader.h: the MSFT dialects, ancestors of the KHR line
/// (docs/dialects.md#early-microsoft-forms).
///
///     msft_reader.c          M1 to M3: MSFT_RigidBodies, MSFT_rigid_bodies; shapes in tables
///     msft_physics_reader.c  M0: MSFT_physics; all on the node, gravity on the scene
///     msft_shape.c           shapes of all of them, with what came along with them
///
/// The readers share the rules for absent properties: 1 kg about the node's origin (decision D10),
/// and a limit without a range is locked, since their exporter left out zeros (D7).
#ifndef TUM_DIALECTS_MSFT_READER_H
#define TUM_DIALECTS_MSFT_READER_H

#include "dialects/dialect.h"
#include "dialects/rigid_joint.h"
#include "dialects/rigid_motion.h"

static const MotionRules msft_motion_rules = {.has_defaults = true, .has_tensor = true};
static const JointRules msft_limit_rules = {.locks_open_limits = true};
static const JointRules msft_inline_limit_rules = {.locks_open_limits = true, .is_inline = true};

/// The meaning of a material without a combine mode, which no specification defines: the material
/// abstains (decision D4), unless the file is from the one program that wrote these dialects. That
/// program omitted AVERAGE, so absent means average there; a finding reports this where it matters.
TumCombine tum_msft_absent_combine(const SceneReader *reader, const char *extension);

#endif
