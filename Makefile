# The two commands: `make play` and `make test`. Each sets up what it needs first, and is quick the second time.
# ARGS goes to the command:  make play ARGS="--camera webcam:1"     make test ARGS="tests/test_cameras.py -x"
# PYTHON chooses the interpreter (3.11 to 3.13); YES=1 lets the set-up install missing Debian packages with sudo.

SHELL := /bin/bash
export PYTHON YES
# What is started again and again is compiled once, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
ARGS ?=

.PHONY: help play test test-oldest board-test trials explore mutants bench train setup locks wheel deb appliance clean

help:
	@echo "make play    set up what is missing, then play: with the camera if there is one, else on a simulated table"
	@echo "make test    set up what is missing, then run every check: ruff, mypy, pytest with doctests"
	@echo "make test-oldest  run the tests with the oldest packages that pyproject.toml allows, in a .venv-oldest of their own"
	@echo "make board-test  install a browser and a broker (with sudo or as root), then look at every page of the board and the house with them"
	@echo "make trials  whole evenings, camera faults, bad input, signals and the like against the whole program (under half an hour on two idle cores)"
	@echo "make explore draw other random examples for the tests than make test does"
	@echo "make mutants break the rules on purpose, a little each time: some test of the rules must fail (a quarter of an hour)"
	@echo "make bench   measure the times and sizes that the project promises"
	@echo "make train   train the card models again, on synthetic pictures only (downloads PyTorch)"
	@echo "make setup   only set up"
	@echo "make locks   renew the tested versions in packaging/locks; run make test afterwards"
	@echo "make wheel   make dist/pairs_dealer-VERSION-py3-none-any.whl, for pipx, uv tool and pip"
	@echo "make deb     make dist/pairs-dealer_VERSION_{amd64,arm64}.deb for Debian 13, and arm64 for 12 (ARGS=arm64-12: one of them)"
	@echo "make appliance  install, upgrade, downgrade and remove the .deb in a Debian of its own, as root (ARGS=amd64: one of them)"
	@echo "make clean   remove .venv and what the tools cached"

play:
	@bash packaging/setup.sh play
	$(BIN)/dealer play $(ARGS)

test:
	@bash packaging/setup.sh test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist loadfile -rs $(ARGS)

# uv can choose the lowest versions that the bounds allow; the checkers are not run: theirs is the newest word.
test-oldest:
	[[ -x .venv-oldest/bin/uv ]] || { $(or $(PYTHON),python3) -m venv .venv-oldest && .venv-oldest/bin/python -m pip install --quiet uv; }
	.venv-oldest/bin/uv pip install --quiet --python .venv-oldest/bin/python --upgrade --resolution lowest-direct --only-binary pygame --editable ".[board,test]"
	.venv-oldest/bin/python -m pytest -n auto --dist loadfile $(ARGS)

# Debian's Chromium, its driver, Mosquitto and axe-core; `make test` runs these tests where they are installed already.
board-test:
	@bash packaging/setup.sh test
	@bash packaging/browser.sh
	$(BIN)/pytest $(or $(ARGS),tests/test_board_browser.py tests/test_board_pages.py tests/test_board_process.py tests/test_board_evening.py $(wildcard tests/test_venue*.py))

# ARGS picks some of them:  make trials ARGS=tests/trials/signals.py
# Two at a time: more would make the signals and kills, which are timed, come late.
trials:
	@bash packaging/setup.sh test
	$(BIN)/pytest -o addopts="--strict-markers -q" -p no:cacheprovider -n 2 --dist load --maxschedchunk 1 $(or $(ARGS),$(sort $(wildcard tests/trials/*.py)))

explore:
	@bash packaging/setup.sh test
	HYPOTHESIS_PROFILE=explore $(BIN)/pytest -n auto --dist loadfile $(ARGS)

# ARGS picks some of them:  make mutants ARGS="dealer.games.kitty*"     What survived, and why: docs/mutants.md
mutants:
	@bash packaging/setup.sh test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[mutants]"
	nice $(BIN)/mutmut run --max-children 1 $(ARGS)
	$(BIN)/mutmut results

bench:
	@bash packaging/setup.sh play
	$(BIN)/dealer bench $(ARGS)

train:
	@bash packaging/setup.sh train
	$(BIN)/python -m vision.training $(ARGS)

setup:
	@bash packaging/setup.sh play

# ARGS picks some of them:  make locks ARGS="--upgrade-package pillow"     Their hashes hold for every machine.
LOCK = $(BIN)/uv pip compile --quiet --no-config --universal --generate-hashes --no-annotate --custom-compile-command "make locks" $(or $(ARGS),--upgrade) pyproject.toml
locks:
	@bash packaging/setup.sh package
	$(LOCK) --extra board --extra house --output-file packaging/locks/play.txt
	$(LOCK) --extra board --extra house --extra test --constraints packaging/locks/play.txt --output-file packaging/locks/test.txt
	$(LOCK) --extra board --extra house --extra package --constraints packaging/locks/play.txt --output-file packaging/locks/package.txt

wheel:
	@bash packaging/setup.sh package
	rm -rf build/lib build/bdist.*
	$(BIN)/uv build --quiet --no-config --wheel --out-dir dist

deb:
	@bash packaging/setup.sh package
	@bash packaging/deb/build.sh $(ARGS)

# Debians in namespaces: needs root, and once the network. Emulating arm64 needs qemu-user-static and binfmt_misc.
appliance: deb
	@bash packaging/appliance/prove.sh $(or $(ARGS),amd64 arm64 arm64-12)

clean:
	rm -rf .venv .venv-oldest build dist mutants *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
