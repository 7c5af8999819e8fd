package media

import (
	"crier/modules/media/editing"
	"crier/modules/media/ffmpeg"
	"crier/modules/media/video"
	"crier/platform/apperror"
)

// editVideo puts edits into the options of a transcode.
func editVideo(editing.Spec, video.Info, string, *ffmpeg.TranscodeOptions) error {
	return apperror.New(apperror.VideoProcessingFailed, "videos are not edited yet")
}
