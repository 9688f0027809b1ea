// SPDX-License-Identifier: MIT
// joint_build4.c: rows of 4D joints from their definitions (docs/simulation.md#11-four-dimensions).
#include <math.h>

#include "math/scalar.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

_Static_assert((int)TUM_JOINT4_PIN == (int)JOINT_PIN &&
                   (int)TUM_JOINT4_LINE_PIN == (int)JOINT_LINE_PIN &&
                   (int)TUM_JOINT4_HINGE == (int)JOINT_HINGE &&
                   (int)TUM_JOINT4_DUO_HINGE == (int)JOINT_DUO_HINGE &&
                   (int)TUM_JOINT4_WELD == (int)JOINT_WELD &&
                   (int)TUM_JOINT4_SLIDER == (int)JOINT_SLIDER,
               "a kind has one number");

bool tum_joint4_freedom(TumSpace space, int32_t axis, JointFreedom4 *freedom)
{
    if (space == TUM_SPACE_LINEAR) {
        *freedom = FREE_X;
        return axis == 0;
    }
    *freedom = axis == TUM_PLANE_ZW ? FREE_ZW : FREE_XY;
    return space == TUM_SPACE_ANGULAR && (axis == TUM_PLANE_XY || axis == TUM_PLANE_ZW);
}

int32_t tum_joint4_axis(uint32_t axes)
{
    int32_t axis = 0;
    while (axis < TUM_PLANE_ZW && axes != 1u << axis) {
        ++axis;
    }
    return axes == 1u << axis ? axis : NONE;
}

static bool measures(JointKind4 kind, TumSpace space, int32_t axis)
{
    JointFreedom4 freedom;
    return tum_joint4_freedom(space, axis, &freedom) && tum_joint4_is_free(kind, freedom);
}

static bool is_coefficient(double x)
{
    return x >= 0.0 && is_finite64(x);
}

bool tum_joint4_allows_limit(JointKind4 kind, const TumLimit *limit)
{
    return measures(kind, limit->space, tum_joint4_axis(limit->axes)) && limit->min <= limit->max &&
           limit->min < (double)INFINITY && limit->max > -(double)INFINITY &&
           limit->stiffness >= 0.0 && is_coefficient(limit->damping);
}

bool tum_joint4_allows_drive(JointKind4 kind, const TumDrive *drive)
{
    return measures(kind, drive->space, drive->axis) &&
           (drive->mode == TUM_DRIVE_FORCE || drive->mode == TUM_DRIVE_ACCELERATION) &&
           drive->max_force >= 0.0 &&
           (!drive->has_position_target || is_finite64(drive->position_target)) &&
           is_finite64(drive->velocity_target) && is_coefficient(drive->stiffness) &&
           is_coefficient(drive->damping);
}

static JointTerm4 term_of_limit(const TumLimit *limit)
{
    JointTerm4 term = {.low = limit->min,
                       .high = limit->max,
                       .stiffness = limit->stiffness,
                       .damping = limit->damping};
    tum_joint4_freedom(limit->space, tum_joint4_axis(limit->axes), &term.freedom);
    return term;
}

static JointTerm4 term_of_drive(const TumDrive *drive)
{
    const bool pulls = drive->has_position_target && drive->stiffness > 0.0;
    JointTerm4 term = {.is_drive = true,
                       .stiffness = pulls ? drive->stiffness : 0.0,
                       .damping = drive->damping,
                       .has_target = pulls,
                       .accelerates = drive->mode == TUM_DRIVE_ACCELERATION,
                       .target = drive->has_position_target ? drive->position_target : 0.0,
                       .speed = drive->velocity_target,
                       .max_force = drive->max_force};
    tum_joint4_freedom(drive->space, drive->axis, &term.freedom);
    return term;
}

// A joint frame relative to the principal frame of its body, as the solver uses it.
static DPose4 frame_from_principal(const TumWorld *world, int32_t body, DPose4 frame)
{
    const Pose4 *principal = &world->space4->masses.items[body].body_from_principal;
    return dpose4_relative(pose4_widen(*principal), frame);
}

static JointDef4 def_of(const TumWorld *world, int32_t slot)
{
    const JointRecord *record = &world->sim.topology.joints.joints.items[slot];
    const JointForm4 *form = &world->joints4.items[slot];
    return (JointDef4){.frame = {frame_from_principal(world, record->body[0], form->frame[0]),
                                 frame_from_principal(world, record->body[1], form->frame[1])},
                       .kind = form->kind};
}

TumStatus tum_world_refresh_joint4(TumWorld *world, int32_t slot)
{
    Topology *topology = &world->sim.topology;
    const JointSource3 *source = &world->joints.items[slot];
    JointTerm4 terms[BLOCK_SIZE_MOST];
    JointDef4 def = def_of(world, slot);
    bool is_driven = source->drive_count > 0;
    def.acts = tum_world_joint_can_act(world, slot);
    if (def.acts) {
        def.terms = terms;
        for (int32_t i = 0; i < source->limit_count; ++i) {
            terms[def.term_count++] = term_of_limit(&source->limits[i]);
            is_driven |= is_finite64(source->limits[i].stiffness);
        }
        for (int32_t i = 0; i < source->drive_count; ++i) {
            terms[def.term_count++] = term_of_drive(&source->drives[i]);
        }
    }
    if (!tum_space4_set_joint(world->space4, slot, &def, &topology->joints.is_stale)) {
        return TUM_ERROR_MEMORY;
    }
    tum_topology_set_acting(topology, slot, def.acts, is_driven);
    return TUM_OK;
}

void tum_world_quiet_joint4(TumWorld *world, int32_t slot)
{
    const JointDef4 def = def_of(world, slot);
    (void)tum_space4_set_joint(world->space4, slot, &def, &world->sim.topology.joints.is_stale);
    tum_topology_set_acting(&world->sim.topology, slot, false, false);
}
