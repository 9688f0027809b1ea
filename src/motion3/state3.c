// SPDX-License-Identifier: MIT
// state3.c: serialization of a 3D space.
//
// The persistent state of a contact is in its lane while the contact is awake, in `memories` while
// it sleeps. Only this state of a lane is packed, in the frame of the lane: all other values are
// prepared anew before they are used.
#include "motion3/state3.h"

#include "contact3/contact_memory3.h"
#include "space3/bodies3.h"
#include "topology/state.h"

// A new member of one of these structs has to be packed below, unless each step computes it before
// it is used.
_Static_assert(sizeof(BodyMass3) == 84, "BodyMass3 changed: pack_mass");
_Static_assert(sizeof(BodyPlace3) == 48, "BodyPlace3 changed: pack_body");
_Static_assert(sizeof(ContactMemory3) == 76, "ContactMemory3 changed: pack_memory");
_Static_assert(sizeof(PairCache3) == 28, "PairCache3 changed: pack_cache");
_Static_assert(sizeof(RecycleBudget3) == 12, "RecycleBudget3 changed: pack_recycle_budget");
_Static_assert(sizeof(RecyclePose3) == 32, "RecyclePose3 changed: pack_recycle_budget");
_Static_assert(sizeof(ManifoldAnchor3) == 128, "ManifoldAnchor3 changed: pack_anchor");

static void pack_vec3(Pack *pack, Vec3 *v)
{
    tum_pack_f32(pack, &v->x);
    tum_pack_f32(pack, &v->y);
    tum_pack_f32(pack, &v->z);
}

static void pack_quat(Pack *pack, Quat *q)
{
    tum_pack_f32(pack, &q->x);
    tum_pack_f32(pack, &q->y);
    tum_pack_f32(pack, &q->z);
    tum_pack_f32(pack, &q->w);
}

static void pack_pose(Pack *pack, Pose3 *pose)
{
    pack_vec3(pack, &pose->position);
    pack_quat(pack, &pose->rotation);
}

static bool pose_is_finite(Vec3 position, Quat q)
{
    return vec3_is_finite(position) && is_finite(q.x) && is_finite(q.y) && is_finite(q.z) &&
           is_finite(q.w);
}

static void pack_mass(Pack *pack, BodyMass3 *mass)
{
    tum_pack_f32(pack, &mass->inverse_mass);
    pack_vec3(pack, &mass->inverse_inertia);
    pack_vec3(pack, &mass->inertia);
    pack_quat(pack, &mass->body_from_principal);
    pack_vec3(pack, &mass->local_center);
    tum_pack_f32(pack, &mass->gravity_factor);
    tum_pack_f32(pack, &mass->bounding_radius);
    tum_pack_f32(pack, &mass->ccd_distance);
    pack_vec3(pack, &mass->inertia_anisotropy);
    tum_pack_bool(pack, &mass->is_gyroscopic);
    tum_pack_bool(pack, &mass->is_isotropic);
}

static void pack_rest(Pack *pack, BodyRest3 *rest)
{
    pack_vec3(pack, &rest->center);
    pack_quat(pack, &rest->rotation);
    tum_pack_f32(pack, &rest->trend.elapsed);
    tum_pack_f32(pack, &rest->trend.speed);
    tum_topology_pack_growth(pack, &rest->trend.growth);
}

static void pack_body(Pack *pack, Space3 *space, size_t body)
{
    SolverBody3 *state = &space->bodies.states.items[body];
    BodyPlace3 *place = &space->bodies.places.items[body];
    pack_vec3(pack, &state->linear);
    pack_vec3(pack, &state->angular);
    pack_vec3(pack, &state->moved);
    pack_vec3(pack, &state->turned);
    tum_pack_f32(pack, &state->angular_speed_bound);
    tum_pack_f32(pack, &state->angular_bound);
    pack_vec3(pack, &place->center);
    pack_quat(pack, &place->rotation);
    pack_require(pack, pose_is_finite(place->center, place->rotation) &&
                           vec3_is_finite(state->linear) && vec3_is_finite(state->angular));
    pack_mass(pack, &space->bodies.masses.items[body]);
    BodyWeight3 *weight = &space->bodies.weights.items[body];
    tum_pack_f32(pack, &weight->inverse_mass);
    pack_vec3(pack, &weight->inertia);
    pack_vec3(pack, &weight->inverse_inertia);
    if (space->bodies.has_pushes) {
        pack_vec3(pack, &space->bodies.pushes.items[body].force);
        pack_vec3(pack, &space->bodies.pushes.items[body].torque);
    }
    pack_rest(pack, &space->bodies.rests.items[body]);
    if (pack_is_reading(pack)) {
        space->bodies.spins.items[body] = true; // conservative until the first step
    }
}

static void pack_cache(Pack *pack, PairCache3 *cache)
{
    pack_vec3(pack, &cache->axis);
    tum_pack_u32(pack, &cache->kind);
    tum_pack_u32(pack, &cache->a);
    tum_pack_u32(pack, &cache->b);
}

static void pack_recycle_budget(Pack *pack, Space3 *space, const Topology *topology, size_t contact)
{
    RecycleBudget3 *watch = &space->contacts.recycle_budgets.items[contact];
    RecyclePose3 *look = &space->contacts.recycle_poses.items[contact];
    if (pack_is_reading(pack)) {
        watch->body[0] = topology->contacts.items[contact].body[0];
        watch->body[1] = topology->contacts.items[contact].body[1];
    }
    tum_pack_f32(pack, &watch->budget);
    pack_pose(pack, &look->pose);
    tum_pack_f32(pack, &look->slack);
}

static void pack_moved(Pack *pack, Space3 *space, const Topology *topology)
{
    pack_array(pack, &space->bodies.moved_bodies, 4, &space->allocator);
    for (size_t i = 0; i < space->bodies.moved_bodies.count; ++i) {
        tum_pack_index(pack, &space->bodies.moved_bodies.items[i], 0, topology->bodies.count);
    }
    uint64_t resting = space->bodies.resting_count;
    tum_pack_u64(pack, &resting);
    pack_require(pack, resting <= space->bodies.moved_bodies.count);
    if (pack_is_reading(pack)) {
        space->bodies.resting_count = pack->failed ? 0 : (size_t)resting;
    }
}

static void pack_anchor(Pack *pack, ManifoldAnchor3 *anchor, ManifoldFeatures3 *features)
{
    pack_vec3(pack, &anchor->normal);
    tum_pack_index(pack, &anchor->side, 0, ANCHOR3_SIDES);
    tum_pack_f32(pack, &anchor->radius_a);
    tum_pack_f32(pack, &anchor->radius_b);
    tum_pack_index(pack, &anchor->point_count, 0, LOCAL_POINTS_MAX + 1);
    pack_require(pack, anchor->side != ANCHOR3_CORES || anchor->point_count <= 2);
    anchor->is_new = 0; // steps prepare all new anchors, so none is new between steps
    for (int i = 0; i < anchor3_points(anchor); ++i) {
        pack_vec3(pack, &anchor->points[i].on_a);
        pack_vec3(pack, &anchor->points[i].on_b);
    }
    for (int i = 0; i < anchor->point_count; ++i) {
        tum_pack_u32(pack, &features->feature[i]);
    }
}

static void pack_point_count(Pack *pack, uint32_t *count)
{
    tum_pack_u32(pack, count);
    if (pack_is_reading(pack) && *count > LOCAL_POINTS_MAX) {
        pack->failed = true;
        *count = 0;
    }
}

static void pack_memory(Pack *pack, ContactMemory3 *memory)
{
    pack_point_count(pack, &memory->point_count);
    for (uint32_t i = 0; i < memory->point_count; ++i) {
        tum_pack_u32(pack, &memory->feature[i]);
        tum_pack_f32(pack, &memory->impulse[i]);
    }
    pack_vec3(pack, &memory->normal);
    pack_vec3(pack, &memory->tangent);
    tum_pack_floats(pack, memory->friction_impulse, FRICTION_ROWS);
    tum_pack_f32(pack, &memory->slip);
}

static void pack_lane(Pack *pack, ContactBlock3 *block, uint32_t slot)
{
    ContactMemory3 memory = tum_contact_memory3(block, slot);
    pack_memory(pack, &memory);
    if (pack_is_reading(pack)) {
        tum_contact_set_memory3(block, slot, &memory);
    }
}

// Resizes the arrays to the counts of the topology, which the packed space cannot contradict.
static bool make_room(Space3 *space, const Topology *topology)
{
    return tum_space3_reserve_body(space, topology->bodies.count - 1) &&
           (topology->colliders.count == 0 ||
            tum_space3_reserve_collider(space, topology->colliders.count - 1)) &&
           tum_state_reserve_contacts((Space *)space, topology);
}

void tum_space3_pack(Pack *pack, Space3 *space, const Topology *topology)
{
    if (pack->failed) {
        return;
    }
    if (pack_is_reading(pack) && !make_room(space, topology)) {
        pack->failed = true;
        pack->out_of_memory = true;
        return;
    }
    pack_vec3(pack, &space->gravity);
    tum_pack_bool(pack, &space->bodies.has_pushes);
    pack_moved(pack, space, topology);
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        pack_body(pack, space, i);
    }
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        Pose3 *local = &space->colliders.center_from_shapes.items[i];
        pack_pose(pack, local);
        pack_require(pack, pose_is_finite(local->position, local->rotation));
    }
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        pack_cache(pack, &space->contacts.caches.items[i]);
        pack_recycle_budget(pack, space, topology, i);
    }
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        const ManifoldRecord *record = &topology->manifolds.items[i];
        if (record->contact == NONE) {
            continue;
        }
        pack_anchor(pack, &space->contacts.anchors.items[i], &space->contacts.features.items[i]);
        if (record->color == NONE) {
            pack_memory(pack, &space->contacts.memories.items[i]);
        } else {
            pack_lane(pack,
                      &space->solver.blocks.items[record->color]
                           .items[tum_lane_block(record->color, record->lane)],
                      tum_lane_slot(record->color, record->lane));
            if (pack_is_reading(pack)) {
                tum_space3_name_lane((Space *)space, topology, (int32_t)i);
            }
        }
    }
}
