package child_test

import (
	"strings"
	"testing"
)

// TestRead_GivesWay: when memory is short, the kernel ends children before the service.
func TestRead_GivesWay(t *testing.T) {
	t.Parallel()
	if got, _ := ask(t, []string{"a"}); !strings.Contains(got, " score=1000\n") {
		t.Errorf("the child says %q", got)
	}
}
