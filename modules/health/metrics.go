package health

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/platform/apperror"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/wiretime"
)

// MetricsPath is where the metrics are, for programs that collect them.
const MetricsPath = "/metrics"

// lateBounds are the upper bounds of the classes of lateness, in seconds.
var lateBounds = []float64{1, 5, 15, 60, 300, 900, 3600, 21600, 86400}

// Gauges are what a Meter works with.
type Gauges struct {
	DB       *database.DB
	Dir      *datadir.Dir
	Clock    clock.Clock
	Config   config.Config
	About    httpapi.About
	Accounts *auth.Service
	Network  *networkclock.Clock
	Held     *instance.Instance
	Queue    *jobs.Queue
}

// Meter says in numbers how Crier is. It looks when somebody asks, and costs nothing meanwhile.
type Meter struct {
	Gauges

	mu sync.Mutex
	// counted is the end of the posts that are in the counters. Every end has another instant.
	counted wiretime.Time
	// published and failed count since the start. late has the posts of each class, the last of
	// which has no bound, and lateness the sum of all in seconds.
	published, failed int64
	late              []int64
	lateness          float64
}

// NewMeter returns a Meter whose counters begin now.
func NewMeter(g Gauges) *Meter {
	// What ends in this same millisecond is of this start.
	return &Meter{Gauges: g, counted: wiretime.Of(g.Clock.Now().Add(-time.Millisecond)), late: make([]int64, len(lateBounds)+1)}
}

// Serve answers in the text form of Prometheus.
func (m *Meter) Serve(w http.ResponseWriter, r *http.Request, fail func(error)) {
	if !m.Config.Metrics {
		fail(apperror.New(apperror.NotFound, "there is nothing at %s unless the setting CRIER_METRICS is on", MetricsPath))
		return
	}
	text, err := m.Text(r.Context())
	if err != nil {
		fail(fmt.Errorf("make the metrics: %w", err))
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(text)
}

// Text returns the metrics as they are now. No name, text or secret is in them: an account has its
// id.
func (m *Meter) Text(ctx context.Context) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := &exposition{}
	out.family("crier_info", "gauge", "The version and the mode; always 1.")
	out.sample("crier_info", 1, "version", m.About.Version, "mode", m.About.Mode)
	for _, write := range []func(context.Context, *exposition) error{m.posts, m.ended, m.due, m.perAccount, m.machine, m.held} {
		if err := write(ctx, out); err != nil {
			return nil, err
		}
	}
	return []byte(out.text.String()), nil
}

func (m *Meter) posts(ctx context.Context, out *exposition) error {
	counts, err := posts.CountByStatus(ctx, m.DB)
	if err != nil {
		return err
	}
	out.family("crier_posts", "gauge", "Posts in the history, by their status.")
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		out.sample("crier_posts", float64(counts[status]), "status", string(status))
	}
	return nil
}

// ended counts what has ended since the last look, the deleted posts too.
func (m *Meter) ended(ctx context.Context, out *exposition) error {
	ends, err := posts.EndedSince(ctx, m.DB, m.counted)
	if err != nil {
		return err
	}
	for _, e := range ends {
		m.counted = e.At
		if e.Status == posts.Failed {
			m.failed++
			continue
		}
		m.published++
		if e.Late == nil {
			continue
		}
		class, seconds := 0, max(0, e.Late.Seconds())
		for class < len(lateBounds) && seconds > lateBounds[class] {
			class++
		}
		m.late[class]++
		m.lateness += seconds
	}
	out.family("crier_publish_total", "counter", "Posts that were published or have failed since the start.")
	out.sample("crier_publish_total", float64(m.published), "outcome", "published")
	out.sample("crier_publish_total", float64(m.failed), "outcome", "failed")
	const late = "crier_publish_lateness_seconds"
	out.family(late, "histogram", "How long after their time scheduled posts were published, since the start.")
	sum := int64(0)
	for i, n := range m.late {
		bound := "+Inf"
		if i < len(lateBounds) {
			bound = strconv.FormatFloat(lateBounds[i], 'f', -1, 64)
		}
		sum += n
		out.sample(late+"_bucket", float64(sum), "le", bound)
	}
	out.sample(late+"_sum", m.lateness)
	out.sample(late+"_count", float64(sum))
	return nil
}

func (m *Meter) due(ctx context.Context, out *exposition) error {
	counts, err := m.Queue.Counts(ctx, m.DB)
	if err != nil {
		return err
	}
	out.family("crier_queue_due", "gauge", "Jobs that are due and wait for a worker.")
	out.sample("crier_queue_due", float64(counts.Waiting))
	return nil
}

func (m *Meter) perAccount(ctx context.Context, out *exposition) error {
	known, err := m.Accounts.Accounts(ctx)
	if err != nil {
		return err
	}
	usages, err := posts.Usages(ctx, m.DB, m.Clock, m.Accounts)
	if err != nil {
		return err
	}
	out.family("crier_token_expiry_seconds", "gauge", "Until the end of the account's access, as far as it has a known one; negative since it has ended.")
	for i := range known {
		if ends := known[i].TokenExpiresAt; ends != nil {
			out.sample("crier_token_expiry_seconds", ends.Time().Sub(m.Clock.Now()).Seconds(), "account", known[i].ID.String())
		}
	}
	out.family("crier_cap_used", "gauge", "Posts of the account in the last 24 hours.")
	for _, u := range usages.Accounts {
		out.sample("crier_cap_used", float64(u.Used), "account", u.AccountID.String())
	}
	out.family("crier_cap_limit", "gauge", "How many the network takes of the account in 24 hours.")
	for _, u := range usages.Accounts {
		out.sample("crier_cap_limit", float64(u.Cap), "account", u.AccountID.String())
	}
	return nil
}

func (m *Meter) machine(_ context.Context, out *exposition) error {
	last, err := backup.LastProved(m.Dir)
	if err != nil {
		return err
	}
	if last != nil {
		out.family("crier_backup_age_seconds", "gauge", "Since the last backup that was read back and found to be whole.")
		out.sample("crier_backup_age_seconds", m.Clock.Now().Sub(last.Time).Seconds())
	}
	if ahead, at := m.Network.Last(); !at.IsZero() {
		out.family("crier_clock_skew_seconds", "gauge", "By how much this computer's clock is ahead of the network's.")
		out.sample("crier_clock_skew_seconds", ahead.Seconds())
	}
	return nil
}

func (m *Meter) held(ctx context.Context, out *exposition) error {
	state, err := m.Held.State(ctx)
	if err != nil {
		return err
	}
	isHeld := 0.0
	if state.IsQuarantined() {
		isHeld = 1
	}
	out.family("crier_held", "gauge", "1 while posts are held because the data folder has gone back in time.")
	out.sample("crier_held", isHeld)
	return nil
}

// exposition is the text form of Prometheus, version 0.0.4. It is what all of them read.
type exposition struct{ text strings.Builder }

// family begins a metric.
func (e *exposition) family(name, kind, help string) {
	fmt.Fprintf(&e.text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// sample writes one value. labels are names and values in turn.
func (e *exposition) sample(name string, value float64, labels ...string) {
	e.text.WriteString(name)
	for i := 0; i < len(labels); i += 2 {
		// What %q makes of a quote, a backslash and the end of a line is what the form wants.
		fmt.Fprintf(&e.text, "%c%s=%q", "{,"[min(i, 1)], labels[i], labels[i+1])
	}
	if len(labels) > 0 {
		e.text.WriteByte('}')
	}
	fmt.Fprintf(&e.text, " %s\n", strconv.FormatFloat(value, 'g', -1, 64))
}
