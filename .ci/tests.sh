# Read by the Makefile with ".", after test-needs.sh: runs the tests in tiers, and says in the end which were the slowest.
#
#   plain   the end-to-end tests, whose time is the program's, which pure-Go SQLite makes six times as long with the race detector; and
#           the packages in which it can find nothing, for no goroutines meet in them
#   race    the other packages, with the race detector
#   single  those tests of the other packages in which nothing meets, without it
#   histories   the judged histories of posts of modules/posts/publish, which SQLite with the race detector would make far fewer; nothing
#           in them waits, so that they take of the cores what the others leave
#   raced   those of the end-to-end tests in which goroutines of ours meet, with the race detector in the test and in the program:
#           see e2e/raced_test.go
#
# The tiers with the race detector and the histories run beside the plain one, and what they say comes after it. What has failed in a
# tier is shown whole at its end, and the tiers after it are run all the same.

programs="$PWD/.cache/programs"
results="$PWD/.cache/tests"
failed=0
rm -rf "$results"
mkdir -p "$results"

# go vet is left to make verify, which knows more of it. What go builds stays out of the memory that the tests' folders lie in (see
# below); the tests are not told of that, for T.TempDir would follow.
tier() { # the tier's name, then what go test is told
    name=$1
    shift
    echo "+ $name"
    {
        ${gently:-} "$GOTESTSUM" --format standard-quiet --hide-summary skipped --jsonfile-timing-events "$results/$name.json" -- \
            -vet=off -shuffle=on -timeout 60m -exec "env GOTMPDIR= ${settings:-}" "$@" && : >"$results/$name.passed"
    } 2>&1 | tee "$results/$name.out"
    [ -e "$results/$name.passed" ]
}

cores=$(getconf _NPROCESSORS_ONLN)

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

# A package is plain that has no goroutines, locks and channels. Those that use it from goroutines are tested with the race detector, and
# so is the plain package with them.
plain='' meeting=''
for package in $(go list ./... | grep -v '^crier/e2e'); do
    if [ -n "$race" ] && grep -qE '(^|[^A-Za-z])go (func|[A-Za-z.]+\()|\.Go\(|sync\.|atomic\.|chan |"net/http"' "${package#crier/}"/*.go; then
        meeting="$meeting $package"
    else
        plain="$plain $package"
    fi
done
# These tests of the others do one thing after another, thousands of times: they decode damaged pictures, play random lives of
# the handoff to the cloud worker, fill a sandbox, ask about a post a network that lies. Nothing meets in them either. They are run without
# the detector, in which they take a tenth of the time. make nightly runs them with it.
single='^(TestHostile_FlippedBits|TestHostile_ZeroedRanges|TestHostile_CutOffIsSaid|TestDecodeBaseline_TakesWhatItCan|TestDecodeBaseline_CutAnywhere'
single="$single|TestCloud_RandomLives|TestPast_ForgetsTheOldestAndSaysSo|TestPast_TheLedgerIsWholeAndTheWorldStaysSmall|TestState_EveryTornTailIsTolerated|TestWrongAnswers"
# The race detector needs more memory than the limit that the last one is about.
single="$single|TestTool_KeepsFFmpegWithinItsMemory)\$"
singles='./platform/imaging ./platform/ffmpeg ./modules/schedule/handoff ./platform/sandbox ./modules/posts/publish'
# These go on one after another too, and there are as many of them as there is time for: they have a tier of their own. A test of the
# package alone has a few of them.
histories='^TestHistories$'
export CRIER_TEST_HISTORIES="${CRIER_TEST_HISTORIES:-2000}"
# These compute on what they are handed and start no goroutine: with the detector in them they take five times as long. What our own
# goroutines do with the pixels is seen where they do it, in modules/media.
alone=''
for library in image/jpeg image/png compress/flate hash/adler32 hash/crc32 golang.org/x/crypto/scrypt; do
    alone="$alone -gcflags=$library=-race=false"
done
# So do the passes of the compiler that prepares the decoders of HEIC and AVIF: with the detector one picture takes ten times as long. The
# rest of that library has to keep it: a generic type of package sync is compiled wherever it is used, the linker keeps any one of its
# copies, and with a copy that has no detector every map that locks itself seems to race.
for pass in ssa frontend backend/...; do
    alone="$alone -gcflags=github.com/tetratelabs/wazero/internal/engine/wazevo/$pass=-race=false"
done

with_the_race_detector() (
    failed=0
    # What is compiled in one folder is then compiled for the others. A program with the race detector waits a second at its end by itself.
    export GOFLAGS="$GOFLAGS -trimpath" GORACE="atexit_sleep_ms=0 ${GORACE:-}"
    race="$race $alone"
    # To collect garbage rarely is a seventh less work. The children that are held to their memory get nothing of the environment.
    # shellcheck disable=SC2086 # These are lists.
    GOGC=400 tier race $race -p 2 -skip "$single|$histories" $meeting || failed=1
    program raced/release $race || failed=1
    export CRIER_TEST_PROGRAMS="$programs/raced"
    tier raced $race ./e2e -raced || failed=1
    exit "$failed"
)

# To collect garbage rarely is a sixth less work here. In a history one goroutine waits for the other, so that a second core makes it
# slower: each core has a process, which takes the next history that none has taken, so that all end at once. At a lower priority they
# would end long after all others.
gently_the_histories() (
    failed=0
    gently='nice -n 10'
    export CRIER_HISTORY_SEED=0 CRIER_HISTORY_TAKEN="$results/histories"
    mkdir "$CRIER_HISTORY_TAKEN"
    share=0
    while [ "$share" -lt "$cores" ]; do
        GOGC=400 settings=GOMAXPROCS=1 plainly tier "histories-$share" ./modules/posts/publish -run "$histories" &
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
    beside=$!
    gently_the_histories >"$results/histories.log" 2>&1 &
    gently_beside=$!
fi
# shellcheck disable=SC2086 # This is a list.
[ -z "$race" ] || GOGC=400 GOMEMLIMIT=2GiB plainly tier single $singles -run "$single" || failed=1
# The end-to-end tests wait for processes and for real clocks more than they compute. A seventh of what their process computes was for
# the collector of garbage. The limit is for what decodes damaged pictures, which leaves a lot of it.
# shellcheck disable=SC2086 # This is a list.
GOGC=400 GOMEMLIMIT=2GiB plainly tier plain -p 3 -parallel "$((cores < 4 ? 4 : cores))" ./e2e/... $plain || failed=1
if [ -n "$race" ]; then
    wait "$beside" || failed=1
    cat "$results/race.log"
    wait "$gently_beside" || failed=1
    cat "$results/histories.log"
fi

echo "the slowest tests:"
cat "$results"/*.json | "$GOTESTSUM" tool slowest --num 10
# Said once more, for of a long output the end is what is kept and read: first whole, then each failed test by its name and with the
# first things that it said, for the log of one failed test alone can be longer than what is kept.
sed -n '/^=== \(Failed\|Errors\)$/,/^DONE/p' "$results"/*.out
sed -n '/^=== \(Failed\|Errors\)$/,/^DONE/p' "$results"/*.out | awk '
    /^=== FAIL: / { print; said = 0; next }
    /^ +[a-z0-9_]+\.go:[0-9]+: / && said < 6 { said++; print substr($0, 1, 300) }'
[ "$failed" = 0 ]
