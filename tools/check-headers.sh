#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The public headers, each alone, with every warning: valid C17 and valid C++17, for every compiler
# that is here.
set -eu
cd "$(dirname "$0")/.."

bad=0
tried=0
check() { # COMPILER LANGUAGE STANDARD
    command -v "$1" >/dev/null 2>&1 || return 0
    for header in include/tumble/*.h; do
        tried=$((tried + 1))
        if ! printf '#include "tumble/%s"\nextern int unit;\nint unit = 0;\n' "$(basename "$header")" |
            "$1" -x "$2" "-std=$3" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
                -fsyntax-only -Iinclude -; then
            echo "headers: $header is not valid $3 for $1"
            bad=$((bad + 1))
        fi
    done
}
check gcc c c17
check clang c c17
check g++ c++ c++17
check clang++ c++ c++17
echo "headers: $tried compiled, $bad findings"
[ "$tried" -gt 0 ] && [ "$bad" -eq 0 ]
