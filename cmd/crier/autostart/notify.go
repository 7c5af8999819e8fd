package autostart

import (
	"context"
	"net"
	"os"
	"strconv"
	"time"

	"crier/platform/clock"
)

// Notifier tells the manager that started this process how it goes, by the protocol of sd_notify:
// datagrams to the socket that NOTIFY_SOCKET names. Without one it tells nobody.
type Notifier struct {
	socket string
	// every is how often the manager wants to hear that the process lives, and 0 for never.
	every time.Duration
}

const (
	// feeds is how often the manager is told within the time that it waits.
	feeds = 4
	// listens is how long a manager may take to listen. The system keeps some ten words for it.
	listens = 2 * time.Second
)

// FromEnvironment returns the notifier for this process, whose number is pid. The variables are
// not for the processes that it starts.
func FromEnvironment(pid int) Notifier {
	n := Notifier{socket: os.Getenv("NOTIFY_SOCKET")}
	usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if of := os.Getenv("WATCHDOG_PID"); err == nil && usec > 0 && (of == "" || of == strconv.Itoa(pid)) {
		// So that one may be missed.
		n.every = time.Duration(usec) * time.Microsecond / feeds
	}
	for _, name := range []string{"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"} {
		_ = os.Unsetenv(name)
	}
	return n
}

// Ready says that the service has started, with a sentence about it.
func (n Notifier) Ready(status string) error { return n.tell("READY=1\nSTATUS=" + status) }

// Stopping says that the service stops.
func (n Notifier) Stopping() error { return n.tell("STOPPING=1") }

// Feed tells the manager that the process lives, as often as it wants to hear that, until ctx ends.
// It is silent while lives reports false; a manager that hears nothing for too long kills the
// process and starts it again. A word that does not get through therefore ends nothing: missed gets
// why, and the next one is said. Feed returns at once where no manager waits.
func (n Notifier) Feed(ctx context.Context, clk clock.Clock, lives func() bool, missed func(error)) {
	if n.every == 0 {
		return
	}
	for {
		if lives() {
			if err := n.tell("WATCHDOG=1"); err != nil {
				missed(err)
			}
		}
		if clock.Sleep(ctx, clk, n.every) != nil {
			return // It was told to end.
		}
	}
}

func (n Notifier) tell(words string) error {
	if n.socket == "" {
		return nil
	}
	// Go writes a name that begins with @ as one of the abstract names that systemd means by it.
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: n.socket, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if err := c.SetWriteDeadline(clock.System().Now().Add(listens)); err != nil {
		return err
	}
	_, err = c.Write([]byte(words))
	return err
}
