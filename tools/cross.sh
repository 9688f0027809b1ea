#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and tests tumble for another platform (docs/platforms.md):
#
#     tools/cross.sh TARGET               fetch, build, test quick
#     tools/cross.sh TARGET fetch         compiler, emulator and libraries, where they are missing
#     tools/cross.sh TARGET build         with warnings as errors
#     tools/cross.sh TARGET test [SIZE] [ARGUMENT of ctest…]
#     tools/cross.sh TARGET run PROGRAM…  runs one program of the target on this machine
#
# TARGET is aarch64 (Linux, run by qemu-user), mingw (Windows, run by Wine) or musl (Linux, run as it
# is). SIZE is hashes (the determinism suite), quick (hashes and unit tests; the default) or full (all,
# conformance too). Downloads, libraries and builds are in build/cross/TARGET and build/TARGET.
# TUMBLE_JOBS limits how many jobs run at once.
#
# Compilers come from the packages of Debian or Ubuntu. Libraries do too: for aarch64 as they are, for
# the others built from the source packages.
set -eu -o pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

usage() {
    sed -n '3,17s/^# \{0,1\}//p' "$0"
    exit 2
}
[ $# -ge 1 ] || usage
target=$1
action=${2:-all}
[ $# -lt 2 ] || shift
shift
place=$root/build/cross/$target
sysroot=$place/sysroot

case $target in
aarch64) toolchain=aarch64-linux-gnu ;;
mingw) toolchain=x86_64-w64-mingw32 ;;
musl) toolchain=x86_64-linux-musl ;;
*) usage ;;
esac

# Emulators. -----------------------------------------------------------------------------------------

wine_program() {
    command -v wine64 || command -v /usr/lib/wine/wine64 || command -v wine || true
}

prepare_run() {
    case $target in
    aarch64) emulator=(qemu-aarch64 -L /usr/aarch64-linux-gnu) ;;
    mingw)
        emulator=("$(wine_program)")
        # A prefix of its own: nothing of the user's takes part. Neither a browser nor .NET is asked for.
        export WINEPREFIX=${WINEPREFIX:-$place/wine} WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES="mscoree,mshtml="
        ;;
    musl) emulator=() ;;
    esac
}
prepare_run
if [ "$action" = run ]; then
    exec ${emulator[@]+"${emulator[@]}"} "$@"
fi

cd "$root"

# Packages. ------------------------------------------------------------------------------------------

packages() {
    case $target in
    aarch64) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ;;
    mingw) echo gcc-mingw-w64-x86-64-win32 wine64 dpkg-dev ;;
    musl) echo musl-tools dpkg-dev ;;
    esac
}

has_tools() {
    case $target in
    aarch64) command -v aarch64-linux-gnu-gcc && command -v qemu-aarch64 ;;
    mingw) command -v x86_64-w64-mingw32-gcc && [ -n "$(wine_program)" ] && command -v dpkg-source ;;
    musl) command -v musl-gcc && command -v dpkg-source ;;
    esac >/dev/null
}

install_tools() {
    ! has_tools || return 0
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    read -ra missing < <(packages)
    echo "tumble: installing ${missing[*]}"
    { ${as_root[@]+"${as_root[@]}"} apt-get update &&
        ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 \
            install -y --no-install-recommends "${missing[@]}"; } >"$place/install.log" 2>&1 ||
        { tail -n 20 "$place/install.log" >&2 && exit 1; }
}

# apt with lists, cache and architecture of its own: the system's are left alone.
own_apt() { # ARCHITECTURE COMMAND ARGUMENT…
    local architecture=$1 tool=$2 apt=$place/apt
    shift 2
    "$tool" -q -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o Dir::State="$apt" \
        -o Dir::State::lists="$apt/lists" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" \
        -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o APT::Sandbox::User= "$@"
}

prepare_apt() { # ARCHITECTURE deb|deb-src
    local apt=$place/apt ID='' VERSION_CODENAME=''
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    touch "$apt/status"
    # shellcheck disable=SC1091 # The system's.
    . /etc/os-release
    local mirror keyring=/usr/share/keyrings/$ID-archive-keyring.gpg sections='main'
    case $ID/$1 in
    ubuntu/arm64) mirror=http://ports.ubuntu.com/ubuntu-ports sections='main universe' ;;
    ubuntu/*) mirror=http://archive.ubuntu.com/ubuntu sections='main universe' ;;
    *) mirror=http://deb.debian.org/debian ;;
    esac
    echo "$2 [signed-by=$keyring] $mirror $VERSION_CODENAME $sections" >"$apt/sources.list"
    own_apt "$1" apt-get update
}

fetch_binaries() {
    prepare_apt arm64 deb
    mkdir -p "$place/debs"
    (cd "$place/debs" && own_apt arm64 apt-get download libjansson-dev libjansson4 libqhull-dev libqhull-r8.0 \
        zlib1g-dev zlib1g libzstd-dev libzstd1 libcmocka-dev libcmocka0)
    local package
    for package in "$place"/debs/*.deb; do
        dpkg -x "$package" "$sysroot"
    done
}

fetch_sources() {
    prepare_apt amd64 deb-src
    mkdir -p "$place/sources"
    (cd "$place/sources" && own_apt amd64 apt-get source jansson qhull zlib libzstd cmocka)
}

# Static, without programs, documents and tests.
build_library() { # NAME FOLDER ARGUMENT of cmake…
    local name=$1 folder=$2
    shift 2
    cmake -S "$folder" -B "$place/$name" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/$toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$sysroot" -DCMAKE_INSTALL_LIBDIR=lib \
        -DBUILD_SHARED_LIBS=OFF -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@"
    cmake --build "$place/$name" --parallel "$jobs"
    cmake --install "$place/$name"
}

# zlib's own installation has no choice between static and shared.
build_zlib() {
    local folder
    folder=$(echo "$place"/sources/zlib-[0-9]*/)
    cmake -S "$folder" -B "$place/zlib" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/$toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_POLICY_VERSION_MINIMUM=3.5
    cmake --build "$place/zlib" --parallel "$jobs" --target zlibstatic
    mkdir -p "$sysroot/include" "$sysroot/lib"
    cp "$folder/zlib.h" "$place/zlib/zconf.h" "$sysroot/include"
    cp "$place"/zlib/libz*.a "$sysroot/lib/libz.a"
}

build_libraries() {
    build_zlib
    build_library jansson "$(echo "$place"/sources/jansson-[0-9]*/)" -DJANSSON_BUILD_DOCS=OFF \
        -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF
    build_library qhull "$(echo "$place"/sources/qhull-[0-9]*/)" -DBUILD_STATIC_LIBS=ON -DBUILD_APPLICATIONS=OFF
    build_library zstd "$(echo "$place"/sources/libzstd-[0-9]*/build/cmake)" -DZSTD_BUILD_PROGRAMS=OFF \
        -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_STATIC=ON -DZSTD_BUILD_TESTS=OFF
    build_library cmocka "$(echo "$place"/sources/cmocka-[0-9]*/)" -DWITH_EXAMPLES=OFF -DUNIT_TESTING=OFF
}

fetch() {
    mkdir -p "$place"
    install_tools
    if [ ! -f "$place/fetched" ]; then
        echo "tumble: fetching the libraries of $target"
        rm -rf "$sysroot" "$place/sources" "$place/debs"
        {
            if [ "$target" = aarch64 ]; then
                fetch_binaries
            else
                fetch_sources
                build_libraries
            fi
        } >"$place/fetch.log" 2>&1 || { tail -n 30 "$place/fetch.log" >&2 && exit 1; }
        touch "$place/fetched"
    fi
    # The first program makes Wine's folder, which takes a while; two at once would disturb each other.
    if [ "$target" = mingw ] && [ ! -f "$WINEPREFIX/system.reg" ]; then
        "${emulator[@]}" wineboot -i >"$place/wine.log" 2>&1 || true
    fi
}

jobs=$(tools/build.sh --jobs)

build() {
    TUMBLE_CONFIGURE="-DTUMBLE_WERROR=ON ${TUMBLE_CONFIGURE:-}" tools/build.sh "$target" "$@"
}

case $action in
fetch) fetch ;;
build)
    fetch
    build "$@"
    ;;
*) usage ;;
esac
