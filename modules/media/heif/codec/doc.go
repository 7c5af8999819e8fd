// Package codec decodes one picture of the codecs HEVC and AV1 with libheif and libavif, which are WebAssembly programs here
// (see README.md): they need no C compiler, nothing that is installed, and can reach nothing but the memory that they are given.
//
// Both take a file of one picture and nothing else, as package heif writes it. How much memory a call may have is said for each call;
// a program that asks for more fails. A call cannot be interrupted: the process that makes it is what ends it.
package codec
