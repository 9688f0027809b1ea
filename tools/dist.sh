#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The source as an archive: build/dist/tumble-VERSION.tar.gz, of the files that HEAD has.
#
#     tools/dist.sh            writes the archive and its SHA-256; the same commit gives the same bytes
#     tools/dist.sh --compare  writes it again, compares, and configures what it holds
#     tools/dist.sh --check    unpacks it in an empty folder, builds it and runs its tests there, without
#                              git and, where the system can withhold it, without network
#
# WITHOUT='slow|bench' leaves tests out, as for make test.
set -eu -o pipefail
cd "$(dirname "$0")/.."

version=$(cmake -P tools/version.cmake)
name=tumble-$version
archive=build/dist/$name.tar.gz

write_archive() {
    if ! git rev-parse --verify --quiet HEAD >/dev/null 2>&1; then
        echo "tumble: an archive is made of a git checkout, and this is none" >&2
        exit 1
    fi
    if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
        echo "tumble: changes that are not committed are not in the archive" >&2
    fi
    mkdir -p build/dist
    # git sorts the names, gives all files to root and dates them with the commit; gzip adds no date.
    git -c tar.umask=0022 -c core.abbrev=12 archive --format=tar --prefix="$name/" HEAD | gzip -9 -n >"$archive.part"
    mv "$archive.part" "$archive"
    (cd build/dist && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
    write_formula
    echo "$archive: $(wc -c <"$archive") bytes, $(tar -tzf "$archive" | grep -vc '/$') files, SHA-256 $(cut -d ' ' -f 1 "$archive.sha256")"
}

# The Homebrew formula of the archive. TUMBLE_RELEASE is the address that it can be had from.
write_formula() {
    local url=${TUMBLE_RELEASE:-file://$PWD/build/dist}
    sed -e "s|@url@|$url/$name.tar.gz|" -e "s|@version@|$version|" -e "s|@homepage@|${TUMBLE_HOMEPAGE:-$url}|" \
        -e "s|@sha256@|$(cut -d ' ' -f 1 "$archive.sha256")|" packaging/homebrew/tumble.rb.in >build/dist/tumble.rb
}

# The archive without building it: the same bytes once more, its tests, its targets for FetchContent.
compare_archive() {
    local work before
    before=$(cut -d ' ' -f 1 "$archive.sha256")
    write_archive >/dev/null
    [ "$before" = "$(cut -d ' ' -f 1 "$archive.sha256")" ] || {
        echo "dist: the same commit gives other bytes" >&2
        exit 1
    }
    work=$(mktemp -d)
    # shellcheck disable=SC2064 # The folder of now.
    trap "rm -rf '$work'" EXIT
    tar -xzf "$archive" -C "$work"
    (cd "$work/$name" && cmake --preset release >"$work/configure.log" 2>&1) || {
        tail -n 20 "$work/configure.log" >&2
        exit 1
    }
    cmake -S tests/install/parent -B "$work/fetched" -DSOURCE="$PWD/$archive" -DFETCH=1 \
        -DHELLO="$PWD/examples/hello.c" >"$work/configure.log" 2>&1 &&
        grep -q "tumble::tumble: STATIC_LIBRARY" "$work/configure.log" || {
        tail -n 20 "$work/configure.log" >&2
        exit 1
    }
    echo "dist: the same bytes twice; $(ctest --test-dir "$work/$name/build/release" -N | tail -n 1)"
}

check_archive() {
    local work offline=()
    work=$(mktemp -d)
    # shellcheck disable=SC2064 # The folder of now.
    trap "chmod -R u+w '$work' && rm -rf '$work'" EXIT
    tar -xzf "$archive" -C "$work"
    # With ccache, objects of the checkout serve again.
    export CCACHE_BASEDIR="$work/$name" CCACHE_NOHASHDIR=1
    # A git that is called ends the check.
    mkdir "$work/tools"
    printf '#!/bin/sh\necho "git is called: $*" >&2\nexit 1\n' >"$work/tools/git"
    chmod +x "$work/tools/git"
    if unshare --net true 2>/dev/null; then
        offline=(unshare --net)
    elif unshare --user --net true 2>/dev/null; then
        offline=(unshare --user --net)
    fi
    echo "dist: $name in an empty folder, $([ ${#offline[@]} -gt 0 ] && echo without || echo with) network"
    (
        cd "$work/$name"
        export PATH="$work/tools:$PATH"
        ${offline[@]+"${offline[@]}"} tools/build.sh release
        ${offline[@]+"${offline[@]}"} tools/test.sh release ${WITHOUT:+--label-exclude "$WITHOUT"}
    )
}

case ${1:-} in
'') write_archive ;;
--compare)
    write_archive
    compare_archive
    ;;
--check)
    [ -f "$archive" ] || write_archive
    check_archive
    ;;
*)
    sed -n '3,10s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
