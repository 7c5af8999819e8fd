//go:build !killpoints

package scheduler

import "github.com/robfig/cron/v3"

func paced(s cron.Schedule) cron.Schedule { return s }
