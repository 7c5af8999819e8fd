package media

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"crier/modules/media/rules"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// requested stores a video and a request to convert it.
func (b *bundle) requested(t *testing.T) wireid.ID {
	t.Helper()
	file, err := b.upload(t, "a.mp4", sampleVideo(t, "mp4 120 fps"))
	if err != nil {
		t.Fatal(err)
	}
	b.requestAgain(t, file.ID)
	return file.ID
}

func (b *bundle) requestAgain(t *testing.T, id wireid.ID) {
	t.Helper()
	if err := putConversion(t.Context(), b.db, &Conversion{MediaFileID: id, Purpose: rules.Reel, State: ConversionWaiting, RequestedAt: wiretime.Of(start)}); err != nil {
		t.Fatal(err)
	}
}

// begun has a converter as of a new process take up what there is, and begin the conversion that
// waits. The process then dies.
func (b *bundle) begun(t *testing.T) error {
	t.Helper()
	if err := newConverter(b.Service, b.videos).takeUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := claimConversion(t.Context(), b.db)
	return err
}

// TestConverter_DeathsAreTries: a conversion that takes Crier down three times has failed with the
// reason and what to do, and has three more tries when it is asked for again.
func TestConverter_DeathsAreTries(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.requested(t)
	for range 2 {
		for try := range maxTries {
			if err := b.begun(t); err != nil {
				t.Fatalf("try %d: %v", try+1, err)
			}
			if c, err := b.Conversion(t.Context(), id); err != nil || c.State != ConversionRunning || c.Tries != try+1 {
				t.Fatalf("in try %d it is %+v, %v", try+1, c, err)
			}
		}
		if err := b.begun(t); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("it is begun once more: %v", err)
		}
		c, err := b.Conversion(t.Context(), id)
		if err != nil || c.State != ConversionFailed || c.Error == nil || *c.Error != interrupted {
			t.Errorf("after %d deaths it is %+v, %v", maxTries, c, err)
		}
		b.requestAgain(t, id)
	}
}

// TestConverter_OthersGoOn: what a conversion that takes Crier down has kept from its turn comes
// after it.
func TestConverter_OthersGoOn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first, second := b.requested(t), b.requested(t)
	if _, err := b.db.Exec("UPDATE media_conversions SET state = 'RUNNING', tries = 3 WHERE media_file_id = ?", first); err != nil {
		t.Fatal(err)
	}
	b.work(t.Context())
	if c, err := b.Conversion(t.Context(), first); err != nil || *c.Error != interrupted {
		t.Errorf("the first is %+v, %v", c, err)
	}
	// It fails, because this bundle has no ffmpeg.
	if c, err := b.Conversion(t.Context(), second); err != nil || c.State != ConversionFailed || !strings.Contains(*c.Error, "ffmpeg") {
		t.Errorf("the second is %+v, %v", c, err)
	}
}

// TestConverter_AStopIsNoTry: a conversion during which Crier stops in order is carried out by the
// next start, however often that is.
func TestConverter_AStopIsNoTry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.requested(t)
	if err := b.begun(t); err != nil { // One death before counts on.
		t.Fatal(err)
	}
	for range maxTries {
		c := newConverter(b.Service, b.videos)
		if err := c.takeUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := claimConversion(t.Context(), b.db); err != nil {
			t.Fatal(err)
		}
		stopped, cancel := context.WithCancel(t.Context())
		cancel()
		c.work(stopped)
		if c, err := b.Conversion(t.Context(), id); err != nil || c.State != ConversionWaiting || c.Tries != 1 {
			t.Fatalf("after a stop it is %+v, %v", c, err)
		}
	}
}
