// Package describe makes from the program's commands, as kong knows them, what shells complete and what man shows.
//
// The scripts for shells are a few lines: they ask the program itself what may come next, so that all shells offer the same, and a
// script stays right when the program is replaced.
package describe
