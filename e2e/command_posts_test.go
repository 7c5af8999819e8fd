package e2e_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/wireid"
)

func TestCommand_PostsList(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	client := service.Client(t)
	if table := service.Command(t, "posts", "list"); table.Code != 0 || strings.Count(table.Stdout, "\n") != 1 {
		t.Errorf("without posts: %+v", table)
	}
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	publishAndWait(t, client, media)
	table := service.Command(t, "posts", "list")
	lines := strings.Split(table.Stdout, "\n")
	if table.Code != 0 || table.Stderr != "" || len(lines) != 3 || !strings.HasPrefix(lines[0], "ID ") || !strings.Contains(lines[1], "  PUBLISHED  IMAGE  ") {
		t.Errorf("got %d, %s%s", table.Code, table.Stdout, table.Stderr)
	}
	var list struct {
		Posts []struct{ ID, Status string }
		Total int
	}
	jsonOf(t, service.Command(t, "posts", "list", "--json"), &list)
	if list.Total != 1 || len(list.Posts) != 1 || list.Posts[0].Status != "PUBLISHED" || !strings.HasPrefix(lines[1], list.Posts[0].ID) {
		t.Errorf("got %+v", list)
	}
}

// TestCommand_ThatTalksToTheService: a command signs in only for its own time, and leaves no
// session behind.
func TestCommand_ThatTalksToTheService(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	for range 3 {
		if exit := service.Command(t, "posts", "list"); exit.Code != 0 {
			t.Fatalf("got %+v", exit)
		}
	}
	service.Stop(t)
	var codes, revoked int
	counts := e2e.OpenDB(t, service.Dir()).QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM login_codes), (SELECT count(*) FROM revoked_sessions)")
	if err := counts.Scan(&codes, &revoked); err != nil {
		t.Fatal(err)
	}
	if codes != 1 || revoked != 3 {
		t.Errorf("%d sign-in codes are left, want the one of the start; %d of 3 sessions were ended", codes, revoked)
	}
	if strings.Contains(service.Stderr(), "code=") {
		t.Error("the log shows a sign-in code")
	}
}

func TestCommand_NeedsTheServiceOfTheFolder(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	photo := filepath.Join(t.TempDir(), "photo.png")
	if err := os.WriteFile(photo, picture(t, 320, 320), 0o600); err != nil {
		t.Fatal(err)
	}
	missing, empty := filepath.Join(t.TempDir(), "missing"), t.TempDir()
	for _, dir := range []string{missing, empty} {
		for _, args := range [][]string{{"posts", "list"}, {"publish", photo}, {"accounts", "list"}, {"cloud", "status"}, {"media", "show", "0000"}} {
			exit := program.Run(t, []string{"CRIER_DATA_DIR=" + dir}, args...)
			if exit.Code != 1 || exit.Stdout != "" || exit.Stderr != "crier: no Crier is running on "+dir+"; start it with crier serve, or add --start\n" {
				t.Errorf("%s: %+v", args, exit)
			}
		}
	}
	if exit := program.Run(t, []string{"CRIER_DATA_DIR=" + missing}, "posts", "list", "--json"); exit.Code != 1 || !strings.Contains(exit.Stdout, `"code":"NOT_RUNNING"`) {
		t.Errorf("as JSON: %+v", exit)
	}
	if made, err := os.ReadDir(empty); err != nil || len(made) > 0 {
		t.Errorf("the empty folder has %v, %v", made, err)
	}
	first := program.Serve(t)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(first.URL(), "http://"))
	first.Kill(t)
	second := program.Serve(t, "CRIER_PORT="+port)
	want := "crier: no Crier is running on " + first.Dir() + "; start it with crier serve, or add --start\n"
	if exit := first.Command(t, "posts", "list"); exit.Code != 1 || exit.Stdout != "" || exit.Stderr != want {
		t.Errorf("another folder's service has the port: %+v", exit)
	}
	if exit := second.Command(t, "posts", "list"); exit.Code != 0 {
		t.Errorf("the service of the folder: %+v", exit)
	}
}

// TestCommand_IgnoresAProxy: requests to this machine's own service do not use a proxy.
func TestCommand_IgnoresAProxy(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	dir := "CRIER_DATA_DIR=" + service.Dir()
	exit := e2e.Program(t).Run(t, []string{dir, "HTTP_PROXY=http://127.0.0.1:1", "http_proxy=http://127.0.0.1:1", "NO_PROXY="}, "posts", "list")
	if exit.Code != 0 {
		t.Errorf("got %+v", exit)
	}
}

func TestCommand_PostsShow(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	client := service.Client(t)
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	id := publish(client, media, "hello")
	e2e.AwaitPublished(t, client, id)
	table := service.Command(t, "posts", "show", id)
	for _, want := range []string{
		"Post       " + id + ", IMAGE\n", "Status     PUBLISHED\n", "Account    crier.demo.bakery\n", "Address    http://127.0.0.1:", "TIME ", "POST /posts/publish\n",
		"on time, attempt 1 of 4\n", "  create container  ", "  HTTP 200, id 17", "  publish           ", "  PUBLISHED   ",
	} {
		if !strings.Contains(table.Stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, table.Stdout, table.Stderr)
		}
	}
	unknown := wireid.New().String()
	for arg, want := range map[string]struct {
		code int
		says string
	}{
		unknown: {1, "crier: there is no post " + unknown + "\n"},
		"x":     {2, "crier: \"x\" is no id of a post, nor the beginning of one\n"},
	} {
		if exit := service.Command(t, "posts", "show", arg); exit.Code != want.code || exit.Stdout != "" || exit.Stderr != want.says {
			t.Errorf("%s: got %+v", arg, exit)
		}
	}
}
