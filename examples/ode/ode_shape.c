// SPDX-License-Identifier: MIT
// ode_shape.c: spheres, boxes, capsules, cylinders, planes, hulls and triangle meshes.
#include "ode_shape.h"

#include <math.h>
#include <stdlib.h>

// [m] How far the triangles of round shapes may stay inside them.
static const double deviation = 1e-3;

static bool is_even(const double *scale)
{
    return scale[0] == scale[1] && scale[1] == scale[2];
}

// Half a square root: a quarter turn about X takes the Z axis to -Y, and the shapes are even.
static void stand_up(dQuaternion turn)
{
    turn[0] = sqrt(0.5);
    turn[1] = -sqrt(0.5);
}

static dGeomID create_round(dSpaceID space, const TumShape *shape, double scale, dQuaternion turn)
{
    if (shape->kind == TUM_SHAPE_SPHERE) {
        return dCreateSphere(space, shape->radius * scale);
    }
    if (shape->radius_bottom != shape->radius_top) {
        return NULL;
    }
    stand_up(turn);
    const double radius = shape->radius_top * scale, height = shape->height * scale;
    return shape->kind == TUM_SHAPE_CAPSULE ? dCreateCapsule(space, radius, height)
                                            : dCreateCylinder(space, radius, height);
}

// ODE wants each face as a plane and as a polygon: 3, then the indices.
static void create_hull(OdeGeom *made, dSpaceID space)
{
    const TumMesh *surface = made->surface;
    const size_t count = surface->cell_count;
    made->planes = calloc(4 * count, sizeof *made->planes);
    made->polygons = calloc(4 * count, sizeof *made->polygons);
    if (made->planes == NULL || made->polygons == NULL) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t *corner = &surface->cells[3 * i];
        const double *a = &surface->points[3 * corner[0]], *b = &surface->points[3 * corner[1]],
                     *c = &surface->points[3 * corner[2]];
        dVector3 ab, ac, normal;
        for (int k = 0; k < 3; ++k) {
            ab[k] = b[k] - a[k];
            ac[k] = c[k] - a[k];
        }
        dCalcVectorCross3(normal, ab, ac);
        dNormalize3(normal);
        for (int k = 0; k < 3; ++k) {
            made->planes[4 * i + (size_t)k] = normal[k];
            made->polygons[4 * i + 1 + (size_t)k] = corner[k];
        }
        made->planes[4 * i + 3] = dCalcVectorDot3(normal, a);
        made->polygons[4 * i] = 3;
    }
    made->geom = dCreateConvex(space, made->planes, (unsigned)count, surface->points,
                               (unsigned)surface->point_count, made->polygons);
}

static void create_mesh(OdeGeom *made, dSpaceID space)
{
    const TumMesh *surface = made->surface;
    made->mesh = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(made->mesh, surface->points, 3 * sizeof(double),
                                (int)surface->point_count, surface->cells,
                                (int)(3 * surface->cell_count), 3 * sizeof(uint32_t));
    // Hulls against triangles need the angles between faces.
    dGeomTriMeshDataPreprocess2(made->mesh, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, NULL);
    made->geom = dCreateTriMesh(space, made->mesh, NULL, NULL, NULL);
}

static dGeomID create_plane(dSpaceID space, const double *position, const double *rotation)
{
    const dQuaternion q = {rotation[3], rotation[0], rotation[1], rotation[2]};
    const dVector3 up = {0, 1, 0};
    dMatrix3 matrix;
    dVector3 normal;
    dRfromQ(matrix, q);
    dMultiply0_331(normal, matrix, up);
    return dCreatePlane(space, normal[0], normal[1], normal[2], dCalcVectorDot3(normal, position));
}

OdeGeom ode_geom_create(dSpaceID space, const TumScene *scene, int32_t index, const double *scale,
                        const double *position, const double *rotation, bool moves,
                        const char **lost)
{
    const TumShape *shape = &scene->shapes[index];
    const bool is_round = shape->kind == TUM_SHAPE_SPHERE || shape->kind == TUM_SHAPE_CAPSULE ||
                          shape->kind == TUM_SHAPE_CYLINDER;
    const bool is_sheet =
        shape->kind == TUM_SHAPE_PLANE && isfinite(shape->size[0]) && isfinite(shape->size[2]);
    OdeGeom made = {.turn = {1, 0, 0, 0}};
    *lost = NULL;
    if (shape->kind == TUM_SHAPE_BOX) {
        made.geom = dCreateBox(space, shape->size[0] * scale[0], shape->size[1] * scale[1],
                               shape->size[2] * scale[2]);
    } else if (is_round && is_even(scale)) {
        made.geom = create_round(space, shape, scale[0], made.turn);
    } else if (shape->kind == TUM_SHAPE_PLANE && !moves && !is_sheet && !shape->double_sided) {
        made.geom = create_plane(space, position, rotation);
    }
    if (made.geom != NULL) {
        return made;
    }
    if (tum_scene_surface3(scene, index, scale, deviation, NULL, &made.surface) == TUM_OK) {
        if (is_round || shape->kind == TUM_SHAPE_CONVEX) {
            create_hull(&made, space);
            *lost = is_round ? "ODE has no shape like it: a hull within a millimetre of it" : NULL;
        } else {
            create_mesh(&made, space);
            *lost = is_sheet && !shape->double_sided ? "the sheet has two sides" : NULL;
        }
    }
    if (made.geom == NULL) {
        *lost = "ODE has no shape like it: left out";
    }
    return made;
}

void ode_geom_destroy(OdeGeom *made)
{
    if (made->geom != NULL) {
        dGeomDestroy(made->geom);
    }
    if (made->mesh != NULL) {
        dGeomTriMeshDataDestroy(made->mesh);
    }
    tum_surface_destroy(made->surface);
    free(made->planes);
    free(made->polygons);
}
