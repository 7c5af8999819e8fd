package publish

import (
	"net/http"
	"slices"
	"testing"
	"time"
)

// statements returns what plants a mistake by statements on the database.
func statements(all ...string) func(*past) {
	return func(p *past) {
		p.t.Helper()
		// What keeps such a mistake out of the database is not what is tested.
		for _, statement := range append([]string{
			"DROP TRIGGER posts_legal_transitions", "DROP TRIGGER attempts_are_what_they_were", "DROP TRIGGER attempts_verdicts", "INSERT INTO emptied VALUES (1)",
		}, all...) {
			if _, err := p.db.ExecContext(p.t.Context(), statement); err != nil {
				p.t.Fatalf("%s: %v", statement, err)
			}
		}
	}
}

// TestHistories_Planted: the judge finds each mistake that is planted into a history that has gone
// well, by its kind.
func TestHistories_Planted(t *testing.T) {
	t.Parallel()
	taken := []pastEvent{{At: 10 * time.Minute, Kind: isTakenDown, Copy: true}}
	const first, second = "(SELECT min(seq) FROM attempts)", "(SELECT min(seq) + 1 FROM attempts)"
	for name, planted := range map[string]struct {
		way    way
		form   form
		events []pastEvent
		spoil  func(*past)
		want   []flawKind
	}{
		"none":                {way: byFeed},
		"none, with a share":  {way: byPage, form: isReel},
		"published twice":     {way: byFeed, spoil: statements("UPDATE attempts SET post_id = (SELECT post_id FROM attempts WHERE seq = " + first + ") WHERE seq = " + second), want: []flawKind{isDuplicate, isMisattributed}},
		"of no attempt":       {way: byStory, spoil: statements("DELETE FROM attempts WHERE seq = " + first), want: []flawKind{isOwnerless, isMisattributed}},
		"share of no attempt": {way: byPage, spoil: statements("DELETE FROM attempts WHERE channel = 'page' AND seq = (SELECT min(seq) FROM attempts WHERE channel = 'page')"), want: []flawKind{isOwnerless, isMisattributed}},
		"another one's id":    {way: byFeed, spoil: statements("UPDATE posts SET sn_media_id = 'x' || sn_media_id"), want: []flawKind{isMisattributed}},
		"live and FAILED":     {way: byFeed, spoil: statements("UPDATE posts SET status = 'FAILED'"), want: []flawKind{isLostPost, isIllegal}},
		"FAILED, and settled": {way: byStory, spoil: statements("UPDATE posts SET status = 'FAILED'"), want: []flawKind{isLostPost, isIllegal}},
		"never ended":         {way: byFeed, spoil: statements("UPDATE posts SET status = 'PUBLISHING'"), want: []flawKind{isStuckPost, isIllegal}},
		"share forgotten":     {way: byPage, form: isPictureStory, spoil: statements("UPDATE posts SET partner_post_id = NULL"), want: []flawKind{isLostPost}},
		"share of another":    {way: byPage, form: isCarousel, spoil: statements("UPDATE posts SET partner_post_id = 'x' || partner_post_id"), want: []flawKind{isMisattributed}},
		"video forgotten":     {way: byPage, form: isWideReel, spoil: statements("UPDATE posts SET partner_post_id = NULL"), want: []flawKind{isLostPost}},
		"a share that is not": {way: byPotter, spoil: statements("UPDATE posts SET partner_post_id = '1'"), want: []flawKind{isMisattributed}},
		"deleted":             {way: byPage, events: taken},
		"deleted, and another": {way: byPotter, events: taken, spoil: func(p *past) {
			item, _ := p.latest(byPotter)
			p.wire.takenDown[item.id] = true
		}, want: []flawKind{isWrongRemoval}},
		"deleted, without a copy": {way: byPage, events: taken, spoil: func(p *past) { p.removals.asked[p.ids[0]] = false }, want: []flawKind{isWrongRemoval}},
		"deleted, and live":       {way: byPotter, events: taken, spoil: func(p *past) { clear(p.wire.takenDown) }, want: []flawKind{isWrongRemoval}},
		"not live": {way: byPotter, spoil: func(p *past) {
			p.t.Helper()
			p.control(http.MethodPost, "reset", map[string]any{}, nil)
		}, want: []flawKind{isMisattributed}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := history{
				Posts:  []pastPost{{Way: planted.way, Form: planted.form, Text: "ann"}, {Way: planted.way, Form: planted.form, Text: "bob", At: time.Second}},
				Events: planted.events, spoil: planted.spoil,
			}
			var kinds []flawKind
			wrong, _ := h.live(t, newOrigin(t))
			for _, one := range wrong {
				kinds = append(kinds, one.kind)
			}
			slices.Sort(kinds)
			slices.Sort(planted.want)
			if got := slices.Compact(kinds); !slices.Equal(got, planted.want) {
				t.Errorf("found %v, want %v: %v", got, planted.want, wrong)
			}
		})
	}
}
