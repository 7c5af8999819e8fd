// Package media keeps uploaded images and videos (contract 2, MediaFile; contract 4, Media).
//
// An upload is streamed to a file in the staging folder, recognised by its bytes, and an image is normalised by package
// imaging in a child process. What comes out is synced to disk and moved into the uploads folder, and the record is
// written last: a crash leaves at worst a file without a record, which the next start sweeps away. Videos are stored as
// they are.
//
// A MediaFile's storagePath, processedPath and thumbnailPath are relative to the uploads folder, which is served under
// /uploads/ to whoever is signed in or has a key. Its publicUrl appears once a post has made the file public for the
// network to fetch; that address needs no authentication and cannot be guessed.
//
// Choices that the contract leaves open: thumbnailUrl and thumbnailPreviewUrl are the same local path; a file that is empty is
// UPLOAD_ERROR; one that is no accepted type, is damaged or has too many pixels is MEDIA_INVALID with the reason;
// PROCESSING_FAILED means that the work on an image failed for no reason that lies in the file as far as it was read.
// A MKV, WebM or AVI video is stored, but isValid is false, because the network takes only MP4 and MOV.
package media
