// SPDX-License-Identifier: MIT
// articulation_lanes3.inl: joint islands in the lanes of an articulation, and access to the
// warm-start data of joints. A part of articulation_kernel3.c.

static const JointPart3 *part_of_joint(const JointSet3 *set, const Joint3 *joint, int32_t index)
{
    return &set->parts.items[joint->part_first + index];
}

// Locks of lengths and of angles.
static void fill_locks(const JointSet3 *set, ArticulationJoint3 *joint, const Joint3 *model)
{
    joint->is_fixed = joint->is_hinge = false;
    joint->has_twists = joint3_has_twists(set, model);
    joint->slides = joint3_slides(set, model);
    joint->axis = joint->lock_part = joint->rails = 0;
    unsigned locked = 0;
    for (int32_t k = 0; k < model->part_count; ++k) {
        const JointPart3 *part = part_of_joint(set, model, k);
        for (int axis = 0, row = 0; axis < 3 && joint3_is_rail(part); ++axis) {
            if ((part->axes >> axis & 1) != 0) {
                locked |= 1u << axis;
                joint->rail_axis[joint->rails] = (int8_t)axis;
                joint->rail_part[joint->rails] = (int8_t)k;
                joint->rail_row[joint->rails++] = (int8_t)row++;
            }
        }
        if (part->form == FORM_SWING || part->form == FORM_TURN) {
            joint->is_hinge = part->form == FORM_SWING;
            joint->is_fixed = part->form == FORM_TURN;
            joint->lock_part = (int8_t)k;
            joint->axis = (int8_t)first_axis(AXES_ALL & ~part->axes);
        }
    }
    for (int axis = 0, k = joint->rails; axis < 3; ++axis) {
        if ((locked >> axis & 1) == 0) {
            joint->rail_axis[k++] = (int8_t)axis;
        }
    }
}

static MotionForm form_of_motion(const JointPart3 *part)
{
    if (!part->is_angular) {
        return part->form == FORM_DISTANCE ? MOTION_DISTANCE : MOTION_ALONG;
    }
    return part->form == FORM_CONE    ? MOTION_CONE
           : part->kind == PART_DRIVE ? MOTION_ABOUT
                                      : MOTION_TWIST;
}

static void fill_motion(ArticulationMotion3 *motion, const JointPart3 *part, int32_t index,
                        int axis, int row)
{
    const bool is_single_angle = part->is_angular && axis_count(part->axes) == 1;
    motion->part = (int8_t)index;
    motion->row = (int8_t)row;
    motion->form = (uint8_t)form_of_motion(part);
    motion->axis = (int8_t)axis;
    motion->counts = is_single_angle && (part->kind != PART_LOCK || joint3_is_spring(part));
}

static int axis_of_motion(const JointPart3 *part)
{
    return first_axis(part->form == FORM_CONE ? AXES_ALL & ~part->axes : part->axes);
}

// Place of a hard limit among those of its joint: a cone, then angles by their axes, then lengths.
static int place_of_limit(const JointPart3 *part)
{
    return part->form == FORM_CONE ? 0 : (part->is_angular ? 1 : 4) + first_axis(part->axes);
}

// @param limits  with room for those of the joint. @return their number.
static int32_t fill_limits(const JointSet3 *set, const Joint3 *model, ArticulationLimit3 *limits)
{
    int32_t count = 0;
    for (int place = 0; place < 7; ++place) {
        for (int32_t k = 0; k < model->part_count; ++k) {
            const JointPart3 *part = part_of_joint(set, model, k);
            if (joint3_is_limit(part) && place_of_limit(part) == place) {
                limits[count].is_lock = part->kind == PART_LOCK || part->low == part->high;
                fill_motion(&limits[count++].motion, part, k, axis_of_motion(part), 0);
            }
        }
    }
    return count;
}

// @param springs  with room for those of the joint. @return their number.
static int32_t fill_springs(const JointSet3 *set, const Joint3 *model, ArticulationSpring3 *springs)
{
    int32_t count = 0;
    for (int32_t k = 0; k < model->part_count; ++k) {
        const JointPart3 *part = part_of_joint(set, model, k);
        const bool is_lock = part->kind == PART_LOCK;
        for (int axis = 0, row = 0; axis < 3 && joint3_is_spring(part); ++axis) {
            if (is_lock ? (part->axes >> axis & 1) != 0 : axis == 0) {
                springs[count].is_range = part->kind == PART_RANGE;
                fill_motion(&springs[count++].motion, part, k,
                            is_lock ? axis : axis_of_motion(part), row++);
            }
        }
    }
    return count;
}

static const Joint3 *model_of(const JointSet3 *set, const ArticulationKind3 *kind,
                              const ArticulationStep3 *step)
{
    const JointIsland3 *model = &set->joint_islands.items[kind->model];
    return joint_set3_ordered(set, model->joint_first + step->joint);
}

static void fill_joint(const JointSet3 *set, const Articulation3 *articulation,
                       const ArticulationStep3 *step, ArticulationJoint3 *joint)
{
    joint->parent = step->parent;
    joint->child = step->child;
    joint->above = step->above;
    joint->child_is_b = step->child_is_b;
    joint->is_leaf = step->is_leaf;
    for (int lane = 0; lane < WIDE_LANES; ++lane) {
        const JointIsland3 *joint_island =
            &set->joint_islands.items[articulation->joint_island[lane]];
        joint->joint[lane] = set->layout.ordered.items[joint_island->joint_first + step->joint];
    }
    fill_locks(set, joint, model_of(set, &set->kinds.items[articulation->kind], step));
}

static void fill(const JointSet3 *set, const Articulation3 *articulation)
{
    const ArticulationKind3 *kind = &set->kinds.items[articulation->kind];
    const JointIsland3 *model = &set->joint_islands.items[kind->model];
    const ArticulationThings things = things_of(kind, articulation->index);
    for (int32_t i = 0; i < kind->body_count; ++i) {
        ArticulationBody3 *body = &things.bodies[i];
        body->is_movable = set->bodies.items[model->body_first + i].is_movable;
        body->is_ahead = false;
        for (int lane = 0; lane < WIDE_LANES; ++lane) {
            const JointIsland3 *joint_island =
                &set->joint_islands.items[articulation->joint_island[lane]];
            body->slot[lane] = set->bodies.items[joint_island->body_first + i].slot;
        }
    }
    int32_t limits = 0, springs = 0;
    for (int32_t i = 0; i < kind->joint_count; ++i) {
        ArticulationJoint3 *joint = &things.joints[i];
        const ArticulationStep3 *step = &kind->steps.items[i];
        fill_joint(set, articulation, step, joint);
        const Joint3 *source = model_of(set, kind, step);
        joint->limit_first = limits;
        joint->spring_first = springs;
        joint->limit_count = fill_limits(set, source, &things.limits[limits]);
        joint->spring_count = fill_springs(set, source, &things.springs[springs]);
        limits += joint->limit_count;
        springs += joint->spring_count;
    }
}

static ArticulationThings things_of_joint(const JointSet3 *set, const Joint3 *joint)
{
    const Articulation3 *articulation = &set->articulations.items[joint->articulation - 1];
    return things_of(&set->kinds.items[articulation->kind], articulation->index);
}

static ArticulationJoint3 *held_joint(const JointSet3 *set, const Joint3 *joint)
{
    return &things_of_joint(set, joint).joints[joint->articulation_joint];
}

static DVec3 lane_of(const WideLanes3 *v, int lane)
{
    return (DVec3){(double)v->x[lane], (double)v->y[lane], (double)v->z[lane]};
}

// Impulse on B along or about an axis of the world, of that on the child.
static RowMemory3 memory_of_lock(const ArticulationJoint3 *joint, const WideLanes3 *impulse,
                                 int lane, int axis)
{
    const double own = dvec3_part(lane_of(impulse, lane), axis);
    return (RowMemory3){joint->child_is_b ? own : -own, ROW_FREE, SIDE_NONE};
}

// Index of the rail of a row.
static int rail_of(const ArticulationJoint3 *joint, int32_t part, int32_t row)
{
    int k = 0;
    while (k < joint->rails - 1 && (joint->rail_part[k] != part || joint->rail_row[k] != row)) {
        ++k;
    }
    return k;
}

static RowMemory3 memory_of_limit(const ArticulationLimit3 *limit, int lane)
{
    const bool is_low = limit->side[lane] > 0.0f, is_high = limit->side[lane] < 0.0f;
    return (RowMemory3){(double)limit->impulse[lane],
                        limit->active[lane] > 0.0f ? ROW_FREE
                        : is_low                   ? ROW_AT_LOW
                                                   : ROW_AT_HIGH,
                        is_low    ? SIDE_LOW
                        : is_high ? SIDE_HIGH
                                  : SIDE_NONE};
}

static bool is_of(const ArticulationMotion3 *motion, int32_t part, int32_t row)
{
    return motion->part == part && motion->row == row;
}

static RowMemory3 memory(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                         int32_t row)
{
    const ArticulationThings things = things_of_joint(set, joint);
    const ArticulationJoint3 *held = &things.joints[joint->articulation_joint];
    const int lane = joint->articulation_lane;
    const int32_t index = (int32_t)(part - part_of_joint(set, joint, 0));
    for (int32_t k = 0; k < held->spring_count; ++k) {
        const ArticulationSpring3 *spring = &things.springs[held->spring_first + k];
        if (is_of(&spring->motion, index, row)) {
            return memory_of_spring(spring, lane);
        }
    }
    for (int32_t k = 0; k < held->limit_count; ++k) {
        const ArticulationLimit3 *limit = &things.limits[held->limit_first + k];
        if (is_of(&limit->motion, index, row)) {
            return memory_of_limit(limit, lane);
        }
    }
    switch (part->form) {
    case FORM_POINT: return memory_of_lock(held, &held->pull, lane, row);
    case FORM_TURN: return memory_of_lock(held, &held->lock_turn, lane, row);
    case FORM_SWING:
        return (RowMemory3){(double)held->lock_impulse[row][lane], ROW_FREE, SIDE_NONE};
    default: break;
    }
    const double impulse = dvec3_part(lane_of(&held->pull, lane), rail_of(held, index, row));
    return (RowMemory3){impulse, ROW_FREE, SIDE_NONE};
}

static bool counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle)
{
    const ArticulationThings things = things_of_joint(set, joint);
    const ArticulationJoint3 *held = &things.joints[joint->articulation_joint];
    for (int32_t k = 0; k < held->limit_count + held->spring_count; ++k) {
        const int32_t spring = k - held->limit_count;
        const ArticulationMotion3 *motion =
            spring < 0 ? &things.limits[held->limit_first + k].motion
                       : &things.springs[held->spring_first + spring].motion;
        if (motion->counts && motion->axis == axis) {
            *angle = (double)motion->value[joint->articulation_lane];
            return true;
        }
    }
    return false;
}

static DVec3 rail(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part, int32_t row)
{
    const ArticulationJoint3 *held = held_joint(set, joint);
    const int32_t index = (int32_t)(part - part_of_joint(set, joint, 0));
    const DVec3 along = lane_of(&held->rail[rail_of(held, index, row)], joint->articulation_lane);
    return held->child_is_b ? along : dvec3_negate(along);
}

static DVec3 arm(const JointSet3 *set, const Joint3 *joint, int side)
{
    const ArticulationJoint3 *held = held_joint(set, joint);
    return lane_of(&held->arm[held->child_is_b ? side : 1 - side], joint->articulation_lane);
}
