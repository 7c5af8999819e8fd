// Package uptime knows for how long Crier ran, when it did not, and by how much the wall clock has moved by itself.
//
// What a user calls "Crier was not running" cannot be read from a wall clock: one that jumps ahead by two days makes a program
// that ran all the time look as if it had been closed. A Meter counts by what the machine counts since its start
// (clock.Running), which nobody can set:
//
//	time passed, and the machine was awake    Crier ran
//	time passed, and the machine slept        an absence
//	from the last beat to the next start      an absence; how long it was is exact while the machine stayed on
//	the wall clock moved by more or less      the clock was set: it is ahead of the network's by as much more
//
// The wall clock is compared with the network's by others, who say so (Agree). From then on it is known by how much it is ahead,
// also when it is set while the network cannot be asked, and also after a kill, until the machine is started again. Absences are
// instants by the network's clock, as far as that is known; they never reach beyond now.
//
// A beat stores one row, every 30 seconds and at the stop: a process that is killed loses that much at most, and has been
// absent for as much longer. The transaction is a relaxed one: what a power cut takes back is a longer absence too.
package uptime
