package graph

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"crier/platform/httpclient"
)

const (
	// maxSearched bounds the answers that are searched for unknown members, and depth how deep.
	maxSearched = 64 << 10
	maxDepth    = 8
	// maxNamed bounds how many unknown members of an answer are named.
	maxNamed = 3
)

// strangeIn names what Crier does not know of an answer, printable and bounded; empty when that is
// nothing. Nothing is decided by it.
func strangeIn(x *exchange, answer any, failed *Error) string {
	found := slices.Clone(x.odd)
	if failed != nil && failed.Code != 0 && !IsKnown(failed.Code, failed.Subcode) {
		found = append(found, fmt.Sprintf("the error %d with subcode %d", failed.Code, failed.Subcode))
	}
	if told, ok := answer.(interface{ unknownValue() string }); ok {
		if value := told.unknownValue(); value != "" {
			found = append(found, value)
		}
	}
	return clean(strings.Join(found, "; "), x.account.Token)
}

// oddHeaders names what an answer's header announces of a change.
func oddHeaders(h http.Header) (found []string) {
	if version := h.Get("Facebook-Api-Version"); version != "" && version != Version {
		found = append(found, "the version "+version+" where "+Version+" was asked")
	}
	return append(found, httpclient.Announcements(h)...)
}

// ordinaryMembers are those that answers have and that nothing here is read from.
var ordinaryMembers = []string{
	"cursors", "before", "after", "previous", "next", "paging", "data", "id", "success", "error", "debug_info",
	// Of a token's inspection.
	"app_id", "application", "data_access_expires_at", "granular_scopes", "issued_at", "metadata", "profile_id", "target_ids", "type", "user_id",
	// Of a video's phases.
	"copyright_check_status", "matches_found", "processing_phase", "processing_progress", "publish_status", "publish_time", "publishing_phase", "status",
}

// oddMembers names the members of an answer that its form here does not have.
func oddMembers[T any](body []byte) (found []string) {
	var whole any
	if len(body) > maxSearched || httpclient.Unmarshal(body, &whole) != nil {
		return nil
	}
	unknown := make(map[string]bool)
	addUnknown(unknown, whole, knownMembers(reflect.TypeFor[T]()), maxDepth)
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		if found = append(found, "the member "+name); len(found) == maxNamed {
			break
		}
	}
	return found
}

// addUnknown adds the names of an object, and of what is in it, that are not among the known ones.
func addUnknown(unknown map[string]bool, value any, known map[string]bool, depth int) {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			if !known[name] {
				unknown[name] = true
			} else if depth > 0 {
				addUnknown(unknown, inner, known, depth-1)
			}
		}
	case []any:
		for _, inner := range v {
			addUnknown(unknown, inner, known, depth)
		}
	}
}

// membersOfForms are the known members of each form of answer, made once: a map[string]bool by its
// reflect.Type.
var membersOfForms sync.Map

// knownMembers returns the names of the members that an answer of the form may have. The caller
// does not change them.
func knownMembers(form reflect.Type) map[string]bool {
	stored, _ := membersOfForms.Load(form)
	if known, ok := stored.(map[string]bool); ok {
		return known
	}
	names := make(map[string]bool)
	for _, name := range ordinaryMembers {
		names[name] = true
	}
	addNames(names, form, maxDepth)
	membersOfForms.Store(form, names)
	return names
}

// addNames adds the names of the members that a type reads.
func addNames(names map[string]bool, t reflect.Type, depth int) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || depth == 0 {
		return
	}
	for field := range t.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			names[name] = true
		}
		addNames(names, field.Type, depth-1)
	}
}

// unknownValue names a state that the network does not document.
func (a statusAnswer) unknownValue() string {
	if a.Code == "" || slices.Contains([]StatusCode{InProgress, Finished, Published, Failed, Expired}, StatusCode(a.Code)) {
		return ""
	}
	return "the state " + a.Code
}

// unknownValue names a kind of media that the network does not document.
func (a mediaAnswer) unknownValue() string {
	if a.Type != "" && !slices.Contains([]string{"IMAGE", "VIDEO", "CAROUSEL_ALBUM"}, a.Type) {
		return "the media type " + a.Type
	}
	if a.ProductType != "" && !slices.Contains([]string{"AD", "FEED", "STORY", "REELS"}, a.ProductType) {
		return "the product type " + a.ProductType
	}
	return ""
}

func (a pageAnswer) unknownValue() string {
	for _, m := range a.Data {
		if value := m.unknownValue(); value != "" {
			return value
		}
	}
	return ""
}

// unknownValue names a kind of account that the network does not document.
func (a profileAnswer) unknownValue() string {
	return unlike("account type", a.AccountType, string(Business), string(Creator), "MEDIA_CREATOR", "PERSONAL")
}

// unknownValue names a kind of token that the network does not document.
func (a debugAnswer) unknownValue() string {
	return unlike("token's type", a.Data.Type, string(UserToken), string(PageToken), "APP", "SYSTEM_USER")
}

// unknownValue names a state of a video, or of one of its phases, that the network does not
// document.
func (a pageVideoAnswer) unknownValue() string {
	s := a.Status
	return cmp.Or(
		unlike("video's state", s.Video, "ready", "processing", VideoExpired, VideoError, "upload_complete"),
		s.Uploading.unknownValue(), s.Processing.unknownValue(), s.Publishing.unknownValue(),
	)
}

func (a uploadStatusAnswer) unknownValue() string {
	return cmp.Or(a.statusAnswer.unknownValue(), a.Video.Uploading.unknownValue())
}

func (p phaseAnswer) unknownValue() string {
	return cmp.Or(
		unlike("phase", p.Status, PhaseWaiting, PhaseRunning, PhaseComplete, PhaseError),
		unlike("publish status", p.PublishStatus, VideoPublished, "draft", "scheduled", PhaseWaiting),
	)
}

// unlike names a word that is none of the known ones, in whatever letters the network writes them.
func unlike(what, word string, known ...string) string {
	if word == "" || slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, word) }) {
		return ""
	}
	return "the " + what + " " + word
}

// LogStrange returns a function that logs what is unknown in the answers of calls, as
// httpclient.LogUnknown does.
func LogStrange(log *slog.Logger) func(Call) {
	tell := httpclient.LogUnknown(log)
	return func(c Call) {
		tell(httpclient.Unknown{Op: c.Op, What: c.Strange, Status: c.HTTPStatus, Path: c.Path})
	}
}
