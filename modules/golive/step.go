package golive

import (
	"crier/modules/auth"
	"crier/platform/config"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// State is how a step stands.
type State string

// The states of a step.
const (
	// Done: it is proved.
	Done State = "done"
	// Todo: the user has something to do.
	Todo State = "todo"
	// Failing: it was tried, and something is wrong.
	Failing State = "failing"
	// Waiting: another step comes first, or the look has not ended.
	Waiting State = "waiting"
)

// ID is the name of a step.
type ID string

// The steps, in their order.
const (
	Account   ID = "account"
	Token     ID = "token"
	Media     ID = "media"
	Rehearsal ID = "rehearsal"
	Limit     ID = "limit"
	Page      ID = "page"
	Mode      ID = "mode"
	First     ID = "first"
	// Off is the one step that nobody needs.
	Off ID = "off"
)

// GoLiveStep is a step with the evidence for its state.
type GoLiveStep struct {
	ID           ID             `json:"id" enum:"account,token,media,rehearsal,limit,page,mode,first,off" doc:"Which step; off is the only one that is not needed." example:"media"`
	Title        string         `json:"title" doc:"What it is about, in a few words." example:"A public address for your pictures"`
	State        State          `json:"state" enum:"done,todo,failing,waiting" doc:"done: it is proved. todo: you have something to do. failing: it was tried, and something is wrong. waiting: another step comes first, or a look has not ended." example:"done"`
	Needed       bool           `json:"needed" doc:"Whether going live takes this step: off is never needed, and page is not for an account without a Page." example:"true"`
	Proof        string         `json:"proof" doc:"How Crier finds out." example:"A small object is put, fetched from outside and deleted."`
	Evidence     string         `json:"evidence" doc:"How Crier knows, in our words." example:"A small object was put, fetched from media.example.com and deleted."`
	Said         *string        `json:"said" doc:"What the network said, in its own words; null when nothing is to be told." example:"code 100, subcode 2207089: strange setting"`
	Fix          *string        `json:"fix" doc:"What to do; null when nothing is to be done." example:"Look whether the address can be reached from outside. Then look again."`
	Cure         []string       `json:"cure" doc:"The same, one by one; empty when nothing is to be done."`
	Command      *string        `json:"command" doc:"How to do it in a terminal; null when nothing is to be done." example:"crier cloud setup"`
	Link         *string        `json:"link" doc:"The page on which to do it, or the first post; null when there is none." example:"https://developers.facebook.com/apps/"`
	LinkWalkedAt *string        `json:"linkWalkedAt" doc:"The day on which somebody last followed the instructions on that page; null when nobody has." example:"2026-11-21"`
	PostID       *wireid.ID     `json:"postId" doc:"The first post, of the step first; null otherwise." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	CheckedAt    *wiretime.Time `json:"checkedAt" doc:"When that was found out; null when it follows from what is stored here, and when it was not yet." example:"2026-11-29T09:12:00.000Z"`
}

// Checklist is the answer of GET /api/golive.
type Checklist struct {
	Mode    config.Network `json:"mode" enum:"sandbox,live" doc:"The network that posts go to. In sandbox mode the steps are proved with accounts of the sandbox." example:"live"`
	Looking bool           `json:"looking" doc:"Whether a look is being made, which may change the steps."`
	Steps   []GoLiveStep   `json:"steps" doc:"Every step, in the order in which to take them."`
	SetUps  []auth.SetUp   `json:"setUps" doc:"The set-ups of an app at Meta that make tokens, and what each cannot do."`
}

// Left returns the steps that are left before everything works.
func (c Checklist) Left() (left []GoLiveStep) {
	for _, s := range c.Steps {
		if s.Needed && s.State != Done {
			left = append(left, s)
		}
	}
	return left
}

// done makes the step proved.
func (s GoLiveStep) done(evidence string) GoLiveStep {
	s.State, s.Evidence, s.Said, s.Link, s.LinkWalkedAt = Done, evidence, nil, nil, nil
	return s.todo(nil, "")
}

// waiting makes the step one that nobody can do anything about now.
func (s GoLiveStep) waiting(evidence string) GoLiveStep {
	s = s.done(evidence)
	s.State = Waiting
	return s
}

// left makes the step one that is left. Without a cure it keeps that of the guide.
func (s GoLiveStep) left(state State, evidence string, cure ...string) GoLiveStep {
	s.State, s.Evidence = state, evidence
	command := s.Command
	if state == Failing {
		command = filled(guide(s.ID).mend)
	}
	if len(cure) > 0 {
		s = s.todo(cure, "")
	}
	s.Command = command
	return s
}
