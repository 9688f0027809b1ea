// SPDX-License-Identifier: MIT
/// contact_numbers.h: parameters of contacts, motion and sleep, in both spaces.
#ifndef TUM_SCHEDULE_CONTACT_NUMBERS_H
#define TUM_SCHEDULE_CONTACT_NUMBERS_H

#include "math/scalar.h"

// Manifolds.

// Contact margin as a share of the smaller shape's size: points are found when they are closer than
// this plus the motion of the pair in the step, so that contacts at rest persist.
static const float MARGIN = 0.05f;
static const float MARGIN_LEAST = 5e-4f; // [m]
static const float MARGIN_MOST = 0.02f;  // [m]

// Depth up to which a contact begins at the surface. Solid bodies meet there, unless they are
// faster than half of this per step; bodies that overlap all around seldom do.
static const float SURFACE_DEPTH = 5e-3f; // [m]

// A manifold is updated without a new collision test while the relative displacement of the shapes
// stays below this share of the margin, among other bounds.
static const float SLACK_OF_MARGIN = 0.25f;

// Manifolds whose normals differ by more never match.
static const float SAME_NORMAL = 0.8f; // cosine

// Stiffness of contacts.

// Frequency of the contact springs, as a share of the substep rate: four substeps per period. With
// softer springs tall stacks buckle under their own weight; with stiffer or more damped ones heavy
// bodies on light ones begin to tremble (measured on 20 boxes, 1:100 and a pyramid of 40 layers).
static const float CONTACT_SHARE = 0.25f;
static const float CONTACT_DAMPING = 1.0f; // damping ratio: critical

// Distance by which gravity may move a touching body in a substep, as a share of its bounding
// radius; where it would be more, the batch gets more substeps.
//
// Contacts at rest yield by g / omega^2, whatever the size of the bodies: a cube of a millimetre
// sinks in by a tenth of its size at 240 substeps per second, and stacks of n cubes of size s
// buckle (g n^2 / (omega^2 s)). With this bound, stacks of ten cubes stand at any size from half a
// millimetre on; cubes of 10 cm and more need no more than the usual 240 substeps per second.
static const float FALL_MOST = 0.002f;

// Distance that gravity may move a small body in a step, as a share of its bounding radius, before
// the margin of its contacts includes the motion of each body alone: one of a pair may be stopped
// within the step while the other falls on.
static const float FAR_FALL = 0.1f;

// Speed at which overlaps are pushed apart at most, so that deep ones part gently, and the share of
// what is deeper that is added to it: the softness of a contact under a heavy load takes back all
// of that speed, and without more such an overlap would last. A larger share makes heavy loads
// tremble.
static const float PUSH_SPEED = 3.0f; // [m/s]
static const float DEEP_RATE = 1.0f;  // [1/s]

// Slopes of contacts near their friction angle, as shares of the friction coefficient: the loads of
// their batch are looked at (load.h).
static const float SLOPE_LEAST = 0.85f;
static const float SLOPE_MOST = 1.15f;

static const float STICK_SPEED = 0.01f; // [m/s] A sliding contact sticks again below this speed.

// Restitution threshold in substeps of acceleration. A resting body approaches, in each substep,
// with the velocity that forces gave it there, before contacts remove it; so the default threshold
// is the velocity that forces add in two substeps. A contact with an impulse needs more, by the
// velocity that its impulse adds in two substeps, or a tall stack that settles under its own weight
// would bounce apart.
static const float BOUNCE_SUBSTEPS = 2.0f;
static const float BOUNCE_LEAST = 1e-3f; // [m/s] Lower bound: contacts leave such speeds.

// Speed beyond which a restitution above 1 adds no energy: a body between two walls would otherwise
// gain without end.
static const float BOUNCE_GAIN_MOST = 50.0f; // [m/s]

// Sweeps over the points of one contact, which share a restitution impulse: one sweep distributes
// it unevenly.
enum { BOUNCE_SWEEPS = 8 };

// A body with restitution is moved back along its new velocity, so that it bounces where the
// surfaces meet. The body then starts inside the other one, no deeper than this; with more depth it
// bounces early.
static const float BOUNCE_DEPTH = 0.05f; // [m]

// A contact of a joined body sinks if it is deeper than this share of the inner radius of the
// thinner body, and a joint island weighs this many times as much as the lighter body. Of ragdolls
// at a thirtieth of their weight, many would, as they land.
static const float SINK_DEEP = 0.2f;
static const float SINK_OUTWEIGHED = 50.0f;

// Whatever the bodies weigh, it sinks where it is twice as deep as the thinner body is thick.
static const float SINK_WHOLE = 4.0f;

// Motion and sleep.

// [m] Bounding radius of unbounded shapes, in bounds of speed and displacement.
static const float BOUNDING_RADIUS_MAX = 1e6f;

// Rotation in a step beyond which rows follow a body from substep to substep, and in a substep
// beyond which its batch gets more substeps; a joined body splits the step instead. It is weighted
// by the change of the inertia: impulses computed in the pose at the beginning of the step can add
// energy, to a thin rod by the ratio of its moments of inertia.
static const float TURN_MOST = 0.4f; // [rad]

// Rotation since the step began beyond which contact rows follow a body; joints update the inertia
// in each substep.
static const float TURN_OLD = 0.1f; // [rad]

static const float TURN_LEAST = 0.01f; // [rad] per step; below it the inertia is not updated.

// Angle that joint arms may sweep in a substep before the step is split.
static const double SWEEP_MOST = 0.2; // [rad]

// Square of the share of its fall that contacts may bear while a body still counts as falling
// freely: impulses that are taken back leave rounding errors.
static const float BORNE_SQUARED = 1e-6f;

static const float SLEEP_SPEED = 0.05f;            // [m/s] of the fastest point of a touching body
static const float SLEEP_SPEED_FREE = 1e-4f;       // [m/s] of a free body: any drift is motion
static const float BOUNDING_RADIUS_UNKNOWN = 1.0f; // [m] of a body without colliders, so that its
                                                   // rotation counts

/// Restitution threshold of a contact without impulses [m/s]: slower approaches do not bounce.
///
/// @param threshold     TumWorldDef.restitution_threshold
/// @param acceleration  [m/s^2] by forces, the larger of both bodies
static inline float bounce_speed(float threshold, float acceleration, float substep)
{
    return threshold >= 0.0f ? threshold
                             : maximum(BOUNCE_SUBSTEPS * acceleration * substep, BOUNCE_LEAST);
}

/// Increase of that threshold, per velocity that the contact's impulse of the last substep adds.
static inline float bounce_load(float threshold)
{
    return threshold >= 0.0f ? 0.0f : BOUNCE_SUBSTEPS;
}

/// Restitution coefficient at this approach [m/s]: a coefficient above 1 gives no more speed than
/// BOUNCE_GAIN_MOST.
static inline float bounce_restitution(float authored, float approach)
{
    return minimum(authored, maximum(minimum(authored, 1.0f), BOUNCE_GAIN_MOST / approach));
}

/// Coefficients of a soft constraint (Catto, "Soft Constraints", 2011).
typedef struct Softness {
    float bias_rate; ///< [1/s]
    float mass_scale;
    float impulse_scale;
} Softness;

/// @param omega  [rad/s] angular frequency of the spring
static inline Softness softness_of(float omega, float damping_ratio, float substep)
{
    const float a1 = 2.0f * damping_ratio + substep * omega;
    const float a2 = substep * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, a3};
}

/// The push of a contact is the larger one of bias_rate s and DEEP_RATE s - deep_speed, for a
/// separation s < 0: both are -PUSH_SPEED where the push would exceed it [m/s].
static inline float deep_speed(float bias_rate)
{
    return PUSH_SPEED - DEEP_RATE * (PUSH_SPEED / bias_rate);
}

/// Softness of contacts.
static inline Softness soft_contact(float substep)
{
    return softness_of(2.0f * PI_F * (CONTACT_SHARE / substep), CONTACT_DAMPING, substep);
}

/// Impulse per effective mass above which one visit of the contact cannot hold the load [m/s]: the
/// softness then removes more than the fastest push adds. 17 m/s, or 412 times its weight in a
/// substep of 1/240 s.
static inline float pressing_speed(void)
{
    const Softness soft = soft_contact(1.0f); // the same for any substep
    return PUSH_SPEED * soft.mass_scale / soft.impulse_scale;
}

/// Impulse per effective mass above which visits of a contact take long to build it up, and as long
/// to take it back [m/s]: a light body bears a heavy one.
static const float LOADED_SPEED = 2.0f;

/// Where bodies part faster than this although their contact is loaded, its impulse is no longer a
/// force between them. Again and again it would push [m/s]. In 4D it is that of
/// contacts above pressing_speed: with LOADED_SPEED drawn scenes gain nothing and overlap more.
static const float PARTED_SPEED = 0.2f, PARTED_SPEED4 = 1.0f;

// An impulse lasts where it is no more than this multiple of that with which the step began: it
// varies from substep to substep.
static const float LASTING_MOST = 2.0f;

/// The impulse to be stored at the end of a step with substeps shorter by `factor` than those asked
/// for: SpaceSolve.limit_impulses. Impulses that do not press in a longer substep stay as they are.
///
/// @param kept  that with which the step began
/// @param mass  [kg] effective mass
static inline float lasting_impulse(float impulse, float kept, float mass, float factor)
{
    if (!(factor * impulse > pressing_speed() * mass)) {
        return impulse;
    }
    const float lasting = minimum(impulse, LASTING_MOST * kept);
    return lasting + (impulse - lasting) / factor;
}

#endif
