package quarantine

import (
	"context"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// Standing says how a post stands at the cloud worker, compared with this folder.
type Standing int

const (
	// NotAsked: the worker was not asked about the post.
	NotAsked Standing = iota
	// InStep: the worker has the post as this folder knows it, and publishes it whatever the
	// quarantine holds here.
	InStep
	// Otherwise: the worker's copy differs, or this folder is about to change it there.
	Otherwise
	// Missing: the worker does not have the post, or not yet.
	Missing
)

// Worker reports how posts stand at the cloud worker. Its error says why the worker cannot be
// asked.
type Worker interface {
	Standing(ctx context.Context, ids []wireid.ID) (map[wireid.ID]Standing, error)
}

// judgeCloud judges posts of the cloud worker by whether it has them as this folder knows them.
func judgeCloud(ctx context.Context, worker Worker, list []posts.Post) ([]judgement, error) {
	ids := make([]wireid.ID, len(list))
	for i, post := range list {
		ids[i] = post.ID
	}
	standing, err := worker.Standing(ctx, ids)
	own := apperror.From(err)
	if err != nil && own == nil {
		return nil, err
	}
	judged := make([]judgement, len(list))
	for i, id := range ids {
		switch standing[id] {
		case InStep:
			judged[i] = judgement{verdict: Cloud, says: "the cloud worker has it as it is here, and publishes it in its time, unless you take it back (crier cloud takeover)"}
		case Otherwise:
			judged[i] = unsure("the cloud worker has it with other content or another time: releasing it sends it there as it is here, cancelling it cancels it there (crier schedule cancel), and taking over takes it back (crier cloud takeover)")
		case Missing:
			judged[i] = unsure("the cloud worker no longer has it, as after a cancellation: releasing it sends it there again, cancelling it makes a draft of it (crier schedule cancel), and taking over takes it back (crier cloud takeover)")
		default:
			judged[i].says = "it is not known what the cloud worker has of it; you can take it back (crier cloud takeover)"
			if own != nil {
				judged[i].says += " (" + own.Message + ")"
			}
		}
	}
	return judged, nil
}
