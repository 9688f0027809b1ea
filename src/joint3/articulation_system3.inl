// SPDX-License-Identifier: MIT
// articulation_system3.inl: the equations of a tree. A part of articulation_kernel3.c.
//
// A solve computes the changes of velocity x = (dv, dw) of all bodies that minimize sum x M x / 2
// and remove the velocity errors of each joint, of a child relative to its parent,
//
//     change of the point's velocity = -error,  J (change of the rotation) = -J error_turn
//
// with J the rows of locked angles and active limits. The subtree at a joint enters through its
// articulated inertia [A B; B' C], by motion of the point and by rotation, and its right-hand side
// (f, g). Free rotation of the child is eliminated by N, the inverse of C in the free directions,
// with N C + Z = 1 and J Z = J. Z is the rotation along with the parent. The parent's motion
// (point, rotation) then meets the inertia
//
//     [A - B N B'   B Z]      and the right-hand side   f - B N g,  Z' g
//     [  Z' B'    Z' C Z]
//
// A joint that slides has free directions s of both kinds, and N is the inverse of the whole
// inertia M in these: of one after the other, N grows by s s' / (s M s), s less N M s. The parent
// then meets M - M N M. Springs stiffen what is free: N less N d d' N / (1 / grip + d N d).
//
// Errors enter by a shift of the child's motion: (f, g) less [A B; B' C] times the errors.

typedef struct Inertia {
    WideSym3 linear;
    WideMat3 mixed;
    WideSym3 angular;
} Inertia;

PART WideMat3 rows_of(WideSym3 m)
{
    return (WideMat3){{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
}

// The matrix of v -> v x r, times m.
PART WideMat3 cross_rows(WideMat3 m, WideVec3 r)
{
    return (WideMat3){wide_sub3(wide_scale3(m.y, r.z), wide_scale3(m.z, r.y)),
                      wide_sub3(wide_scale3(m.z, r.x), wide_scale3(m.x, r.z)),
                      wide_sub3(wide_scale3(m.x, r.y), wide_scale3(m.y, r.x))};
}

// The inertia at a point, from that at another; r leads from that other point to it.
PART Inertia shift(Inertia m, WideVec3 r)
{
    const WideMat3 linear = rows_of(m.linear), before = cross_rows(m.mixed, r);
    Inertia at;
    at.linear = m.linear;
    at.mixed = (WideMat3){wide_add3(m.mixed.x, wide_cross3(linear.x, r)),
                          wide_add3(m.mixed.y, wide_cross3(linear.y, r)),
                          wide_add3(m.mixed.z, wide_cross3(linear.z, r))};
    const WideMat3 now = cross_rows(at.mixed, r);
    at.angular = wide_sym3_add(
        m.angular, (WideSym3){wide_add(now.x.x, before.x.x), wide_add(now.y.y, before.y.y),
                              wide_add(now.z.z, before.z.z), wide_add(now.x.y, before.y.x),
                              wide_add(now.x.z, before.z.x), wide_add(now.y.z, before.z.y)});
    return at;
}

PART Inertia load_inertia(const ArticulationInertia3 *m)
{
    return (Inertia){wide_load_sym3(&m->linear), wide_load_mat3(&m->mixed),
                     wide_load_sym3(&m->angular)};
}

PART void store_inertia(ArticulationInertia3 *to, Inertia m)
{
    wide_store_sym3(&to->linear, m.linear);
    wide_store_mat3(&to->mixed, m.mixed);
    wide_store_sym3(&to->angular, m.angular);
}

static WideSym3 zero_sym3(void)
{
    return (WideSym3){wide_zero(), wide_zero(), wide_zero(), wide_zero(), wide_zero(), wide_zero()};
}

static WideMat3 zero_mat3(void)
{
    return (WideMat3){wide_zero3(), wide_zero3(), wide_zero3()};
}

PART Inertia add_inertia(Inertia a, Inertia b)
{
    return (Inertia){wide_sym3_add(a.linear, b.linear),
                     {wide_add3(a.mixed.x, b.mixed.x), wide_add3(a.mixed.y, b.mixed.y),
                      wide_add3(a.mixed.z, b.mixed.z)},
                     wide_sym3_add(a.angular, b.angular)};
}

// The inertia of a body and of the first `joint_count` joints' subtrees at it, at its centre.
PART Inertia resistance(const LaneGroup *t, int32_t body, int32_t joint_count)
{
    const Wide mass = wide_load(t->bodies[body].mass);
    Inertia sum = {zero_sym3(), zero_mat3(), wide_load_sym3(&t->bodies[body].inertia)};
    sum.linear.xx = sum.linear.yy = sum.linear.zz = mass;
    for (int32_t i = 0; i < joint_count; ++i) {
        if (t->joints[i].parent == body) {
            sum = add_inertia(sum, load_inertia(&t->joints[i].left));
        }
    }
    return sum;
}

// The inertia of a body alone, at a point; r leads from the centre to the point.
PART Inertia shift_body(const ArticulationBody3 *body, WideVec3 r)
{
    const Wide mass = wide_load(body->mass), zero = wide_zero();
    const WideVec3 mr = wide_scale3(r, mass);
    Inertia at;
    at.linear = (WideSym3){mass, mass, mass, zero, zero, zero};
    at.mixed = (WideMat3){{zero, wide_negate(mr.z), mr.y},
                          {mr.z, zero, wide_negate(mr.x)},
                          {wide_negate(mr.y), mr.x, zero}};
    const Wide xx = wide_mul(mr.x, r.x), yy = wide_mul(mr.y, r.y), zz = wide_mul(mr.z, r.z);
    const WideSym3 own = wide_load_sym3(&body->inertia);
    at.angular =
        (WideSym3){wide_add(own.xx, wide_add(yy, zz)),    wide_add(own.yy, wide_add(xx, zz)),
                   wide_add(own.zz, wide_add(xx, yy)),    wide_sub(own.xy, wide_mul(mr.x, r.y)),
                   wide_sub(own.xz, wide_mul(mr.x, r.z)), wide_sub(own.yz, wide_mul(mr.y, r.z))};
    return at;
}

static bool is_held(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    bool some = joint->is_fixed || joint->is_hinge;
    for (int32_t k = 0; k < joint->limit_count && !some; ++k) {
        some = wide_bits(acts(&limits_of(t, joint)[k])) != 0;
    }
    for (int32_t k = 0; k < joint->spring_count && !some; ++k) {
        const Wide grip = resistance_of_spring(&springs_of(t, joint)[k]);
        some = wide_bits(wide_greater(grip, wide_zero())) != 0;
    }
    return some;
}

// Stores the inertia that the parent bears, at the parent's centre.
PART void leave(const LaneGroup *t, ArticulationJoint3 *joint, Inertia left)
{
    if (t->bodies[joint->parent].is_movable) {
        store_inertia(&joint->left, shift(left, wide_negate3(wide_load3(&joint->arm[0]))));
    }
}

static WideMat3 unit_mat3(void)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    return (WideMat3){{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
}

// Parent and child are one body.
PART void resist_fixed(const LaneGroup *t, ArticulationJoint3 *joint, Inertia m)
{
    wide_store_sym3(&joint->free, zero_sym3());
    wide_store_mat3(&joint->held, unit_mat3());
    leave(t, joint, m);
}

// The impulse of a motion, or the motion of an impulse.
PART Motion answer_to(const Inertia *m, Motion s)
{
    return (Motion){wide_add3(wide_sym3_transform(m->linear, s.linear),
                              wide_mat3_transform(m->mixed, s.angular)),
                    wide_add3(wide_mat3_transform_transposed(m->mixed, s.linear),
                              wide_sym3_transform(m->angular, s.angular))};
}

static Wide dot_of(Motion a, Motion b)
{
    return wide_add(wide_dot3(a.linear, b.linear), wide_dot3(a.angular, b.angular));
}

static Motion motion_sub(Motion a, Motion b)
{
    return (Motion){wide_sub3(a.linear, b.linear), wide_sub3(a.angular, b.angular)};
}

// Adds scale s s'.
PART Inertia add_square(Inertia m, Motion s, Wide scale)
{
    const WideVec3 linear = wide_scale3(s.linear, scale);
    return (Inertia){wide_sym3_add_square(m.linear, s.linear, scale),
                     wide_mat3_add_product(m.mixed, linear, s.angular),
                     wide_sym3_add_square(m.angular, s.angular, scale)};
}

/// N, and what the parent meets, M - M N M.
typedef struct Yield {
    Inertia give, left;
} Yield;

// Adds scale s s' to N.
PART Yield yield_along(const Inertia *m, Yield yield, Motion s, Wide scale)
{
    return (Yield){add_square(yield.give, s, scale),
                   add_square(yield.left, answer_to(m, s), wide_negate(scale))};
}

// Frees a direction.
PART Yield free_direction(const Inertia *m, Yield yield, Motion s)
{
    const Motion own = motion_sub(s, answer_to(&yield.give, answer_to(m, s)));
    const Wide resists = dot_of(own, answer_to(m, own));
    return yield_along(m, yield, own, wide_div(wide_splat(1.0f), resists));
}

// A length or an angle, as a motion.
PART Motion motion_along(const ArticulationMotion3 *of)
{
    return add_along(of, no_motion(), wide_load3(&of->direction), wide_splat(1.0f));
}

// A - B N B'.
PART WideSym3 linear_left(const Inertia *m, WideSym3 free)
{
    const WideMat3 b = m->mixed, given = wide_mat3_multiply_sym3(b, free);
    const WideSym3 a = m->linear;
    return (WideSym3){
        wide_sub(a.xx, wide_dot3(given.x, b.x)), wide_sub(a.yy, wide_dot3(given.y, b.y)),
        wide_sub(a.zz, wide_dot3(given.z, b.z)), wide_sub(a.xy, wide_dot3(given.x, b.y)),
        wide_sub(a.xz, wide_dot3(given.x, b.z)), wide_sub(a.yz, wide_dot3(given.y, b.z))};
}

// a x + b y + c z.
PART WideVec3 combined(Wide a, Wide b, Wide c, const WideMat3 *rows)
{
    return wide_add_scaled3(wide_add_scaled3(wide_scale3(rows->x, a), rows->y, b), rows->z, c);
}

// Frees all directions: N is the inverse of M, and nothing is left.
static Yield free_wholly(const Inertia *m)
{
    const WideSym3 c = wide_sym3_inverse(m->angular);
    const WideSym3 s = wide_sym3_inverse(linear_left(m, c));
    const WideMat3 bc = wide_mat3_multiply_sym3(m->mixed, c);
    const WideMat3 sbc = {combined(s.xx, s.xy, s.xz, &bc), combined(s.xy, s.yy, s.yz, &bc),
                          combined(s.xz, s.yz, s.zz, &bc)};
    const WideVec3 x = combined(bc.x.x, bc.y.x, bc.z.x, &sbc),
                   y = combined(bc.x.y, bc.y.y, bc.z.y, &sbc),
                   z = combined(bc.x.z, bc.y.z, bc.z.z, &sbc);
    return (Yield){{.linear = s,
                    .mixed = {wide_negate3(sbc.x), wide_negate3(sbc.y), wide_negate3(sbc.z)},
                    .angular = wide_sym3_add(c, (WideSym3){x.x, y.y, z.z, x.y, x.z, y.z})},
                   {zero_sym3(), zero_mat3(), zero_sym3()}};
}

// Frees the directions that locks leave: a turn about an axis of A or all of them, and lengths
// along axes of A that are no rails.
static Yield free_all(const ArticulationJoint3 *joint, const Inertia *m)
{
    if (joint->rails == 0 && !joint->is_hinge && !joint->is_fixed) {
        return free_wholly(m);
    }
    Yield yield = {{zero_sym3(), zero_mat3(), zero_sym3()}, *m};
    if (joint->is_hinge) {
        yield = free_direction(m, yield, (Motion){wide_zero3(), wide_load3(&joint->hinge[0])});
    }
    for (int k = 0; k < 3 && !joint->is_hinge && !joint->is_fixed; ++k) {
        yield = free_direction(m, yield, (Motion){wide_zero3(), wide_load3(&joint->rail[k])});
    }
    for (int k = joint->rails; k < 3; ++k) {
        yield = free_direction(m, yield, (Motion){wide_load3(&joint->rail[k]), wide_zero3()});
    }
    return yield;
}

// The vector in the span of directions of active limits whose product with one of them is 1, and
// with the other one or two 0.
static WideVec3 undo_among(WideVec3 own, const WideVec3 others[2], const WideMask act[2])
{
    const Wide one = wide_splat(1.0f), least = wide_splat(1e-4f); // never reached: NEARLY_FLAT
    WideVec3 undo = wide_scale3(own, wide_div(one, wide_length_squared3(own)));
    for (int k = 0; k < 2; ++k) {
        const WideVec3 other = others[k];
        const Wide share = wide_div(wide_dot3(own, other), wide_length_squared3(other));
        const WideVec3 rest = wide_sub_scaled3(own, other, share);
        const Wide squared = wide_maximum(wide_length_squared3(rest), least);
        undo = wide_select3(act[k], wide_scale3(rest, wide_div(one, squared)), undo);
    }
    const WideVec3 across = wide_cross3(others[0], others[1]);
    const Wide volume = wide_dot3(own, across);
    const WideMask spans = wide_greater(wide_absolute(volume), least);
    const Wide scale = wide_div(one, wide_select(spans, volume, one));
    return wide_select3(wide_and(wide_and(act[0], act[1]), spans), wide_scale3(across, scale),
                        undo);
}

// Several twists are about directions that are not orthogonal. One that is missing never acts.
static void undo_twists(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    ArticulationLimit3 *limits[3] = {NULL, NULL, NULL};
    WideVec3 direction[3];
    WideMask act[3];
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        limits[limit->motion.axis] =
            motion3_is_linear(&limit->motion) ? limits[limit->motion.axis] : limit;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const ArticulationLimit3 *limit = limits[axis];
        const Wide one = wide_splat(1.0f);
        direction[axis] =
            limit != NULL ? wide_load3(&limit->motion.direction) : (WideVec3){one, one, one};
        act[axis] = limit != NULL ? acts(limit) : no_lanes();
    }
    for (int i = 0; i < 3; ++i) {
        if (limits[i] != NULL) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const WideVec3 others[2] = {direction[j], direction[k]};
            const WideMask others_act[2] = {act[j], act[k]};
            wide_store3(&limits[i]->undo, undo_among(direction[i], others, others_act));
        }
    }
}

// Share of N d d' N that an active limit along d takes from N. @param work  d N d.
PART Wide weight_of_limit(const ArticulationLimit3 *limit, Wide work)
{
    const Wide one = wide_splat(1.0f);
    const WideMask gives = wide_and(acts(limit), wide_greater(work, wide_zero()));
    return wide_where(gives, wide_div(one, wide_select(gives, work, one)));
}

// The same of a spring.
PART Wide weight_of_spring(const ArticulationSpring3 *spring, Wide work)
{
    const Wide grip = resistance_of_spring(spring), room = wide_maximum(work, wide_zero());
    return wide_div(grip, wide_add(wide_splat(1.0f), wide_mul(grip, room)));
}

// As resist_fixed, but the point moves, and angles that are not locked do.
APART void resist_sliding(const LaneGroup *t, ArticulationJoint3 *joint, Inertia m)
{
    if (joint->has_twists) {
        undo_twists(t, joint);
    }
    Yield yield = free_all(joint, &m);
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        const ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        if (wide_bits(acts(limit)) == 0) {
            continue;
        }
        const Motion along = motion_along(&limit->motion), answer = answer_to(&yield.give, along);
        const Wide work = dot_of(along, answer);
        yield = yield_along(&m, yield, answer, wide_negate(weight_of_limit(limit, work)));
    }
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        const ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        const Motion along = motion_along(&spring->motion), answer = answer_to(&yield.give, along);
        const Wide work = dot_of(along, answer);
        yield = yield_along(&m, yield, answer, wide_negate(weight_of_spring(spring, work)));
    }
    store_inertia(&joint->give, yield.give);
    leave(t, joint, yield.left);
}

// A hinge rotates about one axis, or about none where its limit is active.
PART void resist_hinge(const LaneGroup *t, ArticulationJoint3 *joint, Inertia m)
{
    const WideVec3 axis = wide_load3(&joint->hinge[0]);
    const WideVec3 turned = wide_sym3_transform(m.angular, axis);
    const WideVec3 pushed = wide_mat3_transform(m.mixed, axis);
    Wide moment = wide_dot3(axis, turned);
    if (joint->spring_count > 0) {
        moment = wide_add(moment, resistance_of_springs(t, joint));
    }
    Wide give = wide_div(wide_splat(1.0f), moment);
    if (joint->limit_count > 0) {
        give = wide_select(acts(limits_of(t, joint)), wide_zero(), give);
    }
    const Wide take = wide_negate(give);
    const WideVec3 axis_take = wide_scale3(axis, take), pushed_take = wide_scale3(pushed, take);
    wide_store_sym3(&joint->free, wide_sym3_add_square(zero_sym3(), axis, give));
    wide_store_mat3(&joint->held, wide_mat3_add_product(unit_mat3(), axis_take, turned));
    leave(t, joint,
          (Inertia){wide_sym3_add_square(m.linear, pushed, take),
                    wide_mat3_add_product(m.mixed, pushed_take, turned),
                    wide_sym3_add_square(m.angular, turned, take)});
}

// Matrices of a ball joint after its active limits: N, Z and Z' C Z = C - C N C.
typedef struct Hold {
    WideSym3 free;
    WideMat3 held;
    WideSym3 angular;
} Hold;

// Removes the direction of an active limit from the free directions.
PART Hold hold_limit(const ArticulationLimit3 *limit, WideSym3 inertia, Hold hold)
{
    if (wide_bits(acts(limit)) == 0) {
        return hold;
    }
    const WideVec3 direction = wide_load3(&limit->motion.direction);
    const WideVec3 answer = wide_sym3_transform(hold.free, direction);
    const WideVec3 share = wide_sym3_transform(inertia, answer);
    const Wide weight = weight_of_limit(limit, wide_dot3(direction, answer));
    return (Hold){wide_sym3_add_square(hold.free, answer, wide_negate(weight)),
                  wide_mat3_add_product(hold.held, wide_scale3(answer, weight), share),
                  wide_sym3_add_square(hold.angular, share, weight)};
}

// Adds the resistance of a spring: the free directions become stiffer.
PART Hold hold_spring(const ArticulationSpring3 *spring, WideSym3 inertia, Hold hold)
{
    const WideVec3 direction = wide_load3(&spring->motion.direction);
    const WideVec3 answer = wide_sym3_transform(hold.free, direction);
    const WideVec3 share = wide_sym3_transform(inertia, answer);
    const Wide weight = weight_of_spring(spring, wide_dot3(direction, answer));
    return (Hold){wide_sym3_add_square(hold.free, answer, wide_negate(weight)),
                  wide_mat3_add_product(hold.held, wide_scale3(answer, weight), share),
                  wide_sym3_add_square(hold.angular, share, weight)};
}

static void resist_ball(const LaneGroup *t, ArticulationJoint3 *joint, Inertia m)
{
    if (joint->has_twists) {
        undo_twists(t, joint);
    }
    Hold hold = {wide_sym3_inverse(m.angular), zero_mat3(), zero_sym3()};
    WideMat3 mixed = zero_mat3();
    if (joint->is_held) {
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            hold = hold_limit(&limits_of(t, joint)[k], m.angular, hold);
        }
        for (int32_t k = 0; k < joint->spring_count; ++k) {
            hold = hold_spring(&springs_of(t, joint)[k], m.angular, hold);
        }
        wide_store_mat3(&joint->held, hold.held);
        mixed = (WideMat3){wide_mat3_transform_transposed(hold.held, m.mixed.x),
                           wide_mat3_transform_transposed(hold.held, m.mixed.y),
                           wide_mat3_transform_transposed(hold.held, m.mixed.z)};
    }
    wide_store_sym3(&joint->free, hold.free);
    leave(t, joint, (Inertia){linear_left(&m, hold.free), mixed, hold.angular});
}

static void resist(const LaneGroup *t, int32_t index)
{
    ArticulationJoint3 *joint = &t->joints[index];
    const WideVec3 arm = wide_load3(&joint->arm[1]);
    store_inertia(&joint->inertia, joint->is_leaf ? shift_body(&t->bodies[joint->child], arm)
                                                  : shift(resistance(t, joint->child, index), arm));
    joint->is_held = is_held(t, joint);
    if (joint->slides) {
        resist_sliding(t, joint, load_inertia(&joint->inertia));
    } else if (joint->is_fixed) {
        resist_fixed(t, joint, load_inertia(&joint->inertia));
    } else if (joint->is_hinge) {
        resist_hinge(t, joint, load_inertia(&joint->inertia));
    } else {
        resist_ball(t, joint, load_inertia(&joint->inertia));
    }
}

static void free_root(const LaneGroup *t)
{
    if (t->bodies[t->root].is_movable) {
        Inertia m = resistance(t, t->root, t->joint_count);
        m.angular = wide_sym3_inverse(m.angular);
        m.linear = wide_sym3_inverse(linear_left(&m, m.angular));
        store_inertia(&t->root_data->yield, m);
    }
}

static void spoil_all(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        spoil(t, &t->joints[i]);
    }
}

// Right-hand sides of hard limits: an active one removes its error, an inactive one its impulse.
// @param shift  receives the errors, @param back the impulses.
PART void ask_limits(const LaneGroup *t, const ArticulationJoint3 *joint, Motion *shift,
                     Motion *back)
{
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        const ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        const WideMask mask = acts(limit);
        *shift = add_along(&limit->motion, *shift, wide_load3(&limit->undo),
                           wide_where(mask, wide_load(limit->error)));
        *back = add_along(&limit->motion, *back, wide_load3(&limit->motion.direction),
                          wide_select(mask, wide_zero(), wide_load(limit->impulse)));
    }
}

// Right-hand sides of springs.
PART void ask_springs(const LaneGroup *t, const ArticulationJoint3 *joint, Motion shift,
                      Motion *back)
{
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        ask_spring(spring, known_of(t, joint, spring, shift), back);
    }
}

// Right-hand side: linear and angular.
typedef struct Wish {
    WideVec3 push, twist;
} Wish;

// Sum of the right-hand sides of a body's joints, among the first `joint_count`.
PART Wish wish_of(const LaneGroup *t, int32_t body, int32_t joint_count)
{
    Wish sum = {wide_zero3(), wide_zero3()};
    bool is_first = true;
    for (int32_t i = 0; i < joint_count; ++i) {
        const ArticulationJoint3 *joint = &t->joints[i];
        if (joint->parent == body) {
            const Wish up = {wide_load3(&joint->up), wide_load3(&joint->up_turn)};
            sum.push = is_first ? up.push : wide_add3(sum.push, up.push);
            sum.twist = is_first ? up.twist : wide_add3(sum.twist, up.twist);
            is_first = false;
        }
    }
    return sum;
}

// As ask, of a joint that slides.
// @param wish   right-hand side of the child, with what pushes between it and the parent,
// @param back   which the parent feels the other way.
// @param shift  motion that locks and hard limits remove.
APART void ask_sliding(ArticulationJoint3 *joint, Motion wish, Motion shift, Motion back)
{
    const Inertia m = load_inertia(&joint->inertia), give = load_inertia(&joint->give);
    const Motion asked = motion_sub(wish, answer_to(&m, shift));
    const Motion felt = motion_sub(motion_sub(asked, answer_to(&m, answer_to(&give, asked))), back);
    wide_store3(&joint->slide, shift.linear);
    wide_store3(&joint->turn, shift.angular);
    wide_store3(&joint->asked, asked.linear);
    wide_store3(&joint->asked_turn, asked.angular);
    wide_store3(&joint->up, felt.linear);
    wide_store3(&joint->up_turn,
                wide_add3(wide_cross3(wide_load3(&joint->arm[0]), felt.linear), felt.angular));
}

// Computes the right-hand side of a joint from errors of points [m/s] and of angles [rad/s].
static void ask(const LaneGroup *t, int32_t index)
{
    ArticulationJoint3 *joint = &t->joints[index];
    const WideVec3 error = wide_load3(&joint->error);
    Motion shift = {error, wide_load3(&joint->error_turn)}, impulses = no_motion();
    ask_limits(t, joint, &shift, &impulses);
    ask_springs(t, joint, shift, &impulses);
    const WideVec3 turn = shift.angular, back = impulses.angular;
    WideVec3 push = impulses.linear, twist = back;
    if (!joint->is_leaf) {
        const Wish below = wish_of(t, joint->child, index);
        push = wide_add3(push, below.push);
        twist = wide_add3(wide_add3(twist, below.twist),
                          wide_cross3(below.push, wide_load3(&joint->arm[1])));
    }
    if (joint->slides) {
        ask_sliding(joint, (Motion){push, twist}, shift, impulses);
        return;
    }
    const Inertia m = load_inertia(&joint->inertia);
    push = wide_sub3(push, wide_sym3_transform(m.linear, error));
    twist = wide_sub3(twist, wide_mat3_transform_transposed(m.mixed, error));
    if (joint->is_held) {
        push = wide_sub3(push, wide_mat3_transform(m.mixed, turn));
        twist = wide_sub3(twist, wide_sym3_transform(m.angular, turn));
    }
    wide_store3(&joint->turn, turn);
    wide_store3(&joint->asked, push);
    wide_store3(&joint->asked_turn, twist);
    if (!t->bodies[joint->parent].is_movable) {
        return;
    }
    const WideVec3 given = wide_sym3_transform(wide_load_sym3(&joint->free), twist);
    const WideVec3 up = wide_sub3(push, wide_mat3_transform(m.mixed, given));
    WideVec3 up_twist = wide_sub3(wide_cross3(wide_load3(&joint->arm[0]), up), back);
    if (joint->is_held) {
        up_twist = wide_add3(up_twist,
                             wide_mat3_transform_transposed(wide_load_mat3(&joint->held), twist));
    }
    wide_store3(&joint->up, up);
    wide_store3(&joint->up_turn, up_twist);
}

// Factors stale joints, from the leaves on.
// @param again  whether to recompute the right-hand sides of these joints; the rest are unchanged.
static void factor(const LaneGroup *t, bool again)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        if (joint->is_stale) {
            resist(t, i);
            if (again) {
                ask(t, i);
            }
            joint->is_stale = false;
            if (joint->above != NONE) {
                t->joints[joint->above].is_stale = true;
            }
        }
    }
    free_root(t);
    t->articulation->is_stale = false;
}

static void make_ready(const LaneGroup *t)
{
    if (t->articulation->is_stale) {
        factor(t, false);
    }
}

static void answer_root(const LaneGroup *t)
{
    ArticulationBody3 *root = &t->bodies[t->root];
    if (!root->is_movable) {
        return; // its velocity never changes
    }
    const Inertia m = load_inertia(&t->root_data->yield);
    const Wish wish = wish_of(t, t->root, t->joint_count);
    const WideVec3 given = wide_sym3_transform(m.angular, wish.twist);
    const WideVec3 force = wide_sub3(wide_mat3_transform(m.mixed, given), wish.push);
    const WideVec3 linear = wide_sym3_transform(m.linear, force);
    const WideVec3 torque = wide_add3(wide_mat3_transform_transposed(m.mixed, linear), wish.twist);
    wide_store3(&root->linear_change, linear);
    wide_store3(&root->angular_change, wide_negate3(wide_sym3_transform(m.angular, torque)));
}

// The impulse of an active limit, of that of all that is held hard.
PART Wide limit_impulse(const ArticulationLimit3 *limit, Motion given)
{
    return wide_dot3(wide_load3(&limit->undo),
                     motion3_is_linear(&limit->motion) ? given.linear : given.angular);
}

// Exchange of limits and springs: a pulling limit becomes inactive, a violated one active; a spring
// beyond a bound is held, and released where less would do.
typedef struct Exchange {
    WideMask wanted;
    bool may_begin, may_release;
} Exchange;

// @param given   as for limit_impulse.
// @param motion  change of the child's motion relative to the parent's.
PART void exchange_limit(const LaneGroup *t, ArticulationJoint3 *joint, ArticulationLimit3 *limit,
                         Motion given, Motion motion, Exchange exchange)
{
    const Wide side = wide_load(limit->side), zero = wide_zero(), active = wide_load(limit->active);
    const Wide impulse = wide_add(wide_load(limit->impulse), limit_impulse(limit, given));
    const Wide left = wide_add(wide_load(limit->error), speed_of(&limit->motion, motion));
    const WideMask pulls = wide_greater(zero, wide_mul(side, impulse));
    const WideMask passes = wide_greater(wide_splat(-PASSED_SPEED), wide_mul(side, left));
    const Wide begun = exchange.may_begin ? wide_select(passes, wide_splat(1.0f), zero) : zero;
    const Wide next = wide_select(acts(limit), wide_select(pulls, zero, active), begun);
    const Wide now = wide_select(exchange.wanted, next, active);
    wide_store(limit->active, now);
    if (wide_bits(wide_greater(wide_absolute(wide_sub(now, active)), zero)) != 0) {
        spoil(t, joint);
    }
}

// @param shift  as for known_of.
PART void exchange_all(const LaneGroup *t, ArticulationJoint3 *joint, Motion given, Motion shift,
                       Motion motion, Exchange exchange)
{
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        if (exchange_spring(spring, known_of(t, joint, spring, shift), motion, exchange.wanted,
                            exchange.may_release)) {
            spoil(t, joint);
        }
    }
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        if (!limit->is_lock) {
            exchange_limit(t, joint, limit, given, motion, exchange);
        }
    }
}

// As answer, of a joint that slides.
APART void answer_sliding(const LaneGroup *t, ArticulationJoint3 *joint, Exchange exchange)
{
    const ArticulationBody3 *parent = &t->bodies[joint->parent];
    ArticulationBody3 *child = &t->bodies[joint->child];
    const Inertia m = load_inertia(&joint->inertia), give = load_inertia(&joint->give);
    const WideVec3 turns = wide_load3(&parent->angular_change);
    const Motion along = {wide_add3(wide_load3(&parent->linear_change),
                                    wide_cross3(turns, wide_load3(&joint->arm[0]))),
                          turns};
    const Motion felt = answer_to(&m, along);
    const Motion asked = {wide_add3(felt.linear, wide_load3(&joint->asked)),
                          wide_add3(felt.angular, wide_load3(&joint->asked_turn))};
    const Motion back = answer_to(&give, asked);
    const Motion slid = motion_sub(no_motion(), back);
    const Motion borne = motion_sub(asked, answer_to(&m, back));
    const Motion shift = {wide_load3(&joint->slide), wide_load3(&joint->turn)};
    const Motion motion = motion_sub(slid, shift);
    const WideVec3 turn = wide_add3(turns, motion.angular);
    wide_store3(&child->angular_change, turn);
    wide_store3(&child->linear_change, wide_sub3(wide_add3(along.linear, motion.linear),
                                                 wide_cross3(turn, wide_load3(&joint->arm[1]))));
    const Motion given = less_springs(t, joint, borne, slid);
    wide_store3(&joint->pull_change, given.linear);
    wide_store3(&joint->torque, given.angular);
    exchange_all(t, joint, given, shift, motion, exchange);
}

// Computes changes of velocity of a child and the impulse of its joint, from the changes of the
// parent, the inertia [A B; B' C] and the right-hand side.
static void answer(const LaneGroup *t, ArticulationJoint3 *joint, Exchange exchange)
{
    if (joint->slides) {
        answer_sliding(t, joint, exchange);
        return;
    }
    const ArticulationBody3 *parent = &t->bodies[joint->parent];
    ArticulationBody3 *child = &t->bodies[joint->child];
    const Inertia m = load_inertia(&joint->inertia);
    const WideVec3 parent_turn = wide_load3(&parent->angular_change);
    const WideVec3 point = wide_add3(wide_load3(&parent->linear_change),
                                     wide_cross3(parent_turn, wide_load3(&joint->arm[0])));
    WideVec3 torque =
        wide_add3(wide_mat3_transform_transposed(m.mixed, point), wide_load3(&joint->asked_turn));
    WideVec3 felt = wide_negate3(wide_sym3_transform(wide_load_sym3(&joint->free), torque));
    WideVec3 turn = felt;
    if (joint->is_held) {
        felt = wide_add3(felt, wide_mat3_transform(wide_load_mat3(&joint->held), parent_turn));
        turn = wide_sub3(felt, wide_load3(&joint->turn));
        torque = wide_add3(torque, wide_sym3_transform(m.angular, felt));
        if (!joint->is_hinge) { // the axes of its locks are orthogonal to that of its springs
            torque = less_springs(t, joint, (Motion){wide_zero3(), torque},
                                  (Motion){wide_zero3(), wide_sub3(felt, parent_turn)})
                         .angular;
        }
        wide_store3(&joint->torque, torque);
    }
    const WideVec3 moved = wide_sub3(point, wide_load3(&joint->error));
    const WideVec3 pull =
        wide_add3(wide_sym3_transform(m.linear, point), wide_load3(&joint->asked));
    wide_store3(&joint->pull_change, wide_add3(pull, wide_mat3_transform(m.mixed, felt)));
    wide_store3(&child->angular_change, turn);
    wide_store3(&child->linear_change,
                wide_sub3(moved, wide_cross3(turn, wide_load3(&joint->arm[1]))));
    const Motion given = {wide_zero3(), torque};
    const Motion shift = {wide_load3(&joint->error), wide_load3(&joint->turn)};
    const Motion motion = {wide_zero3(), wide_sub3(turn, parent_turn)};
    exchange_all(t, joint, given, shift, motion, exchange);
}

// Impulses along the rails of a joint that slides, one number each.
static WideVec3 by_rails(const ArticulationJoint3 *joint, WideVec3 pull)
{
    Wide by[3] = {wide_zero(), wide_zero(), wide_zero()};
    for (int k = 0; k < joint->rails; ++k) {
        by[k] = wide_dot3(wide_load3(&joint->rail[k]), pull);
    }
    return (WideVec3){by[0], by[1], by[2]};
}

static void apply_limits(const LaneGroup *t, const ArticulationJoint3 *joint, WideMask wanted)
{
    const Motion given = {wide_load3(&joint->pull_change), wide_load3(&joint->torque)};
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        const Wide before = wide_load(limit->impulse);
        const Wide sum = wide_add(before, limit_impulse(limit, given));
        const Wide now = wide_select(acts(limit), sum, wide_zero());
        wide_store(limit->impulse, wide_select(wanted, now, before));
    }
}

static void apply(const LaneGroup *t, WideMask wanted)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 v = wide_load3(&body->linear), w = wide_load3(&body->angular);
            const WideVec3 dv = wide_load3(&body->linear_change);
            const WideVec3 dw = wide_load3(&body->angular_change);
            wide_store3(&body->linear, wide_select3(wanted, wide_add3(v, dv), v));
            wide_store3(&body->angular, wide_select3(wanted, wide_add3(w, dw), w));
        }
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        const WideVec3 pull = wide_load3(&joint->pull), change = wide_load3(&joint->pull_change);
        const WideVec3 more = wide_add3(pull, joint->slides ? by_rails(joint, change) : change);
        wide_store3(&joint->pull, wide_select3(wanted, more, pull));
        for (int k = 0; k < 2 && joint->is_hinge; ++k) {
            const Wide lock = wide_load(joint->lock_impulse[k]);
            const Wide more_lock =
                wide_dot3(wide_load3(&joint->lock_axis[k]), wide_load3(&joint->torque));
            wide_store(joint->lock_impulse[k],
                       wide_select(wanted, wide_add(lock, more_lock), lock));
        }
        if (joint->is_fixed) {
            const WideVec3 lock = wide_load3(&joint->lock_turn);
            const WideVec3 sum = wide_add3(lock, wide_load3(&joint->torque));
            wide_store3(&joint->lock_turn, wide_select3(wanted, sum, lock));
        }
        apply_limits(t, joint, wanted);
        apply_springs(t, joint, wanted);
    }
}

// [J], times two.
static Wide kinetic_energy(const ArticulationBody3 *body, WideVec3 linear, WideVec3 angular)
{
    const WideVec3 momentum = wide_sym3_transform(wide_load_sym3(&body->inertia), angular);
    return wide_add(wide_mul(wide_load(body->mass), wide_length_squared3(linear)),
                    wide_dot3(angular, momentum));
}

// Lanes in which the computed changes of velocity do not fling the bodies (joint_solver3.c).
static WideMask calm_lanes(const LaneGroup *t)
{
    Wide turn_squared = wide_zero();
    for (int32_t i = 0; i < t->body_count; ++i) {
        if (t->bodies[i].is_movable) {
            const Wide own = wide_length_squared3(wide_load3(&t->bodies[i].angular_change));
            turn_squared = wide_maximum(turn_squared, own);
        }
    }
    const Wide turned = wide_mul(turn_squared, wide_mul(t->substep, t->substep));
    const WideMask slow = wide_greater(wide_splat((float)(FLUNG_TURN * FLUNG_TURN)), turned);
    if (wide_bits(slow) == ALL_LANES) {
        return slow;
    }
    Wide before = wide_zero(), now = before, mass = before;
    for (int32_t i = 0; i < t->body_count; ++i) {
        const ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 v = wide_load3(&body->linear), w = wide_load3(&body->angular);
            const WideVec3 dv = wide_load3(&body->linear_change);
            const WideVec3 dw = wide_load3(&body->angular_change);
            before = wide_add(before, kinetic_energy(body, v, w));
            now = wide_add(now, kinetic_energy(body, wide_add3(v, dv), wide_add3(w, dw)));
            mass = wide_add(mass, wide_load(body->mass));
        }
    }
    const Wide most = wide_maximum(wide_mul(wide_splat((float)GAIN_MOST), before),
                                   wide_mul(wide_splat(2.0f * (float)GAIN_LEAST), mass));
    return wide_or(slow, wide_greater(most, wide_sub(now, before)));
}

// Computes the changes of velocity and the impulses that satisfy all joints.
static void find(const LaneGroup *t, WideMask wanted, bool may_begin)
{
    for (int round = 1;; ++round) {
        const bool goes_on = round < ROUNDS_MOST - 1;
        const Exchange exchange = {round < ROUNDS_MOST ? wanted : lanes_of(0), may_begin && goes_on,
                                   goes_on};
        answer_root(t);
        for (int32_t i = t->joint_count; i-- > 0;) {
            answer(t, &t->joints[i], exchange);
        }
        if (!t->articulation->is_stale) {
            break;
        }
        factor(t, true);
    }
}

static void give(const LaneGroup *t, WideMask wanted, bool may_begin)
{
    find(t, wanted, may_begin);
    apply(t, wanted);
}
