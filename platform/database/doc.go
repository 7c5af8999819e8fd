// Package database is the one SQLite file: how it is opened, how its schema is kept, how
// transactions run.
//
// # Connections
//
// There are two pools: one connection that writes, and several that read and cannot write. bun's
// SELECT queries outside of a transaction go to the readers; everything else goes to the writer.
// Inside InTx use only the transaction: a write through the DB itself would wait for the very
// connection that the transaction holds.
//
// The pages of all connections are in one memory of SQLite's, which ends at the sum of their
// shares. A connection that needs more than its share takes over pages that others have not used
// lately, and does not return them when its work ends. Others could then keep no page, and would
// read each from the file each time it is asked for. So a connection that has filled its share
// drops its pages when it is given back. The next one to read begins from the file, as after each
// change.
//
// # Transactions
//
//	InTx         is on disk when it returns, whatever happens to the machine. For answers to clients
//	             and requests to the network
//	InRelaxedTx  survives the death of the process, but may be lost with the machine's power. For
//	             what a restart can redo, such as claiming a job
//
// Transactions that wait for a running one share its commit. They take turns on the one connection,
// each behind a savepoint, and the last one commits for all. It yields the processor once before
// that, so that those who are ready come in time. Each sees what those before it have written, no
// caller returns before the commit, and a transaction that fails goes back to its savepoint alone.
// So many transactions wait for the disk once. In return a transaction must never wait for
// something that the caller of another one holds until its commit, such as a lock.
//
// A transaction whose log cannot be synced has failed, and its caller gets the error. The system
// may then have dropped what it could not write, including earlier relaxed transactions, and
// reports success for the next sync. So the next transaction first moves the whole log to the
// database file, synced, and begins the log again. It fails as long as that fails, and /health
// fails with it.
//
// BenchmarkInTx, with a durable row of each of 1, 4 and 16 writers: 0.10, 0.05 and 0.02 ms; without
// the yield 0.12, 0.07 and 0.02 ms; without the shared commit, on busy cores, 0.6, 0.2 and 0.6 ms
// (go test -run - -bench InTx ./platform/database).
//
// # Queries
//
// Statements that pass arguments separately, instead of having bun format them, are prepared once
// for each connection. What every request needs is written so. Remembered keeps the result of a
// frequent query until anything in the database changes, by any process; that check takes a few
// microseconds.
//
// # Changes
//
// Watch reports the rows that change, after their commit. SQLite itself says which they are, so
// that no writer has to remember to. Nothing is watched before somebody asks.
//
// # Migrations
//
// This package copies the database, and then runs all pending migrations and stores their names in
// one transaction. The ORM's runner would store a name in a transaction of its own. After a kill
// between the two, the program could never start again.
package database
