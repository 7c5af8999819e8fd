package bucket

import (
	"cmp"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"crier/platform/objectstore"

	"github.com/minio/minio-go/v7"
)

// partSize is at least the 5 MiB that servers want, and the same for all parts but the last, as R2 wants it.
const partSize = 8 << 20

// object is a file on its way.
type object struct {
	key, contentType string
	content          io.ReaderAt
	size             int64
}

func (o object) options() minio.PutObjectOptions {
	return minio.PutObjectOptions{ContentType: o.contentType, CacheControl: "private, no-store", DisableContentSha256: true}
}

// part is a stretch of an object, with what the server is to find in it.
type part struct {
	number  int
	content *io.SectionReader
	md5     [md5.Size]byte
	sha256  [sha256.Size]byte
}

func (o object) parts() int { return int((o.size + partSize - 1) / partSize) }

// part reads the stretch of a number, counted from 1, once for its checksums.
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

// rewound returns the part's bytes from the start.
func (p part) rewound() io.Reader { return io.NewSectionReader(p.content, 0, p.content.Size()) }

func (p part) md5Base64() string { return base64.StdEncoding.EncodeToString(p.md5[:]) }
func (p part) sha256Hex() string { return hex.EncodeToString(p.sha256[:]) }

// putWhole sends the object by one request.
func (s *Store) putWhole(ctx context.Context, o object) error {
	p, err := o.part(1)
	if err != nil {
		return err
	}
	return s.try(ctx, func(ctx context.Context) error {
		_, err := s.s3.PutObject(ctx, s.config.Name, o.key, p.rewound(), o.size, p.md5Base64(), p.sha256Hex(), o.options())
		return err
	})
}

// putParts sends the object part by part, from where an earlier upload got to.
func (s *Store) putParts(ctx context.Context, o object) error {
	err := s.goOn(ctx, o)
	if !errors.Is(err, errNoUpload) && !isInvalidPart(err) {
		return err
	}
	// An answer that got lost may have completed the upload; or the server has thrown it away.
	there, size, err := s.find(ctx, o.key)
	if err != nil || there && size == o.size {
		return err
	}
	err = s.goOn(ctx, o)
	if errors.Is(err, errNoUpload) {
		return objectstore.NewError(objectstore.Unavailable, s.word(objectstore.Unavailable, "it forgets uploads"), err)
	}
	return err
}

// goOn makes one upload whole: the newest that there is, or a new one.
func (s *Store) goOn(ctx context.Context, o object) error {
	uploads, err := s.unfinished(ctx, o.key)
	if err != nil {
		return err
	}
	var id string
	if len(uploads) > 0 {
		id = uploads[len(uploads)-1]
	} else if id, err = s.begin(ctx, o); err != nil {
		return err
	}
	sent, err := s.sent(ctx, o.key, id)
	if err != nil {
		return err
	}
	for number := 1; number <= o.parts(); number++ {
		p, err := o.part(number)
		if err != nil {
			return err
		}
		if p.is(sent[number]) {
			continue
		}
		if err := s.sendPart(ctx, o.key, id, p); err != nil {
			return err
		}
	}
	return s.complete(ctx, o, id)
}

// is reports whether the server has the part. A checksum that is an MD5 must be the right one.
func (p part) is(sent minio.ObjectPart) bool {
	if sent.Size != p.content.Size() || sent.Size == 0 {
		return false
	}
	etag := strings.ToLower(strings.Trim(sent.ETag, `"`))
	return !md5Pattern.MatchString(etag) || etag == hex.EncodeToString(p.md5[:])
}

var md5Pattern = regexp.MustCompile(`^[0-9a-f]{32}$`)

func (s *Store) begin(ctx context.Context, o object) (id string, err error) {
	err = s.try(ctx, func(ctx context.Context) error {
		id, err = s.s3.NewMultipartUpload(ctx, s.config.Name, o.key, o.options())
		return err
	})
	return id, err
}

func (s *Store) sendPart(ctx context.Context, key, id string, p part) error {
	return s.try(ctx, func(ctx context.Context) error {
		_, err := s.s3.PutObjectPart(ctx, s.config.Name, key, id, p.number, p.rewound(), p.content.Size(), minio.PutObjectPartOptions{
			Md5Base64: p.md5Base64(), Sha256Hex: p.sha256Hex(), DisableContentSha256: true,
		})
		return err
	})
}

// complete makes an object of the parts as the server lists them, which is what counts for it.
func (s *Store) complete(ctx context.Context, o object, id string) error {
	sent, err := s.sent(ctx, o.key, id)
	if err != nil {
		return err
	}
	parts := make([]minio.CompletePart, o.parts())
	for i := range parts {
		number := i + 1
		if sent[number].Size != min(partSize, o.size-int64(i)*partSize) {
			return objectstore.NewError(objectstore.Unavailable, s.word(objectstore.Unavailable, "it has lost a part"), nil)
		}
		parts[i] = minio.CompletePart{PartNumber: number, ETag: sent[number].ETag}
	}
	return s.try(ctx, func(ctx context.Context) error {
		_, err := s.s3.CompleteMultipartUpload(ctx, s.config.Name, o.key, id, parts, minio.PutObjectOptions{})
		return err
	})
}

// sent returns the parts that the server has of an upload, by their numbers.
func (s *Store) sent(ctx context.Context, key, id string) (map[int]minio.ObjectPart, error) {
	parts := map[int]minio.ObjectPart{}
	for marker := 0; ; {
		var page minio.ListObjectPartsResult
		err := s.try(ctx, func(ctx context.Context) (err error) {
			page, err = s.s3.ListObjectParts(ctx, s.config.Name, key, id, marker, maxListed)
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

// maxListed is how many entries a page of a listing has.
const maxListed = 1000

// unfinished returns the ids of the uploads of key that were begun and not completed, the newest last.
func (s *Store) unfinished(ctx context.Context, key string) ([]string, error) {
	var page minio.ListMultipartUploadsResult
	err := s.try(ctx, func(ctx context.Context) (err error) {
		page, err = s.s3.ListMultipartUploads(ctx, s.config.Name, key, "", "", "", maxListed)
		return err
	})
	if err != nil {
		return nil, err
	}
	uploads := slices.DeleteFunc(page.Uploads, func(u minio.ObjectMultipartInfo) bool { return u.Key != key })
	slices.SortStableFunc(uploads, func(a, b minio.ObjectMultipartInfo) int {
		return cmp.Or(a.Initiated.Compare(b.Initiated), cmp.Compare(a.UploadID, b.UploadID))
	})
	ids := make([]string, len(uploads))
	for i, u := range uploads {
		ids[i] = u.UploadID
	}
	return ids, nil
}

// abort throws an upload away with its parts.
func (s *Store) abort(ctx context.Context, key, id string) error {
	err := s.try(ctx, func(ctx context.Context) error {
		return s.s3.AbortMultipartUpload(ctx, s.config.Name, key, id)
	})
	if errors.Is(err, errNoUpload) {
		return nil
	}
	return err
}

func isInvalidPart(err error) bool {
	var told minio.ErrorResponse
	return errors.As(err, &told) && (told.Code == "InvalidPart" || told.Code == "InvalidPartOrder")
}
