// SPDX-License-Identifier: MIT
// articulation_aim3.inl: velocity errors of an articulation's joints, at the current pose and at
// the predicted pose at the end of the substep; a solve removes these errors. A part of
// articulation_kernel3.c.

// Change of r by a rotation of 2 atan |t| about t.
static WideVec3 swept(WideVec3 t, Wide scale, WideVec3 r)
{
    const WideVec3 once = wide_cross3(t, r);
    return wide_scale3(wide_add3(once, wide_cross3(t, once)), scale);
}

typedef struct Turn {
    WideVec3 half;
    Wide scale, squared; // as in ArticulationBody3
} Turn;

static Turn load_turn(const ArticulationBody3 *body)
{
    return (Turn){wide_load3(&body->half_turn), wide_load(body->turn_scale),
                  wide_load(body->turn_squared)};
}

static WideMask does_tumble(const ArticulationBody3 *body)
{
    return wide_greater(wide_load(body->is_gyroscopic), wide_zero());
}

// A torque-free body in its principal axes; see gyroscope3.h. Only the change of the spin is
// computed, so rounding errors are relative to the change.
typedef struct Tumble {
    WideMat3 axes;
    WideVec3 inverse, spin, momentum;
} Tumble;

enum { TUMBLE_ROUNDS = 2 }; // iterations for the spin in the middle of a substep

static Tumble tumble_of(const ArticulationBody3 *body)
{
    const WideMat3 axes = wide_quat_axes(wide_quat_multiply(
        wide_load_quat(&body->rotation), wide_load_quat(&body->body_from_principal)));
    const WideVec3 spin = wide_mat3_transform(axes, wide_load3(&body->angular));
    return (Tumble){axes, wide_load3(&body->inverse_moments), spin,
                    wide_multiply3(spin, wide_load3(&body->moments))};
}

// Change of the spin in principal axes, caused by the rotation of the axes.
PART WideVec3 spin_gained(const Tumble *tumble, WideTurn turn)
{
    return wide_multiply3(tumble->inverse, wide_turn_back_change3(turn, tumble->momentum));
}

// The spin in principal axes in the middle of a substep.
PART WideVec3 middle_spin(const Tumble *tumble, Wide seconds)
{
    const Wide half = wide_mul(wide_splat(0.5f), seconds);
    WideVec3 middle = tumble->spin;
    for (int i = 0; i < TUMBLE_ROUNDS; ++i) {
        const WideTurn to_middle = wide_turn3(wide_scale3(middle, half));
        middle = wide_add3(tumble->spin, spin_gained(tumble, to_middle));
    }
    return middle;
}

// Predicts the rotation of a body in the substep, as the move pass makes it, up to high powers.
static void prefetch(const LaneGroup *t, ArticulationBody3 *body)
{
    const WideVec3 spin = wide_load3(&body->angular);
    WideVec3 turn = wide_scale3(spin, t->substep);
    const Wide one = wide_splat(1.0f), squared = wide_length_squared3(turn);
    const WideMask is_fast = wide_greater(squared, wide_splat(TUMBLE_LEAST * TUMBLE_LEAST));
    const WideMask is_near = wide_greater(wide_splat(WIDE_TURN_MOST * WIDE_TURN_MOST), squared);
    const WideMask is_gyroscopic = wide_and(wide_and(is_fast, is_near), does_tumble(body));
    if (body->is_movable && wide_bits(is_gyroscopic) != 0) {
        const Tumble tumble = tumble_of(body);
        const WideVec3 own = wide_scale3(middle_spin(&tumble, t->substep), t->substep);
        turn = wide_select3(is_gyroscopic, wide_mat3_transform_transposed(tumble.axes, own), turn);
    }
    const Wide quarter = wide_mul(wide_splat(0.25f), wide_length_squared3(turn));
    const Wide x2 = wide_minimum(quarter, one);
    Wide stretch = wide_add(wide_splat(2.0f / 15.0f), wide_mul(x2, wide_splat(17.0f / 315.0f)));
    stretch = wide_add(wide_splat(1.0f / 3.0f), wide_mul(x2, stretch));
    stretch = wide_mul(wide_splat(0.5f), wide_add(one, wide_mul(x2, stretch)));
    const WideVec3 half = wide_scale3(turn, stretch);
    const Wide below = wide_add(one, wide_length_squared3(half));
    wide_store3(&body->half_turn, half);
    wide_store(body->turn_scale, wide_div(wide_splat(2.0f), below));
    wide_store(body->turn_squared, squared);
}

static Wide share_of_correction(Wide turn_squared, double slow, double fast)
{
    const Wide one = wide_splat(1.0f);
    const WideMask turns = wide_greater(turn_squared, wide_splat((float)(slow * slow)));
    if (wide_bits(turns) == 0) {
        return one;
    }
    const Wide left = wide_sub(wide_splat((float)fast), wide_sqrt(turn_squared));
    const Wide share = wide_mul(left, wide_splat((float)(1.0 / (fast - slow))));
    return wide_select(turns, wide_clamp(share, wide_zero(), one), one);
}

static Wide largest3(WideVec3 v)
{
    return wide_maximum(wide_maximum(wide_absolute(v.x), wide_absolute(v.y)), wide_absolute(v.z));
}

static WideVec3 clamp3(WideVec3 v, Wide most)
{
    const Wide least = wide_negate(most);
    return (WideVec3){wide_clamp(v.x, least, most), wide_clamp(v.y, least, most),
                      wide_clamp(v.z, least, most)};
}

// Velocity of the child's point relative to the parent's.
static WideVec3 point_velocity(const ArticulationJoint3 *joint, const ArticulationBody3 *parent,
                               const ArticulationBody3 *child)
{
    const WideVec3 v = wide_sub3(wide_load3(&child->linear), wide_load3(&parent->linear));
    const WideVec3 by_child = wide_cross3(wide_load3(&child->angular), wide_load3(&joint->arm[1]));
    const WideVec3 by_parent =
        wide_cross3(wide_load3(&parent->angular), wide_load3(&joint->arm[0]));
    return wide_add3(v, wide_sub3(by_child, by_parent));
}

static WideVec3 spin_between(const ArticulationBody3 *parent, const ArticulationBody3 *child)
{
    return wide_sub3(wide_load3(&child->angular), wide_load3(&parent->angular));
}

// Lengths of a joint that does not slide have no motion.
static Motion motion_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    const ArticulationBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
    return (Motion){joint->slides ? point_velocity(joint, parent, child) : wide_zero3(),
                    spin_between(parent, child)};
}

static void begin_springs(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        if (joint->spring_count == 0) {
            continue;
        }
        const Motion motion = motion_of(t, joint);
        for (int32_t k = 0; k < joint->spring_count; ++k) {
            ArticulationSpring3 *spring = &springs_of(t, joint)[k];
            begin_spring(t, joint, spring, speed_of(&spring->motion, motion));
        }
    }
}

// In a substep only one end of a range is a constraint: the nearer one, unless the velocity leads
// from it beyond the other one. Violations are corrected with a limited velocity.
static void begin_limit(const LaneGroup *t, ArticulationJoint3 *joint, ArticulationLimit3 *limit,
                        Wide velocity, WideMask wanted)
{
    const bool is_lock = limit->is_lock;
    const double fastest = motion3_is_linear(&limit->motion) ? PULL_SPEED : TURN_SPEED;
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const Wide value = wide_load(limit->motion.value);
    const Wide above = wide_sub(value, wide_load(limit->motion.low));
    const Wide below = wide_sub(wide_load(limit->motion.high), value);
    const Wide way = wide_mul(velocity, t->substep);
    const WideMask is_high_nearer = wide_greater(above, below);
    const Wide passes =
        wide_select(is_high_nearer, wide_negate(wide_add(above, way)), wide_sub(way, below));
    // 1 low, -1 high, as the side; the other one where that is passed.
    const Wide nearer = wide_select(is_high_nearer, wide_negate(one), one);
    const Wide end = wide_select(wide_greater(passes, zero), wide_negate(nearer), nearer);
    const WideMask is_high = wide_greater(zero, end);
    const Wide last = wide_load(limit->side);
    const Wide side = is_lock ? zero : wide_select(wanted, end, last);
    const Wide error = wide_select(is_high, wide_negate(below), above);
    const Wide speed = wide_mul(error, t->inverse_substep);
    const Wide most = wide_splat((float)fastest);
    const Wide back = wide_clamp(speed, wide_negate(most), most);
    const WideMask is_inside = wide_greater(wide_mul(side, error), zero);
    const Wide active = wide_load(limit->active);
    const WideMask other = wide_greater(wide_absolute(wide_sub(side, last)), zero);
    const Wide now = is_lock ? one : wide_select(other, zero, active);
    wide_store(limit->bias, wide_select(is_inside, speed, back));
    wide_store(limit->side, side);
    wide_store(limit->active, now);
    if (wide_bits(wide_greater(wide_absolute(wide_sub(now, active)), zero)) != 0) {
        spoil(t, joint);
    }
}

static void begin_limits(const LaneGroup *t, WideMask wanted)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        if (joint->limit_count == 0) {
            continue;
        }
        const Motion motion = motion_of(t, joint);
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            ArticulationLimit3 *limit = &limits_of(t, joint)[k];
            begin_limit(t, joint, limit, speed_of(&limit->motion, motion), wanted);
        }
    }
}

// Computes the velocity errors of limits. @return the largest one of active ones.
static Wide aim_limits(const LaneGroup *t, const ArticulationJoint3 *joint, Motion motion)
{
    Wide most = wide_zero();
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        const Wide error = wide_add(speed_of(&limit->motion, motion), wide_load(limit->bias));
        wide_store(limit->error, error);
        most = wide_maximum(most, wide_mul(wide_absolute(error), wide_load(limit->active)));
    }
    return most;
}

// @param error, turn  [m/s], [rad/s] velocity errors of what is locked.
static void aim_joint(const LaneGroup *t, int32_t index, WideVec3 error, WideVec3 turn,
                      Motion motion)
{
    aim_springs(t, &t->joints[index], motion);
    wide_store3(&t->joints[index].error, error);
    wide_store3(&t->joints[index].error_turn, turn);
    ask(t, index);
}

// The part of a velocity along the rails of a joint that slides.
static WideVec3 along_rails(const ArticulationJoint3 *joint, WideVec3 velocity)
{
    WideVec3 sum = wide_zero3();
    for (int k = 0; k < joint->rails; ++k) {
        const WideVec3 rail = wide_load3(&joint->rail[k]);
        sum = wide_add_scaled3(sum, rail, wide_dot3(rail, velocity));
    }
    return sum;
}

// Errors of relative velocity alone; gaps are ignored.
static void aim_at_rest(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const ArticulationJoint3 *joint = &t->joints[i];
        const Motion motion = motion_of(t, joint);
        WideVec3 turn = wide_zero3();
        for (int k = 0; k < 2 && joint->is_hinge; ++k) {
            const WideVec3 axis = wide_load3(&joint->lock_axis[k]);
            turn = wide_add_scaled3(turn, axis, wide_dot3(axis, motion.angular));
        }
        if (joint->is_fixed) {
            turn = motion.angular;
        }
        const WideVec3 error = joint->slides ? along_rails(joint, motion.linear)
                                             : point_velocity(joint, &t->bodies[joint->parent],
                                                              &t->bodies[joint->child]);
        aim_limits(t, joint, motion);
        aim_joint(t, i, error, turn, motion);
    }
}

// Velocity at which the points part over the substep.
static WideVec3 parting_velocity(const LaneGroup *t, const ArticulationJoint3 *joint,
                                 const Turn *of_parent, const Turn *of_child)
{
    const ArticulationBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
    const WideVec3 gap = wide_load3(&joint->gap);
    const WideVec3 arm_parent = wide_load3(&joint->arm[0]), arm_child = wide_load3(&joint->arm[1]);
    const WideVec3 to_parent = joint->child_is_b ? wide_sub3(arm_parent, gap) : arm_parent;
    const WideVec3 to_child = joint->child_is_b ? arm_child : wide_add3(arm_child, gap);
    const WideVec3 swing = wide_sub3(swept(of_child->half, of_child->scale, to_child),
                                     swept(of_parent->half, of_parent->scale, to_parent));
    const WideVec3 v = wide_sub3(wide_load3(&child->linear), wide_load3(&parent->linear));
    return wide_add_scaled3(v, swing, t->inverse_substep);
}

// Gap of the points at the end of the substep beyond its goal, divided by the substep.
static WideVec3 aim_point(const LaneGroup *t, const ArticulationJoint3 *joint,
                          const Turn *of_parent, const Turn *of_child, Wide turn_squared)
{
    const WideVec3 gap = wide_load3(&joint->gap);
    const WideVec3 pulled =
        clamp3(wide_scale3(gap, t->inverse_substep), wide_splat((float)PULL_SPEED));
    const WideVec3 ahead = parting_velocity(t, joint, of_parent, of_child);
    const WideVec3 here =
        point_velocity(joint, &t->bodies[joint->parent], &t->bodies[joint->child]);
    const Wide share = share_of_correction(turn_squared, 2.0 * SLOW_SWEEP, 2.0 * FAST_SWEEP);
    return wide_add3(pulled, wide_add_scaled3(here, wide_sub3(ahead, here), share));
}

static WideVec3 turned_axis(const Turn *turn, WideVec3 axis)
{
    return wide_add3(axis, swept(turn->half, turn->scale, axis));
}

// As aim_point, of rails: the point's distances from them as they turn with A.
static WideVec3 aim_rails(const LaneGroup *t, const ArticulationJoint3 *joint,
                          const Turn *of_parent, const Turn *of_child, Wide turn_squared)
{
    const Turn *of_a = joint->child_is_b ? of_parent : of_child;
    const Wide rate = t->inverse_substep, fast = wide_splat((float)PULL_SPEED);
    const WideVec3 gap = wide_load3(&joint->gap);
    const WideVec3 then =
        wide_add_scaled3(parting_velocity(t, joint, of_parent, of_child), gap, rate);
    const WideVec3 v = point_velocity(joint, &t->bodies[joint->parent], &t->bodies[joint->child]);
    const Wide share = share_of_correction(turn_squared, 2.0 * SLOW_SWEEP, 2.0 * FAST_SWEEP);
    WideVec3 sum = wide_zero3();
    for (int k = 0; k < joint->rails; ++k) {
        const WideVec3 rail = wide_load3(&joint->rail[k]);
        const Wide value = wide_mul(wide_dot3(rail, gap), rate);
        const Wide pulled = wide_clamp(value, wide_negate(fast), fast);
        const Wide here = wide_add(wide_dot3(rail, v), pulled);
        const Wide ahead =
            wide_sub(wide_dot3(turned_axis(of_a, rail), then), wide_sub(value, pulled));
        sum = wide_add_scaled3(sum, rail, wide_add(here, wide_mul(share, wide_sub(ahead, here))));
    }
    return sum;
}

// Corrects the errors of lengths by what they will be at the end of the substep: a rope swings on
// its circle.
static void aim_lengths(const LaneGroup *t, const ArticulationJoint3 *joint, const Turn *of_parent,
                        const Turn *of_child, Wide turn_squared)
{
    const Turn *of_a = joint->child_is_b ? of_parent : of_child;
    const Motion motion = motion_of(t, joint);
    const WideVec3 gap = wide_load3(&joint->gap);
    const WideVec3 then =
        wide_add_scaled3(gap, parting_velocity(t, joint, of_parent, of_child), t->substep);
    const Wide all = share_of_correction(turn_squared, 2.0 * SLOW_SWEEP, 2.0 * FAST_SWEEP);
    const Wide little = wide_splat((float)TURNED_MUCH);
    const Wide scale = wide_splat((float)(1.0 / (TURNED_LITTLE - TURNED_MUCH)));
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        if (!motion3_is_linear(&limit->motion)) {
            continue;
        }
        const WideVec3 direction = wide_load3(&limit->motion.direction);
        Wide value, cosine;
        if (limit->motion.form == MOTION_DISTANCE) {
            value = length3(then);
            cosine = wide_div(wide_dot3(direction, then),
                              wide_maximum(value, wide_splat((float)SHORTEST)));
        } else {
            const WideVec3 turned = turned_axis(of_a, direction);
            value = wide_dot3(turned, then);
            cosine = wide_dot3(turned, direction);
        }
        const Wide here = speed_of(&limit->motion, motion);
        const Wide ahead =
            wide_mul(wide_sub(value, wide_load(limit->motion.value)), t->inverse_substep);
        const Wide share = wide_mul(all, wide_clamp(wide_mul(wide_sub(cosine, little), scale),
                                                    wide_zero(), wide_splat(1.0f)));
        wide_store(limit->error,
                   wide_add(wide_load(limit->error), wide_mul(share, wide_sub(ahead, here))));
    }
}

static WideVec3 aim_hinge(const LaneGroup *t, const ArticulationJoint3 *joint,
                          const Turn *of_parent, const Turn *of_child, Wide turn_squared,
                          Wide *most)
{
    const ArticulationBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
    const Turn *of_a = joint->child_is_b ? of_parent : of_child;
    const Turn *of_b = joint->child_is_b ? of_child : of_parent;
    const WideVec3 spin = spin_between(parent, child);
    const WideVec3 axis = wide_load3(&joint->hinge[0]), other = wide_load3(&joint->hinge[1]);
    const WideVec3 a = wide_add3(axis, swept(of_a->half, of_a->scale, axis));
    const WideVec3 b = wide_add3(other, swept(of_b->half, of_b->scale, other));
    const WideVec3 across = signed3(joint, wide_cross3(a, b));
    const Wide factor =
        wide_mul(angle_per_sine(wide_length_squared3(across), wide_dot3(a, b)), t->inverse_substep);
    const Wide share = share_of_correction(turn_squared, SLOW_SPIN, FAST_SPIN);
    const Wide fast = wide_splat((float)TURN_SPEED);
    WideVec3 turn = wide_zero3();
    for (int k = 0; k < 2; ++k) {
        const WideVec3 lock = wide_load3(&joint->lock_axis[k]);
        const WideVec3 turned = wide_add3(lock, swept(of_a->half, of_a->scale, lock));
        const Wide value = wide_mul(wide_load(joint->lock_value[k]), t->inverse_substep);
        const Wide pulled = wide_clamp(value, wide_negate(fast), fast);
        const Wide here = wide_add(wide_dot3(lock, spin), pulled);
        const Wide then = wide_mul(wide_dot3(turned, across), factor);
        const Wide ahead = wide_sub(then, wide_sub(value, pulled));
        const Wide error = wide_add(here, wide_mul(share, wide_sub(ahead, here)));
        *most = wide_maximum(*most, wide_absolute(error));
        turn = wide_add_scaled3(turn, lock, error);
    }
    return turn;
}

static WideQuat turned_by(const Turn *turn, WideQuat q)
{
    const WideVec3 half = turn->half;
    return wide_quat_multiply((WideQuat){half.x, half.y, half.z, wide_splat(1.0f)}, q);
}

// As aim_hinge, for all three angles: the rotation from A to B at the end of the substep.
static WideVec3 aim_fixed(const LaneGroup *t, const ArticulationJoint3 *joint,
                          const Turn *of_parent, const Turn *of_child, Wide turn_squared,
                          Wide *most)
{
    const Turn *of_a = joint->child_is_b ? of_parent : of_child;
    const Turn *of_b = joint->child_is_b ? of_child : of_parent;
    const WideQuat between = wide_load_quat(&joint->between);
    // B turns it from the left, A back from the right.
    const WideQuat of_both =
        wide_quat_conjugate(turned_by(of_a, wide_quat_conjugate(turned_by(of_b, between))));
    const Wide rate = t->inverse_substep, fast = wide_splat((float)TURN_SPEED);
    const WideVec3 value = wide_scale3(signed3(joint, turn_vector(between)), rate);
    const WideVec3 then = wide_scale3(signed3(joint, turn_vector(nearer_turn(of_both))), rate);
    const WideVec3 pulled = clamp3(value, fast);
    const WideVec3 here =
        wide_add3(spin_between(&t->bodies[joint->parent], &t->bodies[joint->child]), pulled);
    const WideVec3 ahead = wide_sub3(then, wide_sub3(value, pulled));
    const Wide share = share_of_correction(turn_squared, SLOW_SPIN, FAST_SPIN);
    const WideVec3 error = wide_add_scaled3(here, wide_sub3(ahead, here), share);
    *most = wide_maximum(*most, largest3(error));
    return error;
}

typedef struct Aim {
    Wide most; // [m/s], [rad/s] largest velocity error
    Wide turn; // [rad] largest rotation of a body
} Aim;

// Errors that must vanish for joints to be closed at the end of the substep.
static Aim aim_ahead(const LaneGroup *t)
{
    Aim aim = {wide_zero(), wide_zero()};
    for (int32_t i = 0; i < t->body_count; ++i) {
        prefetch(t, &t->bodies[i]);
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        const ArticulationBody3 *parent = &t->bodies[joint->parent],
                                *child = &t->bodies[joint->child];
        const Turn of_parent = load_turn(parent), of_child = load_turn(child);
        const Wide turn = wide_maximum(of_parent.squared, of_child.squared);
        const WideVec3 error = joint->slides ? aim_rails(t, joint, &of_parent, &of_child, turn)
                                             : aim_point(t, joint, &of_parent, &of_child, turn);
        const WideVec3 error_turn =
            joint->is_hinge   ? aim_hinge(t, joint, &of_parent, &of_child, turn, &aim.most)
            : joint->is_fixed ? aim_fixed(t, joint, &of_parent, &of_child, turn, &aim.most)
                              : wide_zero3();
        aim.most = wide_maximum(aim.most, largest3(error));
        const Motion motion = motion_of(t, joint);
        aim.most = wide_maximum(aim.most, aim_limits(t, joint, motion));
        if (joint->slides) {
            aim_lengths(t, joint, &of_parent, &of_child, turn);
        }
        aim.turn = wide_maximum(aim.turn, turn);
        aim_joint(t, i, error, error_turn, motion);
    }
    aim.turn = wide_sqrt(aim.turn);
    return aim;
}
