// Package events tells its readers that something has changed: which post, file or account, and not
// what it is now. A reader then asks for the resource.
//
// The source of events is the database (database.Watch). Each module names the tables whose rows a
// kind of event is about. So no code that changes something has to remember to announce it, and
// nothing is announced that was not committed.
//
// The latest events are kept for a reader that comes again after a break and names its last event.
// A reader has to ask for everything again when it comes for the first time, when its last event is
// of another process or is not kept any more, and when it is further behind than what is kept. No
// writer ever waits for a reader.
package events
