package control

import (
	"errors"
	"fmt"
	"net/http"

	"crier/platform/sandbox/world"
	"crier/platform/wiretime"
)

// Routes returns the handler of the control API, whose paths begin with /_sandbox/.
func (api *API) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /_sandbox/ledger", api.getLedger)
	mux.HandleFunc("GET /_sandbox/log", api.getLog)
	mux.HandleFunc("POST /_sandbox/faults", control(api, world.Fault{Times: 1}, api.postFault))
	mux.HandleFunc("DELETE /_sandbox/faults", api.deleteFaults)
	mux.HandleFunc("POST /_sandbox/latency", control(api, latencyRequest{}, api.postLatency))
	mux.HandleFunc("POST /_sandbox/containers/next", control(api, world.ForcedContainer{}, api.postNext))
	mux.HandleFunc("POST /_sandbox/quota", control(api, quotaRequest{}, api.postQuota))
	mux.HandleFunc("POST /_sandbox/tokens", control(api, tokenRequest{}, api.postTokens))
	mux.HandleFunc("POST /_sandbox/clock", control(api, clockRequest{}, api.postClock))
	mux.HandleFunc("POST /_sandbox/reads", control(api, readsRequest{}, api.postReads))
	mux.HandleFunc("POST /_sandbox/native", control(api, nativeRequest{}, postNative))
	mux.HandleFunc("POST /_sandbox/mentions", control(api, world.MentionRequest{Kind: world.KindPhoto, Variant: world.VariantXMA}, postMentions))
	mux.HandleFunc("POST /_sandbox/posts", control(api, postRequest{}, postPosts))
	mux.HandleFunc("POST /_sandbox/comments", control(api, commentsRequest{}, postComments))
	mux.HandleFunc("POST /_sandbox/reset", api.postReset)
	mux.HandleFunc("/_sandbox/", func(w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusNotFound, refusal{Error: "the control API has no " + r.Method + " " + r.URL.Path})
	})
	return mux
}

const (
	maxLatencyMS = 24 * 60 * 60 * 1000
	maxPolls     = 1000
	maxQuota     = 1_000_000
	maxLag       = 1_000_000
	maxForced    = 1000
	maxOffsetMS  = 10 * 365 * 24 * 60 * 60 * 1000
	lowSubcode   = 2_207_000
	highSubcode  = 2_207_999
	// subCreation is the subcode of a forced error that names none: media creation failed, try
	// again.
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
		// ListLagMS bounds for how long a list lags. It is reset to no bound when listLag comes
		// without it.
		ListLagMS int64 `json:"listLagMs,omitzero"`
	}
)

func (api *API) postFault(w *world.World, f world.Fault) (any, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	if f.Kill && !api.isMortal {
		return nil, errors.New("kill is for a service that is started again when it dies: crier serve --rehearsal")
	}
	if len(w.Faults.All) >= world.MaxFaults {
		return nil, fmt.Errorf("there are %d faults already", world.MaxFaults)
	}
	f.ID = w.Faults.NewID()
	w.Faults.Put(&f)
	return struct {
		ID string `json:"id"`
	}{f.ID}, nil
}

func (api *API) deleteFaults(w http.ResponseWriter, _ *http.Request) {
	api.plain(w, func(w *world.World) {
		for len(w.Faults.All) > 0 {
			w.Faults.Drop(w.Faults.All[0].ID)
		}
	})
}

// postReset resets the world to that of the first run, except the counter of the ids, so that no id
// is used twice.
func (api *API) postReset(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		if err := readControl(w, r, &struct{}{}); err != nil {
			reply(w, http.StatusBadRequest, refusal{Error: err.Error()})
			return
		}
	}
	api.plain(w, func(w *world.World) {
		w.Reset()
		api.spool.Clear()
		api.album.Clear()
		api.AnnounceMove()
	})
}

// plain answers a control call that returns nothing with an empty object.
func (api *API) plain(w http.ResponseWriter, do func(*world.World)) {
	if err := api.Update(do); err != nil {
		reply(w, http.StatusInternalServerError, refusal{Error: err.Error()})
		return
	}
	reply(w, http.StatusOK, struct{}{})
}

// postLatency changes the latencies that the body names. Containers that exist keep their latency.
func (api *API) postLatency(w *world.World, in latencyRequest) (any, error) {
	l := &w.Settings.Latency
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
	w.PutSettings()
	return next, nil
}

func (api *API) postNext(w *world.World, in world.ForcedContainer) (any, error) {
	switch {
	case in.Force == world.ForceStuck && in.Subcode != 0:
		return nil, errors.New("a stuck container has no subcode")
	case in.Force == world.ForceStuck:
	case in.Force != world.ForceError:
		return nil, fmt.Errorf("force must be %s or %s", world.ForceError, world.ForceStuck)
	case in.Subcode == 0:
		in.Subcode = subCreation
	case in.Subcode < lowSubcode || in.Subcode > highSubcode:
		return nil, fmt.Errorf("subcode must be %d to %d", lowSubcode, highSubcode)
	}
	if len(w.Settings.Next) >= maxForced {
		return nil, fmt.Errorf("the ends of %d containers are forced already", maxForced)
	}
	w.Settings.Next = append(w.Settings.Next, in)
	w.PutSettings()
	return in, nil
}

// postQuota sets the cap, or how much of it is used now, or both.
func (api *API) postQuota(w *world.World, in quotaRequest) (any, error) {
	a, err := w.Accounts.Named(in.AccountID)
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
		a.QuotaUsed, a.QuotaAt, a.QuotaSeq = *in.Used, wiretime.Of(w.Now()), w.NextSeq()
	}
	w.Accounts.Put(a)
	return struct {
		AccountID string `json:"accountId"`
		Total     int    `json:"total"`
		Used      int    `json:"used"`
	}{a.ID, a.QuotaTotal, a.UsedSince(world.DayBefore(w.Now()))}, nil
}

// postTokens ends the tokens of the account or makes them valid again.
func (api *API) postTokens(w *world.World, in tokenRequest) (any, error) {
	a, err := w.Accounts.Named(in.AccountID)
	if err != nil {
		return nil, err
	}
	state := map[string]string{"expire": world.TokenExpired, "revoke": world.TokenRevoked, "restore": world.TokenGood}[in.Action]
	if state == "" {
		return nil, errors.New("action must be expire, revoke or restore")
	}
	a.TokenState, a.TokenSince, a.TokenSeq = state, wiretime.Of(w.Now()), w.NextSeq()
	w.Accounts.Put(a)
	return in, nil
}

func (api *API) postClock(w *world.World, in clockRequest) (any, error) {
	if in.AdvanceMS == nil || *in.AdvanceMS < 0 || *in.AdvanceMS > maxOffsetMS-w.Settings.OffsetMS {
		return nil, errors.New("advanceMs must be 0 or more, and the clock ahead by at most ten years in all")
	}
	if in.Date {
		w.Settings.DateOffsetMS += *in.AdvanceMS
	} else if *in.AdvanceMS > 0 {
		w.Settings.Jumps = append(w.Settings.Jumps, world.Jump{At: wiretime.Of(w.Now()), MS: *in.AdvanceMS})
	}
	w.Settings.OffsetMS += *in.AdvanceMS
	w.PutSettings()
	api.AnnounceMove()
	return struct {
		Now wiretime.Time `json:"now"`
	}{wiretime.Of(w.Now())}, nil
}

func (api *API) postReads(w *world.World, in readsRequest) (any, error) {
	if in.ListLagMS < 0 || in.ListLagMS > maxLatencyMS {
		return nil, fmt.Errorf("listLagMs must be 0 to %d", maxLatencyMS)
	}
	if in.Lag == nil && in.ListLag == nil {
		return nil, errors.New("give lag, listLag or both")
	}
	if in.ListLagMS > 0 && in.ListLag == nil {
		return nil, errors.New("listLagMs bounds a listLag: give that, too")
	}
	for name, value := range map[string]*int{"lag": in.Lag, "listLag": in.ListLag} {
		if value != nil && (*value < 0 || *value > maxLag) {
			return nil, fmt.Errorf("%s must be 0 to %d", name, maxLag)
		}
	}
	if in.Lag != nil {
		w.Settings.ReadLag = *in.Lag
	}
	if in.ListLag != nil {
		w.Settings.ListLag, w.Settings.ListLagMS = *in.ListLag, in.ListLagMS
	}
	w.PutSettings()
	return in, nil
}
