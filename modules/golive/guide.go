package golive

import (
	"strings"

	"crier/modules/auth"
	"crier/platform/cloudflare"
)

// What is said of Meta's and Instagram's pages comes from auth's guide to them.

// page says of a step what it is about, how it will be proved, what to do and where.
type page struct {
	title, proof string
	cure         []string
	// command does it, and mend helps where it was tried and something is wrong.
	command, mend  string
	link, walkedAt string
}

const (
	lookCommand = "crier golive --look"
	// address tells more of a public address that does not work.
	addressCommand = "crier cloud verify, or crier bucket check, then " + lookCommand
	again          = "Then look again."
	reconnect      = "Connect the account again."
)

func guide(id ID) page {
	switch id {
	case Account:
		return page{
			title: "An account that can publish", proof: "Its profile says so.",
			cure: []string{
				"Make your Instagram account a professional one in its app (" + auth.SwitchMenu + "). It costs nothing.",
				"Then connect it.",
			},
			command: "crier accounts connect", mend: lookCommand, link: auth.SwitchAccount,
		}
	case Token:
		return page{
			title: "Give Crier access", proof: "The network takes the token, and says what it may do.",
			cure:    append(auth.ConsoleWay(), "Paste it."),
			command: "crier accounts connect", mend: "crier accounts connect", link: auth.AppDashboard, walkedAt: auth.ConsoleWalked,
		}
	case Media:
		return page{
			title: "A public address for your pictures", proof: "A small object is put, fetched from outside and deleted.",
			cure: []string{
				"Have Crier set up a worker in your Cloudflare account, from which the network fetches files. Cloudflare's free plan is enough, and takes no card. If you have a bucket, you can set it in its place.",
			},
			command: "crier cloud setup, or crier bucket set for a bucket", mend: addressCommand, link: cloudflare.TokenPage(false),
		}
	case Rehearsal:
		return page{
			title: "A rehearsal", proof: "Crier hands one picture over and never publishes it.",
			cure: []string{"Correct what is wrong.", again}, command: lookCommand, mend: addressCommand,
		}
	case Limit:
		return page{title: "How many posts a day you may send", proof: "Instagram is asked.", cure: []string{"Look again."}, command: lookCommand, mend: lookCommand}
	case Page:
		return page{title: "Copies on a Facebook Page", proof: "The account's login says whether it has one.", link: auth.AppDashboard, walkedAt: auth.ConsoleWalked}
	case Mode:
		return page{title: "Switch to live mode", proof: "Nothing goes out by that alone.", cure: []string{"Switch over. You can come back to the sandbox at any time."}, command: "crier network live"}
	case First:
		return page{title: "The first real post", proof: "Its proof will stand here.", cure: []string{"Publish a post."}, command: "crier publish FILE"}
	case Off:
		return page{
			title: "While this computer is off", proof: "The worker is tried.",
			cure:    []string{"You need not, but a worker in your Cloudflare account can publish scheduled posts while this computer is off."},
			command: "crier cloud setup", mend: "crier cloud verify, and crier cloud status says more", link: cloudflare.TokenPage(false),
		}
	}
	return page{}
}

// step returns the step with what the guide says of it.
func step(id ID) GoLiveStep {
	p := guide(id)
	return GoLiveStep{ID: id, Title: p.title, Needed: id != Off, Proof: p.proof, Link: filled(p.link), LinkWalkedAt: filled(p.walkedAt)}.todo(p.cure, p.command)
}

// todo says what to do.
func (s GoLiveStep) todo(cure []string, command string) GoLiveStep {
	s.Cure, s.Fix, s.Command = append([]string{}, cure...), filled(strings.Join(cure, " ")), filled(command)
	return s
}

func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
