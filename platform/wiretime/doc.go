// Package wiretime is the one form that instants take outside the program's memory (contract 2, general conventions).
//
// On the wire an instant is RFC 3339 in UTC with exactly three decimals and a Z; requests may carry any offset, but
// must carry one. In the database it is an INTEGER of Unix milliseconds. Both round-trip without loss, because Of and
// the parsers cut to the millisecond at construction.
package wiretime
