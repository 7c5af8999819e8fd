package media

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"crier/platform/apperror"
	"crier/platform/diskcopy"
	"crier/platform/imaging"
)

// Uploads receives files.
type Uploads struct {
	files  *Service
	videos *videos
	copier diskcopy.Copier
}

func newUploads(files *Service, v *videos) *Uploads { return &Uploads{files: files, videos: v} }

const (
	fileField = "file"
	// envelope is how many bytes a multipart body may have beside the file.
	envelope    = 64 << 10
	readSize    = 64 << 10
	maxFilename = 255
)

// staged is a complete upload in the staging folder.
type staged struct {
	path     string
	filename string
	size     int64
	kind     imaging.Kind
}

// TooLarge begins the message of the UPLOAD_ERROR of a file that is too large. Every other
// UPLOAD_ERROR is about the upload, and not about the file.
const TooLarge = "the file is larger than"

func uploadError(format string, args ...any) error {
	return apperror.New(apperror.UploadError, format, args...)
}

// receive streams the file of a multipart request into the staging folder. When it fails it leaves
// no file. The server reads what it leaves of the body.
func (u *Uploads) receive(w http.ResponseWriter, r *http.Request) (staged, error) {
	if r.ContentLength > u.files.maxSize+envelope {
		return staged{}, u.tooLarge()
	}
	r.Body = readAhead(http.MaxBytesReader(w, r.Body, u.files.maxSize+envelope))
	parts, err := r.MultipartReader()
	// The reader would take multipart/mixed too.
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "multipart/form-data" {
		return staged{}, uploadError("the body must be multipart/form-data with one file in the field %q", fileField)
	}
	part, err := parts.NextPart()
	if err != nil {
		return staged{}, u.bodyError(err, "the upload has no file")
	}
	if part.FormName() != fileField {
		return staged{}, uploadError("the file must be in the field %q; the first field is %q", fileField, shorten(part.FormName()))
	}
	if part.FileName() == "" {
		return staged{}, uploadError("the field %q holds no file: it has no filename", fileField)
	}
	up := staged{filename: cleanFilename(part.FileName())}
	if err := u.stage(part, &up); err != nil {
		return staged{}, err
	}
	if _, err := parts.NextPart(); !errors.Is(err, io.EOF) {
		return staged{}, errors.Join(u.bodyError(err, "the upload must hold one file and nothing else"), os.Remove(up.path))
	}
	return up, nil
}

// readAhead reads a body in larger pieces than a form reader asks for.
func readAhead(body io.ReadCloser) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{bufio.NewReaderSize(body, readSize), body}
}

// stage writes the part to a file of its own. The caller syncs it if it is stored.
func (u *Uploads) stage(part io.Reader, up *staged) (err error) {
	f, err := os.CreateTemp(u.files.storage.dir.Staging(), "upload-*")
	if err != nil {
		return diskError(err)
	}
	up.path = f.Name()
	defer func() {
		if err != nil {
			_ = os.Remove(up.path)
		}
	}()
	if err := u.copyTo(f, part, up); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return diskError(err)
	}
	if up.size == 0 {
		return uploadError("the file is empty")
	}
	return nil
}

func (u *Uploads) copyTo(f *os.File, part io.Reader, up *staged) error {
	reader := bufio.NewReaderSize(part, imaging.SniffLen)
	// A short file is no error here; the copy detects a body that broke off.
	head, _ := reader.Peek(imaging.SniffLen)
	up.kind = imaging.Sniff(head)
	var err error
	up.size, err = u.copier.Copy(f, io.LimitReader(reader, u.files.maxSize+1))
	failure, isDisk := errors.AsType[*diskcopy.WriteError](err)
	switch {
	case isDisk:
		return diskError(failure.Err)
	case err != nil:
		return u.bodyError(err, "the upload broke off")
	case up.size > u.files.maxSize:
		return u.tooLarge()
	}
	return nil
}

func (u *Uploads) bodyError(err error, otherwise string) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return u.tooLarge()
	case err == nil || errors.Is(err, io.EOF):
		return uploadError("%s", otherwise)
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return uploadError("the headers of the upload are too large")
	}
	return apperror.Wrap(apperror.UploadError, err, "the upload could not be read: it broke off or is malformed")
}

func (u *Uploads) tooLarge() error {
	return uploadError(TooLarge+" %d MB", u.files.maxSize>>20)
}

// cleanFilename keeps the recognisable parts of the client's filename. The result is never a path.
func cleanFilename(name string) string {
	// First, because what is left without them may be "..".
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	if ext := filepath.Ext(name); len(name) > maxFilename && len(ext) < maxFilename/2 {
		name = strings.ToValidUTF8(name[:maxFilename-len(ext)], "") + ext
	} else if len(name) > maxFilename {
		name = strings.ToValidUTF8(name[:maxFilename], "")
	}
	// Windows takes no notice of dots and spaces at the end of a name.
	if strings.Trim(name, "./ ") == "" {
		return "unnamed"
	}
	return name
}

const maxShown = 64

func shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "..."
}
