#!/bin/sh
# SPDX-License-Identifier: MIT
# Which friction holds a box on a slope? friction.sh OUT [COEFFICIENTS [MASSES]]
#
# The slope of samples/slope.gltf has 20 degrees. A box rests on it where its coefficient of friction is at least
# tan 20° = 0.364, whatever its mass (Coulomb). 40 coefficients and 5 masses are 200 runs of a second; OUT receives
# their rows, the report and the plot. Started again, the script does the runs that are left.
set -eu
samples=$(dirname "$0")/../../samples
out=$1
coefficients=${2:-0.02:0.02:0.8}
masses=${3:-0.1,1,10,100,1000}
tumble=${TUMBLE:-tumble}

# The third material is that of the box "Friction 0.3", node 4. Its two coefficients share a value. The file gives
# the box no mass: each run adds one.
material=/extensions/KHR_physics_rigid_bodies/physicsMaterials/2
"$tumble" sweep "$samples/slope.gltf" --out "$out" --duration 1 \
    --vary "$material/staticFriction,$material/dynamicFriction=$coefficients" \
    --vary "/nodes/4/extensions/KHR_physics_rigid_bodies/motion/mass=$masses" \
    --measure 'displacement(Friction 0.3)@end' \
    --measure 'max tilt(Friction 0.3)'

"$tumble" report "$out" --x staticFriction --series mass --mark '0.36397=tan 20°' \
    --title 'A box on a slope of 20°: metres in the first second' --svg "$out/friction.svg"
