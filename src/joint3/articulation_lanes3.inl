// SPDX-License-Identifier: MIT
// articulation_lanes3.inl: joint islands in the lanes of an articulation, and access to the
// warm-start data of joints. A part of articulation_kernel3.c.

static const JointPart3 *part_of_joint(const JointSet3 *set, const Joint3 *joint, int32_t index)
{
    return &set->parts.items[joint->part_first + index];
}

enum { OF_CONE = 1, OF_TWIST = 2 }; // bits of ArticulationJoint3.limited

static void fill_parts(const JointSet3 *set, ArticulationJoint3 *joint, const Joint3 *model)
{
    joint->is_fixed = joint->is_slider = joint->is_hinge = false;
    joint->has_cone = joint->has_twist = false;
    joint->has_twists = joint3_has_twists(set, model);
    joint->limited = joint->locks = joint->counted = 0;
    joint->axis = 0;
    joint->lock_part = joint->cone_part = joint->twist_part = 0;
    for (int32_t k = 0; k < model->part_count; ++k) {
        const JointPart3 *part = part_of_joint(set, model, k);
        if (part->form == FORM_POINT || joint3_is_spring(part)) {
            continue;
        }
        if (joint3_is_rail(part)) {
            joint->is_slider = true;
            joint->axis = (int8_t)first_axis(AXES_ALL & ~part->axes);
        } else if (joint->is_slider && part->form != FORM_TURN) {
            joint->twist_part = (int8_t)k;
            joint->limited |= OF_TWIST;
        } else if (part->form == FORM_TWIST) {
            const uint8_t bit = joint->has_twists ? (uint8_t)part->axes : OF_TWIST;
            joint->has_twist |= !joint->has_twists;
            joint->limited |= bit;
            joint->locks |= part->kind == PART_LOCK || part->low == part->high ? bit : 0;
            joint->counted |= part->kind != PART_LOCK ? bit : 0;
            joint->twist_part = joint->twist_parts[first_axis(part->axes)] = (int8_t)k;
            joint->axis = (int8_t)first_axis(part->axes);
        } else if (part->form == FORM_SWING || part->form == FORM_TURN) {
            joint->is_hinge = part->form == FORM_SWING;
            joint->is_fixed = part->form == FORM_TURN;
            joint->lock_part = (int8_t)k;
            joint->axis =
                joint->is_hinge ? (int8_t)first_axis(AXES_ALL & ~part->axes) : joint->axis;
        } else {
            joint->has_cone = true;
            joint->limited |= OF_CONE;
            joint->cone_part = (int8_t)k;
            joint->axis = (int8_t)first_axis(AXES_ALL & ~part->axes);
        }
    }
}

static bool is_single_angle(const JointPart3 *part)
{
    return part->is_angular && axis_count(part->axes) == 1;
}

// @param springs  with room for those of the joint. @return their number.
static int32_t fill_springs(const JointSet3 *set, const Joint3 *model, ArticulationSpring3 *springs)
{
    int32_t count = 0;
    for (int32_t k = 0; k < model->part_count; ++k) {
        const JointPart3 *part = part_of_joint(set, model, k);
        if (!joint3_is_spring(part)) {
            continue;
        }
        ArticulationSpring3 *spring = &springs[count++];
        const bool is_about = part->kind == PART_DRIVE || !part->is_angular;
        spring->part = (int8_t)k;
        spring->form = is_about                  ? SPRING_ABOUT
                       : part->form == FORM_CONE ? SPRING_CONE
                                                 : SPRING_TWIST;
        spring->axis =
            (int8_t)first_axis(part->form == FORM_CONE ? AXES_ALL & ~part->axes : part->axes);
        spring->is_range = part->kind == PART_RANGE;
        spring->counts = is_single_angle(part);
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
    fill_parts(set, joint, model_of(set, &set->kinds.items[articulation->kind], step));
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
    int32_t springs = 0;
    for (int32_t i = 0; i < kind->joint_count; ++i) {
        ArticulationJoint3 *joint = &things.joints[i];
        const ArticulationStep3 *step = &kind->steps.items[i];
        fill_joint(set, articulation, step, joint);
        joint->spring_first = springs;
        joint->spring_count =
            fill_springs(set, model_of(set, kind, step), &things.springs[springs]);
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

// Impulse of a rail.
static RowMemory3 memory_of_rail(const ArticulationJoint3 *joint, int lane, int row)
{
    return (RowMemory3){dvec3_part(lane_of(&joint->pull, lane), row), ROW_FREE, SIDE_NONE};
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

// The spring of a part. @return NULL where it is not a spring.
static const ArticulationSpring3 *spring_of_part(const JointSet3 *set, const Joint3 *joint,
                                                 const JointPart3 *part)
{
    const ArticulationJoint3 *held = held_joint(set, joint);
    const ArticulationSpring3 *springs = &things_of_joint(set, joint).springs[held->spring_first];
    for (int32_t k = 0; k < held->spring_count; ++k) {
        if (part == part_of_joint(set, joint, springs[k].part)) {
            return &springs[k];
        }
    }
    return NULL;
}

static RowMemory3 memory(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                         int32_t row)
{
    ArticulationJoint3 *held = held_joint(set, joint);
    const int lane = joint->articulation_lane;
    const ArticulationSpring3 *spring = spring_of_part(set, joint, part);
    if (spring != NULL) {
        return memory_of_spring(spring, lane);
    }
    switch (part->form) {
    case FORM_POINT: return memory_of_lock(held, &held->pull, lane, row);
    case FORM_TURN: return memory_of_lock(held, &held->lock_turn, lane, row);
    case FORM_SWING:
        return (RowMemory3){(double)held->lock_impulse[row][lane], ROW_FREE, SIDE_NONE};
    case FORM_CONE: return memory_of_limit(&held->limits[0], lane);
    default: break;
    }
    if (joint3_is_rail(part)) {
        return memory_of_rail(held, lane, row);
    }
    const int index = held->has_twists ? first_axis(part->axes) : 1;
    return memory_of_limit(articulation_limit(held, index), lane);
}

static bool counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle)
{
    ArticulationJoint3 *held = held_joint(set, joint);
    const int index = held->has_twists ? axis : 1;
    const bool counts =
        (held->has_twists || held->axis == axis) && (held->counted >> index & 1) != 0;
    if (counts) {
        *angle = (double)articulation_limit(held, index)->motion.value[joint->articulation_lane];
        return true;
    }
    const ArticulationSpring3 *springs = &things_of_joint(set, joint).springs[held->spring_first];
    for (int32_t k = 0; k < held->spring_count; ++k) {
        if (springs[k].counts && springs[k].axis == axis) {
            *angle = (double)springs[k].motion.value[joint->articulation_lane];
            return true;
        }
    }
    return false;
}

static DVec3 rail(const JointSet3 *set, const Joint3 *joint, int32_t row)
{
    const ArticulationJoint3 *held = held_joint(set, joint);
    const DVec3 along = lane_of(&held->rail[row], joint->articulation_lane);
    return held->child_is_b ? along : dvec3_negate(along);
}

static DVec3 arm(const JointSet3 *set, const Joint3 *joint, int side)
{
    const ArticulationJoint3 *held = held_joint(set, joint);
    return lane_of(&held->arm[held->child_is_b ? side : 1 - side], joint->articulation_lane);
}
