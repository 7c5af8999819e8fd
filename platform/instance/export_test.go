package instance

import "os"

// FailToSync makes each sync of the mark fail from now on, once the record has been written.
func (i *Instance) FailToSync(err error) { i.marks.sync = func(*os.File) error { return err } }
