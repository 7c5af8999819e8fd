#!/bin/sh
# make test: what a person waits for at each commit.
#
#   plain     all packages, but those of the next line
#   race      the packages whose tests import platform/needtest/raced, with the race detector
#   journeys  the end-to-end tests that e2e/raced_test.go names, with the detector in the program too
#
# The detector makes SQLite six times slower, so that by day what stands on it meets the detector in the journeys alone.
# make nightly (CRIER_TEST_NIGHT=1) runs all packages, plain and with the detector, and leaves out no test and no case.
set -u
cd "$(dirname "$0")/.."
results="$PWD/.cache/tests" programs="$PWD/.cache/programs" failed=0
rm -rf "$results"
mkdir -p "$results"
# Less garbage is collected: that saves a seventh of the work. At its end a program with the detector would wait a second.
export GOGC=400 GOMEMLIMIT=2GiB GOFLAGS="${GOFLAGS:-} -trimpath" GORACE=atexit_sleep_ms=0
# On a disk the tests would wait for it at each of many thousand commits. No test cuts the power.
if [ -z "${TMPDIR:-}" ] && [ "$(df -Pk /dev/shm 2>/dev/null | awk 'END { print int($4 / 1024 / 1024) }')" -ge 4 ]; then
    TMPDIR=$(mktemp -d /dev/shm/crier-tests-XXXXXX) && trap 'rm -rf "$TMPDIR"' EXIT && trap 'exit 1' HUP INT TERM
    # The system may forbid to start programs from there. What is built would take much of that memory.
    if cp /bin/true "$TMPDIR/true" && "$TMPDIR/true"; then export TMPDIR GOTMPDIR=/tmp; else unset TMPDIR; fi
fi

program() { # the program's folder, then the arguments of go build
    folder=$1 && shift
    go build -ldflags "-s -w -X main.version=e2e" -o "$programs/$folder/" "$@" ./cmd/crier || exit 1
}

tier() { # the tier's name, then the arguments of go test
    name=$1 && shift
    echo "+ $name" >&2
    "$GOTESTSUM" --format pkgname-and-test-fails --hide-summary skipped --jsonfile "$results/$name.json" -- \
        -vet=off -shuffle=on -timeout 60m -exec "env GOTMPDIR=" "$@" || failed=1
}

has_c() { echo 'int main(void) { return 0; }' | $(go env CC) -x c -fsyntax-only - 2>/dev/null; }

raced=$(go list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | awk '{ name = $1; $1 = "" } /needtest\/raced/ { print name }')
export CRIER_TEST_PROGRAMS="$programs" CGO_ENABLED=0
program release
program killable -tags killpoints
# shellcheck disable=SC2046,SC2086 # These are lists.
if [ "${CRIER_TEST_NIGHT:-}" != 1 ]; then
    # Other histories at each commit, and the same ones when its tests are run again.
    export CRIER_HISTORY_SEED="${CRIER_HISTORY_SEED:-$((0x0$(git rev-parse --short=8 HEAD 2>/dev/null)))}" CRIER_TEST_HISTORIES="${CRIER_TEST_HISTORIES:-150}"
    tier plain $(go list ./... | if has_c; then grep -vxF "$raced"; else cat; fi)
    if has_c; then
        export CGO_ENABLED=1
        tier race -race $raced
        program raced/release -race
        CRIER_TEST_PROGRAMS="$programs/raced" tier journeys -race ./e2e -raced
    fi
else
    tier plain -timeout 10h ./...
    export CGO_ENABLED=1 CRIER_TEST_HISTORIES=150 CRIER_TEST_PROGRAMS="$programs/raced"
    program raced/release -race && unset CRIER_TEST_SOAK # The detector needs memory of its own.
    program raced/killable -race -tags killpoints
    tier race -race -timeout 10h ./...
    go run ./e2e/tiers "$results"/*.json || failed=1
fi
echo "the slowest tests:"
cat "$results"/*.json | "$GOTESTSUM" tool slowest --num 10
# The end of a long log is often all that one sees: it says again what failed, without what the programs wrote.
"$GOTESTSUM" --format none --hide-summary skipped --raw-command -- cat "$results"/*.json |
    grep -E '^=== FAIL|_test\.go:[0-9]+: |^ *panic: |DATA RACE'
exit "$failed"
