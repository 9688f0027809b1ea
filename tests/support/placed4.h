// SPDX-License-Identifier: MIT
/// placed4.h: the placed objects of the reference data as shapes that distances take.
#ifndef TUM_TESTS_PLACED4_H
#define TUM_TESTS_PLACED4_H

#include "distance4/distance4.h"
#include "tests/support/shapes4.h"

static inline Placed4 placed4(const Object4 *object)
{
    return (Placed4){&object->shape, object->position, object->rotation};
}

#endif
