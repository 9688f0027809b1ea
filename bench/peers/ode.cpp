// SPDX-License-Identifier: MIT
// ode.cpp: bench-ode, a scene of the benchmark simulated with the Open Dynamics Engine.
//
// Settings: dWorldQuickStep, which ODE's manual recommends for many bodies, with the 20 iterations
// of the default; a sweep-and-prune space of colliders that move, which takes 0.1 to 1 of the time
// of a hash space, and a hash space of static ones; at most eight contacts a pair, friction as a
// pyramid bounded by the normal force (dContactApprox1); a surface layer of 1 mm, in which contacts
// persist; one step of 1/60 s. Friction and restitution are combined pair by pair, so they are
// exactly the scene's. Bodies stay awake but those called "asleep". One thread, double precision as
// Debian builds it.
//
// A cone of a joint is a pyramid of the same half angles (dJointTypeAMotor, Euler angles). Shapes
// that ODE lacks are refused: cones, frusta and tapered capsules. Hulls, and capsules against
// boxes, touch at one point a pair: that is all ODE finds.
#include <ode/ode.h>

#include <cmath>

#include "ode_joint.h"
#include "peer.h"

namespace
{

// [m/s] Slower contacts do not bounce: gravity adds as much in a step.
constexpr double BOUNCE_SPEED = 9.81 / 60.0;
constexpr int CONTACTS_MOST = 8;
constexpr double SURFACE_LAYER = 1e-3; // [m]

dMass mass_of(const TumBody &body)
{
    dMatrix3 axes;
    dRfromQ(axes, Turn(body.inertia_rotation.q).q);
    // Tensor in the axes of the body: R diag(moments) R^T.
    const auto tensor = [&](int row, int column) {
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
            sum += axes[4 * row + k] * body.inertia[k] * axes[4 * column + k];
        }
        return sum;
    };
    dMass mass;
    dMassSetParameters(&mass, body.mass, 0, 0, 0, tensor(0, 0), tensor(1, 1), tensor(2, 2),
                       tensor(0, 1), tensor(0, 2), tensor(1, 2));
    return mass;
}

// Arrays that geoms of a hull or a mesh read from as long as they live.
struct Surface {
    TumMesh *mesh = nullptr;
    dTriMeshDataID data = nullptr;
    std::vector<dReal> planes;
    std::vector<unsigned> polygons;

    Surface() = default;
    Surface(const Surface &) = delete;
    Surface &operator=(const Surface &) = delete;
    ~Surface()
    {
        tum_surface_destroy(mesh);
        if (data != nullptr) {
            dGeomTriMeshDataDestroy(data);
        }
    }

    // A face of a hull is a plane and a polygon: 3, then its corners.
    void add_face(const uint32_t *corners)
    {
        const double *a = mesh->points + 3 * corners[0], *b = mesh->points + 3 * corners[1],
                     *c = mesh->points + 3 * corners[2];
        const dVector3 ab = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const dVector3 ac = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        dVector3 normal;
        dCalcVectorCross3(normal, ab, ac);
        dNormalize3(normal);
        planes.insert(planes.end(), {normal[0], normal[1], normal[2], dCalcVectorDot3(normal, a)});
        polygons.insert(polygons.end(), {3u, corners[0], corners[1], corners[2]});
    }
};

class Simulation final : public Peer
{
  public:
    explicit Simulation(const TumScene &from)
        : scene(from), filter(from), surfaces(from.shape_count), bodies(from.body_count)
    {
        dInitODE2(0);
        world = dWorldCreate();
        moving = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XZY);
        fixed = dHashSpaceCreate(nullptr);
        contacts = dJointGroupCreate(0);
        const double *g = scene.world_gravity;
        dWorldSetGravity(world, g[0], g[1], g[2]);
        dWorldSetContactSurfaceLayer(world, SURFACE_LAYER);
        dWorldSetAutoDisableFlag(world, 0);
        for (size_t i = 0; i < scene.body_count; ++i) {
            add_body(i);
        }
        for (size_t i = 0; i < scene.collider_count; ++i) {
            add_collider(scene.colliders[i]);
        }
        for (size_t i = 0; i < scene.joint_count; ++i) {
            add_joint(scene.joints[i]);
        }
    }

    ~Simulation() override
    {
        dJointGroupDestroy(contacts);
        dSpaceDestroy(moving);
        dSpaceDestroy(fixed);
        dWorldDestroy(world);
        surfaces.clear();
        dCloseODE();
    }

    void step() override
    {
        dSpaceCollide(moving, this, meet);
        dSpaceCollide2(reinterpret_cast<dGeomID>(fixed), reinterpret_cast<dGeomID>(moving), this,
                       meet);
        dWorldQuickStep(world, double(PEER_FRAME));
        dJointGroupEmpty(contacts);
    }

    void read(float *positions, float *rotations, bool *awake) override
    {
        for (size_t i = 0; i < bodies.size(); ++i) {
            const double *center = scene.bodies[i].center_of_mass;
            const dReal *q = dBodyGetQuaternion(bodies[i]);
            dVector3 p;
            dBodyGetRelPointPos(bodies[i], -center[0], -center[1], -center[2], p);
            for (int k = 0; k < 3; ++k) {
                positions[3 * i + size_t(k)] = float(p[k]);
                rotations[4 * i + size_t(k)] = float(q[k + 1]);
            }
            rotations[4 * i + 3] = float(q[0]);
            awake[i] = dBodyIsEnabled(bodies[i]) != 0;
        }
    }

    double cast(const float *from, const float *along) override
    {
        const double x = double(along[0]), y = double(along[1]), z = double(along[2]);
        const double length = std::sqrt(x * x + y * y + z * z);
        if (ray == nullptr) {
            ray = dCreateRay(nullptr, length);
            dGeomRaySetClosestHit(ray, 1);
        }
        dGeomRaySetLength(ray, length);
        dGeomRaySet(ray, double(from[0]), double(from[1]), double(from[2]), x, y, z);
        nearest = -1.0;
        dSpaceCollide2(ray, reinterpret_cast<dGeomID>(fixed), &nearest, hit);
        dSpaceCollide2(ray, reinterpret_cast<dGeomID>(moving), &nearest, hit);
        return nearest < 0.0 ? nearest : nearest / length;
    }

  private:
    const TumScene &scene;
    PeerFilter filter;
    dWorldID world;
    dSpaceID moving, fixed;
    dJointGroupID contacts;
    std::vector<Surface> surfaces; // One a shape of the scene.
    std::vector<dBodyID> bodies;   // One a body of the scene.
    dGeomID ray = nullptr;
    double nearest = -1.0; // [m]

    void add_body(size_t index)
    {
        const TumBody &body = scene.bodies[index];
        const double *p = body.position, *c = body.center_of_mass;
        const double *v = body.linear_velocity, *w = body.angular_velocity;
        const dBodyID made = bodies[index] = dBodyCreate(world);
        dVector3 center;
        dBodySetQuaternion(made, Turn(body.rotation.q).q);
        dBodyVectorToWorld(made, c[0], c[1], c[2], center);
        dBodySetPosition(made, p[0] + center[0], p[1] + center[1], p[2] + center[2]);
        dBodySetLinearVel(made, v[0], v[1], v[2]);
        dBodySetAngularVel(made, w[0], w[1], w[2]);
        if (body.kind == TUM_BODY_DYNAMIC) {
            const dMass mass = mass_of(body);
            dBodySetMass(made, &mass);
        } else {
            dBodySetKinematic(made);
            dBodySetFiniteRotationMode(made, 1);
        }
        if (peer_is_asleep(scene, body)) {
            dBodyDisable(made);
        }
    }

    dGeomID make_hull(Surface &surface, int32_t index, dSpaceID space)
    {
        if (surface.mesh == nullptr) {
            if (tum_scene_surface3(&scene, index, nullptr, 1e-3, nullptr, &surface.mesh) !=
                TUM_OK) {
                peer_fail("no surface of a hull");
            }
            for (size_t i = 0; i < surface.mesh->cell_count; ++i) {
                surface.add_face(surface.mesh->cells + 3 * i);
            }
        }
        return dCreateConvex(space, surface.planes.data(), unsigned(surface.mesh->cell_count),
                             surface.mesh->points, unsigned(surface.mesh->point_count),
                             surface.polygons.data());
    }

    dGeomID make_mesh(Surface &surface, const TumMesh &mesh, dSpaceID space)
    {
        if (surface.data == nullptr) {
            surface.data = dGeomTriMeshDataCreate();
            dGeomTriMeshDataBuildDouble(surface.data, mesh.points, 3 * sizeof(double),
                                        int(mesh.point_count), mesh.cells, int(3 * mesh.cell_count),
                                        3 * sizeof(uint32_t));
            // Hulls against triangles need the angles between faces.
            dGeomTriMeshDataPreprocess2(surface.data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES,
                                        nullptr);
        }
        return dCreateTriMesh(space, surface.data, nullptr, nullptr, nullptr);
    }

    dGeomID make_geom(int32_t index, dSpaceID space)
    {
        const TumShape &shape = scene.shapes[index];
        Surface &surface = surfaces[size_t(index)];
        const bool is_even = shape.radius_top == shape.radius_bottom;
        switch (shape.kind) {
        case TUM_SHAPE_SPHERE: return dCreateSphere(space, shape.radius);
        case TUM_SHAPE_BOX: return dCreateBox(space, shape.size[0], shape.size[1], shape.size[2]);
        case TUM_SHAPE_CAPSULE:
            if (!is_even) {
                peer_refuse("a tapered capsule");
            }
            return dCreateCapsule(space, shape.radius_top, shape.height);
        case TUM_SHAPE_CYLINDER:
            if (!is_even) {
                peer_refuse("a cone");
            }
            return dCreateCylinder(space, shape.radius_top, shape.height);
        case TUM_SHAPE_CONVEX: return make_hull(surface, index, space);
        case TUM_SHAPE_MESH: return make_mesh(surface, scene.meshes[shape.mesh], space);
        default: peer_refuse("a shape that is not in the benchmark");
        }
    }

    void add_collider(const TumCollider &collider)
    {
        const bool moves = collider.body >= 0;
        const double *p = collider.position;
        const TumShapeKind kind = scene.shapes[collider.shape].kind;
        const dGeomID made = make_geom(collider.shape, moves ? moving : fixed);
        Turn turn(collider.rotation.q);
        if (kind == TUM_SHAPE_CAPSULE || kind == TUM_SHAPE_CYLINDER) {
            // ODE's round shapes stand along Z: a quarter turn about X takes Z to -Y.
            const dQuaternion quarter = {std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0};
            const Turn own = turn;
            dQMultiply0(turn.q, own.q, quarter);
        }
        dGeomSetData(made, const_cast<TumCollider *>(&collider));
        if (!moves) {
            dGeomSetPosition(made, p[0], p[1], p[2]);
            dGeomSetQuaternion(made, turn.q);
            return;
        }
        const double *c = scene.bodies[collider.body].center_of_mass;
        dGeomSetBody(made, bodies[size_t(collider.body)]);
        dGeomSetOffsetPosition(made, p[0] - c[0], p[1] - c[1], p[2] - c[2]);
        dGeomSetOffsetQuaternion(made, turn.q);
    }

    Frame frame(int32_t body, const double *position, const TumRotation &rotation) const
    {
        static const double origin[3] = {};
        return Frame(body >= 0 ? bodies[size_t(body)] : nullptr,
                     body >= 0 ? scene.bodies[body].center_of_mass : origin, position, rotation.q);
    }

    // The first body of a joint of ODE is that of frame B: its angles then are B's against A.
    void attach(dJointID made, const TumJoint &joint) const
    {
        dJointAttach(made, joint.body_b >= 0 ? bodies[size_t(joint.body_b)] : nullptr,
                     joint.body_a >= 0 ? bodies[size_t(joint.body_a)] : nullptr);
        // The bodies of a joint with data may touch.
        dJointSetData(made, joint.enable_collision ? const_cast<TumJoint *>(&joint) : nullptr);
    }

    // Swings about the two other axes and twist as Euler angles.
    void add_cone(const TumJoint &joint, const Freedoms &freedoms, const Frame &at)
    {
        static const int low[3] = {dParamLoStop1, dParamLoStop2, dParamLoStop3};
        static const int high[3] = {dParamHiStop1, dParamHiStop2, dParamHiStop3};
        const TumLimit *twist = freedoms.range[3 + freedoms.twist];
        const dJointID made = dJointCreateAMotor(world, nullptr);
        dVector3 swing_axis, twist_axis;
        at.axis((freedoms.twist + 1) % 3, swing_axis);
        at.axis(freedoms.twist, twist_axis);
        attach(made, joint);
        dJointSetAMotorMode(made, dAMotorEuler);
        dJointSetAMotorAxis(made, 0, 1, swing_axis[0], swing_axis[1], swing_axis[2]);
        dJointSetAMotorAxis(made, 2, 2, twist_axis[0], twist_axis[1], twist_axis[2]);
        for (int i = 0; i < 3; ++i) {
            const TumLimit *limit = i < 2 ? freedoms.cone : twist;
            if (limit != nullptr) {
                dJointSetAMotorParam(made, low[i], i < 2 ? -limit->max : limit->min);
                dJointSetAMotorParam(made, high[i], limit->max);
            }
        }
    }

    void add_joint(const TumJoint &joint)
    {
        const Frame at = frame(joint.body_a, joint.position_a, joint.rotation_a);
        if (!at.is_at(frame(joint.body_b, joint.position_b, joint.rotation_b))) {
            peer_refuse("a joint whose frames begin apart");
        }
        const Freedoms freedoms(scene, joint);
        int along = 0, about = 3;
        const int held = freedoms.count(0, &along), turned = freedoms.count(3, &about);
        const dReal *p = at.position;
        dVector3 axis;
        dJointID made = nullptr;
        if (held == 3 && turned == 3) {
            attach(made = dJointCreateFixed(world, nullptr), joint);
            dJointSetFixed(made);
        } else if (held == 3 && turned == 2) {
            at.axis(about - 3, axis);
            attach(made = dJointCreateHinge(world, nullptr), joint);
            dJointSetHingeAnchor(made, p[0], p[1], p[2]);
            dJointSetHingeAxis(made, axis[0], axis[1], axis[2]);
            set_axis(scene, joint, freedoms, about, made, dJointSetHingeParam);
        } else if (held == 2 && turned == 3) {
            at.axis(along, axis);
            attach(made = dJointCreateSlider(world, nullptr), joint);
            dJointSetSliderAxis(made, axis[0], axis[1], axis[2]);
            set_axis(scene, joint, freedoms, along, made, dJointSetSliderParam);
        } else if (held == 3 && turned == 0 && joint.drive_count == 0) {
            attach(made = dJointCreateBall(world, nullptr), joint);
            dJointSetBallAnchor(made, p[0], p[1], p[2]);
            if (freedoms.cone != nullptr) {
                add_cone(joint, freedoms, at);
            }
        } else {
            peer_refuse("a joint that is not fixed, a hinge, a slider or a ball");
        }
    }

    static bool is_driven(dBodyID body)
    {
        return body != nullptr && dBodyIsEnabled(body) && !dBodyIsKinematic(body);
    }

    // Bodies of a joint do not touch unless the joint says so.
    static bool is_forbidden_by_joint(dBodyID a, dBodyID b)
    {
        if (a == nullptr || b == nullptr || !dAreConnectedExcluding(a, b, dJointTypeContact)) {
            return false;
        }
        for (int i = 0; i < dBodyGetNumJoints(a); ++i) {
            const dJointID joint = dBodyGetJoint(a, i);
            const bool is_between = dJointGetBody(joint, 0) == b || dJointGetBody(joint, 1) == b;
            if (is_between && dJointGetType(joint) != dJointTypeContact &&
                dJointGetData(joint) == nullptr) {
                return true;
            }
        }
        return false;
    }

    TumMaterial material_of(const TumCollider &collider) const
    {
        return collider.material >= 0 ? scene.materials[collider.material] : tum_default_material();
    }

    static void meet(void *data, dGeomID g, dGeomID h)
    {
        static_cast<Simulation *>(data)->touch(g, h);
    }

    void touch(dGeomID g, dGeomID h)
    {
        const dBodyID a = dGeomGetBody(g), b = dGeomGetBody(h);
        const auto &first = *static_cast<const TumCollider *>(dGeomGetData(g));
        const auto &second = *static_cast<const TumCollider *>(dGeomGetData(h));
        if (a == b || (!is_driven(a) && !is_driven(b)) ||
            !filter.admits(first.filter, second.filter) || is_forbidden_by_joint(a, b)) {
            return;
        }
        dContactGeom found[CONTACTS_MOST];
        const int count = dCollide(g, h, CONTACTS_MOST, found, sizeof *found);
        const TumMaterial m = material_of(first), n = material_of(second);
        dContact contact = {};
        contact.surface.mode = dContactApprox1;
        contact.surface.mu = tum_combine(m.friction_combine, m.dynamic_friction, n.friction_combine,
                                         n.dynamic_friction);
        contact.surface.bounce =
            tum_combine(m.restitution_combine, m.restitution, n.restitution_combine, n.restitution);
        if (contact.surface.bounce > 0.0) {
            contact.surface.mode |= dContactBounce;
            contact.surface.bounce_vel = BOUNCE_SPEED;
        }
        for (int i = 0; i < count; ++i) {
            // ODE's colliders answer, now and then, with a normal that is none.
            if (std::fabs(dCalcVectorLength3(found[i].normal) - 1.0) < 1e-3) {
                contact.geom = found[i];
                dJointAttach(dJointCreateContact(world, contacts, &contact), a, b);
            }
        }
    }

    static void hit(void *data, dGeomID g, dGeomID h)
    {
        double &nearest = *static_cast<double *>(data);
        dContactGeom found;
        if (dCollide(g, h, 1, &found, sizeof found) > 0 &&
            (nearest < 0.0 || found.depth < nearest)) {
            nearest = found.depth;
        }
    }
};

} // namespace

std::string peer_engine()
{
    return "ODE " PEER_VERSION;
}

std::unique_ptr<Peer> peer_create(const TumScene &scene)
{
    return std::make_unique<Simulation>(scene);
}
