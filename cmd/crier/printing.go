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
	"unicode/utf8"

	"crier/modules/posts/bulk"

	"crier/platform/wiretime"

	"golang.org/x/text/width"
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
	w := tabwriter.NewWriter(out, 0, 0, tableGap, ' ', 0)
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

// tableGap is what printTable puts between two columns.
const tableGap = 2

// widthOf returns how many columns of a terminal printTable takes for rows before another cell.
func widthOf(rows [][]string) (width int) {
	for i := range rows[0] {
		widest := 0
		for _, row := range rows {
			widest = max(widest, utf8.RuneCountInString(onOneLine(row[i])))
		}
		width += widest + tableGap
	}
	return width
}

// beginning returns as much of a text, on one line, as fits into so many columns of a terminal,
// with an ellipsis when that is not all of it.
func beginning(text string, columns int) string {
	seen := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1 // It joins signs or turns the line around, and many terminals do neither well.
		}
		return r
	}, text)
	text = onOneLine(strings.Join(strings.Fields(seen), " "))
	used, end := 0, 0
	for i, r := range text {
		used += columnsOfRune(r)
		if used > columns {
			return strings.TrimRight(text[:end], " ") + "…"
		}
		if next := i + utf8.RuneLen(r); used < columns {
			end = next
		}
	}
	return text
}

// columnsOfRune returns how many columns of a terminal a character takes.
func columnsOfRune(r rune) int {
	switch kind := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// onOneLine removes line ends and control characters from a name.
func onOneLine(name string) string { return bulk.OneLine(name) }

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

// megabytes writes a size; a small one in kilobytes.
func megabytes(n int64) string {
	if n < 100_000 {
		return fmt.Sprintf("%d KB", (n+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
