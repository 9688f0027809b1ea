// SPDX-License-Identifier: MIT
// contact_pair3.c: the contact solver at two blocks at once, a kernel of AVX-512 alone.
//
// Registers of sixteen lanes do a third more arithmetic in the same time, and half of a visit is
// latency between dependent points. Two blocks at once take three quarters of the time of single
// blocks.
#define WIDE_SIXTEEN
#include "contact3/contact_visit3.inl"

#include "contact3/contact_prepare3.inl"

static uint32_t most_points(const ContactBlock3 *blocks)
{
    return blocks[0].point_count > blocks[1].point_count ? blocks[0].point_count
                                                         : blocks[1].point_count;
}

static void prepare(ContactBlock3 blocks[2], ContactRows3 *rows, const ContactSources3 *sources,
                    const ContactManifolds3 *manifolds)
{
    prepare_block(blocks, (WideRows){rows, 0}, sources, manifolds);
}

static void warm_start(const ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies)
{
    warm_start_visit(blocks, (WideRows){rows, 0}, bodies, most_points(blocks));
}

static void push_pair(ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies,
                      const ContactPass3 *pass)
{
    visit_by_count(blocks, (WideRows){rows, 0}, NULL, bodies, pass, true, most_points(blocks));
}

static void relax_pair(ContactBlock3 blocks[2], ContactRows3 *rows, SolverBody3 *bodies,
                       const ContactPass3 *pass)
{
    visit_by_count(blocks, (WideRows){rows, 0}, NULL, bodies, pass, false, most_points(blocks));
}

const ContactPairKernel3 KERNEL_NAME(tum_contact_pair_kernel3) = {
    .prepare = prepare,
    .warm_start = warm_start,
    .push = push_pair,
    .relax = relax_pair,
};
