package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

// oldBackup is the age from which a backup is reported: a week of daily backups has failed.
const oldBackup = 8 * 24 * time.Hour

// lookAtBackup reports that there is no verified backup, or only an old one.
func (r *statusReport) lookAtBackup(ctx context.Context, dir *datadir.Dir, db *database.DB) (err error) {
	if r.Backup, err = backup.LastProved(dir); err != nil {
		return err
	}
	since, err := database.Value[*int64](ctx, db, "SELECT min(created_at) FROM users")
	if err != nil || since == nil {
		return err
	}
	r.judgeBackup(time.UnixMilli(*since), clock.System().Now())
	return nil
}

// judgeBackup judges the last backup. since is when the folder was first used.
func (r *statusReport) judgeBackup(since, now time.Time) {
	const remedy = "; make one with crier backup, and look into the log why the daily ones fail: crier logs"
	switch {
	case r.Backup == nil && now.Sub(since) > oldBackup:
		r.Attention = append(r.Attention, "there is no backup that was read back and found to be whole"+remedy)
	case r.Backup != nil && now.Sub(r.Backup.Time) > oldBackup:
		r.Attention = append(r.Attention, "the last backup was made "+away(r.Backup.Time, now)+remedy)
	case r.Backup != nil && r.Backup.IsGone():
		r.Attention = append(r.Attention, "the last backup is not there any more: "+r.Backup.Path+"; connect its disk, or make another with crier backup")
	}
}

// textOfBackup returns the text about the last backup.
func (r *statusReport) textOfBackup(now time.Time) string {
	if r.Backup == nil {
		return "none yet"
	}
	text := fmt.Sprintf("%s (%s), %s", localTime(r.Backup.Time), away(r.Backup.Time, now), r.Backup.Path)
	if !r.Backup.HasMedia {
		text += ", without pictures and videos"
	}
	return text
}

// lookAtKey reports that the record of the key of the database's sealed tokens is missing, damaged
// or unreadable. Only a start finds out whether anything is sealed; if not, it makes another key.
func (r *statusReport) lookAtKey(dir *datadir.Dir) {
	if r.Database.State != databaseOK {
		return
	}
	problem := "there is no " + dir.SecretKey()
	switch _, err := secrets.RecordedCheck(dir.SecretKey()); {
	case err == nil:
		return
	case errors.Is(err, secrets.ErrRecord):
		problem = onOneLine(err.Error())
	case !errors.Is(err, fs.ErrNotExist):
		r.Attention = append(r.Attention, onOneLine(err.Error())+"; until then the service does not start")
		return
	}
	r.Attention = append(r.Attention, problem+", without which the tokens and secrets in the database cannot be read, and the service does not start; put it back")
}
