// Package child starts the program a second time, as a process of its own, for one piece of work: the service tells it by a line of JSON
// on its standard input what to do. That pipe stays open until the child has ended, so that its closing tells the child that
// the service is gone.
package child
