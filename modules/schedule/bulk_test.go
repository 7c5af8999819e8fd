package schedule

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestShifted: clocks show the same time on the new day, whatever they were set by in between.
func TestShifted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at, zone      string
		days, minutes int
		want          string
	}{
		"a week":              {"2026-12-24T08:00:00.000Z", "Europe/Berlin", 7, 0, "2026-12-31T08:00:00.000Z"},
		"into summer time":    {"2027-03-27T08:00:00.000Z", "Europe/Berlin", 1, 0, "2027-03-28T07:00:00.000Z"},
		"back into winter":    {"2027-03-28T07:00:00.000Z", "Europe/Berlin", -1, 0, "2027-03-27T08:00:00.000Z"},
		"a skipped time":      {"2027-03-27T01:30:00.000Z", "Europe/Berlin", 1, 0, "2027-03-28T01:30:00.000Z"},
		"a time shown twice":  {"2027-10-30T00:30:00.000Z", "Europe/Berlin", 1, 0, "2027-10-31T00:30:00.000Z"},
		"minutes alone":       {"2027-03-28T00:30:00.000Z", "Europe/Berlin", 0, 60, "2027-03-28T01:30:00.000Z"},
		"days and minutes":    {"2026-12-24T08:00:00.000Z", "America/St_Johns", 1, -90, "2026-12-25T06:30:00.000Z"},
		"the end of a month":  {"2027-01-31T12:00:00.000Z", "UTC", 30, 0, "2027-03-02T12:00:00.000Z"},
		"a part of a second":  {"2026-12-24T08:00:00.123Z", "UTC", 1, 0, "2026-12-25T08:00:00.123Z"},
		"the other direction": {"2026-12-24T08:00:00.000Z", "UTC", -3660, 0, "2016-12-16T08:00:00.000Z"},
	} {
		at, err := wiretime.Parse(c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := shifted(at, c.zone, BulkRequest{Days: c.days, Minutes: c.minutes}); err != nil || got.String() != c.want {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, c.want)
		}
	}
	if _, err := shifted(wiretime.Time{}, "Mars/Olympus", BulkRequest{Days: 1}); apperror.CodeOf(err) != apperror.ValidationError {
		t.Errorf("got %v", err)
	}
}

// TestShifted_OutOfYears: a shift makes no time that no request can name.
func TestShifted_OutOfYears(t *testing.T) {
	t.Parallel()
	for at, by := range map[string]BulkRequest{
		"9999-12-31T23:59:59.999Z": {Days: 1},
		"9999-12-31T23:59:00.000Z": {Minutes: 1},
		"0000-01-01T00:00:00.000Z": {Days: -3660},
		"0000-01-01T00:01:00.000Z": {Minutes: -2},
	} {
		from, err := wiretime.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := shifted(from, "UTC", by); apperror.CodeOf(err) != apperror.InvalidSchedule {
			t.Errorf("%s by %d days and %d minutes: got %s, %v", at, by.Days, by.Minutes, got, err)
		}
	}
}

// TestBulk_Ends: a worker that answers nothing does not hold a request for most of an hour, and the
// results of the posts before a failure are told.
func TestBulk_Ends(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC))
	b := &bulk{clock: clk, log: slog.New(slog.DiscardHandler)}
	ids := []wireid.ID{wireid.New(), wireid.New(), wireid.New(), wireid.New(), wireid.New()}
	begun := 0
	codes := func(do func() error) (codes []string) {
		t.Helper()
		begun = 0
		told, err := b.each(t.Context(), ids, func(context.Context, wireid.ID) (BulkOutcome, error) {
			begun++
			return BulkOutcome{}, do()
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range told {
			if o.PostID != ids[i] || o.IsDone != (o.Code == nil) || o.IsDone != (o.Error == nil) {
				t.Errorf("got %+v", o)
			}
			if o.IsDone {
				codes = append(codes, "")
				continue
			}
			codes = append(codes, *o.Code)
		}
		return codes
	}
	const unreachable, internal = "WORKER_UNREACHABLE", "INTERNAL_ERROR"
	got := codes(func() error {
		clk.Advance(10 * time.Second)
		return apperror.New(apperror.WorkerUnreachable, "no answer")
	})
	if begun != 3 || !slices.Equal(got, []string{unreachable, unreachable, unreachable, unreachable, unreachable}) {
		t.Errorf("without a worker: %v of %d", got, begun)
	}
	got = codes(func() error {
		if begun == 2 {
			return errors.New("the disk is full")
		}
		return nil
	})
	if begun != 2 || !slices.Equal(got, []string{"", internal, unreachable, unreachable, unreachable}) {
		t.Errorf("with a failure: %v of %d", got, begun)
	}
	if _, err := b.each(t.Context(), ids, func(context.Context, wireid.ID) (BulkOutcome, error) {
		return BulkOutcome{}, errors.New("the disk is full")
	}); err == nil {
		t.Error("a failure at once is none")
	}
}
