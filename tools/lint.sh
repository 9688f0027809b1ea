#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy (14) over the library and the command line, or over the files named.
set -eu
cd "$(dirname "$0")/.."

command -v clang-tidy >/dev/null 2>&1 || {
    echo "tumble: clang-tidy is needed; on Debian: apt-get install -y clang-tidy" >&2
    exit 1
}
[ -f build/release/compile_commands.json ] || tools/build.sh release
if [ $# -gt 0 ]; then
    files=("$@")
else
    mapfile -t files < <(find src cli -name '*.c' | sort)
fi
printf '%s\n' "${files[@]}" |
    xargs -P "$(tools/build.sh --jobs)" -n 4 clang-tidy --quiet -p build/release
