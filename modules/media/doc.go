// Package media keeps uploaded images and videos (contract 2, MediaFile; contract 4, Media).
//
// An upload is streamed to a file in the staging folder and recognised by its bytes. An image is normalised by package imaging
// in a child process. A video is stored as it is; package video reads what it says of itself, and where that is all that
// keeps the network from taking it, a copy is made in which it is put right: one whose index stands late, that has edit lists or
// the place where it was taken, without any tool, and the streams of a MKV, WebM or AVI file in an MP4 by a native ffmpeg. What comes
// out is synced to disk and moved into the uploads folder, and the record is written last: a crash leaves at worst files
// that no record names, which the next start moves to the orphans (platform/orphans).
//
// A MediaFile's storagePath, processedPath and thumbnailPath are relative to the uploads folder, which is served under
// /uploads/ to everybody who is signed in or has a key. Its publicUrl appears while a post has the file public for the network to
// fetch, and goes once no post needs it: Release writes the object down in the transaction that takes its key off the file, and
// the object is deleted after that, for as long as it takes. The address needs no authentication and cannot be guessed.
//
// Package rules holds what the network takes. A file is valid (isValid) when it can be published as something;
// validationErrors has the reasons of one that cannot, and of a valid image what was left out of it. Posts are held against the rules of
// their own type when they are taken in, and again when they are published.
//
//	              upload                     edits, conversion               reset
//	stored file ----------> processed file ---------------------> another ------------> as after the upload
//
// What is published in place of the stored file always has a path of its own: nothing ever gets other content under a path or
// a public address. It is on disk before the record names it, and removed after the record has ceased to. The stored file never
// changes, and edits (package editing) and conversions start from it. What was public of the file is taken back after an hour, as the
// network may be fetching it.
//
// A conversion or edit of a video is a request, of which a file has one at most:
//
//	Convert, Edit             Converter            the record names the result
//	--------------> WAITING ------------> RUNNING ----------------------------> forgotten
//	                 ^   ^    a restart    |   |
//	                 |   +-----------------+   | it cannot be done
//	                 |     asked for again     v
//	                 +---------------------- FAILED
//
// ResetEdits and Delete delete it in any state, and end the work on it. A result whose request has been deleted is thrown away.
//
// # Choices that the contract leaves open
//
// thumbnailUrl and thumbnailPreviewUrl are the same local path. fileSize and mimeType are of the stored file; width, height,
// durationSeconds and previewUrl of what is published. The thumbnail of a video is a drawn card where there is no ffmpeg; a
// chore replaces it once there is one, and looks into videos that an earlier version stored. A file that is empty is UPLOAD_ERROR;
// one that is no accepted type, is damaged or has too many pixels is MEDIA_INVALID with the reason, and so is a video without pictures;
// PROCESSING_FAILED means that the work on an image failed for no reason that lies in the file as far as it was read, and
// VIDEO_PROCESSING_FAILED the same of a video. What takes an ffmpeg is NOT_CONFIGURED without one. A video whose end is missing is kept, not valid.
//
// A GIF of one picture is a picture. One that moves becomes an MP4 video while it is uploaded, where there is an ffmpeg: the GIF is not
// kept, and the record is that of an uploaded video. Where there is none, or it cannot make one, the first picture is taken. Either way
// validationErrors says so.
//
// Encoding again takes long and loses quality, so that it is only done when somebody asks for it (Convert): one video at a time, in the
// background, taken up again after a restart.
package media
