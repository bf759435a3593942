# make run          installs what is missing and starts the companion    make run ARGS="odds dice"
# make test         installs what is missing and runs the whole suite    make test ARGS=tests/house
# make long         the full-length runs of everything
# make check        style, types and the one-way imports
# make bench        start, memory and speed on this machine, for the README's table
# make screenshots  every screen of the kiosk as a picture in .screenshots
# make lock         pins the newest versions that pyproject.toml allows
# make kiosk        makes a Raspberry Pi (or a Debian computer) the table's kiosk    DRY_RUN=1 prints every step
# make kiosk-remove undoes that, and keeps the journal
# make wheels       fetches the pinned packages into .wheels, for `PIP_NO_INDEX=1 make run` without a network
#
# PYTHON=/path/to/python3.11    which Python makes .venv     OPENCV=system    Debian's OpenCV instead of the pinned one
# EXTRAS=plots                  optional parts to add

PYTHON ?=
OPENCV ?=
EXTRAS ?=
ARGS ?=
DRY_RUN ?=
export PYTHON OPENCV EXTRAS

python := .venv/bin/python
made_from := pyproject.toml pylock.toml .ci/set-up .ci/pins.py
# Nothing of this machine's display, sound or saved evenings reaches a test.
apart := env -u DISPLAY -u WAYLAND_DISPLAY -u COMPANION_DATA SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy

.PHONY: help run test long check bench screenshots lock wheels kiosk kiosk-remove

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

run: .venv/ready-run
	@$(python) -m companion $(ARGS)

test: .venv/ready-dev
	@$(apart) $(python) -m pytest -n 2 -m 'not long' $(ARGS)

long: .venv/ready-dev
	@$(apart) $(python) -m pytest -n 2 --dist worksteal -m long --timeout 3600 -vv -rP --durations 25 $(ARGS)

check: .venv/ready-dev
	@$(python) -m ruff check
	@$(python) -m mypy
	@.venv/bin/lint-imports

bench: .venv/ready-dev
	@for file in tests/bench/bench_*.py; do $(python) $$file || exit 1; done

screenshots: .venv/ready-dev
	@$(apart) $(python) -m tests.kiosk.screenshots .screenshots $(ARGS)

lock: .venv/ready-dev
	@$(python) .ci/write_lock.py

wheels: .venv/ready-dev
	@$(python) -m pip download -q --require-hashes --no-deps --only-binary :all: -r .venv/pins.txt -d .wheels

kiosk:
	@.ci/kiosk install $(if $(DRY_RUN),--dry-run)

kiosk-remove:
	@.ci/kiosk remove $(if $(DRY_RUN),--dry-run)

.venv/ready-run: $(made_from)
	@.ci/set-up run
	@touch $@

.venv/ready-dev: $(made_from)
	@.ci/set-up dev
	@touch .venv/ready-run $@

# A wish on the command line is looked at every time, since .venv may have been made from another one.
ifneq ($(strip $(PYTHON)$(OPENCV)$(EXTRAS)),)
.PHONY: .venv/ready-run .venv/ready-dev
endif
