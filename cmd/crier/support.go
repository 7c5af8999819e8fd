package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"crier/modules"
	"crier/modules/health"
	"crier/modules/health/support"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

type supportCommand struct {
	existingFolder
	File string   `arg:"" optional:"" complete:"file" help:"The file to write, which must not be there yet (default: crier-support-DATE-TIME.zip in this folder)."`
	Post []string `placeholder:"ID" help:"Put in what happened to this post, by its id or the beginning of it. Can be given several times."`
	JSON bool     `name:"json" help:"Print JSON: {\"file\", \"bytes\", \"entries\": [{\"name\", \"bytes\", \"holds\"}]}."`
}

// supportReport is what support-bundle --json prints.
type supportReport struct {
	File    string          `json:"file"`
	Bytes   int64           `json:"bytes"`
	Entries []support.Entry `json:"entries"`
}

// Run writes the bundle, whether or not the service runs.
func (c *supportCommand) Run(ctx context.Context) error {
	dir, err := c.mustExist()
	if err != nil {
		return err
	}
	now := clock.System().Now()
	path := c.File
	if path == "" {
		path = support.FileName(now)
	}
	if err := mayMake(path); err != nil {
		return err
	}
	s := support.Source{Dir: dir, Contents: modules.BackedUp(), Environ: os.Environ(), Version: version, Service: serviceFacts(ctx), Now: now, Health: func(ctx context.Context) (health.HealthReport, error) {
		return c.health(ctx, dir)
	}, Plan: c.plan}
	if key, err := secrets.LoadKey(dir.SecretKey()); err == nil {
		s.Box, _ = secrets.NewBox(key) // A key has the right length.
	}
	// The file is made once it is whole: of a call that is killed nothing is left in its way.
	var content bytes.Buffer
	var entries []support.Entry
	_, err = database.LookInto(ctx, dir, func(db *database.DB) (err error) {
		s.DB = db
		if s.Posts, err = support.FindPosts(ctx, db, c.Post); err != nil {
			return usageError{err}
		}
		entries, err = support.Write(ctx, s, &content)
		return err
	})
	if entries == nil && !isUsage(err) && ctx.Err() == nil {
		// A bundle says of a database that cannot be read why that is.
		s.DB, s.DBProblem = nil, errors.Join(errors.New("the database cannot be read"), err)
		entries, err = support.Write(ctx, s, &content)
	}
	if err != nil {
		return err
	}
	if err := writeNew(path, content.Bytes()); err != nil {
		return fullDisk(err, "the bundle")
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	report := supportReport{path, int64(content.Len()), entries}
	return say(c.JSON, report, supportText(report))
}

func isUsage(err error) bool {
	_, ok := errors.AsType[usageError](err)
	return ok
}

// health is the report of the running service, and of the folder where none answers.
func (c *supportCommand) health(ctx context.Context, dir *datadir.Dir) (report health.HealthReport, err error) {
	err = c.withService(ctx, func(service *serviceClient) error {
		service.http.Timeout = cloudPatience
		return service.post(ctx, healthPath+"look", nil, &report)
	})
	if err != nil && ctx.Err() == nil {
		return stoppedHealth(ctx, dir)
	}
	return report, err
}

// plan is what the running service foretells.
func (c *supportCommand) plan(ctx context.Context) (told posts.Forecast, err error) {
	err = c.withService(ctx, func(service *serviceClient) error {
		return service.get(ctx, "/api/forecast?days=7&timezone=UTC", &told)
	})
	return told, err
}

func supportText(r supportReport) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Crier has written %s (%s), and sent it nowhere. In it:\n", r.File, megabytes(r.Bytes))
	for _, e := range r.Entries {
		fmt.Fprintf(&b, "  %s: %s\n", e.Name, e.Holds)
	}
	b.WriteString("Posts, texts, files, names of accounts, passwords, tokens and keys are left out. Please look through it before you give it to somebody.")
	return b.String()
}

// serviceFacts says how the system starts Crier.
func serviceFacts(ctx context.Context) map[string]any {
	m, err := manager()
	if err != nil {
		return map[string]any{"problem": err.Error()}
	}
	installed, err := m.Installed()
	if err != nil {
		return map[string]any{"problem": err.Error()}
	}
	facts := map[string]any{"installed": installed != ""}
	if installed != "" {
		facts["running"], facts["says"] = m.Runs(ctx)
		facts["lingers"] = m.Lingers(ctx)
	}
	return facts
}
