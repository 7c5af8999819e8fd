package publish

import (
	"slices"

	"crier/modules/posts/publish/attempt"
	"crier/platform/database"
)

var ledgerOfAll = database.SelectFrom[attempt.Attempt]("ORDER BY seq")

// isUnanswered reports whether the network answers nothing about the posts. Rounds of the search do
// not count then, so that none may be taken for done.
func (p *past) isUnanswered() bool {
	p.wire.mu.Lock()
	defer p.wire.mu.Unlock()
	return p.wire.offline || p.wire.isForeign || p.wire.isRefusing
}

func (p *past) setRefusing(isRefusing bool) {
	p.wire.mu.Lock()
	p.wire.isRefusing = isRefusing
	p.wire.mu.Unlock()
}

// connect has the network take the tokens again, and the user connect the accounts.
func (p *past) connect() {
	p.t.Helper()
	p.setRefusing(false)
	p.wire.say("the accounts are connected again")
	accounts, err := p.accounts.Accounts(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	for _, a := range accounts {
		if err := p.accounts.MarkTokenAlive(p.t.Context(), a.ID); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (p *past) setOffline(offline bool) {
	p.wire.mu.Lock()
	p.wire.offline = offline
	p.wire.mu.Unlock()
}

func (p *past) setForeign(isForeign bool) {
	p.wire.mu.Lock()
	p.wire.isForeign = isForeign
	p.wire.mu.Unlock()
}

// befall brings an event about. What cannot happen does not.
func (p *past) befall(e pastEvent) {
	p.t.Helper()
	id := p.ids[min(e.Post, len(p.ids)-1)]
	p.wire.say(string(e.Kind))
	switch e.Kind {
	case byHand, isManyByHand:
		for range max(e.Times, 1) {
			p.postByHand(e)
		}
	case isRemark:
		p.remark(e, id)
	case isRemoved:
		p.remove(e.Way)
	case isEdited:
		p.edit(e)
	case isDeleted:
		if !id.IsZero() && p.service.Delete(p.t.Context(), id) == nil {
			p.deleted[id] = true
		}
	case isTakenDown:
		p.takeDown(id, e.Copy)
	case isRetried:
		if !id.IsZero() {
			_ = p.service.Retry(p.t.Context(), id)
		}
	case isRestarted, isKilled:
		p.restart(e.Kind == isKilled)
	case isKilledAt:
		p.wire.mu.Lock()
		p.wire.left, p.wire.delivered = e.Call, e.Delivered
		p.wire.mu.Unlock()
	case isClockSet:
		p.machine.Jump(e.By)
		p.wrong = append(p.wrong, setBack{p.right.Now().Add(e.For), -e.By})
		slices.SortStableFunc(p.wrong, func(a, b setBack) int { return a.at.Compare(b.at) })
	case isOffline, isPortal:
		p.setOffline(e.Kind == isOffline)
		p.setForeign(e.Kind == isPortal)
		p.reached = p.right.Now().Add(e.For)
		p.aways = append(p.aways, away{p.right.Now(), p.reached})
	case isTokenRefused:
		p.setRefusing(true)
		p.connected = p.right.Now().Add(e.For)
		p.aways = append(p.aways, away{p.right.Now(), p.connected})
	case isAsleep:
		p.aways = append(p.aways, away{p.right.Now(), p.right.Now().Add(e.For)})
		p.slept += e.For
		p.passNetwork(e.For)
		p.machine.Sleep(e.For)
	}
}
