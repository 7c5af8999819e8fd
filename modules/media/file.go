package media

import (
	"crier/platform/objectstore"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// uploadsPrefix is where the uploads folder is served.
const uploadsPrefix = "/uploads/"

// MediaFile is an uploaded image or video (contract 2).
type MediaFile struct {
	bun.BaseModel `bun:"table:media_files,alias:media" json:"-"`

	ID                  wireid.ID     `bun:",pk" json:"id"                  doc:"Used as mediaFileId in publishing calls."`
	OriginalFilename    string        `json:"originalFilename"    doc:"Name of the file as it was uploaded."`
	StoragePath         string        `json:"storagePath"         doc:"Path under uploads/; not a URL."`
	MimeType            string        `json:"mimeType"            doc:"Media type of the stored file."`
	FileSize            int64         `json:"fileSize"            doc:"Size of the stored file in bytes."`
	Width               *int          `json:"width"               doc:"Width in pixels."`
	Height              *int          `json:"height"              doc:"Height in pixels."`
	DurationSeconds     *float64      `json:"durationSeconds"     doc:"Duration in seconds; videos only."`
	AspectRatio         *string       `json:"aspectRatio"         doc:"Ratio of width to height as text, such as 9:16."`
	IsValid             bool          `json:"isValid"             doc:"Whether the file can be published at all."`
	ValidationErrors    *string       `json:"validationErrors"    doc:"JSON array of sentences that say why not."`
	ThumbnailPath       *string       `json:"thumbnailPath"       doc:"Path of the thumbnail under uploads/."`
	ProcessedPath       *string       `json:"processedPath"       doc:"Path of the edited file under uploads/, once there is one."`
	CreatedAt           wiretime.Time `json:"createdAt"           doc:"When the file was uploaded."`
	PreviewURL          *string       `bun:"-" json:"previewUrl"          doc:"Path at which this machine serves the file."`
	PublicURL           *string       `bun:"-" json:"publicUrl"           doc:"Address from which the network fetches the file, once it has been made public."`
	ThumbnailURL        *string       `bun:"-" json:"thumbnailUrl"        doc:"Path at which this machine serves the thumbnail."`
	ThumbnailPreviewURL *string       `bun:"-" json:"thumbnailPreviewUrl" doc:"Path at which this machine serves the thumbnail."`

	PublicKey *string `json:"-"`
}

// IsVideo reports whether the file is a video.
func (f MediaFile) IsVideo() bool { return len(f.MimeType) > 6 && f.MimeType[:6] == "video/" }

// publishPath is what is published: the edited file where there is one (contract 2).
func (f MediaFile) publishPath() string {
	if f.ProcessedPath != nil {
		return *f.ProcessedPath
	}
	return f.StoragePath
}

// present fills in the addresses, which depend on where the service answers.
func (f *MediaFile) present(objects objectstore.Store) {
	preview := uploadsPrefix + f.publishPath()
	f.PreviewURL = &preview
	if f.ThumbnailPath != nil {
		thumbnail := uploadsPrefix + *f.ThumbnailPath
		f.ThumbnailURL, f.ThumbnailPreviewURL = &thumbnail, &thumbnail
	}
	if f.PublicKey == nil {
		return
	}
	if url := objects.URL(*f.PublicKey); url != "" {
		f.PublicURL = &url
	}
}
