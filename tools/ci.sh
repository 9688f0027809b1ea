#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What has to hold, in three sizes:
#
#     tools/ci.sh quick     before a commit: the checks, and every test under sanitizers but conformance
#     tools/ci.sh full      all of it: every preset, conformance, the same bits from every compiler
#     tools/ci.sh nightly   full, long runs, fuzzing and the benchmark
#
# Each step is one line in the summary; the last line counts tests and steps. Exit status 1 when
# anything failed. Steps go on after a failure, so that one run shows everything there is to mend.
set -u
cd "$(dirname "$0")/.." || exit 1

size=${1:-quick}
case $size in
quick | full | nightly) ;;
*)
    sed -n '3,11s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac

export TUMBLE_CONFIGURE=-DTUMBLE_WERROR=ON
jobs=$(tools/build.sh --jobs)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
skipped=0
summary=$work/summary
touch "$summary"

# step NAME COMMAND…: counts as one. A command that runs ctest counts as its tests.
step() {
    local name=$1 log=$work/log began=$SECONDS status
    shift
    echo "== $name"
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    count "$log" "$status"
    printf '%-4s %4d s  %s\n' "$([ "$status" -eq 0 ] && echo ok || echo FAIL)" $((SECONDS - began)) "$name" |
        tee -a "$summary"
}

# ctest: "97% tests passed, 2 tests failed out of 60", and "(Skipped)" or "(Not Run)" per test left out.
count() { # LOG STATUS
    local total bad left
    read -r bad total < <(sed -n 's/.* tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$1" | tail -n 1)
    if [ -z "${total:-}" ]; then
        if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
        return
    fi
    left=$(grep -c '^[[:space:]]*[0-9]* - .*(Skipped)' "$1")
    # A build that broke before ctest is caught above; ctest that fails without a failed test, here.
    [ "$2" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    failed=$((failed + bad))
    skipped=$((skipped + left))
    passed=$((passed + total - bad - left))
}

sanitized_tests() { # LABELS LEFT OUT
    # What converts every file to every dialect, and the benchmark's scenes, say the same without
    # sanitizers, in a tenth of the time.
    tools/build.sh debug && ctest --preset debug --parallel "$jobs" --label-exclude "$1"
}

# The program by both compilers, optimized and not.
same_bits_from_every_compiler() {
    local preset programs=(--tumble build/release/bin/tumble)
    for preset in plain clang clang-plain; do
        tools/build.sh "$preset" tumble-cli || return 1
        programs+=(--tumble "build/$preset/bin/tumble")
    done
    python3 tests/determinism/run.py "${programs[@]}"
}

no_data_races() {
    tools/build.sh thread tumble-cli two_worlds_tests &&
        python3 tests/determinism/run.py --tumble build/thread/bin/tumble --unrecorded &&
        TSAN_OPTIONS=halt_on_error=1 build/thread/tests/two_worlds_tests test_two_worlds
}

# As docs/embedding.md says it.
embeds_in_another_project() {
    cmake -S examples/embedding -B build/embedding -DCMAKE_BUILD_TYPE=Release >"$work/embedding" 2>&1 ||
        { cat "$work/embedding"; return 1; }
    cmake --build build/embedding --parallel "$jobs" --target my-app &&
        build/embedding/my-app samples/bounce.gltf
}

long_runs() {
    local sample
    for sample in samples/*.gltf; do
        build/release/bin/tumble simulate "$sample" --duration 120 --stats || return 1
    done
}

step "C files are laid out" tools/format.sh --check
step "includes keep to the floors" tools/check-layers.py
step "public headers are C17 and C++17" tools/check-headers.sh
step "generated pages are up to date" python3 tools/make-docs.py --check
step "samples are up to date" python3 tools/make-samples.py --check
step "seeds of fuzzing are up to date" python3 tools/make-fuzz-corpus.py --check
step "docs: code compiles, links lead somewhere" python3 tools/check-docs.py
if [ "$size" = quick ]; then
    step "the library builds" tools/build.sh release tumble
    step "symbols" tools/check-symbols.sh
    step "tests under sanitizers" sanitized_tests "conformance|roundtrip|bench"
else
    step "make test" make --no-print-directory test
    step "symbols" tools/check-symbols.sh
    step "tests under sanitizers" sanitized_tests "roundtrip|bench"
    step "the same bits from every compiler" same_bits_from_every_compiler
    step "no data races" no_data_races
    step "embeds in another project" embeds_in_another_project
fi
if [ "$size" = nightly ]; then
    step "long runs" long_runs
    step "hostile files, failing memory, kills, long runs, fuzzing" tools/withstand.sh --minutes 5
    step "benchmark" tools/bench.sh --check --slack 0.1
fi

echo "== summary"
cat "$summary"
[ "$skipped" -eq 0 ] || echo "$skipped tests skipped; ctest names them above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
