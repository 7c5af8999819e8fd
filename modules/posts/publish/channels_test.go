package publish

import (
	"testing"

	"crier/modules/posts/publish/attempt"
)

// TestChannels_HaveTheirNameInTheLedger: the table of attempts lists the names of channels, so that a further one needs a migration. Without
// it no call of the channel could be written down, and so none be made.
func TestChannels_HaveTheirNameInTheLedger(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, ch := range b.engine.channels {
		post := b.insert(t, sought("", nil))
		b.send(t, post, attempt.Attempt{Channel: ch.Name()})
		if b.engine.channels.named(ch.Name()) != ch {
			t.Errorf("two channels are called %s", ch.Name())
		}
	}
}
