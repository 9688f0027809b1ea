// SPDX-License-Identifier: MIT
// bullet_scene.cpp: bodies, shapes, joints, triggers and filters of a scene, in Bullet's terms.
#include "bullet_scene.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btCompoundCompoundCollisionAlgorithm.h>
#include <BulletDynamics/ConstraintSolver/btGeneric6DofSpring2Constraint.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace
{

// [m] Bullet keeps hulls and meshes apart by a margin, which is added to their size.
const btScalar margin = 1e-3f;
// [m] How far the triangles of round shapes may stay inside them.
const double deviation = 1e-3;

btScalar scalar(double x)
{
    return static_cast<btScalar>(x);
}

btVector3 vector(const double *v)
{
    return {scalar(v[0]), scalar(v[1]), scalar(v[2])};
}

btTransform transform(const double *position, const TumRotation &rotation)
{
    const double *q = rotation.q;
    return btTransform(btQuaternion(scalar(q[0]), scalar(q[1]), scalar(q[2]), scalar(q[3])),
                       vector(position));
}

bool isEven(const double *scale)
{
    return scale[0] == scale[1] && scale[1] == scale[2];
}

std::string text(const char *format, double number)
{
    char line[160];
    std::snprintf(line, sizeof line, format, number);
    return line;
}

// Bullet's word for infinite is an inverse of zero, which it makes of zero.
btScalar zeroIfInfinite(double x)
{
    return std::isfinite(x) ? scalar(x) : 0.0f;
}

} // namespace

BulletScene::BulletScene(const TumScene &from, btDiscreteDynamicsWorld &to, const Say &teller)
    : scene(from), world(to), say(teller)
{
    if (scene.dimension != 3) {
        say("", "Bullet has three dimensions: nothing is added");
        return;
    }
    world.setGravity(vector(scene.world_gravity));
    gContactAddedCallback = combine;
    gCompoundChildShapePairCallback = childrenMayMeet;
    gCompoundCompoundChildShapePairCallback = childrenMayMeet;
    world.getPairCache()->setOverlapFilterCallback(this);
    sayWhatIsLost();
    addBodies();
    addColliders();
    for (Body &made : bodies) {
        world.addRigidBody(made.object.get());
        const TumBody &body = scene.bodies[made.owner.body];
        const bool falls = std::isfinite(body.mass);
        made.object->setGravity(world.getGravity() * scalar(falls ? body.gravity_factor : 0.0));
    }
    addTriggers();
    addJoints();
}

BulletScene::~BulletScene()
{
    for (const auto &joint : joints) {
        world.removeConstraint(joint.get());
    }
    for (const auto &trigger : triggers) {
        world.removeRigidBody(trigger->object.get());
    }
    for (const auto &one : fixed) {
        world.removeRigidBody(one->object.get());
    }
    for (const Body &body : bodies) {
        world.removeRigidBody(body.object.get());
    }
    world.getPairCache()->setOverlapFilterCallback(nullptr);
}

void BulletScene::sayWhatIsLost()
{
    for (size_t i = 0; i < scene.material_count; ++i) {
        const TumMaterial &material = scene.materials[i];
        if (material.static_friction != material.dynamic_friction) {
            say(material.pointer, text("Bullet has one coefficient of friction: the dynamic one, "
                                       "%g, holds at rest too",
                                       material.dynamic_friction));
        }
    }
    for (size_t i = 0; i < scene.body_count; ++i) {
        if (scene.bodies[i].driven) {
            say(scene.bodies[i].pointer, "the animation that moves the body is not followed");
        }
    }
    for (size_t i = 0; i < scene.collider_count; ++i) {
        if (scene.colliders[i].driven) {
            say(scene.colliders[i].pointer,
                "the animation that moves the collider is not followed");
        }
    }
    for (size_t i = 0; i < scene.trigger_part_count; ++i) {
        if (scene.trigger_parts[i].driven) {
            say(scene.shapes[scene.trigger_parts[i].shape].pointer,
                "the animation that moves the trigger is not followed");
        }
    }
    for (size_t i = 0; i < scene.trigger_count; ++i) {
        if (scene.triggers[i].filter >= 0) {
            say(scene.triggers[i].pointer, "the filter of the compound is not used, but those of "
                                           "its parts");
        }
    }
}

// Bodies.

bool BulletScene::moves(int body) const
{
    return body >= 0 && scene.bodies[body].kind != TUM_BODY_STATIC;
}

void BulletScene::addBodies()
{
    bodies.resize(scene.body_count);
    for (size_t i = 0; i < scene.body_count; ++i) {
        const TumBody &body = scene.bodies[i];
        Body &made = bodies[i];
        made.owner = {this, static_cast<int>(i), -1, -1};
        made.bodyFromPrincipal = transform(body.center_of_mass, body.inertia_rotation);
        made.shape = std::make_unique<btCompoundShape>();
        const bool isDynamic = body.kind == TUM_BODY_DYNAMIC;
        const bool isHeavy = isDynamic && !std::isfinite(body.mass);
        // Nothing pushes an infinite mass: any other, on which no force acts.
        const btScalar mass = isDynamic ? (isHeavy ? 1.0f : scalar(body.mass)) : 0.0f;
        const btVector3 inertia(zeroIfInfinite(body.inertia[0]), zeroIfInfinite(body.inertia[1]),
                                zeroIfInfinite(body.inertia[2]));
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, made.shape.get(), inertia);
        info.m_startWorldTransform =
            transform(body.position, body.rotation) * made.bodyFromPrincipal;
        made.object = std::make_unique<btRigidBody>(info);
        made.object->setUserPointer(&made.owner);
        made.object->setLinearVelocity(vector(body.linear_velocity));
        made.object->setAngularVelocity(vector(body.angular_velocity));
        made.object->setFlags(BT_DISABLE_WORLD_GRAVITY | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY);
        int flags =
            made.object->getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK;
        if (isHeavy) {
            made.object->setLinearFactor(btVector3(0, 0, 0));
        }
        if (body.kind == TUM_BODY_KINEMATIC) {
            flags = (flags & ~btCollisionObject::CF_STATIC_OBJECT) |
                    btCollisionObject::CF_KINEMATIC_OBJECT;
            made.object->setActivationState(DISABLE_DEACTIVATION);
        }
        made.object->setCollisionFlags(flags);
    }
}

btRigidBody *BulletScene::body(size_t index) const
{
    return bodies[index].object.get();
}

btTransform BulletScene::nodePose(size_t index) const
{
    const Body &made = bodies[index];
    return made.object->getWorldTransform() * made.bodyFromPrincipal.inverse();
}

btTransform BulletScene::worldPose(int body, const btTransform &bodyFromShape) const
{
    return body >= 0 ? nodePose(static_cast<size_t>(body)) * bodyFromShape : bodyFromShape;
}

void BulletScene::step(btScalar seconds)
{
    for (size_t i = 0; i < bodies.size(); ++i) {
        if (scene.bodies[i].kind == TUM_BODY_KINEMATIC) {
            // Bullet finds the velocity by the difference.
            btTransform pose;
            const TumBody &body = scene.bodies[i];
            btTransformUtil::integrateTransform(bodies[i].object->getWorldTransform(),
                                                vector(body.linear_velocity),
                                                vector(body.angular_velocity), seconds, pose);
            bodies[i].object->setWorldTransform(pose);
        }
    }
    for (const auto &trigger : triggers) {
        const int owner = scene.trigger_parts[trigger->owner.part].body;
        trigger->object->setWorldTransform(worldPose(owner, trigger->bodyFromShape));
    }
    world.stepSimulation(seconds, 0);
}

// Shapes.

btCollisionShape *BulletScene::addRound(const TumShape &shape, const double *scale)
{
    const btScalar s = scalar(scale[0]), height = scalar(shape.height) * s;
    const btScalar bottom = scalar(shape.radius_bottom) * s, top = scalar(shape.radius_top) * s;
    if (shape.kind == TUM_SHAPE_SPHERE) {
        return new btSphereShape(scalar(shape.radius) * s);
    }
    if (shape.kind == TUM_SHAPE_CAPSULE && bottom == top) {
        return new btCapsuleShape(bottom, height);
    }
    if (shape.kind == TUM_SHAPE_CAPSULE) {
        const btVector3 centers[] = {{0, -height / 2, 0}, {0, height / 2, 0}};
        const btScalar radii[] = {bottom, top};
        return new btMultiSphereShape(centers, radii, 2);
    }
    if (bottom == top) {
        return new btCylinderShape(btVector3(bottom, height / 2, bottom));
    }
    return top == 0.0f ? new btConeShape(bottom, height) : nullptr;
}

btCollisionShape *BulletScene::addHull(const TumMesh &surface)
{
    auto *hull = new btConvexHullShape();
    for (size_t i = 0; i < surface.point_count; ++i) {
        hull->addPoint(vector(&surface.points[3 * i]), false);
    }
    hull->recalcLocalAabb();
    hull->setMargin(margin);
    return hull;
}

btCollisionShape *BulletScene::addTriangles(const TumMesh &surface, bool moves, const char *pointer)
{
    if (moves) {
        say(pointer, "triangle meshes of Bullet do not move: the hull of this one does");
        return addHull(surface);
    }
    meshes.push_back(std::make_unique<btTriangleMesh>());
    for (size_t i = 0; i < surface.cell_count; ++i) {
        const uint32_t *c = &surface.cells[3 * i];
        meshes.back()->addTriangle(vector(&surface.points[3 * c[0]]),
                                   vector(&surface.points[3 * c[1]]),
                                   vector(&surface.points[3 * c[2]]));
    }
    auto *mesh = new btBvhTriangleMeshShape(meshes.back().get(), true);
    mesh->setMargin(margin);
    return mesh;
}

btCollisionShape *BulletScene::addShape(int index, const double *scale, bool moves,
                                        const char *pointer)
{
    const TumShape &shape = scene.shapes[index];
    const bool isRound = shape.kind == TUM_SHAPE_SPHERE || shape.kind == TUM_SHAPE_CAPSULE ||
                         shape.kind == TUM_SHAPE_CYLINDER;
    btCollisionShape *made = nullptr;
    if (shape.kind == TUM_SHAPE_BOX) {
        made = new btBoxShape(btVector3(scalar(shape.size[0] * scale[0] / 2),
                                        scalar(shape.size[1] * scale[1] / 2),
                                        scalar(shape.size[2] * scale[2] / 2)));
    } else if (isRound && isEven(scale)) {
        made = addRound(shape, scale);
    } else if (shape.kind == TUM_SHAPE_PLANE && !moves && !shape.double_sided &&
               !std::isfinite(shape.size[0]) && !std::isfinite(shape.size[2])) {
        made = new btStaticPlaneShape(btVector3(0, 1, 0), 0);
    }
    TumMesh *surface = nullptr;
    if (made == nullptr &&
        tum_scene_surface3(&scene, index, scale, deviation, nullptr, &surface) == TUM_OK) {
        const bool isThin = shape.kind == TUM_SHAPE_MESH || shape.kind == TUM_SHAPE_PLANE ||
                            shape.kind == TUM_SHAPE_HEIGHTMAP;
        if (isRound) {
            say(pointer, text("Bullet has no shape like it: a hull within %g m of it", deviation));
        }
        if (shape.kind == TUM_SHAPE_PLANE && !shape.double_sided) {
            say(pointer, "the sheet has two sides");
        }
        made = isThin ? addTriangles(*surface, moves, pointer) : addHull(*surface);
    }
    tum_surface_destroy(surface);
    if (made == nullptr) {
        say(pointer, "Bullet has no shape like it: left out");
        return nullptr;
    }
    shapes.emplace_back(made);
    made->setUserPointer(this);
    return made;
}

// Colliders.

void BulletScene::addColliders()
{
    for (size_t i = 0; i < scene.collider_count; ++i) {
        const TumCollider &collider = scene.colliders[i];
        if (!collider.enabled) {
            continue;
        }
        const bool isMoving = moves(collider.body);
        btCollisionShape *shape =
            addShape(collider.shape, collider.scale, isMoving, collider.pointer);
        if (shape == nullptr) {
            continue;
        }
        shape->setUserIndex(static_cast<int>(i));
        const btTransform bodyFromShape = transform(collider.position, collider.rotation);
        if (isMoving) {
            Body &owner = bodies[static_cast<size_t>(collider.body)];
            owner.shape->addChildShape(owner.bodyFromPrincipal.inverse() * bodyFromShape, shape);
            continue;
        }
        auto made = std::make_unique<Fixed>();
        made->owner = {this, collider.body, static_cast<int>(i), -1};
        made->bodyFromShape = bodyFromShape;
        btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, shape);
        info.m_startWorldTransform = worldPose(collider.body, bodyFromShape);
        made->object = std::make_unique<btRigidBody>(info);
        made->object->setUserPointer(&made->owner);
        made->object->setCollisionFlags(made->object->getCollisionFlags() |
                                        btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        world.addRigidBody(made->object.get());
        fixed.push_back(std::move(made));
    }
}

// Triggers.

void BulletScene::addTriggers()
{
    for (size_t i = 0; i < scene.trigger_part_count; ++i) {
        const TumTriggerPart &part = scene.trigger_parts[i];
        const char *pointer = scene.shapes[part.shape].pointer;
        btCollisionShape *shape =
            part.enabled ? addShape(part.shape, part.scale, true, pointer) : nullptr;
        if (shape == nullptr) {
            continue;
        }
        auto made = std::make_unique<Fixed>();
        made->owner = {this, part.body, -1, static_cast<int>(i)};
        made->bodyFromShape = transform(part.position, part.rotation);
        btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, shape);
        info.m_startWorldTransform = worldPose(part.body, made->bodyFromShape);
        made->object = std::make_unique<btRigidBody>(info);
        made->object->setUserPointer(&made->owner);
        made->object->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT |
                                        btCollisionObject::CF_NO_CONTACT_RESPONSE);
        made->object->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(made->object.get());
        triggers.push_back(std::move(made));
    }
}

// The collider an object stands for, or of a body the child at an index.
static int colliderOf(const btCollisionObject *object, int ownCollider, int child)
{
    if (ownCollider >= 0) {
        return ownCollider;
    }
    const auto *compound = dynamic_cast<const btCompoundShape *>(object->getCollisionShape());
    const bool isChild = compound != nullptr && child >= 0 && child < compound->getNumChildShapes();
    return isChild ? compound->getChildShape(child)->getUserIndex() : -1;
}

std::vector<std::pair<int, int>> BulletScene::triggered() const
{
    std::vector<std::pair<int, int>> found;
    for (int i = 0; i < world.getDispatcher()->getNumManifolds(); ++i) {
        const btPersistentManifold *manifold = world.getDispatcher()->getManifoldByIndexInternal(i);
        const auto *a = static_cast<const Owner *>(manifold->getBody0()->getUserPointer());
        const auto *b = static_cast<const Owner *>(manifold->getBody1()->getUserPointer());
        for (int k = 0; k < manifold->getNumContacts(); ++k) {
            const btManifoldPoint &point = manifold->getContactPoint(k);
            if (point.getDistance() > 0 || (a->part < 0) == (b->part < 0)) {
                continue;
            }
            const int part = std::max(a->part, b->part);
            const int collider =
                a->part >= 0 ? colliderOf(manifold->getBody1(), b->collider, point.m_index1)
                             : colliderOf(manifold->getBody0(), a->collider, point.m_index0);
            found.emplace_back(part, collider);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

// Who meets whom, and how.

static int filterOf(const TumScene &scene, int collider, int part)
{
    return part >= 0 ? scene.trigger_parts[part].filter : scene.colliders[collider].filter;
}

// Whether any two of the colliders may meet.
bool BulletScene::admits(const Owner &a, const Owner &b) const
{
    const auto colliders = [this](const Owner &owner) {
        std::vector<int> list;
        if (owner.part >= 0 || owner.collider >= 0) {
            list.push_back(owner.collider);
            return list;
        }
        const btCompoundShape &compound = *bodies[static_cast<size_t>(owner.body)].shape;
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            list.push_back(compound.getChildShape(i)->getUserIndex());
        }
        return list;
    };
    const std::vector<int> ofA = colliders(a), ofB = colliders(b);
    return std::any_of(ofA.begin(), ofA.end(), [&](int one) {
        return std::any_of(ofB.begin(), ofB.end(), [&](int other) {
            return tum_scene_filters_admit(&scene, filterOf(scene, one, a.part),
                                           filterOf(scene, other, b.part));
        });
    });
}

bool BulletScene::needBroadphaseCollision(btBroadphaseProxy *proxyA,
                                          btBroadphaseProxy *proxyB) const
{
    const auto *objectA = static_cast<const btCollisionObject *>(proxyA->m_clientObject);
    const auto *objectB = static_cast<const btCollisionObject *>(proxyB->m_clientObject);
    const auto *a = static_cast<const Owner *>(objectA->getUserPointer());
    const auto *b = static_cast<const Owner *>(objectB->getUserPointer());
    if (a == nullptr || b == nullptr) {
        return true; // Objects of your own.
    }
    if (a->part >= 0 || b->part >= 0) {
        // A trigger does not notice triggers, nor the body it moves with.
        const bool isOne = (a->part >= 0) != (b->part >= 0);
        return isOne && (a->body != b->body || a->body < 0) && admits(*a, *b);
    }
    return !(objectA->isStaticOrKinematicObject() && objectB->isStaticOrKinematicObject()) &&
           admits(*a, *b);
}

bool BulletScene::childrenMayMeet(const btCollisionShape *a, const btCollisionShape *b)
{
    const auto *self = static_cast<const BulletScene *>(a->getUserPointer());
    const int one = a->getUserIndex(), other = b->getUserIndex();
    if (self == nullptr || one < 0 || other < 0) {
        return true; // A trigger's, which the broad phase has asked about; or your own.
    }
    return tum_scene_filters_admit(&self->scene, self->scene.colliders[one].filter,
                                   self->scene.colliders[other].filter);
}

// The innermost shape that stands for a collider: triangles come with the mesh as their parent.
static int colliderOf(const btCollisionObjectWrapper *wrapper)
{
    for (; wrapper != nullptr; wrapper = wrapper->m_parent) {
        if (wrapper->getCollisionShape()->getUserIndex() >= 0) {
            return wrapper->getCollisionShape()->getUserIndex();
        }
    }
    return -1;
}

bool BulletScene::combine(btManifoldPoint &point, const btCollisionObjectWrapper *a, int, int,
                          const btCollisionObjectWrapper *b, int, int)
{
    const auto *owner = static_cast<const Owner *>(a->getCollisionObject()->getUserPointer());
    const int one = colliderOf(a), other = colliderOf(b);
    if (owner == nullptr || one < 0 || other < 0) {
        return false;
    }
    const TumScene &scene = owner->scene->scene;
    const auto material = [&scene](int collider) {
        const int index = scene.colliders[collider].material;
        return index >= 0 ? scene.materials[index] : tum_default_material();
    };
    const TumMaterial m = material(one), n = material(other);
    point.m_combinedFriction = scalar(tum_combine(m.friction_combine, m.dynamic_friction,
                                                  n.friction_combine, n.dynamic_friction));
    point.m_combinedRestitution = scalar(
        tum_combine(m.restitution_combine, m.restitution, n.restitution_combine, n.restitution));
    return true;
}

// Joints.

// How far each axis may go: three along, three about. Free until a limit says otherwise.
struct Ranges {
    double low[6], high[6];
};

static bool isLocked(const Ranges &ranges, int axis)
{
    return ranges.low[axis] == ranges.high[axis];
}

static void narrow(Ranges &ranges, int axis, double low, double high)
{
    ranges.low[axis] = std::max(ranges.low[axis], low);
    ranges.high[axis] = std::min(ranges.high[axis], high);
}

static bool isSingle(uint32_t axes)
{
    return (axes & (axes - 1)) == 0;
}

static Ranges rangesOf(const TumScene &scene, const TumJoint &joint)
{
    Ranges ranges;
    std::fill(ranges.low, ranges.low + 6, -INFINITY);
    std::fill(ranges.high, ranges.high + 6, INFINITY);
    for (int i = joint.limit_first; i < joint.limit_first + joint.limit_count; ++i) {
        const TumLimit &limit = scene.limits[i];
        for (int axis = 0; axis < 3; ++axis) {
            if ((limit.axes >> axis & 1u) != 0) {
                const double low = isSingle(limit.axes) ? limit.min : -limit.max;
                narrow(ranges, axis + (limit.space == TUM_SPACE_ANGULAR ? 3 : 0), low, limit.max);
            }
        }
    }
    return ranges;
}

void BulletScene::limitJoint(const TumJoint &joint, btGeneric6DofSpring2Constraint &made)
{
    for (int i = joint.limit_first; i < joint.limit_first + joint.limit_count; ++i) {
        const TumLimit &limit = scene.limits[i];
        const std::string name = "limit " + std::to_string(i - joint.limit_first) + ": ";
        if (!isSingle(limit.axes) && !(limit.min <= 0.0 && limit.max == 0.0)) {
            say(joint.pointer, name + "Bullet limits axes one by one: a box instead of a distance "
                                      "or a cone, and no minimum");
        }
        if (std::isfinite(limit.stiffness)) {
            say(joint.pointer, name + "hard instead of soft");
        }
    }
    const Ranges ranges = rangesOf(scene, joint);
    for (int axis = 0; axis < 6; ++axis) {
        double low = ranges.low[axis], high = ranges.high[axis];
        const bool isAngle = axis >= 3;
        if (!std::isfinite(low) && !std::isfinite(high)) {
            made.setLimitReversed(axis, 1, -1); // Bullet's word for free.
            continue;
        }
        if (isAngle && (high - low >= 2 * SIMD_PI || !std::isfinite(high - low))) {
            say(joint.pointer,
                "angles of Bullet end at half a turn: a limit on one side, or beyond "
                "that, is left out");
            made.setLimitReversed(axis, 1, -1);
            continue;
        }
        low = std::max(low, -1e6);
        high = std::min(high, 1e6);
        made.setLimitReversed(axis, scalar(low), scalar(high));
    }
    // The middle one of three turns about axes must not reach a right angle; where one axis turns
    // freely it is not in the middle.
    if (!isLocked(ranges, 4)) {
        made.setRotationOrder(isLocked(ranges, 3) ? RO_YXZ : RO_YZX);
    }
}

void BulletScene::driveJoint(const TumJoint &joint, btGeneric6DofSpring2Constraint &made)
{
    for (int i = joint.drive_first; i < joint.drive_first + joint.drive_count; ++i) {
        const TumDrive &drive = scene.drives[i];
        const std::string name = "drive " + std::to_string(i - joint.drive_first) + ": ";
        const bool isAngle = drive.space == TUM_SPACE_ANGULAR;
        const int axis = drive.axis + (isAngle ? 3 : 0);
        const btScalar sign = isAngle ? -1.0f : 1.0f;
        if (drive.mode == TUM_DRIVE_ACCELERATION) {
            say(joint.pointer, name + "Bullet drives by forces, not by accelerations: left out");
            continue;
        }
        const bool isSpring = drive.has_position_target && drive.stiffness > 0.0;
        if (isSpring || drive.velocity_target == 0.0) {
            made.enableSpring(axis, true);
            made.setStiffness(axis, scalar(isSpring ? drive.stiffness : 0.0));
            made.setDamping(axis, scalar(drive.damping));
            made.setEquilibriumPoint(axis, sign * scalar(drive.position_target));
            if (std::isfinite(drive.max_force)) {
                say(joint.pointer, name + "springs of Bullet have no largest force");
            }
            if (drive.velocity_target != 0.0) {
                say(joint.pointer, name + "the spring has no target of velocity");
            }
            continue;
        }
        made.enableMotor(axis, true);
        made.setTargetVelocity(axis, sign * scalar(drive.velocity_target));
        made.setMaxMotorForce(axis, scalar(std::min(drive.max_force, 1e9)));
        say(joint.pointer, name + "a motor that keeps its velocity, whatever the damping");
    }
}

static bool isAtOrBelow(const TumScene &scene, int node, int top)
{
    for (; node >= 0; node = scene.nodes[node].parent) {
        if (node == top) {
            return true;
        }
    }
    return false;
}

// Whether a collider of the world stands at a node, above or below it.
static bool hasColliderNear(const TumScene &scene, int node)
{
    return std::any_of(scene.colliders, scene.colliders + scene.collider_count,
                       [&scene, node](const TumCollider &collider) {
                           return collider.body < 0 && (isAtOrBelow(scene, collider.node, node) ||
                                                        isAtOrBelow(scene, node, collider.node));
                       });
}

void BulletScene::addJoint(const TumJoint &joint)
{
    const auto side = [this](int body, const double *position, const TumRotation &rotation,
                             btTransform &frame) -> btRigidBody & {
        frame = transform(position, rotation);
        if (body < 0) {
            return btTypedConstraint::getFixedBody();
        }
        const Body &made = bodies[static_cast<size_t>(body)];
        frame = made.bodyFromPrincipal.inverse() * frame;
        return *made.object;
    };
    btTransform frameA, frameB;
    btRigidBody &a = side(joint.body_a, joint.position_a, joint.rotation_a, frameA);
    btRigidBody &b = side(joint.body_b, joint.position_b, joint.rotation_b, frameB);
    auto made = std::make_unique<btGeneric6DofSpring2Constraint>(a, b, frameA, frameB);
    limitJoint(joint, *made);
    driveJoint(joint, *made);
    if (!joint.enable_collision && ((joint.body_a < 0 && hasColliderNear(scene, joint.node_a)) ||
                                    (joint.body_b < 0 && hasColliderNear(scene, joint.node_b)))) {
        say(joint.pointer, "the body collides with what it hangs from");
    }
    world.addConstraint(made.get(), !joint.enable_collision);
    joints.push_back(std::move(made));
}

void BulletScene::addJoints()
{
    for (size_t i = 0; i < scene.joint_count; ++i) {
        addJoint(scene.joints[i]);
    }
}
