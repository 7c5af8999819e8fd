package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/platform/clock"
)

// Until waits for what a program does by itself, on the machine's clock, and fails the test when
// that does not come about within patience.
func Until(tb testing.TB, done func() bool) {
	tb.Helper()
	limit := clock.System().NewTimer(patience)
	defer limit.Stop()
	for !done() {
		select {
		case <-limit.C:
			tb.Fatal("it does not come about")
		case <-clock.System().NewTimer(20 * time.Millisecond).C:
		}
	}
}

// Await returns what the channel gives, also by being closed. It fails the test when that does not
// come within patience, instead of waiting for it until the test program is ended.
func Await[T any](tb testing.TB, c <-chan T, what string) (got T) {
	tb.Helper()
	limit := clock.System().NewTimer(patience)
	defer limit.Stop()
	select {
	case got = <-c:
	case <-limit.C:
		tb.Fatalf("%s does not come", what)
	}
	return got
}

// SleepUnless waits on the machine's clock, and reports false when ended was closed before.
func SleepUnless(ended <-chan struct{}, d time.Duration) bool {
	timer := clock.System().NewTimer(d)
	defer timer.Stop()
	select {
	case <-ended:
		return false
	case <-timer.C:
		return true
	}
}

// AwaitPublished asks the real program until the post is PUBLISHED. It fails the test when the post
// is FAILED instead.
func AwaitPublished(tb testing.TB, client *Client, post string) {
	tb.Helper()
	if AwaitStatus(tb, client, post, "PUBLISHED", "FAILED") == "FAILED" {
		tb.Errorf("it was not published: %s", client.Get(v1Prefix+"/posts/"+post).Body)
	}
}

// AwaitStatus asks the real program until the post has one of the statuses, and returns which.
func AwaitStatus(tb testing.TB, client *Client, post string, wanted ...string) string {
	tb.Helper()
	limit := clock.System().NewTimer(patience)
	defer limit.Stop()
	for {
		status := client.Get(v1Prefix + "/posts/" + post).Want(http.StatusOK).String("status")
		if slices.Contains(wanted, status) {
			return status
		}
		select {
		case <-limit.C:
			tb.Fatalf("the post is still %s", status)
		case <-clock.System().NewTimer(20 * time.Millisecond).C:
		}
	}
}

// FastSpeed is how many times as fast as the machine's a fast clock runs: an hour of waiting takes
// 36 s.
const FastSpeed = 100

// FastClock is the setting of a KillableProgram whose clock was right at since and runs at
// FastSpeed from then on.
func FastClock(since time.Time) string {
	return fmt.Sprintf("CRIER_TEST_CLOCK=%d@%s", FastSpeed, since.Format(time.RFC3339Nano))
}
