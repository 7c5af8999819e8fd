package e2e_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"crier/e2e"
	"crier/platform/datadir"
)

func TestServe_BannerSaysWhereAndHow(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	for _, want := range []string{
		"Crier e2e\n", "Mode      SANDBOX: nothing is really published\n", "Base URL  " + service.BaseURL() + "\n",
		"Docs      " + service.URL() + "/docs\n", "Sandbox   " + service.SandboxURL() + "\n", "Sign in   " + service.Link() + "\n",
	} {
		if !strings.Contains(service.Stdout(), want) {
			t.Errorf("the banner lacks %q:\n%s", want, service.Stdout())
		}
	}
	if !strings.HasPrefix(service.Link(), service.AppURL()+"/login?code=") || service.BaseURL() != service.URL()+"/api/v1" {
		t.Errorf("the link is %q, the base URL %q", service.Link(), service.BaseURL())
	}
	live := e2e.Program(t).Serve(t, "CRIER_NETWORK=live")
	if !strings.Contains(live.Stdout(), "Mode      LIVE: posts go to the real network\n") || strings.Contains(live.Stdout(), "Sandbox") {
		t.Errorf("live:\n%s", live.Stdout())
	}
}

func TestServe_RuntimeFileLivesAsLongAsTheService(t *testing.T) {
	t.Parallel()
	// Programs inherit that a signal is ignored, as under nohup, but not that it is caught.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangups) })
	service := e2e.Program(t).Serve(t)
	name, _, _ := strings.Cut(service.AppURL(), ".localhost:")
	for _, end := range []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP, os.Kill} {
		r := runtimeOf(t, service)
		want := datadir.Runtime{PID: service.PID(), Mode: "sandbox", APIURL: service.BaseURL(), DocsURL: service.URL() + "/docs", AppURL: service.AppURL(), SandboxURL: service.SandboxURL()}
		if _, port, _ := strings.Cut(service.URL(), "127.0.0.1"); r != want || r.AppURL != name+".localhost"+port {
			t.Errorf("runtime.json says %+v, want %+v and the name of %s", r, want, name)
		}
		service.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
		service.Signal(t, end)
		exit := service.Wait(t)
		_, err := os.Stat(filepath.Join(service.Dir(), "runtime.json"))
		if end == os.Kill {
			if err != nil {
				t.Errorf("kill -9 took runtime.json away: %v", err)
			}
		} else if exit.Code != 0 || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("after %s: exit code %d, runtime.json: %v", end, exit.Code, err)
		}
		service = service.Again(t)
	}
}

func runtimeOf(t *testing.T, service *e2e.Service) datadir.Runtime {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(service.Dir(), "runtime.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r datadir.Runtime
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return r
}

// TestServe_ASecondOneOnTheFolder is scenario 42.
func TestServe_ASecondOneOnTheFolder(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	client := service.Client(t)
	before := runtimeOf(t, service)
	exit := service.Command(t, "serve", "--log-level=info")
	want := "crier: another Crier is already using this data folder: " + service.Dir() + " (process " + strconv.Itoa(service.PID()) + ", " + service.BaseURL() + ")\n"
	if exit.Code != 1 || exit.Stdout != "" || exit.Stderr != want {
		t.Errorf("got %+v, want %q", exit, want)
	}
	if after := runtimeOf(t, service); after != before {
		t.Errorf("runtime.json says %+v, before it was %+v", after, before)
	}
	client.Get("/api/v1/auth/me").Want(http.StatusOK)
}

func TestServe_ABusyPort(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "data")
		_, port, _ := net.SplitHostPort(l.Addr().String())
		for flag, begins := range map[string]string{"--port": "", "--sandbox-port": "the sandbox cannot start: "} {
			exit := program.Run(t, []string{"CRIER_DATA_DIR=" + dir, "CRIER_KEYRING=off", "CRIER_PORT=0"}, "serve", flag, port)
			// A test beside this one may have the same port on the other address.
			want := regexp.MustCompile(`^crier: ` + begins + `the port is in use: (127\.0\.0\.1|\[::1\]):` + port + `; stop the program that has it, or choose another with ` + flag + `\n$`)
			if exit.Code != 1 || exit.Stdout != "" || !want.MatchString(exit.Stderr) {
				t.Errorf("%s: got %+v", address, exit)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "runtime.json")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a service that did not start has a runtime.json: %v", address, err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		// What the failed start left behind is of use.
		program.Serve(t, "CRIER_DATA_DIR="+dir)
	}
}

// TestServe_ADatabaseOfANewerVersion is scenario 41.
func TestServe_ADatabaseOfANewerVersion(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	service.Stop(t)
	execSQL(t, service.Dir(), "INSERT INTO schema_migrations VALUES ('29991231000000_later', 0)")
	before := listing(t, service.Dir())
	for _, args := range [][]string{{"serve"}, {"keys", "list"}, {"keys", "create", "x"}} {
		exit := service.Command(t, args...)
		if exit.Code != 1 || exit.Stdout != "" || !strings.Contains(exit.Stderr, "newer version of Crier") || !strings.Contains(exit.Stderr, "29991231000000_later") {
			t.Errorf("%v: got %+v", args, exit)
		}
	}
	if after := listing(t, service.Dir()); after != before {
		t.Errorf("the folder was\n%sand is\n%s", before, after)
	}
}

func TestServe_EmptyVariablesCountAsUnset(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t, "CRIER_HOST=", "CRIER_NETWORK=", "CRIER_SANDBOX_URL=", "CRIER_SESSION_SECRET=", "RATE_LIMIT_RPM=",
		"RATE_LIMIT_RPH=", "MAX_FILE_SIZE_MB=", "CRIER_LATE_GRACE=", "CRIER_LATE_SPACING=", "CRIER_LOG_FORMAT=", "CRIER_DEV=", "CRIER_SANDBOX_PORT=")
	answer := service.Client(t).Get("/api/v1/auth/me").Want(http.StatusOK)
	if policy := answer.Header.Get("RateLimit-Policy"); policy != "100;w=60, 1000;w=3600" {
		t.Errorf("the policy is %q", policy)
	}
	home := t.TempDir()
	plain := e2e.Program(t).Run(t, []string{"CRIER_DATA_DIR=", "XDG_DATA_HOME=" + home}, "keys", "create", "x")
	if _, err := os.Stat(filepath.Join(home, "crier", "crier.db")); err != nil {
		t.Errorf("the default folder: %v, %+v", err, plain)
	}
}

// TestServe_FilesAreTheOwnersAlone starts under a umask that would give everything to everybody.
func TestServe_FilesAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t).Under(t, "umask 000")
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	service := program.Serve(t, "CRIER_DATA_DIR="+dir)
	client := service.Client(t)
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	publishAndWait(t, client, media)
	closed := func(when string) {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[d.IsDir()]
			if err == nil && info.Mode().Perm() != want {
				t.Errorf("%s: %s has mode %v", when, path, info.Mode())
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	closed("running")
	service.Stop(t)
	closed("stopped")
}

// TestServe_InAContainer: a published port arrives at the container's own address, with the Host
// that the browser wrote. Other names are refused there as everywhere, and without the setting
// nothing listens there. (Plain tier, 0.3 s.)
func TestServe_InAContainer(t *testing.T) {
	t.Parallel()
	own := ownAddress(t)
	if own == "" {
		exit := e2e.Program(t).Run(t, []string{"CRIER_DATA_DIR=" + t.TempDir(), "CRIER_KEYRING=off", "CRIER_CONTAINER_BIND=1", "container=podman"}, "serve")
		if exit.Code != 1 || !strings.Contains(exit.Stderr, "no address besides") {
			t.Errorf("without a network: got %+v", exit)
		}
		return
	}
	direct := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // It asks no proxy.
	service := e2e.Program(t).Serve(t, "CRIER_CONTAINER_BIND=1", "container=podman")
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(service.URL(), "http://"))
	for host, want := range map[string]int{
		"127.0.0.1:" + port: http.StatusOK, "localhost:" + port: http.StatusOK,
		net.JoinHostPort(own, port): http.StatusNotFound, "crier.example": http.StatusNotFound,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+net.JoinHostPort(own, port)+"/api/v1/health", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		resp, err := direct.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil || resp.StatusCode != want {
			t.Errorf("Host %s: got %s (%v), want %d", host, resp.Status, err, want)
		}
	}
	if log := service.Stderr(); !strings.Contains(log, net.JoinHostPort(own, port)) {
		t.Errorf("the log does not say where else Crier listens:\n%s", log)
	}
	unset := e2e.Program(t).Serve(t, "container=podman")
	_, port, _ = net.SplitHostPort(strings.TrimPrefix(unset.URL(), "http://"))
	if conn, err := net.Dial("tcp", net.JoinHostPort(own, port)); err == nil {
		t.Errorf("without the setting %s answers (%v)", own, conn.Close())
	}
}

// ownAddress returns an address of this machine that is not of its loopback interface, empty when
// there is none.
func ownAddress(t *testing.T) string {
	t.Helper()
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if network, ok := one.(*net.IPNet); ok && network.IP.IsGlobalUnicast() && network.IP.To4() != nil {
			return network.IP.String()
		}
	}
	return ""
}

func TestServe_AnswersOnEveryLoopbackNameAndOnNoOther(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(service.URL(), "http://"))
	for _, host := range []string{"127.0.0.1", "[::1]", "localhost"} {
		e2e.NewClient(t, "http://"+host+":"+port).Get("/api/v1/health").Want(http.StatusOK)
		exit := e2e.Program(t).Run(t, []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data"), "CRIER_KEYRING=off", "CRIER_HOST=" + host}, "serve", "--port", port)
		if exit.Code != 1 || !strings.Contains(exit.Stderr, "the port is in use") {
			t.Errorf("CRIER_HOST=%s: got %+v", host, exit)
		}
	}
}
