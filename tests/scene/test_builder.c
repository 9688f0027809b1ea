// SPDX-License-Identifier: MIT
// Scenes made by programs: what follows from what is added, and what is wrong with it.
#include "tumble/scene_builder.h"

#include "tests/support/support.h"

typedef struct Made {
    TumReport *report;
    TumSceneBuilder *builder;
    TumScene *scene;
} Made;

static Made begin(int dimension)
{
    Made made = {.report = tum_report_create(NULL)};
    made.builder = tum_scene_builder_create(NULL, dimension, 0.0, "made", made.report);
    assert_non_null(made.builder);
    return made;
}

static const TumScene *finish(Made *made)
{
    assert_int_equal(tum_scene_builder_finish(made->builder, &made->scene), TUM_OK);
    return made->scene;
}

static void end(Made *made)
{
    tum_scene_destroy(made->scene);
    tum_scene_builder_destroy(made->builder);
    tum_report_destroy(made->report);
}

static int32_t add_node(Made *made, int32_t parent, double x, double y, double z)
{
    TumNodeDef node = tum_default_node_def();
    const double position[4] = {x, y, z, 0};
    node.parent = parent;
    memcpy(node.position, position, sizeof position);
    return tum_scene_builder_add_node(made->builder, &node);
}

static int32_t add_shape(Made *made, TumShape shape)
{
    return tum_scene_builder_add_shape(made->builder, &shape);
}

static int32_t add_box(Made *made, double x, double y, double z)
{
    return add_shape(made, (TumShape){.kind = TUM_SHAPE_BOX, .size = {x, y, z, 1}});
}

static bool add_body(Made *made, int32_t node)
{
    TumBodyDef body = tum_default_body_def();
    body.node = node;
    return tum_scene_builder_add_body(made->builder, &body);
}

static bool add_collider(Made *made, int32_t node, int32_t shape)
{
    TumColliderDef collider = tum_default_collider_def();
    collider.node = node;
    collider.shape = shape;
    return tum_scene_builder_add_collider(made->builder, &collider);
}

static void assert_told(const Made *made, const char *code, const char *pointer)
{
    if (tum_report_count(made->report) != 1 || !report_has(made->report, code, pointer)) {
        for (size_t i = 0; i < tum_report_count(made->report); ++i) {
            const TumDiagnostic *found = tum_report_at(made->report, i);
            print_error("found %s at %s: %s\n", found->code, found->pointer, found->message);
        }
        print_error("not %s at %s alone\n", code, pointer);
        fail();
    }
    assert_int_equal(tum_report_at(made->report, 0)->severity, TUM_SEVERITY_ERROR);
    assert_string_equal(tum_report_at(made->report, 0)->file, "made");
}

// 1 m^3 of 1000 kg/m^3; m (a^2 + b^2) / 12 about each axis.
static void a_crate_weighs_what_its_shape_holds(void **state)
{
    (void)state;
    Made made = begin(3);
    const int32_t node = add_node(&made, -1, 0, 3, 0);
    assert_int_equal(node, 0);
    assert_true(add_body(&made, node));
    assert_true(add_collider(&made, node, add_box(&made, 1, 1, 1)));
    const TumScene *scene = finish(&made);
    assert_int_equal(tum_report_count(made.report), 0);
    assert_int_equal(scene->dimension, 3);
    assert_string_equal(scene->file, "made");
    assert_int_equal(scene->body_count, 1);
    assert_int_equal(scene->colliders[0].body, 0);
    assert_int_equal(scene->bodies[0].kind, TUM_BODY_DYNAMIC);
    assert_near(scene->bodies[0].mass, 1000.0, 1e-9);
    assert_near(scene->bodies[0].inertia[0], 1000.0 / 6.0, 1e-9);
    assert_near(scene->bodies[0].position[1], 3.0, 0.0);
    assert_string_equal(scene->bodies[0].pointer, "/builder/bodies/0");
    assert_string_equal(scene->colliders[0].pointer, "/builder/colliders/0");
    assert_false(scene->has_world_gravity);
    end(&made);
}

// 2 m^4 of 1000 kg/m^4. The moment of the plane XY of a box of edges a and b is m (a^2 + b^2) / 12.
static void a_crate_of_four_dimensions_too(void **state)
{
    (void)state;
    Made made = begin(4);
    TumNodeDef def = tum_default_node_def();
    const double turn[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}; // X to Y
    def.position[3] = 5.0;
    def.scale[3] = 2.0;
    def.rotation.m = turn;
    const int32_t node = tum_scene_builder_add_node(made.builder, &def);
    assert_true(add_body(&made, node));
    assert_true(add_collider(&made, node, add_box(&made, 1, 1, 1)));
    const TumScene *scene = finish(&made);
    assert_int_equal(tum_report_count(made.report), 0);
    assert_near(scene->bodies[0].mass, 2000.0, 1e-9);
    assert_near(scene->bodies[0].position[3], 5.0, 0.0);
    assert_near(scene->bodies[0].inertia[0], 2000.0 * (1 + 1) / 12.0, 1e-9);
    assert_near(scene->bodies[0].inertia[5], 2000.0 * (1 + 4) / 12.0, 1e-9);
    assert_near(scene->nodes4[0].world->basis[1], 1.0, 1e-12);
    assert_near(scene->nodes4[0].world->basis[15], 2.0, 1e-12);
    end(&made);
}

// A quarter about Z takes (1, 0, 0) of the child, twice as far by the scale, to (0, 2, 0).
static void nodes_stand_in_their_parents(void **state)
{
    (void)state;
    Made made = begin(3);
    TumNodeDef def = tum_default_node_def();
    def.name = "parent";
    def.position[2] = 7.0;
    def.rotation.q[2] = def.rotation.q[3] = 10.0; // Any length will do.
    def.scale[0] = 2.0;
    const int32_t parent = tum_scene_builder_add_node(made.builder, &def);
    const int32_t child = add_node(&made, parent, 1, 0, 0);
    const TumScene *scene = finish(&made);
    const double *world = scene->nodes[child].world;
    assert_int_equal(scene->nodes[child].parent, parent);
    assert_true(scene->nodes[child].in_scene);
    assert_string_equal(scene->nodes[parent].name, "parent");
    assert_near(world[12], 0.0, 1e-12);
    assert_near(world[13], 2.0, 1e-12);
    assert_near(world[14], 7.0, 1e-12);
    end(&made);
}

static void what_is_given_of_a_body_is_kept(void **state)
{
    (void)state;
    Made made = begin(3);
    TumBodyDef body = tum_default_body_def();
    const int32_t node = add_node(&made, -1, 0, 0, 0);
    body.node = node;
    body.kind = TUM_BODY_KINEMATIC;
    body.mass = 5.0;
    body.center_of_mass[0] = 0.25;
    body.center_of_mass[1] = body.center_of_mass[2] = 0.0;
    body.inertia[0] = 1.0;
    body.inertia[1] = INFINITY;
    body.inertia[2] = 2.0;
    body.linear_velocity[0] = 3.0;
    body.angular_velocity[1] = 4.0;
    body.gravity_factor = 0.5;
    body.pointer = "/robot/arm";
    assert_true(tum_scene_builder_add_body(made.builder, &body));
    const double gravity[4] = {0, 0, -1.62, 9};
    assert_true(tum_scene_builder_set_gravity(made.builder, gravity));
    const TumBody *built = &finish(&made)->bodies[0];
    assert_int_equal(built->kind, TUM_BODY_KINEMATIC);
    assert_near(built->mass, 5.0, 0.0);
    assert_near(built->center_of_mass[0], 0.25, 0.0);
    assert_near(built->inertia[0], 1.0, 0.0);
    assert_true(isinf(built->inertia[1]));
    assert_near(built->linear_velocity[0], 3.0, 0.0);
    assert_near(built->angular_velocity[1], 4.0, 0.0);
    assert_near(built->gravity_factor, 0.5, 0.0);
    assert_string_equal(built->pointer, "/robot/arm");
    assert_true(made.scene->has_world_gravity);
    assert_near(made.scene->world_gravity[2], -1.62, 0.0);
    assert_near(made.scene->world_gravity[3], 0.0, 0.0);
    end(&made);
}

static void meshes_and_curves_make_shapes(void **state)
{
    (void)state;
    Made made = begin(3);
    const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t cells[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const TumCurve curves[2] = {{{0.5, 0.5, 0.5, 0}, 2}, {{0.5, 0, 0.5, 0}, 2}};
    const int32_t mesh = tum_scene_builder_add_mesh(made.builder, points, 4, cells, 4);
    const int32_t cloud = tum_scene_builder_add_mesh(made.builder, points, 4, NULL, 0);
    const int32_t first = tum_scene_builder_add_curves(made.builder, curves, 2);
    const int32_t shapes[3] = {
        add_shape(&made, (TumShape){.kind = TUM_SHAPE_MESH, .mesh = mesh}),
        add_shape(&made, (TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = cloud}),
        add_shape(&made, (TumShape){.kind = TUM_SHAPE_GENERAL,
                                    .size = {0, 1, 0},
                                    .curve_first = first + 1,
                                    .curve_count = 1})};
    for (int i = 0; i < 3; ++i) {
        assert_true(add_collider(&made, add_node(&made, -1, 3.0 * i, 0, 0), shapes[i]));
    }
    const TumScene *scene = finish(&made);
    assert_int_equal(tum_report_count_of(made.report, TUM_SEVERITY_ERROR), 0);
    assert_true(scene->meshes[mesh].is_closed);
    assert_int_equal(scene->meshes[cloud].point_count, 4);
    assert_int_equal(scene->collider_count, 3);
    assert_int_equal(scene->shapes[shapes[2]].curve_first, first + 1);
    assert_near(scene->curves[first + 1].radii[1], 0.0, 0.0);
    end(&made);
}

// A locked joint between a body and one below it on the axis: frames stand where the nodes do.
static void joints_stand_at_their_nodes(void **state)
{
    (void)state;
    Made made = begin(3);
    const int32_t a = add_node(&made, -1, 0, 1, 0), b = add_node(&made, -1, 0, 4, 0);
    const int32_t at_b = add_node(&made, b, 0, -3, 0);
    const TumLimit limit = {.space = TUM_SPACE_LINEAR, .axes = 7, .stiffness = INFINITY};
    const TumDrive drive = {.space = TUM_SPACE_ANGULAR, .axis = 2, .max_force = 20, .damping = 1};
    TumJointDef joint = tum_default_joint_def();
    assert_true(add_body(&made, a));
    assert_true(add_body(&made, b));
    joint.node_a = a;
    joint.node_b = at_b;
    joint.limits = &limit;
    joint.limit_count = 1;
    joint.drives = &drive;
    joint.drive_count = 1;
    assert_true(tum_scene_builder_add_joint(made.builder, &joint));
    joint.node_b = -1;
    assert_true(tum_scene_builder_add_joint(made.builder, &joint));
    const TumScene *scene = finish(&made);
    assert_int_equal(scene->joint_count, 2);
    assert_int_equal(scene->joints[0].body_b, 1);
    assert_near(scene->joints[0].position_b[1], -3.0, 1e-12);
    assert_near(scene->drives[scene->joints[0].drive_first].max_force, 20.0, 0.0);
    assert_int_equal(scene->joints[1].body_b, -1);
    assert_near(scene->joints[1].position_b[1], 1.0, 1e-12);
    end(&made);
}

static void triggers_gravity_filters_and_tracks_are_there(void **state)
{
    (void)state;
    Made made = begin(3);
    const int32_t whole = add_node(&made, -1, 0, 0, 0), part = add_node(&made, whole, 1, 0, 0);
    const int32_t lift = add_node(&made, -1, 9, 0, 0), shape = add_box(&made, 1, 1, 1);
    const char *const names[] = {"ghosts"};
    TumFilterDef filter = tum_default_filter_def();
    filter.not_collide_with = names;
    filter.not_collide_with_count = 1;
    TumTriggerDef trigger = tum_default_trigger_def();
    trigger.node = whole;
    trigger.members = &part; // Its own trigger comes later.
    trigger.member_count = 1;
    assert_true(tum_scene_builder_add_trigger(made.builder, &trigger));
    trigger = tum_default_trigger_def();
    trigger.node = part;
    trigger.shape = shape;
    trigger.filter = tum_scene_builder_add_filter(made.builder, &filter);
    assert_true(tum_scene_builder_add_trigger(made.builder, &trigger));
    TumGravityVolumeDef volume = tum_default_gravity_volume_def();
    volume.node = part;
    volume.gravity = 3.0;
    assert_true(tum_scene_builder_add_gravity_volume(made.builder, &volume));
    const double times[2] = {0, 1}, values[6] = {9, 0, 0, 9, 2, 0};
    TumTrackDef track = tum_default_track_def();
    track.node = lift;
    track.times = times;
    track.values = values;
    track.key_count = 2;
    assert_true(tum_scene_builder_add_track(made.builder, &track));
    assert_true(add_collider(&made, lift, shape));
    const TumScene *scene = finish(&made);
    assert_int_equal(tum_report_count(made.report), 0);
    assert_int_equal(scene->trigger_count, 2);
    assert_int_equal(scene->trigger_parts[scene->triggers[0].part_first].node, part);
    assert_int_equal(scene->filters[0].not_collide_with_count, 1);
    assert_string_equal(scene->system_names[0], "ghosts");
    assert_int_equal(scene->gravity_volume_count, 1);
    assert_int_equal(scene->gravity_volumes[0].trigger, 1);
    assert_near(scene->gravity_volumes[0].direction[1], -1.0, 0.0);
    assert_int_equal(scene->track_count, 1);
    assert_true(scene->colliders[0].driven);
    end(&made);
}

static void inputs_are_copied(void **state)
{
    (void)state;
    Made made = begin(3);
    char name[] = "crate", pointer[] = "/crate";
    TumNodeDef node = tum_default_node_def();
    TumMaterial material = tum_default_material();
    double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t cells[3] = {0, 1, 2};
    node.name = name;
    material.pointer = pointer;
    (void)tum_scene_builder_add_node(made.builder, &node);
    (void)tum_scene_builder_add_material(made.builder, &material);
    (void)tum_scene_builder_add_mesh(made.builder, points, 3, cells, 1);
    memset(name, 'x', sizeof name - 1);
    memset(pointer, 'x', sizeof pointer - 1);
    memset(points, 0, sizeof points);
    memset(cells, 0, sizeof cells);
    const TumScene *scene = finish(&made);
    assert_string_equal(scene->nodes[0].name, "crate");
    assert_string_equal(scene->materials[0].pointer, "/crate");
    assert_near(scene->meshes[0].points[3], 1.0, 0.0);
    assert_int_equal(scene->meshes[0].cells[2], 2);
    end(&made);
}

// What is wrong.

static const TumShape wrong_shapes[] = {
    {.kind = TUM_SHAPE_SPHERE, .radius = 0.0},
    {.kind = TUM_SHAPE_SPHERE, .radius = -1.0},
    {.kind = TUM_SHAPE_SPHERE, .radius = NAN},
    {.kind = TUM_SHAPE_SPHERE, .radius = INFINITY},
    {.kind = TUM_SHAPE_BOX, .size = {1, 0, 1}},
    {.kind = TUM_SHAPE_CAPSULE, .height = -1.0, .radius_top = 1.0},
    {.kind = TUM_SHAPE_CAPSULE, .height = 1.0},
    {.kind = TUM_SHAPE_CYLINDER, .height = 0.0, .radius_top = 1.0},
    {.kind = TUM_SHAPE_CYLINDER, .height = 1.0, .radius_top = 1.0, .radius_bottom = -0.1},
    {.kind = TUM_SHAPE_PLANE, .size = {1, 0, 0}},
    {.kind = TUM_SHAPE_CONVEX, .mesh = 0},
    {.kind = TUM_SHAPE_MESH, .mesh = -1},
    {.kind = TUM_SHAPE_GENERAL, .size = {1, 1, 1}, .curve_first = 0, .curve_count = 1},
    {.kind = TUM_SHAPE_GENERAL, .size = {1, 0, 1}},
    {.kind = TUM_SHAPE_RAY, .height = 0.0},
    {.kind = (TumShapeKind)77},
};
static const struct {
    const char *code, *member;
} wrong_places[] = {
    {"VALUE_NOT_IN_RANGE", "radius"},        {"VALUE_NOT_IN_RANGE", "radius"},
    {"VALUE_NOT_IN_RANGE", "radius"},        {"VALUE_NOT_IN_RANGE", "radius"},
    {"VALUE_NOT_IN_RANGE", "size/1"},        {"VALUE_NOT_IN_RANGE", "height"},
    {"VALUE_NOT_IN_RANGE", "radius_bottom"}, {"VALUE_NOT_IN_RANGE", "height"},
    {"VALUE_NOT_IN_RANGE", "radius_bottom"}, {"VALUE_NOT_IN_RANGE", "size/2"},
    {"UNRESOLVED_REFERENCE", "mesh"},        {"UNRESOLVED_REFERENCE", "mesh"},
    {"UNRESOLVED_REFERENCE", "curve_first"}, {"VALUE_NOT_IN_RANGE", "size/1"},
    {"VALUE_NOT_IN_RANGE", "height"},        {"VALUE_NOT_IN_LIST", "kind"},
};

static void a_shape_that_is_none_is_told_and_left_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong_shapes / sizeof *wrong_shapes; ++i) {
        char pointer[64];
        Made made = begin(3);
        assert_int_equal(add_shape(&made, wrong_shapes[i]), -1);
        snprintf(pointer, sizeof pointer, "/builder/shapes/0/%s", wrong_places[i].member);
        assert_told(&made, wrong_places[i].code, pointer);
        // One finding: what uses it goes without a word.
        assert_false(add_collider(&made, add_node(&made, -1, 0, 0, 0), -1));
        assert_int_equal(tum_report_count(made.report), 1);
        assert_int_equal(finish(&made)->collider_count, 0);
        end(&made);
    }
}

typedef void Spoil(TumBodyDef *def);

static void spoil_node(TumBodyDef *def)
{
    def->node = 1;
}

static void spoil_unset(TumBodyDef *def)
{
    def->node = -1;
}

static void spoil_kind(TumBodyDef *def)
{
    def->kind = (TumBodyKind)3;
}

static void spoil_mass(TumBodyDef *def)
{
    def->mass = 0.0;
}

static void spoil_center(TumBodyDef *def)
{
    def->center_of_mass[0] = 1.0; // The others are none.
}

static void spoil_inertia(TumBodyDef *def)
{
    def->inertia[1] = -1.0;
}

static void spoil_speed(TumBodyDef *def)
{
    def->linear_velocity[2] = INFINITY;
}

static void spoil_spin(TumBodyDef *def)
{
    def->angular_velocity[0] = NAN;
}

static void spoil_factor(TumBodyDef *def)
{
    def->gravity_factor = NAN;
}

static void a_body_that_is_none_is_told_and_left_out(void **state)
{
    (void)state;
    static const struct {
        Spoil *spoil;
        const char *code, *pointer;
    } cases[] = {
        {spoil_node, "UNRESOLVED_REFERENCE", "/builder/bodies/0/node"},
        {spoil_unset, "UNRESOLVED_REFERENCE", "/builder/bodies/0/node"},
        {spoil_kind, "VALUE_NOT_IN_LIST", "/builder/bodies/0/kind"},
        {spoil_mass, "VALUE_NOT_IN_RANGE", "/builder/bodies/0/mass"},
        {spoil_center, "VALUE_NOT_IN_RANGE", "/builder/bodies/0/center_of_mass/1"},
        {spoil_inertia, "VALUE_NOT_IN_RANGE", "/builder/bodies/0/inertia/1"},
        {spoil_speed, "VALUE_NOT_IN_RANGE", "/builder/bodies/0/linear_velocity/2"},
        {spoil_spin, "VALUE_NOT_IN_RANGE", "/builder/bodies/0/angular_velocity/0"},
        {spoil_factor, "VALUE_NOT_IN_RANGE", "/builder/bodies/0/gravity_factor"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Made made = begin(3);
        TumBodyDef body = tum_default_body_def();
        body.node = add_node(&made, -1, 0, 0, 0);
        cases[i].spoil(&body);
        assert_false(tum_scene_builder_add_body(made.builder, &body));
        assert_told(&made, cases[i].code, cases[i].pointer);
        assert_int_equal(finish(&made)->body_count, 0);
        end(&made);
    }
}

static void a_node_takes_one_body_and_one_collider(void **state)
{
    (void)state;
    Made made = begin(3);
    const int32_t node = add_node(&made, -1, 0, 0, 0), box = add_box(&made, 1, 1, 1);
    assert_true(add_body(&made, node));
    assert_true(add_collider(&made, node, box));
    assert_false(add_body(&made, node));
    assert_told(&made, "SCENE_NODE_TAKEN", "/builder/bodies/1/node");
    assert_false(add_collider(&made, node, box));
    assert_true(report_has(made.report, "SCENE_NODE_TAKEN", "/builder/colliders/1/node"));
    const TumScene *scene = finish(&made);
    assert_int_equal(scene->body_count, 1);
    assert_int_equal(scene->collider_count, 1);
    end(&made);
}

static void a_node_is_never_left_out(void **state)
{
    (void)state;
    Made made = begin(3);
    TumNodeDef def = tum_default_node_def();
    def.parent = 5;
    assert_int_equal(tum_scene_builder_add_node(made.builder, &def), 0);
    def = tum_default_node_def();
    def.position[0] = NAN;
    def.position[1] = 2.0;
    assert_int_equal(tum_scene_builder_add_node(made.builder, &def), 1);
    def = tum_default_node_def();
    memset(&def.rotation, 0, sizeof def.rotation);
    assert_int_equal(tum_scene_builder_add_node(made.builder, &def), 2);
    def = tum_default_node_def();
    def.scale[2] = INFINITY;
    assert_int_equal(tum_scene_builder_add_node(made.builder, &def), 3);
    assert_true(report_has(made.report, "UNRESOLVED_REFERENCE", "/builder/nodes/0/parent"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/nodes/1/position/0"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/nodes/2/rotation"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/nodes/3/scale/2"));
    const TumScene *scene = finish(&made);
    assert_int_equal(scene->node_count, 4);
    assert_int_equal(scene->nodes[0].parent, -1);
    for (size_t i = 0; i < 4; ++i) {
        assert_near(scene->nodes[i].world[13], 0.0, 0.0);
        assert_near(scene->nodes[i].world[0], 1.0, 0.0);
    }
    end(&made);
}

// A mirror and a shear are no rotations.
static void a_matrix_of_four_dimensions_has_to_turn(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        Made made = begin(4);
        TumNodeDef def = tum_default_node_def();
        double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        m[i == 0 ? 0 : i == 1 ? 4 : 15] = i == 0 ? -1.0 : i == 1 ? 0.1 : NAN;
        def.rotation.m = m;
        assert_int_equal(tum_scene_builder_add_node(made.builder, &def), 0);
        assert_told(&made, "VALUE_NOT_IN_RANGE", "/builder/nodes/0/rotation");
        end(&made);
    }
}

static void meshes_and_curves_that_are_none_are_told(void **state)
{
    (void)state;
    Made made = begin(3);
    const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1e19, 0};
    const double sound[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t cells[3] = {0, 1, 3};
    const TumCurve flat = {{0, 0, 0, 0}, 2}, power = {{1, 1, 0, 0}, 0};
    assert_int_equal(tum_scene_builder_add_mesh(made.builder, NULL, 0, NULL, 0), -1);
    assert_int_equal(tum_scene_builder_add_mesh(made.builder, points, 3, NULL, 0), -1);
    assert_int_equal(tum_scene_builder_add_mesh(made.builder, sound, 3, cells, 1), -1);
    assert_int_equal(tum_scene_builder_add_mesh(made.builder, sound, 3, cells, SIZE_MAX), -1);
    assert_int_equal(tum_scene_builder_add_curves(made.builder, &flat, 1), -1);
    assert_int_equal(tum_scene_builder_add_curves(made.builder, &power, 1), -1);
    assert_int_equal(tum_scene_builder_add_curves(made.builder, NULL, 0), -1);
    assert_true(report_has(made.report, "PHYSICS_MESH_EMPTY", "/builder/meshes/0"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/meshes/1/points"));
    assert_true(report_has(made.report, "UNRESOLVED_REFERENCE", "/builder/meshes/2/cells"));
    assert_true(report_has(made.report, "PHYSICS_MESH_EMPTY", "/builder/meshes/3"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/curves/0/0/radii"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/curves/1/0/exponent"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/curves/2"));
    end(&made);
}

static void surfaces_and_filters_that_are_none_are_told(void **state)
{
    (void)state;
    Made made = begin(3);
    const char *const names[] = {"a", NULL};
    TumMaterial material = tum_default_material();
    TumFilterDef filter = tum_default_filter_def();
    material.restitution = -0.5;
    material.pointer = NULL;
    assert_int_equal(tum_scene_builder_add_material(made.builder, &material), -1);
    material = tum_default_material();
    material.pointer = NULL;
    material.friction_combine = (TumCombine)9;
    assert_int_equal(tum_scene_builder_add_material(made.builder, &material), -1);
    filter.systems = names;
    filter.system_count = 2;
    assert_int_equal(tum_scene_builder_add_filter(made.builder, &filter), -1);
    filter.system_count = 1;
    filter.collide_with = filter.not_collide_with = names;
    filter.collide_with_count = filter.not_collide_with_count = 1;
    assert_int_equal(tum_scene_builder_add_filter(made.builder, &filter), -1);
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/materials/0/restitution"));
    assert_true(
        report_has(made.report, "VALUE_NOT_IN_LIST", "/builder/materials/1/friction_combine"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/filters/0/systems"));
    assert_true(report_has(made.report, "PHYSICS_FILTER_CONFLICT", "/builder/filters/1"));
    end(&made);
}

static void joints_that_are_none_are_told(void **state)
{
    (void)state;
    static const struct {
        TumLimit limit;
        const char *code, *pointer;
    } cases[] = {
        {{.axes = 0, .stiffness = INFINITY}, "PHYSICS_CONSTRAINT_NO_AXES", "limits/0/axes"},
        {{.axes = 8, .stiffness = INFINITY}, "PHYSICS_CONSTRAINT_NO_AXES", "limits/0/axes"},
        {{.axes = 1, .min = 1, .max = 0}, "PHYSICS_LIMIT_MIN_GREATER_MAX", "limits/0"},
        {{.axes = 1, .min = NAN}, "VALUE_NOT_IN_RANGE", "limits/0"},
        {{.axes = 1, .min = INFINITY, .max = INFINITY}, "VALUE_NOT_IN_RANGE", "limits/0"},
        {{.axes = 1, .stiffness = -1}, "VALUE_NOT_IN_RANGE", "limits/0/stiffness"},
        {{.axes = 1, .stiffness = NAN}, "VALUE_NOT_IN_RANGE", "limits/0/stiffness"},
        {{.axes = 1, .damping = INFINITY}, "VALUE_NOT_IN_RANGE", "limits/0/damping"},
        {{.axes = 1, .space = (TumSpace)5}, "VALUE_NOT_IN_LIST", "limits/0/space"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Made made = begin(3);
        char pointer[64];
        TumJointDef joint = tum_default_joint_def();
        joint.node_a = add_node(&made, -1, 0, 0, 0);
        joint.limits = &cases[i].limit;
        joint.limit_count = 1;
        assert_false(tum_scene_builder_add_joint(made.builder, &joint));
        snprintf(pointer, sizeof pointer, "/builder/joints/0/%s", cases[i].pointer);
        assert_told(&made, cases[i].code, pointer);
        end(&made);
    }
    Made made = begin(3);
    const TumDrive drive = {.axis = 3, .max_force = -1};
    TumJointDef joint = tum_default_joint_def();
    joint.node_a = joint.node_b = add_node(&made, -1, 0, 0, 0);
    assert_false(tum_scene_builder_add_joint(made.builder, &joint));
    assert_told(&made, "PHYSICS_JOINT_SELF", "/builder/joints/0/node_b");
    joint.node_b = -1;
    joint.drives = &drive;
    joint.drive_count = 1;
    assert_false(tum_scene_builder_add_joint(made.builder, &joint));
    assert_true(report_has(made.report, "VALUE_NOT_IN_LIST", "/builder/joints/1/drives/0/axis"));
    assert_true(
        report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/joints/1/drives/0/max_force"));
    end(&made);
}

// In 4D a limit or drive acts on one direction that the kind leaves and measures: X of a slider, XY
// of a hinge, XY and ZW of a duo hinge.
static void joints_of_4d_measure_what_their_kind_leaves(void **state)
{
    (void)state;
    for (int kind = TUM_JOINT4_PIN; kind <= TUM_JOINT4_SLIDER + 1; ++kind) {
        for (int at = 0; at < 10; ++at) {
            const bool is_angular = at >= 4;
            const int axis = is_angular ? at - 4 : at;
            const bool is_measured =
                (kind == TUM_JOINT4_SLIDER && at == 0) ||
                ((kind == TUM_JOINT4_HINGE || kind == TUM_JOINT4_DUO_HINGE) && at == 4) ||
                (kind == TUM_JOINT4_DUO_HINGE && at == 9);
            Made made = begin(4);
            const TumSpace space = is_angular ? TUM_SPACE_ANGULAR : TUM_SPACE_LINEAR;
            const TumLimit limit = {.space = space, .axes = 1u << axis, .max = 1};
            const TumDrive drive = {.space = space, .axis = axis, .max_force = 1};
            TumJointDef joint = tum_default_joint_def();
            joint.kind4 = (TumJointKind4)kind;
            joint.node_a = add_node(&made, -1, 0, 0, 0);
            joint.limits = &limit;
            joint.drives = &drive;
            joint.limit_count = 1;
            assert_int_equal(tum_scene_builder_add_joint(made.builder, &joint), is_measured);
            joint.limit_count = 0;
            joint.drive_count = 1;
            assert_int_equal(tum_scene_builder_add_joint(made.builder, &joint), is_measured);
            joint.drive_count = 0;
            assert_int_equal(tum_scene_builder_add_joint(made.builder, &joint),
                             kind <= TUM_JOINT4_SLIDER);
            assert_int_equal(report_has(made.report, "PHYSICS_CONSTRAINT_NO_AXES",
                                        "/builder/joints/0/limits/0/axes"),
                             !is_measured);
            end(&made);
        }
    }
}

static void triggers_gravity_and_tracks_that_are_none_are_told(void **state)
{
    (void)state;
    Made made = begin(3);
    const int32_t node = add_node(&made, -1, 0, 0, 0), far_away = 7;
    const double times[2] = {1, 1}, values[6] = {0}, down[4] = {0, -INFINITY, 0, 0};
    TumTriggerDef trigger = tum_default_trigger_def();
    trigger.node = node;
    assert_false(tum_scene_builder_add_trigger(made.builder, &trigger));
    trigger.members = &far_away;
    trigger.member_count = 1;
    assert_false(tum_scene_builder_add_trigger(made.builder, &trigger));
    TumGravityVolumeDef volume = tum_default_gravity_volume_def();
    volume.node = node;
    memset(volume.direction, 0, sizeof volume.direction);
    assert_false(tum_scene_builder_add_gravity_volume(made.builder, &volume));
    volume.kind = TUM_GRAVITY_LINE;
    assert_false(tum_scene_builder_add_gravity_volume(made.builder, &volume));
    TumTrackDef track = tum_default_track_def();
    track.node = node;
    assert_false(tum_scene_builder_add_track(made.builder, &track));
    track.times = times;
    track.values = values;
    track.key_count = 2;
    assert_false(tum_scene_builder_add_track(made.builder, &track));
    assert_false(tum_scene_builder_set_gravity(made.builder, down));
    assert_true(report_has(made.report, "UNRESOLVED_REFERENCE", "/builder/triggers/0/shape"));
    assert_true(report_has(made.report, "UNRESOLVED_REFERENCE", "/builder/triggers/1/members/0"));
    assert_true(report_has(made.report, "PHYSICS_GRAVITY_DIRECTION_ZERO",
                           "/builder/gravity_volumes/0/direction"));
    assert_true(report_has(made.report, "PHYSICS_GRAVITY_LINE_POINTS",
                           "/builder/gravity_volumes/1/points"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/tracks/0/key_count"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/tracks/1/times"));
    assert_true(report_has(made.report, "VALUE_NOT_IN_RANGE", "/builder/gravity/1"));
    const TumScene *scene = finish(&made);
    assert_int_equal(scene->trigger_count + scene->gravity_volume_count + scene->track_count, 0);
    assert_false(scene->has_world_gravity);
    end(&made);
}

static void four_dimensions_have_no_tracks_and_no_volumes_of_gravity(void **state)
{
    (void)state;
    Made made = begin(4);
    const double times[1] = {0}, values[3] = {0};
    TumTrackDef track = tum_default_track_def();
    TumGravityVolumeDef volume = tum_default_gravity_volume_def();
    track.node = volume.node = add_node(&made, -1, 0, 0, 0);
    track.times = times;
    track.values = values;
    track.key_count = 1;
    assert_false(tum_scene_builder_add_track(made.builder, &track));
    assert_false(tum_scene_builder_add_gravity_volume(made.builder, &volume));
    assert_true(report_has(made.report, "UNSUPPORTED_DIMENSION", "/builder/tracks/0"));
    assert_true(report_has(made.report, "UNSUPPORTED_DIMENSION", "/builder/gravity_volumes/0"));
    end(&made);
}

static void other_dimensions_have_nodes_alone(void **state)
{
    (void)state;
    Made nodes = begin(5);
    (void)add_node(&nodes, -1, 0, 0, 0);
    assert_int_equal(finish(&nodes)->node_count, 1);
    end(&nodes);
    Made made = begin(2);
    assert_int_equal(add_box(&made, 1, 1, 1), -1);
    assert_int_equal(tum_scene_builder_finish(made.builder, &made.scene), TUM_ERROR_UNSUPPORTED);
    assert_null(made.scene);
    end(&made);
}

static void definitions_of_another_layout_are_told_by_finishing(void **state)
{
    (void)state;
    Made made = begin(3);
    TumNodeDef node;
    tum_node_def_init(&node, sizeof node - 8);
    assert_int_equal(tum_scene_builder_add_node(made.builder, &node), -1);
    assert_int_equal(tum_scene_builder_finish(made.builder, &made.scene), TUM_ERROR_VERSION);
    assert_null(made.scene);
    end(&made);
    made = begin(3);
    const TumColliderDef unstamped = {.node = 0};
    assert_false(tum_scene_builder_add_collider(made.builder, &unstamped));
    assert_int_equal(tum_scene_builder_finish(made.builder, &made.scene), TUM_ERROR_ARGUMENT);
    end(&made);
}

static void no_report_is_needed(void **state)
{
    (void)state;
    TumScene *scene = NULL;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, NULL, NULL);
    const TumShape wrong = {.kind = TUM_SHAPE_SPHERE};
    assert_int_equal(tum_scene_builder_add_shape(builder, &wrong), -1);
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    assert_string_equal(scene->file, "");
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
}

static TumStatus build_with(const TumAllocator *allocator)
{
    TumSceneBuilder *builder = tum_scene_builder_create(allocator, 3, 0.0, "made", NULL);
    if (builder == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const TumCurve curve = {{1, 1, 1, 0}, 2};
    TumScene *scene = NULL;
    TumNodeDef node = tum_default_node_def();
    TumBodyDef body = tum_default_body_def();
    TumColliderDef collider = tum_default_collider_def();
    node.name = "hull";
    body.node = collider.node = tum_scene_builder_add_node(builder, &node);
    (void)tum_scene_builder_add_curves(builder, &curve, 1);
    const TumShape hull = {.kind = TUM_SHAPE_CONVEX,
                           .mesh = tum_scene_builder_add_mesh(builder, points, 4, NULL, 0)};
    collider.shape = tum_scene_builder_add_shape(builder, &hull);
    (void)tum_scene_builder_add_body(builder, &body);
    (void)tum_scene_builder_add_collider(builder, &collider);
    const TumStatus status = tum_scene_builder_finish(builder, &scene);
    assert_true((status == TUM_OK) == (scene != NULL));
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
    return status;
}

static void lack_of_memory_at_any_point_is_told_by_finishing(void **state)
{
    (void)state;
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t fail_after = 0; status != TUM_OK; ++fail_after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        status = build_with(&allocator);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        assert_int_equal(counting.bytes, 0);
        assert_true(fail_after < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crate_weighs_what_its_shape_holds),
        cmocka_unit_test(a_crate_of_four_dimensions_too),
        cmocka_unit_test(nodes_stand_in_their_parents),
        cmocka_unit_test(what_is_given_of_a_body_is_kept),
        cmocka_unit_test(meshes_and_curves_make_shapes),
        cmocka_unit_test(joints_stand_at_their_nodes),
        cmocka_unit_test(triggers_gravity_filters_and_tracks_are_there),
        cmocka_unit_test(inputs_are_copied),
        cmocka_unit_test(a_shape_that_is_none_is_told_and_left_out),
        cmocka_unit_test(a_body_that_is_none_is_told_and_left_out),
        cmocka_unit_test(a_node_takes_one_body_and_one_collider),
        cmocka_unit_test(a_node_is_never_left_out),
        cmocka_unit_test(a_matrix_of_four_dimensions_has_to_turn),
        cmocka_unit_test(meshes_and_curves_that_are_none_are_told),
        cmocka_unit_test(surfaces_and_filters_that_are_none_are_told),
        cmocka_unit_test(joints_that_are_none_are_told),
        cmocka_unit_test(joints_of_4d_measure_what_their_kind_leaves),
        cmocka_unit_test(triggers_gravity_and_tracks_that_are_none_are_told),
        cmocka_unit_test(four_dimensions_have_no_tracks_and_no_volumes_of_gravity),
        cmocka_unit_test(other_dimensions_have_nodes_alone),
        cmocka_unit_test(definitions_of_another_layout_are_told_by_finishing),
        cmocka_unit_test(no_report_is_needed),
        cmocka_unit_test(lack_of_memory_at_any_point_is_told_by_finishing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
