package schedule

import (
	"context"
	"net/http"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// LocalTime says which instants a wall-clock time names. A client whose users plan by wall clock
// asks here, and asks the user when there is not exactly one, because the API itself never moves an
// instant.
type LocalTime struct {
	Local    string `json:"local"    doc:"The wall-clock time that was asked about." example:"2027-03-28T02:30:00"`
	Timezone string `json:"timezone" doc:"The time zone." example:"Europe/Berlin"`
	Kind     string `json:"kind"     enum:"unique,skipped,repeated" doc:"unique as a rule; skipped when clocks are set forward over the time, so that no clock ever shows it; repeated when they are set back, so that they show it twice."`
	// Instants is empty for a skipped time.
	Instants []wiretime.Time `json:"instants" doc:"The instants at which clocks show the time, earlier first."`
	// Suggested is the time that replaces a skipped time if the user agrees.
	Suggested      wiretime.Time `json:"suggested"      doc:"The first of the instants; for a skipped time, the instant that is as much later as clocks are set forward." example:"2027-03-28T01:30:00.000Z"`
	SuggestedLocal string        `json:"suggestedLocal" doc:"What clocks show at the suggested instant." example:"2027-03-28T03:30:00"`
}

type localTimeInput struct {
	Local    string `query:"local"    required:"true" doc:"Wall-clock time without an offset." example:"2027-03-28T02:30"`
	Timezone string `query:"timezone" required:"true" doc:"IANA name of the time zone." example:"Europe/Berlin"`
}

// registerLocalTime registers on the internal surface, because v1 knows instants only (contract 4).
func registerLocalTime(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getLocalTime", Method: http.MethodGet, Path: "/schedule/local-time", Tags: []string{tag},
		Summary:     "Which instants does a wall-clock time name?",
		Description: "A time that clocks skip or show twice is told apart, so that nobody's post goes out an hour early or late without a word.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.MissingParam, apperror.InvalidParam),
	}, getLocalTime)
}

func getLocalTime(_ context.Context, in *localTimeInput) (*httpapi.Output[LocalTime], error) {
	wall, err := wiretime.ParseLocal(in.Local)
	if err != nil {
		return nil, apperror.New(apperror.InvalidParam, "local is not a wall-clock time such as 2027-03-28T02:30")
	}
	zone, err := posts.Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	instants, suggested := wiretime.Resolve(wall, zone)
	if !suggested.HasWireForm() {
		return nil, apperror.New(apperror.InvalidParam, "local is not in the years 0 to 9999 in UTC, which are all that an answer can name; name another day")
	}
	kind := "unique"
	switch len(instants) {
	case 0:
		kind, instants = "skipped", []wiretime.Time{}
	case 2:
		kind = "repeated"
	}
	return httpapi.Answer(LocalTime{
		Local: wall.Format("2006-01-02T15:04:05"), Timezone: in.Timezone, Kind: kind, Instants: instants,
		Suggested: suggested, SuggestedLocal: wiretime.FormatLocal(suggested, zone),
	}, nil)
}

// instantOf returns the instant of a wall-clock time: the first where clocks show it twice, a later
// one where they skip it.
func instantOf(local, timezone string) (wiretime.Time, error) {
	wall, err := wiretime.ParseLocal(local)
	if err != nil {
		return wiretime.Time{}, err
	}
	zone, err := posts.Zone(timezone)
	if err != nil {
		return wiretime.Time{}, err
	}
	_, at := wiretime.Resolve(wall, zone)
	return withinYears(at.Time())
}

// onItsDay returns when clocks show a time on the day of an instant.
func onItsDay(at wiretime.Time, timezone, clockTime string) (wiretime.Time, error) {
	zone, err := posts.Zone(timezone)
	if err != nil {
		return wiretime.Time{}, err
	}
	return instantOf(at.Time().In(zone).Format(time.DateOnly)+"T"+clockTime, timezone)
}

// shifted moves an instant by wall-clock time of a zone: nine in the morning stays nine on another
// day. Where clocks skip that time, the result is later by the length of the gap; where they show
// it twice, it is the first.
func shifted(at wiretime.Time, timezone string, r BulkRequest) (wiretime.Time, error) {
	zone, err := posts.Zone(timezone)
	if err != nil {
		return wiretime.Time{}, err
	}
	if r.Days == 0 {
		return withinYears(at.Time().Add(time.Duration(r.Minutes) * time.Minute))
	}
	local := at.Time().In(zone)
	wall := time.Date(local.Year(), local.Month(), local.Day()+r.Days, local.Hour(), local.Minute(), local.Second(), 0, time.UTC)
	_, moved := wiretime.Resolve(wall.Add(time.Duration(r.Minutes)*time.Minute), zone)
	return withinYears(moved.Time().Add(at.Time().Sub(at.Time().Truncate(time.Second))))
}

// withinYears returns an instant that a request could name, and INVALID_SCHEDULE for an instant in
// any other year.
func withinYears(at time.Time) (wiretime.Time, error) {
	moved := wiretime.Of(at)
	if !moved.HasWireForm() {
		return wiretime.Time{}, apperror.New(apperror.InvalidSchedule, "the post would be moved out of the years 0 to 9999, beyond which there are no dates; move it by less")
	}
	return moved, nil
}
