import type { Edits } from '../../lib/edits.ts'

export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

/** 0.8 of "4:5"; null for what is no ratio. */
export function ratioOf(text: string | null | undefined): number | null {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(text ?? '')
  const [width, height] = [Number(match?.[1]), Number(match?.[2])]
  return width > 0 && height > 0 ? width / height : null
}

export interface Size {
  width: number
  height: number
}

/** A frame on a picture as it is shown: its shape, where its middle is, and how far it is zoomed in, 1 being the largest that there is. */
export interface Framed {
  ratio: string
  x: number
  y: number
  zoom: number
}

export const maxZoom = 4
const between = (n: number, low: number, high: number) => Math.min(high, Math.max(low, n))

/** The part of a picture that a frame holds, in fractions: within the picture as far as there is room. */
export function frameOf(picture: Size, { ratio, x, y, zoom }: Framed): Frame {
  const relative = (ratioOf(ratio) ?? 1) / (picture.width / picture.height)
  const width = Math.min(1, relative) / zoom
  const height = Math.min(1, 1 / relative) / zoom
  return { left: between(x - width / 2, 0, 1 - width), top: between(y - height / 2, 0, 1 - height), width, height }
}

/** The frame that holds all of a picture. */
export const wholeOf = ({ width, height }: Size): Framed => ({ ratio: `${width}:${height}`, x: 0.5, y: 0.5, zoom: 1 })

/** The frame with its middle where it can be, so that a movement the other way shows at once. */
export function settled(picture: Size, framed: Framed): Framed {
  const zoom = between(framed.zoom, 1, maxZoom)
  const { left, top, width, height } = frameOf(picture, { ...framed, zoom })
  return { ...framed, zoom, x: left + width / 2, y: top + height / 2 }
}

/** The frame that a handle was dragged to a place: the side or corner that is opposite of it stays. */
export function stretched(picture: Size, framed: Framed, handle: { x: number; y: number }, to: { x: number; y: number }): Framed {
  const now = frameOf(picture, framed)
  const anchor = { x: now.left + now.width * (1 - handle.x), y: now.top + now.height * (1 - handle.y) }
  const across = handle.x === 0.5 ? 0 : Math.abs(to.x - anchor.x) / now.width
  const down = handle.y === 0.5 ? 0 : Math.abs(to.y - anchor.y) / now.height
  const zoom = between(framed.zoom / Math.max(across, down, 0.01), 1, maxZoom)
  const by = framed.zoom / zoom
  return settled(picture, { ...framed, zoom, x: anchor.x + (handle.x - 0.5) * now.width * by, y: anchor.y + (handle.y - 0.5) * now.height * by })
}

type Turned = Pick<Edits, 'rotate' | 'flipHorizontal' | 'flipVertical'>

const isAcross = ({ rotate }: Turned) => rotate === 90 || rotate === 270
const swapped = (ratio: string, turn: Turned) => (isAcross(turn) ? ratio.split(':').reverse().join(':') : ratio)

// Where a place in what was uploaded is once that is turned and flipped.
function turnedPoint(x: number, y: number, { rotate, flipHorizontal, flipVertical }: Turned): [number, number] {
  const [u, v] = rotate === 90 ? [1 - y, x] : rotate === 180 ? [1 - x, 1 - y] : rotate === 270 ? [y, 1 - x] : [x, y]
  return [flipHorizontal ? 1 - u : u, flipVertical ? 1 - v : v]
}

function uploadedPoint(x: number, y: number, { rotate, flipHorizontal, flipVertical }: Turned): [number, number] {
  return turnedPoint(flipHorizontal ? 1 - x : x, flipVertical ? 1 - y : y, { rotate: ((360 - (rotate ?? 0)) % 360) as 0 | 90 | 180 | 270 })
}

/** The frame of the edits on the picture as it is turned, of which the size is given; null where nothing is cut off. */
export function framedIn(edits: Edits, picture: Size): Framed | null {
  const { crop } = edits
  if (!crop) return null
  if (crop.ratio) {
    const [x, y] = turnedPoint(crop.focusX ?? 0.5, crop.focusY ?? 0.5, edits)
    return settled(picture, { ratio: swapped(crop.ratio, edits), x, y, zoom: 1 })
  }
  const { x: left = 0, y: top = 0, width: w = 1, height: h = 1 } = crop
  const [x, y] = turnedPoint(left + w / 2, top + h / 2, edits)
  const [width, height] = isAcross(edits) ? [h, w] : [w, h]
  const ratio = shapeOf(width * picture.width, height * picture.height)
  return settled(picture, { ratio, x, y, zoom: frameOf(picture, { ratio, x: 0.5, y: 0.5, zoom: 1 }).width / width })
}

const thousandth = (n: number) => Math.round(n * 10_000) / 10_000

/** The edits with that frame in place of a crop or a pad, by a person's hand. */
export function framedBy(edits: Edits, picture: Size, framed: Framed): Edits {
  const { crop: _, pad: __, fit: ___, ...rest } = edits
  const [x, y] = uploadedPoint(framed.x, framed.y, edits).map(thousandth) as [number, number]
  if (framed.zoom < 1.005) return { ...rest, crop: { ratio: swapped(framed.ratio, edits), focusX: x, focusY: y } }
  const now = frameOf(picture, framed)
  const [width, height] = isAcross(edits) ? [now.height, now.width] : [now.width, now.height]
  return { ...rest, crop: { x: Math.max(0, thousandth(x - width / 2)), y: Math.max(0, thousandth(y - height / 2)), width: thousandth(width), height: thousandth(height) } }
}

/** The shapes that are offered for a kind of post. */
export const shapesFor = (kind?: string) => (kind === 'STORIES' ? ['9:16', '4:5', '1:1'] : ['4:5', '1:1', '3:4', '1.91:1'])

/** The name of a shape by its sides: 4:5, 9:16, or 1.42:1 for one that has no name. */
export function shapeOf(width: number, height: number): string {
  const ratio = width / height
  for (const shape of ['1:1', '4:5', '3:4', '1.91:1', '9:16', '2:3', '3:2', '4:3', '16:9']) {
    const named = ratioOf(shape)
    if (named && Math.abs(named - ratio) < 0.012 * named) return shape
  }
  const rounded = (n: number) => Math.round(n * 100) / 100
  return ratio < 1 ? `1:${rounded(1 / ratio)}` : `${rounded(ratio)}:1`
}

/** The edits with which the whole picture is shown, as a person wants it: no fit comes by itself from then on. */
export function whole(edits: Edits): Edits {
  const { crop: _, pad: __, ...rest } = edits
  return { ...rest, fit: 'OFF' }
}

/** The edits with something added around the picture, a blurred copy or a colour. A padded picture is not cropped. */
export function padded(edits: Edits, ratio: string, fill: 'blur' | 'color' = 'blur', color = '#ffffff'): Edits {
  const { crop: _, fit: __, ...rest } = edits
  return { ...rest, pad: fill === 'blur' ? { ratio, fill } : { ratio, fill, color } }
}

/** The edits with a quarter turn more, clockwise. */
export function turned(edits: Edits, by: 90 | -90): Edits {
  const { rotate = 0, ...rest } = edits
  const next = (((rotate + by) % 360) + 360) % 360
  return next === 0 ? rest : { ...rest, rotate: next as 90 | 180 | 270 }
}

/** The edits with left and right changed over, or back. */
export function flipped(edits: Edits): Edits {
  const { flipHorizontal, ...rest } = edits
  return flipHorizontal ? rest : { ...rest, flipHorizontal: true }
}

export type PictureText = NonNullable<Edits['texts']>[number]

/** What is written on a picture at first: on a box, near the lower edge. */
export function newText(text: string): PictureText {
  return { text, x: 0.5, y: 0.85, size: 0.06, color: '#ffffff', background: '#000000aa', bold: true }
}

/** The edits with one of the texts changed; null takes it away. */
export function written(edits: Edits, at: number, text: PictureText | null): Edits {
  const texts = [...(edits.texts ?? [])]
  if (text) texts[at] = text
  else texts.splice(at, 1)
  const { texts: _, ...rest } = edits
  return texts.length ? { ...rest, texts } : rest
}

/** Whether two edits make the same. */
export function sameEdits(a: Edits, b: Edits): boolean {
  const plain = (e: unknown): unknown =>
    Array.isArray(e) ? e.map(plain) : e && typeof e === 'object' ? Object.fromEntries(Object.entries(e).filter(([, v]) => v !== undefined).sort(([x], [y]) => x.localeCompare(y)).map(([k, v]) => [k, plain(v)])) : e
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}
