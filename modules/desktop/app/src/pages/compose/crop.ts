import type { InternalSchemas } from '../../api/client.ts'

export type Edits = InternalSchemas['Spec']

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

/** Which part of a picture a crop to a ratio keeps, in fractions: the largest that there is, centred on the focus as far as there is room. */
export function frameOf(picture: { width: number; height: number }, ratio: number, focusX = 0.5, focusY = 0.5): Frame {
  const own = picture.width / picture.height
  const width = ratio < own ? ratio / own : 1
  const height = ratio < own ? 1 : own / ratio
  const at = (focus: number, size: number) => Math.min(1 - size, Math.max(0, focus - size / 2))
  return { left: at(focusX, width), top: at(focusY, height), width, height }
}

/** The shapes that are offered, with what they are for. */
export const shapes = ['1:1', '4:5', '3:4', '1.91:1', '9:16'] as const

/** The name of a shape by its sides: 4:5, 9:16, or 1.42:1 for one that has no name. */
export function shapeOf(width: number, height: number): string {
  const ratio = width / height
  for (const shape of [...shapes, '2:3', '3:2', '4:3', '16:9']) {
    const named = ratioOf(shape)
    if (named && Math.abs(named - ratio) < 0.012 * named) return shape
  }
  return ratio < 1 ? `1:${(1 / ratio).toFixed(2)}` : `${ratio.toFixed(2)}:1`
}

/** The edits with another crop: none for null. The focus stays where it is. */
export function cropped(edits: Edits, ratio: string | null): Edits {
  const { crop, pad: _, ...rest } = edits
  if (ratio === null) return rest
  return { ...rest, crop: { ratio, ...(crop?.focusX === undefined ? {} : { focusX: crop.focusX }), ...(crop?.focusY === undefined ? {} : { focusY: crop.focusY }) } }
}

/** The edits with the crop centred on another place. */
export function focused(edits: Edits, x: number, y: number): Edits {
  return edits.crop?.ratio ? { ...edits, crop: { ratio: edits.crop.ratio, focusX: x, focusY: y } } : edits
}

/** The edits with something added around the picture, a blurred copy or a colour: nothing for null. A padded picture is not cropped. */
export function padded(edits: Edits, ratio: string | null, fill: 'blur' | 'color' = 'blur', color = '#ffffff'): Edits {
  const { crop: _, pad: __, ...rest } = edits
  if (ratio === null) return rest
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
