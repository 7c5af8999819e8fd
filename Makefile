LINT      := .bin/golangci-lint-v2.15.0
GENERATED := e2e/testdata/openapi.json
VERSION    = $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME  ?= 30s
ARGS      ?=

.DEFAULT_GOAL := help
.PHONY: help run build test verify lint fmt generate generated bench fuzz cover clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

run: build ## build and start the service (make run ARGS="--data-dir DIR")
	bin/crier serve $(ARGS)

build: ## build bin/crier: one static binary, no C compiler needed
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o bin/crier ./cmd/crier

test: ## run every test, with the race detector and in a real browser
	@. .ci/test-needs.sh && set -x && go test $$race -shuffle=on -timeout 30m ./...

verify: lint generated ## check format, linters, tidiness, generated files, architecture and contract
	go mod tidy -diff
	go test ./e2e -count=1 -run 'TestArchitecture|TestContract'

lint: $(LINT) ## run go vet and the linters; formatting is among them
	go vet ./...
	$(LINT) run

fmt: $(LINT) ## format the code as lint wants it
	$(LINT) fmt

generate: ## rewrite the committed OpenAPI document from the code
	go test ./e2e -count=1 -run TestContract_Golden -update

generated: # the committed document is what generate writes
	@set -e; before=$$(cksum $(GENERATED) || true); $(MAKE) --no-print-directory generate; \
	if [ "$$before" != "$$(cksum $(GENERATED))" ]; then \
	    echo "$(GENERATED) was not up to date; commit what 'make generate' has written" >&2; exit 1; \
	fi

bench: ## run every benchmark
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## fuzz every target in turn (FUZZTIME=30s each)
	@grep -rl --include='*_test.go' '^func Fuzz' . | sort | while read -r file; do \
	    for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$file"); do \
	        (set -x; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$(dirname "$$file")") || exit 1; \
	    done || exit 1; done

cover: ## measure what the tests cover, each package by the tests of all
	@mkdir -p .cache
	@. .ci/test-needs.sh && set -x && go test -coverpkg=./... -coverprofile=.cache/cover.out ./...
	@go tool cover -func=.cache/cover.out | tail -n 1

clean: ## remove what was built
	rm -rf bin .bin .cache

# The name carries the version, so that a tool is installed once and again when its version here changes.
$(LINT):
	GOBIN=$(CURDIR)/.bin CGO_ENABLED=0 go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(@:.bin/golangci-lint-%=%)
	mv .bin/golangci-lint $@
