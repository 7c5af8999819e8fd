package e2e_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/config"
)

var samplePattern = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? ([-+0-9.eEInfNa]+)$`)

// scraped reads the text form of Prometheus as strictly as its parser, and returns each sample
// under its name with its labels.
func scraped(t *testing.T, text string) map[string]float64 {
	t.Helper()
	samples, kinds, family := map[string]float64{}, map[string]string{}, ""
	if !strings.HasSuffix(text, "\n") {
		t.Error("the last line has no end")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if kind, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(kind, " ")
			if _, isThere := kinds[name]; isThere || !slices.Contains([]string{"counter", "gauge", "histogram"}, kind) {
				t.Errorf("a second or wrong type: %s", line)
			}
			family, kinds[name] = name, kind
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		m := samplePattern.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no sample: %q", line)
		}
		if isOfHistogram := kinds[family] == "histogram" && slices.Contains([]string{"_bucket", "_sum", "_count"}, strings.TrimPrefix(m[1], family)); m[1] != family && !isOfHistogram {
			t.Errorf("%s stands below %s", m[1], family)
		}
		value, err := strconv.ParseFloat(m[3], 64)
		if _, isThere := samples[m[1]+m[2]]; isThere || err != nil {
			t.Errorf("%s: twice, or %v", line, err)
		}
		samples[m[1]+m[2]] = value
	}
	return samples
}

// TestMetrics: every program of this machine that asks at an address of Crier gets what has
// happened, as Prometheus reads it, and no name is in it.
func TestMetrics(t *testing.T) {
	t.Parallel()
	j := begin(t, e2e.Configured(func(c *config.Config) { c.Metrics = true }))
	scrape := func() map[string]float64 {
		t.Helper()
		answer := j.Anonymous(t).Get("/metrics").Want(http.StatusOK)
		if kind := answer.Header.Get("Content-Type"); kind != "text/plain; version=0.0.4; charset=utf-8" {
			t.Errorf("the type is %q", kind)
		}
		for _, name := range []string{"crier.demo", "svc_live", "demo.bakery"} {
			if strings.Contains(string(answer.Body), name) {
				t.Errorf("%s is in %s", name, answer.Body)
			}
		}
		return scraped(t, string(answer.Body))
	}
	want := func(got map[string]float64, want map[string]float64) {
		t.Helper()
		for name, value := range want {
			if have, ok := got[name]; !ok || have != value {
				t.Errorf("%s is %v, not %v", name, got[name], value)
			}
		}
		if t.Failed() {
			t.Fatalf("all are %v", slices.Sorted(maps.Keys(got)))
		}
	}
	account := `{account="` + demoAccount + `"}`
	want(scrape(), map[string]float64{
		`crier_info{version="test",mode="sandbox"}`: 1, `crier_posts{status="PUBLISHED"}`: 0, `crier_publish_total{outcome="published"}`: 0, `crier_publish_total{outcome="failed"}`: 0,
		`crier_publish_lateness_seconds_bucket{le="+Inf"}`: 0, "crier_queue_due": 0, "crier_held": 0, "crier_cap_used" + account: 0, "crier_cap_limit" + account: 25,
		"crier_token_expiry_seconds" + account: (60 * 24 * time.Hour).Seconds(),
	})
	id := j.schedule(j.imagePost("on time"), e2e.Start.Add(time.Hour))
	late := j.schedule(j.imagePost("late"), e2e.Start.Add(2*time.Hour))
	want(scrape(), map[string]float64{`crier_posts{status="SCHEDULED"}`: 2, "crier_queue_due": 0})
	j.pass(time.Hour)
	if p := j.post(id); p.Status != posts.Published {
		t.Fatalf("the post is %s", describe(p))
	}
	got := scrape()
	want(got, map[string]float64{
		`crier_posts{status="PUBLISHED"}`: 1, `crier_publish_total{outcome="published"}`: 1, "crier_publish_lateness_seconds_count": 1, `crier_publish_lateness_seconds_bucket{le="+Inf"}`: 1,
		"crier_cap_used" + account: 1,
	})
	if got["crier_publish_lateness_seconds_sum"] < 0 || got["crier_publish_lateness_seconds_sum"] > 60 {
		t.Errorf("the lateness is %v", got["crier_publish_lateness_seconds_sum"])
	}
	// The network tells its time in whole seconds.
	if skew, ok := got["crier_clock_skew_seconds"]; !ok || skew < -1 || skew > 1 {
		t.Errorf("the clock is off by %v, %t", skew, ok)
	}
	// A counter begins again with the program; what is stored stays.
	j = j.again(3*time.Hour, e2e.Configured(func(c *config.Config) { c.Metrics = true }))
	j.Rest(t)
	if p := j.post(late); p.Status != posts.Published {
		t.Fatalf("the late post is %s", describe(p))
	}
	want(scrape(), map[string]float64{
		`crier_posts{status="PUBLISHED"}`: 2, `crier_publish_total{outcome="published"}`: 1, `crier_publish_lateness_seconds_bucket{le="3600"}`: 0, `crier_publish_lateness_seconds_bucket{le="21600"}`: 1,
	})
	j.client.Delete("/api/v1/posts/" + late).Want(http.StatusOK)
	want(scrape(), map[string]float64{`crier_posts{status="PUBLISHED"}`: 1, `crier_publish_total{outcome="published"}`: 1})
	j.Anonymous(t).At("evil.example.org").Get("/metrics").WantError(http.StatusNotFound, "NOT_FOUND")
	if answer := j.Anonymous(t).Post("/metrics", "{}"); answer.Status < 400 {
		t.Errorf("POST: %d", answer.Status)
	}
}

// TestMetrics_Off: nothing is there unless somebody asks for it.
func TestMetrics_Off(t *testing.T) {
	t.Parallel()
	e2e.Boot(t).Anonymous(t).Get("/metrics").WantError(http.StatusNotFound, "NOT_FOUND")
}
