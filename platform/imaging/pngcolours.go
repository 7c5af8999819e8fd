package imaging

import (
	"encoding/binary"
	"math"

	"crier/platform/imaging/heif"
)

// pngColours are what the chunks of a PNG file say about its colours beside an ICC profile.
type pngColours struct {
	// cicp are code points.
	cicp []byte
	// isSRGB says that there is a chunk that says so.
	isSRGB bool
	// gamma is the exponent of the encoder times 100,000, zero if unknown.
	gamma uint32
	// primaries are those of a cHRM chunk, nil without one.
	primaries *chromaticities
}

func (c *pngColours) read(kind string, b []byte) {
	switch {
	case kind == "sRGB":
		c.isSRGB = true
	case kind == "cICP" && len(b) == 4:
		c.cicp = b
	case kind == "gAMA" && len(b) == 4:
		c.gamma = binary.BigEndian.Uint32(b)
	case kind == "cHRM" && len(b) == 32:
		c.primaries = new(chromaticities)
		for i := range c.primaries {
			at := b[(i+1)%len(c.primaries)*8:] // White is the first there.
			c.primaries[i] = [2]float64{float64(binary.BigEndian.Uint32(at)) / 100_000, float64(binary.BigEndian.Uint32(at[4:])) / 100_000}
		}
	}
}

// apply gives h the profile that browsers use: by the code points, else an ICC profile, else the
// word that it is sRGB, else primaries and gamma.
func (c *pngColours) apply(h *header) {
	switch {
	case c.cicp != nil && c.cicp[2] == 0:
		if h.profile, h.hdr = codedProfile(heif.Colours{Primaries: uint16(c.cicp[0]), Transfer: uint16(c.cicp[1])}); c.cicp[3] == 0 {
			h.profile = profileData{present: true} // Of a limited range, which no decoder widens.
		}
	case h.profile.present || c.isSRGB:
	default:
		h.profile = c.told()
	}
}

// told returns the profile of primaries and gamma, or none for sRGB. As in browsers, a gamma that
// is nearly that of sRGB stands for its curve, unless the primaries are others.
func (c *pngColours) told() profileData {
	const display, threshold = 2.2, 0.05
	primaries := srgbPrimaries()
	isSpecial := c.primaries != nil && !c.primaries.isNear(primaries)
	exponent := float64(c.gamma) / 100_000
	isPlain := c.gamma == 0 || math.Abs(exponent*display-1) < threshold
	if !isSpecial && isPlain {
		return profileData{}
	}
	if isSpecial {
		primaries = *c.primaries
	}
	toXYZ, ok := primaries.toXYZ()
	if !ok {
		return profileData{present: true}
	}
	light := srgbDecode
	if c.gamma > 0 {
		light = func(x float64) float64 { return math.Pow(x, 1/exponent) }
	}
	each := sample(light)
	return profileData{present: true, made: &profile{curves: [3]curve{each, each, each}, toXYZ: toXYZ}}
}
