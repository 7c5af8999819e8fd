package child

import "os"

// giveWay makes this process, and all that it starts, the first that the kernel ends when the
// machine is short of memory: a picture or a video must not cost the service its life. The child
// does that itself before it does anything else, because the service could only do it after the
// start of the child. A system that does not allow it, as some containers do, chooses as before.
func giveWay() {
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}
