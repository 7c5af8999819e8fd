package sandbox

import (
	"errors"
	"fmt"
	"net/http"

	"crier/platform/wiretime"
)

const (
	maxLatencyMS = 24 * 60 * 60 * 1000
	maxPolls     = 1000
	maxQuota     = 1_000_000
	maxLag       = 1_000_000
	maxForced    = 1000
	maxOffsetMS  = 10 * 365 * 24 * 60 * 60 * 1000
	lowSubcode   = 2_207_000
	highSubcode  = 2_207_999
	// subCreation is the subcode of a forced error that names none: media creation failed, try again.
	subCreation = 2_207_032
)

type (
	latencyRequest struct {
		ImageMS            *int64 `json:"imageMs"`
		VideoMS            *int64 `json:"videoMs"`
		PollsUntilFinished *int   `json:"pollsUntilFinished"`
		PerCallMS          *int64 `json:"perCallMs"`
	}
	quotaRequest struct {
		AccountID string `json:"accountId"`
		Total     *int   `json:"total"`
		Used      *int   `json:"used"`
	}
	tokenRequest struct {
		AccountID string `json:"accountId"`
		Action    string `json:"action"`
	}
	clockRequest struct {
		AdvanceMS *int64 `json:"advanceMs"`
		Date      bool   `json:"date"`
	}
	readsRequest struct {
		Lag     *int `json:"lag,omitzero"`
		ListLag *int `json:"listLag,omitzero"`
		// ListLagMS is for how long a list lags at most; it is put back to no bound where listLag comes without it.
		ListLagMS int64 `json:"listLagMs,omitzero"`
	}
)

func (api *controlAPI) postFault(w *world, f fault) (any, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if f.Kill && !api.isMortal {
		return nil, errors.New("kill is for a service that is started again when it dies: crier serve --rehearsal")
	}
	if len(w.faults.all) >= maxFaults {
		return nil, fmt.Errorf("there are %d faults already", maxFaults)
	}
	f.ID = w.faults.newID()
	w.faults.put(&f)
	return struct {
		ID string `json:"id"`
	}{f.ID}, nil
}

func (api *controlAPI) deleteFaults(w http.ResponseWriter, _ *http.Request) {
	api.plain(w, func(w *world) {
		for len(w.faults.all) > 0 {
			w.faults.drop(w.faults.all[0].ID)
		}
	})
}

// postReset makes the world the first-run one. Only the counter behind the ids goes on, so that an id never means
// two things to a client that remembers.
func (api *controlAPI) postReset(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		if err := readControl(w, r, &struct{}{}); err != nil {
			reply(w, http.StatusBadRequest, refusal{Error: err.Error()})
			return
		}
	}
	api.plain(w, func(w *world) {
		w.reset()
		api.spool.clear()
		api.album.clear()
		api.announceMove()
	})
}

// plain answers a control call that has nothing to say with an empty object.
func (api *controlAPI) plain(w http.ResponseWriter, do func(*world)) {
	if err := api.update(do); err != nil {
		reply(w, http.StatusInternalServerError, refusal{Error: err.Error()})
		return
	}
	reply(w, http.StatusOK, struct{}{})
}

// postLatency changes what the body names and leaves the rest; containers that exist keep the latency they have.
func (api *controlAPI) postLatency(w *world, in latencyRequest) (any, error) {
	l := &w.settings.Latency
	next := *l
	for _, set := range []struct {
		name string
		to   *int64
		from *int64
	}{{"imageMs", &next.ImageMS, in.ImageMS}, {"videoMs", &next.VideoMS, in.VideoMS}, {"perCallMs", &next.PerCallMS, in.PerCallMS}} {
		if set.from == nil {
			continue
		}
		if *set.from < 0 || *set.from > maxLatencyMS {
			return nil, fmt.Errorf("%s must be 0 to %d", set.name, maxLatencyMS)
		}
		*set.to = *set.from
	}
	if in.PollsUntilFinished != nil {
		if *in.PollsUntilFinished < 0 || *in.PollsUntilFinished > maxPolls {
			return nil, fmt.Errorf("pollsUntilFinished must be 0 to %d", maxPolls)
		}
		next.PollsUntilFinished = *in.PollsUntilFinished
	}
	*l = next
	w.putSettings()
	return next, nil
}

func (api *controlAPI) postNext(w *world, in forcedContainer) (any, error) {
	switch {
	case in.Force == forceStuck && in.Subcode != 0:
		return nil, errors.New("a stuck container has no subcode")
	case in.Force == forceStuck:
	case in.Force != forceError:
		return nil, fmt.Errorf("force must be %s or %s", forceError, forceStuck)
	case in.Subcode == 0:
		in.Subcode = subCreation
	case in.Subcode < lowSubcode || in.Subcode > highSubcode:
		return nil, fmt.Errorf("subcode must be %d to %d", lowSubcode, highSubcode)
	}
	if len(w.settings.Next) >= maxForced {
		return nil, fmt.Errorf("the ends of %d containers are forced already", maxForced)
	}
	w.settings.Next = append(w.settings.Next, in)
	w.putSettings()
	return in, nil
}

// postQuota sets the cap, what is used of it at this instant, or both.
func (api *controlAPI) postQuota(w *world, in quotaRequest) (any, error) {
	a, err := w.accounts.named(in.AccountID)
	if err != nil {
		return nil, err
	}
	if in.Total == nil && in.Used == nil {
		return nil, errors.New("give total, used or both")
	}
	for name, value := range map[string]*int{"total": in.Total, "used": in.Used} {
		if value != nil && (*value < 0 || *value > maxQuota) {
			return nil, fmt.Errorf("%s must be 0 to %d", name, maxQuota)
		}
	}
	if in.Total != nil {
		a.QuotaTotal = *in.Total
	}
	if in.Used != nil {
		a.QuotaUsed, a.QuotaAt, a.QuotaSeq = *in.Used, wiretime.Of(w.now()), w.nextSeq()
	}
	w.accounts.put(a)
	return struct {
		AccountID string `json:"accountId"`
		Total     int    `json:"total"`
		Used      int    `json:"used"`
	}{a.ID, a.QuotaTotal, a.quotaUsed(dayBefore(w.now()))}, nil
}

// postTokens ends the tokens of the account or gives them a new life.
func (api *controlAPI) postTokens(w *world, in tokenRequest) (any, error) {
	a, err := w.accounts.named(in.AccountID)
	if err != nil {
		return nil, err
	}
	state := map[string]string{"expire": tokenExpired, "revoke": tokenRevoked, "restore": tokenGood}[in.Action]
	if state == "" {
		return nil, errors.New("action must be expire, revoke or restore")
	}
	a.TokenState, a.TokenSince, a.TokenSeq = state, wiretime.Of(w.now()), w.nextSeq()
	w.accounts.put(a)
	return in, nil
}

func (api *controlAPI) postClock(w *world, in clockRequest) (any, error) {
	if in.AdvanceMS == nil || *in.AdvanceMS < 0 || *in.AdvanceMS > maxOffsetMS-w.settings.OffsetMS {
		return nil, errors.New("advanceMs must be 0 or more, and the clock ahead by at most ten years in all")
	}
	if in.Date {
		w.settings.DateOffsetMS += *in.AdvanceMS
	} else if *in.AdvanceMS > 0 {
		w.settings.Jumps = append(w.settings.Jumps, jump{wiretime.Of(w.now()), *in.AdvanceMS})
	}
	w.settings.OffsetMS += *in.AdvanceMS
	w.putSettings()
	api.announceMove()
	return struct {
		Now wiretime.Time `json:"now"`
	}{wiretime.Of(w.now())}, nil
}

func (api *controlAPI) postReads(w *world, in readsRequest) (any, error) {
	if in.ListLagMS < 0 || in.ListLagMS > maxLatencyMS {
		return nil, fmt.Errorf("listLagMs must be 0 to %d", maxLatencyMS)
	}
	if in.Lag == nil && in.ListLag == nil {
		return nil, errors.New("give lag, listLag or both")
	}
	for name, value := range map[string]*int{"lag": in.Lag, "listLag": in.ListLag} {
		if value != nil && (*value < 0 || *value > maxLag) {
			return nil, fmt.Errorf("%s must be 0 to %d", name, maxLag)
		}
	}
	if in.Lag != nil {
		w.settings.ReadLag = *in.Lag
	}
	if in.ListLag != nil {
		w.settings.ListLag, w.settings.ListLagMS = *in.ListLag, in.ListLagMS
	}
	w.putSettings()
	return in, nil
}
