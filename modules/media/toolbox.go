package media

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/ffmpeg"
)

// toolRefresh is how long a search for ffmpeg is valid: an ffmpeg that is installed while Crier
// runs is found after that.
const toolRefresh = time.Minute

// toolbox finds the native ffmpeg, if there is one. It is safe for concurrent use.
type toolbox struct {
	off   bool
	clock clock.Clock
	log   *slog.Logger
	// looking holds a token while a search for ffmpeg runs, which takes a while.
	looking chan struct{}

	mu     sync.Mutex
	tool   *ffmpeg.Tool
	looked time.Time
	// isSlow says that the last search got no answer from ffmpeg in time.
	isSlow bool
	// logged is the last text that was logged.
	logged string
}

func newToolbox(off bool, clk clock.Clock, log *slog.Logger) *toolbox {
	return &toolbox{off: off, clock: clk, log: log, looking: make(chan struct{}, 1)}
}

// find returns the native ffmpeg, or nil when there is no usable one.
func (b *toolbox) find(ctx context.Context) *ffmpeg.Tool {
	if b.off {
		return nil
	}
	if tool, isFresh := b.known(); isFresh {
		return tool
	}
	select {
	case b.looking <- struct{}{}:
		defer func() { <-b.looking }()
	case <-ctx.Done():
	}
	tool, isFresh := b.known()
	if isFresh || ctx.Err() != nil {
		return tool
	}
	found, err := ffmpeg.Find(ctx)
	if ctx.Err() != nil {
		return tool
	}
	return b.learn(found, err)
}

// findConverter returns an ffmpeg that can encode videos as the network takes them, or
// NOT_CONFIGURED.
func (b *toolbox) findConverter(ctx context.Context) (*ffmpeg.Tool, error) {
	tool := b.find(ctx)
	if tool == nil || len(tool.Lacks()) > 0 {
		return nil, apperror.New(apperror.NotConfigured, "%s", b.say(conversionAdvice))
	}
	return tool, nil
}

// known returns the result of the last search, and whether it is still valid.
func (b *toolbox) known() (tool *ffmpeg.Tool, isFresh bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	age := b.clock.Now().Sub(b.looked)
	return b.tool, !b.looked.IsZero() && age >= 0 && age < toolRefresh
}

// learn stores the result of a search. The same ffmpeg stays the same Tool, so that its calls wait
// for each other. An ffmpeg that did not answer in time, or that the system ended, stays too: a
// machine may be busy or short of memory for a minute.
func (b *toolbox) learn(found *ffmpeg.Tool, err error) *ffmpeg.Tool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.looked = b.clock.Now()
	failure, isFailure := errors.AsType[*ffmpeg.Error](err)
	b.isSlow = isFailure && failure.Reason == ffmpeg.TooSlow
	if b.isSlow || isFailure && failure.Reason == ffmpeg.Killed && b.tool != nil {
		b.log.Warn("media: ffmpeg did not answer", "error", err)
		return b.tool
	}
	if found == nil || !found.Is(b.tool) {
		b.tool = found
	}
	b.tell(err)
	return b.tool
}

// tell logs the result of a search when it differs from the last one.
func (b *toolbox) tell(err error) {
	said := ffmpeg.Benefit
	if err == nil {
		said = "ffmpeg " + b.tool.Version() + " makes posters and conversions"
	}
	if said != b.logged {
		b.log.Info("media: tools for videos", "found", said)
	}
	b.logged = said
}

// advice is what the user is told about ffmpeg, for each thing that can be true of it.
type advice struct{ off, slow, missing, incomplete, complete string }

// say returns the part of advice that is true now.
func (b *toolbox) say(a advice) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.off:
		return a.off
	case b.tool == nil && b.isSlow:
		return a.slow
	case b.tool == nil:
		return a.missing
	case len(b.tool.Lacks()) > 0:
		return a.incomplete
	}
	return a.complete
}

// conversionAdvice says how a video that needs a conversion can get one.
var conversionAdvice = advice{
	off:        "Crier can convert such videos with ffmpeg, which its settings leave alone (CRIER_FFMPEG).",
	slow:       "Crier converts such videos with ffmpeg, which did not answer in time on this machine; Crier asks it again in a minute.",
	missing:    "Crier converts such videos itself once ffmpeg is installed on this machine.",
	incomplete: "Crier could convert it, but the ffmpeg of this machine has no encoder for H.264 or AAC; install a complete one.",
	complete:   "Crier can convert it (crier media convert, with the id of the file).",
}

const (
	makesVideos = "Crier makes a video of an animated GIF with ffmpeg"
	noEncoder   = makesVideos + ", and the one of this machine has no encoder for H.264 or AAC: install a complete one and upload the file again."
)

// animationAdvice says what an animated GIF needs to become a video. It is asked for when there was
// no complete ffmpeg.
var animationAdvice = advice{
	off:        makesVideos + ", which its settings leave alone: start it with CRIER_FFMPEG=auto and upload the file again.",
	slow:       makesVideos + ", which did not answer in time on this machine: upload the file again in a minute.",
	missing:    makesVideos + ", which is not on this machine: install ffmpeg and upload the file again.",
	incomplete: noEncoder,
	complete:   noEncoder,
}

const willTake = "Crier will take a picture of the video."

// posterAdvice says when a picture replaces a drawn card, as a clause.
var posterAdvice = advice{
	off:        "Crier could take a picture of the video with ffmpeg, which its settings leave alone (CRIER_FFMPEG).",
	slow:       "once ffmpeg answers again, Crier takes a picture of the video.",
	missing:    "once ffmpeg is installed on this machine, Crier takes a picture of the video.",
	incomplete: willTake,
	complete:   willTake,
}
