package media

import (
	"crier/modules/media/editing"
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

	ID                  wireid.ID     `bun:",pk" json:"id"                  doc:"Used as mediaFileId in publishing calls." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	OriginalFilename    string        `json:"originalFilename"    doc:"Name of the file as it was uploaded." example:"loaves.png"`
	StoragePath         string        `json:"storagePath"         doc:"Path under uploads/; not a URL." example:"images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	MimeType            string        `json:"mimeType"            doc:"Media type of the stored file." example:"image/jpeg"`
	FileSize            int64         `json:"fileSize"            doc:"Size in bytes of what is published." example:"482113"`
	Width               *int          `json:"width"               doc:"Width in pixels." example:"1080"`
	Height              *int          `json:"height"              doc:"Height in pixels." example:"1350"`
	DurationSeconds     *float64      `json:"durationSeconds"     doc:"Duration in seconds; videos only."`
	AspectRatio         *string       `json:"aspectRatio"         doc:"Ratio of width to height as text, such as 9:16." example:"4:5"`
	IsValid             bool          `json:"isValid"             doc:"Whether the file can be published at all; validationErrors says why not." example:"true"`
	ValidationErrors    *string       `json:"validationErrors"    doc:"JSON array of sentences that say why the file cannot be published; null when it can."`
	ThumbnailPath       *string       `json:"thumbnailPath"       doc:"Path of the thumbnail under uploads/." example:"thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	ProcessedPath       *string       `json:"processedPath"       doc:"Path of the edited file under uploads/, once there is one."`
	CreatedAt           wiretime.Time `json:"createdAt"           doc:"When the file was uploaded." example:"2026-03-14T09:21:07.412Z"`
	PreviewURL          *string       `bun:"-" json:"previewUrl"          doc:"Path at which this machine serves the file." example:"/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	PublicURL           *string       `bun:"-" json:"publicUrl"           doc:"Address from which the network fetches the file, once it has been made public."`
	ThumbnailURL        *string       `bun:"-" json:"thumbnailUrl"        doc:"Path at which this machine serves the thumbnail." example:"/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	ThumbnailPreviewURL *string       `bun:"-" json:"thumbnailPreviewUrl" doc:"Path at which this machine serves the thumbnail." example:"/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`

	PublicKey *string `json:"-"`

	// Edits is nil while the file is published as it was uploaded.
	Edits *editing.Spec `json:"-"`
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
