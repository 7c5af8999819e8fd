package media

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"crier/modules/media/ffmpeg"
	"crier/platform/clock"
)

// toolRefresh is how long the answer counts whether there is an ffmpeg: one that is installed while Crier runs is found.
const toolRefresh = time.Minute

// toolbox knows the native ffmpeg, where there is one. It is safe for concurrent use.
type toolbox struct {
	off   bool
	clock clock.Clock
	log   *slog.Logger

	mu     sync.Mutex
	tool   *ffmpeg.Tool
	looked time.Time
	told   string
}

// find returns the native ffmpeg, or nil without one that is of use.
func (b *toolbox) find(ctx context.Context) *ffmpeg.Tool {
	if b.off {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	if age := now.Sub(b.looked); !b.looked.IsZero() && age >= 0 && age < toolRefresh {
		return b.tool
	}
	tool, err := ffmpeg.Find(ctx)
	if ctx.Err() != nil {
		return b.tool
	}
	b.looked, b.tool = now, tool
	b.tell(err)
	return b.tool
}

// tell logs what was found, once until it is something else.
func (b *toolbox) tell(err error) {
	said := ffmpeg.Benefit
	if err == nil {
		said = "ffmpeg " + b.tool.Version() + " makes posters and conversions"
	}
	if said != b.told {
		b.log.Info("media: tools for videos", "found", said)
	}
	b.told = said
}

// advice says how a video that has to be converted can be.
func (b *toolbox) advice() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.off:
		return "Crier can convert such videos with ffmpeg, which its settings leave alone (CRIER_FFMPEG)."
	case b.tool == nil:
		return "Crier converts such videos itself once ffmpeg is installed on this machine."
	case len(b.tool.Lacks()) > 0:
		return "Crier could convert it, but the ffmpeg of this machine has no encoder for H.264 or AAC; install a complete one."
	}
	return "Crier can convert it: crier media convert, with the id of the file."
}
