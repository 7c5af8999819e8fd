package cloud_test

import (
	"strings"
	"testing"
)

// TestUsage_Scarce: from 80 of 100 on, of what the worker may hold and of the free plan's day, a
// sentence says so. Requests for files count like those for posts.
func TestUsage_Scarce(t *testing.T) {
	t.Parallel()
	today := start.Format("2006-01-02")
	for name, c := range map[string]struct {
		bytes           int64
		posts, files    int64
		isFull, isScant bool
	}{
		"little":            {bytes: 1000, posts: 1000, files: 1000},
		"nearly":            {bytes: 3_839_000_000, posts: 40_000, files: 39_999},
		"files, 80 of 100":  {bytes: 3_840_000_000, isFull: true},
		"requests together": {posts: 40_000, files: 40_000, isScant: true},
		"used up":           {bytes: 4_800_000_000, posts: 100_000, isFull: true, isScant: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			day := func(requests int64) []map[string]any {
				return []map[string]any{{"day": today, "requests": requests}}
			}
			b.worker.set(func(w *fakeWorker) {
				w.days = day(c.posts)
				w.held = map[string]any{"files": 3, "bytes": c.bytes, "most": 4_800_000_000, "days": day(c.files)}
			})
			if err := b.cloud.Verifier.Verify(t.Context()); err != nil {
				t.Fatal(err)
			}
			s := b.status(t)
			warnings := strings.Join(s.Warnings, "\n")
			if strings.Contains(warnings, "store of files is nearly full") != c.isFull || strings.Contains(warnings, "of 100000 requests of the free plan today") != c.isScant {
				t.Errorf("it warns of %q", warnings)
			}
			if s.Media.Bytes != c.bytes || s.Usage[0].Requests != c.posts+c.files {
				t.Errorf("got %+v, %+v", s.Media, s.Usage)
			}
		})
	}
}
