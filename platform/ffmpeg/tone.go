package ffmpeg

import (
	"fmt"
	"strings"
)

// transfer is the transfer function of pictures of a high dynamic range, as an expression of
// ffmpeg: the luminance of a value V from 0 to 1, in candela per square metre.
type transfer string

const (
	// perceptual is PQ (SMPTE ST 2084).
	perceptual transfer = "st(1,pow(V,32/2523));10000*pow(max(ld(1)-3424/4096,0)/(2413/128-2392/128*ld(1)),16384/2610)"
	// hybrid is hybrid log-gamma (ITU-R BT.2100), on a display of 1,000.
	hybrid transfer = "1000*pow(if(gt(V,0.5),(exp((V-0.55991073)/0.17883277)+0.28466892)/12,V*V/3),1.2)"
)

// toned returns the filters from such pictures to RGB ones as a browser shows them, by the curve
// that package imaging has for stills: up to 0.7 of diffuse white, which has 203 candela, light
// stays as it is, and what is brighter is compressed. No filter is among them that an ffmpeg may
// lack.
func (t transfer) toned(f facts) string {
	from := ""
	if !f.matrixKnown {
		from = "=in_color_matrix=bt2020"
	}
	return chain("scale"+from, "format=gbrp16le", each("st(2,("+string(t)+")/203);if(lte(ld(2),0.7),ld(2),0.7+0.3*(1-exp((0.7-ld(2))/0.3)))"),
		// From the primaries of BT.2020 to those of BT.709.
		"colorchannelmixer=1.6605:-0.5876:-0.0728:0:-0.1246:1.1329:-0.0083:0:-0.0182:-0.1006:1.1187:0",
		each("if(lte(V,0.0031308),12.92*V,1.055*pow(V,1/2.4)-0.055)"))
}

// each applies an expression to the three colours, of which V is the value.
func each(expression string) string {
	e := "'65535*(" + strings.ReplaceAll(expression, "V", "(val/65535)") + ")'"
	return fmt.Sprintf("lutrgb=r=%s:g=%s:b=%s", e, e, e)
}
