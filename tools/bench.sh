#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The benchmark: installs and builds what it needs, then bench/run.py with the same arguments.
#
#     tools/bench.sh [SCENE…] [--rounds N] [--check] [--json OUT] [--svg OUT]
#     tools/bench.sh families [FAMILY…] [--seeds FIRST-LAST] [--record]      bench/families.py
#
# Bullet, the yardstick, and ODE are built where they are installed or can be; without Bullet ours runs alone.
set -eu
cd "$(dirname "$0")/.."

tools/bootstrap.sh
tools/bootstrap.sh --bench || echo "tumble: without Bullet there are no ratios" >&2
peers=OFF
targets=(tumble-cli)
if pkg-config --exists bullet && command -v c++ >/dev/null 2>&1; then
    peers=ON
    targets+=(bench-bullet)
    ! pkg-config --exists ode || targets+=(bench-ode)
fi
TUMBLE_CONFIGURE="${TUMBLE_CONFIGURE:-} -DTUMBLE_PEERS=$peers" tools/build.sh release "${targets[@]}"
if [ "${1:-}" = families ]; then
    shift
    exec python3 bench/families.py "$@"
fi
exec python3 bench/run.py "$@"
