// Package video reads what a video file says of itself, without decoding it and without any tool: MP4 and MOV (M4V, 3GP),
// Matroska and WebM, AVI. It rewrites MP4 and MOV files that are not put together as networks want them. What it reads and
// keeps of a file is bounded.
package video
