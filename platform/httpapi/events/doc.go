// Package events tells those who listen that something has changed: which post, file or account, and nothing of what it says now. Who
// hears of a change asks for the thing.
//
// The source of events is the database (database.Watch): each module names the tables whose rows are what a kind of event is about,
// so that no code that changes something has to remember to say so, and nothing is said that was not committed.
//
// The latest events are kept, for who comes again after a break and says which one it had last. Who comes for the first time, had an
// event of another process or one that is not kept any more, is told to ask for everything again. So is a reader that is further behind
// than what is kept. Nobody who writes ever waits for a reader.
package events
