package teller

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/secrets"
)

func TestMain(m *testing.M) {
	if isTeller, code := Main(); isTeller {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

func text(s string) secrets.Text { return secrets.NewText(s) }

// TestSend_Ntfy: a server gets title, text and the sign-in.
func TestSend_Ntfy(t *testing.T) {
	t.Parallel()
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		user, password, _ := r.BasicAuth()
		got = fmt.Sprint(r.Method, " ", r.URL.Path, " ", user, " ", password, " ", r.Header.Get("Title"), ": ", string(body))
		_, _ = io.WriteString(w, `{"id":"a"}`)
	}))
	defer server.Close()
	address := "ntfy://mara:word5678@" + server.Listener.Addr().String() + "/my-topic?scheme=http"
	if err := Check(t.Context(), text(address)); err != nil || got != "" {
		t.Errorf("a check: %v, and sent %q", err, got)
	}
	if err := Send(t.Context(), text(address), "2 posts of bakery failed", "The file’s gone."); err != nil {
		t.Fatal(err)
	}
	if want := "POST /my-topic mara word5678 2 posts of bakery failed: The file’s gone."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSend_KeepsSecrets: what the library and a service say of an address is shown without the
// secrets in it, also where the address cannot be read.
func TestSend_KeepsSecrets(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		user, password, _ := r.BasicAuth()
		_, _ = fmt.Fprintf(w, `{"code":40301,"error":"%s:%s may not write to %s with %s"}`, user, password, r.URL.Path, r.URL.RawQuery)
	}))
	defer server.Close()
	host := server.Listener.Addr().String()
	planted := []string{"PLANTED-user", "PLANTED-word", "PLANTED-topic", "PLANTED-more", "PLANTED%20word"}
	for _, address := range []string{
		"ntfy://PLANTED-user:PLANTED-word@" + host + "/PLANTED-topic?scheme=http",
		"ntfy://PLANTED-user:PLANTED%20word@" + host + "/PLANTED-topic?scheme=http&PLANTED-more=1",
		"generic://" + host + "/PLANTED-topic?disabletls=yes&template=PLANTED-more",
		"gotify://" + host + "/PLANTED-topic?disabletls=yes",
		"telegram://PLANTED-user:PLANTED-word@telegram?chats=PLANTED-more",
		"discord://PLANTED-user@PLANTED-word",
		"slack://hook:PLANTED-word@PLANTED-user",
		"smtp://PLANTED-user:PLANTED-word@127.0.0.1:1/?from=PLANTED-topic&to=PLANTED-more",
		"smtp://PLANTED-user:PLANTED-word@127.0.0.1:1/?PLANTED-topic=PLANTED-more",
		"pushover://shoutrrr:PLANTED-word@PLANTED-user/?devices=PLANTED-more",
		"nothing://PLANTED-user:PLANTED-word@PLANTED-topic/PLANTED-more",
		"ntfy://PLANTED-user:PLANTED-word@host:port/PLANTED-topic",
		"PLANTED-word", "://PLANTED-word", "ntfy://%zzPLANTED-word", "",
	} {
		said := ""
		for _, err := range []error{Check(t.Context(), text(address)), Send(t.Context(), text(address), "title", "text")} {
			if err != nil {
				said += err.Error()
			}
		}
		if said == "" {
			t.Errorf("%s works", address)
		}
		for _, word := range planted {
			if said += Shown(address); strings.Contains(said, word) {
				t.Errorf("of %s it is said: %s", address, said)
			}
		}
	}
}

// TestSend_LongAnswer: what a server says in many words is cut, and not lost.
func TestSend_LongAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInsufficientStorage)
		_, _ = io.WriteString(w, strings.Repeat("\"<sorry> ", 4*maxAnswer))
	}))
	defer server.Close()
	err := Send(t.Context(), text("ntfy://"+server.Listener.Addr().String()+"/topic?scheme=http"), "title", "text")
	if err == nil || !strings.Contains(err.Error(), "HTTP 507") {
		t.Errorf("it says %v", err)
	}
}

// mail is a mail server for one letter.
type mail struct {
	net.Listener

	address string
	// came is closed when somebody has connected; ended when the server is done with it.
	came, ended chan struct{}
	letter      string
}

func serveMail(t *testing.T, talk func(m *mail, conn net.Conn)) *mail {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	m := &mail{Listener: listener, came: make(chan struct{}), ended: make(chan struct{})}
	m.address = "smtp://" + listener.Addr().String() + "/?from=crier@example.com&to=mara@example.com"
	go func() {
		defer close(m.ended)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		close(m.came)
		talk(m, conn)
	}()
	return m
}

// await waits for c. Only what does not come uses the time up.
func await[T any](t *testing.T, c <-chan T) (got T) {
	t.Helper()
	limit := clock.System().NewTimer(2 * time.Minute)
	defer limit.Stop()
	select {
	case got = <-c:
	case <-limit.C:
		t.Fatal("the mail server waits in vain")
	}
	return got
}

// takes is a mail server that takes a letter, unless it is for somebody whom it does not know.
func takes(knows string) func(m *mail, conn net.Conn) {
	return func(m *mail, conn net.Conn) {
		say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
		say("220 mail.example.com")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			switch line := lines.Text(); {
			case strings.HasPrefix(line, "RCPT") && !strings.Contains(line, knows):
				say("550 5.1.1 nobody here is called that")
			case line == "DATA":
				say("354 go on")
				for lines.Scan() && lines.Text() != "." {
					m.letter += lines.Text() + "\n"
				}
				say("250 taken")
			case line == "QUIT":
				say("221 bye")
				return
			default:
				say("250 mail.example.com")
			}
		}
	}
}

// TestSend_Mail: a mail server takes the letter, with the title as its subject.
func TestSend_Mail(t *testing.T) {
	t.Parallel()
	m := serveMail(t, takes("mara@example.com"))
	if err := Send(t.Context(), text(m.address), "Cloudflare’s token", "It ends.\n.\nSoon."); err != nil {
		t.Fatal(err)
	}
	await(t, m.ended)
	for _, want := range []string{"Subject: =?utf-8?q?Cloudflare=E2=80=99s_token?=\n", "To: mara@example.com\n", "It ends.\n..\nSoon."} {
		if !strings.Contains(m.letter, want) {
			t.Errorf("%q is not in %q", want, m.letter)
		}
	}
}

// TestSend_MailRefused: what a mail server says is in the error.
func TestSend_MailRefused(t *testing.T) {
	t.Parallel()
	m := serveMail(t, takes("somebody else"))
	err := Send(t.Context(), text(m.address), "title", "text")
	if err == nil || !strings.Contains(err.Error(), "the mail server refused it: 550 5.1.1 nobody here is called that") {
		t.Errorf("got %v", err)
	}
}

// TestSend_MailSilent: a mail server that never greets is left after a while, and nothing of the
// connection stays.
func TestSend_MailSilent(t *testing.T) {
	t.Parallel()
	m := serveMail(t, func(_ *mail, conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	err := do(t.Context(), request{Address: m.address, Title: "title", Text: "text"}, time.Second)
	if err == nil || err.Error() != unanswered {
		t.Errorf("got %v", err)
	}
	_ = m.Close()     // A teller that was ended before it came does not come any more.
	await(t, m.ended) // The copy ends with the connection.
}

// TestSend_Stopped: a stop does not wait for a mail server.
func TestSend_Stopped(t *testing.T) {
	t.Parallel()
	m := serveMail(t, func(_ *mail, conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-m.came
		stop()
	}()
	if err := Send(ctx, text(m.address), "title", "text"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	await(t, m.ended)
}

// serviceFor is the environment variable that makes this program a service that tells an address.
const serviceFor = "CRIER_TELLER_TEST_SERVICE"

// TestHelperService is the service of TestSend_ServiceKilled, and nothing without it.
func TestHelperService(t *testing.T) {
	t.Parallel()
	if address := os.Getenv(serviceFor); address != "" {
		t.Errorf("the mail server answered: %v", do(t.Context(), request{Address: address, Title: "title", Text: "text"}, time.Hour))
	}
}

// TestSend_ServiceKilled: a teller ends with the service, however that ends, and does not wait for
// a mail server any longer.
func TestSend_ServiceKilled(t *testing.T) {
	t.Parallel()
	m := serveMail(t, func(_ *mail, conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	service := exec.CommandContext(t.Context(), program, "-test.run=^TestHelperService$")
	service.Env = append(os.Environ(), serviceFor+"="+m.address)
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, m.came)
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait()
	await(t, m.ended) // The copy ends with the connection.
}

// TestSend_Unreachable: what usually goes wrong is said in plain words. With two dots in a row the
// name is no name, so that no name server is asked, which may not answer.
func TestSend_Unreachable(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"ntfy://nowhere..invalid/topic":                  "the server nowhere..invalid was not found",
		"smtp://127.0.0.1:1/?from=a@a.example&to=b@b.eu": "nothing answers there",
	} {
		if err := Send(t.Context(), text(address), "title", "text"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"ntfy://mara:word@ntfy.sh/topic?x=y":                      "ntfy://ntfy.sh/…",
		"smtp://mara:word@mail.example.com:587/?from=a&to=b":      "smtp://mail.example.com:587/…",
		"telegram://123:ABC@telegram?chats=@mara":                 "telegram://telegram/…",
		"discord://token@id":                                      "discord://…",
		"pushbullet://token/channel":                              "pushbullet://…",
		"generic+https://hooks.example.com/secret":                "generic+https://hooks.example.com/…",
		"discord+https://discord.com/api/webhooks/id/token?x=123": "discord+https://discord.com/…",
		"secret": "…", "": "…", "%zz": "…",
	} {
		if got := Shown(address); got != want {
			t.Errorf("%q is shown as %q, not %q", address, got, want)
		}
	}
}
