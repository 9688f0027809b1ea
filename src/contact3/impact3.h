// SPDX-License-Identifier: MIT
/// impact3.h: what flies or spins fast stops where it meets what no push moves.
///
/// Rows are those of the pose at the beginning of a step, and know of shapes what was near then:
/// enough for what moves by less than its size in a step. A body that moves farther is followed
/// through each substep along its way; where it has sunk into something by a hair it is pushed as
/// bodies that collide are, and goes on for the rest of the substep.
#ifndef TUM_CONTACT3_IMPACT3_H
#define TUM_CONTACT3_IMPACT3_H

#include "contact3/surface_velocity3.h"
#include "space3/space3.h"

/// Whether a body moves by more than its own size in a step: rows look no farther ahead for it than
/// for one at rest, impacts are left to tum_move_guarded3.
static inline bool tum_is_fast3(const BodyMass3 *mass, const SolverBody3 *state, float seconds)
{
    const float v2 = vec3_length_squared(state->linear), w2 = vec3_length_squared(state->angular);
    return (v2 + w2 * (mass->reach * mass->reach)) * seconds * seconds > mass->reach * mass->reach;
}

/// The same for a body and what no push moves, which may move itself: where it is nearest, and no
/// farther from its centre than it reaches.
static inline bool tum_pair_is_fast3(const Space3 *space, int32_t body, int32_t other,
                                     float seconds)
{
    const SolverBody3 *driver = &space->bodies.states.items[other];
    SolverBody3 state = space->bodies.states.items[body];
    state.linear = vec3_sub(state.linear, driver->linear);
    if (vec3_length_squared(driver->angular) > 0.0f) {
        const Vec3 between = vec3_sub(space->bodies.places.items[body].center,
                                      space->bodies.places.items[other].center);
        const float reach = space->bodies.masses.items[other].reach, far = vec3_length(between);
        const Vec3 arm = far > reach ? vec3_scale(between, reach / far) : between;
        state.linear = vec3_sub(state.linear, vec3_cross(driver->angular, arm));
    }
    return tum_is_fast3(&space->bodies.masses.items[body], &state, seconds);
}

/// Whether surfaces of a contact move within their bodies: rows alone know how.
static inline bool tum_contact_surface_velocities3(const Space3 *space, const Contact *contact)
{
    return space->colliders.surface_velocities.count > 0 &&
           (tum_surface_speed3(space, contact->collider[0]) > 0.0f ||
            tum_surface_speed3(space, contact->collider[1]) > 0.0f);
}

/// Whether a body could jump through something thin in a substep.
static inline bool tum_may_pass3(const BodyStart3 *start, const SolverBody3 *state, float substep)
{
    const float v2 = vec3_length_squared(state->linear), w2 = vec3_length_squared(state->angular);
    return (v2 + w2 * (start->reach * start->reach)) * substep * substep >
           start->ccd_distance_squared;
}

/// Whether a body that may pass through something has anything near that could stop it, or turns
/// too far in a substep to be turned at once.
bool tum_needs_ccd3(Space3 *space, const Sim *sim, StepTime time, int32_t body);

/// Moves a body through a substep. Bodies that a push can move do not stop it.
void tum_move_guarded3(Space3 *space, const Sim *sim, StepTime time, int32_t body);

/// How much of the way of `seconds` a joined body, one that may pass through something, may move:
/// all of it, 1, or less where it meets something that stands still.
float tum_free_way3(Space3 *space, const Sim *sim, int32_t body, float seconds);

/// Moves the bodies of an assembly, all as far as the first of them may until it meets something
/// that stands still: were one stopped alone, its joints would open.
/// @return whether they went all of the way.
bool tum_move_joined3(Space3 *space, const Sim *sim, const JointIsland3 *joint_island,
                      float seconds);

/// Whether a body that is not quick by itself is so beside a neighbour that no push moves.
bool tum_meets_fast3(const Space3 *space, const Sim *sim, int32_t body, float seconds);

#endif
