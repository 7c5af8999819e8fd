// Package video has what a video file says of itself (Info), what is wrong with one (Error), and
// the names of codecs. It reads and rewrites MP4 and MOV files; the packages matroska and avi read
// the other formats, and package probe any of them. Nothing is decoded, no tool is needed, and what
// is read and kept of a file is bounded.
package video
