package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// SandboxControl is the control API of a sandbox network. A call that is not taken fails the test.
type SandboxControl struct {
	tb   testing.TB
	url  string
	http *http.Client
}

// Control returns the control API of the network that the App talks to.
func (a *App) Control(tb testing.TB) *SandboxControl {
	tb.Helper()
	return NewSandboxControl(tb, a.Sandbox.URL())
}

// NewSandboxControl returns the control API of the sandbox network at url, which has no closing
// slash.
func NewSandboxControl(tb testing.TB, url string) *SandboxControl {
	tb.Helper()
	transport := &http.Transport{}
	tb.Cleanup(transport.CloseIdleConnections)
	return &SandboxControl{tb: tb, url: url, http: &http.Client{Transport: transport, Timeout: time.Minute}}
}

// Ledger is all that ever became visible to the world, and every call that wanted to make something
// visible.
type Ledger struct {
	Publications        []Publication        `json:"publications"`
	PartnerPublications []PartnerPublication `json:"partnerPublications"`
	NativeStories       []NativeStory        `json:"nativeStories"`
	Comments            []Comment            `json:"comments"`
	PublishCalls        []PublishCall        `json:"publishCalls"`
	UnexpectedCalls     []UnexpectedCall     `json:"unexpectedCalls"`
}

// PathOf returns an address of the network without its host: after a restart the sandbox may have
// to take another port, when a program has the last one. It is empty for none.
func PathOf(link *string) string {
	u, err := url.Parse(Text(link))
	if err != nil {
		return Text(link)
	}
	return u.Path
}

// Publication is a post or story on an account. A post by hand has no container.
type Publication struct {
	MediaID     string     `json:"mediaId"`
	ContainerID string     `json:"containerId"`
	AccountID   string     `json:"accountId"`
	MediaType   string     `json:"mediaType"`
	Caption     string     `json:"caption"`
	Children    []string   `json:"children"`
	Permalink   *string    `json:"permalink"`
	PublishedAt time.Time  `json:"publishedAt"`
	DeletedAt   *time.Time `json:"deletedAt"`
}

// PartnerPublication is a post or story on a Page.
type PartnerPublication struct {
	PostID      string    `json:"postId"`
	ObjectID    string    `json:"objectId"`
	PageID      string    `json:"pageId"`
	Kind        string    `json:"kind"`
	Caption     string    `json:"caption"`
	PublishedAt time.Time `json:"publishedAt"`
}

// NativeStory is a story that came in by the native API.
type NativeStory struct {
	MediaID     string    `json:"mediaId"`
	UploadID    string    `json:"uploadId"`
	Username    string    `json:"username"`
	Mentions    []string  `json:"mentions"`
	PublishedAt time.Time `json:"publishedAt"`
}

// PublishCall is one publish call and what came of it.
type PublishCall struct {
	ContainerID string `json:"containerId"`
	Outcome     string `json:"outcome"`
}

// UnexpectedCall is a call for which the network has no route.
type UnexpectedCall struct {
	At     time.Time `json:"at"`
	Method string    `json:"method"`
	Host   string    `json:"host"`
	Path   string    `json:"path"`
	// What of it stands on no row of the table of edges; empty when there is no such path at all.
	What string `json:"what"`
}

// Ledger returns the ledger. A call fails the test that the network has no route for, or of which
// something stands on no row of the table of edges.
func (s *SandboxControl) Ledger() Ledger {
	s.tb.Helper()
	return s.LedgerDespite()
}

// LedgerDespite is Ledger after calls that were wrong on purpose: what each of the texts says of
// one must have come, and nothing else.
func (s *SandboxControl) LedgerDespite(wrong ...string) Ledger {
	s.tb.Helper()
	var l Ledger
	s.do(http.MethodGet, "ledger", nil, &l)
	left := slices.Clone(l.UnexpectedCalls)
	for _, what := range wrong {
		isIt := func(c UnexpectedCall) bool { return c.What != "" && strings.Contains(c.What, what) }
		if !slices.ContainsFunc(left, isIt) {
			s.tb.Errorf("no call was wrong by %q: %+v", what, left)
		}
		left = slices.DeleteFunc(left, isIt)
	}
	if len(left) > 0 {
		s.tb.Errorf("the network does not have %+v", left)
	}
	return l
}

// Outcomes returns what came of the publish calls, in order.
func (l Ledger) Outcomes() []string {
	outcomes := make([]string, len(l.PublishCalls))
	for i, c := range l.PublishCalls {
		outcomes[i] = c.Outcome
	}
	return outcomes
}

// manifestHost serves the version manifest, which a chore reads on the system's clock.
const manifestHost = "manifest"

// Fault is a planned failure of the network. Times is 1 when it is 0.
type Fault struct {
	Match           FaultMatch `json:"match"`
	Skip            int        `json:"skip,omitempty"`
	Times           int        `json:"times,omitempty"`
	HTTP            int        `json:"http,omitempty"`
	Code            int        `json:"code,omitempty"`
	Subcode         int        `json:"subcode,omitempty"`
	Transient       bool       `json:"transient,omitempty"`
	Message         string     `json:"message,omitempty"`
	Body            string     `json:"body,omitempty"`
	DelayMs         int64      `json:"delayMs,omitempty"`
	DropBefore      bool       `json:"dropBefore,omitempty"`
	DropAfterCommit bool       `json:"dropAfterCommit,omitempty"`
	AfterCommit     bool       `json:"afterCommit,omitempty"`
	Malformed       bool       `json:"malformed,omitempty"`
	AfterBytes      int64      `json:"afterBytes,omitempty"`
	// EffectAfterMs has the connection cut at once, and the call take effect so much later.
	EffectAfterMs int64 `json:"effectAfterMs,omitempty"`
}

// FaultMatch says which calls a Fault befalls: an empty member matches all. Path is a regular
// expression.
type FaultMatch struct {
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	Host   string `json:"host,omitempty"`
}

// The calls that faults are made for most.
var (
	CreateCalls    = FaultMatch{Method: http.MethodPost, Path: `/media$`}
	CommentCalls   = FaultMatch{Method: http.MethodPost, Path: `/comments$`}
	CommentLists   = FaultMatch{Method: http.MethodGet, Path: `/comments$`}
	PublishCalls   = FaultMatch{Method: http.MethodPost, Path: `/media_publish$`}
	CapReads       = FaultMatch{Method: http.MethodGet, Path: `/content_publishing_limit$`}
	ContainerReads = FaultMatch{Method: http.MethodGet, Path: `/1789\d{13}$`}
	MediaReads     = FaultMatch{Method: http.MethodGet, Path: `/1800\d{13}$`}
	MediaLists     = FaultMatch{Method: http.MethodGet, Path: `/(media|stories)$`}
	// Those of the app API.
	ConfigureCalls = FaultMatch{Method: http.MethodPost, Path: `/configure_to_story/$`}
	OwnStoryReads  = FaultMatch{Method: http.MethodGet, Path: `/feed/user/\d+/story/$`}
	StoryUploads   = FaultMatch{Method: http.MethodPost, Path: `/rupload_ig(photo|video)/`}
)

// The calls of a Page, by which faults befall a share.
var (
	PagePhotoCalls = FaultMatch{Method: http.MethodPost, Path: `/photos$`}
	PageFeedCalls  = FaultMatch{Method: http.MethodPost, Path: `/feed$`}
	PhotoStories   = FaultMatch{Method: http.MethodPost, Path: `/photo_stories$`}
	PageVideoCalls = FaultMatch{Method: http.MethodPost, Path: `/videos$`}
	ReelCalls      = FaultMatch{Method: http.MethodPost, Path: `/video_reels$`}
	VideoStories   = FaultMatch{Method: http.MethodPost, Path: `/video_stories$`}
	PageLists      = FaultMatch{Method: http.MethodGet, Path: `/100000000000203/(posts|videos|stories)$`}
	PageVideoReads = FaultMatch{Method: http.MethodGet, Path: `/122\d{12}$`}
)

// UploadCalls are those that send the bytes of a container's video, PageUploadCalls those of a
// Page's.
var (
	UploadCalls     = FaultMatch{Method: http.MethodPost, Path: `/ig-api-upload/`}
	PageUploadCalls = FaultMatch{Method: http.MethodPost, Path: `/video-upload/`}
)

// Fault plans a failure and returns its id.
func (s *SandboxControl) Fault(f Fault) string {
	s.tb.Helper()
	var made struct{ ID string }
	s.do(http.MethodPost, "faults", f, &made)
	return made.ID
}

// ClearFaults takes back all failures that are planned.
func (s *SandboxControl) ClearFaults() {
	s.tb.Helper()
	s.do(http.MethodDelete, "faults", nil, nil)
}

// Latency is how long the network takes; nil leaves a value as it is.
type Latency struct {
	ImageMs            *int64 `json:"imageMs,omitempty"`
	VideoMs            *int64 `json:"videoMs,omitempty"`
	PollsUntilFinished *int   `json:"pollsUntilFinished,omitempty"`
	PerCallMs          *int64 `json:"perCallMs,omitempty"`
}

// Latency changes how long the network takes over the containers that are made from now on.
func (s *SandboxControl) Latency(l Latency) {
	s.tb.Helper()
	s.do(http.MethodPost, "latency", l, nil)
}

// NextContainerFails has the next container end in ERROR, with a subcode 2207xxx or the usual one
// for 0.
func (s *SandboxControl) NextContainerFails(subcode int) {
	s.tb.Helper()
	body := map[string]any{"force": "ERROR"}
	if subcode != 0 {
		body["subcode"] = subcode
	}
	s.do(http.MethodPost, "containers/next", body, nil)
}

// NextContainerSticks has the next container stay IN_PROGRESS.
func (s *SandboxControl) NextContainerSticks() {
	s.tb.Helper()
	s.do(http.MethodPost, "containers/next", map[string]any{"force": "STUCK"}, nil)
}

// Quota sets an account's publishing cap and how much of it is used at this instant. Accounts are
// named by snUserId.
func (s *SandboxControl) Quota(account string, total, used int) {
	s.tb.Helper()
	s.do(http.MethodPost, "quota", map[string]any{"accountId": account, "total": total, "used": used}, nil)
}

// Token ends an account's tokens (expire, revoke) or gives them a new life (restore).
func (s *SandboxControl) Token(account, action string) {
	s.tb.Helper()
	s.do(http.MethodPost, "tokens", map[string]any{"accountId": account, "action": action}, nil)
}

// AdvanceClock moves the sandbox's own clock, on which containers expire, and no other.
func (s *SandboxControl) AdvanceClock(d time.Duration) {
	s.tb.Helper()
	s.do(http.MethodPost, "clock", map[string]any{"advanceMs": d.Milliseconds()}, nil)
}

// AdvanceTime moves the sandbox's own clock and the Date of its answers: time passes at the
// network, and is not a wrong clock.
func (s *SandboxControl) AdvanceTime(d time.Duration) {
	s.tb.Helper()
	s.do(http.MethodPost, "clock", map[string]any{"advanceMs": d.Milliseconds(), "date": true}, nil)
}

// LagReads has the next n reads of fresh media answer that there are none.
func (s *SandboxControl) LagReads(n int) {
	s.tb.Helper()
	s.do(http.MethodPost, "reads", map[string]any{"lag": n}, nil)
}

// LagLists has the first n reads of a list leave out what is published from now on.
func (s *SandboxControl) LagLists(n int) {
	s.tb.Helper()
	s.do(http.MethodPost, "reads", map[string]any{"listLag": n}, nil)
}

// The ways in which a native login with the right password can go.
const (
	NativeOK              = "ok"
	NativeBadPassword     = "bad_password"
	NativeTwoFactor       = "two_factor"
	NativeChallengeEmail  = "challenge_email"
	NativeChallengeSMS    = "challenge_sms"
	NativeChallengeManual = "challenge_manual"
	NativeRateLimit       = "rate_limit"
	NativeRefusedMail     = "bad_password_email"
	NativeNeedsUpgrade    = "needs_upgrade"
)

// Native says how the native user's next logins go, and which code a challenge sends. Every device
// is new after it.
func (s *SandboxControl) Native(username, login, code string) {
	s.tb.Helper()
	s.do(http.MethodPost, "native", map[string]any{"username": username, "login": login, "code": code}, nil)
}

func (s *SandboxControl) do(method, call string, body, target any) {
	s.tb.Helper()
	var reader io.Reader = http.NoBody
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			s.tb.Fatal(err)
		}
		reader = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(context.WithoutCancel(s.tb.Context()), method, s.url+"/_sandbox/"+call, reader)
	if err != nil {
		s.tb.Fatal(err)
	}
	resp, err := s.http.Do(req)
	if err != nil {
		s.tb.Fatalf("%s %s: %v", method, call, err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.tb.Fatalf("%s %s: %d %s %v", method, call, resp.StatusCode, b, err)
	}
	if target == nil {
		return
	}
	if err := json.Unmarshal(b, target); err != nil {
		s.tb.Fatalf("%s %s: %v in %s", method, call, err, b)
	}
}

// Reset makes the network the one of a first run.
func (s *SandboxControl) Reset() {
	s.tb.Helper()
	s.do(http.MethodPost, "reset", nil, nil)
}
