package storyrepost

import (
	"bytes"
	"strings"

	"crier/modules/media/editing"
	"crier/platform/apperror"

	"github.com/go-json-experiment/json"
)

const (
	// maxOverlay bounds a signature overlay, in bytes.
	maxOverlay = 4 << 10
	// authorMark stands for the author's username in the text of an overlay.
	authorMark = "{username}"
)

// Where a signature stands whose overlay does not say.
const (
	defaultText  = "Repost: @" + authorMark
	defaultX     = 0.5
	defaultY     = 0.9
	defaultSize  = 0.04
	defaultColor = "#ffffff"
	defaultBox   = "#00000080"
)

// parseOverlay reads a signatureOverlay, the JSON text of an editing.Text, of which everything may
// be left out. It returns VALIDATION_ERROR for what cannot be drawn.
func parseOverlay(text string) (editing.Text, error) {
	t := editing.Text{Text: defaultText, X: defaultX, Y: defaultY, Size: defaultSize, Color: defaultColor, Background: defaultBox}
	if len(text) > maxOverlay {
		return t, apperror.New(apperror.ValidationError, "signatureOverlay has %d bytes; at most %d are possible", len(text), maxOverlay)
	}
	if err := json.Unmarshal([]byte(text), &t); err != nil || !isObject(text) {
		return t, apperror.New(apperror.ValidationError, `signatureOverlay must be a JSON object such as {"text":"via @{username}"}`)
	}
	// The longest name must fit as well.
	longest := strings.Repeat("m", maxUsername)
	if err := specOf(t, longest).Check(); err != nil {
		return t, apperror.New(apperror.ValidationError, "signatureOverlay: %s", apperror.From(err).Message)
	}
	return t, nil
}

func isObject(text string) bool {
	return bytes.HasPrefix(bytes.TrimSpace([]byte(text)), []byte("{"))
}

// specOf returns the edits that draw a signature for an author.
func specOf(t editing.Text, username string) editing.Spec {
	t.Text = strings.ReplaceAll(t.Text, authorMark, username)
	return editing.Spec{Texts: []editing.Text{t}}
}
