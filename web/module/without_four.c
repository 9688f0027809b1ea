// SPDX-License-Identifier: MIT
// without_four.c: what a module without four dimensions has in their place; in the core module
// alone.
//
// Functions of the layers that are left out are imports of the module, which end the call. These
// stand here: a table is no import, and the end of a world asks for both dimensions. No world has
// the table, since tum_web_world_create refuses the scenes that would need it.
#include "module.h"
#include "solid.h"
#include "space4/space4.h"
#include "world/world_data.h"

const SpaceOps tum_space4_ops = {0};

void tum_space4_destroy(Space4 *space)
{
    (void)space;
}

void tum_world_free_shapes4(TumWorld *world)
{
    (void)world;
}

bool web_has_dimension(int dimension)
{
    return dimension == 3;
}

void web_solids_of_sections(const TumWorld *world, double w, WebSolids *solids)
{
    (void)world;
    (void)w;
    (void)solids;
}
