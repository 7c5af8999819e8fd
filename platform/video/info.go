// Package video has what a video file says of itself (Info), what is wrong with one (Error), and
// the names of codecs. It reads and rewrites MP4 and MOV files; the packages matroska and avi read
// the other formats, and package probe any of them. Nothing is decoded, no tool is needed, and what
// is read and kept of a file is bounded.
package video

import (
	"math"
	"time"
)

// Container is the format of a video file.
type Container string

// The containers that Probe knows. M4V and 3GP files are MP4.
const (
	MP4      Container = "mp4"
	MOV      Container = "mov"
	Matroska Container = "mkv"
	WebM     Container = "webm"
	AVI      Container = "avi"
)

// Info is what a video file says of itself. A zero value is one that the file does not say.
type Info struct {
	Container Container     `json:"container,omitzero"`
	Duration  time.Duration `json:"durationNs,omitzero"`
	// Width and Height are those of the picture as it is shown: turned, and with square pixels.
	Width  int `json:"width,omitzero"`
	Height int `json:"height,omitzero"`
	// CodedWidth and CodedHeight are those of the picture as it is stored.
	CodedWidth  int `json:"codedWidth,omitzero"`
	CodedHeight int `json:"codedHeight,omitzero"`
	// Rotation is how far the stored picture is turned to be shown, clockwise: 0, 90, 180 or 270
	// degrees.
	Rotation int `json:"rotation,omitzero"`
	// VideoCodec is h264, hevc, vp8, vp9, av1, mpeg4, mjpeg, prores and so on, else the file's own
	// code in lower case.
	VideoCodec string `json:"videoCodec,omitzero"`
	// FrameRate is the average, in frames a second.
	FrameRate float64 `json:"frameRate,omitzero"`
	// MaxFrameRate is the fastest that any half second of the video runs at; it differs from
	// FrameRate where that varies.
	MaxFrameRate float64 `json:"maxFrameRate,omitzero"`
	// Interlaced is set if the file says for certain that its pictures are made of fields: of
	// H.264, its container does.
	Interlaced bool `json:"interlaced,omitzero"`
	// ChromaSubsampling is 4:2:0, 4:2:2, 4:4:4 or 4:0:0.
	ChromaSubsampling string `json:"chromaSubsampling,omitzero"`
	BitDepth          int    `json:"bitDepth,omitzero"`
	// AudioCodec is aac, mp3, opus, vorbis, pcm, ac3 and so on; empty for a video without sound.
	AudioCodec    string `json:"audioCodec,omitzero"`
	AudioChannels int    `json:"audioChannels,omitzero"`
	AudioRate     int    `json:"audioRate,omitzero"`
	// BitRate is that of the whole file, in bits a second.
	BitRate int64 `json:"bitRate,omitzero"`

	// MoovLate says that an MP4 or MOV file has its media data before the table that finds things
	// in it.
	MoovLate bool `json:"moovLate,omitzero"`
	// EditLists says that an MP4 or MOV file has them, even if they change nothing.
	EditLists bool `json:"editLists,omitzero"`
	// Obstacle is why Mend cannot write the file again, as a clause that goes on from "because";
	// empty when it can.
	Obstacle string `json:"obstacle,omitzero"`
	// Fragmented says that an MP4 or MOV file is made of parts, each with a table of its own.
	Fragmented bool `json:"fragmented,omitzero"`
	// Truncated says that the end of the file is missing.
	Truncated bool `json:"truncated,omitzero"`
	// HasLocation says that the file's metadata tell where the video was taken.
	HasLocation bool `json:"hasLocation,omitzero"`
}

// MaxSide is larger than any picture's side, in pixels.
const MaxSide = 1 << 20

// Nanoseconds returns a duration of n ns, zero for one that no video has.
func Nanoseconds(n float64) time.Duration {
	if !(n > 0 && n < math.MaxInt64) {
		return 0
	}
	return time.Duration(n)
}
