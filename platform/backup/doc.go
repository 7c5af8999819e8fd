// Package backup copies a data folder into one file, proves that the copy can be restored, and restores it.
//
// # The archive
//
// An archive is a zip file, so that other programs can look into it. Nothing in it is compressed: media would not get smaller, and a reader never
// writes more than it has read, whatever an archive claims. It begins with manifest.json, which names every other entry with its size and
// SHA-256, in their order:
//
//	manifest.json   crier.db   app.name   key.age   uploads/images/NAME.jpg ...
//
// key.age is there with a passphrase only. What is left out is made again, or is of this machine: public, staging, backups, orphans,
// runtime.json, session.secret, locks, logs, and what the sandbox remembers.
//
// # How it is made
//
//	deletions of files wait -> the database is copied -> the files that the copy names are linked -> deletions go on
//	-> the archive is written as NAME.part, synced, read back and checked -> it gets its name
//
// So the database and the files belong together, without anybody having to stop: uploads are on disk before the database names them, and
// are deleted after it has ceased to. A service holds its own deletions (Removals); without one, whoever makes the backup has the folder's lock.
//
// # How it is restored
//
// The folder is built beside the one that it replaces, checked as a backup is, synced, and put in its place by one exchange of names where the
// system can do that. Where it cannot, the old folder is moved away first, and datadir.Open finishes what was begun. The old folder is never deleted:
// it stays as NAME.before-restore-TIME. Uploads that the restored database does not know are among the orphans of the new folder.
package backup
