#!/bin/sh
# Fuzzes every target in turn, each for the given time. It fails at its end if one of them has failed.
set -eu
cd "$(dirname "$0")/.."
time=${1:?the time for each target is missing, such as 30s}
output=$(mktemp)
trap 'rm -f "$output"' EXIT
trap 'exit 1' HUP INT TERM
count=0
failed=''

# Up to Go 1.26 a target can fail when its time ends, without a finding: go.dev/issue/75804. Then nothing
# but these lines is printed. A finding that Go has recorded prints another one, also at that moment.
is_the_end() {
    grep -q '^    context deadline exceeded$' "$output" &&
        ! grep -qvE '^(fuzz: elapsed: .*|warning: starting with empty corpus|--- FAIL: Fuzz.*|    context deadline exceeded|FAIL.*|exit status 1|exit 1)$' "$output"
}

for file in $(grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Fuzz' . | sort); do
    for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file"); do
        package=$(dirname "$file")
        count=$((count + 1))
        echo "+ $target of $package"
        # By default a worker spends up to a minute on making an input smaller that reaches new code, or
        # one that fails. The limit is a number of tries: at the end of a time, Go would lose a crash that
        # the worker has met meanwhile. With tee -i an interrupt ends go and not tee, so that go can
        # write down what it has found.
        {
            go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 300x "$package" 2>&1 && echo 'exit 0' || echo "exit $?"
        } | tee -i "$output"
        if [ "$(tail -n 1 "$output")" = 'exit 0' ]; then
            continue
        elif is_the_end; then
            echo "this is no finding, but an error of Go's own: go.dev/issue/75804"
        else
            failed="$failed $package:$target"
        fi
    done
done
if [ "$count" = 0 ] || [ -n "$failed" ]; then
    echo "error: $count targets were fuzzed, and these failed:$failed" >&2
    exit 1
fi
