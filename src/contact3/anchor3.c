// SPDX-License-Identifier: MIT
// anchor3.c: manifolds that follow their bodies between two collisions of a pair.
#include "contact3/anchor3.h"

#include "collide3/pairs3.h"
#include "space3/contact_data3.h"
#include "space3/space3.h"

static Pose3 pose_of(const Space3 *space, int32_t body)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    return (Pose3){place->center, place->rotation};
}

static void hold_core(const Space3 *space, int32_t collider, const RollingCore3 *core, Vec3 ends[2])
{
    const Pose3 pose = space->colliders.center_from_shapes.items[collider];
    ends[0] = pose3_transform(pose, vec3(0.0f, core->low, 0.0f));
    ends[1] = pose3_transform(pose, vec3(0.0f, core->high, 0.0f));
}

static void hold_cores(const Space3 *space, const Contact *contact, const RollingCore3 cores[2],
                       ManifoldAnchor3 *anchor)
{
    Vec3 ends_a[2], ends_b[2];
    hold_core(space, contact->collider[0], &cores[0], ends_a);
    hold_core(space, contact->collider[1], &cores[1], ends_b);
    for (int i = 0; i < 2; ++i) {
        anchor->points[i] = (AnchorPoint3){ends_a[i], ends_b[i]};
    }
}

static AnchorSide3 side_of(const Topology *topology, const Contact *contact,
                           const ManifoldAnchor3 *anchor)
{
    const bool round_a = anchor->radius_a > 0.0f, round_b = anchor->radius_b > 0.0f;
    if (round_a && round_b) {
        return ANCHOR3_CORES;
    }
    const bool b_rests = !topology->bodies.items[contact->body[1]].is_movable;
    return round_a || (!round_b && b_rests) ? ANCHOR3_B : ANCHOR3_A;
}

// Anchor of a contact point: the points of both bodies' cores, along the axes of the world.
static AnchorPoint3 hold_point(const ManifoldAnchor3 *anchor, const LocalPoint3 *point, Vec3 normal,
                               Vec3 between)
{
    const float half = 0.5f * point->separation;
    const Vec3 core_b = vec3_add_scaled(point->position, normal, half + anchor->radius_b);
    return (AnchorPoint3){vec3_add_scaled(point->position, normal, -half - anchor->radius_a),
                          vec3_sub(core_b, between)};
}

static void hold_in_world(ManifoldAnchor3 *anchor, const Manifold3 *manifold, Vec3 between)
{
    anchor->side = ANCHOR3_WORLD;
    anchor->normal = manifold->normal;
    anchor->radius_a = anchor->radius_b = 0.0f;
    for (int i = 0; i < manifold->point_count; ++i) {
        anchor->points[i] = hold_point(anchor, &manifold->points[i], manifold->normal, between);
    }
}

static void hold_in_bodies(const Space3 *space, const Topology *topology, const Contact *contact,
                           ManifoldAnchor3 *anchor, const Manifold3 *manifold, Vec3 between)
{
    const Mat3 turn_a = quat_matrix(space->bodies.places.items[contact->body[0]].rotation);
    const Mat3 turn_b = quat_matrix(space->bodies.places.items[contact->body[1]].rotation);
    anchor->radius_a = manifold->cores[0].radius;
    anchor->radius_b = manifold->cores[1].radius;
    anchor->side = (int32_t)side_of(topology, contact, anchor);
    anchor->normal =
        mat3_transform_transposed(anchor->side == ANCHOR3_B ? turn_b : turn_a, manifold->normal);
    if (anchor->side == ANCHOR3_CORES && manifold->point_count == 1) {
        hold_cores(space, contact, manifold->cores, anchor);
        return;
    }
    for (int i = 0; i < manifold->point_count; ++i) {
        const AnchorPoint3 point =
            hold_point(anchor, &manifold->points[i], manifold->normal, between);
        anchor->points[i] = (AnchorPoint3){mat3_transform_transposed(turn_a, point.on_a),
                                           mat3_transform_transposed(turn_b, point.on_b)};
    }
}

void tum_space3_keep_manifold(Space3 *space, const Topology *topology, int32_t index,
                              const Manifold3 *manifold, bool lasts)
{
    const Contact *contact = &topology->contacts.items[topology->manifolds.items[index].contact];
    const Vec3 between = vec3_sub(space->bodies.places.items[contact->body[1]].center,
                                  space->bodies.places.items[contact->body[0]].center);
    ManifoldAnchor3 *anchor = &space->contacts.anchors.items[index];
    anchor->point_count = manifold->point_count;
    anchor->is_new = 1;
    if (lasts) {
        hold_in_bodies(space, topology, contact, anchor, manifold, between);
    } else {
        hold_in_world(anchor, manifold, between);
    }
    for (int i = 0; i < manifold->point_count; ++i) {
        space->contacts.features.items[index].feature[i] = manifold->points[i].feature;
    }
}

// Moves the anchor points of two cores with one contact point to their present nearest points,
// computed from the ends of the cores.
static void meet_cores(AnchorPoint3 points[2])
{
    const Vec3 a = vec3_scale(vec3_add(points[0].on_a, points[1].on_a), 0.5f);
    const Vec3 b = vec3_scale(vec3_add(points[0].on_b, points[1].on_b), 0.5f);
    Vec3 from_a, from_b;
    tum_nearest_on_axes3(vec3_sub(points[1].on_a, a), vec3_sub(b, a), vec3_sub(points[1].on_b, b),
                         &from_a, &from_b);
    points[0] = (AnchorPoint3){vec3_add(a, from_a), vec3_add(a, from_b)};
}

// Normal from core to core; with two points, at right angles to the segment that both are on.
// Crossing cores use the stored normal.
static Vec3 normal_of_cores(const AnchorPoint3 points[2], int count, float least, Vec3 own)
{
    Vec3 across = vec3_sub(points[0].on_b, points[0].on_a);
    if (count == 2) {
        const Vec3 other = vec3_sub(points[1].on_b, points[1].on_a);
        const Vec3 line = vec3_sub(points[1].on_a, points[0].on_a);
        across = vec3_scale(vec3_add(across, other), 0.5f);
        across = vec3_add_scaled(across, line, -vec3_dot(across, line) / vec3_length_squared(line));
    }
    const float length = vec3_length(across);
    return length > least ? vec3_scale(across, 1.0f / length) : own;
}

// A rolling body has its contact point below its core; a sliding one between the anchor points of
// both bodies.
static void place_point(const ManifoldAnchor3 *anchor, AnchorPoint3 core, Vec3 normal,
                        LocalPoint3 *point)
{
    const float from_a = anchor->radius_a > 0.0f ? 1.0f : anchor->radius_b > 0.0f ? 0.0f : 0.5f;
    const Vec3 on_a = vec3_add_scaled(core.on_a, normal, anchor->radius_a);
    const Vec3 on_b = vec3_add_scaled(core.on_b, normal, -anchor->radius_b);
    const Vec3 across = vec3_sub(on_b, on_a);
    point->separation = vec3_dot(normal, across);
    point->position = vec3_add_scaled(vec3_add_scaled(on_a, across, 1.0f - from_a), normal,
                                      (from_a - 0.5f) * point->separation);
}

void tum_anchor3_update_manifold(const ManifoldAnchor3 *anchor, Pose3 a, Pose3 b,
                                 Manifold3 *manifold)
{
    const bool in_world = anchor->side == ANCHOR3_WORLD;
    const Quat turn_a = in_world ? QUAT_IDENTITY : a.rotation;
    const Quat turn_b = in_world ? QUAT_IDENTITY : b.rotation;
    const Vec3 between = vec3_sub(b.position, a.position);
    AnchorPoint3 cores[LOCAL_POINTS_MAX];
    for (int i = 0; i < anchor3_points(anchor); ++i) {
        cores[i] = (AnchorPoint3){quat_rotate(turn_a, anchor->points[i].on_a),
                                  vec3_add(between, quat_rotate(turn_b, anchor->points[i].on_b))};
    }
    manifold->normal = quat_rotate(anchor->side == ANCHOR3_B ? turn_b : turn_a, anchor->normal);
    manifold->point_count = anchor->point_count;
    if (anchor->side == ANCHOR3_CORES) {
        if (manifold->point_count == 1) {
            meet_cores(cores);
        }
        manifold->normal = normal_of_cores(cores, manifold->point_count,
                                           CORES_CROSSING * (anchor->radius_a + anchor->radius_b),
                                           manifold->normal);
    }
    for (int i = 0; i < manifold->point_count; ++i) {
        place_point(anchor, cores[i], manifold->normal, &manifold->points[i]);
    }
}

static const Contact *contact_of(const Topology *topology, int32_t manifold)
{
    return &topology->contacts.items[topology->manifolds.items[manifold].contact];
}

Manifold3 tum_space3_manifold(const Space3 *space, const Topology *topology, int32_t index)
{
    const Contact *contact = contact_of(topology, index);
    Manifold3 manifold = {.point_count = 0};
    tum_anchor3_update_manifold(&space->contacts.anchors.items[index],
                                pose_of(space, contact->body[0]), pose_of(space, contact->body[1]),
                                &manifold);
    for (int i = 0; i < manifold.point_count; ++i) {
        manifold.points[i].feature = space->contacts.features.items[index].feature[i];
    }
    return manifold;
}

Vec3 tum_space3_manifold_normal(const Space3 *space, const Topology *topology, int32_t index)
{
    const ManifoldAnchor3 *anchor = &space->contacts.anchors.items[index];
    const Contact *contact = contact_of(topology, index);
    switch (anchor->side) {
    case ANCHOR3_A:
        return quat_rotate(space->bodies.places.items[contact->body[0]].rotation, anchor->normal);
    case ANCHOR3_B:
        return quat_rotate(space->bodies.places.items[contact->body[1]].rotation, anchor->normal);
    case ANCHOR3_CORES: return tum_space3_manifold(space, topology, index).normal;
    default: return anchor->normal;
    }
}
