// SPDX-License-Identifier: MIT
// material.c: default materials, and the combination of two materials.
#include "math/scalar.h"
#include "tumble/scene.h"

TumMaterial tum_default_material(void)
{
    return (TumMaterial){.static_friction = 0.6,
                         .dynamic_friction = 0.6,
                         .restitution = 0.0,
                         .friction_combine = TUM_COMBINE_NONE,
                         .restitution_combine = TUM_COMBINE_NONE,
                         .pointer = ""};
}

double tum_combine(TumCombine mode_a, double a, TumCombine mode_b, double b)
{
    if (mode_a == TUM_COMBINE_AVERAGE || mode_b == TUM_COMBINE_AVERAGE) {
        return 0.5 * (a + b);
    }
    if (mode_a == TUM_COMBINE_MINIMUM || mode_b == TUM_COMBINE_MINIMUM) {
        return minimum64(a, b);
    }
    if (mode_a == TUM_COMBINE_MAXIMUM || mode_b == TUM_COMBINE_MAXIMUM) {
        return maximum64(a, b);
    }
    if (mode_a == TUM_COMBINE_MULTIPLY || mode_b == TUM_COMBINE_MULTIPLY) {
        return a * b;
    }
    return 0.5 * (a + b);
}
