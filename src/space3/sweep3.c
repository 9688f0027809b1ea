// SPDX-License-Identifier: MIT
// The tree of a mesh from near to far, along a line.
#include "space3/sweep3.h"

#include "space3/sweep_kernel3.h"

// Asked for every ray: the compiler's runtime knows the answer, tum_cpu_has finds it out anew.
static SweepKernel3 *kernel_here(void)
{
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2")) {
        return tum_mesh3_sweep_avx2;
    }
#endif
    return tum_mesh3_sweep_base;
}

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    kernel_here()(mesh, walk);
}
