package autostart

import (
	"encoding/xml"
	"strings"
)

// Describe returns the file that tells the system what to start.
func (m *Manager) Describe(s Service) string {
	switch m.system {
	case "linux":
		return unit("Made by \"crier service install\"; that replaces it.", unitCall(s))
	case "darwin":
		return agent(s)
	default:
		return task(s)
	}
}

// unit returns the user unit of systemd. The service tells systemd when it has started, and that it
// lives (WatchdogSec): while its queue turns and its database answers. The standard output has a
// link to sign in with, and is not for a journal.
func unit(remark, call string) string {
	return "# " + remark + `
[Unit]
Description=Crier publishes to Instagram and Facebook Pages
StartLimitIntervalSec=10min
StartLimitBurst=10

[Service]
Type=notify
ExecStart=` + call + `
Restart=on-failure
RestartSec=5
WatchdogSec=2min
TimeoutStartSec=6min
TimeoutStopSec=30
StandardOutput=null
NoNewPrivileges=yes
UMask=0077

[Install]
WantedBy=default.target
`
}

// Packaged returns the user unit that a package brings, for its program, in whose path systemd
// replaces %h by the home folder. The one of "crier service install" lies where systemd looks
// first.
func Packaged(program string) string {
	return unit("Part of a package. What \"crier service install\" writes for one user takes precedence.", `"`+program+`" serve`)
}

// unitCall quotes the call. systemd replaces variables in the arguments, and not in the program.
func unitCall(s Service) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "\n", `\n`)
	call := `"` + quoted.Replace(s.Program) + `"`
	for _, word := range s.Args {
		call += ` "` + strings.ReplaceAll(quoted.Replace(word), "$", "$$") + `"`
	}
	return call
}

// agent returns the agent of launchd. It starts Crier again after a failure, at most every ten
// seconds, and not after it was told to stop.
func agent(s Service) string {
	var args strings.Builder
	for _, word := range append([]string{s.Program}, s.Args...) {
		args.WriteString("\n    <string>" + escaped(word) + "</string>")
	}
	return xml.Header + `<!-- Made by "crier service install"; that replaces it. -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>` + Name + `</string>
  <key>ProgramArguments</key>
  <array>` + args.String() + `
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>` + escaped(s.Path) + `</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`
}

// task returns the task of Windows. conhost keeps the window of a console away.
func task(s Service) string {
	args := []string{"--headless", windowsWord(s.Program)}
	for _, word := range s.Args {
		args = append(args, windowsWord(word))
	}
	user := escaped(s.User)
	return `<?xml version="1.0"?>
<!-- Made by "crier service install"; that replaces it. -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Crier publishes to Instagram and Facebook Pages.</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>` + user + `</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>` + user + `</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>%SystemRoot%\System32\conhost.exe</Command>
      <Arguments>` + escaped(strings.Join(args, " ")) + `</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // A Builder takes everything.
	return out.String()
}

// windowsWord quotes a word of a command line as programs of Windows read it.
func windowsWord(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"") {
		return word
	}
	var out strings.Builder
	out.WriteByte('"')
	slashes := 0
	for _, c := range word {
		switch c {
		case '\\':
			slashes++
			continue
		case '"':
			out.WriteString(strings.Repeat(`\`, 2*slashes+1))
		default:
			out.WriteString(strings.Repeat(`\`, slashes))
		}
		slashes = 0
		out.WriteRune(c)
	}
	out.WriteString(strings.Repeat(`\`, 2*slashes) + `"`)
	return out.String()
}
