// SPDX-License-Identifier: MIT
// bridge3.c: limbs that pass through a collider.
#include "contact3/bridge3.h"

#include "shape3/core3.h"

#include <math.h>

// [1] Depth of an overlap, as a share of the thinner shape's inner radius, from which it is
// examined.
static const float DEEP = 0.5f;

// [1] Least cosine between the normal and the direction from a limb's neighbour to the limb, for a
// taut joint.
static const float TAUT = 0.5f;

// Directions are tried every 22.5 degrees: 16 directions, four per quarter.
enum { QUARTER = 4 };
static const float sines[QUARTER] = {0.0f, 0.38268343f, 0.70710678f, 0.92387953f};

// Two convex shapes, in the frame of the first.
typedef struct BridgePair3 {
    const Shape3 *a, *b;
    Pose3 a_from_b;
} BridgePair3;

// [m] Support distance of a shape of the pair along a direction.
static float farthest(const BridgePair3 *pair, int side, Vec3 direction)
{
    if (side == 0) {
        return vec3_dot(direction, tum_shape3_support(pair->a, direction));
    }
    const Vec3 own = quat_unrotate(pair->a_from_b.rotation, direction);
    return vec3_dot(direction, pair->a_from_b.position) +
           vec3_dot(own, tum_shape3_support(pair->b, own));
}

static bool is_deep(const BridgePair3 *pair, const LocalManifold3 *manifold)
{
    const float deep = DEEP * minimum(pair->a->inner, pair->b->inner);
    bool is = false;
    for (int i = 0; i < manifold->point_count; ++i) {
        is = is || manifold->points[i].separation < -deep;
    }
    return is;
}

static bool are_joined(const Topology *topology, int32_t a, int32_t b)
{
    bool are = false;
    for (int32_t edge = topology->bodies.items[a].first_joint; edge != NONE && !are;
         edge = topology->joints.joints.items[edge / 2].next[edge & 1]) {
        const JointRecord *joint = &topology->joints.joints.items[edge / 2];
        are = joint->acts && joint->body[1 - (edge & 1)] == b;
    }
    return are;
}

// Joints that keep a limb of the pair from leaving along the normal.
typedef struct Hold3 {
    float above, below; // [m] Height of joined bodies beyond either side of the other shape.
    Vec3 top, bottom; // Centres of these bodies; the limb cannot leave along the line between them.
    bool is_tied; // A joined body is itself joined to the body of the other shape, and lies behind
                  // it:
    Vec3 tie;     // direction from that body to the limb.
} Hold3;

static Hold3 hold_of(const Space3 *space, const Topology *topology, const Contact *contact,
                     int side, const BridgePair3 *pair, Pose3 world_from_a, Vec3 normal)
{
    const int32_t limb = contact->body[side], through = contact->body[1 - side];
    const float high = farthest(pair, 1 - side, normal);
    const float low = -farthest(pair, 1 - side, vec3_negate(normal));
    const Vec3 out = side == 0 ? vec3_negate(normal) : normal;
    const Vec3 own = pose3_untransform(world_from_a, space->bodies.places.items[limb].center);
    Hold3 hold = {.above = 0.0f, .below = 0.0f, .is_tied = false};
    for (int32_t edge = topology->bodies.items[limb].first_joint; edge != NONE;
         edge = topology->joints.joints.items[edge / 2].next[edge & 1]) {
        const JointRecord *joint = &topology->joints.joints.items[edge / 2];
        const int32_t other = joint->body[1 - (edge & 1)];
        if (!joint->acts || !topology->bodies.items[other].is_movable || other == through) {
            continue;
        }
        const Vec3 center =
            pose3_untransform(world_from_a, space->bodies.places.items[other].center);
        const Vec3 tie = vec3_normalize_or(vec3_sub(own, center), out);
        const float height = vec3_dot(normal, center);
        if (height - high > hold.above) {
            hold.above = height - high;
            hold.top = center;
        }
        if (low - height > hold.below) {
            hold.below = low - height;
            hold.bottom = center;
        }
        if (vec3_dot(tie, out) > TAUT && are_joined(topology, other, through)) {
            hold.is_tied = true;
            hold.tie = tie;
        }
    }
    return hold;
}

// Sets the normal to the direction across a line in which the shapes overlap least.
static void turn_normal(const BridgePair3 *pair, int side, Vec3 line, LocalManifold3 *manifold)
{
    const Vec3 x = vec3_perpendicular(line), y = vec3_cross(line, x);
    float best = -INFINITY;
    for (int i = 0; i < 4 * QUARTER; ++i) {
        const float sine = sines[i % QUARTER];
        const float cosine = i % QUARTER == 0 ? 1.0f : sines[QUARTER - i % QUARTER];
        const Vec3 first = vec3_add(vec3_scale(x, cosine), vec3_scale(y, sine));
        const Vec3 second = vec3_sub(vec3_scale(y, cosine), vec3_scale(x, sine));
        const Vec3 one = i / QUARTER % 2 == 0 ? first : second;
        const Vec3 direction = i / QUARTER < 2 ? one : vec3_negate(one);
        const float separation =
            -farthest(pair, 1, vec3_negate(direction)) - farthest(pair, 0, direction);
        if (separation > best) {
            best = separation;
            manifold->normal = direction;
        }
    }
    const Vec3 origin = {0.0f, 0.0f, 0.0f};
    manifold->point_count = 1;
    manifold->points[0] =
        (LocalPoint3){.position = side == 0 ? origin : pair->a_from_b.position, .separation = best};
}

bool tum_bridge3(const Space3 *space, const Topology *topology, const Contact *contact,
                 Pose3 world_from_a, Pose3 a_from_b, LocalManifold3 *manifold)
{
    const BridgePair3 pair = {&space->colliders.shapes.items[contact->collider[0]],
                              &space->colliders.shapes.items[contact->collider[1]], a_from_b};
    if (!shape3_is_convex(pair.a) || !shape3_is_convex(pair.b) || !is_deep(&pair, manifold)) {
        return false;
    }
    for (int side = 0; side < 2; ++side) {
        const Hold3 hold =
            hold_of(space, topology, contact, side, &pair, world_from_a, manifold->normal);
        if (hold.above > 0.0f && hold.below > 0.0f) {
            const Vec3 line = vec3_sub(hold.top, hold.bottom);
            turn_normal(&pair, side, vec3_normalize_or(line, manifold->normal), manifold);
            return true;
        }
        if (hold.is_tied) {
            turn_normal(&pair, side, hold.tie, manifold);
            return true;
        }
    }
    return false;
}
