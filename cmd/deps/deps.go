//go:build deps

package deps

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/chromedp/chromedp"
	_ "github.com/go-json-experiment/json"
	_ "github.com/golang-jwt/jwt/v5"
	_ "github.com/robfig/cron/v3"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/uptrace/bun"
	_ "github.com/uptrace/bun/dialect/sqlitedialect"
	_ "github.com/danielgtaylor/huma/v2/adapters/humago"
	_ "go.uber.org/fx"
	_ "go.uber.org/fx/fxtest"
	_ "go.uber.org/goleak"
	_ "golang.org/x/image/webp"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/image/draw"
	_ "golang.org/x/sys/unix"
	_ "modernc.org/sqlite"
)
