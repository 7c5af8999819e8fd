package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/ffmpeg"
	"crier/platform/video"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Converter fulfils the wishes for conversions, one after another.
type Converter struct {
	service *Service
	cancel  context.CancelFunc
	done    sync.WaitGroup
}

// NewConverter returns the converter of a service, which has one at most. It works from Start to Stop.
func NewConverter(s *Service) *Converter { return &Converter{service: s} }

// Start takes up what an earlier run did not end, and then works in the background.
func (c *Converter) Start(ctx context.Context) error {
	s := c.service
	if err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return resumeConversions(ctx, tx) }); err != nil {
		return fmt.Errorf("resume conversions: %w", err)
	}
	ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	c.done.Go(func() { c.run(ctx) })
	s.conversions.wake()
	return nil
}

// Stop ends the work that is under way; the next start takes it up again.
func (c *Converter) Stop() {
	c.cancel()
	c.done.Wait()
}

func (c *Converter) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.service.conversions.woken:
		}
		for c.next(ctx) {
		}
	}
}

// next fulfils one wish, and reports whether to go on with another one.
func (c *Converter) next(ctx context.Context) bool {
	s := c.service
	var wish Conversion
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		wish, err = claimConversion(ctx, tx)
		return err
	})
	if err != nil {
		if !errors.Is(err, sql.ErrNoRows) && ctx.Err() == nil {
			s.log.Error("media: look for conversions", "error", err)
		}
		return false
	}
	wanted, end := s.conversions.begin(ctx, wish.MediaFileID)
	err = s.convert(wanted, wish)
	takenBack := wanted.Err() != nil || errors.Is(err, errUnwanted)
	end()
	switch {
	case ctx.Err() != nil:
		return false // The next start takes it up again.
	case takenBack:
		s.log.Info("media: a conversion was taken back", "media", wish.MediaFileID)
		return true
	case err != nil:
		return c.fail(ctx, wish, err)
	}
	s.log.Info("media: converted", "media", wish.MediaFileID, "took", s.clock.Now().Sub(wish.RequestedAt.Time()).Round(time.Second))
	return true
}

// fail notes why a wish was not fulfilled, and reports whether that could be noted.
func (c *Converter) fail(ctx context.Context, wish Conversion, why error) bool {
	s := c.service
	s.log.Warn("media: a conversion failed", "media", wish.MediaFileID, "error", why)
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return failConversion(ctx, tx, wish.MediaFileID, told(why))
	})
	if err != nil {
		s.log.Error("media: record the failure of a conversion", "error", err)
	}
	return err == nil
}

// conversions is what the converter hears of what is wished.
type conversions struct {
	// woken holds a token while a wish may wait.
	woken chan struct{}

	mu     sync.Mutex
	at     wireid.ID
	cancel context.CancelFunc
}

func newConversions() *conversions { return &conversions{woken: make(chan struct{}, 1)} }

// wake has the converter look for wishes. It never waits.
func (c *conversions) wake() {
	select {
	case c.woken <- struct{}{}:
	default: // It will look anyway.
	}
}

// begin returns the context of the conversion of a file, which ends with drop, and with end.
func (c *conversions) begin(ctx context.Context, id wireid.ID) (wanted context.Context, end func()) {
	wanted, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at, c.cancel = id, cancel
	return wanted, func() { c.drop(id) }
}

// drop ends the conversion of a file if it is the one under way. Its record has been deleted.
func (c *conversions) drop(id wireid.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil && c.at == id {
		c.cancel()
		c.cancel = nil
	}
}

// told returns what the user is told of an error.
func told(err error) string {
	var known *apperror.Error
	var child *ffmpeg.Error
	switch {
	case errors.As(err, &known):
		return known.Message
	case errors.As(err, &child):
		return child.Sentence()
	}
	return "it failed for a reason that stands in Crier's log"
}

// convert encodes the stored video again and has the result published in its place, or returns errUnwanted.
func (s *Service) convert(ctx context.Context, wish Conversion) error {
	file, err := s.File(ctx, wish.MediaFileID)
	if err != nil {
		return err
	}
	tool, err := s.tools.findConverter(ctx)
	if err != nil {
		return err
	}
	source := s.stored(file)
	info, err := s.look(source)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp(s.dir.Staging(), "convert-*")
	if err != nil {
		return diskError(err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	options, err := s.transcodeOptions(ctx, wish, info, work)
	if err != nil {
		return err
	}
	result := filepath.Join(work, "result.mp4")
	if err := tool.Transcode(ctx, source, result, options); err != nil {
		return err
	}
	t, err := s.examine(ctx, result)
	if err != nil {
		return err
	}
	_, err = s.replaceVideo(ctx, wish.MediaFileID, t, func(ctx context.Context, tx bun.Tx, file *MediaFile) error {
		file.Edits = wish.Edits
		wanted, err := endConversion(ctx, tx, wish.MediaFileID)
		if err == nil && !wanted {
			err = errUnwanted
		}
		return err
	})
	return err
}

// errUnwanted says that a wish was taken back while it was being fulfilled.
var errUnwanted = errors.New("media: the conversion is not wanted any more")

// examine describes a result and takes a picture of it.
func (s *Service) examine(ctx context.Context, path string) (treated, error) {
	info, err := s.look(path)
	if err != nil {
		return treated{}, err
	}
	stat, err := os.Stat(path)
	if err != nil {
		return treated{}, err
	}
	t := treated{info: info, processed: path, processedSize: stat.Size()}
	return t, s.makeThumbnail(ctx, path, path, &t)
}

// transcodeOptions are what it takes to make the video one that can be published for the purpose.
func (s *Service) transcodeOptions(ctx context.Context, wish Conversion, i video.Info, work string) (ffmpeg.TranscodeOptions, error) {
	limits, ok := rules.VideoLimits(wish.Purpose)
	if !ok {
		return ffmpeg.TranscodeOptions{}, apperror.New(apperror.InvalidMediaType, "%s is not published with videos", wish.Purpose)
	}
	o := ffmpeg.TranscodeOptions{MaxDuration: limits.MaxDuration, MaxBytes: limits.MaxBytes, MaxWidth: limits.MaxWidth, Deinterlace: i.Interlaced}
	if wish.Edits == nil {
		return o, nil
	}
	return o, s.editVideo(ctx, *wish.Edits, i, work, &o)
}
