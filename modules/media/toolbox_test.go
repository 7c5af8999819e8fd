package media

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"testing"

	"crier/platform/clock"
	"crier/platform/ffmpeg"
)

// TestToolbox_StaysTheSame: an ffmpeg stays the same Tool however often it is looked for, so that
// its calls wait for each other. A caller that only asks for advice does not wait for a search.
func TestToolbox_StaysTheSame(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed; how it is looked for is not tested")
	}
	clk := clock.NewFake(start)
	b := newToolbox(false, clk, slog.New(slog.DiscardHandler))
	first := b.find(t.Context())
	if first == nil {
		t.Fatal("no ffmpeg is found")
	}
	clk.Advance(toolRefresh)
	if _, isFresh := b.known(); isFresh {
		t.Error("an ffmpeg that goes would never be missed")
	}
	if again := b.find(t.Context()); again != first {
		t.Error("the same ffmpeg is another tool, with turns of its own")
	}
	clk.Advance(toolRefresh)
	b.looking <- struct{}{} // Somebody looks.
	if b.say(conversionAdvice) == "" {
		t.Error("nothing is said")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if b.find(ended) != first {
		t.Error("what is known has been forgotten")
	}
	tooSlow := fmt.Errorf("%w: %w", ffmpeg.ErrMissing, &ffmpeg.Error{Reason: ffmpeg.TooSlow})
	if b.learn(nil, tooSlow) != first {
		t.Error("an ffmpeg that is slow on a busy machine is gone")
	}
	if b.learn(nil, fmt.Errorf("%w: %w", ffmpeg.ErrMissing, &ffmpeg.Error{Reason: ffmpeg.Killed})) != first {
		t.Error("an ffmpeg that the system ended is gone")
	}
	if b.learn(nil, ffmpeg.ErrMissing) != nil {
		t.Error("an ffmpeg that is gone is still there")
	}
	b.learn(nil, tooSlow)
	for _, advice := range []string{b.say(conversionAdvice), b.say(animationAdvice), b.say(posterAdvice)} {
		if strings.Contains(advice, "install") {
			t.Errorf("the user is told to install what is there: %s", advice)
		}
	}
}
