// Package states is the table of the legal states of a post: which status, open job and verdict of the latest visible call go together,
// what each means, what its user sees, and what happens next. The page /docs/states is made from it ("make generate"), and Illegal holds
// a database against it. A combination that is not in the table is a mistake in the engine: nothing goes on from there.
package states
