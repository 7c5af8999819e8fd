// Package support makes the bundle that somebody attaches to a report of a fault.
//
// # What is in it
//
// What the constructor of each file lists, and nothing else: names of variables and not their
// values, counts and not rows, of a line of the log the fields that are known to be harmless.
//
// # The second wall
//
// Each text passes a Cleaner before it is written. It knows the secrets of the folder, opened with
// its key, in the ways in which they are written, and the names and texts of the person; and it
// hides what looks like a secret. A folder without its key, or with a damaged database, gets a
// bundle too: then the looks of a secret alone decide.
//
// Nothing is sent anywhere. crier support-bundle writes the file of a folder with or without a
// service; GET /api/health/support-bundle gives that of the running service, for the page Health.
package support
