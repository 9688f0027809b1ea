#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the release build, and removes it again:
#
#     tools/install.sh install   PREFIX [DESTDIR]
#     tools/install.sh uninstall PREFIX [DESTDIR]
#
# PREFIX is where the files will be used, /usr/local as a rule. DESTDIR is put before it, for packages
# that are made of a folder. The files and the folders that an installation makes are recorded in
# installed/ of the build (TUMBLE_BUILD), so that uninstalling leaves what was there before, to the folder.
set -eu
cd "$(dirname "$0")/.."

if [ $# -lt 2 ] || [ $# -gt 3 ] || [ -z "$2" ]; then
    sed -n '3,10s/^# \{0,1\}//p' "$0"
    exit 2
fi
case $2 in
/*) prefix=$2 ;;
*) prefix=$PWD/$2 ;;
esac
root=${3:-}
case $root in
'' | /*) ;;
*) root=$PWD/$root ;;
esac
build=${TUMBLE_BUILD:-build/release}
record=$build/installed/$(printf '%s\n' "$root" "$prefix" | cksum | tr ' ' '-')

refresh_loader() {
    [ -z "$root" ] && [ "$(id -u)" -eq 0 ] || return 0
    case $prefix in
    /usr | /usr/local) ! command -v ldconfig >/dev/null 2>&1 || ldconfig ;;
    esac
}

install() {
    local stage log=$build/install.log
    mkdir -p "$build/installed"
    stage=$(mktemp -d)
    # shellcheck disable=SC2064 # The folder of now.
    trap "rm -rf '$stage'" EXIT
    DESTDIR=$stage cmake --install "$build" --prefix "$prefix" >"$log"
    # Folders first, from the outer to the inner. One that an earlier installation made stays recorded.
    touch "$record"
    (cd "$stage" && find . -mindepth 1 -type d | sort) | sed 's,^\.,,' | while IFS= read -r folder; do
        [ -d "$root$folder" ] || echo "folder $root$folder"
    done >>"$record"
    if [ -n "$root" ] && [ ! -d "$root" ]; then
        echo "folder $root" >>"$record"
    fi
    (cd "$stage" && find . ! -type d | sort) | sed "s,^\.,file $root," >>"$record"
    LC_ALL=C sort -u -o "$record" "$record"
    DESTDIR=$root cmake --install "$build" --prefix "$prefix" >"$log"
    refresh_loader
    echo "tumble: $(grep -c ^file "$record") files are in $root$prefix; 'make uninstall' with the same PREFIX and DESTDIR removes them"
}

uninstall() {
    if [ ! -f "$record" ]; then
        echo "tumble: this folder has installed nothing into $root$prefix" >&2
        exit 1
    fi
    sed -n 's/^file //p' "$record" | while IFS= read -r file; do
        rm -f "$file"
    done
    # From the inner folders to the outer ones; a folder that holds something else stays.
    sed -n 's/^folder //p' "$record" | LC_ALL=C sort -r | while IFS= read -r folder; do
        [ ! -d "$folder" ] || rmdir "$folder" 2>/dev/null || true
    done
    rm "$record"
    refresh_loader
    echo "tumble: removed from $root$prefix"
}

case $1 in
install) install ;;
uninstall) uninstall ;;
*)
    echo "tumble: $1 is neither install nor uninstall" >&2
    exit 2
    ;;
esac
