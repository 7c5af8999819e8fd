// Package pages is the simulated network's API of Pages. A Page takes photos, plain videos, reels,
// and stories of both kinds, with the token of the Page itself.
//
// The ledger's partnerPublications name them photo, video, reel, photo_story and video_story. They
// have the post's id, or the video's for a plain video, whose call names no post. The caption is
// the text; a story has none.
//
// These documented rules of the network are kept:
//
//   - A photo story, and a post by /feed with attached_media, needs a photo that was never
//     published, used once and within a day. A post takes one photo here.
//   - A reel and a video story are finished once, after all their bytes have come.
//   - A reel lasts 3 to 90 seconds, a story at most 60. The size in the file must be 9:16, and at
//     least 540 by 960 for a reel, which has 24 to 60 frames a second. The finish call checks the
//     length, the shape and the frames.
//   - A Page has 30 reels in 24 hours.
//
// A video is visible in the ledger with the call that publishes it, and processed for the video
// latency afterwards. As on the network, the addresses of videos come without the site in front,
// the id of a reel's post is a number, and the count of bytes is misspelt.
package pages
