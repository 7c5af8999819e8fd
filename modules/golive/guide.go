package golive

// The guide to the pages of others is in this file alone. Who follows it again brings the dates up
// to date.

// walked is the day on which somebody last went through Meta's console by this guide.
const walked = "2026-11-21"

const (
	appDashboard     = "https://developers.facebook.com/apps/"
	switchAccount    = "https://www.instagram.com/accounts/convert_to_professional_account/"
	cloudflareTokens = "https://dash.cloudflare.com/profile/api-tokens"
)

// page says what to do for a step, and where.
type page struct{ title, fix, link, walkedAt string }

func guide(id ID) page {
	switch id {
	case Account:
		return page{
			"An account that can publish",
			"Make your Instagram account a professional one in its app (Settings, Account type and tools, Switch to professional account), which costs nothing. Then connect it: crier accounts connect, or Accounts in the browser.",
			switchAccount, "",
		}
	case Token:
		return page{
			"Access for Crier",
			"In Meta's App Dashboard make an app of your own, choose Instagram, API setup with Instagram login (it needs no Page, and can neither delete posts nor copy them to a Page), add your account, " +
				"press Generate token, and paste the token: crier accounts connect, or Accounts in the browser. For copies on a Page take a token of the Facebook login in its place.",
			appDashboard, walked,
		}
	case Media:
		return page{
			"A public address for your pictures",
			"Run crier cloud setup, which makes the place from which the network fetches files in your Cloudflare account. If you have a bucket, run crier bucket set in its place.",
			cloudflareTokens, "",
		}
	case Rehearsal:
		return page{"A rehearsal", "Correct what is wrong, then look again: crier golive --look.", "", ""}
	case Limit:
		return page{"How many posts a day you may send", "Look again: crier golive --look.", "", ""}
	case Page:
		return page{"Copies on a Facebook Page", "", appDashboard, walked}
	case Mode:
		return page{"Live mode", "Run crier network live. Nothing goes out by that alone.", "", ""}
	case First:
		return page{"The first real post", "Publish a post: crier publish FILE, or New post in the browser.", "", ""}
	case Off:
		return page{
			"While this computer is off",
			"You need not, but a worker in your Cloudflare account can publish scheduled posts while this computer is off: crier cloud setup.",
			cloudflareTokens, "",
		}
	}
	return page{}
}

// step returns the step with what the guide says of it.
func step(id ID) GoLiveStep {
	p := guide(id)
	return GoLiveStep{ID: id, Title: p.title, Fix: filled(p.fix), Link: filled(p.link), LinkWalkedAt: filled(p.walkedAt)}
}

func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
