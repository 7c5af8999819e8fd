# Sourced by the Makefile after test-needs.sh. Runs the tests in tiers, and prints the slowest ones at
# the end.
#
#   plain      the end-to-end tests, which mostly wait for the program, whose pure-Go SQLite is six
#              times slower with the race detector; and the packages without goroutines, in which
#              the detector can find nothing
#   race       the other packages, with the race detector
#   single     tests of those packages in which goroutines do not meet, without the detector
#   histories  the judged histories of modules/posts/publish. With the detector there would be far
#              fewer of them. They never wait, so they use the time that the others leave
#   raced      the end-to-end tests in which our goroutines meet, with the detector in the test and
#              in the program: see e2e/raced_test.go
#
# The tiers with the detector and the histories run in parallel with the plain one, so that no core is
# idle at the end; their output is printed after its output. A tier prints its failures at its end, and
# the others still run.

programs="$PWD/.cache/programs"
results="$PWD/.cache/tests"
failed=0
cores=$(getconf _NPROCESSORS_ONLN)
rm -rf "$results"
mkdir -p "$results"

# make verify runs go vet with more checks. GOTMPDIR keeps the files that go builds out of the memory
# in which the tests' folders are (see below). The tests do not get it, because T.TempDir would use it.
# GOMAXPROCS=1 is for the compilers and linkers, which run beside the tests: each takes less processor
# time when it uses one core. The tests have the caller's value.
tier() { # the tier's name, then the arguments of go test
    name=$1
    shift
    echo "+ $name"
    {
        GOMAXPROCS=1 ${priority:-} "$GOTESTSUM" --format standard-quiet --hide-summary skipped --jsonfile-timing-events "$results/$name.json" -- \
            -vet=off -shuffle=on -timeout 60m -p 2 -exec "env GOTMPDIR= GOMAXPROCS=${GOMAXPROCS:-} ${settings:-}" "$@" && : >"$results/$name.passed"
    } 2>&1 | tee "$results/$name.out"
    [ -e "$results/$name.passed" ]
}

program() { # the program's name, then the arguments of go build
    name=$1
    shift
    GOGC=400 go build -ldflags "-s -w -X main.version=e2e" -o "$programs/$name/" "$@" ./cmd/crier
}

# Without cgo and with -trimpath, the tests and the program share what is compiled.
plainly() (
    export CGO_ENABLED=0 GOFLAGS="$GOFLAGS -trimpath"
    "$@"
)

# The tests' folders are in memory if there is enough of it. On a disk they would wait for it at each of
# many thousand commits. No test cuts the power, and memory keeps what a killed process has written.
if [ -z "${TMPDIR:-}" ] && [ "$(df -Pk /dev/shm 2>/dev/null | awk 'END { print int($4 / 1024 / 1024) }')" -ge 4 ] &&
    memory=$(mktemp -d /dev/shm/crier-tests-XXXXXX 2>/dev/null); then
    trap 'rm -rf "$memory"' EXIT
    trap 'exit 1' HUP INT TERM
    # The system may forbid to start programs from there.
    if cp /bin/true "$memory/true" && "$memory/true"; then
        export TMPDIR="$memory" GOTMPDIR="${GOTMPDIR:-/tmp}"
    fi
fi

# A package without goroutines, locks and channels is plain. The packages that use it from goroutines
# are tested with the detector, and so is the plain package with them.
plain='' meeting=''
for package in $(go list ./... | grep -v '^crier/e2e'); do
    if [ -n "$race" ] && grep -qE '(^|[^A-Za-z])go (func|[A-Za-z.]+\()|\.Go\(|sync\.|atomic\.|chan |"net/http"' "${package#crier/}"/*.go; then
        meeting="$meeting $package"
    else
        plain="$plain $package"
    fi
done
# These tests of the other packages do one thing thousands of times: they decode damaged pictures, look
# for secrets in ten million letters, play random lives of the handoff to the cloud worker and of a data
# folder, fill a sandbox.
# Goroutines do not meet in them either. Without the detector they take a tenth of the time.
single='^(TestHostile_FlippedBits|TestHostile_ZeroedRanges|TestHostile_CutOffIsSaid|TestDecodeBaseline_TakesWhatItCan|TestDecodeBaseline_CutAnywhere'
single="$single|TestSteps_HostileTexts|TestCloud_RandomLives|TestUnchanged_Deaths|TestPast_ForgetsTheOldestAndSaysSo|TestPast_TheLedgerIsWholeAndTheWorldStaysSmall|TestState_EveryTornTailIsTolerated|TestWrongAnswers"
# The race detector needs more memory than the limits that some tests are about: this one, which skips
# itself with the detector, and the tests of the files that are not compiled with it.
single="$single|TestTool_KeepsFFmpegWithinItsMemory"
for test in $(grep -rlE --include='*_test.go' --exclude-dir=node_modules '^//go:build .*!race' modules platform |
    xargs sed -nE 's/^func ((Test|Fuzz|Example)[A-Za-z0-9_]*)\(.*/\1/p'); do
    single="$single|$test"
done
single="$single)\$"
singles='./platform/imaging ./platform/ffmpeg ./modules/posts/timeline ./modules/schedule/handoff ./platform/instance ./platform/sandbox ./modules/posts/publish'
# The histories are sequential too, and as many are played as there is time for, so they have a tier of
# their own. A run of the package alone plays a few.
histories='^TestHistories$'
export CRIER_TEST_HISTORIES="${CRIER_TEST_HISTORIES:-2000}"
# These libraries compute on their arguments and start no goroutine. With the detector they take five
# times as long. modules/media checks what our own goroutines do with the pixels.
alone=''
for library in image/jpeg image/png compress/flate hash/adler32 hash/crc32 golang.org/x/crypto/scrypt; do
    alone="$alone -gcflags=$library=-race=false"
done
# The same holds for the compiler passes that prepare the decoders of HEIC and AVIF: with the detector
# one picture takes ten times as long. The rest of that library must keep it: a generic type of package
# sync is compiled wherever it is used, the linker keeps any one of the copies, and with a copy without
# the detector every map that locks itself would seem to race.
for pass in ssa frontend backend/...; do
    alone="$alone -gcflags=github.com/tetratelabs/wazero/internal/engine/wazevo/$pass=-race=false"
done

with_the_race_detector() (
    failed=0
    # With -trimpath, folders share what is compiled. A program with the detector would wait a second
    # at its end. For each large allocation it would also map its own memory for it again, and each page
    # of that would fault twice. Below the threshold, in bytes, it clears that memory.
    export GOFLAGS="$GOFLAGS -trimpath" GORACE="atexit_sleep_ms=0 clear_shadow_mmap_threshold=1048576 ${GORACE:-}"
    race="$race $alone"
    # shellcheck disable=SC2086 # This is a list.
    {
        program raced/release $race && CRIER_TEST_PROGRAMS="$programs/raced" tier raced $race ./e2e -raced
    } >"$results/raced.log" 2>&1 &
    raced_pid=$!
    # Collecting garbage rarely saves a seventh of the work. Children with a memory limit do not get the
    # environment. On few cores there is one package at once, for the same reason as below.
    # shellcheck disable=SC2086 # These are lists.
    GOGC=400 tier race $race -p "$((cores < 4 ? 1 : 2))" -skip "$single|$histories" $meeting || failed=1
    wait "$raced_pid" || failed=1
    cat "$results/raced.log"
    exit "$failed"
)

# Collecting garbage rarely saves a sixth of the work here. In a history one goroutine waits for the
# other, so a second core would make it slower: each core has a process, which takes the next history
# that no process has taken, so that all end at once. With a still lower priority they would end long
# after all other tests. Beside a load they get little of the processors, and take hours.
histories_at_low_priority() (
    failed=0
    priority='nice -n 10'
    export CRIER_HISTORY_SEED=0 CRIER_HISTORY_TAKEN="$results/histories"
    mkdir "$CRIER_HISTORY_TAKEN"
    share=0
    while [ "$share" -lt "$cores" ]; do
        GOGC=400 settings=GOMAXPROCS=1 plainly tier "histories-$share" -timeout 6h ./modules/posts/publish -run "$histories" &
        shares="${shares:-} $!"
        share="$((share + 1))"
    done
    for process in $shares; do
        wait "$process" || failed=1
    done
    exit "$failed"
)

export CRIER_TEST_PROGRAMS="$programs"
plainly program release || failed=1
plainly program killable -tags killpoints || failed=1
if [ -n "$race" ]; then
    with_the_race_detector >"$results/race.log" 2>&1 &
    race_pid=$!
    histories_at_low_priority >"$results/histories.log" 2>&1 &
    histories_pid=$!
fi
# shellcheck disable=SC2086 # This is a list.
[ -z "$race" ] || GOGC=400 GOMEMLIMIT=2GiB plainly tier single $singles -run "$single" || failed=1
# The end-to-end tests mostly wait for processes and for real clocks. Collecting garbage took a seventh
# of their own processor time. The limit is for tests that decode damaged pictures, which leave much
# garbage. On two cores, two packages run at once, each with two tests: while they wait, the histories use
# the cores, and more processes would take more processor time for the same tests.
# shellcheck disable=SC2086 # This is a list.
GOGC=400 GOMEMLIMIT=2GiB plainly tier plain -p "$((cores < 3 ? 2 : 3))" -parallel "$((cores < 2 ? 2 : cores))" ./e2e/... $plain || failed=1
if [ -n "$race" ]; then
    wait "$race_pid" || failed=1
    cat "$results/race.log"
    wait "$histories_pid" || failed=1
    cat "$results/histories.log"
fi

# A test that a build tag or a pattern keeps out of all tiers would be lost without a word. Some are
# for one system only, so that this is asked where CI runs.
if [ "${CI:-}" = true ]; then
    grep -rE --include='*_test.go' --exclude-dir=node_modules '^func (Test|Fuzz|Example)[A-Za-z0-9_]*\(' cmd e2e migrations modules platform |
        sed -E 's|^(.*)/[^/]*:func ([A-Za-z0-9_]+)\(.*|crier/\1 \2|' | grep -v ' TestMain$' | sort -u >"$results/written"
    sed -n 's|.*"Package":"\([^"]*\)","Test":"\([^"/]*\)".*|\1 \2|p' "$results"/*.json | sort -u >"$results/run"
    if comm -23 "$results/written" "$results/run" | grep .; then
        echo "error: no tier has run the tests above; see .ci/tests.sh" >&2
        failed=1
    fi
fi

echo "the slowest tests:"
cat "$results"/*.json | "$GOTESTSUM" tool slowest --num 10
# The failures are printed again, because of a long output only the end is kept and read: first in
# full, then each failed test by its name with its first messages, because the log of a single failed
# test can be longer than what is kept.
sed -n '/^=== \(Failed\|Errors\)$/,/^DONE/p' "$results"/*.out
sed -n '/^=== \(Failed\|Errors\)$/,/^DONE/p' "$results"/*.out | awk '
    /^=== FAIL: / { print; said = 0; next }
    /^ +[a-z0-9_]+\.go:[0-9]+: / && said < 6 { said++; print substr($0, 1, 300) }'
[ "$failed" = 0 ]
