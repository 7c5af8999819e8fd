package publish

import (
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
)

// channels are the channels in the order in which they are tried. The last one also serves for an
// unknown channel.
type channels []channel.Channel

// forPost returns the channel by which the post goes out, or went out: the first that takes it. Its
// share is another channel's.
func (c channels) forPost(post posts.Post) channel.Channel {
	for _, one := range c {
		if one.Takes(post) {
			return one
		}
	}
	return c[len(c)-1]
}

// byName returns the channel of an attempt.
func (c channels) byName(name attempt.Channel) channel.Channel {
	for _, one := range c {
		if one.Name() == name {
			return one
		}
	}
	return c[len(c)-1]
}
