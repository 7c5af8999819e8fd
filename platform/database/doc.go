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
// Transactions that are asked for while another one runs share its commit: they take turns on the one connection, each behind
// a savepoint, and the last one commits for all. Each sees what those before it have written, nobody is told of success before
// the commit, and what fails goes back to its savepoint alone. So the disk is waited for once for many, and a transaction's own
// work must never wait for something that another one's caller holds while that waits for its commit, such as a lock.
//
// A transaction whose log cannot be synced has failed, and nobody is told otherwise. The system may then have dropped what it could
// not write, of earlier relaxed transactions too, and takes the next sync for done. So the next transaction
// first moves the whole log to the database file, synced, and begins the log again; it fails as long as that fails, and /health
// with it.
//
// Statements that come with arguments, rather than formatted by bun, are prepared once for each connection. What every request
// needs is written so. What clients ask again and again is remembered until anything in the database changes, by any process
// (Remembered): to ask whether it has takes a few microseconds.
//
// Watch tells of the rows that are changed, after their commit. SQLite itself says which they are, so that nothing that writes has to
// remember to; nothing is watched before somebody asks for it.
//
// BenchmarkInTx, on two busy cores, a durable row each of 1, 4 and 16 writers: 0.15, 0.08 and 0.04 ms; without the shared commit
// 0.6, 0.2 and 0.6 ms (go test -run - -bench InTx ./platform/database).
//
// Migrations are run here and not by the ORM's runner, because that one marks a migration in a transaction of its own: a
// process killed between the two can never start again. Here every pending migration and its mark are one
// transaction, and a copy of the database is made before it.
package database
