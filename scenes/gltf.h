// SPDX-License-Identifier: MIT
/// gltf.h: a glTF document in the making: nodes, shapes, meshes, filters and joints, one by one.
///
///     Gltf gltf = {0};
///     const int box = gltf_box(&gltf, 0.5, 0.5, 0.5);
///     gltf_add(&gltf, &(GltfNode){.parent = GLTF_NONE, .position = {0, 3, 0}, .rotation = {0, 0,
///     0, 1},
///                                 .geometry = box, .motion = GLTF_DYNAMIC, .filter = GLTF_NONE,
///                                 .joint = GLTF_NONE});
///     TumStatus status = gltf_document(&gltf, "one box", &document, report);
///     gltf_free(&gltf);
///
/// Physics is said with KHR_physics_rigid_bodies and KHR_implicit_shapes. Material 0 is there from
/// the start: friction 0.5, restitution 0. Masses not given are left to the reader, whose density
/// is 1000 kg/m^3. After a failure of memory calls do nothing, and gltf_document tells.
#ifndef SCENES_GLTF_H
#define SCENES_GLTF_H

#include "tumble/document.h"

enum { GLTF_NONE = -1 };

typedef enum GltfMotion {
    GLTF_FIXED,    ///< No motion: a part of the node above, or of the world.
    GLTF_DYNAMIC,  ///< Simulated.
    GLTF_KINEMATIC ///< Turns with `spin`.
} GltfMotion;

typedef struct GltfNode {
    const char *name; ///< Borrowed; NULL: none.
    int parent;       ///< Index of an earlier node, or GLTF_NONE.
    double position[3], rotation[4];
    int geometry; ///< Of gltf_box and its like, or GLTF_NONE.
    GltfMotion motion;
    double velocity[3]; ///< [m/s] Of dynamic ones at the start.
    double spin[3];     ///< [rad/s] Of kinematic ones always, of dynamic ones at the start.
    double mass;        ///< [kg] 0: left to the reader.
    int material;       ///< Of gltf_material; 0: the first.
    int filter;         ///< Of gltf_filter, or GLTF_NONE.
    int joint;          ///< Of gltf_joint, or GLTF_NONE.
    int connected;      ///< The other node of the joint.
} GltfNode;

/// A growing text or row of bytes.
typedef struct GltfText {
    char *bytes;
    size_t count, room;
} GltfText;

/// Zeroed: an empty document.
typedef struct Gltf {
    GltfNode *nodes;
    size_t node_count, node_room;
    GltfText shapes, meshes, materials, filters, joints, accessors, views, data, geometries;
    int shape_count, mesh_count, material_count, filter_count, joint_count, view_count,
        geometry_count;
    bool failed;
} Gltf;

// Geometries [m]. Each call makes a new one. Round shapes stand along y.
/// @param x, y, z  half sizes.
int gltf_box(Gltf *gltf, double x, double y, double z);
int gltf_sphere(Gltf *gltf, double radius);
/// @param segment  between the centres of the two ends.
int gltf_capsule(Gltf *gltf, double radius, double segment);
int gltf_tapered_capsule(Gltf *gltf, double bottom, double top, double segment);
/// @param top  0: a cone.
int gltf_cylinder(Gltf *gltf, double bottom, double top, double height);
/// The hull of points; 3 numbers each.
int gltf_hull(Gltf *gltf, const float *points, size_t point_count);
/// A mesh of triangles; 3 indices each.
int gltf_mesh(Gltf *gltf, const float *points, size_t point_count, const uint32_t *triangles,
              size_t triangle_count);

/// A material. Factors of two materials are multiplied: of those that gltf_material made, friction
/// is the product of the roots, restitution of the same.
///
/// @param friction, restitution  of the material against itself.
/// @return its number, above 0.
int gltf_material(Gltf *gltf, double friction, double restitution);

/// A collision system whose members do not meet each other.
int gltf_filter(Gltf *gltf, const char *name);

/// A limit of a joint: a bit an axis, its bounds.
typedef struct GltfLimit {
    bool is_angular;
    unsigned axes; ///< Bits 0 to 2.
    bool has_min;
    double min, max;
} GltfLimit;

/// A motor about one axis of the joint.
typedef struct GltfMotor {
    int axis;
    double velocity; ///< [rad/s] Wanted, of the connected node against the joint's.
    double damping;  ///< [N m s/rad]
    double most;     ///< [N m]
} GltfMotor;

int gltf_joint(Gltf *gltf, const GltfLimit *limits, size_t count);
/// @param motor  NULL: none.
int gltf_motor_joint(Gltf *gltf, const GltfLimit *limits, size_t count, const GltfMotor *motor);

/// @return the index of the node.
int gltf_add(Gltf *gltf, const GltfNode *node);

/// What was made, as a document. @return TUM_OK or TUM_ERROR_MEMORY; else the scene is wrong.
TumStatus gltf_document(const Gltf *gltf, const char *name, TumDocument **document,
                        TumReport *report);

void gltf_free(Gltf *gltf);

#endif
