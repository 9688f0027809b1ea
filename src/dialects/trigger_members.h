// SPDX-License-Identifier: MIT
/// trigger_members.h: triggers made of other triggers: `"trigger": {"nodes": [3, 4]}`.
///
/// Members are other nodes, read before or after, so what is wrong with them can only be said at
/// the end (docs/dialects.md#d28 and D29).
#ifndef TUM_DIALECTS_TRIGGER_MEMBERS_H
#define TUM_DIALECTS_TRIGGER_MEMBERS_H

#include "dialects/scene_reader.h"

/// Reads the list `nodes` of a trigger object, each node once, and remembers it for the check.
///
/// @param members  receives the nodes, in the arena; may be empty.
/// @return their number.
size_t tum_trigger_members_read(SceneReader *reader, int32_t node, const Cursor *trigger,
                                const char *pointer, const int32_t **members);

/// Once all nodes are read: members that are no triggers, that are not below their compound, that
/// are compounds themselves, that lead back to where they came from.
void tum_trigger_members_check(SceneReader *reader);

#endif
