// Package scheduler runs the modules' periodic chores, such as clearing out what has expired.
//
// It keeps no record of its runs and does not catch up on missed ones: a chore looks at what there
// is to do. What must happen at its time, or exactly once, is a job of package jobs instead.
package scheduler
