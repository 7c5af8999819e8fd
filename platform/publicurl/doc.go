// Package publicurl asks of a public address what the network is going to ask of it, so that a file which the network
// could not fetch is found out here, with a reason that says what is wrong, and not as an error code of the network's.
//
// An address that only this machine or its own network can reach is refused without being asked. Any other one is asked
// twice, by HEAD and for a range of its first bytes: it must lead to the file, by its type and its length, and not to a
// page, by way of at most three redirects; a video's host must know ranges. A host that does not take HEAD, as those of
// addresses signed for GET do, is judged by the range alone.
//
// Nothing of an address but its host is ever part of an error: the rest of it is what protects the file.
package publicurl
