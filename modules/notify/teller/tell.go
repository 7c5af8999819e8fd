package teller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/child"
	"crier/platform/secrets"
)

const (
	// patience is how long a notification may take.
	patience = 20 * time.Second
	// maxAnswer bounds what is read of a teller, in bytes; mostWords is how much of it is shown, in
	// characters.
	maxAnswer = 16 << 10
	mostWords = 300
	pipeDelay = time.Second
)

// ErrNoDesktop says that nobody is signed in at a desktop here, or that there is none.
var ErrNoDesktop = errors.New("there is no desktop here that shows notifications, or nobody is signed in at it")

// Desktop shows a notification on the desktop.
func Desktop(ctx context.Context, title, text string) error {
	if !hasDesktop() {
		return ErrNoDesktop
	}
	return do(ctx, request{Title: title, Text: text}, patience)
}

// Send sends a notification to an address.
func Send(ctx context.Context, address secrets.Text, title, text string) error {
	return do(ctx, request{Address: address.Reveal(), Title: title, Text: text}, patience)
}

// Check says why an address cannot be used, as far as that shows without sending.
func Check(ctx context.Context, address secrets.Text) error {
	if address.Reveal() == "" {
		return errors.New("it is empty") // A request without one is for the desktop.
	}
	return do(ctx, request{Address: address.Reveal(), IsCheck: true}, patience)
}

// do has a teller do it, and kills that when its time is over.
func do(ctx context.Context, r request, within time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	stdout, stderr := child.Head{Limit: maxAnswer}, child.Head{Limit: maxAnswer}
	cmd, stdin, err := child.Command(limited, processName, marker+"=1", &stdout, &stderr)
	if err != nil {
		return err
	}
	cmd.WaitDelay = pipeDelay
	cmd.Env = append(cmd.Env, Environment(proxies...)...)
	if err := child.Ask(stdin, r); err != nil {
		return fmt.Errorf("ask the teller: %w", err)
	}
	err = child.RunTogether(cmd)
	var a answer
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return errors.New(unanswered)
	case json.Unmarshal([]byte(stdout.String()), &a) != nil:
		return errors.New(clean("it cannot be told why: "+child.LastWords(stderr.String())+" "+fmt.Sprint(err), r.Address))
	case a.Problem != "":
		return errors.New(clean(a.Problem, r.Address))
	}
	return nil
}

// desktop are the variables by which a program finds the desktop, its user's folders and, on
// Windows, the system.
var desktop = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
	"SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles",
}

// proxies are those by which a program finds the way out of this computer.
var proxies = []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// Environment returns what a program is given of this process's environment: what it finds its
// desktop by, and the variables of more.
func Environment(more ...string) (env []string) {
	for _, name := range slices.Concat(desktop, more) {
		if value, isSet := os.LookupEnv(name); isSet {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// hasDesktop reports whether there is a bus by which the desktop is told. Without one the library
// would start one that nobody listens to.
func hasDesktop() bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	_, err := os.Stat(filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus"))
	return err == nil
}

// servers are the services in whose addresses the host is that of a server. With others it is a key
// or the name of an account.
var servers = []string{"ntfy", "smtp", "gotify", "matrix", "mattermost", "rocketchat", "zulip", "generic", "signal", "bark", "googlechat", "lark", "opsgenie", "teams", "telegram"}

// Shown returns what may be shown of an address: its service and, where that is no secret, its
// server.
func Shown(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" {
		return hidden
	}
	service, _, isCustom := strings.Cut(u.Scheme, "+")
	if u.Host == "" || !isCustom && !slices.Contains(servers, service) {
		return u.Scheme + "://" + hidden
	}
	return u.Scheme + "://" + u.Host + "/" + hidden
}

const hidden = "…"

// Service returns the name of an address's service.
func Service(address string) string {
	scheme, _, _ := strings.Cut(address, ":")
	service, _, _ := strings.Cut(strings.ToLower(scheme), "+")
	return service
}

// clean returns what somebody says about an address without the secrets in it.
func clean(said, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return secrets.Printable(strings.ReplaceAll(said, address, hidden), mostWords)
	}
	parts := []string{address, u.String(), u.RawQuery, u.EscapedPath(), u.Path, u.Fragment, u.Opaque}
	if u.User != nil {
		password, _ := u.User.Password()
		parts = append(parts, u.User.String(), u.User.Username(), password)
	}
	if strings.HasSuffix(Shown(address), "://"+hidden) {
		parts = append(parts, u.Host, u.Hostname(), u.Port())
	}
	parts = append(parts, strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' || r == '@' })...)
	for _, values := range u.Query() {
		parts = append(parts, values...)
	}
	for _, part := range slices.Clone(parts) {
		parts = append(parts, url.QueryEscape(part), url.PathEscape(part))
	}
	// The longest first: what is a part of another must not take that apart.
	slices.SortFunc(parts, func(a, b string) int { return len(b) - len(a) })
	for _, part := range slices.Compact(parts) {
		if len(part) >= shortestSecret {
			said = strings.ReplaceAll(said, part, hidden)
		}
	}
	return secrets.Printable(said, mostWords)
}

// shortestSecret is the length of the shortest part of an address that is taken out. A shorter one
// stands in every other word.
const shortestSecret = 4
