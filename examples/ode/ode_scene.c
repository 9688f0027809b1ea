// SPDX-License-Identifier: MIT
// ode_scene.c: bodies, colliders, triggers and contacts of a scene, in ODE's terms.
#include "ode_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode_joint.h"
#include "ode_shape.h"

enum { CONTACTS_MAX = 16 };
// [m/s] Slower contacts do not bounce, so that stacks come to rest.
static const double bounce_speed = 0.1;
// What stands for an infinite moment, in kg m^2 for each kilogram.
static const double large_moment = 1e6;

// What a geom stands for: a collider, or a part of a trigger.
typedef struct Tag {
    int collider, part; // One of them is -1.
    int body;
} Tag;

struct OdeScene {
    const TumScene *scene;
    OdeSay *say;
    void *user;
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID *bodies;      // [body_count]; NULL: static
    OdeGeom *colliders;   // [collider_count]
    OdeGeom *parts;       // [trigger_part_count]
    Tag *collider_tags;   // [collider_count]
    Tag *part_tags;       // [trigger_part_count]
    bool *part_triggered; // [trigger_part_count]
    dJointID *joints;     // [joint_count]; NULL: left out
};

// Quaternions of ODE begin with w.
static void quaternion(const double *xyzw, dQuaternion q)
{
    q[0] = xyzw[3];
    q[1] = xyzw[0];
    q[2] = xyzw[1];
    q[3] = xyzw[2];
}

// Bodies.

// The principal moments in the axes of the body: R D R^T.
static dMass mass_of(const TumBody *body, bool *is_approximate)
{
    double moments[3];
    for (int i = 0; i < 3; ++i) {
        *is_approximate = *is_approximate || isinf(body->inertia[i]);
        moments[i] = isinf(body->inertia[i]) ? large_moment * body->mass : body->inertia[i];
    }
    dQuaternion q;
    dMatrix3 r;
    double tensor[3][3];
    quaternion(body->inertia_rotation.q, q);
    dRfromQ(r, q);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            tensor[i][j] = 0.0;
            for (int k = 0; k < 3; ++k) {
                tensor[i][j] += r[4 * i + k] * moments[k] * r[4 * j + k];
            }
        }
    }
    dMass mass;
    dMassSetParameters(&mass, body->mass, 0, 0, 0, tensor[0][0], tensor[1][1], tensor[2][2],
                       tensor[0][1], tensor[0][2], tensor[1][2]);
    return mass;
}

static void add_body(OdeScene *physics, size_t index)
{
    const TumBody *body = &physics->scene->bodies[index];
    if (body->driven) {
        physics->say(physics->user, body->pointer,
                     "the animation that moves the body is not followed");
    }
    if (body->kind == TUM_BODY_STATIC) {
        return;
    }
    const dBodyID made = dBodyCreate(physics->world);
    dQuaternion q;
    dVector3 center;
    quaternion(body->rotation.q, q);
    physics->bodies[index] = made;
    dBodySetQuaternion(made, q);
    dBodyVectorToWorld(made, body->center_of_mass[0], body->center_of_mass[1],
                       body->center_of_mass[2], center);
    dBodySetPosition(made, body->position[0] + center[0], body->position[1] + center[1],
                     body->position[2] + center[2]);
    if (body->kind == TUM_BODY_KINEMATIC || isinf(body->mass)) {
        dBodySetKinematic(made);
        dBodySetAutoDisableFlag(made, 0);
        if (body->kind == TUM_BODY_DYNAMIC) {
            physics->say(physics->user, body->pointer,
                         "ODE has no infinite mass: kinematic, it keeps all its velocities");
        }
    } else {
        bool is_approximate = false;
        const dMass mass = mass_of(body, &is_approximate);
        dBodySetMass(made, &mass);
        dBodySetGravityMode(made, body->gravity_factor == 1.0);
        if (is_approximate) {
            physics->say(physics->user, body->pointer,
                         "ODE has no infinite moment of inertia: a very large one");
        }
    }
    const double *v = body->linear_velocity, *w = body->angular_velocity;
    dBodySetLinearVel(made, v[0], v[1], v[2]);
    dBodySetAngularVel(made, w[0], w[1], w[2]);
}

// Gravity of those that are not as heavy as others.
static void add_weights(OdeScene *physics)
{
    for (size_t i = 0; i < physics->scene->body_count; ++i) {
        const TumBody *body = &physics->scene->bodies[i];
        const dBodyID made = physics->bodies[i];
        if (made == NULL || dBodyIsKinematic(made) || body->gravity_factor == 1.0) {
            continue;
        }
        const double *g = physics->scene->world_gravity, weight = body->mass * body->gravity_factor;
        dBodyAddForce(made, weight * g[0], weight * g[1], weight * g[2]);
    }
}

void ode_scene_node_pose(const OdeScene *physics, size_t index, double position[3],
                         double rotation[4])
{
    const TumBody *body = &physics->scene->bodies[index];
    const dBodyID made = physics->bodies[index];
    if (made == NULL) {
        memcpy(position, body->position, 3 * sizeof *position);
        memcpy(rotation, body->rotation.q, 4 * sizeof *rotation);
        return;
    }
    const dReal *q = dBodyGetQuaternion(made);
    dVector3 p;
    dBodyGetRelPointPos(made, -body->center_of_mass[0], -body->center_of_mass[1],
                        -body->center_of_mass[2], p);
    memcpy(position, p, 3 * sizeof *position);
    const double xyzw[4] = {q[1], q[2], q[3], q[0]};
    memcpy(rotation, xyzw, sizeof xyzw);
}

// Colliders and parts of triggers.

// Stands a geom at a pose in its body, or in the world. Static bodies are part of the world.
static void place(const OdeScene *physics, const OdeGeom *made, int32_t body,
                  const double *position, const double *rotation)
{
    dQuaternion from_shape, turn;
    quaternion(rotation, from_shape);
    dQMultiply0(turn, from_shape, made->turn);
    const dBodyID owner = body >= 0 ? physics->bodies[body] : NULL;
    if (owner != NULL) {
        const double *center = physics->scene->bodies[body].center_of_mass;
        dGeomSetBody(made->geom, owner);
        dGeomSetOffsetPosition(made->geom, position[0] - center[0], position[1] - center[1],
                               position[2] - center[2]);
        dGeomSetOffsetQuaternion(made->geom, turn);
    } else if (dGeomGetClass(made->geom) != dPlaneClass) {
        dGeomSetPosition(made->geom, position[0], position[1], position[2]);
        dGeomSetQuaternion(made->geom, turn);
    }
}

// A pose in the frame of a static body, in the world.
static void to_world(const TumScene *scene, int32_t body, double position[3], double rotation[4])
{
    if (body < 0) {
        return;
    }
    const TumBody *owner = &scene->bodies[body];
    dQuaternion q, own, turned;
    dMatrix3 r;
    dVector3 moved;
    quaternion(owner->rotation.q, q);
    quaternion(rotation, own);
    dRfromQ(r, q);
    dMultiply0_331(moved, r, position);
    dQMultiply0(turned, q, own);
    for (int i = 0; i < 3; ++i) {
        position[i] = owner->position[i] + moved[i];
        rotation[i] = turned[i + 1];
    }
    rotation[3] = turned[0];
}

static OdeGeom add_geom(OdeScene *physics, int32_t shape, const double *scale, int32_t body,
                        const double *position, const double *rotation, const char *pointer,
                        Tag *tag)
{
    const bool moves = body >= 0 && physics->bodies[body] != NULL;
    const char *lost = NULL;
    double p[3], q[4];
    memcpy(p, position, sizeof p);
    memcpy(q, rotation, sizeof q);
    if (!moves) {
        to_world(physics->scene, body, p, q);
    }
    const OdeGeom made =
        ode_geom_create(physics->space, physics->scene, shape, scale, p, q, moves, &lost);
    if (lost != NULL) {
        physics->say(physics->user, pointer, lost);
    }
    if (made.geom != NULL) {
        dGeomSetData(made.geom, tag);
        place(physics, &made, body, p, q);
    }
    return made;
}

static void add_geoms(OdeScene *physics)
{
    const TumScene *scene = physics->scene;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        physics->collider_tags[i] = (Tag){(int)i, -1, collider->body};
        if (collider->driven) {
            physics->say(physics->user, collider->pointer,
                         "the animation that moves the collider is not followed");
        }
        if (collider->enabled) {
            physics->colliders[i] = add_geom(
                physics, collider->shape, collider->scale, collider->body, collider->position,
                collider->rotation.q, collider->pointer, &physics->collider_tags[i]);
        }
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[i];
        physics->part_tags[i] = (Tag){-1, (int)i, part->body};
        if (part->driven) {
            physics->say(physics->user, scene->shapes[part->shape].pointer,
                         "the animation that moves the trigger is not followed");
        }
        if (part->enabled) {
            physics->parts[i] = add_geom(
                physics, part->shape, part->scale, part->body, part->position, part->rotation.q,
                scene->shapes[part->shape].pointer, &physics->part_tags[i]);
        }
    }
}

// Joints.

// The pose of a frame of a body, or of the world, in the world.
static void frame_pose(dBodyID body, const double *center, const double *position,
                       const double *rotation, dVector3 p, dQuaternion q)
{
    dQuaternion own;
    quaternion(rotation, own);
    if (body == NULL) {
        memcpy(p, position, 3 * sizeof *p);
        memcpy(q, own, 4 * sizeof *q);
        return;
    }
    dBodyGetRelPointPos(body, position[0] - center[0], position[1] - center[1],
                        position[2] - center[2], p);
    dQMultiply0(q, dBodyGetQuaternion(body), own);
}

// ODE takes bodies as they stand for zero. So one of them is put where the two frames are one while
// the joint is made, and then back to where it was.
static void add_joint(OdeScene *physics, size_t index)
{
    static const double origin[3] = {0, 0, 0};
    const TumScene *scene = physics->scene;
    const TumJoint *joint = &scene->joints[index];
    const bool has_a = joint->body_a >= 0, has_b = joint->body_b >= 0;
    const dBodyID a = has_a ? physics->bodies[joint->body_a] : NULL;
    const dBodyID b = has_b ? physics->bodies[joint->body_b] : NULL;
    const double *center_a = has_a ? scene->bodies[joint->body_a].center_of_mass : origin;
    const double *center_b = has_b ? scene->bodies[joint->body_b].center_of_mass : origin;
    double pa[3], qa[4], pb[3], qb[4];
    memcpy(pa, joint->position_a, sizeof pa);
    memcpy(pb, joint->position_b, sizeof pb);
    memcpy(qa, joint->rotation_a.q, sizeof qa);
    memcpy(qb, joint->rotation_b.q, sizeof qb);
    if (a == NULL) {
        to_world(scene, joint->body_a, pa, qa);
    }
    if (b == NULL) {
        to_world(scene, joint->body_b, pb, qb);
    }
    dVector3 at_a, at_b, old, shift;
    dQuaternion turn_a, turn_b, old_turn, turn, new_turn;
    frame_pose(a, center_a, pa, qa, at_a, turn_a);
    frame_pose(b, center_b, pb, qb, at_b, turn_b);
    // Body B by what takes its frame to that of A; body A the other way where B is the world.
    const dBodyID moved = b != NULL ? b : a;
    const dReal *to_turn = b != NULL ? turn_a : turn_b, *from_turn = b != NULL ? turn_b : turn_a;
    const dReal *to = b != NULL ? at_a : at_b, *from = b != NULL ? at_b : at_a;
    dMatrix3 matrix;
    dQMultiply2(turn, to_turn, from_turn);
    memcpy(old, dBodyGetPosition(moved), 3 * sizeof *old);
    memcpy(old_turn, dBodyGetQuaternion(moved), sizeof old_turn);
    dQMultiply0(new_turn, turn, old_turn);
    dRfromQ(matrix, turn);
    const dVector3 arm = {old[0] - from[0], old[1] - from[1], old[2] - from[2]};
    dMultiply0_331(shift, matrix, arm);
    dBodySetQuaternion(moved, new_turn);
    dBodySetPosition(moved, to[0] + shift[0], to[1] + shift[1], to[2] + shift[2]);
    dRfromQ(matrix, to_turn);
    physics->joints[index] = ode_joint_create(physics->world, scene, joint, a, b, to, matrix,
                                              physics->say, physics->user);
    dBodySetQuaternion(moved, old_turn);
    dBodySetPosition(moved, old[0], old[1], old[2]);
}

// Contacts.

static bool is_at_or_below(const TumScene *scene, int32_t node, int32_t top)
{
    for (; node >= 0; node = scene->nodes[node].parent) {
        if (node == top) {
            return true;
        }
    }
    return false;
}

// Whether a collider is on a side of a joint: it belongs to the body; of the world only those at
// the joint's node, above and below it do.
static bool is_side(const TumScene *scene, const Tag *tag, int32_t body, int32_t node)
{
    if (body >= 0 || tag->body >= 0) {
        return tag->body == body;
    }
    const int32_t own = scene->colliders[tag->collider].node;
    return node >= 0 && (is_at_or_below(scene, own, node) || is_at_or_below(scene, node, own));
}

// A program with many joints would ask a table of pairs.
static bool is_forbidden_by_joint(const TumScene *scene, const Tag *a, const Tag *b)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        if (!joint->enable_collision && ((is_side(scene, a, joint->body_a, joint->node_a) &&
                                          is_side(scene, b, joint->body_b, joint->node_b)) ||
                                         (is_side(scene, b, joint->body_a, joint->node_a) &&
                                          is_side(scene, a, joint->body_b, joint->node_b)))) {
            return true;
        }
    }
    return false;
}

static TumMaterial material_of(const TumScene *scene, const Tag *tag)
{
    const int32_t index = scene->colliders[tag->collider].material;
    return index >= 0 ? scene->materials[index] : tum_default_material();
}

static int32_t filter_of(const TumScene *scene, const Tag *tag)
{
    return tag->part >= 0 ? scene->trigger_parts[tag->part].filter
                          : scene->colliders[tag->collider].filter;
}

// The colliders of ODE answer, now and then, with a normal that is none.
static bool is_sound(const dContactGeom *contact)
{
    const double length = dCalcVectorLength3(contact->normal);
    return isfinite(contact->depth) && fabs(length - 1.0) < 1e-3;
}

static void touch(OdeScene *physics, dGeomID g, dGeomID h, const Tag *a, const Tag *b)
{
    const TumScene *scene = physics->scene;
    const TumMaterial m = material_of(scene, a), n = material_of(scene, b);
    dContactGeom found[CONTACTS_MAX];
    const int count = dCollide(g, h, CONTACTS_MAX, found, sizeof *found);
    for (int i = 0; i < count; ++i) {
        if (!is_sound(&found[i])) {
            continue;
        }
        dContact contact = {.geom = found[i]};
        contact.surface.mode = dContactBounce | dContactApprox1;
        contact.surface.mu = tum_combine(m.friction_combine, m.dynamic_friction, n.friction_combine,
                                         n.dynamic_friction);
        contact.surface.bounce =
            tum_combine(m.restitution_combine, m.restitution, n.restitution_combine, n.restitution);
        contact.surface.bounce_vel = bounce_speed;
        const dJointID joint = dJointCreateContact(physics->world, physics->contacts, &contact);
        dJointAttach(joint, dGeomGetBody(g), dGeomGetBody(h));
    }
}

static bool is_dynamic(dGeomID geom)
{
    const dBodyID body = dGeomGetBody(geom);
    return body != NULL && !dBodyIsKinematic(body);
}

static void meet(void *data, dGeomID g, dGeomID h)
{
    OdeScene *physics = data;
    const TumScene *scene = physics->scene;
    const Tag *a = dGeomGetData(g), *b = dGeomGetData(h);
    const bool is_own = a->body >= 0 && a->body == b->body;
    if (is_own || (a->part >= 0 && b->part >= 0) ||
        !tum_scene_filters_admit(scene, filter_of(scene, a), filter_of(scene, b))) {
        return;
    }
    if (a->part >= 0 || b->part >= 0) {
        dContactGeom found;
        bool *triggered = &physics->part_triggered[a->part >= 0 ? a->part : b->part];
        *triggered = *triggered || dCollide(g, h, 1, &found, sizeof found) > 0;
        return;
    }
    if ((is_dynamic(g) || is_dynamic(h)) && !is_forbidden_by_joint(scene, a, b)) {
        touch(physics, g, h, a, b);
    }
}

void ode_scene_step(OdeScene *physics, double seconds)
{
    const TumScene *scene = physics->scene;
    memset(physics->part_triggered, 0, scene->trigger_part_count * sizeof(bool));
    dSpaceCollide(physics->space, physics, meet);
    add_weights(physics);
    for (size_t i = 0; i < scene->joint_count; ++i) {
        if (physics->joints[i] != NULL) {
            ode_joint_drive(scene, &scene->joints[i], physics->joints[i]);
        }
    }
    dWorldQuickStep(physics->world, seconds);
    dJointGroupEmpty(physics->contacts);
}

// Life.

static void say_what_is_lost(const OdeScene *physics)
{
    const TumScene *scene = physics->scene;
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        if (material->static_friction != material->dynamic_friction) {
            physics->say(physics->user, material->pointer,
                         "ODE has one coefficient of friction: the dynamic one holds at rest too");
        }
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        if (scene->triggers[i].filter >= 0) {
            physics->say(physics->user, scene->triggers[i].pointer,
                         "the filter of the compound is not used, but those of its parts");
        }
    }
}

OdeScene *ode_scene_create(const TumScene *scene, OdeSay *say, void *user)
{
    if (scene->dimension != 3) {
        say(user, "", "ODE has three dimensions: nothing is added");
        return NULL;
    }
    OdeScene *physics = calloc(1, sizeof *physics);
    if (physics == NULL) {
        return NULL;
    }
    *physics = (OdeScene){.scene = scene, .say = say, .user = user};
    physics->world = dWorldCreate();
    physics->space = dHashSpaceCreate(0);
    physics->contacts = dJointGroupCreate(0);
    // One more than there are: some calloc answers NULL for none.
    physics->bodies = calloc(scene->body_count + 1, sizeof *physics->bodies);
    physics->colliders = calloc(scene->collider_count + 1, sizeof *physics->colliders);
    physics->parts = calloc(scene->trigger_part_count + 1, sizeof *physics->parts);
    physics->collider_tags = calloc(scene->collider_count + 1, sizeof *physics->collider_tags);
    physics->part_tags = calloc(scene->trigger_part_count + 1, sizeof *physics->part_tags);
    physics->part_triggered = calloc(scene->trigger_part_count + 1, sizeof(bool));
    physics->joints = calloc(scene->joint_count + 1, sizeof *physics->joints);
    if (physics->bodies == NULL || physics->colliders == NULL || physics->parts == NULL ||
        physics->collider_tags == NULL || physics->part_tags == NULL ||
        physics->part_triggered == NULL || physics->joints == NULL) {
        ode_scene_destroy(physics);
        return NULL;
    }
    const double *g = scene->world_gravity;
    dWorldSetGravity(physics->world, g[0], g[1], g[2]);
    dWorldSetQuickStepNumIterations(physics->world, 40);
    dWorldSetContactSurfaceLayer(physics->world, 1e-4);
    dWorldSetContactMaxCorrectingVel(physics->world, 2.0);
    dWorldSetAutoDisableFlag(physics->world, 1);
    say_what_is_lost(physics);
    for (size_t i = 0; i < scene->body_count; ++i) {
        add_body(physics, i);
    }
    add_geoms(physics);
    for (size_t i = 0; i < scene->joint_count; ++i) {
        add_joint(physics, i);
    }
    return physics;
}

void ode_scene_destroy(OdeScene *physics)
{
    if (physics == NULL) {
        return;
    }
    for (size_t i = 0; physics->colliders != NULL && i < physics->scene->collider_count; ++i) {
        ode_geom_destroy(&physics->colliders[i]);
    }
    for (size_t i = 0; physics->parts != NULL && i < physics->scene->trigger_part_count; ++i) {
        ode_geom_destroy(&physics->parts[i]);
    }
    dJointGroupDestroy(physics->contacts);
    dSpaceDestroy(physics->space);
    dWorldDestroy(physics->world);
    free(physics->bodies);
    free(physics->colliders);
    free(physics->parts);
    free(physics->collider_tags);
    free(physics->part_tags);
    free(physics->part_triggered);
    free(physics->joints);
    free(physics);
}

dWorldID ode_scene_world(const OdeScene *physics)
{
    return physics->world;
}

dBodyID ode_scene_body(const OdeScene *physics, size_t index)
{
    return physics->bodies[index];
}

bool ode_scene_is_triggered(const OdeScene *physics, size_t index)
{
    return physics->part_triggered[index];
}
