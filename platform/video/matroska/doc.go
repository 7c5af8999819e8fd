// Package matroska reads what a Matroska or WebM file says of itself, from its EBML elements. It
// decodes nothing, and what it reads of a file is bounded.
package matroska
