# SPDX-License-Identifier: MIT
# What a person types. Each line calls the one place where the work is described: tools/ or CMake.
#
#     make run     installs what is missing, builds, simulates a scene of ours
#     make test    builds and runs every test
#
# No `make` yet? On Debian and Ubuntu: apt-get install -y make.

.DEFAULT_GOAL := help
PREFIX ?= /usr/local
DESTDIR ?=
.PHONY: help run setup build test bench bench-check bench-families bench-web matrix viewer asan hashes docs api withstand install uninstall dist dist-check deb deb-test check ci format format-check lint clean

help: ## these lines
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' Makefile

run: setup ## install what is missing, build, simulate a sample and bake its motion
	@tools/build.sh release tumble-cli
	@tools/run-sample.sh

setup: ## install the packages the build needs, if any are missing
	@tools/bootstrap.sh

build: setup ## build/release/bin/tumble and the library beside it
	@tools/build.sh release

test: setup ## build and run every test; WITHOUT='slow|bench' leaves folders out
	@tools/build.sh release
	@tools/test.sh release $(if $(WITHOUT),--label-exclude '$(WITHOUT)')

bench: ## scenes and families beside Bullet and ODE: ratios and quality (docs/performance.md)
	@tools/bench.sh --json build/bench.json --svg build/bench.svg

bench-check: ## scenes and families beside Bullet; exit status 1 names what is under its bar
	@tools/bench.sh --check

bench-families: ## families of scenes drawn from eight seeds, beside Bullet and ODE
	@tools/bench.sh families

bench-web: setup ## tumble beside engines of the web, in Node: build/bench-web.md (docs/web-engines.md)
	@tools/web.sh bench $(ARGUMENTS)

matrix: setup ## Rapier, Jolt, Havok and MuJoCo judged by tumble's tests (docs/conformance-matrix.md)
	@tools/build.sh release tumble-cli
	@python3 tools/matrix.py --tumble build/release/bin/tumble $(ARGUMENTS)

viewer: ## the page that shows files with their physics: build/web/viewer (needs emscripten, Node)
	@tools/web.sh viewer

asan: setup ## every test under the address and undefined-behaviour sanitizers
	@tools/build.sh debug
	@tools/test.sh debug $(if $(WITHOUT),--label-exclude '$(WITHOUT)')

hashes: ## record the trajectories that tests/determinism compares with
	@tools/build.sh release tumble-cli
	@python3 tests/determinism/run.py --tumble build/release/bin/tumble --record
	@python3 tests/determinism/families.py --tumble build/release/bin/tumble --record

docs: ## write the generated pages of docs/ and the samples again
	@tools/build.sh release tumble-cli
	@python3 tools/make-docs.py --tumble build/release/bin/tumble
	@python3 tools/make-interface.py
	@python3 tools/make-python.py
	@python3 tools/make-samples.py

api: ## the reference of the public interface: build/api/html
	@tools/api.sh

withstand: ## hostile files, failing memory, kills, full disks, long runs, fuzzers: MINUTES=30 each
	@tools/withstand.sh --minutes $${MINUTES:-30}

install: setup ## build, install into PREFIX (/usr/local), below DESTDIR
	@tools/build.sh release tumble-install
	@tools/install.sh install '$(PREFIX)' '$(DESTDIR)'

uninstall: ## remove what make install put there, with the same PREFIX and DESTDIR
	@tools/install.sh uninstall '$(PREFIX)' '$(DESTDIR)'

dist: ## build/dist/tumble-VERSION.tar.gz
	@tools/dist.sh

dist-check: dist ## build and test that tarball in an empty folder
	@tools/dist.sh --check

deb: ## Debian packages: build/deb
	@tools/deb.sh

deb-test: deb ## install them in a clean Debian, build the examples there, remove them (root)
	@tools/deb.sh --test

check: ## what is looked at before a commit: tools/ci.sh quick
	@tools/ci.sh quick

ci: ## everything: tools/ci.sh full
	@tools/ci.sh full

format: ## lay out every C file
	@tools/format.sh

format-check: ## say which C files are not laid out
	@tools/format.sh --check

lint: ## clang-tidy over src/ and cli/
	@tools/lint.sh

clean: ## remove build/
	@rm -rf build
