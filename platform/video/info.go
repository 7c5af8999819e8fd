// Package video describes video files (Info), their faults (Error) and codecs. It reads and
// rewrites MP4 and MOV files. Packages matroska and avi read the other formats, and package probe
// reads any of them. They decode nothing, need no tool, and bound what they read and keep of a
// file.
package video

import (
	"math"
	"time"
)

// Container is the format of a video file.
type Container string

// The containers. M4V and 3GP files are MP4.
const (
	MP4      Container = "mp4"
	MOV      Container = "mov"
	Matroska Container = "mkv"
	WebM     Container = "webm"
	AVI      Container = "avi"
)

// Info is what a video file says about itself. The zero value of a field means unknown.
type Info struct {
	Container Container `json:"container,omitzero"`
	// Duration is that of the pictures.
	Duration time.Duration `json:"durationNs,omitzero"`
	// SoundDuration is how long the sound lasts, as far as it is known.
	SoundDuration time.Duration `json:"soundDurationNs,omitzero"`
	// ClaimedDuration is what the head of an MP4 or MOV file says where that is far more than its
	// pictures and its sound last.
	ClaimedDuration time.Duration `json:"claimedDurationNs,omitzero"`
	// PictureTrack and SoundTrack are the numbers of the tracks of which this speaks, from 0. Who
	// works on the video gets them from here. SoundTrack is -1 for a video without sound.
	PictureTrack int `json:"-"`
	SoundTrack   int `json:"-"`
	// Pictures is how many pictures the film has.
	Pictures int64 `json:"pictures,omitzero"`
	// Width and Height are the size of the picture as it is shown: rotated, and with square pixels.
	Width  int `json:"width,omitzero"`
	Height int `json:"height,omitzero"`
	// CodedWidth and CodedHeight are the size of the picture as it is stored.
	CodedWidth  int `json:"codedWidth,omitzero"`
	CodedHeight int `json:"codedHeight,omitzero"`
	// Rotation is the clockwise rotation of the stored picture for display: 0, 90, 180 or 270
	// degrees.
	Rotation int `json:"rotation,omitzero"`
	// VideoCodec is h264, hevc, vp8, vp9, av1, mpeg4, mjpeg, prores and so on, or the file's own
	// code in lower case.
	VideoCodec string `json:"videoCodec,omitzero"`
	// FrameRate is the average, in frames a second.
	FrameRate float64 `json:"frameRate,omitzero"`
	// MaxFrameRate is the rate of the fastest half second. It differs from FrameRate if the rate
	// varies.
	MaxFrameRate float64 `json:"maxFrameRate,omitzero"`
	// Interlaced is set only if the file says so for certain. For H.264 only the container does.
	Interlaced bool `json:"interlaced,omitzero"`
	// ChromaSubsampling is 4:2:0, 4:2:2, 4:4:4 or 4:0:0.
	ChromaSubsampling string `json:"chromaSubsampling,omitzero"`
	BitDepth          int    `json:"bitDepth,omitzero"`
	// AudioCodec is aac, mp3, opus, vorbis, pcm, ac3 and so on; empty for a video without sound.
	AudioCodec    string `json:"audioCodec,omitzero"`
	AudioChannels int    `json:"audioChannels,omitzero"`
	AudioRate     int    `json:"audioRate,omitzero"`
	// BitRate is the average of the whole file, in bits a second.
	BitRate int64 `json:"bitRate,omitzero"`

	// MoovLate says that an MP4 or MOV file has its moov box after the media data.
	MoovLate bool `json:"moovLate,omitzero"`
	// EditLists says that an MP4 or MOV file has edit lists, even ones without effect.
	EditLists bool `json:"editLists,omitzero"`
	// Obstacle is why Mend cannot rewrite the file, as a clause that follows "because"; empty if it
	// can.
	Obstacle string `json:"obstacle,omitzero"`
	// OtherPictures says that an MP4 or MOV file has pictures beside the film.
	OtherPictures bool `json:"otherPictures,omitzero"`
	// Fragmented says that an MP4 or MOV file has movie fragments (moof).
	Fragmented bool `json:"fragmented,omitzero"`
	// Truncated says that the end of the file is missing.
	Truncated bool `json:"truncated,omitzero"`
	// HasLocation says that the metadata contain the place where the video was taken.
	HasLocation bool `json:"hasLocation,omitzero"`
}

// MaxSide bounds a picture's sides, in pixels. It is larger than any real one.
const MaxSide = 1 << 20

// Nanoseconds returns a duration of n ns, or zero if n is not a possible duration.
func Nanoseconds(n float64) time.Duration {
	if !(n > 0 && n < math.MaxInt64) {
		return 0
	}
	return time.Duration(n)
}
