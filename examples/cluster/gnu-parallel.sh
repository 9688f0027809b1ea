#!/bin/sh
# SPDX-License-Identifier: MIT
# GNU parallel: SHARES shares of a folder on the processors of one machine, or with PARALLEL='--sshloginfile …' of many.
#
#     gnu-parallel.sh SHARES RESULTS VERB FOLDER|FILE [OPTION…]
set -eu
here=$(dirname "$0")
shares=$1
results=$2
shift 2
seq "$shares" | parallel --will-cite --quote "$here/share.sh" "{}/$shares" "$results" "{}" "$@" --jobs 1
