package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestBackup_PreparedForLong: on a disk without hard links the service copies all media before it
// answers. The command waits until somebody stops it.
func TestBackup_PreparedForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe() // Nobody answers at the other end.
		service := newServiceClient(address{origin: "http://127.0.0.1:7171", app: "http://127.0.0.1:7171"})
		service.http.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return here, nil }}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Hour)
		defer cancel()
		if _, err := new(backupCommand).stageBy(ctx, service); err == nil || ctx.Err() == nil {
			t.Errorf("it did not wait: %v", err)
		}
		if err := there.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestIsTTY_NotEveryDevice: a program of cron has the null device in place of a terminal, which
// can answer no question and takes every backup.
func TestIsTTY_NotEveryDevice(t *testing.T) {
	t.Parallel()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = null.Close() })
	if isTTY(null) {
		t.Errorf("%s is taken for a terminal", os.DevNull)
	}
}
