package e2e_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/sandbox"
	"crier/platform/wireid"
)

// leaves returns every command without subcommands, as words, as the help lists them.
func leaves(t *testing.T, program *e2e.Executable) [][]string {
	t.Helper()
	exit := program.Run(t, nil, "--help")
	_, list, found := strings.Cut(exit.Stdout, "\nCommands:\n")
	if exit.Code != 0 || !found {
		t.Fatalf("crier --help ended with %d:\n%s", exit.Code, exit.Stdout)
	}
	var commands [][]string
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+(?: [a-z]+)?)(?: \([a-z]+\))?  `).FindAllStringSubmatch(list, -1) {
		commands = append(commands, strings.Fields(m[1]))
	}
	if len(commands) < 8 {
		t.Fatalf("the help lists %q", commands)
	}
	return commands
}

func TestCommand_EveryHelpSaysWhatItDoesAndWhatItTakes(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	bare := regexp.MustCompile(`(?m)^\s+(-h, )?--[a-z-]+\S*$\s*(--|$)`)
	for _, command := range append(leaves(t, program), []string{"keys"}, nil) {
		exit := program.Run(t, nil, append(slices.Clone(command), "--help")...)
		name := strings.Join(append([]string{"crier"}, command...), " ")
		if exit.Code != 0 || exit.Stderr != "" || !strings.HasPrefix(exit.Stdout, "Usage: "+name) {
			t.Errorf("%s --help ended with %d:\n%s%s", name, exit.Code, exit.Stdout, exit.Stderr)
		}
		if flag := bare.FindString(exit.Stdout); flag != "" {
			t.Errorf("%s --help explains nothing of %q", name, flag)
		}
		paragraphs := strings.Split(exit.Stdout, "\n\n")
		if len(paragraphs) < 3 || !strings.HasSuffix(strings.TrimSpace(paragraphs[1]), ".") {
			t.Errorf("%s --help does not say what it does:\n%s", name, exit.Stdout)
		}
	}
}

// TestCommand_Mistakes: an error is one line on the standard error, with the right exit code.
func TestCommand_Mistakes(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("not a database, and longer than the hundred bytes of a header, so that it is read as one, to its end\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(dir, "damaged")
	if err := errors.Join(os.Mkdir(damaged, 0o700), os.Rename(file, filepath.Join(damaged, "crier.db")), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	missing, fresh := filepath.Join(dir, "missing"), "CRIER_DATA_DIR="+filepath.Join(dir, "fresh")
	const failure, usage = 1, 2
	for name, c := range map[string]struct {
		args, settings []string
		code           int
		want           string
	}{
		"no such command":    {[]string{"publisch"}, nil, usage, "publisch"},
		"half a command":     {[]string{"keys"}, nil, usage, "see crier keys --help"},
		"no such flag":       {[]string{"serve", "--nonsense"}, nil, usage, "--nonsense; see crier serve --help"},
		"an extra argument":  {[]string{"serve", "extra"}, nil, usage, "extra"},
		"no key name":        {[]string{"keys", "create"}, []string{fresh}, usage, "<name>"},
		"an empty key name":  {[]string{"keys", "create", " "}, []string{fresh}, usage, "1 to 64 characters"},
		"a long key name":    {[]string{"keys", "create", strings.Repeat("é", 65)}, []string{fresh}, usage, "1 to 64 characters"},
		"no key":             {[]string{"keys", "revoke"}, []string{fresh}, usage, "<key>"},
		"no folder, keys":    {[]string{"keys", "list"}, []string{"CRIER_DATA_DIR=" + missing}, failure, missing},
		"no folder, revoke":  {[]string{"keys", "revoke", wireid.New().String()}, []string{"CRIER_DATA_DIR=" + missing}, failure, missing},
		"no folder, login":   {[]string{"login"}, []string{"CRIER_DATA_DIR=" + missing}, failure, missing},
		"a foreign host":     {[]string{"serve", "--host", "0.0.0.0"}, []string{fresh}, usage, `"0.0.0.0"`},
		"a foreign host set": {[]string{"serve"}, []string{fresh, "CRIER_HOST=192.168.1.5"}, usage, "192.168.1.5"},
		"a port too high":    {[]string{"serve", "--port", "65536"}, []string{fresh}, usage, "CRIER_PORT"},
		"a port below zero":  {[]string{"serve", "--port=-1"}, []string{fresh}, usage, "CRIER_PORT"},
		"a port in words":    {[]string{"serve"}, []string{fresh, "CRIER_PORT=http"}, usage, "CRIER_PORT"},
		"no requests":        {[]string{"serve"}, []string{fresh, "RATE_LIMIT_RPM=0"}, usage, "RATE_LIMIT_RPM"},
		"no uploads":         {[]string{"serve"}, []string{fresh, "MAX_FILE_SIZE_MB=0"}, usage, "MAX_FILE_SIZE_MB"},
		"no such network":    {[]string{"serve"}, []string{fresh, "CRIER_NETWORK=prod"}, usage, "prod"},
		"a foreign sandbox":  {[]string{"serve"}, []string{fresh, "CRIER_SANDBOX_URL=http://example.com:7272"}, usage, "example.com"},
		"a short secret":     {[]string{"serve"}, []string{fresh, "CRIER_PORT=0", "CRIER_SESSION_SECRET=short"}, usage, "CRIER_SESSION_SECRET must have at least 32 characters"},
		"a file as folder":   {[]string{"serve"}, []string{"CRIER_DATA_DIR=" + file}, failure, file},
		"below a file":       {[]string{"serve"}, []string{"CRIER_DATA_DIR=" + filepath.Join(file, "sub")}, failure, file},
		"keys of a file":     {[]string{"keys", "list"}, []string{"CRIER_DATA_DIR=" + file}, failure, file},
		"a damaged database": {[]string{"serve"}, []string{"CRIER_DATA_DIR=" + damaged}, failure, "crier: the database of the data folder, crier.db, is damaged, "},
		"damaged, keys":      {[]string{"keys", "list"}, []string{"CRIER_DATA_DIR=" + damaged}, failure, "with crier restore FILE"},
		"damaged, upgrade":   {[]string{"upgrade", "--check-folder"}, []string{"CRIER_DATA_DIR=" + damaged}, failure, "with crier restore FILE"},
		"no state to read":   {[]string{"sandbox", "--port=0", "--state", filepath.Join(damaged, "crier.db")}, nil, failure, "not a sandbox state"},
		"no state folder":    {[]string{"sandbox", "--port=0", "--state", filepath.Join(missing, "state")}, nil, usage, "crier: there is no folder " + missing + "; make it"},
		"state in a file":    {[]string{"sandbox", "--port=0", "--state", filepath.Join(file, "state")}, nil, usage, "crier: there is no folder " + file + "; make it"},
		"a folder as state":  {[]string{"sandbox", "--port=0", "--state", damaged}, nil, usage, damaged + " is a folder; name a file in it"},
		"state at home":      {[]string{"sandbox", "--port=0", "--state=~/no folder of this name/state"}, nil, usage, "crier: there is no folder /"},
		"no name of a state": {[]string{"sandbox", "--port=0", "--state", ""}, nil, usage, "a file has an empty name"},
		"no name to export":  {[]string{"export", ""}, []string{fresh}, usage, "a file has an empty name"},
		"no name for a key":  {[]string{"key", "export", ""}, []string{"CRIER_DATA_DIR=" + damaged, "CRIER_BACKUP_PASSPHRASE=12345678"}, usage, "a file has an empty name"},
		"a port of sandbox":  {[]string{"sandbox", "--port=70000"}, nil, usage, "70000"},
		"help of nothing":    {[]string{"help", "posts", "lst"}, nil, usage, "there is no command crier posts lst; perhaps you mean \"list\""},
		"no value":           {[]string{"serve", "--machine-id"}, nil, usage, "crier: --machine-id needs a value; see crier serve --help"},
		"a count in words":   {[]string{"posts", "list", "--limit", "many"}, nil, usage, "crier: --limit must be a whole number but got \"many\"; see crier posts list --help"},
		"a time in words":    {[]string{"serve"}, []string{fresh, "CRIER_LATE_GRACE=long"}, usage, "crier: --late-grace must be a length of time, such as 24h or 90m, but got \"long\" (from CRIER_LATE_GRACE); see crier serve --help"},
		"a time of no unit":  {[]string{"serve", "--late-grace=5"}, nil, usage, "crier: --late-grace must be a length of time, such as 24h or 90m, but got \"5\"; see crier serve --help"},
		"less than nothing":  {[]string{"logs", "-n", "-1"}, nil, usage, "crier: --lines needs a value; for one that begins with a hyphen write --lines=\"-1\"; see crier logs --help"},
		"below an alias":     {[]string{"keys", "revoke", "--nope"}, nil, usage, "see crier keys revoke --help\n"},
		"no such status":     {[]string{"posts", "list", "--status", "x"}, nil, usage, "\"published\", \"failed\" but got"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exit := program.Run(t, c.settings, c.args...)
			if exit.Code != c.code || exit.Stdout != "" || !strings.Contains(exit.Stderr, c.want) {
				t.Errorf("got %d, %q, %q; want %d, %q", exit.Code, exit.Stdout, exit.Stderr, c.code, c.want)
			}
			if !strings.HasPrefix(exit.Stderr, "crier: ") || strings.Count(exit.Stderr, "\n") != 1 {
				t.Errorf("it takes more than a line: %q", exit.Stderr)
			}
		})
	}
	t.Cleanup(func() {
		if _, err := os.Stat(missing); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a command that needs a folder has made one: %v", err)
		}
	})
}

// TestCommand_Bare: without a command, and with help, the program prints what it can do.
func TestCommand_Bare(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	help := program.Run(t, nil, "--help")
	for _, args := range [][]string{nil, {"help"}} {
		if exit := program.Run(t, nil, args...); exit != help || exit.Code != 0 || exit.Stderr != "" {
			t.Errorf("crier %v: %+v", args, exit)
		}
	}
	if exit := program.Run(t, nil, "help", "posts", "list"); exit != program.Run(t, nil, "posts", "list", "--help") || exit.Code != 0 {
		t.Errorf("crier help posts list: %+v", exit)
	}
}

func TestCommand_Version(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	if exit := program.Run(t, nil, "--version"); exit != program.Run(t, nil, "version") || exit.Code != 0 {
		t.Errorf("--version: %+v", exit)
	}
	var version struct{ Version, API, Go string }
	exit := program.Run(t, nil, "version", "--json")
	if err := json.Unmarshal([]byte(exit.Stdout), &version); err != nil || version.Version != "e2e" || version.API != "4.5.0" {
		t.Errorf("got %+v, %v", exit, err)
	}
	if text := program.Run(t, nil, "version").Stdout; !strings.HasPrefix(text, "crier e2e (API 4.5.0, go1.") {
		t.Errorf("got %q", text)
	}
}

func TestCommand_KeysWorkWithoutAService(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	settings := []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data")}
	plain := program.Run(t, settings, "keys", "create", "  plain ")
	if plain.Code != 0 || plain.Stderr != "" || !regexp.MustCompile(`^svc_live_[A-Za-z0-9_-]{43}\n$`).MatchString(plain.Stdout) {
		t.Fatalf("got %+v", plain)
	}
	var made struct {
		Key     struct{ ID, Name, Prefix string }
		FullKey string
	}
	jsonOf(t, program.Run(t, settings, "keys", "create", "--json", "--", "-dash"), &made)
	if made.Key.Name != "-dash" || !strings.HasPrefix(made.FullKey, made.Key.Prefix) || len(made.Key.Prefix) != 12 {
		t.Errorf("made %+v", made)
	}
	for _, want := range []string{`{"success":true,"alreadyRevoked":false}`, `{"success":true,"alreadyRevoked":true}`} {
		if exit := program.Run(t, settings, "keys", "revoke", "--json", made.Key.ID); strings.TrimSpace(exit.Stdout) != want || exit.Code != 0 {
			t.Errorf("revoke gave %+v, want %s", exit, want)
		}
	}
	unknown := program.Run(t, settings, "keys", "revoke", wireid.New().String())
	if unknown.Code != 1 || !strings.Contains(unknown.Stderr, "there is no API key") {
		t.Errorf("an unknown key: %+v", unknown)
	}
	var list struct {
		Keys []struct {
			Name      string
			RevokedAt *string
		}
	}
	jsonOf(t, program.Run(t, settings, "keys", "list", "--json"), &list)
	if len(list.Keys) != 2 || list.Keys[0].RevokedAt == nil || list.Keys[1].Name != "plain" || list.Keys[1].RevokedAt != nil {
		t.Errorf("listed %+v", list)
	}
	jsonOf(t, program.Run(t, settings, "keys", "create", "--json", "two\nlines\x1b[2J"), &made)
	table := program.Run(t, settings, "keys", "list").Stdout
	if strings.Count(table, "\n") != 4 || strings.Contains(table, "\x1b") || !strings.Contains(table, "plain") || strings.Contains(table, strings.TrimSpace(plain.Stdout)) {
		t.Errorf("listed\n%s", table)
	}
}

func jsonOf(t *testing.T, exit e2e.Exit, target any) {
	t.Helper()
	if exit.Code != 0 || exit.Stderr != "" {
		t.Fatalf("got %+v", exit)
	}
	if err := json.Unmarshal([]byte(exit.Stdout), target); err != nil {
		t.Fatalf("%v in %q", err, exit.Stdout)
	}
}

// TestCommand_KeysByName: a name of two active keys is refused with both ids.
func TestCommand_KeysByName(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	settings := []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data")}
	var ids []string
	for _, name := range []string{"script", "script", "other"} {
		var made struct{ Key struct{ ID string } }
		jsonOf(t, program.Run(t, settings, "keys", "create", "--json", name), &made)
		ids = append(ids, made.Key.ID)
	}
	two := program.Run(t, settings, "keys", "delete", "script")
	if two.Code != 2 || two.Stdout != "" || !strings.Contains(two.Stderr, ids[0]) || !strings.Contains(two.Stderr, ids[1]) || strings.Contains(two.Stderr, ids[2]) {
		t.Errorf("of two keys: %+v", two)
	}
	for _, c := range []struct{ key, want string }{
		{ids[0][:8], "The key is revoked.\n"}, {"script", "The key is revoked.\n"}, {"other", "The key is revoked.\n"}, {"other", "The key had been revoked before.\n"},
	} {
		if exit := program.Run(t, settings, "keys", "revoke", c.key); exit.Code != 0 || exit.Stdout != c.want {
			t.Errorf("%s: %+v", c.key, exit)
		}
	}
	for _, name := range []string{"Script", "none", "\x1b[2J"} {
		if exit := program.Run(t, settings, "keys", "revoke", name); exit.Code != 1 || exit.Stdout != "" || strings.Count(exit.Stderr, "\n") != 1 || strings.Contains(exit.Stderr, "\x1b") {
			t.Errorf("%q: %+v", name, exit)
		}
	}
}

// TestCommand_KeysOfARunningService also checks contract 5, rule 5: the next request with a revoked
// key is refused.
func TestCommand_KeysOfARunningService(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	var made struct {
		Key     struct{ ID string }
		FullKey string
	}
	jsonOf(t, service.Command(t, "keys", "create", "--json", "script"), &made)
	client := service.Anonymous(t).With("Authorization", "Bearer "+made.FullKey)
	client.Get("/api/v1/auth/me").Want(http.StatusOK)
	if exit := service.Command(t, "keys", "revoke", made.Key.ID); exit.Stdout != "The key is revoked.\n" {
		t.Errorf("got %+v", exit)
	}
	client.Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "AUTH_INVALID_KEY")
	if exit := service.Command(t, "keys", "revoke", made.Key.ID); exit.Stdout != "The key had been revoked before.\n" || exit.Code != 0 {
		t.Errorf("got %+v", exit)
	}
	if log := service.Stderr(); strings.Contains(log, made.FullKey) || strings.Contains(log, made.FullKey[12:]) {
		t.Error("the log shows the key")
	}
}

func TestCommand_Login(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	printed := service.Command(t, "login")
	var encoded, other struct{ URL, AddressURL string }
	jsonOf(t, service.Command(t, "login", "--json"), &encoded)
	jsonOf(t, service.Command(t, "login", "--json"), &other)
	for name, link := range map[string]string{
		"printed": strings.TrimSuffix(printed.Stdout, "\n"), "as JSON": encoded.URL, "of the start": service.Link(), "at 127.0.0.1": other.AddressURL,
	} {
		browser, from := service.Anonymous(t), service.URL()
		if name != "at 127.0.0.1" {
			// The machine need not resolve the name.
			from = service.AppURL()
			browser = browser.At(strings.TrimPrefix(from, "http://"))
		}
		path, ok := strings.CutPrefix(link, from)
		if !ok || !strings.HasPrefix(path, "/login?code=") {
			t.Fatalf("%s: the link is %q", name, link)
		}
		if cookie := browser.Get(path).Want(http.StatusSeeOther).Header.Get("Set-Cookie"); !strings.HasPrefix(cookie, "session=") {
			t.Errorf("%s: the cookie is %q", name, cookie)
		}
		browser.Get(path).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
		if _, code, _ := strings.Cut(link, "code="); strings.Contains(service.Stderr(), code) {
			t.Errorf("%s: the log shows the code", name)
		}
	}
}

// TestCommand_LoginNeedsTheServiceOfTheFolder kills a service whose address another one then uses.
func TestCommand_LoginNeedsTheServiceOfTheFolder(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	first := program.Serve(t)
	_, port, _ := strings.Cut(strings.TrimPrefix(first.URL(), "http://"), ":")
	first.Kill(t)
	refused := func(when string) {
		exit := first.Command(t, "login")
		if exit.Code != 1 || exit.Stdout != "" || exit.Stderr != "crier: no Crier is running on "+first.Dir()+"; start it with crier serve\n" {
			t.Errorf("%s: got %+v", when, exit)
		}
	}
	refused("after the kill")
	second := program.Serve(t, "CRIER_PORT="+port)
	refused("when another folder's service has the port")
	if exit := second.Command(t, "login"); exit.Code != 0 {
		t.Errorf("the second service: %+v", exit)
	}
}

// TestCommand_OpenAPI runs without a home and leaves nothing behind.
func TestCommand_OpenAPI(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	scratch := t.TempDir()
	printed := func(args ...string) string {
		exit := program.Run(t, []string{"HOME=", "TMPDIR=" + scratch}, append([]string{"openapi"}, args...)...)
		if exit.Code != 0 || exit.Stderr != "" {
			t.Fatalf("%v: got %d, %s", args, exit.Code, exit.Stderr)
		}
		return exit.Stdout
	}
	service := program.Serve(t)
	served := service.Anonymous(t).Get("/api/v1/openapi.json").Want(http.StatusOK)
	if printed() != string(served.Body) {
		t.Error("what is printed is not what is served")
	}
	if served.Header.Get("Content-Type") != "application/json" {
		t.Errorf("served as %q", served.Header.Get("Content-Type"))
	}
	internal, err := os.ReadFile(internalDocument)
	if err != nil {
		t.Fatal(err)
	}
	if printed("--internal") != string(internal) {
		t.Errorf("--internal does not print %s", internalDocument)
	}
	if string(service.Browser(t).Get("/api/openapi.json").Want(http.StatusOK).Body) != string(internal) {
		t.Errorf("what is served of the internal surface is not %s", internalDocument)
	}
	if left, err := os.ReadDir(scratch); len(left) != 0 || err != nil {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestCommand_SandboxAlone(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	state := filepath.Join(t.TempDir(), "world")
	first := program.Sandbox(t, "0", state)
	made := first.Control(t).PostByHand(sandbox.DemoAccounts()[0].SNUserID, "by hand", "IMAGE")
	first.Kill(t)
	again := program.Sandbox(t, first.Port(), state)
	if after := again.Control(t).Ledger().Publications; again.URL() != first.URL() || len(after) != 1 || after[0].MediaID != made.MediaID {
		t.Errorf("before the kill %+v, after it %+v", made, after)
	}
	if exit := program.Run(t, nil, "sandbox", "--port=0", "--state", state); exit.Code != 1 || !strings.Contains(exit.Stderr, "another process is using") {
		t.Errorf("two on one state: %+v", exit)
	}
	if exit := program.Run(t, nil, "sandbox", "--port", again.Port()); exit.Code != 1 || !strings.Contains(exit.Stderr, "the port is in use") {
		t.Errorf("a busy port: %+v", exit)
	}
	if exit := again.Stop(t); exit.Code != 0 || exit.Stderr != "" {
		t.Errorf("stopped: %+v", exit)
	}
	if l := program.Sandbox(t, "0", "").Control(t).Ledger(); len(l.Publications) != 0 {
		t.Errorf("a world of its own begins with %+v", l)
	}
}

// TestCommand_SandboxUnread: nobody reads the sandbox's log any more, as when tee has ended. The
// sandbox answers all the same, and stops in order.
func TestCommand_SandboxUnread(t *testing.T) {
	t.Parallel()
	unread := e2e.Program(t).Under(t, `mkfifo "$PIPE" && { true <"$PIPE" & } && exec 2>"$PIPE" && wait`)
	network := unread.Sandbox(t, "0", "", "PIPE="+filepath.Join(t.TempDir(), "pipe"), "CRIER_LOG_LEVEL=debug", "PATH="+os.Getenv("PATH"))
	for range 2 {
		resp, err := http.Get(network.URL() + "/v25.0/me")
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s, %v", resp.Status, err)
		}
	}
	if exit := network.Stop(t); exit.Code != 0 {
		t.Errorf("stopped: %+v", exit)
	}
}

// TestCommand_EmptyLists say in a sentence that there is nothing; as JSON they have their usual
// form.
func TestCommand_EmptyLists(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	says := func(want string, args ...string) {
		t.Helper()
		if exit := service.Command(t, args...); exit.Code != 0 || exit.Stdout != want+"\n" || exit.Stderr != "" {
			t.Errorf("%s: %+v", args, exit)
		}
		if exit := service.Command(t, append(args, "--json")...); exit.Code != 0 || !strings.Contains(exit.Stdout, `":[]`) || exit.Stderr != "" {
			t.Errorf("%s as JSON: %+v", args, exit)
		}
	}
	says("There are no posts.", "posts", "list")
	says("No post matches.", "posts", "list", "--status", "FAILED")
	says("No post matches.", "posts", "list", "--account", "crier.demo.potter")
	says("No post is scheduled.", "schedule", "list")
	says("There are no files.", "media", "list")
	says("There are no API keys; crier keys create NAME makes one.", "keys", "list")
	says("There are no mentions.", "reposts", "list")
	for _, name := range []string{"crier.demo.bakery", "crier.demo.potter"} {
		if exit := service.Command(t, "accounts", "disconnect", name); exit.Code != 0 {
			t.Fatalf("got %+v", exit)
		}
	}
	says("No account is connected; crier accounts connect connects one.", "accounts", "list")
}

// TestCommand_NamesAPostByTheBeginningOfItsID, if that is unambiguous.
func TestCommand_NamesAPostByTheBeginningOfItsID(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	p := s.publishes(s.square, "--account", s.bakery)
	for text, want := range map[string]struct {
		code int
		says string
	}{
		p.PostID:                      {0, p.PostID},
		p.PostID[:8]:                  {0, p.PostID},
		strings.ToUpper(p.PostID[:9]): {0, p.PostID},
		p.PostID[:3]:                  {2, "at least 4 characters"},
		"not an id":                   {2, "no id of a post"},
		unlike(p.PostID):              {1, "no post whose id begins"},
	} {
		exit := s.Command(t, "posts", "show", text)
		if exit.Code != want.code || !strings.Contains(exit.Stdout+exit.Stderr, want.says) {
			t.Errorf("%s: %+v", text, exit)
		}
	}
}

// unlike returns the beginning of an id that differs from the given one.
func unlike(id string) string {
	if strings.HasPrefix(id, "0000") {
		return "1111"
	}
	return "0000"
}
