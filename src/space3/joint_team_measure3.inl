// SPDX-License-Identifier: MIT
// joint_team_measure3.inl: joint_measure3.c and joint_rows3.c for teams: bodies are loaded, joints
// measured, and what they want. A part of joint_team_kernel3.inl.

static void set_lane(WideLanes3 *to, int lane, Vec3 v)
{
    to->x[lane] = v.x;
    to->y[lane] = v.y;
    to->z[lane] = v.z;
}

static void set_rotation(WideLanesQuat *to, int lane, DQuat q)
{
    to->x[lane] = (float)q.x;
    to->y[lane] = (float)q.y;
    to->z[lane] = (float)q.z;
    to->w[lane] = (float)q.w;
}

// What bodies are. Rows of eight numbers are read across fields of BodyMass3.
static void load_masses(const Team *t)
{
    _Static_assert(offsetof(BodyMass3, body_from_principal) ==
                       offsetof(BodyMass3, inertia) + sizeof(Vec3),
                   "moments and principal axes are read as one row");
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        const float *rows[WIDE_LANES];
        body->may_tumble = false;
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            const BodyMass3 *mass = &t->space->masses.items[body->slot[lane]];
            rows[lane] = &mass->inertia.x;
            body->may_tumble |= mass->tumbles;
            body->tumbles[lane] = mass->tumbles ? 1.0f : 0.0f;
            body->mass[lane] = body->is_movable ? 1.0f / mass->inverse_mass : 0.0f;
        }
        Wide columns[WIDE];
        wide_load_rows(rows, columns);
        const WideVec3 moments = {columns[0], columns[1], columns[2]};
        const Wide one = wide_splat(1.0f);
        wide_store3(&body->moments, moments);
        wide_store3(&body->inverse_moments,
                    (WideVec3){wide_div(one, moments.x), wide_div(one, moments.y),
                               wide_div(one, moments.z)});
        wide_store_quat(&body->body_from_principal,
                        (WideQuat){columns[3], columns[4], columns[5], columns[6]});
    }
}

// What they go through a step with.
static void load_starts(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            const BodyStart3 *start = &t->space->starts.items[body->slot[lane]];
            body->fall[lane] = start->fall;
            body->reach[lane] = start->reach;
            body->guard_squared[lane] = start->guard_squared;
        }
    }
}

static void load_limit(TeamLimit3 *limit, const JointSet3 *set, const JointPart3 *part,
                       bool is_lock, int lane, float scale)
{
    const JointRow3 *row = &set->rows.items[part->row_first];
    const bool is_range = part->kind == PART_RANGE;
    limit->low[lane] = is_range ? (float)part->low : 0.0f;
    limit->high[lane] = is_range ? (float)part->high : 0.0f;
    limit->value[lane] = (float)part->angle;
    limit->unknown |= (uint32_t)!part->angle_is_known << lane;
    limit->side[lane] = row->side == SIDE_LOW ? 1.0f : row->side == SIDE_HIGH ? -1.0f : 0.0f;
    limit->active[lane] =
        row->state == ROW_FREE && (row->side != SIDE_NONE || is_lock) ? 1.0f : 0.0f;
    limit->impulse[lane] = (float)row->impulse * scale;
}

static void load_joints(const Team *t, float scale)
{
    const JointSet3 *set = t->set;
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        const float sign = joint->child_is_b ? scale : -scale;
        const int a = joint->child_is_b ? 0 : 1;
        joint->limits[0].unknown = joint->limits[1].unknown = 0;
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            const Joint3 *source = &set->joints.items[joint->joint[lane]];
            const JointPart3 *parts = &set->parts.items[source->part_first];
            const JointRow3 *row = &set->rows.items[parts->row_first];
            for (int side = 0; side < 2; ++side) {
                set_lane(&joint->local[side], lane, vec3_narrow(source->frame[side].position));
                set_rotation(&joint->frame[side], lane, source->frame[side].rotation);
            }
            set_lane(&joint->arm[0], lane, vec3_narrow(source->arm[a]));
            set_lane(&joint->arm[1], lane, vec3_narrow(source->arm[1 - a]));
            set_lane(&joint->pull, lane,
                     (Vec3){sign * (float)row[0].impulse, sign * (float)row[1].impulse,
                            sign * (float)row[2].impulse});
            if (joint->is_hinge) {
                const JointRow3 *lock = &set->rows.items[parts[joint->swing_part].row_first];
                joint->lock_impulse[0][lane] = (float)lock[0].impulse * scale;
                joint->lock_impulse[1][lane] = (float)lock[1].impulse * scale;
            }
            if (joint->has_cone) {
                load_limit(&joint->limits[0], set, &parts[joint->cone_part], false, lane, scale);
            }
            if (joint->has_twist) {
                load_limit(&joint->limits[1], set, &parts[joint->twist_part], joint->twist_is_lock,
                           lane, scale);
            }
        }
    }
}

static void scale_lanes(WideLanes lanes, Wide scale)
{
    wide_store(lanes, wide_mul(wide_load(lanes), scale));
}

// Impulses that stayed in their lanes are those of a substep of another length.
static void scale_impulses(const Team *t, Wide scale)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        wide_store3(&joint->pull, wide_scale3(wide_load3(&joint->pull), scale));
        for (int k = 0; k < 2 && joint->is_hinge; ++k) {
            scale_lanes(joint->lock_impulse[k], scale);
        }
        if (joint->has_cone) {
            scale_lanes(joint->limits[0].impulse, scale);
        }
        if (joint->has_twist) {
            scale_lanes(joint->limits[1].impulse, scale);
        }
    }
}

static Wide length3(WideVec3 v)
{
    return wide_sqrt(wide_length_squared3(v));
}

static void add_strain(TeamBody3 *body, const WideLanes3 *arm, Wide impulse)
{
    wide_store(body->strain,
               wide_add(wide_load(body->strain), wide_mul(impulse, length3(wide_load3(arm)))));
}

static void add_strains(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        wide_store(t->bodies[i].strain, wide_zero());
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        const Wide impulse = length3(wide_load3(&joint->pull));
        add_strain(&t->bodies[joint->parent], &joint->arm[0], impulse);
        add_strain(&t->bodies[joint->child], &joint->arm[1], impulse);
    }
}

static WideMask same3(WideVec3 a, WideVec3 b)
{
    return wide_and(wide_and(wide_same(a.x, b.x), wide_same(a.y, b.y)), wide_same(a.z, b.z));
}

static bool is_same3(const WideLanes3 *before, WideVec3 now)
{
    return wide_bits(same3(wide_load3(before), now)) == ALL_LANES;
}

// Moments are taken for larger where a body is strained: joint_solver3.c.
// @return whether it is what it was.
static bool place_inertia(const Team *t, TeamBody3 *body, WideQuat rotation)
{
    const Wide least = wide_mul(wide_load(body->strain),
                                wide_mul(t->swing, wide_splat((float)(1.0 / SWING_MOST))));
    const WideVec3 own = wide_load3(&body->moments);
    const WideVec3 moments = {wide_maximum(own.x, least), wide_maximum(own.y, least),
                              wide_maximum(own.z, least)};
    const WideMat3 axes =
        wide_quat_axes(wide_quat_multiply(rotation, wide_load_quat(&body->body_from_principal)));
    const WideSym3 none = {wide_zero(), wide_zero(), wide_zero(),
                           wide_zero(), wide_zero(), wide_zero()};
    const WideSym3 x = wide_sym3_add_square(none, axes.x, moments.x);
    const WideSym3 xy = wide_sym3_add_square(x, axes.y, moments.y);
    const WideSym3 now = wide_sym3_add_square(xy, axes.z, moments.z);
    const WideSym3 before = wide_load_sym3(&body->inertia);
    const WideMask same = wide_and(
        same3((WideVec3){now.xx, now.yy, now.zz}, (WideVec3){before.xx, before.yy, before.zz}),
        same3((WideVec3){now.xy, now.xz, now.yz}, (WideVec3){before.xy, before.xz, before.yz}));
    wide_store_sym3(&body->inertia, now);
    return wide_bits(same) == ALL_LANES;
}

// Where a step finds bodies; and what never moves again in each substep, as others move it.
// @return whether they are where they were.
static bool load_poses(const Team *t, bool all)
{
    _Static_assert(offsetof(BodyPlace3, rotation) == sizeof(Vec3), "a place begins with a row");
    bool same = true;
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        if (!all && body->is_movable) {
            continue;
        }
        float *rows[WIDE_LANES];
        Wide columns[WIDE];
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            rows[lane] = &t->space->places.items[body->slot[lane]].center.x;
        }
        wide_load_rows((const float *const *)rows, columns);
        const WideVec3 center = {columns[0], columns[1], columns[2]};
        const WideQuat q =
            wide_quat_normalize((WideQuat){columns[3], columns[4], columns[5], columns[6]});
        row_pointers(t->space->states.items, body->slot, rows);
        const WideMotion motion = load_motions(rows);
        const WideVec3 moved = motion.moved;
        const WideQuat before = wide_load_quat(&body->rotation);
        same = same && is_same3(&body->center, center) && is_same3(&body->moved, moved) &&
               wide_bits(wide_and(
                   same3((WideVec3){q.x, q.y, q.z}, (WideVec3){before.x, before.y, before.z}),
                   wide_same(q.w, before.w))) == ALL_LANES;
        wide_store3(&body->center, center);
        wide_store3(&body->moved, moved);
        wide_store3(&body->turned, motion.turned);
        wide_store_quat(&body->rotation, q);
    }
    return same;
}

// Bodies are put where the next step is going to find them: nothing moves before it begins.
static void end_step(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 center = wide_load3(&body->center);
            wide_store3(&body->center, wide_add3(center, wide_load3(&body->moved)));
            wide_store3(&body->moved, wide_zero3());
            wide_store_quat(&body->rotation, wide_quat_normalize(wide_load_quat(&body->rotation)));
        }
    }
}

// @return whether all are what they were.
static bool place_inertias(const Team *t)
{
    bool same = true;
    add_strains(t);
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            same &= place_inertia(t, body, wide_load_quat(&body->rotation));
        }
    }
    return same;
}

// @return lanes in which somebody else has changed what was stored.
static uint32_t load_velocities(const Team *t)
{
    uint32_t changed = 0;
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        float *rows[WIDE_LANES];
        row_pointers(t->space->states.items, body->slot, rows);
        const WideBody now = load_bodies(rows);
        const WideVec3 v = wide_load3(&body->linear), w = wide_load3(&body->angular);
        const WideMask same = wide_and(same3(v, now.linear), same3(w, now.angular));
        changed |= ~wide_bits(same) & ALL_LANES;
        wide_store3(&body->linear, now.linear);
        wide_store3(&body->angular, now.angular);
    }
    return changed;
}

static void accelerate(const Team *t)
{
    const Vec3 g = t->space->gravity;
    const WideVec3 pull =
        wide_scale3((WideVec3){wide_splat(g.x), wide_splat(g.y), wide_splat(g.z)}, t->substep);
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 v = wide_load3(&body->linear);
            wide_store3(&body->linear, wide_add_scaled3(v, pull, wide_load(body->fall)));
        }
    }
}

static uint32_t used_lanes(const Team *t)
{
    return (1u << t->team->lanes) - 1u;
}

static void store_velocities(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        const TeamBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            float *rows[WIDE_LANES];
            row_pointers(t->space->states.items, body->slot, rows);
            const WideBody now = {wide_load3(&body->linear), wide_zero(),
                                  wide_load3(&body->angular), wide_zero()};
            store_bodies(rows, &now, used_lanes(t));
        }
    }
}

// The angle whose sine, and its square, and cosine these are, by the sine: the series of the
// arcsine to s^4, or the arctangent where it is larger than a fifth.
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

static WideVec3 signed3(const TeamJoint3 *joint, WideVec3 v)
{
    return joint->child_is_b ? v : wide_negate3(v);
}

static void measure_hinge(TeamJoint3 *joint, const WideMat3 *a, WideVec3 b)
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

// Whole turns are counted where the angle has jumped.
static void count_turns(TeamLimit3 *limit, Wide before, Wide angle, Wide stretch)
{
    wide_store(limit->value, angle);
    const Wide jump = wide_absolute(wide_sub(angle, before));
    const uint32_t undefined = wide_bits(wide_greater(wide_splat(1e-6f), stretch));
    const uint32_t jumps =
        wide_bits(wide_greater(jump, wide_splat(3.0f))) | undefined | limit->unknown;
    _Alignas(64) WideLanes last;
    wide_store(last, before);
    for (int lane = 0; lane < WIDE_LANES && jumps != 0; ++lane) {
        const double now = (double)limit->value[lane];
        if ((limit->unknown >> lane & 1) != 0) {
            limit->value[lane] = (float)tum_limit3_unwrap_into(now, (double)limit->low[lane],
                                                               (double)limit->high[lane]);
        } else if ((undefined >> lane & 1) != 0) {
            limit->value[lane] = last[lane];
        } else if ((jumps >> lane & 1) != 0) {
            limit->value[lane] = (float)tum_limit3_unwrap_after(now, (double)last[lane]);
        }
    }
    limit->unknown = 0;
}

static void point_limit(const TeamJoint3 *joint, TeamLimit3 *limit, WideVec3 direction,
                        Wide squared)
{
    const WideVec3 along = signed3(joint, direction);
    wide_store3(&limit->direction, along);
    wide_store3(&limit->undo, wide_scale3(along, wide_div(wide_splat(1.0f), squared)));
}

// Of a hinge the angle is about its own axis: the other two are locked.
static void measure_twist(TeamJoint3 *joint, WideVec3 a, WideVec3 b, const WideQuat *b_in_a)
{
    TeamLimit3 *limit = &joint->limits[1];
    const Wide along = part_of(b_in_a, joint->axis), zero = wide_zero();
    const WideMask other = wide_greater(zero, b_in_a->w);
    const Wide half =
        wide_atan2(wide_select(other, wide_negate(along), along), wide_absolute(b_in_a->w));
    const Wide angle = wide_add(half, half), before = wide_load(limit->value);
    const Wide stretch = wide_add(wide_splat(1.0f), wide_dot3(a, b));
    if (joint->counts_turns) {
        count_turns(limit, before, angle, stretch);
    } else {
        wide_store(limit->value, angle);
    }
    if (joint->is_hinge) {
        point_limit(joint, limit, a, wide_splat(1.0f));
        return;
    }
    const WideMask open = wide_greater(stretch, wide_splat(0.1f));
    const Wide factor = wide_div(wide_splat(1.0f), wide_select(open, stretch, wide_splat(1.0f)));
    const WideVec3 direction = wide_select3(open, wide_scale3(wide_add3(a, b), factor), a);
    point_limit(joint, limit, direction, wide_length_squared3(direction));
}

static void measure_cone(TeamJoint3 *joint, const WideMat3 *axes, WideVec3 b,
                         const WideQuat *b_in_a)
{
    TeamLimit3 *limit = &joint->limits[0];
    const int i = joint->axis;
    const Wide j = part_of(b_in_a, (i + 1) % 3), k = part_of(b_in_a, (i + 2) % 3);
    const Wide along = part_of(b_in_a, i), w = b_in_a->w;
    const Wide half = wide_atan2(wide_sqrt(wide_add(wide_mul(j, j), wide_mul(k, k))),
                                 wide_sqrt(wide_add(wide_mul(along, along), wide_mul(w, w))));
    wide_store(limit->value, wide_add(half, half));
    const WideVec3 across = wide_cross3(axis_of(axes, i), b);
    const Wide sine = length3(across);
    const WideMask open = wide_greater(sine, wide_splat(1e-6f));
    const Wide factor = wide_div(wide_splat(1.0f), wide_select(open, sine, wide_splat(1.0f)));
    point_limit(joint, limit,
                wide_select3(open, wide_scale3(across, factor), axis_of(axes, (i + 1) % 3)),
                wide_splat(1.0f));
}

static void measure_joint(const Team *t, TeamJoint3 *joint)
{
    const bool b_is_child = joint->child_is_b;
    const TeamBody3 *a = &t->bodies[b_is_child ? joint->parent : joint->child];
    const TeamBody3 *b = &t->bodies[b_is_child ? joint->child : joint->parent];
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
    if (!joint->is_hinge && !joint->has_cone && !joint->has_twist) {
        return;
    }
    const WideQuat frame_a = wide_quat_multiply(rotation_a, wide_load_quat(&joint->frame[0]));
    const WideQuat frame_b = wide_quat_multiply(rotation_b, wide_load_quat(&joint->frame[1]));
    const WideQuat b_in_a = wide_quat_multiply(wide_quat_conjugate(frame_a), frame_b);
    const WideMat3 axes_a = wide_quat_axes(frame_a), axes_b = wide_quat_axes(frame_b);
    const WideVec3 axis_b = axis_of(&axes_b, joint->axis);
    if (joint->is_hinge) {
        measure_hinge(joint, &axes_a, axis_b);
    }
    if (joint->has_cone) {
        measure_cone(joint, &axes_a, axis_b, &b_in_a);
    }
    if (joint->has_twist) {
        measure_twist(joint, axis_of(&axes_a, joint->axis), axis_b, &b_in_a);
    }
}

static void measure(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        measure_joint(t, &t->joints[i]);
    }
    spoil_all(t);
}

// Only one end of a range matters in a substep: the nearer. What is beyond it comes back.
static void begin_limit(const Team *t, TeamJoint3 *joint, TeamLimit3 *limit, bool is_lock,
                        WideMask wanted)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const Wide value = wide_load(limit->value);
    const Wide above = wide_sub(value, wide_load(limit->low));
    const Wide below = wide_sub(wide_load(limit->high), value);
    const WideMask is_high = wide_greater(above, below);
    const Wide nearer = wide_select(is_high, wide_splat(-1.0f), one);
    const Wide last = wide_load(limit->side);
    const Wide side = is_lock ? zero : wide_select(wanted, nearer, last);
    const Wide error = wide_select(is_high, wide_negate(below), above);
    const Wide speed = wide_mul(error, t->inverse_substep);
    const Wide most = wide_splat((float)TURN_SPEED);
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

static void begin_limits(const Team *t, WideMask wanted)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        if (joint->has_cone) {
            begin_limit(t, joint, &joint->limits[0], false, wanted);
        }
        if (joint->has_twist) {
            begin_limit(t, joint, &joint->limits[1], joint->twist_is_lock, wanted);
        }
    }
}

static void add_impulse(TeamBody3 *body, const WideLanes3 *arm, WideVec3 pull, WideVec3 torque)
{
    const WideVec3 twist = wide_add3(wide_cross3(wide_load3(arm), pull), torque);
    wide_store3(&body->push, wide_add3(wide_load3(&body->push), pull));
    wide_store3(&body->twist, wide_add3(wide_load3(&body->twist), twist));
}

static WideVec3 torque_of(const TeamJoint3 *joint)
{
    WideVec3 torque = wide_zero3();
    for (int k = 0; k < 2 && joint->is_hinge; ++k) {
        torque = wide_add_scaled3(torque, wide_load3(&joint->lock_axis[k]),
                                  wide_load(joint->lock_impulse[k]));
    }
    if (joint->has_cone) {
        torque = wide_add_scaled3(torque, wide_load3(&joint->limits[0].direction),
                                  wide_load(joint->limits[0].impulse));
    }
    if (joint->has_twist) {
        torque = wide_add_scaled3(torque, wide_load3(&joint->limits[1].direction),
                                  wide_load(joint->limits[1].impulse));
    }
    return torque;
}

static void forget_impulses(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        wide_store3(&joint->pull, wide_zero3());
        for (int k = 0; k < 2; ++k) {
            wide_store(joint->lock_impulse[k], wide_zero());
            wide_store(joint->limits[k].impulse, wide_zero());
        }
    }
}

// What joints gave in the substep before they give again: solving makes of it what it is to be.
static void give_again(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        wide_store3(&t->bodies[i].push, wide_zero3());
        wide_store3(&t->bodies[i].twist, wide_zero3());
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        const WideVec3 pull = wide_load3(&joint->pull), torque = torque_of(joint);
        add_impulse(&t->bodies[joint->child], &joint->arm[1], pull, torque);
        add_impulse(&t->bodies[joint->parent], &joint->arm[0], wide_negate3(pull),
                    wide_negate3(torque));
    }
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
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

// Velocities that lead no farther than to the end of the range.
static void relax_limit(const Team *t, TeamLimit3 *limit, bool is_lock)
{
    const Wide value = wide_load(limit->value), side = wide_load(limit->side), zero = wide_zero();
    const Wide low = wide_maximum(wide_sub(value, wide_load(limit->low)), zero);
    const Wide high = wide_minimum(wide_sub(value, wide_load(limit->high)), zero);
    const Wide way =
        wide_select(wide_greater(side, zero), low, wide_where(wide_greater(zero, side), high));
    wide_store(limit->bias, is_lock ? zero : wide_mul(way, t->inverse_substep));
}

static void begin_relaxing(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        if (joint->has_cone) {
            relax_limit(t, &joint->limits[0], false);
        }
        if (joint->has_twist) {
            relax_limit(t, &joint->limits[1], joint->twist_is_lock);
        }
    }
}

static void calm(const Team *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        TeamBody3 *body = &t->bodies[i];
        if (!body->is_movable) {
            continue;
        }
        const Wide one = wide_splat(1.0f);
        const WideVec3 moments = wide_load3(&body->moments);
        const Wide least = wide_minimum(moments.x, wide_minimum(moments.y, moments.z));
        const Wide strain = wide_load(body->strain);
        const Wide ratio = wide_div(
            wide_mul(strain, wide_mul(t->swing, wide_splat((float)(1.0 / SWING_MOST)))), least);
        const WideMask fast = wide_greater(ratio, one);
        if (wide_bits(fast) != 0) {
            const Wide over = wide_minimum(wide_sub(ratio, one), one);
            const Wide loss = wide_add(one, wide_mul(wide_splat((float)CALMING), over));
            const WideVec3 w = wide_load3(&body->angular);
            wide_store3(&body->angular, wide_select3(fast, wide_scale3(w, wide_div(one, loss)), w));
        }
    }
}

// What a turn by 2 atan |t| about t adds to r.
static WideVec3 swept(WideVec3 t, Wide scale, WideVec3 r)
{
    const WideVec3 once = wide_cross3(t, r);
    return wide_scale3(wide_add3(once, wide_cross3(t, once)), scale);
}

typedef struct Turn {
    WideVec3 half;
    Wide scale, squared; // as TeamBody3 has them
} Turn;

static Turn load_turn(const TeamBody3 *body)
{
    return (Turn){wide_load3(&body->half_turn), wide_load(body->turn_scale),
                  wide_load(body->turn_squared)};
}

static WideMask does_tumble(const TeamBody3 *body)
{
    return wide_greater(wide_load(body->tumbles), wide_zero());
}

// A body without a torque, as its principal axes see it; see gyroscope3.h. What single precision
// rounds off is a share of what turning changes.
typedef struct Tumble {
    WideMat3 axes;
    WideVec3 inverse, spin, momentum;
} Tumble;

enum { TUMBLE_ROUNDS = 2 }; // to the spin in the middle of a substep

static Tumble tumble_of(const TeamBody3 *body)
{
    const WideMat3 axes = wide_quat_axes(wide_quat_multiply(
        wide_load_quat(&body->rotation), wide_load_quat(&body->body_from_principal)));
    const WideVec3 spin = wide_mat3_transform(axes, wide_load3(&body->angular));
    return (Tumble){axes, wide_load3(&body->inverse_moments), spin,
                    wide_multiply3(spin, wide_load3(&body->moments))};
}

// What the axes, once they have turned, see of the spin more than they do now.
PART WideVec3 spin_gained(const Tumble *tumble, WideTurn turn)
{
    return wide_multiply3(tumble->inverse, wide_turn_back_change3(turn, tumble->momentum));
}

// The axes' view of the spin in the middle of a substep.
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

// How a body turns in the substep, as it is going to be moved, but for high powers.
static void look_ahead(const Team *t, TeamBody3 *body)
{
    const WideVec3 spin = wide_load3(&body->angular);
    WideVec3 turn = wide_scale3(spin, t->substep);
    const Wide one = wide_splat(1.0f), squared = wide_length_squared3(turn);
    const WideMask is_fast = wide_greater(squared, wide_splat(TUMBLE_LEAST * TUMBLE_LEAST));
    const WideMask is_near = wide_greater(wide_splat(WIDE_TURN_MOST * WIDE_TURN_MOST), squared);
    const WideMask tumbles = wide_and(wide_and(is_fast, is_near), does_tumble(body));
    if (body->is_movable && wide_bits(tumbles) != 0) {
        const Tumble tumble = tumble_of(body);
        const WideVec3 own = wide_scale3(middle_spin(&tumble, t->substep), t->substep);
        turn = wide_select3(tumbles, wide_mat3_transform_transposed(tumble.axes, own), turn);
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

// Child against parent.
static WideVec3 point_velocity(const TeamJoint3 *joint, const TeamBody3 *parent,
                               const TeamBody3 *child)
{
    const WideVec3 v = wide_sub3(wide_load3(&child->linear), wide_load3(&parent->linear));
    const WideVec3 by_child = wide_cross3(wide_load3(&child->angular), wide_load3(&joint->arm[1]));
    const WideVec3 by_parent =
        wide_cross3(wide_load3(&parent->angular), wide_load3(&joint->arm[0]));
    return wide_add3(v, wide_sub3(by_child, by_parent));
}

static WideVec3 spin_between(const TeamBody3 *parent, const TeamBody3 *child)
{
    return wide_sub3(wide_load3(&child->angular), wide_load3(&parent->angular));
}

// What a limit's velocity is wrong by. @return the size, where it acts.
static Wide aim_limit(TeamLimit3 *limit, WideVec3 spin)
{
    const Wide error =
        wide_add(wide_dot3(wide_load3(&limit->direction), spin), wide_load(limit->bias));
    wide_store(limit->error, error);
    return wide_mul(wide_absolute(error), wide_load(limit->active));
}

static Wide aim_limits(TeamJoint3 *joint, WideVec3 spin)
{
    Wide most = wide_zero();
    if (joint->has_cone) {
        most = aim_limit(&joint->limits[0], spin);
    }
    if (joint->has_twist) {
        most = wide_maximum(most, aim_limit(&joint->limits[1], spin));
    }
    return most;
}

static void aim_joint(const Team *t, int32_t index, WideVec3 error, WideVec3 turn)
{
    wide_store3(&t->joints[index].error, error);
    wide_store3(&t->joints[index].error_turn, turn);
    ask(t, index);
}

// Sides are to move alike, whatever gaps there are.
static void aim_at_rest(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        const TeamBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
        const WideVec3 spin = spin_between(parent, child);
        const WideVec3 error = point_velocity(joint, parent, child);
        WideVec3 turn = wide_zero3();
        for (int k = 0; k < 2 && joint->is_hinge; ++k) {
            const WideVec3 axis = wide_load3(&joint->lock_axis[k]);
            turn = wide_add_scaled3(turn, axis, wide_dot3(axis, spin));
        }
        aim_limits(joint, spin);
        aim_joint(t, i, error, turn);
    }
}

// Where the points would get to at the end of the substep, beyond where they are to be, a second.
static WideVec3 aim_point(const Team *t, const TeamJoint3 *joint, const Turn *of_parent,
                          const Turn *of_child, Wide turn_squared)
{
    const TeamBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
    const Wide rate = t->inverse_substep;
    const WideVec3 gap = wide_load3(&joint->gap);
    const WideVec3 arm_parent = wide_load3(&joint->arm[0]), arm_child = wide_load3(&joint->arm[1]);
    const WideVec3 to_parent = joint->child_is_b ? wide_sub3(arm_parent, gap) : arm_parent;
    const WideVec3 to_child = joint->child_is_b ? arm_child : wide_add3(arm_child, gap);
    const WideVec3 pulled = clamp3(wide_scale3(gap, rate), wide_splat((float)PULL_SPEED));
    const WideVec3 swing = wide_sub3(swept(of_child->half, of_child->scale, to_child),
                                     swept(of_parent->half, of_parent->scale, to_parent));
    const WideVec3 v = wide_sub3(wide_load3(&child->linear), wide_load3(&parent->linear));
    const WideVec3 ahead = wide_add_scaled3(v, swing, rate);
    const WideVec3 here = point_velocity(joint, parent, child);
    const Wide share = share_of_correction(turn_squared, 2.0 * SLOW_SWEEP, 2.0 * FAST_SWEEP);
    return wide_add3(pulled, wide_add_scaled3(here, wide_sub3(ahead, here), share));
}

static WideVec3 aim_hinge(const Team *t, const TeamJoint3 *joint, const Turn *of_parent,
                          const Turn *of_child, Wide turn_squared, Wide *most)
{
    const TeamBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
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

typedef struct Aim {
    Wide most; // [m/s], [rad/s] that something is wrong by
    Wide turn; // [rad] that a body turns
} Aim;

// Joints are to be closed at the end of the substep.
static Aim aim_ahead(const Team *t)
{
    Aim aim = {wide_zero(), wide_zero()};
    for (int32_t i = 0; i < t->body_count; ++i) {
        look_ahead(t, &t->bodies[i]);
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        const TeamBody3 *parent = &t->bodies[joint->parent], *child = &t->bodies[joint->child];
        const Turn of_parent = load_turn(parent), of_child = load_turn(child);
        const Wide turn = wide_maximum(of_parent.squared, of_child.squared);
        const WideVec3 error = aim_point(t, joint, &of_parent, &of_child, turn);
        const WideVec3 error_turn =
            joint->is_hinge ? aim_hinge(t, joint, &of_parent, &of_child, turn, &aim.most)
                            : wide_zero3();
        aim.most = wide_maximum(aim.most, largest3(error));
        aim.most = wide_maximum(aim.most, aim_limits(joint, spin_between(parent, child)));
        aim.turn = wide_maximum(aim.turn, turn);
        aim_joint(t, i, error, error_turn);
    }
    aim.turn = wide_sqrt(aim.turn);
    return aim;
}
