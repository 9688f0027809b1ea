// SPDX-License-Identifier: MIT
// bullet.cpp: bench-bullet, a scene of the benchmark simulated with Bullet.
//
// Settings: btDiscreteDynamicsWorld, sequential impulses with the 10 iterations of the default,
// dynamic trees, default margins, one step of 1/60 s. Bullet multiplies friction and restitution of
// two colliders: materials that average get the root. Bodies stay awake but those called "asleep".
// One thread.
#include <btBulletDynamicsCommon.h>

#include <cmath>

#include "peer.h"

namespace
{

btTransform transform(const double *position, const double *q)
{
    return btTransform(
        btQuaternion(btScalar(q[0]), btScalar(q[1]), btScalar(q[2]), btScalar(q[3])),
        btVector3(btScalar(position[0]), btScalar(position[1]), btScalar(position[2])));
}

// Pairs that may collide, by filters of the scene; without a filter, all.
struct Filter : btOverlapFilterCallback {
    PeerFilter filter;

    explicit Filter(const TumScene &scene) : filter(scene)
    {
    }

    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        if ((a->m_collisionFilterGroup & b->m_collisionFilterMask) == 0 ||
            (b->m_collisionFilterGroup & a->m_collisionFilterMask) == 0) {
            return false;
        }
        return filter.admits(static_cast<btCollisionObject *>(a->m_clientObject)->getUserIndex(),
                             static_cast<btCollisionObject *>(b->m_clientObject)->getUserIndex());
    }
};

// Where a kinematic body is: it turns about its origin.
struct Spin : btMotionState {
    btTransform now;
    btVector3 velocity; // [rad/s]

    Spin(const btTransform &begin, const btVector3 &spin) : now(begin), velocity(spin)
    {
    }

    void advance()
    {
        const btScalar angle = velocity.length() * PEER_FRAME;
        if (angle > 0) {
            now.setRotation(
                (btQuaternion(velocity.normalized(), angle) * now.getRotation()).normalized());
        }
    }
    void getWorldTransform(btTransform &out) const override
    {
        out = now;
    }
    void setWorldTransform(const btTransform &) override
    {
    }
};

struct Simulation final : Peer {
    const TumScene &scene;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    Filter filter;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btTriangleIndexVertexArray>> meshes;
    std::vector<std::vector<float>> points;
    std::vector<std::unique_ptr<btRigidBody>> owned;
    std::vector<std::unique_ptr<Spin>> spins;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
    std::vector<btCollisionShape *> shared; // One a shape of the scene, or null.
    std::vector<btRigidBody *> bodies;      // One a body of the scene.
    std::vector<btTransform> body_from_bullet;

    explicit Simulation(const TumScene &from) : scene(from), filter(from)
    {
        world.setGravity(btVector3(0, btScalar(-9.81), 0));
        if (scene.filter_count > 0) {
            world.getPairCache()->setOverlapFilterCallback(&filter);
        }
        shared.resize(scene.shape_count, nullptr);
        bodies.resize(scene.body_count, nullptr);
        body_from_bullet.resize(scene.body_count, btTransform::getIdentity());
        // In the order of nodes, static and moving.
        for (size_t i = 0; i < scene.collider_count; ++i) {
            const TumCollider &collider = scene.colliders[i];
            moving_colliders += collider.body >= 0;
            if (collider.body < 0) {
                add_static(collider);
            } else if (bodies[size_t(collider.body)] == nullptr) {
                add_body(size_t(collider.body));
            }
        }
        if (moving_colliders != used_colliders) {
            peer_fail("colliders of a body that do not lie one after the other");
        }
        for (size_t i = 0; i < scene.joint_count; ++i) {
            add_joint(scene.joints[i]);
        }
    }

    ~Simulation() override
    {
        for (auto &joint : joints) {
            world.removeConstraint(joint.get());
        }
        for (auto &body : owned) {
            world.removeRigidBody(body.get());
        }
    }

    btCollisionShape *keep(btCollisionShape *shape)
    {
        shapes.emplace_back(shape);
        return shape;
    }

    btCollisionShape *make_mesh(const TumMesh &mesh)
    {
        points.emplace_back(mesh.points, mesh.points + 3 * mesh.point_count);
        btIndexedMesh part;
        part.m_numTriangles = int(mesh.cell_count);
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(mesh.cells);
        part.m_triangleIndexStride = 3 * sizeof(uint32_t);
        part.m_numVertices = int(mesh.point_count);
        part.m_vertexBase = reinterpret_cast<const unsigned char *>(points.back().data());
        part.m_vertexStride = 3 * sizeof(float);
        part.m_indexType = PHY_INTEGER;
        part.m_vertexType = PHY_FLOAT;
        meshes.push_back(std::make_unique<btTriangleIndexVertexArray>());
        meshes.back()->addIndexedMesh(part, PHY_INTEGER);
        return keep(new btBvhTriangleMeshShape(meshes.back().get(), true));
    }

    static btCollisionShape *make_capsule(const TumShape &shape)
    {
        const btScalar half = btScalar(0.5 * shape.height);
        if (shape.radius_top == shape.radius_bottom) {
            return new btCapsuleShape(btScalar(shape.radius_top), btScalar(shape.height));
        }
        const btVector3 ends[2] = {btVector3(0, -half, 0), btVector3(0, half, 0)};
        const btScalar radii[2] = {btScalar(shape.radius_bottom), btScalar(shape.radius_top)};
        return new btMultiSphereShape(ends, radii, 2);
    }

    static btCollisionShape *make_cylinder(const TumShape &shape)
    {
        if (shape.radius_top == shape.radius_bottom) {
            const btScalar radius = btScalar(shape.radius_top);
            return new btCylinderShape(btVector3(radius, btScalar(0.5 * shape.height), radius));
        }
        if (shape.radius_top == 0.0) {
            return new btConeShape(btScalar(shape.radius_bottom), btScalar(shape.height));
        }
        peer_refuse("a frustum");
    }

    // Shared by all colliders of a shape. A hull's points are moved into the frame of its principal
    // axes, since Bullet's bodies have no other frame.
    btCollisionShape *make_shape(int32_t index, const btTransform &hull_from_points)
    {
        const TumShape &shape = scene.shapes[index];
        btCollisionShape *&made = shared[size_t(index)];
        if (made != nullptr) {
            return made;
        }
        switch (shape.kind) {
        case TUM_SHAPE_SPHERE: return made = keep(new btSphereShape(btScalar(shape.radius)));
        case TUM_SHAPE_CAPSULE: return made = keep(make_capsule(shape));
        case TUM_SHAPE_CYLINDER: return made = keep(make_cylinder(shape));
        case TUM_SHAPE_BOX:
            return made = keep(new btBoxShape(btVector3(btScalar(0.5 * shape.size[0]),
                                                        btScalar(0.5 * shape.size[1]),
                                                        btScalar(0.5 * shape.size[2]))));
        case TUM_SHAPE_CONVEX: {
            auto *hull = new btConvexHullShape();
            const TumMesh &mesh = scene.meshes[shape.mesh];
            for (size_t i = 0; i < mesh.point_count; ++i) {
                const double *p = mesh.points + 3 * i;
                hull->addPoint(hull_from_points *
                                   btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2])),
                               false);
            }
            hull->recalcLocalAabb();
            return made = keep(hull);
        }
        case TUM_SHAPE_MESH: return made = make_mesh(scene.meshes[shape.mesh]);
        default: peer_refuse("a shape that is not in the benchmark");
        }
    }

    btRigidBody *add_rigid(btCollisionShape *shape, const btTransform &pose, btScalar mass,
                           const btVector3 &inertia, const TumCollider &collider,
                           btMotionState *motion)
    {
        btRigidBody::btRigidBodyConstructionInfo info(mass, motion, shape, inertia);
        info.m_startWorldTransform = pose;
        const TumMaterial *material =
            collider.material >= 0 ? &scene.materials[collider.material] : nullptr;
        info.m_friction = btSqrt(btScalar(0.5));
        info.m_restitution = 0;
        if (material != nullptr) {
            const bool multiplies = material->friction_combine == TUM_COMBINE_MULTIPLY;
            const btScalar friction = btScalar(material->dynamic_friction);
            info.m_friction = multiplies ? friction : btSqrt(friction);
            info.m_restitution = btScalar(material->restitution);
        }
        owned.push_back(std::make_unique<btRigidBody>(info));
        btRigidBody *body = owned.back().get();
        body->setUserIndex(collider.filter);
        return body;
    }

    void add_static(const TumCollider &collider)
    {
        btCollisionShape *shape = make_shape(collider.shape, btTransform::getIdentity());
        world.addRigidBody(add_rigid(shape, transform(collider.position, collider.rotation.q), 0,
                                     btVector3(0, 0, 0), collider, nullptr));
    }

    // Colliders stand in the order of nodes, bodies too: those of a body lie one after the other.
    const TumCollider *colliders_of(size_t index, size_t &count)
    {
        while (scene.colliders[next_collider].body != int32_t(index)) {
            next_collider = (next_collider + 1) % scene.collider_count;
        }
        const TumCollider *first = &scene.colliders[next_collider];
        count = 0;
        while (next_collider + count < scene.collider_count &&
               first[count].body == int32_t(index)) {
            ++count;
        }
        used_colliders += count;
        return first;
    }

    btCollisionShape *make_compound(const TumCollider *colliders, size_t count,
                                    const btTransform &bullet_from_body)
    {
        auto *compound = new btCompoundShape();
        for (size_t i = 0; i < count; ++i) {
            compound->addChildShape(bullet_from_body *
                                        transform(colliders[i].position, colliders[i].rotation.q),
                                    make_shape(colliders[i].shape, btTransform::getIdentity()));
        }
        return keep(compound);
    }

    void add_kinematic(size_t index, const TumBody &body, const btTransform &pose)
    {
        const double *w = body.angular_velocity;
        size_t count;
        const TumCollider *colliders = colliders_of(index, count);
        spins.push_back(std::make_unique<Spin>(
            pose, btVector3(btScalar(w[0]), btScalar(w[1]), btScalar(w[2]))));
        btCollisionShape *shape = is_alone(colliders, count)
                                      ? make_shape(colliders->shape, btTransform::getIdentity())
                                      : make_compound(colliders, count, btTransform::getIdentity());
        btRigidBody *made =
            add_rigid(shape, pose, 0, btVector3(0, 0, 0), *colliders, spins.back().get());
        made->setCollisionFlags(made->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
        made->setActivationState(DISABLE_DEACTIVATION);
        bodies[index] = made;
        world.addRigidBody(made);
    }

    // One collider in the body's own frame, up to roundings of doubles.
    static bool is_alone(const TumCollider *colliders, size_t count)
    {
        bool alone = count == 1;
        for (int k = 0; k < 3; ++k) {
            alone = alone && std::fabs(colliders->position[k]) < 1e-9 &&
                    std::fabs(colliders->rotation.q[k]) < 1e-9;
        }
        return alone;
    }

    size_t next_collider = 0, used_colliders = 0, moving_colliders = 0;

    void add_body(size_t index)
    {
        const TumBody &body = scene.bodies[index];
        const btTransform pose = transform(body.position, body.rotation.q);
        if (body.kind == TUM_BODY_KINEMATIC) {
            add_kinematic(index, body, pose);
            return;
        }
        size_t count;
        const TumCollider *colliders = colliders_of(index, count);
        btTransform &frame = body_from_bullet[index];
        btMatrix3x3 axes(btQuaternion(
            btScalar(body.inertia_rotation.q[0]), btScalar(body.inertia_rotation.q[1]),
            btScalar(body.inertia_rotation.q[2]), btScalar(body.inertia_rotation.q[3])));
        const btVector3 moments(btScalar(body.inertia[0]), btScalar(body.inertia[1]),
                                btScalar(body.inertia[2]));
        btVector3 inertia = moments;
        btCollisionShape *shape;
        const bool is_hull = scene.shapes[colliders->shape].kind == TUM_SHAPE_CONVEX;
        const bool is_centered =
            btVector3(btScalar(body.center_of_mass[0]), btScalar(body.center_of_mass[1]),
                      btScalar(body.center_of_mass[2]))
                .length() < btScalar(1e-6);
        if (is_alone(colliders, count) && is_hull) {
            frame = transform(body.center_of_mass, body.inertia_rotation.q);
            shape = make_shape(colliders->shape, frame.inverse());
        } else if (is_alone(colliders, count) && is_centered) {
            // Principal axes of a symmetric shape are its own, in some order.
            const btMatrix3x3 tensor = axes.scaled(moments) * axes.transpose();
            inertia = btVector3(tensor[0][0], tensor[1][1], tensor[2][2]);
            shape = make_shape(colliders->shape, btTransform::getIdentity());
        } else {
            frame = transform(body.center_of_mass, body.inertia_rotation.q);
            shape = make_compound(colliders, count, frame.inverse());
        }
        btRigidBody *made =
            add_rigid(shape, pose * frame, btScalar(body.mass), inertia, *colliders, nullptr);
        bodies[index] = made;
        world.addRigidBody(made);
        const double *v = body.linear_velocity, *w = body.angular_velocity;
        made->setLinearVelocity(btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2])));
        made->setAngularVelocity(btVector3(btScalar(w[0]), btScalar(w[1]), btScalar(w[2])));
        made->setActivationState(peer_is_asleep(scene, body) ? ISLAND_SLEEPING
                                                             : DISABLE_DEACTIVATION);
    }

    // A motor of Bullet has a largest impulse a step.
    btTypedConstraint *make_hinge(const TumJoint &joint, btRigidBody *body_a, btRigidBody *body_b,
                                  const btTransform &a, const btTransform &b, const TumLimit *twist)
    {
        const btTransform x_from_z(btQuaternion(btVector3(0, 1, 0), SIMD_HALF_PI));
        btRigidBody &fixed = btTypedConstraint::getFixedBody();
        auto *hinge =
            new btHingeConstraint(body_a != nullptr ? *body_a : fixed,
                                  body_b != nullptr ? *body_b : fixed, a * x_from_z, b * x_from_z);
        if (twist != nullptr) {
            hinge->setLimit(btScalar(twist->min), btScalar(twist->max));
        }
        for (int32_t i = 0; i < joint.drive_count; ++i) {
            const TumDrive &drive = scene.drives[joint.drive_first + i];
            hinge->enableAngularMotor(true, btScalar(drive.velocity_target),
                                      btScalar(drive.max_force) * PEER_FRAME);
        }
        return hinge;
    }

    // Frames of the scene twist about X; Bullet's hinges turn about Z, its cones twist about X.
    void add_joint(const TumJoint &joint)
    {
        btTransform a = transform(joint.position_a, joint.rotation_a.q);
        btTransform b = transform(joint.position_b, joint.rotation_b.q);
        btRigidBody *body_a = nullptr, *body_b = nullptr;
        if (joint.body_a >= 0) {
            body_a = bodies[size_t(joint.body_a)];
            a = body_from_bullet[size_t(joint.body_a)].inverse() * a;
        }
        if (joint.body_b >= 0) {
            body_b = bodies[size_t(joint.body_b)];
            b = body_from_bullet[size_t(joint.body_b)].inverse() * b;
        }
        const TumLimit *swing = peer_limit(scene, joint, TUM_SPACE_ANGULAR, 2);
        const TumLimit *twist = peer_limit(scene, joint, TUM_SPACE_ANGULAR, 1);
        btTypedConstraint *made = nullptr;
        if (swing == nullptr && twist == nullptr) {
            made = body_a == nullptr   ? new btPoint2PointConstraint(*body_b, b.getOrigin())
                   : body_b == nullptr ? new btPoint2PointConstraint(*body_a, a.getOrigin())
                                       : new btPoint2PointConstraint(*body_a, *body_b,
                                                                     a.getOrigin(), b.getOrigin());
        } else if (swing != nullptr && swing->max == 0.0) {
            made = make_hinge(joint, body_a, body_b, a, b, twist);
        } else if (body_a == nullptr || body_b == nullptr || swing == nullptr || twist == nullptr) {
            peer_refuse("a joint that is not in the benchmark");
        } else {
            auto *cone = new btConeTwistConstraint(*body_a, *body_b, a, b);
            cone->setLimit(btScalar(swing->max), btScalar(swing->max), btScalar(twist->max));
            made = cone;
        }
        joints.emplace_back(made);
        world.addConstraint(made, !joint.enable_collision);
    }

    void prepare() override
    {
        for (auto &spin : spins) {
            spin->advance();
        }
    }

    void step() override
    {
        world.stepSimulation(PEER_FRAME, 0);
    }

    void read(float *positions, float *rotations, bool *awake) override
    {
        for (size_t i = 0; i < bodies.size(); ++i) {
            const btTransform pose = bodies[i]->getWorldTransform() * body_from_bullet[i].inverse();
            const btQuaternion q = pose.getRotation();
            for (int k = 0; k < 3; ++k) {
                *positions++ = pose.getOrigin()[k];
            }
            for (int k = 0; k < 4; ++k) {
                *rotations++ = q[k];
            }
            awake[i] = bodies[i]->isActive();
        }
    }

    void prepare_rays() override
    {
        world.updateAabbs();
    }

    double cast(const float *p, const float *d) override
    {
        const btVector3 from(p[0], p[1], p[2]), to = from + btVector3(d[0], d[1], d[2]);
        btCollisionWorld::ClosestRayResultCallback hit(from, to);
        world.rayTest(from, to, hit);
        return hit.hasHit() ? double(hit.m_closestHitFraction) : -1.0;
    }
};

} // namespace

std::string peer_engine()
{
    return "Bullet " + std::to_string(btGetVersion() / 100) + "." +
           std::to_string(btGetVersion() % 100);
}

std::unique_ptr<Peer> peer_create(const TumScene &scene)
{
    return std::make_unique<Simulation>(scene);
}
