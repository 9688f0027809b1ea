// SPDX-License-Identifier: MIT
// articulation_measure3.inl: joint_measure3.c and joint_rows3.c for articulations: the state of
// joints, and the velocity errors of their limits in a substep. A part of articulation_kernel3.c.

// Angle divided by its sine, from the squared sine and the cosine: the series of the arcsine to
// s^4, or the arctangent where the sine is larger than a fifth.
static Wide angle_per_sine(Wide sine_squared, Wide cosine)
{
    const Wide s = sine_squared, zero = wide_zero();
    Wide sum = wide_splat(35.0f / 1152.0f);
    sum = wide_add(wide_mul(sum, s), wide_splat(5.0f / 112.0f));
    sum = wide_add(wide_mul(sum, s), wide_splat(3.0f / 40.0f));
    sum = wide_add(wide_mul(sum, s), wide_splat(1.0f / 6.0f));
    sum = wide_add(wide_mul(sum, s), wide_splat(1.0f));
    const WideMask small = wide_and(wide_greater(wide_splat((float)SMALL_SINE_SQUARED), s),
                                    wide_greater(cosine, zero));
    if (wide_bits(small) == ALL_LANES) {
        return sum;
    }
    const Wide sine = wide_sqrt(wide_maximum(s, wide_splat(1e-12f)));
    return wide_select(small, sum, wide_div(wide_atan2(sine, cosine), sine));
}

static WideVec3 axis_of(const WideMat3 *axes, int axis)
{
    return axis == 0 ? axes->x : axis == 1 ? axes->y : axes->z;
}

static Wide part_of(const WideQuat *q, int axis)
{
    return axis == 0 ? q->x : axis == 1 ? q->y : q->z;
}

// Rotation vector of a quaternion of any length.
static WideVec3 turn_vector(WideQuat q)
{
    const WideVec3 v = {q.x, q.y, q.z};
    const Wide squared = wide_length_squared3(v);
    const Wide length = wide_sqrt(wide_add(squared, wide_mul(q.w, q.w)));
    const Wide scale = wide_div(wide_splat(1.0f), length);
    const Wide sine_squared = wide_mul(squared, wide_mul(scale, scale));
    const Wide half = angle_per_sine(sine_squared, wide_mul(q.w, scale));
    return wide_scale3(v, wide_mul(scale, wide_add(half, half)));
}

// The same rotation by less than half a turn.
static WideQuat nearer_turn(WideQuat q)
{
    const WideMask is_far = wide_greater(wide_zero(), q.w);
    return (WideQuat){
        wide_select(is_far, wide_negate(q.x), q.x), wide_select(is_far, wide_negate(q.y), q.y),
        wide_select(is_far, wide_negate(q.z), q.z), wide_select(is_far, wide_negate(q.w), q.w)};
}

static WideVec3 signed3(const ArticulationJoint3 *joint, WideVec3 v)
{
    return joint->child_is_b ? v : wide_negate3(v);
}

static void measure_hinge(ArticulationJoint3 *joint, const WideMat3 *a, WideVec3 b)
{
    const int i = joint->axis, j = i == 0 ? 1 : 0, k = i == 2 ? 1 : 2;
    const WideVec3 axis = axis_of(a, i), across = wide_cross3(axis, b);
    const Wide factor = angle_per_sine(wide_length_squared3(across), wide_dot3(axis, b));
    wide_store3(&joint->hinge[0], axis);
    wide_store3(&joint->hinge[1], b);
    for (int row = 0; row < 2; ++row) {
        const WideVec3 along = axis_of(a, row == 0 ? j : k);
        wide_store3(&joint->lock_axis[row], signed3(joint, along));
        wide_store(joint->lock_value[row], wide_mul(wide_dot3(along, across), factor));
    }
}

// Adds whole turns where the angle has jumped.
static void count_turns(ArticulationMotion3 *motion, Wide before, Wide angle, Wide stretch)
{
    wide_store(motion->value, angle);
    const Wide jump = wide_absolute(wide_sub(angle, before));
    const uint32_t undefined = wide_bits(wide_greater(wide_splat(1e-6f), stretch));
    const uint32_t jumps =
        wide_bits(wide_greater(jump, wide_splat(3.0f))) | undefined | motion->unknown;
    _Alignas(64) WideLanes last;
    wide_store(last, before);
    for (int lane = 0; lane < WIDE_LANES && jumps != 0; ++lane) {
        const double now = (double)motion->value[lane];
        if ((motion->unknown >> lane & 1) != 0) {
            motion->value[lane] = (float)tum_limit3_unwrap_into(now, (double)motion->low[lane],
                                                                (double)motion->high[lane]);
        } else if ((undefined >> lane & 1) != 0) {
            motion->value[lane] = last[lane];
        } else if ((jumps >> lane & 1) != 0) {
            motion->value[lane] = (float)tum_limit3_unwrap_after(now, (double)last[lane]);
        }
    }
    motion->unknown = 0;
}

// As LOOSE_STRETCH, with room for a substep of fast motion.
static const float NEARLY_LOOSE = 0.25f;

// @param along, real  parts of the rotation from A to B along the axis, and its real part.
static void measure_angle(ArticulationMotion3 *motion, bool counts, Wide cosine, Wide along,
                          Wide real)
{
    const WideMask other = wide_greater(wide_zero(), real);
    const Wide half =
        wide_atan2(wide_select(other, wide_negate(along), along), wide_absolute(real));
    const Wide angle = wide_add(half, half), before = wide_load(motion->value);
    if (counts) {
        count_turns(motion, before, angle, wide_add(wide_splat(1.0f), cosine));
    } else {
        wide_store(motion->value, angle);
    }
}

// tum_limit3_twist_direction. @param a, b  the axis in A and in B.
static WideVec3 twist_direction(ArticulationMotion3 *motion, WideVec3 a, WideVec3 b, Wide cosine)
{
    const Wide stretch = wide_add(wide_splat(1.0f), cosine);
    motion->loose = wide_bits(wide_greater(wide_splat(NEARLY_LOOSE), stretch));
    const WideVec3 across = wide_sub_scaled3(b, a, cosine);
    const Wide divisor = wide_maximum(stretch, wide_splat((float)LOOSE_STRETCH));
    return wide_add_scaled3(a, across, wide_div(wide_splat(1.0f), divisor));
}

// @return the direction of a cone's angle.
static WideVec3 measure_opening(ArticulationMotion3 *motion, const WideMat3 *axes, int i,
                                WideVec3 b, const WideQuat *b_in_a)
{
    const Wide j = part_of(b_in_a, (i + 1) % 3), k = part_of(b_in_a, (i + 2) % 3);
    const Wide along = part_of(b_in_a, i), w = b_in_a->w;
    const Wide half = wide_atan2(wide_sqrt(wide_add(wide_mul(j, j), wide_mul(k, k))),
                                 wide_sqrt(wide_add(wide_mul(along, along), wide_mul(w, w))));
    wide_store(motion->value, wide_add(half, half));
    const WideVec3 across = wide_cross3(axis_of(axes, i), b);
    const Wide sine = length3(across);
    const WideMask open = wide_greater(sine, wide_splat(1e-6f));
    const Wide factor = wide_div(wide_splat(1.0f), wide_select(open, sine, wide_splat(1.0f)));
    return wide_select3(open, wide_scale3(across, factor), axis_of(axes, (i + 1) % 3));
}

// @return the direction from A's point to B's.
static WideVec3 measure_distance(ArticulationMotion3 *motion, WideVec3 gap, WideVec3 otherwise)
{
    const Wide length = length3(gap);
    const WideMask is_some = wide_greater(length, wide_splat((float)SHORTEST));
    const Wide scale = wide_div(wide_splat(1.0f), wide_select(is_some, length, wide_splat(1.0f)));
    wide_store(motion->value, length);
    return wide_select3(is_some, wide_scale3(gap, scale), otherwise);
}

/// Where the frames of a joint are.
typedef struct Frames {
    WideMat3 a, b; // axes
    WideQuat b_in_a;
    WideVec3 gap; // [m] from A's point to B's
} Frames;

// @return the squared length of the direction.
static Wide measure_motion(const ArticulationJoint3 *joint, ArticulationMotion3 *motion,
                           const Frames *frames)
{
    const int axis = motion->axis;
    const WideVec3 a = axis_of(&frames->a, axis), b = axis_of(&frames->b, axis);
    WideVec3 direction = a;
    Wide squared = wide_splat(1.0f);
    switch (motion->form) {
    case MOTION_CONE:
        direction = measure_opening(motion, &frames->a, axis, b, &frames->b_in_a);
        break;
    case MOTION_ALONG: wide_store(motion->value, wide_dot3(a, frames->gap)); break;
    case MOTION_DISTANCE: direction = measure_distance(motion, frames->gap, a); break;
    default: {
        const Wide cosine = wide_dot3(a, b);
        measure_angle(motion, motion->counts, cosine, part_of(&frames->b_in_a, axis),
                      frames->b_in_a.w);
        // The angle of a hinge is about the axis of A: the other two angles are locked.
        if (motion->form == MOTION_TWIST && !joint->is_hinge) {
            direction = twist_direction(motion, a, b, cosine);
            squared = wide_length_squared3(direction);
        }
    }
    }
    wide_store3(&motion->direction, signed3(joint, direction));
    return squared;
}

// Volume that directions of unit length span below which single precision does not tell them.
static const float NEARLY_FLAT = 0.3f;

// Directions of two or three twists that are nearly in a line or in a plane are loose.
static void compare_twists(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    WideVec3 unit[3];
    int count = 0;
    ArticulationLimit3 *first = NULL;
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        if (motion3_is_linear(&limit->motion)) {
            continue;
        }
        first = first == NULL ? limit : first;
        const WideVec3 direction = wide_load3(&limit->motion.direction);
        unit[count++] = wide_scale3(direction, wide_div(wide_splat(1.0f), length3(direction)));
    }
    const WideVec3 across = wide_cross3(unit[0], unit[1]);
    const Wide volume = count == 3 ? wide_absolute(wide_dot3(across, unit[2])) : length3(across);
    first->motion.loose |= wide_bits(wide_greater(wide_splat(NEARLY_FLAT), volume));
}

static void measure_motions(const LaneGroup *t, const ArticulationJoint3 *joint,
                            const Frames *frames)
{
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        const Wide squared = measure_motion(joint, &limit->motion, frames);
        const WideVec3 along = wide_load3(&limit->motion.direction);
        wide_store3(&limit->undo, wide_scale3(along, wide_div(wide_splat(1.0f), squared)));
    }
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        measure_motion(joint, &springs_of(t, joint)[k].motion, frames);
    }
    if (joint->has_twists) {
        compare_twists(t, joint);
    }
}

static void measure_joint(const LaneGroup *t, ArticulationJoint3 *joint)
{
    const bool b_is_child = joint->child_is_b;
    const ArticulationBody3 *a = &t->bodies[b_is_child ? joint->parent : joint->child];
    const ArticulationBody3 *b = &t->bodies[b_is_child ? joint->child : joint->parent];
    const WideQuat rotation_a = wide_load_quat(&a->rotation);
    const WideQuat rotation_b = wide_load_quat(&b->rotation);
    const WideVec3 to_a = wide_quat_rotate(rotation_a, wide_load3(&joint->local[0]));
    const WideVec3 to_b = wide_quat_rotate(rotation_b, wide_load3(&joint->local[1]));
    const WideVec3 apart = wide_add3(wide_sub3(wide_load3(&b->center), wide_load3(&a->center)),
                                     wide_sub3(wide_load3(&b->moved), wide_load3(&a->moved)));
    const WideVec3 arm_a = wide_add3(apart, to_b);
    wide_store3(&joint->arm[0], b_is_child ? arm_a : to_b);
    wide_store3(&joint->arm[1], b_is_child ? to_b : arm_a);
    wide_store3(&joint->gap, signed3(joint, wide_sub3(arm_a, to_a)));
    const bool has_motions = joint->limit_count + joint->spring_count > 0;
    if (!joint->is_fixed && !joint->is_hinge && !joint->slides && !has_motions) {
        return;
    }
    const WideQuat frame_a = wide_quat_multiply(rotation_a, wide_load_quat(&joint->frame[0]));
    const WideQuat frame_b = wide_quat_multiply(rotation_b, wide_load_quat(&joint->frame[1]));
    if (joint->is_fixed) {
        wide_store_quat(&joint->between,
                        nearer_turn(wide_quat_multiply(frame_b, wide_quat_conjugate(frame_a))));
        if (!joint->slides) {
            return;
        }
    }
    const Frames frames = {.a = wide_quat_axes(frame_a),
                           .b = wide_quat_axes(frame_b),
                           .b_in_a = wide_quat_multiply(wide_quat_conjugate(frame_a), frame_b),
                           .gap = wide_sub3(arm_a, to_a)};
    if (joint->is_hinge) {
        measure_hinge(joint, &frames.a, axis_of(&frames.b, joint->axis));
    }
    for (int k = 0; k < 3 && joint->slides; ++k) {
        wide_store3(&joint->rail[k], signed3(joint, axis_of(&frames.a, joint->rail_axis[k])));
    }
    measure_motions(t, joint, &frames);
}

static void measure(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        measure_joint(t, &t->joints[i]);
    }
    spoil_all(t);
}

static void add_impulse(ArticulationBody3 *body, const WideLanes3 *arm, WideVec3 pull,
                        WideVec3 torque)
{
    const WideVec3 twist = wide_add3(wide_cross3(wide_load3(arm), pull), torque);
    wide_store3(&body->push, wide_add3(wide_load3(&body->push), pull));
    wide_store3(&body->twist, wide_add3(wide_load3(&body->twist), twist));
}

// The impulse of a joint on its child, linear and angular.
static Motion impulse_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    Motion sum = {wide_load3(&joint->pull), wide_zero3()};
    if (joint->slides) {
        sum.linear = wide_zero3();
        for (int k = 0; k < joint->rails; ++k) {
            const Wide pull = wide_load(k == 0   ? joint->pull.x
                                        : k == 1 ? joint->pull.y
                                                 : joint->pull.z);
            sum.linear = wide_add_scaled3(sum.linear, wide_load3(&joint->rail[k]), pull);
        }
    }
    for (int k = 0; k < 2 && joint->is_hinge; ++k) {
        sum.angular = wide_add_scaled3(sum.angular, wide_load3(&joint->lock_axis[k]),
                                       wide_load(joint->lock_impulse[k]));
    }
    if (joint->is_fixed) {
        sum.angular = wide_load3(&joint->lock_turn);
    }
    return give_along(t, joint, sum);
}

static void forget(float *impulse, WideMask lanes)
{
    wide_store(impulse, wide_select(lanes, wide_zero(), wide_load(impulse)));
}

static void forget_impulses(const LaneGroup *t, WideMask lanes)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        wide_store3(&joint->pull, wide_select3(lanes, wide_zero3(), wide_load3(&joint->pull)));
        for (int k = 0; k < 2 && joint->is_hinge; ++k) {
            forget(joint->lock_impulse[k], lanes);
        }
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            forget(limits_of(t, joint)[k].impulse, lanes);
        }
        if (joint->is_fixed) {
            const WideVec3 turn = wide_load3(&joint->lock_turn);
            wide_store3(&joint->lock_turn, wide_select3(lanes, wide_zero3(), turn));
        }
    }
}

// Warm start: joints apply the impulses of the last substep, then the solve corrects them.
static void give_again(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        wide_store3(&t->bodies[i].push, wide_zero3());
        wide_store3(&t->bodies[i].twist, wide_zero3());
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        const Motion given = impulse_of(t, joint);
        add_impulse(&t->bodies[joint->child], &joint->arm[1], given.linear, given.angular);
        add_impulse(&t->bodies[joint->parent], &joint->arm[0], wide_negate3(given.linear),
                    wide_negate3(given.angular));
    }
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const Wide give = wide_div(wide_splat(1.0f), wide_load(body->mass));
            const WideSym3 yield = wide_sym3_inverse(wide_load_sym3(&body->inertia));
            const WideVec3 v = wide_load3(&body->linear), w = wide_load3(&body->angular);
            const WideVec3 turn = wide_sym3_transform(yield, wide_load3(&body->twist));
            wide_store3(&body->linear, wide_add_scaled3(v, wide_load3(&body->push), give));
            wide_store3(&body->angular, wide_add3(w, turn));
        }
    }
}

// Relaxation limits velocities to those that reach the end of the range in a substep.
static void relax_limit(const LaneGroup *t, ArticulationLimit3 *limit)
{
    const Wide value = wide_load(limit->motion.value), side = wide_load(limit->side),
               zero = wide_zero();
    const Wide low = wide_maximum(wide_sub(value, wide_load(limit->motion.low)), zero);
    const Wide high = wide_minimum(wide_sub(value, wide_load(limit->motion.high)), zero);
    const Wide violation =
        wide_select(wide_greater(side, zero), low, wide_where(wide_greater(zero, side), high));
    wide_store(limit->bias, limit->is_lock ? zero : wide_mul(violation, t->inverse_substep));
}

static void begin_relaxing(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            relax_limit(t, &limits_of(t, joint)[k]);
        }
    }
}
