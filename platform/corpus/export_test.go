package corpus

import "slices"

// MakeAll makes the cases of All a second time.
func MakeAll() []Case { return slices.Concat(makePictures(), Impostors(), makeVideos()) }
