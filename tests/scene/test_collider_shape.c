// SPDX-License-Identifier: MIT
// Colliders under node transforms: docs/dialects.md#shapes, case by case.
#include "tests/scene/kit.h"

static const DVec3 Y = {0, 1, 0};

// A point of the collider's shape in the frame of its owner.
static DVec3 place(const TumCollider *collider, DVec3 p)
{
    const DPose3 pose = {{collider->position[0], collider->position[1], collider->position[2]},
                         {collider->rotation.q[0], collider->rotation.q[1], collider->rotation.q[2],
                          collider->rotation.q[3]}};
    return dpose3_transform(pose, p);
}

static void assert_point(DVec3 p, double x, double y, double z)
{
    const double actual[3] = {p.x, p.y, p.z};
    assert_vector(actual, x, y, z);
}

// KHR-58, KHR-SHAPE-20, OMI-SHAPE-15, OMI-SHAPE-16.
static void scale_stands_beside_the_shape(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t body = kit_node_at(&kit, -1, 1, 0, 0);
    kit_turn(&kit, body, 0, 1, 0, PI / 2);
    const int32_t node = kit_node_at(&kit, body, 0, 0, 5);
    kit_turn(&kit, node, 0, 0, 1, PI / 2);
    kit_scale(&kit, node, 2, 3, 4);
    kit_motion(&kit, body);
    kit_sphere(&kit, node, 0.5);
    const TumScene *scene = kit_finish(&kit);
    const TumCollider *collider = &scene->colliders[0];
    assert_true(collider->enabled);
    assert_vector(collider->position, 0, 0, 5); // in the body frame
    assert_axes(&collider->rotation, Y, (DVec3){-1, 0, 0});
    assert_vector(collider->scale, 2, 3, 4);
    assert_int_equal(scene->shapes[collider->shape].kind, TUM_SHAPE_SPHERE);
    kit_end(&kit);
}

static void nearly_even_factors_become_even(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1), other = kit_node(&kit, -1);
    kit_scale(&kit, node, 2.0, 2.0000002, 1.9999998);
    kit_scale(&kit, other, 1.0000002, 3.0, 0.9999999);
    kit_sphere(&kit, node, 0.5);
    kit_sphere(&kit, other, 0.5);
    const TumScene *scene = kit_finish(&kit);
    const double *scale = scene->colliders[0].scale;
    assert_near(scale[0], 2.0, 1e-7);
    assert_true(scale[0] == scale[1] && scale[1] == scale[2]);
    assert_true(scene->colliders[1].scale[0] == 1.0 && scene->colliders[1].scale[2] == 1.0);
    kit_end(&kit);
}

// KHR-60.
static void a_negative_factor_of_the_node_keeps_its_axes(void **state)
{
    (void)state;
    // Section 5.3: a tapered capsule under scale (1, -2, 1) keeps its top at the node's +Y before
    // scaling, here the world's -X.
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_turn(&kit, node, 0, 0, 1, PI / 2);
    kit_scale(&kit, node, 1, -2, 1);
    kit_collider(
        &kit, node,
        (TumShape){
            .kind = TUM_SHAPE_CAPSULE, .height = 1, .radius_bottom = 0.5, .radius_top = 0.25});
    const TumScene *scene = kit_finish(&kit);
    assert_axes(&scene->colliders[0].rotation, Y, (DVec3){-1, 0, 0});
    assert_vector(scene->colliders[0].scale, 1, 2, 1);
    kit_end(&kit);
}

static void an_ancestor_that_mirrors_turns_the_z_axis_round(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t parent = kit_node(&kit, -1);
    kit_scale(&kit, parent, 1, -1, 1);
    const int32_t node = kit_node(&kit, parent);
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    // L = diag(1, -1, 1): X stays, Y points down, and Z = X x Y = -Z.
    assert_axes(&scene->colliders[0].rotation, (DVec3){1, 0, 0}, (DVec3){0, -1, 0});
    assert_vector(scene->colliders[0].scale, 1, 1, 1);
    assert_true(report_has(kit.report, "PHYSICS_SCALE_NEGATIVE", "/collider"));
    kit_end(&kit);
}

// KHR-59.
static void scale_zero_disables_as_asked_and_flat_scale_with_a_warning(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t zero = kit_node(&kit, -1), flat = kit_node(&kit, -1);
    kit_scale(&kit, zero, 0, 0, 0);
    kit_scale(&kit, flat, 1, 0, 1);
    kit_box(&kit, zero, 1, 1, 1)->pointer = "/zero";
    kit_box(&kit, flat, 1, 1, 1)->pointer = "/flat";
    const TumScene *scene = kit_finish(&kit);
    assert_false(scene->colliders[0].enabled);
    assert_false(scene->colliders[1].enabled);
    // Zero on every axis is the documented way to switch a collider off: worth knowing, not wrong.
    assert_int_equal(tum_report_count_of(kit.report, TUM_SEVERITY_INFO), 1);
    assert_true(report_has(kit.report, "PHYSICS_SCALE_ZERO", "/zero"));
    assert_true(report_has(kit.report, "PHYSICS_SCALE_ZERO", "/flat"));
    kit_end(&kit);
}

static void a_long_thin_wall_is_not_flat(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, 1000, 0.001, 0.001);
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_true(scene->colliders[0].enabled);
    kit_end(&kit);
}

static int32_t add_tetrahedron(Kit *kit, TumShapeKind kind)
{
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t cells[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const int32_t mesh = tum_scene_builder_mesh(kit->builder, points, 4, cells, 4);
    const TumShape shape = {.kind = kind, .mesh = mesh, .pointer = "/shape"};
    return tum_scene_builder_shape(kit->builder, &shape);
}

static ColliderDef *collide(Kit *kit, int32_t node, int32_t shape)
{
    ColliderDef *collider = kit_box(kit, node, 1, 1, 1);
    collider->shape = shape;
    return collider;
}

static void meshes_without_scale_are_used_as_they_are(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node_at(&kit, -1, 1, 2, 3);
    kit_turn(&kit, node, 0.6, 0.8, 0, 0.7);
    const int32_t shape = add_tetrahedron(&kit, TUM_SHAPE_MESH);
    collide(&kit, node, shape);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->colliders[0].shape, shape);
    assert_int_equal(scene->mesh_count, 1);
    assert_true(scene->meshes[0].is_closed);
    kit_end(&kit);
}

static void copies_of_a_mesh_at_one_scale_share_one_baked_mesh(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t shape = add_tetrahedron(&kit, TUM_SHAPE_CONVEX);
    for (int i = 0; i < 4; ++i) {
        const int32_t node = kit_node_at(&kit, -1, i, 0, 0);
        kit_turn(&kit, node, 0.6, 0, 0.8, 0.7 * i);
        kit_scale(&kit, node, 0.3, 2, i == 3 ? 5 : 4);
        collide(&kit, node, shape);
    }
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->mesh_count, 3); // authored, two scales
    assert_int_equal(scene->colliders[1].shape, scene->colliders[0].shape);
    assert_int_equal(scene->colliders[2].shape, scene->colliders[0].shape);
    assert_int_not_equal(scene->colliders[3].shape, scene->colliders[0].shape);
    const TumShape *baked = &scene->shapes[scene->colliders[0].shape];
    assert_int_equal(baked->kind, TUM_SHAPE_CONVEX);
    assert_vector(&scene->meshes[baked->mesh].points[3], 0.3, 0, 0);
    assert_vector(&scene->meshes[baked->mesh].points[9], 0, 0, 4);
    assert_vector(scene->colliders[0].scale, 1, 1, 1);
    kit_end(&kit);
}

static void a_mirrored_mesh_is_mirrored_and_still_turned_outward(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, -2, 1, 1);
    collide(&kit, node, add_tetrahedron(&kit, TUM_SHAPE_MESH));
    const TumScene *scene = kit_finish(&kit);
    const TumCollider *collider = &scene->colliders[0];
    const TumMesh *mesh = &scene->meshes[scene->shapes[collider->shape].mesh];
    assert_true(mesh->is_closed);
    // Every point where the node's transform takes it: X times -2.
    assert_point(place(collider, (DVec3){mesh->points[3], mesh->points[4], mesh->points[5]}), -2, 0,
                 0);
    assert_point(place(collider, (DVec3){mesh->points[9], mesh->points[10], mesh->points[11]}), 0,
                 0, 1);
    // Outward: the volume by signed tetrahedra is positive.
    double volume = 0;
    for (size_t t = 0; t < mesh->cell_count; ++t) {
        DVec3 c[3];
        for (size_t k = 0; k < 3; ++k) {
            const double *p = &mesh->points[3 * mesh->cells[3 * t + k]];
            c[k] = (DVec3){p[0], p[1], p[2]};
        }
        volume += dvec3_dot(c[0], dvec3_cross(c[1], c[2])) / 6.0;
    }
    assert_near(volume, 2.0 / 6.0, 1e-12);
    kit_end(&kit);
}

// Scale (2, 1, 1) over a turn of 45 degrees about Z.
static int32_t sheared_node(Kit *kit)
{
    const int32_t parent = kit_node(kit, -1);
    kit_scale(kit, parent, 2, 1, 1);
    const int32_t node = kit_node(kit, parent);
    kit_turn(kit, node, 0, 0, 1, PI / 4);
    return node;
}

static void a_sheared_hull_follows_exactly(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    collide(&kit, sheared_node(&kit), add_tetrahedron(&kit, TUM_SHAPE_CONVEX));
    const TumScene *scene = kit_finish(&kit);
    const TumCollider *collider = &scene->colliders[0];
    const TumMesh *mesh = &scene->meshes[scene->shapes[collider->shape].mesh];
    const double h = sqrt(0.5);
    // (1,0,0) turned is (h, h, 0), stretched (2h, h, 0); (0,1,0) becomes (-2h, h, 0).
    assert_point(place(collider, (DVec3){mesh->points[3], mesh->points[4], mesh->points[5]}), 2 * h,
                 h, 0);
    assert_point(place(collider, (DVec3){mesh->points[6], mesh->points[7], mesh->points[8]}),
                 -2 * h, h, 0);
    assert_true(report_has(kit.report, "PHYSICS_SCALE_SHEAR", "/collider"));
    kit_end(&kit);
}

// KHR-2.
static void a_sheared_sphere_becomes_a_hull_on_the_ellipsoid(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    kit_sphere(&kit, sheared_node(&kit), 1.0);
    const TumScene *scene = kit_finish(&kit);
    const TumCollider *collider = &scene->colliders[0];
    const TumShape *shape = &scene->shapes[collider->shape];
    assert_int_equal(shape->kind, TUM_SHAPE_CONVEX);
    const TumMesh *mesh = &scene->meshes[shape->mesh];
    assert_true(mesh->point_count > 100);
    double farthest = 0;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        // The sphere is the same turned: x/2, y, z on the unit sphere.
        const double *m = &mesh->points[3 * i];
        const DVec3 p = place(collider, (DVec3){m[0], m[1], m[2]});
        assert_near(p.x * p.x / 4 + p.y * p.y + p.z * p.z, 1.0, 1e-9);
        farthest = fmax(farthest, p.x);
    }
    assert_between(farthest, 1.98, 2.0 + 1e-9);
    kit_end(&kit);
}

static void a_sheared_box_becomes_its_eight_corners(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    kit_box(&kit, sheared_node(&kit), 2, 2, 2);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->meshes[scene->shapes[scene->colliders[0].shape].mesh].point_count, 8);
    kit_end(&kit);
}

static void a_sheared_plane_keeps_its_surface(void **state)
{
    (void)state;
    // The plane y = 0 of the node holds (1,1,0)h and Z; stretched, (2,1,0)h and Z: its normal is
    // (-1, 2, 0)/sqrt 5. No approximation, so no finding.
    Kit kit = kit_begin();
    kit_collider(&kit, sheared_node(&kit),
                 (TumShape){.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}});
    const TumScene *scene = kit_finish(&kit);
    const double s = 1.0 / sqrt(5.0);
    assert_axes(&scene->colliders[0].rotation, (DVec3){2 * s, s, 0}, (DVec3){-s, 2 * s, 0});
    assert_false(report_has(kit.report, "PHYSICS_SCALE_SHEAR", NULL));
    kit_end(&kit);
}

static void a_mirrored_plane_looks_where_its_node_does(void **state)
{
    (void)state;
    // Mirrored along X the node's +Y is still up; mirrored along Y it is down.
    Kit kit = kit_begin();
    for (int i = 0; i < 2; ++i) {
        const int32_t parent = kit_node(&kit, -1);
        kit_scale(&kit, parent, i == 0 ? -1 : 1, i == 1 ? -1 : 1, 1);
        kit_collider(&kit, kit_node(&kit, parent),
                     (TumShape){.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}});
    }
    const TumScene *scene = kit_finish(&kit);
    assert_axes(&scene->colliders[0].rotation, (DVec3){-1, 0, 0}, Y);
    assert_axes(&scene->colliders[1].rotation, (DVec3){1, 0, 0}, (DVec3){0, -1, 0});
    kit_end(&kit);
}

static void a_plane_scales_its_sizes(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, 2, 3, 4);
    kit_collider(&kit, node, (TumShape){.kind = TUM_SHAPE_PLANE, .size = {1, 0, 1}});
    const TumScene *scene = kit_finish(&kit);
    assert_axes(&scene->colliders[0].rotation, (DVec3){1, 0, 0}, Y);
    assert_vector(scene->colliders[0].scale, 2, 3, 4);
    kit_end(&kit);
}

static void a_mesh_without_area_is_no_collider(void **state)
{
    (void)state;
    static const double points[] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    static const uint32_t cells[] = {0, 1, 2, 0, 0, 1, 0, 1, 9};
    Kit kit = kit_begin();
    const int32_t mesh = tum_scene_builder_mesh(kit.builder, points, 3, cells, 3);
    const TumShape shape = {.kind = TUM_SHAPE_MESH, .mesh = mesh, .pointer = "/shape"};
    collide(&kit, kit_node(&kit, -1), tum_scene_builder_shape(kit.builder, &shape));
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->collider_count, 0);
    assert_true(report_has(kit.report, "PHYSICS_MESH_EMPTY", "/shape"));
    kit_end(&kit);
}

static void a_flat_hull_is_kept(void **state)
{
    (void)state;
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    Kit kit = kit_begin();
    const int32_t mesh = tum_scene_builder_mesh(kit.builder, points, 3, NULL, 0);
    const TumShape shape = {.kind = TUM_SHAPE_CONVEX, .mesh = mesh, .pointer = "/shape"};
    collide(&kit, kit_node(&kit, -1), tum_scene_builder_shape(kit.builder, &shape));
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->collider_count, 1);
    kit_end(&kit);
}

// Findings after placing a round shape under a scale.
static bool is_said_to_be_uneven(TumShapeKind kind, double x, double y, double z)
{
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, x, y, z);
    kit_collider(&kit, node,
                 (TumShape){.kind = kind,
                            .radius = 1,
                            .height = 1,
                            .radius_bottom = 1,
                            .radius_top = 1,
                            .size = {1, 1, 1},
                            .pointer = "/shape"})
        ->pointer = "/collider";
    kit_finish(&kit);
    const bool is_said = report_has(kit.report, "PHYSICS_SCALE_NONUNIFORM", "/collider");
    kit_end(&kit);
    return is_said;
}

// OMI-SHAPE-16.
static void uneven_scale_is_told_of_where_a_round_shape_stops_being_one(void **state)
{
    (void)state;
    assert_true(is_said_to_be_uneven(TUM_SHAPE_SPHERE, 1, 2, 1));
    assert_true(is_said_to_be_uneven(TUM_SHAPE_CAPSULE, 1, 2, 1));
    assert_true(is_said_to_be_uneven(TUM_SHAPE_CYLINDER, 1, 1, 2));
    assert_false(is_said_to_be_uneven(TUM_SHAPE_CYLINDER, 1, 2, 1)); // only longer
    assert_false(is_said_to_be_uneven(TUM_SHAPE_SPHERE, 2, 2, 2));
    assert_false(is_said_to_be_uneven(TUM_SHAPE_BOX, 1, 2, 3));
}

static void shear_of_a_matrix_is_not_told_again_of_what_lies_below(void **state)
{
    (void)state;
    const double shear[16] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1), child = kit_node(&kit, node);
    kit.nodes[node].has_matrix = true;
    memcpy(kit.locals[node].matrix, shear, sizeof shear);
    kit_box(&kit, child, 1, 1, 1);
    kit_finish(&kit);
    assert_false(report_has(kit.report, "PHYSICS_SCALE_SHEAR", NULL));
    kit_end(&kit);
}

static void a_matrix_mirrors_like_an_ancestor(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    const double mirror[16] = {1, 0, 0, 0, 0, -2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    kit.nodes[node].has_matrix = true;
    memcpy(kit.locals[node].matrix, mirror, sizeof mirror);
    kit_scale(&kit, node, -1, 2, 1); // as a decomposition might have it
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_axes(&scene->colliders[0].rotation, (DVec3){1, 0, 0}, (DVec3){0, -1, 0});
    assert_vector(scene->colliders[0].scale, 1, 2, 1);
    kit_end(&kit);
}

static void sizes_that_are_no_lengths_count_as_zero(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    kit_collider(&kit, kit_node(&kit, -1),
                 (TumShape){.kind = TUM_SHAPE_BOX, .size = {-1, NAN, 2}, .pointer = "/shape"});
    const TumScene *scene = kit_finish(&kit);
    assert_vector(scene->shapes[0].size, 0, 0, 2);
    kit_end(&kit);
}

static void baking_without_end_is_refused(void **state)
{
    (void)state;
    // Nine scales of a mesh of a million points: more than eight million are not baked.
    enum { POINTS = 1000000 };
    double *points = calloc(POINTS, 3 * sizeof *points);
    assert_non_null(points);
    for (size_t i = 0; i < POINTS; ++i) {
        points[3 * i] = (double)i;
        points[3 * i + 1] = (double)(i % 2);
    }
    static const uint32_t cells[] = {0, 1, 2};
    Kit kit = kit_begin();
    const int32_t mesh = tum_scene_builder_mesh(kit.builder, points, POINTS, cells, 1);
    const TumShape shape = {.kind = TUM_SHAPE_MESH, .mesh = mesh};
    const int32_t index = tum_scene_builder_shape(kit.builder, &shape);
    for (int i = 0; i < 9; ++i) {
        const int32_t node = kit_node(&kit, -1);
        kit_scale(&kit, node, 2 + i, 1, 1);
        collide(&kit, node, index);
    }
    kit_say(&kit, kit.builder);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_ERROR_CAPACITY);
    assert_null(kit.scene);
    kit_end(&kit);
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scale_stands_beside_the_shape),
        cmocka_unit_test(nearly_even_factors_become_even),
        cmocka_unit_test(a_negative_factor_of_the_node_keeps_its_axes),
        cmocka_unit_test(an_ancestor_that_mirrors_turns_the_z_axis_round),
        cmocka_unit_test(scale_zero_disables_as_asked_and_flat_scale_with_a_warning),
        cmocka_unit_test(a_long_thin_wall_is_not_flat),
        cmocka_unit_test(meshes_without_scale_are_used_as_they_are),
        cmocka_unit_test(copies_of_a_mesh_at_one_scale_share_one_baked_mesh),
        cmocka_unit_test(a_mirrored_mesh_is_mirrored_and_still_turned_outward),
        cmocka_unit_test(a_sheared_hull_follows_exactly),
        cmocka_unit_test(a_sheared_sphere_becomes_a_hull_on_the_ellipsoid),
        cmocka_unit_test(a_sheared_box_becomes_its_eight_corners),
        cmocka_unit_test(a_sheared_plane_keeps_its_surface),
        cmocka_unit_test(a_mirrored_plane_looks_where_its_node_does),
        cmocka_unit_test(a_plane_scales_its_sizes),
        cmocka_unit_test(a_mesh_without_area_is_no_collider),
        cmocka_unit_test(a_flat_hull_is_kept),
        cmocka_unit_test(uneven_scale_is_told_of_where_a_round_shape_stops_being_one),
        cmocka_unit_test(shear_of_a_matrix_is_not_told_again_of_what_lies_below),
        cmocka_unit_test(a_matrix_mirrors_like_an_ancestor),
        cmocka_unit_test(sizes_that_are_no_lengths_count_as_zero),
        cmocka_unit_test(baking_without_end_is_refused),
    };
    return cmocka_run_group_tests_name("collider shapes", tests, NULL, NULL);
}
