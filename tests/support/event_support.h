// SPDX-License-Identifier: MIT
/// event_support.h: whether two worlds, which have numbers of their own, tell of the same events.
#ifndef TUM_TESTS_EVENT_SUPPORT_H
#define TUM_TESTS_EVENT_SUPPORT_H

#include "tests/support/support.h"
#include "tumble/world.h"

static inline void assert_same_side(const TumEventSide *a, const TumEventSide *b)
{
    assert_int_equal(a->node, b->node);
    assert_int_equal(a->motion, b->motion);
    assert_int_equal(a->collider.index1, b->collider.index1);
    assert_int_equal(a->collider.generation, b->collider.generation);
    assert_int_equal(a->body.index1, b->body.index1);
    assert_int_equal(a->body.generation, b->body.generation);
    assert_true(a->user == b->user && a->body_user == b->body_user);
}

/// To the last bit.
static inline void assert_same_event(const TumEvent *a, const TumEvent *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->trigger, b->trigger);
    assert_same_side(&a->a, &b->a);
    assert_same_side(&a->b, &b->b);
    assert_true(a->impulse == b->impulse && a->speed == b->speed);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
}

#endif
