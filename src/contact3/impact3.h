// SPDX-License-Identifier: MIT
/// impact3.h: continuous collision detection (CCD) of fast bodies against immovable bodies.
///
/// Contact rows are those of the poses at the start of a step and include only shapes that were
/// near then. That suffices for bodies that move by less than their size in a step. A faster body
/// is followed through each substep along its path. Where it penetrates an obstacle by the slop, it
/// receives the impulse of a collision and continues for the rest of the substep.
#ifndef TUM_CONTACT3_IMPACT3_H
#define TUM_CONTACT3_IMPACT3_H

#include "contact3/surface_velocity3.h"
#include "space3/space3.h"

/// Whether a body moves by more than its own size in a step. The margin of such a body is that of a
/// body at rest, and its impacts are left to tum_move_guarded3.
static inline bool tum_is_fast3(const BodyMass3 *mass, const SolverBody3 *state, float seconds)
{
    const float v2 = vec3_length_squared(state->linear), w2 = vec3_length_squared(state->angular);
    return (v2 + w2 * (mass->bounding_radius * mass->bounding_radius)) * seconds * seconds >
           mass->bounding_radius * mass->bounding_radius;
}

/// The same for the motion of a body relative to an immovable one, which may be kinematic: relative
/// to the point of the latter's bounding ball that is nearest to the body.
static inline bool tum_pair_is_fast3(const Space3 *space, int32_t body, int32_t other,
                                     float seconds)
{
    const SolverBody3 *kinematic = &space->bodies.states.items[other];
    SolverBody3 state = space->bodies.states.items[body];
    state.linear = vec3_sub(state.linear, kinematic->linear);
    if (vec3_length_squared(kinematic->angular) > 0.0f) {
        const Vec3 between = vec3_sub(space->bodies.places.items[body].center,
                                      space->bodies.places.items[other].center);
        const float bounding_radius = space->bodies.masses.items[other].bounding_radius,
                    far = vec3_length(between);
        const Vec3 arm =
            far > bounding_radius ? vec3_scale(between, bounding_radius / far) : between;
        state.linear = vec3_sub(state.linear, vec3_cross(kinematic->angular, arm));
    }
    return tum_is_fast3(&space->bodies.masses.items[body], &state, seconds);
}

/// Whether a contact has surface velocities, which only contact rows can represent.
static inline bool tum_contact_surface_velocities3(const Space3 *space, const Contact *contact)
{
    return space->colliders.surface_velocities.count > 0 &&
           (tum_surface_speed3(space, contact->collider[0]) > 0.0f ||
            tum_surface_speed3(space, contact->collider[1]) > 0.0f);
}

/// [s] Time by which a body without joints is looked ahead for obstacles: a substep, at least a
/// quarter of a step. Rows are those of the start of the step, however short its substeps are: a
/// hull of 10 cm that turns by 0.7 rad a step met the ground with other corners than those that had
/// rows, and fell through it in 22 substeps.
static inline float time_guarded3(StepTime time)
{
    return maximum(time.substep, CCD_DISTANCE_SHARE * time.step);
}

/// Whether a body could tunnel through a thin collider in this time.
static inline bool tum_may_pass3(const BodyStart3 *start, const SolverBody3 *state, float seconds)
{
    const float v2 = vec3_length_squared(state->linear), w2 = vec3_length_squared(state->angular);
    return (v2 + w2 * (start->bounding_radius * start->bounding_radius)) * seconds * seconds >
           start->ccd_distance_squared;
}

/// Whether a body beyond its CCD distance has an obstacle within reach, or rotates too far in a
/// substep for a single turn.
bool tum_needs_ccd3(Space3 *space, const Sim *sim, StepTime time, int32_t body);

/// Moves a body through a substep with CCD. Movable bodies are no obstacles.
void tum_move_guarded3(Space3 *space, const Sim *sim, StepTime time, int32_t body);

/// Fraction of the path of `seconds` that a joined body beyond its CCD distance is free to move: 1,
/// or less where it meets an obstacle at rest.
float tum_free_fraction3(Space3 *space, const Sim *sim, int32_t body, float seconds);

/// Moves the bodies of a joint island, all by the smallest free fraction of their paths: a body
/// stopped alone would open its joints.
/// @return whether the bodies moved the whole path.
bool tum_move_joined3(Space3 *space, const Sim *sim, const JointIsland3 *joint_island,
                      float seconds);

/// Whether a body is fast relative to an immovable neighbour, though not by itself.
bool tum_meets_fast3(const Space3 *space, const Sim *sim, int32_t body, float seconds);

#endif
