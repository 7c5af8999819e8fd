// Package scheduler runs the modules' periodic chores, such as clearing out what has expired.
//
// It keeps no record of its runs and does not repeat missed ones, because a chore looks for what
// has to be done. Work that must happen at a certain time, or exactly once, is a job of package
// jobs.
package scheduler
