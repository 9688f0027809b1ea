// SPDX-License-Identifier: MIT
// Tracks: values between keys (glTF 2.0, appendix C), and what they find to change.
#include "scene/track.h"

#include "tests/scene/kit.h"

static const double pi = 3.14159265358979323846;

static TumTrack track_of(TumTrackTarget target, TumInterpolation interpolation, int32_t width,
                         size_t key_count, const double *times, const double *values)
{
    return (TumTrack){.target = target,
                      .interpolation = interpolation,
                      .width = width,
                      .key_count = key_count,
                      .times = (double *)(uintptr_t)times,
                      .values = (double *)(uintptr_t)values};
}

static double number_at(const TumTrack *track, double seconds)
{
    double value[4] = {0};
    tum_track_sample(track, seconds, value);
    return value[0];
}

static void steps_keep_the_value_of_the_key_before(void **state)
{
    (void)state;
    const double times[3] = {1, 2, 4}, values[3] = {10, 20, 30};
    const TumTrack track = track_of(TUM_TRACK_MASS, TUM_INTERPOLATION_STEP, 1, 3, times, values);
    assert_near(number_at(&track, 1.0), 10, 0);
    assert_near(number_at(&track, 1.999), 10, 0);
    assert_near(number_at(&track, 2.0), 20, 0);
    assert_near(number_at(&track, 3.999), 20, 0);
    assert_near(number_at(&track, 4.0), 30, 0);
}

static void beyond_the_keys_values_are_those_of_the_nearest(void **state)
{
    (void)state;
    const double times[2] = {1, 2}, values[2] = {10, 20};
    const double spline[6] = {7, 10, 7, 7, 20, 7}; // in-tangent, value, out-tangent
    const TumTrack line = track_of(TUM_TRACK_MASS, TUM_INTERPOLATION_LINEAR, 1, 2, times, values);
    const TumTrack curve =
        track_of(TUM_TRACK_MASS, TUM_INTERPOLATION_CUBIC_SPLINE, 1, 2, times, spline);
    const TumTrack *both[2] = {&line, &curve};
    for (int i = 0; i < 2; ++i) {
        assert_near(number_at(both[i], -5), 10, 0);
        assert_near(number_at(both[i], (double)NAN), 10, 0);
        assert_near(number_at(both[i], 2), 20, 0);
        assert_near(number_at(both[i], 1e300), 20, 0);
    }
}

static void lines_pass_evenly_from_key_to_key(void **state)
{
    (void)state;
    const double times[3] = {0, 1, 3}, values[9] = {0, 0, 0, 1, 2, 3, -1, 2, 3};
    const TumTrack track =
        track_of(TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, 3, times, values);
    double value[3];
    tum_track_sample(&track, 0.25, value);
    assert_vector(value, 0.25, 0.5, 0.75);
    tum_track_sample(&track, 2.5, value);
    assert_vector(value, -0.5, 2, 3);
}

static void a_spline_through_a_cubic_is_that_cubic(void **state)
{
    (void)state;
    // f(t) = t^3 - 2 t, f'(t) = 3 t^2 - 2; a Hermite spline gives every cubic exactly.
    const double times[3] = {0, 2, 3};
    double keys[9];
    for (int i = 0; i < 3; ++i) {
        const double t = times[i], slope = 3 * t * t - 2;
        keys[3 * i] = slope;
        keys[3 * i + 1] = t * t * t - 2 * t;
        keys[3 * i + 2] = slope;
    }
    const TumTrack track =
        track_of(TUM_TRACK_MASS, TUM_INTERPOLATION_CUBIC_SPLINE, 1, 3, times, keys);
    for (double t = 0.1; t < 3; t += 0.2) {
        assert_near(number_at(&track, t), t * t * t - 2 * t, 1e-12);
    }
}

static void rotations_turn_evenly_and_the_shorter_way(void **state)
{
    (void)state;
    // From no turn to 1.2 rad about Z, given with the other sign: a third is 0.4 rad.
    const double times[2] = {0, 3};
    const double keys[8] = {0, 0, 0, 1, 0, 0, -sin(0.6), -cos(0.6)};
    const TumTrack track =
        track_of(TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 4, 2, times, keys);
    for (double t = 0.5; t < 3; t += 0.5) {
        double q[4];
        tum_track_sample(&track, t, q);
        assert_near(2 * atan2(q[2], q[3]), 1.2 * t / 3, 1e-12);
        assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
    }
}

static void close_rotations_lose_no_digits(void **state)
{
    (void)state;
    const double times[2] = {0, 1}, angle = 1e-8;
    const double keys[8] = {0, 0, 0, 1, sin(angle / 2), 0, 0, cos(angle / 2)};
    const TumTrack track =
        track_of(TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 4, 2, times, keys);
    double q[4];
    tum_track_sample(&track, 0.25, q);
    assert_near(2 * q[0], angle / 4, 1e-20);
}

static void spline_rotations_are_made_unit(void **state)
{
    (void)state;
    // Without tangents, halfway is the mean of both keys, made unit: the half turn.
    const double times[2] = {0, 1};
    const double keys[24] = {0, 0, 0, 0, 0, 0,           0, 1,           0, 0, 0, 0,
                             0, 0, 0, 0, 0, sin(pi / 4), 0, cos(pi / 4), 0, 0, 0, 0};
    const TumTrack track =
        track_of(TUM_TRACK_ROTATION, TUM_INTERPOLATION_CUBIC_SPLINE, 4, 2, times, keys);
    double q[4];
    tum_track_sample(&track, 0.5, q);
    assert_near(q[1], sin(pi / 8), 1e-14);
    assert_near(q[3], cos(pi / 8), 1e-14);
}

// Scenes.

static const double two[2] = {0, 1};
static const double path[6] = {0, 0, 0, 1, 0, 0}, other_path[6] = {0, 0, 0, 2, 0, 0};

static void add_track(Kit *kit, int32_t node, const double *values)
{
    const TrackDef track = {.target = TUM_TRACK_TRANSLATION,
                            .node = node,
                            .interpolation = TUM_INTERPOLATION_LINEAR,
                            .width = 3,
                            .key_count = 2,
                            .times = two,
                            .values = values};
    tum_scene_builder_track(kit->builder, &track);
}

static void add_pointer(Kit *kit, const char *pointer, size_t width)
{
    const TrackDef track = {.pointer = pointer,
                            .interpolation = TUM_INTERPOLATION_LINEAR,
                            .width = width,
                            .key_count = 2,
                            .times = two,
                            .values = path};
    tum_scene_builder_track(kit->builder, &track);
}

static void of_two_tracks_for_one_property_the_later_counts(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node(&kit, -1), b = kit_node(&kit, -1);
    kit_say(&kit, kit.builder);
    add_track(&kit, b, path);
    add_track(&kit, a, path);
    add_track(&kit, b, other_path);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    assert_int_equal(kit.scene->track_count, 2);
    const TumTrack *of_a = tum_scene_track(kit.scene, TUM_TRACK_TRANSLATION, a);
    const TumTrack *of_b = tum_scene_track(kit.scene, TUM_TRACK_TRANSLATION, b);
    assert_near(of_a->values[3], 1, 0);
    assert_near(of_b->values[3], 2, 0);
    assert_null(tum_scene_track(kit.scene, TUM_TRACK_ROTATION, a));
    assert_null(tum_scene_track(kit.scene, TUM_TRACK_TRANSLATION, 7));
    kit_end(&kit);
}

static void pointers_find_the_object_that_has_the_property(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node(&kit, -1), b = kit_node(&kit, -1);
    kit_motion(&kit, a)->pointer = "/nodes/0/motion";
    kit_motion(&kit, b)->pointer = "/nodes/1/motion";
    TumMaterial material = tum_default_material();
    material.pointer = "/physicsMaterials/3";
    tum_scene_builder_material(kit.builder, &material);
    kit_say(&kit, kit.builder);
    add_pointer(&kit, "/nodes/1/motion/mass", 1);
    add_pointer(&kit, "/nodes/1/motion/linearVelocity", 3);
    add_pointer(&kit, "/physicsMaterials/3/restitution", 1);
    // None of these can be followed.
    add_pointer(&kit, "/nodes/1/motion/linearVelocity", 1);
    add_pointer(&kit, "/nodes/1/motion/restitution", 1);
    add_pointer(&kit, "/nodes/1/motion/colour", 1);
    add_pointer(&kit, "/nodes/2/motion/mass", 1);
    add_pointer(&kit, "mass", 1);
    add_pointer(&kit, "", 1);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    assert_int_equal(kit.scene->track_count, 3);
    assert_non_null(tum_scene_track(kit.scene, TUM_TRACK_MASS, 1));
    assert_non_null(tum_scene_track(kit.scene, TUM_TRACK_LINEAR_VELOCITY, 1));
    assert_non_null(tum_scene_track(kit.scene, TUM_TRACK_RESTITUTION, 0));
    kit_end(&kit);
}

static void pointers_that_nothing_can_follow_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *pointer;
        size_t width;
        const char *place; // where a finding is due, or NULL
    } cases[] = {
        {"/nodes/0/motion/mass", 1, NULL},
        {"/nodes/0/motion/colour", 1, "/a"},
        {"/nodes/0/motion/centerOfMass", 1, "/b"}, // of another width
        {"/nodes/0/motion/extensions/X/y", 1, "/c"},
        {"/physicsMaterials/3/frictionCombine", 1, "/d"},
        {"/materials/3/baseColorFactor", 4, NULL}, // none of ours
        {"/nodes/0/motions/mass", 1, NULL},
        {"", 1, NULL},
    };
    Kit kit = kit_begin();
    kit_motion(&kit, kit_node(&kit, -1))->pointer = "/nodes/0/motion";
    TumMaterial material = tum_default_material();
    material.pointer = "/physicsMaterials/3";
    tum_scene_builder_material(kit.builder, &material);
    kit_say(&kit, kit.builder);
    size_t due = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const TrackDef track = {.pointer = cases[i].pointer,
                                .place = cases[i].place != NULL ? cases[i].place : "/none",
                                .interpolation = TUM_INTERPOLATION_STEP,
                                .width = cases[i].width,
                                .key_count = 1,
                                .times = two,
                                .values = path};
        tum_scene_builder_track(kit.builder, &track);
        due += cases[i].place != NULL;
    }
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    assert_int_equal(kit.scene->track_count, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        if (cases[i].place != NULL) {
            assert_true(report_has(kit.report, "PHYSICS_POINTER_NOT_FOLLOWED", cases[i].place));
        }
    }
    size_t found = 0;
    for (size_t i = 0; i < tum_report_count(kit.report); ++i) {
        found += strcmp(tum_report_at(kit.report, i)->code, "PHYSICS_POINTER_NOT_FOLLOWED") == 0;
    }
    assert_int_equal(found, due);
    kit_end(&kit);
}

static void what_is_either_so_or_not_steps_and_follows_no_spline(void **state)
{
    (void)state;
    const double yes_no[6] = {1, 1, 1, 0, 0, 0};
    Kit kit = kit_begin();
    kit_motion(&kit, kit_node(&kit, -1))->pointer = "/a";
    kit_motion(&kit, kit_node(&kit, -1))->pointer = "/b";
    kit_say(&kit, kit.builder);
    TrackDef track = {.pointer = "/a/isKinematic",
                      .interpolation = TUM_INTERPOLATION_LINEAR,
                      .width = 1,
                      .key_count = 2,
                      .times = two,
                      .values = yes_no};
    tum_scene_builder_track(kit.builder, &track);
    track.pointer = "/b/isKinematic";
    track.place = "/spline";
    track.interpolation = TUM_INTERPOLATION_CUBIC_SPLINE;
    tum_scene_builder_track(kit.builder, &track);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    assert_int_equal(kit.scene->track_count, 1);
    assert_int_equal(kit.scene->tracks[0].interpolation, TUM_INTERPOLATION_STEP);
    assert_true(report_has(kit.report, "PHYSICS_POINTER_NOT_FOLLOWED", "/spline"));
    kit_end(&kit);
}

static void a_centre_of_mass_is_scaled_by_its_node(void **state)
{
    (void)state;
    const double center[6] = {1, 2, 3, 4, 5, 6};
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->pointer = "/motion";
    for (int i = 0; i < 3; ++i) {
        kit.locals[node].scale[i] = 2;
        kit.locals[node].matrix[5 * i] = 2;
    }
    kit_say(&kit, kit.builder);
    const TrackDef track = {.pointer = "/motion/centerOfMass",
                            .interpolation = TUM_INTERPOLATION_LINEAR,
                            .width = 3,
                            .key_count = 2,
                            .times = two,
                            .values = center};
    tum_scene_builder_track(kit.builder, &track);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    double value[4];
    tum_track_sample(tum_scene_track(kit.scene, TUM_TRACK_CENTER_OF_MASS, 0), two[1], value);
    assert_vector(value, 8, 10, 12);
    kit_end(&kit);
}

static void tracks_that_make_no_sense_are_left_out(void **state)
{
    (void)state;
    const double equal[2] = {1, 1}, nowhere[6] = {0, 0, 0, (double)NAN, 0, 0};
    const TrackDef sound = {.target = TUM_TRACK_TRANSLATION,
                            .interpolation = TUM_INTERPOLATION_LINEAR,
                            .width = 3,
                            .key_count = 2,
                            .times = two,
                            .values = path};
    TrackDef tracks[5] = {sound, sound, sound, sound, sound};
    tracks[0].times = equal;
    tracks[1].values = nowhere;
    tracks[2].key_count = 0;
    tracks[3].width = 2;
    tracks[4].node = 5;
    Kit kit = kit_begin();
    kit_node(&kit, -1);
    kit_say(&kit, kit.builder);
    for (int i = 0; i < 5; ++i) {
        tum_scene_builder_track(kit.builder, &tracks[i]);
    }
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    assert_int_equal(kit.scene->track_count, 0);
    kit_end(&kit);
}

static void what_is_driven_follows_from_where_the_animation_is(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t top = kit_node(&kit, -1);
    const int32_t wall = kit_node(&kit, top);    // the world's
    const int32_t crate = kit_node(&kit, top);   // dynamic: its own master
    const int32_t lid = kit_node(&kit, crate);   // a collider of the crate
    const int32_t shelf = kit_node(&kit, crate); // kinematic, below a dynamic body
    const int32_t cart = kit_node(&kit, top);    // kinematic: follows
    const int32_t arm = kit_node(&kit, cart);    // animated in the cart
    const int32_t hand = kit_node(&kit, arm);    // hangs on it
    kit_motion(&kit, crate);
    kit_motion(&kit, shelf)->kind = TUM_BODY_KINEMATIC;
    kit_motion(&kit, cart)->kind = TUM_BODY_KINEMATIC;
    kit_box(&kit, wall, 1, 1, 1);
    kit_box(&kit, lid, 1, 1, 1);
    kit_box(&kit, cart, 1, 1, 1);
    kit_box(&kit, hand, 1, 1, 1);
    kit_say(&kit, kit.builder);
    add_track(&kit, top, path);
    add_track(&kit, arm, path);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    const TumScene *scene = kit.scene;
    assert_false(scene->bodies[scene->nodes[crate].body].driven);
    assert_false(scene->bodies[scene->nodes[shelf].body].driven);
    assert_true(scene->bodies[scene->nodes[cart].body].driven);
    const bool expected[4] = {true, false, false, true}; // wall, lid, cart, hand
    assert_int_equal(scene->collider_count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(scene->colliders[i].driven, expected[i]);
    }
    kit_end(&kit);
}

static void write_back_plays_the_nodes_between(void **state)
{
    (void)state;
    // A body at rest below a node that an animation takes away by 1 m: seen from it, the body goes
    // the other way. A driven body keeps what its own animation says.
    Kit kit = kit_begin();
    const int32_t top = kit_node(&kit, -1), box = kit_node_at(&kit, top, 0, 5, 0);
    const int32_t lift = kit_node(&kit, -1);
    kit_motion(&kit, box);
    kit_motion(&kit, lift);
    kit_say(&kit, kit.builder);
    add_track(&kit, top, path);
    add_track(&kit, lift, other_path);
    assert_int_equal(tum_scene_builder_finish(kit.builder, &kit.scene), TUM_OK);
    const double positions[6] = {0, 5, 0, 2, 0, 0}, rotations[8] = {0, 0, 0, 1, 0, 0, 0, 1};
    double translation[9], rotation[12];
    assert_int_equal(tum_scene_local_transforms3_at(kit.scene, 1, positions, rotations, translation,
                                                    rotation, NULL),
                     TUM_OK);
    assert_vector(translation + 3 * box, -1, 5, 0);
    assert_vector(translation + 3 * top, 1, 0, 0);
    assert_vector(translation + 3 * lift, 2, 0, 0);
    assert_int_equal(
        tum_scene_local_transforms3(kit.scene, positions, rotations, translation, rotation, NULL),
        TUM_OK);
    assert_vector(translation + 3 * box, 0, 5, 0); // without animations it never moved
    kit_end(&kit);
}

static void running_out_of_memory_gives_no_scene(void **state)
{
    (void)state;
    for (size_t fail_after = 0;; ++fail_after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        Kit kit = {.builder = tum_scene_builder_create(&allocator, 3, 1000, "kit.gltf", NULL)};
        TumStatus status = TUM_ERROR_MEMORY;
        if (kit.builder != NULL) {
            const int32_t node = kit_node(&kit, -1);
            kit_motion(&kit, node)->pointer = "/motion";
            kit_say(&kit, kit.builder);
            add_track(&kit, node, path);
            add_pointer(&kit, "/motion/mass", 1);
            status = tum_scene_builder_finish(kit.builder, &kit.scene);
        }
        tum_scene_destroy(kit.scene);
        tum_scene_builder_destroy(kit.builder);
        assert_int_equal(counting.blocks, 0);
        if (status == TUM_OK) {
            assert_true(fail_after > 5);
            return;
        }
        assert_int_equal(status, TUM_ERROR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_keep_the_value_of_the_key_before),
        cmocka_unit_test(beyond_the_keys_values_are_those_of_the_nearest),
        cmocka_unit_test(lines_pass_evenly_from_key_to_key),
        cmocka_unit_test(a_spline_through_a_cubic_is_that_cubic),
        cmocka_unit_test(rotations_turn_evenly_and_the_shorter_way),
        cmocka_unit_test(close_rotations_lose_no_digits),
        cmocka_unit_test(spline_rotations_are_made_unit),
        cmocka_unit_test(of_two_tracks_for_one_property_the_later_counts),
        cmocka_unit_test(pointers_find_the_object_that_has_the_property),
        cmocka_unit_test(pointers_that_nothing_can_follow_are_named),
        cmocka_unit_test(what_is_either_so_or_not_steps_and_follows_no_spline),
        cmocka_unit_test(a_centre_of_mass_is_scaled_by_its_node),
        cmocka_unit_test(tracks_that_make_no_sense_are_left_out),
        cmocka_unit_test(what_is_driven_follows_from_where_the_animation_is),
        cmocka_unit_test(write_back_plays_the_nodes_between),
        cmocka_unit_test(running_out_of_memory_gives_no_scene),
    };
    return cmocka_run_group_tests_name("track", tests, NULL, NULL);
}
