// Package attempt is the ledger of attempts: one row for each call that was to make something visible at the network.
//
// A row is on disk before its call is sent, so that whatever happens to the process, the machine or the answer, everybody knows later
// that the call may have taken effect. The Ledger hands out the permission to make the call (package intent) once that is so, and the
// clients of the networks make none without it. A row is never deleted, also when its post is, and what it says about the call never
// changes; only what became of the call is added:
//
//	open        nobody knows whether the call took effect: the network is asked
//	live        it took effect; MediaID is the item, nil as long as that cannot be told
//	absent      it certainly took no effect, and the same reference may be sent again, by an attempt of its own
//	given up    it can no longer be found out: the account's list has passed beyond the call
//
// How says how the item is known: told by the answer to the call, read from an item that names the reference, or found by matching
// (package match), which is the weakest. The order of attempts is Seq: instants move when a clock is set.
package attempt
