package media

import (
	"cmp"
	"encoding/json"
	"path"
	"strings"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/imaging"
	"crier/platform/video"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const jpegType = "image/jpeg"

// uploadsPrefix is where the uploads folder is served.
const uploadsPrefix = "/uploads/"

// MediaFile is an uploaded image or video (contract 2).
type MediaFile struct {
	bun.BaseModel `bun:"table:media_files,alias:media" json:"-"`

	ID                  wireid.ID     `bun:",pk" json:"id"                  doc:"Used as mediaFileId in publishing calls." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	OriginalFilename    string        `json:"originalFilename"    doc:"Name of the file as it was uploaded." example:"loaves.png"`
	StoragePath         string        `json:"storagePath"         doc:"Path under uploads/; not a URL." example:"images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	MimeType            string        `json:"mimeType"            doc:"Media type of the stored file." example:"image/jpeg"`
	FileSize            int64         `json:"fileSize"            doc:"Size of the stored file in bytes." example:"482113"`
	Width               *int          `json:"width"               doc:"Width in pixels of what is published, as it is shown." example:"1080"`
	Height              *int          `json:"height"              doc:"Height in pixels of what is published, as it is shown." example:"1350"`
	DurationSeconds     *float64      `json:"durationSeconds"     doc:"Duration in seconds; videos only."`
	AspectRatio         *string       `json:"aspectRatio"         doc:"Ratio of width to height as text, such as 9:16." example:"4:5"`
	IsValid             bool          `json:"isValid"             doc:"Whether the file can be published at all; validationErrors says why not." example:"true"`
	ValidationErrors    *string       `json:"validationErrors"    doc:"JSON array of sentences that say why the file cannot be published, each with the figure, the limit and what to do. Of a valid file it says what was left out of it, such as all but the first picture of an animation; null when there is nothing to say."`
	ThumbnailPath       *string       `json:"thumbnailPath"       doc:"Path of the thumbnail under uploads/." example:"thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	ProcessedPath       *string       `json:"processedPath"       doc:"Path under uploads/ of what is published in place of the stored file, once that has been edited, mended or converted; null until then."`
	CreatedAt           wiretime.Time `json:"createdAt"           doc:"When the file was uploaded." example:"2026-03-14T09:21:07.412Z"`
	PreviewURL          *string       `bun:"-" json:"previewUrl"          doc:"Path at which this machine serves the file." example:"/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	PublicURL           *string       `bun:"-" json:"publicUrl"           doc:"Address from which the network fetches the file, once it has been made public."`
	ThumbnailURL        *string       `bun:"-" json:"thumbnailUrl"        doc:"Path at which this machine serves the thumbnail." example:"/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	ThumbnailPreviewURL *string       `bun:"-" json:"thumbnailPreviewUrl" doc:"Path at which this machine serves the thumbnail." example:"/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`

	PublicKey *string `json:"-"`

	// Edits is nil while the file is published as it was uploaded.
	Edits *editing.Spec `json:"-"`
	// Facts describe the published video. They are nil for a picture, and for a video that was not
	// inspected yet.
	Facts *video.Info `json:"-"`
	// Card says why the thumbnail of a video is a drawn card. It is nil when the thumbnail shows
	// the video.
	Card *cardReason `json:"-"`
	// Reviews counts how often a review of the video was begun and has not ended. It is stored
	// before the review begins, because that may take this process down.
	Reviews int `json:"-"`
	// ProcessedSize is the size of the processed file in bytes.
	ProcessedSize *int64 `json:"-"`
}

// IsVideo reports whether the file is a video.
func (f MediaFile) IsVideo() bool { return strings.HasPrefix(f.MimeType, "video/") }

// PublishedType returns the media type of what is published, which may differ from the stored one.
func (f MediaFile) PublishedType() string { return typeByExtension(f.publishPath()) }

// PublishedName returns the name of what is published. Another copy that is published in its place
// has another name.
func (f MediaFile) PublishedName() string { return path.Base(f.publishPath()) }

// Problems returns why the file cannot be published for a use. It returns nothing when it can.
func (f MediaFile) Problems(use rules.Use) []rules.Problem { return rules.Judge(f.judged(), use) }

// judged returns the file as the rules see it.
func (f MediaFile) judged() rules.File {
	j := rules.File{Bytes: f.FileSize, Video: f.Facts}
	if f.ProcessedSize != nil {
		j.Bytes = *f.ProcessedSize
	}
	if f.Width != nil && f.Height != nil {
		j.Width, j.Height = *f.Width, *f.Height
	}
	if f.Facts == nil && f.IsVideo() {
		j.Video = &video.Info{}
	}
	return j
}

// explain stores sentences about the file; there may be none.
func (f *MediaFile) explain(sentences []string) error {
	f.ValidationErrors = nil
	if len(sentences) == 0 {
		return nil
	}
	list, err := json.Marshal(sentences)
	f.ValidationErrors = new(string(list))
	return err
}

// setSize stores the size of what is published, as it is shown.
func (f *MediaFile) setSize(width, height int) {
	f.Width, f.Height, f.AspectRatio = &width, &height, new(imaging.AspectRatio(width, height))
}

// describe copies what was read from a video.
func (f *MediaFile) describe(i video.Info) {
	f.Facts = &i
	f.Width, f.Height, f.AspectRatio, f.DurationSeconds = nil, nil, nil, nil
	if i.Width > 0 && i.Height > 0 {
		f.setSize(i.Width, i.Height)
	}
	if i.Duration > 0 {
		f.DurationSeconds = new(float64(i.Duration.Milliseconds()) / 1000)
	}
}

// publishPath returns the path of what is published: the edited file where there is one (contract
// 2).
func (f MediaFile) publishPath() string {
	if f.ProcessedPath != nil {
		return *f.ProcessedPath
	}
	return f.StoragePath
}

// cardReason says why a video has a drawn card.
type cardReason string

// A card that was drawn because there was no tool, or because the system ended it, is replaced once
// there is one.
const (
	noTool    cardReason = "NO_TOOL"
	noPicture cardReason = "NO_PICTURE"
)

// typeOf has the media types of stored files by the endings of their names. It leaves out MP4,
// which is the type of every other name.
var typeOf = map[string]string{
	".jpg": jpegType, ".mov": "video/quicktime", ".mkv": "video/x-matroska", ".avi": "video/x-msvideo", ".webm": "video/webm",
}

func typeByExtension(name string) string { return cmp.Or(typeOf[path.Ext(name)], "video/mp4") }
