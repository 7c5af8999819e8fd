// Package golive is the checklist for going live: what is done, what is left and what to do about
// it, each step with the evidence for it. Nobody ticks a step off: its state follows from what is
// stored here, or from the last look.
//
// # Looks
//
// Three steps need one: media (a small object is put, fetched from its public address and deleted),
// rehearsal (the network makes a container of a small picture) and limit (the network says how many
// posts a day it takes). What a look has found is stored with a digest of what it was about: the
// account, its token and the public address. It counts for as long as these are the same. A request
// is answered from what is stored; where that is old, a look begins in the background.
//
// # Nothing is published
//
// The container of the rehearsal is never published: that takes an intent, and package golive has
// none to give. The network forgets it after a day. Each object is written down before it is put
// (media.Lent), so that none is left behind, also when the program dies. A death leaves the former
// result of a look, which is as true as it was.
//
// # The sandbox
//
// In sandbox mode all of this is done with the accounts of the sandbox, as a rehearsal of going
// live. The answer has the mode. Step first is about a real post, and waits for live mode.
package golive
