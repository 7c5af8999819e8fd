// Package failpoint lets a test end the program at a named step, as a power cut or kill -9 would,
// to prove that no step is one at which a post is published twice or lost.
//
// Reach marks a step. A program that was built with the tag killpoints ends itself with SIGKILL at
// the step that the environment variable CRIER_KILL_AT names: "posts.intended", or "posts.polled:3"
// for the third time that the step is reached. Without the tag, as in every release, Reach is empty
// and leaves nothing in the program. Programs outside of this repository build with the tag and
// read the line that Reach prints, so that both keep their former names.
//
// The same tag lets CRIER_TEST_CLOCK make the time pass faster, in package clock, so that a
// thousand deaths with all the waits that follow them fit into minutes.
//
// A name is the package that reaches it, and the step that has just been taken there. It is a
// literal at its one call, and listed in Names, from which the tests take what to try; a test
// compares the two.
package failpoint
