// Package backup copies a data folder into one file, proves that the copy can be restored, and
// restores it.
//
// # The archive
//
// An archive is a zip file, so that other programs can read it. Nothing in it is compressed: media
// would not get smaller, and a reader never writes more than it has read, whatever an archive
// claims. It begins with manifest.json, which names the other entries in their order, each with its
// size and SHA-256:
//
//	manifest.json   crier.db   app.name   key.age   uploads/images/NAME.jpg ...
//
// key.age is in archives with a passphrase only. An archive leaves out what Crier makes again and
// what belongs to this machine: public, staging, backups, orphans, runtime.json, session.secret,
// locks, logs, and the sandbox's memory.
//
// # How it is made
//
//	hold deletions of files -> copy the database -> link the files that the copy names
//	-> release deletions
//	-> write the archive as NAME.part, sync it, read it back and check it -> give it its name
//
// The database and the files of an archive belong together, and nobody has to stop for that: an
// upload is on disk before the database names it, and is deleted after the database no longer names
// it. A service holds its own deletions (Removals). Without a service, the maker of the backup
// holds the folder's lock.
//
// # How it is restored
//
// Restore builds the folder beside the one that it replaces, checks it as a backup is checked,
// syncs it, moves the old folder away, and gives the new one its name. Between the two steps there
// is no folder of that name; datadir.Open takes the second one where a death has kept Restore from
// it. The old folder is never deleted: it stays as NAME.before-restore-TIME. Uploads that the
// restored database does not know become orphans of the new folder.
package backup
