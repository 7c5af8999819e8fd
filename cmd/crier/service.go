package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"crier/cmd/crier/autostart"
	"crier/modules/health/support"
	"crier/platform/datadir"

	"github.com/alecthomas/kong"
)

type serviceCommands struct {
	Install   serviceInstallCommand   `cmd:"" help:"Have the system start Crier at each sign-in, and again when it dies."`
	Uninstall serviceUninstallCommand `cmd:"" help:"Stop the service and remove it. The data folder stays."`
	Status    serviceStatusCommand    `cmd:"" help:"Show whether the service is installed and runs. Exit code 3 when it is installed and does not run."`
	Logs      serviceLogsCommand      `cmd:"" help:"Show the end of the service's log, as crier logs does."`
}

type serviceInstallCommand struct {
	folder
	Serve []string `arg:"" optional:"" passthrough:"" name:"flags" help:"Flags of crier serve, after --."`
}

// manager returns this system's manager of services.
func manager() (*autostart.Manager, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	return autostart.Here(runtime.GOOS, home, os.Getuid())
}

// Run installs the service, or replaces it.
func (c *serviceInstallCommand) Run(ctx context.Context) error {
	if name := os.Getenv("SUDO_USER"); name != "" {
		return fmt.Errorf("with sudo the service would run as another user, with a data folder of its own; make this call as %s, without sudo", onOneLine(name))
	}
	m, err := manager()
	if err != nil {
		return err
	}
	service, dir, err := c.service()
	if err != nil {
		return err
	}
	before, err := m.Installed()
	if err != nil {
		return err
	}
	runs, _ := m.Runs(ctx)
	inUse, err := dir.InUse()
	if err != nil {
		return err
	}
	switch {
	case runs && before == m.Describe(service):
		return printLine(os.Stdout, "The service is installed already, and runs.")
	case inUse && !runs:
		// Two on one folder are refused, and the one that runs goes on.
		err = m.Install(ctx, service, true)
	default:
		err = m.Install(ctx, service, false)
	}
	if err != nil && !errors.Is(err, autostart.ErrNone) {
		return fmt.Errorf("the service does not start, and nothing has changed: %w; crier logs --level error --data-dir \"%s\" may say why", err, onOneLine(dir.Path()))
	}
	if err != nil {
		return withoutManager(err)
	}
	return c.say(ctx, m, before != "", inUse && !runs)
}

// service returns what the system is to start, and the data folder of it.
func (c *serviceInstallCommand) service() (s autostart.Service, dir *datadir.Dir, err error) {
	program, err := os.Executable()
	if err != nil {
		return s, nil, err
	}
	if strings.HasPrefix(program, filepath.Clean(os.TempDir())+string(filepath.Separator)) {
		return s, nil, fmt.Errorf("this program is %s, in a folder that the system empties; put it where it stays, and make this call with that one", program)
	}
	flags := c.Serve
	if len(flags) > 0 && flags[0] == "--" {
		flags = flags[1:]
	}
	if err := checkServe(flags); err != nil {
		return s, nil, usageError{err}
	}
	path, err := c.path()
	if err != nil {
		return s, nil, err
	}
	if dir, err = datadir.Open(path); err != nil {
		return s, nil, err
	}
	who, err := user.Current()
	if err != nil {
		return s, nil, err
	}
	return autostart.Service{Program: program, Args: append([]string{"serve", "--data-dir", dir.Path()}, flags...), Path: os.Getenv("PATH"), User: who.Username}, dir, nil
}

// checkServe returns an error when crier serve would not take the flags, or should not get them
// here.
func checkServe(flags []string) error {
	var serve struct {
		Serve serveCommand `cmd:""`
	}
	parser, err := kong.New(&serve, kong.Name("crier"), kong.Exit(func(int) {}))
	if err != nil {
		return err
	}
	if slices.ContainsFunc(flags, func(word string) bool { return word == "--data-dir" || strings.HasPrefix(word, "--data-dir=") }) {
		return errors.New("write --data-dir before the --: crier service install has it too")
	}
	if _, err := parser.Parse(append([]string{"serve"}, flags...)); err != nil {
		return err
	}
	for name, path := range map[string]string{"log-file": serve.Serve.LogFile, "state-dir": serve.Serve.StateDir, "backup-dir": serve.Serve.BackupDir, "on-event": serve.Serve.OnEvent} {
		if name == "on-event" && filepath.Base(path) == path {
			continue // It is looked for in the PATH.
		}
		if isGiven := slices.ContainsFunc(flags, func(word string) bool { return word == "--"+name || strings.HasPrefix(word, "--"+name+"=") }); isGiven && !filepath.IsAbs(path) {
			return fmt.Errorf("--%s %s: the system starts Crier in another folder; write the whole path, from %s on", name, onOneLine(path), filepath.VolumeName(path)+string(filepath.Separator))
		}
	}
	if serve.Serve.New || serve.Serve.Rehearsal {
		return errors.New("--new and --rehearsal are for one start, not for each")
	}
	return nil
}

// say tells what was done, and what is left to do.
func (*serviceInstallCommand) say(ctx context.Context, m *autostart.Manager, wasThere, isHeld bool) error {
	text := "The service is installed, and Crier runs."
	switch {
	case isHeld:
		text = "The service is installed. Crier runs already on this data folder, and goes on; the service takes over at your next sign-in, or when you stop that one and call crier service install again."
	case wasThere:
		text = "The service is replaced, and Crier runs."
	}
	text += "\nCrier starts when you sign in to this computer, and again when it dies: " + m.File() + "\n"
	if !m.Lingers(ctx) {
		text += "It stops when you sign out. So that it runs from the start of the computer on: loginctl enable-linger\n"
	}
	if names := settingsOf(os.Environ()); len(names) > 0 {
		text += "These variables are of this shell, and the service does not get them: " + strings.Join(names, ", ") + ". Give them as flags after --, as in crier service install -- --port 7272\n"
	}
	return printLine(os.Stdout, text+"See crier service status, crier open.")
}

// settingsOf names the variables that are settings of crier serve.
func settingsOf(environ []string) (names []string) {
	for _, each := range environ {
		if name, value, _ := strings.Cut(each, "="); support.IsSetting(name) && value != "" && name != "CRIER_DATA_DIR" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

type serviceUninstallCommand struct{}

// Run removes the service.
func (*serviceUninstallCommand) Run(ctx context.Context) error {
	m, err := manager()
	if err != nil {
		return err
	}
	installed, err := m.Installed()
	if err != nil {
		return err
	}
	if installed == "" {
		return printLine(os.Stdout, "No service is installed."+underSudo())
	}
	if err := m.Uninstall(ctx); err != nil {
		return withoutManager(err)
	}
	return printLine(os.Stdout, "The service is stopped and removed. The data folder is as it was.")
}

type serviceLogsCommand struct{ logsCommand }

// Run prints the end of the log of the folder that the service has.
func (c *serviceLogsCommand) Run(ctx context.Context) error {
	if m, err := manager(); err == nil {
		c.folder = c.ofService(m)
	}
	return c.logsCommand.Run(ctx)
}

// ofService returns the folder of the installed service where the call names none.
func (f folder) ofService(m *autostart.Manager) folder {
	if installed, err := m.Installed(); err == nil && f.DataDir == "" {
		f.DataDir = m.Folder(installed)
	}
	return f
}

// underSudo says that the service of another user is looked at, and is empty without sudo.
func underSudo() string {
	name := os.Getenv("SUDO_USER")
	if name == "" || name == "root" {
		return ""
	}
	return "\nWith sudo this is about the service of another user than " + onOneLine(name) + "; make this call as " + onOneLine(name) + ", without sudo."
}

type serviceStatusCommand struct {
	existingFolder
	JSON bool `name:"json" help:"Print JSON: {\"installed\", \"file\", \"dataDir\", \"running\", \"byHand\", \"lingers\", \"says\"}."`
}

type serviceReport struct {
	Installed bool   `json:"installed"`
	File      string `json:"file"`
	// DataDir is the data folder that it starts Crier on; empty where none is installed.
	DataDir string `json:"dataDir"`
	// Running says that the system runs the service now.
	Running bool `json:"running"`
	// ByHand says that the system does not, and that somebody has started Crier on its folder.
	ByHand bool `json:"byHand"`
	// Lingers says that it also runs while nobody is signed in.
	Lingers bool `json:"lingers"`
	// Says is what the system says of it, in its own words.
	Says string `json:"says"`
}

// Run shows how the service is.
func (c *serviceStatusCommand) Run(ctx context.Context) error {
	m, err := manager()
	if err != nil {
		return err
	}
	installed, err := m.Installed()
	if err != nil {
		return err
	}
	r := serviceReport{Installed: installed != "", File: m.File()}
	c.folder = c.ofService(m)
	if path, err := c.path(); err == nil && r.Installed {
		r.DataDir = path
	}
	if r.Installed {
		r.Running, r.Says = m.Runs(ctx)
		r.Lingers = m.Lingers(ctx)
	}
	if dir, err := c.existing(); err == nil && r.Installed && !r.Running {
		inUse, _ := dir.InUse()
		// On Windows the task's own state is in the language of the system.
		r.Running, r.ByHand = inUse && runtime.GOOS == "windows", inUse && runtime.GOOS != "windows"
	}
	text := "No service is installed. crier service install does that."
	switch {
	case r.Installed && r.Running:
		text = "The service is installed, and runs: " + r.File
	case r.ByHand:
		text = "The service is installed, and does not run: " + r.File + "\nSomebody has started Crier by hand on its folder. The service takes over at your next sign-in, or when you stop that one and call crier service install again."
	case r.Installed:
		text = "The service is installed, and does not run: " + r.File + "\nSee crier service logs for why."
	}
	if r.Installed && !r.Lingers {
		text += "\nIt stops when you sign out; loginctl enable-linger changes that."
	}
	if said := strings.TrimSpace(r.Says); said != "" && runtime.GOOS == "linux" {
		text += "\n" + said
	}
	if r.Installed {
		text += "\nData folder: " + onOneLine(r.DataDir)
	}
	if err := say(c.JSON, r, text+underSudo()); err != nil {
		return err
	}
	if r.Installed && !r.Running {
		return errAttention
	}
	return nil
}

// withoutManager says what to do on a system whose manager of services is not there.
func withoutManager(err error) error {
	if errors.Is(err, autostart.ErrNone) {
		return fmt.Errorf("%w; have the system start \"crier serve\" by another way", err)
	}
	return err
}
