// SPDX-License-Identifier: MIT
// Physics of G4MF documents (docs/formats.md#g4mf).
#include "tests/dialects/reading.h"

// Nodes below the root, and the table of shapes: `nodes` is node 1 and on, all children of node 0.
static Reading read_g4mf(int dimension, int node_count, const char *nodes, const char *shapes)
{
    char text[8192];
    size_t used = (size_t)snprintf(
        text, sizeof text, "{'asset': {'dimension': %d}, 'nodes': [{'children': [", dimension);
    for (int i = 1; i <= node_count; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", i > 1 ? ", " : "", i);
    }
    snprintf(text + used, sizeof text - used, "]}, %s], 'shapes': [%s]}", nodes, shapes);
    return read_document(text);
}

static Reading read_shape(int dimension, const char *shape)
{
    return read_g4mf(dimension, 1, "{'physics': {'collider': {'shape': 0}}}", shape);
}

static const TumShape *authored(const Reading *reading)
{
    assert_int_equal(reading->scene->collider_count, 1);
    return &reading->scene->shapes[reading->scene->colliders[0].authored_shape];
}

// Shapes.

// G4MF-28, G4MF-29, G4MF-30, G4MF-32, G4MF-44, G4MF-54, G4MF-57, G4MF-62, G4MF-63, G4MF-64,
// G4MF-65.
static void common_shapes_are_recognized(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        TumShapeKind kind;
        double radius, height;
    } cases[] = {
        {"{'size': [1, 2, 3]}", TUM_SHAPE_BOX, 0, 0},
        {"{'curves': [{'radii': [0.5, 0.5, 0.5]}]}", TUM_SHAPE_SPHERE, 0.5, 0},
        {"{'size': [0, 2, 0], 'curves': [{'radii': [0.5, 0.5, 0.5]}]}", TUM_SHAPE_CAPSULE, 0.5, 2},
        {"{'size': [0, 2, 0], 'curves': [{'radii': [0.5, 0, 0.5]}]}", TUM_SHAPE_CYLINDER, 0.5, 2},
        {"{'size': [1, 1, 1], 'curves': [{'radii': [0.5, 0.5, 0.5]}]}", TUM_SHAPE_GENERAL, 0, 0},
        {"{'size': [2, 0, 0], 'curves': [{'radii': [0.5, 0.5, 0.5]}]}", TUM_SHAPE_GENERAL, 0, 0},
        {"{'curves': [{'radii': [1, 1, 1], 'exponent': 1}]}", TUM_SHAPE_GENERAL, 0, 0},
        {"{'curves': [{'radii': [1, 2, 1]}]}", TUM_SHAPE_GENERAL, 0, 0},
        {"{'type': 'plane'}", TUM_SHAPE_PLANE, 0, 0},
        {"{'type': 'ray', 'length': 3}", TUM_SHAPE_RAY, 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Reading reading = read_shape(3, cases[i].text);
        assert_no_errors(reading.report);
        assert_int_equal(authored(&reading)->kind, cases[i].kind);
        assert_true(authored(&reading)->height == cases[i].height);
        if (cases[i].radius > 0.0) {
            assert_true(authored(&reading)->radius_bottom == cases[i].radius);
        }
        assert_string_equal(reading.scene->dialects, "F");
        reading_end(&reading);
    }
}

// G4MF-54, G4MF-64, G4MF-65, G4MF-68.
static void shapes_of_4_dimensions_are_recognized_too(void **state)
{
    (void)state;
    Reading reading = read_shape(4, "{'size': [0, 1, 0, 0], 'curves': [{'radii': [0.3, 0.3, 0.3, "
                                    "0.3]}]}");
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CAPSULE);
    assert_int_equal(reading.scene->dimension, 4);
    reading_end(&reading);
    reading = read_shape(4, "{'size': [0, 1, 0, 0], 'curves': [{'radii': [0.3, 0, 0.3, 0.3]}]}");
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CYLINDER);
    reading_end(&reading);
    // A duocylinder stays what it is, curves and all.
    reading = read_shape(4, "{'curves': [{'radii': [1, 1, 0, 0]}, {'radii': [0, 0, 2, 2]}]}");
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_GENERAL);
    assert_int_equal(authored(&reading)->curve_count, 2);
    assert_true(reading.scene->curves[1].radii[3] == 2.0);
    assert_int_equal(reading.scene->colliders[0].shape, reading.scene->colliders[0].authored_shape);
    reading_end(&reading);
}

// KHR-2, G4MF-66, G4MF-69.
static void rarer_shapes_of_3_dimensions_become_hulls(void **state)
{
    (void)state;
    Reading reading =
        read_shape(3, "{'size': [1, 2, 3], 'curves': [{'radii': [0.25, 0.25, 0.25]}]}");
    assert_found(&reading, "SIMULATION_APPROXIMATED", TUM_SEVERITY_INFO, "/shapes/0");
    const TumShape *shape = &reading.scene->shapes[reading.scene->colliders[0].shape];
    assert_int_equal(shape->kind, TUM_SHAPE_CONVEX);
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_GENERAL);
    // As large as box and radius together.
    const TumMesh *mesh = &reading.scene->meshes[shape->mesh];
    double most[3] = {0};
    for (size_t i = 0; i < 3 * mesh->point_count; ++i) {
        most[i % 3] = fmax(most[i % 3], mesh->points[i]);
    }
    assert_vector(most, 0.75, 1.25, 1.75);
    reading_end(&reading);
}

static void a_capsule_along_x_is_a_turned_capsule(void **state)
{
    (void)state;
    Reading reading = read_shape(3, "{'size': [2, 0, 0], 'curves': [{'radii': [0.5, 0.5, 0.5]}]}");
    assert_no_errors(reading.report);
    const TumCollider *collider = &reading.scene->colliders[0];
    const TumShape *shape = &reading.scene->shapes[collider->shape];
    assert_int_equal(shape->kind, TUM_SHAPE_CAPSULE);
    assert_true(shape->height == 2.0 && shape->radius_top == 0.5);
    // Its Y axis lies along the node's X: x = 2(xy - wz).
    const double *q = collider->rotation.q;
    assert_near(2.0 * (q[0] * q[1] - q[3] * q[2]), 1.0, 1e-12);
    reading_end(&reading);
}

// G4MF-57, G4MF-71.
static void an_ellipsoid_has_the_moments_of_one(void **state)
{
    (void)state;
    Reading reading = read_g4mf(3, 1,
                                "{'physics': {'motion': {'type': 'dynamic', 'mass': 5}}, "
                                "'children': [2]}, {'physics': {'collider': {'shape': 0}}}",
                                "{'curves': [{'radii': [1, 2, 3]}]}");
    assert_no_errors(reading.report);
    // m/5 (b^2 + c^2) and so on.
    assert_near(reading.scene->bodies[0].inertia[0], 13.0, 1e-9);
    assert_near(reading.scene->bodies[0].inertia[1], 10.0, 1e-9);
    assert_near(reading.scene->bodies[0].inertia[2], 5.0, 1e-9);
    reading_end(&reading);
}

// G4MF-52, G4MF-59, G4MF-60, G4MF-61, G4MF-70.
static void tapers_of_two_radii_are_cones_and_tapered_capsules(void **state)
{
    (void)state;
    Reading reading = read_shape(
        3, "{'size': [0, 2, 0], 'curves': [{'radii': [9, 9, 9], 'taper': [{'position': [0, 1, 0], "
           "'radii': [0, 0, 0]}, {'position': [0, -1, 0], 'radii': [0.5, 0, 0.5]}]}]}");
    assert_no_errors(reading.report);
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CYLINDER);
    assert_true(authored(&reading)->radius_bottom == 0.5 && authored(&reading)->radius_top == 0.0);
    assert_true(authored(&reading)->height == 2.0);
    reading_end(&reading);
    reading = read_shape(
        3, "{'size': [0, 2, 0], 'curves': [{'taper': [{'position': [0, -1, 0], 'radii': [0.5, 0.5, "
           "0.5]}, {'position': [0, 1, 0], 'radii': [0.25, 0.25, 0.25]}]}]}");
    assert_no_errors(reading.report);
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CAPSULE);
    assert_true(authored(&reading)->radius_top == 0.25);
    reading_end(&reading);
}

// G4MF-59, G4MF-69.
static void other_tapers_become_hulls_with_a_warning(void **state)
{
    (void)state;
    Reading reading = read_shape(
        3, "{'size': [0, 2, 0], 'curves': [{'taper': [{'position': [0, -1, 0], 'radii': [0.5, 0, "
           "0.5]}, {'position': [0, 0, 0], 'radii': [1, 0, 1]}, {'position': [0, 1, 0], 'radii': "
           "[0.25, 0, 0.25]}]}]}");
    assert_found(&reading, "PHYSICS_TAPER_APPROXIMATED", TUM_SEVERITY_WARNING, "/shapes/0");
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CONVEX);
    const TumMesh *mesh = &reading.scene->meshes[authored(&reading)->mesh];
    double widest = 0.0, top = 0.0;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const double *p = &mesh->points[3 * i];
        widest = fmax(widest, hypot(p[0], p[2]));
        top = p[1] == 1.0 ? fmax(top, hypot(p[0], p[2])) : top;
    }
    assert_near(widest, 1.0, 1e-12);
    assert_near(top, 0.25, 1e-12);
    reading_end(&reading);
    // Off a single axis: the radii beside it.
    reading = read_shape(3, "{'size': [0, 2, 0], 'curves': [{'radii': [0.5, 0, 0.5], 'taper': "
                            "[{'position': [0, -1, 0]}, {'position': [1, 1, 0]}]}]}");
    assert_found(&reading, "PHYSICS_TAPER_APPROXIMATED", TUM_SEVERITY_WARNING,
                 "/shapes/0/curves/0/taper");
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CYLINDER);
    reading_end(&reading);
}

// G4MF-31, G4MF-34, G4MF-35, G4MF-41, G4MF-43, G4MF-44, G4MF-45, G4MF-55, G4MF-56.
static void what_is_wrong_with_a_shape_is_filed(void **state)
{
    (void)state;
    static const struct {
        const char *shape, *code;
        TumSeverity severity;
        const char *pointer;
    } cases[] = {
        {"{'size': [1, 1]}", "ARRAY_LENGTH_NOT_IN_LIST", TUM_SEVERITY_ERROR, "/shapes/0/size"},
        {"{'size': [1, -1, 1]}", "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, "/shapes/0/size/1"},
        {"{'curves': [{'radii': [1, 1, 1], 'exponent': 0}]}", "VALUE_NOT_IN_RANGE",
         TUM_SEVERITY_ERROR, "/shapes/0/curves/0/exponent"},
        {"{'curves': [{'radii': [1, 1, 1], 'exponent': 0.5}]}", "PHYSICS_EXPONENT_APPROXIMATED",
         TUM_SEVERITY_WARNING, "/shapes/0/curves/0/exponent"},
        {"{'size': [1, 1, 1], 'curves': [{'radii': [1, 0, 0]}]}", "PHYSICS_CURVE_UNDEFINED",
         TUM_SEVERITY_WARNING, "/shapes/0/curves/0"},
        {"{'curves': [{'radii': [1, 1, 0]}, {'radii': [0, 1, 1]}]}", "PHYSICS_CURVES_OVERLAP",
         TUM_SEVERITY_INFO, "/shapes/0/curves/1"},
        {"{'size': [1, 0, 1], 'curves': [{'radii': [1, 0, 1]}]}", "PHYSICS_DEGENERATE_SHAPE",
         TUM_SEVERITY_WARNING, "/shapes/0"},
        {"{'type': 'blob', 'size': [1, 1, 1]}", "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING,
         "/shapes/0/type"},
        {"{'type': 'convex'}", "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, "/shapes/0"},
        {"{'type': 'heightmap', 'size': [2, 1, 2]}", "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
         "/shapes/0"},
        {"{'type': 'heightmap', 'size': [2, 1, 1.5]}", "PHYSICS_HEIGHTMAP_SIZE", TUM_SEVERITY_ERROR,
         "/shapes/0/size/2"},
        {"{'type': 'ray', 'length': 0}", "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
         "/shapes/0/length"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Reading reading = read_shape(3, cases[i].shape);
        assert_int_equal(reading.status, TUM_OK);
        assert_found(&reading, cases[i].code, cases[i].severity, cases[i].pointer);
        reading_end(&reading);
    }
}

// Heightmaps.

#define HEIGHTS                                                                                    \
    "'buffers': [{'byteLength': 12, 'uri': 'data:application/octet-stream;base64,"                 \
    "AAECAwQFBgcIAAAA'}], 'bufferViews': [{'byteLength': 9}], 'accessors': "                       \
    "[{'bufferView': 0, 'componentType': 'uint8'}]"

static Reading read_heights(int dimension, const char *shape)
{
    char text[2048];
    snprintf(text, sizeof text,
             "{'asset': {'dimension': %d}, 'nodes': [{'children': [1]}, {'physics': {'collider': "
             "{'shape': 0}}}], 'shapes': [%s], " HEIGHTS "}",
             dimension, shape);
    return read_document(text);
}

// G4MF-30, G4MF-33, G4MF-36, G4MF-38, G4MF-39.
static void a_heightmap_is_centred_with_x_fastest(void **state)
{
    (void)state;
    Reading reading = read_heights(3, "{'type': 'heightmap', 'size': [3, 1, 3], 'heights': 0}");
    assert_no_errors(reading.report);
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_HEIGHTMAP);
    const TumMesh *mesh = &reading.scene->meshes[authored(&reading)->mesh];
    assert_int_equal(mesh->point_count, 9);
    assert_int_equal(mesh->cell_count, 8);
    assert_vector(&mesh->points[0], -1, 0, -1);
    assert_vector(&mesh->points[3], 0, 1, -1);
    assert_vector(&mesh->points[9], -1, 3, 0);
    // All eight triangles share the middle, whose indices add up to 2: even corners are joined.
    for (size_t t = 0; t < 8; ++t) {
        const uint32_t *c = &mesh->cells[3 * t];
        assert_true(c[0] == 4 || c[1] == 4 || c[2] == 4);
        // And face up.
        const double *a = &mesh->points[3 * c[0]], *b = &mesh->points[3 * c[1]],
                     *d = &mesh->points[3 * c[2]];
        assert_true((b[2] - a[2]) * (d[0] - a[0]) - (b[0] - a[0]) * (d[2] - a[2]) > 0.0);
    }
    reading_end(&reading);
    reading = read_heights(3, "{'type': 'heightmap', 'gridSize': [3, 3], 'gridSpacing': [2, 0.5], "
                              "'heights': 0}");
    assert_no_errors(reading.report);
    assert_vector(reading.scene->meshes[authored(&reading)->mesh].points, -2, 0, -0.5);
    reading_end(&reading);
}

// G4MF-37.
static void a_grid_with_too_few_heights_is_no_collider(void **state)
{
    (void)state;
    Reading reading = read_heights(3, "{'type': 'heightmap', 'size': [3, 1, 4], 'heights': 0}");
    assert_found(&reading, "PHYSICS_HEIGHTMAP_COUNT", TUM_SEVERITY_ERROR, "/shapes/0/heights");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    // Too many are filed, and the first are used.
    reading = read_heights(3, "{'type': 'heightmap', 'size': [2, 1, 4], 'heights': 0}");
    assert_found(&reading, "PHYSICS_HEIGHTMAP_COUNT", TUM_SEVERITY_ERROR, "/shapes/0/heights");
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
    reading = read_heights(3, "{'type': 'heightmap', 'size': [2000000000, 1, 2000000000], "
                              "'heights': 0}");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// G4MF-38.
static void cubes_of_a_heightmap_are_five_tetrahedra(void **state)
{
    (void)state;
    Reading reading = read_heights(4, "{'type': 'heightmap', 'size': [2, 1, 2, 2], 'heights': 0}");
    const TumMesh *mesh = &reading.scene->meshes[authored(&reading)->mesh];
    assert_int_equal(mesh->point_count, 8);
    assert_int_equal(mesh->cell_count, 5);
    double volume = 0.0;
    for (size_t t = 0; t < 5; ++t) {
        double e[3][3];
        static const int axes[3] = {0, 2, 3};
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) {
                e[i][k] = mesh->points[4 * mesh->cells[4 * t + (size_t)i + 1] + (size_t)axes[k]] -
                          mesh->points[4 * mesh->cells[4 * t] + (size_t)axes[k]];
            }
        }
        // Signed: all face the same way. The cube has volume 1.
        volume += (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                   e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                   e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
                  6.0;
    }
    assert_near(volume, 1.0, 1e-12);
    reading_end(&reading);
}

// Motion.

static Reading read_motion(int dimension, const char *motion)
{
    char nodes[1024];
    snprintf(nodes, sizeof nodes,
             "{'physics': {'motion': {%s}}, 'children': [2]}, {'physics': {'collider': {'shape': "
             "0}}}",
             motion);
    return read_g4mf(dimension, 1, nodes,
                     dimension == 3 ? "{'size': [1, 2, 3]}" : "{'size': [1, 2, 3, 4]}");
}

// G4MF-1, G4MF-10, G4MF-12, G4MF-15, G4MF-22.
static void a_motion_has_the_defaults_of_the_format(void **state)
{
    (void)state;
    Reading reading = read_motion(3, "'type': 'dynamic'");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    assert_int_equal(body->kind, TUM_BODY_DYNAMIC);
    assert_true(body->mass == 1.0 && body->gravity_factor == 1.0);
    assert_vector(body->center_of_mass, 0, 0, 0);
    // A box of 1 kg: (b^2 + c^2) / 12.
    assert_vector(body->inertia, 13.0 / 12, 10.0 / 12, 5.0 / 12);
    assert_true(body->velocity_in_world);
    assert_string_equal(body->pointer, "/nodes/1/physics/motion");
    reading_end(&reading);
}

// G4MF-10, G4MF-14, G4MF-18, G4MF-20, G4MF-21, G4MF-22.
static void planes_become_axes_in_3_dimensions(void **state)
{
    (void)state;
    Reading reading = read_motion(3, "'type': 'dynamic', 'mass': 2, 'angularVelocity': [1, 2, 3], "
                                     "'inertiaDiagonal': [1, 2, 2.5], 'linearVelocity': [4, 5, 6], "
                                     "'inertiaOrientation': [0.6, 0.8, 0, 0], 'gravityFactor': -1");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    assert_vector(body->angular_velocity, 3, -2, 1);
    assert_vector(body->inertia, 2.5, 2, 1);
    assert_vector(body->linear_velocity, 4, 5, 6);
    assert_near(body->inertia_rotation.q[2], 0.8, 1e-12);
    assert_true(body->gravity_factor == -1.0 && body->mass == 2.0);
    reading_end(&reading);
}

// A cone over a disc, 2 m high and 1 m thick along W, of 2 kg. By
// docs/simulation.md#11-four-dimensions, about the origin: E[x^2] = 3 r^2 / 20, E[y^2] = 0.4,
// E[w^2] = 1 / 12. Its hull weighs less. G4MF-16.
static void hulls_for_tapers_of_4_dimensions_weigh_what_they_stand_for(void **state)
{
    (void)state;
    static const char cone[] =
        "{'size': [0, 2, 0, 1], 'curves': [{'radii': [0.5, 0, 0.5, 0], 'taper': [{'position': [0, "
        "-1, 0, 0], 'radii': [0.5, 0, 0.5, 0]}, {'position': [0, 1, 0, 0], 'radii': [0, 0, 0, "
        "0]}]}]}";
    static const double squares[4] = {0.0375, 0.4, 0.0375, 1.0 / 12};
    static const int planes[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};
    for (int scale = 1; scale <= 2; ++scale) {
        char node[200];
        snprintf(node, sizeof node,
                 "{'scale': [%d, %d, %d, %d], 'physics': {'motion': {'type': 'dynamic', 'mass': "
                 "2}, 'collider': {'shape': 0}}}",
                 scale, scale, scale, scale);
        Reading reading = read_g4mf(4, 1, node, cone);
        assert_found(&reading, "PHYSICS_TAPER_APPROXIMATED", TUM_SEVERITY_WARNING, "/shapes/0");
        assert_int_equal(authored(&reading)->kind, TUM_SHAPE_CONVEX);
        for (int i = 0; i < 6; ++i) {
            const double expected = 2 * (squares[planes[i][0]] + squares[planes[i][1]]);
            assert_near(reading.scene->bodies[0].inertia[i], scale * scale * expected, 1e-9);
        }
        reading_end(&reading);
    }
}

// G4MF-14, G4MF-15, G4MF-16, G4MF-19, G4MF-21.
static void planes_stay_planes_in_4_dimensions(void **state)
{
    (void)state;
    Reading reading = read_motion(4, "'type': 'dynamic', 'angularVelocity': [1, 2, 3, 4, 5, 6], "
                                     "'linearVelocity': [1, 2, 3, 4], 'inertiaDiagonal': [5, 5, 5, "
                                     "5, 5, 0]");
    assert_found(&reading, "PHYSICS_INERTIA_PARTIAL_ZERO", TUM_SEVERITY_WARNING,
                 "/nodes/1/physics/motion/inertiaDiagonal");
    const TumBody *body = &reading.scene->bodies[0];
    for (int i = 0; i < 6; ++i) {
        assert_true(body->angular_velocity[i] == i + 1.0);
    }
    assert_true(body->linear_velocity[3] == 4.0);
    assert_true(body->inertia[0] == 5.0);
    assert_int_equal(body->inertia_origin[4], TUM_ORIGIN_AUTHORED);
    // ZW is computed: (3^2 + 4^2) / 12.
    assert_near(body->inertia[5], 25.0 / 12, 1e-12);
    assert_int_equal(body->inertia_origin[5], TUM_ORIGIN_COMPUTED);
    reading_end(&reading);
}

// G4MF-5, G4MF-6, G4MF-11, G4MF-19.
static void what_is_wrong_with_a_motion_is_filed(void **state)
{
    (void)state;
    static const struct {
        int dimension;
        const char *motion, *code;
        TumSeverity severity;
        const char *pointer;
    } cases[] = {
        {3, "'mass': 2", "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, ""},
        {3, "'type': 'rigid'", "VALUE_NOT_IN_LIST", TUM_SEVERITY_ERROR, "/type"},
        {3, "'type': 'dynamic', 'mass': 0", "PHYSICS_ZERO_MASS", TUM_SEVERITY_WARNING, "/mass"},
        {3, "'type': 'dynamic', 'linearVelocity': [1, 2, 3, 4]", "ARRAY_LENGTH_NOT_IN_LIST",
         TUM_SEVERITY_ERROR, "/linearVelocity"},
        {4, "'type': 'dynamic', 'linearVelocity': [1, 2, 3]", "ARRAY_LENGTH_NOT_IN_LIST",
         TUM_SEVERITY_ERROR, "/linearVelocity"},
        {3, "'type': 'static', 'angularVelocity': [1, 0, 0]", "PHYSICS_STATIC_VELOCITY",
         TUM_SEVERITY_WARNING, "/angularVelocity"},
        {3, "'type': 'dynamic', 'inertiaDiagonal': [1, 1, 5]", "PHYSICS_INERTIA_TRIANGLE",
         TUM_SEVERITY_WARNING, "/inertiaDiagonal"},
        {4, "'type': 'dynamic', 'inertiaDiagonal': [1, 1, 1, 1, 1, 1.1]",
         "PHYSICS_INERTIA_TRIANGLE", TUM_SEVERITY_WARNING, "/inertiaDiagonal"},
        {4, "'type': 'dynamic', 'inertiaDiagonal': [9, 1, 1, 1, 1, 1]", "PHYSICS_INERTIA_TRIANGLE",
         TUM_SEVERITY_WARNING, "/inertiaDiagonal"},
        {3, "'type': 'dynamic', 'inertiaDiagonal': [-1, 1, 1]", "VALUE_NOT_IN_RANGE",
         TUM_SEVERITY_ERROR, "/inertiaDiagonal/0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Reading reading = read_motion(cases[i].dimension, cases[i].motion);
        char pointer[100];
        snprintf(pointer, sizeof pointer, "/nodes/1/physics/motion%s", cases[i].pointer);
        assert_found(&reading, cases[i].code, cases[i].severity, pointer);
        assert_int_equal(reading.scene->body_count, 1);
        reading_end(&reading);
    }
}

static void velocities_are_the_nodes_where_one_says_so(void **state)
{
    (void)state;
    static const char text[] = "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1]},{"
                               "\"rotor\":[0.7071067811865476,0,"
                               "0,0,0.7071067811865476,0,0],\"physics\":{\"motion\":{\"type\":"
                               "\"dynamic\",\"linearVelocity\":["
                               "2,0,0,0],\"angularVelocity\":[3,0,0,0,0,0]}}}]}";
    Reading reading = read_document(text);
    assert_true(reading.scene->bodies[0].linear_velocity[0] == 2.0);
    reading_end(&reading);
    // The node turns X to W: along X is along W, and from X to Y is from W to Y, -YW.
    const TumSceneOptions options = {.node_velocities = true};
    reading = (Reading){.report = tum_report_create(NULL)};
    assert_int_equal(
        tum_document_read(text, sizeof text - 1, NULL, &reading.document, reading.report), TUM_OK);
    assert_int_equal(tum_scene_read(reading.document, &options, &reading.scene, reading.report),
                     TUM_OK);
    const TumBody *body = &reading.scene->bodies[0];
    assert_near(body->linear_velocity[3], 2.0, 1e-12);
    assert_near(body->angular_velocity[0], 0.0, 1e-12);
    assert_near(body->angular_velocity[4], -3.0, 1e-12);
    reading_end(&reading);
}

static void numbers_of_a_lower_dimension_are_padded(void **state)
{
    (void)state;
    Reading reading = read_motion(4, "'type': 'dynamic', 'angularVelocity': [1, 2, 3]");
    assert_true(reading.scene->bodies[0].angular_velocity[2] == 3.0);
    assert_true(reading.scene->bodies[0].angular_velocity[3] == 0.0);
    reading_end(&reading);
}

// Places.

// G4MF-2, G4MF-12, G4MF-13, G4MF-48.
static void colliders_stand_in_their_bodys_frame_in_4_dimensions(void **state)
{
    (void)state;
    // The body turns +X to +W by a right angle. The collider is 1 along X, twice as large, and
    // turned on by X to Y.
    Reading reading = read_g4mf(
        4, 1,
        "{'position': [0, 5, 0, 0], 'rotor': [0.7071067811865476, 0, 0, 0, 0.7071067811865476, 0, "
        "0], 'physics': {'motion': {'type': 'dynamic'}}, 'children': [2]}, {'position': [1, 0, 0, "
        "0], 'rotor': [0.7071067811865476, 0.7071067811865476, 0, 0, 0, 0, 0], 'scale': [2], "
        "'physics': {'collider': {'shape': 0}}}",
        "{'size': [1, 2, 3, 4]}");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    const TumCollider *collider = &reading.scene->colliders[0];
    assert_near(body->position[1], 5.0, 1e-12);
    assert_near(body->rotation.m[3], 1.0, 1e-12); // X goes to W.
    assert_vector(collider->position, 1, 0, 0);
    assert_near(collider->rotation.m[1], 1.0, 1e-12); // X goes to Y, in the body's frame.
    for (int i = 0; i < 4; ++i) {
        assert_near(collider->scale[i], 2.0, 1e-12);
    }
    const TumNode4 *node = &reading.scene->nodes4[2];
    assert_near(node->world->position[3], 1.0, 1e-12); // Beside the body, along W.
    assert_near(node->world->position[1], 5.0, 1e-12);
    // Moments about the body's origin: the box doubled, Y and X exchanged, 1 m along X.
    // s_x = 4^2/12 + 1, s_y = 2^2/12: I_xy is their sum.
    double least = INFINITY;
    for (int i = 0; i < 6; ++i) {
        least = fmin(least, body->inertia[i]);
    }
    assert_near(least, 16.0 / 12 + 1 + 4.0 / 12, 1e-9);
    reading_end(&reading);
}

// G4MF-51.
static void transforms_of_shapes_are_rotations_and_one_scale(void **state)
{
    (void)state;
    Reading reading = read_g4mf(3, 1, "{'scale': [1, 2, 1], 'physics': {'collider': {'shape': 0}}}",
                                "{'curves': [{'radii': [1, 1, 1]}]}");
    assert_found(&reading, "PHYSICS_NOT_CONFORMAL", TUM_SEVERITY_ERROR,
                 "/nodes/1/physics/collider");
    assert_true(reading.scene->colliders[0].scale[1] == 2.0);
    reading_end(&reading);
    reading = read_g4mf(4, 1,
                        "{'basis': [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,0,0,1], 'physics': "
                        "{'trigger': {'shape': 0}}}",
                        "{'size': [1, 1, 1, 1]}");
    assert_found(&reading, "PHYSICS_NOT_CONFORMAL", TUM_SEVERITY_ERROR, "/nodes/1/physics/trigger");
    assert_found(&reading, "PHYSICS_SCALE_SHEAR", TUM_SEVERITY_WARNING, "/nodes/1/physics/trigger");
    reading_end(&reading);
    // A mirror is one.
    reading = read_g4mf(3, 1,
                        "{'basis': [-2,0,0, 0,2,0, 0,0,2], 'physics': {'collider': {'shape': "
                        "0}}}",
                        "{'size': [1, 1, 1]}");
    assert_no_errors(reading.report);
    reading_end(&reading);
}

// G4MF-47.
static void planes_keep_their_side_in_4_dimensions(void **state)
{
    (void)state;
    Reading reading =
        read_g4mf(4, 1,
                  "{'rotor': [0.7071067811865476, 0, 0, 0, 0, 0.7071067811865476, 0], "
                  "'physics': {'collider': {'shape': 0}}}",
                  "{'type': 'plane'}");
    assert_no_errors(reading.report);
    // YW by a right angle: the normal, +Y, goes to +W.
    assert_near(reading.scene->colliders[0].rotation.m[7], 1.0, 1e-12);
    reading_end(&reading);
}

// Triggers.

// G4MF-23, G4MF-26.
static void triggers_have_a_shape_or_members(void **state)
{
    (void)state;
    Reading reading = read_g4mf(3, 1,
                                "{'physics': {'trigger': {'nodes': [2, 3]}}, 'children': [2, 3]}, "
                                "{'physics': {'trigger': {'shape': 0}}}, {'physics': {'trigger': "
                                "{'shape': 0}}}",
                                "{'size': [1, 1, 1]}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->trigger_count, 3);
    assert_int_equal(reading.scene->triggers[0].part_count, 2);
    reading_end(&reading);
    reading = read_g4mf(3, 1, "{'physics': {'trigger': {}}}", "{'size': [1, 1, 1]}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, "/nodes/1/physics/trigger");
    reading_end(&reading);
    reading = read_g4mf(3, 2,
                        "{'physics': {'trigger': {'nodes': [2]}}}, {'physics': {'trigger': "
                        "{'shape': 0}}}",
                        "{'size': [1, 1, 1]}");
    assert_found(&reading, "PHYSICS_TRIGGER_NODE_NOT_DESCENDANT", TUM_SEVERITY_ERROR,
                 "/nodes/1/physics/trigger/nodes/0");
    reading_end(&reading);
}

static void empty_physics_gathers_the_triggers_below(void **state)
{
    (void)state;
    Reading reading = read_g4mf(4, 1,
                                "{'physics': {}, 'children': [2, 3]}, {'physics': {'trigger': "
                                "{'shape': 0}}}, {'children': [4]}, {'physics': {'trigger': "
                                "{'shape': 0}}}",
                                "{'size': [1, 1, 1, 1]}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->trigger_count, 3);
    assert_int_equal(reading.scene->triggers[0].part_count, 2);
    assert_string_equal(reading.scene->triggers[0].pointer, "/nodes/1/physics");
    reading_end(&reading);
    reading = read_g4mf(3, 1, "{'physics': {}}", "");
    assert_found(&reading, "G4MF_PHYSICS_EMPTY", TUM_SEVERITY_INFO, "/nodes/1/physics");
    assert_int_equal(reading.scene->trigger_count, 0);
    reading_end(&reading);
}

// The rest.

// G4MF-24.
static void roles_on_one_node_are_all_read(void **state)
{
    (void)state;
    Reading reading = read_g4mf(3, 1,
                                "{'physics': {'motion': {'type': 'dynamic'}, 'collider': "
                                "{'shape': 0}}}",
                                "{'size': [1, 1, 1]}");
    assert_found(&reading, "G4MF_PHYSICS_MULTIPLE_ROLES", TUM_SEVERITY_ERROR, "/nodes/1/physics");
    assert_int_equal(reading.scene->body_count, 1);
    assert_int_equal(reading.scene->colliders[0].body, 0);
    reading_end(&reading);
}

static void what_is_kept_and_not_simulated_is_told_once(void **state)
{
    (void)state;
    Reading reading = read_g4mf(3, 4,
                                "{'bone': {'length': 1}}, {'bone': {'mass': 2}}, {'bone': {'mass': "
                                "3}}, {'modelInstance': {'file': 0}}",
                                "");
    assert_found(&reading, "G4MF_BONE_SHAPE_IGNORED", TUM_SEVERITY_INFO, "/nodes/2/bone");
    assert_found(&reading, "G4MF_MODEL_INSTANCE_IGNORED", TUM_SEVERITY_WARNING,
                 "/nodes/4/modelInstance");
    assert_int_equal(tum_report_count(reading.report), 2);
    assert_string_equal(reading.scene->dialects, "");
    reading_end(&reading);
}

// G4MF-41.
static void a_collider_that_is_a_ray_touches_nothing(void **state)
{
    (void)state;
    Reading reading = read_shape(4, "{'type': 'ray'}");
    assert_found(&reading, "PHYSICS_RAY_INERT", TUM_SEVERITY_INFO, "/nodes/1/physics/collider");
    assert_true(authored(&reading)->height == 1.0);
    reading_end(&reading);
}

// G4MF-42.
static void a_ray_goes_down_the_axis_of_its_node(void **state)
{
    (void)state;
    // The node's Y axis goes to (1, 1, 0, 0), and so does the ray's, 2^0.5 times as long.
    Reading reading = read_g4mf(4, 1,
                                "{'basis': [1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1], 'physics': "
                                "{'collider': {'shape': 0}}}",
                                "{'type': 'ray', 'length': 3}");
    assert_int_equal(reading.scene->collider_count, 1);
    const TumCollider *collider = &reading.scene->colliders[0];
    const double *y = &collider->rotation.m[4];
    assert_near(y[0], sqrt(0.5), 1e-12);
    assert_near(y[1], sqrt(0.5), 1e-12);
    assert_near(y[2], 0, 1e-12);
    assert_near(y[3], 0, 1e-12);
    assert_near(collider->scale[1] * reading.scene->shapes[collider->shape].height, 3 * sqrt(2.0),
                1e-12);
    reading_end(&reading);
}

// G4MF-25.
static void an_index_of_minus_1_is_none(void **state)
{
    (void)state;
    Reading reading = read_g4mf(3, 1, "{'physics': {'collider': {'shape': -1}}}", "{}");
    assert_found(&reading, "G4MF_INDEX_MINUS_ONE", TUM_SEVERITY_WARNING,
                 "/nodes/1/physics/collider/shape");
    assert_int_equal(tum_report_count(reading.report), 1);
    reading_end(&reading);
}

static void required_extensions_are_refused(void **state)
{
    (void)state;
    Reading reading = read_document("{'asset': {'dimension': 3, 'extensionsUsed': ['A_b'], "
                                    "'extensionsRequired': ['A_b']}}");
    assert_int_equal(reading.status, TUM_ERROR_INPUT);
    assert_found(&reading, "UNSUPPORTED_EXTENSION", TUM_SEVERITY_ERROR,
                 "/asset/extensionsRequired/0");
    reading_end(&reading);
}

static void other_dimensions_have_nodes_and_no_physics(void **state)
{
    (void)state;
    Reading reading = read_g4mf(5, 1, "{'name': 'N', 'physics': {'collider': {'shape': 0}}}",
                                "{'size': [1, 1, 1, 1, 1]}");
    assert_int_equal(reading.status, TUM_OK);
    assert_found(&reading, "G4MF_DIMENSION_UNSUPPORTED", TUM_SEVERITY_WARNING, "/asset/dimension");
    assert_int_equal(reading.scene->dimension, 5);
    assert_int_equal(reading.scene->node_count, 2);
    assert_string_equal(reading.scene->nodes[1].name, "N");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// Eight letters z are the double 3e281: beyond all coordinates, so that no point is left.
static void a_mesh_without_one_sound_point_is_empty_and_not_out_of_memory(void **state)
{
    (void)state;
    for (int dimension = 3; dimension <= 4; ++dimension) {
        char text[2048];
        char letters[8 * 5 * 4 + 1];
        const int bytes = 8 * 5 * dimension;
        memset(letters, 'z', sizeof letters);
        letters[bytes] = '\0';
        snprintf(text, sizeof text,
                 "{'asset': {'dimension': %d}, 'nodes': [{'children': [1]}, {'physics': "
                 "{'collider': {'shape': 0}, 'motion': {'type': 'dynamic'}}}], 'shapes': [{'type': "
                 "'convex', 'mesh': 0}], 'meshes': [{'vertices': 0}], 'accessors': [{'bufferView': "
                 "0, 'componentType': 'float64', 'vectorSize': %d}], 'bufferViews': "
                 "[{'byteLength': %d}], 'buffers': [{'byteLength': %d, 'uri': "
                 "'data:application/octet-stream,%s'}]}",
                 dimension, dimension, bytes, bytes, letters);
        Reading reading = read_document(text);
        assert_int_equal(reading.status, TUM_OK);
        assert_int_equal(reading.scene->collider_count, 0);
        assert_true(report_has(reading.report, "PHYSICS_MESH_EMPTY", "/shapes/0"));
        reading_end(&reading);
    }
}

static void no_failing_allocation_does_harm(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1]},{\"physics\":{\"motion\":{"
        "\"type\":\"dynamic\"}},\"children\":[2,3]},{\"physics\":{\"collider\":{\"shape\":0}}},{"
        "\"physics\":{\"trigger\":{\"shape\":1}}}],\"shapes\":[{\"size\":[1,1,1,1],\"curves\":[{"
        "\"radii\":[1,1,1,1]}]},{\"size\":[0,1,0,0],\"curves\":[{\"taper\":[{\"position\":[0,0,0,0]"
        ",\"radii\":[1,0,1,1]}]}]}]}";
    TumDocument *document = NULL;
    assert_int_equal(tum_document_read(text, sizeof text - 1, NULL, &document, NULL), TUM_OK);
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t limit = 0; status != TUM_OK; ++limit) {
        Counting counting = {.fail_after = limit};
        const TumSceneOptions options = {.allocator = counting_allocator(&counting)};
        TumScene *scene = NULL;
        status = tum_scene_read(document, &options, &scene, NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        tum_scene_destroy(scene);
        assert_int_equal(counting.blocks, 0);
    }
    tum_document_destroy(document);
}

// G4MF-6, G4MF-7, G4MF-8, G4MF-9, G4MF-25.
static void each_type_of_motion_has_its_kind(void **state)
{
    (void)state;
    static const char *const types[] = {"'type': 'static'", "'type': 'kinematic'",
                                        "'type': 'dynamic'"};
    static const TumBodyKind kinds[] = {TUM_BODY_STATIC, TUM_BODY_KINEMATIC, TUM_BODY_DYNAMIC};
    for (int i = 0; i < 3; ++i) {
        Reading reading = read_motion(4, types[i]);
        assert_no_errors(reading.report);
        assert_int_equal(reading.scene->bodies[0].kind, kinds[i]);
        assert_int_equal(reading.scene->colliders[0].body, 0);
        reading_end(&reading);
    }
    Reading reading = read_shape(4, "{'size': [1, 1, 1, 1]}");
    assert_int_equal(reading.scene->body_count, 0);
    assert_int_equal(reading.scene->colliders[0].body, -1);
    reading_end(&reading);
}

// G4MF-3.
static void a_motion_below_a_motion_is_a_body_of_its_own(void **state)
{
    (void)state;
    Reading reading = read_g4mf(4, 1,
                                "{'physics': {'motion': {'type': 'dynamic'}}, 'children': [2]}, "
                                "{'physics': {'motion': {'type': 'dynamic'}}, 'children': [3]}, "
                                "{'physics': {'collider': {'shape': 0}}}",
                                "{'size': [1, 1, 1, 1]}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->body_count, 2);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->bodies[reading.scene->colliders[0].body].node, 2);
    reading_end(&reading);
}

// G4MF-19, G4MF-20.
static void a_motion_without_velocities_is_at_rest(void **state)
{
    (void)state;
    Reading reading = read_motion(4, "'type': 'dynamic'");
    for (int i = 0; i < 6; ++i) {
        assert_true(i > 3 || reading.scene->bodies[0].linear_velocity[i] == 0.0);
        assert_true(reading.scene->bodies[0].angular_velocity[i] == 0.0);
    }
    reading_end(&reading);
}

// G4MF-31.
static void a_shape_of_an_unknown_type_is_a_general_one(void **state)
{
    (void)state;
    Reading reading = read_shape(3, "{'type': 'blob', 'size': [1, 2, 3]}");
    assert_int_equal(authored(&reading)->kind, TUM_SHAPE_BOX);
    assert_vector(authored(&reading)->size, 1, 2, 3);
    reading_end(&reading);
}

// G4MF-49.
static void a_scaled_node_scales_its_shape(void **state)
{
    (void)state;
    // Edges twice as long: moments four times as large, m (x^2 + y^2) / 12 in XY at 1 kg.
    for (int scale = 1; scale <= 2; ++scale) {
        char node[256];
        snprintf(node, sizeof node,
                 "{'scale': [%d], 'children': [2], 'physics': {'motion': {'type': 'dynamic'}}}, "
                 "{'physics': {'collider': {'shape': 0}}}",
                 scale);
        Reading reading = read_g4mf(4, 1, node, "{'size': [1, 2, 3, 4]}");
        assert_no_errors(reading.report);
        const TumCollider *collider = &reading.scene->colliders[0];
        const TumShape *shape = &reading.scene->shapes[collider->shape];
        for (int i = 0; i < 4; ++i) {
            assert_near(shape->size[i] * collider->scale[i], (i + 1) * scale, 1e-12);
        }
        assert_near(reading.scene->bodies[0].inertia[0], scale * scale * (1 + 4) / 12.0, 1e-12);
        reading_end(&reading);
    }
}

// G4MF-40, G4MF-49.
static void a_heightmap_scales_in_all_directions(void **state)
{
    (void)state;
    static const char text[] =
        "{'asset': {'dimension': 3}, 'nodes': [{'children': [1]}, {'scale': [0.5], 'physics': "
        "{'collider': {'shape': 0}}}], 'shapes': [{'type': 'heightmap', 'size': [3, 1, 3], "
        "'heights': 0}], " HEIGHTS "}";
    Reading reading = read_document(text);
    assert_no_errors(reading.report);
    // The second height is 1.
    const TumShape *shape = &reading.scene->shapes[reading.scene->colliders[0].shape];
    const double *points = reading.scene->meshes[shape->mesh].points;
    assert_vector(&points[0], -0.5, 0, -0.5);
    assert_vector(&points[3], 0, 0.5, -0.5);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_shapes_are_recognized),
        cmocka_unit_test(shapes_of_4_dimensions_are_recognized_too),
        cmocka_unit_test(rarer_shapes_of_3_dimensions_become_hulls),
        cmocka_unit_test(a_capsule_along_x_is_a_turned_capsule),
        cmocka_unit_test(an_ellipsoid_has_the_moments_of_one),
        cmocka_unit_test(tapers_of_two_radii_are_cones_and_tapered_capsules),
        cmocka_unit_test(other_tapers_become_hulls_with_a_warning),
        cmocka_unit_test(hulls_for_tapers_of_4_dimensions_weigh_what_they_stand_for),
        cmocka_unit_test(what_is_wrong_with_a_shape_is_filed),
        cmocka_unit_test(a_heightmap_is_centred_with_x_fastest),
        cmocka_unit_test(a_grid_with_too_few_heights_is_no_collider),
        cmocka_unit_test(cubes_of_a_heightmap_are_five_tetrahedra),
        cmocka_unit_test(a_motion_has_the_defaults_of_the_format),
        cmocka_unit_test(planes_become_axes_in_3_dimensions),
        cmocka_unit_test(planes_stay_planes_in_4_dimensions),
        cmocka_unit_test(what_is_wrong_with_a_motion_is_filed),
        cmocka_unit_test(velocities_are_the_nodes_where_one_says_so),
        cmocka_unit_test(numbers_of_a_lower_dimension_are_padded),
        cmocka_unit_test(colliders_stand_in_their_bodys_frame_in_4_dimensions),
        cmocka_unit_test(transforms_of_shapes_are_rotations_and_one_scale),
        cmocka_unit_test(planes_keep_their_side_in_4_dimensions),
        cmocka_unit_test(triggers_have_a_shape_or_members),
        cmocka_unit_test(empty_physics_gathers_the_triggers_below),
        cmocka_unit_test(roles_on_one_node_are_all_read),
        cmocka_unit_test(what_is_kept_and_not_simulated_is_told_once),
        cmocka_unit_test(a_collider_that_is_a_ray_touches_nothing),
        cmocka_unit_test(a_ray_goes_down_the_axis_of_its_node),
        cmocka_unit_test(an_index_of_minus_1_is_none),
        cmocka_unit_test(required_extensions_are_refused),
        cmocka_unit_test(other_dimensions_have_nodes_and_no_physics),
        cmocka_unit_test(a_mesh_without_one_sound_point_is_empty_and_not_out_of_memory),
        cmocka_unit_test(no_failing_allocation_does_harm),
        cmocka_unit_test(each_type_of_motion_has_its_kind),
        cmocka_unit_test(a_motion_below_a_motion_is_a_body_of_its_own),
        cmocka_unit_test(a_motion_without_velocities_is_at_rest),
        cmocka_unit_test(a_shape_of_an_unknown_type_is_a_general_one),
        cmocka_unit_test(a_scaled_node_scales_its_shape),
        cmocka_unit_test(a_heightmap_scales_in_all_directions),
    };
    return cmocka_run_group_tests_name("g4mf_reader", tests, NULL, NULL);
}
