package cloud_test

import (
	"testing"
	"time"

	"crier/modules/cloud"
)

// TestLogs_AreRead: who reads hears what the worker does from then on, each thing once. When nobody
// reads any more, nothing listens; when Cloudflare ends it, the answer says so.
func TestLogs_AreRead(t *testing.T) {
	t.Parallel()
	b := ready(t)
	read := func(from int64) cloud.LogPage {
		t.Helper()
		page, err := b.cloud.Logs.Read(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	tell := func(cron string) int {
		return b.cf.Tails().Tell(workerName, map[string]any{"outcome": "ok", "eventTimestamp": 1795496049000, "event": map[string]any{"cron": cron}})
	}
	if page := read(0); len(page.Events) != 0 || page.Ended != nil {
		t.Errorf("got %+v", page)
	}
	until(t, func() bool { return tell("* * * * *") == 1 })
	var page cloud.LogPage
	until(t, func() bool { page = read(1); return len(page.Events) > 0 })
	if one := page.Events[0]; one.What != "cron" || one.Outcome != "ok" || page.Next != one.Number+1 || len(read(page.Next).Events) != 0 {
		t.Errorf("got %+v", page)
	}
	b.cf.Tails().End()
	until(t, func() bool { return read(page.Next).Ended != nil })
	if tell("") != 0 {
		t.Error("it listens again by itself")
	}
	if page := read(0); page.Ended != nil || len(page.Events) != 1 {
		t.Errorf("got %+v", page)
	}
	until(t, func() bool { return tell("again") == 1 })
	b.clock.Advance(2 * time.Minute)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return b.cf.Count("DELETE", "/tails/") == 2 })
}
