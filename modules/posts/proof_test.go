package posts

import (
	"strings"
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/uptime"
	"crier/platform/wireid"
)

// TestProof_OfEachVerdict: a proof has what the ledger has, in words that fit the verdict.
func TestProof_OfEachVerdict(t *testing.T) {
	t.Parallel()
	b := setup(t)
	p := newProofs(b.db, newRecords(b.db, b.clock, uptime.New(b.db, b.clock, config.Sandbox), b.files, b.history))
	if _, err := p.find(t.Context(), wireid.New()); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("of no post: %v", err)
	}
	post := b.insert(t, in(Published))
	if proof, err := p.find(t.Context(), post.ID); err != nil || proof.PublishCalls != 0 || len(proof.Attempts) != 0 {
		t.Errorf("before any call: %+v, %v", proof, err)
	}
	id, answer, why := "17920238422030506", "id 17920238422030506", "it is the only item that it can be"
	way := func(h attempt.How) *attempt.How { return &h }
	for _, a := range []attempt.Attempt{
		{Channel: attempt.Feed, Ref: "c1", Verdict: attempt.Absent, Evidence: &why},
		{Channel: attempt.Feed, Ref: "c1", AnsweredAt: at(start.Add(412 * time.Millisecond)), Answer: &answer, Verdict: attempt.Live, MediaID: &id, How: way(attempt.ByAnswer)},
		{Channel: attempt.Feed, Ref: "c2", Verdict: attempt.Live, MediaID: &id, How: way(attempt.Found), Evidence: &why},
		{Channel: attempt.Story, Verdict: attempt.Live, MediaID: &id, How: way(attempt.Read), Evidence: &why},
		{Channel: attempt.Page, Ref: "o1", Verdict: attempt.Open},
		{Channel: attempt.Page, Ref: "o1", Verdict: attempt.GivenUp},
	} {
		a.PostID, a.AccountID, a.SentAt = post.ID, b.bakery.ID, *at(start)
		if err := attempt.Insert(t.Context(), b.db, &a); err != nil {
			t.Fatal(err)
		}
	}
	proof, err := p.find(t.Context(), post.ID)
	if err != nil || proof.PublishCalls != 4 || len(proof.Attempts) != 6 {
		t.Fatalf("got %+v, %v", proof, err)
	}
	for i, want := range []struct {
		place            Place
		verdict, by, say string
	}{
		{OnInstagram, "absent", "", "No answer came. The call had no effect: it is the only item"},
		{OnInstagram, "live", "answer", "after 412ms. The answer proves"},
		{OnInstagram, "live", "found", "the post is live: it is the only item that it can be."},
		{OnInstagram, "live", "listed", "the post is live: "},
		{OnPage, "open", "", "not known yet"},
		{OnPage, "given up", "", "Nobody can tell whether it took effect."},
	} {
		got := proof.Attempts[i]
		if got.Place != want.place || got.Verdict != want.verdict || value(got.ProvedBy) != want.by || !strings.Contains(got.Says, want.say) ||
			got.IntentAt != *at(start) || (got.NetworkID == nil) != (want.by == "") {
			t.Errorf("attempt %d: %+v, it says %s", i, got, got.Says)
		}
	}
	if proof.Attempts[3].Prepared != nil || value(proof.Attempts[0].Prepared) != "c1" {
		t.Errorf("prepared were %v and %v", proof.Attempts[3].Prepared, proof.Attempts[0].Prepared)
	}
}
