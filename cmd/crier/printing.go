package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"unicode"

	"crier/platform/wiretime"
)

// isOfOutput reports whether err says that the standard output cannot be written.
func isOfOutput(err error) bool { return outputError(err) != nil }

func outputError(err error) *fs.PathError {
	if failed, ok := errors.AsType[*fs.PathError](err); ok && failed.Op == "write" && failed.Path == os.Stdout.Name() {
		return failed
	}
	return nil
}

// ofOutput returns err in words for a person if the standard output cannot be written.
func ofOutput(err error) error {
	failed := outputError(err)
	if failed == nil {
		return err
	}
	said := fmt.Sprintf("the standard output cannot be written: %v; send it to a file or a program that takes it", failed.Err)
	return errors.New(strings.ReplaceAll(err.Error(), failed.Error(), said))
}

// printJSON writes an answer to the standard output.
func printJSON(answer any) error { return json.NewEncoder(os.Stdout).Encode(answer) }

// say prints the answer as JSON, or else the text as a line, on the standard output.
func say(asJSON bool, answer any, text string) error {
	if asJSON {
		return printJSON(answer)
	}
	return printLine(os.Stdout, text)
}

func printLine(out io.Writer, text string) error {
	_, err := fmt.Fprintln(out, text)
	return err
}

// printTable prints rows in columns. Control characters in a cell cannot end the line or reach the
// terminal.
func printTable(out io.Writer, rows [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = onOneLine(cell)
		}
		if _, err := fmt.Fprintln(w, strings.Join(cells, "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}

// onOneLine removes line ends and control characters from a name.
func onOneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, name)
}

// shownOr returns the text, or none when there is no text.
func shownOr(s *string, none string) string {
	if s == nil {
		return none
	}
	return *s
}

// textOf returns the instant as text, or never when there is none.
func textOf(at *wiretime.Time, never string) string {
	if at == nil {
		return never
	}
	return at.String()
}

// count says how many of something there are.
func count[N int | int64](n N, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// filled returns nil for no text.
func filled(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
