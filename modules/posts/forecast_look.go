package posts

import (
	"context"
	"slices"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/limits"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const (
	// manyNights is on how many of the last days this computer was off at an hour at which it is
	// expected to be off again; lookedNights are looked at.
	manyNights, lookedNights = 2, 7
	// renewalTries is how long Crier tries to renew an access before nobody may count on it.
	renewalTries = 48 * time.Hour
	// oldSession is the age of a sign-in from which the network often asks for another.
	oldSession = 60 * 24 * time.Hour
)

// forecast is the making of one: the due posts, and what is known of what they stand on.
type forecast struct {
	ForecastDeps

	now  time.Time
	zone *time.Location
	due  []duePost

	outlooks map[wireid.ID]*outlook
	// order has the accounts as their first posts come.
	order []wireid.ID
	files map[wireid.ID]*fileOutlook
	// refused says what the network refuses about the content of a post.
	refused  map[wireid.ID][]Finding
	twins    map[wireid.ID]wireid.ID
	absences []uptime.Absence
	// nights says on how many of the last nights this computer was off, by the minute of a day.
	nights map[int]int
	dates  dateWriter
	// spacing is what the network prefers between two posts of an account.
	spacing  time.Duration
	spacings string
	// found is what is foretold of the post that is looked at.
	found []Foretold
}

// outlook is what is known of an account.
type outlook struct {
	ForecastAccount
	// account is nil for a removed account.
	account *auth.SocialAccount
	roll    roll
	// last is the post before, by its own time.
	last *duePost
	// session is why its sign-in for mentions cannot be used; signedIn is when it was last used.
	// They are known for an account with such posts.
	session  error
	signedIn *wiretime.Time
}

// fileOutlook is how a file is, for the kind of post that asked last.
type fileOutlook struct {
	// Looked is nil for a file that there is not any more.
	*media.Looked
	kind  MediaType
	wrong string
	// firstOf counts the posts whose first file it is.
	firstOf int
}

// of returns why the file cannot be published for a kind of post; empty when it can.
func (o *fileOutlook) of(kind MediaType) string {
	if o.kind != kind {
		o.kind, o.wrong = kind, problemsOf(o.MediaFile, kind)
	}
	return o.wrong
}

// add foretells something of the post that is looked at.
func (f *forecast) add(of Foretold) { f.found = append(f.found, of) }

func (f *forecast) begin(ctx context.Context) error {
	f.outlooks, f.nights, f.spacing = map[wireid.ID]*outlook{}, map[int]int{}, limits.Of(limits.PostSpacing).Duration()
	f.spacings = wiretime.Words(f.spacing)
	if len(f.due) == 0 {
		return nil
	}
	f.absences = f.Uptime.Absences()
	for _, step := range []func(context.Context) error{f.beginAccounts, f.beginFiles, f.beginContent} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (f *forecast) beginAccounts(ctx context.Context) error {
	known, err := f.Accounts.Accounts(ctx)
	if err != nil {
		return err
	}
	native := map[wireid.ID]bool{}
	for i := range f.due {
		id := f.due[i].account
		native[id] = native[id] || f.due[i].isNative
		if f.outlooks[id] != nil {
			continue
		}
		o := &outlook{ForecastAccount: ForecastAccount{AccountID: id}}
		f.outlooks[id], f.order = o, append(f.order, id)
		for i := range known {
			if known[i].ID == id {
				o.account, o.Username = &known[i], known[i].Username
			}
		}
		if o.Cap, err = totalOf(ctx, f.DB, id); err != nil {
			return err
		}
		o.roll.cap = o.Cap
		if o.roll.out, err = selectPublished(ctx, f.DB, id, wiretime.Of(f.now.Add(-CapWindow))); err != nil {
			return err
		}
	}
	for id, o := range f.outlooks {
		if !native[id] || o.account == nil {
			continue
		}
		if o.session = f.Natives.CheckUsable(ctx, id); o.session != nil {
			if apperror.From(o.session) == nil {
				return o.session
			}
			continue
		}
		state, err := f.Natives.State(ctx, id)
		if err != nil {
			return err
		}
		o.signedIn = state.LastLoginAt
	}
	return nil
}

// beginFiles looks at each file once. What the cloud publishes has its files there.
func (f *forecast) beginFiles(ctx context.Context) error {
	f.files = make(map[wireid.ID]*fileOutlook, len(f.due))
	var ids []wireid.ID
	of := func(id wireid.ID) *fileOutlook {
		if f.files[id] == nil && !id.IsZero() {
			f.files[id] = new(fileOutlook)
			ids = append(ids, id)
		}
		return f.files[id]
	}
	for i := range f.due {
		for n, id := range f.due[i].files {
			if file := of(id); n == 0 {
				file.firstOf++
			}
		}
		of(f.due[i].cover)
	}
	files, err := media.Look(ctx, f.Media, f.DB, ids)
	for i := range files {
		f.files[files[i].ID].Looked = &files[i]
	}
	return err
}

// beginContent reads the content of posts that may be alike, or that the network may refuse.
func (f *forecast) beginContent(ctx context.Context) error {
	type key struct {
		account, file wireid.ID
		kind          MediaType
	}
	same := map[key][]int{}
	var ids []wireid.ID
	for i := range f.due {
		if f.due[i].isDoubtful {
			ids = append(ids, f.due[i].id)
		}
		if files := f.due[i].files; len(files) > 0 && f.files[files[0]].firstOf > 1 {
			k := key{f.due[i].account, files[0], f.due[i].kind}
			same[k] = append(same[k], i)
		}
	}
	for _, alike := range same {
		for _, i := range alike {
			if len(alike) > 1 && !f.due[i].isDoubtful {
				ids = append(ids, f.due[i].id)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	contents, err := selectContents(ctx, f.DB, ids)
	if err != nil {
		return err
	}
	f.refused, f.twins = map[wireid.ID][]Finding{}, map[wireid.ID]wireid.ID{}
	for i := range f.due {
		if post := f.due[i]; post.isDoubtful {
			found := refusals(contents[post.id])
			f.refused[post.id] = slices.DeleteFunc(found, func(of Finding) bool { return of.Code != networkRefuses })
		}
	}
	for _, alike := range same {
		last := map[string]int{}
		for _, i := range alike {
			caption := value(contents[f.due[i].id].Caption)
			if before, ok := last[caption]; ok && f.due[i].at.Time().Sub(f.due[before].at.Time()) < duplicateWindow {
				f.twins[f.due[i].id] = f.due[before].id
			}
			last[caption] = i
		}
	}
	return nil
}

// problemsOf says why a file cannot be published for a kind of post.
func problemsOf(file media.MediaFile, kind MediaType) string {
	if err := (PublishablePost{MediaType: kind}).checkFile(file, partial); err != nil {
		return apperror.Sentence(plainly(err))
	}
	if !file.IsValid {
		return apperror.Sentence(reasons(file))
	}
	return kind.problems(file)
}

func ofCover(file media.MediaFile) string {
	if err := checkCoverFile(map[wireid.ID]media.MediaFile{file.ID: file}, file.ID); err != nil {
		return apperror.Sentence(plainly(err))
	}
	return ""
}

// dateWriter writes the dates of instants that come in their order.
type dateWriter struct {
	year, day int
	text      string
}

func (d *dateWriter) date(at time.Time) string {
	if year, day := at.Year(), at.YearDay(); year != d.year || day != d.day {
		d.year, d.day, d.text = year, day, at.Format(dateLayout)
	}
	return d.text
}
