package e2e_test

import (
	"os/exec"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/auth"
)

// typed runs a command of the service with lines on its standard input.
func typed(t *testing.T, s *e2e.Service, input string, args ...string) e2e.Exit {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), e2e.Program(t).Path(), args...)
	cmd.Env = append(cmd.Environ(), "CRIER_DATA_DIR="+s.Dir(), "CRIER_KEYRING=off")
	cmd.Stdin = strings.NewReader(input)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	// The state of the process tells how it ended.
	_ = cmd.Run()
	return e2e.Exit{Code: cmd.ProcessState.ExitCode(), Stdout: out.String(), Stderr: errs.String()}
}

func TestCommand_Accounts(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	if got := typed(t, s, florist().Token.Reveal()+"\n", "accounts", "connect"); got.Code != 0 || !strings.HasPrefix(got.Stdout, "Connected crier.demo.florist (primary login)") {
		t.Errorf("got %+v", got)
	}
	var answer auth.ConnectionAnswer
	got := typed(t, s, studio().UserToken.Reveal()+"\n"+gallery().SNUserID+"\n", "accounts", "connect", "--token", "-", "--json")
	jsonOf(t, e2e.Exit{Code: got.Code, Stdout: got.Stdout}, &answer)
	if answer.Account == nil || answer.Account.Account.SNUserID != gallery().SNUserID || !strings.Contains(got.Stderr, studio().SNUserID) {
		t.Fatalf("got %+v", got)
	}
	jsonOf(t, typed(t, s, studio().UserToken.Reveal(), "accounts", "connect", "--account", studio().SNUserID, "--json"), &answer)
	var list auth.AccountOverviews
	jsonOf(t, s.Command(t, "accounts", "list", "--json"), &list)
	if list.Network != "sandbox" || len(list.Accounts) != 5 {
		t.Fatalf("got %+v", list)
	}
	table := s.Command(t, "accounts", "list")
	if lines := strings.Split(table.Stdout, "\n"); table.Code != 0 || len(lines) != 7 || !strings.Contains(lines[3], "crier.demo.florist  primary  CREATOR") || !strings.Contains(lines[3], "about ") {
		t.Errorf("got %+v", table)
	}
	id := list.Accounts[2].Account.ID.String()
	if got := s.Command(t, "accounts", "refresh", id); got.Code != 0 || !strings.Contains(got.Stdout, "at least 24 hours old") {
		t.Errorf("got %+v", got)
	}
	var refreshed struct{ Accounts []auth.RefreshAnswer }
	if jsonOf(t, s.Command(t, "accounts", "refresh", "--json"), &refreshed); len(refreshed.Accounts) != 5 {
		t.Errorf("got %+v", refreshed)
	}
	if got := s.Command(t, "accounts", "disconnect", id); got.Code != 0 || !strings.Contains(got.Stdout, "disconnected") {
		t.Errorf("got %+v", got)
	}
	for name, c := range map[string]struct {
		input string
		args  []string
		code  int
	}{
		"gone":         {"", []string{"disconnect", id}, 1},
		"no id":        {"", []string{"disconnect", "x"}, 2},
		"no token":     {"", []string{"connect"}, 2},
		"bad token":    {"SANDBOX-NONSENSE", []string{"connect"}, 2},
		"no choice":    {studio().UserToken.Reveal(), []string{"connect"}, 2},
		"no login":     {"", []string{"connect", "--oauth"}, 2},
		"both":         {"", []string{"connect", "--oauth", "--login", "primary", "--token", "x"}, 2},
		"app of none":  {"", []string{"connect", "--app-id", "1"}, 2},
		"other login":  {"", []string{"connect", "--login", "other"}, 2},
		"unknown app":  {"", []string{"connect", "--oauth", "--login", "primary"}, 2},
		"other's code": {"SANDBOX-APP-SECRET\n" + redirectURI + "?code=x&state=y\n", []string{"connect", "--oauth", "--login", "primary", "--app-id", "990000000000001", "--redirect-uri", redirectURI}, 2},
	} {
		if got := typed(t, s, c.input, append([]string{"accounts"}, c.args...)...); got.Code != c.code || got.Stderr == "" || strings.Contains(got.Stderr, "SANDBOX-NONSENSE") || strings.Contains(got.Stderr, "SANDBOX-APP") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	if got := typed(t, s, strings.Repeat("x", 17<<10), "accounts", "connect"); got.Code != 2 || !strings.Contains(got.Stderr, "longer than") {
		t.Errorf("a token that does not end: got %+v", got)
	}
	if log := s.Stderr(); strings.Contains(log, "SANDBOX-IG") || strings.Contains(log, "SANDBOX-FB") {
		t.Error("the log shows a token")
	}
}
