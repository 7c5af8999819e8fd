package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/states"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/orphans"
)

type statusCommand struct {
	existingFolder
	JSON bool `name:"json" help:"Print JSON: {\"dataDir\", \"syncedBy\", \"service\", \"accounts\": [...], \"next\": [...], \"scheduled\", \"database\", \"backup\", \"orphans\", \"attention\": [...]}; accounts, next and scheduled are null while no service runs."`
}

// statusReport is what crier status prints. What is not known is null.
type statusReport struct {
	DataDir string `json:"dataDir"`
	// SyncedBy is the program that seems to copy the folder to other machines, null when none does.
	SyncedBy *string       `json:"syncedBy"`
	Service  serviceStatus `json:"service"`
	publishing

	Database databaseStatus `json:"database"`
	// Backup is the last backup that was made and verified, null when there is none.
	Backup  *backup.Proved `json:"backup"`
	Orphans orphansStatus  `json:"orphans"`
	// Attention has a sentence for each thing that a person should do something about.
	Attention []string `json:"attention"`
}

// States of the service.
const (
	stateRunning   = "running"
	stateOneCall   = "running for one call"
	stateStarting  = "starting"
	stateStopped   = "stopped"
	stateNoAnswer  = "not answering"
	stateUnhealthy = "unhealthy"
)

type serviceStatus struct {
	State string `json:"state"`
	// The following is about a running service.
	PID        *int    `json:"pid"`
	Mode       *string `json:"mode"`
	APIURL     *string `json:"apiUrl"`
	AppURL     *string `json:"appUrl"`
	DocsURL    *string `json:"docsUrl"`
	SandboxURL *string `json:"sandboxUrl"`
}

// States of the database.
const (
	databaseOK         = "ok"
	databaseNone       = "none yet"
	databaseLost       = "lost"
	databaseUnreadable = "unreadable"
	databaseDamaged    = "damaged"
)

type databaseStatus struct {
	State string `json:"state"`
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

type orphansStatus struct {
	Files   int             `json:"files"`
	Bytes   int64           `json:"bytes"`
	Folders []orphansFolder `json:"folders"`
}

type orphansFolder struct {
	Path  string `json:"path"`
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
	// MayGoFrom is a day, such as 2026-12-24.
	MayGoFrom string `json:"mayGoFrom"`
}

// errAttention ends the program with an exit code of its own, after the report was printed.
var errAttention = errors.New("something needs attention")

// Run reads the folder, and asks the service if one runs. It changes nothing.
func (c *statusCommand) Run(ctx context.Context) error {
	dir, err := c.existing()
	if err != nil {
		return err
	}
	report, err := c.lookAt(ctx, dir)
	if err != nil {
		return err
	}
	if c.JSON {
		err = printJSON(report)
	} else {
		err = report.print(os.Stdout)
	}
	if err == nil && len(report.Attention) > 0 {
		return errAttention
	}
	return err
}

func (c *statusCommand) lookAt(ctx context.Context, dir *datadir.Dir) (report statusReport, err error) {
	now := clock.System().Now()
	report = statusReport{DataDir: dir.Path(), SyncedBy: filled(datadir.SyncedBy(dir.Path())), Attention: []string{}}
	if err := report.lookAtService(ctx, dir); err != nil {
		return report, err
	}
	report.lookAtDatabase(ctx, dir)
	report.lookAtKey(dir)
	if report.Service.State == stateRunning && report.Database.State == databaseOK {
		err := c.withService(ctx, func(service *serviceClient) error { return report.ask(ctx, service, now) })
		if err != nil {
			report.Attention = append(report.Attention, "the service did not tell of its accounts and posts: "+onOneLine(onOneSentence(err)))
		}
	}
	return report, report.lookAtOrphans(dir, now)
}

func (r *statusReport) lookAtService(ctx context.Context, dir *datadir.Dir) error {
	r.Service.State = stateStopped
	inUse, err := dir.InUse()
	if err != nil || !inUse {
		return err
	}
	runtime, err := dir.ReadRuntime()
	if errors.Is(err, fs.ErrNotExist) {
		r.Service.State = stateStarting
		return nil
	}
	if err != nil {
		return err
	}
	r.Service = serviceStatus{
		State: stateRunning, PID: &runtime.PID, Mode: filled(runtime.Mode),
		APIURL: filled(runtime.APIURL), AppURL: filled(runtime.AppURL), DocsURL: filled(runtime.DocsURL), SandboxURL: filled(runtime.SandboxURL),
	}
	if runtime.IsForOneCall {
		r.Service.State = stateOneCall // It may end while it is asked.
		return nil
	}
	if state, problem := askHealth(ctx, runtime.APIURL); problem != "" {
		r.Service.State = state
		r.Attention = append(r.Attention, problem)
	}
	return nil
}

// healthPatience is how long the service may take to report its health.
const healthPatience = 10 * time.Second

// askHealth returns what is wrong with the service, empty when nothing is.
func askHealth(ctx context.Context, apiURL string) (state, problem string) {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, apiURL+"/health", http.NoBody)
	if err != nil {
		return stateNoAnswer, "runtime.json names no address of the service: " + err.Error()
	}
	// No proxy is used to reach this machine.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return stateNoAnswer, "the service runs and does not answer; look into its log, and start it again"
	}
	defer func() { _ = resp.Body.Close() }()
	var health struct {
		Status, Error string
		Services      httpapi.HealthServices
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxServiceAnswer)).Decode(&health); err != nil {
		return stateNoAnswer, "the service answers what this version does not understand"
	}
	switch {
	case resp.StatusCode == http.StatusOK && health.Status == "healthy":
		return stateRunning, ""
	case health.Services.Disk == "full":
		return stateUnhealthy, "the disk is full, and Crier takes nothing in and publishes nothing; delete something that you do not need"
	case health.Error != "":
		return stateUnhealthy, "the service says: " + onOneLine(health.Error)
	}
	return stateUnhealthy, fmt.Sprintf("the service says that it is %s; look into its log", onOneLine(health.Status))
}

func (r *statusReport) lookAtDatabase(ctx context.Context, dir *datadir.Dir) {
	r.Database = databaseStatus{State: databaseOK, Path: dir.Database()}
	var err error
	r.Database.Bytes, err = database.LookInto(ctx, dir, func(db *database.DB) error {
		if err := database.CheckPages(ctx, db); err != nil {
			return err
		}
		return errors.Join(r.lookAtQuarantine(ctx, db), r.lookAtWaiting(ctx, db), r.lookAtStates(ctx, db), r.lookAtBackup(ctx, dir, db))
	})
	switch {
	case err == nil:
		return
	case errors.Is(err, fs.ErrNotExist):
		r.Database.State = databaseNone
		return
	case errors.Is(err, database.ErrLost):
		r.Database.State = databaseLost
	case errors.Is(err, database.ErrNoDatabase) && ctx.Err() == nil:
		r.Database.State = databaseDamaged
		err = damaged(dir)
	default:
		r.Database.State = databaseUnreadable
		err = whyUnreadable(dir, err)
	}
	r.Attention = append(r.Attention, onOneLine(err.Error()))
}

func (r *statusReport) lookAtOrphans(dir *datadir.Dir, now time.Time) error {
	r.Orphans.Folders = []orphansFolder{}
	batches, err := orphans.In(dir).Batches(now)
	if err != nil {
		return err
	}
	for _, b := range batches {
		r.Orphans.Files += b.Files
		r.Orphans.Bytes += b.Bytes
		r.Orphans.Folders = append(r.Orphans.Folders, orphansFolder{b.Path, b.Files, b.Bytes, b.MayGoFrom.Format(time.DateOnly)})
	}
	if r.Orphans.Files > 0 {
		r.Attention = append(r.Attention, "there are files that the database does not know, and Crier deletes them some day: if you miss them in Crier, put back "+
			"the database that knows them; if you want to keep them, move them elsewhere; otherwise delete them")
	}
	return nil
}

// lookAtQuarantine reports that nothing is published because the folder has gone back in time.
func (r *statusReport) lookAtQuarantine(ctx context.Context, db *database.DB) error {
	state, err := instance.Read(ctx, db)
	if err == nil && state.IsQuarantined() {
		r.Attention = append(r.Attention, onOneLine(state.Sentence()))
	}
	return err
}

// lookAtWaiting reports which posts are not published while no service runs.
func (r *statusReport) lookAtWaiting(ctx context.Context, db *database.DB) error {
	if r.Service.State != stateStopped {
		return nil
	}
	n, first, err := posts.CountUnattended(ctx, db)
	if err == nil && n > 0 {
		r.Attention = append(r.Attention, fmt.Sprintf("no service runs, and %s to go out, the first one due %s; start it with crier serve", count(n, "post is", "posts are"), localTime(first.Time())))
	}
	return err
}

// shownIllegal is how many posts with an illegal state are named, each on a line.
const shownIllegal = 5

// lookAtStates names posts with an illegal state. It skips a database of another version, which has
// another table of legal states, and says of a newer one why no service of this version starts.
func (r *statusReport) lookAtStates(ctx context.Context, db *database.DB) error {
	pending, err := database.Pending(ctx, db)
	if errors.Is(err, database.ErrNewerSchema) && r.Service.State == stateStopped {
		r.Attention = append(r.Attention, onOneLine(err.Error()))
	}
	if errors.Is(err, database.ErrNewerSchema) || len(pending) > 0 {
		return nil
	}
	if err != nil {
		return err
	}
	illegal, err := states.Illegal(ctx, db)
	if err != nil {
		return err
	}
	for _, p := range illegal[:min(len(illegal), shownIllegal)] {
		r.Attention = append(r.Attention, fmt.Sprintf("a fault of Crier has left the post %s in a state that it cannot leave by itself (%s); crier posts show %[1]s "+
			"tells what happened: before you publish it again, look whether the account shows it, and please report the fault", short(p.ID), p.Combination))
	}
	if more := len(illegal) - shownIllegal; more > 0 {
		r.Attention = append(r.Attention, fmt.Sprintf("the same goes for %s, which the log of a running service names", count(more, "other post", "other posts")))
	}
	return nil
}

func (r *statusReport) print(out io.Writer) error {
	service := r.Service.State
	if r.Service.PID != nil {
		service += fmt.Sprintf(" (process %d)", *r.Service.PID)
	}
	rows := [][]string{{"Service", service}}
	if mode := r.Service.Mode; mode != nil {
		rows = append(rows, []string{"Mode", strings.ToUpper(*mode)})
	}
	for _, address := range []struct {
		name string
		url  *string
	}{{"Base URL", r.Service.APIURL}, {"App", r.Service.AppURL}, {"Docs", r.Service.DocsURL}, {"Sandbox", r.Service.SandboxURL}} {
		if address.url != nil {
			rows = append(rows, []string{address.name, *address.url})
		}
	}
	rows = append(rows, r.rows(clock.System().Now())...)
	rows = append(rows, []string{"Data", r.DataDir}, []string{"Database", fmt.Sprintf("%s, %s", r.Database.State, megabytes(r.Database.Bytes))},
		[]string{"Backup", r.textOfBackup(clock.System().Now())})
	if r.SyncedBy != nil {
		rows = append(rows, []string{"Note", datadir.SyncRisk(*r.SyncedBy)})
	}
	if len(r.Orphans.Folders) == 0 {
		rows = append(rows, []string{"Orphans", "none"})
	}
	for _, f := range r.Orphans.Folders {
		rows = append(rows, []string{"Orphans", fmt.Sprintf("%d files, %s in %s; they may be deleted from %s", f.Files, megabytes(f.Bytes), f.Path, f.MayGoFrom)})
	}
	if err := printTable(out, rows); err != nil {
		return err
	}
	for _, sentence := range r.Attention {
		if err := printLine(out, "Attention: "+sentence); err != nil {
			return err
		}
	}
	return nil
}
