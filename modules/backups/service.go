package backups

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"crier/modules/health"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/restart"
	"crier/platform/secrets"
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
	place    place
	// isOff says that there are no automatic ones.
	isOff bool
	// failed is why and when the last one failed; nil after a success.
	failed atomic.Pointer[failure]

	process    *restart.Process
	useKeyring bool
	// one is held by the work of a person, of which one is done at a time.
	one sync.Mutex
}

type failure struct {
	at  time.Time
	why error
}

// afterFailure is how long after a failure the backup of the day is tried again: it may have filled
// a disk.
const afterFailure = time.Hour

// mostEvidence is how many characters of why it failed are shown on Health.
const mostEvidence = 300

func newService(dir *datadir.Dir, contents backup.Contents, clk clock.Clock, log *slog.Logger, removals *backup.Removals, about httpapi.About,
	db *database.DB, cfg config.Config, folder *instance.Instance, process *restart.Process,
) *service {
	return &service{
		dir: dir, contents: contents, clock: clk, log: log, removals: removals, instance: folder, version: about.Version,
		place: place{dir, db, datadir.Spelled(cfg.BackupDir)}, isOff: cfg.Backup == "off", process: process, useKeyring: cfg.UseKeyring(),
	}
}

// MakeDue makes the backup of the day, if there is none yet. After a failure it waits for an hour.
func (s *service) MakeDue(ctx context.Context) error {
	if s.isOff {
		return nil
	}
	now := s.clock.Now()
	if last := s.failed.Load(); last != nil && now.Sub(last.at) >= 0 && now.Sub(last.at) < afterFailure {
		return nil
	}
	maker, err := s.maker(ctx)
	if err != nil {
		return err
	}
	folder, isBeside, err := s.place.folder(ctx)
	if err != nil {
		return err
	}
	maker.NoMedia = isBeside
	isDue, err := maker.IsDue(folder, now)
	if err != nil || !isDue {
		return err
	}
	made, err := maker.Automatic(ctx, folder)
	if err != nil {
		s.failed.Store(&failure{now, err})
		return fmt.Errorf("the backup of the day was not made: %w", err)
	}
	s.failed.Store(nil)
	s.log.Info("backups: the backup of the day is made and checked", "path", made.Path, "bytes", made.Bytes, "files", made.Proof.Files)
	return nil
}

// parts says on Health that the last backup of the day failed, until one is made.
func (s *service) parts(context.Context) ([]health.HealthPart, error) {
	last := s.failed.Load()
	if last == nil {
		return nil, nil
	}
	return []health.HealthPart{{
		ID: "backups:daily", Name: "Backup of the day", Verdict: health.Mend, Since: at(last.at), Says: "It was not made, and is tried each hour.", Evidence: secrets.Printable(last.why.Error(), mostEvidence),
		Fix: health.HealthFix{Label: "Look", To: "/settings/backups", Command: "crier backup FILE"},
	}}, nil
}

// maker makes backups of the folder, with its files.
func (s *service) maker(ctx context.Context) (backup.Maker, error) {
	state, err := s.instance.State(ctx)
	return backup.Maker{
		Dir: s.dir, Contents: s.contents, Clock: s.clock, Version: s.version, Instance: state.ID.String(), Removals: s.removals,
	}, err
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
