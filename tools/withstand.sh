#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries to break tumble: tools/withstand.sh [--minutes N] [--soak N] [--scenes N] [--rounds N] [--jobs N] [PART…]
#
#     scenes     laws over N generated scenes (10000)
#     memory     every allocation of a whole run fails once, malloc's too
#     torn       N kills and N full disks for each kind of output (200)
#     hostile    every hostile file there is, and 64 beginnings of each
#     soak       a world that is changed for N steps (1000000), under sanitizers for a hundredth
#     threads    two worlds in two threads, under the thread sanitizer
#     fuzz       each fuzzer for N minutes (30), under sanitizers, N of them at a time (one a processor)
#
# Without a PART all of them, one after the other. Parts go on after a failure; the summary says how
# each ended, and the exit status is 1 when one failed. docs/reliability.md says what each holds
# tumble to, and the last figures.
set -u
cd "$(dirname "$0")/.." || exit 1

minutes=30
soak=1000000
scenes=10000
rounds=200
jobs=$(nproc)
parts=()
usage() {
    sed -n '3,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --minutes | --soak | --scenes | --rounds | --jobs)
        [ $# -gt 1 ] && [[ $2 =~ ^[0-9]+$ ]] || usage
        declare "${1#--}=$2"
        shift
        ;;
    scenes | memory | torn | hostile | soak | threads | fuzz) parts+=("$1") ;;
    *) usage ;;
    esac
    shift
done
[ ${#parts[@]} -gt 0 ] || parts=(scenes memory torn hostile soak threads fuzz)

# A program that needs longer than this hangs.
longest=86400

scenes_part() {
    tools/build.sh release laws_tests &&
        TUMBLE_SCENES=$scenes timeout "$longest" build/release/tests/laws_tests test_generated
}

memory_part() {
    tools/build.sh release laws_tests &&
        TUMBLE_EVERY=1 timeout "$longest" build/release/tests/laws_tests test_out_of_memory
}

torn_part() {
    tools/build.sh release tumble-cli &&
        python3 tests/withstand/torn.py --tumble build/release/bin/tumble --rounds "$rounds"
}

hostile_part() {
    local folders=(fuzz/corpus samples) shared
    for shared in ../shared/spec/invalid ../shared/found; do
        if [ -d "$shared" ]; then
            folders+=("$shared")
        else
            echo "$shared: skipped, it is not there"
        fi
    done
    tools/build.sh fuzz fuzz-replay &&
        timeout "$longest" build/fuzz/fuzz/fuzz-replay --cut 64 "${folders[@]}"
}

soak_part() {
    tools/build.sh release slow_tests &&
        TUMBLE_SOAK_STEPS=$soak timeout "$longest" build/release/tests/slow_tests test_soak &&
        tools/build.sh debug slow_tests &&
        TUMBLE_SOAK_STEPS=$((soak / 100)) TUMBLE_SOAK_SEED=2 timeout "$longest" \
            build/debug/tests/slow_tests test_soak
}

threads_part() {
    tools/build.sh thread two_worlds_tests &&
        TSAN_OPTIONS=halt_on_error=1 timeout "$longest" build/thread/tests/two_worlds_tests test_two_worlds
}

# Each fuzzer has a corpus of its own.
fuzz_part() {
    local targets=(text document dialects validator converter roundtrip simulation edits judge pairs)
    local logs status=0 target
    tools/build.sh fuzz "${targets[@]/#/fuzz-}" || return 1
    logs=$(mktemp -d)
    printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I TARGET bash -c \
        'tools/fuzz.sh --built --seconds "$1" "$2" >"$3/$2" 2>&1' - $((minutes * 60)) TARGET "$logs" ||
        status=1
    for target in "${targets[@]}"; do
        echo "-- $target"
        tail -n 20 "$logs/$target"
    done
    rm -r "$logs"
    return "$status"
}

summary=()
failed=0
for part in "${parts[@]}"; do
    echo "== $part"
    began=$SECONDS
    if "${part}_part"; then
        summary+=("$(printf 'ok   %6d s  %s' $((SECONDS - began)) "$part")")
    else
        summary+=("$(printf 'FAIL %6d s  %s' $((SECONDS - began)) "$part")")
        failed=1
    fi
done
echo "== summary"
printf '%s\n' "${summary[@]}"
exit "$failed"
