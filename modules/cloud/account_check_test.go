package cloud_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
)

// TestCheck: against the simulator every answer is as expected. A call reports a Cloudflare that
// has changed, refuses or is away.
func TestCheck(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.cloud.Checker.Check(t.Context()); apperror.CodeOf(err) != apperror.TokenRequired {
		t.Errorf("before the set-up: %v", err)
	}
	b.mustSetUp(t)
	if _, _, err := newClient(b).R2().EnsureBucket(t.Context(), *b.buckets.Status().Name); err != nil {
		t.Fatal(err)
	}
	changes := len(b.changes())
	all := b.check(t)
	for _, c := range all {
		if c.Verdict != "confirms" || c.Actual == "" || !strings.HasPrefix(c.Row, "GET /") {
			t.Errorf("got %+v", c)
		}
	}
	if len(all) < 9 {
		t.Errorf("%d calls: %+v", len(all), all)
	}
	for name, c := range map[string]struct {
		fault           cloudflaretest.Fault
		verdict, says   string
		isTokenOfFuture bool
	}{
		"an unknown code": {fault: cloudflaretest.Fault{Path: "/schedules", Status: 400, Code: 987654, Message: "glow"}, verdict: "contradicts", says: "code 987654"},
		"a known code":    {fault: cloudflaretest.Fault{Path: "/schedules", Status: 404, Code: 10007, Message: "gone"}, verdict: "refused", says: "code 10007"},
		"a code that nobody has confirmed": {
			fault: cloudflaretest.Fault{Path: "/workers/subdomain", Status: 400, Code: 10030, Message: "no"}, verdict: "refused", says: "code 10030); what the code means is unverified",
		},
		"another form":        {fault: cloudflaretest.Fault{Path: "/schedules", Body: []byte(`{"success":true,"errors":[],"result":{"schedules":[{"when":"* * * * *"}]}}`)}, verdict: "contradicts", says: "no cron expression"},
		"an announced end":    {fault: cloudflaretest.Fault{Path: "/schedules", Status: 404, Code: 10007, Header: http.Header{"Sunset": {"soon"}}}, verdict: "contradicts", says: "Sunset: soon"},
		"a web page":          {fault: cloudflaretest.Fault{Path: "/schedules", HTML: true}, verdict: "contradicts", says: "a web page"},
		"Cloudflare is down":  {fault: cloudflaretest.Fault{Path: "/schedules", HTML: true, Status: 502}, verdict: "unreached", says: "502"},
		"a permission lacks":  {fault: cloudflaretest.Fault{Path: "/schedules", Status: 403, Code: 10000, Message: "Authentication error"}, verdict: "refused", says: "10000"},
		"a status is renamed": {isTokenOfFuture: true, verdict: "contradicts", says: "the status enabled"},
	} {
		if c.isTokenOfFuture {
			b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account}, Status: "enabled"})
		} else {
			c.fault.Method, c.fault.Times = http.MethodGet, -1
			b.cf.Fault(c.fault)
		}
		got := slices.DeleteFunc(b.check(t), func(c cloud.CloudCall) bool { return c.Verdict == "confirms" })
		if len(got) != 1 || got[0].Verdict != c.verdict || !strings.Contains(got[0].Actual, c.says) {
			t.Errorf("%s: %+v", name, got)
		}
		b.cf.Heal()
		b.cf.AddToken(cloudflaretest.Token{Value: apiToken, Accounts: []string{b.account}})
	}
	if n := len(b.changes()); n != changes {
		t.Errorf("%d changes were made", n-changes)
	}
}

func (b *bench) check(t *testing.T) []cloud.CloudCall {
	t.Helper()
	calls, err := b.cloud.Checker.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return calls
}

// changes are the calls to Cloudflare that change something.
func (b *bench) changes() []cloudflaretest.Call {
	return slices.DeleteFunc(b.cf.Calls(), func(c cloudflaretest.Call) bool { return c.Method == http.MethodGet })
}
