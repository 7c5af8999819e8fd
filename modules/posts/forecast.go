package posts

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// maxForecast is how many posts a forecast covers, those due first.
	maxForecast = 10_000
	// maxShown is how many posts with findings are returned by the operation.
	maxShown = 1000
)

type forecastInput struct {
	Days     int    `query:"days"     minimum:"1" maximum:"31" default:"7" doc:"How many times 24 hours are looked at."`
	Timezone string `query:"timezone" maxLength:"64" default:"UTC" doc:"IANA name of the time zone whose days and times these are." example:"Europe/Berlin"`
}

// Forecasts finds out which posts will not go out at their time, and why.
type Forecasts struct {
	ForecastDeps

	mu    sync.Mutex
	whole []Whole
}

// NewForecasts returns what makes forecasts.
func NewForecasts(d ForecastDeps) *Forecasts { return &Forecasts{ForecastDeps: d} }

// Add has forecasts say what find finds of the whole. A part of Crier that stands above this
// package adds it when it is made.
func (f *Forecasts) Add(find Whole) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.whole = append(f.whole, find)
}

// Usages returns what the connected accounts have used of their caps.
func Usages(ctx context.Context, db *database.DB, clk clock.Clock, accounts *auth.Service) (AccountUsages, error) {
	return NewForecasts(ForecastDeps{DB: db, Clock: clk, Accounts: accounts}).usages(ctx)
}

func (f *Forecasts) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getForecast", Method: http.MethodGet, Path: "/forecast", Tags: []string{tag},
		Summary: "What will go wrong with the posts that are due?",
		Description: "Holds each post of the days to come against what can be known today, at its own time: the network's cap, the end of the account's access, its files, what the network refuses, " +
			"whether this computer is off at such hours, and what is close to it or alike; and what all of them stand on. crier plan shows the same. A post that the cap leaves no room for is taken to use nothing of it.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(nil,
			httpapi.Example{Name: "crowded", Summary: "A post above the cap", Changes: `{}`},
			httpapi.Example{Name: "fine", Summary: "Nothing stands in the way", Body: `{"at":"2026-12-21T10:00:00.000Z","until":"2026-12-28T10:00:00.000Z","timezone":"Europe/Berlin","count":1,"lookedAt":1,"failing":0,
				"days":[{"date":"2026-12-24","count":1,"failing":0}],"accounts":[{"accountId":"7c9e6679-7425-40de-944b-e07fc1f90ae7","username":"northwind.bakery","count":1,"cap":25}],"posts":[],"leftOut":0,"whole":[]}`}),
	}, f.get)
	f.registerUsage(surface)
}

func (f *Forecasts) get(ctx context.Context, in *forecastInput) (*httpapi.Output[Forecast], error) {
	zone, err := Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	told, err := f.Forecast(ctx, time.Duration(in.Days)*24*time.Hour, zone)
	if err != nil {
		return nil, fmt.Errorf("look at the posts that are due: %w", err)
	}
	if n := len(told.Posts); n > maxShown {
		told.Posts, told.LeftOut = told.Posts[:maxShown], n-maxShown
	}
	return httpapi.Answer(told, nil)
}

// Forecast foretells what will go wrong with the posts that are due within a time from now on. Its
// days, and the times in its sentences, are those of the zone.
func (f *Forecasts) Forecast(ctx context.Context, ahead time.Duration, zone *time.Location) (Forecast, error) {
	now := f.Clock.Now()
	until := wiretime.Of(now.Add(ahead))
	told := Forecast{At: wiretime.Of(now), Until: until, Timezone: zone.String(), Days: []ForecastDay{}, Accounts: []ForecastAccount{}, Posts: []ForecastPost{}, Whole: []Foretold{}}
	due, err := selectDue(ctx, f.DB, until, maxForecast)
	if err != nil {
		return told, err
	}
	told.LookedAt = int64(len(due))
	if told.Count = told.LookedAt; told.Count == maxForecast {
		if told.Count, err = countDue(ctx, f.DB, until); err != nil {
			return told, err
		}
	}
	look := &forecast{ForecastDeps: f.ForecastDeps, now: now, zone: zone, due: due}
	if err := look.begin(ctx); err != nil {
		return told, err
	}
	look.tell(&told)
	if len(due) == 0 {
		return told, nil
	}
	about := Outline{Until: until.Time(), Zone: zone}
	for i := range due {
		about.InCloud = about.InCloud || due[i].inCloud
		about.Here = about.Here || !due[i].inCloud
	}
	f.mu.Lock()
	whole := f.whole
	f.mu.Unlock()
	for _, find := range whole {
		found, err := find(ctx, about)
		if err != nil {
			return told, fmt.Errorf("look at what all posts stand on: %w", err)
		}
		told.Whole = append(told.Whole, found...)
	}
	return told, nil
}

// tell holds each post against what is known, at its own time.
func (f *forecast) tell(told *Forecast) {
	var crowded []int
	told.Posts = make([]ForecastPost, 0, len(f.due))
	for i := range f.due {
		post := &f.due[i]
		o := f.outlooks[post.account]
		o.Count++
		// A late post goes out as soon as it can.
		at := post.at
		if at.Time().Before(f.now) {
			at = wiretime.Of(f.now)
		}
		f.found = f.found[:0]
		f.ofToken(o, at)
		f.ofFiles(post, at)
		for _, of := range f.refused[post.id] {
			f.add(Foretold{Code: ForecastRefused, Fails: true, Says: apperror.Sentence(of.Message), Fix: "Change it before then.", To: "/compose/" + post.id.String(), At: at})
		}
		f.ofSession(o, post, at)
		// What does not go out takes no room. What goes out late does.
		isCrowded := !fail(f.found) && !post.isNative && !o.roll.take(at.UnixMilli())
		if isCrowded {
			f.add(Foretold{Code: ForecastCap, Fails: true, At: at})
		}
		f.ofMachine(post, at)
		f.ofOthers(o, post)
		date := f.dates.date(at.Time().In(f.zone))
		if n := len(told.Days); n == 0 || told.Days[n-1].Date != date {
			told.Days = append(told.Days, ForecastDay{Date: date})
		}
		day := &told.Days[len(told.Days)-1]
		day.Count++
		if len(f.found) == 0 {
			continue
		}
		found := slices.Clone(f.found)
		slices.SortStableFunc(found, func(a, b Foretold) int { return rank(a) - rank(b) })
		one := ForecastPost{PostID: post.id, AccountID: post.account, At: post.at, Date: date, Fails: found[0].Fails, Findings: found}
		if one.Fails {
			told.Failing++
			day.Failing++
		}
		if isCrowded {
			crowded = append(crowded, len(told.Posts))
		}
		told.Posts = append(told.Posts, one)
	}
	for _, i := range crowded {
		f.ofCap(&told.Posts[i])
	}
	for _, id := range f.order {
		told.Accounts = append(told.Accounts, f.outlooks[id].ForecastAccount)
	}
}

func rank(of Foretold) int {
	if of.Fails {
		return 0
	}
	return 1
}

func fail(found []Foretold) bool {
	return slices.ContainsFunc(found, func(of Foretold) bool { return of.Fails })
}
