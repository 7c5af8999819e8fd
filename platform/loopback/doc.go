// Package loopback opens TCP listeners that only this machine can reach, on IPv4 and IPv6 alike.
//
// Nothing in Crier listens in any other way: a request for another address is refused here, in one
// place.
package loopback
