#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests of a preset that is built: tools/test.sh PRESET [ARGUMENT of ctest…]
#
# Progress is one line on a terminal, a line per tenth of the tests elsewhere. What a failed test printed
# is shown; test.log in the build folder has all of it. The last lines count tests and say what comes next.
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
log=$folder/test.log
ctest=(ctest --preset "$preset" --parallel "$(tools/build.sh --jobs)" --no-label-summary)
terminal=0
[ ! -t 1 ] || terminal=1
# Lines that ctest writes for tests that pass become one line of progress.
"${ctest[@]}" "$@" 2>&1 | tee "$log" |
    awk -v terminal="$terminal" -v name="$preset" '
        function clear() { if (terminal) printf "\r\033[K" }
        /^ +Start +[0-9]+: / || /^Test project / || /^$/ && !failed { next }
        /^ *[0-9]+\/[0-9]+ Test +#/ {
            split($1, part, "/")
            tenth = int(10 * part[1] / part[2])
            failed = !/ Passed | Skipped /
            if (terminal) {
                printf "\r\033[K%s: %d of %d tests, %s", name, part[1], part[2], substr($4, 1, 50)
            } else if (tenth > last && part[2] >= 20) {
                printf "%s: %d of %d tests\n", name, part[1], part[2]
            }
            fflush()
            last = tenth
            if (!failed) next
        }
        { clear(); print; fflush() }' || status=$?

# A ctest entry is one file or one script; cmocka counts what a file holds.
cases=$(sed -n 's/^\[==========\] \([0-9]*\) test(s) run\.$/\1/p' "$folder/Testing/Temporary/LastTest.log" | awk '{ sum += $1 } END { print sum + 0 }')
count=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$log" | tail -n 1)
failed=$(sed -n 's/.* tests passed, \([0-9]*\) tests failed out of .*/\1/p' "$log" | tail -n 1)
skipped=$(grep -c '^[[:space:]]*[0-9]* - .*(Skipped)' "$log")
echo
if [ "$status" -eq 0 ]; then
    echo "$preset: $((${count:-0} - skipped)) tests passed, $skipped skipped; their programs hold $cases cases. docs/testing.md says what is tested where."
    echo "Next: make run simulates a sample, make help lists the rest."
else
    echo "$preset: ${failed:-all} of ${count:-the} tests failed. What they printed: $log"
    echo "Next: ctest --preset $preset --rerun-failed --output-on-failure"
fi
exit "$status"
