package graph

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// maxRegain bounds what a usage header can ask for.
const maxRegain = 24 * time.Hour

// Usage is what the network's usage headers say: the network throttles at 100 percent.
type Usage struct {
	// Percent is the highest of the figures, rounded up; 0 when there are none.
	Percent int
	// Regain is how long an already throttled caller has to wait.
	Regain time.Duration
}

type usageFigures struct {
	Calls    figure `json:"call_count"`
	Time     figure `json:"total_time"`
	CPUTime  figure `json:"total_cputime"`
	Estimate figure `json:"estimated_time_to_regain_access"`
}

// usageOf reads the usage headers. They are advice: one that cannot be read counts as absent.
func usageOf(h http.Header) Usage {
	var u Usage
	var app usageFigures
	if text := h.Get("X-App-Usage"); text != "" && json.Unmarshal([]byte(text), &app) == nil {
		u.add(app)
	}
	var cases map[string][]usageFigures
	if text := h.Get("X-Business-Use-Case-Usage"); text != "" && json.Unmarshal([]byte(text), &cases) == nil {
		for _, list := range cases {
			for _, f := range list {
				u.add(f)
			}
		}
	}
	return u
}

func (u *Usage) add(f usageFigures) {
	u.Percent = max(u.Percent, int(f.Calls), int(f.Time), int(f.CPUTime))
	u.Regain = min(max(u.Regain, time.Duration(f.Estimate)*time.Minute), maxRegain)
}

// figure is a number of a usage header, rounded up, between 0 and a million.
type figure int

func (f *figure) UnmarshalJSON(b []byte) error {
	const most = 1_000_000
	v, err := strconv.ParseFloat(strings.Trim(string(b), `"`), 64)
	if err != nil || math.IsNaN(v) {
		return ErrMalformed
	}
	*f = figure(math.Ceil(min(max(v, 0), most)))
	return nil
}
