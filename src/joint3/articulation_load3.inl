// SPDX-License-Identifier: MIT
// articulation_load3.inl: transfer of body and joint data into an articulation: masses once, poses
// and inertia at the beginning of a step, velocities in each pass, in both directions. A part of
// articulation_kernel3.c.

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

// Masses and moments. Rows of eight numbers are read across the fields of BodyMass3.
static void load_masses(const LaneGroup *t)
{
    Wide sum = wide_zero(), least = wide_splat(ENDLESS);
    _Static_assert(offsetof(BodyMass3, body_from_principal) ==
                       offsetof(BodyMass3, inertia) + sizeof(Vec3),
                   "moments and principal axes are read as one row");
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        const float *rows[WIDE_LANES];
        body->may_tumble = false;
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            const BodyMass3 *mass = &t->space->bodies.masses.items[body->slot[lane]];
            rows[lane] = &mass->inertia.x;
            body->may_tumble |= mass->is_gyroscopic;
            body->is_gyroscopic[lane] = mass->is_gyroscopic ? 1.0f : 0.0f;
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
        if (body->is_movable) {
            const Wide own = wide_minimum(moments.x, wide_minimum(moments.y, moments.z));
            least = wide_minimum(least, own);
            sum = wide_add(sum, wide_load(body->mass));
        }
    }
    const Wide most = wide_mul(wide_splat((float)STURDIER_MOST), least);
    wide_store(t->root_data->reach, wide_sqrt(wide_div(most, sum)));
}

// Lanes without a joint island of their own repeat the first, and are solved with it.
static uint32_t solved_lanes(const LaneGroup *t)
{
    return ALL_LANES & ~t->articulation->alone;
}

static uint32_t used_lanes(const LaneGroup *t)
{
    return ((1u << t->articulation->lanes) - 1u) & solved_lanes(t);
}

// Constants of a step.
static void load_starts(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            const BodyStart3 *start = &t->space->bodies.starts.items[body->slot[lane]];
            body->fall[lane] = start->fall;
            body->bounding_radius[lane] = start->bounding_radius;
            body->ccd_distance_squared[lane] = start->ccd_distance_squared;
        }
    }
}

static void load_limit(ArticulationLimit3 *limit, const JointSet3 *set, const Joint3 *joint,
                       int lane)
{
    const JointPart3 *part = &set->parts.items[joint->part_first + limit->motion.part];
    const JointRow3 *row = &set->rows.items[part->row_first];
    const bool is_range = part->kind == PART_RANGE;
    limit->motion.low[lane] = is_range ? (float)part->low : 0.0f;
    limit->motion.high[lane] = is_range ? (float)part->high : 0.0f;
    load_value(&limit->motion, joint, lane);
    limit->side[lane] = row->side == SIDE_LOW ? 1.0f : row->side == SIDE_HIGH ? -1.0f : 0.0f;
    limit->active[lane] =
        row->state == ROW_FREE && (row->side != SIDE_NONE || limit->is_lock) ? 1.0f : 0.0f;
    limit->impulse[lane] = (float)row->impulse;
}

// Impulse of three rows along or about the axes of the world.
static Vec3 impulse_on_child(const ArticulationJoint3 *joint, const JointRow3 *rows)
{
    const float sign = joint->child_is_b ? 1.0f : -1.0f;
    return (Vec3){sign * (float)rows[0].impulse, sign * (float)rows[1].impulse,
                  sign * (float)rows[2].impulse};
}

// The impulse of a lane's point: on the child, or of rails.
static Vec3 point_impulse(const ArticulationJoint3 *joint, const JointSet3 *set,
                          const Joint3 *source)
{
    const JointPart3 *parts = &set->parts.items[source->part_first];
    if (!joint->slides) {
        return impulse_on_child(joint, &set->rows.items[parts->row_first]);
    }
    float rails[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < joint->rails; ++k) {
        const int32_t row = parts[joint->rail_part[k]].row_first + joint->rail_row[k];
        rails[k] = (float)set->rows.items[row].impulse;
    }
    return (Vec3){rails[0], rails[1], rails[2]};
}

static void load_lane(const LaneGroup *t, ArticulationJoint3 *joint, int lane)
{
    const JointSet3 *set = t->set;
    const int a = joint->child_is_b ? 0 : 1;
    const Joint3 *source = &set->joints.items[joint->joint[lane]];
    for (int side = 0; side < 2; ++side) {
        set_lane(&joint->local[side], lane, vec3_narrow(source->frame[side].position));
        set_rotation(&joint->frame[side], lane, source->frame[side].rotation);
    }
    set_lane(&joint->arm[0], lane, vec3_narrow(source->arm[a]));
    set_lane(&joint->arm[1], lane, vec3_narrow(source->arm[1 - a]));
    set_lane(&joint->pull, lane, point_impulse(joint, set, source));
    const JointPart3 *part = part_of_joint(set, source, joint->lock_part);
    const JointRow3 *lock = &set->rows.items[part->row_first];
    if (joint->is_hinge) {
        joint->lock_impulse[0][lane] = (float)lock[0].impulse;
        joint->lock_impulse[1][lane] = (float)lock[1].impulse;
    } else if (joint->is_fixed) {
        set_lane(&joint->lock_turn, lane, impulse_on_child(joint, lock));
    }
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        load_limit(&limits_of(t, joint)[k], set, source, lane);
    }
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        load_spring(&springs_of(t, joint)[k], set, source, lane);
    }
}

static void load_joints(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            limits_of(t, joint)[k].motion.unknown = limits_of(t, joint)[k].motion.loose = 0;
        }
        clear_springs(t, joint);
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            load_lane(t, joint, lane);
        }
    }
}

static void scale_lanes(WideLanes lanes, Wide scale)
{
    wide_store(lanes, wide_mul(wide_load(lanes), scale));
}

// Impulses of the last substep are scaled to the new length of the substep.
static void scale_impulses(const LaneGroup *t, Wide scale)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        wide_store3(&joint->pull, wide_scale3(wide_load3(&joint->pull), scale));
        for (int k = 0; k < 2 && joint->is_hinge; ++k) {
            scale_lanes(joint->lock_impulse[k], scale);
        }
        if (joint->is_fixed) {
            wide_store3(&joint->lock_turn, wide_scale3(wide_load3(&joint->lock_turn), scale));
        }
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            scale_lanes(limits_of(t, joint)[k].impulse, scale);
        }
        for (int32_t k = 0; k < joint->spring_count; ++k) {
            scale_lanes(springs_of(t, joint)[k].impulse, scale);
        }
    }
}

static Wide length3(WideVec3 v)
{
    return wide_sqrt(wide_length_squared3(v));
}

// Adds the impulses of the limits and springs of a joint on the child.
static Motion give_along(const LaneGroup *t, const ArticulationJoint3 *joint, Motion sum)
{
    for (int32_t k = 0; k < joint->limit_count; ++k) {
        const ArticulationLimit3 *limit = &limits_of(t, joint)[k];
        sum = add_along(&limit->motion, sum, wide_load3(&limit->motion.direction),
                        wide_load(limit->impulse));
    }
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        const ArticulationSpring3 *spring = &springs_of(t, joint)[k];
        sum = add_along(&spring->motion, sum, wide_load3(&spring->motion.direction),
                        wide_load(spring->impulse));
    }
    return sum;
}

// [N s] Impulses along each of three orthogonal directions, also before joints are measured.
static WideVec3 pull_by_axis(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    const WideVec3 pull = wide_load3(&joint->pull);
    if (!joint->slides) {
        return pull;
    }
    Wide by_axis[3] = {wide_zero(), wide_zero(), wide_zero()};
    for (int32_t k = 0; k < joint->limit_count + joint->spring_count; ++k) {
        const int32_t spring = k - joint->limit_count;
        const ArticulationMotion3 *motion =
            spring < 0 ? &limits_of(t, joint)[k].motion : &springs_of(t, joint)[spring].motion;
        const float *impulse =
            spring < 0 ? limits_of(t, joint)[k].impulse : springs_of(t, joint)[spring].impulse;
        if (motion3_is_linear(motion)) {
            by_axis[motion->axis] = wide_add(by_axis[motion->axis], wide_load(impulse));
        }
    }
    for (int k = 0; k < joint->rails; ++k) {
        by_axis[joint->rail_axis[k]] = k == 0 ? pull.x : k == 1 ? pull.y : pull.z;
    }
    return (WideVec3){by_axis[0], by_axis[1], by_axis[2]};
}

static void add_strain(ArticulationBody3 *body, const WideLanes3 *arm, Wide impulse)
{
    wide_store(body->strain,
               wide_add(wide_load(body->strain), wide_mul(impulse, length3(wide_load3(arm)))));
}

// Lanes in which a body is strained too much for the length of the substep. joint_solver3.c
// increases the moments of such a body. Impacts strain bodies for a substep or two, as when
// ragdolls land; an unstable swing needs longer to grow. A joint island therefore leaves its lane
// at a multiple of the strain, ARTICULATION_STRAIN_MOST: at 6 none of 2500 random chains gains
// energy, at 8 one of 2500 others does, at 16 three of 600. At 4 ragdolls that land cost 8 % more.
// @param scale  of all impulses.
static uint32_t strained_lanes(const LaneGroup *t, float scale)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        wide_store(t->bodies[i].strain, wide_zero());
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const ArticulationJoint3 *joint = &t->joints[i];
        const Wide impulse = length3(pull_by_axis(t, joint));
        add_strain(&t->bodies[joint->parent], &joint->arm[0], impulse);
        add_strain(&t->bodies[joint->child], &joint->arm[1], impulse);
    }
    const Wide swing = wide_mul(
        t->substep, wide_splat(scale * (float)(1.0 / (ARTICULATION_STRAIN_MOST * SWING_MOST))));
    WideMask are = lanes_of(0);
    for (int32_t i = 0; i < t->body_count; ++i) {
        const ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 own = wide_load3(&body->moments);
            const Wide least = wide_minimum(own.x, wide_minimum(own.y, own.z));
            are = wide_or(are, wide_greater(wide_mul(swing, wide_load(body->strain)), least));
        }
    }
    return wide_bits(are);
}

// Lanes in which the angle of a twist is loose, or nearly (limit3.h): joint_rows3.c has the rules;
// or in which a free length has become a long lever.
static uint32_t loose_lanes(const LaneGroup *t)
{
    uint32_t are = 0;
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const ArticulationJoint3 *joint = &t->joints[i];
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            are |= limits_of(t, joint)[k].motion.loose;
        }
        for (int32_t k = 0; k < joint->spring_count; ++k) {
            are |= springs_of(t, joint)[k].motion.loose;
        }
        if (joint->slides) {
            const Wide lever = length3(wide_load3(&joint->gap));
            are |= wide_bits(wide_greater(lever, wide_load(t->root_data->reach)));
        }
    }
    return are;
}

static WideMask same3(WideVec3 a, WideVec3 b)
{
    return wide_and(wide_and(wide_same(a.x, b.x), wide_same(a.y, b.y)), wide_same(a.z, b.z));
}

static bool is_same3(const WideLanes3 *before, WideVec3 now)
{
    return wide_bits(same3(wide_load3(before), now)) == ALL_LANES;
}

// @return whether the inertia is unchanged.
static bool place_inertia(ArticulationBody3 *body, WideQuat rotation)
{
    const WideVec3 moments = wide_load3(&body->moments);
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

// Loads poses: of all bodies at the beginning of a step, of immovable bodies in each substep, as
// other passes move them.
// @return whether the poses are unchanged.
static bool load_poses(const LaneGroup *t, bool all)
{
    _Static_assert(offsetof(BodyPlace3, rotation) == sizeof(Vec3), "a place begins with a row");
    bool same = true;
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (!all && body->is_movable) {
            continue;
        }
        float *rows[WIDE_LANES];
        Wide columns[WIDE];
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            rows[lane] = &t->space->bodies.places.items[body->slot[lane]].center.x;
        }
        wide_load_rows((const float *const *)rows, columns);
        const WideVec3 center = {columns[0], columns[1], columns[2]};
        const WideQuat q =
            wide_quat_normalize((WideQuat){columns[3], columns[4], columns[5], columns[6]});
        row_pointers(t->space->bodies.states.items, body->slot, rows);
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
        body->is_ahead = false; // may be left over from lanes that all left within a step
    }
    return same;
}

// Sets poses to those at the beginning of the next step: bodies do not move in between.
static void end_step(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 center = wide_load3(&body->center);
            wide_store3(&body->center, wide_add3(center, wide_load3(&body->moved)));
            wide_store3(&body->moved, wide_zero3());
            wide_store_quat(&body->rotation, wide_quat_normalize(wide_load_quat(&body->rotation)));
        }
    }
}

// @return whether all inertias are unchanged.
static bool place_inertias(const LaneGroup *t)
{
    bool same = true;
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            same &= place_inertia(body, wide_load_quat(&body->rotation));
        }
    }
    return same;
}

// @return lanes in which another pass has changed the stored velocities.
static uint32_t load_velocities(const LaneGroup *t)
{
    uint32_t changed = 0;
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        float *rows[WIDE_LANES];
        row_pointers(t->space->bodies.states.items, body->slot, rows);
        const WideBody now = load_bodies(rows);
        const WideVec3 v = wide_load3(&body->linear), w = wide_load3(&body->angular);
        const WideMask same = wide_and(same3(v, now.linear), same3(w, now.angular));
        changed |= ~wide_bits(same) & ALL_LANES;
        wide_store3(&body->linear, now.linear);
        wide_store3(&body->angular, now.angular);
    }
    return changed & solved_lanes(t);
}

static void accelerate(const LaneGroup *t)
{
    const Vec3 g = t->space->gravity;
    const WideVec3 pull =
        wide_scale3((WideVec3){wide_splat(g.x), wide_splat(g.y), wide_splat(g.z)}, t->substep);
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            const WideVec3 v = wide_load3(&body->linear);
            wide_store3(&body->linear, wide_add_scaled3(v, pull, wide_load(body->fall)));
        }
    }
}

static void store_velocities(const LaneGroup *t)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        const ArticulationBody3 *body = &t->bodies[i];
        if (body->is_movable) {
            float *rows[WIDE_LANES];
            row_pointers(t->space->bodies.states.items, body->slot, rows);
            const WideBody now = {wide_load3(&body->linear), wide_zero(),
                                  wide_load3(&body->angular), wide_zero()};
            store_bodies(rows, &now, used_lanes(t));
        }
    }
}
