package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/wiretime"
)

// TestScenario_19_WithoutZoneFiles: the real program in an environment that has nothing at all,
// without TZ and with an empty folder of zones, knows the same zones and instants as one in another
// zone. Where the system lets a test do so, the machine's own zones are hidden too.
func TestScenario_19_WithoutZoneFiles(t *testing.T) {
	t.Parallel()
	const bare = `if [ -z "$HIDDEN" ] && unshare -rm mount -t tmpfs none /usr/share/zoneinfo 2>/dev/null; then
	HIDDEN=1 exec unshare -rm "$0" "$@"
fi
[ -z "$HIDDEN" ] || mount -t tmpfs none /usr/share/zoneinfo
for name in $(env | cut -d= -f1); do case $name in CRIER_*|HOME) ;; *) unset "$name" ;; esac; done
export ZONEINFO=`
	for name, lines := range map[string]string{
		"nothing":       bare + t.TempDir(),
		"far elsewhere": bare + t.TempDir() + "\nexport TZ=Pacific/Kiritimati",
		"nonsense":      bare + "/nowhere\nexport TZ=:/nowhere/at/all",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := e2e.Program(t).Under(t, lines).Serve(t)
			client := service.Client(t)
			var me struct{ Accounts []struct{ ID string } }
			client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
			media := client.Upload("file", "photo.jpg", picture320(t)).Want(http.StatusCreated).String("id")
			b := body{"accountId": me.Accounts[0].ID, "mediaType": "IMAGE", "mediaFileId": media, "scheduledFor": "2099-03-29T02:30:00+01:00"}
			for _, zone := range []string{"Europe/Berlin", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati", "UTC"} {
				got := client.Post("/api/v1/schedule", b.with("timezone", zone)).Want(http.StatusCreated)
				stored := client.Get("/api/v1/schedule/" + got.String("postId")).Want(http.StatusOK)
				for _, r := range []e2e.Response{got, stored} {
					if r.String("scheduledFor") != "2099-03-29T01:30:00.000Z" || r.String("timezone") != zone {
						t.Errorf("%s: %s", zone, r.Body)
					}
				}
			}
			client.Post("/api/v1/schedule", b.with("timezone", "Mars/Olympus")).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
			client.Post("/api/v1/schedule", b.with("timezone", "Local")).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
			client.Post("/api/v1/schedule", b.with("scheduledFor", "2099-03-29T02:30:00")).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
			if at, err := wiretime.Parse(client.Get("/api/v1/health").String("timestamp")); err != nil || time.Since(at.Time()).Abs() > time.Hour { //nolint:forbidigo // The program has the machine's clock.
				t.Errorf("it is %s, %v", at, err)
			}
		})
	}
}

// TestScenario_20_OffsetAndZone: a time with the offset of India, planned in India's zone, is
// stored as UTC, comes back with Z and milliseconds, and is noon there in every place that shows
// it, after a restart and once published too.
func TestScenario_20_OffsetAndZone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	kolkata, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	b := j.imagePost("where").with("timezone", "Asia/Kolkata").with("scheduledFor", "2026-11-22T12:00:00+05:30")
	answer := j.client.Post("/api/v1/schedule", b).Want(http.StatusCreated)
	id := answer.String("postId")
	check := func(place, at, zone string) {
		t.Helper()
		parsed, err := time.Parse(time.RFC3339Nano, at)
		if err != nil || at != "2026-11-22T06:30:00.000Z" || zone != "Asia/Kolkata" || parsed.In(kolkata).Format("15:04 Mon") != "12:00 Sun" {
			t.Errorf("%s has %s in %s, %v", place, at, zone, err)
		}
	}
	everywhere := func() {
		t.Helper()
		for _, path := range []string{"/api/v1/posts/" + id, "/api/v1/schedule/" + id} {
			r := j.client.Get(path).Want(http.StatusOK)
			check(path, r.String("scheduledFor"), r.String("timezone"))
		}
		for _, path := range []string{"/api/v1/posts", "/api/v1/schedule"} {
			var list posts.PostList
			j.client.Get(path).Want(http.StatusOK).JSON(&list)
			for _, p := range list.Posts {
				check(path, p.ScheduledFor.String(), p.Timezone)
			}
		}
	}
	check("the answer", answer.String("scheduledFor"), answer.String("timezone"))
	everywhere()
	j = j.again(time.Hour)
	everywhere()
	j.pass(time.Date(2026, 11, 22, 6, 30, 0, 0, time.UTC).Sub(j.Clock.Now()) - time.Millisecond)
	if p := j.post(id); p.Status != posts.Scheduled {
		t.Errorf("a millisecond early the post is %s", describe(p))
	}
	j.pass(time.Millisecond)
	j.endsAs(id, once)
	everywhere()
}

// TestScenario_20_Timezones: the zone is stored beside the instant, and never moves it.
func TestScenario_20_Timezones(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("where").with("scheduledFor", "2026-11-22T12:00:00+05:30")
	for zone, fine := range map[string]bool{"Asia/Kolkata": true, "America/Argentina/ComodRivadavia": true, "UTC": true, "Mars/Olympus": false, "": false, "Local": false} {
		answer := j.client.Post("/api/v1/schedule", b.with("timezone", zone))
		if !fine {
			answer.WantError(http.StatusBadRequest, "VALIDATION_ERROR")
			continue
		}
		p := j.post(answer.Want(http.StatusCreated).String("postId"))
		if p.Timezone != zone || p.ScheduledFor.String() != "2026-11-22T06:30:00.000Z" || answer.String("timezone") != zone {
			t.Errorf("%s: %s in %s", zone, p.ScheduledFor, p.Timezone)
		}
	}
	if zone := j.client.Post("/api/v1/schedule", b).Want(http.StatusCreated).String("timezone"); zone != "UTC" {
		t.Errorf("without one it is %q", zone)
	}
}

// TestScenario_21_Instants: a time must be strictly in the future, by a millisecond, and name its
// offset. Years that are far off are fine; seconds and dates that do not exist are not.
func TestScenario_21_Instants(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("when")
	for at, want := range map[string]string{
		"2026-11-21T09:30:00.001Z":       "2026-11-21T09:30:00.001Z",
		"2026-11-21T15:00:00.001+05:30":  "2026-11-21T09:30:00.001Z",
		"2026-11-21T09:30:00.0019999Z":   "2026-11-21T09:30:00.001Z",
		"2026-11-21T15:01:00+0530":       "2026-11-21T09:31:00.000Z",
		"2026-11-21T10:31+01":            "2026-11-21T09:31:00.000Z",
		"9999-12-31T23:59:59.999Z":       "9999-12-31T23:59:59.999Z",
		"2028-02-29T00:00:00Z":           "2028-02-29T00:00:00.000Z",
		"2026-11-21T09:30:00Z":           "INVALID_SCHEDULE",
		"2026-11-21T09:30:00.0009Z":      "INVALID_SCHEDULE",
		"2026-11-21T09:29:59.999Z":       "INVALID_SCHEDULE",
		"2026-11-21T10:30:00+01:00":      "INVALID_SCHEDULE",
		"1969-12-31T23:59:59Z":           "INVALID_SCHEDULE",
		"0000-01-01T00:00:00Z":           "INVALID_SCHEDULE",
		"2026-12-31T23:59:60Z":           "VALIDATION_ERROR",
		"2026-11-21T10:30:00":            "VALIDATION_ERROR",
		"2026-11-21":                     "VALIDATION_ERROR",
		"9999-12-31T23:59:59-01:00":      "VALIDATION_ERROR",
		"10000-01-01T00:00:00Z":          "VALIDATION_ERROR",
		"2027-02-29T00:00:00Z":           "VALIDATION_ERROR",
		"tomorrow":                       "VALIDATION_ERROR",
		"":                               "VALIDATION_ERROR",
		"2026-11-21T10:30:00.000Z extra": "VALIDATION_ERROR",
	} {
		answer := j.client.Post("/api/v1/schedule", b.with("scheduledFor", at))
		if strings.HasSuffix(want, "_ERROR") || want == "INVALID_SCHEDULE" {
			if got := answer.String("code"); answer.Status != http.StatusBadRequest || got != want {
				t.Errorf("%s: %d %s", at, answer.Status, answer.Body)
			}
			continue
		}
		if answer.Status != http.StatusCreated {
			t.Errorf("%s: %d %s", at, answer.Status, answer.Body)
			continue
		}
		for name, got := range map[string]string{
			"answer": answer.String("scheduledFor"),
			"detail": j.client.Get("/api/v1/schedule/" + answer.String("postId")).String("scheduledFor"),
			"post":   j.client.Get("/api/v1/posts/" + answer.String("postId")).String("scheduledFor"),
		} {
			if got != want {
				t.Errorf("%s: the %s has %s", at, name, got)
			}
		}
	}
	for _, number := range []any{1, nil, true, body{}} {
		j.client.Post("/api/v1/schedule", b.with("scheduledFor", number)).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	j.client.Post("/api/v1/schedule", b).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
}

// TestScenario_22_OnlyTheNewDateIsChecked: the stored date of a post passes while another post of
// the account keeps the worker. The text can still be changed, and the date to one in the future;
// not to one in the past.
func TestScenario_22_OnlyTheNewDateIsChecked(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: (10 * time.Minute).Milliseconds()})
	b := j.imagePost("first")
	first := j.schedule(b, e2e.Start.Add(time.Hour))
	id := j.schedule(b.with("caption", "second"), e2e.Start.Add(time.Hour))
	j.pass(time.Hour + time.Second)
	if p := j.post(id); p.Status != posts.Scheduled {
		t.Fatalf("the post is %s", describe(p))
	}
	path := "/api/v1/schedule/" + id
	j.client.Put(path, body{"caption": "changed"}).Want(http.StatusOK)
	for _, past := range []time.Time{e2e.Start.Add(time.Hour), e2e.Start.Add(time.Hour + time.Second)} {
		j.client.Put(path, body{"scheduledFor": past}).WantError(http.StatusBadRequest, "INVALID_SCHEDULE")
	}
	j.client.Put(path, body{"scheduledFor": "2026-11-22T12:00:00"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	at := e2e.Start.Add(3 * time.Hour)
	if got := j.client.Put(path, body{"scheduledFor": at}).Want(http.StatusOK).String("scheduledFor"); got != wiretime.Of(at).String() {
		t.Errorf("it is scheduled for %s", got)
	}
	j.comesTo(first, once)
	j.pass(at.Sub(j.Clock.Now()))
	p := j.endsAs(id, ending{live: 1, calls: []string{"published", "published"}})
	if text(p.Caption) != "changed" || !p.PublishedAt.Time().Equal(at) {
		t.Errorf("the post is %s", show(p))
	}
}
