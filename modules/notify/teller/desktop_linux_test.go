package teller

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// screen is a desktop that keeps what it is told to show.
type screen struct{ shown chan string }

// Notify is org.freedesktop.Notifications.Notify.
func (s *screen) Notify(app string, _ uint32, _, title, text string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	s.shown <- app + ": " + title + ": " + text
	return 1, nil
}

// TestDesktop: a desktop shows title and text, in which nothing is markup. One that does not answer
// any more, and none at all, are an error that says so.
func TestDesktop(t *testing.T) {
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("there is no dbus-daemon: apt-get install dbus-daemon")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("PATH", "") // What the library would start in place of the bus.
	if err := Desktop(t.Context(), "title", "text"); err == nil {
		t.Error("a computer without a bus shows something")
	}
	bus := exec.CommandContext(t.Context(), daemon, "--session", "--nofork", "--print-address=1", "--address=unix:tmpdir="+t.TempDir())
	out, err := bus.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	bus.Stderr = os.Stderr
	if err := bus.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = bus.Process.Kill()
		_ = bus.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	if err := Desktop(t.Context(), "title", "text"); err == nil {
		t.Error("a bus without a desktop shows something")
	}
	conn, err := dbus.Connect(strings.TrimSpace(address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s := &screen{shown: make(chan string, 1)}
	if err := conn.Export(s, "/org/freedesktop/Notifications", "org.freedesktop.Notifications"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName("org.freedesktop.Notifications", dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	if err := Desktop(t.Context(), "2 posts of bakery failed", "The <b>file</b> & all is gone."); err != nil {
		t.Fatal(err)
	}
	if got, want := <-s.shown, "Crier: 2 posts of bakery failed: The ‹b›file‹/b› + all is gone."; got != want {
		t.Errorf("shown is %q, want %q", got, want)
	}
	if err := Check(t.Context(), text("")); err == nil {
		t.Errorf("the desktop is taken for an address without a letter, and shows %q", <-s.shown)
	}
}
