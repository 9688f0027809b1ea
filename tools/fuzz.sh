#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes: tools/fuzz.sh [--seconds N] [--built] [TARGET…]
#
# Targets are text, document, dialects, validator, converter, roundtrip, simulation, edits, judge and pairs;
# without any, all of them, one after the other. Seeds are those of fuzz/corpus; what covers more is
# gathered in build/fuzz/corpus. Ends with the first crash, leak, hang or excess of memory: its
# input is then in build/fuzz/crash-…. With --built the programs are there already: builds of several
# such runs beside each other would disturb each other.
set -eu
cd "$(dirname "$0")/.."

seconds=60
built=false
targets=()
while [ $# -gt 0 ]; do
    case $1 in
    --seconds)
        seconds=${2:?usage: tools/fuzz.sh [--seconds N] [--built] [TARGET…]}
        shift
        ;;
    --built) built=true ;;
    text | document | dialects | validator | converter | roundtrip | simulation | edits | judge | pairs) targets+=("$1") ;;
    *)
        sed -n '3,9s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
    esac
    shift
done
[ ${#targets[@]} -gt 0 ] || targets=(text document dialects validator converter roundtrip simulation edits judge pairs)

programs=()
for target in "${targets[@]}"; do programs+=("fuzz-$target"); done
"$built" || tools/build.sh fuzz "${programs[@]}"
for target in "${targets[@]}"; do
    gathered=build/fuzz/corpus/$target
    mkdir -p "$gathered"
    most=65536
    [ "$target" != edits ] || most=2048 # a script ends after 128 edits
    # fuzz_limit_time() bounds an input's processor time. -timeout is wall time, which other programs of the
    # machine use up as well: it is for an input that waits forever.
    "build/fuzz/fuzz/fuzz-$target" -dict=fuzz/dictionary.txt -max_len=$most -timeout=900 \
        -rss_limit_mb=2048 -max_total_time="$seconds" -artifact_prefix=build/fuzz/ \
        -print_final_stats=1 "$gathered" fuzz/corpus/*/
done
