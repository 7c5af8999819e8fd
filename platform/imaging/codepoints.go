package imaging

import (
	"math"

	"crier/platform/imaging/heif"
)

// The code points of ITU-T H.273 whose colours clearly differ from sRGB.
const (
	primaries2020   = 9
	primariesDCIP3  = 11
	primariesP3     = 12
	transferGamma22 = 4
	transferGamma28 = 5
	transferLinear  = 8
	transferPQ      = 16
	transferHLG     = 18
)

// codedProfile returns a profile for code points, or none for sRGB, and whether they declare a high
// dynamic range.
func codedProfile(c heif.Colours) (p profileData, hdr bool) {
	primaries, special := codedPrimaries(c.Primaries)
	light := srgbDecode
	switch c.Transfer {
	case transferGamma22:
		light = func(x float64) float64 { return math.Pow(x, 2.2) }
	case transferGamma28:
		light = func(x float64) float64 { return math.Pow(x, 2.8) }
	case transferLinear:
		light = func(x float64) float64 { return x }
	case transferPQ:
		light, hdr = func(x float64) float64 { return toned(pqNits(x)) }, true
	case transferHLG:
		light, hdr = func(x float64) float64 { return toned(hlgNits(x)) }, true
	default:
		if !special {
			return profileData{}, false
		}
	}
	toXYZ, _ := primaries.toXYZ()
	each := sample(light)
	return profileData{present: true, made: &profile{curves: [3]curve{each, each, each}, toXYZ: toXYZ}}, hdr
}

// codedPrimaries returns the primaries of a code point, and whether they differ from those of sRGB.
func codedPrimaries(point uint16) (c chromaticities, special bool) {
	switch point {
	case primariesP3, primariesDCIP3:
		return p3Primaries(), true
	case primaries2020:
		return widePrimaries(), true
	default:
		return srgbPrimaries(), false
	}
}

func srgbDecode(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// pqNits returns the luminance of a PQ value in candela per square metre (SMPTE ST 2084).
func pqNits(x float64) float64 {
	const m1, m2, c1, c2, c3 = 2610.0 / 16384, 2523.0 / 32, 3424.0 / 4096, 2413.0 / 128, 2392.0 / 128
	v := math.Pow(x, 1/m2)
	return 10_000 * math.Pow(max(v-c1, 0)/(c2-c3*v), 1/m1)
}

// hlgNits returns that of a hybrid log-gamma value on a display of 1,000 (ITU-R BT.2100).
func hlgNits(x float64) float64 {
	const a, b, c = 0.17883277, 0.28466892, 0.55991073
	light := x * x / 3
	if x > 0.5 {
		light = (math.Exp((x-c)/a) + b) / 12
	}
	return 1000 * math.Pow(light, 1.2)
}

// toned maps luminance to the linear light of an SDR picture: below the knee, a fraction of the
// luminance of diffuse white (ITU-R BT.2408), it is linear, and above it is compressed.
func toned(nits float64) float64 {
	const white, knee = 203, 0.7
	light := nits / white
	if light <= knee {
		return light
	}
	return knee + (1-knee)*(1-math.Exp(-(light-knee)/(1-knee)))
}
