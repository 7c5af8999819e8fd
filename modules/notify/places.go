package notify

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"sync"

	"crier/modules/health"
	"crier/modules/notify/teller"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// The places that are no addresses, and the id of the event when any place changes.
const (
	desktopName = "desktop"
	programName = "program"
	eventID     = "notifications"
	liveNetwork = "live"
)

// maxPlaces is how many places there may be.
const maxPlaces = 20

var (
	nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
	// topicEnd is the end of the path of a topic that ntfy takes.
	topicEnd = regexp.MustCompile(`/[-_A-Za-z0-9]{1,64}$`)
)

// NotifyPlace is where a person is told.
type NotifyPlace struct {
	Name     string         `json:"name"     doc:"Its name: desktop, program, or that of an address." example:"ntfy"`
	Shows    string         `json:"shows"    doc:"What it is; of an address its service and server, and nothing of its secrets." example:"ntfy://ntfy.sh/…"`
	IsOn     bool           `json:"isOn"     doc:"Whether it is told." example:"true"`
	ToldAt   *wiretime.Time `json:"toldAt"   doc:"When it last took something; null when it never did." example:"2026-03-14T09:26:53.589Z"`
	FailedAt *wiretime.Time `json:"failedAt" doc:"When it last failed; null when it has taken something since."`
	Problem  string         `json:"problem"  doc:"Why it failed; empty when it did not." example:""`
	NextAt   *wiretime.Time `json:"nextAt"   doc:"When it is tried again; null when it is not."`
}

// NotifyPlaces is the answer of GET /notifications.
type NotifyPlaces struct {
	Places []NotifyPlace `json:"places" nullable:"false" doc:"Where a person is told: the desktop, whether it is told or not, the program of crier serve --on-event where there is one, then the addresses."`
}

// NotifyAddress is the body of POST /notifications.
type NotifyAddress struct {
	Address string `json:"address" maxLength:"2000" doc:"The address, as a Shoutrrr URL. Crier seals it, and never shows it again." example:"ntfy://ntfy.sh/my-topic"`
	Name    string `json:"name,omitempty" maxLength:"32" doc:"A name for it: small letters, digits and hyphens (default: that of its service)." example:"ntfy"`
}

// NotifyTest is the body of POST /notifications/test.
type NotifyTest struct {
	Name string `json:"name,omitempty" maxLength:"32" doc:"The place to try (default: all that are told)." example:"ntfy"`
}

// NotifyTried is what became of a test at a place.
type NotifyTried struct {
	Name    string `json:"name"    doc:"The place." example:"ntfy"`
	Problem string `json:"problem" doc:"Why it did not take the test; empty when it did." example:""`
}

// NotifyTests is the answer of POST /notifications/test.
type NotifyTests struct {
	Tried []NotifyTried `json:"tried" nullable:"false" doc:"What became of it at each place."`
}

func (p place) shown() NotifyPlace {
	return NotifyPlace{Name: p.Name, Shows: p.Shows, IsOn: p.IsOn, ToldAt: p.ToldAt, FailedAt: p.FailedAt, Problem: p.Problem, NextAt: p.NextAt}
}

var ownDesktop = place{Name: desktopName, Shows: "this computer"}

// all returns every place, the desktop among them whether it is told or not.
func (n *Notifier) all(ctx context.Context) ([]place, error) {
	places, err := selectPlaces(ctx, n.DB)
	if err == nil && !slices.ContainsFunc(places, func(p place) bool { return p.Name == desktopName }) {
		places = append([]place{ownDesktop}, places...)
	}
	return places, err
}

// Places returns where a person is told.
func (n *Notifier) Places(ctx context.Context) (NotifyPlaces, error) {
	places, err := n.all(ctx)
	shown := NotifyPlaces{Places: []NotifyPlace{}}
	for _, p := range places {
		shown.Places = append(shown.Places, p.shown())
	}
	return shown, err
}

// Add has an address told from now on.
func (n *Notifier) Add(ctx context.Context, in NotifyAddress) (NotifyPlace, error) {
	address, service := secrets.NewText(in.Address), teller.Service(in.Address)
	if service == "logger" {
		return NotifyPlace{}, apperror.New(apperror.ValidationError, "body.address: the service logger tells nobody; choose another, such as ntfy")
	}
	if u, err := url.Parse(in.Address); err == nil && service == "ntfy" && !topicEnd.MatchString(u.Path) {
		return NotifyPlace{}, apperror.New(apperror.ValidationError, "body.address: a topic of ntfy has letters (a to z), digits, hyphens and underscores only, and 64 of them at most; choose another, such as my-bakery-k3v9x2")
	}
	if err := teller.Check(ctx, address); err != nil {
		return NotifyPlace{}, apperror.New(apperror.ValidationError, "body.address: Crier cannot use this address: %v. Write it as the page about notifications shows for its service", err)
	}
	if in.Name != "" && (!nameForm.MatchString(in.Name) || in.Name == desktopName || in.Name == programName) {
		return NotifyPlace{}, apperror.New(apperror.ValidationError, "body.name: a name has small letters, digits and hyphens, at most 32, and is not desktop or program")
	}
	added := place{Name: in.Name, Shows: teller.Shown(in.Address), IsOn: true}
	err := n.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := begin(ctx, tx, n.Clock.Now()); err != nil {
			return err
		}
		names, err := database.Values[string](ctx, tx, "SELECT name FROM notify_places")
		switch {
		case err != nil:
			return err
		case len(names) >= maxPlaces:
			return apperror.New(apperror.InvalidState, "there are %d places already; remove one that nobody needs", maxPlaces)
		case in.Name != "" && slices.Contains(names, in.Name):
			return apperror.New(apperror.InvalidState, "%s is there already; remove it first, or choose another name", in.Name)
		}
		for i := 1; added.Name == "" || in.Name == "" && slices.Contains(names, added.Name); i++ {
			if added.Name = service; i > 1 {
				added.Name = fmt.Sprintf("%s-%d", service, i)
			}
		}
		added.Sealed = n.Box.Seal(address, record(added.Name))
		_, err = tx.NewInsert().Model(&added).Exec(ctx)
		return err
	})
	if err != nil {
		return NotifyPlace{}, err
	}
	n.Log.Info("notify: an address is told from now on", "place", added.Name, "shows", added.Shows)
	wake(n.chosen)
	return added.shown(), nil
}

// Remove forgets an address, with what waits for it.
func (n *Notifier) Remove(ctx context.Context, name string) error {
	err := n.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		isThere, err := database.Changed(database.Exec(ctx, tx, "DELETE FROM notify_places WHERE name = ? AND sealed IS NOT NULL", name))
		if err == nil && !isThere {
			return unknown(name)
		}
		return err
	})
	if err == nil {
		n.Log.Info("notify: an address is forgotten", "place", name)
		wake(n.chosen)
	}
	return err
}

func unknown(name string) error {
	if name == programName {
		return apperror.New(apperror.NotFound, "the program is named where Crier is started (crier serve --on-event, CRIER_ON_EVENT), and nowhere else; start Crier with it, or without")
	}
	return apperror.New(apperror.NotFound, "there is no place called %s that is told; look which there are (crier notify)", name)
}

// ChooseDesktop has the desktop told from now on, or no more.
func (n *Notifier) ChooseDesktop(ctx context.Context, isOn bool) (NotifyPlace, error) {
	chosen := ownDesktop
	chosen.IsOn = isOn
	return chosen.shown(), n.choose(ctx, chosen)
}

// choose switches a place on or off that is no address. What waits for one that is off is dropped.
func (n *Notifier) choose(ctx context.Context, p place) error {
	err := n.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if !p.IsOn {
			_, err := database.Exec(ctx, tx, "DELETE FROM notify_places WHERE name = ?", p.Name)
			return err
		}
		if err := begin(ctx, tx, n.Clock.Now()); err != nil {
			return err
		}
		_, err := tx.NewInsert().Model(&p).On("CONFLICT (name) DO UPDATE").Set("shows = EXCLUDED.shows").Set("is_on = EXCLUDED.is_on").Exec(ctx)
		return err
	})
	if err == nil {
		wake(n.chosen)
	}
	return err
}

// setProgram has the program told that this process was started with, if anything has changed.
func (n *Notifier) setProgram(ctx context.Context) error {
	if n.Program != "" {
		if _, err := exec.LookPath(n.Program); err != nil {
			n.Log.Warn("notify: the program of --on-event cannot be started, and is tried all the same when something needs you", "error", err)
		}
	}
	before, err := database.Values[string](ctx, n.DB, "SELECT shows FROM notify_places WHERE name = ?", programName)
	if err != nil || n.Program == "" && len(before) == 0 || slices.Equal(before, []string{n.Program}) {
		return err
	}
	return n.choose(ctx, place{Name: programName, Shows: n.Program, IsOn: n.Program != ""})
}

// Test tells the named place, or all that are told, that this is a test.
func (n *Notifier) Test(ctx context.Context, name string) (NotifyTests, error) {
	tests := NotifyTests{Tried: []NotifyTried{}}
	places, err := n.all(ctx)
	if err != nil {
		return tests, err
	}
	event := n.finished(Event{Event: "test", Cause: "test", Title: "Crier can tell you here", Text: "This is a test. Crier tells you as soon as something needs you.", Page: "/health"})
	places = slices.DeleteFunc(places, func(p place) bool { return name != "" && name != p.Name || name == "" && !p.IsOn })
	tests.Tried = make([]NotifyTried, len(places))
	var all sync.WaitGroup
	for i, p := range places {
		all.Go(func() { tests.Tried[i] = n.try(ctx, p, event) })
	}
	all.Wait()
	if ctx.Err() != nil {
		return tests, context.Cause(ctx)
	}
	if len(tests.Tried) > 0 {
		wake(n.due) // What waits for a place that works now is told at once.
		return tests, nil
	}
	if name != "" {
		return tests, unknown(name)
	}
	return tests, apperror.New(apperror.InvalidState, "nobody is told yet: switch the desktop on, or add an address")
}

// try tells a place of a test.
func (n *Notifier) try(ctx context.Context, p place, test Event) NotifyTried {
	problem := n.tell(ctx, p, test)
	if problem == nil {
		problem = n.DB.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error { return took(ctx, tx, p.Name, 0, n.Clock.Now()) })
	}
	if problem != nil {
		return NotifyTried{Name: p.Name, Problem: apperror.Sentence(problem.Error())}
	}
	return NotifyTried{Name: p.Name}
}

// parts says on Health which places take nothing.
func parts(db *database.DB) health.Parts {
	return func(ctx context.Context) (found []health.HealthPart, err error) {
		places, err := selectPlaces(ctx, db)
		for _, p := range places {
			if p.IsOn && p.hasGivenUp() {
				found = append(found, health.HealthPart{
					ID: "notify:" + p.Name, Name: "Notifications by " + p.Name, Verdict: health.Soon, Since: p.FailedAt, Evidence: p.Shows,
					Says: "They are not delivered: " + apperror.Sentence(p.Problem), Fix: health.HealthFix{Label: "Try it", To: "/settings/notifications", Command: "crier notify test " + p.Name},
				})
			}
		}
		return found, err
	}
}

const tag = "Notifications"

type (
	addInput  struct{ Body NotifyAddress }
	testInput struct{ Body NotifyTest }
	nameInput struct {
		Name string `path:"name" maxLength:"32" doc:"The name of the address."`
	}
	desktopInput struct {
		Body struct {
			IsOn bool `json:"isOn" doc:"Whether the desktop is told." example:"true"`
		}
	}
)

func (n *Notifier) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "listNotifications", Method: http.MethodGet, Path: "/notifications", Tags: []string{tag},
		Summary: "Where a person is told what needs them", Description: "An event of the kind status with the id notifications says that something of it has changed.",
		Security: httpapi.CookieOnly(),
	}, func(ctx context.Context, _ *struct{}) (*httpapi.Output[NotifyPlaces], error) {
		return httpapi.Answer(n.Places(ctx))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "addNotification", Method: http.MethodPost, Path: "/notifications", Tags: []string{tag},
		Summary: "Tell an address", Description: "Keeps an address of a service, such as ntfy, a mail server or Telegram, which is told from now on. Nothing is sent to it yet.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusCreated, Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.InvalidState)),
	}, func(ctx context.Context, in *addInput) (*httpapi.Output[NotifyPlace], error) {
		return httpapi.Answer(n.Add(ctx, in.Body))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "removeNotification", Method: http.MethodDelete, Path: "/notifications/{name}", Tags: []string{tag},
		Summary: "Tell an address no more", Description: "Forgets the address, and what waits for it.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound)),
	}, func(ctx context.Context, in *nameInput) (*httpapi.SuccessOutput, error) {
		return httpapi.Succeeded(n.Remove(ctx, in.Name))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "chooseDesktopNotifications", Method: http.MethodPut, Path: "/notifications/desktop", Tags: []string{tag},
		Summary: "Tell the desktop, or no more", Description: "Has the service show notifications on the desktop of this computer, whether a browser is open or not. The tabs of browsers keep quiet then.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, in *desktopInput) (*httpapi.Output[NotifyPlace], error) {
		return httpapi.Answer(n.ChooseDesktop(ctx, in.Body.IsOn))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "testNotifications", Method: http.MethodPost, Path: "/notifications/test", Tags: []string{tag},
		Summary: "Try a place, or all", Description: "Tells the place that this is a test, waits for what becomes of it, 20 seconds for each place at most, and says that.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.InvalidState)),
	}, func(ctx context.Context, in *testInput) (*httpapi.Output[NotifyTests], error) {
		return httpapi.Answer(n.Test(ctx, in.Body.Name))
	})
}
