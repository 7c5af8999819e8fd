package golive

import (
	"crier/platform/config"
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
	Evidence     string         `json:"evidence" doc:"How Crier knows, in our words; those of the network follow." example:"A small object was put, fetched from media.example.com and deleted."`
	Fix          *string        `json:"fix" doc:"What to do; null when nothing is to be done." example:"Run crier cloud setup."`
	Link         *string        `json:"link" doc:"The page on which to do it, or the first post; null when there is none." example:"https://developers.facebook.com/apps/"`
	LinkWalkedAt *string        `json:"linkWalkedAt" doc:"The day on which somebody last followed the instructions on that page; null when nobody has." example:"2026-11-21"`
	CheckedAt    *wiretime.Time `json:"checkedAt" doc:"When that was found out; null when it follows from what is stored here, and when it was not yet." example:"2026-11-29T09:12:00.000Z"`
}

// Checklist is the answer of GET /api/golive.
type Checklist struct {
	Mode    config.Network `json:"mode" enum:"sandbox,live" doc:"The network that posts go to. In sandbox mode the steps are proved with accounts of the sandbox." example:"live"`
	Looking bool           `json:"looking" doc:"Whether a look is being made, which may change the steps."`
	Steps   []GoLiveStep   `json:"steps" doc:"Every step, in the order in which to take them."`
}

// Left returns the steps that are left before everything works.
func (c Checklist) Left() (left []GoLiveStep) {
	for _, s := range c.Steps {
		if s.ID != Off && s.State != Done {
			left = append(left, s)
		}
	}
	return left
}

// done makes the step proved.
func (s GoLiveStep) done(evidence string) GoLiveStep {
	s.State, s.Evidence, s.Fix, s.Link, s.LinkWalkedAt = Done, evidence, nil, nil, nil
	return s
}

// waiting makes the step one that nobody can do anything about now.
func (s GoLiveStep) waiting(evidence string) GoLiveStep {
	s = s.done(evidence)
	s.State = Waiting
	return s
}

// left makes the step one that is left. An empty fix leaves that of the guide.
func (s GoLiveStep) left(state State, evidence, fix string) GoLiveStep {
	s.State, s.Evidence = state, evidence
	if fix != "" {
		s.Fix = &fix
	}
	return s
}
