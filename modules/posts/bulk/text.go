package bulk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// mark is what programs of Windows begin a text with, in UTF-8.
const mark = "\ufeff"

// UTF8 returns a text in UTF-8 and without marks at its beginning. A text in UTF-16 is one that
// has a mark, or a NUL in the same half of nearly every character, as it is with Latin letters. Any
// other content stays as it is.
func UTF8(content []byte) []byte {
	if order := orderOf(content); order != nil {
		units := make([]uint16, len(content)/2)
		for i := range units {
			units[i] = order.Uint16(content[2*i:])
		}
		content = []byte(string(utf16.Decode(units)))
	}
	for bytes.HasPrefix(content, []byte(mark)) { // A program that changes the encoding adds its own.
		content = content[len(mark):]
	}
	return content
}

// orderOf returns the order of the bytes of a text in UTF-16, and nil for any other content.
func orderOf(content []byte) binary.ByteOrder {
	if len(content) < 2 || len(content)%2 != 0 {
		return nil
	}
	switch {
	case bytes.HasPrefix(content, []byte{0xff, 0xfe}):
		return binary.LittleEndian
	case bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		return binary.BigEndian
	}
	var nuls [2]int
	for i, b := range content {
		if b == 0 {
			nuls[i%2]++
		}
	}
	// A text of another script has its commas, digits and line ends in common with this.
	switch few, many := len(content)/200, len(content)/8; {
	case nuls[1] > many && nuls[0] <= few:
		return binary.LittleEndian
	case nuls[0] > many && nuls[1] <= few:
		return binary.BigEndian
	}
	return nil
}

// asText returns the content of a file as text. Its error says what else the file is.
func asText(content []byte) ([]byte, error) {
	for _, kind := range kinds {
		if bytes.HasPrefix(content, []byte(kind.begins)) && bytes.Contains(content, []byte(kind.has)) {
			return nil, errors.New("the file is " + kind.name + ", and Crier reads tables that are plain text; open it, save it as CSV UTF-8, and import that")
		}
	}
	content = UTF8(content)
	if !utf8.Valid(content) {
		return nil, errors.New("the file is not UTF-8, and Crier cannot read its letters; save it as CSV UTF-8")
	}
	return content, nil
}

// kinds are the files that people take for tables, by how they begin and by what they have in them.
var kinds = []struct{ begins, has, name string }{
	{"PK\x03\x04", "xl/workbook", "an Excel workbook (.xlsx)"},
	{"PK\x03\x04", "opendocument.spreadsheet", "a spreadsheet of LibreOffice (.ods)"},
	{"PK\x03\x04", "Index/Document.iwa", "a spreadsheet of Numbers"},
	{"PK\x03\x04", "", "a zip archive"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "an old Excel workbook (.xls)"},
	{"%PDF-", "", "a PDF"},
	{"{\\rtf", "", "a document of a word processor (.rtf)"},
	{"<", "", "a web page or another document in XML"},
}

// separator separates the parts of a cell.
const separator = ";"

// A spreadsheet treats a cell that begins with one of these as a formula.
const formula = "=+-@\t\r"

// beginsFormula reports whether a cell begins as a formula does, after any apostrophes.
func beginsFormula(cell string) bool {
	rest := strings.TrimLeft(cell, "'")
	return rest != "" && strings.ContainsRune(formula, rune(rest[0]))
}

// escaped puts an apostrophe before a text that a spreadsheet would treat as a formula, and before
// one that Read would treat as escaped.
func escaped(cell string) string {
	if beginsFormula(cell) {
		return "'" + cell
	}
	return cell
}

// unescaped is the reverse of escaped.
func unescaped(cell string) string {
	if strings.HasPrefix(cell, "'") && beginsFormula(cell) {
		return cell[1:]
	}
	return cell
}
