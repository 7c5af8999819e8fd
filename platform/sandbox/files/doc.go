// Package files handles the simulated network's pictures and videos: it fetches them from this
// machine and checks them against the network's rules, stores the bytes of uploads, and stores what
// was published for people to look at.
//
// A video is fetched in parts, as far as it takes to read its structure, and then whole if it has
// at most 24 MB, so that the page can show it. Its pictures are not decoded. It must be
//
//   - an MP4 or MOV that is complete, with its moov box before the media data and without edit
//     lists, even ones that change nothing
//   - H.264 or HEVC, progressive, 4:2:0, at 23 to 60 frames a second and at most 1920 columns
//   - with sound, AAC of at most two channels and 48 kHz
//   - 3 seconds to 15 minutes long for a reel, to 60 seconds for a story and a carousel's item
//   - of a shape from 0.01:1 for a reel and 0.1:1 for a story to 10:1
//
// Any other video is 2207026. Values that the file does not state, and its bit rate, are not
// checked.
package files
