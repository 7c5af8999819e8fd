// Package wiretime is the one form that instants take outside the program's memory (contract 2,
// general conventions).
//
// On the wire an instant is RFC 3339 in UTC with exactly three decimals and a Z. Requests may carry
// any offset, but must carry one, in whatever form ISO 8601 has for it (Z, +05:30, +0530, +05), and
// may leave the seconds out. In the database it is an INTEGER of Unix milliseconds. Both round-trip
// without loss, because Of and the parsers cut to the millisecond at construction.
package wiretime

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const layout = "2006-01-02T15:04:05.000Z"

// maxYear is the last year that the four-digit wire form can carry.
const maxYear = 9999

// Time is an instant in UTC with millisecond precision. The zero value is the zero time.Time.
type Time struct{ t time.Time }

var (
	_ driver.Valuer          = Time{}
	_ huma.SchemaTransformer = Time{}
)

// Of returns t in UTC, cut to the millisecond.
func Of(t time.Time) Time { return Time{t.UTC().Truncate(time.Millisecond)} }

// Ptr returns a pointer to Of(t), for the nullable fields of the contract.
func Ptr(t time.Time) *Time {
	w := Of(t)
	return &w
}

// Parse reads an ISO 8601 instant with any offset: what RFC 3339 has, and also offsets such as
// +0530 and +05, and times without seconds. An instant without an offset, or one that UTC moves out
// of the years 0 to 9999, is refused.
func Parse(s string) (Time, error) {
	t, err := parse(s)
	if err != nil {
		problem := "not an ISO 8601 date-time with an offset, such as 2026-11-21T09:30:00Z"
		if _, err := parse(strings.Replace(s, " ", "+", 1)); err == nil {
			problem += "; write %2B for the + in an address, where it stands for a space"
		}
		return Time{}, errors.New(problem)
	}
	at := Of(t)
	if !at.HasWireForm() {
		return Time{}, errors.New("the year is out of range")
	}
	return at, nil
}

// form has an instant's date, minutes, seconds with their fraction, and offset: Z, or hours and
// minutes.
var form = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,30})?)?(?:([Zz])|([+-](?:[01]\d|2[0-3])):?([0-5]\d)?)$`)
})

func parse(s string) (time.Time, error) {
	part := form().FindStringSubmatch(s)
	if part == nil || strings.HasSuffix(s, ":") {
		return time.Time{}, errors.New("no instant")
	}
	offset := "Z"
	if part[4] == "" {
		offset = part[5] + ":" + cmp.Or(part[6], "00")
	}
	return time.Parse(time.RFC3339Nano, part[1]+"T"+part[2]+cmp.Or(part[3], ":00")+offset)
}

// Time returns the instant as a time.Time in UTC.
func (t Time) Time() time.Time { return t.t }

// HasWireForm reports whether the instant is in the years 0 to 9999, the only ones that the wire
// form can carry.
func (t Time) HasWireForm() bool { return t.t.Year() >= 0 && t.t.Year() <= maxYear }

// IsZero reports whether t is the zero instant.
func (t Time) IsZero() bool { return t.t.IsZero() }

// UnixMilli returns the milliseconds since the Unix epoch, as the database stores them.
func (t Time) UnixMilli() int64 { return t.t.UnixMilli() }

// String returns the wire form.
func (t Time) String() string { return t.t.Format(layout) }

// MarshalText returns the wire form.
func (t Time) MarshalText() ([]byte, error) { return t.t.AppendFormat(nil, layout), nil }

// AppendText appends the wire form.
func (t Time) AppendText(b []byte) ([]byte, error) { return t.t.AppendFormat(b, layout), nil }

// UnmarshalText reads what Parse reads.
func (t *Time) UnmarshalText(b []byte) error {
	parsed, err := Parse(string(b))
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// Value returns the Unix milliseconds for the database.
func (t Time) Value() (driver.Value, error) { return t.UnixMilli(), nil }

// Scan reads Unix milliseconds; NULL becomes the zero value.
func (t *Time) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*t = Time{}
	case int64:
		*t = Of(time.UnixMilli(v))
	default:
		return fmt.Errorf("wiretime: cannot read a %T from the database", src)
	}
	return nil
}

// Format is what a schema has as the format of an instant while the program runs. The document says
// date-time in its place: under that name huma would refuse what Parse reads.
const Format = "iso-8601-instant"

// TransformSchema describes the type as a string of the Format; a pointer to it stays nullable.
func (Time) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Format = Format
	if len(s.Examples) == 0 {
		s.Examples = []any{"2026-11-21T09:30:00.000Z"}
	}
	return s
}

// Words says how long d is as a person would: 45 seconds, 2 minutes, 1 hour 5 minutes, 3 days. It
// is rounded to the second below two minutes, to the minute below two days, and cut to the day
// above.
func Words(d time.Duration) string {
	const day = 24 * time.Hour
	d = d.Abs()
	if d < 2*time.Minute {
		return counted(max(int64(d.Round(time.Second)/time.Second), 1), "second")
	}
	if d >= 2*day {
		return counted(int64(d/day), "day")
	}
	minutes := int64(d.Round(time.Minute) / time.Minute)
	hours, minutes := minutes/60, minutes%60
	switch {
	case hours == 0:
		return counted(minutes, "minute")
	case minutes == 0:
		return counted(hours, "hour")
	default:
		return counted(hours, "hour") + " " + counted(minutes, "minute")
	}
}

func counted(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
