// SPDX-License-Identifier: MIT
/// joint_description.h: limits and drives, which several joints may share.
///
///     {"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}],
///      "drives": [{"type": "angular", "mode": "force", "axis": 1, "velocityTarget": 2}]}
///
/// Formulas and meaning: docs/dialects.md#joints. Both generations of member names are read,
/// separately for each limit: `stiffness`, `damping` and, before 2023-11, `springConstant`,
/// `springDamping` (docs/dialects.md#how-revisions-are-told-apart).
#ifndef TUM_DIALECTS_JOINT_DESCRIPTION_H
#define TUM_DIALECTS_JOINT_DESCRIPTION_H

#include "dialects/scene_reader.h"

typedef struct JointDescription {
    const TumLimit *limits; ///< In the reader's arena.
    const TumDrive *drives; ///< In the reader's arena.
    size_t limit_count, drive_count;
    const char *pointer; ///< The description's pointer.
} JointDescription;

/// A dialect's rules for absent members.
typedef struct JointRules {
    bool locks_open_limits;    ///< Neither min nor max: both 0 (decision D7); else open.
    bool negative_is_infinite; ///< A negative maxForce, or "Infinity", means no limit (OMI).
    bool is_inline; ///< The description is the joint itself, its limits `constraints` (M0).
} JointRules;

/// Reads a description; limits and drives without a meaning are left out, with a finding. A limit
/// object in the place of a description counts as a description with that one limit (contradiction
/// X9).
JointDescription tum_joint_description_read(SceneReader *reader, const Cursor *description,
                                            const JointRules *rules);

// Parts of tum_joint_description_read, for limits of another form.

/// The axes of a list as bits; 0 for an unusable list. A repeated axis counts once.
uint32_t tum_read_axes(const Cursor *list);
/// Files a hint where the range of an angle exceeds a full turn.
void tum_check_angles(const Cursor *limit, double min, double max);
/// Reads the drives of a description.
void tum_read_drives(SceneReader *reader, const Cursor *description, const JointRules *rules,
                     JointDescription *made);

#endif
