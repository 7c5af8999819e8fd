// Package heif reads the pictures of phones: HEIC (HEVC in HEIF) and AVIF (AV1 in HEIF).
//
// Open reads the boxes of a file and finds what the main picture is made of, its
// size, how it is turned and what its colours mean, before anything is decoded.
// Decode then hands each coded piece (a tile of a grid, or the whole) to package
// codec in a new file of one picture that this package has written, so that the
// decoders never see the boxes of a user's file. The pieces are put together here.
//
// A picture is turned and cut by the boxes for it (irot, imir, clap) alone. What EXIF says of its
// orientation is for programs that do not know these boxes, and is not looked at. Thumbnails, depth
// maps, gain maps and further pictures of a file are left out.
package heif
