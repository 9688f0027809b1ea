// SPDX-License-Identifier: MIT
/// four.h: scenes of four dimensions, written as G4MF.
#ifndef SCENES_FOUR_H
#define SCENES_FOUR_H

#include "scenes.h"

/// A G4MF document in the making. Zeroed: empty.
struct FourText {
    char *bytes;
    size_t count, room;
    int node_count;
    bool failed; ///< Memory was short: nothing more is added.
};

void scene_build_pyramid4(FourText *text);
void scene_build_pile4(FourText *text);
void scene_build_balls4(FourText *text);

#endif
