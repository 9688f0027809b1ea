// SPDX-License-Identifier: MIT
/// sweep3.h: a box that moves along a line, against boxes that stand still: what ray and shape
/// casts ask of every tree. A ray is a box without size.
#ifndef TUM_SHAPE3_SWEEP3_H
#define TUM_SHAPE3_SWEEP3_H

#include "shape3/mesh_data3.h"
#include "shape3/sweep_data3.h"

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk);

#endif
