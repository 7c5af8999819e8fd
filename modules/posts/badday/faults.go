package badday

import (
	"context"
	"errors"
	"net/http"

	"crier/modules/auth"
)

// Fault is a way in which the sandbox fails.
type Fault string

const (
	None          Fault = "none"
	LostAnswer    Fault = "lostAnswer"
	SlowContainer Fault = "slowContainer"
	Cap           Fault = "cap"
	DeadToken     Fault = "deadToken"
	ProcessKilled Fault = "processKilled"
)

// holdMillis is how long the sandbox delays the publish call before it kills the service, so that a
// user who watches sees it wait.
const holdMillis = 1500

// slowMillis is how long a slow container is processed.
const slowMillis = 8000

// lasts reports whether the sandbox fails until it is told to stop.
func (f Fault) lasts() bool { return f == SlowContainer || f == Cap || f == DeadToken }

// says tells people what happens from now on.
func (f Fault) says() string {
	switch f {
	case LostAnswer:
		return "The next publish call of the account takes effect, and its connection is cut before the answer."
	case SlowContainer:
		return "The network processes each picture and video for 8 seconds before it can be published."
	case Cap:
		return "The account has used up the posts that the network lets it publish in 24 hours."
	case DeadToken:
		return "The network does not take the account's access token any more."
	case ProcessKilled:
		return "The next publish call of the account takes effect, and Crier is ended before it hears so, as by a power cut. It is started again."
	case None:
	}
	return "The network works."
}

type (
	callFault struct {
		Match           match `json:"match"`
		DropAfterCommit bool  `json:"dropAfterCommit,omitempty"`
		DelayMs         int64 `json:"delayMs,omitempty"`
		Kill            bool  `json:"kill,omitempty"`
	}
	match struct {
		Method string `json:"method"`
		Path   string `json:"path"`
	}
	latency struct {
		ImageMs int64 `json:"imageMs"`
		VideoMs int64 `json:"videoMs"`
	}
	quota struct {
		AccountID string `json:"accountId"`
		Used      int    `json:"used"`
	}
	token struct {
		AccountID string `json:"accountId"`
		Action    string `json:"action"`
	}
)

// arm makes the sandbox fail for an account; None is for no account. It first disarms what was
// armed before, for all accounts.
func (c *control) arm(ctx context.Context, fault Fault, account auth.SocialAccount, all []auth.SocialAccount) error {
	totals, err := c.disarm(ctx, all)
	if err != nil {
		return err
	}
	switch id := account.SNUserID; fault {
	case LostAnswer:
		return c.post(ctx, "faults", callFault{Match: publishing(id), DropAfterCommit: true})
	case ProcessKilled:
		return c.post(ctx, "faults", callFault{Match: publishing(id), DelayMs: holdMillis, Kill: true})
	case SlowContainer:
		return c.post(ctx, "latency", latency{slowMillis, slowMillis})
	case Cap:
		return c.post(ctx, "quota", quota{id, totals[id]})
	case DeadToken:
		return c.post(ctx, "tokens", token{id, "revoke"})
	case None:
	}
	return nil
}

func publishing(account string) match {
	return match{http.MethodPost, "/" + account + "/media_publish$"}
}

// disarm makes the sandbox work, and returns how many posts each account may publish in 24 hours.
func (c *control) disarm(ctx context.Context, all []auth.SocialAccount) (totals map[string]int, err error) {
	if err := c.call(ctx, http.MethodDelete, "faults", nil, &nothing{}); err != nil {
		return nil, err
	}
	if err := c.post(ctx, "latency", latency{}); err != nil {
		return nil, err
	}
	totals = make(map[string]int, len(all))
	for _, a := range all {
		var allowed struct{ Total int }
		err := c.call(ctx, http.MethodPost, "quota", quota{a.SNUserID, 0}, &allowed)
		if errors.Is(err, errRefused) {
			continue // The account is of another sandbox, whose state this one does not have.
		}
		if err == nil {
			err = c.post(ctx, "tokens", token{a.SNUserID, "restore"})
		}
		if err != nil {
			return nil, err
		}
		totals[a.SNUserID] = allowed.Total
	}
	return totals, nil
}
