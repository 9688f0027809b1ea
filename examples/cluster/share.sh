#!/bin/sh
# SPDX-License-Identifier: MIT
# One share of a folder's files, once: share.sh K/N|auto RESULTS NAME VERB FOLDER [OPTION…]
# One share of the runs of a sweep:    share.sh K/N|auto RESULTS NAME sweep FILE [OPTION…]
#
# A sweep keeps each run in RESULTS when it is finished, so that nothing of a killed share is done again.
#
# Rows of other verbs become RESULTS/NAME.jsonl when all of the share is done, in one move. A share whose rows are there is not done
# again, so that a killed run is started again as it was. Files with errors are rows, not failures of the share.
set -eu
share=$1
results=$2
rows=$2/$3.jsonl
verb=$4
shift 4
if [ "$verb" = sweep ]; then
    exec "${TUMBLE:-tumble}" sweep "$@" --out "$results" --shard "$share" --quiet
fi
if [ -f "$rows" ]; then
    exit 0
fi
mkdir -p "$(dirname "$rows")"
part=$rows.part.$$
trap 'rm -f "$part"' EXIT
status=0
"${TUMBLE:-tumble}" "$verb" "$@" --json --shard "$share" >"$part" || status=$?
# 1, 3 and 4 are about files, and stand in their rows. All others are about the command.
case $status in
0 | 1 | 3 | 4) ;;
*) exit "$status" ;;
esac
mv "$part" "$rows"
