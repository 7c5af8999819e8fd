package cloud

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
)

// deployer uploads the scripts of this version of Crier to the user's account.
type deployer struct {
	stack    *stack
	reports  *reports
	release  string
	bindings func() map[string]string
}

const (
	everyMinute = "* * * * *"
	// digitsOfAccount distinguish the subdomains of two accounts.
	digitsOfAccount = 8
)

// mayDeploy refuses to upload scripts over a worker whose storage a later version has made, because
// they would not understand it. For a worker that does not answer, the last report counts.
func (d *deployer) mayDeploy(ctx context.Context) error {
	st := d.stack.get()
	if isThere := st.row.DeployedAt != nil && st.usable() == nil; !isThere {
		return nil
	}
	known, err := d.reports.read(ctx)
	if err != nil {
		known, _ = d.reports.latest()
	}
	if known.Schema <= worker.Schema {
		return nil
	}
	by := "a later version of Crier"
	if known.SchemaBy != "" {
		by = "Crier " + printable(known.SchemaBy, "")
	}
	return apperror.New(apperror.WorkerDeployFailed,
		"the cloud worker's storage has version %d, which %s made, and this Crier knows versions up to %d; nothing was changed: start %s or a later version", known.Schema, by, worker.Schema, by)
}

// script returns the worker as it should be deployed.
func (d *deployer) script(st state) (cloudflare.Script, error) {
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
		Migrations: migrations(), Observability: true,
		Bindings: []cloudflare.Binding{
			cloudflare.BindObjects(worker.BindingObject, worker.Class),
			cloudflare.BindObjects(worker.BindingMedia, worker.MediaClass),
			cloudflare.BindKV(worker.BindingMirror, st.row.NamespaceID),
			cloudflare.BindSecret(worker.BindingWorkerKey, st.workerKey),
			cloudflare.BindSecret(worker.BindingEncryptionKey, secrets.NewText(base64.StdEncoding.EncodeToString([]byte(st.encryption.Reveal())))),
			cloudflare.BindSecret(worker.BindingNotifyURL, st.notifySecret()),
			cloudflare.BindText(worker.BindingVersion, version), cloudflare.BindText(worker.BindingRelease, d.release),
		},
	}
	for _, m := range modules {
		script.Modules = append(script.Modules, cloudflare.Module{Name: m.Name, Content: m.Source})
	}
	texts := d.texts(st)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		script.Bindings = append(script.Bindings, cloudflare.BindText(name, texts[name]))
	}
	return script, nil
}

// migrations returns those of every version. What was deployed once is never changed.
func migrations() []cloudflare.Migration {
	return []cloudflare.Migration{{Tag: "v1", SQLiteClasses: []string{worker.Class}}, {Tag: "v2", SQLiteClasses: []string{worker.MediaClass}}}
}

// texts returns the bindings that not every deployment has.
func (d *deployer) texts(st state) map[string]string {
	texts := map[string]string{}
	if d.bindings != nil {
		maps.Copy(texts, d.bindings())
	}
	if st.row.Fence > 0 {
		texts[worker.BindingFence] = strconv.FormatInt(st.row.Fence, 10)
	}
	if mark := st.notifyMark(); mark != "" {
		texts[worker.BindingNotifyKind], texts[worker.BindingNotifyMark] = st.row.NotifyKind, mark
	}
	return texts
}

// wanted returns the version to deploy, and a fingerprint of all that a deployment binds, which
// reveals nothing of it.
func (d *deployer) wanted(st state) (version, fingerprint string, err error) {
	version, err = worker.Version()
	if err != nil {
		return "", "", err
	}
	parts := []string{
		version, worker.CompatibilityDate, st.row.AccountID, st.row.WorkerName, st.row.NamespaceID, st.keyCheck(), string(digest(st.workerKey.Reveal())),
	}
	texts := d.texts(st)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		parts = append(parts, name, texts[name])
	}
	return version, hex.EncodeToString(digest(strings.Join(parts, "\x00"))), nil
}

// upload replaces the script of its name, and stores that.
func (d *deployer) upload(ctx context.Context, account *cloudflare.Account, st state) (version string, err error) {
	script, err := d.script(st)
	if err != nil {
		return "", err
	}
	version, fingerprint, err := d.wanted(st)
	if err != nil {
		return "", err
	}
	if _, err := account.Workers().UploadScript(ctx, script); err != nil {
		return "", err
	}
	_, err = d.stack.update(context.WithoutCancel(ctx), func(row *storedWorker) {
		row.Fence, row.DeployedVersion, row.DeployedFingerprint, row.DeployedAt = st.row.Fence, version, fingerprint, new(d.stack.now())
	})
	return version, err
}

func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// isOutdated reports whether what is deployed differs from what this version would deploy.
func (d *deployer) isOutdated(st state) bool {
	_, fingerprint, err := d.wanted(st)
	return err == nil && st.row.DeployedFingerprint != "" && st.row.DeployedFingerprint != fingerprint
}
