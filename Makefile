# Everything a contributor runs; `make help` lists it. CI runs `make test-all`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed-run
STAMP := $(VENV)/.installed
LAYERS := domain/clio projections/clio service/clio clients/clio
PROTO_OUT ?= proto
PROTOS = $(wildcard proto/clio/v1/*.proto)
SERVICE_PROTOS = $(shell grep -l '^service ' $(PROTOS) /dev/null)
PROTOC = $(BIN)/python -m grpc_tools.protoc -I proto -I third_party \
	--plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy --plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc
# The details of errors, from googleapis-common-protos.
GOOGLE_PROTOS = $(shell $(BIN)/python -c 'import google.rpc; print(list(google.rpc.__path__)[0].removesuffix("/google/rpc"))')
COMPILE = $(BIN)/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host $(if $(UPGRADE),--upgrade)
RUN_EXTRAS = --extra server --extra play --extra bots --extra postgres --extra tracing
LOCK_HEADER := \# Written by `make lock` from pyproject.toml; do not edit by hand.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: baseline clocks new-game game game-check help setup run check test test-all lint audit fmt proto typescript web catalogs docs pictures goldens screens corpus feed robustness lost-answers soak damage mutants fuzz image-check bench bench-quick bench-peers growth sizing rebuild lock clean mutation

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: $(STAMP) ## Create .venv with the locked dependencies, the tools to develop with and the clio command

$(RUN_STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Clio needs Python 3.11 or later; choose one with: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(INSTALL_VENV)
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(call INSTALL,requirements.txt)
	@$(EDITABLE)
	@touch $@

$(STAMP): $(RUN_STAMP) requirements-dev.txt
	@$(call INSTALL,requirements-dev.txt)
	@touch $@

PIP_INSTALL = $(BIN)/python -m pip install --disable-pip-version-check
LOCKED = --require-hashes --only-binary :all:
# One line for each missing package, so that a first start on a slow network shows progress.
INSTALL = echo "Installing $(1) into $(VENV):"; \
	{ PYTHONUNBUFFERED=1 $(PIP_INSTALL) $(LOCKED) --progress-bar off -r $(1) || echo FAILED; } | \
		awk -v total="$$(grep -c == $(1))" '/already satisfied/ {n++} \
		/^(Collecting|Processing) / {sub(".*/", "", $$2); printf "  %d of %d: %s\n", ++n, total, $$2; fflush()} \
		/^Installing collected/ {print "  unpacking"; fflush()} /^FAILED/ {failed = 1} END {exit failed}'
# The build backend, at its locked version, goes to a temporary folder: running Clio needs it only once.
EDITABLE = build=$$(mktemp -d) && trap 'rm -rf "$$build"' EXIT && \
	sed -n -E '/^(editables|hatchling|packaging|pathspec|pluggy|tomlkit|trove-classifiers)==/,/[^\\]$$/p' \
		requirements-dev.txt > "$$build/requirements.txt" && \
	$(PIP_INSTALL) --quiet $(LOCKED) --target "$$build/backend" -r "$$build/requirements.txt" && \
	PYTHONPATH="$$build/backend" $(PIP_INSTALL) --quiet --no-index --no-deps --no-build-isolation -e .

# Debian ships Python without venv; root can install it here, others get a message.
INSTALL_VENV = { if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null; \
	else \
		echo "Python's venv module is missing: install python3-venv (Debian, Ubuntu) and run make again" >&2; exit 1; \
	fi; }

run: $(RUN_STAMP) ## Start the service, with bots playing a first match to watch; installs what running needs
	@$(BIN)/clio serve --demo

# Three gates, each holding the one before it. A test belongs to the first whose folders hold it; nothing runs twice,
# and a failed test is not retried: a test that depends on the load of the machine is a bug to fix.
CHECK_TESTS := tests/unit tests/contract tests/property tests/golden
# The longest files come first, in this order, so that no worker is left alone with one of them at the end.
TEST_TESTS := tests/e2e tests/integration tests/mutants tests/corpus $(CHECK_TESTS)
ALL_TESTS := tests/robustness tests/deploy tests/fuzz $(TEST_TESTS)
# Four workers on two cores: tests with real servers wait for a third of their time.
PYTEST = $(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder

check: lint ## Lint, and the tests that start no server: unit, contract, property, golden matches
	@$(PYTEST) -m 'not slow' $(CHECK_TESTS)

test: lint ## All of that, the corpus, and integration with real servers, databases and terminals
	@$(PYTEST) -m 'not slow' $(TEST_TESTS)

test-all: lint ## All of that, with deployment, robustness, fuzzing and the tests marked slow; what CI runs
	@$(PYTEST) $(ALL_TESTS)

lint: setup ## Check style, types, layers and the public contract
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict $(LAYERS) tests/typing
	@$(BIN)/bandit --quiet --configfile pyproject.toml --recursive $(LAYERS)
	@$(BIN)/lint-imports
	@$(BIN)/buf lint
	@$(BIN)/buf breaking proto --against proto/baseline.binpb

audit: setup ## Look for known vulnerabilities in the locked dependencies; needs the network
	@$(BIN)/python -m tests.fuzz.audit requirements.txt requirements-dev.txt

fmt: setup ## Format the code and sort its imports
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

proto: setup ## Generate Python from the .proto files
	@rm -f $(PROTO_OUT)/clio/v1/*_pb2*.py $(PROTO_OUT)/clio/v1/*_pb2*.pyi
	@$(PROTOC) --python_out=$(PROTO_OUT) --mypy_out=quiet:$(PROTO_OUT) $(PROTOS)
	@$(if $(SERVICE_PROTOS),$(PROTOC) --grpc_python_out=$(PROTO_OUT) --mypy_grpc_out=quiet:$(PROTO_OUT) $(SERVICE_PROTOS))

baseline: setup ## Make the present contract the baseline that make lint compares with; docs/api-style.md says when
	@$(BIN)/buf build proto --exclude-source-info -o proto/baseline.binpb

# Not committed: running Clio does not need it.
typescript: setup ## Generate and build the TypeScript client, with its locked npm packages; needs Node.js 20
	@cd clients/typescript && { test node_modules/.package-lock.json -nt package-lock.json || \
		{ npm ci --silent --no-audit --no-fund --ignore-scripts && touch node_modules/.package-lock.json; }; }
	@rm -rf clients/typescript/src/contract && mkdir -p clients/typescript/src/contract
	@$(BIN)/python -m grpc_tools.protoc -I proto -I third_party -I $(GOOGLE_PROTOS) \
		--plugin=protoc-gen-es=clients/typescript/node_modules/.bin/protoc-gen-es \
		--es_out=clients/typescript/src/contract --es_opt=target=ts,import_extension=js \
		$(PROTOS) google/rpc/error_details.proto google/rpc/status.proto
	@cd clients/typescript && npm run --silent build

WEB_OUT ?= $(CURDIR)/service/clio/server/http/web
web: typescript ## Build the web app into the Python package; commit the result
	@$(BIN)/python -m tests.unit.web.game_catalog
	@cd clients/web && { test node_modules/.package-lock.json -nt package-lock.json || \
		{ npm ci --silent --no-audit --no-fund --ignore-scripts && touch node_modules/.package-lock.json; }; }
	@cd clients/web && CLIO_WEB_OUT="$(WEB_OUT)" npm run --silent build -- --logLevel warn

new-game: setup ## Write the skeleton of a game as a separate package: NAME=kalah DIR=../kalah
	@$(BIN)/python clients/examples/new_game.py $(NAME) $(DIR)

game: setup ## Generate everything that follows from the games: messages, texts, pages and draw tables
	@$(BIN)/python proto/game_messages.py
	@$(MAKE) --no-print-directory proto catalogs docs

game-check: setup ## Run the contract suite on an installed game: GAME=kalah
	@$(BIN)/python -m pytest -q -p no:xdist tests/contract -k $(GAME)

catalogs: setup ## Extract the messages, update the translation catalogs and compile them, with the help texts
	@$(BIN)/python -m tests.unit.cli.catalogs
	@$(BIN)/python -m clio.cli.prepared_help

docs: setup ## Write the generated pages of docs/
	@$(BIN)/python docs/generate.py

pictures: setup ## Draw the pictures of docs/pictures/ from what clio and the web app show; needs Chromium
	@$(BIN)/python docs/draw_pictures.py
	@$(BIN)/python -m tests.e2e.web.pictures

goldens: setup ## Write the golden matches; read the diff before committing it
	@$(BIN)/python -m tests.golden.regenerate

screens: setup ## Play all twelve matches whose screens are kept, through a real terminal
	@$(BIN)/python -m pytest -p no:xdist tests/integration/cli/test_whole_screen.py

corpus: setup ## Add missing records to the corpus; existing ones never change
	@$(BIN)/python -m tests.corpus.grow

damage: setup ## Damage the corpus in thousands of places, and check that all three verifiers notice
	@$(BIN)/python -m tests.robustness.damage

mutants: setup ## Forge thousands of records, chained and signed again; all three verifiers must notice
	@$(BIN)/python -m tests.mutants

mutation: setup ## Change the domain in small ways, 200 of them, and check that unit, property and contract tests notice
	@$(BIN)/python -m tests.mutation

robustness: setup ## Kill, cut and flood a running service, and check that no move is lost
	@$(BIN)/python -m tests.robustness

feed: setup ## Kill servers and cut connections while 200,000 events are recorded, and compare what the feed delivered
	@$(BIN)/python -m tests.robustness.change_feed

clocks: setup ## Play 1,000 clocked matches on two servers with kills, pauses and clock jumps; every flag at its moment
	@$(BIN)/python -m tests.robustness.clocks

lost-answers: setup ## Repeat 1,000 opens, joins and rotations whose answers are lost at random
	@CLIO_TEST_LOST_ANSWERS=1000 $(BIN)/python -m pytest -q tests/integration/server/test_lost_answers.py

soak: setup ## Like robustness, for about an hour: thousands of faults on three servers
	@$(BIN)/python -m tests.robustness --kills 500 --faults 3000 --servers 3 --watched 1000

fuzz: setup ## Hostile calls by the hundred thousand, garbage on the wire, parsers under atheris
	@$(BIN)/python -m tests.fuzz

image-check: setup ## Run the container image's own steps, with everything downloaded, and play a match in the result
	@IMAGE_DOWNLOAD=1 $(BIN)/python -m pytest -p no:xdist tests/deploy/test_image.py

sizing: setup ## Measure what a move costs each part of a platform: servers, Envoy, PostgreSQL, Redis
	@$(BIN)/python -m bench.sizing

bench: setup bench-peers ## Measure speed against bare baselines, peers and targets: 15 minutes on a quiet machine
	@$(BIN)/python -m bench

bench-quick: setup ## The same in 3 minutes, for a first impression
	@$(BIN)/python -m bench --quick

growth: setup ## Measure with a million stored matches on SQLite and PostgreSQL: ten minutes or more, 16 GB of disk
	@$(BIN)/python -m bench --only growth

# Software of others, installed separately: neither development nor running Clio needs it.
bench-peers: setup ## Install the peers that make bench measures; peers that cannot be installed are left out
	@{ test -x .venv-bench/bin/pip || $(PYTHON) -m venv .venv-bench; } && \
		.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r bench/peers/requirements.txt || \
		echo "bench: some peers in Python are missing; their rows will say so" >&2
	@if command -v npm >/dev/null; then npm ci --silent --no-audit --no-fund --prefix bench/peers/boardgameio; fi || \
		echo "bench: boardgame.io is missing; its rows will say so" >&2

rebuild: setup ## Build the views of a million events while serving, and measure what reads take
	@$(BIN)/python -m bench.rebuild

# pip-compile drops the markers of extras: uvloop's, which does not exist on Windows, is put back.
lock: setup ## Lock the dependencies with hashes (UPGRADE=1 takes newer versions)
	@$(COMPILE) $(RUN_EXTRAS) -o requirements.txt pyproject.toml
	@$(COMPILE) $(RUN_EXTRAS) --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	@for lock in requirements.txt requirements-dev.txt; do \
		{ printf '%s\n' '$(LOCK_HEADER)'; grep -v -e '^#' -e '^$$' $$lock; } > $$lock.new && mv $$lock.new $$lock; \
		sed -i.old -e '/^uvloop==/s/ \\$$/ ; sys_platform != "win32" \\/' $$lock && rm $$lock.old; \
	done

clean: ## Remove .venv and everything the tools leave behind
	@rm -rf $(VENV) .venv-bench bench/peers/boardgameio/node_modules clients/web/node_modules clients/typescript/node_modules clients/typescript/dist clients/typescript/src/contract build dist .mutation_cache .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
