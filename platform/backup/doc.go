// Package backup copies a data folder into one file, proves that the copy can be restored, and
// restores it.
//
// # The archive
//
// An archive is a zip file, so other programs can read it. Nothing in it is compressed: media would
// not get smaller, and no hostile archive can make a reader write more than it reads. Its first
// entry, manifest.json, lists the other entries in order, each with its size and SHA-256:
//
//	manifest.json   crier.db   app.name   key.age   uploads/images/NAME.jpg ...
//
// key.age exists only in archives with a passphrase. An archive leaves out what Crier can make
// again and what belongs to one machine: public, staging, backups, orphans, runtime.json,
// session.secret, network.mode, locks, logs, and the sandbox's memory.
//
// # How it is made
//
//	hold deletions of files -> copy the database -> link the files that the copy names
//	-> release deletions
//	-> write the archive as NAME.MARK-RANDOM.part, sync it, read it back and check it
//	-> give it its name
//
// The database and the files of an archive are consistent although the service keeps running: an
// upload is on disk before the database names it, and is deleted only after the database has
// dropped its name. A service holds its own deletions (Removals). Without a service, the maker of
// the backup holds the folder's lock.
//
// # How it is restored
//
// Restore builds a new folder beside the one that it replaces, checks it as Check does, syncs it,
// renames the old folder, and gives the new one its name. Between the two renames no folder has
// that name; if Restore is killed there, datadir.Open does the second rename. The old folder is
// never deleted: it stays as NAME.before-restore-TIME. Uploads that the restored database does not
// know become orphans of the new folder.
package backup
