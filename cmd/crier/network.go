package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"

	"github.com/alecthomas/kong"
)

// networkVariable decides about the network, unless a flag does.
const networkVariable = "CRIER_NETWORK"

// deciderOf returns what has decided about the network in a call of crier serve.
func deciderOf(call *kong.Context) config.Decision {
	for _, step := range call.Path {
		if step.Flag != nil && step.Flag.Name == "network" {
			return config.Decision{By: config.ByFlag, Name: "--network"}
		}
	}
	if os.Getenv(networkVariable) != "" {
		return config.Decision{By: config.ByEnvironment, Name: networkVariable}
	}
	return config.Decision{}
}

// chosen returns the configuration with the network that was chosen for the data folder.
func chosen(cfg config.Config, dir *datadir.Dir) (config.Config, error) {
	network, err := dir.Network()
	return cfg.Chosen(config.Network(network)), err
}

type networkCommand struct {
	folder
	Mode config.Network `arg:"" optional:"" enum:"live,sandbox," default:"" help:"live publishes to Instagram and Facebook Pages, sandbox to a simulated network (default: show the mode). A service that runs starts again for it; one that starts later begins in it."`
	JSON bool           `name:"json" help:"Print JSON: {\"mode\", \"decidedBy\", \"changeable\", \"says\", \"running\"}; running says whether a service answers in the mode."`
}

// networkReport is what crier network prints.
type networkReport struct {
	settings.NetworkMode
	Running bool `json:"running"`
}

// Run asks the service that runs, or looks into the folder.
func (c *networkCommand) Run(ctx context.Context) error {
	report, err := c.ask(ctx)
	if errors.Is(err, errNotRunning) {
		report, err = c.look(err)
	}
	if err != nil {
		return err
	}
	begins := "Crier is in "
	if !report.Running {
		begins = "crier serve starts in "
	}
	mode := map[config.Network]string{config.Live: "live mode: posts go to Instagram and Facebook Pages.", config.Sandbox: "the sandbox: nothing is really published."}[report.Mode]
	return say(c.JSON, report, begins+mode+"\n"+report.Says)
}

// ask has the running service change to the mode, if one is named, and waits until it answers in
// it.
func (c *networkCommand) ask(ctx context.Context) (report networkReport, err error) {
	report.Running = true
	err = existingFolder{c.folder}.withService(ctx, func(service *serviceClient) error {
		if c.Mode == "" {
			return service.get(ctx, networkPath, &report.NetworkMode)
		}
		if err := service.exchange(ctx, http.MethodPut, networkPath, settings.ChooseMode{Mode: c.Mode}, nil); err != nil {
			return err
		}
		return c.await(ctx, service, &report.NetworkMode)
	})
	return report, err
}

const (
	networkPath = "/api/network"
	// modePause is how often the service is asked whether it is in the mode.
	modePause = 100 * time.Millisecond
	// modePatience bounds the wait for that.
	modePatience = 2 * time.Minute
)

// await waits until the service answers in the mode.
func (c *networkCommand) await(ctx context.Context, service *serviceClient, mode *settings.NetworkMode) error {
	limited, cancel := context.WithTimeout(ctx, modePatience)
	defer cancel()
	for {
		err := service.get(limited, networkPath, mode)
		if err == nil && mode.Mode == c.Mode {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// While a service starts again, its process has the folder.
		if isUp, lookErr := c.isUp(); limited.Err() != nil || !isUp {
			return errors.Join(fmt.Errorf("the mode is chosen, and Crier has not started again in it: crier logs says why; start it with crier serve"), err, lookErr)
		}
		_ = clock.Sleep(limited, clock.System(), modePause)
	}
}

func (c *networkCommand) isUp() (bool, error) {
	dir, err := datadir.Existing(c.DataDir)
	if err != nil {
		return false, err
	}
	return dir.InUse()
}

// look returns the mode in which crier serve would start here, after keeping the one that is named.
// notRunning is why no service was asked.
func (c *networkCommand) look(notRunning error) (report networkReport, err error) {
	cfg, err := serviceFolder{existingFolder: existingFolder{c.folder}}.config()
	if err != nil {
		return report, err
	}
	if c.Mode == "" {
		dir, err := datadir.Existing(c.DataDir)
		if errors.Is(err, os.ErrNotExist) {
			report.NetworkMode = settings.ModeOf(cfg)
			return report, nil
		}
		if err == nil {
			cfg, err = chosen(cfg, dir)
		}
		report.NetworkMode = settings.ModeOf(cfg)
		return report, err
	}
	if err := settings.ModeOf(cfg).CheckChangeable(); err != nil {
		return report, readable(err)
	}
	dir, err := datadir.Open(c.DataDir)
	if err != nil {
		return report, err
	}
	lock, err := dir.Lock()
	if errors.Is(err, datadir.ErrLocked) {
		return report, errors.Join(notRunning, err)
	}
	if err != nil {
		return report, err
	}
	report.NetworkMode = settings.ModeOf(cfg.Chosen(c.Mode))
	return report, errors.Join(dir.ChooseNetwork(string(c.Mode)), lock.Release())
}
