package posts

import (
	"encoding/json"
	"fmt"
	"strings"

	"crier/modules/media"
	"crier/modules/media/rules"
	"crier/platform/apperror"
)

// CheckFile returns MEDIA_INVALID for a file that is not valid, or that the network does not take
// as the type.
func (t MediaType) CheckFile(file media.MediaFile) error {
	if !file.IsValid {
		return apperror.New(apperror.MediaInvalid, "the file %s cannot be published: %s", file.ID, reasons(file))
	}
	return t.fits(file)
}

// fits holds a file against what the network takes of the type: MEDIA_INVALID with all that stands
// in the way.
func (t MediaType) fits(file media.MediaFile) error {
	problems := t.problems(file)
	if problems == "" {
		return nil
	}
	return apperror.New(apperror.MediaInvalid, "the file %s cannot be published as %s: %s", file.ID, t, problems)
}

// problems returns the sentences about what the network does not take of a file as the type, none
// for a file that fits.
func (t MediaType) problems(file media.MediaFile) string {
	var sentences []string
	for _, p := range file.Problems(rules.Use(t)) {
		sentences = append(sentences, p.Sentence(rules.Use(t)))
	}
	return strings.Join(sentences, " ")
}

// reasons words a file's validationErrors, which are a JSON array of sentences.
func reasons(file media.MediaFile) string {
	var sentences []string
	if file.ValidationErrors == nil || json.Unmarshal([]byte(*file.ValidationErrors), &sentences) != nil || len(sentences) == 0 {
		return "it is not valid"
	}
	return strings.Join(sentences, " ")
}

// DecodeList returns the list that a post has as JSON text, nil for none.
func DecodeList[T any](text *string) ([]T, error) {
	if text == nil {
		return nil, nil
	}
	var list []T
	if err := json.Unmarshal([]byte(*text), &list); err != nil {
		return nil, fmt.Errorf("decode a post: %w", err)
	}
	return list, nil
}

// ItemError names the item of a carousel that an error is about, counted from 1, and how many it
// has.
type ItemError struct {
	Item, Of int
	Err      error
}

func (e *ItemError) Error() string { return fmt.Sprintf("item %d of %d: %v", e.Item, e.Of, e.Err) }

func (e *ItemError) Unwrap() error { return e.Err }

// OfItem has an error about a file of a carousel say which of its items that is, counted from 1. An
// error of the API keeps its code; any other becomes an ItemError. For the other types it returns
// the error as it is.
func (t MediaType) OfItem(err error, item, of int) error {
	if err == nil || t != Carousel {
		return err
	}
	own := apperror.From(err)
	if own == nil {
		return &ItemError{item, of, err}
	}
	named := *own
	named.Message = fmt.Sprintf("item %d of %d: %s", item, of, own.Message)
	if own.Plain != "" {
		named.Plain = fmt.Sprintf("item %d of %d: %s", item, of, own.Plain)
	}
	return &named
}
