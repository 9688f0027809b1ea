// SPDX-License-Identifier: MIT
// Two worlds of one scene in two threads share nothing: each ends as it does alone. The thread
// sanitizer looks on where there is one (tools/ci.sh, "no data races").
#include "system/thread.h"
#include "tests/support/support.h"
#include "tumble/tumble.h"

enum { STEPS = 60 };

typedef struct Life {
    const TumScene *scene;
    int threads;        // Of the world itself.
    int first;          // What it does first of what it does.
    uint64_t hash;      // In the end.
    float read[3];      // Of a query in the end.
    TumStatus status;   // The first failure.
    size_t found_count; // By its own report.
} Life;

static void note(Life *life, TumStatus status)
{
    life->status = life->status == TUM_OK ? status : life->status;
}

static void edit(Life *life, TumWorld *world, int step)
{
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    TumBodyDef3 body = tum_default_body_def3();
    TumColliderDef3 hull = tum_default_collider_def3();
    TumBodyId id;
    body.pose.position = (TumVec3){0.1f * (float)step, 3.0f + (float)life->first, 0.0f};
    hull.kind = TUM_SHAPE_CONVEX;
    hull.points = corners;
    hull.point_count = 4;
    note(life, tum_mass3_of_colliders(&hull, 1, 1000, &body.mass));
    note(life, tum_world_add_body3(world, &body, &id));
    note(life, tum_world_add_collider3(world, id, &hull, NULL));
    if (step % 2 == 0) {
        note(life, tum_world_remove_body(world, id));
    }
}

// Puts the world aside and goes on with a copy.
static TumWorld *resume(Life *life, TumWorld *world, const TumWorldDef *def)
{
    TumWorld *later = NULL;
    const size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    note(life, bytes != NULL ? tum_checkpoint_write(world, bytes, count) : TUM_ERROR_MEMORY);
    note(life, tum_world_create(life->scene, def, &later, NULL));
    if (life->status == TUM_OK) {
        note(life, tum_checkpoint_read(later, bytes, count, NULL, NULL));
    }
    free(bytes);
    tum_world_destroy(world);
    return later;
}

static void live(void *user)
{
    Life *life = user;
    TumWorldDef def = tum_default_world_def();
    TumReport *report = tum_report_create(NULL);
    TumWorld *world = NULL;
    def.threads = life->threads;
    def.contact_events = true;
    note(life, tum_scene_check(life->scene, NULL, report));
    note(life, tum_world_create(life->scene, &def, &world, report));
    for (int step = 0; step < STEPS && life->status == TUM_OK; ++step) {
        note(life, tum_world_step(world, 1.0f / 60));
        if ((step + life->first) % 10 == 0) {
            edit(life, world, step);
        }
        if ((step + life->first) % 25 == 0 && life->status == TUM_OK) {
            world = resume(life, world, &def);
        }
    }
    if (life->status == TUM_OK) {
        const TumRay3 ray = {.from = {0.1f, 20, 0.2f}, .along = {0, -40, 0}};
        TumHit3 hit;
        note(life, tum_world_cast_ray3(world, &ray, NULL, &hit));
        memcpy(life->read, &hit.point, sizeof life->read);
        life->hash = tum_world_hash(world);
    }
    life->found_count = tum_report_count(report);
    tum_world_destroy(world);
    tum_report_destroy(report);
}

static void assert_alike(const Life *alone, const Life *beside)
{
    assert_int_equal(alone->status, TUM_OK);
    assert_int_equal(beside->status, TUM_OK);
    assert_true(alone->hash == beside->hash);
    assert_memory_equal(alone->read, beside->read, sizeof alone->read);
    assert_int_equal(alone->found_count, beside->found_count);
}

static void two_worlds_of_one_scene_in_two_threads_live_as_they_do_alone(void **state)
{
    (void)state;
    static const char *const paths[] = {"samples/shapes.gltf", "samples/joints.gltf",
                                        "samples/conveyor.gltf", "samples/triggers.gltf"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        TumScene *scene = NULL;
        assert_int_equal(tum_scene_open(paths[i], NULL, &scene, NULL), TUM_OK);
        Life alone[2], beside[2];
        Thread threads[2];
        for (int k = 0; k < 2; ++k) {
            alone[k] = (Life){.scene = scene, .threads = 1 + k, .first = k};
            beside[k] = alone[k];
            live(&alone[k]);
        }
        for (int k = 0; k < 2; ++k) {
            assert_true(tum_thread_create(&threads[k], live, &beside[k]));
        }
        for (int k = 0; k < 2; ++k) {
            tum_thread_join(&threads[k]);
            assert_alike(&alone[k], &beside[k]);
        }
        tum_scene_destroy(scene);
    }
}

// Reading, validating and converting the same file from two threads at once.
static void convert(void *user)
{
    Life *life = user;
    TumValidation validation;
    TumDocument *written = NULL;
    TumReport *report = tum_report_create(NULL);
    const TumWriteOptions options = {.target = TUM_TARGET_OMI};
    note(life, tum_validate("samples/shapes.gltf", NULL, &validation, report));
    note(life, tum_scene_write(validation.scene, validation.document, &options, &written, report));
    void *bytes = NULL;
    size_t count = 0;
    note(life, tum_document_write(written, NULL, &bytes, &count, report));
    for (size_t i = 0; i < count; ++i) {
        life->hash = life->hash * 31 + ((const unsigned char *)bytes)[i];
    }
    life->found_count = tum_report_count(report);
    tum_document_free_bytes(written, bytes, count);
    tum_document_destroy(written);
    tum_validation_clear(&validation);
    tum_report_destroy(report);
}

static void two_threads_convert_one_file_alike(void **state)
{
    (void)state;
    Life alone = {.hash = 0}, beside[2] = {{.hash = 0}, {.hash = 0}};
    Thread threads[2];
    convert(&alone);
    for (int k = 0; k < 2; ++k) {
        assert_true(tum_thread_create(&threads[k], convert, &beside[k]));
    }
    for (int k = 0; k < 2; ++k) {
        tum_thread_join(&threads[k]);
        assert_alike(&alone, &beside[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_worlds_of_one_scene_in_two_threads_live_as_they_do_alone),
        cmocka_unit_test(two_threads_convert_one_file_alike),
    };
    return cmocka_run_group_tests_name("two worlds", tests, NULL, NULL);
}
