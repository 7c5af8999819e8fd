// Package video reads what a video file says of itself, without decoding any of it and without anything installed: MP4 and
// MOV (M4V, 3GP), Matroska and WebM, AVI. It mends MP4 and MOV files that are not put together the way the network wants
// them. What it reads and keeps of any file is bounded.
package video
