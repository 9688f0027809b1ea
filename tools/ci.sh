#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What has to hold, in four sizes:
#
#     tools/ci.sh native    on another system: it builds without warnings, every test, the recorded bits
#     tools/ci.sh quick     before a commit: the checks, and every test under sanitizers but conformance
#     tools/ci.sh full      all of it: every preset, conformance, the same bits from every compiler
#     tools/ci.sh nightly   full, long runs, fuzzing and the benchmark
#
# Each step is one line: its time, and that of all processors together. What a step printed stands in
# build/ci, and is shown when the step failed. Steps stand in lanes that run beside each other, so that
# no processor waits while another configures, links or runs the last test. Steps go on after a failure, so
# that one run shows everything there is to mend. The last line counts tests and steps; exit status 1 when
# anything failed.
set -u
cd "$(dirname "$0")/.." || exit 1

size=${1:-quick}
case $size in
native | quick | full | nightly) ;;
*)
    sed -n '3,14s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac

export TUMBLE_CONFIGURE="-DTUMBLE_WERROR=ON ${TUMBLE_CONFIGURE:-}"
jobs=$(tools/build.sh --jobs)
logs=build/ci
rm -rf "$logs"
mkdir -p "$logs"
TIMEFORMAT='%R %U %S'

# step NAME COMMAND…: counts as one. A command that runs ctest counts as its tests.
step() {
    local name=$1 log status wall user system
    shift
    log=$logs/$(printf '%s' "$name" | tr -cs 'a-zA-Z0-9+' '-').log
    echo "== $name"
    { time "$@" >"$log" 2>&1 </dev/null; } 2>"$log.time"
    status=$?
    read -r wall user system <"$log.time"
    rm "$log.time"
    [ "$status" -eq 0 ] || tail -n 200 "$log" | sed 's/^/    /'
    awk -v status="$status" -v wall="$wall" -v cpu="$user $system" -v name="$name" 'BEGIN {
        split(cpu, part, " ")
        printf "%-4s %5.0f s %6.0f s cpu  %s\n", status == 0 ? "ok" : "FAIL", wall, part[1] + part[2], name
    }' | tee -a "$logs/summary"
    count "$log" "$status" >>"$logs/counts"
    return "$status"
}

# One line, "passed failed skipped", of a step. ctest says "97% tests passed, 2 tests failed out of 60", and
# "(Skipped)" or "(Not Run)" for each test left out.
count() { # LOG STATUS
    local total bad left
    read -r bad total < <(sed -n 's/.* tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$1" | tail -n 1)
    if [ -z "${total:-}" ]; then
        if [ "$2" -eq 0 ]; then echo 1 0 0; else echo 0 1 0; fi
        return
    fi
    left=$(grep -c '^[[:space:]]*[0-9]* - .*(Skipped)' "$1")
    # A build that broke before ctest is caught above; ctest that fails without a failed test, here.
    [ "$2" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    echo $((total - bad - left)) "$bad" "$left"
}

# Tests under sanitizers but those with these labels. What converts every file to every dialect, the
# benchmark's scenes, samples, long runs and many scenes of a kind (optimized) say the same without
# sanitizers, in a tenth of the time.
sanitized_tests() { # LABELS LEFT OUT
    tools/build.sh debug && tools/test.sh debug --label-exclude "$1"
}

# As docs/embedding.md says it. Not optimized, and with the program, for the same bits from every compiler.
embeds_in_another_project() {
    local generator=()
    ! command -v ninja >/dev/null || generator=(-G Ninja)
    cmake -S examples/embedding -B build/embedding ${generator[@]+"${generator[@]}"} -DTUMBLE_CLI=ON \
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 &&
        cmake --build build/embedding --parallel "$jobs" &&
        build/embedding/my-app samples/bounce.gltf
}

# The program by both compilers, optimized and not.
same_bits_from_every_compiler() {
    local preset program programs=(--tumble build/release/bin/tumble --tumble build/embedding/bin/tumble)
    for preset in clang clang-plain; do
        tools/build.sh "$preset" tumble-cli || return 1
        programs+=(--tumble "build/$preset/bin/tumble")
    done
    python3 tests/determinism/run.py "${programs[@]}" || return 1
    for program in build/{embedding,clang,clang-plain}/bin/tumble; do
        python3 tests/determinism/families.py --tumble "$program" --widest || return 1
    done
}

# The program for another platform, by its emulator.
same_bits_on() { # TARGET
    tools/cross.sh "$1" build tumble-cli && tools/cross.sh "$1" test hashes
}

# The compiler is that of the release, whose kernels have been compiled and compared; the C library is another.
# Scalar kernels and those for AVX2 are enough; .github/workflows has a row with all.
same_bits_with_musl() {
    TUMBLE_CONFIGURE="$TUMBLE_CONFIGURE -DTUMBLE_FEW_KERNELS=ON" same_bits_on musl
}

no_data_races() {
    tools/build.sh thread tumble-cli two_worlds_tests rollout_tests &&
        python3 tests/determinism/run.py --tumble build/thread/bin/tumble --unrecorded &&
        TSAN_OPTIONS=halt_on_error=1 build/thread/tests/two_worlds_tests test_two_worlds &&
        TSAN_OPTIONS=halt_on_error=1 build/thread/tests/rollout_tests test_worlds
}

recipes_carried_out() {
    tools/dist.sh && python3 tests/install/carry_out.py --archive "build/dist/tumble-$(cmake -P tools/version.cmake).tar.gz"
}

long_runs() {
    local sample
    for sample in samples/*.gltf; do
        build/release/bin/tumble simulate "$sample" --duration 120 --stats || return 1
    done
}

checks() {
    step "C files are laid out" tools/format.sh --check
    step "includes keep to the layers" tools/check-layers.py
    step "retired words stand nowhere" tools/check-words.py
    step "public headers are C17 and C++17" tools/check-headers.sh
    step "generated pages are up to date" python3 tools/make-docs.py --check
    step "the interface as data is up to date" python3 tools/make-interface.py --check
    step "the Python binding is up to date" python3 tools/make-python.py --check
    step "samples are up to date" python3 tools/make-samples.py --check
    step "assets of the scenarios are up to date" python3 tests/scenario/make-assets.py --check
    step "seeds of fuzzing are up to date" python3 tools/make-fuzz-corpus.py --check
    step "the reference has no warnings" tools/api.sh
    step "docs: code compiles, links lead somewhere" python3 tools/check-docs.py
    step "workflow files" python3 tools/check-workflows.py
}

# Each of these waits for nothing of the other.
as_users_build_it() {
    checks
    # Hostile files are replayed under sanitizers, below; package and page of the web have steps of their own.
    step "make test" make --no-print-directory test WITHOUT='fuzz|page'
    step "symbols" tools/check-symbols.sh
    step "the package of the web" tools/web.sh
    step "the viewer, in a browser" tools/web.sh suite viewer
    step "embeds in another project" embeds_in_another_project
    step "the archive holds everything" tools/dist.sh --compare
    step "the same bits from every compiler" same_bits_from_every_compiler
}
on_other_platforms() {
    step "musl: the same bits" same_bits_with_musl
    step "Windows: the same bits" same_bits_on mingw
    step "64-bit ARM: the same bits" same_bits_on aarch64
}
under_sanitizers() {
    step "tests under sanitizers" sanitized_tests "roundtrip|bench|slow|samples|optimized"
    step "no data races" no_data_races
}

if [ "$size" = native ]; then
    step "the release build" tools/build.sh release
    step "tests, recorded bits among them" tools/test.sh release
elif [ "$size" = quick ]; then
    checks
    step "the library builds" tools/build.sh release tumble
    step "symbols" tools/check-symbols.sh
    step "tests under sanitizers" sanitized_tests "conformance|roundtrip|bench|optimized"
else
    {
        under_sanitizers
        on_other_platforms
    } &
    as_users_build_it
    wait
fi
if [ "$size" = nightly ]; then
    step "long runs" long_runs
    step "the archive builds and passes its tests" env WITHOUT='conformance|roundtrip|bench|slow|fuzz' tools/dist.sh --check
    step "recipes, carried out from the archive" recipes_carried_out
    step "Debian packages" tools/deb.sh
    [ "$(id -u)" -ne 0 ] || step "Debian packages in a clean Debian" tools/deb.sh --test
    step "hostile files, failing memory, kills, long runs, fuzzing" tools/withstand.sh --minutes 5
    step "benchmark" tools/bench.sh --check --slack 0.1
fi

read -r passed failed skipped < <(awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }' "$logs/counts")
if [ "$skipped" -gt 0 ]; then
    echo "$skipped tests skipped:"
    sed -n 's/^[[:space:]]*[0-9]* - \(.*\) (Skipped)$/    \1/p' "$logs"/*.log
fi
echo "$((SECONDS / 60)) min $((SECONDS % 60)) s; what steps printed is in $logs"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
