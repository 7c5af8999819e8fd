package orphans

import (
	"context"
	"log/slog"

	"crier/platform/clock"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module provides the Folder of the data folder, and the chore that deletes batches that were kept
// long enough.
var Module = fx.Provide(
	In,
	scheduler.Provide(func(f *Folder, clk clock.Clock, log *slog.Logger) scheduler.Chore {
		return scheduler.Chore{Name: "orphans.tidy", Spec: "@hourly", Run: func(context.Context) error {
			gone, err := f.Tidy(clk.Now())
			for _, b := range gone {
				if b.Files > 0 {
					log.Warn("orphans: files that the database has not known for 30 days are deleted", "path", b.Path, "files", b.Files, "bytes", b.Bytes)
				}
			}
			return err
		}}
	}),
)
