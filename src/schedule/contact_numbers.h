// SPDX-License-Identifier: MIT
/// contact_numbers.h: numbers of contacts, and of bodies that move and rest, in both spaces.
#ifndef TUM_SCHEDULE_CONTACT_NUMBERS_H
#define TUM_SCHEDULE_CONTACT_NUMBERS_H

#include "math/scalar.h"

// Planes of contact.

// Points are looked for this far ahead of what the pair may move in the step, as a part of the
// smaller shape's size: contacts at rest do not come and go.
static const float MARGIN = 0.05f;
static const float MARGIN_LEAST = 5e-4f; // [m]
static const float MARGIN_MOST = 0.02f;  // [m]

// Planes are carried along while the shapes move no farther against each other than this part of
// the margin, among other bounds.
static const float SLACK_OF_MARGIN = 0.25f;

// Planes whose normals differ by more are never the same plane.
static const float SAME_PLANE = 0.8f; // cosine

// How contacts push.

// They give way like springs of this frequency, a share of the substep rate: four substeps a turn.
// Softer, tall stacks buckle under their own weight; stiffer, or more damped, heavy bodies on light
// ones begin to tremble (measured on 20 boxes, 1:100 and a pyramid of 40 layers).
static const float CONTACT_SHARE = 0.25f;
static const float CONTACT_DAMPING = 1.0f; // ratio: critical

// Contacts give way by g / omega^2, whatever the size of what they carry: a cube of a millimetre
// sinks in by a tenth of itself at 240 substeps a second, and stacks buckle (g n^2 / omega^2 of the
// size, n high). So gravity moves nothing that touches something by more than this part of its
// reach in a substep; where it would, the cluster gets more substeps. Ten cubes of any size from
// half a millimetre on stand like that; those of 10 cm and more need no more than the usual 240 a
// second.
static const float FALL_MOST = 0.002f;

// Gravity may take small bodies farther than this part of their reach in a step. One of a pair may
// then be stopped within the step while the other falls on: manifolds are looked for as far as
// either body comes alone.
static const float FAR_FALL = 0.1f;

// Overlaps are pushed apart no faster than this: deep ones part gently instead of exploding.
static const float PUSH_SPEED = 3.0f; // [m/s]

static const float STICK_SPEED = 0.01f; // [m/s] Below it a sliding contact sticks again.

// A resting body approaches, in each substep, with the velocity that forces gave it there, before
// contacts take that away. So the default threshold is the velocity that forces add in two
// substeps. A contact that presses needs more, by the velocity that its impulse adds in two, or a
// tall stack that settles under its own weight would bounce apart.
static const float BOUNCE_SUBSTEPS = 2.0f;
static const float BOUNCE_LEAST = 1e-3f; // [m/s] and no less: contacts leave such speeds

// A restitution above 1 makes nothing faster than this: thrown to and fro between two walls, a body
// would gain without end.
static const float BOUNCE_GAIN_MOST = 50.0f; // [m/s]

// Points of one contact share a bounce: one sweep over them leaves it uneven.
enum { BOUNCE_SWEEPS = 8 };

// Bounces are put where surfaces meet by moving bodies back along their new way. That starts inside
// the other body, no deeper than this: farther ones bounce a moment early.
static const float BOUNCE_DEPTH = 0.05f; // [m]

// How bodies move and rest.

// [m] What the reach of endless shapes counts for, where speeds and ways are worked out of it.
static const float REACH_MOST = 1e6f;

// While a body turns farther than this in a step, or rather its inertia does, an impulse of the
// pose at the beginning may feed it energy: a thin rod's by the ratio of its moments.
static const float TURN_MOST = 0.4f; // [rad]

// Joined bodies turn on with their inertia in each substep. Where some have turned farther than
// this since rows were prepared, the rows of contacts follow.
static const float TURN_OLD = 0.1f; // [rad]

static const float TURN_LEAST = 0.01f; // [rad] in a step: less changes no inertia worth the work

// Angle that the arms of joints sweep in a substep up to which their rows can follow.
static const double SWEEP_MOST = 0.2; // [rad]

// A body flies while contacts bear less than this part of it, squared: impulses that are taken back
// leave rounding errors.
static const float BORNE_SQUARED = 1e-6f;

static const float SLEEP_SPEED = 0.05f; // [m/s] of the fastest point, for what touches something
static const float SLEEP_SPEED_FREE = 1e-4f; // [m/s] drifting freely is motion, however slow
static const float REACH_UNKNOWN = 1.0f;     // [m] of a body without colliders: its turning is seen

/// [m/s] Slower approaches do not bounce, so that stacks rest.
///
/// @param threshold     TumWorldDef.restitution_threshold
/// @param acceleration  [m/s^2] by forces, of the body that has more of it
static inline float bounce_speed(float threshold, float acceleration, float substep)
{
    return threshold >= 0.0f ? threshold
                             : maximum(BOUNCE_SUBSTEPS * acceleration * substep, BOUNCE_LEAST);
}

/// The bound of a contact that presses is higher: by so many times the velocity that its impulse of
/// the substep before adds.
static inline float bounce_load(float threshold)
{
    return threshold >= 0.0f ? 0.0f : BOUNCE_SUBSTEPS;
}

/// The restitution of a bounce at this approach [m/s]: one above 1 makes nothing faster than
/// BOUNCE_GAIN_MOST.
static inline float bounce_restitution(float authored, float approach)
{
    return minimum(authored, maximum(minimum(authored, 1.0f), BOUNCE_GAIN_MOST / approach));
}

/// How what pushes gives way, from its frequency and damping ratio (Catto, "Soft Constraints",
/// 2011).
typedef struct Softness {
    float bias_rate; ///< [1/s]
    float mass_scale;
    float impulse_scale;
} Softness;

/// @param omega  [rad/s] of the spring.
static inline Softness softness_of(float omega, float damping_ratio, float substep)
{
    const float a1 = 2.0f * damping_ratio + substep * omega;
    const float a2 = substep * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, a3};
}

/// Of contacts.
static inline Softness soft_contact(float substep)
{
    return softness_of(2.0f * PI_F * (CONTACT_SHARE / substep), CONTACT_DAMPING, substep);
}

/// [m/s] A point whose impulse, by its effective mass, is greater presses harder than the fastest
/// push gives back in a visit: 17 m/s, 412 times its weight in a substep of 1/240 s. Of such loads
/// a visit holds little.
static inline float pressing_speed(void)
{
    const Softness soft = soft_contact(1.0f); // the same for any substep
    return PUSH_SPEED * soft.mass_scale / soft.impulse_scale;
}

#endif
