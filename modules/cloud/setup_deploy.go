package cloud

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
)

const (
	defaultBucketName = "crier-media"
	// namePrefix begins the name of a worker that the user has not named; randomInName characters
	// follow it.
	namePrefix   = "crier-"
	randomInName = 8
)

// ensureNamespace keeps the existing namespace, or makes one. One that has the title already is
// taken only when no worker of somebody else has the name, because that worker uses it.
func (r *setupRun) ensureNamespace(ctx context.Context) (string, bool, error) {
	name, err := r.settleName(ctx)
	if err != nil {
		return "", false, err
	}
	if err := r.mustBeFree(ctx, name); err != nil {
		return "", false, err
	}
	title := name + "-posts"
	if known := r.stack.get().row.NamespaceID; known != "" {
		all, err := r.account.Namespaces(ctx)
		if err != nil {
			return "", false, err
		}
		for _, n := range all {
			if n.ID == known {
				return fmt.Sprintf("The KV namespace is %s.", printable(n.Title, "")), false, nil
			}
		}
	}
	n, made, err := r.account.EnsureNamespace(ctx, title)
	if err != nil {
		return "", false, err
	}
	_, err = r.stack.update(ctx, func(row *storedWorker) { row.NamespaceID = n.ID })
	if made {
		return fmt.Sprintf("The KV namespace %s was made.", title), false, err
	}
	return fmt.Sprintf("The KV namespace is %s.", title), false, err
}

// settleName returns the worker's name. It is stored before anything is made under it, so that a
// set-up that failed continues with the same one. Another name has another namespace.
func (r *setupRun) settleName(ctx context.Context) (string, error) {
	known := r.stack.get().row.WorkerName
	name := r.in.WorkerName
	switch {
	case name == "" && known != "", name != "" && name == known:
		return known, nil
	case name == "":
		name = r.setup.newName()
	}
	_, err := r.stack.update(ctx, func(row *storedWorker) {
		row.move(name, row.Subdomain)
		row.NamespaceID = ""
	})
	return name, err
}

// mustBeFree refuses a name that a script of somebody else has. Such a script is not replaced
// without asking.
func (r *setupRun) mustBeFree(ctx context.Context, name string) error {
	if r.stack.get().row.ClaimedAt != nil || r.in.Replace {
		return nil
	}
	_, taken, err := r.account.Workers().Script(ctx, name)
	if err != nil {
		return cloudError(err, apperror.WorkerDeployFailed)
	}
	if taken {
		return apperror.Wrap(apperror.WorkerDeployFailed, NeedsWorker,
			"the account already has a worker called %s, which this Crier did not deploy; choose another name (crier cloud setup --worker), or replace that worker and all that it stores (crier cloud setup --replace)", name)
	}
	return nil
}

// newName returns a name for a worker that the user has not named. It is random, so that two data
// folders in one account have a worker each, and a new worker does not answer at the address of a
// deleted one.
func newName() string { return namePrefix + strings.ToLower(rand.Text()[:randomInName]) }

var ownName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^crier(-[a-z2-7]{8})?$`) })

// otherWorkers returns the names of the account's other workers that look like Crier's.
func otherWorkers(ctx context.Context, account *cloudflare.Account, own string) ([]string, error) {
	all, err := account.Workers().Scripts(ctx)
	if err != nil {
		return nil, cloudError(err, apperror.WorkerDeployFailed)
	}
	var others []string
	for _, one := range all {
		if one.Name != own && ownName().MatchString(one.Name) {
			others = append(others, one.Name)
		}
	}
	return others, nil
}

// ensureSubdomain returns the account's subdomain of workers.dev, and makes one if there is none.
func (r *setupRun) ensureSubdomain(ctx context.Context) (string, bool, error) {
	wanted := cmp.Or(r.in.Subdomain, "crier-"+r.account.ID()[:min(len(r.account.ID()), digitsOfAccount)])
	has, err := r.account.Workers().EnsureSubdomain(ctx, wanted)
	if cloudflare.Is(err, cloudflare.Taken) {
		return "", false, apperror.Wrap(apperror.WorkerDeployFailed, errors.Join(NeedsSubdomain, err), "the name %s.workers.dev belongs to somebody else; choose another one (crier cloud setup --subdomain)", wanted)
	}
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	_, err = r.stack.update(ctx, func(row *storedWorker) { row.move(row.WorkerName, has) })
	return "Workers answer below " + has + ".workers.dev.", r.in.Subdomain != "" && r.in.Subdomain != has, err
}

// upload replaces the script of the worker's name.
func (r *setupRun) upload(ctx context.Context) (string, bool, error) {
	if err := r.claim(ctx); err != nil {
		return "", false, err
	}
	st, deploy := r.stack.get(), r.setup.deployer
	err := deploy.mayDeploy(ctx)
	if err != nil {
		return "", false, err
	}
	var others []string
	if st.row.DeployedAt == nil {
		if others, err = otherWorkers(ctx, r.account, st.row.WorkerName); err != nil {
			return "", false, err
		}
	}
	version, err := deploy.upload(ctx, r.account, st)
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	text := fmt.Sprintf("The worker %s was uploaded, version %s.", st.row.WorkerName, version)
	if len(others) > 0 {
		text += fmt.Sprintf(" The account has another worker of Crier's: %s. It publishes what another data folder has given it; if that folder is gone, delete it in Cloudflare's dashboard.",
			strings.Join(others, ", "))
	}
	return text, len(others) > 0, nil
}

// claim stores the keys, and that the script of that name is ours, before anything is uploaded.
func (r *setupRun) claim(ctx context.Context) error {
	st := r.stack.get()
	if st.locked.encryption && !r.rekey {
		return st.usable()
	}
	_, err := r.stack.update(ctx, func(row *storedWorker) {
		if row.ClaimedAt == nil {
			row.ClaimedAt = new(r.stack.now())
		}
		if st.encryption.IsEmpty() {
			row.SealedEncryptionKey = r.stack.box.Seal(newKey(), r.stack.record("encryption"))
		}
		if st.workerKey.IsEmpty() {
			key := hex.EncodeToString([]byte(newKey().Reveal()))
			row.SealedWorkerKey = r.stack.box.Seal(secrets.NewText(key), r.stack.keyRecord(row))
		}
	})
	return err
}

// ensureCron has the worker started each minute. Without a cron it publishes too.
func (r *setupRun) ensureCron(ctx context.Context) (string, bool, error) {
	name := r.stack.get().row.WorkerName
	has, err := r.account.Workers().Schedules(ctx, name)
	if err == nil && !slices.ContainsFunc(has, func(s cloudflare.Schedule) bool { return s.Cron == everyMinute }) {
		_, err = r.account.Workers().SetSchedules(ctx, name, everyMinute)
	}
	if isCode(err, cloudflare.CodeCronsUsedUp) {
		return "The account has no cron trigger left. Posts go out at their times all the same; only the heart-beat is missing.", true, nil
	}
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	return "The worker's cron runs each minute; after a deployment it may take 15 minutes to begin.", false, nil
}

// serve has the worker answer at its address.
func (r *setupRun) serve(ctx context.Context) (string, bool, error) {
	st := r.stack.get()
	served, err := r.account.Workers().ScriptServed(ctx, st.row.WorkerName)
	if err == nil && !served {
		err = r.account.Workers().ServeScript(ctx, st.row.WorkerName, true)
	}
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	return "The worker's address is " + st.target().url + ".", false, nil
}

// awaitAnswer waits for the uploaded worker. For a while the previous one, or nobody, may answer.
func (r *setupRun) awaitAnswer(ctx context.Context) (string, bool, error) {
	isOver := r.stack.timer(workerPatience)
	for {
		err := r.setup.verifier.check(ctx)
		if err == nil {
			return "The worker answers, and has the right key.", false, r.setup.verifier.verified(ctx)
		}
		if ctx.Err() != nil || isOver() || clock.Sleep(ctx, r.stack.clock, workerPause) != nil {
			return "", false, r.setup.verifier.unverified(context.WithoutCancel(ctx), notYet(err))
		}
	}
}

// proveMedia finds out whether the worker serves files, where nobody else does. Its address may not
// be known everywhere yet.
func (r *setupRun) proveMedia(ctx context.Context) (string, bool, error) {
	media := r.setup.media
	media.refresh()
	if media.hasPlace() && !media.serves() {
		return "The network fetches files from the bucket.", false, nil
	}
	if err := r.untilItWorks(ctx, func() error { return media.prove(ctx) }); err != nil {
		if media.serves() {
			return "The worker serves files, but not just now: " + sentence(err), true, nil
		}
		return "", false, r.setup.verifier.unverified(context.WithoutCancel(ctx), err)
	}
	return "The network fetches files from the worker.", false, nil
}

// notYet advises patience where that may help.
func notYet(err error) error {
	if !isSilence(err) {
		return err
	}
	return apperror.Wrap(apperror.WorkerUnreachable, err,
		"%s; it takes a few minutes until a new address is known everywhere: Crier keeps checking (crier cloud status)", sentence(err))
}
