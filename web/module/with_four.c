// SPDX-License-Identifier: MIT
// with_four.c: the dimensions of a module that has three and four; in the full module alone.
#include "module.h"

bool web_has_dimension(int dimension)
{
    return dimension == 3 || dimension == 4;
}
