package cloud

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
)

const (
	everyMinute = "* * * * *"
	migration   = "v1"
	// noCronLeft is Cloudflare's code for an account whose cron triggers are used up.
	noCronLeft = 10072
	// digitsOfAccount tell the subdomains of two accounts apart.
	digitsOfAccount = 8
)

// ensureSubdomain finds out under which name of workers.dev the account's workers answer, and makes one where there is none.
func (u *setup) ensureSubdomain(ctx context.Context) (string, bool, error) {
	wanted := u.in.Subdomain
	if wanted == "" {
		wanted = "crier-" + u.account.ID()[:min(len(u.account.ID()), digitsOfAccount)]
	}
	has, err := u.account.EnsureSubdomain(ctx, wanted)
	if cloudflare.Is(err, cloudflare.Taken) {
		return "", false, apperror.Wrap(apperror.WorkerDeployFailed, err, "the name %s.workers.dev belongs to somebody else; choose another one (subdomain)", wanted)
	}
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	_, err = u.update(ctx, func(row *storedWorker) { row.move(row.WorkerName, has) })
	return "Workers answer below " + has + ".workers.dev.", u.in.Subdomain != "" && u.in.Subdomain != has, err
}

// upload puts the worker's scripts in the place of what has its name.
func (u *setup) upload(ctx context.Context) (string, bool, error) {
	if err := u.claim(ctx); err != nil {
		return "", false, err
	}
	st := u.get()
	script, err := u.script(st)
	if err != nil {
		return "", false, err
	}
	version, fingerprint, err := u.wanted(st)
	if err != nil {
		return "", false, err
	}
	if err := mayDeploy(ctx, u.Stack); err != nil {
		return "", false, err
	}
	var others []string
	if st.row.DeployedAt == nil {
		if others, err = otherWorkers(ctx, u.account, st.row.WorkerName); err != nil {
			return "", false, err
		}
	}
	if _, err := u.account.UploadScript(ctx, script); err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	_, err = u.update(context.WithoutCancel(ctx), func(row *storedWorker) {
		now := u.now()
		row.DeployedVersion, row.DeployedFingerprint, row.DeployedAt = version, fingerprint, &now
	})
	text := fmt.Sprintf("The worker %s was uploaded, version %s.", st.row.WorkerName, version)
	if len(others) > 0 {
		text += fmt.Sprintf(" The account has another worker of Crier's: %s. It publishes what another data folder has given it; if that folder is gone, delete it in Cloudflare's dashboard.",
			strings.Join(others, ", "))
	}
	return text, len(others) > 0, err
}

// claim stores the keys and that the script of that name is ours, before anything is uploaded: a script that somebody else
// has put there is not replaced without being asked for.
func (u *setup) claim(ctx context.Context) error {
	st := u.get()
	if st.row.ClaimedAt == nil && !u.in.Replace {
		_, taken, err := u.account.Script(ctx, st.row.WorkerName)
		if err != nil {
			return cloudError(err, apperror.WorkerDeployFailed)
		}
		if taken {
			return apperror.New(apperror.WorkerDeployFailed,
				"the account has a worker called %s already, which this Crier has not deployed; choose another name (workerName), or have it replaced (replace) with everything that it keeps",
				st.row.WorkerName)
		}
	}
	if st.locked.encryption && !u.rekey {
		return st.usable()
	}
	_, err := u.update(ctx, func(row *storedWorker) {
		if row.ClaimedAt == nil {
			now := u.now()
			row.ClaimedAt = &now
		}
		if st.encryption.IsEmpty() {
			row.SealedEncryptionKey = u.Box.Seal(newKey(), u.record("encryption"))
		}
		if st.workerKey.IsEmpty() {
			key := hex.EncodeToString([]byte(newKey().Reveal()))
			row.SealedWorkerKey = u.Box.Seal(secrets.NewText(key), u.keyRecord(row))
		}
	})
	return err
}

// mayDeploy refuses to put scripts over a worker whose storage a later version has made: they would not know it. A worker that does
// not answer is what it last said to be.
func mayDeploy(ctx context.Context, s *Stack) error {
	st := s.get()
	if isThere := st.row.DeployedAt != nil && st.usable() == nil; !isThere {
		return nil
	}
	known, err := s.facts(ctx)
	if err != nil {
		known, _ = s.lastFacts()
	}
	if known.Schema <= worker.Schema {
		return nil
	}
	by := "a later version of Crier"
	if known.SchemaBy != "" {
		by = "Crier " + printable(known.SchemaBy, "")
	}
	return apperror.New(apperror.WorkerDeployFailed,
		"the cloud worker's storage is of version %d, which %s has made, and this Crier knows version %d at most; it is left as it is: start %s or a later one", known.Schema, by, worker.Schema, by)
}

// script returns the worker as it is to be deployed.
func (s *Stack) script(st state) (cloudflare.Script, error) {
	modules, err := worker.Modules()
	if err != nil {
		return cloudflare.Script{}, err
	}
	version, err := worker.Version()
	if err != nil {
		return cloudflare.Script{}, err
	}
	script := cloudflare.Script{
		Name: st.row.WorkerName, Main: worker.MainModule, CompatibilityDate: worker.CompatibilityDate,
		Migration: &cloudflare.Migration{NewTag: migration, SQLiteClasses: []string{worker.Class}}, Observability: true,
		Bindings: []cloudflare.Binding{
			cloudflare.BindObjects(worker.BindingObject, worker.Class),
			cloudflare.BindKV(worker.BindingMirror, st.row.NamespaceID),
			cloudflare.BindSecret(worker.BindingWorkerKey, st.workerKey),
			cloudflare.BindSecret(worker.BindingEncryptionKey, secrets.NewText(base64.StdEncoding.EncodeToString([]byte(st.encryption.Reveal())))),
			cloudflare.BindText(worker.BindingVersion, version), cloudflare.BindText(worker.BindingRelease, s.Release),
		},
	}
	for _, m := range modules {
		script.Modules = append(script.Modules, cloudflare.Module{Name: m.Name, Content: m.Source})
	}
	texts := s.texts(st)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		script.Bindings = append(script.Bindings, cloudflare.BindText(name, texts[name]))
	}
	return script, nil
}

// texts returns the bindings that not every deployment has.
func (s *Stack) texts(st state) map[string]string {
	texts := map[string]string{}
	if s.Bindings != nil {
		maps.Copy(texts, s.Bindings())
	}
	if st.row.Fence > 0 {
		texts[worker.BindingFence] = strconv.FormatInt(st.row.Fence, 10)
	}
	return texts
}

// wanted returns the version that is to be deployed, and a text that changes with all that a deployment binds, of which it tells
// nothing.
func (s *Stack) wanted(st state) (version, fingerprint string, err error) {
	version, err = worker.Version()
	if err != nil {
		return "", "", err
	}
	parts := []string{
		version, worker.CompatibilityDate, st.row.AccountID, st.row.WorkerName, st.row.NamespaceID, st.keyCheck(), string(digest(st.workerKey.Reveal())),
	}
	texts := s.texts(st)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		parts = append(parts, name, texts[name])
	}
	return version, hex.EncodeToString(digest(strings.Join(parts, "\x00"))), nil
}

func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// isOutdated reports whether what is deployed differs from what this version would deploy.
func (s *Stack) isOutdated(st state) bool {
	_, fingerprint, err := s.wanted(st)
	return err == nil && st.row.DeployedFingerprint != "" && st.row.DeployedFingerprint != fingerprint
}

// ensureCron has the worker started each minute. Without a cron it publishes all the same.
func (u *setup) ensureCron(ctx context.Context) (string, bool, error) {
	name := u.get().row.WorkerName
	has, err := u.account.Schedules(ctx, name)
	if err == nil && !slices.ContainsFunc(has, func(s cloudflare.Schedule) bool { return s.Cron == everyMinute }) {
		_, err = u.account.SetSchedules(ctx, name, everyMinute)
	}
	if isCode(err, noCronLeft) {
		return "The account has no cron trigger left. Posts go out at their times all the same; only the heart-beat is missing.", true, nil
	}
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	return "The worker's cron runs each minute; after a deployment it may take 15 minutes to begin.", false, nil
}

// serve has the worker answer at its address.
func (u *setup) serve(ctx context.Context) (string, bool, error) {
	st := u.get()
	served, err := u.account.ScriptServed(ctx, st.row.WorkerName)
	if err == nil && !served {
		err = u.account.ServeScript(ctx, st.row.WorkerName, true)
	}
	if err != nil {
		return "", false, cloudError(err, apperror.WorkerDeployFailed)
	}
	return "The worker's address is " + st.target().url + ".", false, nil
}
