package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"crier/modules"
	"crier/modules/health"
	"crier/platform/clock"
	"crier/platform/container"
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
	if p, ok := managerPart(ctx, dir); ok {
		looked, isLooking := mended.Report.LookedAt, mended.Report.IsLooking
		mended.Report = health.Sorted(append(mended.Report.Parts, p), mended.Report.CheckedAt.Time())
		mended.Report.LookedAt, mended.Report.IsLooking = looked, isLooking
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
	if c.Fix {
		if mended.Done, err = mendStopped(ctx, folderOf(dir)); err != nil {
			return mended, err
		}
	}
	mended.Report, err = stoppedHealth(ctx, dir)
	return mended, err
}

func folderOf(dir *datadir.Dir) health.Folder {
	f := health.Folder{Dir: dir, Contents: modules.BackedUp(), HasFFmpeg: health.FindFFmpeg, Now: clock.System().Now()}
	if os.Getenv("CRIER_FFMPEG") == "off" {
		f.HasFFmpeg = nil
	}
	return f
}

// stoppedHealth is the report of a folder whose service does not run.
func stoppedHealth(ctx context.Context, dir *datadir.Dir) (health.HealthReport, error) {
	return health.OfStopped(ctx, folderOf(dir), cmp.Or(os.Getenv("CRIER_PORT"), strconv.Itoa(standardPort)))
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
	// Where there is no database, none is made; why one cannot be read is in the report.
	if _, absent := database.LookInto(ctx, f.Dir, func(*database.DB) error { return nil }); absent == nil {
		if f.DB, err = database.OpenIn(ctx, f.Dir); err != nil {
			return nil, ofDamage(err)
		}
		defer func() { err = errors.Join(err, f.DB.Close()) }()
	}
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

// managerPart says whether the system starts Crier by itself, and on this folder. The service does
// not look at that: it would call programs of the system each time. It returns false where nothing
// is to be said.
func managerPart(ctx context.Context, dir *datadir.Dir) (p health.HealthPart, ok bool) {
	m, err := manager()
	if err != nil {
		return p, false
	}
	installed, err := m.Installed()
	p = health.HealthPart{ID: "manager", Name: "Start with the computer", Verdict: health.Well, Says: "Nothing starts Crier by itself.", Fix: health.HealthFix{Command: "crier service install"}}
	if err != nil || installed == "" {
		return p, err == nil && !container.Detected()
	}
	p.Evidence, p.Says, p.Fix = m.File(), "The system starts it when you sign in, and again when it dies.", health.HealthFix{}
	runs, _ := m.Runs(ctx)
	inUse, _ := dir.InUse()
	runs = runs || inUse && runtime.GOOS == "windows" // What the task says is in the language of the system.
	own, err := (folder{}).ofService(m).path()
	switch isOwn := err == nil && datadir.Within(dir.Path(), own); {
	case !isOwn:
		p.Says = "The system starts Crier on another data folder: " + own
	case !runs && inUse:
		p.Verdict, p.Says = health.Soon, "The service is installed, and somebody has started Crier by hand on its folder. It takes over at your next sign-in."
		p.Fix.Command = "crier service status"
	case !runs:
		p.Verdict, p.Says = health.Mend, "The service is installed, and does not run."
		p.Fix.Command = "crier service logs"
	case !m.Lingers(ctx):
		p.Says = "The system starts it when you sign in, and again when it dies. It stops when you sign out."
		p.Fix.Command = "loginctl enable-linger"
	}
	return p, true
}
