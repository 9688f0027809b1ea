// SPDX-License-Identifier: MIT
// Nodes and bodies take no more than docs/capacity.md says, from opening to a scene or to
// validation.
#include "tests/support/repeat.h"
#include "tumble/dialect.h"
#include "tumble/validate.h"

enum {
    NODES = 100000,
    // As docs/capacity.md says, the text included:
    NODE_BYTES = 200,  // of each empty node,
    BODY_BYTES = 1500, // and of each body with a collider.
    SPARE_BYTES = 262144
};

// The most that is taken at once by opening and `look`, which answers with a scene.
static size_t peak_of(const char *front, const char *node,
                      TumStatus (*look)(const TumDocument *, const TumAllocator *, TumScene **))
{
    size_t count = 0;
    char *text = repeat_text(front, node, NODES - 1, "{}]}", &count);
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    const TumDocumentOptions options = {.allocator = allocator, .name = "a.gltf"};
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    assert_int_equal(tum_document_read(text, count, &options, &document, NULL), TUM_OK);
    assert_int_equal(look(document, &allocator, &scene), TUM_OK);
    assert_int_equal(scene->node_count, NODES);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    assert_int_equal(counting.bytes, 0);
    free(text);
    return counting.most_bytes + count;
}

static TumStatus read_scene(const TumDocument *document, const TumAllocator *allocator,
                            TumScene **scene)
{
    const TumSceneOptions reading = {.allocator = *allocator};
    return tum_scene_read(document, &reading, scene, NULL);
}

// Findings have a bound of their own: the report takes from another allocator.
static TumStatus validate(const TumDocument *document, const TumAllocator *allocator,
                          TumScene **scene)
{
    const TumValidateOptions checking = {.allocator = *allocator};
    TumReport *report = tum_report_create(NULL);
    const TumStatus status = tum_validate_document(document, &checking, scene, report);
    tum_report_destroy(report);
    return status;
}

static void an_empty_node_takes_at_most_the_stated_bytes(void **state)
{
    (void)state;
    static const char gltf[] = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[";
    static const char g4mf[] = "{\"asset\":{\"dimension\":4},\"nodes\":[";
    assert_in_range(peak_of(gltf, "{},", read_scene), 1, NODES * NODE_BYTES + SPARE_BYTES);
    assert_in_range(peak_of(g4mf, "{},", read_scene), 1, NODES * NODE_BYTES + SPARE_BYTES);
    assert_in_range(peak_of(gltf, "{},", validate), 1, NODES * NODE_BYTES + SPARE_BYTES);
    assert_in_range(peak_of(g4mf, "{},", validate), 1, NODES * NODE_BYTES + SPARE_BYTES);
}

// A crate at a place of its own, in a text of 154 bytes.
static void a_body_takes_at_most_the_stated_bytes(void **state)
{
    (void)state;
    static const char front[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_implicit_shapes\","
        "\"KHR_physics_rigid_bodies\"],\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{"
        "\"type\":"
        "\"box\",\"box\":{\"size\":[1,1,1]}}]}},\"nodes\":[";
    static const char crate[] =
        "{\"name\":\"crate\",\"translation\":[0.#,2.25,-1.5],\"extensions\":{"
        "\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":2.5},\"collider\":{\"geometry\":{"
        "\"shape\":0}}}}},";
    assert_in_range(peak_of(front, crate, read_scene), 1, NODES * BODY_BYTES + SPARE_BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_node_takes_at_most_the_stated_bytes),
        cmocka_unit_test(a_body_takes_at_most_the_stated_bytes),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
