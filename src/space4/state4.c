// SPDX-License-Identifier: MIT
// state4.c: the state of a 4D space as bytes.
//
// A contact keeps its state of the last step in its lane while awake, and in `memories` while
// asleep. Only this state of a lane is packed, in the lane's representation; all other data are
// prepared again before use.
#include "space4/state4.h"
#include "space4/contact_solver4.h"

#include "space4/bodies4.h"
#include "topology/state.h"

// A new member of these types is packed below, unless each step computes the member before its use.
_Static_assert(sizeof(BodyMass4) == 200, "BodyMass4 changed: pack_mass");
_Static_assert(sizeof(BodyPlace4) == 128, "BodyPlace4 changed: pack_body");
_Static_assert(sizeof(Manifold4) == 224, "Manifold4 changed: pack_manifold");
_Static_assert(sizeof(ContactMemory4) == 112, "ContactMemory4 changed: pack_memory");
_Static_assert(sizeof(PairCache4) == 32, "PairCache4 changed: pack_cache");
_Static_assert(sizeof(RecycleBudget4) == 16, "RecycleBudget4 changed: pack_recycle_budget");
_Static_assert(sizeof(RecyclePose4) == 52, "RecyclePose4 changed: pack_recycle_budget");
_Static_assert(sizeof(ManifoldAnchor4) == 284, "ManifoldAnchor4 changed: pack_anchor");

static bool all_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite(numbers[i])) {
            return false;
        }
    }
    return true;
}

static void pack_finite(Pack *pack, float *numbers, size_t count)
{
    tum_pack_floats(pack, numbers, count);
    pack_require(pack, all_finite(numbers, count));
}

static void pack_pose(Pack *pack, Pose4 *pose)
{
    pack_finite(pack, &pose->position.x, 4);
    pack_finite(pack, &pose->rotation.left.x, 4);
    pack_finite(pack, &pose->rotation.right.x, 4);
}

// Moments may be infinite.
static void pack_inertness(Pack *pack, Inertness4 *inertness)
{
    tum_pack_f32(pack, &inertness->inverse_mass);
    tum_pack_floats(pack, &inertness->inertia.xy, 6);
    tum_pack_floats(pack, &inertness->inverse_inertia.xy, 6);
    tum_pack_bool(pack, &inertness->is_even);
    tum_pack_bool(pack, &inertness->keeps_spin);
}

static void pack_mass(Pack *pack, BodyMass4 *mass)
{
    pack_inertness(pack, &mass->inertness);
    pack_inertness(pack, &mass->weight);
    pack_pose(pack, &mass->body_from_principal);
    tum_pack_f32(pack, &mass->gravity_factor);
    tum_pack_f32(pack, &mass->bounding_radius);
    tum_pack_f32(pack, &mass->lever);
    tum_pack_floats(pack, &mass->inertia_anisotropy.xy, 6);
    tum_pack_bool(pack, &mass->is_gyroscopic);
}

static void pack_halves(Pack *pack, Halves4 *halves)
{
    pack_finite(pack, &halves->left.x, 3);
    pack_finite(pack, &halves->right.x, 3);
}

static void pack_matrix(Pack *pack, Mat3 *matrix)
{
    tum_pack_floats(pack, &matrix->x.x, 3);
    tum_pack_floats(pack, &matrix->y.x, 3);
    tum_pack_floats(pack, &matrix->z.x, 3);
}

static void pack_rest(Pack *pack, BodyRest4 *rest)
{
    pack_finite(pack, &rest->center.x, 4);
    pack_finite(pack, &rest->rotation.left.x, 4);
    pack_finite(pack, &rest->rotation.right.x, 4);
    tum_pack_f32(pack, &rest->trend.elapsed);
    tum_pack_f32(pack, &rest->trend.speed);
    tum_topology_pack_growth(pack, &rest->trend.growth);
}

static void pack_body(Pack *pack, Space4 *space, size_t body)
{
    SolverBody4 *state = &space->states.items[body];
    BodyPlace4 *place = &space->places.items[body];
    InverseInertia4 *inverse = &space->inverse_inertias.items[body];
    pack_finite(pack, &state->linear.x, 4);
    pack_halves(pack, &state->spin);
    pack_finite(pack, &place->center.x, 4);
    pack_finite(pack, &place->rotation.left.x, 4);
    pack_finite(pack, &place->rotation.right.x, 4);
    pack_finite(pack, &place->start.left.x, 4);
    pack_finite(pack, &place->start.right.x, 4);
    pack_finite(pack, &place->momentum.xy, 6);
    pack_halves(pack, &place->spin);
    pack_mass(pack, &space->masses.items[body]);
    if (space->has_pushes) {
        tum_pack_floats(pack, &space->pushes.items[body].force.x, 4);
        tum_pack_floats(pack, &space->pushes.items[body].torque.xy, 6);
    }
    pack_matrix(pack, &inverse->left);
    pack_matrix(pack, &inverse->right);
    pack_matrix(pack, &inverse->across);
    pack_pose(pack, &space->seen.items[body]);
    pack_rest(pack, &space->rests.items[body]);
}

static void pack_cache(Pack *pack, PairCache4 *cache)
{
    tum_pack_floats(pack, &cache->axis.x, 4);
    tum_pack_u32(pack, &cache->kind);
    tum_pack_u32(pack, &cache->a);
    tum_pack_u32(pack, &cache->b);
}

static void pack_recycle_budget(Pack *pack, Space4 *space, const Topology *topology, size_t contact)
{
    RecycleBudget4 *pair = &space->recycle_budgets.items[contact];
    RecyclePose4 *last_pose = &space->recycle_poses.items[contact];
    if (pack_is_reading(pack)) {
        pair->body[0] = topology->contacts.items[contact].body[0];
        pair->body[1] = topology->contacts.items[contact].body[1];
    }
    tum_pack_f32(pack, &pair->budget);
    tum_pack_u32(pack, &pair->is_updated);
    tum_pack_floats(pack, &last_pose->pose.position.x, 4);
    tum_pack_floats(pack, &last_pose->pose.rotation.left.x, 4);
    tum_pack_floats(pack, &last_pose->pose.rotation.right.x, 4);
    tum_pack_f32(pack, &last_pose->slack);
}

static void pack_moved(Pack *pack, Space4 *space, const Topology *topology)
{
    pack_array(pack, &space->moved_bodies, 4, &space->allocator);
    for (size_t i = 0; i < space->moved_bodies.count; ++i) {
        tum_pack_index(pack, &space->moved_bodies.items[i], 0, topology->bodies.count);
    }
}

static void pack_anchor(Pack *pack, ManifoldAnchor4 *anchor, int32_t point_count)
{
    tum_pack_floats(pack, &anchor->normal.x, 4);
    tum_pack_index(pack, &anchor->side, 0, NORMAL4_BETWEEN + 1);
    tum_pack_f32(pack, &anchor->radius_a);
    tum_pack_f32(pack, &anchor->radius_b);
    for (int i = 0; i < point_count; ++i) {
        tum_pack_floats(pack, &anchor->on_a[i].x, 4);
        tum_pack_floats(pack, &anchor->on_b[i].x, 4);
    }
}

static void pack_manifold(Pack *pack, Manifold4 *manifold)
{
    tum_pack_floats(pack, &manifold->normal.x, 4);
    tum_pack_index(pack, &manifold->point_count, 0, LOCAL_POINTS_MAX4 + 1);
    for (int i = 0; i < manifold->point_count; ++i) {
        tum_pack_floats(pack, &manifold->points[i].position.x, 4);
        tum_pack_f32(pack, &manifold->points[i].separation);
        tum_pack_u32(pack, &manifold->points[i].feature);
    }
}

static void pack_point_count(Pack *pack, uint32_t *count)
{
    tum_pack_u32(pack, count);
    if (pack_is_reading(pack) && *count > LOCAL_POINTS_MAX4) {
        pack->failed = true;
        *count = 0;
    }
}

static void pack_memory(Pack *pack, ContactMemory4 *memory)
{
    pack_point_count(pack, &memory->point_count);
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        tum_pack_u32(pack, &memory->feature[i]);
        tum_pack_f32(pack, &memory->impulse[i]);
    }
    tum_pack_floats(pack, &memory->friction.x, 4);
    tum_pack_floats(pack, &memory->twist.left.x, 3);
    tum_pack_floats(pack, &memory->twist.right.x, 3);
    tum_pack_f32(pack, &memory->slip);
}

static void pack_lanes3(Pack *pack, Lanes3 *lanes, uint32_t slot)
{
    tum_pack_f32(pack, &lanes->x[slot]);
    tum_pack_f32(pack, &lanes->y[slot]);
    tum_pack_f32(pack, &lanes->z[slot]);
}

static void pack_lanes4(Pack *pack, Lanes4 *lanes, uint32_t slot)
{
    tum_pack_f32(pack, &lanes->x[slot]);
    tum_pack_f32(pack, &lanes->y[slot]);
    tum_pack_f32(pack, &lanes->z[slot]);
    tum_pack_f32(pack, &lanes->w[slot]);
}

static void pack_lane(Pack *pack, ContactBlock4 *block, uint32_t slot)
{
    pack_point_count(pack, &block->lane_points[slot]);
    for (uint32_t i = 0; i < block->lane_points[slot]; ++i) {
        tum_pack_u32(pack, &block->feature[i][slot]);
        tum_pack_f32(pack, &block->points[i].impulse[slot]);
    }
    // An axis without an impulse may contain any values, those of an earlier lane.
    for (int k = 0; k < 3; ++k) {
        tum_pack_f32(pack, &block->friction.impulse[k][slot]);
        if (block->friction.impulse[k][slot] != 0.0f) {
            pack_lanes4(pack, &block->friction.tangent[k], slot);
        }
        tum_pack_f32(pack, &block->twist.impulse[k][slot]);
        if (block->twist.impulse[k][slot] != 0.0f) {
            pack_lanes3(pack, &block->twist.j[k].left, slot);
            pack_lanes3(pack, &block->twist.j[k].right, slot);
        }
    }
    tum_pack_f32(pack, &block->slip[slot]);
}

// The counts come from the topology, so that they cannot differ.
static bool make_room(Space4 *space, const Topology *topology)
{
    return tum_space4_reserve_body(space, topology->bodies.count - 1) &&
           (topology->colliders.count == 0 ||
            tum_space4_reserve_collider(space, topology->colliders.count - 1)) &&
           tum_state_reserve_contacts((Space *)space, topology);
}

void tum_space4_pack(Pack *pack, Space4 *space, const Topology *topology)
{
    if (pack->failed) {
        return;
    }
    if (pack_is_reading(pack) && !make_room(space, topology)) {
        pack->failed = true;
        pack->out_of_memory = true;
        return;
    }
    pack_finite(pack, &space->gravity.x, 4);
    tum_pack_bool(pack, &space->has_pushes);
    pack_moved(pack, space, topology);
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        pack_body(pack, space, i);
    }
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        pack_pose(pack, &space->principal_from_shapes.items[i]);
    }
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        pack_cache(pack, &space->caches.items[i]);
        pack_recycle_budget(pack, space, topology, i);
    }
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        const ManifoldRecord *record = &topology->manifolds.items[i];
        if (record->contact == NONE) {
            continue;
        }
        pack_manifold(pack, &space->manifolds.items[i]);
        if (space->recycle_budgets.items[record->contact].is_updated != 0) {
            pack_anchor(pack, &space->anchors.items[i], space->manifolds.items[i].point_count);
        }
        tum_pack_f32(pack, &space->impulses.items[i]);
        if (record->color == NONE) {
            pack_memory(pack, &space->memories.items[i]);
        } else {
            pack_lane(pack,
                      &space->blocks.items[record->color]
                           .items[tum_lane_block(record->color, record->lane)],
                      tum_lane_slot(record->color, record->lane));
            if (pack_is_reading(pack)) {
                tum_space4_name_lane((Space *)space, topology, (int32_t)i);
            }
        }
    }
}
