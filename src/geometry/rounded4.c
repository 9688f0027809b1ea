// SPDX-License-Identifier: MIT
// Sums over the subsets of a curve's axes (spec/physics4d.md section 2.3): where a point sticks out
// of the box on k axes, those coordinates are a superball's, and the others are the box's. The
// superball of exponent n over k axes has, by Dirichlet's integral,
//
//     volume   (2 gamma(1 + 1/n))^k / gamma(1 + k/n)
//     E |u|^p  gamma((p + 1)/n) / gamma(1/n) * gamma(1 + k/n) / gamma(1 + (k + p)/n)
#include "geometry/rounded4.h"

#include "math/gamma.h"
#include "math/scalar.h"

// With a larger exponent a curve is a box to the last digit but for 1e-6 of it.
#define LARGEST_EXPONENT 1e6

/// Of the unit superball over some axes: its volume, and the means of |u| and u^2.
typedef struct Superball {
    double volume, first, second;
} Superball;

static Superball superball(int axes, double exponent)
{
    const double k = axes, step = 1.0 / exponent;
    double side = 2.0 * tum_gamma64(1.0 + step), volume = 1.0;
    for (int i = 0; i < axes; ++i) {
        volume *= side;
    }
    const double whole = tum_gamma64(1.0 + k * step), one = tum_gamma64(step);
    return (Superball){
        volume / whole,
        tum_gamma64(2.0 * step) / one * whole / tum_gamma64(1.0 + (k + 1.0) * step),
        tum_gamma64(3.0 * step) / one * whole / tum_gamma64(1.0 + (k + 2.0) * step),
    };
}

// Volume of one factor; its mean squares go to mean_square.
static double curve_moments(const double half[4], const TumCurve *curve, double mean_square[4])
{
    const double exponent = clamp64(curve->exponent, 1.0, LARGEST_EXPONENT);
    int axes[4], count = 0;
    for (int i = 0; i < 4; ++i) {
        if (curve->radii[i] > 0.0) {
            axes[count++] = i;
        }
    }
    double volume = 0.0, sums[4] = {0.0};
    for (unsigned out = 0; out < 1u << count; ++out) {
        int out_count = 0;
        double part = 1.0;
        for (int i = 0; i < count; ++i) {
            const bool sticks_out = (out >> i & 1) != 0;
            part *= sticks_out ? curve->radii[axes[i]] : 2.0 * half[axes[i]];
            out_count += sticks_out ? 1 : 0;
        }
        const Superball ball = superball(out_count, exponent);
        part *= ball.volume;
        volume += part;
        for (int i = 0; i < count; ++i) {
            const double h = half[axes[i]], r = curve->radii[axes[i]];
            sums[i] +=
                part * ((out >> i & 1) != 0 ? h * h + 2.0 * h * r * ball.first + r * r * ball.second
                                            : h * h / 3.0);
        }
    }
    for (int i = 0; i < count; ++i) {
        mean_square[axes[i]] = volume > 0.0 ? sums[i] / volume : 0.0;
    }
    return volume;
}

bool tum_rounded_moments4(const double half[4], const TumCurve *curves, size_t curve_count,
                          RoundedMoments4 *moments)
{
    bool is_covered[4] = {false};
    *moments = (RoundedMoments4){.volume = 1.0};
    for (size_t c = 0; c < curve_count; ++c) {
        for (int i = 0; i < 4; ++i) {
            if (curves[c].radii[i] > 0.0) {
                if (is_covered[i]) {
                    *moments = (RoundedMoments4){0};
                    return false;
                }
                is_covered[i] = true;
            }
        }
        moments->volume *= curve_moments(half, &curves[c], moments->mean_square);
    }
    for (int i = 0; i < 4; ++i) {
        if (!is_covered[i]) {
            moments->volume *= 2.0 * half[i];
            moments->mean_square[i] = half[i] * half[i] / 3.0;
        }
    }
    return true;
}
