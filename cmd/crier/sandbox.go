package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/logging"
	"crier/platform/sandbox"

	"github.com/alecthomas/kong"
)

type sandboxCommand struct {
	Port      int     `default:"7272" help:"Port to listen on, on 127.0.0.1 and ::1. 0 takes a free one."`
	State     *string `complete:"file" placeholder:"FILE" help:"File in which the sandbox remembers everything (default: it forgets everything at its end)."`
	LogLevel  string  `env:"CRIER_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"Least level that is logged: ${enum}."`
	LogFormat string  `env:"CRIER_LOG_FORMAT" enum:"text,json" default:"text" help:"Form of the log on standard error: ${enum}."`
}

// Run runs the sandbox network until it is told to stop.
func (c *sandboxCommand) Run(ctx context.Context) error {
	const lastPort = 1<<16 - 1
	if c.Port < 0 || c.Port > lastPort {
		return usageError{fmt.Errorf("--port %d is no port; write a number from 0 to %d", c.Port, lastPort)}
	}
	var state string
	if c.State != nil {
		if *c.State != "" { // No name would become that of the current folder.
			state = kong.ExpandPath(*c.State)
		}
		if err := mayWrite(state); err != nil {
			return err
		}
	}
	surviveBrokenPipes()
	log := logging.New(os.Stderr, config.Config{LogLevel: c.LogLevel, LogFormat: c.LogFormat})
	network, err := sandbox.Open(sandbox.Options{StateFile: state, Clock: clock.System(), Log: log})
	if err != nil {
		return err
	}
	server := sandbox.NewServer(network)
	url, err := server.Start(ctx, c.Port)
	if err != nil {
		return errors.Join(withHint(err), network.Close())
	}
	fmt.Printf("Sandbox network: nothing is really published\n\n  Address  %s\n  Ledger   %s/_sandbox/ledger\n\nUse it with CRIER_SANDBOX_URL=%s crier serve. Stop with Ctrl-C.\n", url, url, url)
	select {
	case <-ctx.Done():
	case err = <-server.Done():
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopPatience)
	defer cancel()
	return errors.Join(err, server.Shutdown(stopCtx), network.Close())
}
