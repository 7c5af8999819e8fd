package health

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/states"
	"crier/platform/config"
	"crier/platform/graph"
)

func account(o *auth.AccountOverview, now time.Time) HealthPart {
	id := o.Account.ID
	p := part("account:"+id.String(), "Access of "+o.Account.Username, "It can publish, and its access has no known end.")
	p.AccountID, p.Since = &id, o.TokenDeadAt
	if o.CheckpointAt != nil {
		p.Since = o.CheckpointAt
	}
	fix := HealthFix{Label: "Connect again", To: "/accounts?connect=" + id.String(), Command: "crier accounts connect"}
	if ends := o.Account.TokenExpiresAt; ends != nil && ends.Time().After(now) {
		p = p.counts(lasting(ends.Time().Sub(now)))
		p.Unit += " left"
		p.Says = "It can publish. Crier renews the access by itself."
	}
	switch {
	case o.CheckpointAt != nil:
		return p.is(Mend, *o.Remedy, HealthFix{Label: "What to do", To: "/accounts", Command: "crier accounts refresh"})
	case o.Remedy != nil:
		return p.is(Mend, *o.Remedy, fix)
	case o.Warning != nil:
		return p.is(Soon, *o.Warning, fix)
	case o.Health == "expiring":
		return p.is(Soon, "Its access ends soon, and was not renewed so far.", HealthFix{Label: "Renew it", To: "/accounts", Command: "crier accounts refresh"})
	}
	p.Fix = HealthFix{Label: "Open", To: "/accounts"}
	return p
}

// limit is how much of an account's cap is used. What is due above it waits, or goes out late.
func limit(name string, u posts.AccountUsage) HealthPart {
	p := part("cap:"+u.AccountID.String(), "Posts in 24 hours of "+name, "There is room for more.").counts(fmt.Sprint(u.Used), fmt.Sprintf("of %d", u.Cap))
	if !u.IsTold {
		p = p.from("what the network usually takes")
	}
	fix := HealthFix{Label: "Look at the queue", To: "/queue"}
	const nearly = 10
	switch {
	case u.Used >= u.Cap:
		return p.is(Soon, "All that the network takes in 24 hours is used. What is due waits until there is room.", fix)
	case (u.Cap-u.Used)*nearly <= u.Cap:
		return p.is(Soon, "Almost all that the network takes in 24 hours is used.", fix)
	}
	return p
}

// places returns the part about where the network fetches files from.
func (e *Examiner) places(set cloud.SetupStatus) []HealthPart {
	p := part("media", "Public address for files", "Instagram can fetch pictures and videos from it.")
	fix := HealthFix{Label: "Set one", To: "/settings/media", Command: "crier bucket set"}
	bucket := e.Buckets.Status()
	switch {
	case bucket.Problem != nil:
		return []HealthPart{p.is(Mend, *bucket.Problem, fix)}
	case bucket.Configured:
		p.Fix = HealthFix{Label: "Try it", To: fix.To, Command: "crier bucket check"}
		return []HealthPart{p.since(bucket.CheckedAt).from(shown(bucket.PublicURL))}
	case set.IsConfigured:
		return []HealthPart{p.from(shown(set.WorkerURL))}
	case e.Config.Network == config.Live:
		return []HealthPart{p.is(Mend, "There is none, and Instagram fetches each file from one.", fix)}
	}
	return nil // The sandbox needs none.
}

func worker(set cloud.SetupStatus, now time.Time) (parts []HealthPart) {
	if set.TokenWarning != nil {
		fix := HealthFix{Label: "Replace it", To: "/settings/worker", Command: "crier cloud setup"}
		parts = append(parts, part("cloud-token", "Cloudflare’s token", "").is(Soon, *set.TokenWarning, fix))
	}
	if set.WorkerName == nil && !set.IsClosing && set.Problem == nil {
		return parts
	}
	p := part("worker", "Worker", "Its clock turns, and it has the version that belongs to this Crier.").from(shown(set.WorkerURL)).since(set.LastVerifiedAt)
	if set.LastCronRun != nil {
		p = p.counts(ago(now.Sub(set.LastCronRun.Time())))
	}
	fix := HealthFix{Label: "Open", To: "/settings/worker", Command: "crier cloud status"}
	switch {
	case set.IsClosing:
		return append(parts, p.is(Mend, "It is being torn down, which is not finished.", HealthFix{Label: "Finish that", To: fix.To, Command: "crier cloud teardown"}))
	case set.Problem != nil:
		return append(parts, p.is(Mend, *set.Problem, fix))
	case set.IsCronDead:
		return append(parts, p.is(Mend, "Its clock does not turn, so it publishes nothing.", HealthFix{Label: "Set it up again", To: fix.To, Command: "crier cloud deploy"}))
	case !set.IsCurrent:
		return append(parts, p.is(Soon, "It has another version than belongs to this Crier.", HealthFix{Label: "Bring it up to date", To: fix.To, Command: "crier cloud deploy"}))
	}
	p.Fix = fix
	return append(parts, p)
}

// drift is how far this machine's clock may be off before anybody has to know.
const drift = 30 * time.Second

func (e *Examiner) machine() HealthPart {
	p := part("clock", "This computer’s clock", "It is compared with the network’s at each call.")
	ahead, at := e.Network.Last()
	if at.IsZero() {
		return p
	}
	p = p.counts(lasting(ahead))
	p.Unit += " off"
	p.Says = "It goes with the network’s."
	fix := HealthFix{Label: "How", To: "/docs/schedule"}
	switch {
	case ahead.Abs() > networkclock.Tolerance:
		return p.is(Mend, "It is wrong. Until it is right, posts go out by the network’s clock.", fix)
	case ahead.Abs() > drift:
		return p.is(Soon, "It is a little off. Let the system set it by itself.", fix)
	}
	return p
}

// service says where Crier answers. Nobody else has that port, or nobody would be reading this.
func (e *Examiner) service() HealthPart {
	p := part("service", "Crier", "It runs, and answers on this computer alone.")
	if e.Config.ContainerBind {
		p.Says = "It runs, and answers at its container’s addresses too. Publish the port to 127.0.0.1 alone."
	}
	running, err := e.Dir.ReadRuntime()
	if err != nil {
		return p
	}
	p = p.from(fmt.Sprintf("process %d, %s", running.PID, running.AppURL))
	if address, err := url.Parse(running.APIURL); err == nil {
		p = p.counts(address.Port(), "port")
	}
	return p
}

// versionNotice is how long before its end the end of the network's version is announced.
const versionNotice = 60 * 24 * time.Hour

func version(now time.Time) HealthPart {
	p := part("version", "Version of the network’s API", "Instagram answers it.").from(graph.Version)
	left := graph.VersionEnds().Sub(now)
	p = p.counts(lasting(left))
	p.Unit += " left"
	fix := HealthFix{Label: "How", To: "/docs/install", Command: "crier upgrade"}
	switch {
	case left <= 0:
		return p.is(Mend, "Instagram no longer answers it. Install a newer Crier.", fix)
	case left < versionNotice:
		return p.is(Soon, "Instagram stops answering it soon. Install a newer Crier.", fix)
	}
	return p
}

// states looks for posts that a fault of Crier has left where they cannot go on.
func (e *Examiner) states(ctx context.Context) HealthPart {
	p := part("posts", "Posts", "Each is in a state that it can leave.")
	illegal, err := states.Illegal(ctx, e.DB)
	switch {
	case err != nil:
		return unread(p.ID, p.Name, err)
	case len(illegal) == 0:
		return p
	}
	return p.is(Mend, counted(len(illegal), "post is", "posts are")+" stuck by a fault of Crier. Look whether the account shows it before you publish it again, and report the fault.",
		HealthFix{Label: "Look at it", To: "/posts/" + illegal[0].ID.String(), Command: "crier posts show " + illegal[0].ID.String()}).from(fmt.Sprint(illegal[0].Combination))
}

func shown(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
