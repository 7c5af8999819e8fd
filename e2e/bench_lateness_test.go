package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/platform/clock"
)

// lateCount is how many posts BenchmarkLateness schedules, one after another.
const lateCount = 200

// BenchmarkLateness schedules posts on an idle machine: ms-to-network is from the time of a post to
// the arrival of its first call at the network, ms-to-publish to that of its publish call, which
// comes after the network has fetched and checked the picture.
func BenchmarkLateness(b *testing.B) {
	client, tap, path := newTapped(b)
	file := uploadFile(b, client.service, client.key, path)
	var toNetwork, toPublish spread
	for b.Loop() {
		for range lateCount {
			tap.forget()
			at := tap.clock.Now().Add(50 * time.Millisecond).Truncate(time.Millisecond)
			post := client.schedule(file, at)
			sent := tap.awaitPublishCall(b)
			toNetwork.add(tap.first().Sub(at))
			toPublish.add(sent.Sub(at))
			client.awaitPublished(post)
		}
	}
	toNetwork.reportTail(b, "ms-to-network")
	toPublish.reportTail(b, "ms-to-publish")
}

const (
	// burstCount is how many posts become due at one instant in BenchmarkLateness_Burst.
	burstCount = 1000
	// burstLead is how long before that the program starts.
	burstLead = 5 * time.Second
)

// BenchmarkLateness_Burst runs the real program until one instant at which many posts become due,
// on a network that answers at once: ms-live is from that instant until a post is live, which is
// during its publish call.
func BenchmarkLateness_Burst(b *testing.B) {
	for _, accounts := range []int{2, 50} {
		b.Run(fmt.Sprintf("%d accounts", accounts), func(b *testing.B) {
			var live spread
			for b.Loop() {
				b.StopTimer()
				l := prepareLoad(b, burstCount, accounts, burstLead)
				b.StartTimer()
				service := l.service.Again(b)
				if clock.System().Now().After(l.due) {
					b.Fatal("the posts were due before the program had started")
				}
				l.await(b)
				b.StopTimer()
				published := l.network.Control(b).Ledger().Publications
				if len(published) != burstCount {
					b.Fatalf("%d posts are live", len(published))
				}
				for _, p := range published {
					live.add(p.PublishedAt.Sub(l.due))
				}
				service.Stop(b)
				b.StartTimer()
			}
			live.reportTail(b, "ms-live")
		})
	}
}

// schedule schedules a picture for a time.
func (p publishing) schedule(file string, at time.Time) (post string) {
	p.tb.Helper()
	content, err := json.Marshal(body{"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": file, "scheduledFor": at.Format(time.RFC3339Nano), "timezone": "UTC"})
	if err != nil {
		p.tb.Fatal(err)
	}
	return p.do(http.MethodPost, "/schedule", string(content), http.StatusCreated).PostID
}

// reportTail adds the median, the 99th percentile and the maximum to the benchmark's figures, in
// milliseconds.
func (s *spread) reportTail(b *testing.B, unit string) {
	b.Helper()
	slices.Sort(*s)
	b.ReportMetric(milliseconds((*s)[len(*s)/2]), unit+"-p50")
	b.ReportMetric(milliseconds((*s)[len(*s)*99/100]), unit+"-p99")
	b.ReportMetric(milliseconds((*s)[len(*s)-1]), unit+"-max")
}
