// Package ffmpeg runs the ffmpeg that is installed on this machine, if one is: it makes poster
// frames, rewrites videos as MP4 without touching their pictures, and turns odd ones, and animated
// GIFs, into what the network takes. Nothing of it is linked in, and without it the service works,
// with less (Benefit).
//
// Videos are untrusted, and so is what decodes them. Each call starts this program a second time,
// as a runner (RunnerMain), which gives up what it can (memory, processor time, file sizes,
// privileges, priority, where Linux allows it the network) and then starts ffmpeg, with an empty
// environment and never through a shell. ffmpeg may open plain files only, and only of the formats
// that the service takes, so that a playlist in disguise reads nothing else. When the service ends,
// however it ends, the runner's pipe closes and both are gone.
//
// Files that are made have no metadata, no location and no chapters, their index first and no edit
// lists, as the network asks. A file that has been made is on disk (mode 0600, synced; syncing its
// folder is left to the caller that renames it); if a call fails, there is none.
package ffmpeg
