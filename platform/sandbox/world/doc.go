// Package world is what the simulated network has, with its rules: accounts and tokens, containers
// and what was made of them, Pages, the network's own app, planned failures, calls that are late,
// and the past.
//
// Each kind of thing is a part of the World with a map and rules of its own. The Store keeps the
// World in memory under one mutex and in the state file. A call enters by Update or View, which
// hold the mutex while they run, so no part has a lock. Each Update is one line appended to the
// state file before it returns; a kill at any instant loses nothing that was answered; a publish is
// one line with the media, the container and the publish call. The file is rewritten when it is
// opened and when most of it is overtaken.
package world
