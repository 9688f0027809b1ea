#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles and runs the test of tumble.hpp, and what docs/cpp.md shows: tests/cpp/run.sh COMPILER LIBRARY
set -eu
compiler=$1
library=$2
folder=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "-I$folder/../../include")

# An engine without exceptions and type information takes the headers too.
"$compiler" -std=c++17 "${flags[@]}" -fno-exceptions -fno-rtti -DTUMBLE_WITHOUT_EXCEPTIONS -c \
    "$folder/test_owners.cpp" -o "$work/plain.o"
"$compiler" -std=c++20 "${flags[@]}" -c "$folder/test_owners.cpp" -o "$work/later.o"
"$compiler" -std=c++17 "${flags[@]}" "$folder/test_owners.cpp" "$library" \
    "-Wl,-rpath,$(dirname "$library")" -o "$work/test"

# The blocks of the manual, one behind the other.
{
    printf '#include <cstdio>\n#include <vector>\n#include "tumble/tumble.hpp"\nint main()\n{\n'
    awk '/^```cpp$/ { on = 1; next } /^```$/ { on = 0 } on' "$folder/../../docs/cpp.md"
    printf '}\n'
} >"$work/manual.cpp"
"$compiler" -std=c++17 "${flags[@]}" "$work/manual.cpp" "$library" "-Wl,-rpath,$(dirname "$library")" -o "$work/manual"
ln -s "$PWD/samples" "$work/samples"
said=$(cd "$work" && ./manual)
for sentence in "m after 1.0 s$" "^IO_ERROR: " "^valid$" "^again at 0 s$" "^the same bits$"; do
    if ! grep -q -- "$sentence" <<<"$said"; then
        printf 'docs/cpp.md: its program does not say "%s":\n%s\n' "$sentence" "$said"
        exit 1
    fi
done
"$work/test"
