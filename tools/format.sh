#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Lays out every C file of ours as .clang-format says; with --check only names those that are not.
set -eu
cd "$(dirname "$0")/.."

format=clang-format-14
command -v "$format" >/dev/null 2>&1 || format=clang-format
if ! "$format" --version 2>/dev/null | grep -q 'version 14\.'; then
    # Other versions lay out some lines otherwise.
    echo "tumble: clang-format 14 is needed (tools/bootstrap.sh --ci installs it)" >&2
    exit 1
fi

folders=()
for folder in include src cli tests examples scenes bench fuzz web/module; do
    [ ! -d "$folder" ] || folders+=("$folder")
done
mapfile -t files < <(find "${folders[@]}" -name node_modules -prune -o \
    \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.inl' \) -print | sort)
if [ "${1:-}" != --check ]; then
    "$format" -i "${files[@]}"
    exit 0
fi
mapfile -t bad < <(printf '%s\0' "${files[@]}" |
    xargs -0 -n 16 -P "$(tools/build.sh --jobs)" "$format" --dry-run 2>&1 |
    sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: warning: code should be clang-formatted.*/\1/p' | sort -u)
[ ${#bad[@]} -eq 0 ] || printf '%s is not laid out\n' "${bad[@]}"
echo "format: ${#files[@]} files, ${#bad[@]} to lay out; 'make format' does it"
[ ${#bad[@]} -eq 0 ]
