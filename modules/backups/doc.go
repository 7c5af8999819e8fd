// Package backups has a running service make backups of its data folder: it prepares those that somebody asks for, and makes one a day by
// itself. What a backup is, and how it is restored, is in platform/backup.
//
// For crier backup the service only does what takes its memory: it holds deletions of files while it copies the database and links the files that
// the copy names. The command, which runs on the same machine, writes the archive of what the service has staged, so that neither the
// passphrase nor the archive goes through the service, and the archive is the owner's own file.
//
// The daily one goes to CRIER_BACKUP_DIR with everything; without that to the folder backups, with the database alone, as the files lie beside it
// anyway and a copy of them on the same disk would take its room and save nothing. CRIER_BACKUP=off ends them.
package backups
