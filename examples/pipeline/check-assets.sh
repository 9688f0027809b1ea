#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check-assets.sh: validates and tests the assets that have changed since a commit.
#
#     check-assets.sh BASE [FOLDER]      check-assets.sh origin/main results
#
# The assets are those that HEAD has changed since it left BASE, and those whose expectations beside them
# (NAME.expect.json) have changed. FOLDER receives findings.jsonl, tests.xml (JUnit) and tests.md. Exit status: 0 all
# is well, 1 an asset has errors or fails a check, others as those of tumble. A buffer that changes alone is not
# noticed: keep it in one commit with its asset.
set -u -o pipefail

base=${1:?names a commit to compare with}
results=${2:-results}
mkdir -p "$results" || exit 3

changed() { # PATTERN…
    git diff --name-only -z --diff-filter=d "$base...HEAD" -- "$@"
}

assets=()
while IFS= read -r -d '' file; do
    assets+=("$file")
done < <(changed '*.gltf' '*.glb' '*.g4tf' '*.g4b')
while IFS= read -r -d '' file; do
    for ending in gltf glb g4tf g4b; do
        asset=${file%.expect.json}.$ending
        # Once, where the asset has changed as well.
        case " ${assets[*]} " in
        *" $asset "*) ;;
        *) [ ! -f "$asset" ] || assets+=("$asset") ;;
        esac
    done
done < <(changed '*.expect.json')

if [ ${#assets[@]} -eq 0 ]; then
    echo "no asset has changed since $base"
    exit 0
fi
printf '%s\n' "${assets[@]}"
# Limits make a row of each asset, also where there is one alone.
limits=(--time-limit 60 --memory-limit 4000)
tumble validate --json "${limits[@]}" "${assets[@]}" >"$results/findings.jsonl"
validated=$?
tumble test "${limits[@]}" --junit "$results/tests.xml" --markdown "$results/tests.md" "${assets[@]}"
tested=$?
exit $((validated > tested ? validated : tested))
