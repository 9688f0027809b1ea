#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what tumble's build needs and this machine lacks. Where nothing is missing it does
# nothing: no network, no privileges.
#
#     tools/bootstrap.sh             what `make run` and `make test` need
#     tools/bootstrap.sh --tests     that alone, even with CI=true
#     tools/bootstrap.sh --ci        also what tools/ci.sh needs (implied by CI=true)
#     tools/bootstrap.sh --bench     also what make bench needs
#     tools/bootstrap.sh --web       also what the package of the web needs: wasm, Node
#     tools/bootstrap.sh --packages  also what make deb and make deb-test need
#     tools/bootstrap.sh --list      only print the Debian packages that are missing
#
# Debian and Ubuntu packages are installed with apt-get, through sudo where we are not root. For
# other systems the names to install are printed.
set -u

ci=false
bench=false
packages=false
web=false
list=false
[ "${CI:-}" = true ] && ci=true
for argument in "$@"; do
    case $argument in
    --ci) ci=true ;;
    --tests) ci=false ;;
    --bench) bench=true ;;
    --packages) packages=true ;;
    --web) web=true ;;
    --list) list=true ;;
    *)
        sed -n '3,15s/^# \{0,1\}//p' "$0"
        exit 2
        ;;
    esac
done

# Each need is a question about the machine, not about its package manager: what was installed by
# hand counts too.
has_command() { command -v "$1" >/dev/null 2>&1; }
has_library() { has_command pkg-config && pkg-config --exists "$1"; }
has_compiler() { (has_command cc || has_command gcc) && compiles ''; }
# Ubuntu has Chromium as a snap alone, which containers cannot run: tests in a browser are skipped there.
has_chromium() {
    has_command chromium || has_command google-chrome || grep -q '^ID=ubuntu' /etc/os-release 2>/dev/null
}
has_cmake() {
    # 3.25 reads the presets' version 6.
    has_command cmake &&
        [ "$(printf '%s\n3.25\n' "$(cmake --version | sed -n '1s/[^0-9]*//p')" | sort -V | head -n 1)" = 3.25 ]
}
compiles() { # LANGUAGE-FLAGS: does a program with a header and a thread build?
    # shellcheck disable=SC2086 # A list of words.
    printf '#include <pthread.h>\nint main(void) { return 0; }\n' |
        ${CC:-cc} -x c $1 - -o /dev/null >/dev/null 2>&1
}
clang_sanitizes() {
    has_command clang && CC=clang compiles '-fsanitize=address,undefined'
}
has_wine() { has_command wine64 || has_command wine || has_command /usr/lib/wine/wine64; }
# The one need that Debian's own tools ask by name.
has_package() { has_command dpkg-query && dpkg-query --show --showformat '${Status}' "$1" 2>/dev/null | grep -q ' installed$'; }
has_builder() { has_command make || has_command ninja; }
# The tests of the Python binding take the interpreter of the system where the first one lacks a module.
has_module() {
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $1" >/dev/null 2>&1 && return 0
    done
    return 1
}
# Other versions lay out some lines otherwise, so it has to be this one.
has_clang_format() {
    has_command clang-format-14 ||
        (has_command clang-format && clang-format --version | grep -q 'version 14\.')
}

missing=()
need() { # PACKAGE QUESTION…: the Debian package that answers a question no one answers yet
    package=$1
    shift
    "$@" || missing+=("$package")
}

need gcc has_compiler
# gcc only recommends the C library's headers.
need libc6-dev has_compiler
need make has_builder
need cmake has_cmake
need pkg-config has_command pkg-config
need libjansson-dev has_library jansson
need zlib1g-dev has_library zlib
need libzstd-dev has_library libzstd
need libmicrohttpd-dev has_library libmicrohttpd
need libgif-dev has_library libgif
need libcmocka-dev has_library cmocka
need python3 has_command python3
if $ci; then
    need make has_command make
    need g++ has_command g++
    need binutils has_command objdump
    need clang has_command clang
    need libclang-rt-14-dev clang_sanitizes
    need clang-format-14 has_clang_format
    need doxygen has_command doxygen
    # The Python binding: views, types, wheels and the pictures of its examples.
    need python3-numpy has_module numpy
    need python3-matplotlib has_module matplotlib
    need mypy has_command mypy
    need python3-build has_module build
    need python3-setuptools has_module setuptools
    need python3-wheel has_module wheel
    need python3-pip has_module pip
    # Other platforms (tools/cross.sh).
    need dpkg-dev has_command dpkg-source
    need musl-tools has_command musl-gcc
    need gcc-aarch64-linux-gnu has_command aarch64-linux-gnu-gcc
    need libc6-dev-arm64-cross has_command aarch64-linux-gnu-gcc
    need qemu-user has_command qemu-aarch64
    need gcc-mingw-w64-x86-64-win32 has_command x86_64-w64-mingw32-gcc
    need wine64 has_wine
    # For manual pages and completion, which tests/shell tries.
    need python3-yaml has_module yaml
    need groff has_command groff
    need man-db has_command man
    need mandoc has_command mandoc
    need zsh has_command zsh
    need fish has_command fish
    # One of the engines of examples/cluster; the others are large.
    need parallel has_command parallel
    # The engines that examples/ has adapters to.
    need libbullet-dev has_library bullet
    need libode-dev has_library ode
    # The syntax of the Homebrew formula.
    need ruby has_command ruby
    # For the validator that written files are tried with, below.
    need nodejs has_command node
    need npm has_command npm
fi
# The package of the web: the compiler, the sources of libraries (tools/cross.sh wasm), sizes, tests in Node and
# in a browser.
if $ci || $web; then
    need emscripten has_command emcc
    need dpkg-dev has_command dpkg-source
    need brotli has_command brotli
    need nodejs has_command node
    need npm has_command npm
    need chromium has_chromium
fi
if $bench; then
    need g++ has_command c++
    need libbullet-dev has_library bullet
    need libode-dev has_library ode
fi
if $packages; then
    need dpkg-dev has_command dpkg-buildpackage
    need build-essential has_package build-essential
    need debhelper has_command dh
    need dh-python has_command dh_python3
    need lintian has_command lintian
    need doxygen has_command doxygen
    need debootstrap has_command debootstrap
fi

# A package may answer several questions.
mapfile -t missing < <(printf '%s\n' ${missing[@]+"${missing[@]}"} | sed '/^$/d' | sort -u)
if $list; then
    [ ${#missing[@]} -eq 0 ] || printf '%s\n' "${missing[@]}"
    exit 0
fi
# Khronos' glTF-Validator, gltfpack and glTF-Transform, from the npm registry, as package-lock.json has them.
install_validator() {
    $ci || return 0
    local folder
    folder=$(dirname "$0")/../tests/roundtrip
    ! cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed" || return 0
    if npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund >/dev/null 2>&1; then
        cp "$folder/package-lock.json" "$folder/node_modules/.installed"
    else
        echo "tumble: npm could not install gltf-validator and the optimizers; their tests will be skipped" >&2
    fi
}

# Libraries for WebAssembly, of Debian's sources.
fetch_web() {
    { $ci || $web; } && [ ! -f "$(dirname "$0")/../build/cross/wasm/fetched" ] || return 0
    "$(dirname "$0")/cross.sh" wasm fetch ||
        echo "tumble: the libraries for WebAssembly could not be built; its tests will be skipped" >&2
}

# Compilers, bundlers and the driver of browsers, and the packages of the viewer, as their package-lock.json has them.
install_web() {
    local folder
    for folder in "$(dirname "$0")/../web" "$(dirname "$0")/../web/viewer" "$(dirname "$0")/../engines"; do
        $ci || $web || continue
        ! cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed" || continue
        if npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund >/dev/null 2>&1; then
            cp "$folder/package-lock.json" "$folder/node_modules/.installed"
        else
            echo "tumble: npm could not install the tools of the web; some of its tests will be skipped" >&2
        fi
    done
}

if [ ${#missing[@]} -eq 0 ]; then
    install_validator
    fetch_web
    install_web
    exit 0
fi

if ! has_command apt-get; then
    cat >&2 <<EOF
tumble: this machine lacks what Debian calls: ${missing[*]}
Install it with your package manager, then try again. The names elsewhere:
  Fedora   dnf install gcc make cmake pkgconf-pkg-config jansson-devel zlib-devel libzstd-devel libmicrohttpd-devel giflib-devel libcmocka-devel python3
  Arch     pacman -S gcc make cmake pkgconf jansson zlib zstd libmicrohttpd giflib cmocka python
  macOS    brew install cmake pkg-config jansson zstd libmicrohttpd giflib cmocka python3   (compiler: xcode-select --install)
EOF
    exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! has_command sudo; then
        echo "tumble: as root, run: apt-get install -y --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "tumble: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1
}
# The lists may be absent (a fresh image) or too old (a package has moved on): fetch them, install.
if ! { "${as_root[@]}" apt-get update >"$log" 2>&1 && install; } && ! install; then
    tail -n 20 "$log" >&2
    echo "tumble: apt-get could not install: ${missing[*]}" >&2
    echo "tumble: the lines above say why; tumble needs Debian 12, Ubuntu 24.04 or newer." >&2
    exit 1
fi

# A package that installs and does not answer its question is a package too old.
if ! has_cmake; then
    echo "tumble: cmake 3.25 or newer is needed; this machine installs $(cmake --version | head -n 1)" >&2
    exit 1
fi
install_validator
fetch_web
install_web
