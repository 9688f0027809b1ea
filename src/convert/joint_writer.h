// SPDX-License-Identifier: MIT
/// joint_writer.h: the joints of a scene, and the table of limits and drives that they share.
#ifndef TUM_CONVERT_JOINT_WRITER_H
#define TUM_CONVERT_JOINT_WRITER_H

#include "convert/scene_writer.h"

/// Names of a table of limits and drives, and of its members.
typedef struct JointWords {
    const char *table, *stiffness, *damping;
    bool needs_limits; ///< A joint has at least one limit; a limit without effect replaces none
                       ///< (A-DUMMY).
} JointWords;

/// Appends the limits and drives of a joint. @return the index in the table.
int32_t tum_writer_joint_description(SceneWriter *writer, const Cursor *owner,
                                     const JointWords *words, const WrittenJoint *joint);

/// Writes all joints. Equal descriptions are merged.
void tum_writer_joints(SceneWriter *writer);

#endif
