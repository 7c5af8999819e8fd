// Package media keeps uploaded images and videos (contract 2, MediaFile; contract 4, Media).
//
// Service has the files: their records, their bytes on the disk, and their public copies. Other
// types do more with them:
//
//	Uploads    takes files in
//	videos     makes of a video what the network takes
//	converter  encodes videos again in the background
//	Editor     changes how what is published looks
//	library    finds files for people
//
// An upload is streamed to a file in the staging folder, and its bytes say what it is. An image is
// normalised in a child process. A video is stored as it is. If nothing but the form of the file
// keeps the network from taking it, a copy is made:
//
//	a late index, edit lists, the place where it was taken,
//	pictures beside the film                                 written again, without any tool
//	a MKV, WebM or AVI with streams that the network takes   copied into an MP4 by a native ffmpeg
//	an animated GIF                                          made into an MP4 by a native ffmpeg
//
// Files are synced and moved into the uploads folder, and the record is written last. A crash
// leaves at worst files that no record names, which the next start moves to the orphans
// (platform/orphans).
//
// A MediaFile's storagePath, processedPath and thumbnailPath are relative to the uploads folder,
// which is served under /uploads/ to everybody who is signed in or has a key. Its publicUrl appears
// while a post has the file public for the network to fetch. That address needs no authentication
// and cannot be guessed. Release takes the key off the file and writes the object down in the same
// transaction; the object is then deleted, however many attempts that takes.
//
// Package rules holds what the network takes. A file is valid (isValid) when it can be published as
// something. validationErrors says why it cannot, and names what was left out of a valid image. A
// post checks its files against the rules of its own type when it is accepted, and again when it is
// published.
//
//	              upload                     edits, conversion            reset
//	stored file ----------> processed file -------------------> another ---------> processed file
//
// The copy that is published instead of the stored file has a path of its own: the content at a
// path or a public address never changes. The copy is on disk before the record names it, and is
// removed after the record has stopped naming it. The stored file never changes; edits (package
// editing) and conversions start from it. A public copy is deleted an hour after it was replaced,
// because the network may be fetching it, and stays for longer while the network may still be told
// to (KeepWhile).
//
// A conversion or edit of a video is a request. A file has at most one:
//
//	Convert, Edit             converter            the record names the result
//	--------------> WAITING ------------> RUNNING ----------------------------> deleted
//	                 ^   ^    a restart    |   |
//	                 |   +-----------------+   | it cannot be done,
//	                 |     asked for again     v or was begun three times
//	                 +---------------------- FAILED
//
// A video may take more memory than the machine has, and Crier down with it. So a try is counted on
// disk before it begins. A try whose end is stored does not count, nor does one that ends because
// Crier stops in order. Three tries in a row that count are all: without a bound, the first
// conversion after each start could keep everything from being published.
//
// ResetEdits and Delete delete a request in any state, and cancel the work on it. The result of a
// deleted request is discarded.
//
// # Choices that the contract leaves open
//
// thumbnailUrl and thumbnailPreviewUrl are the same local path. fileSize and mimeType are of the
// stored file; width, height, durationSeconds and previewUrl of what is published. Without an
// ffmpeg the thumbnail of a video is a drawn card. A chore replaces it once there is one, and looks
// into videos that an earlier version stored. Its tries are bounded as those of a conversion.
//
//	UPLOAD_ERROR              the file is empty
//	MEDIA_INVALID             its type is not accepted, it is damaged, it has too many pixels,
//	                          or it is a video without pictures
//	PROCESSING_FAILED         work on an image failed for no reason that was found in the file
//	VIDEO_PROCESSING_FAILED   the same of a video
//	NOT_CONFIGURED            what was asked for takes an ffmpeg, and there is none
//
// A video whose end is missing is stored, and is not valid.
//
// A GIF of one picture is stored as a picture. An animated GIF becomes a video. Without ffmpeg, or
// where ffmpeg fails, its first picture is used. The GIF itself is not stored. validationErrors
// says what was done.
//
// One rule says which track of a video is the film and which sound is heard with it (mp4.Choose).
// Each tool gets the numbers of both. The length of a video is that of its pictures. What is made
// of a video is compared with it before it is published in its place: something that has fewer
// pictures, another length or another shape is thrown away.
//
// Encoding a video again takes long and loses quality, so Crier does it only on request (Convert):
// one video at a time, in the background, resumed after a restart. A conversion that the system
// ends, as it does when memory is short, is a try too, and waits for some minutes.
package media
