package cloud

import (
	"context"
	"maps"
	"strings"
	"time"

	"crier/modules/cloud/worker"
	"crier/platform/cloudflare"
)

const (
	// listKept is how long a list of one page is shown before it is asked for again. A list of
	// several pages is kept as many times as long, so that a day has at most 960 of the free plan's
	// 1,000 lists, whatever prefixes are asked for.
	listKept   = 90 * time.Second
	mostPages  = 40
	metaPrefix = "meta:"
)

// mirrorFacts is what is in KV.
type mirrorFacts struct {
	keys []CloudKey
	meta map[string]string
}

// Keys returns the keys of KV that begin with the prefix, and the values of the worker's own keys.
func (i *inspector) Keys(ctx context.Context, prefix string) (CloudKV, error) {
	st, account, isDeployed, err := i.reader()
	if err != nil || !isDeployed {
		return CloudKV{}, err
	}
	got, err := i.mirror.get(ctx, st.row.AccountID+"/"+st.row.NamespaceID, i.stack.clock.Now(), func(ctx context.Context) (mirrorFacts, time.Duration, error) {
		return readMirror(ctx, account.Namespace(st.row.NamespaceID))
	})
	if err != nil {
		return CloudKV{}, explained(err)
	}
	answer := CloudKV{Configured: true, Keys: []CloudKey{}, MetaValues: make(map[string]string, len(got.meta))}
	for _, key := range got.keys {
		if strings.HasPrefix(key.Name, prefix) {
			answer.Keys = append(answer.Keys, key)
		}
	}
	answer.KeyCount = int64(len(answer.Keys))
	maps.Copy(answer.MetaValues, got.meta)
	if fresh, ok := i.reports.lastRun(ctx); ok && fresh != nil {
		answer.MetaValues[worker.KeyLastRun] = fresh.String()
	}
	return answer, nil
}

// readMirror reads all keys, and how long they are to be kept.
func readMirror(ctx context.Context, kv *cloudflare.KV) (mirrorFacts, time.Duration, error) {
	var facts mirrorFacts
	var about []string
	cursor, pages := "", 0
	for {
		page, err := kv.Keys(ctx, "", cursor, 0)
		pages++
		if err != nil {
			return mirrorFacts{}, listKept * time.Duration(pages), err
		}
		for _, key := range page.Keys {
			facts.keys = append(facts.keys, CloudKey{Name: key.Name})
			if strings.HasPrefix(key.Name, metaPrefix) && len(about) < cloudflare.MaxBulkGetKeys {
				about = append(about, key.Name)
			}
		}
		if cursor = page.Cursor; cursor == "" || pages == mostPages {
			break
		}
	}
	meta, err := kv.GetAll(ctx, about)
	facts.meta = meta
	return facts, listKept * time.Duration(pages), err
}
