package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/loopback"
	"crier/platform/sandbox"
)

// readableError is a refusal of the service in the words of the command line.
type readableError struct {
	message string
	code    apperror.Code
}

func (e readableError) Error() string { return e.message }

// readable removes the code from an error for a person. An invalid argument is a mistake in the
// call.
func readable(err error) error {
	known := apperror.From(err)
	if known == nil {
		return err
	}
	readable := readableError{inCommands(known.Message), known.Code}
	if isOfTheCall(known.Code) {
		return usageError{readable}
	}
	return readable
}

// isOfTheCall reports whether a code says that the call can never succeed.
func isOfTheCall(code apperror.Code) bool {
	return slices.Contains([]apperror.Code{
		apperror.ValidationError, apperror.InvalidSchedule, apperror.InvalidTags, apperror.InvalidMentions, apperror.InvalidCollaborators,
		apperror.InvalidCrossPost, apperror.InvalidMediaType, apperror.InvalidCarousel,
	}, code)
}

// Codes of errors of the command line itself.
const (
	codeUsage      = "USAGE"
	codeFailed     = "FAILED"
	codeNotRunning = "NOT_RUNNING"
)

// errorReport is an error as JSON, in the form of the service's errors.
type errorReport struct {
	Error string `json:"error"`
	// Code is the service's, or one of those above.
	Code     string `json:"code"`
	ExitCode int    `json:"exitCode"`
}

func reportOf(err error, exit int) errorReport {
	code := codeFailed
	readable, isReadable := errors.AsType[readableError](err)
	switch {
	case isReadable:
		code = string(readable.code)
	case errors.Is(err, errNotRunning):
		code = codeNotRunning
	case exit == exitUsage:
		code = codeUsage
	}
	return errorReport{Error: onOneSentence(err), Code: code, ExitCode: exit}
}

// onOneSentence joins the lines of an error.
func onOneSentence(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// withHint adds the remedy to an error that keeps the service from starting.
func withHint(err error) error {
	if errors.Is(err, database.ErrNotLost) {
		return usageError{err}
	}
	if database.DiskFull(err) {
		return fmt.Errorf("the disk is full, and Crier cannot start without some room in its data folder: delete something that you do not need, and start again (%w)", err)
	}
	if database.IsDamaged(err) || errors.Is(err, database.ErrNewerSchema) {
		return ofDamage(err)
	}
	if errors.Is(err, loopback.ErrPortInUse) {
		flag := "--port"
		if errors.Is(err, sandbox.ErrNotStarted) {
			flag = "--sandbox-port"
		}
		return fmt.Errorf("%w; stop the program that has it, or choose another with %s", err, flag)
	}
	return err
}

// ofDamage says what to do about a damaged database, or one of a newer version, if that is the
// cause.
func ofDamage(err error) error {
	if errors.Is(err, database.ErrNewerSchema) {
		return fmt.Errorf("%w; this is Crier %s, and crier upgrade says how to install another", err, onOneLine(version))
	}
	if !database.IsDamaged(err) {
		return err
	}
	return fmt.Errorf("the database of the data folder, crier.db, is damaged, and from it Crier cannot know what it has published: put the last backup back "+
		"with crier restore FILE, which keeps this folder; crier status says when the last backup was made (%w)", err)
}

// apiWords are words of the API in messages of the service, with the words of the command line that
// replace them.
var apiWords = sync.OnceValue(func() []wording {
	return []wording{
		{regexp.MustCompile(`leave crossPostToPartner out`), "leave --share out"},
		{regexp.MustCompile(`crossPostToPartner is ignored`), "--share is ignored"},
		{regexp.MustCompile(`crossPostToPartner shares`), "--share shares"},
		{regexp.MustCompile(`send (the story|stories) without storyMentions`), "leave --mention out"},
		{regexp.MustCompile(`\bstoryMentions are for`), "mentions (--mention) are for"},
		{regexp.MustCompile(`with storyMentions`), "with --mention"},
		{regexp.MustCompile(`(?:body\.)?storyMentions\[\d+\]\.username`), "the username of --mention"},
		{regexp.MustCompile(`\baltText is for IMAGE, not for ([A-Z]+)`), "an alt text (--alt) is for a single picture, not for $1"},
		{regexp.MustCompile(`\buserTags are for`), "tagged people (--tag) are for"},
		{regexp.MustCompile(`(?:body\.)?userTags\[\d+\]\.username`), "the username of --tag"},
		{regexp.MustCompile(`collaborators\[\d+\]`), "--collaborator"},
		{regexp.MustCompile(`body\.collaborators:`), "--collaborator:"},
		{regexp.MustCompile(`body\.caption:`), "--caption:"},
		{regexp.MustCompile(`body\.altText:`), "--alt:"},
		{regexp.MustCompile(`\baltTexts\[\d+\]`), "an alt text (--alt)"},
		{regexp.MustCompile(`; send an empty text in its place`), "; give an empty one (--alt \"\") in its place"},
		{regexp.MustCompile(`\bcoverMediaFileId is the video [0-9a-f-]{36}; a cover is a picture: send one, or thumbOffsetMs for`), "--cover is a video; a cover is a picture: name one, or --cover-at for"},
		{regexp.MustCompile(`\bcoverMediaFileId is for REELS`), "a cover (--cover) is for reels"},
		{regexp.MustCompile(`\bthumbOffsetMs is for REELS`), "a cover (--cover-at) is for reels"},
		{regexp.MustCompile(`\bthumbOffsetMs is (\d+), and the video`), "--cover-at is at $1 milliseconds, and the video"},
		{regexp.MustCompile(`\bshareToFeed is for REELS`), "--no-feed is for reels"},
		{regexp.MustCompile(`\btrial is for REELS`), "a trial (--trial) is for reels"},
		{regexp.MustCompile(`\bpeopleTagged is for REELS and STORIES, not for ([A-Z]+); tag people in a picture with userTags, which have a place in it`), "names without a place (--tag) are for reels and stories, not for $1; write where each person is, such as --tag name@0.5,0.5"},
		{regexp.MustCompile(`(?:body\.)?peopleTagged\[\d+\]`), "the username of --tag"},
		{regexp.MustCompile(`\bfirstComment is not for STORIES`), "--first-comment is not for stories"},
		{regexp.MustCompile(`body\.firstComment:`), "--first-comment:"},
		{regexp.MustCompile(`scheduledFor (\S+) is not in the future`), "the time $1 is not in the future"},
		{regexp.MustCompile(`Send a later time, or publish at once with POST /posts/publish`), "Name a later time, or publish at once"},
		{regexp.MustCompile(`schedule it with POST /schedule and draftId (\S+)`), "schedule it with crier posts publish $1 --at WHEN"},
		{regexp.MustCompile(`publish it with POST /posts/publish and draftId (\S+)`), "publish it with crier posts publish $1"},
		{regexp.MustCompile(`read it with GET /posts/(\S+)`), "crier posts show $1 shows it"},
		{regexp.MustCompile(`\(DELETE /posts/([0-9a-f-]+)\)`), "(crier posts delete $1)"},
		{regexp.MustCompile(`GET /auth/me lists the accounts`), "crier accounts list lists the accounts"},
		{regexp.MustCompile(`mediaFileId is missing; [A-Z]+ needs a file: upload it with POST /media/upload and send its id`), noFileOfPost},
		{regexp.MustCompile(`upload it with POST /media/upload`), "upload it with crier upload"},
		{regexp.MustCompile(`; send their ids in mediaFileIds`), ""},
		// The file is the one that was named, and its id that of an upload which is discarded.
		{regexp.MustCompile(`the file [0-9a-f-]{36} is an image; REELS needs a video\. Publish it as IMAGE or STORIES, or send a video`), "the file is a picture, and a reel needs a video; publish it as an image or a story, or name a video"},
		{regexp.MustCompile(`the file [0-9a-f-]{36} is a video; IMAGE needs an image\. Publish it as REELS or STORIES, or send a picture`), "the file is a video, and an image needs a picture; publish it as a reel or a story, or name a picture"},
		{regexp.MustCompile(`^body\.session: `), ""},
	}
})

// wording is what a message says, and what it says instead.
type wording struct {
	said    *regexp.Regexp
	instead string
}

const (
	noFileOfPost = "the post has no file; crier open opens it in the browser, where you can add one"
	noFileOfRow  = "the row names no file; write one into media"
)

// columns are words of the API, with the columns of an imported file that replace them.
var columns = strings.NewReplacer(noFileOfPost, noFileOfRow, "an alt text (--alt)", "alt_text", "--alt", "alt_text", "--collaborator", "collaborators", "--caption", "caption", "--share", "share")

// inColumns returns a message of the service in the words of an imported file.
func inColumns(message string) string { return columns.Replace(inCommands(message)) }

// inCommands returns a message of the service in the words of the command line.
func inCommands(message string) string {
	for _, word := range apiWords() {
		message = word.said.ReplaceAllString(message, word.instead)
	}
	return message
}
