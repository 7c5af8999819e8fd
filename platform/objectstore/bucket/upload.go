package bucket

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"

	"crier/platform/objectstore"

	"github.com/minio/minio-go/v7"
)

// partSize is the size of every part but the last, in bytes. Servers require at least 5 MiB, and R2
// requires that all parts but the last have the same size.
const partSize = 8 << 20

// object is a file to send.
type object struct {
	key, contentType string
	content          io.ReaderAt
	size             int64
}

func (o object) options() minio.PutObjectOptions {
	return minio.PutObjectOptions{ContentType: o.contentType, CacheControl: "private, no-store", DisableContentSha256: true}
}

// part is a range of an object, with the checksums that the server compares.
type part struct {
	number  int
	content *io.SectionReader
	md5     [md5.Size]byte
	sha256  [sha256.Size]byte
}

func (o object) parts() int { return int((o.size + partSize - 1) / partSize) }

// part returns a part by its number, counted from 1. It reads the part once for its checksums.
func (o object) part(number int) (part, error) {
	start := int64(number-1) * partSize
	p := part{number: number, content: io.NewSectionReader(o.content, start, min(partSize, o.size-start))}
	weak, strong := md5.New(), sha256.New()
	if _, err := io.Copy(io.MultiWriter(weak, strong), p.content); err != nil {
		return part{}, withoutPath(err)
	}
	weak.Sum(p.md5[:0])
	strong.Sum(p.sha256[:0])
	return p, nil
}

// rewound returns a new reader of the part.
func (p part) rewound() io.Reader { return io.NewSectionReader(p.content, 0, p.content.Size()) }

func (p part) md5Base64() string { return base64.StdEncoding.EncodeToString(p.md5[:]) }
func (p part) sha256Hex() string { return hex.EncodeToString(p.sha256[:]) }

// is reports whether sent is this part: it has the size and, if its ETag is an MD5, the MD5.
func (p part) is(sent minio.ObjectPart) bool {
	if sent.Size != p.content.Size() || sent.Size == 0 {
		return false
	}
	etag := strings.ToLower(strings.Trim(sent.ETag, `"`))
	return !md5Pattern().MatchString(etag) || etag == hex.EncodeToString(p.md5[:])
}

var md5Pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{32}$`) })

// upload sends one object to the bucket.
type upload struct {
	*client
	object
}

func (u upload) send(ctx context.Context) error {
	if u.size <= partSize {
		return u.sendWhole(ctx)
	}
	err := u.sendParts(ctx)
	if !errors.Is(err, errNoUpload) && !isInvalidPart(err) {
		return err
	}
	// Either the upload is complete and the answer was lost, or the server has aborted it.
	exists, size, err := u.find(ctx, u.key)
	if err != nil || exists && size == u.size {
		return err
	}
	err = u.sendParts(ctx)
	if errors.Is(err, errNoUpload) {
		return u.unavailable("it forgets uploads", err)
	}
	return err
}

func (u upload) unavailable(detail string, cause error) error {
	return objectstore.NewError(objectstore.Unavailable, message(u.config, objectstore.Unavailable, detail), cause)
}

// sendWhole sends the object in one request.
func (u upload) sendWhole(ctx context.Context) error {
	p, err := u.part(1)
	if err != nil {
		return err
	}
	return u.try(ctx, func(ctx context.Context) error {
		_, err := u.s3.PutObject(ctx, u.config.Name, u.key, p.rewound(), u.size, p.md5Base64(), p.sha256Hex(), u.options())
		return err
	})
}

// sendParts continues the newest unfinished upload of the object, or begins one. It sends the parts
// that the server lacks, and completes the upload.
func (u upload) sendParts(ctx context.Context) error {
	uploads, err := u.unfinished(ctx, u.key)
	if err != nil {
		return err
	}
	var id string
	if len(uploads) > 0 {
		id = uploads[len(uploads)-1]
	} else if id, err = u.begin(ctx); err != nil {
		return err
	}
	sent, err := u.sent(ctx, id)
	if err != nil {
		return err
	}
	for number := 1; number <= u.parts(); number++ {
		p, err := u.part(number)
		if err != nil {
			return err
		}
		if p.is(sent[number]) {
			continue
		}
		if err := u.sendPart(ctx, id, p); err != nil {
			return err
		}
	}
	return u.complete(ctx, id)
}

func (u upload) begin(ctx context.Context) (id string, err error) {
	err = u.try(ctx, func(ctx context.Context) error {
		id, err = u.s3.NewMultipartUpload(ctx, u.config.Name, u.key, u.options())
		return err
	})
	return id, err
}

func (u upload) sendPart(ctx context.Context, id string, p part) error {
	return u.try(ctx, func(ctx context.Context) error {
		_, err := u.s3.PutObjectPart(ctx, u.config.Name, u.key, id, p.number, p.rewound(), p.content.Size(), minio.PutObjectPartOptions{
			Md5Base64: p.md5Base64(), Sha256Hex: p.sha256Hex(), DisableContentSha256: true,
		})
		return err
	})
}

// complete makes the object from the parts that the server lists.
func (u upload) complete(ctx context.Context, id string) error {
	sent, err := u.sent(ctx, id)
	if err != nil {
		return err
	}
	parts := make([]minio.CompletePart, u.parts())
	for i := range parts {
		number := i + 1
		if sent[number].Size != min(partSize, u.size-int64(i)*partSize) {
			return u.unavailable("it has lost a part", nil)
		}
		parts[i] = minio.CompletePart{PartNumber: number, ETag: sent[number].ETag}
	}
	return u.try(ctx, func(ctx context.Context) error {
		_, err := u.s3.CompleteMultipartUpload(ctx, u.config.Name, u.key, id, parts, minio.PutObjectOptions{})
		return err
	})
}

// sent returns the parts of an upload that the server has, by their numbers.
func (u upload) sent(ctx context.Context, id string) (map[int]minio.ObjectPart, error) {
	parts := map[int]minio.ObjectPart{}
	for marker := 0; ; {
		var page minio.ListObjectPartsResult
		err := u.try(ctx, func(ctx context.Context) (err error) {
			page, err = u.s3.ListObjectParts(ctx, u.config.Name, u.key, id, marker, maxListed)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, p := range page.ObjectParts {
			parts[p.PartNumber] = p
		}
		if !page.IsTruncated || page.NextPartNumberMarker <= marker {
			return parts, nil
		}
		marker = page.NextPartNumberMarker
	}
}

func isInvalidPart(err error) bool {
	var refused minio.ErrorResponse
	return errors.As(err, &refused) && (refused.Code == "InvalidPart" || refused.Code == "InvalidPartOrder")
}
