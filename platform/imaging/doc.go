// Package imaging recognises uploads by their bytes and turns a JPEG, PNG, WebP, HEIC, AVIF or GIF picture into the form that the
// network takes: an upright sRGB baseline JPEG without metadata, at most 1440 pixels wide, with a thumbnail.
//
// Untrusted bytes are decoded in a short-lived child process (Pool), so that neither a crash nor the memory of a hostile
// file reaches the service. A program that uses a Pool calls WorkerMain first thing in main. Normalise is the same work
// within the calling process.
//
// Decoding a JPEG is most of the work. One of the form that nearly every camera writes is decoded by this package itself, its
// codes and its pixels on two cores; whatever that does not take as plain is for the standard library to decode or to refuse.
//
// A picture is never decoded before its header has said that it fits the limits of Options. It is then resized on its
// YCbCr planes, row by row, so that the decoder's own picture is the only large buffer.
package imaging
