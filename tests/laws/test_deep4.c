// SPDX-License-Identifier: MIT
// Boxes of four dimensions that begin inside each other are pushed apart, and the push leaves them
// no motion: no energy comes of an overlap.
#include "tests/support/generate4.h"

enum { SCENES = 200, FRAMES = 90 };

// What floats, box by box: half of them turned.
static void add_box(Generated4 *scene, TumVec4 at)
{
    GeneratedBody4 *body = generate4_body(scene, GENERATED4_BOX, 1);
    generated4_weigh(body, 1);
    body->def.pose.position = at;
    if (generate4_choice(scene, 2) == 0) {
        body->def.pose.rotation = generate4_turn(scene);
    }
    ++scene->body_count;
}

// [J] At least: of 1 kg each, none of whose moments is below 0.02 kg m^2.
static double motion_of(const Generated4 *scene, const GeneratedWorld4 *built)
{
    double sum = 0;
    for (int i = 0; i < scene->body_count; ++i) {
        const TumVec4 v = tum_body_linear_velocity4(built->world, built->bodies[i]);
        double spin[6];
        generated4_planes(tum_body_angular_velocity4(built->world, built->bodies[i]), spin);
        sum += 0.5 * generated4_dot(v, v);
        for (int k = 0; k < 6; ++k) {
            sum += 0.5 * 0.02 * spin[k] * spin[k];
        }
    }
    return sum;
}

// A push of 3 m/s is 4.5 J a kilogram for as long as it lasts; a thousandth of that may stay.
static void boxes_inside_each_other_part_and_are_left_without_motion(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < SCENES; ++number) {
        Generated4 *scene = calloc(1, sizeof *scene);
        scene->number = number;
        scene->random.state = number * 0x9e3779b97f4a7c15u + 77;
        scene->floats = true;
        scene->spread = 1;
        scene->material = tum_default_material();
        scene->material.static_friction = scene->material.dynamic_friction = 0;
        for (int i = 0; i < 8; ++i) { // neighbouring numbers begin alike
            generate4_in(scene, 0, 1);
        }
        add_box(scene, (TumVec4){0, 0, 0, 0});
        TumVec4 at = generate4_vector(scene, 0.25);
        at.x = (float)generate4_in(scene, 0.4, 0.7);
        add_box(scene, at);
        GeneratedWorld4 built = generated_world4(scene, NULL);
        for (int i = 0; i < FRAMES; ++i) {
            assert_int_equal(tum_world_step(built.world, 1.0f / 60), TUM_OK);
            const double motion = motion_of(scene, &built);
            if (!(motion <= 4.5e-3)) {
                fail_msg("scene %llu: %g J in frame %d", (unsigned long long)number, motion, i);
            }
        }
        TumHit4 hit;
        size_t count = 0;
        assert_int_equal(
            tum_world_overlap_collider4(built.world, built.colliders[0], NULL, &hit, 1, &count),
            TUM_OK);
        assert_between(count == 0 ? 0 : -(double)hit.distance, -1, 0.01);
        generated_world4_end(&built);
        free(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_inside_each_other_part_and_are_left_without_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
