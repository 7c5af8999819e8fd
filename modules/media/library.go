package media

import (
	"context"
	"fmt"
	"slices"

	"crier/modules/media/rules"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// LibraryPage is the answer of GET /media/search.
type LibraryPage struct {
	Files []LibraryFile `json:"files" doc:"The files that match, newest first."`
	Next  *string       `json:"next"  doc:"The cursor of what comes after them; null at the end. A page may have fewer files than were asked for, even none, and a cursor." example:"1773480067412.1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
}

// LibraryFile is a file as the library shows it: as it would be published.
type LibraryFile struct {
	ID              wireid.ID     `json:"id"              doc:"Used as mediaFileId." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Name            string        `json:"name"            doc:"Name of the file as it was uploaded." example:"loaves.png"`
	Kind            string        `json:"kind"            enum:"image,video" doc:"Whether it is a picture or a video." example:"image"`
	MimeType        string        `json:"mimeType"        doc:"Media type of what would be published." example:"image/jpeg"`
	Width           *int          `json:"width"           doc:"Width in pixels, as it is shown; null when the file does not say." example:"1080"`
	Height          *int          `json:"height"          doc:"Height in pixels, as it is shown; null when the file does not say." example:"1350"`
	DurationSeconds *float64      `json:"durationSeconds" doc:"How long a video lasts; null of a picture." example:"12.5"`
	FileSize        int64         `json:"fileSize"        doc:"Size in bytes." example:"482113"`
	IsEdited        bool          `json:"isEdited"        doc:"Whether the author has edited it." example:"false"`
	IsCard          bool          `json:"isCard"          doc:"Whether the thumbnail is a drawn card, because there is no picture of the video." example:"false"`
	UsableAs        []rules.Use   `json:"usableAs"        doc:"The kinds of posts that it can be published as, as it is; GET /media/{id}/check says what stands in the way of the others." example:"[\"IMAGE\",\"CAROUSEL\",\"STORIES\"]"`
	ThumbnailURL    *string       `json:"thumbnailUrl"    doc:"Path of a picture of it that is at most 540 pixels wide." example:"/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	PreviewURL      *string       `json:"previewUrl"      doc:"Path of the file itself, as it would be published." example:"/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"`
	CreatedAt       wiretime.Time `json:"createdAt"       doc:"When it was uploaded." example:"2026-03-14T09:21:07.412Z"`
}

const (
	// libraryStep is how many files are read at once, mostLooked how many are read at most for one
	// page.
	libraryStep = 200
	mostLooked  = 2000
)

// library searches the files for the interface.
type library struct{ files *Service }

func newLibrary(files *Service) *library { return &library{files} }

// wanted says which files are looked for. An empty field excludes no file.
type wanted struct {
	name, kind string
	use        rules.Use
	after      database.Cursor
	limit      int
}

// search returns the next matching files.
func (l *library) search(ctx context.Context, w wanted) (LibraryPage, error) {
	page, looked := LibraryPage{Files: []LibraryFile{}}, 0
	for after := w.after; ; {
		files, err := selectLibrary(ctx, l.files.db, w, after)
		if err != nil {
			return LibraryPage{}, fmt.Errorf("search the library: %w", err)
		}
		for i := range files {
			f := &files[i]
			if shown := l.show(f); w.use == "" || slices.Contains(shown.UsableAs, w.use) {
				page.Files = append(page.Files, shown)
			}
			after = database.Cursor{CreatedAt: f.CreatedAt.UnixMilli(), ID: f.ID.String()}
			isLast := len(files) < libraryStep && i == len(files)-1
			if looked++; !isLast && (len(page.Files) == w.limit || looked == mostLooked) {
				page.Next = new(after.String())
				return page, nil
			}
		}
		if len(files) < libraryStep {
			return page, nil
		}
	}
}

func (l *library) show(f *MediaFile) LibraryFile {
	l.files.present(f)
	judged := f.judged()
	shown := LibraryFile{
		ID: f.ID, Name: f.OriginalFilename, Kind: "image", MimeType: f.PublishedType(), Width: f.Width, Height: f.Height,
		DurationSeconds: f.DurationSeconds, FileSize: judged.Bytes, IsEdited: f.Edits != nil && !f.Edits.IsZero(), IsCard: f.Card != nil, UsableAs: []rules.Use{},
		ThumbnailURL: f.ThumbnailURL, PreviewURL: f.PreviewURL, CreatedAt: f.CreatedAt,
	}
	if f.IsVideo() {
		shown.Kind = "video"
	}
	for _, u := range rules.Uses() {
		if len(rules.Judge(judged, u)) == 0 {
			shown.UsableAs = append(shown.UsableAs, u)
		}
	}
	return shown
}

// The statement has a place for each of the patterns that database.Containing returns at most.
var inLibrary = database.SelectFrom[MediaFile](`WHERE (created_at, id) < (?1, ?2) AND mime_type LIKE ?3
	AND (original_filename LIKE ?4 ESCAPE '\' OR original_filename LIKE ?5 ESCAPE '\' OR original_filename LIKE ?6 ESCAPE '\' OR original_filename LIKE ?7 ESCAPE '\')
	ORDER BY created_at DESC, id DESC LIMIT ?8`)

// selectLibrary returns at most libraryStep files.
func selectLibrary(ctx context.Context, db bun.IDB, w wanted, after database.Cursor) ([]MediaFile, error) {
	patterns := database.Containing(w.name)
	if len(patterns) == 0 {
		return nil, nil
	}
	kind := "%"
	if w.kind != "" {
		kind = w.kind + "/%"
	}
	args := []any{after.CreatedAt, after.ID, kind}
	for i := range database.MostPatterns {
		args = append(args, patterns[min(i, len(patterns)-1)])
	}
	return inLibrary.All(ctx, db, append(args, libraryStep)...)
}
