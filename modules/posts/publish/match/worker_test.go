package match_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"crier/modules/posts/publish/match"
	"crier/platform/nodetest"
)

// TestBind_AsTheWorker: the cloud worker, which has the rules in JavaScript, binds the same.
func TestBind_AsTheWorker(t *testing.T) {
	t.Parallel()
	node := nodetest.Program(t, "THE WORKER'S RULES ARE NOT HELD AGAINST THE DESKTOP'S")
	const runs = 4_000
	var lines bytes.Buffer
	out := json.NewEncoder(&lines)
	for seed := range uint64(runs) {
		e := drawn(rand.New(rand.NewPCG(seed, 2)))
		var absent []int64
		for _, a := range e.Attempts {
			if match.IsAbsent(e, a.Seq) {
				absent = append(absent, a.Seq)
			}
		}
		if err := out.Encode(map[string]any{"evidence": e, "bound": match.Bind(e), "absent": absent}); err != nil {
			t.Fatal(err)
		}
	}
	compare := exec.CommandContext(t.Context(), node, "../../../cloud/worker/test/drawn.mjs")
	compare.Stdin = &lines
	said, err := compare.CombinedOutput()
	if err != nil || strings.TrimSpace(string(said)) != strconv.Itoa(runs) {
		t.Errorf("%v: %s", err, said)
	}
}
