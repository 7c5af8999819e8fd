package main

import (
	"context"
	"fmt"
	"os"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/clock"
)

type upgradeCommand struct {
	existingFolder
	CheckFolder bool `name:"check-folder" help:"Try on a copy of the database whether this version can take the data folder over. The folder stays as it is, and a running Crier goes on."`
	JSON        bool `name:"json" help:"Print JSON: {\"version\", \"how\", \"path\", \"says\", \"commands\", \"service\", \"restart\"}, with --check-folder {\"version\", \"folderVersion\", \"changes\", \"sealed\", \"key\"}."`
}

// upgradeReport is what upgrade --json prints.
type upgradeReport struct {
	// Version is this program's version, FolderVersion the last one that used the folder; null
	// where the folder does not say.
	Version       string  `json:"version"`
	FolderVersion *string `json:"folderVersion"`
	// Changes are the schema changes that this version makes.
	Changes []string `json:"changes"`
	Sealed  int      `json:"sealed"`
	// Key says whether the key opens the sealed values: "opens", "missing", or "none" if nothing is
	// sealed.
	Key string `json:"key"`
}

// wayReport is what upgrade --json prints without --check-folder.
type wayReport struct {
	Version string `json:"version"`
	installation

	// Service says that the system starts Crier, and Restart what has it start the newer version.
	Service bool     `json:"service"`
	Restart []string `json:"restart"`
}

// Run says how this copy was installed and what brings a newer one, or migrates a copy of the
// folder's database.
func (c *upgradeCommand) Run(ctx context.Context) error {
	if c.CheckFolder {
		return c.check(ctx)
	}
	this, err := thisCopy(ctx)
	if err != nil {
		return err
	}
	r := wayReport{Version: version, installation: this.installed()}
	if m, err := manager(); err == nil {
		installed, err := m.Installed()
		r.Service = err == nil && installed != ""
	}
	r.Restart = restarts(this.system, r.Service, os.Getuid())
	return say(c.JSON, r, r.text())
}

func (r wayReport) text() string {
	text := fmt.Sprintf("This is Crier %s, %s. %s\n", onOneLine(r.Version), onOneLine(r.Path), r.Says)
	for _, command := range r.Commands {
		text += "  " + command + "\n"
	}
	if r.Service {
		text += "Then have the service start the newer version:\n"
		for _, command := range r.Restart {
			text += "  " + command + "\n"
		}
	} else if r.How != byContainer {
		text += "Then stop Crier, and start it again.\n"
	}
	return text + "Crier makes a backup of the database before it changes it. To try that first, call crier upgrade --check-folder with the newer program."
}

// check migrates a copy of the folder's database.
func (c *upgradeCommand) check(ctx context.Context) error {
	dir, err := c.mustExist()
	if err != nil {
		return err
	}
	trial, err := backup.TryUpgrade(ctx, dir, modules.BackedUp(), clock.System().Now())
	if err != nil {
		return ofDamage(fullDisk(err, "the copy"))
	}
	report := upgradeReport{Version: version, FolderVersion: filled(trial.Version), Changes: append([]string{}, trial.Pending...), Sealed: trial.Proof.Sealed}
	report.Key = reportOfRestore(&backup.Manifest{}, trial.Proof).Key
	if c.JSON {
		err = printJSON(report)
	} else {
		err = c.say(report)
	}
	if err == nil && report.Key == "missing" {
		return errAttention
	}
	return err
}

func (c *upgradeCommand) say(r upgradeReport) error {
	text := fmt.Sprintf("Crier %s can take this data folder over", onOneLine(r.Version))
	if r.FolderVersion != nil {
		text += fmt.Sprintf(", which Crier %s has used last", onOneLine(*r.FolderVersion))
	}
	if len(r.Changes) == 0 {
		text += "; its database stays as it is.\n"
	} else {
		text += fmt.Sprintf("; it makes %s to the database, which worked on a copy. Nothing was changed in the folder.\n", count(len(r.Changes), "change", "changes"))
	}
	if r.Key == "missing" {
		text += "But the key of the tokens and passwords is not there: put it back with crier key import FILE.\n"
	}
	_, err := fmt.Print(text)
	return err
}
