package corpus

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// The ids of EBML elements.
const (
	idEBML, idDocType, idVoid              = 0x1a45dfa3, 0x4282, 0xec
	idSegment, idInfo, idTracks, idCluster = 0x18538067, 0x1549a966, 0x1654ae6b, 0x1f43b675
	idScale, idDuration                    = 0x2ad7b1, 0x4489
	idTrack, idNumber, idType, idCodec     = 0xae, 0xd7, 0x83, 0x86
	idVideo, idWidth, idHeight             = 0xe0, 0xb0, 0xba
	idAudio, idRate, idChannels            = 0xe1, 0xb5, 0x9f
	idFrame, idTimecode, idBlock           = 0x23e383, 0xe7, 0xa3
)

func elementID(id uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, id)[8-(bits.Len64(id)+7)/8:]
}

// element returns an element with its size in eight bytes.
func element(id uint64, content ...[]byte) []byte {
	body := slices.Concat(content...)
	return append(elementSized(id, uint64(len(body))), body...)
}

// elementSized returns the header of an element that claims a size.
func elementSized(id, size uint64) []byte {
	return append(elementID(id), binary.BigEndian.AppendUint64(nil, size|1<<56)...)
}

// unknownSize returns the header of an element of unknown size.
func unknownSize(id uint64) []byte {
	return append(elementID(id), 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
}

func number(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }

func float(v float64) []byte { return number(math.Float64bits(v)) }

func ebmlHeader(docType string) []byte {
	return element(idEBML, element(idVoid, []byte("webm webm")), element(idDocType, []byte(docType)))
}

// segmentParts returns the elements of a complete segment: four seconds, 640 x 360, one block.
func segmentParts(codec string, cluster []byte) [][]byte {
	video := element(idTrack, element(idNumber, number(1)), element(idType, number(1)), element(idCodec, []byte(codec)), element(idFrame, number(33_333_333)),
		element(idVideo, element(idWidth, number(640)), element(idHeight, number(360))))
	audio := element(idTrack, element(idNumber, number(2)), element(idType, number(2)), element(idCodec, []byte("A_OPUS")),
		element(idAudio, element(idRate, float(48_000)), element(idChannels, number(2))))
	return [][]byte{
		element(idInfo, element(idScale, number(1_000_000)), element(idDuration, float(4000))),
		element(idTracks, video, audio), cluster,
	}
}

func cluster() []byte {
	block := slices.Concat([]byte{0x81, 0, 0, 0x80}, make([]byte, 1000))
	return element(idCluster, element(idTimecode, number(0)), element(idBlock, block))
}

// matroskas returns files that are accepted, but that the network does not accept unconverted.
func matroskas() []Case {
	web := slices.Concat(ebmlHeader("webm"), element(idSegment, segmentParts("V_VP9", cluster())...))
	stored := func(name, filename, mime string, content []byte) Case {
		return valid(name, filename, mime, content, Want{Verdict: Invalid, Says: "convert it to MP4"})
	}
	bad := func(name string, content []byte) Case {
		return valid("mkv "+name, "movie.mkv", mkvType, content, Want{Verdict: Either})
	}
	header := ebmlHeader("matroska")
	deep := []byte{}
	for range 10_000 {
		deep = append(deep, unknownSize(idSegment)...)
	}
	return []Case{
		stored("mkv plain", "movie.mkv", mkvType, slices.Concat(header, element(idSegment, segmentParts("V_MPEG4/ISO/AVC", cluster())...))),
		stored("mkv unknown lengths", "movie.mkv", mkvType, slices.Concat(header, unknownSize(idSegment), slices.Concat(segmentParts("V_MPEG4/ISO/AVC", slices.Concat(unknownSize(idCluster), cluster()[12:]))...))),
		stored("webm plain", "movie.webm", webType, web),
		stored("webm named mp4", "movie.mp4", mp4Type, web),
		refused("mkv of another kind", "movie.mkv", mkvType, ebmlHeader("matroskawebm"), "of an unknown type"),
		refused("mkv of no kind", "movie.mkv", mkvType, element(idEBML), "of an unknown type"),
		bad("header of 2^56 bytes", append(elementSized(idEBML, 1<<56-2), element(idDocType, []byte("matroska"))...)),
		bad("segment of 2^56 bytes", slices.Concat(header, elementSized(idSegment, 1<<56-2), slices.Concat(segmentParts("V_VP9", cluster())...))),
		bad("endless", slices.Concat(header, unknownSize(idSegment), bytes.Repeat(element(idVoid), 200_000))),
		bad("10,000 segments deep", append(slices.Clone(header), deep...)),
		bad("header alone", header),
		bad("without tracks", slices.Concat(header, element(idSegment, cluster()))),
		bad("codec of 1 GB", slices.Concat(header, unknownSize(idSegment), unknownSize(idTracks), unknownSize(idTrack), elementSized(idCodec, 1<<30))),
		bad("duration that is no number", slices.Concat(header, element(idSegment, element(idInfo, element(idDuration, float(math.NaN()))), segmentParts("V_VP9", cluster())[1]))),
		bad("duration without an end", slices.Concat(header, element(idSegment, element(idInfo, element(idDuration, float(math.Inf(1)))), segmentParts("V_VP9", cluster())[1]))),
		bad("sides of 2^64", slices.Concat(header, element(idSegment, element(idTracks, element(idTrack, element(idType, number(1)), element(idVideo, element(idWidth, number(math.MaxUint64)), element(idHeight, number(math.MaxUint64)))))))),
		bad("cut off", slices.Concat(header, element(idSegment, segmentParts("V_VP9", cluster())...))[:300]),
	}
}

// avis returns files that are accepted, but that the network does not accept.
func avis() []Case {
	whole := aviFile(640, 360, 120)
	bad := func(name string, content []byte) Case {
		return valid("avi "+name, "movie.avi", aviType, content, Want{Verdict: Either})
	}
	lists := []byte{}
	for range 50_000 {
		lists = append(lists, "LIST\xf0\xff\xff\x7fhdrl"...)
	}
	return []Case{
		valid("avi plain", "movie.avi", aviType, whole, Want{Verdict: Invalid, Says: "convert it to MP4"}),
		bad("of 4 GB by its own word", withRIFFSize(whole, math.MaxUint32)),
		bad("of no length", withRIFFSize(whole, 0)),
		bad("endless lists", slices.Concat([]byte("RIFF\xff\xff\xff\x7fAVI "), lists)),
		bad("lists of no length", slices.Concat([]byte("RIFF\xff\xff\xff\x7fAVI "), bytes.Repeat([]byte("LIST\x00\x00\x00\x00"), 100_000))),
		bad("cut off", whole[:200]),
		bad("beginning alone", whole[:12]),
		bad("no sides", aviFile(0, 0, 120)),
		bad("2^31 frames", aviFile(640, 360, 1<<31)),
	}
}

// aviFile returns a file that claims a number of frames at 30 a second.
func aviFile(width, height uint32, frames uint32) []byte {
	le := func(values ...uint32) []byte {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		return b
	}
	list := func(kind string, chunks ...[]byte) []byte {
		return riffChunk("LIST", append([]byte(kind), slices.Concat(chunks...)...))
	}
	strh := slices.Concat([]byte("vidsFMP4"), le(0, 0, 0, 1, 30, 0, frames, 0, 0, 0), le(0, width|height<<16))
	strf := slices.Concat(le(40, width, height, 24<<16|1), []byte("FMP4"), le(width*height*3, 0, 0, 0, 0))
	return riff("AVI ", list("hdrl", riffChunk("avih", le(33_333, 0, 0, 0x10, frames, 0, 1, 0, width, height, 0, 0, 0, 0)), list("strl", riffChunk("strh", strh), riffChunk("strf", strf))),
		list("movi", riffChunk("00dc", make([]byte, 5000))))
}
