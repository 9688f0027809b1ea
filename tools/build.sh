#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures a preset of CMakePresets.json and builds it: tools/build.sh PRESET [TARGET…]
#
# Ninja where it is installed, make otherwise; a build folder keeps the generator it began with.
# TUMBLE_CONFIGURE holds more arguments for configuring: TUMBLE_CONFIGURE=-DTUMBLE_WERROR=ON.
# With ccache installed, what was compiled before is not compiled again.
# tools/build.sh --jobs prints how many jobs run at once: TUMBLE_JOBS, or one per processor.
set -eu -o pipefail
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

if [ -z "${CMAKE_C_COMPILER_LAUNCHER+set}" ] && command -v ccache >/dev/null 2>&1; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

# Configuring says a page that matters only when it fails.
mkdir -p "build/$preset"
log=build/$preset/configure.log
# shellcheck disable=SC2086 # TUMBLE_CONFIGURE is a list of words.
if ! cmake --preset "$preset" ${generator[@]+"${generator[@]}"} ${TUMBLE_CONFIGURE:-} >"$log" 2>&1; then
    cat "$log" >&2
    echo "tumble: configuring failed. 'make setup' installs what is missing." >&2
    exit 1
fi
targets=()
if [ $# -gt 0 ]; then
    targets=(--target "$@")
fi

# Progress is one line on a terminal, a line per quarter of a large build elsewhere. Warnings, errors and the
# command that failed are printed as they come, long commands cut off; the log has all of it.
log=build/$preset/build.log
began=$SECONDS
terminal=0
[ ! -t 1 ] || terminal=1
unset NINJA_STATUS # Its own form, [done/all], is what awk reads.
status=0
cmake --build --preset "$preset" --parallel "$jobs" ${targets[@]+"${targets[@]}"} 2>&1 | tee "$log" |
    awk -v terminal="$terminal" -v name="$preset" '
        function clear() { if (terminal) printf "\r\033[K" }
        /^\[ *[0-9]+(%|\/[0-9]+)\] / {
            if (terminal) { printf "\r\033[K%s: %s", name, substr($0, 1, 70); fflush() }
            else {
                # ninja counts steps, make their percentage.
                split($0, part, /[][\/ ]+/)
                is_percentage = part[2] ~ /%$/
                quarter = is_percentage ? int(part[2] / 25) : part[3] < 100 ? 0 : int(4 * part[2] / part[3])
                if (quarter > last && quarter < 4) {
                    printf is_percentage ? "%s: %d %% of the steps\n" : "%s: %d of %d steps\n", name, part[2], part[3]
                    fflush()
                }
                last = quarter
            }
            next
        }
        /^(Consolidate compiler generated|Scanning dependencies|ninja: no work to do)/ { next }
        { clear(); print substr($0, 1, 400); fflush() }
        END { clear() }' || status=$?
if [ "$status" -ne 0 ]; then
    echo "tumble: the build of $preset failed; $log has all of it" >&2
    exit "$status"
fi
built=$(grep -cE '^\[ *[0-9]+(%|/[0-9]+)\] (Building|Linking) ' "$log" || true)
echo "$preset: $built files built in $((SECONDS - began)) s"
