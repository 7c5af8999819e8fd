package docs

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed lifecycle.html
var lifeCycleTemplate string

// drawLifeCycle returns a diagram of a post's states, with tables of the states and of the changes.
func drawLifeCycle() (string, error) {
	t, err := template.New("lifecycle").Parse(lifeCycleTemplate)
	if err != nil {
		return "", fmt.Errorf("the life cycle: %w", err)
	}
	var b strings.Builder
	if err := t.Execute(&b, map[string]any{"States": states(), "Changes": changes()}); err != nil {
		return "", fmt.Errorf("the life cycle: %w", err)
	}
	return b.String(), nil
}

// state is a status of a post, with the middle of its box in the diagram.
type state struct {
	Name  string
	X, Y  int
	About string
	// Ended says that polling stops here.
	Ended bool
}

// Left and Top are the corner of the state's box, which is 116 by 32.
func (s state) Left() int { return s.X - 58 }

// Top is described at Left.
func (s state) Top() int { return s.Y - 16 }

// Baseline is where the state's name is written.
func (s state) Baseline() int { return s.Y + 5 }

// states and changes are the life cycle of contract 3, which module posts has as the data that it
// runs by. A test in e2e compares the two.
func states() []state {
	return []state{
		{Name: "DRAFT", X: 90, Y: 30, About: "Kept for later. The network knows nothing of it."},
		{Name: "SCHEDULED", X: 390, Y: 30, About: "Waits for its time."},
		{Name: "QUEUED", X: 150, Y: 125, About: "Waits to be worked on, at once or after a failed attempt."},
		{Name: "PROCESSING", X: 150, Y: 205, About: "The network fetches the media and prepares the post."},
		{Name: "PUBLISHING", X: 150, Y: 285, About: "The network is told to publish, or Crier asks it whether it has."},
		{Name: "PUBLISHED", X: 150, Y: 365, About: "Live. snPermalink has the address, which can follow a moment later.", Ended: true},
		{Name: "FAILED", X: 390, Y: 205, About: "Ended without success. errorCode and errorMessage say why.", Ended: true},
	}
}

// change is a legal change of status.
type change struct {
	// From is empty where a post begins.
	From, To, When string
	// Line is its arrow in the diagram, which does not show where posts begin.
	Line string
}

func changes() []change {
	return []change{
		{"", "DRAFT", "POST /posts/draft.", ""},
		{"", "QUEUED", "POST /posts/publish.", ""},
		{"", "SCHEDULED", "POST /schedule.", ""},
		{"DRAFT", "QUEUED", "POST /posts/publish names it as draftId.", "M105 46 L135 109"},
		{"DRAFT", "SCHEDULED", "POST /schedule names it as draftId.", "M148 24 H332"},
		{"SCHEDULED", "QUEUED", "Its time has come.", "M350 46 L208 114"},
		{"SCHEDULED", "DRAFT", "DELETE /schedule/{id} cancels it.", "M332 36 H148"},
		{"SCHEDULED", "FAILED", "Its account was disconnected, or its time was missed by too much.", "M410 46 V189"},
		{"QUEUED", "PROCESSING", "The work on it begins.", "M140 141 V189"},
		{"QUEUED", "SCHEDULED", "This machine's clock had been ahead, and its time has not come.", "M208 108 L335 46"},
		{"QUEUED", "DRAFT", "DELETE /schedule/{id} cancels it before the work on it has begun.", "M110 109 L80 46"},
		{"QUEUED", "FAILED", "It cannot be published, or its time was missed by too much.", "M208 124 L368 189"},
		{"PROCESSING", "PUBLISHING", "The network has prepared everything.", "M150 221 V269"},
		{"PROCESSING", "QUEUED", "A passing failure: Crier tries again by itself.", "M160 189 V141"},
		{"PROCESSING", "FAILED", "The network refuses it for good, or the attempts are used up.", "M208 205 H332"},
		{"PUBLISHING", "PUBLISHED", "The network says that it is live.", "M150 301 V349"},
		{"PUBLISHING", "FAILED", "It is not live, or nobody could find out in time.", "M208 280 L350 221"},
		{"FAILED", "QUEUED", "POST /posts/{id}/retry.", "M335 189 L208 137"},
		{"FAILED", "PUBLISHED", "Crier finds later that it is live after all.", "M410 221 V365 H208"},
	}
}
