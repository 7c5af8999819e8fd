// Package raced marks the packages whose goroutines meet: make test runs them with the race
// detector, because their tests import it.
package raced
