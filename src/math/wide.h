// SPDX-License-Identifier: MIT
/// wide.h: eight numbers at once, the same bits on every instruction set.
///
/// A kernel is written once against this header and compiled per instruction set (base/kernel.h);
/// other files get the baseline set of the processor. Lanes hold independent constraints: no
/// operation sums across lanes. Only operations that IEEE 754 rounds correctly are provided, so
/// every build gives the bits of the scalar one, the reference. Minimum and maximum are compare and
/// select, because the machines' own instructions differ for NaN and for -0.
///
/// Eight numbers are in one register of the set or in several. Arithmetic is that of the compiler's
/// vectors, written here for all sets; wide_SET.h has what a set needs an instruction for.
///
/// A kernel that defines WIDE_SIXTEEN has sixteen numbers at once on AVX-512, from two blocks of
/// eight; WIDE_SIXTEEN is undefined where there are eight. Other kernels have eight numbers there,
/// with thirty-two registers.
///
/// A kernel that defines WIDE_FOUR has four numbers at once in WebAssembly, half of a block:
/// engines have sixteen registers on x86, and a module of half the code is downloaded.
#ifndef TUM_MATH_WIDE_H
#define TUM_MATH_WIDE_H

#include "math/math3.h"
#include "math/settled.h"

#include <stdint.h>

#if !defined(TUM_ISA_AVX512)
#undef WIDE_SIXTEEN
#endif
#if !defined(__wasm_simd128__) || defined(TUM_ISA_SCALAR)
#undef WIDE_FOUR
#endif
#if defined(WIDE_SIXTEEN)
#include "math/wide_avx512.h"
#elif defined(TUM_ISA_AVX512) || defined(TUM_ISA_AVX2)
#include "math/wide_avx2.h"
#elif defined(TUM_ISA_SCALAR) ||                                                                   \
    !(defined(__SSE2__) || defined(__aarch64__) || defined(__wasm_simd128__))
#include "math/wide_scalar.h"
#else
#include "math/wide_float4.h"
#endif

enum {
    WIDE = 8, ///< Numbers in a block.
#if defined(WIDE_FOUR)
    WIDE_LANES = REGISTER_LANES, ///< Numbers in a vector.
#else
    WIDE_LANES = REGISTER_LANES > 8 ? REGISTER_LANES : 8,
#endif
    WIDE_PARTS = WIDE_LANES / REGISTER_LANES ///< Registers of a vector.
};

// Registers of a vector: EACH_REGISTER repeats a statement for each of them, in which REGISTER(a)
// is the register of `a`. One register is no structure, and two have constant numbers: gcc 12 takes
// a third more instructions in some kernels for a structure of one, and twice for a loop over two.
#if defined(TUM_MATH_WIDE_SCALAR_H) || (defined(TUM_MATH_WIDE_FLOAT4_H) && !defined(WIDE_FOUR))
typedef struct Wide {
    Register part[WIDE_PARTS];
} Wide;

typedef struct WideMask {
    RegisterMask part[WIDE_PARTS];
} WideMask;

#define REGISTER(a) (a).part[part]
#else
typedef Register Wide;
typedef RegisterMask WideMask;

#define REGISTER(a) a
#endif
#if defined(TUM_MATH_WIDE_SCALAR_H)
#define EACH_REGISTER(statement)                                                                   \
    for (int part = 0; part < WIDE_PARTS; ++part) {                                                \
        statement;                                                                                 \
    }                                                                                              \
    _Static_assert(WIDE_PARTS > 2, "many")
#elif defined(TUM_MATH_WIDE_FLOAT4_H) && !defined(WIDE_FOUR)
#define EACH_REGISTER(statement)                                                                   \
    {                                                                                              \
        enum { part = 0 };                                                                         \
        statement;                                                                                 \
    }                                                                                              \
    {                                                                                              \
        enum { part = 1 };                                                                         \
        statement;                                                                                 \
    }                                                                                              \
    _Static_assert(WIDE_PARTS == 2, "two")
#else
#define EACH_REGISTER(statement)                                                                   \
    {                                                                                              \
        enum { part = 0 };                                                                         \
        statement;                                                                                 \
    }                                                                                              \
    _Static_assert(WIDE_PARTS == 1, "one")
#endif

/// Eight numbers in memory, as blocks hold them.
typedef float Lanes[WIDE];

/// Loads numbers of a block, which are aligned as a vector.
static inline Wide wide_load(const float *lanes)
{
    Wide r;
    EACH_REGISTER(REGISTER(r) = *(const Register *)(const void *)(lanes + part * REGISTER_LANES));
    return r;
}

static inline void wide_store(float *lanes, Wide a)
{
    EACH_REGISTER(*(Register *)(void *)(lanes + part * REGISTER_LANES) = REGISTER(a));
}

/// Loads words of any kind unchanged; no alignment is needed.
static inline Wide wide_load_words(const void *words)
{
    Wide r;
    EACH_REGISTER(REGISTER(r) = ((const RegisterAnywhere *)words)[part]);
    return r;
}

static inline void wide_store_words(void *words, Wide a)
{
    EACH_REGISTER(((RegisterAnywhere *)words)[part] = REGISTER(a));
}

#if !defined(WIDE_SIXTEEN)
/// Converts eight bytes to numbers.
static inline Wide wide_load_bytes(const uint8_t *bytes)
{
    Wide r;
    EACH_REGISTER(REGISTER(r) = register_load_bytes(bytes + part * REGISTER_LANES));
    return r;
}
#endif

static inline Wide wide_splat(float a)
{
    Wide r;
    EACH_REGISTER(REGISTER(r) = register_splat(a));
    return r;
}

static inline Wide wide_add(Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = REGISTER(a) + REGISTER(b));
    return a;
}

static inline Wide wide_sub(Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = REGISTER(a) - REGISTER(b));
    return a;
}

static inline Wide wide_mul(Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = REGISTER(a) * REGISTER(b));
    return a;
}

static inline Wide wide_div(Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = REGISTER(a) / REGISTER(b));
    return a;
}

static inline Wide wide_sqrt(Wide a)
{
    EACH_REGISTER(REGISTER(a) = register_sqrt(REGISTER(a)));
    return a;
}

static inline WideMask wide_greater(Wide a, Wide b)
{
    WideMask r;
    EACH_REGISTER(REGISTER(r) = register_greater(REGISTER(a), REGISTER(b)));
    return r;
}

/// True where words are equal bit by bit.
static inline WideMask wide_same(Wide a, Wide b)
{
    WideMask r;
    EACH_REGISTER(REGISTER(r) = register_same(REGISTER(a), REGISTER(b)));
    return r;
}

static inline WideMask wide_and(WideMask a, WideMask b)
{
    EACH_REGISTER(REGISTER(a) = register_and(REGISTER(a), REGISTER(b)));
    return a;
}

static inline WideMask wide_or(WideMask a, WideMask b)
{
    EACH_REGISTER(REGISTER(a) = register_or(REGISTER(a), REGISTER(b)));
    return a;
}

/// a where the mask is set, else b.
static inline Wide wide_select(WideMask mask, Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = register_select(REGISTER(mask), REGISTER(a), REGISTER(b)));
    return a;
}

/// a < b ? a : b, for NaN and zeros too.
static inline Wide wide_minimum(Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = register_minimum(REGISTER(a), REGISTER(b)));
    return a;
}

/// a > b ? a : b, for NaN and zeros too.
static inline Wide wide_maximum(Wide a, Wide b)
{
    EACH_REGISTER(REGISTER(a) = register_maximum(REGISTER(a), REGISTER(b)));
    return a;
}

/// Converts int32_t words to numbers.
static inline Wide wide_from_words(Wide a)
{
    EACH_REGISTER(REGISTER(a) = register_from_words(REGISTER(a)));
    return a;
}

/// Bit i: lane i of the mask.
static inline uint32_t wide_bits(WideMask a)
{
    uint32_t bits = 0;
    EACH_REGISTER(bits |= register_bits(REGISTER(a)) << part * REGISTER_LANES);
    return bits;
}

#include "math/wide_rows.inl"

/// Three numbers of eight lanes.
typedef struct WideVec3 {
    Wide x, y, z;
} WideVec3;

/// Three numbers of eight lanes in memory.
typedef struct Lanes3 {
    Lanes x, y, z;
} Lanes3;

#if defined(WIDE_SIXTEEN) || defined(WIDE_FOUR)
/// One vector in memory.
typedef float WideLanes[WIDE_LANES];

typedef struct WideLanes3 {
    WideLanes x, y, z;
} WideLanes3;
#else
typedef Lanes WideLanes;
typedef Lanes3 WideLanes3;
#endif

/// The value in one lane.
static inline Vec3 lane3(const WideLanes3 *lanes, uint32_t lane)
{
    return (Vec3){lanes->x[lane], lanes->y[lane], lanes->z[lane]};
}

static inline void set_lane3(WideLanes3 *lanes, uint32_t lane, Vec3 v)
{
    lanes->x[lane] = v.x;
    lanes->y[lane] = v.y;
    lanes->z[lane] = v.z;
}

static inline WideVec3 wide_load3(const WideLanes3 *lanes)
{
    return (WideVec3){wide_load(lanes->x), wide_load(lanes->y), wide_load(lanes->z)};
}

static inline void wide_store3(WideLanes3 *lanes, WideVec3 a)
{
    wide_store(lanes->x, a.x);
    wide_store(lanes->y, a.y);
    wide_store(lanes->z, a.z);
}

/// The same of a block, from a lane on.
static inline WideVec3 wide_load3_from(const Lanes3 *lanes, uint32_t lane)
{
    return (WideVec3){wide_load(&lanes->x[lane]), wide_load(&lanes->y[lane]),
                      wide_load(&lanes->z[lane])};
}

static inline void wide_store3_from(Lanes3 *lanes, uint32_t lane, WideVec3 a)
{
    wide_store(&lanes->x[lane], a.x);
    wide_store(&lanes->y[lane], a.y);
    wide_store(&lanes->z[lane], a.z);
}

static inline WideVec3 wide_add3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_add(a.x, b.x), wide_add(a.y, b.y), wide_add(a.z, b.z)};
}

static inline WideVec3 wide_sub3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_sub(a.x, b.x), wide_sub(a.y, b.y), wide_sub(a.z, b.z)};
}

static inline WideVec3 wide_scale3(WideVec3 a, Wide factor)
{
    return (WideVec3){wide_mul(a.x, factor), wide_mul(a.y, factor), wide_mul(a.z, factor)};
}

/// a + b * factor.
static inline WideVec3 wide_add_scaled3(WideVec3 a, WideVec3 b, Wide factor)
{
    return (WideVec3){wide_add(a.x, wide_mul(b.x, factor)), wide_add(a.y, wide_mul(b.y, factor)),
                      wide_add(a.z, wide_mul(b.z, factor))};
}

/// a - b * factor.
static inline WideVec3 wide_sub_scaled3(WideVec3 a, WideVec3 b, Wide factor)
{
    return (WideVec3){wide_sub(a.x, wide_mul(b.x, factor)), wide_sub(a.y, wide_mul(b.y, factor)),
                      wide_sub(a.z, wide_mul(b.z, factor))};
}

static inline Wide wide_dot3(WideVec3 a, WideVec3 b)
{
    return wide_add(wide_add(wide_mul(a.x, b.x), wide_mul(a.y, b.y)), wide_mul(a.z, b.z));
}

static inline WideVec3 wide_cross3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_sub(wide_mul(a.y, b.z), wide_mul(a.z, b.y)),
                      wide_sub(wide_mul(a.z, b.x), wide_mul(a.x, b.z)),
                      wide_sub(wide_mul(a.x, b.y), wide_mul(a.y, b.x))};
}

#endif
