// Command crier publishes to Instagram and Facebook Pages from this machine. Run it with --help.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	// Time zones must be known on machines that have no database of them.
	_ "time/tzdata"

	"crier/modules/media/editing"
	"crier/modules/notify/teller"
	"crier/modules/posts/when"
	"crier/platform/datadir"
	"crier/platform/ffmpeg"

	"github.com/alecthomas/kong"
)

// version is set by the build.
var version = "dev"

// Exit codes.
const (
	exitFailure   = 1
	exitUsage     = 2
	exitAttention = 3
)

type commands struct {
	Serve      serveCommand      `cmd:"" help:"Run the service: the REST API, the queue and, in sandbox mode, the sandbox network."`
	Status     statusCommand     `cmd:"" help:"Show whether Crier runs, in which mode and where, and what needs attention."`
	Logs       logsCommand       `cmd:"" help:"Show the end of the log, and with -f each new line."`
	Open       openCommand       `cmd:"" help:"Open Crier in the browser, signed in. Where there is no browser, print the link."`
	Login      loginCommand      `cmd:"" help:"Print a link that signs a browser in once."`
	Network    networkCommand    `cmd:"" help:"Show whether posts go to the real network or to the sandbox and what decides that, or choose."`
	Publish    publishCommand    `cmd:"" help:"Upload files and publish them, now or at a time: as a picture, a carousel, a reel or a story."`
	Draft      draftCommand      `cmd:"" help:"Upload files and keep them as a draft. crier posts publish publishes it."`
	Upload     uploadCommand     `cmd:"" help:"Upload files and make no post."`
	Import     importCommand     `cmd:"" help:"Make drafts and scheduled posts of the rows of a CSV or JSON file, all or none."`
	Export     exportCommand     `cmd:"" help:"Write the drafts and the scheduled posts as a file that crier import reads."`
	Backup     backupCommand     `cmd:"" help:"Copy the data folder into one file, while Crier runs or not, and prove that the copy can be restored."`
	Restore    restoreCommands   `cmd:"" help:"Put a data folder back from a backup, check a backup, and decide about posts that are held after it."`
	Key        keyCommands       `cmd:"" help:"Keep the key that encrypts tokens and passwords in another place, and put it back."`
	Upgrade    upgradeCommand    `cmd:"" help:"Say how this copy of Crier was installed and what brings a newer one, or try whether this version can take a data folder over."`
	Schedule   scheduleCommands  `cmd:"" help:"List, move and cancel posts that wait for their time."`
	Plan       planCommand       `cmd:"" help:"Say what will go wrong with the posts of the coming days, each at its own time, and what mends it."`
	Posts      postsCommands     `cmd:"" help:"List posts, see what happened to each, publish drafts, retry and delete."`
	Media      mediaCommands     `cmd:"" help:"List files, see what each can be published as, make them fit, and delete them."`
	Limits     limitsCommand     `cmd:"" help:"List what the network takes, from where that is known, and how sure it is."`
	Doctor     doctorCommand     `cmd:"" help:"Say how each part of Crier is, and what mends it; with --live, compare the answers of the real services with what Crier expects of them."`
	Support    supportCommand    `cmd:"" name:"support-bundle" help:"Write a file for a report of a fault: how Crier is, its counts and its log, without secrets, names and texts."`
	Accounts   accountsCommands  `cmd:"" help:"Connect, list, refresh and disconnect accounts."`
	Keys       keysCommands      `cmd:"" help:"Make, list and revoke API keys."`
	Bucket     bucketCommands    `cmd:"" help:"Set, test and remove the bucket from which the network fetches media."`
	Golive     goliveCommand     `cmd:"" help:"Show what is left before the first real post: each step, how Crier knows, and what to do."`
	Cloud      cloudCommands     `cmd:"" help:"Set up and look after the worker in your Cloudflare account that publishes scheduled posts while this machine is off."`
	Reposts    repostsCommands   `cmd:"" help:"Find mentions of your accounts in stories and repost them (unofficial)."`
	Watch      watchCommands     `cmd:"" help:"Have what comes into a folder become drafts: pictures and videos that a phone puts there."`
	Openapi    openapiCommand    `cmd:"" help:"Print the OpenAPI document of the v1 API."`
	Notify     notifyCommands    `cmd:"" help:"Choose where you are told, outside of the browser, what needs you."`
	Service    serviceCommands   `cmd:"" help:"Have the system start Crier by itself, when you sign in and when it dies."`
	Sandbox    sandboxCommand    `cmd:"" help:"Run the sandbox alone, without Crier."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
	Completion completionCommand `cmd:"" help:"Print the script with which Tab completes commands in a shell."`
	Complete   completeCommand   `cmd:"" hidden:"" help:"Print what may come next in a call. The completion scripts use it."`
	Man        manCommand        `cmd:"" help:"Print the manual page: crier man | man -l - shows it."`
	Help       helpCommand       `cmd:"" help:"List the commands, or show what one of them takes."`
}

const description = `Crier publishes to Instagram and Facebook Pages from this machine.

"crier serve" starts it on http://127.0.0.1:7171. Out of the box it publishes to the sandbox, a simulated network:
nothing is really published. In these texts, the network is Instagram with its Facebook Pages, or the sandbox in its place.

Every setting is a flag of "crier serve" and an environment variable; the flag wins, and an empty variable counts as unset.
The exit code is 0 for success, 1 for a failure, 2 for a mistake in the call, 3 when something needs attention.`

func main() {
	if isWorker, code := editing.WorkerMain(); isWorker {
		os.Exit(code)
	}
	if isTeller, code := teller.Main(); isTeller {
		os.Exit(code)
	}
	if isRunner, code := ffmpeg.RunnerMain(); isRunner {
		os.Exit(code)
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	restrictFiles()
	dropEmptyVariables(os.Environ())
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case len(args) == 1 && args[0] == "--version":
		args = []string{"version"}
	}
	fail := fail
	if wantsJSON(args) {
		fail = failInJSON
	}
	parser, err := kong.New(grammar(args), kong.Name("crier"), kong.Description(description),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Vars{"whenForms": when.Forms})
	if err != nil {
		return fail(err, exitFailure)
	}
	command, err := parser.Parse(args)
	if isOfOutput(err) {
		return fail(err, exitFailure) // It asked for help, which nobody gets.
	}
	if err != nil {
		return fail(misuse(err), exitUsage)
	}
	if err := emptyFlag(command); err != nil {
		return fail(err, exitUsage)
	}
	spellPaths(command)
	ctx, stop := untilSignalled(context.Background(), stoppedAtOnce(command))
	defer stop()
	command.BindTo(ctx, (*context.Context)(nil))
	err = command.Run()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errStopped
	}
	switch {
	case errors.Is(err, errAttention):
		return exitAttention
	case errors.Is(err, errReported):
		return codeOf(err)
	}
	if err != nil {
		return fail(err, codeOf(err))
	}
	return 0
}

// emptyFlag refuses an empty value of a flag for which empty must not mean omitted, as when a
// script's variable is not set: a post would go out now instead of later, at another hour, for
// another account, or twice.
func emptyFlag(command *kong.Context) error {
	for _, step := range command.Path {
		if flag := step.Flag; flag != nil && slices.Contains([]string{"at", "timezone", "account", "idempotency-key"}, flag.Name) && flag.Target.String() == "" {
			return fmt.Errorf("--%s is empty; write what it is to be, or leave --%[1]s out", flag.Name)
		}
	}
	return nil
}

// spellPaths has the arguments that name files and folders name them as the system does.
func spellPaths(command *kong.Context) {
	for _, step := range command.Path {
		value := step.Positional
		if step.Flag != nil {
			value = step.Flag.Value
		}
		if value == nil || value.Tag.Get("complete") != "file" && value.Tag.Get("complete") != "folder" {
			continue
		}
		switch path := value.Target.Addr().Interface().(type) {
		case *string:
			*path = datadir.Spelled(*path)
		case *[]string:
			for i := range *path {
				(*path)[i] = datadir.Spelled((*path)[i])
			}
		case **string:
			if *path != nil {
				**path = datadir.Spelled(**path)
			}
		}
	}
}

// grammar returns the commands that args can mean: the one that they begin with, or all of them.
// Preparing the flags of all would double the time that a short command takes. The commands that
// describe the others need all.
func grammar(args []string) any {
	if len(args) > 0 && !slices.Contains([]string{"help", "man", "completion", "complete"}, args[0]) {
		for field := range reflect.TypeFor[commands]().Fields() {
			if cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name)) == args[0] {
				return reflect.New(reflect.StructOf([]reflect.StructField{field})).Interface()
			}
		}
	}
	return new(commands)
}

// wantsJSON reports whether the call asks for JSON, even if the call is otherwise invalid.
func wantsJSON(args []string) (wanted bool) {
	for _, arg := range args {
		switch value, isSet := strings.CutPrefix(arg, "--json="); {
		case arg == "--":
			return wanted
		case arg == "--json":
			wanted = true
		case isSet:
			wanted = slices.Contains([]string{"true", "1", "yes"}, strings.ToLower(value))
		}
	}
	return wanted
}

// errStopped is the error of a command that was stopped during a request.
var errStopped = errors.New("stopped before the command was done; crier posts list and crier media list show what was made until then")

// usageError is a mistake in how the program was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func codeOf(err error) int {
	if ended, ok := errors.AsType[endedWith](err); ok {
		return int(ended)
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return exitUsage
	}
	return exitFailure
}

// fail prints in one line what went wrong.
func fail(err error, code int) int {
	fmt.Fprintln(os.Stderr, "crier: "+onOneSentence(ofOutput(err)))
	return code
}

// failInJSON is fail for a call that asks for JSON, which it prints on the standard output.
func failInJSON(err error, code int) int {
	if err := printJSON(reportOf(err, code)); err != nil {
		return fail(err, exitFailure)
	}
	return code
}

type helpCommand struct {
	Command []string `arg:"" optional:"" complete:"command" help:"The command, such as posts list (default: all of them)."`
}

// Run shows the help of a command.
func (c *helpCommand) Run(k *kong.Kong) error {
	if _, err := k.Parse(append(c.Command, "--help")); isOfOutput(err) {
		return err
	} else if err != nil {
		return usageError{misuse(err)}
	}
	return nil
}

// dropEmptyVariables unsets variables with an empty value.
func dropEmptyVariables(environ []string) {
	for _, entry := range environ {
		if name, value, _ := strings.Cut(entry, "="); value == "" {
			_ = os.Unsetenv(name)
		}
	}
}
