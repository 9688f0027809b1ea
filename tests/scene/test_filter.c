// SPDX-License-Identifier: MIT
// Filters, row by row of docs/dialects.md#surfaces-and-filters, and how materials combine.
#include "tests/scene/kit.h"

enum { LIST_MAX = 4 };

// Names separated by spaces.
static size_t split(const char *text, char store[64], const char *names[LIST_MAX])
{
    size_t count = 0;
    snprintf(store, 64, "%s", text);
    for (char *name = strtok(store, " "); name != NULL; name = strtok(NULL, " ")) {
        names[count++] = name;
    }
    return count;
}

static int32_t add_filter(SceneBuilder *builder, const char *systems, const char *white,
                          const char *black)
{
    char store[3][64];
    const char *names[3][LIST_MAX];
    const FilterDef def = {.systems = names[0],
                           .system_count = split(systems, store[0], names[0]),
                           .collide_with = names[1],
                           .collide_with_count = split(white, store[1], names[1]),
                           .not_collide_with = names[2],
                           .not_collide_with_count = split(black, store[2], names[2])};
    return tum_scene_builder_filter(builder, &def);
}

// Whether A with its systems and B with its lists may meet; A itself admits everybody.
static bool meet(const char *a_systems, const char *b_white, const char *b_black)
{
    Kit kit = kit_begin();
    const int32_t a = add_filter(kit.builder, a_systems, "", "");
    const int32_t b = add_filter(kit.builder, "", b_white, b_black);
    const TumScene *scene = kit_finish(&kit);
    const bool met = tum_scene_filters_admit(scene, a, b);
    assert_int_equal(tum_scene_filters_admit(scene, b, a), met);
    kit_end(&kit);
    return met;
}

// KHR-82, KHR-85, OMI-BODY-64.
static void a_whitelist_admits_whoever_shares_a_system(void **state)
{
    (void)state;
    assert_true(meet("S0 S1", "S1", ""));
    assert_true(meet("S1", "S1", ""));
    assert_false(meet("S2", "S1", ""));
}

// KHR-83, KHR-85, KHR-87, OMI-BODY-65.
static void a_blacklist_rejects_whoever_has_nothing_else(void **state)
{
    (void)state;
    assert_false(meet("S1", "", "S1"));
    assert_true(meet("S0 S1", "", "S1"));
    assert_false(meet("S0 S1", "", "S2 S1 S0"));
}

// KHR-82, KHR-83.
static void a_filter_without_systems_fails_whitelists_and_passes_blacklists(void **state)
{
    (void)state;
    assert_false(meet("", "S1", ""));
    assert_true(meet("", "", "S1"));
}

// KHR-89, OMI-BODY-63.
static void no_filter_object_passes_every_list(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t white = add_filter(kit.builder, "", "S1", "");
    const int32_t black = add_filter(kit.builder, "", "", "S1");
    const TumScene *scene = kit_finish(&kit);
    assert_true(tum_scene_filters_admit(scene, -1, white));
    assert_true(tum_scene_filters_admit(scene, black, -1));
    assert_true(tum_scene_filters_admit(scene, -1, -1));
    kit_end(&kit);
}

// KHR-86, KHR-88, OMI-BODY-47.
static void both_sides_have_to_admit(void **state)
{
    (void)state;
    // The Filtering sample: ground {S0, S1} for {S0, S1}, blue {S1} for {S1}, green {S0} for {S0}.
    Kit kit = kit_begin();
    const int32_t ground = add_filter(kit.builder, "S0 S1", "S0 S1", "");
    const int32_t blue = add_filter(kit.builder, "S1", "S1", "");
    const int32_t green = add_filter(kit.builder, "S0", "S0", "");
    const int32_t shy = add_filter(kit.builder, "S1", "S7", "");
    const TumScene *scene = kit_finish(&kit);
    assert_true(tum_scene_filters_admit(scene, ground, blue));
    assert_true(tum_scene_filters_admit(scene, ground, green));
    assert_false(tum_scene_filters_admit(scene, blue, green));
    assert_true(tum_scene_filters_admit(scene, blue, blue));
    assert_false(tum_scene_filters_admit(scene, shy, blue));
    kit_end(&kit);
}

static void with_both_lists_only_the_whitelist_counts(void **state)
{
    (void)state;
    assert_true(meet("S1", "S1", "S1"));
    assert_false(meet("S2", "S1", "S3"));
}

static void names_are_kept_once_and_in_order(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    add_filter(kit.builder, "b a b", "c a", "");
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->system_name_count, 3);
    assert_string_equal(scene->system_names[0], "b");
    assert_string_equal(scene->system_names[2], "c");
    const TumFilter *filter = &scene->filters[0];
    assert_int_equal(filter->system_count, 2);
    assert_int_equal(filter->collide_with_count, 2);
    assert_int_equal(scene->filter_systems[filter->collide_with_first], 1);
    assert_int_equal(filter->not_collide_with_count, 0);
    kit_end(&kit);
}

// KHR-81.
static void any_number_of_systems_works(void **state)
{
    (void)state;
    // A thousand names, far beyond the bits of a mask.
    static char text[1000][8];
    const char *even[500], *odd[500];
    for (size_t i = 0; i < 1000; ++i) {
        snprintf(text[i], sizeof text[i], "s%zu", i);
        *(i % 2 == 0 ? &even[i / 2] : &odd[i / 2]) = text[i];
    }
    Kit kit = kit_begin();
    const FilterDef evens = {.systems = even, .system_count = 500};
    const FilterDef likes_even = {.collide_with = even + 499, .collide_with_count = 1};
    const FilterDef likes_odd = {.collide_with = odd, .collide_with_count = 500};
    const int32_t a = tum_scene_builder_filter(kit.builder, &evens);
    const int32_t b = tum_scene_builder_filter(kit.builder, &likes_even);
    const int32_t c = tum_scene_builder_filter(kit.builder, &likes_odd);
    const TumScene *scene = kit_finish(&kit);
    assert_true(tum_scene_filters_admit(scene, a, b));
    assert_false(tum_scene_filters_admit(scene, a, c));
    kit_end(&kit);
}

// KHR-74, KHR-75, KHR-76, KHR-77, OMI-BODY-54.
static void average_wins_over_minimum_over_maximum_over_multiply(void **state)
{
    (void)state;
    // Of 0.5 and 0.8: average 0.65, minimum 0.5, maximum 0.8, product 0.4; two abstainers average.
    enum { N = TUM_COMBINE_NONE, A, I, X, M }; // in the order of TumCombine
    const double expected[5][5] = {{0.65, 0.65, 0.5, 0.8, 0.4},
                                   {0.65, 0.65, 0.65, 0.65, 0.65},
                                   {0.5, 0.65, 0.5, 0.5, 0.5},
                                   {0.8, 0.65, 0.5, 0.8, 0.8},
                                   {0.4, 0.65, 0.5, 0.8, 0.4}};
    for (int a = N; a <= M; ++a) {
        for (int b = N; b <= M; ++b) {
            assert_near(tum_combine((TumCombine)a, 0.5, (TumCombine)b, 0.8), expected[a][b], 1e-15);
            assert_near(tum_combine((TumCombine)a, 0.8, (TumCombine)b, 0.5), expected[a][b], 1e-15);
        }
    }
}

// KHR-65.
static void no_material_is_the_empty_one(void **state)
{
    (void)state;
    const TumMaterial material = tum_default_material();
    assert_near(material.static_friction, 0.6, 0.0);
    assert_near(material.dynamic_friction, 0.6, 0.0);
    assert_near(material.restitution, 0.0, 0.0);
    assert_int_equal(material.friction_combine, TUM_COMBINE_NONE);
    assert_int_equal(material.restitution_combine, TUM_COMBINE_NONE);
}

// OMI-BODY-67.
static void a_filter_without_lists_admits_everything(void **state)
{
    (void)state;
    assert_true(meet("S1", "", ""));
    assert_true(meet("", "", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whitelist_admits_whoever_shares_a_system),
        cmocka_unit_test(a_blacklist_rejects_whoever_has_nothing_else),
        cmocka_unit_test(a_filter_without_systems_fails_whitelists_and_passes_blacklists),
        cmocka_unit_test(no_filter_object_passes_every_list),
        cmocka_unit_test(both_sides_have_to_admit),
        cmocka_unit_test(with_both_lists_only_the_whitelist_counts),
        cmocka_unit_test(names_are_kept_once_and_in_order),
        cmocka_unit_test(any_number_of_systems_works),
        cmocka_unit_test(average_wins_over_minimum_over_maximum_over_multiply),
        cmocka_unit_test(no_material_is_the_empty_one),
        cmocka_unit_test(a_filter_without_lists_admits_everything),
    };
    return cmocka_run_group_tests_name("filters and materials", tests, NULL, NULL);
}
