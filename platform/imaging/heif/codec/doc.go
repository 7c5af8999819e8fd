// Package codec decodes one picture of the codecs HEVC and AV1 with libheif and libavif, which are
// WebAssembly programs here (see README.md): they need no C compiler, nothing that is installed,
// and can reach nothing but the memory that they are given.
//
// Each process compiles them again, which takes 0.4 s. With wazero's cache it would take 0.1 s, but
// that is machine code read from a folder and run: a person who can change a file there, or a
// restored copy of the folder, would decide what the program does.
//
// Both take a file of one picture and nothing else, as package heif writes it. Each call gets a
// piece of a Memory, and fails when it asks for more. A call cannot be interrupted: the process
// that makes it is what ends it.
package codec
