// SPDX-License-Identifier: MIT
// G4MF of four dimensions and more as G4MF of three (docs/dialects.md#from-one-to-another).
#include "tests/convert/writing.h"

typedef struct Projected {
    Reading source;
    TumDocument *document;
    TumScene *scene;
    TumReport *changes;
} Projected;

static Projected project(const char *text)
{
    Projected projected = {.source = read_document(text), .changes = tum_report_create(NULL)};
    assert_int_equal(
        tum_document_project(projected.source.document, &projected.document, projected.changes),
        TUM_OK);
    assert_int_equal(tum_document_dimension(projected.document), 3);
    assert_int_equal(tum_scene_read(projected.document, NULL, &projected.scene, NULL), TUM_OK);
    return projected;
}

static void projected_end(Projected *projected)
{
    tum_scene_destroy(projected->scene);
    tum_document_destroy(projected->document);
    tum_report_destroy(projected->changes);
    reading_end(&projected->source);
}

#define NODES4(members) "{'asset': {'dimension': 4}, 'nodes': [{'children': [1]}, {" members "}]"

static void a_tesseract_is_its_first_three_edges(void **state)
{
    (void)state;
    Projected p = project(NODES4(
        "'position': [1, 2, 3, 4], 'physics': {'collider': {'shape': 0}}") ", 'shapes': [{'size': "
                                                                           "[1, 2, 3, 4]}]}");
    assert_true(report_has(p.changes, "A-PROJECT", "/shapes/0/size"));
    assert_true(report_has(p.changes, "A-PROJECT", "/nodes/1/position"));
    const TumCollider *collider = &p.scene->colliders[0];
    assert_vector(collider->position, 1, 2, 3);
    assert_int_equal(p.scene->shapes[collider->shape].kind, TUM_SHAPE_BOX);
    assert_vector(p.scene->shapes[collider->shape].size, 1, 2, 3);
    projected_end(&p);
}

static void what_lies_in_space_is_kept_without_a_word(void **state)
{
    (void)state;
    Projected p = project(NODES4("'position': [1, 2, 3, 0], 'rotor': [0.6, 0.8, 0, 0, 0, 0, 0], "
                                 "'scale': [2]") "}");
    assert_int_equal(tum_report_count(p.changes), 0);
    const double *m = p.scene->nodes[1].world;
    // cos = 0.36 - 0.64, sin = 2 * 0.6 * 0.8, twice as large.
    assert_near(m[0], -0.56, 1e-12);
    assert_near(m[1], 1.92, 1e-12);
    assert_near(m[10], 2, 1e-12);
    projected_end(&p);
}

static void planes_of_the_first_three_axes_are_kept(void **state)
{
    (void)state;
    Projected p = project(
        NODES4("'physics': {'motion': {'type': 'dynamic', 'mass': 3, 'linearVelocity': [1, 2, 3, "
               "4], 'angularVelocity': [1, 2, 3, 4, 5, 6], 'inertiaDiagonal': [3, 4, 5, 6, 7, 8]}"
               "}") "}");
    const TumBody *body = &p.scene->bodies[0];
    assert_vector(body->linear_velocity, 1, 2, 3);
    assert_vector(body->angular_velocity, 3, -2, 1); // YZ, -XZ, XY
    assert_vector(body->inertia, 5, 4, 3);
    assert_true(report_has(p.changes, "A-PROJECT", "/nodes/1/physics/motion/angularVelocity"));
    projected_end(&p);
}

static void a_rotation_toward_w_becomes_the_nearest_one_or_none(void **state)
{
    (void)state;
    // X toward W by 60 degrees: X is shorter, and no axis turns. By 90 it is gone.
    Projected p = project(NODES4("'rotor': [0.8660254037844386, 0, 0, 0, 0.5, 0, 0]") "}");
    assert_true(report_has(p.changes, "A-PROJECT", "/nodes/1/rotor"));
    assert_near(p.scene->nodes[1].world[0], 1, 1e-12);
    projected_end(&p);
    p = project(NODES4("'rotor': [0.7071067811865476, 0, 0, 0, 0.7071067811865476, 0, 0]") "}");
    assert_near(p.scene->nodes[1].world[0], 1, 1e-12);
    projected_end(&p);
}

static void a_curve_with_one_radius_left_makes_its_axis_longer(void **state)
{
    (void)state;
    // A duocylinder: a cylinder around Z.
    Projected p = project(
        NODES4("'physics': {'collider': {'shape': 0}}") ", 'shapes': [{'curves': [{'radii': [2, 2, "
                                                        "0, 0]}, {'radii': [0, 0, 3, "
                                                        "3]}]}]}");
    const TumShape *shape = &p.scene->shapes[p.scene->colliders[0].shape];
    assert_int_equal(shape->kind, TUM_SHAPE_CYLINDER);
    assert_near(shape->height, 6, 1e-12);
    assert_near(shape->radius_top, 2, 1e-12);
    projected_end(&p);
}

static void a_basis_keeps_its_first_rows_and_columns(void **state)
{
    (void)state;
    Projected p = project(NODES4("'basis': [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2]") "}");
    const double *m = p.scene->nodes[1].world;
    assert_near(m[1], 2, 1e-12);
    assert_near(m[4], -2, 1e-12);
    assert_near(m[10], 2, 1e-12);
    projected_end(&p);
}

// One tetrahedron, (0,0,0,0) (1,0,0,0) (0,1,0,0) (0,0,1,5): 64 bytes of floats, then 0 1 2 3.
static void a_tetrahedron_becomes_its_four_triangles(void **state)
{
    (void)state;
    Projected p = project(NODES4(
        "'physics': {'collider': {'shape': 0}}") ", 'shapes': [{'type': 'concave', 'mesh': 0}], "
                                                 "'meshes': [{'name': 'T', 'vertices': 0, "
                                                 "'surfaces': [{'simplexes': 1}]}], 'accessors': "
                                                 "[{'bufferView': 0, 'componentType': "
                                                 "'float32', 'vectorSize': 4}, {'bufferView': 1, "
                                                 "'componentType': 'uint8', 'vectorSize': "
                                                 "4}], 'bufferViews': [{'buffer': 0, 'byteOffset': "
                                                 "0, 'byteLength': 64}, {'buffer': 0, "
                                                 "'byteOffset': 64, 'byteLength': 4}], 'buffers': "
                                                 "[{'byteLength': 68, 'uri': "
                                                 "'data:application/"
                                                 "octet-stream;base64,"
                                                 "AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAA"
                                                 "ACA"
                                                 "PwAAAAAAAAAAAAAAAAAAAAAAAIA/AACgQAABAgM='}]}");
    assert_true(report_has(p.changes, "A-PROJECT", "/meshes/0"));
    const TumShape *shape = &p.scene->shapes[p.scene->colliders[0].shape];
    assert_int_equal(shape->kind, TUM_SHAPE_MESH);
    assert_int_equal(p.scene->meshes[shape->mesh].cell_count, 4);
    assert_int_equal(p.scene->meshes[shape->mesh].point_count, 4);
    projected_end(&p);
}

static void no_failing_allocation_does_harm(void **state)
{
    (void)state;
    static const char text[] = "{\"asset\": {\"dimension\": 4}, \"nodes\": [{}, {\"position\": "
                               "[1, 2, 3, 4], \"physics\": {\"collider\": {\"shape\": 0}}}], "
                               "\"shapes\": [{\"size\": [1, 2, 3, 4]}]}";
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t limit = 0; status != TUM_OK; ++limit) {
        Counting counting;
        const TumDocumentOptions options = {.allocator = counting_allocator(&counting)};
        TumDocument *document = NULL, *projected = NULL;
        assert_int_equal(tum_document_read(text, sizeof text - 1, &options, &document, NULL),
                         TUM_OK);
        counting.fail_after = limit;
        status = tum_document_project(document, &projected, NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        tum_document_destroy(projected);
        tum_document_destroy(document);
        assert_int_equal(counting.blocks, 0);
    }
}

static void two_dimensions_are_refused(void **state)
{
    (void)state;
    Reading reading = read_document("{'asset': {'dimension': 2}, 'nodes': [{}]}");
    TumReport *report = tum_report_create(NULL);
    TumDocument *projected = NULL;
    assert_int_equal(tum_document_project(reading.document, &projected, report),
                     TUM_ERROR_UNSUPPORTED);
    assert_null(projected);
    assert_true(report_has(report, "UNSUPPORTED_DIMENSION", ""));
    tum_report_destroy(report);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tesseract_is_its_first_three_edges),
        cmocka_unit_test(what_lies_in_space_is_kept_without_a_word),
        cmocka_unit_test(planes_of_the_first_three_axes_are_kept),
        cmocka_unit_test(a_rotation_toward_w_becomes_the_nearest_one_or_none),
        cmocka_unit_test(a_curve_with_one_radius_left_makes_its_axis_longer),
        cmocka_unit_test(a_basis_keeps_its_first_rows_and_columns),
        cmocka_unit_test(a_tetrahedron_becomes_its_four_triangles),
        cmocka_unit_test(no_failing_allocation_does_harm),
        cmocka_unit_test(two_dimensions_are_refused),
    };
    return cmocka_run_group_tests_name("project_g4mf", tests, NULL, NULL);
}
