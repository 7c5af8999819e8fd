package cloud

import (
	"context"
	"time"

	"crier/modules/cloud/worker"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

const (
	// cronKept is how long Cloudflare is not asked again for the triggers.
	cronKept = 30 * time.Second
	// overlayPatience is how long the worker is waited for where its answer is only the fresher
	// one.
	overlayPatience = 3 * time.Second
)

// cronFacts is what Cloudflare says of the triggers.
type cronFacts struct {
	crons    []CloudCron
	modified *wiretime.Time
	// mirrored is when the cron last ran, as KV has it: up to five minutes late.
	mirrored *wiretime.Time
}

// CronStatus returns the triggers, and when the worker last ran by them.
func (i *inspector) CronStatus(ctx context.Context) (CloudCronStatus, error) {
	st, account, isDeployed, err := i.reader()
	if err != nil || !isDeployed {
		return CloudCronStatus{}, err
	}
	got, err := i.cron.get(ctx, st.row.AccountID+"/"+st.row.WorkerName, i.stack.clock.Now(), func(ctx context.Context) (cronFacts, time.Duration, error) {
		facts, err := readCron(ctx, account, st.row)
		return facts, cronKept, err
	})
	if err != nil {
		return CloudCronStatus{}, explained(err)
	}
	status := CloudCronStatus{Configured: true, Crons: got.crons, HasCron: len(got.crons) > 0, LastCronRun: got.mirrored, ModifiedOn: got.modified}
	if fresh, ok := i.reports.lastRun(ctx); ok {
		status.LastCronRun = fresh
	}
	return status, nil
}

func readCron(ctx context.Context, account *cloudflare.Account, row storedWorker) (cronFacts, error) {
	schedules, err := account.Workers().Schedules(ctx, row.WorkerName)
	if err != nil && !cloudflare.Is(err, cloudflare.NotFound) {
		return cronFacts{}, err
	}
	facts := cronFacts{crons: []CloudCron{}}
	for _, one := range schedules {
		facts.crons = append(facts.crons, CloudCron{Cron: one.Cron})
		for _, at := range []time.Time{one.Created, one.Modified} {
			if !at.IsZero() && (facts.modified == nil || at.After(facts.modified.Time())) {
				facts.modified = wiretime.Ptr(at)
			}
		}
	}
	if value, err := account.Namespace(row.NamespaceID).Get(ctx, worker.KeyLastRun); err == nil {
		facts.mirrored = instantOf(string(value))
	}
	return facts, nil
}

// instantOf returns nil for a text that is no instant.
func instantOf(text string) *wiretime.Time {
	at, err := wiretime.Parse(text)
	if err != nil {
		return nil
	}
	return &at
}
