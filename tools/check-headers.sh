#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The public headers, each alone, with every warning: valid C17 and valid C++17, for every compiler
# that is here.
set -eu
cd "$(dirname "$0")/.."

bad=0
tried=0
check() { # COMPILER LANGUAGE STANDARD HEADER…
    command -v "$1" >/dev/null 2>&1 || return 0
    for header in "${@:4}"; do
        tried=$((tried + 1))
        if ! printf '#include "tumble/%s"\nextern int unit;\nint unit = 0;\n' "$(basename "$header")" |
            "$1" -x "$2" "-std=$3" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
                -fsyntax-only -Iinclude -; then
            echo "headers: $header is not valid $3 for $1"
            bad=$((bad + 1))
        fi
    done
}
check gcc c c17 include/tumble/*.h
check clang c c17 include/tumble/*.h
check g++ c++ c++17 include/tumble/*.h include/tumble/*.hpp
check clang++ c++ c++17 include/tumble/*.h include/tumble/*.hpp
echo "headers: $tried compiled, $bad findings"
[ "$tried" -gt 0 ] && [ "$bad" -eq 0 ]
