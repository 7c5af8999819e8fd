package apperror_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"crier/platform/apperror"
)

func TestCatalog_IsWhole(t *testing.T) {
	t.Parallel()
	catalog := apperror.Catalog()
	if len(catalog) != 50 {
		t.Fatalf("the catalogue has %d codes, the contract has 50", len(catalog))
	}
	seen := map[apperror.Code]bool{}
	for _, d := range catalog {
		if seen[d.Code] {
			t.Errorf("%s stands twice", d.Code)
		}
		seen[d.Code] = true
		if d.Status < 400 || d.Status > 599 || d.Code.Status() != d.Status {
			t.Errorf("%s has status %d", d.Code, d.Status)
		}
		for _, text := range []string{d.Cause, d.Fix} {
			if !strings.HasSuffix(text, ".") || len(text) < 15 {
				t.Errorf("%s: %q is no sentence", d.Code, text)
			}
		}
	}
}

func TestCodeOf(t *testing.T) {
	t.Parallel()
	wrapped := fmt.Errorf("outer: %w", apperror.Wrap(apperror.NotFound, io.EOF, "no post %d", 7))
	for _, c := range []struct {
		err  error
		want apperror.Code
	}{
		{nil, ""},
		{io.EOF, apperror.InternalError},
		{apperror.New(apperror.InvalidTags, "x"), apperror.InvalidTags},
		{wrapped, apperror.NotFound},
	} {
		if got := apperror.CodeOf(c.err); got != c.want {
			t.Errorf("%v: got %q, want %q", c.err, got, c.want)
		}
	}
	if !errors.Is(wrapped, io.EOF) || apperror.From(wrapped).Message != "no post 7" {
		t.Errorf("the cause or the message is lost: %v", wrapped)
	}
	if got := apperror.Code("NOPE").Status(); got != 500 {
		t.Errorf("an unknown code has status %d", got)
	}
}
