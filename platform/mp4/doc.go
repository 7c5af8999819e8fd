// Package mp4 reads from the boxes of an MP4 or MOV file what a network asks of a video: how long it lasts and how large its
// picture is. It decodes nothing, and reads a bounded number of small parts of any file.
package mp4
