package settings

import (
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/wireid"
)

// TestRefusal_LiveAnswers: each answer to a login that the real network has shown is told by the
// code that it has in e2e/conformance/answers.json, and one that comes to right passwords too says
// so.
func TestRefusal_LiveAnswers(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../e2e/conformance/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		Of, Op, Class, Code, Source string
		Body                        struct{ Message string }
	}
	if err := json.Unmarshal(file, &all); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, a := range all {
		if a.Of != "native" || a.Op != "login" {
			continue
		}
		tried++
		l := &logins{log: slog.New(slog.DiscardHandler), tries: newTries(clock.System())}
		got := l.refusal(wireid.New(), saving, &native.Error{Op: native.OpLogin, Class: native.Class(a.Class), HTTPStatus: 400, Message: a.Body.Message})
		if string(apperror.CodeOf(got)) != a.Code {
			t.Errorf("%s: %v", a.Source, got)
		}
		if a.Class == string(native.BadCredentials) && !strings.Contains(got.Error(), "refuses right passwords too") {
			t.Errorf("%s: %v", a.Source, got)
		}
	}
	if tried < 6 {
		t.Errorf("%d answers", tried)
	}
}
