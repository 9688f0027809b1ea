// SPDX-License-Identifier: MIT
// articulation3.c: kinds of joint islands, and the assignment of awake ones to articulations.
#include "joint3/articulation3.h"

#include <math.h>

#include "joint3/limit3.h"
#include "space3/space3.h"

enum { ALIKE_LEAST = 2 }; // a single island costs more in an articulation than by itself

void tum_articulations3_clear(JointSet3 *set, const TumAllocator *allocator)
{
    for (size_t i = 0; i < set->kinds.count; ++i) {
        ArticulationKind3 *kind = &set->kinds.items[i];
        array_free(&kind->steps, allocator);
        array_free(&kind->lines, allocator);
    }
    set->kinds.count = set->articulations.count = set->jobs.count = set->gathered.count = 0;
}

static const JointPart3 *part_of(const JointSet3 *set, const Joint3 *joint, int32_t index)
{
    return &set->parts.items[joint->part_first + index];
}

static bool is_equality(const JointPart3 *part)
{
    return part->kind == PART_LOCK || (part->kind == PART_RANGE && part->low == part->high);
}

static bool locks_axes(const JointPart3 *part)
{
    return !joint3_is_spring(part) && (part->form == FORM_SWING || part->form == FORM_TURN ||
                                       (part->form == FORM_TWIST && is_equality(part)));
}

/// Axes of the parts of a joint, by what these do.
typedef struct JointAxes {
    unsigned locked[2];  // by locks of lengths and of several angles,
    unsigned limited[2]; // and by hard limits of one axis: of lengths, of angles
    unsigned sprung[2];
    unsigned counted;
    bool has_cone, has_distance;
} JointAxes;

// Whether a part is one of those that articulations have.
static bool is_known_part(const JointPart3 *part)
{
    const bool is_single = axis_count(part->axes) == 1;
    const bool is_lock = part->kind == PART_LOCK && !part->is_angular;
    const bool is_known_form = part->is_angular
                                   ? part->form == FORM_SWING || part->form == FORM_TURN ||
                                         part->form == FORM_CONE || part->form == FORM_TWIST
                                   : is_single || is_lock || part->form == FORM_DISTANCE;
    return is_known_form && !part->may_lock && !part->is_open && !part->is_implied;
}

// Adds a part. @return false where it meets others of its kind on an axis.
static bool add_axes(JointAxes *sum, const JointPart3 *part)
{
    const int kind = part->is_angular ? 1 : 0;
    const bool is_single = axis_count(part->axes) == 1;
    const bool counts = part->is_angular && is_single;
    if (joint3_is_spring(part)) {
        sum->sprung[kind] |= part->axes;
        sum->counted |= counts ? part->axes : 0;
        return true;
    }
    const unsigned taken = sum->locked[kind] | sum->limited[kind];
    if (part->form == FORM_CONE) {
        // It is orthogonal to the twist about its axis, and to no other angle.
        const bool fits = !sum->has_cone && (sum->limited[1] & part->axes) == 0;
        sum->has_cone = true;
        return fits;
    }
    if (part->form == FORM_DISTANCE) {
        const bool fits = taken == 0;
        sum->has_distance = true;
        return fits;
    }
    const bool is_limit = joint3_is_limit(part);
    *(is_limit ? &sum->limited[kind] : &sum->locked[kind]) |= part->axes;
    sum->counted |= counts && part->kind == PART_RANGE ? part->axes : 0;
    return (taken & part->axes) == 0;
}

// Supported joints: a point, or lengths along some axes of A; angles that are locked, or two of
// them, or limited; and springs. Locked angles have no springs, and directions of limits that are
// not orthogonal are those of single angles alone.
static bool is_known(const JointSet3 *set, const Joint3 *joint)
{
    JointAxes axes = {0};
    bool fits = joint->part_count > 0, has_cone_of[3] = {false};
    for (int32_t k = 0; k < joint->part_count && fits; ++k) {
        const JointPart3 *part = part_of(set, joint, k);
        fits = is_known_part(part) && add_axes(&axes, part) && (k == 0 || part->form != FORM_POINT);
        if (part->form == FORM_CONE && !joint3_is_spring(part)) {
            has_cone_of[first_axis(AXES_ALL & ~part->axes)] = true;
        }
    }
    for (int axis = 0; axis < 3 && axes.has_cone; ++axis) {
        fits &= has_cone_of[axis] || (axes.limited[1] >> axis & 1) == 0;
    }
    const bool has_lengths = axes.limited[0] != 0 || axes.locked[0] != 0;
    const bool locks_angles = axes.locked[1] != 0;
    return fits && joint->counts == axes.counted && !(axes.has_distance && has_lengths) &&
           !(locks_angles && axes.has_cone) && (axes.locked[1] & axes.sprung[1]) == 0 &&
           (axes.locked[0] & axes.sprung[0]) == 0;
}

// Whether joints connect all bodies, an immovable one included, without a loop.
static bool is_tree(const JointSet3 *set, const JointIsland3 *joint_island)
{
    int32_t immovable = 0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        immovable += !set->bodies.items[joint_island->body_first + i].is_movable;
    }
    return immovable <= 1 && joint_island->joint_count == joint_island->body_count - 1;
}

static bool is_fit(const JointSet3 *set, const JointIsland3 *joint_island)
{
    if (joint_island->joint_sweep != NONE || set->by_definition ||
        joint_island->joint_count > ARTICULATION_JOINTS_MOST || !is_tree(set, joint_island)) {
        return false;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        if (!is_known(set, joint_island3_joint(set, joint_island, i))) {
            return false;
        }
    }
    return true;
}

static bool are_alike_joints(const JointSet3 *set, const Joint3 *a, const Joint3 *b)
{
    bool alike = a->part_count == b->part_count;
    for (int32_t i = 0; i < a->part_count && alike; ++i) {
        const JointPart3 *p = part_of(set, a, i), *q = part_of(set, b, i);
        alike = p->form == q->form && p->kind == q->kind && p->axes == q->axes &&
                p->row_count == q->row_count && is_equality(p) == is_equality(q) &&
                is_finite64(p->stiffness) == is_finite64(q->stiffness);
    }
    return alike;
}

static bool are_alike(const JointSet3 *set, const JointIsland3 *a, const JointIsland3 *b)
{
    bool alike = a->body_count == b->body_count && a->joint_count == b->joint_count;
    for (int32_t i = 0; i < a->body_count && alike; ++i) {
        alike = set->bodies.items[a->body_first + i].is_movable ==
                set->bodies.items[b->body_first + i].is_movable;
    }
    for (int32_t i = 0; i < a->joint_count && alike; ++i) {
        const Joint3 *p = joint_island3_joint(set, a, i), *q = joint_island3_joint(set, b, i);
        alike = p->body[0] - a->body_first == q->body[0] - b->body_first &&
                p->body[1] - a->body_first == q->body[1] - b->body_first &&
                are_alike_joints(set, p, q);
    }
    return alike;
}

static ArticulationKind3 *find_kind(JointSet3 *set, int32_t index, const TumAllocator *allocator)
{
    const JointIsland3 *joint_island = &set->joint_islands.items[index];
    for (size_t i = 0; i < set->kinds.count; ++i) {
        if (are_alike(set, &set->joint_islands.items[set->kinds.items[i].model], joint_island)) {
            return &set->kinds.items[i];
        }
    }
    ArticulationKind3 *kind = array_push(&set->kinds, allocator);
    if (kind != NULL) {
        *kind = (ArticulationKind3){.model = index};
    }
    return kind;
}

// The immovable body, or else the body with most joints: this keeps the tree shallow.
static int32_t find_root(const JointSet3 *set, const JointIsland3 *joint_island)
{
    int32_t joints[ARTICULATION_JOINTS_MOST + 1] = {0};
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        ++joints[joint->body[0] - joint_island->body_first];
        ++joints[joint->body[1] - joint_island->body_first];
    }
    int32_t root = 0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        if (!set->bodies.items[joint_island->body_first + i].is_movable) {
            return i;
        }
        root = joints[i] > joints[root] ? i : root;
    }
    return root;
}

// Joints from the last to the first, in the order in which the tree reaches them from the root.
static void plan(const JointSet3 *set, ArticulationKind3 *kind)
{
    const JointIsland3 *model = &set->joint_islands.items[kind->model];
    bool is_reached[ARTICULATION_JOINTS_MOST + 1] = {false},
                                               has_children[ARTICULATION_JOINTS_MOST + 1] = {false};
    int32_t left = kind->joint_count;
    kind->root = find_root(set, model);
    is_reached[kind->root] = true;
    while (left > 0) {
        for (int32_t i = 0; i < kind->joint_count; ++i) {
            const Joint3 *joint = joint_island3_joint(set, model, i);
            const int32_t a = joint->body[0] - model->body_first;
            const int32_t b = joint->body[1] - model->body_first;
            if (is_reached[a] == is_reached[b]) {
                continue; // both reached: placed already; neither: a later round
            }
            ArticulationStep3 *step = &kind->steps.items[--left];
            *step = (ArticulationStep3){.joint = i,
                                        .parent = is_reached[a] ? a : b,
                                        .child = is_reached[a] ? b : a,
                                        .child_is_b = is_reached[a]};
            is_reached[a] = is_reached[b] = has_children[step->parent] = true;
        }
    }
    for (int32_t i = 0; i < kind->joint_count; ++i) {
        ArticulationStep3 *step = &kind->steps.items[i];
        step->is_leaf = !has_children[step->child];
        step->above = NONE;
        for (int32_t k = 0; k < kind->joint_count; ++k) {
            const ArticulationStep3 *other = &kind->steps.items[k];
            step->above = other->child == step->parent ? k : step->above;
        }
    }
    kind->steps.count = (size_t)kind->joint_count;
}

static void count_motions(const JointSet3 *set, const JointIsland3 *joint_island,
                          ArticulationKind3 *kind)
{
    kind->limit_count = kind->spring_count = 0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        for (int32_t k = 0; k < joint->part_count; ++k) {
            const JointPart3 *part = part_of(set, joint, k);
            kind->limit_count += joint3_is_limit(part);
            kind->spring_count += !joint3_is_spring(part)   ? 0
                                  : part->kind == PART_LOCK ? axis_count(part->axes)
                                                            : 1;
        }
    }
}

static bool make_room(JointSet3 *set, ArticulationKind3 *kind, const TumAllocator *allocator)
{
    const JointIsland3 *model = &set->joint_islands.items[kind->model];
    const size_t lanes = (size_t)set->articulation_kernel->lanes;
    const size_t articulations = ((size_t)kind->members + lanes - 1) / lanes;
    kind->body_count = model->body_count;
    kind->joint_count = model->joint_count;
    count_motions(set, model, kind);
    kind->articulation_lines = set->articulation_kernel->bytes(kind) / sizeof(ArticulationLine3);
    return array_reserve(&kind->steps, (size_t)kind->joint_count, allocator) &&
           array_reserve(&kind->lines, articulations * kind->articulation_lines, allocator);
}

bool tum_articulations3_lay_out(JointSet3 *set, const TumAllocator *allocator)
{
    for (size_t i = 0; i < set->joint_islands.count; ++i) {
        JointIsland3 *joint_island = &set->joint_islands.items[i];
        joint_island->kind = NONE;
        if (set->kinds.count < KINDS_MOST && is_fit(set, joint_island)) {
            ArticulationKind3 *kind = find_kind(set, (int32_t)i, allocator);
            if (kind == NULL) {
                return false;
            }
            ++kind->members;
            joint_island->kind = (int32_t)(kind - set->kinds.items);
        }
    }
    bool done = array_reserve(&set->articulations, set->joint_islands.count, allocator) &&
                array_reserve(&set->jobs, set->joint_islands.count, allocator) &&
                array_reserve(&set->gathered, set->joint_islands.count, allocator);
    for (size_t i = 0; i < set->kinds.count && done; ++i) {
        ArticulationKind3 *kind = &set->kinds.items[i];
        if (kind->members >= ALIKE_LEAST) {
            done = make_room(set, kind, allocator);
            if (done) {
                plan(set, kind);
            }
        }
    }
    return done;
}

// Articulations do not support joints with moving frames, ranges or targets.
static bool moves(const JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        if (joint->is_moving) {
            return true;
        }
    }
    return false;
}

static void add_articulation(JointSet3 *set, int32_t kind)
{
    Articulation3 *articulation = &set->articulations.items[set->articulations.count++];
    *articulation = (Articulation3){.kind = kind, .index = set->kinds.items[kind].articulations++};
    set->jobs.items[set->jobs.count++] =
        (JointJob3){.joint_island = NONE, .articulation = (int32_t)set->articulations.count - 1};
}

// Joints record their articulation, place and lane.
static void name_articulation(JointSet3 *set, int32_t index)
{
    const Articulation3 *articulation = &set->articulations.items[index];
    const ArticulationKind3 *kind = &set->kinds.items[articulation->kind];
    for (int32_t lane = 0; lane < articulation->lanes; ++lane) {
        const JointIsland3 *joint_island =
            &set->joint_islands.items[articulation->joint_island[lane]];
        for (int32_t i = 0; i < kind->joint_count; ++i) {
            const int32_t slot =
                set->layout.ordered.items[joint_island->joint_first + kind->steps.items[i].joint];
            Joint3 *joint = &set->joints.items[slot];
            joint->articulation = index + 1;
            joint->articulation_joint = i;
            joint->articulation_lane = lane;
        }
    }
}

// Limits of ratios within which single precision suffices: light bodies must not hold heavy ones. A
// chain of equal bodies may have the length of the longest articulation.
static const double BURDEN_MOST = 64.0; // mass of the bodies beyond a body to its own
static const double HEAVIER_MOST = 1e3; // total mass to the least mass

// [1/s], [1/s^2] Damping and stiffness of a spring to the least moment, of a slider to the least
// mass: beyond, its impulse is the small difference of large numbers.
static const double DAMPING_MOST = 1e6, STIFFNESS_MOST = 1e8;

static double mass_of(const Space3 *space, const JointIsland3 *joint_island, int32_t index)
{
    const JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + index];
    return body->is_movable ? 1.0 / (double)space->bodies.masses.items[body->slot].inverse_mass
                            : (double)INFINITY;
}

// Whether no body holds too much for its mass on the side away from the root.
static bool bears_its_burdens(const Space3 *space, const JointIsland3 *joint_island)
{
    const ArticulationKind3 *kind = &space->joints.kinds.items[joint_island->kind];
    double beyond[ARTICULATION_JOINTS_MOST + 1] = {0.0};
    bool bears = true;
    for (size_t i = 0; i < kind->steps.count; ++i) {
        const int32_t child = kind->steps.items[i].child;
        const double own = mass_of(space, joint_island, child);
        bears &= beyond[child] <= BURDEN_MOST * own;
        beyond[kind->steps.items[i].parent] += beyond[child] + own;
    }
    return bears && beyond[kind->root] <= BURDEN_MOST * mass_of(space, joint_island, kind->root);
}

// Mask of the axes whose angles a joint locks.
static unsigned locked_axes(const JointSet3 *set, const Joint3 *joint)
{
    unsigned axes = 0;
    for (int32_t k = 0; k < joint->part_count; ++k) {
        const JointPart3 *part = part_of(set, joint, k);
        axes |= locks_axes(part) ? part->axes : 0;
    }
    return axes;
}

// [m] Lever of a body about the angles that a joint locks: of one angle, what is across its axis.
static double lever_of(const Joint3 *joint, int side, unsigned locked)
{
    const DVec3 arm = joint->frame[side].position;
    return axis_count(locked) == 1
               ? dvec3_length(dvec3_cross(arm, column_of(joint->axes[side], first_axis(locked))))
               : dvec3_length(arm);
}

// [m] Length over which bodies turn as one: the longest path from centre of mass to centre of mass
// through joints that lock angles, and the longest arm of any joint. A straight chain of hinges is
// a rod about their other axes.
static double stiff_length(const JointSet3 *set, const JointIsland3 *joint_island)
{
    const ArticulationKind3 *kind = &set->kinds.items[joint_island->kind];
    double below[ARTICULATION_JOINTS_MOST + 1] = {0.0}, longest = 0.0;
    for (size_t i = 0; i < kind->steps.count; ++i) {
        const ArticulationStep3 *step = &kind->steps.items[i];
        const Joint3 *joint = joint_island3_joint(set, joint_island, step->joint);
        const unsigned locked = locked_axes(set, joint);
        double levers = 0.0;
        for (int side = 0; side < 2; ++side) {
            if (set->bodies.items[joint->body[side]].is_movable) {
                longest = maximum64(longest, dvec3_length(joint->frame[side].position));
                levers += lever_of(joint, side, locked);
            }
        }
        if (locked != 0) {
            const double reach = below[step->child] + levers;
            longest = maximum64(longest, reach + below[step->parent]);
            below[step->parent] = maximum64(below[step->parent], reach);
        }
    }
    return longest;
}

static bool has_soft_springs(const JointSet3 *set, const JointIsland3 *joint_island,
                             double least_mass, double least_moment)
{
    bool soft = true;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        for (int32_t k = 0; k < joint->part_count; ++k) {
            const JointPart3 *part = part_of(set, joint, k);
            const double least = part->is_angular ? least_moment : least_mass;
            const double own = part->accelerates ? 1.0 : least;
            soft &= !joint3_is_spring(part) || (part->damping <= DAMPING_MOST * own &&
                                                part->stiffness <= STIFFNESS_MOST * own);
        }
    }
    return soft;
}

// Whether a body turns with its parent: nothing is divided by its own moments.
static bool is_fixed_to_parent(const JointSet3 *set, const JointIsland3 *joint_island, int32_t body)
{
    const ArticulationKind3 *kind = &set->kinds.items[joint_island->kind];
    for (size_t i = 0; i < kind->steps.count; ++i) {
        const ArticulationStep3 *step = &kind->steps.items[i];
        if (step->child == body) {
            const Joint3 *joint = joint_island3_joint(set, joint_island, step->joint);
            bool is_fixed = false;
            for (int32_t k = 0; k < joint->part_count; ++k) {
                is_fixed |= part_of(set, joint, k)->form == FORM_TURN;
            }
            return is_fixed;
        }
    }
    return false;
}

static bool is_balanced(const Space3 *space, const JointIsland3 *joint_island)
{
    const JointSet3 *set = &space->joints;
    double sum = 0.0, least_mass = (double)INFINITY, least_moment = (double)INFINITY;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        const BodyMass3 *mass = &space->bodies.masses.items[body->slot];
        if (!body->is_movable) {
            continue;
        }
        const Vec3 inverse = mass->inverse_inertia;
        if (!(mass->inverse_mass > 0.0f &&
              minimum(inverse.x, minimum(inverse.y, inverse.z)) > 0.0f)) {
            return false;
        }
        const double own = 1.0 / (double)mass->inverse_mass;
        const float most = maximum(inverse.x, maximum(inverse.y, inverse.z));
        sum += own;
        least_mass = minimum64(least_mass, own);
        if (!is_fixed_to_parent(set, joint_island, i)) {
            least_moment = minimum64(least_moment, 1.0 / (double)most);
        }
    }
    const double length = stiff_length(set, joint_island);
    return sum <= HEAVIER_MOST * least_mass &&
           sum * length * length <= STURDIER_MOST * least_moment &&
           has_soft_springs(set, joint_island, least_mass, least_moment) &&
           bears_its_burdens(space, joint_island);
}

static bool is_taken(const Space3 *space, const JointIsland3 *joint_island)
{
    const JointSet3 *set = &space->joints;
    return joint_island->kind != NONE &&
           set->kinds.items[joint_island->kind].members >= ALIKE_LEAST &&
           !moves(set, joint_island) && is_balanced(space, joint_island);
}

bool tum_articulations3_take(const Space3 *space, int32_t index)
{
    if (index == NONE) {
        return false;
    }
    const JointIsland3 *joint_island = &space->joints.joint_islands.items[index];
    return joint_island->judged == space->joints.changes ? joint_island->is_fit
                                                         : is_taken(space, joint_island);
}

static bool is_gathered(const JointSet3 *set, const Topology *topology)
{
    bool same = set->articulations_changes == set->changes &&
                set->gathered.count == topology->joints.active.count;
    for (size_t i = 0; i < set->gathered.count && same; ++i) {
        same = set->gathered.items[i] == topology->joints.active.items[i];
    }
    return same;
}

static void enlist(JointSet3 *set, int32_t index)
{
    const JointIsland3 *joint_island = &set->joint_islands.items[index];
    if (!joint_island->is_fit) {
        set->jobs.items[set->jobs.count++] =
            (JointJob3){.joint_island = index, .articulation = NONE};
        return;
    }
    ArticulationKind3 *kind = &set->kinds.items[joint_island->kind];
    if (kind->open == NONE) {
        add_articulation(set, joint_island->kind);
        kind->open = (int32_t)set->articulations.count - 1;
    }
    Articulation3 *articulation = &set->articulations.items[kind->open];
    articulation->joint_island[articulation->lanes++] = index;
    kind->open = articulation->lanes == set->articulation_kernel->lanes ? NONE : kind->open;
}

static void gather_anew(Space3 *space, const Topology *topology)
{
    JointSet3 *set = &space->joints;
    tum_articulations3_release(set);
    for (size_t i = 0; i < set->kinds.count; ++i) {
        set->kinds.items[i].articulations = 0;
        set->kinds.items[i].open = NONE;
    }
    for (size_t i = 0; i < topology->joints.active.count; ++i) {
        const int32_t index = topology->joints.active.items[i];
        JointIsland3 *joint_island = &set->joint_islands.items[index];
        joint_island->is_fit = is_taken(space, joint_island);
        joint_island->judged = set->changes;
        enlist(set, index);
        set->gathered.items[set->gathered.count++] = index;
    }
    for (size_t i = 0; i < set->articulations.count; ++i) {
        Articulation3 *articulation = &set->articulations.items[i];
        for (int32_t lane = articulation->lanes; lane < ARTICULATION_LANES_MOST; ++lane) {
            articulation->joint_island[lane] = articulation->joint_island[0];
        }
        name_articulation(set, (int32_t)i);
        set->articulation_kernel->fill(set, articulation);
    }
    set->articulations_changes = set->changes;
}

void tum_articulations3_gather(Space3 *space, const Topology *topology)
{
    JointSet3 *set = &space->joints;
    if (!is_gathered(set, topology)) {
        gather_anew(space, topology);
    }
    for (size_t i = 0; i < set->articulations.count; ++i) {
        set->articulations.items[i].meets = topology->active_count > 0;
    }
}

bool tum_articulations3_may_have_turned(const JointSet3 *set)
{
    for (size_t i = 0; i < set->jobs.count; ++i) {
        const int32_t articulation = set->jobs.items[i].articulation;
        if (articulation == NONE || set->articulations.items[articulation].has_turned ||
            set->articulations.items[articulation].alone != 0) {
            return true;
        }
    }
    return false;
}

RowMemory3 tum_articulation3_memory(const JointSet3 *set, const Joint3 *joint,
                                    const JointPart3 *part, int32_t row)
{
    return set->articulation_kernel->memory(set, joint, part, row);
}

bool tum_articulation3_counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle)
{
    return set->articulation_kernel->counted(set, joint, axis, angle);
}

static void release_joint(JointSet3 *set, Joint3 *joint)
{
    if (joint->articulation == 0) {
        return;
    }
    for (int32_t k = 0; k < joint->part_count; ++k) {
        JointPart3 *part = &set->parts.items[joint->part_first + k];
        for (int32_t i = 0; i < part->row_count; ++i) {
            JointRow3 *row = &set->rows.items[part->row_first + i];
            const RowMemory3 memory = tum_articulation3_memory(set, joint, part, i);
            row->impulse = memory.impulse;
            row->state = memory.state;
            row->side = memory.side;
            if (part->form == FORM_POINT) {
                row->n = (DVec3){i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
            } else if (joint3_is_rail(part)) {
                row->n = set->articulation_kernel->rail(set, joint, part, i);
            }
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (tum_articulation3_counted(set, joint, axis, &joint->angle[axis])) {
            joint->known |= (uint8_t)(1u << axis);
        }
    }
    for (int side = 0; side < 2; ++side) {
        joint->arm[side] = set->articulation_kernel->arm(set, joint, side);
    }
    joint->articulation = 0;
}

// @param holds  whether the lanes hold the warm-start data; else the joints have them already.
static void release_lane(JointSet3 *set, const Articulation3 *articulation, int lane, bool holds)
{
    const JointIsland3 *joint_island = &set->joint_islands.items[articulation->joint_island[lane]];
    for (int32_t k = 0; k < joint_island->joint_count; ++k) {
        Joint3 *joint = joint_island3_joint(set, joint_island, k);
        if (holds) {
            release_joint(set, joint);
        }
        joint->articulation = 0;
    }
}

static void release_lanes(JointSet3 *set, const Articulation3 *articulation)
{
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        if (!articulation3_has_alone(articulation, lane)) {
            release_lane(set, articulation, lane, articulation->holds);
        }
    }
}

void tum_articulations3_release(JointSet3 *set)
{
    for (size_t i = 0; i < set->articulations.count; ++i) {
        release_lanes(set, &set->articulations.items[i]);
    }
    set->articulations.count = set->jobs.count = set->gathered.count = 0;
}

static void leave_alone(JointSet3 *set, Articulation3 *articulation, uint32_t lanes, bool holds)
{
    for (int lane = 0; lane < articulation->lanes; ++lane) {
        if ((lanes >> lane & 1) != 0) {
            release_lane(set, articulation, lane, holds);
        }
    }
    articulation->alone |= lanes;
}

// Strain depends on impulses alone, wherever they are stored. A step that is resumed from packed
// state therefore takes the same path.
void tum_articulation3_prepare(Space3 *space, Articulation3 *articulation, StepTime time)
{
    JointSet3 *set = &space->joints;
    if (articulation->alone != 0) {
        release_lanes(set, articulation);
        articulation->alone = 0;
        articulation->holds = false;
        name_articulation(set, (int32_t)(articulation - set->articulations.items));
    }
    // A restitution impulse of the step before is over, also where all lanes left in that substep.
    articulation->struck = articulation->waiting = 0;
    articulation->flung = 0;
    const bool held = articulation->holds;
    if (!held) {
        set->articulation_kernel->load(space, articulation, time);
    }
    const uint32_t strained =
        set->articulation_kernel->strained(space, articulation, time, time.impulse_scale);
    leave_alone(set, articulation, strained, held);
    if (!articulation3_is_deserted(articulation)) {
        set->articulation_kernel->prepare(space, articulation, time);
    }
}

static void leave(Space3 *space, Articulation3 *articulation, StepTime time, uint32_t lanes)
{
    if (lanes != 0) {
        space->joints.articulation_kernel->leave_alone(space, articulation, time);
        leave_alone(&space->joints, articulation, lanes, true);
    }
    articulation->flung = 0;
}

uint32_t tum_articulation3_leave_strained(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const ArticulationKernel3 *kernel = space->joints.articulation_kernel;
    const uint32_t strained = articulation3_is_deserted(articulation)
                                  ? 0
                                  : articulation->flung |
                                        kernel->strained(space, articulation, time, 1.0f) |
                                        kernel->loose(space, articulation, time);
    leave(space, articulation, time, strained);
    return strained;
}

uint32_t tum_articulation3_leave_flung(Space3 *space, Articulation3 *articulation, StepTime time)
{
    const uint32_t flung = articulation->flung;
    leave(space, articulation, time, flung);
    return flung;
}

const ArticulationKernel3 *tum_choose_articulation_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel(instructions, tum_articulation_kernel3);
}
