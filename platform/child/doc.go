// Package child starts the program a second time, as a process of its own, for one piece of work.
//
// The parent sends the request as a line of JSON on the child's standard input. It keeps that pipe
// open until the child has ended, so that the child learns from its closing that the parent is
// gone.
package child
