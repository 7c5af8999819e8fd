package backups

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/instance"

	"github.com/danielgtaylor/huma/v2"
)

// service makes backups of the running service's folder.
type service struct {
	dir      *datadir.Dir
	contents backup.Contents
	clock    clock.Clock
	log      *slog.Logger
	removals *backup.Removals
	instance *instance.Instance
	version  string
	// folder is where the automatic ones go; isOff says that there are none.
	folder  string
	isOff   bool
	noMedia bool
	// failed is when the last one failed, in Unix milliseconds.
	failed atomic.Int64
}

// afterFailure is how long after a failure the backup of the day is tried again: it may have filled
// a disk.
const afterFailure = time.Hour

func newService(dir *datadir.Dir, contents backup.Contents, clk clock.Clock, log *slog.Logger, removals *backup.Removals, about httpapi.About,
	cfg config.Config, folder *instance.Instance,
) *service {
	s := &service{
		dir: dir, contents: contents, clock: clk, log: log, removals: removals, instance: folder, version: about.Version,
		folder: datadir.Spelled(cfg.BackupDir), isOff: cfg.Backup == "off",
	}
	if s.folder == "" {
		s.folder, s.noMedia = dir.Backups(), true
	}
	return s
}

// MakeDue makes the backup of the day, if there is none yet. After a failure it waits for an hour.
func (s *service) MakeDue(ctx context.Context) error {
	if s.isOff {
		return nil
	}
	now := s.clock.Now()
	if since := now.Sub(time.UnixMilli(s.failed.Load())); since >= 0 && since < afterFailure {
		return nil
	}
	state, err := s.instance.State(ctx)
	if err != nil {
		return err
	}
	maker := backup.Maker{
		Dir: s.dir, Contents: s.contents, Clock: s.clock, Version: s.version, Instance: state.ID.String(), NoMedia: s.noMedia, Removals: s.removals,
	}
	isDue, err := maker.IsDue(s.folder, now)
	if err != nil || !isDue {
		return err
	}
	made, err := maker.Automatic(ctx, s.folder)
	if err != nil {
		s.failed.Store(now.UnixMilli())
		return fmt.Errorf("the backup of the day was not made: %w", err)
	}
	s.log.Info("backups: the backup of the day is made and checked", "path", made.Path, "bytes", made.Bytes, "files", made.Proof.Files)
	return nil
}

// StageRequest is the body of POST /api/backups/staged.
type StageRequest struct {
	NoMedia bool `json:"noMedia,omitempty" doc:"Copy the database alone, without the files that it names."`
}

// Staged is its answer.
type Staged struct {
	Folder string `json:"folder" doc:"Name of the folder in staging/ of the data folder that has the copy of the database and links to the files. Whoever asked removes it; after half a day Crier does." example:"backup-1847205963"`
}

type stageInput struct{ Body StageRequest }

func (s *service) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "stageBackup", Method: http.MethodPost, Path: "/backups/staged", Tags: []string{"Backups"},
		Summary: "Prepare a backup",
		Description: "Copies the database and links the files that the copy names, while deletions of files wait. " +
			"It is for crier backup, which makes the archive of what it finds there.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, s.stage)
}

func (s *service) stage(ctx context.Context, in *stageInput) (*httpapi.Output[Staged], error) {
	if err := backup.Tidy(s.dir, s.clock.Now()); err != nil {
		return nil, err
	}
	staged, err := backup.Stage(ctx, s.dir, s.contents, s.clock, s.removals, in.Body.NoMedia)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(Staged{Folder: filepath.Base(staged)}, nil)
}
