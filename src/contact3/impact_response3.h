// SPDX-License-Identifier: MIT
/// impact_response3.h: the collision of a fast body with an immovable one, at the moment of impact
/// (impact3.h).
#ifndef TUM_CONTACT3_IMPACT_RESPONSE3_H
#define TUM_CONTACT3_IMPACT_RESPONSE3_H

#include "distance3/toi3.h"
#include "space3/space3.h"

/// Progress of a body within a substep.
typedef struct FastBody {
    Space3 *space;
    const Sim *sim;
    int32_t body;
    float passed;  ///< [s] Time since the start of the step.
    float substep; ///< [s]
    float whole;   ///< [s] Rest of the substep.
    float left;    ///< [s] Present interval of that rest.
    float step;    ///< [s] The whole step; for joined bodies 0, because their only obstacles are
                   ///< bodies at rest.
    bool is_joined;
    Vec3 velocity; ///< [m/s] At present; the state holds the mean velocity of the interval.
    Vec3 fall; ///< [m/s^2] By forces, while the body is in free flight; otherwise included in the
               ///< velocity.
} FastBody;

/// An impact ahead of a fast body.
typedef struct Encounter {
    int32_t contact; ///< Index, or NONE.
    int side;        ///< Side of the body in the contact.
    double fraction; ///< Share of the present interval.
    Vec3 normal;     ///< Toward the body.
    float slop;
} Encounter;

/// Centre of mass between the poses of the step.
Vec3 tum_fast_center3(const FastBody *fast);

/// Motion of an immovable body in the present interval, from its pose at the time of `fast`.
Moving3 tum_moving_obstacle3(const FastBody *fast, int32_t body, int32_t collider);

/// Applies the impulses of an impact to the body, in its pose at the impact.
void tum_collide_fast3(const FastBody *fast, const Encounter *at);

#endif
