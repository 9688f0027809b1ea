#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the reference of the public interface to build/api/html. Doxygen's warnings (something public
# without a comment, a name that leads nowhere) are errors, and so are the findings of
# tools/check-api.py.
set -eu
cd "$(dirname "$0")/.."

if ! command -v doxygen >/dev/null 2>&1; then
    echo "tumble: doxygen is needed (tools/bootstrap.sh --ci installs it)" >&2
    exit 1
fi
rm -rf build/api
mkdir -p build/api
doxygen Doxyfile
python3 tools/check-api.py build/api/xml
echo "api: build/api/html/index.html"
