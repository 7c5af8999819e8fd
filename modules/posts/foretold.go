package posts

import (
	"context"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Forecast is the answer of GET /forecast: what will go wrong with the posts of the days to come.
type Forecast struct {
	At       wiretime.Time     `json:"at"       doc:"When it was made: the time that is looked at begins then." example:"2026-12-21T10:00:00.000Z"`
	Until    wiretime.Time     `json:"until"    doc:"The end of that time." example:"2026-12-28T10:00:00.000Z"`
	Timezone string            `json:"timezone" doc:"The time zone of the days, and of the times in sentences." example:"Europe/Berlin"`
	Count    int64             `json:"count"    doc:"How many posts are due by then, among them those that are late." example:"12"`
	LookedAt int64             `json:"lookedAt" doc:"How many of them were looked at: those that are due first, at most 10,000." example:"12"`
	Failing  int               `json:"failing"  doc:"How many of those will not go out at their time, as things are." example:"2"`
	Days     []ForecastDay     `json:"days"     nullable:"false" doc:"The days that have posts, in order."`
	Accounts []ForecastAccount `json:"accounts" nullable:"false" doc:"The accounts that have posts, that with the first post first."`
	Posts    []ForecastPost    `json:"posts"    nullable:"false" doc:"The posts of which something is foretold, the earliest first; at most 1,000."`
	LeftOut  int               `json:"leftOut"  doc:"How many further posts something is foretold of." example:"0"`
	Whole    []Foretold        `json:"whole"    nullable:"false" doc:"What is foretold of all of them."`
}

// Fails reports whether something will keep a post from going out at its time.
func (f Forecast) Fails() bool {
	for _, of := range f.Whole {
		if of.Fails {
			return true
		}
	}
	return f.Failing > 0
}

// ForecastDay counts the posts of a day.
type ForecastDay struct {
	Date    string `json:"date"    format:"date" doc:"The day, as clocks and calendars of the time zone show it." example:"2026-12-25"`
	Count   int    `json:"count"   doc:"How many posts are due on it." example:"3"`
	Failing int    `json:"failing" doc:"How many of them will not go out at their time." example:"1"`
}

// ForecastAccount is an account that has posts.
type ForecastAccount struct {
	AccountID wireid.ID `json:"accountId" doc:"The account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	Username  string    `json:"username"  doc:"Its name; empty for one that is disconnected." example:"northwind.bakery"`
	Count     int64     `json:"count"     doc:"How many of its posts are due." example:"12"`
	Cap       int       `json:"cap"       doc:"How many posts the network publishes for it in 24 hours." example:"25"`
}

// ForecastPost is a post of which something is foretold.
type ForecastPost struct {
	PostID    wireid.ID     `json:"postId"    doc:"The post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	AccountID wireid.ID     `json:"accountId" doc:"Its account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	At        wiretime.Time `json:"at"        doc:"When it is due." example:"2026-12-25T09:00:00.000Z"`
	Date      string        `json:"date"      format:"date" doc:"The day of that in the time zone; today for a post that is late." example:"2026-12-25"`
	Fails     bool          `json:"fails"     doc:"Whether it will not go out at its time." example:"true"`
	Findings  []Foretold    `json:"findings"  nullable:"false" doc:"What is foretold of it, that which keeps it from going out first."`
}

// ForecastCode says what a forecast is about.
type ForecastCode string

// The codes: those of a post, and those of the whole.
const (
	ForecastCap       ForecastCode = "CAP"
	ForecastToken     ForecastCode = "TOKEN"
	ForecastMedia     ForecastCode = "MEDIA"
	ForecastRefused   ForecastCode = "REFUSED"
	ForecastSession   ForecastCode = "SESSION"
	ForecastAsleep    ForecastCode = "ASLEEP"
	ForecastClose     ForecastCode = "CLOSE"
	ForecastDuplicate ForecastCode = "NEAR_DUPLICATE"

	ForecastHeld    ForecastCode = "HELD"
	ForecastAddress ForecastCode = "ADDRESS"
	ForecastQuota   ForecastCode = "QUOTA"
	ForecastWorker  ForecastCode = "WORKER"
	ForecastDisk    ForecastCode = "DISK"
	ForecastClock   ForecastCode = "CLOCK"
	ForecastVersion ForecastCode = "VERSION"
)

// Foretold is one thing that a forecast says of a post, or of all.
type Foretold struct {
	Code      ForecastCode   `json:"code"      enum:"CAP,TOKEN,MEDIA,REFUSED,SESSION,ASLEEP,CLOSE,NEAR_DUPLICATE,HELD,ADDRESS,QUOTA,WORKER,DISK,CLOCK,VERSION" doc:"What it is about. CAP: the network's cap of posts in 24 hours. TOKEN: the account's access. MEDIA: a file that is gone, changed or not taken. REFUSED: content that the network refuses. SESSION: the sign-in for mentions. ASLEEP: this computer is off at such hours. CLOSE: another post of the account within 20 minutes. NEAR_DUPLICATE: another one with the same file and caption. Of the whole, HELD: nothing goes out until somebody decides. ADDRESS: the public address for files. QUOTA: what the worker may use and store. WORKER, DISK, CLOCK and VERSION: those of the page Health."`
	Fails     bool           `json:"fails"     doc:"Whether it keeps a post from going out at its time; otherwise it only warns." example:"true"`
	IsAssumed bool           `json:"isAssumed" doc:"Whether it rests on the assumption that its sentence names." example:"false"`
	Says      string         `json:"says"      doc:"What it is, in a sentence, with times in the time zone." example:"It is one post more than the network takes of northwind.bakery within 24 hours, which is 25."`
	Fix       string         `json:"fix"       doc:"What to do, in a sentence." example:"Move it to Fri 25 Dec, 18:10, or later."`
	To        string         `json:"to"        doc:"The page of the interface where that is done; empty for none." example:"/posts/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Command   string         `json:"command"   doc:"The command that does it; empty for none." example:"crier schedule move 3f2b8c1e 2026-12-25T18:10:00+01:00"`
	At        wiretime.Time  `json:"at"        doc:"When that happens which it is about: the access ends, the post is due." example:"2026-12-25T09:00:00.000Z"`
	FreeAt    *wiretime.Time `json:"freeAt,omitempty"  doc:"For CAP: the first instant that has room for the post, beside those that stay and those that move before it." example:"2026-12-25T17:10:00.000Z"`
	OtherID   *wireid.ID     `json:"otherId,omitempty" doc:"For CLOSE and NEAR_DUPLICATE: the other post." example:"8d7c6b5a-4f3e-4d2c-9b1a-0f9e8d7c6b5a"`
}

// Outline is what a forecast is about, for what is foretold of the whole.
type Outline struct {
	// Until is the end of the time, Zone that of the times in sentences.
	Until time.Time
	Zone  *time.Location
	// InCloud says that the worker has some of the posts, and Here that this computer publishes
	// some.
	InCloud, Here bool
}

// Whole finds what is foretold of all posts, from what is known without looking further. It is not
// asked when there are none.
type Whole func(ctx context.Context, about Outline) ([]Foretold, error)

// ForecastDeps are what Forecasts works with.
type ForecastDeps struct {
	DB       *database.DB
	Clock    clock.Clock
	Uptime   *uptime.Meter
	Accounts *auth.Service
	Natives  *settings.Natives
	Media    *media.Service
	Cloud    Cloud
}
