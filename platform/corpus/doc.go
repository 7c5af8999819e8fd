// Package corpus makes files that an upload may be: good ones of every form that a phone or camera
// writes, broken ones, and ones that are made to do harm, each with what is to become of it. Nearly
// everything is made from nothing and is the same every time; the folder heif has pictures of
// codecs that Go does not write. Tests, fuzz targets and benchmarks use it; the program has none of
// it.
package corpus
