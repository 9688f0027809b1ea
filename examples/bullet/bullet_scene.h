// SPDX-License-Identifier: MIT
/// bullet_scene.h: a physics scene in a Bullet world. A file to copy into your program.
///
///     BulletScene physics(*scene, world, [](const char *pointer, const std::string &text) {
///         std::cerr << pointer << ": " << text << "\n"; // What Bullet cannot express.
///     });
///     physics.step(1.0f / 60.0f);
///     const btTransform pose = physics.nodePose(0);     // Of the node of scene->bodies[0].
///
/// A body of Bullet has its origin at the centre of mass and its axes along the principal moments,
/// so that mass, inertia and their frame are exactly those of the scene. Friction and restitution
/// of every contact are those of its two colliders, and filters hold collider by collider: for both
/// Bullet has one hook per process, which is set here.
#ifndef BULLET_SCENE_H
#define BULLET_SCENE_H

#include <btBulletDynamicsCommon.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tumble/scene.h"

class BulletScene : private btOverlapFilterCallback
{
  public:
    /// Told once for everything that Bullet cannot express: the JSON pointer of its cause, and what
    /// becomes of it.
    using Say = std::function<void(const char *pointer, const std::string &text)>;

    /// Adds the scene to the world. Both must outlive this.
    BulletScene(const TumScene &scene, btDiscreteDynamicsWorld &world, const Say &say);
    /// Takes everything out of the world again.
    ~BulletScene() override;
    BulletScene(const BulletScene &) = delete;
    BulletScene &operator=(const BulletScene &) = delete;

    /// Moves what the scene moves by itself, then the world, by one step.
    void step(btScalar seconds);

    /// The body of scene.bodies[index].
    btRigidBody *body(size_t index) const;
    /// Where the node of scene.bodies[index] is; its scale is not in it.
    btTransform nodePose(size_t index) const;
    /// Trigger parts and colliders that touch each other: indices into scene.trigger_parts and
    /// scene.colliders.
    std::vector<std::pair<int, int>> triggered() const;

  private:
    // What an object in the world stands for; one of the indices, the others are -1. Of a body the
    // collider is that of the child shape, see colliderOf.
    struct Owner {
        BulletScene *scene;
        int body, collider, part;
    };
    struct Body {
        std::unique_ptr<btRigidBody> object;
        std::unique_ptr<btCompoundShape> shape;
        btTransform bodyFromPrincipal;
        Owner owner;
    };
    struct Fixed {
        std::unique_ptr<btRigidBody> object;
        btTransform bodyFromShape;
        Owner owner;
    };

    const TumScene &scene;
    btDiscreteDynamicsWorld &world;
    Say say;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btTriangleMesh>> meshes;
    std::vector<Body> bodies;
    std::vector<std::unique_ptr<Fixed>> fixed;    // Colliders that are no part of a moving body.
    std::vector<std::unique_ptr<Fixed>> triggers; // Parts.
    std::vector<std::unique_ptr<btTypedConstraint>> joints;

    void addBodies();
    void addColliders();
    void addTriggers();
    void addJoints();
    void addJoint(const TumJoint &joint);
    void limitJoint(const TumJoint &joint, btGeneric6DofSpring2Constraint &made);
    void driveJoint(const TumJoint &joint, btGeneric6DofSpring2Constraint &made);
    void sayWhatIsLost();
    btCollisionShape *addShape(int shape, const double *scale, bool moves, const char *pointer);
    btCollisionShape *addRound(const TumShape &shape, const double *scale);
    btCollisionShape *addTriangles(const TumMesh &surface, bool moves, const char *pointer);
    btCollisionShape *addHull(const TumMesh &surface);
    btTransform worldPose(int body, const btTransform &bodyFromShape) const;
    bool moves(int body) const;
    bool admits(const Owner &a, const Owner &b) const;
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override;

    static bool childrenMayMeet(const btCollisionShape *a, const btCollisionShape *b);
    static bool combine(btManifoldPoint &point, const btCollisionObjectWrapper *a, int partA,
                        int indexA, const btCollisionObjectWrapper *b, int partB, int indexB);
};

#endif
