package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// maxForecast is how many posts a forecast covers, those due first.
	maxForecast = 10_000
	// maxCrowded is how many days above its cap are returned of an account.
	maxCrowded = 31
)

// Forecast is the answer of GET /forecast.
type Forecast struct {
	Until    wiretime.Time     `json:"until"    doc:"The end of the time that is looked at, which begins now." example:"2026-12-28T10:00:00.000Z"`
	Count    int64             `json:"count"    doc:"How many posts are due by then, among them those that are late." example:"12"`
	LookedAt int64             `json:"lookedAt" doc:"How many of them were looked at: those that are due first, at most 10,000." example:"12"`
	Accounts []AccountForecast `json:"accounts" doc:"The accounts that have such posts, that with the first post first."`
}

// AccountForecast has the posts of an account that, as things are now, will not go out at their
// time, by cause.
type AccountForecast struct {
	AccountID wireid.ID    `json:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Count     int64        `json:"count"     doc:"How many of its posts are due." example:"12"`
	Cap       int          `json:"cap"       doc:"How many posts the network publishes for the account in 24 hours." example:"25"`
	AboveCap  []CrowdedDay `json:"aboveCap"  doc:"The days with posts that the cap leaves no room for at their time, in order, at most 31; stories with mentions do not count."`
	NoAccess  *Threatened  `json:"noAccess,omitempty"  doc:"The posts that are due after the account's access has ended, or while the network refuses it; absent when there are none."`
	LostMedia *Threatened  `json:"lostMedia,omitempty" doc:"The posts of which a file has been deleted; absent when there are none."`
}

// CrowdedDay is a day on which an account has more posts than its cap leaves room for.
type CrowdedDay struct {
	Date string `json:"date" format:"date" doc:"The day, as clocks and calendars of the time zone show it." example:"2026-12-25"`
	Threatened
}

// Threatened counts the posts that one cause keeps from going out, and names the first of them.
type Threatened struct {
	Count  int64         `json:"count"  doc:"How many posts there are." example:"3"`
	PostID wireid.ID     `json:"postId" doc:"The first of them." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	At     wiretime.Time `json:"at"     doc:"When that is due." example:"2026-12-25T09:00:00.000Z"`
}

// add counts a post, and stores the first one.
func (t *Threatened) add(post duePost) {
	if t.Count == 0 {
		t.PostID, t.At = post.id, post.at
	}
	t.Count++
}

type forecastInput struct {
	Days     int    `query:"days"     minimum:"1" maximum:"31" default:"7" doc:"How many times 24 hours are looked at."`
	Timezone string `query:"timezone" maxLength:"64" default:"UTC" doc:"IANA name of the time zone whose days these are." example:"Europe/Berlin"`
}

// forecasts finds out which posts will not go out at their time, and why.
type forecasts struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
}

func newForecasts(db *database.DB, clk clock.Clock, accounts *auth.Service) *forecasts {
	return &forecasts{db: db, clock: clk, accounts: accounts}
}

func (f *forecasts) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getForecast", Method: http.MethodGet, Path: "/forecast", Tags: []string{tag},
		Summary: "What will happen to the posts that are due?",
		Description: "Holds the posts of the days to come against what can be known today: the network's cap at the hour of each, the end of the account's access, and files that are gone. " +
			"A post that the cap leaves no room for is taken to use nothing of it.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.WithAnswers(nil,
			httpapi.Example{Name: "crowded", Summary: "A day above the cap, an access that ends, and a file that is gone", Changes: `{}`},
			httpapi.Example{Name: "fine", Summary: "Nothing stands in the way", Body: `{"until":"2026-12-28T10:00:00.000Z","count":1,"lookedAt":1,
				"accounts":[{"accountId":"7c9e6679-7425-40de-944b-e07fc1f90ae7","count":1,"cap":25,"aboveCap":[]}]}`}),
	}, f.get)
	f.registerUsage(surface)
}

func (f *forecasts) get(ctx context.Context, in *forecastInput) (*httpapi.Output[Forecast], error) {
	zone, err := Zone(in.Timezone)
	if err != nil {
		return nil, err
	}
	told, err := f.Forecast(ctx, time.Duration(in.Days)*24*time.Hour, zone)
	if err != nil {
		return nil, fmt.Errorf("look at the posts that are due: %w", err)
	}
	return httpapi.Answer(told, nil)
}

// Forecast forecasts a time from now on.
func (f *forecasts) Forecast(ctx context.Context, ahead time.Duration, zone *time.Location) (Forecast, error) {
	now := f.clock.Now()
	until := wiretime.Of(now.Add(ahead))
	told := Forecast{Until: until, Accounts: []AccountForecast{}}
	var err error
	if told.Count, err = countDue(ctx, f.db, until); err != nil || told.Count == 0 {
		return told, err
	}
	due, err := selectDue(ctx, f.db, until, maxForecast)
	if err != nil {
		return told, err
	}
	told.LookedAt = int64(len(due))
	known, err := f.accounts.Accounts(ctx)
	if err != nil {
		return told, err
	}
	outlooks := map[wireid.ID]*outlook{}
	for _, post := range due {
		o := outlooks[post.account]
		if o == nil {
			if o, err = f.outlook(ctx, post.account, known, now); err != nil {
				return told, err
			}
			o.zone = zone
			outlooks[post.account] = o
			told.Accounts = append(told.Accounts, AccountForecast{AccountID: post.account})
		}
		o.add(post)
	}
	for i := range told.Accounts {
		told.Accounts[i] = outlooks[told.Accounts[i].AccountID].told
	}
	return told, nil
}

// outlook is the forecast of an account, post by post, the earliest first.
type outlook struct {
	told AccountForecast
	// account is nil for a removed account.
	account *auth.SocialAccount
	zone    *time.Location
	now     time.Time
	// used has, in Unix milliseconds, in order, when the posts go out that fit into the cap.
	used []int64
}

func (f *forecasts) outlook(ctx context.Context, id wireid.ID, known []auth.SocialAccount, now time.Time) (*outlook, error) {
	o := &outlook{told: AccountForecast{AccountID: id, AboveCap: []CrowdedDay{}}, now: now}
	for i := range known {
		if known[i].ID == id {
			o.account = &known[i]
		}
	}
	var err error
	if o.told.Cap, err = totalOf(ctx, f.db, id); err != nil {
		return nil, err
	}
	o.used, err = selectPublished(ctx, f.db, id, wiretime.Of(now.Add(-CapWindow)))
	return o, err
}

func (o *outlook) add(post duePost) {
	o.told.Count++
	if post.hasLostMedia {
		o.told.LostMedia = withPost(o.told.LostMedia, post)
	}
	// A late post goes out as soon as it can.
	at := post.at.Time()
	if at.Before(o.now) {
		at = o.now
	}
	if o.account == nil || o.account.IsMarked() || o.account.IsTokenExpired(wiretime.Of(at)) {
		o.told.NoAccess = withPost(o.told.NoAccess, post)
		return
	}
	if post.isNative {
		return
	}
	for len(o.used) > 0 && at.UnixMilli()-o.used[0] >= CapWindow.Milliseconds() {
		o.used = o.used[1:]
	}
	if len(o.used) < o.told.Cap {
		o.used = append(o.used, at.UnixMilli())
		return
	}
	date := at.In(o.zone).Format(dateLayout)
	if n := len(o.told.AboveCap); n == 0 || o.told.AboveCap[n-1].Date != date {
		if n == maxCrowded {
			return
		}
		o.told.AboveCap = append(o.told.AboveCap, CrowdedDay{Date: date})
	}
	o.told.AboveCap[len(o.told.AboveCap)-1].add(post)
}

func withPost(t *Threatened, post duePost) *Threatened {
	if t == nil {
		t = &Threatened{}
	}
	t.add(post)
	return t
}
