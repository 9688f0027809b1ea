// SPDX-License-Identifier: MIT
// bvh_search.c: what meets what, many at once: the items of a node's children are searched for
// together, for they are neighbours and so have the same neighbours. One walk finds the nodes near
// all of them; then node meets node: of its items those that meet the other's box are tried against
// the items there.
#define SEARCH_KERNEL tum_bvh_search_base
#include "sim/bvh_search.inl"

void tum_bvh_search(const BvhSearch *search, int32_t group)
{
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2")) {
        tum_bvh_search_avx2(search, group);
        return;
    }
#endif
    tum_bvh_search_base(search, group);
}
