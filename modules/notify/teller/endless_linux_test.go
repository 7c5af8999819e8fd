//go:build !race

package teller

import (
	"bytes"
	"net"
	"testing"
)

// TestSend_Endless: a server that sends without end does not fill the memory of this computer.
func TestSend_Endless(t *testing.T) {
	t.Parallel()
	sent := make(chan int64, 1)
	m := serveMail(t, func(_ *mail, conn net.Conn) {
		var n int64
		for piece := bytes.Repeat([]byte("2"), 1<<20); ; {
			written, err := conn.Write(piece)
			if n += int64(written); err != nil {
				sent <- n
				return
			}
		}
	})
	if err := Send(t.Context(), text(m.address), "title", "text"); err == nil {
		t.Error("it was told")
	}
	if n := await(t, sent); n > maxMemory {
		t.Errorf("it took %d MB", n>>20)
	}
}
