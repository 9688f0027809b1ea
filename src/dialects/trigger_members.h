// SPDX-License-Identifier: MIT
/// trigger_members.h: triggers that consist of other triggers: `"trigger": {"nodes": [3, 4]}`.
///
/// Members are nodes read before or after, so their faults are filed at the end
/// (docs/dialects.md#d28 and D29).
#ifndef TUM_DIALECTS_TRIGGER_MEMBERS_H
#define TUM_DIALECTS_TRIGGER_MEMBERS_H

#include "dialects/scene_reader.h"

/// Reads the list `nodes` of a trigger object, each node once, and keeps it for the check.
///
/// @param members  receives the nodes, in the arena; may be empty.
/// @return their number.
size_t tum_trigger_members_read(SceneReader *reader, int32_t node, const Cursor *trigger,
                                const char *pointer, const int32_t **members);

/// After all nodes are read: files members that are no triggers, that are not below their compound,
/// that are compounds themselves, or that form a cycle.
void tum_trigger_members_check(SceneReader *reader);

#endif
