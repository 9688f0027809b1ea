#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes and tests the package of the web (web/README.md), in build/web/tumble:
#
#     tools/web.sh              build, sizes, test
#     tools/web.sh build        modules with and without SIMD, made small, beside the scripts
#     tools/web.sh sizes        sizes after brotli; fails beyond web/sizes.txt
#     tools/web.sh test         its tests, in Node
#     tools/web.sh types        tsc --strict over a program that uses each declaration
#     tools/web.sh pack         npm's archive, installed into an empty project, run, and built by bundlers
#     tools/web.sh bench [ARGUMENT…]   tumble beside other engines, in Node (web/bench/run.mjs)
#     tools/web.sh viewer       the viewer (web/viewer), a static folder in build/web/viewer
#     tools/web.sh look         the viewer's tests, in Chromium
#     tools/web.sh suite NAME   a test of ctest: hashes (every trajectory, with SIMD and without), package (test) or
#                               viewer (viewer, look); ends with 77 where something is missing
#
# TUMBLE_WEB_FAST=1 leaves out what makes modules small, and sizes: for daily work.
set -eu -o pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=$root/build/web/tumble

usage() {
    sed -n '3,18s/^# \{0,1\}//p' "$0"
    exit 2
}

build() {
    local target suffix part
    rm -rf "$package"
    mkdir -p "$package"
    cp -R web/tumble/. "$package"
    pack_scripts
    cp LICENSE NOTICE "$package"
    cp web/README.md "$package"
    sed -i "s/\"version\": \"0.0.0\"/\"version\": \"$(cmake -P tools/version.cmake 2>&1)\"/" "$package/package.json"
    for target in wasm wasm-scalar; do
        tools/cross.sh "$target" build tumble-web-core tumble-web-full
        suffix=${target#wasm}
        for part in core full; do
            # Engines with SIMD have bulk memory, too (src/system/memory_web.c).
            pack_module "build/$target/web/$part.wasm" "$package/src/$part$suffix.wasm" \
                "$([ -n "$suffix" ] || echo --enable-bulk-memory) $([ "$part$suffix" = full ] || echo "$small")"
        done
    done
    # Nothing in it gains by vectors: one module for every engine.
    tools/cross.sh wasm-scalar build tumble-web-scene
    pack_module build/wasm-scalar/web/scene.wasm "$package/src/scene.wasm" "$small"
    tools/cross.sh wasm-threads build tumble-web-threads
    # A wait has a function of its own for a reason (src/system/thread_shared_web.c).
    pack_module build/wasm-threads/web/threads.wasm "$package/src/threads.wasm" \
        '--enable-threads --enable-bulk-memory --enable-sign-ext -aimfs 0 -fimfs 0 -ocimfs 0'
    pack_single
}

# One file with scripts and the full module: src/single.js.
pack_single() {
    has_tools || return 0
    node -e 'process.stdout.write(require("zlib").deflateRawSync(require("fs").readFileSync(0), { level: 9 }))' \
        <"$package/src/full.wasm" >build/web/full.deflate
    web/node_modules/.bin/esbuild web/single.js --bundle --minify --format=esm --target=es2022 --log-level=warning \
        --alias:tumble-module="$root/build/web/full.deflate" --loader:.deflate=binary --outfile="$package/src/single.js" \
        --banner:js='// SPDX-License-Identifier: MIT'
}

# Scripts without comments and long names, few files where the sources have many: a page that needs no Worker loads none of
# what Workers share. The package has the comments of its types.
pack_scripts() {
    if [ -n "${TUMBLE_WEB_FAST:-}" ] || ! has_tools; then
        return 0
    fi
    rm "$package"/src/*.js
    join_scripts tumble module error source
    # A page's error is of one class, whoever throws it, and a Worker has the page's scripts.
    join_scripts worker remote thread --external:*/error.js --external:*/tumble.js
    web/node_modules/.bin/esbuild "$package"/src/scene/*.js --minify --format=esm --target=es2022 \
        --outdir="$package/src/scene" --allow-overwrite --banner:js='// SPDX-License-Identifier: MIT' --log-level=warning
}

join_scripts() { # NAME… [OPTION…]
    local name files=()
    for name in "$@"; do
        case $name in
        --*) files+=("$name") ;;
        *) files+=("web/tumble/src/$name.js") ;;
        esac
    done
    web/node_modules/.bin/esbuild "${files[@]}" --bundle --splitting --minify --format=esm --target=es2022 \
        --outdir="$package/src" --banner:js='// SPDX-License-Identifier: MIT' --log-level=warning
}

# The tools of web/package-lock.json, and the engines that tumble/scene has adapters for.
has_tools() {
    if [ ! -x web/node_modules/.bin/esbuild ] || [ ! -d web/node_modules/cannon-es ]; then
        npm ci --prefix web --no-audit --no-fund >/dev/null 2>&1
    fi
}

# The pass after -O4, which looks at trees of expressions anew: it makes them short. Long functions that are called from
# one place stay functions, as they are packed better by themselves.
small='-Oz --one-caller-inline-max-function-size=60'

pack_module() { # FROM TO OPTIONS
    keeps_order "$1"
    if [ -n "${TUMBLE_WEB_FAST:-}" ]; then
        cp "$1" "$2"
    else
        # The first kilobyte of the memory is the far end of the stack, which no offset leads to.
        # What is stripped first is no reason to keep two equal functions.
        # shellcheck disable=SC2086 # Options.
        wasm-opt --enable-simd --low-memory-unused --zero-filled-memory --strip-debug --strip-producers -O4 $3 "$1" -o "$2"
    fi
}

# No number is read from memory into all lanes of a vector at once: LLVM 14 may read it too late (src/math/settled.h).
keeps_order() { # MODULE
    local number
    wasm-dis -all "$1" -o "$1.wat"
    number=$(grep -c 'v128\.load[0-9]*_splat' "$1.wat" || true)
    rm "$1.wat"
    if [ "$number" -ne 0 ]; then
        echo "tumble: $1 reads $number numbers into vectors where LLVM 14 forgets their place (src/math/settled.h)" >&2
        return 1
    fi
}

# [bytes] A download's size: each file on its own, as servers send them.
brotli_bytes() {
    local sum=0 file
    for file in "$@"; do
        sum=$((sum + $(brotli -q 11 -c "$file" | wc -c)))
    done
    echo "$sum"
}

# A script and all that it imports, those scripts' imports included.
scripts_behind() { # FILE
    node -e '
        const { readFileSync } = require("fs"), { dirname, join } = require("path"), seen = new Set();
        const follow = (file) => {
            if (seen.has(file)) return;
            seen.add(file);
            for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*["\x27](\.[^"\x27]+)["\x27]/g))
                follow(join(dirname(file), name));
        };
        follow(process.argv[1]);
        console.log([...seen].join("\n"));' "$1"
}

sizes() {
    local over=0 name limit goal bytes scripts raw
    [ -z "${TUMBLE_WEB_FAST:-}" ] || return 0
    # Scripts of a page: those that tumble.js imports. A Worker's come with the Worker.
    local pages
    mapfile -t pages < <(scripts_behind "$package/src/tumble.js")
    [ "${#pages[@]}" -gt 1 ] || { echo "tumble: scripts were not packed: esbuild is missing" >&2 && return 1; }
    scripts=$(brotli_bytes "${pages[@]}")
    printf '%-12s %10s %10s %10s %10s\n' '' raw brotli limit goal
    while read -r name limit goal; do
        case $name in
        '#'* | '') continue ;;
        scripts) bytes=$scripts raw=$(cat "${pages[@]}" | wc -c) ;;
        single) bytes=$(brotli_bytes "$package/src/single.js") raw=$(wc -c <"$package/src/single.js") ;;
        scene) mapfile -t pages < <(scripts_behind "$package/src/scene/scene.js")
            bytes=$(brotli_bytes "${pages[@]}" "$package/src/scene.wasm")
            raw=$(wc -c <"$package/src/scene.wasm") ;;
        *) bytes=$((scripts + $(brotli_bytes "$package/src/$name.wasm"))) raw=$(wc -c <"$package/src/$name.wasm") ;;
        esac
        printf '%-12s %10d %10d %10d %10d\n' "$name" "$raw" "$bytes" "$limit" "$goal"
        [ "$bytes" -le "$limit" ] || over=1
    done <web/sizes.txt
    [ "$over" -eq 0 ] || echo "tumble: a download is larger than web/sizes.txt allows" >&2
    return "$over"
}

run_tests() {
    has_tools || echo "tumble: npm could not install what tests of the web use; some are skipped"
    node --test web/tests/*.test.mjs
}

# The compiler of TypeScript, as web/package-lock.json has it.
types() {
    if ! has_tools; then
        echo "tumble: npm could not install typescript; types are not checked" >&2
        return 0
    fi
    web/node_modules/.bin/tsc --project web/tests/types
    web/node_modules/.bin/tsc --project web/tests/types/tsconfig.engines.json
}

bench() { # ARGUMENT…
    has_tools || { echo "tumble: npm could not install the other engines" >&2 && return 1; }
    build
    tools/build.sh release tumble-cli tumble-judge
    node web/bench/run.mjs "$@"
}

# Packages of the viewer, as web/viewer/package-lock.json has them. tumble/three finds three.js among them.
has_viewer_tools() {
    [ -x web/viewer/node_modules/.bin/vite ] ||
        npm ci --prefix web/viewer --ignore-scripts --no-audit --no-fund >/dev/null 2>&1 || return 1
    mkdir -p build/web
    ln -sfn ../../web/viewer/node_modules build/web/node_modules
}

viewer() {
    if ! has_viewer_tools; then
        echo "tumble: npm could not install the packages of the viewer" >&2
        return 77
    fi
    [ -f "$package/src/full.wasm" ] || build
    (cd web/viewer && node_modules/.bin/tsc --project . && node_modules/.bin/vite build --logLevel warn)
    # [bytes] Pages and scripts after gzip; modules of WebAssembly are counted by sizes.
    local bytes
    bytes=$(cat build/web/viewer/*.html build/web/viewer/assets/*.js build/web/viewer/assets/*.css | gzip -9 | wc -c)
    echo "viewer: $bytes bytes after gzip, at most 300000"
    [ "$bytes" -le 300000 ]
}

look() {
    node --test --test-concurrency=1 web/viewer/tests/*.test.mjs
}

missing() {
    local tool
    for tool in emcc node; do
        command -v "$tool" >/dev/null || { echo "$tool is missing: tools/bootstrap.sh --web installs it" && return 0; }
    done
    [ -f build/cross/wasm/fetched ] || { echo "the libraries are missing: tools/cross.sh wasm fetch" && return 0; }
    return 1
}

suite() { # NAME
    local target
    ! missing || exit 77
    case $1 in
    package)
        TUMBLE_WEB_FAST=1 build
        run_tests
        ;;
    hashes)
        for target in wasm wasm-scalar; do
            tools/cross.sh "$target" build tumble-cli
            python3 tests/determinism/run.py --tumble "build/$target/bin/tumble-emulated"
            python3 tests/determinism/families.py --tumble "build/$target/bin/tumble-emulated" --widest
        done
        ;;
    viewer)
        viewer
        look
        ;;
    *) usage ;;
    esac
}

case ${1:-all} in
build) build ;;
sizes) sizes ;;
test) run_tests ;;
types) types ;;
pack) node --test web/tests/pack.test.mjs ;;
bench) shift && bench "$@" ;;
viewer) viewer ;;
look) look ;;
suite) suite "${2:-}" ;;
all)
    build
    sizes
    run_tests
    types
    ;;
*) usage ;;
esac
