// Package ffmpeg runs the ffmpeg of this machine, if one is installed: it makes poster frames,
// rewrites videos as MP4 without re-encoding, and transcodes other videos and animated GIFs to what
// the network accepts. Nothing of ffmpeg is linked in. Without it the service works, but can do
// less (Benefit).
//
// Videos are untrusted, and so are their decoders. Each call starts this program a second time, as
// a runner (RunnerMain). The runner limits itself (memory, processor time, file sizes, privileges,
// priority and, where Linux allows it, the network) and then starts ffmpeg, with an empty
// environment and without a shell. ffmpeg may open only plain files, and only of the formats that
// the service accepts, so a playlist in disguise cannot make it read other files. However the
// service ends, the runner's pipe closes and both processes end.
//
// The result of a call has no metadata, no location, no chapters and no edit lists, and its index
// comes first, as the network requires. It has mode 0600 and is synced; the caller that renames it
// syncs the folder. A call that fails leaves no file.
package ffmpeg
