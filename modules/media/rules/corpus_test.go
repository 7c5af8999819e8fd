package rules_test

import (
	"bytes"
	"strings"
	"testing"

	"crier/modules/media/rules"
	"crier/platform/corpus"
	"crier/platform/video/probe"
)

// TestJudge_Corpus judges each video of the corpus by what its boxes say. The night uploads them
// all to the program, which takes much longer.
func TestJudge_Corpus(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Videos() {
		if c.Open != nil || c.Want.Verdict == corpus.Either {
			continue
		}
		info, err := probe.File(bytes.NewReader(c.Content), c.Length())
		if err != nil {
			if c.Want.Verdict == corpus.Valid || c.Want.Verdict == corpus.Invalid {
				t.Errorf("%s: %v", c.Name, err)
			}
			continue
		}
		verdict := rules.Weigh(rules.File{Bytes: c.Length(), Width: info.Width, Height: info.Height, Video: &info})
		says := strings.Join(verdict.Sentences(), "\n")
		switch {
		case c.Want.Verdict == corpus.Refused:
			t.Errorf("%s: it was read", c.Name)
		case c.Want.Verdict != corpus.Valid && verdict.IsValid():
			t.Errorf("%s: it is valid: %+v", c.Name, info)
		case c.Want.Verdict == corpus.Invalid && !strings.Contains(says, c.Want.Says):
			t.Errorf("%s: it says %q, want %q", c.Name, says, c.Want.Says)
		}
	}
}
