// Package imaging recognises uploads by their bytes and turns a JPEG, PNG, WebP, HEIC, AVIF or GIF
// picture into the form that the network takes: an upright sRGB baseline JPEG without metadata, at
// most 1440 pixels wide, with a thumbnail.
//
// Untrusted bytes are decoded in a short-lived child process (Pool), so that neither a crash nor
// the memory of a hostile file reaches the service. A program that uses a Pool calls WorkerMain
// first thing in main. Normalise is the same work within the calling process.
//
// Decoding a JPEG is most of the work. This package decodes baseline ones of three components
// itself, which nearly every camera writes: the Huffman codes on one core, the inverse DCT on
// another. The standard library decodes or refuses all others.
//
// A picture is never decoded before its header has said that it fits the limits
// of Options. It is then resized on its YCbCr planes, row by row, so that the
// decoder's own picture is the only large buffer.
package imaging
