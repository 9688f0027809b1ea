// SPDX-License-Identifier: MIT
// joint_flight3.c: parabolas of joint islands without contacts and supports.
#include "joint3/joint_flight3.h"

#include "space3/space3.h"

// [m] Joint impulses do not change the motion of the common centre of mass. The same displacement
// for all bodies preserves their relative poses.
static Vec3 flight_of(const Space3 *space, const Topology *topology,
                      const JointIsland3 *joint_island, StepTime time)
{
    const Vec3 none = {0.0f, 0.0f, 0.0f};
    Vec3 force = none; // [N]
    float mass = 0.0f;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *joined = &space->joints.bodies.items[joint_island->body_first + i];
        const BodyMass3 *own = &space->bodies.masses.items[joined->slot];
        if (!joined->is_movable || !(own->inverse_mass > 0.0f) ||
            topology->bodies.items[joined->slot].manifold_count > 0) {
            return none;
        }
        const float weight = 1.0f / own->inverse_mass;
        force = vec3_add_scaled(force, space3_acceleration(space, joined->slot), weight);
        mass += weight;
    }
    return vec3_scale(force, -0.5f * time.substep * time.step / mass);
}

void tum_space3_begin_flights(Space3 *space, const Topology *topology, StepTime time)
{
    for (size_t i = 0; i < topology->joints.active.count; ++i) {
        JointIsland3 *joint_island =
            &space->joints.joint_islands.items[topology->joints.active.items[i]];
        joint_island->flight = space->local_gravity == NULL
                                   ? flight_of(space, topology, joint_island, time)
                                   : (Vec3){0.0f, 0.0f, 0.0f};
    }
}
