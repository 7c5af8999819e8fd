package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"

	"golang.org/x/sync/errgroup"
)

type doctorCommand struct {
	serviceFolder
	Fix     bool   `help:"Mend what can be mended without asking: what others on this computer can read, files that the database misses or does not know, what interrupted backups have left, and a long log."`
	Live    bool   `help:"Ask the services themselves: read everything that can be read with your accounts, the bucket and Cloudflare. Without --publish nothing is published, changed or deleted at the network; the test of the bucket writes and removes an object of its own."`
	Publish bool   `help:"Publish one test picture too, which everybody can see, and delete it where the network lets Crier do that. Crier asks you first."`
	Account string `placeholder:"NAME" help:"With --publish: the account, by its username, or its id or the beginning of it (default: the only one)."`
	Yes     bool   `help:"With --publish: do not ask."`
	Report  string `placeholder:"FILE" help:"Write the report into a file too, for an issue. It holds no token, password or session."`
	JSON    bool   `name:"json" help:"Print JSON: {\"checkedAt\", \"lookedAt\", \"isLooking\", \"mend\", \"soon\", \"parts\": [{\"id\", \"name\", \"verdict\", \"since\", \"says\", \"evidence\", \"figure\", \"unit\", \"accountId\", \"fix\"}]}, with --fix {\"done\": [...], \"report\"}, and with --live {\"sections\": [{\"name\", \"steps\": [{\"name\", \"expected\", \"actual\", \"row\", \"verdict\"}]}]}."`
}

// doctorReport is what the doctor found.
type doctorReport struct {
	Sections []doctorSection `json:"sections"`
}

type doctorSection struct {
	Name  string           `json:"name"`
	Steps []auth.CheckStep `json:"steps"`
}

// MarshalJSON gives the actual answer of a step under its former name too, because scripts read it.
func (s doctorSection) MarshalJSON() ([]byte, error) {
	type step struct {
		auth.CheckStep

		Came string `json:"came"`
	}
	section := struct {
		Name  string `json:"name"`
		Steps []step `json:"steps"`
	}{s.Name, make([]step, len(s.Steps))}
	for i, one := range s.Steps {
		section.Steps[i] = step{one, one.Actual}
	}
	return json.Marshal(section)
}

const reportMode = 0o600

// Run says how each part is, and ends with the exit code for attention when something is to be done
// about one. With --live it makes all the calls that only read, and ends so when an answer
// contradicts what Crier is built on, or when something could not be checked.
func (c *doctorCommand) Run(ctx context.Context) error {
	if !c.Live && (c.Publish || c.Yes || c.Account != "") {
		return usageError{errors.New("--publish, --account and --yes are for the real services; add --live")}
	}
	if c.Live && c.Fix {
		return usageError{errors.New("--fix mends this computer, and --live asks the real services; call crier doctor once with each")}
	}
	if !c.Publish && (c.Yes || c.Account != "") {
		return usageError{errors.New("--yes and --account are for the test picture; add --publish")}
	}
	file, err := openReport(c.Report)
	if err != nil {
		return err
	}
	if !c.Live {
		text, err := c.examineHealth(ctx)
		return errors.Join(err, file.write(text), file.close())
	}
	return errors.Join(c.run(ctx, file), file.close())
}

func (c *doctorCommand) run(ctx context.Context, file reportFile) error {
	return c.withService(ctx, func(service *serviceClient) error {
		publishes, err := c.testPicture(ctx, service)
		if err != nil {
			return err
		}
		report, err := examine(ctx, service)
		if err != nil {
			return err
		}
		report.Sections = append(report.Sections, doctorSection{"what Crier goes by", []auth.CheckStep{examineVersion(clock.System().Now()), examineLimits(ctx, service)}})
		if publishes != nil {
			report.Sections = append(report.Sections, publishes.run(ctx))
		}
		var b strings.Builder
		if err := report.print(&b); err != nil {
			return err
		}
		if c.JSON {
			err = printJSON(report)
		} else {
			_, err = os.Stdout.WriteString(b.String())
		}
		err = errors.Join(err, file.write(b.String()))
		if err == nil && report.needsAttention() {
			return errAttention
		}
		return err
	})
}

// reportFile is the file of --report. Without one, its File is nil.
type reportFile struct{ *os.File }

// openReport opens the file before anything is asked: a picture that is public must not be
// published for a report that cannot be written.
func openReport(path string) (reportFile, error) {
	if path == "" {
		return reportFile{}, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, reportMode)
	if err != nil {
		return reportFile{}, usageError{fmt.Errorf("--report: %w; nothing was asked", err)}
	}
	return reportFile{f}, nil
}

// write replaces what the file has.
func (r reportFile) write(text string) error {
	if r.File == nil {
		return nil
	}
	info, err := r.Stat()
	if err == nil && info.Mode().IsRegular() {
		err = r.Truncate(0)
	}
	if err == nil {
		_, err = r.WriteString(text)
	}
	return err
}

// close removes a file that has nothing in it, as no report was made.
func (r reportFile) close() error {
	if r.File == nil {
		return nil
	}
	info, err := r.Stat()
	if err = errors.Join(err, r.Close()); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		err = os.Remove(r.Name())
	}
	return err
}

// accountsAtOnce is how many accounts are examined at a time. The calls of one account come one
// after the other, with the pauses that the service makes.
const accountsAtOnce = 4

// examine makes the sections, in their order.
func examine(ctx context.Context, service *serviceClient) (report doctorReport, err error) {
	var list auth.AccountOverviews
	if err := service.get(ctx, accountsPath, &list); err != nil {
		return report, err
	}
	const perAccount = 2
	n := perAccount * len(list.Accounts)
	report.Sections = make([]doctorSection, n, n+2)
	report.Sections = append(report.Sections, doctorSection{Name: "the bucket"}, doctorSection{Name: "Cloudflare"})
	var asked errgroup.Group // Its functions return no error: the steps say what went wrong.
	asked.SetLimit(accountsAtOnce)
	for i, o := range list.Accounts {
		asked.Go(func() error {
			report.Sections[perAccount*i] = doctorSection{
				fmt.Sprintf("%s, %s login, %s", o.Account.Username, o.Account.LoginMethod, list.Network), checkAccount(ctx, service, o.Account, "check", "/check"),
			}
			report.Sections[perAccount*i+1] = doctorSection{o.Account.Username + ", the session of the app API", examineNative(ctx, service, o.Account)}
			return nil
		})
	}
	report.Sections[n].Steps = examineBucket(ctx, service)
	report.Sections[n+1].Steps = examineCloud(ctx, service)
	return report, asked.Wait()
}

// checkAccount has the service make the calls of an account that only read. name is that of the
// step when the service refuses.
func checkAccount(ctx context.Context, service *serviceClient, account auth.SocialAccount, name, path string) []auth.CheckStep {
	var answer auth.AccountCheck
	if err := service.post(ctx, accountsPath+"/"+account.ID.String()+path, nil, &answer); err != nil {
		return []auth.CheckStep{failedStep(name, err)}
	}
	return answer.Steps
}

// examineNative reads the account's inboxes with the session of the app API.
func examineNative(ctx context.Context, service *serviceClient, account auth.SocialAccount) []auth.CheckStep {
	var state settings.NativeCredentials
	if err := service.get(ctx, "/api/v1/settings/private-api-credentials/"+account.ID.String(), &state); err != nil {
		return []auth.CheckStep{failedStep("session", err)}
	}
	if !state.Configured {
		return []auth.CheckStep{absent("session")}
	}
	return checkAccount(ctx, service, account, "session", "/native-session/check")
}

// examineBucket writes an object to the bucket, fetches it by its public address and removes it.
func examineBucket(ctx context.Context, service *serviceClient) []auth.CheckStep {
	const name = "write, fetch and remove an object"
	var bucket cloud.BucketStatus
	err := service.get(ctx, bucketPath, &bucket)
	if err == nil && !bucket.Configured && bucket.Problem == nil {
		return []auth.CheckStep{absent(name)}
	}
	if err == nil {
		err = service.post(ctx, bucketPath+"/check", nil, nil)
	}
	return []auth.CheckStep{checked(name, "it works", err)}
}

// examineCloud asks Cloudflare about the token and the account, and the worker about itself.
func examineCloud(ctx context.Context, service *serviceClient) []auth.CheckStep {
	const verify = "token, account and worker"
	var setup cloud.SetupStatus
	err := service.get(ctx, cloudSetupPath, &setup)
	if err == nil && !setup.IsConfigured && !setup.HasAPIToken && setup.AccountID == nil {
		return []auth.CheckStep{absent(verify)}
	}
	if err == nil {
		err = service.post(ctx, "/api/cloud/verify", nil, nil)
	}
	steps := append([]auth.CheckStep{checked(verify, "the token is taken, and the worker is the one that was deployed", err)}, checkCloud(ctx, service)...)
	var reported cloud.CloudDiagnostics
	step := checked("worker diagnostics", "the worker answers, with its key", service.get(ctx, "/api/v1/cloud/diagnostics", &reported))
	switch {
	case step.Verdict != auth.Confirms:
	case reported.Offline:
		step.Actual, step.Verdict = shownOr(reported.OfflineReason, "offline"), auth.Unreached
	case !reported.HasEncryptionKey || reported.Version == nil:
		step.Actual, step.Verdict = "it lacks its key, or does not say its version", auth.Contradicts
	default:
		step.Actual = "version " + *reported.Version
	}
	return append(steps, step)
}

// checkCloud makes all the calls of Cloudflare that only read and that the worker's token allows.
func checkCloud(ctx context.Context, service *serviceClient) (steps []auth.CheckStep) {
	var answer cloud.CloudCheck
	if err := service.post(ctx, "/api/cloud/check", nil, &answer); err != nil {
		return []auth.CheckStep{failedStep("read the account", err)}
	}
	for _, c := range answer.Calls {
		steps = append(steps, auth.CheckStep{Name: c.Name, Expected: "success in the known form", Actual: c.Actual, Row: c.Row, Verdict: auth.Verdict(c.Verdict)})
	}
	return steps
}

const ownRow = "Crier's own check"

func checked(name, expected string, err error) auth.CheckStep {
	step := auth.CheckStep{Name: name, Actual: "it works", Row: ownRow, Verdict: auth.Confirms}
	if err != nil {
		step = failedStep(name, err)
	}
	step.Expected = expected
	return step
}

// absent is a step for a part that the user has not set up.
func absent(name string) auth.CheckStep {
	return auth.CheckStep{Name: name, Expected: "nothing", Actual: "it is not set up, so it was not asked", Row: ownRow, Verdict: notSetUp}
}

// failedStep is a step that Crier could not make.
func failedStep(name string, err error) auth.CheckStep {
	said := err.Error()
	if known := apperror.From(err); known != nil {
		said = string(known.Code) + ": " + inCommands(known.Message)
	}
	return auth.CheckStep{Name: name, Expected: "it works", Actual: said, Row: ownRow, Verdict: auth.Refused}
}

// notSetUp says that there is nothing to check.
const notSetUp auth.Verdict = "not set up"

// leftOut says that Crier did not try the step, because Crier cannot do it or because a step before
// it failed.
const leftOut auth.Verdict = "left out"

// needsAttention reports whether an answer contradicts what is known, or whether something is
// unknown.
func (r doctorReport) needsAttention() bool {
	return slices.ContainsFunc(r.Sections, func(section doctorSection) bool {
		return slices.ContainsFunc(section.Steps, func(step auth.CheckStep) bool {
			return !slices.Contains([]auth.Verdict{auth.Confirms, notSetUp, leftOut}, step.Verdict)
		})
	})
}

func (r doctorReport) print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "crier %s\n", version)
	for _, section := range r.Sections {
		fmt.Fprintf(&b, "\n%s\n", onOneLine(section.Name))
		for _, s := range section.Steps {
			fmt.Fprintf(&b, "  %-11s %s\n      expected: %s\n      actual:   %s\n      row:      %s\n", s.Verdict, s.Name, s.Expected, onOneLine(s.Actual), s.Row)
		}
	}
	b.WriteString("\nThis report holds no secret. If a line says contradicts, please attach it to an issue.\n")
	_, err := io.WriteString(out, b.String())
	return err
}
