package corpus

import "slices"

// MakeAll makes the cases of All another time.
func MakeAll() []Case { return slices.Concat(makePictures(), Impostors(), makeVideos()) }
