// SPDX-License-Identifier: MIT
/// edits.h: bytes as things done to a world between its steps.
#ifndef TUM_FUZZ_EDITS_H
#define TUM_FUZZ_EDITS_H

#include "tumble/tumble.h"

enum { EDIT_NUMBERS = 8, EDIT_BYTES = 4 + EDIT_NUMBERS };

typedef enum EditKind {
    // What the script does itself.
    EDIT_STEP,
    EDIT_RESUME,
    EDIT_ALTER,
    // What is the same in any number of dimensions.
    EDIT_REMOVE_BODY,
    EDIT_REMOVE_COLLIDER,
    EDIT_REMOVE_JOINT,
    EDIT_BODY_KIND,
    EDIT_BODY_ENABLED,
    EDIT_COLLIDER_ENABLED,
    EDIT_JOINT_ENABLED,
    EDIT_SLEEP,
    EDIT_WAKE,
    EDIT_MAY_SLEEP,
    EDIT_GRAVITY_FACTOR,
    EDIT_MATERIAL,
    EDIT_LIMIT,
    EDIT_DRIVE,
    EDIT_TARGET,
    // What has a place.
    EDIT_ADD_BODY,
    EDIT_ADD_COLLIDER,
    EDIT_ADD_CARPET, ///< Boxes side by side: enough of them are cut into parts.
    EDIT_JOIN,
    EDIT_POSE,
    EDIT_VELOCITY,
    EDIT_SPIN,
    EDIT_FORCE,
    EDIT_IMPULSE,
    EDIT_MOVE_TO,
    EDIT_MASS,
    EDIT_DENSITY,
    EDIT_FRAME,
    // What changes nothing.
    EDIT_QUERY,
    EDIT_CONTACTS,
    // Of any number of dimensions again: seeds keep the numbers of what is above.
    EDIT_DAMPING,
    EDIT_GRAVITY,
    EDIT_USER,
    EDIT_KINDS
} EditKind;

typedef struct Edit {
    EditKind kind;
    uint8_t which, other, choice;
    float numbers[EDIT_NUMBERS]; ///< Mostly within 8 of 0; some are none, or extreme.
} Edit;

/// The body or joint in place `number`, counted round; one beyond the last is nobody.
TumBodyId edit_body(const TumWorld *world, uint8_t number);
TumJointId edit_joint(const TumWorld *world, uint8_t number);

TumLimit edit_limit(const Edit *edit);
TumDrive edit_drive(const Edit *edit);

/// What a query answers, in numbers that twins have in common.
typedef struct Answer {
    TumStatus status;
    size_t count;      ///< Hits, also those that are left out here.
    size_t byte_count; ///< Written to bytes.
    uint8_t bytes[512];
} Answer;

/// Appends bytes to an answer.
void answer_add(Answer *answer, const void *bytes, size_t count);

/// The first contacts of a world, and how many there are.
void edit_contacts3(const TumWorld *world, Answer *answer);
void edit_contacts4(const TumWorld *world, Answer *answer);

/// One of all queries there are, of all that the edit says.
void edit_query3(const TumWorld *world, const Edit *edit, Answer *answer);
void edit_query4(const TumWorld *world, const Edit *edit, Answer *answer);

TumColliderId edit_collider(const TumWorld *world, uint8_t number);

TumStatus edit_place3(TumWorld *world, const Edit *edit);
TumStatus edit_place4(TumWorld *world, const Edit *edit);

#endif
