#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `make run` ends with: simulates a sample and says what to look at.
# tools/run-sample.sh [FILE [SECONDS]]
set -eu
cd "$(dirname "$0")/.."

file=${1:-samples/tumbling-tower.gltf}
seconds=${2:-8}
name=$(basename "${file%.*}")
out=build/run
mkdir -p "$out"

echo "tumble: simulating $file for $seconds s"
build/release/bin/tumble simulate "$file" --duration "$seconds" \
    --trajectory "$out/$name.ndjson" --bake "$out/$name.glb" --stats
echo
echo "  $out/$name.glb      plays in any glTF viewer: drop it on one"
echo "  build/release/bin/tumble view $out/$name.glb"
echo "                          shows it in the browser, with its physics"
echo "  $out/$name.ndjson   every pose and velocity, one line per step (docs/formats.md)"
