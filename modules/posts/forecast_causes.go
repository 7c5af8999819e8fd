package posts

import (
	"fmt"
	"slices"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// when writes an instant as people read it in the zone of the forecast.
func (f *forecast) when(at wiretime.Time) string { return at.Time().In(f.zone).Format(WhenLayout) }

// WhenLayout is how the sentences of a forecast write an instant.
const WhenLayout = "Mon 2 Jan, 15:04"

// ofCap says that there is no room for a post, and from when there is.
func (f *forecast) ofCap(post *ForecastPost) {
	i := slices.IndexFunc(post.Findings, func(of Foretold) bool { return of.Code == ForecastCap })
	told, o := &post.Findings[i], f.outlooks[post.AccountID]
	told.Says = fmt.Sprintf("It is one post more than the network takes of %s within 24 hours, which is %d.", o.Username, o.Cap)
	told.Fix, told.To = "Move it, or others, to another day.", "/calendar?date="+post.Date+"&account="+post.AccountID.String()
	if free, ok := o.roll.free(told.At.UnixMilli()); ok {
		at := wiretime.Of(time.UnixMilli(free))
		*told = Foretold{
			Code: told.Code, Fails: true, At: told.At, FreeAt: &at, Says: told.Says, Fix: "Move it to " + f.when(at) + ", or others away.", To: told.To,
			Command: "crier schedule move " + post.PostID.String() + " " + at.Time().In(f.zone).Format(time.RFC3339),
		}
	}
}

func (f *forecast) ofToken(o *outlook, at wiretime.Time) {
	told := Foretold{Code: ForecastToken, Fails: true, To: "/accounts", Command: "crier accounts connect", At: at}
	kept := Foretold{Code: ForecastToken, Fails: true, To: "/accounts", Command: "crier accounts refresh", At: at}
	switch a, now := o.account, wiretime.Of(f.now); {
	case a == nil:
		told.Says, told.Fix = "Its account is not connected any more.", "Connect the account, and make the post for it."
	case a.TokenDeadAt != nil:
		told.Says, told.Fix, told.At = "The network refuses the access of "+a.Username+".", "Connect "+a.Username+" again.", *a.TokenDeadAt
	case a.CheckpointAt != nil:
		told = kept
		told.Says = "The network wants " + a.Username + " to sign in to its own app and to confirm something there."
		told.Fix, told.At = "Sign in to the network’s own app as "+a.Username+", and do what it asks. Connecting again is not needed.", *a.CheckpointAt
	case !a.IsTokenExpired(at):
		return
	case a.IsTokenExpired(now):
		told.At = *a.TokenExpiresAt
		told.Says, told.Fix = "The access of "+a.Username+" ended on "+f.when(told.At)+".", "Connect "+a.Username+" again."
	case a.LoginMethod != auth.Primary:
		told.At = *a.TokenExpiresAt
		told.Says, told.Fix = "The access of "+a.Username+" ends on "+f.when(told.At)+", before this post.", "Connect "+a.Username+" again before then."
	case a.TokenExpiresAt.Time().Sub(f.now) < auth.RefreshWindow-renewalTries:
		told.At = *a.TokenExpiresAt
		told.Says = "The access of " + a.Username + " ends on " + f.when(told.At) + ", before this post, and could not be renewed so far."
		told.Fix = "Connect " + a.Username + " again before then."
	default:
		told = kept
		told.At, told.Fails, told.IsAssumed = *a.TokenExpiresAt, false, true
		told.Says = "The access of " + a.Username + " ends on " + f.when(told.At) + ", before this post. It is assumed that Crier renews it, which it does in the ten days before that whenever it runs."
		told.Fix = "Have Crier run in those days, or connect " + a.Username + " again."
	}
	f.add(told)
}

func (f *forecast) ofFiles(post *duePost, at wiretime.Time) {
	add := func(says, fix string) {
		f.add(Foretold{Code: ForecastMedia, Fails: true, Says: says, Fix: fix, To: "/compose/" + post.id.String(), At: at})
	}
	if post.hasLostMedia {
		add("A file of it was deleted.", "Give it another file.")
	}
	look := func(id wireid.ID, isCover bool) {
		of := f.files[id]
		if of == nil || of.Looked == nil {
			return
		}
		wrong := ""
		if isCover {
			wrong = ofCover(of.MediaFile)
		} else {
			wrong = of.of(post.kind)
		}
		switch {
		case wrong != "":
			add("Its file "+of.OriginalFilename+" cannot be published: "+wrong, "Edit the file, or give it another one.")
		case of.Problem != nil && !post.inCloud:
			f.add(Foretold{
				Code: ForecastMedia, Fails: true, Says: apperror.Sentence(of.Problem.Error()), Fix: "Put the file back from a backup, or give it another one.", To: "/compose/" + post.id.String(),
				Command: "crier doctor --fix", At: at,
			})
		}
	}
	for _, id := range post.files {
		look(id, false)
	}
	look(post.cover, true)
}

func (f *forecast) ofSession(o *outlook, post *duePost, at wiretime.Time) {
	if !post.isNative || o.account == nil {
		return
	}
	told := Foretold{Code: ForecastSession, To: "/accounts", Command: "crier accounts session", At: at}
	switch {
	case apperror.CodeOf(o.session) == apperror.CredentialsNotConfigured:
		told.Fails, told.Says = true, "Its mentions go out by a sign-in of their own, and "+o.Username+" has none."
		told.Fix = "Give " + o.Username + " one, or leave the mentions out."
	case o.session != nil:
		told.Fails, told.Says = true, "Its mentions go out by the sign-in of "+o.Username+", which has ended, and the network took no new one."
		told.Fix = "Sign " + o.Username + " in again for mentions, or leave them out."
	case o.signedIn != nil && at.Time().Sub(o.signedIn.Time()) > oldSession:
		told.Says = "Its mentions go out by the sign-in of " + o.Username + ", which is of " + f.when(*o.signedIn) + ": the network may ask for another."
		told.Fix = "Sign " + o.Username + " in again for mentions before then."
	default:
		return
	}
	f.add(told)
}

// ofMachine says that nothing but this computer publishes a post, at an hour at which it was off
// lately.
func (f *forecast) ofMachine(post *duePost, at wiretime.Time) {
	if post.inCloud || !post.isNative && f.Cloud.Takes() || !at.Time().After(f.now) {
		return
	}
	n := f.offNights(at.Time().In(f.zone))
	if n < manyNights {
		return
	}
	says := fmt.Sprintf("This computer was off at that hour on %d of the last %d days, and nothing else publishes the post. It is assumed to be off then too.", n, lookedNights)
	told := Foretold{
		Code: ForecastAsleep, Fails: true, IsAssumed: true, At: at, Says: says, Fix: "Set up the worker in the cloud, which publishes while this computer is off.",
		To: "/settings/worker", Command: "crier cloud setup",
	}
	if post.isNative {
		told = Foretold{
			Code: ForecastAsleep, Fails: true, IsAssumed: true, At: at, Says: says, Fix: "Have this computer run then, or move the post: the worker in the cloud publishes no mentions.",
			To: "/posts/" + post.id.String(), Command: "crier schedule move " + post.id.String() + " WHEN",
		}
	}
	f.add(told)
}

// offNights returns on how many of the last days this computer was off at an hour.
func (f *forecast) offNights(at time.Time) int {
	const minutes = 60
	minute := at.Hour()*minutes + at.Minute()
	if n, ok := f.nights[minute]; ok {
		return n
	}
	n, today := 0, f.now.In(f.zone)
	for before := range lookedNights + 1 {
		then := time.Date(today.Year(), today.Month(), today.Day()-before, at.Hour(), at.Minute(), 0, 0, f.zone)
		if then.After(f.now) || f.now.Sub(then) > lookedNights*24*time.Hour {
			continue
		}
		if slices.ContainsFunc(f.absences, func(a uptime.Absence) bool { return !then.Before(a.From) && then.Before(a.To) }) {
			n++
		}
	}
	f.nights[minute] = n
	return n
}

// ofOthers says that another post of the account is close, or has the same content.
func (f *forecast) ofOthers(o *outlook, post *duePost) {
	before := o.last
	o.last = post
	if before != nil && post.at.Time().Sub(before.at.Time()) < f.spacing {
		f.add(Foretold{
			Code: ForecastClose, At: post.at, OtherID: &before.id, To: "/posts/" + post.id.String(),
			Says: "Another post of " + o.Username + " is due at " + before.at.Time().In(f.zone).Format("15:04") + "; the network prefers " + f.spacings + " between two.", Fix: "Move one of them.",
		})
	}
	if twin, ok := f.twins[post.id]; ok {
		f.add(Foretold{
			Code: ForecastDuplicate, At: post.at, OtherID: &twin, To: "/posts/" + post.id.String(),
			Says: "Another post of " + o.Username + " with the same file and caption is due less than a day before.", Fix: "Leave one of them out, if once is enough.",
		})
	}
}
