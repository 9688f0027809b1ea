// SPDX-License-Identifier: MIT
// articulation_spring3.inl: drives, springs and soft ranges in an articulation. A part of
// articulation_kernel3.c.
//
// A spring adds its grip to the moment of inertia along its direction, as the parent sees it, and
// the impulse that its error at the present velocities asks for to the right-hand side. At a bound
// it is a constant impulse instead. joint_rows3.c explains the row.

static const float ENDLESS = 1e30f; // [N], [N m], [m], [rad]: infinity times zero is no number

// The springs of a joint.
static ArticulationSpring3 *springs_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    return &t->springs[joint->spring_first];
}

static WideMask is_bound(const ArticulationSpring3 *spring)
{
    return wide_greater(wide_absolute(wide_load(spring->held)), wide_zero());
}

// [N s], [N m s] The impulse of a spring at its bound.
static Wide bound_of(const ArticulationSpring3 *spring)
{
    const WideMask is_high = wide_greater(wide_load(spring->held), wide_zero());
    return wide_select(is_high, wide_load(spring->most), wide_load(spring->least));
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

static Wide diagonal_of(const LaneGroup *t, const ArticulationJoint3 *joint,
                        const ArticulationMotion3 *motion)
{
    const ArticulationBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
    const WideVec3 axis = wide_load3(&motion->direction);
    return motion3_is_linear(motion)
               ? wide_add(answer_along(parent, wide_load3(&joint->arm[0]), axis),
                          answer_along(child, wide_load3(&joint->arm[1]), axis))
               : wide_add(answer_about(parent, axis), answer_about(child, axis));
}

static void set_grip(const LaneGroup *t, ArticulationJoint3 *joint, ArticulationSpring3 *spring,
                     Wide grip)
{
    const bool same = wide_bits(wide_same(wide_load(spring->grip), grip)) == ALL_LANES;
    wide_store(spring->grip, grip);
    if (!same) {
        spoil(t, joint);
    }
}

// The row of a spring in a substep, as in joint_rows3.c.
typedef struct SpringRow {
    Wide give;        // [N s/m], [N m s/rad]
    Wide force;       // [N], [N m]
    Wide least, most; // [N s], [N m s]
} SpringRow;

// Share of the substep by which a spring is predicted: tum_joint3_spring.
static Wide ahead_of(Wide stiffness, Wide diagonal, Wide substep)
{
    const Wide ratio = wide_mul(wide_mul(wide_mul(substep, substep), stiffness), diagonal);
    const Wide slow = wide_splat((float)SLOW_SPRING);
    const Wide scale = wide_splat((float)(1.0 / (STIFF_SPRING - SLOW_SPRING)));
    return wide_clamp(wide_mul(wide_sub(ratio, slow), scale), wide_splat((float)IMPLICIT_SHARE_MIN),
                      wide_splat(1.0f));
}

// As begin_drive and begin_soft_lock.
static SpringRow row_of_drive(const LaneGroup *t, const ArticulationJoint3 *joint,
                              const ArticulationSpring3 *spring)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero(), h = t->substep;
    Wide stiffness = wide_load(spring->stiffness), damping = wide_load(spring->damping);
    Wide give = damping;
    if (spring->needs_mass) {
        const Wide diagonal = diagonal_of(t, joint, &spring->motion);
        const Wide mass = wide_select(wide_greater(wide_load(spring->accelerates), zero),
                                      wide_div(one, diagonal), one);
        stiffness = wide_mul(stiffness, mass);
        damping = wide_mul(damping, mass);
        const Wide ahead = ahead_of(stiffness, diagonal, h);
        give = wide_add(damping, wide_mul(wide_mul(ahead, h), stiffness));
    }
    const Wide stretch = wide_sub(wide_load(spring->motion.value), wide_load(spring->target));
    const Wide force =
        wide_sub(wide_mul(stiffness, stretch), wide_mul(damping, wide_load(spring->speed)));
    const Wide most = wide_mul(wide_load(spring->max_force), h);
    return (SpringRow){give, force, wide_negate(most), most};
}

// As begin_soft_range: beyond an end a spring, on the way to it one that only pushes, else nothing.
static SpringRow row_of_range(const LaneGroup *t, const ArticulationJoint3 *joint,
                              const ArticulationSpring3 *spring, Wide speed)
{
    const Wide zero = wide_zero(), endless = wide_splat(ENDLESS), h = t->substep;
    const Wide stiffness = wide_load(spring->stiffness), damping = wide_load(spring->damping);
    const Wide value = wide_load(spring->motion.value), low = wide_load(spring->motion.low),
               high = wide_load(spring->motion.high);
    Wide then = wide_add(value, wide_mul(h, speed));
    if (spring->motion.form == MOTION_CONE || spring->motion.form == MOTION_DISTANCE) {
        then = wide_maximum(then, zero); // it passes zero and grows again
    }
    const WideMask is_under = wide_greater(low, value);
    const WideMask is_outside = wide_or(is_under, wide_greater(value, high));
    const Wide at_low = wide_select(is_outside, wide_sub(low, value), wide_sub(low, then));
    const WideMask is_low = wide_greater(at_low, zero);
    const WideMask acts = wide_or(wide_or(is_outside, is_low), wide_greater(then, high));
    const Wide ahead = ahead_of(stiffness, diagonal_of(t, joint, &spring->motion), h);
    const Wide part = wide_select(is_outside, wide_mul(ahead, h), h);
    const Wide give = wide_where(acts, wide_add(damping, wide_mul(part, stiffness)));
    const WideMask gives = wide_greater(give, zero);
    const Wide end = wide_select(is_low, low, high);
    const Wide stretch = wide_where(gives, wide_sub(value, end));
    const Wide most = wide_where(gives, wide_select(wide_or(is_outside, is_low), endless, zero));
    const Wide pulls = wide_select(is_outside, endless, wide_select(is_low, zero, endless));
    return (SpringRow){give, wide_mul(stiffness, stretch), wide_negate(wide_where(gives, pulls)),
                       most};
}

// Sets the row for a substep. The impulse of the last substep is kept within the bounds of this
// one; that of a range begins free.
static void begin_spring(const LaneGroup *t, ArticulationJoint3 *joint, ArticulationSpring3 *spring,
                         Wide speed)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    const SpringRow row =
        spring->is_range ? row_of_range(t, joint, spring, speed) : row_of_drive(t, joint, spring);
    const WideMask gives = wide_greater(row.give, zero);
    if (spring->is_range) {
        wide_store(spring->held, zero);
    }
    wide_store(spring->bias,
               wide_where(gives, wide_div(row.force, wide_select(gives, row.give, one))));
    wide_store(spring->least, row.least);
    wide_store(spring->most, row.most);
    const Wide impulse = wide_clamp(wide_load(spring->impulse), row.least, row.most);
    wide_store(spring->impulse, wide_select(is_bound(spring), bound_of(spring), impulse));
    set_grip(t, joint, spring, wide_mul(t->substep, row.give));
}

// Forces of springs are negligible against restitution impulses.
static void rest_springs(const LaneGroup *t, WideMask lanes)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        for (int32_t k = 0; k < joint->spring_count; ++k) {
            ArticulationSpring3 *spring = &springs_of(t, joint)[k];
            const Wide grip = wide_select(lanes, wide_zero(), wide_load(spring->grip));
            wide_store(spring->impulse,
                       wide_select(lanes, wide_zero(), wide_load(spring->impulse)));
            wide_store(spring->held, wide_select(lanes, wide_zero(), wide_load(spring->held)));
            set_grip(t, joint, spring, grip);
        }
    }
}

/// Motion of a child relative to its parent: of the point, and of the angles.
typedef struct Motion {
    WideVec3 linear, angular; // [m/s], [rad/s]
} Motion;

// Speed along the direction of a limit or a spring.
PART Wide speed_of(const ArticulationMotion3 *of, Motion motion)
{
    return wide_dot3(wide_load3(&of->direction),
                     motion3_is_linear(of) ? motion.linear : motion.angular);
}

// Adds a number along its direction.
PART Motion add_along(const ArticulationMotion3 *of, Motion sum, WideVec3 direction, Wide number)
{
    if (motion3_is_linear(of)) {
        sum.linear = wide_add_scaled3(sum.linear, direction, number);
    } else {
        sum.angular = wide_add_scaled3(sum.angular, direction, number);
    }
    return sum;
}

static Motion no_motion(void)
{
    return (Motion){wide_zero3(), wide_zero3()};
}

static void aim_springs(const LaneGroup *t, const ArticulationJoint3 *joint, Motion motion)
{
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        wide_store(spring->error,
                   wide_add(speed_of(&spring->motion, motion), wide_load(spring->bias)));
    }
}

// Resistance of a spring to the motion of its joint [kg m^2].
PART Wide resistance_of_spring(const ArticulationSpring3 *spring)
{
    return wide_select(is_bound(spring), wide_zero(), wide_load(spring->grip));
}

// Sum of the resistances of springs along one direction.
PART Wide resistance_of_springs(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    Wide sum = resistance_of_spring(&springs_of(t, joint)[0]);
    for (int32_t k = 1; k < joint->spring_count; ++k) {
        sum = wide_add(sum, resistance_of_spring(&springs_of(t, joint)[k]));
    }
    return sum;
}

/// Motion along the direction of a spring that is known before the solve, where hard limits take
/// it, and the lanes in which all of it is.
typedef struct Known {
    Wide motion;
    WideMask all;
} Known;

// A hinge has one limit, in the direction of its springs.
// @param shift  motion that hard limits remove.
static Known known_of(const LaneGroup *t, const ArticulationJoint3 *joint,
                      const ArticulationSpring3 *spring, Motion shift)
{
    if (!joint->is_hinge || joint->slides) {
        return (Known){speed_of(&spring->motion, shift), no_lanes()};
    }
    if (joint->limit_count == 0) {
        return (Known){wide_zero(), no_lanes()};
    }
    const ArticulationLimit3 *end = limits_of(t, joint);
    return (Known){wide_where(acts(end), wide_load(end->error)), acts(end)};
}

// Right-hand side of a spring: the change of its impulse, where the motion beyond what is known
// stays.
static void ask_spring(ArticulationSpring3 *spring, Known known, Motion *back)
{
    const Wide error = wide_load(spring->error), grip = wide_load(spring->grip);
    const Wide most = wide_load(spring->most), least = wide_load(spring->least);
    const Wide free = wide_negate(wide_mul(grip, wide_sub(error, known.motion)));
    const Wide next = wide_select(is_bound(spring), bound_of(spring),
                                  wide_select(known.all, wide_clamp(free, least, most), free));
    const Wide change = wide_sub(next, wide_load(spring->impulse));
    wide_store(spring->change, change);
    *back = add_along(&spring->motion, *back, wide_load3(&spring->motion.direction),
                      wide_negate(change));
}

// The impulse of hard limits alone, of that of all that is held.
// @param motion  change of the child's motion relative to the parent's, beyond what is known.
static Motion less_springs(const LaneGroup *t, const ArticulationJoint3 *joint, Motion impulse,
                           Motion motion)
{
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        const ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        const Wide less = wide_mul(resistance_of_spring(spring), speed_of(&spring->motion, motion));
        impulse = add_along(&spring->motion, impulse, wide_load3(&spring->motion.direction), less);
    }
    return impulse;
}

// Computes the impulse after a solve. Where it exceeds a bound it is held there; where it is held,
// and less would do, it is free again.
// @param motion  as for exchange_limit.
// @return whether the joint has to be factored anew.
static bool exchange_spring(ArticulationSpring3 *spring, Known known, Motion motion,
                            WideMask wanted, bool may_release)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const Wide held = wide_load(spring->held), grip = wide_load(spring->grip);
    const Wide least = wide_load(spring->least), most = wide_load(spring->most);
    const Wide moved = speed_of(&spring->motion, motion);
    const WideMask bound = is_bound(spring);
    const Wide asked = wide_add(wide_load(spring->impulse), wide_load(spring->change));
    const Wide by_motion =
        wide_select(wide_or(bound, known.all), zero, wide_mul(grip, wide_add(moved, known.motion)));
    const Wide next = wide_sub(asked, by_motion);
    wide_store(spring->next, next);
    // The impulse that the row asks for at the velocity reached.
    const Wide wish = wide_negate(wide_mul(grip, wide_add(wide_load(spring->error), moved)));
    const WideMask high = wide_greater(next, most), low = wide_greater(least, next);
    const Wide now_held = wide_select(high, one, wide_select(low, wide_negate(one), zero));
    const WideMask releases = wide_greater(wide_mul(held, wide_sub(bound_of(spring), wish)),
                                           wide_mul(grip, wide_splat((float)RELEASE_SPEED)));
    const Wide still_held = may_release ? wide_select(releases, zero, held) : held;
    const Wide changed = wide_select(bound, still_held, now_held);
    const Wide now = wide_select(known.all, held, wide_select(wanted, changed, held));
    wide_store(spring->held, now);
    return wide_bits(wide_same(now, held)) != ALL_LANES;
}

static void apply_springs(const LaneGroup *t, const ArticulationJoint3 *joint, WideMask wanted)
{
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        wide_store(spring->impulse,
                   wide_select(wanted, wide_load(spring->next), wide_load(spring->impulse)));
    }
}

// The angle that was measured last: whole turns go on from there.
static void load_value(ArticulationMotion3 *motion, const Joint3 *joint, int lane)
{
    motion->value[lane] = (float)joint->angle[motion->axis];
    if (motion->counts) {
        motion->unknown |= (uint32_t)(~joint->known >> motion->axis & 1) << lane;
    }
}

// The own range of a part. A drive or a lock has that of all ranges of its angle, for the whole
// turns of the first measurement: joint_count3.c.
static void load_ranges(ArticulationMotion3 *motion, const JointSet3 *set, const Joint3 *joint,
                        const JointPart3 *part, int lane)
{
    double low = -(double)ENDLESS, high = (double)ENDLESS;
    for (int32_t k = 0; k < joint->part_count; ++k) {
        const JointPart3 *other = &set->parts.items[joint->part_first + k];
        const bool is_of_angle = other->kind == PART_RANGE &&
                                 other->is_angular == part->is_angular && other->axes == part->axes;
        if (part->kind == PART_RANGE ? other == part : is_of_angle) {
            low = maximum64(low, other->low);
            high = minimum64(high, other->high);
        }
    }
    motion->low[lane] = (float)low;
    motion->high[lane] = (float)high;
}

static void load_spring(ArticulationSpring3 *spring, const JointSet3 *set, const Joint3 *joint,
                        int lane)
{
    const JointPart3 *part = &set->parts.items[joint->part_first + spring->motion.part];
    const JointRow3 *row = &set->rows.items[part->row_first + spring->motion.row];
    const bool is_drive = part->kind == PART_DRIVE;
    load_ranges(&spring->motion, set, joint, part, lane);
    load_value(&spring->motion, joint, lane);
    spring->stiffness[lane] = !is_drive || part->has_target ? (float)part->stiffness : 0.0f;
    spring->damping[lane] = (float)part->damping;
    spring->target[lane] = is_drive ? (float)part->target : 0.0f;
    spring->speed[lane] = is_drive ? (float)part->speed : 0.0f;
    spring->max_force[lane] = is_drive ? minimum((float)part->max_force, ENDLESS) : ENDLESS;
    spring->accelerates[lane] = part->accelerates ? 1.0f : 0.0f;
    spring->needs_mass |= part->accelerates || spring->stiffness[lane] > 0.0f;
    spring->held[lane] = row->state == ROW_AT_HIGH ? 1.0f : row->state == ROW_AT_LOW ? -1.0f : 0.0f;
    spring->impulse[lane] = (float)row->impulse;
    // Until the substep begins:
    spring->grip[lane] = spring->bias[lane] = spring->least[lane] = spring->most[lane] = 0.0f;
}

static void clear_springs(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        spring->needs_mass = false;
        spring->motion.unknown = spring->motion.loose = 0;
    }
}

static RowMemory3 memory_of_spring(const ArticulationSpring3 *spring, int lane)
{
    return (RowMemory3){(double)spring->impulse[lane],
                        spring->held[lane] > 0.0f   ? ROW_AT_HIGH
                        : spring->held[lane] < 0.0f ? ROW_AT_LOW
                                                    : ROW_FREE,
                        SIDE_NONE};
}
