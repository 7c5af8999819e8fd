// Package videotest builds Matroska, WebM and AVI files for tests, with such faults as are asked
// for; mp4test builds MP4 and MOV files. Their pictures are bytes that no decoder knows what to do
// with.
package videotest
