#!/bin/sh
# Lists the tests of a commit (HEAD if none is named), each with its kind: a unit's, e2e, and whether it is raced: see "Tests" in
# modules/README.md. That none was lost between two:
#
#   .ci/test-names.sh 1d3f08b | cut -d' ' -f2 | sort >before; .ci/test-names.sh | cut -d' ' -f2 | sort >after; diff before after
set -eu
cd "$(dirname "$0")/.."
commit=${1:-HEAD}
raced=$(git show "$commit:e2e/raced_test.go" 2>/dev/null | sed -n 's/^\t"\(Test[A-Za-z0-9_]*\)",$/\1/p')
git grep -E '^func (Test|Fuzz|Example|Benchmark)[A-Za-z0-9_]*\(' "$commit" -- '*_test.go' |
    sed -E 's/^[^:]*:([^:]*)\/[^\/:]*:func ([A-Za-z0-9_]+)\(.*/\1 \2/' | sort | uniq |
    awk -v raced="$raced" -v tiers="$(git cat-file -e "$commit:.ci/tests.sh" 2>/dev/null && echo yes)" '
        BEGIN { n = split(raced, names, "\n"); for (i = 1; i <= n; i++) again[names[i]] = 1 }
        $2 == "TestMain" { next }
        $2 ~ /^Benchmark/ { print $1, $2, "bench"; next }
        !tiers { print $1, $2, "race"; next }
        $1 !~ /^e2e/ { print $1, $2, "units"; next }
        { print $1, $2, $1 == "e2e" && again[$2] ? "e2e,raced" : "e2e" }'
