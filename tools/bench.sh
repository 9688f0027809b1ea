#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Milliseconds per step of the sample scenes: tools/bench.sh [ROUNDS [SECONDS]]
#
# Rounds alternate over the scenes; a scene's row is its round with the median mean step, and the
# longest step of that round. Times depend on the machine: compare within one run only. The scenes of
# the benchmark against other engines are another matter.
set -eu
cd "$(dirname "$0")/.."

rounds=${1:-3}
seconds=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
echo "$(build/release/bin/tumble --version), ${processor:-$(uname -m)}, 1 thread, $seconds s at 60 Hz, median of $rounds"
for _ in $(seq "$rounds"); do
    for sample in samples/*.gltf; do
        build/release/bin/tumble simulate "$sample" --duration "$seconds" --stats >"$work/said"
        # "time: 0.123 s, 0.410 ms a step, 1.950 ms the longest, …"
        sed -n 's/^time: .*, \([0-9.]*\) ms a step, \([0-9.]*\) ms the longest.*/\1 \2/p' "$work/said" |
            tail -n 1 >>"$work/$(basename "$sample" .gltf)"
        sed -n 's/^.* steps, \([0-9]*\) bod.*/\1/p' "$work/said" >"$work/bodies-$(basename "$sample" .gltf)"
    done
done
printf '%-16s %8s %14s %14s\n' scene bodies 'ms per step' 'longest [ms]'
for sample in samples/*.gltf; do
    name=$(basename "$sample" .gltf)
    read -r mean longest < <(sort -n "$work/$name" | sed -n "$(((rounds + 1) / 2))p")
    printf '%-16s %8s %14s %14s\n' "$name" "$(cat "$work/bodies-$name")" "$mean" "$longest"
done
