// Package wiretime is the one form that instants take outside the program's memory (contract 2,
// general conventions).
//
// On the wire an instant is RFC 3339 in UTC with exactly three decimals and a Z. Requests may carry
// any offset, but must carry one, in whatever form ISO 8601 has for it (Z, +05:30, +0530, +05), and
// may leave the seconds out. In the database it is an INTEGER of Unix milliseconds. Both round-trip
// without loss, because Of and the parsers cut to the millisecond at construction.
package wiretime
