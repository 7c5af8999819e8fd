// Package clock is where every part of Crier gets the time from, so that tests can move it.
//
// System reads the machine's clock; Fake stands still until a test advances it. A program that was
// built with the tag killpoints, which no release is, can be given a faster clock: see package
// failpoint. Readings carry no monotonic part: what is stored, compared and shown is the wall
// clock.
package clock
