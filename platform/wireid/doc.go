// Package wireid is the form of the ids that Crier itself gives out (contract 2): UUID version 4,
// in lower case with hyphens, as text on the wire and in the database.
package wireid
