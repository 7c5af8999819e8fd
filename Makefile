LINT      := .bin/golangci-lint-v2.15.0
GOTESTSUM := .bin/gotestsum-v1.13.0
GORELEASER := .bin/goreleaser-v2.15.1
CRANE     := .bin/crane-v0.22.1
ROOTS     := .bin/roots-v0.0.0-20261030153154-30a33513ff6d
DOCUMENT  := e2e/testdata/openapi.json
INTERNAL  := e2e/testdata/openapi.internal.json
ERRORS    := modules/cloud/worker/script/errors.js modules/cloud/worker/testdata/errors.json
STATES    := platform/httpapi/docspage/guide/states.html
APP       := modules/desktop/app
DIST      := modules/desktop/dist
GENERATED := $(DOCUMENT) $(INTERNAL) platform/database/models.sum $(ERRORS) $(STATES) $(APP)/src/api/v1.d.ts $(APP)/src/api/internal.d.ts modules/desktop/made.sum
PORTS     := .cache/ports/windows-amd64 .cache/ports/darwin-amd64 .cache/ports/darwin-arm64
# Without cgo and with -trimpath, what is compiled for one purpose is compiled for the others: the program, the tests, the linters.
PLAINLY   := CGO_ENABLED=0 GOFLAGS=-trimpath
VERSION    = $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME  ?= 30s
RUNS      ?= 1000
HISTORIES ?= 200000
ROUNDS    ?= 100
FOR       ?= 1h
ARGS      ?=

# .ci/needs.sh puts a newer Node there where the system's is old.
export PATH := $(CURDIR)/.cache/node/bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help run build test conformance verify lint fmt generate generated regenerated ui ui-dev ui-check picture release release-check release-baseline crash faults bench soak fuzz nightly cover clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile

run: build ## build and start the service (make run ARGS="--data-dir DIR")
	bin/crier serve $(ARGS)

build: ## build bin/crier: one static binary, no C compiler needed
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o bin/crier ./cmd/crier

test: $(GOTESTSUM) ## run the tests, with the race detector where goroutines meet, in a real browser too
	@.ci/needs.sh && GOTESTSUM=$(GOTESTSUM) .ci/tests.sh

conformance: ## have clients of others drive our simulators: Meta's, Cloudflare's and Amazon's SDKs, wrangler, instagram-private-api
	@.ci/needs.sh node
	$(PLAINLY) CRIER_TEST_NIGHT=1 go test -count=1 -v ./e2e/conformance

# The compilers and the linters would collect garbage for a fifth of their time. The limit is for the
# linters, which keep the most.
verify lint ports generate: export GOGC = 400
verify lint ports generate: export GOMEMLIMIT = 2GiB

verify: ## check format, linters, tidiness, architecture, contract, and that generated files are of what they are made from
	@# Where make can, it shows the output of each when that has ended.
	+$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-O) lint generated ui-check
	go mod tidy -diff
	$(if $(filter test,$(MAKECMDGOALS)),@echo "the tests of architecture and contract are left to make test",\
	    $(PLAINLY) go test ./e2e -count=1 -run 'TestArchitecture|TestContract')

lint: $(LINT) ## run the linters; what go vet finds and formatting are among them
	$(PLAINLY) $(LINT) run

.PHONY: ports $(PORTS)
ports: $(PORTS) # the tests run on one system, so that for the others compiling is what shows a slip

# Nobody runs these. Without optimisation and debugging information they compile in two thirds of the time.
$(PORTS):
	$(PLAINLY) GOOS=$(word 1,$(subst -, ,$(@F))) GOARCH=$(word 2,$(subst -, ,$(@F))) go build -gcflags "all=-N -l -dwarf=false" -ldflags "-s -w" -o $@/ ./cmd/crier

fmt: $(LINT) ## format the code as lint wants it
	$(LINT) fmt

generate: ## rewrite what is made from the code: the OpenAPI documents, the fingerprint of the tables, the cloud worker's table of errors, the page of the states, and the interface
	$(PLAINLY) go test ./e2e -count=1 -run 'TestContract_Golden|TestModels_FitTheTables' -update
	$(PLAINLY) go test ./modules/cloud/worker -count=1 -run TestErrors_Golden -update
	$(PLAINLY) go test ./modules/posts/publish/states -count=1 -run TestPage_Golden -update
	$(MAKE) --no-print-directory ui

# npm installs the packages again when their lock file changes.
%/node_modules/.installed: %/package-lock.json
	.ci/needs.sh node && cd $* && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed

ui: $(APP)/node_modules/.installed ## build the interface of modules/desktop/app into modules/desktop/dist, with the types that it takes from the OpenAPI documents
	cd $(APP) && node types.mjs && node node_modules/vite/bin/vite.js build --logLevel warn
	$(PLAINLY) go test ./modules/desktop -count=1 -run 'TestMade$$' -update

ui-dev: $(APP)/node_modules/.installed ## serve the interface as it is being written, in front of a Crier that runs (CRIER_URL=http://127.0.0.1:7171)
	cd $(APP) && node node_modules/vite/bin/vite.js --open /app/

ui-check: $(APP)/node_modules/.installed # what Svelte and TypeScript find in the interface, and what its policy would refuse
	@# What is left of a component that is gone would be checked, and found by those who import it.
	cd $(APP) && rm -rf .svelte-check && node markup.mjs && node node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --tsgo --fail-on-warnings --output human

picture: ## take the pictures of the README and the documentation again, after what the program or the interface shows has changed
	$(PLAINLY) go test ./e2e -count=1 -run 'TestPicture$$' -update
	$(PLAINLY) go test ./e2e/face -count=1 -run 'TestPictures$$' -update

generated: # what Node made is what it was made from, by their hashes; what Go makes, go test compares
	$(PLAINLY) go test ./modules/desktop -count=1 -run 'TestMade$$'

regenerated: # by night: what is committed is what generate writes
	@set -e; before=$$(cksum $(GENERATED) $(DIST)/* || true); $(MAKE) --no-print-directory generate; \
	if [ "$$before" != "$$(cksum $(GENERATED) $(DIST)/*)" ]; then \
	    echo "$(GENERATED) $(DIST): not up to date; commit what 'make generate' has written" >&2; exit 1; \
	fi

release: $(GORELEASER) $(CRANE) $(ROOTS) ## make the packages for all systems twice, compare every byte, and publish nothing (.release/README.md; COLD=1 compiles twice)
	.release/make.sh $(GORELEASER) $(CRANE) $(ROOTS)

release-check: ## unpack, install and start what make release has made
	@.ci/needs.sh release
	SOURCE_DATE_EPOCH=1 $(PLAINLY) go run ./cmd/release check .cache/release

release-baseline: ## for a release: freeze the document as it is; refused when it breaks what was released
	$(PLAINLY) go test ./e2e -count=1 -run 'TestContract_Baseline$$' -release

crash: ## prove "publish once": 1,000 runs with deaths at every step, 200 by way of the cloud, with folders put back at every step, then 10,000 posts that are due at once, 500 backups under load, backups and restores on disks of all sizes, and in the end 200,000 judged histories, which take longest (RUNS=1000 HISTORIES=200000)
	@# Without a package named go test says as it goes what the tests print.
	cd e2e/crash && CRIER_TEST_RUNS=$(RUNS) go test -count=1 -timeout 2h -run 'TestCrashMatrix$$|TestCloudMatrix$$|TestRestoredMatrix$$|TestFailpoints'
	cd e2e && CRIER_TEST_LOAD=10000 go test -count=1 -v -timeout 2h -run 'TestLoad'
	cd modules && CRIER_TEST_BACKUPS=500 go test -count=1 -v -timeout 2h -run 'TestBackup_UnderLoad|TestBackup_FullDisk|TestRestore_Killed'
	cd modules/posts/publish && $(PLAINLY) CRIER_TEST_HISTORIES=$(HISTORIES) GOGC=400 go test -count=1 -v -timeout 48h -run 'TestHistories$$'

faults: ## have system calls on the database and the files fail while clients work: the fixed rounds, and as many more (ROUNDS=100; Linux with strace)
	@.ci/needs.sh
	cd e2e/faults && CRIER_TEST_NIGHT=1 CRIER_TEST_FAULTS=$(ROUNDS) go test -count=1 -v -timeout 2h

bench: ## run every benchmark
	go test -run '^$$' -bench . -benchmem ./...

soak: ## have the program work for an hour and hold that its memory stays as it is (FOR=1h; Linux)
	cd e2e && CRIER_TEST_SOAK=$(FOR) go test -count=1 -v -timeout 24h -run 'TestSoak$$'

fuzz: ## fuzz every target in turn (FUZZTIME=30s each)
	@.ci/fuzz.sh $(FUZZTIME)

nightly: $(GOTESTSUM) ## run what takes hours: every test with and without the race detector, every fuzz target, all systems' programs, what is generated byte for byte; at the end, the tests that no tier runs
	+$(MAKE) --no-print-directory lint ports regenerated ui-check
	@.ci/needs.sh && GOTESTSUM=$(GOTESTSUM) CRIER_TEST_NIGHT=1 CRIER_TEST_REQUESTS=300000 CRIER_TEST_CRASHES=200 CRIER_TEST_RUNS=1000 \
	    CRIER_TEST_CORPUS=100 CRIER_TEST_FAULTS=100 CRIER_TEST_SOAK=$(FOR) .ci/tests.sh
	$(MAKE) --no-print-directory fuzz

cover: ## measure what the tests cover, each package by the tests of all
	@.ci/needs.sh && mkdir -p .cache
	go test -coverpkg=./... -coverprofile=.cache/cover.out ./...
	@go tool cover -func=.cache/cover.out | tail -n 1

clean: ## remove what was built
	rm -rf bin .bin .cache e2e/clients/typescript/node_modules e2e/conformance/node_modules modules/cloud/worker/node_modules $(APP)/node_modules $(APP)/.built $(APP)/.svelte-check

# The name carries the version, so that a tool is installed once and again when its version here changes.
$(LINT):
	GOBIN=$(CURDIR)/.bin CGO_ENABLED=0 go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(@:.bin/golangci-lint-%=%)
	mv .bin/golangci-lint $@

$(GOTESTSUM):
	GOBIN=$(CURDIR)/.bin CGO_ENABLED=0 go install gotest.tools/gotestsum@$(@:.bin/gotestsum-%=%)
	mv .bin/gotestsum $@

$(GORELEASER):
	GOBIN=$(CURDIR)/.bin CGO_ENABLED=0 go install github.com/goreleaser/goreleaser/v2@$(@:.bin/goreleaser-%=%)
	mv .bin/goreleaser $@

$(CRANE):
	GOBIN=$(CURDIR)/.bin CGO_ENABLED=0 go install github.com/google/go-containerregistry/cmd/crane@$(@:.bin/crane-%=%)
	mv .bin/crane $@

# The certificates that the container image trusts: those of Mozilla, as Go's own module has them.
$(ROOTS):
	mkdir -p .bin && go mod download golang.org/x/crypto/x509roots/fallback@$(@:.bin/roots-%=%)
	cp "$$(go env GOMODCACHE)/golang.org/x/crypto/x509roots/fallback@$(@:.bin/roots-%=%)/bundle/bundle.der" $@ && chmod u+w $@
