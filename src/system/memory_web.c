// SPDX-License-Identifier: MIT
// memory_web.c: copies and fills in modules with SIMD, in place of those of Emscripten's C library.
//
// Short blocks are copied sixteen bytes at a time. Long ones take the instruction of bulk memory,
// which every engine with SIMD has, where the library calls a script to copy, and fills by a loop.
// Modules without SIMD have the library's.
#include <stdint.h>
#include <string.h>

#if defined(__wasm_bulk_memory__) && defined(__wasm_simd128__)

// [byte] From here on the instruction is used: for less, engines take longer to begin with it.
enum { LONG = 512 };

typedef uint8_t Sixteen __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t Eight __attribute__((aligned(1), may_alias));
typedef uint32_t Four __attribute__((aligned(1), may_alias));

// Otherwise the compiler would replace the loops by calls of these functions.
#define OWN_LOOPS __attribute__((no_builtin("memcpy", "memset")))

// The last piece overlaps the one before where the length is no multiple.
OWN_LOOPS void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    if (bytes >= LONG) {
        __builtin_memcpy(to, from, bytes);
    } else if (bytes >= 16) {
        for (size_t i = 0; i < bytes - 16; i += 16) {
            *(Sixteen *)(out + i) = *(const Sixteen *)(in + i);
        }
        *(Sixteen *)(out + bytes - 16) = *(const Sixteen *)(in + bytes - 16);
    } else if (bytes >= 8) {
        *(Eight *)out = *(const Eight *)in;
        *(Eight *)(out + bytes - 8) = *(const Eight *)(in + bytes - 8);
    } else if (bytes >= 4) {
        *(Four *)out = *(const Four *)in;
        *(Four *)(out + bytes - 4) = *(const Four *)(in + bytes - 4);
    } else {
        for (size_t i = 0; i < bytes; ++i) {
            out[i] = in[i];
        }
    }
    return to;
}

OWN_LOOPS void *memset(void *to, int byte, size_t bytes)
{
    uint8_t *out = to;
    const uint8_t value = (uint8_t)byte;
    if (bytes >= LONG) {
        __builtin_memset(to, byte, bytes);
    } else if (bytes >= 16) {
        const Sixteen values = {value, value, value, value, value, value, value, value,
                                value, value, value, value, value, value, value, value};
        for (size_t i = 0; i < bytes - 16; i += 16) {
            *(Sixteen *)(out + i) = values;
        }
        *(Sixteen *)(out + bytes - 16) = values;
    } else {
        for (size_t i = 0; i < bytes; ++i) {
            out[i] = value;
        }
    }
    return to;
}

#endif
