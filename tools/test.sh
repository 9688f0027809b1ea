#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests of a preset that is built: tools/test.sh PRESET [ARGUMENT of ctest…]
#
# Progress is one line on a terminal, a line per test elsewhere. What a failed test printed is shown;
# the last lines count tests and say what comes next.
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1

preset=${1:?usage: tools/test.sh PRESET [ARGUMENT of ctest…]}
shift
folder=build/$preset
if [ ! -f "$folder/CTestTestfile.cmake" ]; then
    echo "tumble: $folder is not built; 'tools/build.sh $preset' does it" >&2
    exit 1
fi

status=0
if [ -t 1 ]; then
    ctest --preset "$preset" --parallel "$(tools/build.sh --jobs)" --progress "$@" || status=$?
else
    ctest --preset "$preset" --parallel "$(tools/build.sh --jobs)" "$@" | grep -vE '^ +Start +[0-9]+: ' || status=$?
fi

# A ctest entry is one file or one script; cmocka counts what a file holds.
log=$folder/Testing/Temporary/LastTest.log
cases=$(sed -n 's/^\[==========\] \([0-9]*\) test(s) run\.$/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
echo
if [ "$status" -eq 0 ]; then
    echo "$preset: all tests passed; their programs hold $cases cases. docs/testing.md says what is tested where."
    echo "Next: make run simulates a sample, make help lists the rest."
else
    echo "$preset: tests failed. What all of them printed: $log"
    echo "Next: ctest --preset $preset --rerun-failed --output-on-failure"
fi
exit "$status"
