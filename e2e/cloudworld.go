package e2e

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore/s3test"
)

const (
	// CloudToken is the API token of the account of a CloudWorld.
	CloudToken = "cf-token-Zx81kQpwR7"
	// CloudName is the name that SetUp gives the worker's script there.
	CloudName = "crier"
	// cloudPace leaves ten seconds to a network that is slow with a picture.
	cloudPace = 30
)

// CloudWorld is everything that exists beside a closed desktop: a Cloudflare whose scripts run, a
// bucket, the network.
type CloudWorld struct {
	*workertest.Runtime

	CF      *cloudflaretest.Server
	Account string
	Bucket  *s3test.Server
	Network *SandboxProcess
	Control *SandboxControl
	Program *Executable
	// NoBucket leaves the bucket out of the settings.
	NoBucket bool
	// Dir is the data folder of this world's services, which run one after another.
	Dir string

	clock *shifted
}

// shifted is the system's clock, which a test sets forward.
type shifted struct {
	clock.Clock

	ahead atomic.Int64
}

// Now returns the shifted time.
func (s *shifted) Now() time.Time { return s.Clock.Now().Add(time.Duration(s.ahead.Load())) }

// SetAhead sets the time of Cloudflare's API ahead.
func (c *CloudWorld) SetAhead(by time.Duration) { c.clock.ahead.Store(int64(by)) }

// NewCloudWorld starts a world in which nothing is deployed yet.
func NewCloudWorld(tb testing.TB, program *Executable) *CloudWorld {
	tb.Helper()
	at := &shifted{Clock: clock.System()}
	c := &CloudWorld{clock: at, CF: cloudflaretest.Start(tb, at), Program: program, Dir: filepath.Join(tb.TempDir(), "data")}
	c.Account = c.CF.AddAccount("Anna")
	c.CF.AddToken(cloudflaretest.Token{Value: CloudToken, Accounts: []string{c.Account}})
	c.Runtime = workertest.Start(tb, c.CF, workertest.Paced(cloudPace))
	c.Bucket = s3test.Start(tb)
	c.Network = program.Sandbox(tb, "0", "")
	c.Control = c.Network.Control(tb)
	return c
}

// Settings are the environment variables of a service of this world.
func (c *CloudWorld) Settings(more ...string) []string {
	settings := []string{
		"CRIER_DATA_DIR=" + c.Dir, "CRIER_SANDBOX_URL=" + c.Network.URL(), "CRIER_CLOUDFLARE_URL=" + c.CF.URL(), "CRIER_WORKERS_URL=" + c.URL(),
		"RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000",
	}
	if b := c.Bucket.Config(); !c.NoBucket {
		settings = append(settings, "CRIER_BUCKET_ENDPOINT="+b.Endpoint, "CRIER_BUCKET_NAME="+b.Name, "CRIER_BUCKET_ACCESS_KEY_ID="+b.AccessKeyID,
			"CRIER_BUCKET_SECRET_ACCESS_KEY="+b.SecretAccessKey.Reveal(), "CRIER_BUCKET_PUBLIC_URL="+b.PublicURL)
	}
	return append(settings, more...)
}

// SetUp sets the cloud up with a client of the internal surface.
func (*CloudWorld) SetUp(inside *Client) {
	inside.tb.Helper()
	inside.Post("/api/cloud/setup", map[string]string{"apiToken": CloudToken, "workerName": CloudName}).Want(http.StatusOK)
}

// ShowAll ends the lag of the network's lists, also for items that were published before.
func (c *CloudWorld) ShowAll() {
	c.Control.do(http.MethodPost, "reads", map[string]any{"listLag": 0, "listLagMs": 1}, nil)
}

// Captioned returns what was published with the caption.
func (c *CloudWorld) Captioned(tb testing.TB, caption string) (live []Publication) {
	tb.Helper()
	for _, p := range c.Ledger(tb).Publications {
		if p.Caption == caption {
			live = append(live, p)
		}
	}
	return live
}

// Ledger returns the network's ledger, for a test that may have been started after the network.
func (c *CloudWorld) Ledger(tb testing.TB) Ledger {
	tb.Helper()
	return NewSandboxControl(tb, c.Network.URL()).Ledger()
}

// GoesOut waits until an item with the caption is live.
func (c *CloudWorld) GoesOut(tb testing.TB, caption string) {
	tb.Helper()
	Until(tb, func() bool { return len(c.Captioned(tb, caption)) > 0 })
}

// Mirrored returns the state of a post that the worker's KV shows, empty for none.
func (c *CloudWorld) Mirrored(tb testing.TB, id string) string {
	tb.Helper()
	script, _ := c.CF.Script(c.Account, CloudName)
	for _, b := range script.Bindings {
		if e, ok := c.CF.KV(c.Account, b.Namespace).Values()[worker.KeyPrefix+id]; ok && b.Name == worker.BindingMirror {
			var shown struct{ State string }
			if err := json.Unmarshal(e.Value, &shown); err != nil {
				tb.Fatal(err)
			}
			return shown.State
		}
	}
	return ""
}
