// SPDX-License-Identifier: MIT
// Collision filters of a world: equal ones share a class, and classes are bounded (capacity.h).
#include "tests/support/world_support.h"
#include "tumble/capacity.h"
#include "world/world_data.h"

// Filters in turn: members of "a", members of "b" that spare "a", all that collide with "a" alone.
// Where they are `unlike`, each has a system of its own besides.
static TumScene *scene_of_filters(int count, bool unlike, TumReport *report)
{
    static const char *const a[1] = {"a"};
    SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "test", report);
    for (int i = 0; i < count; ++i) {
        char own[16];
        (void)snprintf(own, sizeof own, "own %d", unlike ? i : 0);
        const char *const systems[2] = {i % 3 == 1 ? "b" : "a", own};
        const FilterDef def = {.systems = systems,
                               .system_count = i % 3 == 2 ? 0 : 2,
                               .collide_with = i % 3 == 2 ? a : NULL,
                               .collide_with_count = i % 3 == 2 ? 1 : 0,
                               .not_collide_with = i % 3 == 1 ? a : NULL,
                               .not_collide_with_count = i % 3 == 1 ? 1 : 0,
                               .pointer = "/filter"};
        assert_int_equal(tum_scene_builder_filter(builder, &def), i);
    }
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    return scene;
}

// A bit for each pair of 20 000 filters would be 50 MB. The limit is 64 bytes a filter.
static void equal_filters_cost_memory_once(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    TumScene *scene = scene_of_filters(MANY, false, NULL);
    Counting counting;
    TumWorldDef def = tum_default_world_def();
    def.allocator = counting_allocator(&counting);
    TumWorld *world = NULL;
    assert_int_equal(tum_world_create(scene, &def, &world, NULL), TUM_OK);
    assert_in_range(counting.most_bytes, 1, 64 * MANY);
    tum_world_destroy(world);
    assert_int_equal(counting.bytes, 0);
    tum_scene_destroy(scene);
}

static void filters_of_one_class_admit_as_each_of_them(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    for (int unlike = 0; unlike < 2; ++unlike) {
        TumScene *scene = scene_of_filters(COUNT, unlike != 0, NULL);
        const TumWorldDef def = tum_default_world_def();
        TumWorld *world = NULL;
        assert_int_equal(tum_world_create(scene, &def, &world, NULL), TUM_OK);
        for (int i = 0; i < COUNT; ++i) {
            for (int k = 0; k < COUNT; ++k) {
                assert_int_equal(tum_topology_filters_admit(&world->sim.topology, i, k),
                                 tum_scene_filters_admit(scene, i, k));
            }
        }
        tum_world_destroy(world);
        tum_scene_destroy(scene);
    }
}

static void more_unlike_filters_than_stated_are_refused(void **state)
{
    (void)state;
    // One in three is the same filter, without a system of its own.
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = scene_of_filters(TUM_MAX_FILTERS / 2 * 3 + 3, true, report);
    const TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    assert_int_equal(tum_world_create(scene, &def, &world, report), TUM_ERROR_CAPACITY);
    assert_null(world);
    assert_int_equal(tum_report_count(report), 1);
    assert_string_equal(tum_report_at(report, 0)->code, "CAPACITY_EXCEEDED");
    tum_scene_destroy(scene);
    tum_report_destroy(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_filters_cost_memory_once),
        cmocka_unit_test(filters_of_one_class_admit_as_each_of_them),
        cmocka_unit_test(more_unlike_filters_than_stated_are_refused),
    };
    return cmocka_run_group_tests_name("filters", tests, NULL, NULL);
}
