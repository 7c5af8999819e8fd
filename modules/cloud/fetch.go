package cloud

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"crier/platform/apperror"
)

// fetchPatience is how long a file may take to come from the bucket.
const fetchPatience = 10 * time.Minute

// Fetch copies a file of the configured bucket, or of the worker, to w. Of a file of more than most
// bytes it copies one more, by which the reader knows that the file is too large. It fetches from
// no other address.
func Fetch(ctx context.Context, l *Link, url string, w io.Writer, most int64) error {
	public := l.buckets.Status().PublicURL
	isInBucket := public != nil && strings.HasPrefix(url, strings.TrimRight(*public, "/")+"/")
	if base := l.media.base(); !isInBucket && (base == "" || !strings.HasPrefix(url, base)) {
		return apperror.New(apperror.MediaInvalid, "the post's file is in another place than the bucket that is set or the worker, so Crier does not fetch it; set that bucket again, or cancel the post at the worker (crier cloud cancel)")
	}
	ctx, cancel := context.WithTimeout(ctx, fetchPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "Crier")
	// http.Client.Do is not used, because it follows redirects.
	resp, err := l.asker.workers.transport.RoundTrip(req)
	if err != nil {
		return apperror.Wrap(apperror.MediaInvalid, err, "the post's file could not be fetched from where it is")
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return apperror.New(apperror.MediaInvalid, "the post's file could not be fetched from where it is (HTTP %d)", resp.StatusCode)
	}
	_, err = io.Copy(w, io.LimitReader(resp.Body, most+1))
	return err
}
