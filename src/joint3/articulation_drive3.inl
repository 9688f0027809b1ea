// SPDX-License-Identifier: MIT
// articulation_drive3.inl: drives of hinges and sliders in an articulation. A part of
// articulation_kernel3.c.
//
// A drive adds its grip to the moment of inertia about the axis, as the parent sees it, and the
// impulse that its error at the present velocities asks for to the right-hand side. At its maximum
// it is a constant impulse instead. joint_rows3.c explains the row.

static void load_drive(ArticulationDrive3 *drive, const JointSet3 *set, const JointPart3 *part,
                       int lane)
{
    const JointRow3 *row = &set->rows.items[part->row_first];
    const float endless = 1e30f; // [N m] infinity times zero is no number
    const bool is_spring = part->kind == PART_LOCK;
    drive->stiffness[lane] = part->has_target || is_spring ? (float)part->stiffness : 0.0f;
    drive->damping[lane] = (float)part->damping;
    drive->target[lane] = (float)part->target;
    drive->speed[lane] = (float)part->speed;
    drive->max_force[lane] = is_spring ? endless : minimum((float)part->max_force, endless);
    drive->accelerates[lane] = part->accelerates ? 1.0f : 0.0f;
    drive->needs_mass |= part->accelerates || drive->stiffness[lane] > 0.0f;
    drive->held[lane] = row->state == ROW_AT_HIGH ? 1.0f : row->state == ROW_AT_LOW ? -1.0f : 0.0f;
    drive->impulse[lane] = (float)row->impulse;
    drive->grip[lane] = drive->bias[lane] = drive->most[lane] = 0.0f; // until the substep begins
}

static RowMemory3 memory_of_drive(const ArticulationDrive3 *drive, int lane)
{
    return (RowMemory3){(double)drive->impulse[lane],
                        drive->held[lane] > 0.0f   ? ROW_AT_HIGH
                        : drive->held[lane] < 0.0f ? ROW_AT_LOW
                                                   : ROW_FREE,
                        SIDE_NONE};
}

static WideMask is_bound(const ArticulationDrive3 *drive)
{
    return wide_greater(wide_absolute(wide_load(drive->held)), wide_zero());
}

// Share of a body in the inverse effective mass about an axis.
static Wide answer_about(const ArticulationBody3 *body, WideVec3 axis)
{
    if (!body->is_movable) {
        return wide_zero();
    }
    const WideSym3 inverse = wide_sym3_inverse(wide_load_sym3(&body->inertia));
    return wide_dot3(axis, wide_sym3_transform(inverse, axis));
}

// Share of a body in the inverse effective mass of a point along an axis.
static Wide answer_along(const ArticulationBody3 *body, WideVec3 arm, WideVec3 axis)
{
    if (!body->is_movable) {
        return wide_zero();
    }
    return wide_add(wide_div(wide_splat(1.0f), wide_load(body->mass)),
                    answer_about(body, wide_cross3(arm, axis)));
}

static Wide diagonal_of_drive(const LaneGroup *t, const ArticulationJoint3 *joint, WideVec3 axis)
{
    const ArticulationBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
    return joint->is_slider ? wide_add(answer_along(parent, wide_load3(&joint->arm[0]), axis),
                                       answer_along(child, wide_load3(&joint->arm[1]), axis))
                            : wide_add(answer_about(parent, axis), answer_about(child, axis));
}

static void set_grip(const LaneGroup *t, ArticulationJoint3 *joint, ArticulationDrive3 *drive,
                     Wide grip)
{
    const bool same = wide_bits(wide_same(wide_load(drive->grip), grip)) == ALL_LANES;
    wide_store(drive->grip, grip);
    if (!same) {
        spoil(t, joint);
    }
}

// Sets the row for a substep, as begin_drive and tum_joint3_spring in joint_rows3.c. The impulse of
// the last substep is kept within the bounds of this one.
static void begin_drive(const LaneGroup *t, ArticulationJoint3 *joint, ArticulationDrive3 *drive)
{
    const WideVec3 axis = wide_load3(&joint->limits[1].direction);
    const Wide one = wide_splat(1.0f), zero = wide_zero(), h = t->substep;
    Wide stiffness = wide_load(drive->stiffness), damping = wide_load(drive->damping);
    Wide give = damping;
    if (drive->needs_mass) {
        const Wide diagonal = diagonal_of_drive(t, joint, axis);
        const Wide mass = wide_select(wide_greater(wide_load(drive->accelerates), zero),
                                      wide_div(one, diagonal), one);
        stiffness = wide_mul(stiffness, mass);
        damping = wide_mul(damping, mass);
        const Wide ratio = wide_mul(wide_mul(wide_mul(h, h), stiffness), diagonal);
        const Wide slow = wide_splat((float)SLOW_SPRING);
        const Wide scale = wide_splat((float)(1.0 / (STIFF_SPRING - SLOW_SPRING)));
        const Wide ahead = wide_clamp(wide_mul(wide_sub(ratio, slow), scale),
                                      wide_splat((float)IMPLICIT_SHARE_MIN), one);
        give = wide_add(damping, wide_mul(wide_mul(ahead, h), stiffness));
    }
    const Wide stretch = wide_sub(wide_load(joint->limits[1].value), wide_load(drive->target));
    const Wide force =
        wide_sub(wide_mul(stiffness, stretch), wide_mul(damping, wide_load(drive->speed)));
    const Wide most = wide_mul(wide_load(drive->max_force), h), least = wide_negate(most);
    const Wide held = wide_load(drive->held), impulse = wide_load(drive->impulse);
    const WideMask gives = wide_greater(give, zero);
    wide_store(drive->bias, wide_where(gives, wide_div(force, wide_select(gives, give, one))));
    wide_store(drive->most, most);
    wide_store(drive->impulse, wide_select(is_bound(drive), wide_mul(held, most),
                                           wide_clamp(impulse, least, most)));
    set_grip(t, joint, drive, wide_mul(h, give));
}

static void begin_drives(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        if (joint->drive != NONE) {
            begin_drive(t, joint, &t->drives[joint->drive]);
        }
    }
}

// Forces of drives are negligible against restitution impulses.
static void rest_drives(const LaneGroup *t, WideMask lanes)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        if (joint->drive != NONE) {
            ArticulationDrive3 *drive = &t->drives[joint->drive];
            const Wide grip = wide_select(lanes, wide_zero(), wide_load(drive->grip));
            wide_store(drive->impulse, wide_select(lanes, wide_zero(), wide_load(drive->impulse)));
            wide_store(drive->held, wide_select(lanes, wide_zero(), wide_load(drive->held)));
            set_grip(t, joint, drive, grip);
        }
    }
}

// @param spin  [rad/s] or, of a slider, [m/s]: motion of the child relative to the parent.
static void aim_drive(ArticulationDrive3 *drive, const ArticulationLimit3 *twist, WideVec3 spin)
{
    wide_store(drive->error,
               wide_add(wide_dot3(wide_load3(&twist->direction), spin), wide_load(drive->bias)));
}

// Resistance of a drive to the rotation of its joint [kg m^2].
PART Wide resistance_of_drive(const ArticulationDrive3 *drive)
{
    return wide_select(is_bound(drive), wide_zero(), wide_load(drive->grip));
}

// Right-hand side of a drive: the change of its impulse, where the rotation stays. Where the range
// of the angle acts, the rotation is known.
static void ask_drive(ArticulationDrive3 *drive, const ArticulationLimit3 *twist, WideVec3 *back)
{
    const Wide error = wide_load(drive->error), grip = wide_load(drive->grip);
    const Wide most = wide_load(drive->most), least = wide_negate(most);
    const WideMask stops = acts(twist);
    const Wide then = wide_select(stops, wide_sub(error, wide_load(twist->error)), error);
    const Wide free = wide_negate(wide_mul(grip, then));
    const Wide bound = wide_mul(wide_load(drive->held), most);
    const Wide next = wide_select(is_bound(drive), bound,
                                  wide_select(stops, wide_clamp(free, least, most), free));
    const Wide change = wide_sub(next, wide_load(drive->impulse));
    wide_store(drive->change, change);
    *back = wide_sub_scaled3(*back, wide_load3(&twist->direction), change);
}

// Computes the impulse after a solve. Where it exceeds the maximum it is held there; where it is
// held, and less would do, it is free again.
// @param spin  [rad/s] as for exchange_limit.
// @return whether the joint has to be factored anew.
static bool exchange_drive(ArticulationDrive3 *drive, const ArticulationLimit3 *twist,
                           WideVec3 spin, WideMask wanted, bool may_release)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const Wide held = wide_load(drive->held), most = wide_load(drive->most);
    const Wide grip = wide_load(drive->grip);
    const Wide turned = wide_dot3(wide_load3(&twist->direction), spin);
    const WideMask bound = is_bound(drive), stops = acts(twist);
    const Wide asked = wide_add(wide_load(drive->impulse), wide_load(drive->change));
    const Wide by_turn = wide_select(wide_or(bound, stops), zero, wide_mul(grip, turned));
    const Wide next = wide_sub(asked, by_turn);
    wide_store(drive->next, next);
    // The impulse that the row asks for at the velocity reached.
    const Wide wish = wide_negate(wide_mul(grip, wide_add(wide_load(drive->error), turned)));
    const WideMask high = wide_greater(next, most), low = wide_greater(wide_negate(most), next);
    const Wide now_held = wide_select(high, one, wide_select(low, wide_negate(one), zero));
    const WideMask releases = wide_greater(wide_mul(held, wide_sub(wide_mul(held, most), wish)),
                                           wide_mul(grip, wide_splat((float)RELEASE_SPEED)));
    const Wide still_held = may_release ? wide_select(releases, zero, held) : held;
    const Wide changed = wide_select(bound, still_held, now_held);
    const Wide now = wide_select(stops, held, wide_select(wanted, changed, held));
    wide_store(drive->held, now);
    return wide_bits(wide_same(now, held)) != ALL_LANES;
}
