package health

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/graph"
	"crier/platform/wiretime"
)

// unproved is how long ago the bucket was last tried that nobody should count on it.
const unproved = 24 * time.Hour

// foretell says what keeps all posts from going out at their time, or may: those parts of the
// report that they stand on. What has to be mended fails them. What has to be looked after soon, a
// wrong clock and a worker that has none of them are warnings.
func foretell(ctx context.Context, e *Examiner, about posts.Outline) (told []posts.Foretold, err error) {
	now := e.Clock.Now()
	add := func(code posts.ForecastCode, p HealthPart, isFailure bool) {
		if p.Verdict == Well {
			return
		}
		one := posts.Foretold{Code: code, Fails: isFailure && p.Verdict == Mend, Says: p.Says, Fix: p.Name + ": " + p.Fix.Label + ".", To: p.Fix.To, Command: p.Fix.Command, At: wiretime.Of(now)}
		if one.Code == posts.ForecastVersion {
			one.At = wiretime.Of(graph.VersionEnds())
			one.Fails = graph.VersionEnds().Before(about.Until)
		}
		told = append(told, one)
	}
	held, err := e.held(ctx)
	if err != nil {
		return nil, err
	}
	set, err := e.Worker.SetupStatus(ctx)
	if err != nil {
		return nil, fmt.Errorf("read how the worker is: %w", err)
	}
	for _, p := range held {
		add(posts.ForecastHeld, p, true)
	}
	for _, p := range e.places(set) {
		add(posts.ForecastAddress, p, about.Here)
	}
	for _, p := range worker(set, now) {
		add(posts.ForecastWorker, p, about.InCloud && !set.IsCronDead)
	}
	for _, text := range set.Scarce(now) {
		told = append(told, posts.Foretold{Code: posts.ForecastQuota, Says: text, Fix: "Look at what the worker uses.", To: "/settings/worker", Command: "crier cloud status", At: wiretime.Of(now)})
	}
	if bucket := e.Buckets.Status(); about.Here && bucket.Configured && bucket.Problem == nil && (bucket.CheckedAt == nil || now.Sub(bucket.CheckedAt.Time()) > unproved) {
		says := "The bucket, from which the network fetches files, was not tried yet."
		if bucket.CheckedAt != nil {
			figure, unit := ago(now.Sub(bucket.CheckedAt.Time()))
			says = "The bucket, from which the network fetches files, was last tried " + figure + " " + unit + "."
		}
		told = append(told, posts.Foretold{Code: posts.ForecastAddress, Says: says, Fix: "Try it.", To: "/settings/media", Command: "crier bucket check", At: wiretime.Of(now)})
	}
	add(posts.ForecastDisk, e.folder(now).room(), about.Here)
	add(posts.ForecastClock, e.machine(), false)
	add(posts.ForecastVersion, version(now), true)
	return told, nil
}
