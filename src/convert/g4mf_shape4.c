// SPDX-License-Identifier: MIT
// g4mf_shape4.c: shapes and meshes of four dimensions in G4MF (docs/formats.md#g4mf).
//
// Spheres, capsules and cylinders are boxes of zero width with a curve that rounds them; sizes are
// full edges, radii half axes.
#include "convert/g4mf_writer4.h"
#include "document/edit_data.h"

static const double no_scale[4] = {1.0, 1.0, 1.0, 1.0};

static void multiply(const double a[4], const double b[4], double product[4])
{
    for (int i = 0; i < 4; ++i) {
        product[i] = a[i] * b[i];
    }
}

static bool is_zero(const double v[4])
{
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0 && v[3] == 0.0;
}

// Radii of a sphere, or of an end of a capsule or a cylinder.
static void radii_of(const TumShape *shape, double radius, const double scale[4], double radii[4])
{
    const double along = shape->kind == TUM_SHAPE_CYLINDER ? 0.0 : radius;
    multiply((double[4]){radius, along, radius, radius}, scale, radii);
}

static void put_taper(SceneWriter *writer, const Cursor *curve, const TumShape *shape,
                      const double scale[4])
{
    const Cursor taper = tum_writer_array(writer, curve, "taper");
    for (int end = 0; end < 2; ++end) {
        const double half = (end == 0 ? -0.5 : 0.5) * shape->height * scale[1];
        const double position[4] = {0.0, half, 0.0, 0.0};
        double radii[4];
        radii_of(shape, end == 0 ? shape->radius_bottom : shape->radius_top, scale, radii);
        const Cursor point = tum_writer_add_object(writer, &taper);
        tum_writer_numbers(writer, &point, "position", position, 4);
        tum_writer_numbers(writer, &point, "radii", radii, 4);
    }
}

static void put_round(SceneWriter *writer, const Cursor *item, const TumShape *shape,
                      const double scale[4])
{
    const bool is_sphere = shape->kind == TUM_SHAPE_SPHERE;
    const double larger =
        shape->radius_bottom > shape->radius_top ? shape->radius_bottom : shape->radius_top;
    const double size[4] = {0.0, is_sphere ? 0.0 : shape->height * scale[1], 0.0, 0.0};
    double radii[4];
    radii_of(shape, is_sphere ? shape->radius : larger, scale, radii);
    if (!is_zero(size)) {
        tum_writer_numbers(writer, item, "size", size, 4);
    }
    const Cursor curves = tum_writer_array(writer, item, "curves");
    const Cursor curve = tum_writer_add_object(writer, &curves);
    tum_writer_numbers(writer, &curve, "radii", radii, 4);
    if (!is_sphere && shape->radius_bottom != shape->radius_top) {
        put_taper(writer, &curve, shape, scale);
    }
}

static void put_general(SceneWriter *writer, const Cursor *item, const TumShape *shape,
                        const double scale[4])
{
    double scaled[4];
    multiply(shape->size, scale, scaled);
    if (!is_zero(scaled)) {
        tum_writer_numbers(writer, item, "size", scaled, 4);
    }
    if (shape->curve_count == 0) {
        return;
    }
    const Cursor curves = tum_writer_array(writer, item, "curves");
    for (int32_t i = 0; i < shape->curve_count; ++i) {
        const TumCurve *from = &writer->scene->curves[shape->curve_first + i];
        const Cursor curve = tum_writer_add_object(writer, &curves);
        multiply(from->radii, scale, scaled);
        tum_writer_numbers(writer, &curve, "radii", scaled, 4);
        if (from->exponent != 2.0) {
            tum_writer_number(writer, &curve, "exponent", from->exponent);
        }
    }
}

// Points are doubles, as in the scene, so that masses and hulls come out the same.
static int32_t mesh_of(SceneWriter *writer, G4mfTables4 *tables, int32_t index)
{
    if (tables->meshes[index] >= 0 || !writer_is_fine(writer)) {
        return tables->meshes[index];
    }
    const TumMesh *mesh = &writer->scene->meshes[index];
    int32_t points = -1, cells = -1;
    writer_note(writer, tum_edit_add_doubles(writer->document, mesh->points, mesh->point_count, 4,
                                             &points));
    if (writer_is_fine(writer) && mesh->cell_count > 0) {
        writer_note(writer, tum_edit_add_simplexes(writer->document, mesh->cells, mesh->cell_count,
                                                   4, &cells));
    }
    const Cursor table = tum_writer_array(writer, &writer->root, "meshes");
    const Cursor item = tum_writer_add_object(writer, &table);
    tum_writer_number(writer, &item, "vertices", points);
    const Cursor surfaces = tum_writer_array(writer, &item, "surfaces");
    const Cursor surface = tum_writer_add_object(writer, &surfaces);
    if (cells >= 0) {
        tum_writer_number(writer, &surface, "simplexes", cells);
    }
    tables->meshes[index] = (int32_t)item.index;
    return tables->meshes[index];
}

static bool is_endless(const TumShape *plane)
{
    return plane->size[0] > 1e300 && plane->size[2] > 1e300 && !plane->double_sided;
}

static void put_shape(SceneWriter *writer, G4mfTables4 *tables, const Cursor *item,
                      const TumShape *shape, const double scale[4], const char *pointer)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE:
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: put_round(writer, item, shape, scale); break;
    case TUM_SHAPE_BOX:
    case TUM_SHAPE_GENERAL: put_general(writer, item, shape, scale); break;
    case TUM_SHAPE_PLANE:
        tum_writer_text(writer, item, "type", "plane");
        if (!is_endless(shape)) {
            tum_writer_tell(writer, CODE_A_PLANE, pointer, item,
                            "The target's planes are endless and have one side.");
        }
        break;
    case TUM_SHAPE_CONVEX:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        tum_writer_text(writer, item, "type",
                        shape->kind == TUM_SHAPE_CONVEX ? "convex" : "concave");
        tum_writer_number(writer, item, "mesh", mesh_of(writer, tables, shape->mesh));
        break;
    case TUM_SHAPE_RAY:
        tum_writer_text(writer, item, "type", "ray");
        tum_writer_number(writer, item, "length", shape->height * scale[1]);
        break;
    }
}

int32_t tum_g4mf_put_shape4(SceneWriter *writer, G4mfTables4 *tables, int32_t shape,
                            const double *scale, const char *pointer)
{
    if (scale == NULL && tables->shapes[shape] >= 0) {
        return tables->shapes[shape];
    }
    const Cursor table = tum_writer_array(writer, &writer->root, "shapes");
    const Cursor item = tum_writer_add_object(writer, &table);
    put_shape(writer, tables, &item, &writer->scene->shapes[shape],
              scale != NULL ? scale : no_scale, pointer);
    if (scale == NULL) {
        tables->shapes[shape] = (int32_t)item.index;
    }
    return (int32_t)item.index;
}
