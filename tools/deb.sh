#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Debian packages of HEAD, in build/deb:
#
#     tools/deb.sh             builds them from the archive of tools/dist.sh, and runs lintian
#     tools/deb.sh --symbols   adds what the shared libraries of build/release export to the table of symbols
#     tools/deb.sh --test      installs what was built in a clean Debian, runs packaging/debian/tests there,
#                              and removes it; as root, with debootstrap
#
# The rules are in packaging/debian; Debian wants them in debian/ of the sources, where they are copied.
# The tests of tumble itself are left out, as 'make test' runs them: DEB_BUILD_OPTIONS= runs them too.
set -eu -o pipefail
cd "$(dirname "$0")/.."

version=$(cmake -P tools/version.cmake)
work=build/deb
packages=(libtumble0 libtumble-dev tumble tumble-doc)
[ ! -d bindings/python/tumble ] || packages+=(python3-tumble)

has() { command -v "$1" >/dev/null 2>&1; }

build() {
    local tool
    for tool in dpkg-buildpackage dh dh_python3 lintian doxygen; do
        if ! has "$tool"; then
            echo "tumble: $tool is missing; tools/bootstrap.sh --packages installs it" >&2
            exit 1
        fi
    done
    tools/dist.sh
    rm -rf "$work"
    mkdir -p "$work"
    cp "build/dist/tumble-$version.tar.gz" "$work/tumble_$version.orig.tar.gz"
    tar -xzf "$work/tumble_$version.orig.tar.gz" -C "$work"
    cp -r packaging/debian "$work/tumble-$version/debian"
    echo "deb: building; $work/build.log has what it prints"
    # The pages of tumble view are no part of the archive: Debian's tools cannot build them.
    local viewer=$PWD/build/web/viewer
    [ ! -f "$viewer/index.html" ] || export TUMBLE_VIEWER=$viewer
    if ! (
        cd "$work/tumble-$version"
        export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-nocheck noautodbgsym} parallel=$(../../../tools/build.sh --jobs)"
        case $DEB_BUILD_OPTIONS in *nocheck*) export DEB_BUILD_PROFILES=nocheck ;; esac
        dpkg-buildpackage -us -uc
    ) >"$work/build.log" 2>&1; then
        tail -n 40 "$work/build.log" >&2
        exit 1
    fi
    echo "deb: lintian"
    lintian --fail-on error,warning --allow-root "$work"/*.changes
    (cd "$work" && ls -l ./*.deb | awk '{ print $5, $NF }')
}

# Packages of the clean Debian: those of packaging/debian/tests/control, and what libtumble-dev depends on.
clean_packages() {
    awk -F ': ' '/^Depends/ { gsub(/ /, "", $2); gsub(/(^|,)(lib)?tumble[0-9a-z-]*|,python3-tumble/, "", $2); sub(/^,/, "", $2); print $2 }' \
        packaging/debian/tests/control
}

# A Debian of its own, by debootstrap. It is kept, as an archive, for the next time.
clean_root() { # FOLDER
    local kept include
    include=$(clean_packages),libmicrohttpd12,libgif7,zlib1g-dev,libzstd-dev,python3
    kept=build/deb-root-$(printf '%s' "$include" | cksum | cut -d ' ' -f 1).tar
    if [ ! -f "$kept" ]; then
        debootstrap --variant=minbase --include="$include" \
            "${DEBIAN_SUITE:-bookworm}" "$1" >"$1.log" 2>&1 || {
            tail -n 20 "$1.log" >&2
            return 1
        }
        tar -cf "$kept.part" -C "$1" --exclude=./var/cache/apt --exclude=./proc --exclude=./sys .
        mv "$kept.part" "$kept"
    else
        mkdir -p "$1"
        tar -xf "$kept" -C "$1"
    fi
}

files_of() { # FOLDER: what is in a root but for the logs and lists of the package manager
    (cd "$1" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/log -o -path ./var/cache -o -path ./tmp -o -path ./debs \
        -o -path ./etc/ld.so.cache -o -name __pycache__ -o -path ./dev -o -path ./proc -o -path ./sys \) -prune -o -print | LC_ALL=C sort)
}

# A function that is new in the table belongs to the version of now; rows of functions that are gone stay,
# and end the build of the package.
record_symbols() {
    local table=packaging/debian/libtumble0.symbols library
    for library in tumble tumble-files tumble-motion; do
        echo "lib$library.so.0 libtumble0 #MINVER#"
        echo "* Build-Depends-Package: libtumble-dev"
        {
            awk -v name="lib$library.so.0" '/^lib/ { on = $1 == name } on && /^ / { print $1, $2 }' "$table"
            nm -D --defined-only "build/release/lib/lib$library.so" | awk -v version="$version" '{ print $NF "@Base", version }'
        } | LC_ALL=C sort -s -u -k 1,1 | sed 's/^/ /'
    done >"$table.new"
    mv "$table.new" "$table"
    echo "deb: $table has $(grep -c '^ ' "$table") rows"
}

# A command in a root, with nothing of this machine. Shells need /proc for /dev/fd; it is gone with the command.
inside() { # ROOT COMMAND…
    # shellcheck disable=SC2016 # Expanded within.
    unshare --mount sh -ec 'mkdir -p "$1/proc"; mount --make-rprivate /; mount -t proc proc "$1/proc"; exec chroot "$@"' - "$1" \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "${@:2}"
}

test_in_clean_root() {
    local tool root deb debs=()
    for tool in debootstrap chroot unshare; do
        if ! has "$tool"; then
            echo "tumble: $tool is missing; tools/bootstrap.sh --packages installs it" >&2
            exit 1
        fi
    done
    if [ "$(id -u)" -ne 0 ]; then
        echo "tumble: a clean Debian is made by root" >&2
        exit 1
    fi
    for deb in "${packages[@]}"; do
        debs+=("$work/${deb}_$version"-*.deb)
    done
    root=$(mktemp -d)/root
    # shellcheck disable=SC2064 # The folder of now.
    trap "rm -rf '$(dirname "$root")'" EXIT
    clean_root "$root"
    files_of "$root" >"$root.before"
    mkdir "$root/debs"
    cp "${debs[@]}" "$root/debs"
    cp packaging/debian/tests/build-examples "$root/debs"
    inside "$root" sh -ec 'dpkg --install /debs/*.deb' >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
    echo "deb: installed ${packages[*]}"
    inside "$root" /debs/build-examples >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
    cp "$root.log" "$work/test.log"
    echo "deb: program, manual and completion, examples in C, C++ and Python; $work/test.log has what they print"
    inside "$root" dpkg --purge "${packages[@]}" >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
    files_of "$root" >"$root.after"
    if ! diff "$root.before" "$root.after" >"$root.left"; then
        echo "deb: removing leaves behind:"
        cat "$root.left"
        exit 1
    fi
    echo "deb: removed; nothing is left"
}

case ${1:-} in
'') build ;;
--symbols) record_symbols ;;
--test) test_in_clean_root ;;
*)
    sed -n '3,10s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
