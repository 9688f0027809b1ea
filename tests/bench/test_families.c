// SPDX-License-Identifier: MIT
// Families of scenes: members are found by name, drawn from their seed, read without findings, and
// begin whole.
#include "bench/judge.h"
#include "scenes/family.h"
#include "tests/bench/scene_of.h"
#include "tumble/tumble.h"

static void members_are_found_by_family_seed_and_bodies(void **state)
{
    (void)state;
    ScenePlan plan;
    assert_true(scene_plan_find("family:logs", &plan));
    assert_string_equal(plan.name, "family-logs-1-2400");
    assert_true(scene_plan_find("family:logs:101", &plan));
    assert_int_equal(plan.seed, 101);
    assert_true(scene_plan_find("family-logs-101-50", &plan));
    assert_int_equal(plan.bodies, 50);
    static const char *const wrong[] = {"family",
                                        "family:",
                                        "family:log",
                                        "family:logs:",
                                        "family:logs:x",
                                        "family:logs:1:",
                                        "family:logs:1:0",
                                        "family:logs:-1",
                                        "family:logs:1:2:3",
                                        "family:logs 1",
                                        "family:logs:1:9999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_false(scene_plan_find(wrong[i], &plan));
    }
}

static void member_of(char name[64], const SceneFamily *family, int seed)
{
    snprintf(name, 64, "%s:%d:120", family->name, seed);
}

// Whether two members have the same document behind the name of the scene.
static bool are_alike(const char *one, const char *other)
{
    const char *const names[2] = {one, other};
    TumDocument *documents[2];
    void *bytes[2];
    const char *rest[2];
    size_t counts[2];
    for (int i = 0; i < 2; ++i) {
        ScenePlan plan;
        assert_true(scene_plan_find(names[i], &plan));
        assert_int_equal(scene_plan_document(&plan, &documents[i], NULL), TUM_OK);
        assert_int_equal(tum_document_write(documents[i], NULL, &bytes[i], &counts[i], NULL),
                         TUM_OK);
        static const char mark[] = "\"nodes\"";
        size_t at = 0;
        while (memcmp((const char *)bytes[i] + at, mark, sizeof mark - 1) != 0) {
            ++at;
        }
        rest[i] = (const char *)bytes[i] + at;
        counts[i] -= at;
    }
    const bool alike = counts[0] == counts[1] && memcmp(rest[0], rest[1], counts[0]) == 0;
    for (int i = 0; i < 2; ++i) {
        const size_t before = (size_t)(rest[i] - (const char *)bytes[i]);
        tum_document_free_bytes(documents[i], bytes[i], counts[i] + before);
        tum_document_destroy(documents[i]);
    }
    return alike;
}

static void a_seed_draws_one_scene_and_another_seed_another(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCENE_FAMILY_COUNT; ++i) {
        char five[64], six[64];
        member_of(five, &scene_families[i], 5);
        member_of(six, &scene_families[i], 6);
        assert_true(are_alike(five, five));
        assert_false(are_alike(five, six));
    }
}

// Nothing overlaps as a scene begins, joints are closed, and a second later every body is above the
// ground.
static void members_begin_whole_and_stay(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * SCENE_FAMILY_COUNT; ++i) {
        char name[64];
        member_of(name, &scene_families[i / 2], i % 2 == 0 ? 3 : 103);
        BenchScene bench = bench_scene(name);
        assert_int_equal(tum_report_count(bench.report), 0);
        assert_true(bench.scene->body_count >= 60 && bench.scene->body_count <= 240);
        TumWorld *world = NULL;
        assert_int_equal(tum_world_create(bench.scene, NULL, &world, NULL), TUM_OK);
        const size_t count = bench.scene->body_count;
        float *positions = malloc(3 * count * sizeof *positions);
        float *rotations = malloc(4 * count * sizeof *rotations);
        bool *awake = calloc(count, sizeof *awake);
        assert_true(positions != NULL && rotations != NULL && awake != NULL);
        const BenchPoses poses = {positions, rotations, awake};
        const TumBodyArrays3 arrays = {.capacity = count,
                                       .positions = (TumVec3 *)(void *)positions,
                                       .rotations = (TumQuat *)(void *)rotations};
        for (int frame = 0; frame <= 60; ++frame) {
            if (frame % 60 == 0) {
                BenchQuality quality;
                tum_world_read_bodies3(world, &arrays);
                assert_true(bench_judge(bench.scene, name, &poses, &poses, &quality));
                if (frame == 0 && quality.deepest > 0.005) {
                    fail_msg("%s begins with an overlap of %g m", name, quality.deepest);
                }
                assert_true(quality.joint_largest < (frame == 0 ? 1e-5 : 0.02));
                assert_int_equal(quality.not_finite + quality.unmeasured + quality.lost, 0);
            }
            assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
        }
        free(positions);
        free(rotations);
        free(awake);
        tum_world_destroy(world);
        bench_scene_end(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_found_by_family_seed_and_bodies),
        cmocka_unit_test(a_seed_draws_one_scene_and_another_seed_another),
        cmocka_unit_test(members_begin_whole_and_stay),
    };
    return cmocka_run_group_tests_name("families", tests, NULL, NULL);
}
