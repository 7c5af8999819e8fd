package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"crier/modules"
	"crier/modules/health"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

const healthPath = "/api/health/"

// examineHealth prints how each part is: as the service says, or where none runs as its folder
// does.
func (c *doctorCommand) examineHealth(ctx context.Context) (string, error) {
	dir, err := c.mustExist()
	if err != nil {
		return "", err
	}
	var mended health.HealthMended
	err = c.withService(ctx, func(service *serviceClient) error {
		service.http.Timeout = cloudPatience // Every page and every file is read.
		if c.Fix {
			return service.post(ctx, healthPath+"mend", nil, &mended)
		}
		return service.post(ctx, healthPath+"look", nil, &mended.Report)
	})
	if errors.Is(err, errNotRunning) {
		mended, err = c.examineStopped(ctx, dir)
	}
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = printHealth(&b, mended)
	switch {
	case err != nil:
	case c.JSON && c.Fix:
		err = printJSON(mended)
	case c.JSON:
		err = printJSON(mended.Report)
	default:
		_, err = os.Stdout.WriteString(b.String())
	}
	if err == nil && mended.Report.Mend+mended.Report.Soon > 0 {
		err = errAttention
	}
	return b.String(), err
}

func (c *doctorCommand) examineStopped(ctx context.Context, dir *datadir.Dir) (mended health.HealthMended, err error) {
	mended.Done = []string{}
	f := health.Folder{Dir: dir, Contents: modules.BackedUp(), HasFFmpeg: health.FindFFmpeg, Now: clock.System().Now()}
	if os.Getenv("CRIER_FFMPEG") == "off" {
		f.HasFFmpeg = nil
	}
	if c.Fix {
		if mended.Done, err = mendStopped(ctx, f); err != nil {
			return mended, err
		}
	}
	mended.Report, err = health.OfStopped(ctx, f, cmp.Or(os.Getenv("CRIER_PORT"), strconv.Itoa(standardPort)))
	return mended, err
}

// standardPort is the one of crier serve where nothing else is said.
const standardPort = 7171

// mendStopped mends a folder that no service uses, and keeps one from starting meanwhile.
func mendStopped(ctx context.Context, f health.Folder) (done []string, err error) {
	lock, err := f.Dir.Lock()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	db, err := database.OpenIn(ctx, f.Dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	f.DB = db
	return f.Mend(ctx)
}

func printHealth(out *strings.Builder, mended health.HealthMended) error {
	for _, what := range mended.Done {
		fmt.Fprintf(out, "Mended: %s.\n", onOneLine(what))
	}
	var rows [][]string
	var group health.Verdict
	for i := range mended.Report.Parts {
		p := &mended.Report.Parts[i]
		if p.Verdict != group {
			group = p.Verdict
			rows = append(rows, []string{strings.ToUpper(string(group))})
		}
		says := inCommands(p.Says)
		if p.Figure != "" {
			says = strings.TrimSpace(p.Figure+" "+p.Unit) + ". " + says
		}
		rows = append(rows, []string{"  " + p.Name, says})
		if p.Verdict == health.Well {
			continue
		}
		if p.Evidence != "" {
			rows = append(rows, []string{"", "(" + p.Evidence + ")"})
		}
		if p.Fix.Command != "" {
			rows = append(rows, []string{"", p.Fix.Command})
		}
	}
	return printTable(out, rows)
}
