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
# TARGET is aarch64 (Linux, run by qemu-user), mingw (Windows, run by Wine), musl (Linux, run as it is),
# wasm (WebAssembly, run by Node), wasm-scalar (the same without SIMD) or wasm-threads (the module of the web
# package with shared memory; tools/web.sh). SIZE is hashes (the determinism suite), quick (hashes and unit tests;
# the default) or full (all, conformance too). Downloads, libraries and builds are in build/cross/TARGET and
# build/TARGET. TUMBLE_JOBS limits how many jobs run at once.
#
# Compilers come from the packages of Debian or Ubuntu. Libraries do too: for aarch64 as they are, for
# the others built from the source packages.
set -eu -o pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

usage() {
    sed -n '3,18s/^# \{0,1\}//p' "$0"
    exit 2
}
[ $# -ge 1 ] || usage
target=$1
action=${2:-all}
[ $# -lt 2 ] || shift
shift
# The targets of wasm have the same libraries.
place=$root/build/cross/${target%-*}
sysroot=$place/sysroot

case $target in
aarch64) toolchain=aarch64-linux-gnu ;;
mingw) toolchain=x86_64-w64-mingw32 ;;
musl) toolchain=x86_64-linux-musl ;;
wasm | wasm-scalar | wasm-threads) toolchain=wasm32-emscripten ;;
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
    # With its fetch, emcc's script of 2022 takes Node for a browser.
    wasm*) emulator=(node --no-experimental-fetch) ;;
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
    # Tests of the program are programs of this machine.
    mingw) echo gcc-mingw-w64-x86-64-win32 wine64 dpkg-dev gcc libc6-dev libcmocka-dev ;;
    musl) echo musl-tools dpkg-dev ;;
    wasm*) echo emscripten nodejs dpkg-dev ;;
    esac
}

has_tools() {
    case $target in
    aarch64) command -v aarch64-linux-gnu-gcc && command -v qemu-aarch64 ;;
    mingw) command -v x86_64-w64-mingw32-gcc && [ -n "$(wine_program)" ] && command -v dpkg-source ;;
    musl) command -v musl-gcc && command -v dpkg-source ;;
    wasm*) command -v emcc && command -v node && command -v dpkg-source ;;
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
    (cd "$place/debs" && own_apt arm64 apt-get download libjansson-dev libjansson4 zlib1g-dev zlib1g libzstd-dev libzstd1 \
        libcmocka-dev libcmocka0)
    local package
    for package in "$place"/debs/*.deb; do
        dpkg -x "$package" "$sysroot"
    done
}

fetch_sources() {
    prepare_apt amd64 deb-src
    mkdir -p "$place/sources"
    (cd "$place/sources" && own_apt amd64 apt-get source jansson zlib libzstd cmocka)
}

# A static library of C files: what their own builds make besides (programs, C++, shared libraries) is not
# needed, and takes minutes.
archive() { # NAME FLAG… -- FILE…
    local name=$1 flags=(-O2 -fPIC)
    shift
    while [ "$1" != -- ]; do
        flags+=("$1")
        shift
    done
    shift
    rm -rf "${place:?}/$name"
    mkdir -p "$place/$name"
    local compiler=musl-gcc archiver=ar
    case $target in
    mingw) compiler=$toolchain-gcc archiver=$toolchain-ar ;;
    wasm*) # As cmake/toolchains/wasm32-emscripten.cmake does it.
        local llvm wasm
        llvm=$(em-config LLVM_ROOT)
        read -ra wasm < <(emcc --cflags)
        compiler=$(PATH=$llvm:$PATH command -v clang-14 || echo "$llvm/clang")
        archiver=$(PATH=$llvm:$PATH command -v llvm-ar-14 || echo "$llvm/llvm-ar")
        flags+=("${wasm[@]}" -fno-pic -w)
        ;;
    esac
    (cd "$place/$name" && printf '%s\0' "$@" | xargs -0 -n 4 -P "$jobs" "$compiler" "${flags[@]}" -c)
    "$archiver" rcs "$sysroot/lib/lib$name.a" "$place/$name"/*.o
}

package() { # NAME LIBRARIES [FLAG]: what pkg-config says
    printf 'Name: %s\nDescription: %s\nVersion: 0\nLibs: -L%s/lib %s\nCflags: -I%s/include %s\n' \
        "$1" "$1" "$sysroot" "$2" "$sysroot" "${3:-}" >"$sysroot/lib/pkgconfig/$1.pc"
}

# Modules of the web are downloaded, with a decoder that has no second form of each loop.
small=()
case $target in
wasm*) small=(-Os -DHUF_FORCE_DECOMPRESS_X1 -DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT -DZSTD_STRIP_ERROR_STRINGS) ;;
esac

build_zlib() {
    local from
    from=$(echo "$place"/sources/zlib-[0-9]*)
    archive z ${small[@]+"${small[@]}"} -- "$from"/{adler32,crc32,deflate,infback,inffast,inflate,inftrees,trees,zutil,compress,uncompr}.c
    cp "$from/zlib.h" "$from/zconf.h" "$sysroot/include"
}

build_zstd() { # Reading alone, which is all that tumble does.
    local from
    from=$(echo "$place"/sources/libzstd-[0-9]*/lib)
    archive zstd -DZSTD_DISABLE_ASM ${small[@]+"${small[@]}"} -- "$from"/common/*.c "$from"/decompress/*.c
    cp "$from"/*.h "$sysroot/include"
    package libzstd -lzstd
}

configured() { # NAME FOLDER ARGUMENT of cmake…: a library with a configuration of its own
    local name=$1 folder=$2
    shift 2
    cmake -S "$folder" -B "$place/$name" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/$toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$sysroot" -DCMAKE_INSTALL_LIBDIR=lib \
        -DBUILD_SHARED_LIBS=OFF -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@"
    cmake --build "$place/$name" --parallel "$jobs"
    cmake --install "$place/$name"
}

# The configurations of its own scripts, for Emscripten's C library.
build_jansson_wasm() {
    local from config=$place/jansson-config
    from=$(echo "$place"/sources/jansson-[0-9]*/src)
    mkdir -p "$config"
    printf '#define JSON_%s\n' 'INLINE inline' 'INTEGER_IS_LONG_LONG 1' 'HAVE_LOCALECONV 0' 'HAVE_ATOMIC_BUILTINS 0' \
        'HAVE_SYNC_BUILTINS 0' 'PARSER_MAX_DEPTH 2048' >"$config/jansson_config.h"
    printf '#define HAVE_%s 1\n' STDINT_H UNISTD_H SYS_TIME_H SYS_TYPES_H >"$config/jansson_private_config.h"
    archive jansson -DHAVE_CONFIG_H -I"$config" -I"$from" -- "$from"/*.c
    cp "$from/jansson.h" "$config/jansson_config.h" "$sysroot/include"
    package jansson -ljansson
}

build_jansson() {
    configured jansson "$(echo "$place"/sources/jansson-[0-9]*/)" -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON \
        -DJANSSON_EXAMPLES=OFF
}

# One file. Its header takes a definition for the static library.
build_cmocka() {
    local from
    from=$(echo "$place"/sources/cmocka-[0-9]*)
    cmake -S "$from" -B "$place/cmocka-config" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/$toolchain.cmake" \
        -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DWITH_EXAMPLES=OFF
    archive cmocka -DHAVE_CONFIG_H -I"$place/cmocka-config" -I"$from/include" -- "$from/src/cmocka.c"
    cp "$from"/include/cmocka*.h "$sysroot/include"
    package cmocka '-lcmocka'
}

build_cmocka_wasm() {
    local from config=$place/cmocka-config
    from=$(echo "$place"/sources/cmocka-[0-9]*)
    mkdir -p "$config"
    printf '#define HAVE_%s 1\n' ASSERT_H INTTYPES_H MALLOC_H SETJMP_H SIGNAL_H STDINT_H STDLIB_H STRINGS_H STRING_H \
        TIME_H UNISTD_H STRUCT_TIMESPEC SNPRINTF VSNPRINTF LONGJMP SETJMP STRSIGNAL CLOCK_GETTIME CLOCK_REALTIME \
        >"$config/config.h"
    echo '#define WORDS_SIZEOF_VOID_P 4' >>"$config/config.h"
    # Its header would define uintptr_t as another type of the same size.
    archive cmocka -DHAVE_CONFIG_H -D_UINTPTR_T_DEFINED -I"$config" -I"$from/include" -- "$from/src/cmocka.c"
    cp "$from"/include/cmocka*.h "$sysroot/include"
    package cmocka -lcmocka -D_UINTPTR_T_DEFINED
}

build_libraries() {
    mkdir -p "$sysroot/include" "$sysroot/lib/pkgconfig"
    build_zlib
    build_zstd
    case $target in
    wasm*) build_jansson_wasm && build_cmocka_wasm ;;
    *) build_jansson && build_cmocka ;;
    esac
}

fetch() {
    mkdir -p "$place"
    install_tools
    if [ ! -f "$place/fetched" ]; then
        echo "tumble: fetching the libraries of $target"
        rm -rf "$sysroot" "$place/sources" "$place/debs"
        # A process of its own: in a condition, bash goes on after errors.
        "$0" "$target" libraries >"$place/fetch.log" 2>&1 || { tail -n 30 "$place/fetch.log" >&2 && exit 1; }
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

# Tests that say nothing about a platform, or cannot run there: name, reason.
left_out() {
    # An emulator is five to thirty times slower; these would take hours, and run on every other platform.
    [ "$target" = musl ] || cat <<'EOF'
^slow/          long runs of what laws/ and determinism/ show in short
^bench/         whole scenes of the benchmark
^roundtrip/     files of every dialect there and back
^conformance/converted-     the conformance cases once more, of converted files
^laws/test_out_of_memory$   a thousand runs, each with another allocation that fails
^fuzz/          hostile files; they run under sanitizers, which see more
EOF
    case $target in
    aarch64 | wasm*) cat <<'EOF' ;;
^withstand/     kills programs by the number of their process, which is the emulator's
^cli/test_terminal$         a terminal of the emulator, not of the program
EOF
    mingw) cat <<'EOF' ;;
^withstand/     kills programs by signals, which Windows has none of
^cli/test_terminal$         terminals of POSIX
EOF
    musl) cat <<'EOF' ;;
^roundtrip/khronos-validator$   Khronos' validator reads the files of every build alike
EOF
    esac
}

run_tests() { # SIZE ARGUMENT of ctest…
    local size=quick selection=() out
    case ${1:-} in
    hashes | quick | full)
        size=$1
        shift
        ;;
    esac
    out=$(left_out | sed -n 's/^\(\^[^ ]*\).*/\1/p' | paste -sd '|')
    selection=(-E "$out")
    case $size in
    hashes) selection=(-L '^determinism$') ;;
    quick) selection+=(-LE '^(conformance|samples|roundtrip|bench|slow|fuzz|withstand)$') ;;
    esac
    [ "$size" = hashes ] || left_out | sed 's/^\^/left out: /; s/\$ / /'
    tools/test.sh "$target" "${selection[@]}" "$@"
}

case $action in
fetch) fetch ;;
libraries) # Called by fetch.
    if [ "$target" = aarch64 ]; then
        fetch_binaries
    else
        fetch_sources
        build_libraries
    fi
    ;;
build)
    fetch
    build "$@"
    ;;
test) run_tests "$@" ;;
all)
    fetch
    build
    run_tests
    ;;
*) usage ;;
esac
