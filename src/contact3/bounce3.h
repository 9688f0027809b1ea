// SPDX-License-Identifier: MIT
/// bounce3.h: restitution of one contact.
#ifndef TUM_CONTACT3_BOUNCE3_H
#define TUM_CONTACT3_BOUNCE3_H

#include "space3/space3.h"

/// Block of a contact, with its rows and its record of restitution.
typedef struct ContactPlace3 {
    const ContactBlock3 *block;
    const ContactRows3 *rows;
    ContactExtra3 *extra;
    uint32_t first; ///< Row of the first lane: 0 or WIDE.
} ContactPlace3;

/// True if the contact in this lane would bounce now. Nothing is changed.
bool tum_bounce3_find(const Space3 *space, const ContactPlace3 *place, uint32_t slot,
                      float substep);

/// Applies the restitution impulses of the contact in this lane to its bodies; without their
/// friction, which waits for the reaction of joints, where a body is joined.
/// @return false if the contact does not bounce.
bool tum_bounce3(const Space3 *space, const ContactPlace3 *place, uint32_t slot, float substep);

/// Measures the work of the last bounce of a lane with joined bodies: `wanted` and `got`.
void tum_bounce3_measure(const Space3 *space, const ContactPlace3 *place, uint32_t slot);

/// Increases its impulses by `more`, or applies their friction.
void tum_bounce3_repeat(const Space3 *space, const ContactPlace3 *place, uint32_t slot,
                        bool with_friction);

#endif
