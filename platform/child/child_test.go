package child_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"crier/platform/child"
)

const marker = "CRIER_CHILD_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(marker) != "" {
		echo()
	}
	os.Exit(m.Run())
}

// echo is the child: it answers with what it is asked, how much of an environment it has, and what
// Linux says of how soon it is ended when memory is short.
func echo() {
	var words []string
	rest, err := child.Read(os.Stdin, &words)
	if err != nil {
		_, _ = io.WriteString(os.Stderr, err.Error())
		os.Exit(3)
	}
	score, _ := os.ReadFile("/proc/self/oom_score_adj")
	_, _ = io.WriteString(os.Stdout, strings.Join(append(words, os.Environ()...), " ")+" score="+string(score))
	_, _ = io.Copy(io.Discard, rest)
	os.Exit(0)
}

func ask(t *testing.T, request any) (stdout, stderr string) {
	t.Helper()
	out, words := child.Head{Limit: 1 << 10}, child.Head{Limit: 8}
	cmd, stdin, err := child.Command(t.Context(), "crier-test", marker+"=1", &out, &words)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = child.Ask(stdin, request) // One that asks too much finds the child gone.
	_ = stdin.Close()
	_ = cmd.Wait()
	return out.String(), words.String()
}

func TestCommand(t *testing.T) {
	t.Setenv("SECRET", "x")
	if got, words := ask(t, []string{"a\n", "b"}); !strings.HasPrefix(got, "a\n b "+marker+"=1") || strings.Contains(got, "SECRET") || words != "" {
		t.Errorf("the child says %q, %q", got, words)
	}
	if got, words := ask(t, strings.Repeat("x", child.MaxRequest)); got != "" || words != "read the" {
		t.Errorf("asked too much, the child says %q, %q", got, words)
	}
}

// TestCommand_InAChild: a program that does not know that it is a child starts none, or there would
// be no end to it.
func TestCommand_InAChild(t *testing.T) {
	t.Setenv(marker, "1")
	if _, _, err := child.Command(t.Context(), "crier-test", marker+"=1", nil, nil); err == nil {
		t.Error("a child starts a child")
	}
}

func TestLastWords(t *testing.T) {
	t.Parallel()
	if got := child.LastWords(" a\n\tb "); got != "a b" {
		t.Errorf("got %q", got)
	}
	if got := child.LastWords(strings.Repeat("ä", 200) + "bä"); len(got) != 400 {
		t.Errorf("got %d bytes", len(got))
	}
	if got := child.LastWords("b" + strings.Repeat("ä", 300)); len(got) != 399 || strings.Contains(got, "�") {
		t.Errorf("half a letter is left: %d bytes", len(got))
	}
}
