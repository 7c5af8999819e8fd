package teller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/textproto"
	"os"
	"strings"
	"syscall"

	"crier/platform/child"

	"github.com/gen2brain/beeep"
	"github.com/nicholas-fedor/shoutrrr/pkg/router"
	"github.com/nicholas-fedor/shoutrrr/pkg/types"
	"github.com/nicholas-fedor/shoutrrr/pkg/util/jsonclient"
)

const (
	// marker is the environment variable that makes a process a teller.
	marker = "CRIER_TELLER"
	// processName is what lists of processes show.
	processName = "crier-teller"
)

// maxMemory bounds what a teller takes beside its program, in bytes. Those services read an answer
// to its end, and a line of a mail server to the end of it.
const maxMemory = 128 << 20

// request is what a teller does. It gets it as one line on its standard input.
type request struct {
	// Program is a path, which need not be valid JSON; Text is what it gets. It may be empty.
	Program []byte `json:"program"`
	// Address is empty for the desktop.
	Address string `json:"address"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	// IsCheck sends nothing: it looks whether the address can be used.
	IsCheck bool `json:"isCheck"`
}

// answer is what a teller prints.
type answer struct {
	Problem string `json:"problem"`
}

// Main does the work of a teller if this process was started as one; the caller then exits with
// exitCode at once. Otherwise it does nothing and returns false. main and TestMain call it first.
func Main() (isTeller bool, exitCode int) {
	if os.Getenv(marker) == "" {
		return false, 0
	}
	var r request
	rest, err := child.Read(os.Stdin, &r)
	if err != nil {
		return true, 1
	}
	go child.DieWithParent(rest)
	if len(r.Program) > 0 {
		return true, r.run() // It has the memory that it wants.
	}
	if err := child.Confine(maxMemory); err != nil {
		return true, 1
	}
	var a answer
	if err := r.do(); err != nil {
		// What has secrets is cut only once it is without them.
		a.Problem = clean(inWords(err), r.Address)
	}
	if err := json.NewEncoder(os.Stdout).Encode(a); err != nil {
		return true, 1
	}
	return true, 0
}

func (r request) do() error {
	if r.Address == "" {
		beeep.AppName = appName
		return beeep.Notify(r.Title, withoutMarkup.Replace(r.Text), "")
	}
	service, err := new(router.ServiceRouter).Locate(r.Address)
	if err != nil || r.IsCheck {
		return err
	}
	params := types.Params{}
	// What stands in a header of a mail is ASCII.
	if params.SetTitle(r.Title); service.GetID() == "smtp" {
		params.SetTitle(mime.QEncoding.Encode("utf-8", r.Title))
	}
	return service.Send(r.Text, &params)
}

const appName = "Crier"

// withoutMarkup keeps a desktop from taking what the network says for its markup.
var withoutMarkup = strings.NewReplacer("<", "‹", ">", "›", "&", "+")

// inWords says what went wrong, in plain words where that is known.
func inWords(err error) string {
	if lookup, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Sprintf("the server %s was not found: look whether its name is right, and whether this computer is online", lookup.Name)
	}
	if refused, ok := errors.AsType[*textproto.Error](err); ok {
		return fmt.Sprintf("the mail server refused it: %d %s", refused.Code, refused.Msg)
	}
	if answered, ok := errors.AsType[jsonclient.Error](err); ok && answered.StatusCode >= 400 {
		return fmt.Sprintf("it answered with HTTP %d: %s", answered.StatusCode, answered.Body)
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return unanswered
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "nothing answers there: look whether the server and its port are right"
	}
	return strings.TrimSpace(err.Error())
}

const unanswered = "it did not answer in time"
