// Package watch makes drafts of the pictures and videos that appear in a folder: at most one folder
// for each account. The files are read, and stay as they are and where they are.
//
// # Noticing
//
// A chore looks once a minute at the time of the folder alone, which changes when a name comes or
// goes. The names are read when it has, and every half hour, because a file that is written over
// changes nothing of its folder. A file is taken once its size and its time are the same in two
// looks; while one is not, looks follow each other quickly for a minute. Network shares and pulled
// disks need nothing else.
//
// # Once each
//
// What was made a draft is remembered by the SHA-256 of the file, in the transaction that stores
// the file and the draft: a death in between leaves neither. A file that is renamed, copied, or
// whose draft somebody has deleted is known, and stays known when the folder is no longer watched.
// Names with their sizes and times are remembered too, so that no start reads every file again.
//
// # Captions
//
// A .txt or .md file with the name of a picture is its caption, and may come or change later: for
// as long as nobody but this module has changed the draft, which its updatedAt tells. It is written
// as an editor would write it, against the updatedAt that was last seen.
//
// # One step at a time
//
// Each folder has at most one goroutine, which takes one file after the other, and rests as long as
// the file took. What hangs, such as a share that is away, hangs there alone. A file is stored as
// an upload is; its picture is read in a child process.
package watch
