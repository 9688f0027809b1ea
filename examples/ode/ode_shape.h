// SPDX-License-Identifier: MIT
/// ode_shape.h: shapes of a scene as geoms of ODE.
#ifndef ODE_SHAPE_H
#define ODE_SHAPE_H

#include "ode_scene.h"

/// A geom, and the arrays that ODE reads from as long as it lives.
typedef struct OdeGeom {
    dGeomID geom;     ///< NULL: ODE has nothing like the shape.
    dQuaternion turn; ///< w x y z: geom from shape. Round things of ODE stand along Z.
    TumMesh *surface;
    dTriMeshDataID mesh;
    dReal *planes;
    unsigned *polygons;
} OdeGeom;

/// @param pose  of the shape in the world; only planes need it, which never move.
OdeGeom ode_geom_create(dSpaceID space, const TumScene *scene, int32_t shape, const double *scale,
                        const double *position, const double *rotation, bool moves,
                        const char **lost);
void ode_geom_destroy(OdeGeom *geom);

#endif
