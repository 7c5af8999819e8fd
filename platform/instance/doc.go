// Package instance knows which data folder this is, and finds out when it has gone back in time: restored from a backup, copied back by
// hand, taken from a snapshot, or started a second time elsewhere. Such a folder does not know what was published, cancelled or revoked
// since, and would do it again.
//
// The sequence of the folder grows by one in the transaction of each visible call, and of each change at the cloud worker. The
// same number stands in a file outside of the folder, the mark, and is on disk there before the call is permitted. A nonce is drawn at
// each start and each stop, and stands in both as well, so that a folder in which only a cancellation is missing is found out, too. At the
// start they are compared:
//
//	no mark                          nothing is known: the mark is written
//	sequence behind the mark's       the folder is older than what was done with it
//	another nonce in the mark        so it is, or another copy of it was used since
//	another machine, without a move  another copy may be in use there
//	the mark is in use               another copy runs on this machine
//
// In each case but the first there is a quarantine from then on: nothing is done for a post until somebody has released it, or closed the
// quarantine. Permit and the claims of package jobs refuse. Which posts there are, and what is to become of them, package quarantine of the
// modules knows.
//
// The folder is always written before the mark, so that a death or a power cut leaves the folder ahead, which is no alarm. A mark that
// cannot be written is said once, and keeps nobody from publishing. A lost mark raises no alarm either. Names of hosts are never used.
// In a container the machine does not count, unless CRIER_MACHINE_ID names it: it has another id after each start.
package instance
