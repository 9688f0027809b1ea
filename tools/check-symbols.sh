#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks at what the linker sees of the library: tools/check-symbols.sh [BUILD_FOLDER]
#
# - No state of the process: no object in .data, .bss or thread storage.
# - Every symbol that leaves a file begins with tum_.
# - Every function the public headers promise is there, and nothing else is visible.
# - No library trigonometry, no unstable sort, no locale, no exit: what would make results differ
#   between machines, or end somebody else's process (docs/determinism.md).
#
# Wants a build without sanitizers: those keep state of their own.
set -eu
cd "$(dirname "$0")/.."

library=${1:-build/release}/lib/libtumble.a
if [ ! -f "$library" ]; then
    echo "symbols: $library does not exist; 'make build' makes it" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
report() { # HEADLINE: prints what standard input lists, if it lists anything
    if IFS= read -r first; then
        bad=$((bad + 1))
        echo "symbols: $1"
        { printf '%s\n' "$first" && cat; } | sed 's/^/    /'
    fi
}

# Tables of pointers stand in .data.rel.ro, which the loader makes constant.
objdump -t "$library" 2>/dev/null |
    awk '/:[[:space:]]*file format/ { file = $1; sub(/:$/, "", file) }
         { section = ""; for (i = 1; i < NF; ++i) if ($i ~ /^(\.|\*COM)/) { section = $i; break }
           if ($NF != section && section !~ /^\.data\.rel\.ro/ &&
               section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM)/) print file ": " section " " $NF }' \
        >"$work/state"
report "these are state of the process; a world or a document owns its state" <"$work/state"

nm -A --defined-only --extern-only "$library" | awk '$NF !~ /^_?tum_/ { print $1 " " $NF }' >"$work/names"
report "these leave their file and do not begin with tum_" <"$work/names"

# What is promised: the names after TUM_API, up to the parenthesis.
sed 's,//.*,,; /^#/d' include/tumble/*.h | tr '\n' ' ' | grep -o 'TUM_API [^;(]*(' |
    sed 's/.*[ *]\(tum_[a-z0-9_]*\)($/\1/' | sort -u >"$work/promised"
# What is visible: global, defined, not hidden.
objdump -t "$library" 2>/dev/null |
    awk '$2 == "g" && !/\.hidden/ && !/\*UND\*/ { print $NF }' | sort -u >"$work/visible"
comm -23 "$work/promised" "$work/visible" >"$work/absent"
report "public headers promise these, the library lacks them" <"$work/absent"
comm -13 "$work/promised" "$work/visible" >"$work/extra"
report "these are visible, no public header promises them" <"$work/extra"

# Each of these with and without f and l at its end. Square root is correctly rounded everywhere.
libm='sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|sincos|exp|exp2|expm1|log|log2|log10|log1p'
libm="($libm|pow|cbrt|hypot|fma|fmod|remainder|tgamma|lgamma|erf)[fl]?"
nm -A --undefined-only "$library" |
    grep -E " U ($libm|qsort|qsort_r|bsearch|rand|random|srand|strtod|strtof|atof|setlocale|exit|_Exit|quick_exit)(@.*)?$" |
    awk '{ print $1 " " $NF }' >"$work/foreign"
report "these differ between machines or end the process" <"$work/foreign"

echo "symbols: $(wc -l <"$work/promised") public functions, $bad findings"
[ "$bad" -eq 0 ]
