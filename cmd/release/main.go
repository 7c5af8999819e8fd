// Command release makes what goreleaser and crane do not make for a release of Crier, and checks
// what they have made. .release/make.sh calls it; .release/README.md says what a release has.
//
// Nothing that it writes depends on when, where or by whom it is called: times are
// SOURCE_DATE_EPOCH, owners are numbers, lists are sorted.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
)

type commands struct {
	Version versionCommand `cmd:"" help:"Print the version that the packages have."`
	Parts   partsCommand   `cmd:"" help:"Write what the packages contain beside the program."`
	Layer   layerCommand   `cmd:"" help:"Write the files of the container image as a tar file."`
	Pack    packCommand    `cmd:"" help:"Write a folder as a tar file."`
	SBOM    sbomCommand    `cmd:"" name:"sbom" help:"Write what the programs are made of, in SPDX 2.3."`
	Collect collectCommand `cmd:"" help:"Gather what goreleaser made, and write SHA256SUMS."`
	Check   checkCommand   `cmd:"" help:"Unpack, install and start what a release has."`
}

func main() {
	// It is SOURCE_DATE_EPOCH's place, and the commands have no other clock.
	made, err := madeAt(os.Getenv("SOURCE_DATE_EPOCH"))
	if err == nil {
		call := kong.Parse(&commands{}, kong.Name("release"), kong.UsageOnError())
		call.BindTo(context.Background(), (*context.Context)(nil))
		err = call.Run(made)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// made is the time that everything in the release has: that of its commit.
type made struct{ time.Time }

func madeAt(epoch string) (made, error) {
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil || seconds <= 0 {
		return made{}, errors.New("SOURCE_DATE_EPOCH must have the time of the commit, in seconds since 1970")
	}
	return made{time.Unix(seconds, 0).UTC()}, nil
}
