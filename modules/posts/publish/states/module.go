package states

import (
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module has the posts of a running service compared with the table, five minutes after a start and
// then once a day.
var Module = fx.Provide(
	newWatch,
	scheduler.ProvideChore("posts.states", "@every 5m", (*watch).checkDaily),
)
