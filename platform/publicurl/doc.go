// Package publicurl asks of a public address what the network is going to ask of it. So Crier finds
// a file that the network could not fetch, and says why, instead of passing on an error code of the
// network.
//
// Checker refuses an address that only this machine or its own network can reach, without asking
// it. It asks any other one twice, by HEAD and for a range of its first bytes. The address must
// lead to the file, by its type and length, and not to a page, over at most three redirects; a
// video's host must support ranges. A host that refuses HEAD, as addresses that are signed for GET
// do, is judged by the range alone.
//
// An error contains nothing of an address but its host, because the rest of it protects the file.
package publicurl
