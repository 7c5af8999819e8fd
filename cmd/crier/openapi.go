package main

import (
	"log/slog"
	"os"

	"crier/modules"
	"crier/platform"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/httpapi"
	"crier/platform/restart"

	"go.uber.org/fx"
)

type openapiCommand struct {
	Internal bool `help:"Print the document of what the web interface uses instead. It changes with each version."`
}

// Run builds the program in a temporary folder without starting it, and prints the document.
func (c *openapiCommand) Run() error {
	scratch, err := os.MkdirTemp("", "crier-openapi-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	cfg := config.Default()
	cfg.Keyring = "off"
	process, err := restart.Own(scratch)
	if err != nil {
		return err
	}
	var server *httpapi.Server
	app := fx.New(
		fx.Supply(cfg, process, platform.Version(version), slog.New(slog.DiscardHandler)), fx.Provide(clock.System),
		platform.Module, modules.All(), fx.NopLogger, fx.Populate(&server),
	)
	if err := app.Err(); err != nil {
		return plain(err)
	}
	write := server.V1Document
	if c.Internal {
		write = server.InternalDocument
	}
	document, err := write()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(document)
	return err
}
