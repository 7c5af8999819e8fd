// Package mp4 reads from the boxes of an MP4 or MOV file what a network asks of a video: how long
// it lasts, how large its picture is, how it is coded, and how the file is put together (Read for
// the few figures, Inspect for all). Mend writes a file as networks want it. The package decodes
// nothing; what it reads of any file is bounded, and what it keeps is small.
package mp4
