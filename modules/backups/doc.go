// Package backups makes backups of the data folder of a running service: it prepares those that a
// person asks for, and makes one a day by itself. Package platform/backup says what a backup is and
// how it is restored.
//
// For crier backup the service does only what needs its own memory: it holds deletions of files
// while it copies the database and links the files that the copy names. The command, which runs on
// the same machine, writes the archive from these. So neither the passphrase nor the archive passes
// through the service, and the archive belongs to the user who runs the command.
//
// The daily backup goes to CRIER_BACKUP_DIR, or else to the folder that somebody has chosen on the
// page, and has everything. Without either it goes to the folder backups and has the database
// alone: the files lie beside it, and a copy on the same disk would need their room and protect
// nothing. CRIER_BACKUP=off switches daily backups off.
//
// A folder is chosen after it was tried: its path is whole, it can be made and written, does not
// lie in the data folder, also not through a link, and has room for a whole backup. The row is in
// the database, so a restored folder has it too; where that path is not there, the backup of the
// day fails and says so. Backups in the folder before stay there, and are neither listed nor
// deleted.
package backups
