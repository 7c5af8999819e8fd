// Package attempt is the ledger of attempts: one row for each call that makes something visible at
// the network.
//
// A row is on disk before its call is sent. Whatever happens to the process, the machine or the
// answer, Crier knows afterwards that the call may have taken effect. Only then does the Ledger
// give the permission to make the call (package intent), and the clients of the networks make no
// call without it. A row is never deleted, not even with its post, and what it says about the call
// never changes. Only the verdict is added:
//
//	open        nobody knows whether the call took effect; the network is asked
//	live        it took effect; MediaID is the item, nil while the item is uncertain
//	absent      it certainly took no effect; a new attempt may send the same reference again
//	given up    nobody can find out any more: the account's list has passed beyond the call
//
// How says how the item is known: from the answer to the call, from an item that names the
// reference, or by matching (package match), which is the weakest. Seq is the order of the
// attempts, because instants change when a clock is set.
package attempt
