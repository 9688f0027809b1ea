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
    }
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
                       int8_t index, bool is_lock, int lane)
{
    const JointPart3 *part = &set->parts.items[joint->part_first + index];
    const int axis = first_axis(part->axes);
    const JointRow3 *row = &set->rows.items[part->row_first];
    const bool is_range = part->kind == PART_RANGE;
    limit->motion.low[lane] = is_range ? (float)part->low : 0.0f;
    limit->motion.high[lane] = is_range ? (float)part->high : 0.0f;
    limit->motion.value[lane] = (float)joint->angle[axis];
    limit->motion.unknown |= (uint32_t)(~joint->known >> axis & 1) << lane;
    limit->side[lane] = row->side == SIDE_LOW ? 1.0f : row->side == SIDE_HIGH ? -1.0f : 0.0f;
    limit->active[lane] =
        row->state == ROW_FREE && (row->side != SIDE_NONE || is_lock) ? 1.0f : 0.0f;
    limit->impulse[lane] = (float)row->impulse;
}

// Impulse of three rows along or about the axes of the world.
static Vec3 impulse_on_child(const ArticulationJoint3 *joint, const JointRow3 *rows)
{
    const float sign = joint->child_is_b ? 1.0f : -1.0f;
    return (Vec3){sign * (float)rows[0].impulse, sign * (float)rows[1].impulse,
                  sign * (float)rows[2].impulse};
}

// The end of a slider's motion that is nearer. One without a range has none.
static void load_slide(ArticulationJoint3 *joint, const JointSet3 *set, const Joint3 *source,
                       int lane)
{
    ArticulationLimit3 *limit = &joint->limits[1];
    if (joint->limited != 0) {
        load_limit(limit, set, source, joint->twist_part, false, lane);
    } else {
        limit->motion.low[lane] = -ENDLESS;
        limit->motion.high[lane] = ENDLESS;
        limit->motion.value[lane] = 0.0f;
        limit->side[lane] = limit->active[lane] = limit->impulse[lane] = 0.0f;
    }
    limit->motion.unknown = 0; // it is a length
}

static void load_joints(const LaneGroup *t)
{
    const JointSet3 *set = t->set;
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        const int a = joint->child_is_b ? 0 : 1;
        for (unsigned left = joint->limited | OF_TWIST; left != 0; left &= left - 1) {
            articulation_limit(joint, first_axis(left))->motion.unknown = 0;
        }
        clear_springs(t, joint);
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
            const Vec3 rails = {(float)row[0].impulse, (float)row[1].impulse, 0.0f};
            set_lane(&joint->pull, lane, joint->is_slider ? rails : impulse_on_child(joint, row));
            const JointRow3 *lock = &set->rows.items[parts[joint->lock_part].row_first];
            if (joint->is_hinge) {
                joint->lock_impulse[0][lane] = (float)lock[0].impulse;
                joint->lock_impulse[1][lane] = (float)lock[1].impulse;
            } else if (joint->is_fixed) {
                set_lane(&joint->lock_turn, lane, impulse_on_child(joint, lock));
            }
            if (joint->has_cone) {
                load_limit(&joint->limits[0], set, source, joint->cone_part, false, lane);
            }
            for (unsigned left = joint->has_twists ? joint->limited : 0; left != 0;
                 left &= left - 1) {
                const int axis = first_axis(left);
                load_limit(articulation_limit(joint, axis), set, source, joint->twist_parts[axis],
                           (joint->locks >> axis & 1) != 0, lane);
            }
            if (joint->is_slider) {
                load_slide(joint, set, source, lane);
            } else if (joint->has_twist) {
                load_limit(&joint->limits[1], set, source, joint->twist_part,
                           (joint->locks & OF_TWIST) != 0, lane);
            }
            for (int32_t k = 0; k < joint->spring_count; ++k) {
                load_spring(&springs_of(t, joint)[k], set, source, lane);
            }
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
        for (unsigned left = joint->limited; left != 0; left &= left - 1) {
            scale_lanes(articulation_limit(joint, first_axis(left))->impulse, scale);
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

// [N s] Impulse of a slider along its motion: of the end and of springs.
static Wide push_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    Wide sum = wide_zero();
    if (joint->limited != 0) {
        sum = wide_add(sum, wide_load(joint->limits[1].impulse));
    }
    for (int32_t k = 0; k < joint->spring_count; ++k) {
        sum = wide_add(sum, wide_load(springs_of(t, joint)[k].impulse));
    }
    return sum;
}

// [N s] Impulse of a joint on its child's point.
static WideVec3 pull_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    const WideVec3 pull = wide_load3(&joint->pull);
    if (!joint->is_slider) {
        return pull;
    }
    const WideVec3 push =
        wide_scale3(wide_load3(&joint->limits[1].motion.direction), push_of(t, joint));
    return wide_add_scaled3(wide_add_scaled3(push, wide_load3(&joint->rail[0]), pull.x),
                            wide_load3(&joint->rail[1]), pull.y);
}

// [N s] Its size, also before joints are measured: axes of a slider are orthogonal.
static Wide strength_of(const LaneGroup *t, const ArticulationJoint3 *joint)
{
    WideVec3 pull = wide_load3(&joint->pull);
    pull.z = joint->is_slider ? push_of(t, joint) : pull.z;
    return length3(pull);
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
        const Wide impulse = strength_of(t, joint);
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

// Lanes in which the angle of a twist is loose, or nearly (limit3.h): joint_rows3.c has the rules.
static uint32_t loose_lanes(const LaneGroup *t)
{
    uint32_t are = 0;
    for (int32_t i = 0; i < t->joint_count; ++i) {
        ArticulationJoint3 *joint = &t->joints[i];
        const bool may = joint->has_twists || (joint->has_twist && !joint->is_hinge);
        const unsigned twists = joint->has_twists ? joint->limited : OF_TWIST;
        for (unsigned left = may ? twists : 0; left != 0; left &= left - 1) {
            are |= articulation_limit(joint, first_axis(left))->motion.loose;
        }
        for (int32_t k = 0; k < joint->spring_count; ++k) {
            are |= springs_of(t, joint)[k].motion.loose;
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
