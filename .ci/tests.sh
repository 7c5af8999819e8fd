# Read by the Makefile with ".", after test-needs.sh: runs the tests in tiers, and says in the end which were the slowest.
#
#   units   all packages but e2e, with the race detector
#   e2e     the end-to-end tests without it: their time is the program's, which pure-Go SQLite makes six times as long with it
#   raced   those of e2e in which goroutines of ours meet, with the race detector in the test and in the program: see e2e/raced_test.go
#
# The tiers with the race detector run beside e2e, and what they say comes after it. What has failed in a tier is shown whole at its
# end, and the tiers after it are run all the same.

programs="$PWD/.cache/programs"
results="$PWD/.cache/tests"
failed=0
rm -rf "$results"
mkdir -p "$results"

# go vet is left to make verify, which knows more of it.
tier() { # the tier's name, then what go test is told
    name=$1
    shift
    echo "+ $name"
    "$GOTESTSUM" --format standard-quiet --hide-summary skipped --jsonfile-timing-events "$results/$name.json" -- \
        -vet=off -shuffle=on -timeout 60m "$@"
}

program() { # the program's name, then what go build is told
    name=$1
    shift
    go build -ldflags "-s -w -X main.version=e2e" -o "$programs/$name/" "$@" ./cmd/crier
}

# Without cgo and with -trimpath, what is compiled for the tests is what is compiled for the program.
plainly() (
    export CGO_ENABLED=0 GOFLAGS="$GOFLAGS -trimpath"
    "$@"
)

# The tests' folders lie in memory where there is enough of it: what they wait for otherwise is the disk, at each of many thousand
# commits. No test pulls a plug, and what a killed process has written is there in memory as well.
if [ -z "${TMPDIR:-}" ] && [ "$(df -Pk /dev/shm 2>/dev/null | awk 'END { print int($4 / 1024 / 1024) }')" -ge 4 ] &&
    memory=$(mktemp -d /dev/shm/crier-tests-XXXXXX 2>/dev/null); then
    trap 'rm -rf "$memory"' EXIT
    trap 'exit 1' INT TERM
    # It may be that nothing can be started from there.
    if cp /bin/true "$memory/true" && "$memory/true"; then
        export TMPDIR="$memory" GOTMPDIR="${GOTMPDIR:-/tmp}"
    fi
fi

units=$(go list ./... | grep -v '^crier/e2e')

with_the_race_detector() (
    failed=0
    # What is compiled in one folder is then compiled for the others.
    export GOFLAGS="$GOFLAGS -trimpath"
    # shellcheck disable=SC2086 # These are lists.
    tier units $race $units || failed=1
    program raced/release $race || failed=1
    export CRIER_TEST_PROGRAMS="$programs/raced"
    tier raced $race ./e2e -raced || failed=1
    exit "$failed"
)

export CRIER_TEST_PROGRAMS="$programs"
plainly program release || failed=1
plainly program killable -tags killpoints || failed=1
# The tests of e2e wait for processes and for real clocks more than they compute, so that others run beside them.
if [ -n "$race" ]; then
    with_the_race_detector >"$results/race.log" 2>&1 &
    beside=$!
fi
cores=$(getconf _NPROCESSORS_ONLN)
plainly tier e2e -p 4 -parallel "$((cores < 4 ? 4 : cores))" ./e2e/... || failed=1
if [ -n "$race" ]; then
    wait "$beside" || failed=1
    cat "$results/race.log"
else
    plainly tier units $units || failed=1
fi
# The race detector needs more memory than the limit that this one is about.
plainly tier memory ./modules/media/ffmpeg -run WithinItsMemory || failed=1

echo "the slowest tests:"
cat "$results"/*.json | "$GOTESTSUM" tool slowest --num 10
[ "$failed" = 0 ]
