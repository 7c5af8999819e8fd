// Package instance identifies the data folder, and finds out when it has gone back in time:
// restored from a backup, copied back by hand, taken from a snapshot, or started a second time
// elsewhere. Such a folder does not know what was published, cancelled or revoked since, and would
// do it again.
//
// # The mark
//
// The folder has a sequence, which grows by one in the transaction of each visible call and of each
// change at the cloud worker. A file outside of the folder, the mark, has the same number, and has
// it on disk before the call is permitted. Each start and each stop draws a nonce, which both
// contain as well: that finds out a folder in which only a cancellation is missing. At the start
// the two are compared:
//
//	no mark                          nothing is known; the mark is written
//	sequence behind the mark's       the folder is older than what was done with it
//	another nonce in the mark        the same, or another copy of the folder was used since
//	another machine, without a move  another copy may be in use there
//	the mark is in use               another copy runs on this machine
//
// In each case but the first, a quarantine begins: Permit and the claims of package jobs refuse
// every subject of a job, until somebody releases it or closes the quarantine. The module whose
// subjects they are decides about them. What it decides and this package reads is a row of the
// table quarantined_posts.
//
// # What raises no alarm
//
// The folder is always written before the mark, so that a death or a power cut leaves the folder
// ahead, which is no alarm. A mark that cannot be written is reported once and stops nothing. A
// lost mark raises no alarm either. Names of hosts are never used. In a container the machine does
// not count, because its id changes with each start, unless CRIER_MACHINE_ID names it.
package instance
