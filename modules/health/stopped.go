package health

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"time"

	"crier/modules/posts"
	"crier/platform/database"
	"crier/platform/secrets"
)

// portPatience bounds how long a program on this machine takes to accept a connection.
const portPatience = time.Second

// OfStopped is the report of a folder that no service uses. The DB of the Folder is opened by it,
// if it can be; port is the one that a service would listen on.
func OfStopped(ctx context.Context, f Folder, port string) (HealthReport, error) {
	key, err := secrets.LoadKey(f.Dir.SecretKey())
	if err == nil {
		f.Box, err = secrets.NewBox(key)
	}
	f.KeyProblem = err
	var parts []HealthPart
	_, err = database.LookInto(ctx, f.Dir, func(db *database.DB) error {
		f.DB = db
		stopped := f.stopped(ctx, port)
		deep, err := f.Deep(ctx)
		if err != nil {
			return err
		}
		quick, err := f.Quick(ctx)
		parts = append(append([]HealthPart{stopped}, deep...), quick...)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return Sorted([]HealthPart{part("database", "Database", "There is none yet: the first start makes one."), f.modes(), f.room()}, f.Now), nil
	}
	if err != nil && ctx.Err() == nil {
		bad := unread("database", "Database", err)
		if database.IsDamaged(err) || errors.Is(err, database.ErrLost) {
			bad = bad.is(Mend, "It is damaged or gone. Put a backup in its place.", HealthFix{Label: "Restore a backup", Command: "crier restore FILE"})
		}
		return Sorted([]HealthPart{bad, f.modes(), f.room()}, f.Now), nil
	}
	return Sorted(parts, f.Now), err
}

// stopped says what a service that does not run leaves undone, and who has its port.
func (f Folder) stopped(ctx context.Context, port string) HealthPart {
	p := part("service", "Crier", "It does not run, and nothing waits.")
	if inUse, err := f.Dir.InUse(); err != nil || inUse {
		if err != nil {
			return unread(p.ID, p.Name, err)
		}
		return p.is(Mend, "One has this data folder, and does not answer. It may be starting; if it stays so, stop that program, and start it again.", HealthFix{Label: "Read its log", Command: "crier logs"})
	}
	fix := HealthFix{Label: "Start it", Command: "crier serve"}
	n, first, err := posts.CountUnattended(ctx, f.DB)
	if err != nil {
		return unread(p.ID, p.Name, err)
	}
	if port != "0" {
		dialer := net.Dialer{Timeout: portPatience}
		if other, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", port)); err == nil {
			_ = other.Close()
			return p.is(Soon, "It does not run, and another program listens on its port.", HealthFix{Label: "Use another port", Command: "crier serve --port 0"}).counts(port, "port")
		}
	}
	if n > 0 {
		return p.is(Mend, "It does not run, and "+counted(int(n), "post waits", "posts wait")+" to go out.", fix).from("the first is due at "+first.String()).counts(fmt.Sprint(n), "waiting")
	}
	p.Fix = fix
	return p
}
