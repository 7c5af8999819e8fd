// Package files is what the simulated network does with pictures and videos: it fetches them from
// this machine and holds them to the network's rules, spools the bytes of uploads, and keeps what
// was published for people to look at.
package files
