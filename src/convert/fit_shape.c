// SPDX-License-Identifier: MIT
// fit_shape.c: a shape in the form of the target: unchanged, as another shape, or as a mesh.
#include "convert/fit_shape.h"

#include <math.h>
#include <string.h>

#include "geometry/general.h"
#include "geometry/hull3.h"
#include "geometry/tessellate.h"
#include "math/scalar.h"

// Points on a round shape stay within this share of its smallest radius, or this many metres,
// whichever is greater (docs/dialects.md#shapes).
#define DEVIATION_SHARE 0.005
#define DEVIATION 0.001

// Edge of the box that replaces an infinite plane; its top face is the plane.
#define PLANE_EDGE 2000.0 // [m]

// Most points of a hull in OMI_collider.
enum { HULL_POINTS_MAX = 255 };

static FittedShape no_fit(void)
{
    return (FittedShape){.result = FIT_NONE, .index = -1};
}

// Meshes.

static int32_t add_mesh(SceneWriter *writer, const char *name, const double *points,
                        size_t point_count, const uint32_t *triangles, size_t triangle_count)
{
    int32_t mesh = -1;
    float *narrow = tum_allocate(&writer->allocator, 3 * point_count * sizeof *narrow);
    if (narrow == NULL && point_count > 0) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return -1;
    }
    for (size_t i = 0; i < 3 * point_count; ++i) {
        narrow[i] = (float)points[i];
    }
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_add_mesh(writer->document, name, narrow, point_count,
                                              triangles, triangle_count, &mesh));
    }
    tum_release(&writer->allocator, narrow, 3 * point_count * sizeof *narrow);
    return writer_is_fine(writer) ? mesh : -1;
}

// The faces of a hull as fans of triangles.
static int32_t add_hull(SceneWriter *writer, const char *name, const HullMesh3 *hull)
{
    size_t triangle_count = 0;
    for (size_t f = 0; f < hull->face_count; ++f) {
        triangle_count += hull->face_first[f + 1] - hull->face_first[f] - 2;
    }
    double *points = tum_arena_zeroed(&writer->arena, hull->vertex_count, 3 * sizeof *points);
    uint32_t *triangles = tum_arena_zeroed(&writer->arena, triangle_count, 3 * sizeof *triangles);
    if (points == NULL || triangles == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return -1;
    }
    for (size_t i = 0; i < hull->vertex_count; ++i) {
        points[3 * i] = hull->vertices[i].x;
        points[3 * i + 1] = hull->vertices[i].y;
        points[3 * i + 2] = hull->vertices[i].z;
    }
    uint32_t *next = triangles;
    for (size_t f = 0; f < hull->face_count; ++f) {
        const uint32_t *face = &hull->face_vertices[hull->face_first[f]];
        const size_t count = hull->face_first[f + 1] - hull->face_first[f];
        for (size_t k = 2; k < count; ++k) {
            *next++ = face[0];
            *next++ = face[k - 1];
            *next++ = face[k];
        }
    }
    return add_mesh(writer, name, points, hull->vertex_count, triangles, triangle_count);
}

// [m] A lower bound of a point's distance from a hull: the greatest distance beyond one of its
// planes.
static double distance_outside(const HullMesh3 *hull, DVec3 point)
{
    double largest = 0.0;
    for (size_t f = 0; f < hull->face_count; ++f) {
        const double distance = dvec3_dot(hull->normals[f], point) - hull->offsets[f];
        largest = distance > largest ? distance : largest;
    }
    return largest;
}

// Selects points of a hull, each the farthest from the earlier ones.
static double *choose_points(SceneWriter *writer, const HullMesh3 *hull, size_t wanted)
{
    double *chosen = tum_arena_zeroed(&writer->arena, wanted, 3 * sizeof *chosen);
    double *nearest = tum_arena_zeroed(&writer->arena, hull->vertex_count, sizeof *nearest);
    if (chosen == NULL || nearest == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return NULL;
    }
    for (size_t i = 0; i < hull->vertex_count; ++i) {
        nearest[i] = (double)INFINITY;
    }
    size_t next = 0;
    for (size_t k = 0; k < wanted; ++k) {
        const DVec3 p = hull->vertices[next];
        chosen[3 * k] = p.x;
        chosen[3 * k + 1] = p.y;
        chosen[3 * k + 2] = p.z;
        for (size_t i = 0; i < hull->vertex_count; ++i) {
            const double distance = dvec3_distance(hull->vertices[i], p);
            nearest[i] = distance < nearest[i] ? distance : nearest[i];
            next = nearest[i] > nearest[next] ? i : next;
        }
    }
    return chosen;
}

// Reduces a hull to as many points as the target allows.
static void keep_few_points(SceneWriter *writer, const char *pointer, HullMesh3 *hull)
{
    const HullMesh3 whole = *hull;
    const double *chosen = choose_points(writer, &whole, HULL_POINTS_MAX);
    if (chosen == NULL) {
        return;
    }
    writer_note(writer, tum_hull3_build(chosen, HULL_POINTS_MAX, &writer->arena, hull));
    if (!writer_is_fine(writer)) {
        return;
    }
    double left_out = 0.0;
    for (size_t i = 0; i < whole.vertex_count; ++i) {
        const double distance = distance_outside(hull, whole.vertices[i]);
        left_out = distance > left_out ? distance : left_out;
    }
    tum_writer_tell(
        writer, CODE_A_HULL255, pointer, NULL,
        "The hull's %zu points became %d; what is left out stands at most %g m outside.",
        whole.vertex_count, HULL_POINTS_MAX, left_out);
}

static int32_t mesh_of_hull(SceneWriter *writer, const char *name, const char *pointer,
                            const double *points, size_t count)
{
    HullMesh3 hull;
    const TumStatus status = tum_hull3_build(points, count, &writer->arena, &hull);
    if (status != TUM_OK) {
        writer_note(writer, status == TUM_ERROR_MEMORY ? status : TUM_OK);
        return -1;
    }
    if (writer_can(writer, CAN_HULL_255) && hull.vertex_count > HULL_POINTS_MAX) {
        keep_few_points(writer, pointer, &hull);
    }
    return writer_is_fine(writer) ? add_hull(writer, name, &hull) : -1;
}

static bool has_too_many_points(SceneWriter *writer, const TumMesh *mesh)
{
    HullMesh3 hull;
    if (!writer_can(writer, CAN_HULL_255) || mesh->point_count <= HULL_POINTS_MAX) {
        return false;
    }
    const TumStatus status =
        tum_hull3_build(mesh->points, mesh->point_count, &writer->arena, &hull);
    return status == TUM_OK && hull.vertex_count > HULL_POINTS_MAX;
}

// The document's mesh with the points of a scene's mesh; created once.
static int32_t document_mesh(SceneWriter *writer, const TumShape *shape, const char *pointer)
{
    const TumMesh *mesh = &writer->scene->meshes[shape->mesh];
    int32_t *known = &writer->mesh_of[shape->mesh];
    const bool is_reduced = shape->kind == TUM_SHAPE_CONVEX && has_too_many_points(writer, mesh);
    // A new document for a scene has none of the meshes of the scene's source.
    const int32_t in_source = writer->is_new ? -1 : mesh->document_mesh;
    const bool is_moved = in_source >= 0 && writer->mesh_index != NULL;
    const int32_t there = is_moved ? writer->mesh_index[in_source] : in_source;
    if (there >= 0 && !is_reduced) {
        return there;
    }
    if (*known < 0) {
        *known = mesh->cell_count > 0 && !is_reduced
                     ? add_mesh(writer, "collider", mesh->points, mesh->point_count, mesh->cells,
                                mesh->cell_count)
                     : mesh_of_hull(writer, "collider", pointer, mesh->points, mesh->point_count);
        const Cursor meshes = writer_member(&writer->root, "meshes");
        const Cursor at = {
            .document = writer->document, .parent = &meshes, .index = (size_t)*known};
        if (*known >= 0) {
            tum_writer_tell(writer, CODE_B_BAKE, pointer, &at,
                            "The %zu points were written as mesh %d.", mesh->point_count,
                            (int)*known);
        }
    }
    return *known;
}

// Shapes of the target's table.

static bool is_same_shape(const WrittenShape *a, const WrittenShape *b)
{
    return a->kind == b->kind && memcmp(a->size, b->size, sizeof a->size) == 0 &&
           a->height == b->height && a->radius == b->radius &&
           a->radius_bottom == b->radius_bottom && a->radius_top == b->radius_top &&
           a->double_sided == b->double_sided && a->is_trigger == b->is_trigger &&
           a->mesh == b->mesh && a->is_hull == b->is_hull;
}

// Equal shapes share an entry, unless their names differ.
static FittedShape enter(SceneWriter *writer, WrittenShape *shape)
{
    shape->is_trigger = writer->is_for_trigger;
    for (size_t i = 0; i < writer->shapes.count; ++i) {
        const WrittenShape *other = &writer->shapes.items[i];
        if (is_same_shape(shape, other) &&
            tum_writer_may_merge(writer, shape->pointer, other->pointer)) {
            return (FittedShape){.result = FIT_IN_PLACE, .index = (int32_t)i};
        }
    }
    WrittenShape *slot = array_push(&writer->shapes, &writer->allocator);
    if (slot == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return no_fit();
    }
    *slot = *shape;
    const int32_t index = writer->target->shape(writer, shape);
    return (FittedShape){.result = FIT_IN_PLACE, .index = index};
}

static FittedShape enter_mesh(SceneWriter *writer, const TumShape *shape, int32_t mesh,
                              bool is_hull)
{
    if (mesh < 0) {
        return no_fit();
    }
    if (!writer_can(writer, CAN_TABLE_MESH)) {
        return (FittedShape){
            .result = FIT_IN_PLACE, .index = mesh, .is_mesh = true, .is_hull = is_hull};
    }
    WrittenShape written = {.kind = is_hull ? TUM_SHAPE_CONVEX : TUM_SHAPE_MESH,
                            .mesh = mesh,
                            .is_hull = is_hull,
                            .pointer = shape->pointer};
    return enter(writer, &written);
}

static WrittenShape as_authored(const TumShape *shape)
{
    return (WrittenShape){.kind = shape->kind,
                          .size = {shape->size[0], shape->size[1], shape->size[2]},
                          .height = shape->height,
                          .radius = shape->radius,
                          .radius_bottom = shape->radius_bottom,
                          .radius_top = shape->radius_top,
                          .double_sided = shape->double_sided,
                          .mesh = -1,
                          .pointer = shape->pointer};
}

// Shapes missing in a target.

static FittedShape fit_hull(SceneWriter *writer, const TumShape *shape, const char *pointer)
{
    double *points;
    size_t count;
    const double share = DEVIATION_SHARE * tum_smallest_radius(shape);
    const double deviation = share > DEVIATION ? share : DEVIATION;
    const TumStatus status = tum_tessellate(shape, deviation, &writer->arena, &points, &count);
    if (status != TUM_OK) {
        writer_note(writer, status);
        return no_fit();
    }
    const int32_t mesh = mesh_of_hull(writer, "hull", pointer, points, count);
    tum_writer_tell(writer, CODE_A_HULL, pointer, NULL,
                    "Radii %g and %g: the shape became a hull of %zu points within %g m.",
                    shape->radius_bottom, shape->radius_top, count, deviation);
    return enter_mesh(writer, shape, mesh, true);
}

static GeneralShape general_of(const SceneWriter *writer, const TumShape *shape)
{
    return (GeneralShape){.dimension = 3,
                          .size = {shape->size[0], shape->size[1], shape->size[2]},
                          .curves = writer->scene->curves + shape->curve_first,
                          .curve_count = (size_t)shape->curve_count};
}

// A rounded box of G4MF, which no dialect of glTF has.
static FittedShape fit_general_hull(SceneWriter *writer, const TumShape *shape, const char *pointer)
{
    const GeneralShape general = general_of(writer, shape);
    const double share = DEVIATION_SHARE * tum_general_smallest_radius(&general);
    const double deviation = share > DEVIATION ? share : DEVIATION;
    double *points;
    size_t count;
    const TumStatus status =
        tum_general_points(&general, deviation, &writer->arena, &points, &count);
    if (status != TUM_OK) {
        writer_note(writer, status);
        return no_fit();
    }
    const int32_t mesh = mesh_of_hull(writer, "hull", pointer, points, count);
    tum_writer_tell(writer, CODE_A_HULL, pointer, NULL,
                    "The target has no such shape; it became a hull of %zu points within %g m.",
                    count, deviation);
    return enter_mesh(writer, shape, mesh, true);
}

// Balls, capsules and cylinders along any axis are general shapes too, and all dialects have them;
// along X or Z they need a frame of their own.
static FittedShape fit_general(SceneWriter *writer, const TumShape *shape, const char *pointer)
{
    const GeneralShape general = general_of(writer, shape);
    GeneralRound round;
    if (!tum_general_is_round(&general, dvec3(1.0, 1.0, 1.0), 0.0, &round)) {
        return fit_general_hull(writer, shape, pointer);
    }
    WrittenShape written = {.kind = round.kind,
                            .height = round.height,
                            .radius = round.radius,
                            .radius_bottom = round.radius,
                            .radius_top = round.radius,
                            .mesh = -1,
                            .pointer = shape->pointer};
    FittedShape fit = enter(writer, &written);
    fit.node_from_shape.rotation = round.turn;
    fit.result = fit.index < 0 ? FIT_NONE : round.turn.w == 1.0 ? FIT_IN_PLACE : FIT_BELOW;
    return fit;
}

static FittedShape fit_plane(SceneWriter *writer, const TumShape *shape, const char *pointer)
{
    const bool is_infinite = !is_finite64(shape->size[0]) && !is_finite64(shape->size[2]);
    if (writer_can(writer,
                   is_infinite && !shape->double_sided ? CAN_INFINITE_PLANE : CAN_FINITE_PLANE)) {
        WrittenShape written = as_authored(shape);
        return enter(writer, &written);
    }
    const double x = is_finite64(shape->size[0]) ? 0.5 * shape->size[0] : 0.5 * PLANE_EDGE;
    const double z = is_finite64(shape->size[2]) ? 0.5 * shape->size[2] : 0.5 * PLANE_EDGE;
    if (is_infinite && !shape->double_sided) {
        WrittenShape box = {.kind = TUM_SHAPE_BOX,
                            .size = {PLANE_EDGE, PLANE_EDGE, PLANE_EDGE},
                            .mesh = -1,
                            .pointer = shape->pointer};
        FittedShape fit = enter(writer, &box);
        fit.result = fit.index >= 0 ? FIT_BELOW : FIT_NONE;
        fit.node_from_shape = (DPose3){{0.0, -0.5 * PLANE_EDGE, 0.0}, DQUAT_IDENTITY};
        tum_writer_tell(writer, CODE_A_PLANE, pointer, NULL,
                        "The plane became the top of a box with edges of %g m.", PLANE_EDGE);
        return fit;
    }
    const double corners[12] = {-x, 0.0, -z, -x, 0.0, z, x, 0.0, z, x, 0.0, -z};
    const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    const int32_t mesh = add_mesh(writer, "plane", corners, 4, triangles, 2);
    tum_writer_tell(
        writer, CODE_A_PLANE, pointer, NULL,
        "The plane became a mesh of two triangles, %g m by %g m, that collides from both "
        "sides.",
        2.0 * x, 2.0 * z);
    return enter_mesh(writer, shape, mesh, false);
}

static FittedShape fit(SceneWriter *writer, const TumShape *shape, const char *pointer)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE:
    case TUM_SHAPE_BOX: break;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER:
        if (shape->radius_bottom != shape->radius_top && !writer_can(writer, CAN_TAPER)) {
            return fit_hull(writer, shape, pointer);
        }
        break;
    case TUM_SHAPE_PLANE: return fit_plane(writer, shape, pointer);
    case TUM_SHAPE_CONVEX:
        return enter_mesh(writer, shape, document_mesh(writer, shape, pointer), true);
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        return enter_mesh(writer, shape, document_mesh(writer, shape, pointer), false);
    case TUM_SHAPE_GENERAL: return fit_general(writer, shape, pointer);
    case TUM_SHAPE_RAY:
        tum_writer_tell(writer, CODE_L_RAY, pointer, NULL, "The target has no rays.");
        return no_fit();
    }
    WrittenShape written = as_authored(shape);
    return enter(writer, &written);
}

static bool is_curved(const TumShape *shape)
{
    return shape->kind == TUM_SHAPE_SPHERE || shape->kind == TUM_SHAPE_CAPSULE ||
           shape->kind == TUM_SHAPE_CYLINDER;
}

FittedShape tum_writer_fit_scaled_shape(SceneWriter *writer, int32_t shape, const double scale[4],
                                        const char *pointer)
{
    const TumShape *authored = shape >= 0 ? &writer->scene->shapes[shape] : NULL;
    const bool is_uneven = scale[0] != scale[1] || scale[1] != scale[2];
    if (authored == NULL || !is_uneven || !is_curved(authored)) {
        return tum_writer_fit_shape(writer, shape, pointer);
    }
    if (writer->options.bake_scale && writer_is_fine(writer)) {
        return fit_hull(writer, authored, pointer);
    }
    tum_writer_tell(writer, CODE_A_SCALE, pointer, NULL,
                    "The curved shape is scaled by (%g, %g, %g), which engines read differently.",
                    scale[0], scale[1], scale[2]);
    return tum_writer_fit_shape(writer, shape, pointer);
}

FittedShape tum_writer_fit_shape(SceneWriter *writer, int32_t shape, const char *pointer)
{
    if (shape < 0 || !writer_is_fine(writer)) {
        return no_fit();
    }
    const size_t slot = (size_t)shape + (writer->is_for_trigger ? writer->scene->shape_count : 0);
    if (!writer->is_fitted[slot]) {
        const TumShape *authored = &writer->scene->shapes[shape];
        writer->is_fitted[slot] = true;
        writer->fits[slot] =
            fit(writer, authored, authored->pointer[0] != '\0' ? authored->pointer : pointer);
    }
    return writer->fits[slot];
}
