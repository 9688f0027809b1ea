// SPDX-License-Identifier: MIT
/// generate.h: small scenes by the thousand, each from a number, built through the public
/// interface.
///
///     Generated *scene = generate_scene(17);
///     GeneratedWorld built = generated_world(scene, NULL);
///     …
///     generated_world_end(&built);
///     free(scene);
///
/// A scene has two to some twenty bodies: loose ones, stacks, chains that hang, spans between two
/// posts, trees and rings of joined bodies. Shapes, masses (1:1 to 1:1000), joints, friction,
/// restitution and velocities are drawn; bodies do not overlap at the start but for those that a
/// joint keeps from colliding, and no joint is open. Nothing brings energy in: no motor, no moving
/// kinematic body. One in four scenes floats: no gravity, and nothing that stands still. One in
/// four has a twin in its world, so that joint islands without loops are solved in articulations.
#ifndef TUM_TESTS_GENERATE_H
#define TUM_TESTS_GENERATE_H

#include "tests/support/support.h"
#include "tumble/tumble.h"

enum {
    GENERATED_BODIES = 32, ///< At most, ground included.
    GENERATED_JOINTS = 40,
    GENERATED_COLLIDERS = 2, ///< A body.
    GENERATED_LIMITS = 5,    ///< A joint.
    GENERATED_GRID = 9,      ///< Points along an edge of a ground of triangles.
    GENERATED_POINTS = GENERATED_GRID * GENERATED_GRID,
    GENERATED_TRIANGLES = 2 * (GENERATED_GRID - 1) * (GENERATED_GRID - 1)
};

typedef struct GeneratedCollider {
    TumColliderDef3 def; ///< Points and triangles are those below.
    float points[3 * GENERATED_POINTS];
    uint32_t triangles[3 * GENERATED_TRIANGLES];
} GeneratedCollider;

typedef struct GeneratedBody {
    TumBodyDef3 def;
    GeneratedCollider colliders[GENERATED_COLLIDERS];
    int collider_count;
    double bounding_radius; ///< [m] No point of it is farther from its origin.
    double thin;            ///< [m] Its least extent.
} GeneratedBody;

typedef struct GeneratedJoint {
    TumJointDef3 def; ///< Bodies and limits are those below.
    int a, b;         ///< Indices of bodies; -1: the world.
    TumLimit limits[GENERATED_LIMITS];
} GeneratedJoint;

typedef struct Generated {
    uint64_t number;
    bool floats;    ///< No gravity, and nothing from outside.
    double gravity; ///< [m/s^2] Downwards.
    double floor;   ///< [m] No centre of mass gets lower.
    TumMaterial material;
    GeneratedBody bodies[GENERATED_BODIES];
    int body_count;
    GeneratedJoint joints[GENERATED_JOINTS];
    int joint_count;
    double spread; ///< Greatest mass by least.
    bool has_soft; ///< Some limit is a spring.
    bool has_twin; ///< The world holds the scene twice; neither of the two meets the other.
    Random random;
} Generated;

typedef struct GeneratedWorld {
    TumDocument *document;
    TumScene *scene;
    TumWorld *world;
    TumBodyId bodies[GENERATED_BODIES];
    TumJointId joints[GENERATED_JOINTS];
    TumColliderId colliders[GENERATED_BODIES][GENERATED_COLLIDERS];
} GeneratedWorld;

static inline double generate_in(Generated *scene, double low, double high)
{
    return random_in(&scene->random, low, high);
}

/// 0 to count - 1.
static inline int generate_choice(Generated *scene, int count)
{
    return (int)generate_in(scene, 0, count);
}

static inline TumVec3 generate_vector(Generated *scene, double most)
{
    const double x = generate_in(scene, -most, most), y = generate_in(scene, -most, most);
    const double z = generate_in(scene, -most, most);
    return (TumVec3){(float)x, (float)y, (float)z};
}

static inline TumQuat generate_turn(Generated *scene)
{
    double q[4], square;
    do {
        square = 0;
        for (int i = 0; i < 4; ++i) {
            q[i] = generate_in(scene, -1, 1);
            square += q[i] * q[i];
        }
    } while (square > 1 || square < 0.01);
    const double s = 1 / sqrt(square);
    return (TumQuat){(float)(q[0] * s), (float)(q[1] * s), (float)(q[2] * s), (float)(q[3] * s)};
}

static inline TumVec3 generated_cross(TumVec3 a, TumVec3 b)
{
    return (TumVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline TumVec3 generated_add(TumVec3 a, TumVec3 b)
{
    return (TumVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline TumVec3 generated_sub(TumVec3 a, TumVec3 b)
{
    return (TumVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline double generated_length(TumVec3 v)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return sqrt(x * x + y * y + z * z);
}

static inline TumVec3 generated_rotate(TumQuat q, TumVec3 v)
{
    const TumVec3 u = {q.x, q.y, q.z};
    TumVec3 t = generated_cross(u, v);
    t = (TumVec3){2 * t.x, 2 * t.y, 2 * t.z};
    const TumVec3 s = generated_cross(u, t);
    return (TumVec3){v.x + q.w * t.x + s.x, v.y + q.w * t.y + s.y, v.z + q.w * t.z + s.z};
}

static inline TumQuat generated_conjugate(TumQuat q)
{
    return (TumQuat){-q.x, -q.y, -q.z, q.w};
}

static inline TumQuat generated_multiply(TumQuat a, TumQuat b)
{
    return (TumQuat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                     a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                     a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

// Shapes.

typedef enum GeneratedShape {
    GENERATED_SPHERE,
    GENERATED_BOX,
    GENERATED_PLATE,
    GENERATED_CAPSULE,
    GENERATED_TAPERED_CAPSULE,
    GENERATED_CYLINDER,
    GENERATED_TAPERED_CYLINDER,
    GENERATED_CONE,
    GENERATED_HULL,
    GENERATED_MESH,
    GENERATED_SHAPES
} GeneratedShape;

/// The corners and faces of a box of half extents (x, y, z), those at +y drawn in by `taper`.
static inline void generated_prism(GeneratedCollider *collider, double x, double y, double z,
                                   double taper)
{
    static const uint32_t triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int i = 0; i < 8; ++i) {
        const double in = i & 2 ? taper : 1;
        collider->points[3 * i] = (float)(in * (i & 1 ? x : -x));
        collider->points[3 * i + 1] = (float)(i & 2 ? y : -y);
        collider->points[3 * i + 2] = (float)(in * (i & 4 ? z : -z));
    }
    memcpy(collider->triangles, triangles, sizeof triangles);
    collider->def.point_count = 8;
    collider->def.triangle_count = 12;
}

/// Eight to fourteen points about a sphere, no two of them near each other.
static inline void generate_hull(Generated *scene, GeneratedCollider *collider, double size)
{
    const int count = 8 + generate_choice(scene, 7);
    const double golden = 2.399963229728653; // [rad] Of a spiral of even density.
    const double lift = generate_in(scene, 0, 1);
    for (int i = 0; i < count; ++i) {
        const double y = 1 - 2 * (i + 0.5) / count, r = sqrt(1 - y * y);
        const double angle = golden * (i + lift), radius = size * generate_in(scene, 0.4, 0.5);
        collider->points[3 * i] = (float)(radius * r * cos(angle));
        collider->points[3 * i + 1] = (float)(radius * y);
        collider->points[3 * i + 2] = (float)(radius * r * sin(angle));
    }
    collider->def.point_count = (size_t)count;
}

/// A shape within `size` of extent, upright: its axis is Y.
static inline void generate_shape(Generated *scene, GeneratedBody *body, GeneratedShape shape,
                                  double size)
{
    GeneratedCollider *collider = &body->colliders[body->collider_count++];
    TumColliderDef3 *def = &collider->def;
    *def = tum_default_collider_def3();
    def->material = scene->material;
    double x = size * generate_in(scene, 0.4, 1), z = size * generate_in(scene, 0.4, 1);
    double y = size, radius = size * generate_in(scene, 0.15, 0.4);
    double top = radius * generate_in(scene, 0.3, 1), thin = size, bounding_radius = 0;
    switch (shape) {
    case GENERATED_SPHERE:
        def->kind = TUM_SHAPE_SPHERE;
        def->radius = (float)(0.5 * size);
        bounding_radius = 0.5 * size;
        break;
    case GENERATED_PLATE: y = size * generate_in(scene, 0.1, 0.3); // fall through
    case GENERATED_BOX:
        def->kind = TUM_SHAPE_BOX;
        def->size = (TumVec3){(float)x, (float)y, (float)z};
        thin = fmin(x, fmin(y, z));
        bounding_radius = 0.5 * sqrt(x * x + y * y + z * z);
        break;
    case GENERATED_TAPERED_CAPSULE:
    case GENERATED_CAPSULE:
        def->kind = TUM_SHAPE_CAPSULE;
        top = shape == GENERATED_CAPSULE ? radius : top;
        def->height = (float)(size - radius - top);
        def->radius_bottom = (float)radius;
        def->radius_top = (float)top;
        thin = 2 * fmin(radius, top);
        bounding_radius = 0.5 * (size - radius - top) + radius;
        break;
    case GENERATED_CYLINDER:
    case GENERATED_TAPERED_CYLINDER:
    case GENERATED_CONE:
        def->kind = TUM_SHAPE_CYLINDER;
        top = shape == GENERATED_CYLINDER ? radius : shape == GENERATED_CONE ? 0 : top;
        def->height = (float)size;
        def->radius_bottom = (float)radius;
        def->radius_top = (float)top;
        thin = radius;
        bounding_radius = sqrt(0.25 * size * size + radius * radius);
        break;
    case GENERATED_HULL:
        def->kind = TUM_SHAPE_CONVEX;
        generate_hull(scene, collider, size);
        thin = 0.6 * size;
        bounding_radius = 0.5 * size;
        break;
    default:
        def->kind = TUM_SHAPE_MESH;
        generated_prism(collider, 0.5 * x, 0.5 * y, 0.5 * z, generate_in(scene, 0.5, 1));
        thin = fmin(x, fmin(y, z));
        bounding_radius = 0.5 * sqrt(x * x + y * y + z * z);
        break;
    }
    body->thin = body->collider_count > 1 ? fmin(body->thin, thin) : thin;
    body->bounding_radius =
        fmax(body->bounding_radius, generated_length(def->pose.position) + bounding_radius);
}

static inline void generated_aim(GeneratedCollider *collider)
{
    collider->def.points = collider->def.point_count > 0 ? collider->points : NULL;
    collider->def.triangles = collider->def.triangle_count > 0 ? collider->triangles : NULL;
}

/// Weighs a body: what the shapes have of it is what density gives, times a factor.
static inline void generate_mass(Generated *scene, GeneratedBody *body)
{
    TumColliderDef3 defs[GENERATED_COLLIDERS];
    for (int i = 0; i < body->collider_count; ++i) {
        generated_aim(&body->colliders[i]);
        defs[i] = body->colliders[i].def;
    }
    TumMass3 *mass = &body->def.mass;
    assert_int_equal(tum_mass3_of_colliders(defs, (size_t)body->collider_count, 1000, mass),
                     TUM_OK);
    const float factor = (float)pow(scene->spread, generate_in(scene, 0, 1)) / mass->mass;
    mass->mass *= factor;
    mass->inertia.x *= factor;
    mass->inertia.y *= factor;
    mass->inertia.z *= factor;
}

/// The next body, upright at the origin, of a shape that is drawn; NULL: there are enough.
static inline GeneratedBody *generate_body(Generated *scene, int shape, double size)
{
    if (scene->body_count == GENERATED_BODIES) {
        return NULL;
    }
    GeneratedBody *body = &scene->bodies[scene->body_count];
    *body = (GeneratedBody){.def = tum_default_body_def3()};
    generate_shape(scene, body,
                   shape < 0 ? (GeneratedShape)generate_choice(scene, GENERATED_SHAPES)
                             : (GeneratedShape)shape,
                   size);
    generate_mass(scene, body);
    return body;
}

static inline bool generated_is_free(const Generated *scene, TumVec3 at, double bounding_radius)
{
    for (int i = 0; i < scene->body_count; ++i) {
        const GeneratedBody *body = &scene->bodies[i];
        const bool is_ground = body->bounding_radius >= 1000;
        if (!is_ground && generated_length(generated_sub(body->def.pose.position, at)) <
                              1.01 * (body->bounding_radius + bounding_radius)) {
            return false;
        }
    }
    // 0.7 m: as high as a ground of triangles reaches.
    return scene->floats || (double)at.y - bounding_radius > 0.7;
}

// Joints.

/// Both frames where `at` is in the world, turned by `turn`.
static inline GeneratedJoint *generate_joint(Generated *scene, int a, int b, TumVec3 at,
                                             TumQuat turn)
{
    if (scene->joint_count == GENERATED_JOINTS) {
        return NULL;
    }
    GeneratedJoint *joint = &scene->joints[scene->joint_count++];
    *joint = (GeneratedJoint){.def = tum_default_joint_def3(), .a = a, .b = b};
    const int bodies[2] = {a, b};
    TumPose3 *frames[2] = {&joint->def.frame_a, &joint->def.frame_b};
    for (int side = 0; side < 2; ++side) {
        *frames[side] = (TumPose3){at, turn};
        if (bodies[side] >= 0) {
            const TumPose3 *pose = &scene->bodies[bodies[side]].def.pose;
            const TumQuat back = generated_conjugate(pose->rotation);
            frames[side]->position = generated_rotate(back, generated_sub(at, pose->position));
            frames[side]->rotation = generated_multiply(back, turn);
        }
    }
    return joint;
}

static inline TumLimit *generated_limit(GeneratedJoint *joint, TumSpace space, uint32_t axes,
                                        double min, double max)
{
    TumLimit *limit = &joint->limits[joint->def.limit_count++];
    *limit = (TumLimit){
        .space = space, .axes = axes, .min = min, .max = max, .stiffness = (double)INFINITY};
    return limit;
}

static inline void generate_spring(Generated *scene, TumLimit *limit, double stiffness)
{
    limit->stiffness = stiffness * pow(10, generate_in(scene, 0, 2));
    limit->damping = limit->stiffness * generate_in(scene, 0, 0.1);
    scene->has_soft = true;
}

typedef enum GeneratedJointKind {
    GENERATED_FIXED,
    GENERATED_BALL,
    GENERATED_HINGE,
    GENERATED_HINGE_RANGE,
    GENERATED_CONE_TWIST, ///< A ball whose opening and turn have ends.
    GENERATED_SLIDER,
    GENERATED_ROPE,
    GENERATED_SPRING,
    GENERATED_SIX, ///< Each linear axis free, locked, with ends, or a spring; turns likewise.
    GENERATED_JOINT_KINDS
} GeneratedJointKind;

/// @param size  [m] of what is joined.
/// @param mass  [kg] of the lighter one.
static inline void generate_limits(Generated *scene, GeneratedJoint *joint, int kind, double size,
                                   double mass)
{
    const TumSpace linear = TUM_SPACE_LINEAR, angular = TUM_SPACE_ANGULAR;
    const double way = size * generate_in(scene, 0.1, 0.5), angle = generate_in(scene, 0.2, 1.5);
    const uint32_t axis = 1u << generate_choice(scene, 3);
    switch (kind) {
    case GENERATED_FIXED: generated_limit(joint, angular, 7, 0, 0); // fall through
    case GENERATED_BALL: generated_limit(joint, linear, 7, 0, 0); break;
    case GENERATED_HINGE_RANGE:
        generated_limit(joint, angular, axis, -angle, angle); // fall through
    case GENERATED_HINGE:
        generated_limit(joint, linear, 7, 0, 0);
        generated_limit(joint, angular, 7 & ~axis, 0, 0);
        break;
    case GENERATED_CONE_TWIST:
        generated_limit(joint, linear, 7, 0, 0);
        generated_limit(joint, angular, 6, 0, angle);
        generated_limit(joint, angular, 1, -0.5 * angle, 0.5 * angle);
        break;
    case GENERATED_SLIDER:
        generated_limit(joint, linear, 7 & ~axis, 0, 0);
        generated_limit(joint, angular, 7, 0, 0);
        generated_limit(joint, linear, axis, -way, way);
        break;
    case GENERATED_ROPE: generated_limit(joint, linear, 7, 0, way); break;
    case GENERATED_SPRING:
        // 20 to 2000 a second squared: from a bounce a second to seven.
        generate_spring(scene, generated_limit(joint, linear, 7, 0, 0), 20 * mass);
        break;
    default:
        for (uint32_t i = 0; i < 3; ++i) {
            const int choice = generate_choice(scene, 5);
            if (choice == 1) {
                generated_limit(joint, linear, 1u << i, -way, way);
            } else if (choice == 2) {
                const bool is_range = generate_choice(scene, 2) == 1;
                generate_spring(scene,
                                generated_limit(joint, linear, 1u << i, is_range ? -way : 0,
                                                is_range ? way : 0),
                                20 * mass);
            } else if (choice > 2) {
                generated_limit(joint, linear, 1u << i, 0, 0);
            }
        }
        // An angle about one axis while the other two are free is not defined half a turn away from
        // the axis: such limits are left out.
        const double spring = 5 * size * size * mass;
        switch (generate_choice(scene, 5)) {
        case 0: break;
        case 1: generated_limit(joint, angular, 7, 0, 0); break;
        case 2: generate_spring(scene, generated_limit(joint, angular, 7, 0, 0), spring); break;
        case 3:
            generated_limit(joint, angular, 7 & ~axis, 0, 0);
            generate_spring(scene, generated_limit(joint, angular, axis, -angle, angle), spring);
            break;
        default: generated_limit(joint, angular, 7 & ~axis, 0, angle); break;
        }
        if (joint->def.limit_count == 0) {
            generated_limit(joint, linear, 7, 0, way);
        }
        break;
    }
}

/// Joins two bodies (a may be -1, the world) at a place by a joint of this kind; -1: any.
static inline void generate_join(Generated *scene, int a, int b, TumVec3 at, TumQuat turn, int kind)
{
    GeneratedJoint *joint = generate_joint(scene, a, b, at, turn);
    if (joint == NULL) {
        return;
    }
    const GeneratedBody *body = &scene->bodies[b], *other = a >= 0 ? &scene->bodies[a] : body;
    generate_limits(scene, joint, kind < 0 ? generate_choice(scene, GENERATED_JOINT_KINDS) : kind,
                    fmin(body->bounding_radius, other->bounding_radius),
                    fmin((double)body->def.mass.mass, (double)other->def.mass.mass));
}

// Motifs.

static const TumQuat GENERATED_UPRIGHT = {0, 0, 0, 1};

static inline void generate_loose(Generated *scene, int count)
{
    const double high = scene->floats ? 2 : 5;
    for (int i = 0; i < count; ++i) {
        GeneratedBody *body = generate_body(scene, -1, pow(10, generate_in(scene, -0.7, 0.2)));
        if (body == NULL) {
            return;
        }
        if (generate_choice(scene, 5) == 0) { // a compound
            const TumMaterial material = scene->material;
            body->colliders[0].def.pose.position = (TumVec3){
                (float)(0.4 * body->bounding_radius), 0, (float)(0.2 * body->bounding_radius)};
            body->bounding_radius += 0.5 * body->bounding_radius;
            generate_shape(scene, body, (GeneratedShape)generate_choice(scene, GENERATED_HULL),
                           0.8 * body->bounding_radius);
            body->colliders[1].def.material = material;
            body->colliders[1].def.pose =
                (TumPose3){{(float)(-0.3 * body->bounding_radius), 0, 0}, generate_turn(scene)};
            body->bounding_radius *= 1.4;
            generate_mass(scene, body);
        }
        body->def.pose.rotation = generate_turn(scene);
        if (generate_choice(scene, 2) == 0) {
            body->def.linear_velocity = generate_vector(scene, scene->floats ? 3 : 5);
            body->def.angular_velocity = generate_vector(scene, 5);
        }
        for (int t = 0; t < 40; ++t) {
            const double x = generate_in(scene, -2.5, 2.5), z = generate_in(scene, -2.5, 2.5);
            const double y = generate_in(scene, scene->floats ? -high : 0.8, high);
            const TumVec3 at = {(float)x, (float)y, (float)z};
            if (generated_is_free(scene, at, body->bounding_radius)) {
                body->def.pose.position = at;
                if (scene->floats) { // they meet
                    body->def.linear_velocity =
                        generated_sub(body->def.linear_velocity,
                                      (TumVec3){0.7f * at.x, 0.7f * at.y, 0.7f * at.z});
                }
                ++scene->body_count;
                break;
            }
        }
    }
}

/// Boxes and cylinders upon each other, from the ground.
static inline void generate_stack(Generated *scene, int count, double ground)
{
    const double x = generate_in(scene, -4, 4), z = generate_in(scene, -4, 4);
    double y = ground;
    for (int i = 0; i < count; ++i) {
        static const GeneratedShape shapes[3] = {GENERATED_BOX, GENERATED_PLATE,
                                                 GENERATED_CYLINDER};
        GeneratedBody *body = generate_body(scene, (int)shapes[generate_choice(scene, 3)],
                                            generate_in(scene, 0.5, 1));
        if (body == NULL) {
            return;
        }
        const TumColliderDef3 *def = &body->colliders[0].def;
        const double half = 0.5 * (double)(def->kind == TUM_SHAPE_BOX ? def->size.y : def->height);
        const double angle = generate_in(scene, 0, 3);
        y += half;
        body->def.pose =
            (TumPose3){{(float)(x + generate_in(scene, -0.05, 0.05)), (float)y, (float)z},
                       {0, (float)sin(angle), 0, (float)cos(angle)}};
        for (int k = 0; k < scene->body_count - i; ++k) {
            const GeneratedBody *other = &scene->bodies[k];
            if (other->bounding_radius < 1000 &&
                generated_length(generated_sub(other->def.pose.position, body->def.pose.position)) <
                    1.01 * (other->bounding_radius + body->bounding_radius)) {
                return;
            }
        }
        ++scene->body_count;
        y += half + 1e-4;
    }
}

/// A row of links from a place, each at the end of the one before; the last may be a heavy ball.
///
/// @param along  of length one.
/// @param from   joined to: a body, or -1, the world.
/// @return the last link, or -1.
static inline int generate_row(Generated *scene, int from, TumVec3 at, TumVec3 along, int count,
                               double length, int kind, bool has_ball)
{
    const TumVec3 up = {0, 1, 0}, axis = generated_cross(up, along);
    // Turns +Y to `along`: (axis, 1 + cos), normalized.
    TumQuat turn = {axis.x, axis.y, axis.z, 1 + along.y};
    const double norm =
        sqrt((double)(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w));
    turn = norm < 1e-3 ? (TumQuat){1, 0, 0, 0}
                       : (TumQuat){(float)((double)turn.x / norm), (float)((double)turn.y / norm),
                                   (float)((double)turn.z / norm), (float)((double)turn.w / norm)};
    const bool is_mixed = generate_choice(scene, 3) == 0;
    const int shape = generate_choice(scene, 3);
    int last = -1;
    for (int i = 0; i < count; ++i) {
        const bool is_ball = has_ball && i == count - 1;
        const double size = is_ball ? length * generate_in(scene, 1, 2) : length;
        static const GeneratedShape shapes[3] = {GENERATED_CAPSULE, GENERATED_BOX,
                                                 GENERATED_CYLINDER};
        GeneratedBody *body =
            generate_body(scene, is_ball ? GENERATED_SPHERE : (int)shapes[shape], size);
        if (body == NULL) {
            return last;
        }
        const float half = (float)(0.5 * size);
        body->def.pose.position =
            generated_add(at, (TumVec3){half * along.x, half * along.y, half * along.z});
        body->def.pose.rotation = turn;
        // A link that reaches into something else than its neighbours ends the row.
        for (int k = 0; k < scene->body_count - (last >= 0); ++k) {
            const GeneratedBody *other = &scene->bodies[k];
            const double apart =
                generated_length(generated_sub(other->def.pose.position, body->def.pose.position));
            if (other->bounding_radius < 1000 && k != from &&
                apart < (k >= scene->body_count - i
                             ? 0.95 * size
                             : 1.01 * (other->bounding_radius + body->bounding_radius))) {
                return last;
            }
        }
        if (!scene->floats && (double)body->def.pose.position.y - body->bounding_radius < 0.7) {
            return last;
        }
        const int made = scene->body_count++;
        generate_join(scene, last >= 0 ? last : from, made, at,
                      is_mixed ? generate_turn(scene) : turn, is_mixed ? -1 : kind);
        at = generated_add(at,
                           (TumVec3){2 * half * along.x, 2 * half * along.y, 2 * half * along.z});
        last = made;
    }
    return last;
}

static inline TumVec3 generate_direction(Generated *scene)
{
    const TumVec3 y = {0, 1, 0};
    return generated_rotate(generate_turn(scene), y);
}

static inline void generate_chain(Generated *scene, int count)
{
    const double length = generate_in(scene, 0.3, 0.8);
    const TumVec3 hook = {(float)generate_in(scene, -3, 3),
                          (float)(length * count + generate_in(scene, 2, 3)),
                          (float)generate_in(scene, -3, 3)};
    static const int kinds[] = {GENERATED_BALL, GENERATED_HINGE, GENERATED_BALL,
                                GENERATED_CONE_TWIST, GENERATED_SIX};
    generate_row(scene, -1, hook, generate_direction(scene), count, length,
                 kinds[generate_choice(scene, 5)], generate_choice(scene, 2) == 0);
}

/// A row between two places of the world.
static inline void generate_span(Generated *scene, int count)
{
    const double length = generate_in(scene, 0.4, 0.9);
    const double angle = generate_in(scene, 0, 3.1);
    const TumVec3 along = {(float)cos(angle), 0, (float)sin(angle)};
    const float y = (float)generate_in(scene, 1.5, 3.5);
    const float half = (float)(0.5 * length * count);
    const TumVec3 from = {-half * along.x, y, -half * along.z};
    const int kind = generate_choice(scene, 2) == 0 ? GENERATED_BALL : GENERATED_HINGE;
    const int last = generate_row(scene, -1, from, along, count, length, kind, false);
    if (last >= 0) {
        const TumPose3 *pose = &scene->bodies[last].def.pose;
        const float end = (float)(0.5 * length);
        generate_join(scene, -1, last,
                      generated_add(pose->position, (TumVec3){end * along.x, 0, end * along.z}),
                      GENERATED_UPRIGHT, GENERATED_BALL);
    }
}

/// A body with two to four rows of one or two links.
static inline void generate_tree(Generated *scene, int rows)
{
    const int first = scene->body_count, first_joint = scene->joint_count;
    const double size = generate_in(scene, 0.3, 0.8);
    GeneratedBody *root = generate_body(scene, GENERATED_SPHERE, size);
    if (root == NULL) {
        return;
    }
    bool is_placed = false;
    for (int t = 0; t < 40 && !is_placed; ++t) {
        const double y = scene->floats ? generate_in(scene, -2, 2) : generate_in(scene, 3, 6);
        const TumVec3 at = {(float)generate_in(scene, -3, 3), (float)y,
                            (float)generate_in(scene, -3, 3)};
        is_placed = generated_is_free(scene, at, root->bounding_radius);
        root->def.pose.position = at;
    }
    if (!is_placed) {
        return;
    }
    const TumVec3 at = root->def.pose.position;
    ++scene->body_count;
    for (int i = 0; i < rows; ++i) {
        const TumVec3 along = generate_direction(scene);
        const float half = (float)(0.5 * size);
        const int kind = generate_choice(scene, GENERATED_JOINT_KINDS);
        const int before = scene->body_count;
        generate_row(scene, first,
                     generated_add(at, (TumVec3){half * along.x, half * along.y, half * along.z}),
                     along, 1 + generate_choice(scene, 2), generate_in(scene, 0.4, 1) * size, kind,
                     false);
        (void)before;
    }
    (void)first_joint;
    // All as one: no joint opens.
    const TumVec3 velocity = generate_vector(scene, 3), spin = generate_vector(scene, 3);
    for (int i = first; i < scene->body_count; ++i) {
        GeneratedBody *body = &scene->bodies[i];
        const TumVec3 center =
            generated_add(body->def.pose.position,
                          generated_rotate(body->def.pose.rotation, body->def.mass.center));
        body->def.linear_velocity =
            generated_add(velocity, generated_cross(spin, generated_sub(center, at)));
        body->def.angular_velocity = spin;
    }
}

/// Rods around a ring, joined by balls or by hinges across it.
static inline void generate_ring(Generated *scene, int count)
{
    const double length = generate_in(scene, 0.3, 0.7), pi = acos(-1);
    const double radius = 0.5 * length / tan(pi / count);
    const TumVec3 middle = {
        (float)generate_in(scene, -3, 3),
        (float)(scene->floats ? generate_in(scene, -2, 2) : radius + generate_in(scene, 1.5, 3)),
        (float)generate_in(scene, -3, 3)};
    if (!generated_is_free(scene, middle, radius + length) ||
        scene->body_count + count > GENERATED_BODIES) {
        return;
    }
    const int first = scene->body_count;
    const int kind = generate_choice(scene, 2) == 0 ? GENERATED_BALL : GENERATED_HINGE;
    const TumVec3 velocity = generate_vector(scene, 2);
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * pi * i / count;
        GeneratedBody *body = generate_body(scene, GENERATED_CAPSULE, 0.9 * length);
        body->def.pose.position = generated_add(
            middle, (TumVec3){(float)(radius * cos(angle)), (float)(radius * sin(angle)), 0});
        // +Y of a rod lies along the ring, Z across it.
        body->def.pose.rotation = (TumQuat){0, 0, (float)sin(0.5 * angle), (float)cos(0.5 * angle)};
        body->def.linear_velocity = velocity;
        ++scene->body_count;
    }
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * pi * (i + 0.5) / count, corner = radius / cos(pi / count);
        const TumVec3 at = generated_add(
            middle, (TumVec3){(float)(corner * cos(angle)), (float)(corner * sin(angle)), 0});
        GeneratedJoint *joint =
            generate_joint(scene, first + i, first + (i + 1) % count, at, GENERATED_UPRIGHT);
        if (joint != NULL) {
            generated_limit(joint, TUM_SPACE_LINEAR, 7, 0, 0);
            if (kind == GENERATED_HINGE) {
                generated_limit(joint, TUM_SPACE_ANGULAR, 3, 0, 0);
            }
        }
    }
}

/// A plane, a large box, or triangles above a plane. @return the height of what is flat [m].
static inline void generate_ground(Generated *scene)
{
    GeneratedBody *body = &scene->bodies[scene->body_count++];
    const int kind = generate_choice(scene, 4);
    *body = (GeneratedBody){
        .def = tum_default_body_def3(), .collider_count = 1, .bounding_radius = 1000};
    body->thin = 1000;
    body->def.kind = kind == 1 ? TUM_BODY_KINEMATIC : TUM_BODY_STATIC;
    GeneratedCollider *collider = &body->colliders[0];
    TumColliderDef3 *def = &collider->def;
    *def = tum_default_collider_def3();
    def->material = scene->material;
    if (kind == 0) {
        def->kind = TUM_SHAPE_PLANE;
        def->size = (TumVec3){INFINITY, 0, INFINITY};
    } else if (kind < 3) {
        def->kind = TUM_SHAPE_BOX;
        def->size = (TumVec3){200, 2, 200};
        def->pose.position.y = -1;
    } else {
        const double wave = generate_in(scene, 0, 0.6);
        const int n = GENERATED_GRID;
        def->kind = TUM_SHAPE_MESH;
        for (int i = 0; i < n * n; ++i) {
            collider->points[3 * i] = 3.0f * (float)(i % n - n / 2);
            collider->points[3 * i + 1] = (float)generate_in(scene, 0, wave);
            collider->points[3 * i + 2] = 3.0f * (float)(i / n - n / 2);
        }
        for (int i = 0; i < GENERATED_TRIANGLES; ++i) {
            const uint32_t cell = (uint32_t)(i / 2), row = (uint32_t)n;
            const uint32_t at = cell / (row - 1) * row + cell % (row - 1);
            const uint32_t corners[2][3] = {{at, at + row, at + 1},
                                            {at + 1, at + row, at + row + 1}};
            memcpy(collider->triangles + 3 * i, corners[i % 2], sizeof corners[0]);
        }
        def->point_count = (size_t)(n * n);
        def->triangle_count = GENERATED_TRIANGLES;
        // What leaves the triangles lands on a plane below.
        GeneratedBody *below = &scene->bodies[scene->body_count++];
        *below = (GeneratedBody){.def = tum_default_body_def3(),
                                 .collider_count = 1,
                                 .bounding_radius = 1000,
                                 .thin = 1000};
        below->def.kind = TUM_BODY_STATIC;
        below->def.pose.position.y = -2;
        below->colliders[0].def = tum_default_collider_def3();
        below->colliders[0].def.kind = TUM_SHAPE_PLANE;
        below->colliders[0].def.size = (TumVec3){INFINITY, 0, INFINITY};
        below->colliders[0].def.material = scene->material;
        scene->floor = -2;
    }
}

/// The scene of a number; free it with free.
static inline Generated *generate_scene(uint64_t number)
{
    Generated *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->number = number;
    scene->has_twin = number % 4 == 0;
    scene->random.state = number * 0x9e3779b97f4a7c15u ^ 0xd1b54a32d192ed03u;
    for (int i = 0; i < 8; ++i) { // neighbouring numbers begin alike
        generate_in(scene, 0, 1);
    }
    static const double spreads[4] = {1, 10, 100, 1000};
    scene->spread = spreads[generate_choice(scene, 4)];
    const int bounce = generate_choice(scene, 4), rough = generate_choice(scene, 4);
    const double friction = rough == 0 ? 0 : generate_in(scene, 0, 1.2);
    scene->material = tum_default_material();
    scene->material.dynamic_friction = friction;
    scene->material.static_friction = friction * generate_in(scene, 1, 1.5);
    scene->material.restitution = bounce == 0 ? generate_in(scene, 0, 1) : bounce == 1 ? 1 : 0;
    scene->floats = generate_choice(scene, 4) == 0;
    scene->gravity = scene->floats ? 0 : 9.81;
    if (!scene->floats) {
        generate_ground(scene);
    }
    const bool is_flat = scene->floor > -1;
    const int motifs = 1 + generate_choice(scene, 3);
    for (int i = 0; i < motifs; ++i) {
        switch (generate_choice(scene, scene->floats ? 3 : 6)) {
        case 0: generate_loose(scene, 2 + generate_choice(scene, 6)); break;
        case 1: generate_tree(scene, 2 + generate_choice(scene, 3)); break;
        case 2: generate_ring(scene, 4 + generate_choice(scene, 3)); break;
        case 3: generate_chain(scene, 1 + generate_choice(scene, 7)); break;
        case 4: generate_span(scene, 2 + generate_choice(scene, 7)); break;
        default:
            if (is_flat) {
                generate_stack(scene, 2 + generate_choice(scene, 5), 1e-4);
            }
            break;
        }
    }
    generate_loose(scene, 2 + generate_choice(scene, 4));
    return scene;
}

static inline void generated_remove_joint(Generated *scene, int joint)
{
    --scene->joint_count;
    memmove(scene->joints + joint, scene->joints + joint + 1,
            (size_t)(scene->joint_count - joint) * sizeof *scene->joints);
}

/// With the joints at it.
static inline void generated_remove_body(Generated *scene, int body)
{
    for (int i = scene->joint_count - 1; i >= 0; --i) {
        GeneratedJoint *joint = &scene->joints[i];
        if (joint->a == body || joint->b == body) {
            generated_remove_joint(scene, i);
        } else {
            joint->a -= joint->a > body;
            joint->b -= joint->b > body;
        }
    }
    --scene->body_count;
    memmove(scene->bodies + body, scene->bodies + body + 1,
            (size_t)(scene->body_count - body) * sizeof *scene->bodies);
}

/// What a scene is made of, a line a body and a joint.
static inline void generated_print(const Generated *scene)
{
    static const char *const kinds[] = {"sphere", "box",    "capsule", "cylinder",
                                        "plane",  "convex", "mesh"};
    print_message("scene %llu: gravity %g, friction %.3f %.3f, restitution %.3f\n",
                  (unsigned long long)scene->number, scene->gravity,
                  scene->material.static_friction, scene->material.dynamic_friction,
                  scene->material.restitution);
    for (int i = 0; i < scene->body_count; ++i) {
        const GeneratedBody *body = &scene->bodies[i];
        const TumBodyDef3 *b = &body->def;
        print_message("  body %d: kind %d at (%.4f %.4f %.4f) turned (%.4f %.4f %.4f %.4f)", i,
                      (int)b->kind, (double)b->pose.position.x, (double)b->pose.position.y,
                      (double)b->pose.position.z, (double)b->pose.rotation.x,
                      (double)b->pose.rotation.y, (double)b->pose.rotation.z,
                      (double)b->pose.rotation.w);
        print_message(" v (%.3f %.3f %.3f) w (%.3f %.3f %.3f) %.4g kg, (%.3g %.3g %.3g) kg m^2\n",
                      (double)b->linear_velocity.x, (double)b->linear_velocity.y,
                      (double)b->linear_velocity.z, (double)b->angular_velocity.x,
                      (double)b->angular_velocity.y, (double)b->angular_velocity.z,
                      (double)b->mass.mass, (double)b->mass.inertia.x, (double)b->mass.inertia.y,
                      (double)b->mass.inertia.z);
        for (int k = 0; k < body->collider_count; ++k) {
            const TumColliderDef3 *c = &body->colliders[k].def;
            print_message("    %s size (%.4f %.4f %.4f) height %.4f radius %.4f, %.4f to %.4f, "
                          "%zu points\n",
                          (size_t)c->kind < sizeof kinds / sizeof *kinds ? kinds[c->kind] : "?",
                          (double)c->size.x, (double)c->size.y, (double)c->size.z,
                          (double)c->height, (double)c->radius, (double)c->radius_bottom,
                          (double)c->radius_top, c->point_count);
        }
    }
    for (int i = 0; i < scene->joint_count; ++i) {
        const GeneratedJoint *joint = &scene->joints[i];
        const TumPose3 *a = &joint->def.frame_a, *b = &joint->def.frame_b;
        print_message("  joint %d: body %d at (%.4f %.4f %.4f), body %d at (%.4f %.4f %.4f)\n", i,
                      joint->a, (double)a->position.x, (double)a->position.y, (double)a->position.z,
                      joint->b, (double)b->position.x, (double)b->position.y,
                      (double)b->position.z);
        for (size_t k = 0; k < joint->def.limit_count; ++k) {
            const TumLimit *limit = &joint->limits[k];
            print_message("    %s axes %u: %.4f to %.4f, stiffness %g, damping %g\n",
                          limit->space == TUM_SPACE_LINEAR ? "linear" : "angular", limit->axes,
                          limit->min, limit->max, limit->stiffness, limit->damping);
        }
    }
}

/// The scene as a mirror at x = 0 shows it.
///
/// A place (x, y, z) becomes (-x, y, z), a turn (x, y, z, w) becomes (x, -y, -z, w), a spin
/// (x, y, z) becomes (x, -y, -z). Along the first axis of a mirrored frame lengths change their
/// sign, about its second and third angles do.
static inline Generated *generated_mirror(const Generated *scene)
{
    Generated *mirror = malloc(sizeof *mirror);
    assert_non_null(mirror);
    *mirror = *scene;
    for (int i = 0; i < mirror->body_count; ++i) {
        GeneratedBody *body = &mirror->bodies[i];
        TumBodyDef3 *def = &body->def;
        TumPose3 *poses[1 + GENERATED_COLLIDERS] = {&def->pose};
        for (int k = 0; k < body->collider_count; ++k) {
            GeneratedCollider *collider = &body->colliders[k];
            poses[1 + k] = &collider->def.pose;
            for (size_t p = 0; p < collider->def.point_count; ++p) {
                collider->points[3 * p] = -collider->points[3 * p];
            }
            for (size_t t = 0; t < collider->def.triangle_count; ++t) {
                uint32_t *corners = collider->triangles + 3 * t, second = corners[1];
                corners[1] = corners[2];
                corners[2] = second;
            }
        }
        for (int k = 0; k < 1 + body->collider_count; ++k) {
            poses[k]->position.x = -poses[k]->position.x;
            poses[k]->rotation.y = -poses[k]->rotation.y;
            poses[k]->rotation.z = -poses[k]->rotation.z;
        }
        def->linear_velocity.x = -def->linear_velocity.x;
        def->angular_velocity.y = -def->angular_velocity.y;
        def->angular_velocity.z = -def->angular_velocity.z;
        def->mass.center.x = -def->mass.center.x;
        def->mass.orientation.y = -def->mass.orientation.y;
        def->mass.orientation.z = -def->mass.orientation.z;
    }
    for (int i = 0; i < mirror->joint_count; ++i) {
        GeneratedJoint *joint = &mirror->joints[i];
        TumPose3 *frames[2] = {&joint->def.frame_a, &joint->def.frame_b};
        for (int side = 0; side < 2; ++side) {
            frames[side]->position.x = -frames[side]->position.x;
            frames[side]->rotation.y = -frames[side]->rotation.y;
            frames[side]->rotation.z = -frames[side]->rotation.z;
        }
        for (size_t k = 0; k < joint->def.limit_count; ++k) {
            TumLimit *limit = &joint->limits[k];
            if (limit->space == TUM_SPACE_LINEAR ? limit->axes == 1
                                                 : limit->axes == 2 || limit->axes == 4) {
                const double min = limit->min;
                limit->min = -limit->max;
                limit->max = -min;
            }
        }
    }
    return mirror;
}

static inline void generated_world_end(GeneratedWorld *built)
{
    tum_world_destroy(built->world);
    tum_scene_destroy(built->scene);
    tum_document_destroy(built->document);
}

// Adds bodies, colliders and joints of a scene to a world.
// @param filter  of the scene's colliders
static inline void generated_fill(Generated *scene, int32_t filter, GeneratedWorld *world)
{
    for (int i = 0; i < scene->body_count; ++i) {
        GeneratedBody *body = &scene->bodies[i];
        assert_int_equal(tum_world_add_body3(world->world, &body->def, &world->bodies[i]), TUM_OK);
        for (int k = 0; k < body->collider_count; ++k) {
            generated_aim(&body->colliders[k]);
            TumColliderDef3 def = body->colliders[k].def;
            def.filter = filter;
            assert_int_equal(tum_world_add_collider3(world->world, world->bodies[i], &def,
                                                     &world->colliders[i][k]),
                             TUM_OK);
        }
    }
    for (int i = 0; i < scene->joint_count; ++i) {
        GeneratedJoint *joint = &scene->joints[i];
        const TumBodyId nobody = {0, 0, 0};
        joint->def.body_a = joint->a >= 0 ? world->bodies[joint->a] : nobody;
        joint->def.body_b = joint->b >= 0 ? world->bodies[joint->b] : nobody;
        joint->def.limits = joint->limits;
        assert_int_equal(tum_world_add_joint3(world->world, &joint->def, &world->joints[i]),
                         TUM_OK);
    }
}

/// The world of a scene. Nothing falls asleep.
///
/// @param base  threads, instructions and the like; NULL: the defaults.
/// @return whether there is one: false where this processor lacks the instructions.
static inline bool generated_try_world(Generated *scene, const TumWorldDef *base,
                                       GeneratedWorld *world)
{
    static const char filters[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
        "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collisionFilters\":["
        "{\"collisionSystems\":[\"first\"],\"collideWithSystems\":[\"first\"]},"
        "{\"collisionSystems\":[\"twin\"],\"collideWithSystems\":[\"twin\"]}]}}}";
    GeneratedWorld built = {.world = NULL};
    TumWorldDef def = base != NULL ? *base : tum_default_world_def();
    def.no_sleep = true;
    def.override_gravity = true;
    def.gravity[0] = def.gravity[2] = 0;
    def.gravity[1] = (float)-scene->gravity;
    assert_int_equal(tum_document_read(filters, sizeof filters - 1, NULL, &built.document, NULL),
                     TUM_OK);
    assert_int_equal(tum_scene_read(built.document, NULL, &built.scene, NULL), TUM_OK);
    if (tum_world_create(built.scene, &def, &built.world, NULL) != TUM_OK) {
        generated_world_end(&built);
        return false;
    }
    if (scene->has_twin) {
        GeneratedWorld twin = built;
        generated_fill(scene, 1, &twin);
    }
    generated_fill(scene, scene->has_twin ? 0 : -1, &built);
    *world = built;
    return true;
}

/// The same where there is one for sure.
static inline GeneratedWorld generated_world(Generated *scene, const TumWorldDef *base)
{
    GeneratedWorld built;
    assert_true(generated_try_world(scene, base, &built));
    return built;
}

#endif
