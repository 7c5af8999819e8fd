package schedule

import (
	"crier/modules/schedule/handoff"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"

	"go.uber.org/fx"
)

var section = httpapi.Section{
	Name: "Schedule", Place: 50,
	Description: "Posts that wait for their time, and the state of the local queue.",
}

// Module schedules posts.
var Module = fx.Options(
	handoff.Module,
	fx.Provide(
		newService, newCloudAPI, newPostsAPI, newBulk,
		database.ProvideWatched(
			database.Watched{Table: "scheduled_jobs", Kind: events.Queue, ID: "subject_id"},
			database.Watched{Table: "schedule_cloud_jobs", Kind: events.Queue, ID: "post_id"},
		),
		httpapi.ProvideV1(func(s *service) httpapi.Routes {
			return httpapi.Routes{Module: "schedule", Register: s.register, Section: section}
		}),
		httpapi.ProvideInternal(func() httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: registerLocalTime} }),
		httpapi.ProvideInternal(func(a *postsAPI) httpapi.Routes {
			return httpapi.Routes{Module: "schedule.posts", Register: a.register}
		}),
		httpapi.ProvideInternal(func(b *bulk) httpapi.Routes { return httpapi.Routes{Module: "schedule.posts", Register: b.register} }),
		httpapi.ProvideInternal(func(a *cloudAPI) httpapi.Routes {
			return httpapi.Routes{Module: "schedule.cloud", Register: a.register}
		}),
	),
)
