// SPDX-License-Identifier: MIT
// rolling3.c: cores of shapes of revolution at a contact.
//
// At a point p of a surface of revolution with the outward normal n, the line p - r n meets the
// axis for one r. The ball of that radius about that point of the axis touches the surface all
// around the axis, so that it stands for the surface while the shape spins. While the shape tilts
// by a small angle, ball and surface part by second order only.
#include "collide3/rolling3.h"

// Sine between the axis and the normal up to which a cap lies flat: half a degree, as in face3.c.
static const float flat_lean = 0.0087f;

// Sine below which a rim is too flat for a ball: its radius would be many times the rim's.
static const float least_lean = 0.2f;

// Distance of a core's point from the axis, as a share of the radius, up to which it stays where it
// is while the shape spins.
static const float axis_share = 0.05f;

// Sine of the angle up to which a normal is that of a side.
static const float side_sine = 2e-3f;

// Contact as one of its shapes has it, in the frame of the shape.
typedef struct OwnContact {
    Vec3 outward, point; // at one contact point, on the surface
    int count;
} OwnContact;

static OwnContact contact_of_a(const LocalManifold3 *manifold, int i)
{
    const LocalPoint3 *p = &manifold->points[i];
    return (OwnContact){.outward = manifold->normal,
                        .point =
                            vec3_add_scaled(p->position, manifold->normal, -0.5f * p->separation),
                        .count = manifold->point_count};
}

static OwnContact contact_of_b(const LocalManifold3 *manifold, Pose3 a_from_b, int i)
{
    const LocalPoint3 *p = &manifold->points[i];
    const Vec3 on_b = vec3_add_scaled(p->position, manifold->normal, 0.5f * p->separation);
    return (OwnContact){.outward = quat_unrotate(a_from_b.rotation, vec3_negate(manifold->normal)),
                        .point =
                            quat_unrotate(a_from_b.rotation, vec3_sub(on_b, a_from_b.position)),
                        .count = manifold->point_count};
}

// Ball about the axis that touches the surface at the contact.
static bool ball_core(const OwnContact *contact, RollingCore3 *core)
{
    const Vec3 n = contact->outward, p = contact->point;
    const float lean = square_root(n.x * n.x + n.z * n.z);
    if (!(lean >= least_lean)) {
        return false;
    }
    const float radius = square_root(p.x * p.x + p.z * p.z) / lean;
    const float height = p.y - radius * n.y;
    *core = (RollingCore3){radius, height, height};
    return true;
}

// Slope of a side's normal: its part along the axis.
static float side_slope(const Shape3 *shape)
{
    const float fall = shape->radius_bottom - shape->radius_top, rise = 2.0f * shape->half_height;
    return shape->kind == SHAPE3_CAPSULE ? fall / rise
                                         : fall / square_root(fall * fall + rise * rise);
}

static bool capsule_core(const Shape3 *shape, const OwnContact *contact, RollingCore3 *core)
{
    const float h = shape->half_height, above = contact->outward.y - side_slope(shape);
    if (shape->radius_bottom == shape->radius_top) {
        *core = (RollingCore3){shape->radius_bottom, -h, h};
        return true;
    }
    if (absolute(above) <= side_sine) {
        return contact->count == 1 && ball_core(contact, core);
    }
    *core = above > 0.0f ? (RollingCore3){shape->radius_top, h, h}
                         : (RollingCore3){shape->radius_bottom, -h, -h};
    return true;
}

static bool cylinder_core(const Shape3 *shape, const OwnContact *contact, RollingCore3 *core)
{
    const Vec3 n = contact->outward;
    if (n.x * n.x + n.z * n.z <= flat_lean * flat_lean) {
        *core = (RollingCore3){0.0f, 0.0f, 0.0f};
        return true;
    }
    if (absolute(n.y - side_slope(shape)) > side_sine) {
        return ball_core(contact, core); // a rim
    }
    if (shape->radius_bottom == shape->radius_top) {
        *core = (RollingCore3){shape->radius_bottom, -shape->half_height, shape->half_height};
        return true;
    }
    return contact->count == 1 && ball_core(contact, core);
}

static bool core_of(const Shape3 *shape, const OwnContact *contact, RollingCore3 *core)
{
    switch (shape->kind) {
    case SHAPE3_SPHERE: *core = (RollingCore3){shape->radius_bottom, 0.0f, 0.0f}; return true;
    case SHAPE3_CAPSULE: return capsule_core(shape, contact, core);
    case SHAPE3_CYLINDER: return cylinder_core(shape, contact, core);
    case SHAPE3_ELLIPTIC: return false;
    default: *core = (RollingCore3){0.0f, 0.0f, 0.0f}; return true;
    }
}

static bool is_point_core(const RollingCore3 *core)
{
    return core->radius > 0.0f && core->low == core->high;
}

// Whether a core of this radius touches the surface at the contact from the axis.
static bool is_on_axis(const OwnContact *contact, float radius)
{
    const Vec3 p = vec3_add_scaled(contact->point, contact->outward, -radius);
    return p.x * p.x + p.z * p.z <= axis_share * axis_share * (radius * radius);
}

// The normal of two round surfaces leads from core to core: with two points, both cores are
// segments that run along each other. Where they cross at an angle, the normal leads past them.
static bool run_along(const LocalManifold3 *manifold, Pose3 a_from_b, const RollingCore3 cores[2])
{
    if (manifold->point_count != 2 || is_point_core(&cores[0]) || is_point_core(&cores[1])) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        const OwnContact of_a = contact_of_a(manifold, i);
        const OwnContact of_b = contact_of_b(manifold, a_from_b, i);
        if (!is_on_axis(&of_a, cores[0].radius) || !is_on_axis(&of_b, cores[1].radius)) {
            return false;
        }
    }
    return true;
}

bool tum_rolling_cores3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b,
                        const LocalManifold3 *manifold, RollingCore3 cores[2])
{
    const OwnContact of_a = contact_of_a(manifold, 0);
    const OwnContact of_b = contact_of_b(manifold, a_from_b, 0);
    if (!core_of(a, &of_a, &cores[0]) || !core_of(b, &of_b, &cores[1])) {
        return false;
    }
    const bool both_round = cores[0].radius > 0.0f && cores[1].radius > 0.0f;
    return !both_round || manifold->point_count == 1 || run_along(manifold, a_from_b, cores);
}
