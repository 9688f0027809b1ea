#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures a preset of CMakePresets.json and builds it: tools/build.sh PRESET [TARGET…]
#
# Ninja where it is installed, make otherwise; a build folder keeps the generator it began with.
# TUMBLE_CONFIGURE holds more arguments for configuring: TUMBLE_CONFIGURE=-DTUMBLE_WERROR=ON.
# tools/build.sh --jobs prints how many jobs run at once: TUMBLE_JOBS, or one per processor.
set -eu
cd "$(dirname "$0")/.."

jobs=${TUMBLE_JOBS:-$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
if [ "${1:-}" = --jobs ]; then
    echo "$jobs"
    exit 0
fi
# A make that calls this one has flags of its own; the build is not a part of it.
unset MAKEFLAGS MFLAGS MAKELEVEL
preset=${1:?usage: tools/build.sh PRESET [TARGET…]}
shift

generator=()
if [ ! -f "build/$preset/CMakeCache.txt" ] && [ -z "${CMAKE_GENERATOR:-}" ]; then
    if command -v ninja >/dev/null 2>&1; then
        generator=(-G Ninja)
    else
        generator=(-G "Unix Makefiles")
    fi
fi

# Configuring says a page that matters only when it fails.
mkdir -p "build/$preset"
log=build/$preset/configure.log
# shellcheck disable=SC2086 # TUMBLE_CONFIGURE is a list of words.
if ! cmake --preset "$preset" "${generator[@]}" ${TUMBLE_CONFIGURE:-} >"$log" 2>&1; then
    cat "$log" >&2
    echo "tumble: configuring failed. 'make setup' installs what is missing." >&2
    exit 1
fi
targets=()
if [ $# -gt 0 ]; then
    targets=(--target "$@")
fi
cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}"
