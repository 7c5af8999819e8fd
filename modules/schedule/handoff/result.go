package handoff

import (
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
)

// resultOf returns a result as posts take it.
func resultOf(job cloud.JobState) posts.CloudResult {
	r := posts.CloudResult{
		IsPublished: job.State == cloud.JobPublished, RetryCount: job.RetryCount, LastAttemptAt: job.LastAttemptAt,
		ContainerID: job.ContainerID, ContainerCreatedAt: job.ContainerCreatedAt, PublishIntentAt: job.PublishIntentAt,
		CallAnswered: job.CallAnswered, MediaID: job.MediaID, IsFound: job.MediaFound, Permalink: job.Permalink, PublishedAt: job.PublishedAt,
		ErrorCode: apperror.UnknownError, ErrorMessage: "the cloud worker could not publish the post",
	}
	if job.ErrorCode != nil {
		if code := apperror.Code(*job.ErrorCode); isKnown(code) {
			r.ErrorCode = code
		}
	}
	if job.ErrorMessage != nil && *job.ErrorMessage != "" {
		r.ErrorMessage = bounded(*job.ErrorMessage)
	}
	return r
}

func isKnown(code apperror.Code) bool {
	_, known := code.Definition()
	return known
}

const maxMessageRunes = 500

// bounded returns a text of the worker's as it is kept.
func bounded(text string) string {
	if runes := []rune(text); len(runes) > maxMessageRunes {
		return string(runes[:maxMessageRunes-1]) + "…"
	}
	return text
}
