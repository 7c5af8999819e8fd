// Package orphans keeps the files of a data folder that its database does not know: what an
// interrupted run left, and, after somebody has put an older copy of the database back, all that
// was uploaded since. They may be the only copies. So they are never deleted where they are found,
// but moved to a folder of the day, with their paths:
//
//	orphans/2026-11-22/uploads/images/NAME.jpg
//
// Once the database knows a file, because the right one is back, PutBack moves the file to its
// place. A person can do the same.
//
// # When they are deleted
//
// Each folder of a day has a file days.txt, with a line for each day on which Crier ran while the
// folder was there. A chore writes it, and deletes the folder once it lists 30 full days. The chore
// counts such days instead of reading the folder's name or its files' times, because a clock that
// jumps forward by a year then adds one day and not 365. A machine that is on once a week keeps its
// orphans for thirty weeks. To keep them for good, move them elsewhere; to start counting again,
// delete days.txt.
package orphans
