package jobs

import (
	"crier/platform/database"
	"crier/platform/instance"
)

// firstDue is the id of the job that has been due for longest among those whose lanes are free,
// NULL for none. Jobs of one instant come in the order in which they were added, which is that of
// their rowid. Where jobs of many lanes are due, one of the first few is in a free lane. Otherwise
// the query goes from lane to lane, and does not read the other jobs of a busy lane. The statuses
// are literals, because SQLite chooses indexes by them.
var firstDue = `SELECT coalesce((
	SELECT early.id FROM (
		SELECT id, rowid AS seq, type, lane, subject_id, run_at FROM scheduled_jobs
		WHERE status = 'PENDING' AND run_at <= ?1 ORDER BY run_at, rowid LIMIT 10) AS early
	WHERE ` + mayRun("early") + ` AND ` + laneIsFree("early") + `
	ORDER BY early.run_at, early.seq LIMIT 1
), (
	WITH RECURSIVE lanes (lane) AS (
		SELECT min(lane) FROM scheduled_jobs WHERE status = 'PENDING'
		UNION ALL
		SELECT (SELECT min(further.lane) FROM scheduled_jobs AS further WHERE further.status = 'PENDING' AND further.lane > lanes.lane)
		FROM lanes WHERE lanes.lane IS NOT NULL)
	SELECT due.id FROM lanes JOIN scheduled_jobs AS due ON due.rowid = (
		SELECT first.rowid FROM scheduled_jobs AS first
		WHERE first.lane = lanes.lane AND first.status = 'PENDING' AND first.run_at <= ?1 AND ` + mayRun("first") + `
		ORDER BY first.run_at, first.rowid LIMIT 1)
	WHERE ` + laneIsFree("lanes") + `
	ORDER BY due.run_at, due.rowid LIMIT 1))`

// mayRun is the condition that there is a handler for the job's type, and that the quarantine of
// the data folder does not hold what the job is about.
func mayRun(job string) string {
	return job + ".type IN (SELECT value FROM json_each(?2)) AND " + notQuarantined(job)
}

// laneIsFree is the condition that the lane is not held and no job of it is in work.
func laneIsFree(alias string) string {
	return alias + ".lane NOT IN (SELECT value FROM json_each(?3)) AND " + notBusy(alias)
}

func notQuarantined(job string) string { return instance.MayBeClaimed(job + ".subject_id") }

func notBusy(alias string) string {
	return "NOT EXISTS (SELECT 1 FROM scheduled_jobs AS busy WHERE busy.status = 'PROCESSING' AND busy.lane = " + alias + ".lane)"
}

// claimJob claims one job, if it is still claimable.
var claimJob = database.Returning[ScheduledJob](`UPDATE scheduled_jobs
	SET status = 'PROCESSING', lease_token = ?1, lease_until = ?2, updated_at = ?3
	WHERE id = ?4 AND status = 'PENDING' AND run_at <= ?3 AND ` + notQuarantined("scheduled_jobs") + ` AND ` + notBusy("scheduled_jobs"))
