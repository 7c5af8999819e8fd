package schedule

import (
	"strings"

	"crier/modules/posts"
	"crier/platform/httpapi"
)

func requestExamples() []httpapi.Example {
	return posts.RequestExamples(`,"scheduledFor":"2026-12-24T09:00:00+01:00","timezone":"Europe/Lisbon"`)
}

func scheduleAnswers() []httpapi.Example {
	const members = `{"postId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","status":"SCHEDULED","scheduledFor":"2026-12-24T08:00:00.000Z","timezone":"Europe/Lisbon",`
	return []httpapi.Example{
		{Name: "local", Summary: "This program publishes it, and must be running then", Body: members + `
			"jobId":"e4d3c2b1-a09f-4e8d-b7c6-5a4f3e2d1c0b","isCloud":false,"warnings":[]}`},
		{Name: "cloud", Summary: "The cloud worker publishes it, also while this machine is off", Body: members + `
			"jobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","cloudJobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","isCloud":true,"warnings":[]}`},
		{Name: "cloudSilent", Summary: "The cloud worker did not answer; the post is kept here and handed over as soon as it does", Body: members + `
			"jobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","cloudJobId":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","isCloud":true,
			"warnings":[{"code":"WORKER_UNREACHABLE","message":"the cloud worker cannot be reached; the post is kept here and handed over as soon as that works"}]}`},
	}
}

func scheduledPage() httpapi.Example {
	return httpapi.Example{
		Name: "page", Summary: "One post that waits for its time", Changes: `{"posts":[` + posts.ScheduledAnswer().Changes + `]}`,
	}
}

func rescheduleRequests() []httpapi.Example {
	return []httpapi.Example{
		{Name: "time", Summary: "An hour later", Body: `{"scheduledFor":"2026-12-24T10:00:00+01:00"}`},
		{Name: "caption", Summary: "Another caption, and no place any more", Body: `{"caption":"Open on Christmas Eve","locationId":null,"locationName":null}`},
	}
}

func changeRequests() []httpapi.Example {
	return []httpapi.Example{
		{Name: "plan", Summary: "A draft is planned for another day", Body: `{"plannedFor":"2026-12-18T09:00:00+01:00","timezone":"Europe/Berlin"}`},
		{Name: "time", Summary: "A scheduled post is moved", Body: `{"scheduledFor":"2026-12-24T10:00:00+01:00"}`},
		{Name: "files", Summary: "Two pictures in place of one", Body: `{"mediaType":"CAROUSEL","mediaFileId":null,
			"mediaFileIds":["1b4e28ba-2fa1-4d2e-883f-0016d3cca427","9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e"]}`},
	}
}

func changeAnswers() []httpapi.Example {
	scheduled := posts.ScheduledAnswer()
	scheduled.Changes = strings.TrimSuffix(scheduled.Changes, "}") + `,"plannedFor":null,"warnings":[]}`
	return []httpapi.Example{scheduled}
}
