package cloud

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/publicurl"
	"crier/platform/secrets"
)

// The kinds of an address for notifications.
const (
	KindNtfy    = "ntfy"
	KindWebhook = "webhook"
	// notifyNobody is bound in place of an address when none is set.
	notifyNobody = "about:blank"
)

// notification stores the address at which the worker notifies a person of failures while this
// machine is off.
type notification struct {
	stack   *stack
	asker   *asker
	reports *reports
	setup   *setup
	// isLocal says that the worker runs on this machine, and can reach it.
	isLocal bool
}

// NotificationRequest is the body of PUT /api/cloud/notification.
type NotificationRequest struct {
	URL  string `json:"url"            maxLength:"1024" format:"password" writeOnly:"true" doc:"A topic of ntfy, or a webhook that takes JSON; https only. It is stored sealed and never returned." example:"https://ntfy.sh/crier-k3wq7mzx"`
	Kind string `json:"kind,omitempty" enum:"ntfy,webhook" doc:"How messages are sent: as ntfy takes them, or as JSON; left out, ntfy for a host that is called so." example:"ntfy"`
}

// NotificationTest is the result of a test message.
type NotificationTest struct {
	Host      string  `json:"host"      doc:"Host of the address." example:"ntfy.sh"`
	Kind      string  `json:"kind"      doc:"How messages are sent." example:"ntfy"`
	Delivered bool    `json:"delivered" doc:"Whether the address took the worker's test message."`
	Problem   *string `json:"problem"   doc:"Why it did not; null when it did."`
}

// workerNotification is the worker's report about notifications. Mark identifies the address that
// it has.
type workerNotification struct {
	IsSet   bool    `json:"isSet"`
	Mark    *string `json:"mark"`
	Problem *string `json:"problem"`
}

// Set stores the address, deploys the worker with it, and makes the worker send a test message. An
// address that refuses the message stays stored, because it may be down for a moment; the answer
// says so.
func (n *notification) Set(ctx context.Context, in NotificationRequest) (NotificationTest, error) {
	address, err := notifyAddress(in.URL, n.isLocal)
	if err != nil {
		return NotificationTest{}, err
	}
	kind := cmp.Or(in.Kind, kindOf(address))
	err = n.change(ctx, func(row *storedWorker) {
		row.SealedNotifyURL, row.NotifyKind = n.stack.box.Seal(secrets.NewText(address.String()), n.stack.record("notify")), kind
	})
	if err != nil {
		return NotificationTest{}, err
	}
	out := NotificationTest{Host: address.Host, Kind: kind}
	said, err := n.test(ctx)
	out.Delivered, out.Problem = said.Delivered, said.Problem
	return out, err
}

// Remove deletes the address, here and at the worker.
func (n *notification) Remove(ctx context.Context) error {
	return n.change(ctx, func(row *storedWorker) { row.SealedNotifyURL, row.NotifyKind = nil, "" })
}

// change stores a change and deploys the worker with it. A deployment that fails is repeated in the
// background.
func (n *notification) change(ctx context.Context, change func(*storedWorker)) error {
	release, err := n.stack.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	if n.stack.get().row.ClaimedAt == nil {
		return errNotSetUp(n.stack.refusal)
	}
	if _, err := n.stack.update(ctx, change); err != nil {
		return err
	}
	return n.setup.deploy(ctx)
}

type testAnswer struct {
	IsSet     *bool   `json:"isSet"`
	Delivered bool    `json:"delivered"`
	Problem   *string `json:"problem"`
}

func (a *testAnswer) flaw() string {
	if a.IsSet == nil {
		return "it does not say whether it has an address"
	}
	return ""
}

// test makes the worker send a test message once the last deployment answers: the one before may
// answer for a moment.
func (n *notification) test(ctx context.Context) (said testAnswer, err error) {
	isOver := n.stack.timer(workerPatience)
	for {
		st := n.stack.get()
		got, err := n.reports.read(ctx)
		if err == nil && got.Notify.Mark != nil && *got.Notify.Mark == st.notifyMark() {
			break
		}
		if isOver() || clock.Sleep(ctx, n.stack.clock, workerPause) != nil {
			return said, apperror.New(apperror.WorkerUnreachable, "the address is set, but the worker does not have it yet, so no test message was sent; try again in a few minutes")
		}
	}
	err = n.asker.ask(ctx, workerCall{op: "have a test message sent", method: http.MethodPost, path: "/v1/notify", body: struct{}{}}, &said)
	if err != nil {
		return said, userError(err)
	}
	if said.Problem != nil {
		said.Problem = new(printable(*said.Problem, n.stack.get().notifyURL.Reveal()))
	}
	return said, nil
}

// kindOf guesses the format of messages from the address.
func kindOf(address *url.URL) string {
	if host := address.Hostname(); host == "ntfy.sh" || strings.HasPrefix(host, "ntfy.") {
		return KindNtfy
	}
	return KindWebhook
}

// notifyAddress returns the address if a worker could reach its host. No error contains the
// address, because it is a secret.
func notifyAddress(text string, isLocal bool) (*url.URL, error) {
	invalid := func(why string) (*url.URL, error) {
		return nil, apperror.New(apperror.ValidationError, "the address for notifications %s", why)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return invalid("has characters that an address does not have; encode them")
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		return invalid("must be an https:// address, such as https://ntfy.sh/a-topic-that-nobody-guesses")
	case u.User != nil:
		return invalid("has a user name or a password, which is not sent; use an address that needs none, such as a webhook's, or ntfy's with ?auth=")
	case u.Fragment != "":
		return invalid("has a part after #, which is not sent")
	case isLocal:
		return u, nil
	case publicurl.IsLocal(u.Hostname()):
		return invalid("is one of this machine or its own network: the worker runs at Cloudflare and cannot reach it; use an address that can be reached from the internet")
	case u.Scheme != "https":
		return invalid("must begin with https://, so that nobody on the way reads or changes the messages")
	}
	return u, nil
}

// notifyMark identifies an address without revealing it, as keyCheck does. It is empty where none
// is set.
func (st *state) notifyMark() string {
	if st.notifyURL.IsEmpty() || st.encryption.IsEmpty() {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(st.encryption.Reveal()))
	mac.Write([]byte("notify " + st.row.NotifyKind + " " + st.notifyURL.Reveal()))
	return hex.EncodeToString(mac.Sum(nil)[:keyCheckBytes])
}

// notifySecret returns the address as it is bound. Cloudflare may keep a secret that an upload
// leaves out, so a removed address is overwritten; the kind, a text that Cloudflare does not keep,
// says whether there is one.
func (st *state) notifySecret() secrets.Text {
	if st.notifyURL.IsEmpty() {
		return secrets.NewText(notifyNobody)
	}
	return st.notifyURL
}

// notifyHost returns the host of the address, or an empty text.
func (st *state) notifyHost() string {
	u, err := url.Parse(st.notifyURL.Reveal())
	if err != nil {
		return ""
	}
	return u.Host
}
