// SPDX-License-Identifier: MIT
// joint_team3.c: who is alike, and who of them is awake.
#include "space3/joint_team3.h"

#include "space3/space3.h"

enum { ALIKE_LEAST = 2 }; // a lane alone costs more than being solved alone

void tum_teams3_clear(JointSet3 *set, const TumAllocator *allocator)
{
    for (size_t i = 0; i < set->kinds.count; ++i) {
        TeamKind3 *kind = &set->kinds.items[i];
        array_free(&kind->bodies, allocator);
        array_free(&kind->joints, allocator);
        array_free(&kind->parts, allocator);
        array_free(&kind->rows, allocator);
        array_free(&kind->values, allocator);
        array_free(&kind->vectors, allocator);
    }
    set->kinds.count = set->teams.count = set->units.count = 0;
}

static const Joint3 *joint_of(const JointSet3 *set, const JointAssembly3 *assembly, int32_t index)
{
    return &set->joints.items[set->ordered.items[assembly->joint_first + index]];
}

static const JointPart3 *part_of(const JointSet3 *set, const Joint3 *joint, int32_t index)
{
    return &set->parts.items[joint->part_first + index];
}

static bool is_equality(const JointPart3 *part)
{
    return part->kind == PART_LOCK || part->low == part->high;
}

// What teams know: hard rows at a point, which is the first part, and angular ones.
static bool is_known(const JointPart3 *part, bool is_first)
{
    const bool is_hard = part->kind != PART_DRIVE && !is_finite64(part->stiffness);
    return is_hard && !part->may_lock && !part->is_open &&
           (part->form == FORM_POINT
                ? is_first
                : part->form == FORM_SWING || part->form == FORM_CONE || part->form == FORM_TWIST);
}

static bool is_fit(const JointSet3 *set, const JointAssembly3 *assembly)
{
    if (assembly->section_count != 1 || set->by_definition) {
        return false;
    }
    for (int32_t i = 0; i < assembly->joint_count; ++i) {
        const Joint3 *joint = joint_of(set, assembly, i);
        if (joint->row_count > TEAM_ROWS) {
            return false;
        }
        for (int32_t k = 0; k < joint->part_count; ++k) {
            if (!is_known(part_of(set, joint, k), k == 0)) {
                return false;
            }
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
                p->row_count == q->row_count && is_equality(p) == is_equality(q);
    }
    return alike;
}

static bool are_alike(const JointSet3 *set, const JointAssembly3 *a, const JointAssembly3 *b)
{
    bool alike = a->body_count == b->body_count && a->joint_count == b->joint_count;
    for (int32_t i = 0; i < a->body_count && alike; ++i) {
        alike = set->bodies.items[a->body_first + i].is_movable ==
                set->bodies.items[b->body_first + i].is_movable;
    }
    for (int32_t i = 0; i < a->joint_count && alike; ++i) {
        const Joint3 *p = joint_of(set, a, i), *q = joint_of(set, b, i);
        alike = p->body[0] - a->body_first == q->body[0] - b->body_first &&
                p->body[1] - a->body_first == q->body[1] - b->body_first &&
                are_alike_joints(set, p, q);
    }
    return alike;
}

static TeamKind3 *find_kind(JointSet3 *set, int32_t index, const TumAllocator *allocator)
{
    const JointAssembly3 *assembly = &set->assemblies.items[index];
    for (size_t i = 0; i < set->kinds.count; ++i) {
        if (are_alike(set, &set->assemblies.items[set->kinds.items[i].model], assembly)) {
            return &set->kinds.items[i];
        }
    }
    TeamKind3 *kind = array_push(&set->kinds, allocator);
    if (kind != NULL) {
        *kind = (TeamKind3){.model = index};
    }
    return kind;
}

static bool make_room(JointSet3 *set, TeamKind3 *kind, const TumAllocator *allocator)
{
    const JointAssembly3 *model = &set->assemblies.items[kind->model];
    const BlockCholesky *matrix = &set->sections.items[model->section_first].matrix;
    const size_t teams = ((size_t)kind->members + QUAD - 1) / QUAD;
    kind->body_count = model->body_count;
    kind->joint_count = model->joint_count;
    kind->part_count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        kind->part_count += joint_of(set, model, i)->part_count;
    }
    kind->row_count = matrix->row_count;
    kind->value_count = matrix->value_count;
    return array_reserve(&kind->bodies, teams * (size_t)kind->body_count, allocator) &&
           array_reserve(&kind->joints, teams * (size_t)kind->joint_count, allocator) &&
           array_reserve(&kind->parts, teams * (size_t)kind->part_count, allocator) &&
           array_reserve(&kind->rows, teams * (size_t)kind->row_count, allocator) &&
           array_reserve(&kind->values, teams * kind->value_count, allocator) &&
           array_reserve(&kind->vectors, teams * (size_t)kind->row_count, allocator);
}

bool tum_teams3_lay_out(JointSet3 *set, const TumAllocator *allocator)
{
    for (size_t i = 0; i < set->assemblies.count; ++i) {
        JointAssembly3 *assembly = &set->assemblies.items[i];
        assembly->kind = NONE;
        if (set->kinds.count < KINDS_MOST && is_fit(set, assembly)) {
            TeamKind3 *kind = find_kind(set, (int32_t)i, allocator);
            if (kind == NULL) {
                return false;
            }
            ++kind->members;
            assembly->kind = (int32_t)(kind - set->kinds.items);
        }
    }
    bool done = array_reserve(&set->teams, set->assemblies.count, allocator) &&
                array_reserve(&set->units, set->assemblies.count, allocator);
    for (size_t i = 0; i < set->kinds.count && done; ++i) {
        done = set->kinds.items[i].members < ALIKE_LEAST ||
               make_room(set, &set->kinds.items[i], allocator);
    }
    return done;
}

// A joint that moves on its own in this step is one that teams do not know.
static bool moves(const JointSet3 *set, const JointAssembly3 *assembly)
{
    for (int32_t i = 0; i < assembly->joint_count; ++i) {
        const Joint3 *joint = joint_of(set, assembly, i);
        if (joint->is_moving) {
            return true;
        }
    }
    return false;
}

static JointTeam3 *add_team(JointSet3 *set, int32_t kind)
{
    JointTeam3 *team = &set->teams.items[set->teams.count++];
    *team = (JointTeam3){.kind = kind, .index = set->kinds.items[kind].teams++};
    set->units.items[set->units.count++] =
        (JointUnit3){.assembly = NONE, .team = (int32_t)set->teams.count - 1};
    return team;
}

static void fill_team(JointSet3 *set, const JointTeam3 *team)
{
    TeamKind3 *kind = &set->kinds.items[team->kind];
    const JointAssembly3 *model = &set->assemblies.items[kind->model];
    const BlockCholesky *matrix = &set->sections.items[model->section_first].matrix;
    TeamBody3 *bodies = kind->bodies.items + team->index * kind->body_count;
    TeamJoint3 *joints = kind->joints.items + team->index * kind->joint_count;
    TeamPart3 *parts = kind->parts.items + team->index * kind->part_count;
    for (int32_t i = 0; i < kind->body_count; ++i) {
        bodies[i].is_movable = set->bodies.items[model->body_first + i].is_movable;
        bodies[i].inverse_inertia = (QSym3){{0.0}, {0.0}, {0.0}, {0.0}, {0.0}, {0.0}};
        for (int lane = 0; lane < QUAD; ++lane) {
            const JointAssembly3 *assembly = &set->assemblies.items[team->assembly[lane]];
            bodies[i].slot[lane] = set->bodies.items[assembly->body_first + i].slot;
        }
    }
    int32_t next = 0;
    for (int32_t i = 0; i < kind->joint_count; ++i) {
        const Joint3 *source = joint_of(set, model, i);
        TeamJoint3 *joint = &joints[i];
        joint->part_first = next;
        joint->part_count = source->part_count;
        joint->row_first = matrix->first_row[matrix->place[i]];
        joint->row_count = source->row_count;
        joint->is_point_first = source->is_point_first;
        joint->needs_axes = source->needs_axes;
        joint->has_bounds = source->has_bounds;
        for (int side = 0; side < 2; ++side) {
            joint->body[side] = source->body[side] - model->body_first;
        }
        for (int lane = 0; lane < QUAD; ++lane) {
            const JointAssembly3 *assembly = &set->assemblies.items[team->assembly[lane]];
            joint->joint[lane] = set->ordered.items[assembly->joint_first + i];
        }
        int32_t row = joint->row_first;
        for (int32_t k = 0; k < source->part_count; ++k, ++next) {
            const JointPart3 *part = part_of(set, source, k);
            parts[next].form = part->form;
            parts[next].is_equality = is_equality(part);
            parts[next].counts_turns = part->form == FORM_TWIST && part->kind != PART_LOCK;
            parts[next].axes = part->axes;
            parts[next].row_first = row;
            parts[next].row_count = part->row_count;
            row += part->row_count;
        }
    }
}

void tum_teams3_gather(Space3 *space, const Sim *sim, StepTime time)
{
    JointSet3 *set = &space->joints;
    set->teams.count = set->units.count = 0;
    for (size_t i = 0; i < set->kinds.count; ++i) {
        set->kinds.items[i].teams = 0;
        set->kinds.items[i].open = NONE;
    }
    for (size_t i = 0; i < sim->joints.active.count; ++i) {
        const int32_t index = sim->joints.active.items[i];
        JointAssembly3 *assembly = &set->assemblies.items[index];
        TeamKind3 *kind = assembly->kind == NONE ? NULL : &set->kinds.items[assembly->kind];
        assembly->is_teamed = kind != NULL && kind->members >= ALIKE_LEAST &&
                              !moves(set, assembly) &&
                              tum_joints3_are_calm(space, assembly, (double)time.substep);
        if (!assembly->is_teamed) {
            set->units.items[set->units.count++] = (JointUnit3){.assembly = index, .team = NONE};
            continue;
        }
        if (kind->open == NONE) {
            add_team(set, assembly->kind);
            kind->open = (int32_t)set->teams.count - 1;
        }
        JointTeam3 *team = &set->teams.items[kind->open];
        team->assembly[team->lanes++] = index;
        kind->open = team->lanes == QUAD ? NONE : kind->open;
    }
    for (size_t i = 0; i < set->teams.count; ++i) {
        JointTeam3 *team = &set->teams.items[i];
        for (int32_t lane = team->lanes; lane < QUAD; ++lane) {
            team->assembly[lane] = team->assembly[0];
        }
        fill_team(set, team);
    }
}

static uint8_t state_of(const TeamRow3 *row, int lane)
{
    return row->is_free[lane] != 0     ? ROW_FREE
           : row->is_at_low[lane] != 0 ? ROW_AT_LOW
                                       : ROW_AT_HIGH;
}

static uint8_t side_of(const TeamRow3 *row, int lane)
{
    return row->side_low[lane] != 0 ? SIDE_LOW : row->side_high[lane] != 0 ? SIDE_HIGH : SIDE_NONE;
}

static DVec3 lane_of(const QVec3 *v, int lane)
{
    return (DVec3){v->x[lane], v->y[lane], v->z[lane]};
}

void tum_team3_finish(JointSet3 *set, const JointTeam3 *team)
{
    const TeamKind3 *kind = &set->kinds.items[team->kind];
    const TeamJoint3 *joints = kind->joints.items + team->index * kind->joint_count;
    const TeamPart3 *parts = kind->parts.items + team->index * kind->part_count;
    const TeamRow3 *rows = kind->rows.items + team->index * kind->row_count;
    for (int32_t i = 0; i < kind->joint_count; ++i) {
        for (int lane = 0; lane < team->lanes; ++lane) {
            Joint3 *joint = &set->joints.items[joints[i].joint[lane]];
            joint->arm[0] = lane_of(&joints[i].arm[0], lane);
            joint->arm[1] = lane_of(&joints[i].arm[1], lane);
            for (int32_t k = 0; k < joint->part_count; ++k) {
                const TeamPart3 *part = &parts[joints[i].part_first + k];
                if (part->counts_turns) {
                    set->parts.items[joint->part_first + k].angle = part->angle[lane];
                    set->parts.items[joint->part_first + k].angle_is_known = true;
                }
                JointRow3 *to = &set->rows.items[set->parts.items[joint->part_first + k].row_first];
                for (int32_t r = 0; r < part->row_count; ++r) {
                    const TeamRow3 *row = &rows[part->row_first + r];
                    to[r].impulse = row->impulse[lane];
                    to[r].state = state_of(row, lane);
                    to[r].side = side_of(row, lane);
                    if (part->form == FORM_POINT) {
                        to[r].n =
                            (DVec3){r == 0 ? 1.0 : 0.0, r == 1 ? 1.0 : 0.0, r == 2 ? 1.0 : 0.0};
                    }
                }
            }
        }
    }
}

const TeamKernel3 *tum_choose_team_kernel3(CpuInstructions instructions)
{
    switch (instructions) {
#if defined(__x86_64__) || defined(__i386__)
    case CPU_AVX512:
    case CPU_AVX2: return &tum_team_kernel3_avx2;
#endif
    default: return &tum_team_kernel3_base;
    }
}
