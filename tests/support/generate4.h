// SPDX-License-Identifier: MIT
/// generate4.h: small scenes of four dimensions by the thousand, each from a number, built through
/// the public interface: what generate.h is for three.
///
///     Generated4 *scene = generate_scene4(17);
///     GeneratedWorld4 built = generated_world4(scene, NULL);
///     …
///     generated_world4_end(&built);
///     free(scene);
///
/// A scene has two to some fifteen bodies: loose ones, stacks, chains with a heavy end, spans that
/// something falls on, trees and rings of joined bodies. Shapes, masses (1:1 to 1:1000), joints,
/// friction, restitution and velocities are drawn; bodies do not overlap at the start but for those
/// that a joint keeps from colliding, and no joint is open. Nothing brings energy in. One in four
/// scenes floats: no gravity, and nothing that stands still.
#ifndef TUM_TESTS_GENERATE4_H
#define TUM_TESTS_GENERATE4_H

#include "tests/support/support.h"
#include "tumble/tumble.h"

enum {
    GENERATED4_BODIES = 24, ///< At most, ground included.
    GENERATED4_JOINTS = 24,
    GENERATED4_POINTS = 16, ///< Of a hull.
    GENERATED4_LIMITS = 2   ///< A joint.
};

typedef struct GeneratedBody4 {
    TumBodyDef4 def;
    TumColliderDef4 collider; ///< Points and curves are those below.
    float points[4 * GENERATED4_POINTS];
    TumCurve curves[2];
    double bounding_radius; ///< [m] No point of it is farther from its origin.
    double thin;            ///< [m] Its least extent.
} GeneratedBody4;

typedef struct GeneratedJoint4 {
    TumJointDef4 def; ///< Bodies and limits are those below.
    int a, b;         ///< Indices of bodies; -1: the world.
    TumLimit limits[GENERATED4_LIMITS];
} GeneratedJoint4;

typedef struct Generated4 {
    uint64_t number;
    bool floats;    ///< No gravity, and nothing from outside.
    double gravity; ///< [m/s^2] Downwards; the ground is y = 0.
    TumMaterial material;
    GeneratedBody4 bodies[GENERATED4_BODIES];
    int body_count;
    GeneratedJoint4 joints[GENERATED4_JOINTS];
    int joint_count;
    double spread; ///< Greatest mass by least.
    Random random;
} Generated4;

typedef struct GeneratedWorld4 {
    TumDocument *document;
    TumScene *scene;
    TumWorld *world;
    TumBodyId bodies[GENERATED4_BODIES];
    TumJointId joints[GENERATED4_JOINTS];
    TumColliderId colliders[GENERATED4_BODIES];
} GeneratedWorld4;

static inline double generate4_in(Generated4 *scene, double low, double high)
{
    return random_in(&scene->random, low, high);
}

/// 0 to count - 1.
static inline int generate4_choice(Generated4 *scene, int count)
{
    return (int)generate4_in(scene, 0, count);
}

static inline TumVec4 generated4_vector(double x, double y, double z, double w)
{
    return (TumVec4){(float)x, (float)y, (float)z, (float)w};
}

static inline TumVec4 generate4_vector(Generated4 *scene, double most)
{
    double v[4];
    for (int i = 0; i < 4; ++i) {
        v[i] = generate4_in(scene, -most, most);
    }
    return generated4_vector(v[0], v[1], v[2], v[3]);
}

static inline double generated4_dot(TumVec4 a, TumVec4 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z +
           (double)a.w * (double)b.w;
}

static inline double generated4_length(TumVec4 v)
{
    return sqrt(generated4_dot(v, v));
}

/// a + b * factor.
static inline TumVec4 generated4_add(TumVec4 a, TumVec4 b, double factor)
{
    return generated4_vector((double)a.x + factor * (double)b.x, (double)a.y + factor * (double)b.y,
                             (double)a.z + factor * (double)b.z,
                             (double)a.w + factor * (double)b.w);
}

static inline TumVec4 generated4_rotate(TumBasis4 m, TumVec4 v)
{
    const TumVec4 none = {0, 0, 0, 0};
    const TumVec4 xy = generated4_add(generated4_add(none, m.x, (double)v.x), m.y, (double)v.y);
    return generated4_add(generated4_add(xy, m.z, (double)v.z), m.w, (double)v.w);
}

static inline TumVec4 generated4_unrotate(TumBasis4 m, TumVec4 v)
{
    return generated4_vector(generated4_dot(m.x, v), generated4_dot(m.y, v), generated4_dot(m.z, v),
                             generated4_dot(m.w, v));
}

/// a after b.
static inline TumBasis4 generated4_multiply(TumBasis4 a, TumBasis4 b)
{
    return (TumBasis4){generated4_rotate(a, b.x), generated4_rotate(a, b.y),
                       generated4_rotate(a, b.z), generated4_rotate(a, b.w)};
}

static inline TumBasis4 generated4_inverse(TumBasis4 m)
{
    return (TumBasis4){{m.x.x, m.y.x, m.z.x, m.w.x},
                       {m.x.y, m.y.y, m.z.y, m.w.y},
                       {m.x.z, m.y.z, m.z.z, m.w.z},
                       {m.x.w, m.y.w, m.z.w, m.w.w}};
}

static const TumBasis4 GENERATED4_UPRIGHT = {
    {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

/// The six planes of a bivector, first axis before second, in the order of TumPlane4.
static const int GENERATED4_PLANES[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

static inline double generated4_part(TumVec4 v, int axis)
{
    return (double)(axis == 0 ? v.x : axis == 1 ? v.y : axis == 2 ? v.z : v.w);
}

static inline void generated4_planes(TumBivec4 b, double planes[6])
{
    const double parts[6] = {(double)b.xy, (double)b.xz, (double)b.yz,
                             (double)b.xw, (double)b.yw, (double)b.zw};
    memcpy(planes, parts, sizeof parts);
}

/// The velocity that a spin gives to a point at r: a positive XY takes +X toward +Y.
static inline TumVec4 generated4_swing(const double spin[6], TumVec4 r)
{
    double v[4] = {0, 0, 0, 0};
    for (int k = 0; k < 6; ++k) {
        const int i = GENERATED4_PLANES[k][0], j = GENERATED4_PLANES[k][1];
        v[j] += spin[k] * generated4_part(r, i);
        v[i] -= spin[k] * generated4_part(r, j);
    }
    return generated4_vector(v[0], v[1], v[2], v[3]);
}

/// The rotation that takes +Y to a unit vector and leaves what is at right angles to both; n is not
/// -Y: I - (Y + n)(Y + n)^T / (1 + Y . n) + 2 n Y^T.
static inline TumBasis4 generated4_from_up(TumVec4 n)
{
    TumVec4 columns[4];
    for (int c = 0; c < 4; ++c) {
        const TumVec4 e = generated4_vector(c == 0, c == 1, c == 2, c == 3);
        const TumVec4 sum = generated4_add(n, generated4_vector(0, 1, 0, 0), 1);
        columns[c] = generated4_add(e, sum, -generated4_dot(sum, e) / (1 + (double)n.y));
        columns[c] = c == 1 ? generated4_add(columns[c], n, 2) : columns[c];
    }
    return (TumBasis4){columns[0], columns[1], columns[2], columns[3]};
}

static inline TumVec4 generate4_direction(Generated4 *scene)
{
    for (;;) {
        const TumVec4 v = generate4_vector(scene, 1);
        const double length = generated4_length(v);
        if (length > 0.1 && length < 1 && (double)v.y > -0.9 * length) {
            const TumVec4 none = {0, 0, 0, 0};
            return generated4_add(none, v, 1 / length);
        }
    }
}

/// A turn in each plane in turn.
static inline TumBasis4 generate4_turn(Generated4 *scene)
{
    TumBasis4 turn = GENERATED4_UPRIGHT;
    for (int k = 0; k < 6; ++k) {
        const double angle = generate4_in(scene, -3.1, 3.1);
        TumVec4 columns[4];
        for (int c = 0; c < 4; ++c) {
            double v[4] = {c == 0, c == 1, c == 2, c == 3};
            const int i = GENERATED4_PLANES[k][0], j = GENERATED4_PLANES[k][1];
            const double x = v[i], y = v[j];
            v[i] = cos(angle) * x - sin(angle) * y;
            v[j] = sin(angle) * x + cos(angle) * y;
            columns[c] = generated4_vector(v[0], v[1], v[2], v[3]);
        }
        turn =
            generated4_multiply((TumBasis4){columns[0], columns[1], columns[2], columns[3]}, turn);
    }
    return turn;
}

// Shapes.

typedef enum GeneratedShape4 {
    GENERATED4_BALL,
    GENERATED4_BOX,
    GENERATED4_PLATE,
    GENERATED4_CAPSULE,
    GENERATED4_CYLINDER,
    GENERATED4_DUOCYLINDER,
    GENERATED4_HULL,
    GENERATED4_SHAPES
} GeneratedShape4;

/// Twelve to sixteen points about a ball: corners of a tesseract that are moved a little.
static inline void generate4_hull(Generated4 *scene, GeneratedBody4 *body, double size)
{
    const int count = 12 + generate4_choice(scene, 5);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 4; ++k) {
            const double far = 0.25 * size * generate4_in(scene, 0.7, 1);
            body->points[4 * i + k] = (float)(i >> k & 1 ? far : -far);
        }
    }
    body->collider.point_count = (size_t)count;
}

/// A shape within `size` of extent, upright: its axis is Y.
static inline void generate4_shape(Generated4 *scene, GeneratedBody4 *body, int shape, double size)
{
    TumColliderDef4 *def = &body->collider;
    *def = tum_default_collider_def4();
    def->material = scene->material;
    const double x = size * generate4_in(scene, 0.4, 1), z = size * generate4_in(scene, 0.4, 1);
    const double w = size * generate4_in(scene, 0.4, 1), r = size * generate4_in(scene, 0.2, 0.4);
    const double y = shape == GENERATED4_PLATE ? size * generate4_in(scene, 0.15, 0.3) : size;
    switch (shape) {
    case GENERATED4_BALL:
        def->kind = TUM_SHAPE_SPHERE;
        def->radius = (float)(0.5 * size);
        body->thin = size;
        body->bounding_radius = 0.5 * size;
        break;
    case GENERATED4_BOX:
    case GENERATED4_PLATE:
        def->kind = TUM_SHAPE_BOX;
        def->size = generated4_vector(x, y, z, w);
        body->thin = fmin(fmin(x, y), fmin(z, w));
        body->bounding_radius = 0.5 * generated4_length(def->size);
        break;
    case GENERATED4_CAPSULE:
    case GENERATED4_CYLINDER:
        def->kind = shape == GENERATED4_CAPSULE ? TUM_SHAPE_CAPSULE : TUM_SHAPE_CYLINDER;
        def->height = (float)(shape == GENERATED4_CAPSULE ? size - 2 * r : size);
        def->radius_bottom = def->radius_top = (float)r;
        body->thin = 2 * r;
        body->bounding_radius =
            shape == GENERATED4_CAPSULE ? 0.5 * size : sqrt(0.25 * size * size + r * r);
        break;
    case GENERATED4_DUOCYLINDER:
        def->kind = TUM_SHAPE_GENERAL;
        body->curves[0] = (TumCurve){{0.5 * size, 0.5 * size, 0, 0}, 2};
        body->curves[1] = (TumCurve){{0, 0, r, r}, 2};
        def->curve_count = 2;
        body->thin = 2 * r;
        body->bounding_radius = sqrt(0.25 * size * size + r * r);
        break;
    default:
        def->kind = TUM_SHAPE_CONVEX;
        generate4_hull(scene, body, size);
        body->thin = 0.35 * size;
        body->bounding_radius = 0.5 * size;
        break;
    }
}

static inline void generated4_aim(GeneratedBody4 *body)
{
    body->collider.points = body->collider.point_count > 0 ? body->points : NULL;
    body->collider.curves = body->collider.curve_count > 0 ? body->curves : NULL;
}

/// Weighs a body: what its shape has of it is what density gives, times a factor.
static inline void generated4_weigh(GeneratedBody4 *body, double mass)
{
    TumMass4 *own = &body->def.mass;
    generated4_aim(body);
    assert_int_equal(tum_mass4_of_colliders(&body->collider, 1, 1000, own), TUM_OK);
    const float factor = (float)mass / own->mass;
    TumBivec4 *i = &own->inertia;
    own->mass *= factor;
    *i = (TumBivec4){factor * i->xy, factor * i->xz, factor * i->yz,
                     factor * i->xw, factor * i->yw, factor * i->zw};
}

/// The next body, upright at the origin; a shape below 0: any. NULL: there are enough.
static inline GeneratedBody4 *generate4_body(Generated4 *scene, int shape, double size)
{
    if (scene->body_count == GENERATED4_BODIES) {
        return NULL;
    }
    GeneratedBody4 *body = &scene->bodies[scene->body_count];
    *body = (GeneratedBody4){.def = tum_default_body_def4()};
    generate4_shape(scene, body, shape < 0 ? generate4_choice(scene, GENERATED4_SHAPES) : shape,
                    size);
    generated4_weigh(body, pow(scene->spread, generate4_in(scene, 0, 1)));
    return body;
}

/// Whether a ball there would touch nothing, but for one body that may be near.
static inline bool generated4_is_free(const Generated4 *scene, TumVec4 at, double bounding_radius,
                                      int but)
{
    for (int i = 0; i < scene->body_count; ++i) {
        const GeneratedBody4 *body = &scene->bodies[i];
        const bool is_ground = body->bounding_radius >= 1000;
        if (!is_ground && i != but &&
            generated4_length(generated4_add(body->def.pose.position, at, -1)) <
                1.01 * (body->bounding_radius + bounding_radius)) {
            return false;
        }
    }
    return scene->floats || (double)at.y - bounding_radius > 0.02;
}

// Joints.

/// Both frames where `at` is in the world, turned by `turn`.
static inline GeneratedJoint4 *generate4_join(Generated4 *scene, int a, int b, TumVec4 at,
                                              TumBasis4 turn, TumJointKind4 kind)
{
    if (scene->joint_count == GENERATED4_JOINTS) {
        return NULL;
    }
    GeneratedJoint4 *joint = &scene->joints[scene->joint_count++];
    *joint = (GeneratedJoint4){.def = tum_default_joint_def4(), .a = a, .b = b};
    joint->def.kind = kind;
    const int bodies[2] = {a, b};
    TumPose4 *frames[2] = {&joint->def.frame_a, &joint->def.frame_b};
    for (int side = 0; side < 2; ++side) {
        *frames[side] = (TumPose4){at, turn};
        if (bodies[side] >= 0) {
            const TumPose4 *pose = &scene->bodies[bodies[side]].def.pose;
            frames[side]->position =
                generated4_unrotate(pose->rotation, generated4_add(at, pose->position, -1));
            frames[side]->rotation = generated4_multiply(generated4_inverse(pose->rotation), turn);
        }
    }
    return joint;
}

/// Ends, or a spring, of what a joint of this kind leaves free.
static inline void generate4_limits(Generated4 *scene, GeneratedJoint4 *joint, double size,
                                    double mass)
{
    const TumJointKind4 kind = joint->def.kind;
    const bool turns = kind == TUM_JOINT4_HINGE || kind == TUM_JOINT4_DUO_HINGE;
    if ((!turns && kind != TUM_JOINT4_SLIDER) ||
        (kind != TUM_JOINT4_SLIDER && generate4_choice(scene, 2) == 0)) {
        return;
    }
    const double end = turns ? generate4_in(scene, 0.2, 1.5) : size * generate4_in(scene, 0.1, 0.5);
    TumLimit *limit = &joint->limits[joint->def.limit_count++];
    *limit = (TumLimit){.space = turns ? TUM_SPACE_ANGULAR : TUM_SPACE_LINEAR,
                        .axes = 1u << TUM_PLANE_XY,
                        .min = -end,
                        .max = end,
                        .stiffness = (double)INFINITY};
    if (generate4_choice(scene, 3) == 0) {
        limit->stiffness =
            20 * mass * (turns ? size * size : 1) * pow(10, generate4_in(scene, 0, 2));
        limit->damping = limit->stiffness * generate4_in(scene, 0, 0.1);
    }
    if (kind == TUM_JOINT4_DUO_HINGE && generate4_choice(scene, 2) == 0) {
        joint->limits[joint->def.limit_count++] = (TumLimit){.space = TUM_SPACE_ANGULAR,
                                                             .axes = 1u << TUM_PLANE_ZW,
                                                             .min = -0.5 * end,
                                                             .max = end,
                                                             .stiffness = (double)INFINITY};
    }
}

// Motifs.

static inline void generate4_loose(Generated4 *scene, int count)
{
    for (int i = 0; i < count; ++i) {
        GeneratedBody4 *body = generate4_body(scene, -1, pow(10, generate4_in(scene, -0.5, 0.2)));
        if (body == NULL) {
            return;
        }
        body->def.pose.rotation = generate4_turn(scene);
        if (generate4_choice(scene, 2) == 0) {
            double spin[6];
            for (int k = 0; k < 6; ++k) {
                spin[k] = generate4_in(scene, -3, 3);
            }
            body->def.linear_velocity = generate4_vector(scene, 3);
            body->def.angular_velocity =
                (TumBivec4){(float)spin[0], (float)spin[1], (float)spin[2],
                            (float)spin[3], (float)spin[4], (float)spin[5]};
        }
        for (int t = 0; t < 40; ++t) {
            TumVec4 at = generate4_vector(scene, 1.5);
            at.y = (float)generate4_in(scene, scene->floats ? -1.5 : 0.5, scene->floats ? 1.5 : 4);
            if (generated4_is_free(scene, at, body->bounding_radius, -1)) {
                body->def.pose.position = at;
                if (scene->floats) { // they meet
                    body->def.linear_velocity = generated4_add(body->def.linear_velocity, at, -0.7);
                }
                ++scene->body_count;
                break;
            }
        }
    }
}

/// Boxes and cylinders upon each other, from the ground.
static inline void generate4_stack(Generated4 *scene, int count)
{
    static const int shapes[3] = {GENERATED4_BOX, GENERATED4_PLATE, GENERATED4_CYLINDER};
    const TumVec4 foot = generate4_vector(scene, 4);
    double y = 1e-4;
    for (int i = 0; i < count; ++i) {
        GeneratedBody4 *body =
            generate4_body(scene, shapes[generate4_choice(scene, 3)], generate4_in(scene, 0.5, 1));
        if (body == NULL) {
            return;
        }
        const TumColliderDef4 *def = &body->collider;
        const double high = (double)(def->kind == TUM_SHAPE_BOX ? def->size.y : def->height);
        TumVec4 at = generated4_add(foot, generate4_vector(scene, 0.05), 1);
        at.y = (float)(y + 0.5 * high);
        for (int k = 0; k < scene->body_count - i; ++k) {
            const GeneratedBody4 *other = &scene->bodies[k];
            if (other->bounding_radius < 1000 &&
                generated4_length(generated4_add(other->def.pose.position, at, -1)) <
                    1.01 * (other->bounding_radius + body->bounding_radius)) {
                return;
            }
        }
        body->def.pose.position = at;
        ++scene->body_count;
        y += high + 1e-4;
    }
}

/// A row of links from a place, each at the end of the one before; the last may be a heavy ball.
///
/// @param from   joined to: a body, or -1, the world.
/// @param along  of length one, not down.
/// @return the last link, or -1.
static inline int generate4_row(Generated4 *scene, int from, TumVec4 at, TumVec4 along, int count,
                                double length, bool has_ball)
{
    static const int shapes[3] = {GENERATED4_CAPSULE, GENERATED4_BOX, GENERATED4_CYLINDER};
    const int shape = shapes[generate4_choice(scene, 3)];
    const int kind = generate4_choice(scene, TUM_JOINT4_SLIDER + 3);
    const bool is_mixed = generate4_choice(scene, 3) == 0;
    const TumBasis4 turn = generated4_from_up(along);
    int last = -1;
    for (int i = 0; i < count; ++i) {
        const bool is_ball = has_ball && i == count - 1;
        const double size = is_ball ? length * generate4_in(scene, 1, 2) : length;
        GeneratedBody4 *body = generate4_body(scene, is_ball ? GENERATED4_BALL : shape, size);
        if (body == NULL) {
            return last;
        }
        if (is_ball) {
            generated4_weigh(body, scene->spread);
        }
        body->def.pose = (TumPose4){generated4_add(at, along, 0.5 * size), turn};
        // A link that reaches into something else than its neighbours ends the row.
        for (int k = 0; k < scene->body_count - (last >= 0); ++k) {
            const GeneratedBody4 *other = &scene->bodies[k];
            const double apart = generated4_length(
                generated4_add(other->def.pose.position, body->def.pose.position, -1));
            if (other->bounding_radius < 1000 && k != from &&
                apart < (k >= scene->body_count - i
                             ? 0.95 * size
                             : 1.01 * (other->bounding_radius + body->bounding_radius))) {
                return last;
            }
        }
        if (!scene->floats && (double)body->def.pose.position.y - body->bounding_radius < 0.1) {
            return last;
        }
        const int made = scene->body_count++;
        // Pins beyond the last kind: half of what hangs is chains.
        const int own = is_mixed ? generate4_choice(scene, TUM_JOINT4_SLIDER + 1) : kind;
        GeneratedJoint4 *joint = generate4_join(
            scene, last >= 0 ? last : from, made, at, is_mixed ? generate4_turn(scene) : turn,
            own > (int)TUM_JOINT4_SLIDER ? TUM_JOINT4_PIN : (TumJointKind4)own);
        if (joint != NULL) {
            generate4_limits(scene, joint, length, (double)body->def.mass.mass);
        }
        at = generated4_add(at, along, size);
        last = made;
    }
    return last;
}

static inline void generate4_chain(Generated4 *scene, int count)
{
    const double length = generate4_in(scene, 0.3, 0.8);
    TumVec4 hook = generate4_vector(scene, 2);
    hook.y = (float)(length * count + generate4_in(scene, 1, 2));
    generate4_row(scene, -1, hook, generate4_direction(scene), count, length,
                  generate4_choice(scene, 2) == 0);
}

/// A row between two places of the world, and something above it.
static inline void generate4_span(Generated4 *scene, int count)
{
    const double length = generate4_in(scene, 0.4, 0.9), angle = generate4_in(scene, 0, 3.1);
    const TumVec4 along = generated4_vector(cos(angle), 0, 0, sin(angle));
    TumVec4 from = {0, 0, 0, 0};
    from.y = (float)generate4_in(scene, 1.5, 3);
    from = generated4_add(from, along, -0.5 * length * count);
    const int last = generate4_row(scene, -1, from, along, count, length, false);
    if (last < 0) {
        return;
    }
    const TumVec4 end = generated4_add(scene->bodies[last].def.pose.position, along, 0.5 * length);
    if (generate4_choice(scene, 4) != 0) {
        generate4_join(scene, -1, last, end, GENERATED4_UPRIGHT, TUM_JOINT4_PIN);
    }
    GeneratedBody4 *load = generate4_body(scene, GENERATED4_BOX, generate4_in(scene, 0.5, 1));
    if (load != NULL) {
        generated4_weigh(load, scene->spread);
        load->def.pose.position = generated4_vector(
            generate4_in(scene, -0.3, 0.3),
            (double)from.y + length + load->bounding_radius + generate4_in(scene, 0, 0.6),
            generate4_in(scene, -0.2, 0.2), generate4_in(scene, -0.2, 0.2));
        scene->body_count +=
            generated4_is_free(scene, load->def.pose.position, load->bounding_radius, -1) ? 1 : 0;
    }
}

/// A ball with two to four rows of one or two links.
static inline void generate4_tree(Generated4 *scene, int rows)
{
    const int first = scene->body_count;
    const double size = generate4_in(scene, 0.3, 0.8);
    GeneratedBody4 *root = generate4_body(scene, GENERATED4_BALL, size);
    if (root == NULL) {
        return;
    }
    TumVec4 at = generate4_vector(scene, 2);
    at.y = scene->floats ? at.y : (float)generate4_in(scene, 2.5, 5);
    if (!generated4_is_free(scene, at, root->bounding_radius, -1)) {
        return;
    }
    root->def.pose.position = at;
    ++scene->body_count;
    for (int i = 0; i < rows; ++i) {
        const TumVec4 along = generate4_direction(scene);
        generate4_row(scene, first, generated4_add(at, along, 0.5 * size), along,
                      1 + generate4_choice(scene, 2), generate4_in(scene, 0.4, 1) * size, false);
    }
    // All as one: no joint opens.
    const TumVec4 velocity = generate4_vector(scene, 3);
    double spin[6];
    for (int k = 0; k < 6; ++k) {
        spin[k] = generate4_in(scene, -2, 2);
    }
    for (int i = first; i < scene->body_count; ++i) {
        GeneratedBody4 *body = &scene->bodies[i];
        const TumVec4 center =
            generated4_add(body->def.pose.position,
                           generated4_rotate(body->def.pose.rotation, body->def.mass.center), 1);
        body->def.linear_velocity =
            generated4_add(velocity, generated4_swing(spin, generated4_add(center, at, -1)), 1);
        body->def.angular_velocity = (TumBivec4){(float)spin[0], (float)spin[1], (float)spin[2],
                                                 (float)spin[3], (float)spin[4], (float)spin[5]};
    }
}

/// Rods around a ring in XY, joined by pins or by hinges.
static inline void generate4_ring(Generated4 *scene, int count)
{
    const double length = generate4_in(scene, 0.3, 0.7), pi = acos(-1);
    const double radius = 0.5 * length / tan(pi / count);
    TumVec4 middle = generate4_vector(scene, 2);
    middle.y = scene->floats ? middle.y : (float)(radius + generate4_in(scene, 1.5, 3));
    if (!generated4_is_free(scene, middle, radius + length, -1) ||
        scene->body_count + count > GENERATED4_BODIES) {
        return;
    }
    const int first = scene->body_count;
    const TumVec4 velocity = generate4_vector(scene, 2);
    const TumJointKind4 kind = generate4_choice(scene, 2) == 0 ? TUM_JOINT4_PIN : TUM_JOINT4_HINGE;
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * pi * i / count;
        const float c = (float)cos(angle), s = (float)sin(angle);
        GeneratedBody4 *body = generate4_body(scene, GENERATED4_CAPSULE, 0.9 * length);
        body->def.pose.position = generated4_add(middle, (TumVec4){c, s, 0, 0}, radius);
        body->def.pose.rotation =
            (TumBasis4){{c, s, 0, 0}, {-s, c, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
        body->def.linear_velocity = velocity;
        ++scene->body_count;
    }
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * pi * (i + 0.5) / count, corner = radius / cos(pi / count);
        const TumVec4 at =
            generated4_add(middle, generated4_vector(cos(angle), sin(angle), 0, 0), corner);
        generate4_join(scene, first + i, first + (i + 1) % count, at, GENERATED4_UPRIGHT, kind);
    }
}

/// The half-space y <= 0, or a large box.
static inline void generate4_ground(Generated4 *scene)
{
    GeneratedBody4 *body = &scene->bodies[scene->body_count++];
    const int kind = generate4_choice(scene, 3);
    *body = (GeneratedBody4){.def = tum_default_body_def4(), .bounding_radius = 1000, .thin = 1000};
    body->def.kind = kind == 1 ? TUM_BODY_KINEMATIC : TUM_BODY_STATIC;
    body->collider = tum_default_collider_def4();
    body->collider.material = scene->material;
    body->collider.kind = kind == 0 ? TUM_SHAPE_PLANE : TUM_SHAPE_BOX;
    if (kind != 0) {
        body->collider.size = (TumVec4){200, 2, 200, 200};
        body->collider.pose.position.y = -1;
    }
}

/// The scene of a number; free it with free.
static inline Generated4 *generate_scene4(uint64_t number)
{
    Generated4 *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->number = number;
    scene->random.state = number * 0x9e3779b97f4a7c15u ^ 0xd1b54a32d192ed03u;
    for (int i = 0; i < 8; ++i) { // neighbouring numbers begin alike
        generate4_in(scene, 0, 1);
    }
    static const double spreads[4] = {1, 10, 100, 1000};
    scene->spread = spreads[generate4_choice(scene, 4)];
    const int bounce = generate4_choice(scene, 4), rough = generate4_choice(scene, 4);
    const double friction = rough == 0 ? 0 : generate4_in(scene, 0, 1.2);
    scene->material = tum_default_material();
    scene->material.dynamic_friction = friction;
    scene->material.static_friction = friction * generate4_in(scene, 1, 1.5);
    scene->material.restitution = bounce == 0 ? generate4_in(scene, 0, 1) : bounce == 1 ? 1 : 0;
    scene->floats = generate4_choice(scene, 4) == 0;
    scene->gravity = scene->floats ? 0 : 9.81;
    if (!scene->floats) {
        generate4_ground(scene);
    }
    const int motifs = 1 + generate4_choice(scene, 2);
    for (int i = 0; i < motifs; ++i) {
        switch (generate4_choice(scene, scene->floats ? 3 : 6)) {
        case 0: generate4_loose(scene, 2 + generate4_choice(scene, 3)); break;
        case 1: generate4_tree(scene, 2 + generate4_choice(scene, 3)); break;
        case 2: generate4_ring(scene, 4 + generate4_choice(scene, 3)); break;
        case 3: generate4_chain(scene, 1 + generate4_choice(scene, 7)); break;
        case 4: generate4_span(scene, 2 + generate4_choice(scene, 7)); break;
        default: generate4_stack(scene, 2 + generate4_choice(scene, 4)); break;
        }
    }
    generate4_loose(scene, 2 + generate4_choice(scene, 2));
    return scene;
}

static inline void generated4_remove_joint(Generated4 *scene, int joint)
{
    --scene->joint_count;
    memmove(scene->joints + joint, scene->joints + joint + 1,
            (size_t)(scene->joint_count - joint) * sizeof *scene->joints);
}

/// With the joints at it.
static inline void generated4_remove_body(Generated4 *scene, int body)
{
    for (int i = scene->joint_count - 1; i >= 0; --i) {
        GeneratedJoint4 *joint = &scene->joints[i];
        if (joint->a == body || joint->b == body) {
            generated4_remove_joint(scene, i);
        } else {
            joint->a -= joint->a > body;
            joint->b -= joint->b > body;
        }
    }
    --scene->body_count;
    memmove(scene->bodies + body, scene->bodies + body + 1,
            (size_t)(scene->body_count - body) * sizeof *scene->bodies);
}

static inline void generated4_print_vector(const char *name, TumVec4 v)
{
    print_message(" %s (%.4f %.4f %.4f %.4f)", name, (double)v.x, (double)v.y, (double)v.z,
                  (double)v.w);
}

/// What a scene is made of, a line a body and a joint.
static inline void generated4_print(const Generated4 *scene)
{
    print_message("scene %llu: gravity %g, friction %.3f %.3f, restitution %.3f\n",
                  (unsigned long long)scene->number, scene->gravity,
                  scene->material.static_friction, scene->material.dynamic_friction,
                  scene->material.restitution);
    for (int i = 0; i < scene->body_count; ++i) {
        const GeneratedBody4 *body = &scene->bodies[i];
        const TumColliderDef4 *c = &body->collider;
        print_message("  body %d: kind %d, %.4g kg,", i, (int)body->def.kind,
                      (double)body->def.mass.mass);
        generated4_print_vector("at", body->def.pose.position);
        generated4_print_vector("v", body->def.linear_velocity);
        print_message(" shape %d height %.4f radius %.4f, %.4f, reach %.4f", (int)c->kind,
                      (double)c->height, (double)c->radius, (double)c->radius_bottom,
                      body->bounding_radius);
        generated4_print_vector("size", c->size);
        print_message("\n");
    }
    for (int i = 0; i < scene->joint_count; ++i) {
        const GeneratedJoint4 *joint = &scene->joints[i];
        print_message("  joint %d: kind %d, body %d", i, (int)joint->def.kind, joint->a);
        generated4_print_vector("at", joint->def.frame_a.position);
        print_message(", body %d", joint->b);
        generated4_print_vector("at", joint->def.frame_b.position);
        print_message("\n");
        for (size_t k = 0; k < joint->def.limit_count; ++k) {
            const TumLimit *limit = &joint->limits[k];
            print_message("    %s axes %u: %.4f to %.4f, stiffness %g, damping %g\n",
                          limit->space == TUM_SPACE_LINEAR ? "linear" : "angular", limit->axes,
                          limit->min, limit->max, limit->stiffness, limit->damping);
        }
    }
}

static inline void generated_world4_end(GeneratedWorld4 *world)
{
    tum_world_destroy(world->world);
    tum_scene_destroy(world->scene);
    tum_document_destroy(world->document);
}

/// @param base  threads, instructions and the like; NULL: the defaults.
/// @return whether there is one: false where this processor lacks the instructions.
static inline bool generated_try_world4(Generated4 *scene, const TumWorldDef *base,
                                        GeneratedWorld4 *world)
{
    static const char empty[] = "{\"asset\":{\"dimension\":4}}";
    GeneratedWorld4 built = {.world = NULL};
    TumWorldDef def = base != NULL ? *base : tum_default_world_def();
    def.no_sleep = true;
    def.override_gravity = true;
    def.gravity[0] = def.gravity[2] = def.gravity[3] = 0;
    def.gravity[1] = (float)-scene->gravity;
    assert_int_equal(tum_document_read(empty, sizeof empty - 1, NULL, &built.document, NULL),
                     TUM_OK);
    assert_int_equal(tum_scene_read(built.document, NULL, &built.scene, NULL), TUM_OK);
    if (tum_world_create(built.scene, &def, &built.world, NULL) != TUM_OK) {
        generated_world4_end(&built);
        return false;
    }
    for (int i = 0; i < scene->body_count; ++i) {
        GeneratedBody4 *body = &scene->bodies[i];
        generated4_aim(body);
        assert_int_equal(tum_world_add_body4(built.world, &body->def, &built.bodies[i]), TUM_OK);
        assert_int_equal(tum_world_add_collider4(built.world, built.bodies[i], &body->collider,
                                                 &built.colliders[i]),
                         TUM_OK);
    }
    for (int i = 0; i < scene->joint_count; ++i) {
        GeneratedJoint4 *joint = &scene->joints[i];
        const TumBodyId nobody = {0, 0, 0};
        joint->def.body_a = joint->a >= 0 ? built.bodies[joint->a] : nobody;
        joint->def.body_b = joint->b >= 0 ? built.bodies[joint->b] : nobody;
        joint->def.limits = joint->limits;
        assert_int_equal(tum_world_add_joint4(built.world, &joint->def, &built.joints[i]), TUM_OK);
    }
    *world = built;
    return true;
}

/// The same where there is one for sure.
static inline GeneratedWorld4 generated_world4(Generated4 *scene, const TumWorldDef *base)
{
    GeneratedWorld4 built;
    assert_true(generated_try_world4(scene, base, &built));
    return built;
}

#endif
