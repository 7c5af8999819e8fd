// Package database is the one SQLite file: how it is opened, how its schema is kept, how transactions run.
//
// There are two pools: one connection that writes, and several that read and cannot write. bun's SELECT queries
// outside a transaction go to the readers; everything else goes to the writer. Inside InTx only the transaction may be
// used: a write through the DB itself would wait for the very connection that the transaction holds.
//
// A transaction of InTx is on disk when it returns, whatever happens to the machine: what a client was told, and what
// the network was asked to do, must never be forgotten. InRelaxedTx survives the death of the process but may be lost
// with the machine's power; it is for what a restart can redo, such as claiming a job.
//
// Migrations are run here and not by the ORM's runner, because that one marks a migration in a transaction of its own: a
// process killed between the two can never start again. Here every pending migration and its mark are one
// transaction, and a copy of the database is made before it.
package database
