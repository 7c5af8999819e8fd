package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
)

// lateCount is how many posts the benchmark of the lateness schedules, one after another.
const lateCount = 200

// BenchmarkLateness schedules posts on a machine that has nothing else to do: ms-to-network is from the time that a post is
// scheduled for to the arrival of its first call at the network, ms-to-publish to that of its publish call, which comes
// after the network has made and checked the picture.
func BenchmarkLateness(b *testing.B) {
	program := e2e.Program(b)
	network := program.Sandbox(b, "0", "")
	none := int64(0)
	network.Control(b).Latency(e2e.Latency{ImageMs: &none})
	tap := newTap(b, network.URL())
	service := program.Serve(b, usualLog, "CRIER_SANDBOX_URL="+tap.url, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	client := publishing{tb: b, service: service, key: service.Key(b)}
	network.Control(b).Quota(client.primary(), 1_000_000, 0)
	path := filepath.Join(b.TempDir(), "picture.png")
	if err := os.WriteFile(path, picture(b, 320, 320), 0o600); err != nil {
		b.Fatal(err)
	}
	file := uploadFile(b, service, client.key, path)
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

// schedule has a picture taken in for a time.
func (p publishing) schedule(file string, at time.Time) (post string) {
	p.tb.Helper()
	content, err := json.Marshal(body{"accountId": demoAccount, "mediaType": "IMAGE", "mediaFileId": file, "scheduledFor": at.Format(time.RFC3339Nano), "timezone": "UTC"})
	if err != nil {
		p.tb.Fatal(err)
	}
	return p.do(http.MethodPost, "/schedule", string(content), http.StatusCreated).PostID
}

// reportTail adds the median and the 99th of 100 to the benchmark's figures, in milliseconds.
func (s *spread) reportTail(b *testing.B, unit string) {
	b.Helper()
	slices.Sort(*s)
	b.ReportMetric(milliseconds((*s)[len(*s)/2]), unit+"-p50")
	b.ReportMetric(milliseconds((*s)[len(*s)*99/100]), unit+"-p99")
}
