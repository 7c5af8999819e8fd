// Package orphans keeps the files of a data folder that its database does not know: what an interrupted run left, and
// all that was uploaded after the copy of the database was made that somebody has put back. They may be the only ones that there
// are, so that they are never deleted where they are found, but moved to a folder of the day, with their paths:
//
//	orphans/2026-11-22/uploads/images/NAME.jpg
//
// Once the database knows a file, because the right one is back, PutBack moves it to its place. A person can do the same.
//
// # When they go
//
// Each such folder has a file days.txt, with a line for each day on which Crier ran while the folder was there. A chore writes it, and
// deletes the folder once it lists 30 full days. Days are counted that way, and not by the folder's name or its files'
// times, because a clock that jumps forward by a year then adds one day and not 365. A machine that is on once a week keeps its orphans for
// thirty weeks. To keep them for good, move them elsewhere; to have them counted from the beginning, delete days.txt.
package orphans
