// SPDX-License-Identifier: MIT
// joint_kernel3_avx512.c: joints in lanes for x86 with AVX-512: eight, with thirty-two registers.
#if defined(__x86_64__) || defined(__i386__)
#define WIDE_AVX2
#define KERNEL tum_joint_kernel3_avx512
#include "joint3/joint_kernel3.inl"
#else
typedef int tum_not_on_this_machine;
#endif
