// SPDX-License-Identifier: MIT
/// exact.h: IEEE 754 arithmetic as written in the source, or no build.
///
/// Every file of the library is compiled with this header first (cmake/tumble-flags.cmake), and
/// math/scalar.h includes it for builds that know nothing of CMake. Under
/// -ffast-math and its parts a compiler may reorder sums, take NaN and infinity for impossible and
/// flush small numbers to zero: worlds then differ between builds, and checks of numbers from files
/// disappear.
#ifndef TUM_BASE_EXACT_H
#define TUM_BASE_EXACT_H

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0) ||      \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(_M_FP_FAST)
#error "tumble needs the arithmetic of IEEE 754: build it without -ffast-math and its parts"
#endif

#endif
