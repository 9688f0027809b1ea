// SPDX-License-Identifier: MIT
// A 4D shape that is a 3D one times a segment in W touches as the 3D one does: as deep, along the
// same normal, at both ends of what the segments share (docs/simulation.md#11-four-dimensions).
#include "collide3/collide3.h"
#include "collide4/collide4.h"
#include "tests/support/kernels3.h"
#include "tests/support/support.h"

typedef struct Body {
    Shape3 three;
    Shape4 four;
    Pose3 pose;
} Body;

// Boxes and cylinders.
static Body random_body(Random *random, double away, double half_w)
{
    Body body;
    const double x = random_in(random, 0.3, 0.8), y = random_in(random, 0.3, 0.8);
    const double z = random_in(random, 0.3, 0.8);
    if (random_in(random, 0, 1) < 0.6) {
        body.three = tum_shape3_box(vec3((float)x, (float)y, (float)z));
        body.four = tum_shape4_box(dvec4(x, y, z, half_w));
    } else {
        const TumCurve curve = {{x, 0, x, 0}, 2};
        body.three = tum_shape3_cylinder((float)y, (float)x, (float)x);
        assert_true(tum_shape4_general(dvec4(0, y, 0, half_w), &curve, 1, &body.four));
    }
    Quat q;
    q.x = (float)random_in(random, -1, 1);
    q.y = (float)random_in(random, -1, 1);
    q.z = (float)random_in(random, -1, 1);
    q.w = (float)random_in(random, -1, 1);
    body.pose.rotation = quat_normalize(q);
    body.pose.position.x = (float)random_in(random, -away, away);
    body.pose.position.y = (float)random_in(random, -away, away);
    body.pose.position.z = (float)random_in(random, -away, away);
    return body;
}

// A rotation of 3D is the pair of its quaternion and itself.
static Pose4 extruded(Pose3 pose)
{
    return (Pose4){vec4(pose.position.x, pose.position.y, pose.position.z, 0.0f),
                   {pose.rotation, pose.rotation}};
}

static float deepest3(const LocalManifold3 *touch)
{
    float least = INFINITY;
    for (int i = 0; i < touch->point_count; ++i) {
        least = minimum(touch->points[i].separation, least);
    }
    return least;
}

static void what_is_long_in_w_touches_as_in_three_dimensions(void **state)
{
    (void)state;
    Random random = {61};
    int touching = 0, ends = 0;
    for (int i = 0; i < 600; ++i) {
        const Body a = random_body(&random, 0.5, 3.0), b = random_body(&random, 0.5, 2.0);
        const Pose3 a_from_b = pose3_relative(a.pose, b.pose);
        PairCache3 cache3 = {.kind = 0};
        PairCache4 cache4 = {.kind = 0};
        LocalManifold3 three[LOCAL_MANIFOLDS_MAX];
        LocalManifold4 four[LOCAL_MANIFOLDS_MAX4];
        const int count3 =
            tum_collide3(widest_pairs3(), &a.three, &b.three, a_from_b, 0.0f, &cache3, three);
        const int count4 = tum_collide4(&a.four, &b.four, extruded(a_from_b), 0.0f, &cache4, four);
        // Both find the axis of least depth, each with a bias of its own.
        if (count3 == 0 || count4 == 0) {
            const float depth = count3 > 0 ? deepest3(&three[0]) : 0.0f;
            assert_true(count3 == count4 || depth > -1e-3f);
            continue;
        }
        ++touching;
        float deepest4 = INFINITY, low = INFINITY, high = -INFINITY;
        for (int k = 0; k < four[0].point_count; ++k) {
            deepest4 = minimum(four[0].points[k].separation, deepest4);
            low = minimum(four[0].points[k].position.w, low);
            high = maximum(four[0].points[k].position.w, high);
        }
        const double depth = (double)absolute(deepest3(&three[0]));
        assert_near(deepest4, deepest3(&three[0]), 0.005 + 0.06 * depth);
        assert_near(four[0].normal.w, 0, 1e-3);
        // The shorter segment's ends, from -2 to 2.
        if (four[0].point_count > 1) {
            assert_near(low, -2, 1e-2);
            assert_near(high, 2, 1e-2);
            ++ends;
        }
    }
    assert_true(touching > 250 && ends > touching / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_long_in_w_touches_as_in_three_dimensions),
    };
    return cmocka_run_group_tests_name("extrusion4", tests, NULL, NULL);
}
