// SPDX-License-Identifier: MIT
/// settled.h: numbers that are read before they fill a vector.
///
/// LLVM 14, the compiler of Emscripten 3.1.6, makes one instruction of wasm of a number in memory
/// that fills all lanes of a vector, and forgets its place among stores: the number may be read
/// after a store to the same address (WebAssemblyISelLowering.cpp, LOAD_SPLAT). So the number
/// passes a line of assembler, which says nothing, on its way into the vector. tools/web.sh looks
/// for the instruction in each module.
#ifndef TUM_MATH_SETTLED_H
#define TUM_MATH_SETTLED_H

static inline float settled(float a)
{
#if defined(__wasm_simd128__)
    __asm__("" : "+r"(a));
#endif
    return a;
}

static inline double settled64(double a)
{
#if defined(__wasm_simd128__)
    __asm__("" : "+r"(a));
#endif
    return a;
}

#endif
