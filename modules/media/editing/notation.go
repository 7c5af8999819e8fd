package editing

import (
	"encoding/hex"
	"errors"
	"image/color"
	"strconv"
	"strings"
)

const (
	maxRatio = 10
	// maxRatioTerm bounds the digits of a ratio's two numbers.
	maxRatioTerm = 7
)

var (
	errRatio = errors.New("it must be a ratio of width to height from 1:10 to 10:1, such as 4:5 or 1.91:1")
	errColor = errors.New("it must be a colour such as #ff8800, or #ff880080 with its opacity")
)

// parseRatio reads "4:5" as 0.8.
func parseRatio(s string) (float64, error) {
	across, down, found := strings.Cut(s, ":")
	w, wOK := parseTerm(across)
	h, hOK := parseTerm(down)
	if !found || !wOK || !hOK || w > maxRatio*h || h > maxRatio*w {
		return 0, errRatio
	}
	return w / h, nil
}

// parseTerm reads a plain positive number: no sign, no exponent, no word.
func parseTerm(s string) (float64, bool) {
	if len(s) > maxRatioTerm || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v > 0
}

// parseColor reads #rrggbb and #rrggbbaa.
func parseColor(s string) (color.NRGBA, error) {
	digits, found := strings.CutPrefix(s, "#")
	b, err := hex.DecodeString(digits)
	if !found || err != nil || len(b) != 3 && len(b) != 4 {
		return color.NRGBA{}, errColor
	}
	if len(b) == 3 {
		b = append(b, 0xff)
	}
	return color.NRGBA{b[0], b[1], b[2], b[3]}, nil
}

// colorOr is parseColor for what has been checked, with a default.
func colorOr(s string, standard color.NRGBA) color.NRGBA {
	if c, err := parseColor(s); err == nil {
		return c
	}
	return standard
}
