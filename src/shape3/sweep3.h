// SPDX-License-Identifier: MIT
/// sweep3.h: a moving box against the tree of a mesh, for ray and shape casts. A ray is a box
/// without size.
#ifndef TUM_SHAPE3_SWEEP3_H
#define TUM_SHAPE3_SWEEP3_H

#include "shape3/mesh_data3.h"
#include "shape3/sweep_data3.h"

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk);

#endif
