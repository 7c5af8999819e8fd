package autostart

import (
	"encoding/xml"
	"io"
	"strings"
)

const folderFlag = "--data-dir"

// Folder returns the data folder that a description names, as Describe has written it. It is empty
// for one that names none, and then starts Crier on the folder of the user.
func (m *Manager) Folder(description string) string {
	switch m.system {
	case "linux":
		_, rest, found := strings.Cut(description, ` "`+folderFlag+`" "`)
		if !found {
			return ""
		}
		return unquotedUnit(rest)
	case "darwin":
		texts := textsOf(description)
		for i, text := range texts {
			if text == folderFlag && i+1 < len(texts) {
				return texts[i+1]
			}
		}
		return ""
	}
	_, rest, found := strings.Cut(strings.Join(textsOf(description), "\n"), " "+folderFlag+" ")
	if !found {
		return ""
	}
	return firstWindowsWord(rest)
}

// unquotedUnit returns a word of a unit up to its quotation mark.
func unquotedUnit(text string) string {
	var out strings.Builder
	for i := 0; i < len(text) && text[i] != '"'; i++ {
		c := text[i]
		if next := i + 1; next < len(text) {
			switch {
			case c == '\\' && text[next] == 'n':
				c = '\n'
				i = next
			case c == '\\', (c == '%' || c == '$') && text[next] == c:
				c = text[next]
				i = next
			}
		}
		out.WriteByte(c)
	}
	return out.String()
}

// textsOf returns the texts of the elements of an XML document, in their order.
func textsOf(document string) (texts []string) {
	in := xml.NewDecoder(strings.NewReader(document))
	for {
		token, err := in.Token()
		if err != nil {
			return texts // A file that somebody has changed by hand may end anywhere.
		}
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			texts = append(texts, string(text))
		}
	}
}

// firstWindowsWord returns the first word of a command line, as windowsWord has quoted it.
func firstWindowsWord(line string) string {
	in := strings.NewReader(line)
	var out strings.Builder
	slashes, isQuoted := 0, false
	for {
		c, _, err := in.ReadRune()
		isEnd := err == io.EOF || !isQuoted && (c == ' ' || c == '\n')
		switch {
		case c == '\\' && !isEnd:
			slashes++
			continue
		case c == '"' && !isEnd:
			out.WriteString(strings.Repeat(`\`, slashes/2))
			if slashes%2 == 1 {
				out.WriteByte('"')
			} else {
				isQuoted = !isQuoted
			}
		default:
			out.WriteString(strings.Repeat(`\`, slashes))
			if isEnd {
				return out.String()
			}
			out.WriteRune(c)
		}
		slashes = 0
	}
}
