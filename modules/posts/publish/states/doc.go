// Package states is the table of the legal states of a post: which status, open job and verdict of
// the latest visible call go together, what each combination means, what the user sees, and what
// happens next. "make generate" makes the page /docs/states from it, and Illegal compares a
// database with it: a running service does so once a day and logs what it finds, and crier status
// whenever somebody asks. A combination that is not in the table is a fault of the engine, and
// nothing goes on from there.
package states
