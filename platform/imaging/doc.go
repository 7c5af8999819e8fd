// Package imaging recognises uploads by their bytes and converts a JPEG, PNG, WebP, HEIC, AVIF or
// GIF picture to the form that the network accepts: an upright sRGB baseline JPEG without metadata,
// at most 1440 pixels wide. It also makes a thumbnail.
//
// A Pool decodes untrusted bytes in a short-lived child process, so a hostile file can neither
// crash the service nor take its memory. A program that uses a Pool calls WorkerMain first in main.
// Normalise does the same work in the calling process.
//
// Decoding a JPEG is most of the work. This package itself decodes baseline files of three
// components, which nearly every camera writes: Huffman codes on one core, the inverse DCT on
// another. The standard library decodes or refuses all others.
//
// A picture is decoded only if its header is within the limits of Options. It is then resized on
// its YCbCr planes, row by row, so the decoder's picture is the only large buffer.
package imaging
