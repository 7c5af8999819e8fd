package publish

import (
	"context"
	"strings"
	"testing"

	"crier/modules/posts"
	"crier/platform/apperror"
)

// live stores a published post of the account whose posts programs can delete.
func (b *bundle) live(t *testing.T) posts.Post {
	t.Helper()
	post := in(posts.Published)
	post.SocialAccountID, post.SNMediaID, post.PublishedAt = b.potter.ID, new("18000000000000001"), at(start)
	return b.insert(t, post)
}

// TestRemove_WhenTheNetworkCannotBeAsked for a failure of Crier's own: nothing is known of the
// post, so it stays.
func TestRemove_WhenTheNetworkCannotBeAsked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.live(t)
	if _, err := b.db.ExecContext(t.Context(), "ALTER TABLE account_tokens RENAME TO gone"); err != nil {
		t.Fatal(err)
	}
	if removal, err := b.engine.remover.Remove(t.Context(), post.ID, false); err == nil {
		t.Errorf("got %+v", removal)
	}
	if got := b.read(t, post.ID); got.Status != posts.Published || len(b.network.heard()) != 0 {
		t.Errorf("the post is %s, the network heard %v", got.Status, b.network.heard())
	}
}

// TestRemove_ItsCallerGoesMeanwhile: what the network has deleted leaves the history all the same.
func TestRemove_ItsCallerGoesMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.live(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.network.deleting = cancel
	removal, err := b.engine.remover.Remove(ctx, post.ID, false)
	if err != nil || !removal.Deleted || ctx.Err() == nil {
		t.Errorf("got %+v, %v", removal, err)
	}
	if _, err := b.service.Post(t.Context(), post.ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("the post is still there: %v", err)
	}
}

// TestRemove_SaysWhatToDo: the post leaves the history, so the advice is not to retry it.
func TestRemove_SaysWhatToDo(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"error":{"code":10,"message":"No permission"}}`:                   "a permission is missing. The network says: No permission (code 10); delete it in the network's own app",
		`{"error":{"code":190,"error_subcode":463,"message":"It is over"}}`: "the token has expired. The network says: It is over (code 190/463); delete it in the network's own app",
	} {
		b := setup(t)
		post := b.live(t)
		b.network.refuse(answer)
		removal, err := b.engine.remover.Remove(t.Context(), post.ID, false)
		if err != nil || removal.Deleted || removal.Reason != want {
			t.Errorf("%s: got %+v, %v", answer, removal, err)
		}
	}
	b := setup(t)
	post := b.live(t)
	b.network.cut()
	removal, err := b.engine.remover.Remove(t.Context(), post.ID, false)
	if err != nil || removal.Deleted || !strings.HasSuffix(removal.Reason, "; look in the network's own app whether it is there, and delete it there") {
		t.Errorf("cut off: got %+v, %v", removal, err)
	}
}
