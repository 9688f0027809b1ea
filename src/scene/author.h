// SPDX-License-Identifier: MIT
/// author.h: a program's call that adds an item to a scene, and its faults.
///
///     Call call;
///     if (!tum_call_begin(&call, builder, THING_MATERIAL, material->pointer)) {
///         return -1;
///     }
///     tum_call_number(&call, "restitution", material->restitution, NOT_NEGATIVE);
///     if (!tum_call_end(&call)) {
///         return -1;                                       // left out, with a finding
///     }
#ifndef TUM_SCENE_AUTHOR_H
#define TUM_SCENE_AUTHOR_H

#include "base/stamp.h"
#include "scene/builder_data.h"

#define NODE_DEF_STAMP STAMP_OF('n', 's', TumNodeDef)
#define FILTER_DEF_STAMP STAMP_OF('f', 's', TumFilterDef)
#define BODY_DEF_STAMP STAMP_OF('b', 's', TumBodyDef)
#define COLLIDER_DEF_STAMP STAMP_OF('c', 's', TumColliderDef)
#define TRIGGER_DEF_STAMP STAMP_OF('t', 's', TumTriggerDef)
#define GRAVITY_VOLUME_DEF_STAMP STAMP_OF('g', 's', TumGravityVolumeDef)
#define JOINT_DEF_STAMP STAMP_OF('j', 's', TumJointDef)
#define TRACK_DEF_STAMP STAMP_OF('a', 's', TumTrackDef)

typedef struct Call {
    SceneBuilder *builder;
    Thing thing;
    const char *pointer; ///< The item's pointer: the program's own, or `own`.
    char own[48];
    bool is_wrong;
} Call;

/// Begins a call.
///
/// @param pointer  the program's own, or NULL. Borrowed until the call ends.
/// @return false where the builder accepts no more items.
bool tum_call_begin(Call *call, SceneBuilder *builder, Thing thing, const char *pointer);

/// True where the definition has this version's stamp; otherwise finishing returns the error.
bool tum_call_is_stamped(SceneBuilder *builder, uint32_t stamp, uint32_t own);

/// Ends a call. @return false where the item is to be left out.
bool tum_call_end(Call *call);

/// Files an error at a member of the item.
///
/// @param member  "mass", "limits/0/min"; "": the item itself.
__attribute__((format(__printf__, 4, 5))) void
tum_call_refuse(Call *call, DiagnosticCode code, const char *member, const char *format, ...);

/// The allowed range of a number.
typedef enum Bound {
    ANY_FINITE,
    NOT_NEGATIVE,        ///< 0 or more, finite.
    POSITIVE,            ///< Above 0, finite.
    POSITIVE_OR_INFINITE ///< Above 0.
} Bound;

/// Refuses a number out of its bound. @return true where the number is within.
bool tum_call_number(Call *call, const char *member, double value, Bound bound);

/// Refuses the first number out of its bound.
bool tum_call_numbers(Call *call, const char *member, const double *values, size_t count,
                      Bound bound);

/// Refuses a value of an enumeration that is not below `count`.
void tum_call_choice(Call *call, const char *member, unsigned value, unsigned count);

/// Refuses an index that is not below `count`. -1 is refused too, but without a finding where an
/// item of that kind was left out before.
///
/// @param of  the kind of item behind the index.
/// @return true for a valid index.
bool tum_call_index(Call *call, const char *member, Thing of, int32_t index, size_t count);

/// As tum_call_index, with -1 for none.
void tum_call_optional(Call *call, const char *member, Thing of, int32_t index, size_t count);

#endif
