// Package health says how each part is that Crier stands on: what it was found from, since when it
// is so, and what mends it. GET /api/health/report, the page Health, the word in the sidebar and
// crier doctor are this one function.
//
// # Parts
//
// A part is to mend, to look after soon, or well. What is stored or costs nothing is found at each
// call. What takes a while (every page of the database, every file, every sealed value, the state
// of every post, ffmpeg) is looked at in the background, at most once an hour unless somebody asks,
// and stands in the report as it was found then. A module that stands above this one gives its own
// parts with ProvideParts.
//
// # Without a service
//
// A Folder needs no service: crier doctor makes one of the data folder when none runs, and says
// what can be said of it.
//
// # Mending
//
// Mend closes what others can read, moves files that the database does not know to the orphans and
// those that it misses back, removes what interrupted backups have left, and begins the database's
// log again. It deletes nothing that somebody may want.
package health
