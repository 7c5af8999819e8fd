// Package uptime knows for how long Crier ran, when it did not, and by how much somebody has set
// the wall clock.
//
// A wall clock cannot tell what a user calls "Crier was not running": one that jumps ahead by two
// days makes a program that ran all the time look as if it had been closed. A Meter counts by the
// time since the machine's start (clock.Running), which nobody can set:
//
//	time passed, and the machine was awake    Crier ran
//	time passed, and the machine slept        an absence
//	from the last beat to the next start      an absence, exact while the machine stayed on
//	the wall clock moved by more or less      the clock was set, by the difference
//
// Others compare the wall clock with the network's, and report it (Agree). From then on a Meter
// knows by how much the wall clock is ahead, even when it is set while the network cannot be asked,
// and after a kill, until the machine is started again. Absences are instants by the network's
// clock, as far as that is known. They never reach beyond now.
//
// A beat stores one row, every 30 seconds and at the stop. A process that is killed loses at most
// that much, and its absence is longer by as much. The transaction is a relaxed one: what a power
// cut takes back is a longer absence, too.
package uptime
