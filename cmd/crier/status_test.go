package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/backup"
	"crier/platform/datadir"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestTakeFailed: a retry is named for posts that it can mend, and what mends the others for them.
func TestTakeFailed(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for code, want := range map[string]string{
		"TOKEN_EXPIRED": "crier posts retry or delete settles it", "INVALID_SCHEDULE": "crier posts retry or delete settles it",
		"PROCESSING_FAILED": "crier posts retry or delete settles it",
		"VALIDATION_ERROR":  "another caption", "MEDIA_INVALID": "a retry would fail too", "INVALID_MENTIONS": "a retry would fail too",
	} {
		post := posts.Post{ID: wireid.New(), ErrorCode: &code, UpdatedAt: wiretime.Of(now)}
		var report statusReport
		report.takeFailed(posts.PostList{Posts: []posts.Post{post}}, now)
		if len(report.Attention) != 1 || !strings.Contains(report.Attention[0], want) || !strings.Contains(report.Attention[0], "crier posts show "+short(post.ID)) {
			t.Errorf("%s: %q", code, report.Attention)
		}
	}
	both := []posts.Post{{ID: wireid.New(), ErrorCode: new("VALIDATION_ERROR"), UpdatedAt: wiretime.Of(now)}, {ID: wireid.New(), ErrorCode: new("RATE_LIMITED"), UpdatedAt: wiretime.Of(now)}}
	var report statusReport
	report.takeFailed(posts.PostList{Posts: both}, now)
	if len(report.Attention) != 2 || !strings.Contains(report.Attention[0], "RATE_LIMITED") || !strings.Contains(report.Attention[1], "VALIDATION_ERROR") {
		t.Errorf("both: %q", report.Attention)
	}
}

// TestAttendToBackup: a folder that is in use for long needs a backup that is not old.
func TestAttendToBackup(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	here := filepath.Join(t.TempDir(), "shop.crier")
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made := func(days int) *backup.Proved { return &backup.Proved{Time: ago(days), Path: here} }
	for name, c := range map[string]struct {
		used   time.Time
		backup *backup.Proved
		says   string
		wants  string
	}{
		"a new folder":           {ago(1), nil, "none yet", ""},
		"none in a while":        {ago(9), nil, "none yet", "there is no backup"},
		"made now and then":      {ago(90), made(7), "(7 days ago), " + here + ", without pictures and videos", ""},
		"deleted":                {ago(90), &backup.Proved{Time: ago(1), Path: here + ".gone"}, "(24 hours ago)", "the last backup is not there any more"},
		"not made for some time": {ago(90), made(9), "(9 days ago)", "the last backup was made 9 days ago"},
	} {
		report := statusReport{Backup: c.backup}
		report.judgeBackup(c.used, now)
		if text := report.textOfBackup(now); !strings.Contains(text, c.says) {
			t.Errorf("%s: %q", name, text)
		}
		if (len(report.Attention) == 1) != (c.wants != "") || c.wants != "" && !strings.HasPrefix(report.Attention[0], c.wants) {
			t.Errorf("%s: %q", name, report.Attention)
		}
	}
}

// TestTakeCloud: an API token that ends soon needs attention while the cloud works, and beside
// another problem.
func TestTakeCloud(t *testing.T) {
	t.Parallel()
	const warning = "Cloudflare's API token must be extended or replaced before 2026-12-01T12:00:00.000Z (crier cloud setup)"
	for name, c := range map[string]struct {
		status cloud.SetupStatus
		want   []string
	}{
		"works":       {cloud.SetupStatus{}, nil},
		"ends soon":   {cloud.SetupStatus{TokenWarning: new(warning)}, []string{warning}},
		"and is down": {cloud.SetupStatus{TokenWarning: new(warning), Problem: new("nobody answers")}, []string{warning, "the cloud does not work: nobody answers"}},
	} {
		var report statusReport
		report.takeCloud(c.status)
		if !slices.Equal(report.Attention, c.want) {
			t.Errorf("%s: %q", name, report.Attention)
		}
	}
}

func TestAway(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		0: "just now", 30 * time.Second: "in less than a minute", -30 * time.Second: "just now", time.Minute: "in 1 minute", 89 * time.Minute: "in 89 minutes",
		90 * time.Minute: "in 2 hours", -3 * time.Hour: "3 hours ago", 47 * time.Hour: "in 47 hours", 49 * time.Hour: "in 2 days", -60 * 24 * time.Hour: "60 days ago",
	} {
		if got := away(now.Add(d), now); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}

// TestAskHealth_FullDisk: a full disk is named, which the user can do something about.
func TestAskHealth_FullDisk(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"status":"healthy","services":{"database":"up","disk":"up","publishing":"up"}}`:           "",
		`{"status":"degraded","services":{"database":"read-only","disk":"full","publishing":"up"}}`: "the disk is full",
		`{"status":"degraded","services":{"database":"read-only","disk":"up","publishing":"up"}}`:   "degraded",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }))
		t.Cleanup(server.Close)
		if _, problem := askHealth(t.Context(), server.URL); (problem == "") != (want == "") || !strings.Contains(problem, want) {
			t.Errorf("%s: %q", answer, problem)
		}
	}
}

// TestWhyUnreadable: a full disk is not told as an error of the disk, and other errors stay as they
// are.
func TestWhyUnreadable(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	full := whyUnreadable(dir, fmt.Errorf("the database cannot be read: %w", syscall.ENOSPC))
	if !strings.HasPrefix(full.Error(), "the disk is full") || !strings.Contains(full.Error(), dir.Database()) {
		t.Errorf("on a full disk: %v", full)
	}
	if other := whyUnreadable(dir, io.ErrUnexpectedEOF); !errors.Is(other, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", other)
	}
}
