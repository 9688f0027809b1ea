// SPDX-License-Identifier: MIT
// bvh_search.c: what meets what, many at once: the items of a node are searched for together, for
// they are neighbours and so have the same neighbours.
#define SEARCH_KERNEL tum_bvh_search_base
#include "sim/bvh_search.inl"

void tum_bvh_search(const BvhSearch *search, int32_t node)
{
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2")) {
        tum_bvh_search_avx2(search, node);
        return;
    }
#endif
    tum_bvh_search_base(search, node);
}
