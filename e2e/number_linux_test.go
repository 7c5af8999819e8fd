package e2e_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNumbers_AreRefused runs tests again, with settings that cannot be read: each refuses its own,
// instead of doing less than somebody asked for.
func TestNumbers_AreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tests string
		want  []string
	}{
		"numbers": {
			"TestFuzz_EveryAnswerIsOneOfTheDocuments|TestCorpus_Mutations|TestLoad_DuePostsDrain|TestStorm_StoriesAlike|TestSoak",
			[]string{"CRIER_TEST_REQUESTS", "CRIER_TEST_CORPUS", "CRIER_TEST_LOAD", "CRIER_TEST_STORIES", "CRIER_TEST_SOAK"},
		},
		"seeds": {
			"TestFuzz_EveryAnswerIsOneOfTheDocuments|TestStorm_StoriesAlike", []string{"CRIER_TEST_SEED", "CRIER_STORM_SEED"},
		},
		"a seed of the corpus": {"TestCorpus_Mutations", []string{"CRIER_TEST_SEED"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^("+c.tests+")$")
			again.Env = append(os.Environ(), "CRIER_TEST_NIGHT=1")
			for _, variable := range c.want {
				again.Env = append(again.Env, variable+"=many")
			}
			out, err := again.CombinedOutput()
			if err == nil {
				t.Error("the tests pass")
			}
			for _, variable := range c.want {
				if !strings.Contains(string(out), variable+` is "many"`) {
					t.Errorf("%s is not refused: %s", variable, out)
				}
			}
		})
	}
}
