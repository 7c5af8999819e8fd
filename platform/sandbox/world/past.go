package world

// How much of what is over the network still answers for, of each kind: the latest so many, and a
// quarter more before older ones are put into the past.
const (
	KeptLive  = 2000
	liveSlack = KeptLive / 4
	// MaxPast is how much of it the ledger still shows.
	MaxPast = 20_000
	// maxLoggedCalls is how many of the latest calls the log keeps, and maxUnexpected how many of
	// the unexpected ones.
	maxLoggedCalls = 10_000
	maxUnexpected  = 10_000
)

// Past is what has happened and can no longer change: for the ledger and the log.
type Past struct {
	*core

	Publications *Archive[*Media]
	PageItems    *Archive[*PageItem]
	PublishCalls *Archive[PublishCall]
	Unexpected   *Archive[UnexpectedCall]
	Calls        *Archive[*LoggedCall]
	// forgotten is how many publications, things on Pages and publish calls an earlier run had
	// forgotten.
	forgotten int
}

// maxRecordedIDBytes bounds what is kept of the id that a publish call names.
const maxRecordedIDBytes = 64

func newPast(c *core) *Past {
	return &Past{
		core:         c,
		Publications: newArchive[*Media](MaxPast), PageItems: newArchive[*PageItem](MaxPast), PublishCalls: newArchive[PublishCall](MaxPast),
		Unexpected: newArchive[UnexpectedCall](maxUnexpected), Calls: newArchive[*LoggedCall](maxLoggedCalls),
	}
}

// lost is how many entries the ledger once had and has no longer.
func (p *Past) lost() int {
	return p.forgotten + p.Publications.forgotten + p.PageItems.forgotten + p.PublishCalls.forgotten
}

// PutPublishCall records a call of media_publish for the container of the id, whatever came of it.
func (p *Past) PutPublishCall(id, outcome string) {
	c := PublishCall{ContainerID: id[:min(len(id), maxRecordedIDBytes)], Outcome: outcome}
	p.record().PublishCalls = append(p.record().PublishCalls, c)
	p.PublishCalls.add(c)
}

func (p *Past) putUnexpected(u UnexpectedCall) {
	p.record().Unexpected = append(p.record().Unexpected, u)
	p.Unexpected.add(u)
}

// PutCall puts a call into the log.
func (p *Past) PutCall(c *LoggedCall) {
	p.record().Calls = append(p.record().Calls, c)
	p.Calls.add(c)
}
